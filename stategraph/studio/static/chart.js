// The state graph on a canvas, flat or in 3D: a mark for each state, and the path of the play.

import {Clusters} from "./clusters.js";
import {cross, disc, house, rings, you} from "./node_marks.js";
import {ALIVE, DEAD, drawPoints, FOUND, STUCK} from "./points.js";
import {paintOf, Sheet} from "./canvas.js";

// Maximum number of states that are drawn as shapes with moves between them; more are points.
const LINED = 4000;


// The initial rotation and tilt in 3D, and the rotation per pixel of dragging, in radians.
const YAW = 0.6, PITCH = 1.05, TURN = 0.008;

// Maximum zoom of a map that is enlarged to its living states.
const MAX_ENLARGED = 40;

export class Chart extends Sheet {
  /** @param {HTMLCanvasElement} canvas @param {WholeGraph} graph */
  constructor(canvas, graph) {
    const behind = document.createElement("canvas");  // everything except the play
    super(canvas, [canvas, behind]);
    this.behind = behind;
    this.backPen = /** @type {Pen} */ (behind.getContext("2d"));
    this.graph = graph;
    this.paint = paintOf(canvas);
    this.zoom = 1;
    /** @type {Point} */
    this.shift = [0, 0];
    this.yaw = YAW;
    this.pitch = PITCH;
    this.selectable = true;
    /** @type {Record<Filter, boolean>} */
    this.filter = {living: false, dead: false, traps: false, unvisited: false};
    this.visited = new Uint8Array(graph.size);
    /** @type {Uint8Array | null} */
    this.found = null;    // 1 for each state that is highlighted
    /** @type {Uint8Array | null} */
    this.atTraps = null;  // 1 for each end of a trap move
    /** @type {ReturnType<typeof solidsOf> | null} */
    this.solids = null;   // the positions in 3D
    this.trail = [0];
    this.roles = rolesOf(graph);
    this.fatal = new Set(graph.traps);
    this.solid = false;
    this.projected = false;  // the states have positions on the canvas
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
    this.yaw = YAW;
    this.pitch = PITCH;
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
    const [w, h] = [right - left || 1, bottom - top || 1];
    const zoom = Math.min(MAX_ENLARGED, (width - 2 * rim) / w, (height - 2 * rim) / h);
    this.zoom = Math.max(1, zoom);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    this.shift = [width / 2 - this.zoom * x, height / 2 - this.zoom * y];
    this.#keepInSight();
  }

  // Show the graph flat, or in 3D, where the height is the number of moves left.
  /** @param {boolean} solid */
  raise(solid) {
    this.solid = solid;
    this.fit();
  }

  // Zoom by a factor about a point of the canvas, in pixels of the canvas.
  /** @param {number} factor */
  zoomBy(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const zoom = Math.min(400, Math.max(1, this.zoom * factor));
    const real = zoom / this.zoom;
    this.shift = [x + (this.shift[0] - x) * real, y + (this.shift[1] - y) * real];
    this.zoom = zoom;
    this.#keepInSight();
    this.redraw();
  }

  // Drag by some pixels: move the flat graph, or rotate the graph in 3D.
  /** @param {number} dx @param {number} dy */
  dragBy(dx, dy) {
    if (!this.solid) { this.panBy(dx, dy); return; }
    this.yaw += dx * TURN / this.ratio;
    const pitch = this.pitch + dy * TURN / this.ratio;
    this.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, pitch));
    this.redraw();
  }

  /** @param {number} dx @param {number} dy */
  panBy(dx, dy) {
    this.shift = [this.shift[0] + dx, this.shift[1] + dy];
    this.#keepInSight();
    this.redraw();
  }

  #keepInSight() {
    const {width, height} = this.canvas, [x, y] = this.shift;
    /** @param {number} shift @param {number} side */
    const bounded = (shift, side) => Math.min(0, Math.max(side * (1 - this.zoom), shift));
    this.shift = [bounded(x, width), bounded(y, height)];
  }

  // Show another play.
  /** @param {{node: number}[]} steps */
  follow(steps) {
    this.trail = steps.map(step => step.node);
    for (const node of this.trail) this.visited[node] = 1;
    if (this.filter.unvisited) this.redraw();
    else this.#overlay();
  }

  /** @param {number} node */
  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.#overlay();
  }

  /** @param {Filter} name @param {boolean} on */
  choose(name, on) {
    const refit = name === "living" && this.filter.living !== on;
    this.filter[name] = on;
    if (refit) this.fit(); else this.redraw();
  }

  // Fold the clusters of dead states to outlines on a flat map, or unfold all.
  /** @param {boolean} on */
  fold(on) {
    this.clusters = on && !this.solid ? new Clusters(this.graph) : null;
    this.redraw();
  }

  // Unfold a cluster.
  /** @param {number} cluster */
  unfold(cluster) {
    this.clusters?.unfolded.add(cluster);
    this.redraw();
  }

  // Return the folded cluster at a point of the canvas, else -1.
  /** @param {number} x @param {number} y */
  foldAt(x, y) { return this.clusters?.at(this.backPen, x, y) ?? -1; }

  // Highlight some states; null: none.
  /** @param {number[] | null} nodes */
  mark(nodes) {
    const found = new Uint8Array(this.graph.size);
    for (const node of nodes ?? []) found[node] = 1;
    this.found = nodes && found;
    this.redraw();
  }

  // Return the state at a point of the canvas, else -1.
  /** @param {number} x @param {number} y */
  at(x, y) {
    let best = -1, least = (14 * this.ratio) ** 2;
    for (let node = 0; node < this.graph.size; node++) {
      const far = (this.across[node] - x) ** 2 + (this.down[node] - y) ** 2;
      if (far < least && this.shown(node)) [best, least] = [node, far];
    }
    return best;
  }

  // Return the states between two points of the canvas.
  /** @param {Point} from @param {Point} to */
  inside([x0, y0], [x1, y1]) {
    const nodes = [], [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
    for (let node = 0; node < this.graph.size; node++) {
      const [x, y] = [this.across[node], this.down[node]];
      const within = x >= left && x <= right && y >= top && y <= bottom;
      if (within && this.shown(node)) nodes.push(node);
    }
    return nodes;
  }

  // Return the position of a state on the canvas.
  /** @param {number} node @returns {Point} */
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
  /** @param {number} middle @param {number} height @param {number} w @param {number} h */
  #projectSolid(middle, height, w, h) {
    this.solids ??= solidsOf(this.graph);
    const {a, b, up, ground, radius} = this.solids, {across, down, away} = this;
    const scale = Math.min(w / 2 / ground, h / 2 / radius);
    const [cosYaw, sinYaw] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [cosPitch, sinPitch] = [Math.cos(this.pitch), Math.sin(this.pitch)];
    let [near, far] = [Infinity, -Infinity];
    for (let node = 0; node < a.length; node++) {
      const back = b[node] * cosYaw + a[node] * sinYaw;
      across[node] = middle + scale * (a[node] * cosYaw - b[node] * sinYaw);
      down[node] = height - scale * (up[node] * sinPitch - back * cosPitch);
      const gone = away[node] = -up[node] * cosPitch - back * sinPitch;
      if (gone < near) near = gone;
      if (gone > far) far = gone;
    }
    for (let node = 0; node < a.length; node++)
      away[node] = (away[node] - near) / (far - near || 1);
  }

  // Return the rectangle (left, top, width, height) that the states cover.
  /** @returns {[number, number, number, number]} */
  #frame() {
    const rim = 22 * (this.ratio || 1);
    let [w, h] = [this.canvas.width - 2 * rim, this.canvas.height - 2 * rim];
    let [x, y] = [rim, rim];
    const aspect = this.graph.head.aspect;
    if (aspect && !this.solid) {  // the map has a fixed aspect ratio
      const wide = Math.min(w, h * aspect), tall = wide / aspect;
      [x, y, w, h] = [x + (w - wide) / 2, y + (h - tall) / 2, wide, tall];
    }
    const {zoom, shift: [dx, dy]} = this;
    return [dx + x * zoom, dy + y * zoom, w * zoom, h * zoom];
  }

  // Return true if the filters show a state.
  /** @param {number} node */
  shown(node) {
    if (node === this.graph.goal || node === 0) return true;
    if (this.clusters?.hides(node)) return false;
    if (this.filter.living && this.roles[node] !== ALIVE) return false;
    if (this.filter.dead && this.roles[node] === ALIVE) return false;
    if (this.filter.traps && !this.#atTrap(node)) return false;
    return !(this.filter.unvisited && this.visited[node]);
  }

  /** @param {number} node */
  #atTrap(node) {
    this.atTraps ??= this.#endsOfTraps();
    return this.atTraps[node] === 1;
  }

  #endsOfTraps() {
    const ends = new Uint8Array(this.graph.size);
    for (const move of this.fatal) {
      ends[this.graph.sources[move]] = 1;
      ends[this.graph.targets[move]] = 1;
    }
    return ends;
  }

  // Draw everything again, in the next frame.
  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (!this.canvas.width) return;
      this.paint = paintOf(this.canvas);
      this.projected = true;
      this.#project();
      this.#background();
      this.#overlay();
    });
  }

  #background() {
    const pen = this.backPen;
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
    if (this.graph.size > LINED) {
      drawPoints(pen, this);
    } else {
      this.#moves(pen);
      this.#marks(pen);
    }
    if (!this.filter.living) this.clusters?.draw(pen, this.#frame(), this.paint, this.ratio);
  }

  /** @param {Pen} pen */
  #moves(pen) {
    const thin = Math.max(0.2, Math.min(1, 300 / this.graph.size + 0.1)) * this.ratio;
    for (const fatal of [false, true]) {
      pen.beginPath();
      for (let move = 0; move < this.graph.targets.length; move++) {
        const [a, b] = [this.graph.sources[move], this.graph.targets[move]];
        if (a === b || this.fatal.has(move) !== fatal || !this.shown(a) || !this.shown(b)) continue;
        const [x0, y0] = this.spot(a), [x1, y1] = this.spot(b);
        const bend = this.solid || this.graph.depth[b] > this.graph.depth[a] ? 0 : 0.12;
        const [x, y] = [(x0 + x1) / 2 + bend * (y0 - y1), (y0 + y1) / 2 + bend * (x1 - x0)];
        pen.moveTo(x0, y0);
        pen.quadraticCurveTo(x, y, x1, y1);
      }
      pen.strokeStyle = fatal ? this.paint.trap : this.paint.move;
      pen.lineWidth = (fatal ? 1.4 : 1.2) * thin;
      pen.setLineDash(fatal ? [4 * this.ratio, 3 * this.ratio] : []);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** @param {Pen} pen */
  #marks(pen) {
    const size = this.#size(), order = [...this.roles.keys()];
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

  // Draw the play, the start, the goal and the selected state above the rest.
  #overlay() {
    if (!this.projected) return;
    const {pen} = this;
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.behind, 0, 0);
    pen.beginPath();
    for (const node of this.trail) pen.lineTo(...this.spot(node));
    Object.assign(pen, {lineJoin: "round", lineCap: "round"});
    for (const [colour, width] of /** @type {const} */ ([["paper", 7], ["trail", 3.5]])) {
      pen.strokeStyle = this.paint[colour];
      pen.lineWidth = width * this.ratio;
      pen.stroke();
    }
    house(pen, this.spot(0), 8 * this.ratio, this.paint);
    if (this.graph.goal >= 0) rings(pen, this.spot(this.graph.goal), 8 * this.ratio, this.paint);
    you(pen, this.spot(this.trail[this.trail.length - 1]), this.ratio, this.paint);
    if (this.hovered >= 0)
      disc(pen, this.spot(this.hovered), 8 * this.ratio, "", this.paint.ink, 2 * this.ratio);
    this.drawn = true;
  }
}

// Return the kind of each state: alive, dead, or dead without any move.
/** @param {WholeGraph} graph */
function rolesOf(graph) {
  const roles = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node++) {
    const moves = graph.offsets[node + 1] - graph.offsets[node];
    if (graph.left[node] < 0) roles[node] = moves ? DEAD : STUCK;
  }
  return roles;
}

// Return the positions in 3D, relative to the centre. The height of a state that can win is its
// number of moves left; the goal and dead states lie on the ground. If no state can win, states are
// lower the further they are from the start.
/** @param {WholeGraph} graph */
function solidsOf({size, x, y, left, depth, deepest, head}) {
  const wide = Math.sqrt(head.aspect || 2), deep = 1 / wide;
  let most = 0;
  for (const moves of left) most = Math.max(most, moves);
  const [a, b, up] = [0, 1, 2].map(() => new Float32Array(size));
  let [ground, radius] = [0.01, 0.01];
  for (let node = 0; node < size; node++) {
    a[node] = (x[node] / 65535 - 0.5) * wide;
    b[node] = (y[node] / 65535 - 0.5) * deep;
    const height = most ? Math.max(0, left[node]) / most : 1 - depth[node] / Math.max(1, deepest);
    up[node] = height - 0.5;
    const flat = Math.hypot(a[node], b[node]);
    ground = Math.max(ground, flat);
    radius = Math.max(radius, Math.hypot(flat, up[node]));
  }
  return {a, b, up, ground, radius};
}
