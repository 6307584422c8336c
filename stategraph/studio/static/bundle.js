// The head and the arrays of a bundle; stategraph/studio/level_bundle.py describes the format.

import {inflated} from "./deflated.js";

const KINDS = {uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, int32: Int32Array};

/** @param {BlobPart} bytes @returns {Promise<Bundle>} */
export async function unpack(bytes) {
  const buffer = await inflated(bytes).arrayBuffer();
  const size = new DataView(buffer).getUint32(0, true);
  /** @type {Head} */
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  /** @type {Bundle["arrays"]} */
  const arrays = {};
  let at = 4 + size;
  for (const [name, kind, length] of head.arrays) {
    arrays[name] = new KINDS[kind](buffer, at, length);
    at += Math.ceil(arrays[name].byteLength / 4) * 4;
  }
  return {head, arrays};
}
