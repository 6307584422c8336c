// The state graph on a canvas: every state a mark, the play a line through them.

// Up to so many states, marks are shapes with moves between them; beyond, they are points.
const LINED = 4000;

const ALIVE = 0, DEAD = 1, STUCK = 2;

export class Chart {
  constructor(canvas, graph) {
    this.canvas = canvas;
    this.graph = graph;
    this.behind = document.createElement("canvas");  // all but the play, drawn when the view changes
    this.filter = {dead: false, traps: false, unvisited: false};
    this.visited = new Uint8Array(graph.size);
    this.hovered = -1;
    this.trail = [0];
    this.roles = rolesOf(graph);
    this.fatal = new Set(graph.traps);
    this.finder = new Finder(graph);
    this.drawn = false;
    this.fit();
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(canvas);
    this.ended = new AbortController();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw(), {signal: this.ended.signal});
  }

  // Leave the canvas to another graph.
  stop() {
    this.watching.disconnect();
    this.ended.abort();
    cancelAnimationFrame(this.waiting);
  }

  // Take the size that the page gives the canvas.
  resize() {
    const ratio = window.devicePixelRatio || 1;
    const {width, height} = this.canvas.getBoundingClientRect();
    if (!width || !height) return;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    for (const sheet of [this.canvas, this.behind])
      if (sheet.width !== w || sheet.height !== h) Object.assign(sheet, {width: w, height: h});
    this.ratio = ratio;
    this.redraw();
  }

  // Show all of it.
  fit() {
    this.zoom = 1;
    this.shift = [0, 0];
    this.redraw();
  }

  // Zoom by a factor about a point of the canvas, given in its own pixels.
  zoomBy(factor, x = this.canvas.width / 2, y = this.canvas.height / 2) {
    const zoom = Math.min(400, Math.max(1, this.zoom * factor));
    const real = zoom / this.zoom;
    this.shift = [x + (this.shift[0] - x) * real, y + (this.shift[1] - y) * real];
    this.zoom = zoom;
    this.#keepInSight();
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
  follow(trail) {
    this.trail = trail;
    for (const node of trail) this.visited[node] = 1;
    if (this.filter.unvisited) this.redraw();
    else this.#overlay();
  }

  hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.#overlay();
  }

  choose(name, on) {
    this.filter[name] = on;
    this.redraw();
  }

  // The state at a point of the canvas, -1 where there is none.
  at(x, y) {
    const [ox, oy, w, h] = this.#frame();
    const reach = 14 * this.ratio;
    return this.finder.nearest((x - ox) / w, (y - oy) / h, reach / w, reach / h, node => this.shown(node));
  }

  // Where a state is on the canvas.
  spot(node) {
    const [ox, oy, w, h] = this.#frame();
    return [ox + this.graph.x[node] / 65535 * w, oy + this.graph.y[node] / 65535 * h];
  }

  // The rectangle (left, top, width, height) over which the states are spread.
  #frame() {
    const rim = 22 * (this.ratio || 1);
    let [w, h] = [this.canvas.width - 2 * rim, this.canvas.height - 2 * rim];
    let [x, y] = [rim, rim];
    const aspect = this.graph.head.aspect;
    if (aspect) {  // the map has a shape of its own
      const wide = Math.min(w, h * aspect), tall = wide / aspect;
      [x, y, w, h] = [x + (w - wide) / 2, y + (h - tall) / 2, wide, tall];
    }
    return [this.shift[0] + x * this.zoom, this.shift[1] + y * this.zoom, w * this.zoom, h * this.zoom];
  }

  // Whether a state is one that the filters show.
  shown(node) {
    if (node === this.graph.goal || node === 0) return true;
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

  // Draw everything anew, at the next frame.
  redraw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      if (!this.canvas.width) return;
      this.paint = paintOf(this.canvas);
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
  }

  #moves(pen) {
    const thin = Math.max(0.2, Math.min(1, 300 / this.graph.size + 0.1)) * this.ratio;
    for (const [fatal, colour] of [[false, this.paint.move], [true, this.paint.trap]]) {
      pen.beginPath();
      for (let move = 0; move < this.graph.targets.length; move++) {
        const [a, b] = [this.graph.sources[move], this.graph.targets[move]];
        if (a === b || this.fatal.has(move) !== fatal || !this.shown(a) || !this.shown(b)) continue;
        const [x0, y0] = this.spot(a), [x1, y1] = this.spot(b);
        const bend = this.graph.depth[b] > this.graph.depth[a] ? 0 : 0.12;
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
    const size = this.#size();
    for (let node = 0; node < this.graph.size; node++) {
      if (!this.shown(node)) continue;
      const [x, y] = this.spot(node);
      pen.beginPath();
      if (this.roles[node] === STUCK) pen.rect(x - size, y - size, 2 * size, 2 * size);
      else pen.arc(x, y, size, 0, 7);
      pen.fillStyle = this.roles[node] === ALIVE ? this.paint.alive : this.paint.dead;
      pen.fill();
      pen.lineWidth = this.ratio;
      pen.strokeStyle = this.paint.paper;
      pen.stroke();
    }
  }

  // How large a mark is, half its width in pixels.
  #size() {
    const room = Math.sqrt(this.canvas.width * this.canvas.height / this.graph.size) / 5;
    return Math.max(1.6, Math.min(9, room * Math.sqrt(this.zoom) / this.ratio)) * this.ratio;
  }

  // Many states as pixels, the dead ones below.
  #points(pen) {
    const {width, height} = this.behind;
    const image = pen.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const colours = [this.paint.alive, this.paint.dead, this.paint.dead].map(packedColour);
    const [ox, oy, w, h] = this.#frame();
    const side = Math.max(1, Math.round(Math.min(8 * this.ratio, 0.7 * Math.sqrt(width * height * this.zoom / this.graph.size))));
    const {x, y} = this.graph, half = side >> 1;
    for (const alive of [false, true]) {
      for (let node = 0; node < this.graph.size; node++) {
        if ((this.roles[node] === ALIVE) !== alive || !this.shown(node)) continue;
        const left = Math.round(ox + x[node] / 65535 * w) - half, top = Math.round(oy + y[node] / 65535 * h) - half;
        if (left < 0 || top < 0 || left + side > width || top + side > height) continue;
        const colour = colours[this.roles[node]];
        for (let row = top; row < top + side; row++) pixels.fill(colour, row * width + left, row * width + left + side);
      }
    }
    pen.putImageData(image, 0, 0);
  }

  // The play, the start, the goal and what is pointed at, above the rest.
  #overlay() {
    if (!this.paint) return;
    const pen = this.canvas.getContext("2d");
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.behind, 0, 0);
    const line = this.ratio * 3;
    pen.beginPath();
    this.trail.forEach((node, k) => pen[k ? "lineTo" : "moveTo"](...this.spot(node)));
    Object.assign(pen, {strokeStyle: this.paint.trail, lineWidth: line, lineJoin: "round", lineCap: "round"});
    pen.stroke();
    house(pen, this.spot(0), 8 * this.ratio, this.paint);
    if (this.graph.goal >= 0) rings(pen, this.spot(this.graph.goal), 8 * this.ratio, this.paint);
    const here = this.spot(this.trail.at(-1));
    disc(pen, here, 7 * this.ratio, this.paint.trail, this.paint.paper, 2 * this.ratio);
    disc(pen, here, 11 * this.ratio, "", this.paint.trail, 2 * this.ratio);
    if (this.hovered >= 0) disc(pen, this.spot(this.hovered), 8 * this.ratio, "", this.paint.ink, 2 * this.ratio);
    this.drawn = true;
  }
}

// Finds the state nearest to a point in a grid of cells.
class Finder {
  constructor(graph) {
    this.graph = graph;
    this.side = Math.max(1, Math.min(256, Math.round(Math.sqrt(graph.size / 4))));
    const cells = this.side * this.side;
    this.starts = new Int32Array(cells + 1);
    const cell = Int32Array.from({length: graph.size}, (_, node) => this.#cell(graph.x[node]) + this.side * this.#cell(graph.y[node]));
    for (const one of cell) this.starts[one + 1]++;
    for (let k = 0; k < cells; k++) this.starts[k + 1] += this.starts[k];
    this.nodes = new Int32Array(graph.size);
    const next = this.starts.slice();
    cell.forEach((one, node) => { this.nodes[next[one]++] = node; });
  }

  #cell(place) { return Math.min(this.side - 1, Math.floor(place / 65536 * this.side)); }

  // The nearest node to (x, y), both from 0 to 1, within an ellipse, among those that are `wanted`.
  nearest(x, y, reachX, reachY, wanted) {
    const clamp = value => Math.min(this.side - 1, Math.max(0, Math.floor(value * this.side)));
    let best = -1, least = 1;
    for (let row = clamp(y - reachY); row <= clamp(y + reachY); row++) {
      for (let column = clamp(x - reachX); column <= clamp(x + reachX); column++) {
        const cell = column + this.side * row;
        for (let k = this.starts[cell]; k < this.starts[cell + 1]; k++) {
          const node = this.nodes[k];
          const away = ((this.graph.x[node] / 65535 - x) / reachX) ** 2 + ((this.graph.y[node] / 65535 - y) / reachY) ** 2;
          if (away < least && wanted(node)) [best, least] = [node, away];
        }
      }
    }
    return best;
  }
}

// What each state is: alive, dead, or dead without any move.
function rolesOf(graph) {
  const roles = new Uint8Array(graph.size);
  for (let node = 0; node < graph.size; node++)
    if (graph.left[node] < 0) roles[node] = graph.offsets[node] === graph.offsets[node + 1] ? STUCK : DEAD;
  return roles;
}

// The colours that the page's style gives a canvas.
function paintOf(canvas) {
  const style = getComputedStyle(canvas);
  const names = ["paper", "ink", "alive", "dead", "move", "trap", "trail", "start", "goal"];
  return Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function packedColour(colour) {
  const number = parseInt(colour.slice(1), 16);
  return (255 << 24 | (number & 255) << 16 | (number >> 8 & 255) << 8 | number >> 16) >>> 0;
}

function disc(pen, [x, y], radius, fill, stroke, width) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  if (fill) { pen.fillStyle = fill; pen.fill(); }
  Object.assign(pen, {strokeStyle: stroke, lineWidth: width});
  pen.stroke();
}

function rings(pen, spot, radius, paint) {
  disc(pen, spot, radius, paint.paper, paint.goal, radius / 4);
  disc(pen, spot, radius / 2, paint.goal, paint.goal, 1);
}

function house(pen, [x, y], size, paint) {
  pen.beginPath();
  for (const [dx, dy] of [[-1, 1], [1, 1], [1, -0.2], [0, -1.2], [-1, -0.2]]) pen.lineTo(x + dx * size, y + dy * size);
  pen.closePath();
  Object.assign(pen, {fillStyle: paint.start, strokeStyle: paint.paper, lineWidth: size / 5});
  pen.fill();
  pen.stroke();
}
