// The evaluation of a play, move by move: moves left, good moves, and a random player's chance.

import {made, one, shape} from "./dom.js";
import {
  chanceInWords, goodMoves, isDead, LONGER, LOSES, ONLY, stateInWords, verdictOn,
} from "./verdicts.js";

// Height of a row, the margin at its ends, and the width of its name, in pixels.
const ROW = 28, EDGE = 7, NAME = 94;

// Minimum number of moves that a chart has room for.
const MIN_MOVES = 12;

// The rows of the chart. Each has a name, a function for the value of a state, and a function for
// the height of a value in the row, from 0 to 1. The height depends on the largest and the smallest
// value of the play. Chances have a logarithmic scale.
/**
 * @typedef {(value: number, most: number, least: number) => number} Height
 * @typedef {object} Row
 * @property {string} name
 * @property {(step: Step, graph: AnyGraph) => number | null} value
 * @property {Height} height
 * @property {(graph: AnyGraph) => boolean} [known]
 */

/** @type {Row[]} */
const ROWS = [
  {name: "moves left", value: step => step.left, height: heightOfNumber},
  {name: "good moves", value: goodMoves, height: heightOfNumber},
  {name: "random player", value: step => step.chance ?? null, height: heightOfChance},
  {
    name: "beginner", value: (step, graph) => graph.beginner?.(step.node) ?? null,
    height: heightOfChance, known: graph => Boolean(graph.beginners?.length),
  },
];

// Return the rows whose values the graph of a play has.
/** @param {Play} play */
const rowsOf = play => ROWS.filter(({known}) => !known || known(play.graph));

export class Evaluation {
  // `go` goes to a move of the play.
  /** @param {(move: number) => unknown} go */
  constructor(go) {
    /** @type {Play | null} */
    this.play = null;
    this.go = go;
    this.box = one("evaluation");
    this.rows = made("div", {className: "rows"});
    const ariaLabel = "Move of the play";
    this.slider = made("input", {type: "range", className: "unseen", min: "0", ariaLabel});
    this.words = made("p", {className: "note"});
    this.table = made("details", {}, made("summary", {}, "As a table"));
    this.box.append(this.slider, this.rows, this.words, this.table);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.rows.addEventListener("click", event => this.go(this.#moveAt(event)));
    this.rows.addEventListener("pointermove", event => this.#read(this.#moveAt(event)));
    this.rows.addEventListener("pointerleave", () => this.#read(this.#shown.at));
    this.table.addEventListener("toggle", () => this.#tabulate());
    new ResizeObserver(() => this.play && this.#draw()).observe(this.rows);
  }

  // Show a play, or hide the evaluation.
  /** @param {Play} play @param {boolean} shown */
  show(play, shown) {
    this.play = play;
    this.box.hidden = !shown;
    if (!shown) return;
    this.#draw();
    this.#tabulate();
  }

  // The play that is shown; the rows are empty before it.
  get #shown() { return /** @type {Play} */ (this.play); }

  // Return the x coordinate of a move, in pixels.
  /** @param {number} move */
  x(move) {
    const room = this.rows.clientWidth - NAME - 2 * EDGE;
    return EDGE + move * room / Math.max(MIN_MOVES, this.#shown.trail.length - 1);
  }

  /** @param {MouseEvent} event */
  #moveAt(event) {
    const x = event.clientX - this.rows.getBoundingClientRect().left;
    const move = Math.round((x - EDGE) / (this.x(1) - this.x(0)));
    return Math.max(0, Math.min(this.#shown.trail.length - 1, move));
  }

  // Describe a move below the chart; the slider itself describes the current move.
  /** @param {number} move */
  #read(move) { this.words.textContent = this.#words(move); }

  /** @param {number} move */
  #words(move) {
    const {trail, graph} = this.#shown, step = trail[move], words = stateInWords(trail, move);
    const chance = (step.left ?? 0) > 0 ? graph.beginner?.(step.node) ?? null : null;
    if (chance === null) return words;
    return `${words.slice(0, -1)}, ${chanceInWords(chance, "a beginner")}.`;
  }

  #draw() {
    const play = this.#shown, {trail, at} = play;
    if (!this.rows.clientWidth) return;
    this.slider.max = String(trail.length - 1);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", this.#words(at));
    this.#read(at);
    this.rows.replaceChildren(...rowsOf(play).flatMap((row, k) => this.#row(row, k === 0)));
  }

  // Return the row of a value, or nothing if the value is unknown in all states.
  /** @param {Row} row @param {boolean} withVerdicts */
  #row({name, value, height}, withVerdicts) {
    const {trail, at, graph} = this.#shown, wide = this.rows.clientWidth - NAME;
    const values = trail.map(step => isDead(step.left) ? null : value(step, graph));
    const known = values.flatMap(each => each ?? []);
    if (!known.length && !trail.every(step => isDead(step.left))) return [];
    const [most, least] = [Math.max(...known), Math.min(...known)], room = ROW - 2 * EDGE;
    /** @type {(Point | null)[]} */
    const spots = values.map((each, k) =>
      each === null ? null : [this.x(k), ROW - EDGE - room * height(each, most, least)]);
    const svg = shape("svg", {width: wide, height: ROW, "aria-hidden": "true"}, ...this.#lost());
    const now = {x1: this.x(at), x2: this.x(at), y1: 0, y2: ROW, class: "now"};
    svg.append(shape("line", now), shape("path", {d: pathThrough(spots), class: "curve"}));
    spots.forEach((spot, k) => {
      const verdict = withVerdicts ? verdictOn(trail, k) : "";
      if (verdict) svg.append(markOf(verdict, spot ?? [this.x(k), ROW / 2]));
      else if (spot) svg.append(shape("circle", {
        cx: spot[0], cy: spot[1], r: k === at ? 3.5 : 1.5, class: "spot",
      }));
    });
    return [made("div", {className: "row"}, svg, made("span", {}, name))];
  }

  // Return the band that marks the lost states, if there are any.
  #lost() {
    const {trail} = this.#shown, first = trail.findIndex(step => isDead(step.left));
    if (first < 0) return [];
    const half = (this.x(1) - this.x(0)) / 2, left = Math.max(0, this.x(first) - half);
    const right = this.x(trail.length - 1) + half;
    return [shape("rect", {x: left, y: 1, width: right - left, height: ROW - 2, class: "band"})];
  }

  // List all moves in a table, if it is open.
  #tabulate() {
    if (!this.table.open || this.box.hidden) return;
    const {trail, graph} = this.#shown, rows = rowsOf(this.#shown);
    /** @param {"td" | "th"} tag @param {string[]} texts */
    const line = (tag, texts) => made("tr", {}, ...texts.map(text => made(tag, {}, text)));
    const body = trail.map((step, k) => line("td", [
      k ? `${k}. ${step.label}` : "start", verdictOn(trail, k),
      ...rows.map(({value}) => shortly(value(step, graph), step)),
    ]));
    const head = line("th", ["move", "", ...rows.map(row => row.name)]);
    const table = made("table", {}, made("thead", {}, head), made("tbody", {}, ...body));
    const [summary] = this.table.children, ariaLabel = "The moves as a table";
    this.table.replaceChildren(
      summary, made("div", {className: "scroll", tabIndex: 0, role: "region", ariaLabel}, table));
  }
}

// Return the height of a number of moves, on a linear scale from 0.
/** @type {Height} */
function heightOfNumber(value, most) { return value / Math.max(1, most); }

// Return the height of a chance, on a logarithmic scale; a chance of 0 is at the bottom.
/** @type {Height} */
function heightOfChance(value, most, least) {
  return value && 1 - Math.log(value) / Math.min(Math.log(Math.max(least, 1e-9)), -1);
}

// Return a value of a state as text for the table.
/** @param {number | null} value @param {Step} step */
function shortly(value, {left}) {
  if (isDead(left)) return "lost";
  if (value === null) return "unknown";
  return value > 0 && value < 1 ? `${Number((value * 100).toPrecision(2))} %` : String(value);
}

// Return the path of a curve, which has gaps where a spot is missing.
/** @param {(Point | null)[]} spots */
function pathThrough(spots) {
  return spots.map((spot, k) => {
    if (!spot) return "";
    const [x, y] = spot.map(part => part.toFixed(1));
    return `${spots[k - 1] ? "L" : "M"}${x} ${y}`;
  }).join("");
}

// Return the mark of a verdict: a cross, a triangle or a diamond.
/** @param {string} verdict @param {Point} point */
function markOf(verdict, [x, y]) {
  /** @type {Record<string, string>} */
  const paths = {
    [LOSES]: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`, [LONGER]: `M${x} ${y - 4.5}l4.5 8h-9z`,
    [ONLY]: `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`,
  };
  /** @type {Record<string, string>} */
  const names = {[LOSES]: "loses", [LONGER]: "longer", [ONLY]: "only"};
  return shape("path", {d: paths[verdict], class: `verdict ${names[verdict]}`});
}
