// Pointer events: swipes over the board; pointing at, moving and zooming the state graph.

import {made, one} from "./dom.js";

// Move the graph with the arrow keys; return true if the key was used.
export function moveGraph(page, event) {
  const step = 60, offsets = {ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]};
  if (offsets[event.key]) page.chart?.dragBy(...offsets[event.key]);
  else if (event.key === "+" || event.key === "=") page.chart?.zoomBy(1.6);
  else if (event.key === "-") page.chart?.zoomBy(1 / 1.6);
  else if (event.key === "0") page.chart?.fit();
  else return false;
  event.preventDefault();
  return true;
}

// Handle swipes over the board: a swipe acts as the arrow key of its direction.
export function followSwipes(page) {
  let from = null;
  one("board").addEventListener("pointerdown", event => { from = event.pointerType === "touch" ? [event.clientX, event.clientY] : null; });
  one("board").addEventListener("pointerup", event => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    from = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 24) return;
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "R" : "L") : dy > 0 ? "D" : "U";
    const move = page.play.here.moves.find(each => each.label === page.graph.head.arrows[0] + direction);
    if (move) page.then(() => page.make(move));
  });
}

// Handle the pointer on the graph. Pointing at a state shows its board, and a click goes to the
// state. Dragging moves the graph, or selects a region, and the wheel zooms.
export function followPointer(page) {
  const canvas = one("chart");
  let dragged = null;
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
      if (dragged.far > 6 && dragged.selects) page.view.region.stretch(dragged.from, [x, y]);
      else if (dragged.far > 6) page.chart[event.ctrlKey ? "panBy" : "dragBy"](dx, dy);
      dragged.at = [x, y];
    }
    peek(page, dragged?.selects ? -1 : page.chart.at(x, y), event);
  });
  canvas.addEventListener("pointerleave", () => peek(page, -1));
  canvas.addEventListener("pointerup", event => {
    const far = dragged?.far ?? 0;
    if (far > 6 && dragged.selects) page.view.region.end(dragged.from, place(event));
    dragged = null;
    if (!page.chart || far > 6) return;
    const node = page.chart.at(...place(event)), cluster = page.chart.foldAt(...place(event));
    if (node >= 0) page.then(() => page.view.visit(node));
    else if (cluster >= 0) page.chart.unfold(cluster);
  });
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    page.chart?.zoomBy(Math.exp(-event.deltaY / 400), ...place(event));
  }, {passive: false});
}

async function peek(page, node, event) {
  page.chart?.hover(node);
  const box = one("peek");
  if (node < 0) { box.hidden = true; return; }
  const {left, depth, pieces, nouns: [noun, nouns] = ["move", "moves"], by = ""} = await page.view.graph.glance(node);
  if (page.chart.hovered !== node) return;
  box.hidden = false;
  const units = number => `${number.toLocaleString("en")} ${number === 1 ? noun : nouns}`;
  const known = left === null ? "it is unknown whether it can win" : `${units(left)} left`;
  const fate = left < 0 ? "dead: the level can no longer be won" : known;
  const words = made("p", {}, depth === null ? `${fate[0].toUpperCase()}${fate.slice(1)}` : `${units(depth)} from the start${by && ` (by ${by})`}, ${fate}`);
  box.replaceChildren(page.boards.drawing(pieces), words);
  const frame = one("chart").parentElement.getBoundingClientRect();
  const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
  box.style.left = `${Math.max(4, Math.min(x + 16, frame.width - box.offsetWidth - 8))}px`;
  box.style.top = `${y + 16 + box.offsetHeight < frame.height ? y + 16 : Math.max(4, y - box.offsetHeight - 16)}px`;
}
