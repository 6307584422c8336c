// The board as cells to paint on: a palette of signs, the mouse, a finger, or the keyboard.

import {made, one} from "./dom.js";

// How the upper part of a sign colours its cell.
const LOOKS = ["wall", "player", "block", "box", "crate", "exit", "goal"];

// How many colours there are for other things.
const HUES = 5;

export class Painting {
  constructor(edit) {
    this.edit = edit;
    this.sign = null;
    this.cursor = [0, 0];
    this.#wire();
  }

  // Show the board of a text; nothing where its family has none.
  show({rows, signs}) {
    one("painting").hidden = !rows.length;
    if (!rows.length) return;
    this.rows = rows;
    this.signs = signs;
    this.byText = new Map(signs.map(sign => [sign.text, sign]));
    if (!this.byText.has(this.sign)) this.sign = signs[Math.min(1, signs.length - 1)].text;
    this.cursor = [Math.min(this.cursor[0], rows.length - 1), Math.min(this.cursor[1], rows[0].length - 1)];
    this.#palette();
    this.#cells();
    one("columns").value = rows[0].length;
    one("rows").value = rows.length;
  }

  #palette() {
    one("palette").replaceChildren(...this.signs.map(sign => {
      const chosen = sign.text === this.sign;
      const button = made("button", {type: "button", role: "radio", ariaChecked: String(chosen), tabIndex: chosen ? 0 : -1},
        made("span", {className: `cell ${look(sign)}`, ariaHidden: "true"}, shown(sign)), sign.name);
      button.addEventListener("click", () => this.choose(sign.text));
      button.dataset.sign = sign.text;
      return button;
    }));
  }

  choose(text, focus = false) {
    this.sign = text;
    this.#palette();
    if (focus) one("palette").querySelector("[aria-checked=true]").focus();
  }

  #cells() {
    const grid = one("grid"), held = grid.contains(document.activeElement);
    grid.style.setProperty("--columns", this.rows[0].length);
    grid.replaceChildren(...this.rows.map((row, r) => made("div", {role: "row"}, ...row.map((text, c) => {
      const sign = this.byText.get(text) ?? {name: text, parts: [], text};
      const here = r === this.cursor[0] && c === this.cursor[1];
      const cell = made("button", {type: "button", role: "gridcell", className: `cell ${look(sign)}`, tabIndex: here ? 0 : -1,
        ariaLabel: `${sign.name}, row ${r}, column ${c}`}, shown(sign));
      cell.dataset.at = `${r} ${c}`;
      return cell;
    }))));
    if (held) this.#focus();
  }

  #focus() {
    for (const cell of one("grid").querySelectorAll("[tabindex='0']")) cell.tabIndex = -1;
    const cell = one("grid").children[this.cursor[0]].children[this.cursor[1]];
    cell.tabIndex = 0;
    cell.focus();
  }

  // Do at a cell what is chosen: paint it, or all that hang together with it, or move what is there.
  press(at) {
    const mode = one("mode").value;
    if (mode === "move") this.#carry(at);
    else this.paint([at], this.sign, mode);
  }

  paint(cells, text = this.sign, name = "paint") {
    const changed = cells.filter(([row, column]) => this.rows[row][column] !== text);
    if (!changed.length) return;
    if (name === "fill") this.edit({name, at: changed[0], sign: text});
    else this.edit({name, cells: changed, sign: text});
  }

  // Take up what is in a cell, or put down what was taken up.
  #carry(at) {
    const from = this.carried;
    this.#take(from ? null : at);
    if (from && String(from) !== String(at)) this.edit({name: "move", at: from, to: at});
  }

  #take(at) {
    this.carried = at;
    for (const cell of one("grid").querySelectorAll(".armed")) cell.classList.remove("armed");
    if (at) this.#cell(at).classList.add("armed");
  }

  #cell([row, column]) { return one("grid").children[row].children[column]; }

  #wire() {
    const grid = one("grid");
    const place = event => event.target.closest?.("[data-at]")?.dataset.at.split(" ").map(Number);
    grid.addEventListener("click", event => {
      const at = place(event);
      if (!at || this.stroke?.length > 1) return;
      this.cursor = at;
      this.press(at);
    });
    grid.addEventListener("focusin", event => { this.cursor = place(event) ?? this.cursor; });
    grid.addEventListener("keydown", event => this.#key(event));
    this.#strokes(grid, place);
    for (const button of document.querySelectorAll("[data-shift]"))
      button.addEventListener("click", () => this.edit({name: "shift", to: button.dataset.shift.split(" ").map(Number)}));
    one("palette").addEventListener("keydown", event => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (!step) return;
      event.preventDefault();
      const now = this.signs.findIndex(sign => sign.text === this.sign);
      this.choose(this.signs.at((now + step) % this.signs.length).text, true);
    });
    for (const name of ["mirror", "turn", "clear"]) one(name).addEventListener("click", () => this.edit({name}));
    for (const name of ["rows", "columns"])
      one(name).addEventListener("change", () => this.edit({name: "resize", to: [Number(one("rows").value), Number(one("columns").value)]}));
  }

  // With the button of the mouse held down, all cells that it passes are painted at once.
  #strokes(grid, place) {
    grid.addEventListener("pointerdown", event => {
      const at = place(event);
      this.stroke = at && event.pointerType !== "touch" && event.button === 0 && one("mode").value === "paint" ? [at] : null;
    });
    grid.addEventListener("pointerover", event => {
      const at = place(event);
      if (!at || !this.stroke || !event.buttons || this.stroke.some(cell => String(cell) === String(at))) return;
      this.stroke.push(at);
      for (const cell of this.stroke) this.#cell(cell).classList.add("armed");
    });
    document.addEventListener("pointerup", () => {
      if (this.stroke?.length > 1) this.paint(this.stroke);
    });
  }

  #key(event) {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    const [row, column] = this.cursor;
    if (step) {
      this.stroke = null;
      const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
      this.cursor = [clamp(row + step[0], this.rows.length), clamp(column + step[1], this.rows[0].length)];
      this.#focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.edit({name: "erase", at: this.cursor});
    } else if (event.key === "Escape") {
      this.#take(null);
    } else if (this.byText.has(event.key) && !event.ctrlKey && !event.metaKey && event.key !== " ") {
      this.paint([this.cursor], event.key);
    } else {
      return;
    }
    event.preventDefault();
  }
}

function look(sign) {
  const known = LOOKS.find(name => sign.parts.some(part => part.startsWith(name)));
  if (known) return known;
  if (!sign.parts.length) return "ground";
  const letter = /(?:^| )(?:([A-Z])|(\d))$/.exec(sign.parts[0]);  // P and Q, food 1 and food 2
  if (!letter) return "thing";
  return `thing hue${(letter[1] ? letter[1].codePointAt(0) : Number(letter[2]) - 1) % HUES}`;
}

function shown(sign) {
  return look(sign) === "wall" || !sign.parts.length ? "" : sign.text;
}
