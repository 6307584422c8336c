// Editing of a floor plan on its drawing: spots and links, by mouse, touch or keyboard.

import {drawn, made, one, shape} from "./dom.js";

// Maximum distance in cells of a click from the centre of a spot, and from the line of a link.
const SPOT = 0.55, LINK = 0.32;

// Margin of the drawing for new spots, in cells.
const RIM = 1;

// Step of the lattice on which spots lie, in cells.
const STEP_OF_LATTICE = 0.5;

const ARROW_STEPS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

export class Planning {
  constructor(edit) {
    this.edit = edit;
    this.tool = "link";
    this.armed = -1;  // the spot selected first, as a number
    one("spots").addEventListener("click", event => this.#clicked(event));
    one("spots").addEventListener("keydown", event => this.#key(event));
    one("add-spot").addEventListener("click", () => this.#addSomewhere());
    one("clear-plan").addEventListener("click", () => this.edit({name: "clear"}));
    one("tools").addEventListener("keydown", event => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (!step) return;
      event.preventDefault();
      const names = this.#tools().map(([name]) => name);
      this.choose(names.at((names.indexOf(this.tool) + step) % names.length), true);
    });
  }

  // Show a plan; hide it if there is none.
  show(plan) {
    one("planning").hidden = one("spots").hidden = !plan;
    this.plan = plan;
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
    return [["link", link], ["spot", spot], ["move", "move"], ["erase", "erase"], ...Object.keys(people).map(who => [who, who])];
  }

  choose(name, focus = false) {
    this.tool = name;
    this.#arm(-1);
    this.#palette();
    if (focus) one("tools").querySelector("[aria-checked=true]").focus();
  }

  #palette() {
    one("tools").replaceChildren(...this.#tools().map(([name, words]) => {
      const chosen = name === this.tool;
      const button = made("button", {type: "button", role: "radio", ariaChecked: String(chosen), tabIndex: chosen ? 0 : -1}, words);
      button.dataset.tool = name;
      button.addEventListener("click", () => this.choose(name));
      return button;
    }));
    one("advice").textContent = this.#advice();
  }

  #advice() {
    const {spot, link} = this.plan;
    return {
      link: `Press two ${spot}s to join them, or a ${link} to change its colour.`,
      spot: `Press a free place to add a ${spot}, or a ${spot} to change its colour.`,
      move: `Press a ${spot}, then its new place; or move it with the arrow keys.`,
      erase: `Press what to remove.`,
    }[this.tool] ?? `Press the ${spot} where ${this.tool} begins.`;
  }

  #draw() {
    const box = one("spots"), held = box.contains(document.activeElement) ? document.activeElement.dataset.part : "";
    const [width, height] = this.plan.size.map(side => side + 2 * RIM), svg = drawn(this.plan.picture);
    const viewBox = `${-RIM} ${-RIM} ${width} ${height}`;
    svg.setAttribute("viewBox", viewBox);
    const over = shape("svg", {viewBox, role: "group", "aria-label": "The drawing to edit"});
    const named = number => this.plan.spots[number].name || number + 1;
    this.plan.links.forEach(({tail, head, kind, way}, k) => over.append(this.#part(`link ${k}`,
      `${this.plan.link} from ${named(tail)} to ${named(head)}, ${kind}`,
      shape("polyline", {points: way.map(place => place.join(",")).join(" "), class: "hot link", "stroke-width": LINK}))));
    this.plan.spots.forEach(({kind, at: [x, y]}, k) => over.append(this.#part(`spot ${k}`,
      `${this.plan.spot} ${named(k)}, ${kind || "where play ends"}`,
      shape("circle", {cx: x, cy: y, r: SPOT, class: "hot spot"}))));
    one("canvas").style.setProperty("--ratio", width / height);
    one("canvas").style.setProperty("--columns", 1);
    one("picture").replaceChildren(svg);
    box.replaceChildren(over);
    if (held) box.querySelector(`[data-part="${held}"]`)?.focus();
    this.#arm(-1);
  }

  #part(name, label, element) {
    element.dataset.part = name;
    for (const [key, value] of Object.entries({tabindex: 0, role: "button", "aria-label": label})) element.setAttribute(key, value);
    return element;
  }

  // Remember the spot that is selected first, or -1 for none.
  #arm(number) {
    this.armed = number;
    for (const part of one("spots").querySelectorAll(".armed")) part.classList.remove("armed");
    one("spots").querySelector(`[data-part="spot ${number}"]`)?.classList.add("armed");
  }

  // Return the lattice point of the drawing that is nearest to an event.
  #place(event) {
    const box = one("spots").getBoundingClientRect(), [width, height] = this.plan.size.map(side => side + 2 * RIM);
    const place = [(event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height];
    return place.map(side => side - RIM).map(side => Math.round(side / STEP_OF_LATTICE) * STEP_OF_LATTICE);
  }

  #clicked(event) {
    const part = event.target.closest?.("[data-part]");
    if (part) this.#pressed(part);
    else if (this.tool === "spot") this.edit({name: "add spot", kind: one("colour").value, at: this.#place(event)});
    else if (this.tool === "move" && this.armed >= 0) this.edit({name: "move spot", number: this.armed, at: this.#place(event)});
  }

  #pressed(part) {
    const [what, text] = part.dataset.part.split(" "), number = Number(text), kind = one("colour").value;
    if (this.tool === "erase") this.edit({name: `erase ${what}`, number});
    else if (what === "link") this.edit({name: "paint link", number, kind});
    else if (this.tool === "spot") this.edit({name: "paint spot", number, kind});
    else if (this.tool === "move") this.#arm(number);
    else if (this.tool !== "link") this.edit({name: "put", who: this.tool, number});
    else if (this.armed < 0) this.#arm(number);
    else this.edit({name: "add link", tail: this.armed, head: number, kind});
  }

  #key(event) {
    const part = event.target.closest?.("[data-part]"), step = ARROW_STEPS[event.key];
    if (!part) return;
    const [what, text] = part.dataset.part.split(" "), number = Number(text);
    if (event.key === "Enter" || event.key === " ") this.#pressed(part);
    else if (event.key === "Delete" || event.key === "Backspace") this.edit({name: `erase ${what}`, number});
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
