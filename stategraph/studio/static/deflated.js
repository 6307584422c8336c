// Compressed data, written by Python's zlib or by this page.

// Decode base64 text to bytes.
/** @param {string} text */
export function decoded(text) {
  return Uint8Array.from(atob(text.trim()), letter => letter.charCodeAt(0));
}

/** @param {BlobPart} bytes */
export function inflated(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}

/** @param {BlobPart} bytes */
export function deflated(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate")));
}
