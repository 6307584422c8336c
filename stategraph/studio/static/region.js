// A region of the state graph: selected with a rectangle, its states are compared.

import {inCommon} from "./common_properties.js";
import {made, one} from "./dom.js";
import {framed} from "./loss.js";
import {count} from "./plurals.js";

export class Region {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.selecting = false;  // whether dragging selects without Shift
    one("select").addEventListener("click", () => this.#toggle(!this.selecting));
  }

  /** @param {boolean} on */
  #toggle(on) {
    this.selecting = on;
    one("select").ariaPressed = String(on);
  }

  // Return true if a drag that starts with this event selects a region.
  /** @param {MouseEvent} event */
  begins(event) {
    const {chart, graph} = this.page;
    return Boolean(chart?.selectable && graph.x) && (this.selecting || event.shiftKey);
  }

  // Show the rectangle between two points, in pixels of the canvas.
  /** @param {Point} from @param {Point} to */
  stretch(from, to) {
    const ratio = this.page.chart?.ratio ?? 1, box = one("rectangle");
    const [left, top] = [0, 1].map(k => `${Math.min(from[k], to[k]) / ratio}px`);
    const [width, height] = [0, 1].map(k => `${Math.abs(from[k] - to[k]) / ratio}px`);
    Object.assign(box.style, {left, top, width, height});
    box.hidden = false;
  }

  // Select the states between two points, and show their common properties.
  /** @param {Point} from @param {Point | null} to */
  end(from, to) {
    one("rectangle").hidden = true;
    if (!to) return;
    this.#toggle(false);
    const nodes = this.page.view.inside(from, to);
    this.page.hold(nodes);
    compare(this.page, nodes);
  }
}

// Show what some states have in common, in words and as marks on the board.
/** @param {Page} page @param {number[]} nodes */
export function compare(page, nodes) {
  const graph = /** @type {WholeGraph} */ (page.graph), box = one("found");
  const {states, lines, pieces, frames} = inCommon(graph, nodes);
  if (!states) { box.textContent = "There is no state in this region."; return; }
  const svg = page.boards.drawing(pieces);
  svg.append(framed(frames));
  const title = states === 1 ? "1 state" : `What ${count(states, "state")} have in common`;
  const off = made("button", {type: "button"}, "Deselect");
  off.addEventListener("click", () => page.hold(null));
  const list = made("ul", {}, ...lines.map(line => made("li", {}, line)));
  const words = made("div", {}, made("h3", {}, title), list, off);
  box.replaceChildren(made("div", {className: "common"}, svg, words));
}
