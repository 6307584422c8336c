// Editing of a floor plan on its drawing: spots and links, by mouse, touch or keyboard.

import {drawn, made, one, shape, targetOf, within} from "./dom.js";

// Maximum distance in cells of a click from the centre of a spot, and from the line of a link.
const SPOT = 0.55, LINK = 0.32;

// Margin of the drawing for new spots, in cells.
const RIM = 1;

// Step of the lattice on which spots lie, in cells.
const STEP_OF_LATTICE = 0.5;

/** @type {Record<string, Point>} */
const ARROW_STEPS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

// The plan of a level that has none.
/** @type {FloorPlan} */
const NO_PLAN = {
  spot: "", link: "", kinds: [], spots: [], links: [], people: {}, picture: "", size: [1, 1],
};

/** @typedef {{what: string, number: number}} Part a "link" or "spot" with its number */

/** @type {Record<string, number>} */
const TOOL_STEPS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};

export class Planning {
  // `edit` applies an edit to the level.
  /** @param {(edit: Edit) => unknown} edit */
  constructor(edit) {
    this.edit = edit;
    /** @type {FloorPlan} */
    this.plan = NO_PLAN;
    this.tool = "link";
    this.armed = -1;  // the spot selected first, as a number
    one("spots").addEventListener("click", event => this.#clicked(event));
    one("spots").addEventListener("keydown", event => this.#key(event));
    one("add-spot").addEventListener("click", () => this.#addSomewhere());
    one("clear-plan").addEventListener("click", () => this.edit({name: "clear"}));
    one("tools").addEventListener("keydown", event => {
      const step = TOOL_STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const names = this.#tools().map(([name]) => name);
      const number = (names.indexOf(this.tool) + step + names.length) % names.length;
      this.choose(names[number], true);
    });
  }

  // Show a plan; without one, hide its controls.
  /** @param {FloorPlan | null} plan */
  show(plan) {
    one("planning").hidden = one("spots").hidden = !plan;
    this.plan = plan ?? NO_PLAN;
    if (!plan) return;
    const {spot} = plan, colour = one("colour").value;
    one("colour").replaceChildren(...plan.kinds.map(kind => made("option", {value: kind}, kind)));
    if (plan.kinds.includes(colour)) one("colour").value = colour;
    one("add-spot").textContent = `Add a ${spot}`;
    this.#palette();
    this.#draw();
  }

  // Return the names of the tools and their labels.
  #tools() {
    const {spot, link, people} = this.plan;
    const actors = Object.keys(people).map(name => [name, name]);
    return [["link", link], ["spot", spot], ["move", "move"], ["erase", "erase"], ...actors];
  }

  /** @param {string} name */
  choose(name, focus = false) {
    this.tool = name;
    this.#arm(-1);
    this.#palette();
    if (focus) within(one("tools"), "[aria-checked=true]").focus();
  }

  #palette() {
    one("tools").replaceChildren(...this.#tools().map(([name, words]) => {
      const chosen = name === this.tool;
      const state = {ariaChecked: String(chosen), tabIndex: chosen ? 0 : -1};
      const button = made("button", {type: "button", role: "radio", ...state}, words);
      button.dataset.tool = name;
      button.addEventListener("click", () => this.choose(name));
      return button;
    }));
    one("advice").textContent = this.#advice();
  }

  #advice() {
    const {spot, link} = this.plan;
    /** @type {Record<string, string>} */
    const advice = {
      link: `Press two ${spot}s to join them, or a ${link} to change its colour.`,
      spot: `Press a free place to add a ${spot}, or a ${spot} to change its colour.`,
      move: `Press a ${spot}, then its new place; or move it with the arrow keys.`,
      erase: "Press what to remove.",
    };
    return advice[this.tool] ?? `Press the ${spot} where ${this.tool} begins.`;
  }

  #draw() {
    const box = one("spots"), focused = box.contains(document.activeElement)
      && document.activeElement?.getAttribute("data-part");
    const [width, height] = this.#size, svg = drawn(this.plan.picture);
    const viewBox = `${-RIM} ${-RIM} ${width} ${height}`;
    svg.setAttribute("viewBox", viewBox);
    const over = shape("svg", {viewBox, role: "group", "aria-label": "The drawing to edit"},
      ...this.#linkParts(), ...this.#spotParts());
    one("canvas").style.setProperty("--ratio", String(width / height));
    one("canvas").style.setProperty("--columns", "1");
    one("picture").replaceChildren(svg);
    box.replaceChildren(over);
    if (focused) this.#partOf(focused)?.focus();
    this.#arm(-1);
  }

  // The size of the drawing with its margin, in cells.
  get #size() { return this.plan.size.map(side => side + 2 * RIM); }

  /** @param {number} number */
  #nameOf(number) { return this.plan.spots[number].name || number + 1; }

  #linkParts() {
    return this.plan.links.map(({tail, head, kind, way}, k) => {
      const name = `${this.plan.link} from ${this.#nameOf(tail)} to ${this.#nameOf(head)}, ${kind}`;
      const points = way.map(point => point.join(",")).join(" ");
      const shown = {points, class: "hot link", "stroke-width": LINK};
      return shape("polyline", {...shown, ...accessible(`link ${k}`, name)});
    });
  }

  #spotParts() {
    return this.plan.spots.map(({kind, at: [x, y]}, k) => {
      const name = `${this.plan.spot} ${this.#nameOf(k)}, ${kind || "where play ends"}`;
      const shown = {cx: x, cy: y, r: SPOT, class: "hot spot"};
      return shape("circle", {...shown, ...accessible(`spot ${k}`, name)});
    });
  }

  /** @param {string} name @returns {SVGElement | null} */
  #partOf(name) { return one("spots").querySelector(`[data-part="${name}"]`); }

  // Remember the spot that is selected first, or -1 for none.
  /** @param {number} number */
  #arm(number) {
    this.armed = number;
    for (const part of one("spots").querySelectorAll(".armed")) part.classList.remove("armed");
    this.#partOf(`spot ${number}`)?.classList.add("armed");
  }

  // Return the lattice point of the drawing that is nearest to an event.
  /** @param {MouseEvent} event */
  #place(event) {
    const box = one("spots").getBoundingClientRect(), [width, height] = this.#size;
    const x = (event.clientX - box.left) / box.width * width - RIM;
    const y = (event.clientY - box.top) / box.height * height - RIM;
    return [x, y].map(side => Math.round(side / STEP_OF_LATTICE) * STEP_OF_LATTICE);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const part = partAt(event), at = this.#place(event);
    if (part) this.#pressed(part);
    else if (this.tool === "spot") this.edit({name: "add spot", kind: one("colour").value, at});
    else if (this.tool === "move" && this.armed >= 0)
      this.edit({name: "move spot", number: this.armed, at});
  }

  /** @param {Part} part */
  #pressed({what, number}) {
    const kind = one("colour").value;
    if (this.tool === "erase") this.edit({name: `erase ${what}`, number});
    else if (what === "link") this.edit({name: "paint link", number, kind});
    else if (this.tool === "spot") this.edit({name: "paint spot", number, kind});
    else if (this.tool === "move") this.#arm(number);
    else if (this.tool !== "link") this.edit({name: "put", who: this.tool, number});
    else if (this.armed < 0) this.#arm(number);
    else this.edit({name: "add link", tail: this.armed, head: number, kind});
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const part = partAt(event), step = ARROW_STEPS[event.key];
    if (!part) return;
    const {what, number} = part;
    if (event.key === "Enter" || event.key === " ") this.#pressed(part);
    else if (event.key === "Delete" || event.key === "Backspace")
      this.edit({name: `erase ${what}`, number});
    else if (event.key === "Escape") this.#arm(-1);
    else if (step && what === "spot") {
      const at = this.plan.spots[number].at.map((side, k) => side + step[k]);
      if (this.tool === "move") this.edit({name: "move spot", number, at});
    } else return;
    event.preventDefault();
  }

  // Add a spot beside the others, for users without a mouse.
  #addSomewhere() {
    const {spots} = this.plan, right = Math.max(...spots.map(({at: [x]}) => x));
    const top = Math.min(...spots.map(({at: [, y]}) => y));
    this.edit({name: "add spot", kind: one("colour").value, at: [right + 2, top]});
  }
}

// Return the attributes of a part of the drawing that can be pressed.
/** @param {string} part @param {string} label */
function accessible(part, label) {
  return {"data-part": part, tabindex: 0, role: "button", "aria-label": label};
}

// Return the part of the drawing at which an event happened, if there is one.
/** @param {Event} event @returns {Part | null} */
function partAt(event) {
  const name = targetOf(event).closest("[data-part]")?.getAttribute("data-part");
  const [what, number] = name?.split(" ") ?? [];
  return what ? {what, number: Number(number)} : null;
}
