// The evaluation of a play, move by move: moves left, good moves, and a random player's chance.

import {made, one, shape} from "./dom.js";
import {chanceInWords, goodMoves, LONGER, LOSES, ONLY, stateInWords, verdictOn} from "./verdicts.js";

// Height of a row, the margin at its ends, and the width of its name, in pixels.
const ROW = 28, EDGE = 7, NAME = 94;

// Minimum number of moves that a chart has room for.
const MIN_MOVES = 12;

// The rows of the chart. Each has a name, a function for the value of a state, and a function for
// the height of a value in the row, from 0 to 1. The height depends on the largest and the smallest
// value of the play. Chances have a logarithmic scale.
const ROWS = [
  {name: "moves left", value: step => step.left, height: (value, most) => value / Math.max(1, most)},
  {name: "good moves", value: goodMoves, height: (value, most) => value / Math.max(1, most)},
  {
    name: "random player", value: step => step.chance ?? null,
    height: heightOfChance,
  },
  {
    name: "beginner", value: (step, graph) => graph.beginner(step.node), height: heightOfChance,
    known: graph => Boolean(graph.beginners?.length),
  },
];

// Return the rows whose values the graph of a play has.
const rowsOf = play => ROWS.filter(({known}) => !known || known(play.graph));

export class Evaluation {
  // `go` goes to a move of the play.
  constructor(go) {
    this.go = go;
    this.box = one("evaluation");
    this.rows = made("div", {className: "rows"});
    this.slider = made("input", {type: "range", className: "unseen", min: "0", ariaLabel: "Move of the play"});
    this.words = made("p", {className: "note"});
    this.table = made("details", {}, made("summary", {}, "As a table"));
    this.box.append(this.slider, this.rows, this.words, this.table);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.rows.addEventListener("click", event => this.go(this.#moveAt(event)));
    this.rows.addEventListener("pointermove", event => this.#read(this.#moveAt(event)));
    this.rows.addEventListener("pointerleave", () => this.#read(this.play.at));
    this.table.addEventListener("toggle", () => this.#tabulate());
    new ResizeObserver(() => this.play && this.#draw()).observe(this.rows);
  }

  // Show a play, or hide the evaluation.
  show(play, shown) {
    this.play = play;
    this.box.hidden = !shown;
    if (!shown) return;
    this.#draw();
    this.#tabulate();
  }

  // Return the x coordinate of a move, in pixels.
  x(move) {
    const room = this.rows.clientWidth - NAME - 2 * EDGE;
    return EDGE + move * room / Math.max(MIN_MOVES, this.play.trail.length - 1);
  }

  #moveAt(event) {
    const {trail} = this.play, x = event.clientX - this.rows.getBoundingClientRect().left;
    return Math.max(0, Math.min(trail.length - 1, Math.round((x - EDGE) / (this.x(1) - this.x(0)))));
  }

  // Describe a move below the chart; the slider itself describes the current move.
  #read(move) { this.words.textContent = this.#words(move); }

  #words(move) {
    const {trail, graph} = this.play, step = trail[move], words = stateInWords(trail, move);
    const chance = step.left > 0 ? graph.beginner?.(step.node) ?? null : null;
    return chance === null ? words : `${words.slice(0, -1)}, ${chanceInWords(chance, "a beginner")}.`;
  }

  #draw() {
    const {trail, at} = this.play;
    if (!this.rows.clientWidth) return;
    this.slider.max = trail.length - 1;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", this.#words(at));
    this.#read(at);
    this.rows.replaceChildren(...rowsOf(this.play).flatMap((row, k) => this.#row(row, k === 0)));
  }

  // Return the row of a value, or nothing if the value is unknown in all states.
  #row({name, value, height}, withVerdicts) {
    const {trail, at} = this.play, values = trail.map(step => value(step, this.play.graph));
    const known = values.filter((each, k) => each !== null && trail[k].left !== -1);
    if (!known.length && trail.some(step => step.left !== -1)) return [];
    const [most, least] = [Math.max(...known), Math.min(...known)], wide = this.rows.clientWidth - NAME;
    const svg = shape("svg", {width: wide, height: ROW, "aria-hidden": "true"});
    const spots = values.map((each, k) => each === null || trail[k].left < 0 ? null
      : [this.x(k), ROW - EDGE - (ROW - 2 * EDGE) * height(each, most, least)]);
    svg.append(...this.#lost(), shape("line", {x1: this.x(at), x2: this.x(at), y1: 0, y2: ROW, class: "now"}));
    svg.append(shape("path", {d: pathThrough(spots), class: "curve"}));
    spots.forEach((spot, k) => {
      const verdict = withVerdicts ? verdictOn(trail, k) : "";
      const place = spot ?? [this.x(k), ROW / 2];
      if (verdict) svg.append(markOf(verdict, place));
      else if (spot) svg.append(shape("circle", {cx: spot[0], cy: spot[1], r: k === at ? 3.5 : 1.5, class: "spot"}));
    });
    return [made("div", {className: "row"}, svg, made("span", {}, name))];
  }

  // Return the band that marks the lost states, if there are any.
  #lost() {
    const {trail} = this.play, first = trail.findIndex(step => step.left < 0);
    if (first < 0) return [];
    const half = (this.x(1) - this.x(0)) / 2, left = Math.max(0, this.x(first) - half);
    const right = this.x(trail.length - 1) + half;
    return [shape("rect", {x: left, y: 1, width: right - left, height: ROW - 2, class: "band"})];
  }

  // List all moves in a table, if it is open.
  #tabulate() {
    if (!this.table.open || this.box.hidden) return;
    const {trail, graph} = this.play, rows = rowsOf(this.play), head = ["move", "", ...rows.map(row => row.name)];
    const cells = (k, step) => [
      k ? `${k}. ${step.label}` : "start", verdictOn(trail, k),
      ...rows.map(({value}) => shortly(value(step, graph), step)),
    ];
    const row = (tag, texts) => made("tr", {}, ...texts.map(text => made(tag, {}, text)));
    const body = trail.map((step, k) => row("td", cells(k, step)));
    const table = made("table", {}, made("thead", {}, row("th", head)), made("tbody", {}, ...body));
    this.table.replaceChildren(this.table.firstChild, made("div", {className: "scroll", tabIndex: 0, role: "region", ariaLabel: "The moves as a table"}, table));
  }
}

// Return the height of a chance, on a logarithmic scale; a chance of 0 is at the bottom.
function heightOfChance(value, most, least) {
  return value && 1 - Math.log(value) / Math.min(Math.log(Math.max(least, 1e-9)), -1);
}

// Return a value of a state as text for the table.
function shortly(value, {left}) {
  if (left < 0) return "lost";
  if (value === null) return "unknown";
  return value > 0 && value < 1 ? `${Number((value * 100).toPrecision(2))} %` : String(value);
}

// Return the path of a curve, which has gaps where a spot is missing.
function pathThrough(spots) {
  return spots.map((spot, k) => spot ? `${spots[k - 1] ? "L" : "M"}${spot[0].toFixed(1)} ${spot[1].toFixed(1)}` : "").join("");
}

// Return the mark of a verdict: a cross, a triangle or a disc.
function markOf(verdict, [x, y]) {
  const paths = {
    [LOSES]: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`, [LONGER]: `M${x} ${y - 4.5}l4.5 8h-9z`,
    [ONLY]: `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`,
  };
  const names = {[LOSES]: "loses", [LONGER]: "longer", [ONLY]: "only"};
  return shape("path", {d: paths[verdict], class: `verdict ${names[verdict]}`});
}
