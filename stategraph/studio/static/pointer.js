// Pointer events: swipes over the board; pointing at, moving and zooming the state graph.

import {made, one, within} from "./dom.js";
import {isDead} from "./verdicts.js";

// Number of pixels by which an arrow key moves the graph.
const KEY_STEP = 60;

/** @type {Record<string, Point>} */
const OFFSETS = {
  ArrowLeft: [KEY_STEP, 0], ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP], ArrowDown: [0, -KEY_STEP],
};

// Minimum number of pixels of a swipe, and of a drag over the graph.
const MIN_SWIPE = 24, MIN_DRAG = 6;

// Move the graph with the arrow keys; return true if the key was used.
/** @param {Page} page @param {KeyboardEvent} event */
export function moveGraph(page, event) {
  const offset = OFFSETS[event.key];
  if (offset) page.chart?.dragBy(...offset);
  else if (event.key === "+" || event.key === "=") page.chart?.zoomBy(1.6);
  else if (event.key === "-") page.chart?.zoomBy(1 / 1.6);
  else if (event.key === "0") page.chart?.fit();
  else return false;
  event.preventDefault();
  return true;
}

// Handle swipes over the board: a swipe acts as the arrow key of its direction.
/** @param {Page} page */
export function followSwipes(page) {
  /** @type {Point | null} */
  let from = null;
  one("board").addEventListener("pointerdown", event => {
    from = event.pointerType === "touch" ? [event.clientX, event.clientY] : null;
  });
  one("board").addEventListener("pointerup", event => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    from = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < MIN_SWIPE) return;
    const [across, down] = [dx > 0 ? "R" : "L", dy > 0 ? "D" : "U"];
    const label = page.graph.head.arrows[0] + (Math.abs(dx) > Math.abs(dy) ? across : down);
    page.then(() => page.makeLabel(label));
  });
}

// Handle the pointer on the graph. Pointing at a state shows its board, and a click goes to the
// state. Dragging moves the graph, or selects a region, and the wheel zooms.
/** @param {Page} page */
export function followPointer(page) {
  const canvas = one("chart");
  /** @type {{at: Point, from: Point, far: number, selects: boolean} | null} */
  let dragged = null;
  /** @param {MouseEvent} event @returns {Point} */
  const place = event => {
    const box = canvas.getBoundingClientRect(), ratio = canvas.width / box.width;
    return [(event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio];
  };
  canvas.addEventListener("pointerdown", event => {
    const at = place(event);
    dragged = {at, from: at, far: 0, selects: page.view.region.begins(event)};
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointercancel", () => {
    if (dragged?.selects) page.view.region.end(dragged.from, null);
    dragged = null;
  });
  canvas.addEventListener("pointermove", event => {
    if (!page.chart) return;
    const [x, y] = place(event);
    if (dragged && event.buttons) {
      const [dx, dy] = [x - dragged.at[0], y - dragged.at[1]];
      dragged.far += Math.abs(dx) + Math.abs(dy);
      if (dragged.far > MIN_DRAG && dragged.selects) page.view.region.stretch(dragged.from, [x, y]);
      else if (dragged.far > MIN_DRAG) page.chart[event.ctrlKey ? "panBy" : "dragBy"](dx, dy);
      dragged.at = [x, y];
    }
    peek(page, dragged?.selects ? -1 : page.chart.at(x, y), event);
  });
  canvas.addEventListener("pointerleave", event => peek(page, -1, event));
  canvas.addEventListener("pointerup", event => {
    const drag = dragged, isDrag = (drag?.far ?? 0) > MIN_DRAG;
    if (drag?.selects && isDrag) page.view.region.end(drag.from, place(event));
    dragged = null;
    if (!page.chart || isDrag) return;
    const node = page.chart.at(...place(event)), cluster = page.chart.foldAt(...place(event));
    if (node >= 0) page.then(() => page.view.visit(node));
    else if (cluster >= 0) page.chart.unfold(cluster);
  });
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    page.chart?.zoomBy(Math.exp(-event.deltaY / 400), ...place(event));
  }, {passive: false});
}

// Show the board of a state beside the pointer; -1: none.
/** @param {Page} page @param {number} node @param {MouseEvent} event */
async function peek(page, node, event) {
  page.chart?.hover(node);
  const box = one("peek");
  if (node < 0) { box.hidden = true; return; }
  const state = await page.view.graph.glance(node);
  if (!state || page.chart?.hovered !== node) return;
  box.hidden = false;
  box.replaceChildren(page.boards.drawing(state.pieces), made("p", {}, fateOf(state)));
  const frame = within(document, ".frame").getBoundingClientRect();
  const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
  const below = y + 16, above = Math.max(4, y - box.offsetHeight - 16);
  box.style.left = `${Math.max(4, Math.min(x + 16, frame.width - box.offsetWidth - 8))}px`;
  box.style.top = `${below + box.offsetHeight < frame.height ? below : above}px`;
}

// Return whether a state can win, and its distances, in words.
/** @param {Glance} state */
function fateOf({left, depth, nouns: [noun, nouns] = ["move", "moves"], by = ""}) {
  /** @param {number} number */
  const units = number => `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
  const known = left === null ? "it is unknown whether it can win" : `${units(left)} left`;
  const fate = isDead(left) ? "dead: the level can no longer be won" : known;
  if (depth === null) return `${fate[0].toUpperCase()}${fate.slice(1)}`;
  return `${units(depth)} from the start${by && ` (by ${by})`}, ${fate}`;
}
