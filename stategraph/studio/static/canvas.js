// A canvas that a picture of the state graph is drawn on.

// A canvas that is redrawn when its size or the colours change; all `sheets` get its size.
export class Sheet {
  // The number of pixels of the canvas per pixel of the page; 0 until the canvas has a size.
  ratio = 0;

  // The number of the next frame, if it is drawn anew.
  waiting = 0;

  // The clusters of dead states, if they are folded.
  /** @type {Clusters | null} */ clusters = null;

  // The state at the pointer, else -1.
  hovered = -1;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas, sheets = [canvas]) {
    this.canvas = canvas;
    this.sheets = sheets;
    this.pen = /** @type {Pen} */ (canvas.getContext("2d"));
    this.drawn = false;
    this.watching = new ResizeObserver(() => this.resize());
    this.watching.observe(canvas);
    this.ended = new AbortController();
    const {signal} = this.ended;
    matchMedia("(prefers-color-scheme: dark)")
      .addEventListener("change", () => this.redraw(), {signal});
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

  redraw() {}

  // By default, a picture has no states to point at, no filter, and no view to change.
  /** @type {(x: number, y: number) => number} */
  at() { return -1; }
  /** @type {(node: number) => void} */
  hover() {}
  /** @type {(name: Filter, on: boolean) => void} */
  choose() {}
  /** @type {(steps: Pick<Step, "node" | "depth">[]) => void} */
  follow() {}
  /** @type {(nodes: number[] | null) => void} */
  mark() {}
  fit() {}
  /** @type {(solid: boolean) => void} */
  raise() {}
  /** @type {(on: boolean) => void} */
  fold() {}
  /** @type {(cluster: number) => void} */
  unfold() {}
  /** @type {(x: number, y: number) => number} */
  foldAt() { return -1; }
  // True if `inside` returns the states of a region.
  selectable = false;
  /** @type {(from: Point, to: Point) => number[]} */
  inside() { return []; }
  /** @type {(node: number) => Label[]} */
  pathTo() { return []; }
  /** @type {(node: number) => Point} */
  spot() { return [0, 0]; }
  /** @type {(factor: number, x?: number, y?: number) => void} */
  zoomBy() {}
  /** @type {(dx: number, dy: number) => void} */
  panBy() {}
  /** @type {(dx: number, dy: number) => void} */
  dragBy() {}
}

// Return the colours that the style sheet defines for a canvas.
/** @param {HTMLCanvasElement} canvas @returns {Paint} */
export function paintOf(canvas) {
  const style = getComputedStyle(canvas);
  /** @param {string} name */
  const colour = name => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour("paper"), ink: colour("ink"), alive: colour("alive"), dead: colour("dead"),
    move: colour("move"), trap: colour("trap"), trail: colour("trail"), start: colour("start"),
    goal: colour("goal"), found: colour("found"),
  };
}
