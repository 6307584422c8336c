// The board as cells to paint on: a palette of signs, the mouse, a finger, or the keyboard.

import {made, one} from "./dom.js";

// How the upper part of a sign colours its cell.
const LOOKS = ["wall", "player", "block", "box", "crate", "exit", "goal", "food"];

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

  // Paint a cell, or all that hang together with it.
  paint(at, text = this.sign) {
    const name = one("filling").checked ? "fill" : "paint";
    if (this.rows[at[0]][at[1]] !== text) this.edit({name, at, sign: text});
  }

  #wire() {
    const grid = one("grid");
    const place = event => event.target.closest?.("[data-at]")?.dataset.at.split(" ").map(Number);
    grid.addEventListener("click", event => {
      const at = place(event);
      if (at) { this.cursor = at; this.paint(at); }
    });
    grid.addEventListener("keydown", event => this.#key(event));
    one("palette").addEventListener("keydown", event => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (!step) return;
      event.preventDefault();
      const now = this.signs.findIndex(sign => sign.text === this.sign);
      this.choose(this.signs.at((now + step) % this.signs.length).text, true);
    });
    for (const name of ["mirror", "turn"]) one(name).addEventListener("click", () => this.edit({name}));
    for (const name of ["rows", "columns"])
      one(name).addEventListener("change", () => this.edit({name: "resize", to: [Number(one("rows").value), Number(one("columns").value)]}));
  }

  #key(event) {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    const [row, column] = this.cursor;
    if (step) {
      const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
      this.cursor = [clamp(row + step[0], this.rows.length), clamp(column + step[1], this.rows[0].length)];
      this.#focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.edit({name: "erase", at: this.cursor});
    } else if (this.byText.has(event.key) && !event.ctrlKey && !event.metaKey && event.key !== " ") {
      this.paint(this.cursor, event.key);
    } else {
      return;
    }
    event.preventDefault();
  }
}

function look(sign) {
  return LOOKS.find(name => sign.parts.some(part => part.startsWith(name))) ?? (sign.parts.length ? "thing" : "ground");
}

function shown(sign) {
  return look(sign) === "wall" || !sign.parts.length ? "" : sign.text;
}
