// The start of a one-file page: inflate the script of the page and run it.

import {decoded, inflated} from "./deflated.js";

/** @param {string} id */
const textOf = id => document.getElementById(id)?.textContent ?? "";

async function start() {
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await inflated(decoded(textOf("script"))).text();
  document.head.append(script);
}

start().catch(error => {
  const status = document.getElementById("status");
  if (status) status.textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old for this page. Open the page in a browser from 2023 or later."
    : `This page could not be read: ${error.message}`;
});
