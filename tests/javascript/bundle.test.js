// Bundles and texts in addresses are unpacked as they were packed.

import assert from "node:assert/strict";
import test from "node:test";
import {deflateSync} from "node:zlib";

import {unpack} from "../../stategraph/studio/static/bundle.js";
import {decoded} from "../../stategraph/studio/static/deflated.js";
import {packedText, unpackedText} from "../../stategraph/studio/static/address_text.js";

// Pack a head and arrays like stategraph/studio/level_bundle.py: each array begins at a multiple of
// four bytes.
function pack(head, arrays) {
  const kinds = Object.entries(arrays).map(([name, array]) =>
    [name, array.constructor.name.replace("Array", "").toLowerCase(), array.length]);
  const text = JSON.stringify({...head, arrays: kinds});
  const json = Buffer.from(text + " ".repeat(-Buffer.byteLength(text) & 3));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(json.length);
  const parts = Object.values(arrays).map(array => {
    const bytes = Buffer.from(array.buffer);
    return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  });
  return deflateSync(Buffer.concat([size, json, ...parts]));
}

test("the arrays of a bundle have their types and values", async () => {
  const arrays = {
    small: Uint8Array.of(1, 2, 255), signed: Int32Array.of(-1, 7), empty: Uint16Array.of(),
    last: Uint32Array.of(4294967295),
  };
  const {head, arrays: found} = await unpack(pack({title: "Über"}, arrays));
  assert.equal(head.title, "Über");
  assert.deepEqual(found, arrays);
});

test("base64 text is decoded to bytes", () => {
  assert.deepEqual(decoded(" AAEC/w== \n"), Uint8Array.of(0, 1, 2, 255));
});

test("a text survives an address", async () => {
  for (const text of ["", "puzzle: sokoban\n", "ü→⚖ ".repeat(2000)]) {
    const code = await packedText(text);
    assert.match(code, /^[\w-]*$/);
    assert.equal(await unpackedText(code), text);
  }
});

test("another address holds no text", async () => {
  for (const code of ["?", "abc", "level=1", ""]) assert.equal(await unpackedText(code), "");
});
