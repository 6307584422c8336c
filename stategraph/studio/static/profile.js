// The profile, which can be drawn for graphs of any size. It shows the numbers of living, dead and
// unknown states at each distance from the start, and the path of the player.

import {you} from "./node_marks.js";
import {paintOf, Sheet} from "./canvas.js";

export class Profile extends Sheet {
  /** @param {HTMLCanvasElement} canvas @param {AnyGraph} graph */
  constructor(canvas, graph) {
    super(canvas);
    const [alive, dead, open = alive.map(() => 0)] = graph.profile;
    this.alive = alive;
    this.dead = dead;
    this.open = open;
    this.most = Math.max(1, ...alive.map((number, depth) => number + dead[depth] + open[depth]));
    this.depths = [0];
  }

  // Show another play.
  /** @param {Pick<Step, "node" | "depth">[]} steps */
  follow(steps) {
    // null: beyond the graph
    this.depths = steps.map(step => step.depth ?? this.alive.length - 1);
    this.redraw();
  }

  redraw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.ratio) this.#draw();
    });
  }

  // Return the left edge and the width of the column for a distance.
  /** @param {number} depth */
  #column(depth) {
    const rim = 30 * this.ratio, wide = (this.canvas.width - 2 * rim) / this.alive.length;
    return [rim + depth * wide, wide];
  }

  #draw() {
    const pen = this.pen, {ratio} = this, {width, height} = this.canvas;
    const paint = paintOf(this.canvas), floor = height - 34 * ratio, room = floor - 30 * ratio;
    pen.clearRect(0, 0, width, height);
    pen.font = `${12 * ratio}px system-ui, sans-serif`;
    this.alive.forEach((alive, depth) => {
      const [left, wide] = this.#column(depth), gap = wide > 4 * ratio ? ratio : 0;
      let foot = floor;
      const numbers = [this.dead[depth], alive, this.open[depth]];
      const colours = [paint.dead, paint.alive, paint.move];
      numbers.forEach((number, k) => {
        const high = number / this.most * room;
        pen.fillStyle = colours[k];
        pen.fillRect(left, foot -= high, wide - gap, high);
      });
    });
    pen.fillStyle = paint.ink;
    pen.textAlign = "center";
    pen.fillText("moves from the start", width / 2, height - 4 * ratio);
    const each = Math.ceil(this.alive.length / 12);
    for (let depth = 0; depth < this.alive.length; depth += each) {
      const [left, wide] = this.#column(depth);
      pen.fillText(String(depth), left + wide / 2, floor + 15 * ratio);
    }
    pen.textAlign = "left";
    pen.fillText(`at most ${this.most.toLocaleString("en")} states`, 8 * ratio, 16 * ratio);
    this.#play(pen, paint, floor);
    this.drawn = true;
  }

  // Draw the path of the player below the columns, with the current state.
  /** @param {Pen} pen @param {Paint} paint @param {number} floor */
  #play(pen, paint, floor) {
    const spots = this.depths.map(depth => {
      const [left, wide] = this.#column(depth);
      return /** @type {Point} */ ([left + wide / 2, floor]);
    });
    pen.beginPath();
    for (const spot of spots) pen.lineTo(...spot);
    Object.assign(pen, {strokeStyle: paint.trail, lineWidth: 3 * this.ratio});
    pen.stroke();
    you(pen, spots[spots.length - 1], this.ratio, paint);
  }
}
