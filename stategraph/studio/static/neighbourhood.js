// The states around the player in a level too large for a map: columns by the number of moves from
// the current state, with an arrow for each move.

import {paintOf, Sheet} from "./chart.js";
import {cross, disc, rings, you} from "./marks.js";

// Maximum number of moves for which labels are drawn.
const MAX_LABELLED = 40;

export class Neighbourhood extends Sheet {
  constructor(canvas, graph) {
    super(canvas);
    this.graph = graph;
    this.near = {states: [], moves: []};
    this.hovered = -1;
    this.trail = new Set();
  }

  // Show the states around the last state of a play.
  async follow(steps) {
    const {node} = steps.at(-1);
    this.trail = new Set(steps.map(step => step.node));
    this.here = node;
    const near = await this.graph.near(node);
    if (this.here !== node || near.error) return;
    this.near = near;
    this.columns = Map.groupBy(near.states.map((state, k) => [k, state[1]]), ([, steps]) => steps);
    this.redraw();
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.redraw();
  }

  // Return the state at a point of the canvas, else -1.
  at(x, y) {
    let [best, least] = [-1, (14 * this.ratio) ** 2];
    this.near.states.forEach(([node], k) => {
      const [left, top] = this.#place(k), far = (left - x) ** 2 + (top - y) ** 2;
      if (far < least) [best, least] = [node, far];
    });
    return best;
  }

  spot(node) { return this.#place(this.near.states.findIndex(state => state[0] === node)); }

  // Return the labels of a shortest path from the current state to a state that is shown.
  pathTo(node) {
    const came = new Map([[0, null]]);
    for (const [source, target, label] of this.near.moves)  // sources are in order of distance
      if (!came.has(target)) came.set(target, [source, label]);
    const labels = [];
    for (let at = this.near.states.findIndex(state => state[0] === node); at > 0; at = came.get(at)[0]) labels.push(came.get(at)[1]);
    return labels.reverse();
  }

  redraw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.ratio) this.#draw();
    });
  }

  #place(k) {
    const rim = 36 * this.ratio, steps = this.near.states[k][1], column = this.columns.get(steps);
    const row = column.findIndex(([state]) => state === k), last = Math.max(...this.columns.keys(), 1);
    const [wide, tall] = [this.canvas.width - 2 * rim, this.canvas.height - 2 * rim];
    return [rim + wide * steps / last, rim + tall * (row + 0.5) / column.length];
  }

  #draw() {
    const pen = this.canvas.getContext("2d"), paint = paintOf(this.canvas), {ratio} = this, {states, moves} = this.near;
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const spots = states.map((_, k) => this.#place(k));
    for (const [source, target, label] of moves) {
      if (source === target) continue;
      const loses = states[target][2] === -1 && states[source][2] !== -1;
      arrow(pen, spots[source], spots[target], loses ? paint.trap : paint.move, ratio);
      if (moves.length > MAX_LABELLED && source) continue;
      Object.assign(pen, {fillStyle: paint.ink, font: `${11 * ratio}px system-ui, sans-serif`, textAlign: "center"});
      const [x, y] = [0, 1].map(c => spots[source][c] + 0.6 * (spots[target][c] - spots[source][c]));
      pen.fillText(label, x, y - 4 * ratio);
    }
    states.forEach(([node, , left], k) => {
      const trodden = this.trail.has(node);
      if (left === 0) rings(pen, spots[k], 8 * ratio, paint);
      else if (left === -1) cross(pen, spots[k], 5 * ratio, trodden ? paint.trail : paint.dead);
      else disc(pen, spots[k], 5 * ratio, left === null ? paint.paper : paint.alive, trodden ? paint.trail : paint.alive, 2 * ratio);
      if (node === this.hovered) disc(pen, spots[k], 9 * ratio, "", paint.ink, 2 * ratio);
    });
    if (states.length) you(pen, spots[0], ratio, paint);
    this.drawn = true;
  }
}

// Draw an arrow from one mark to another.
function arrow(pen, [x0, y0], [x1, y1], colour, ratio) {
  const [dx, dy] = [x1 - x0, y1 - y0], long = Math.hypot(dx, dy) || 1, [ux, uy] = [dx / long, dy / long];
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
