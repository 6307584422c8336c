// Clusters of dead states, folded to outlines. Moves between dead states connect a cluster.

// Number of cells of the grid along each axis of the map; an outline follows their edges.
const GRID = 90;

// Minimum number of states of a cluster that is folded.
const MIN_FOLDED = 3;

/**
 * The loops around a cluster as vertices of the grid, and the centre of a cell in its middle.
 * @typedef {{loops: Point[][], middle: Point}} Outline
 */

export class Clusters {
  /** @param {WholeGraph} graph */
  constructor(graph) {
    this.graph = graph;
    const {of, sizes} = clustersOf(graph);
    this.of = of;
    this.sizes = sizes;
    /** @type {Set<number>} */
    this.unfolded = new Set();
    /** @type {Map<number, Outline>} */
    this.outlines = new Map();
    for (const [cluster, cells] of cellsOf(graph, of)) {
      if (sizes[cluster] < MIN_FOLDED) continue;
      this.outlines.set(cluster, {loops: loopsAround(cells), middle: middleOf(cells)});
    }
    /** @type {Map<number, Path2D>} */
    this.paths = new Map();
  }

  get folded() {
    return [...this.outlines.keys()].filter(cluster => !this.unfolded.has(cluster));
  }

  // Return true if a state is inside a folded cluster.
  /** @param {number} node */
  hides(node) {
    const cluster = this.of[node];
    return cluster >= 0 && this.sizes[cluster] >= MIN_FOLDED && !this.unfolded.has(cluster);
  }

  // Return the folded cluster at a point of the canvas, else -1.
  /** @param {Pen} pen @param {number} x @param {number} y */
  at(pen, x, y) {
    for (const [cluster, path] of this.paths) if (pen.isPointInPath(path, x, y)) return cluster;
    return -1;
  }

  // Draw the folded clusters below all other marks, and their numbers of states on top. The
  // frame is the rectangle of the map on the canvas.
  /**
   * @param {Pen} pen @param {[number, number, number, number]} frame
   * @param {Paint} paint @param {number} ratio
   */
  draw(pen, [left, top, wide, tall], paint, ratio) {
    /** @param {Point} vertex @returns {Point} */
    const place = ([x, y]) => [left + x / GRID * wide, top + y / GRID * tall];
    this.paths.clear();
    const outlines = [...this.outlines].filter(([cluster]) => !this.unfolded.has(cluster))
      .sort(([one], [other]) => this.sizes[one] - this.sizes[other]);
    for (const [cluster, {loops}] of outlines) this.paths.set(cluster, smooth(loops, place));
    pen.save();
    pen.globalCompositeOperation = "destination-over";
    Object.assign(pen, {strokeStyle: paint.dead, fillStyle: paint.dead, lineWidth: 1.5 * ratio});
    for (const path of this.paths.values()) {
      pen.stroke(path);
      pen.globalAlpha = 0.25;
      pen.fill(path);
      pen.globalAlpha = 1;
    }
    pen.restore();
    Object.assign(pen, {
      font: `600 ${12 * ratio}px system-ui, sans-serif`, textAlign: "center",
      textBaseline: "middle", lineWidth: 3 * ratio, lineJoin: "round",
      strokeStyle: paint.paper, fillStyle: paint.ink,
    });
    for (const [cluster, {middle}] of outlines) {
      const [x, y] = place(middle), text = this.sizes[cluster].toLocaleString("en");
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    }
  }
}

// Return the cluster of each state, -1 for states that can win, and the number of states of each.
/** @param {WholeGraph} graph */
function clustersOf({size, left, sources, targets}) {
  const parents = Int32Array.from({length: size}, (_, node) => node);
  /** @param {number} node */
  const rootOf = node => {
    while (parents[node] !== node) node = parents[node] = parents[parents[node]];
    return node;
  };
  for (let move = 0; move < targets.length; move++) {
    const [source, target] = [sources[move], targets[move]];
    if (left[source] < 0 && left[target] < 0) parents[rootOf(source)] = rootOf(target);
  }
  const of = new Int32Array(size).fill(-1), numbers = new Map(), /** @type {number[]} */ sizes = [];
  for (let node = 0; node < size; node++) {
    if (left[node] >= 0) continue;
    const root = rootOf(node);
    if (!numbers.has(root)) { numbers.set(root, sizes.length); sizes.push(0); }
    of[node] = numbers.get(root);
    sizes[of[node]] += 1;
  }
  return {of, sizes};
}

// Return the cells of the grid that the states and moves of each cluster cover.
/** @param {WholeGraph} graph @param {Int32Array} of */
function cellsOf({size, x, y, sources, targets}, of) {
  /** @type {Map<number, Set<number>>} */
  const cells = new Map();
  const scale = (GRID - 1) / 65535;
  /** @param {number} cluster @param {number} column @param {number} row */
  const add = (cluster, column, row) => {
    const covered = cells.get(cluster) ?? new Set();
    covered.add(Math.floor(row) * GRID + Math.floor(column));
    cells.set(cluster, covered);
  };
  for (let node = 0; node < size; node++)
    if (of[node] >= 0) add(of[node], x[node] * scale, y[node] * scale);
  for (let move = 0; move < targets.length; move++) {
    const [a, b] = [sources[move], targets[move]];
    if (of[a] < 0 || of[b] < 0 || a === b) continue;
    const [dx, dy] = [(x[b] - x[a]) * scale, (y[b] - y[a]) * scale];
    const steps = Math.ceil(2 * Math.max(Math.abs(dx), Math.abs(dy)));
    for (let step = 1; step < steps; step++) {
      const share = step / steps;
      add(of[a], x[a] * scale + dx * share, y[a] * scale + dy * share);
    }
  }
  return cells;
}

// Return the loops around a set of cells, each as a list of vertices.
/** @param {Set<number>} cells */
function loopsAround(cells) {
  const side = GRID + 2;
  /** @type {Map<number, number[]>} */
  const ahead = new Map();  // from each vertex to the ends of the edges that begin there
  /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
  const edge = (x0, y0, x1, y1) => {
    const from = y0 * side + x0;
    ahead.set(from, [...ahead.get(from) ?? [], y1 * side + x1]);
  };
  /** @param {number} column @param {number} row */
  const has = (column, row) => column >= 0 && column < GRID && cells.has(row * GRID + column);
  for (const cell of cells) {
    const column = cell % GRID, row = (cell - column) / GRID;
    if (!has(column, row - 1)) edge(column, row, column + 1, row);
    if (!has(column + 1, row)) edge(column + 1, row, column + 1, row + 1);
    if (!has(column, row + 1)) edge(column + 1, row + 1, column, row + 1);
    if (!has(column - 1, row)) edge(column, row + 1, column, row);
  }
  /** @type {Point[][]} */
  const loops = [];
  for (const [start, ends] of ahead) {
    while (ends.length) {
      /** @type {Point[]} */
      const loop = [];
      let vertex = start;
      do {
        loop.push([vertex % side, Math.floor(vertex / side)]);
        vertex = ahead.get(vertex)?.pop() ?? start;
      } while (vertex !== start);
      loops.push(loop);
    }
  }
  return loops;
}

// Return the centre of the cell that is nearest to the mean of all cells.
/** @param {Set<number>} cells */
function middleOf(cells) {
  /** @type {Point[]} */
  const centres = [...cells].map(cell => [cell % GRID + 0.5, Math.floor(cell / GRID) + 0.5]);
  const [meanX, meanY] = [0, 1]
    .map(k => centres.reduce((sum, centre) => sum + centre[k], 0) / centres.length);
  /** @param {Point} point */
  const far = ([x, y]) => (x - meanX) ** 2 + (y - meanY) ** 2;
  return centres.reduce((best, each) => far(each) < far(best) ? each : best);
}

// Return a path along loops with rounded corners.
/** @param {Point[][]} loops @param {(vertex: Point) => Point} place */
function smooth(loops, place) {
  const path = new Path2D();
  for (const loop of loops) {
    const spots = loop.map(place);
    /** @param {number} k @returns {Point} */
    const between = k => {
      const [x0, y0] = spots[k], [x1, y1] = spots[(k + 1) % spots.length];
      return [(x0 + x1) / 2, (y0 + y1) / 2];
    };
    path.moveTo(...between(0));
    for (const k of [...spots.keys()].slice(1).concat(0))
      path.quadraticCurveTo(...spots[k], ...between(k));
    path.closePath();
  }
  return path;
}
