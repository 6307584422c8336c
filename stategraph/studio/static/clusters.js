// Clusters of dead states, folded to outlines. Moves between dead states connect a cluster.

// Number of cells of the grid along each axis of the map; an outline follows their edges.
const GRID = 90;

// Minimum number of states of a cluster that is folded.
const MIN_FOLDED = 3;

export class Clusters {
  constructor(graph) {
    this.graph = graph;
    [this.of, this.sizes] = clustersOf(graph);
    this.unfolded = new Set();
    this.outlines = new Map();  // the loops of each cluster, as vertices [x, y] of the grid
    for (const [cluster, cells] of cellsOf(graph, this.of))
      if (this.sizes[cluster] >= MIN_FOLDED) this.outlines.set(cluster, {loops: loopsAround(cells), middle: middleOf(cells)});
    this.paths = new Map();
  }

  get folded() { return [...this.outlines.keys()].filter(cluster => !this.unfolded.has(cluster)); }

  hides(node) {
    const cluster = this.of[node];
    return cluster >= 0 && this.sizes[cluster] >= MIN_FOLDED && !this.unfolded.has(cluster);
  }

  // Return the folded cluster at a point of the canvas, else -1.
  at(pen, x, y) {
    for (const [cluster, path] of this.paths) if (pen.isPointInPath(path, x, y)) return cluster;
    return -1;
  }

  // Draw the folded clusters below all other marks, and their numbers of states on top. The
  // frame is the rectangle of the map on the canvas.
  draw(pen, [left, top, wide, tall], paint, ratio) {
    const place = ([x, y]) => [left + x / GRID * wide, top + y / GRID * tall];
    this.paths.clear();
    const order = this.folded.sort((one, other) => this.sizes[one] - this.sizes[other]);
    for (const cluster of order) this.paths.set(cluster, smooth(this.outlines.get(cluster).loops, place));
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
    Object.assign(pen, {font: `600 ${12 * ratio}px system-ui, sans-serif`, textAlign: "center", textBaseline: "middle", lineWidth: 3 * ratio, lineJoin: "round", strokeStyle: paint.paper, fillStyle: paint.ink});
    for (const cluster of order) {
      const [x, y] = place(this.outlines.get(cluster).middle), text = this.sizes[cluster].toLocaleString("en");
      pen.strokeText(text, x, y);
      pen.fillText(text, x, y);
    }
  }
}

// Return the cluster of each state, -1 for states that can win, and the number of states of each.
function clustersOf({size, left, sources, targets}) {
  const parents = Int32Array.from({length: size}, (_, node) => node);
  const rootOf = node => {
    while (parents[node] !== node) node = parents[node] = parents[parents[node]];
    return node;
  };
  for (let move = 0; move < targets.length; move++)
    if (left[sources[move]] < 0 && left[targets[move]] < 0) parents[rootOf(sources[move])] = rootOf(targets[move]);
  const of = new Int32Array(size).fill(-1), numbers = new Map(), sizes = [];
  for (let node = 0; node < size; node++) {
    if (left[node] >= 0) continue;
    const root = rootOf(node);
    if (!numbers.has(root)) { numbers.set(root, sizes.length); sizes.push(0); }
    of[node] = numbers.get(root);
    sizes[of[node]] += 1;
  }
  return [of, sizes];
}

// Return the cells of the grid that the states and moves of each cluster cover.
function cellsOf({size, x, y, sources, targets}, of) {
  const cells = new Map(), scale = (GRID - 1) / 65535;
  const add = (cluster, column, row) => {
    if (!cells.has(cluster)) cells.set(cluster, new Set());
    cells.get(cluster).add(Math.floor(row) * GRID + Math.floor(column));
  };
  for (let node = 0; node < size; node++) if (of[node] >= 0) add(of[node], x[node] * scale, y[node] * scale);
  for (let move = 0; move < targets.length; move++) {
    const [a, b] = [sources[move], targets[move]];
    if (of[a] < 0 || of[b] < 0 || a === b) continue;
    const [dx, dy] = [(x[b] - x[a]) * scale, (y[b] - y[a]) * scale], steps = Math.ceil(2 * Math.max(Math.abs(dx), Math.abs(dy)));
    for (let step = 1; step < steps; step++) add(of[a], x[a] * scale + dx * step / steps, y[a] * scale + dy * step / steps);
  }
  return cells;
}

// Return the loops around a set of cells, each as a list of vertices.
function loopsAround(cells) {
  const ahead = new Map(), side = GRID + 2;
  const edge = (x0, y0, x1, y1) => {
    const from = y0 * side + x0;
    ahead.set(from, [...ahead.get(from) ?? [], y1 * side + x1]);
  };
  const has = (column, row) => column >= 0 && column < GRID && cells.has(row * GRID + column);
  for (const cell of cells) {
    const column = cell % GRID, row = (cell - column) / GRID;
    if (!has(column, row - 1)) edge(column, row, column + 1, row);
    if (!has(column + 1, row)) edge(column + 1, row, column + 1, row + 1);
    if (!has(column, row + 1)) edge(column + 1, row + 1, column, row + 1);
    if (!has(column - 1, row)) edge(column, row + 1, column, row);
  }
  const loops = [];
  for (const [start, ends] of ahead) {
    while (ends.length) {
      const loop = [];
      let vertex = start;
      do {
        loop.push([vertex % side, Math.floor(vertex / side)]);
        vertex = ahead.get(vertex).pop();
      } while (vertex !== start);
      loops.push(loop);
    }
  }
  return loops;
}

// Return the centre of the cell that is nearest to the mean of all cells.
function middleOf(cells) {
  const centres = [...cells].map(cell => [cell % GRID + 0.5, Math.floor(cell / GRID) + 0.5]);
  const mean = [0, 1].map(k => centres.reduce((sum, centre) => sum + centre[k], 0) / centres.length);
  const far = ([x, y]) => (x - mean[0]) ** 2 + (y - mean[1]) ** 2;
  return centres.reduce((best, each) => far(each) < far(best) ? each : best);
}

// Return a path along loops with rounded corners.
function smooth(loops, place) {
  const path = new Path2D();
  for (const loop of loops) {
    const spots = loop.map(place);
    const between = k => [0, 1].map(c => (spots[k][c] + spots[(k + 1) % spots.length][c]) / 2);
    path.moveTo(...between(0));
    for (let k = 1; k <= spots.length; k++) path.quadraticCurveTo(...spots[k % spots.length], ...between(k % spots.length));
    path.closePath();
  }
  return path;
}
