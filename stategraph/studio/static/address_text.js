// Texts in addresses: compressed, in letters that need no escape.

import {decoded, deflated, inflated} from "./deflated.js";

/** @param {string} text */
export async function packedText(text) {
  const bytes = new Uint8Array(await deflated(text).arrayBuffer());
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Return the text that an address holds; empty if the code is not a text.
/** @param {string} code */
export async function unpackedText(code) {
  try {
    return await inflated(decoded(code.replaceAll("-", "+").replaceAll("_", "/"))).text();
  } catch {
    return "";
  }
}
