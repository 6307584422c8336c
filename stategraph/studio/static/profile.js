// The profile, which can be drawn for graphs of any size. It shows the numbers of living, dead and
// unknown states at each distance from the start, and the path of the player.

import {paintOf, Sheet} from "./chart.js";
import {you} from "./marks.js";

export class Profile extends Sheet {
  constructor(canvas, graph) {
    super(canvas);
    [this.alive, this.dead, this.open = this.alive.map(() => 0)] = graph.profile;
    this.most = Math.max(1, ...this.alive.map((alive, depth) => alive + this.dead[depth] + this.open[depth]));
    this.depths = [0];
  }

  // Show another play.
  follow(steps) {
    this.depths = steps.map(step => step.depth ?? this.alive.length - 1);  // null: beyond the graph
    this.redraw();
  }

  redraw() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.ratio) this.#draw();
    });
  }

  // Return the left edge and the width of the column for a distance.
  #column(depth) {
    const rim = 30 * this.ratio, wide = (this.canvas.width - 2 * rim) / this.alive.length;
    return [rim + depth * wide, wide];
  }

  #draw() {
    const pen = this.canvas.getContext("2d"), {ratio} = this, {width, height} = this.canvas;
    const paint = paintOf(this.canvas), floor = height - 34 * ratio, room = floor - 30 * ratio;
    pen.clearRect(0, 0, width, height);
    pen.font = `${12 * ratio}px system-ui, sans-serif`;
    this.alive.forEach((alive, depth) => {
      const [left, wide] = this.#column(depth), gap = wide > 4 * ratio ? ratio : 0;
      let foot = floor;
      for (const [some, colour] of [[this.dead[depth], paint.dead], [alive, paint.alive], [this.open[depth], paint.move]]) {
        const high = some / this.most * room;
        pen.fillStyle = colour;
        pen.fillRect(left, foot -= high, wide - gap, high);
      }
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
  #play(pen, paint, floor) {
    const spots = this.depths.map(depth => {
      const [left, wide] = this.#column(depth);
      return [left + wide / 2, floor];
    });
    pen.beginPath();
    spots.forEach((spot, k) => pen[k ? "lineTo" : "moveTo"](...spot));
    Object.assign(pen, {strokeStyle: paint.trail, lineWidth: 3 * this.ratio});
    pen.stroke();
    you(pen, spots.at(-1), this.ratio, paint);
  }
}
