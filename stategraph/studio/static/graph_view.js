// The view of the state graph: a map, a map in 3D or a profile, and the controls beside it.

import {Chart} from "./chart.js";
import {one} from "./dom.js";
import {Neighbourhood} from "./neighbourhood.js";
import {Profile} from "./profile.js";
import {Region} from "./region.js";
import {count} from "./plurals.js";

// The filters of states; a state is shown if all chosen filters show it.
/** @type {Filter[]} */
const FILTERS = ["living", "dead", "traps", "unvisited"];

// At most one of these two filters is chosen.
/** @type {Partial<Record<Filter, Filter>>} */
const OPPOSITES = {living: "dead", dead: "living"};

/** @typedef {"map" | "space" | "near" | "profile"} View */

// Return a view of a graph. Only maps, flat or in 3D, have filters.
/** @type {Record<View, (canvas: HTMLCanvasElement, graph: AnyGraph) => Sheet>} */
const VIEWS = {
  map: (canvas, graph) => new Chart(canvas, /** @type {WholeGraph} */ (graph)),
  space: (canvas, graph) => new Chart(canvas, /** @type {WholeGraph} */ (graph)),
  near: (canvas, graph) => new Neighbourhood(canvas, graph),
  profile: (canvas, graph) => new Profile(canvas, graph),
};

// Buttons that zoom into a map and select in it; other views lack both.
/** @type {ButtonId[]} */
const OF_A_MAP = ["closer", "farther", "all", "select"];

// The words below the view of the states around the player.
const NEAR = "The states around yours; each column is one move farther. It is unknown whether "
  + "hollow ones can win. A cross is proven dead. Point at one to see its board; click to go "
  + "there.";

export class GraphView {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.region = new Region(page);
    /** @type {Sheet | null} */
    this.chart = null;        // the drawing, once a graph is shown
    /** @type {View} */
    this.wanted = "map";      // the view that the player chose
    /** @type {Contraction | null} */
    this.contraction = null;  // the contracted graph that is shown instead of the state graph
    one("units-choice").hidden = !page.contractor;
    for (const name of FILTERS) {
      const box = one(`only-${name}`);
      box.addEventListener("change", () => this.#choose(name, box.checked));
    }
    one("units").addEventListener("change", () => this.#contract());
    one("fold").addEventListener("change", () => this.#fold());
    one("view").addEventListener("change", () => {
      this.wanted = /** @type {View} */ (one("view").value);
      if (page.graph) this.show();
    });
    one("closer").addEventListener("click", () => this.chart?.zoomBy(1.6));
    one("farther").addEventListener("click", () => this.chart?.zoomBy(1 / 1.6));
    one("all").addEventListener("click", () => this.chart?.fit());
  }

  // The graph that is drawn.
  /** @returns {AnyGraph} */
  get graph() { return this.contraction ?? this.page.graph; }

  // The view that is possible and nearest to the player's wish. An incomplete graph has no map.
  get #chosen() {
    const {wanted, graph: {x, head}} = this;
    if (x) return wanted === "near" ? "map" : wanted;
    return head.stopped && wanted !== "profile" ? "near" : "profile";
  }

  // Show another graph of states. A contraction of the same level is kept, and the contraction of
  // another level is requested.
  /** @param {AnyGraph} graph */
  open(graph) {
    const {contraction} = this;
    if (contraction?.hash === graph.head.hash) contraction.real = graph;
    else this.contraction = null;
    one("units").disabled = Boolean(graph.head.stopped);
    this.show();
    if (!this.contraction && one("units").value && !graph.head.stopped) this.#contract();
  }

  // Draw the graph by single moves, or with contracted walks or turns. The level may lack such
  // units.
  async #contract() {
    const {graph, contractor} = this.page, kind = one("units").value;
    const found = kind && contractor ? await contractor(kind) : null;
    if (graph.head.hash !== this.page.graph.head.hash || kind !== one("units").value) return;
    this.contraction = found && "size" in found ? found : null;
    if (this.contraction) {
      this.contraction.real = this.page.graph;
      this.contraction.hash = graph.head.hash;
    } else {
      one("units").value = "";
    }
    this.show();
    if (found && "error" in found)
      one("reading").textContent = `This graph cannot be drawn ${found.error}.`;
  }

  // Show another play.
  /** @param {Step[]} steps */
  follow(steps) { this.chart?.follow(this.contraction?.steps(steps) ?? steps); }

  // Highlight some states; null: none.
  /** @param {number[] | null} states */
  mark(states) { this.chart?.mark(states && (this.contraction?.nodesOf(states) ?? states)); }

  // Return the states between two points of the canvas.
  /** @param {Point} from @param {Point} to */
  inside(from, to) {
    const nodes = this.chart?.inside(from, to) ?? [];
    return this.contraction?.statesOf(nodes) ?? nodes;
  }

  // Go to a state, or to the first state of a class.
  /** @param {number} node */
  async visit(node) {
    if (this.contraction) await this.page.follow(await this.contraction.wayTo(node));
    else await this.page.visit(node);
  }

  // Draw the state graph as the player chose.
  show() {
    const {graph, page: {held, play}} = this, view = this.#chosen;
    this.chart?.stop();
    this.chart = VIEWS[view](one("chart"), graph);
    this.chart.raise(view === "space");
    for (const name of FILTERS) this.chart.choose(name, one(`only-${name}`).checked);
    const possible = possibleViews(graph), isMap = view === "map" || view === "space";
    for (const choice of one("view").options) choice.disabled = !possible.includes(choice.value);
    one("view").value = view;
    one("picking").hidden = !isMap;
    for (const name of OF_A_MAP) one(name).disabled = !isMap;
    one("fold").disabled = view !== "map";
    this.#fold();
    this.mark(held);
    if (play.trail.length) this.follow(play.trail.slice(0, play.at + 1));
  }

  // Fold the clusters of dead states if the player chose that, and describe the picture.
  #fold() {
    const {chart} = this;
    if (!chart) return;
    chart.fold(one("fold").checked);
    const clusters = chart.clusters?.folded.length;
    const outlines = clusters === undefined ? "" : ` ${count(clusters, "outline")} with the number `
      + "of dead states in each; click one to unfold it.";
    one("reading").textContent = this.#reading(this.#chosen) + outlines;
  }

  /** @param {Filter} name @param {boolean} on */
  #choose(name, on) {
    const opposite = OPPOSITES[name];
    if (on && opposite && one(`only-${opposite}`).checked) {
      one(`only-${opposite}`).checked = false;
      this.chart?.choose(opposite, false);
    }
    this.chart?.choose(name, on);
  }

  // Explain the picture and its use.
  /** @param {View} view */
  #reading(view) {
    const {graph: {goal, head}} = this, [noun, nouns] = head.nouns ?? ["move", "moves"];
    if (view === "profile") return this.#profile(nouns);
    if (view === "near") return NEAR;
    const select = "Drag with Shift to select states and see what they have in common.";
    const point = "Point at one to see its board; click to go there.";
    if (view === "space") {
      const height = goal < 0 ? "The farther a state is from the start, the lower it stands."
        : `The more ${nouns} a state has left, the higher it stands; the dead lie on the ground.`;
      return `${height} Drag to turn it. ${point} ${select}`;
    }
    const near = head.aspect ? `those few ${nouns} apart are close to each other`
      : `each column is one ${noun} farther from the start`;
    return `${this.#marks()}; ${near}. ${point} ${select}`;
  }

  // Explain the marks of a map.
  #marks() {
    const {contraction, page: {graph}} = this;
    if (!contraction) return "Every mark is a state";
    const {kind, length} = contraction.head, solution = length ? ` A solution has ${length}.` : "";
    const marks = count(contraction.size, "mark"), states = count(graph.size, "state");
    const classes = `${marks} for ${states}.${solution}`;
    return kind === "walks" ? `${classes} A mark is all states that walking connects`
      : `${classes} A mark is a state, and a line is a turn: moves of one actor in a row`;
  }

  /** @param {string} nouns */
  #profile(nouns) {
    const {contraction, graph: {head}} = this, where = "at each distance from the start";
    if (contraction) return `The number of marks ${where}, in ${nouns}; a ring marks yours.`;
    const faint = head.stopped ? " It is unknown whether the faint ones can win." : "";
    return `The number of states ${where}; a ring marks your state.${faint}`;
  }
}

// Return the views that a graph allows.
/** @param {AnyGraph} graph */
function possibleViews({x, head}) {
  if (x) return ["map", "space", "profile"];
  return head.stopped ? ["near", "profile"] : ["profile"];
}
