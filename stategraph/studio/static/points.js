// Many states as squares of pixels, flat or in 3D.

// The roles of states. A stuck state is dead without any move.
export const ALIVE = 0, DEAD = 1, STUCK = 2, FOUND = 3;

// Number of shades from near to far.
const SHADES = 24;

// The largest side of a square in pixels of the page, and the root of the share of the canvas that
// squares cover.
const MAX_SIDE = 8, COVERED = 0.7;

// Draw the states of a chart. Search results are on top, then living states, then dead states. In
// 3D, near states hide far states.
/** @param {Pen} pen @param {Chart} chart */
export function drawPoints(pen, chart) {
  const {width, height} = pen.canvas, image = pen.createImageData(width, height);
  const draw = painter(chart, new Uint32Array(image.data.buffer), width, height);
  const all = !chart.clusters && !Object.values(chart.filter).some(Boolean);
  for (const layer of chart.solid ? [-1] : [DEAD, ALIVE, FOUND]) {
    for (let node = 0; node < chart.graph.size; node++) {
      const role = chart.found?.[node] ? FOUND : chart.roles[node];
      if (layer >= 0 && layer !== (role === STUCK ? DEAD : role)) continue;
      if (all || chart.shown(node)) draw(node, role);
    }
  }
  pen.putImageData(image, 0, 0);
}

// Return a function that draws a state of a role into the pixels of a canvas.
/** @param {Chart} chart @param {Uint32Array} pixels @param {number} width @param {number} height */
function painter(chart, pixels, width, height) {
  const {across, away, down, graph, ratio, solid, zoom} = chart;
  const depths = solid ? new Float32Array(width * height).fill(2) : null;
  const shades = shadesOfRoles(chart.paint, solid ? SHADES : 1);
  const room = COVERED * Math.sqrt(width * height * zoom / graph.size);
  const side = Math.max(1, Math.round(Math.min(MAX_SIDE * ratio, room)));
  /** @param {number} node @param {number} role */
  return (node, role) => {
    const left = Math.round(across[node]) - (side >> 1), top = Math.round(down[node]) - (side >> 1);
    if (left < 0 || top < 0 || left + side > width || top + side > height) return;
    const far = depths ? away[node] : 0;
    const colour = shades[role][Math.floor(far * (shades[role].length - 1))];
    for (let row = top; row < top + side; row++) {
      for (let at = row * width + left; at < row * width + left + side; at++) {
        if (depths) { if (depths[at] <= far) continue; depths[at] = far; }
        pixels[at] = colour;
      }
    }
  };
}

// Return the shades of each role as pixel values: from the colour itself, for near states, to
// almost the background.
/** @param {Paint} paint @param {number} shades */
function shadesOfRoles({paper, alive, dead, found}, shades) {
  return [alive, dead, dead, found].map(colour => shadesOf(colour, paper, shades));
}

/** @param {string} colour @param {string} paper @param {number} shades */
export function shadesOf(colour, paper, shades) {
  /** @param {string} text */
  const parts = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
  const [near, far] = [parts(colour), parts(paper)];
  return Uint32Array.from({length: shades}, (_, k) => {
    const share = 0.75 * k / Math.max(1, shades - 1);
    const [red, green, blue] = near.map((part, c) => Math.round(part + share * (far[c] - part)));
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  });
}
