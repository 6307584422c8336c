// The one-file page, which contains its bundle.

import {decoded, unpack} from "./bundle.js";
import {one} from "./dom.js";
import {Graph} from "./graph.js";
import {Page} from "./page.js";

// Offer all plays of this page as a file.
const page = new Page((play, plays) => {
  const text = plays.map(each => `${JSON.stringify(each)}\n`).join("");
  const link = one("plays");
  URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], {type: "application/jsonl"}));
  link.download = "plays.jsonl";
  link.hidden = false;
});

try {
  await page.open(new Graph(await unpack(decoded(one("bundle").textContent))));
  window.stategraph = page;  // for experiments in the console
  document.body.dataset.ready = "yes";
} catch (error) {
  one("status").textContent = `This page could not be read: ${error.message}`;
  throw error;
}
