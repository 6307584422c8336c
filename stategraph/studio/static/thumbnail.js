// Small pictures of boards, as PNG in a data address.

const WIDTH = 224, HEIGHT = 144;

// Return a small picture of an SVG element or text; empty if the browser cannot draw it.
export async function thumbnail(svg) {
  const root = typeof svg === "string" ? new DOMParser().parseFromString(svg, "image/svg+xml").documentElement : svg.cloneNode(true);
  const [width, height] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).slice(2).map(Number);
  if (!(width > 0 && height > 0)) return "";
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  root.setAttribute("width", canvas.width);
  root.setAttribute("height", canvas.height);
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(root)], {type: "image/svg+xml"}));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await dataAddress(await canvas.convertToBlob());
  } catch {
    return "";
  } finally {
    URL.revokeObjectURL(address);
  }
}

function dataAddress(blob) {
  return new Promise(done => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
}
