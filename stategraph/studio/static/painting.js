// Painting of a board: a palette of signs, and cells to paint by mouse, touch or keyboard.

import {drawn, made, one, targetOf, within} from "./dom.js";

// The steps of the cursor, and of the choice of a sign.
/** @type {Record<string, Cell>} */
const CURSOR_STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
};
/** @type {Record<string, number>} */
const SIGN_STEPS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};

/** @param {Cell | null} one @param {Cell | null} other */
const same = (one, other) => String(one) === String(other);

export class Painting {
  // `edit` applies an edit to the level.
  /** @param {(edit: Edit) => unknown} edit */
  constructor(edit) {
    this.edit = edit;
    /** @type {string[][]} */
    this.rows = [];  // the signs on the board; empty if the family has no board
    /** @type {Sign[]} */
    this.signs = [];
    /** @type {Map<string, Sign>} */
    this.byText = new Map();
    this.sign = "";  // the text of the chosen sign
    /** @type {Cell} */
    this.cursor = [0, 0];
    /** @type {Cell | null} */
    this.carried = null;  // the cell whose content is moved
    /** @type {{cells: Cell[], ended: boolean, byTouch: boolean} | null} */
    this.stroke = null;
    /** @type {Cell[]} */
    this.armed = [];  // the framed cells
    this.names = "";  // the signs that have buttons, as text
    this.wide = 0;    // the number of columns that have buttons
    this.#wire();
  }

  // Show the board of a text; hide it if the family has no board.
  /** @param {EditedBoard} board */
  show({rows, signs, picture, ...frame}) {
    one("painting").hidden = one("grid").hidden = !rows.length;
    this.rows = rows;
    if (!rows.length) return;
    this.signs = signs;
    this.byText = new Map(signs.map(sign => [sign.text, sign]));
    if (!this.byText.has(this.sign)) this.sign = signs[Math.min(1, signs.length - 1)].text;
    const [row, column] = this.cursor;
    this.cursor = [Math.min(row, rows.length - 1), Math.min(column, rows[0].length - 1)];
    this.#palette();
    one("picture").replaceChildren(drawn(picture));
    this.#lay(frame);
    this.#cells();
    this.showSize();
  }

  // Place the buttons of the cells over the picture.
  /** @param {Pick<EditedBoard, "size" | "corner" | "cell">} frame */
  #lay({size: [width, height], corner: [left, top], cell}) {
    const [rows, columns] = [this.rows.length, this.rows[0].length], {style} = one("grid");
    one("canvas").style.setProperty("--ratio", String(width / height));
    one("canvas").style.setProperty("--columns", String(columns));
    const parts = {
      left: left / width, top: top / height,
      width: columns * cell / width, height: rows * cell / height,
    };
    for (const [name, part] of Object.entries(parts)) style.setProperty(name, `${100 * part}%`);
  }

  // Show the size of the board in the input fields, for example after a refused size.
  showSize() {
    if (!this.rows.length) return;
    one("columns").value = String(this.rows[0].length);
    one("rows").value = String(this.rows.length);
  }

  // Show the signs to paint with; the buttons are reused if the signs are the same.
  #palette() {
    const names = this.signs.map(sign => `${sign.text} ${sign.name}`).join("\n");
    if (this.names !== names) {
      this.names = names;
      one("palette").replaceChildren(...this.signs.map(sign => this.#choice(sign)));
    }
    this.signs.forEach(({text}, k) => {
      const chosen = text === this.sign;
      const state = {ariaChecked: String(chosen), tabIndex: chosen ? 0 : -1};
      Object.assign(one("palette").children[k], state);
    });
  }

  /** @param {Sign} sign */
  #choice(sign) {
    const button = made("button", {type: "button", role: "radio"}, drawn(sign.picture), sign.name);
    button.dataset.sign = sign.text;
    button.addEventListener("click", () => this.choose(sign.text));
    return button;
  }

  /** @param {string} text */
  choose(text, focus = false) {
    this.sign = text;
    this.#palette();
    if (focus) within(one("palette"), "[aria-checked=true]").focus();
  }

  // Show the cells; the buttons are reused if the size is the same, so that no press is lost.
  #cells() {
    const grid = one("grid"), held = grid.contains(document.activeElement);
    const width = this.rows[0].length;
    if (grid.children.length !== this.rows.length || this.wide !== width) {
      this.wide = width;
      grid.replaceChildren(...this.rows.map((row, r) =>
        made("div", {role: "row"}, ...row.map((_, c) => this.#cellButton(r, c)))));
    }
    this.rows.forEach((row, r) => row.forEach((text, c) => this.#fill([r, c], text)));
    if (held) this.#focus();
  }

  /** @param {number} row @param {number} column */
  #cellButton(row, column) {
    const button = made("button", {type: "button", role: "gridcell"});
    button.dataset.at = `${row} ${column}`;
    return button;
  }

  /** @param {Cell} at @param {string} text */
  #fill(at, text) {
    const cell = this.#cell(at), [row, column] = at, name = this.byText.get(text)?.name ?? text;
    cell.className = "cell";
    cell.tabIndex = same(at, this.cursor) ? 0 : -1;
    cell.ariaLabel = `${name}, row ${row}, column ${column}`;
    cell.classList.toggle("armed", this.armed.some(each => same(each, at)));
  }

  #focus() {
    for (const cell of one("grid").querySelectorAll("[tabindex='0']"))
      cell.setAttribute("tabindex", "-1");
    const cell = this.#cell(this.cursor);
    cell.tabIndex = 0;
    cell.focus();
  }

  // Apply the chosen tool to a cell: paint it, fill its region, or move its content.
  /** @param {Cell} at */
  press(at) {
    const mode = one("mode").value;
    if (mode === "move") this.#carry(at);
    else this.paint([at], this.sign, mode);
  }

  /** @param {Cell[]} cells */
  paint(cells, text = this.sign, name = "paint") {
    const changed = cells.filter(([row, column]) => this.rows[row][column] !== text);
    if (!changed.length) return;
    if (name === "fill") this.edit({name, at: changed[0], sign: text});
    else this.edit({name, cells: changed, sign: text});
  }

  // Pick up the content of a cell, or put it down.
  /** @param {Cell} at */
  #carry(at) {
    const from = this.carried;
    this.#take(from ? null : at);
    if (from && !same(from, at)) this.edit({name: "move", at: from, to: at});
  }

  /** @param {Cell | null} at */
  #take(at) {
    this.carried = at;
    this.#arm(at ? [at] : []);
  }

  // Frame the cells of a stroke, or the cell whose content is moved.
  /** @param {Cell[]} cells */
  #arm(cells) {
    this.armed = cells;
    for (const cell of one("grid").querySelectorAll(".armed")) cell.classList.remove("armed");
    for (const cell of cells) this.#cell(cell).classList.add("armed");
  }

  /** @param {Cell} cell */
  #cell([row, column]) {
    return /** @type {HTMLElement} */ (one("grid").children[row].children[column]);
  }

  #wire() {
    const grid = one("grid");
    grid.addEventListener("click", event => {
      const at = cellOf(event);
      if (!at || this.stroke && isWholeStroke(this.stroke)) return;
      this.cursor = at;
      this.press(at);
    });
    grid.addEventListener("focusin", event => { this.cursor = cellOf(event) ?? this.cursor; });
    grid.addEventListener("keydown", event => this.key(event));
    this.#strokes(grid);
    for (const button of document.querySelectorAll("[data-shift]")) {
      const to = button.getAttribute("data-shift")?.split(" ").map(Number);
      button.addEventListener("click", () => this.edit({name: "shift", to}));
    }
    one("palette").addEventListener("keydown", event => {
      const step = SIGN_STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      const now = this.signs.findIndex(sign => sign.text === this.sign);
      this.choose(this.signs[(now + step + this.signs.length) % this.signs.length].text, true);
    });
    for (const name of ["mirror", "turn", "clear"])
      one(name).addEventListener("click", () => this.edit({name}));
    const [rows, columns] = [one("rows"), one("columns")];
    for (const field of [rows, columns]) field.addEventListener("change", () => {
      this.edit({name: "resize", to: [Number(rows.value), Number(columns.value)]});
    });
  }

  // Paint all cells that a finger, or the mouse with its button down, passes, in one edit.
  /** @param {HTMLElement} grid */
  #strokes(grid) {
    grid.addEventListener("pointerdown", event => {
      const at = cellOf(event), byTouch = event.pointerType === "touch", target = targetOf(event);
      const paints = event.button === 0 && event.isPrimary && one("mode").value === "paint";
      this.stroke = at && paints ? {cells: [at], ended: false, byTouch} : null;
      // a finger is captured by its first cell, and would not enter the others
      if (target.hasPointerCapture(event.pointerId)) target.releasePointerCapture(event.pointerId);
    });
    grid.addEventListener("pointercancel", () => {  // two fingers zoom the page
      this.stroke = null;
      this.#arm([]);
    });
    grid.addEventListener("pointerover", event => {
      const at = cellOf(event), {stroke} = this;
      if (!at || !stroke || !event.buttons || stroke.cells.some(cell => same(cell, at))) return;
      stroke.cells.push(at);
      this.#arm(stroke.cells);
    });
    document.addEventListener("pointerup", () => {
      const {stroke} = this;
      if (!stroke || stroke.ended) return;
      stroke.ended = true;
      if (!isWholeStroke(stroke)) return;
      this.cursor = stroke.cells[stroke.cells.length - 1];
      this.#arm([]);
      this.paint(stroke.cells);
    });
  }

  // Handle a key: move the cursor, or edit the cell at the cursor.
  /** @param {KeyboardEvent} event */
  key(event) {
    const step = CURSOR_STEPS[event.key];
    this.stroke = null;
    if (step) {
      this.#moveCursor(step);
      this.#focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.edit({name: "erase", at: this.cursor});
    } else if (event.key === "Escape") {
      this.#take(null);
    } else if (this.byText.has(event.key) && event.key !== " " && !isCommand(event)) {
      this.paint([this.cursor], event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {Cell} step */
  #moveCursor([down, right]) {
    const [row, column] = this.cursor, [height, width] = [this.rows.length, this.rows[0].length];
    /** @param {number} value @param {number} size */
    const clamped = (value, size) => Math.max(0, Math.min(size - 1, value));
    this.cursor = [clamped(row + down, height), clamped(column + right, width)];
  }
}

// Return whether a stroke is painted when it ends. A press of the mouse is painted by its click; a
// finger that slips within a cell makes no click.
/** @param {{cells: Cell[], byTouch: boolean}} stroke */
const isWholeStroke = ({cells, byTouch}) => byTouch || cells.length > 1;

/** @param {KeyboardEvent} event */
const isCommand = ({ctrlKey, metaKey}) => ctrlKey || metaKey;

// Return the cell of the button at which an event happened, if there is one.
/** @param {Event} event */
function cellOf(event) {
  const at = targetOf(event).closest("[data-at]")?.getAttribute("data-at");
  return at ? /** @type {Cell} */ (at.split(" ").map(Number)) : null;
}
