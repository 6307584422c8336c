// The state graph on a canvas, flat or in 3D: a mark for each state, and the path of the play.

import {Clusters} from "./clusters.js";
import {cross, disc, house, rings, you} from "./marks.js";

// Maximum number of states that are drawn as shapes with moves between them; more are points.
const LINED = 4000;

const ALIVE = 0, DEAD = 1, STUCK = 2, FOUND = 3;

// The initial rotation and tilt in 3D, and the rotation per pixel of dragging, in radians.
const YAW = 0.6, PITCH = 1.05, TURN = 0.008;

// Maximum zoom of a map that is enlarged to its living states.
const MAX_ENLARGED = 40;

// Number of shades from near to far.
const SHADES = 24;

// A canvas that is redrawn when its size or the colours change; all `sheets` get its size.
export class Sheet {
  constructor(canvas, sheets = [canvas]) {
    this.canvas = canvas;
    this.sheets = sheets;
    this.drawn = false;
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(canvas);
    this.ended = new AbortController();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw(), {signal: this.ended.signal});
  }

  // Release the canvas for another graph.
  stop() {
    this.watching.disconnect();
    this.ended.abort();
    cancelAnimationFrame(this.waiting);
  }

  // Adopt the size that the canvas has on the page.
  resize() {
    const ratio = window.devicePixelRatio || 1;
    const {width, height} = this.canvas.getBoundingClientRect();
    if (!width || !height) return;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    for (const sheet of this.sheets)
      if (sheet.width !== w || sheet.height !== h) Object.assign(sheet, {width: w, height: h});
    this.ratio = ratio;
    this.redraw();
  }

  // By default, a picture has no states to point at, no filter, and no view to change.
  at() { return -1; }
  hover() {}
  choose() {}
  mark() {}
  fit() {}
  raise() {}
  fold() {}
  foldAt() { return -1; }
  zoomBy() {}
  panBy() {}
  dragBy() {}
}

export class Chart extends Sheet {
  constructor(canvas, graph) {
    const behind = document.createElement("canvas");  // everything except the play
    super(canvas, [canvas, behind]);
    this.behind = behind;
    this.graph = graph;
    this.filter = {living: false, dead: false, traps: false, unvisited: false};
    this.visited = new Uint8Array(graph.size);
    this.found = null;
    this.hovered = -1;
    this.trail = [0];
    this.roles = rolesOf(graph);
    this.fatal = new Set(graph.traps);
    this.solid = false;
    this.across = new Float32Array(graph.size);  // the position of each state on the canvas
    this.down = new Float32Array(graph.size);
    this.away = new Float32Array(graph.size);    // distance from the viewer, 0 (nearest) to 1
    this.fit();
  }

  resize() {
    const first = !this.ratio;
    super.resize();
    if (first && this.ratio) this.fit();
  }

  // Show the whole graph from the initial view. A flat map of living states is enlarged to fill the
  // canvas.
  fit() {
    this.zoom = 1;
    this.shift = [0, 0];
    [this.yaw, this.pitch] = [YAW, PITCH];
    if (this.filter.living && !this.solid && this.ratio) this.#enlarge();
    this.redraw();
  }

  // Zoom to the states that are shown.
  #enlarge() {
    this.#project();
    const {width, height} = this.canvas, rim = 30 * this.ratio;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let node = 0; node < this.graph.size; node++) {
      if (!this.shown(node)) continue;
      [left, right] = [Math.min(left, this.across[node]), Math.max(right, this.across[node])];
      [top, bottom] = [Math.min(top, this.down[node]), Math.max(bottom, this.down[node])];
    }
    const zoom = Math.min(MAX_ENLARGED, (width - 2 * rim) / (right - left || 1), (height - 2 * rim) / (bottom - top || 1));
    this.zoom = Math.max(1, zoom);
    this.shift = [width / 2 - this.zoom * (left + right) / 2, height / 2 - this.zoom * (top + bottom) / 2];
    this.#keepInSight();
  }

  // Show the graph flat, or in 3D, where the height is the number of moves left.
  raise(solid) {
    this.solid = solid;
    this.fit();
  }

  // Zoom by a factor about a point of the canvas, in pixels of the canvas.
  zoomBy(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const zoom = Math.min(400, Math.max(1, this.zoom * factor));
    const real = zoom / this.zoom;
    this.shift = [x + (this.shift[0] - x) * real, y + (this.shift[1] - y) * real];
    this.zoom = zoom;
    this.#keepInSight();
    this.redraw();
  }

  // Drag by some pixels: move the flat graph, or rotate the graph in 3D.
  dragBy(dx, dy) {
    if (!this.solid) { this.panBy(dx, dy); return; }
    this.yaw += dx * TURN / this.ratio;
    this.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.pitch + dy * TURN / this.ratio));
    this.redraw();
  }

  panBy(dx, dy) {
    this.shift = [this.shift[0] + dx, this.shift[1] + dy];
    this.#keepInSight();
    this.redraw();
  }

  #keepInSight() {
    const sides = [this.canvas.width, this.canvas.height];
    this.shift = this.shift.map((shift, k) => Math.min(0, Math.max(sides[k] * (1 - this.zoom), shift)));
  }

  // Show another play.
  follow(steps) {
    this.trail = steps.map(step => step.node);
    for (const node of this.trail) this.visited[node] = 1;
    if (this.filter.unvisited) this.redraw();
    else this.#overlay();
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.#overlay();
  }

  choose(name, on) {
    const refit = name === "living" && this.filter.living !== on;
    this.filter[name] = on;
    if (refit) this.fit(); else this.redraw();
  }

  // Fold the clusters of dead states to outlines on a flat map, or unfold all.
  fold(on) {
    this.clusters = on && !this.solid ? new Clusters(this.graph) : null;
    this.redraw();
  }

  // Unfold a cluster.
  unfold(cluster) {
    this.clusters.unfolded.add(cluster);
    this.redraw();
  }

  // Return the folded cluster at a point of the canvas, else -1.
  foldAt(x, y) { return this.clusters ? this.clusters.at(this.behind.getContext("2d"), x, y) : -1; }

  // Highlight some states; null: none.
  mark(nodes) {
    this.found = nodes && new Uint8Array(this.graph.size);
    for (const node of nodes ?? []) this.found[node] = 1;
    this.redraw();
  }

  // Return the state at a point of the canvas, else -1.
  at(x, y) {
    let best = -1, least = (14 * this.ratio) ** 2;
    for (let node = 0; node < this.graph.size; node++) {
      const far = (this.across[node] - x) ** 2 + (this.down[node] - y) ** 2;
      if (far < least && this.shown(node)) [best, least] = [node, far];
    }
    return best;
  }

  // Return the states between two points of the canvas.
  inside([x0, y0], [x1, y1]) {
    const nodes = [], [left, right] = [Math.min(x0, x1), Math.max(x0, x1)], [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
    for (let node = 0; node < this.graph.size; node++) {
      const [x, y] = [this.across[node], this.down[node]];
      if (x >= left && x <= right && y >= top && y <= bottom && this.shown(node)) nodes.push(node);
    }
    return nodes;
  }

  // Return the position of a state on the canvas.
  spot(node) { return [this.across[node], this.down[node]]; }

  // Compute the position of every state on the canvas.
  #project() {
    const [left, top, w, h] = this.#frame();
    if (this.solid) { this.#projectSolid(left + w / 2, top + h / 2, w, h); return; }
    const {x, y, size} = this.graph;
    for (let node = 0; node < size; node++) {
      this.across[node] = left + x[node] / 65535 * w;
      this.down[node] = top + y[node] / 65535 * h;
    }
  }

  // Rotate about the vertical axis, then tilt.
  #projectSolid(middle, height, w, h) {
    this.solids ??= solidsOf(this.graph);
    const {a, b, up, ground, radius} = this.solids, {across, down, away} = this;
    const scale = Math.min(w / 2 / ground, h / 2 / radius);
    const [cosYaw, sinYaw, cosPitch, sinPitch] = [this.yaw, this.pitch].flatMap(angle => [Math.cos(angle), Math.sin(angle)]);
    let [near, far] = [Infinity, -Infinity];
    for (let node = 0; node < a.length; node++) {
      const back = b[node] * cosYaw + a[node] * sinYaw;
      across[node] = middle + scale * (a[node] * cosYaw - b[node] * sinYaw);
      down[node] = height - scale * (up[node] * sinPitch - back * cosPitch);
      const gone = away[node] = -up[node] * cosPitch - back * sinPitch;
      if (gone < near) near = gone;
      if (gone > far) far = gone;
    }
    for (let node = 0; node < a.length; node++) away[node] = (away[node] - near) / (far - near || 1);
  }

  // Return the rectangle (left, top, width, height) that the states cover.
  #frame() {
    const rim = 22 * (this.ratio || 1);
    let [w, h] = [this.canvas.width - 2 * rim, this.canvas.height - 2 * rim];
    let [x, y] = [rim, rim];
    const aspect = this.graph.head.aspect;
    if (aspect && !this.solid) {  // the map has a fixed aspect ratio
      const wide = Math.min(w, h * aspect), tall = wide / aspect;
      [x, y, w, h] = [x + (w - wide) / 2, y + (h - tall) / 2, wide, tall];
    }
    return [this.shift[0] + x * this.zoom, this.shift[1] + y * this.zoom, w * this.zoom, h * this.zoom];
  }

  // Return true if the filters show a state.
  shown(node) {
    if (node === this.graph.goal || node === 0) return true;
    if (this.clusters?.hides(node)) return false;
    if (this.filter.living && this.roles[node] !== ALIVE) return false;
    if (this.filter.dead && this.roles[node] === ALIVE) return false;
    if (this.filter.traps && !this.#atTrap(node)) return false;
    return !(this.filter.unvisited && this.visited[node]);
  }

  #atTrap(node) {
    if (!this.atTraps) {
      this.atTraps = new Uint8Array(this.graph.size);
      for (const move of this.fatal) {
        this.atTraps[this.graph.sources[move]] = 1;
        this.atTraps[this.graph.targets[move]] = 1;
      }
    }
    return this.atTraps[node] === 1;
  }

  // Draw everything again, in the next frame.
  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (!this.canvas.width) return;
      this.paint = paintOf(this.canvas);
      this.#project();
      this.#background();
      this.#overlay();
    });
  }

  #background() {
    const pen = this.behind.getContext("2d");
    pen.clearRect(0, 0, this.behind.width, this.behind.height);
    if (this.graph.size > LINED) {
      this.#points(pen);
    } else {
      this.#moves(pen);
      this.#marks(pen);
    }
    if (!this.filter.living) this.clusters?.draw(pen, this.#frame(), this.paint, this.ratio);
  }

  #moves(pen) {
    const thin = Math.max(0.2, Math.min(1, 300 / this.graph.size + 0.1)) * this.ratio;
    for (const [fatal, colour] of [[false, this.paint.move], [true, this.paint.trap]]) {
      pen.beginPath();
      for (let move = 0; move < this.graph.targets.length; move++) {
        const [a, b] = [this.graph.sources[move], this.graph.targets[move]];
        if (a === b || this.fatal.has(move) !== fatal || !this.shown(a) || !this.shown(b)) continue;
        const [x0, y0] = this.spot(a), [x1, y1] = this.spot(b);
        const bend = this.solid || this.graph.depth[b] > this.graph.depth[a] ? 0 : 0.12;
        pen.moveTo(x0, y0);
        pen.quadraticCurveTo((x0 + x1) / 2 + bend * (y0 - y1), (y0 + y1) / 2 + bend * (x1 - x0), x1, y1);
      }
      pen.strokeStyle = colour;
      pen.lineWidth = (fatal ? 1.4 : 1.2) * thin;
      pen.setLineDash(fatal ? [4 * this.ratio, 3 * this.ratio] : []);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  #marks(pen) {
    const size = this.#size(), order = Array.from({length: this.graph.size}, (_, node) => node);
    if (this.solid) order.sort((a, b) => this.away[b] - this.away[a]);
    const colours = [this.paint.alive, this.paint.dead, this.paint.dead, this.paint.found];
    for (const node of order) {
      if (!this.shown(node)) continue;
      const [x, y] = this.spot(node), near = this.solid ? 1.3 - 0.6 * this.away[node] : 1;
      const radius = size * near * (this.found?.[node] ? 1.35 : 1);
      const colour = colours[this.found?.[node] ? FOUND : this.roles[node]];
      if (this.roles[node] === DEAD) {
        cross(pen, [x, y], radius, colour);
        continue;
      }
      pen.beginPath();
      if (this.roles[node] === STUCK) pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else pen.arc(x, y, radius, 0, 7);
      pen.fillStyle = colour;
      pen.fill();
      pen.lineWidth = this.ratio;
      pen.strokeStyle = this.paint.paper;
      pen.stroke();
    }
  }

  // Return half the width of a mark, in pixels.
  #size() {
    const room = Math.sqrt(this.canvas.width * this.canvas.height / this.graph.size) / 5;
    const most = this.solid ? 6 : 9;
    return Math.max(1.6, Math.min(most, room * Math.sqrt(this.zoom) / this.ratio)) * this.ratio;
  }

  // Draw many states as squares of pixels. Search results are on top, then living states, then dead
  // states. In 3D, near states hide far states.
  #points(pen) {
    const {width, height} = this.behind;
    const image = pen.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const depths = this.solid ? new Float32Array(width * height).fill(2) : null;
    const side = Math.max(1, Math.round(Math.min(8 * this.ratio, 0.7 * Math.sqrt(width * height * this.zoom / this.graph.size))));
    const {paper, alive, dead, found} = this.paint;
    const colours = [alive, dead, dead, found].map(colour => shadesOf(colour, paper, depths ? SHADES : 1));
    const all = !this.clusters && !Object.values(this.filter).some(Boolean);
    for (const layer of depths ? [-1] : [DEAD, ALIVE, FOUND]) {
      for (let node = 0; node < this.graph.size; node++) {
        const role = this.found?.[node] ? FOUND : this.roles[node];
        if (layer >= 0 && role !== layer && !(layer === DEAD && role === STUCK)) continue;
        if (!all && !this.shown(node)) continue;
        const left = Math.round(this.across[node]) - (side >> 1), top = Math.round(this.down[node]) - (side >> 1);
        if (left < 0 || top < 0 || left + side > width || top + side > height) continue;
        const away = depths ? this.away[node] : 0;
        const colour = colours[role][Math.floor(away * (colours[role].length - 1))];
        for (let row = top; row < top + side; row++) {
          for (let at = row * width + left; at < row * width + left + side; at++) {
            if (depths) { if (depths[at] <= away) continue; depths[at] = away; }
            pixels[at] = colour;
          }
        }
      }
    }
    pen.putImageData(image, 0, 0);
  }

  // Draw the play, the start, the goal and the selected state above the rest.
  #overlay() {
    if (!this.paint) return;
    const pen = this.canvas.getContext("2d");
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.behind, 0, 0);
    pen.beginPath();
    this.trail.forEach((node, k) => pen[k ? "lineTo" : "moveTo"](...this.spot(node)));
    for (const [strokeStyle, width] of [[this.paint.paper, 7], [this.paint.trail, 3.5]]) {
      Object.assign(pen, {strokeStyle, lineWidth: width * this.ratio, lineJoin: "round", lineCap: "round"});
      pen.stroke();
    }
    house(pen, this.spot(0), 8 * this.ratio, this.paint);
    if (this.graph.goal >= 0) rings(pen, this.spot(this.graph.goal), 8 * this.ratio, this.paint);
    you(pen, this.spot(this.trail.at(-1)), this.ratio, this.paint);
    if (this.hovered >= 0) disc(pen, this.spot(this.hovered), 8 * this.ratio, "", this.paint.ink, 2 * this.ratio);
    this.drawn = true;
  }
}

// Return the kind of each state: alive, dead, or dead without any move.
function rolesOf(graph) {
  const roles = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node++)
    if (graph.left[node] < 0) roles[node] = graph.offsets[node] === graph.offsets[node + 1] ? STUCK : DEAD;
  return roles;
}

// Return the positions in 3D, relative to the centre. The height of a state that can win is its
// number of moves left; the goal and dead states lie on the ground. If no state can win, states are
// lower the further they are from the start.
function solidsOf({size, x, y, left, depth, deepest, head}) {
  const wide = Math.sqrt(head.aspect || 2), deep = 1 / wide;
  const most = left.reduce((most, moves) => Math.max(most, moves), 0);
  const [a, b, up] = [0, 1, 2].map(() => new Float32Array(size));
  let [ground, radius] = [0.01, 0.01];
  for (let node = 0; node < size; node++) {
    a[node] = (x[node] / 65535 - 0.5) * wide;
    b[node] = (y[node] / 65535 - 0.5) * deep;
    up[node] = (most ? Math.max(0, left[node]) / most : 1 - depth[node] / Math.max(1, deepest)) - 0.5;
    const flat = Math.hypot(a[node], b[node]);
    ground = Math.max(ground, flat);
    radius = Math.max(radius, Math.hypot(flat, up[node]));
  }
  return {a, b, up, ground, radius};
}

// Return the colours that the style sheet defines for a canvas.
export function paintOf(canvas) {
  const style = getComputedStyle(canvas);
  const names = ["paper", "ink", "alive", "dead", "move", "trap", "trail", "start", "goal", "found"];
  return Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

// Return shades of a colour as pixel values: from the colour itself, for near states, to almost the
// background.
function shadesOf(colour, paper, shades) {
  const parts = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));
  const [near, far] = [parts(colour), parts(paper)];
  return Uint32Array.from({length: shades}, (_, k) => {
    const share = 0.75 * k / Math.max(1, shades - 1);
    const [red, green, blue] = near.map((part, c) => Math.round(part + share * (far[c] - part)));
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
  });
}
