// Small pictures of boards, as PNG in a data address.

const WIDTH = 224, HEIGHT = 144;

// Return a small picture of an SVG element or text; empty if the browser cannot draw it.
/** @param {SVGElement | string} svg @returns {Promise<string>} */
export async function thumbnail(svg) {
  const root = copyOf(svg);
  const [width, height] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).slice(2).map(Number);
  if (!(width > 0 && height > 0)) return "";
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  const [w, h] = [width, height].map(side => Math.max(1, Math.round(side * scale)));
  root.setAttribute("width", String(w));
  root.setAttribute("height", String(h));
  const text = new XMLSerializer().serializeToString(root);
  const address = URL.createObjectURL(new Blob([text], {type: "image/svg+xml"}));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(w, h), pen = canvas.getContext("2d");
    if (!pen) return "";
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, w, h);
    pen.drawImage(image, 0, 0, w, h);
    return await dataAddress(await canvas.convertToBlob());
  } catch {
    return "";
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {SVGElement | string} svg @returns {Element} */
function copyOf(svg) {
  if (typeof svg === "string")
    return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return /** @type {Element} */ (svg.cloneNode(true));
}

/** @param {Blob} blob @returns {Promise<string>} */
function dataAddress(blob) {
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(blob);
  });
}
