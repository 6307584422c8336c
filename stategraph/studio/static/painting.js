// Painting of a board: a palette of signs, and cells to paint by mouse, touch or keyboard.

import {drawn, made, one} from "./dom.js";

export class Painting {
  constructor(edit) {
    this.edit = edit;
    this.sign = null;
    this.cursor = [0, 0];
    this.armed = [];  // framed cells, as text
    this.#wire();
  }

  // Show the board of a text; hide it if the family has no board.
  show({rows, signs, picture, ...frame}) {
    one("painting").hidden = one("grid").hidden = !rows.length;
    if (!rows.length) return;
    this.rows = rows;
    this.signs = signs;
    this.byText = new Map(signs.map(sign => [sign.text, sign]));
    if (!this.byText.has(this.sign)) this.sign = signs[Math.min(1, signs.length - 1)].text;
    this.cursor = [Math.min(this.cursor[0], rows.length - 1), Math.min(this.cursor[1], rows[0].length - 1)];
    this.#palette();
    one("picture").replaceChildren(drawn(picture));
    this.#lay(frame);
    this.#cells();
    this.showSize();
  }

  // Place the buttons of the cells over the picture.
  #lay({size: [width, height], corner: [left, top], cell}) {
    const [rows, columns] = [this.rows.length, this.rows[0].length], {style} = one("grid");
    one("canvas").style.setProperty("--ratio", width / height);
    one("canvas").style.setProperty("--columns", columns);
    const parts = {left: left / width, top: top / height, width: columns * cell / width, height: rows * cell / height};
    for (const [name, part] of Object.entries(parts)) style.setProperty(name, `${100 * part}%`);
  }

  // Show the size of the board in the input fields, for example after a refused size.
  showSize() {
    one("columns").value = this.rows[0].length;
    one("rows").value = this.rows.length;
  }

  // Show the signs to paint with; the buttons are reused if the signs are the same.
  #palette() {
    const palette = one("palette"), names = this.signs.map(sign => `${sign.text} ${sign.name}`).join("\n");
    if (palette.dataset.signs !== names) {
      palette.dataset.signs = names;
      palette.replaceChildren(...this.signs.map(sign => this.#choice(sign)));
    }
    for (const button of palette.children) {
      const chosen = button.dataset.sign === this.sign;
      Object.assign(button, {ariaChecked: String(chosen), tabIndex: chosen ? 0 : -1});
    }
  }

  #choice(sign) {
    const button = made("button", {type: "button", role: "radio"}, drawn(sign.picture), sign.name);
    button.addEventListener("click", () => this.choose(sign.text));
    button.dataset.sign = sign.text;
    return button;
  }

  choose(text, focus = false) {
    this.sign = text;
    this.#palette();
    if (focus) one("palette").querySelector("[aria-checked=true]").focus();
  }

  // Show the cells; the buttons are reused if the size is the same, so that no press is lost.
  #cells() {
    const grid = one("grid"), held = grid.contains(document.activeElement);
    const [height, width] = [this.rows.length, this.rows[0].length], size = `${height} ${width}`;
    if (grid.dataset.size !== size) {
      grid.dataset.size = size;
      grid.replaceChildren(...Array.from({length: height}, (_, r) => made("div", {role: "row"}, ...Array.from({length: width}, (__, c) => {
        const cell = made("button", {type: "button", role: "gridcell"});
        cell.dataset.at = `${r} ${c}`;
        return cell;
      }))));
    }
    this.rows.forEach((row, r) => row.forEach((text, c) => this.#fill(this.#cell([r, c]), text, [r, c])));
    if (held) this.#focus();
  }

  #fill(cell, text, [r, c]) {
    const here = r === this.cursor[0] && c === this.cursor[1], name = this.byText.get(text)?.name ?? text;
    Object.assign(cell, {className: "cell", tabIndex: here ? 0 : -1, ariaLabel: `${name}, row ${r}, column ${c}`});
    cell.classList.toggle("armed", this.armed.includes(String([r, c])));
  }

  #focus() {
    for (const cell of one("grid").querySelectorAll("[tabindex='0']")) cell.tabIndex = -1;
    const cell = one("grid").children[this.cursor[0]].children[this.cursor[1]];
    cell.tabIndex = 0;
    cell.focus();
  }

  // Apply the chosen tool to a cell: paint it, fill its region, or move its content.
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

  // Pick up the content of a cell, or put it down.
  #carry(at) {
    const from = this.carried;
    this.#take(from ? null : at);
    if (from && String(from) !== String(at)) this.edit({name: "move", at: from, to: at});
  }

  #take(at) {
    this.carried = at;
    this.#arm(at ? [at] : []);
  }

  // Frame the cells of a stroke, or the cell whose content is moved.
  #arm(cells) {
    this.armed = cells.map(String);
    for (const cell of one("grid").querySelectorAll(".armed")) cell.classList.remove("armed");
    for (const cell of cells) this.#cell(cell).classList.add("armed");
  }

  #cell([row, column]) { return one("grid").children[row].children[column]; }

  #wire() {
    const grid = one("grid");
    const place = event => event.target.closest?.("[data-at]")?.dataset.at.split(" ").map(Number);
    grid.addEventListener("click", event => {
      const at = place(event);
      if (!at || this.stroke?.cells.length > 1) return;
      this.cursor = at;
      this.press(at);
    });
    grid.addEventListener("focusin", event => { this.cursor = place(event) ?? this.cursor; });
    grid.addEventListener("keydown", event => this.key(event));
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

  // Paint all cells that the pointer passes while the mouse button is down, in one edit.
  #strokes(grid, place) {
    grid.addEventListener("pointerdown", event => {
      const at = place(event);
      this.stroke = at && event.pointerType !== "touch" && event.button === 0 && one("mode").value === "paint" ? {cells: [at], ended: false} : null;
    });
    grid.addEventListener("pointerover", event => {
      const at = place(event), {stroke} = this;
      if (!at || !stroke || !event.buttons || stroke.cells.some(cell => String(cell) === String(at))) return;
      stroke.cells.push(at);
      this.#arm(stroke.cells);
    });
    document.addEventListener("pointerup", () => {
      const {stroke} = this;
      if (!stroke || stroke.ended) return;
      stroke.ended = true;
      if (stroke.cells.length === 1) return;  // the click paints it
      this.#arm([]);
      this.paint(stroke.cells);
    });
  }

  // Handle a key: move the cursor, or edit the cell at the cursor.
  key(event) {
    const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    const [row, column] = this.cursor;
    this.stroke = null;
    if (step) {
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
