// The states around the player in a level too large for a map: columns by the number of moves from
// the current state, with an arrow for each move.

import {cross, disc, rings, you} from "./node_marks.js";
import {paintOf, Sheet} from "./canvas.js";

// Maximum number of moves for which labels are drawn.
const MAX_LABELLED = 40;

export class Neighbourhood extends Sheet {
  /** @param {HTMLCanvasElement} canvas @param {AnyGraph} graph */
  constructor(canvas, graph) {
    super(canvas);
    this.graph = graph;
    /** @type {NearStates} */
    this.near = {states: [], moves: []};
    /** @type {Map<number, number[]>} */
    this.columns = new Map();  // the indices of the states at each distance
    this.here = -1;            // the current state
    this.trail = new Set();
  }

  // Show the states around the last state of a play.
  /** @param {Pick<Step, "node">[]} steps */
  async follow(steps) {
    const {node} = steps[steps.length - 1];
    this.trail = new Set(steps.map(step => step.node));
    this.here = node;
    const near = await this.graph.near?.(node);
    if (!near || this.here !== node || near.error) return;
    this.near = near;
    this.columns = new Map();
    near.states.forEach(([, distance], k) =>
      this.columns.set(distance, [...this.columns.get(distance) ?? [], k]));
    this.redraw();
  }

  /** @param {number} node */
  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.redraw();
  }

  // Return the state at a point of the canvas, else -1.
  /** @param {number} x @param {number} y */
  at(x, y) {
    let [best, least] = [-1, (14 * this.ratio) ** 2];
    this.near.states.forEach(([node], k) => {
      const [left, top] = this.#place(k), far = (left - x) ** 2 + (top - y) ** 2;
      if (far < least) [best, least] = [node, far];
    });
    return best;
  }

  /** @param {number} node */
  spot(node) { return this.#place(this.near.states.findIndex(state => state[0] === node)); }

  // Return the labels of a shortest path from the current state to a state that is shown.
  /** @param {number} node */
  pathTo(node) {
    /** @type {Map<number, {source: number, label: Label}>} */
    const came = new Map();
    for (const [source, target, label] of this.near.moves)  // sources are in order of distance
      if (target && !came.has(target)) came.set(target, {source, label});
    const labels = [];
    let move = came.get(this.near.states.findIndex(state => state[0] === node));
    for (; move; move = came.get(move.source)) labels.push(move.label);
    return labels.reverse();
  }

  redraw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.ratio) this.#draw();
    });
  }

  /** @param {number} k @returns {Point} */
  #place(k) {
    const rim = 36 * this.ratio, steps = this.near.states[k][1];
    const column = this.columns.get(steps) ?? [];
    const row = column.indexOf(k), last = Math.max(...this.columns.keys(), 1);
    const [wide, tall] = [this.canvas.width - 2 * rim, this.canvas.height - 2 * rim];
    return [rim + wide * steps / last, rim + tall * (row + 0.5) / column.length];
  }

  #draw() {
    const {pen, ratio, near: {states, moves}} = this, paint = paintOf(this.canvas);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const spots = states.map((_, k) => this.#place(k));
    for (const [source, target, label] of moves) {
      if (source === target) continue;
      const loses = states[target][2] === -1 && states[source][2] !== -1;
      arrow(pen, spots[source], spots[target], loses ? paint.trap : paint.move, ratio);
      if (moves.length > MAX_LABELLED && source) continue;
      pen.fillStyle = paint.ink;
      pen.font = `${11 * ratio}px system-ui, sans-serif`;
      pen.textAlign = "center";
      const [x0, y0] = spots[source], [x1, y1] = spots[target];
      const [x, y] = [x0 + 0.6 * (x1 - x0), y0 + 0.6 * (y1 - y0)];
      pen.fillText(label, x, y - 4 * ratio);
    }
    states.forEach(([node, , left], k) => {
      const visited = this.trail.has(node), rim = visited ? paint.trail : paint.alive;
      const fill = left === null ? paint.paper : paint.alive;
      if (left === 0) rings(pen, spots[k], 8 * ratio, paint);
      else if (left === -1) cross(pen, spots[k], 5 * ratio, visited ? paint.trail : paint.dead);
      else disc(pen, spots[k], 5 * ratio, fill, rim, 2 * ratio);
      if (node === this.hovered) disc(pen, spots[k], 9 * ratio, "", paint.ink, 2 * ratio);
    });
    if (states.length) you(pen, spots[0], ratio, paint);
    this.drawn = true;
  }
}

// Draw an arrow from one mark to another.
/**
 * @param {Pen} pen @param {Point} from @param {Point} to
 * @param {string} colour @param {number} ratio
 */
function arrow(pen, [x0, y0], [x1, y1], colour, ratio) {
  const [dx, dy] = [x1 - x0, y1 - y0], long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const [bx, by] = [(x0 + x1) / 2 - 0.12 * dy, (y0 + y1) / 2 + 0.12 * dx];
  const [tx, ty] = [x1 - 8 * ratio * ux, y1 - 8 * ratio * uy], turn = Math.atan2(ty - by, tx - bx);
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.quadraticCurveTo(bx, by, tx, ty);
  for (const side of [-0.45, 0.45]) {
    pen.moveTo(tx, ty);
    pen.lineTo(tx - 7 * ratio * Math.cos(turn + side), ty - 7 * ratio * Math.sin(turn + side));
  }
  Object.assign(pen, {strokeStyle: colour, lineWidth: 1.3 * ratio});
  pen.stroke();
}
