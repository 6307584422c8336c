// The view of the state graph: a map, a map in 3D or a profile, and the controls beside it.

import {Chart} from "./chart.js";
import {one} from "./dom.js";
import {Neighbourhood} from "./neighbourhood.js";
import {Profile} from "./profile.js";
import {Region} from "./region.js";
import {count} from "./words.js";

// The filters of states; a state is shown if all chosen filters show it.
const FILTERS = ["living", "dead", "traps", "unvisited"];

// Of these two filters, at most one is chosen.
const OPPOSITES = {living: "dead", dead: "living"};

// The views that have no filters.
const VIEWS = {near: Neighbourhood, profile: Profile};

// Buttons that zoom into a map and select in it; other views lack both.
const OF_A_MAP = ["closer", "farther", "all", "select"];

export class GraphView {
  constructor(page) {
    this.page = page;
    this.region = new Region(page);
    for (const name of FILTERS) one(`only-${name}`).addEventListener("change", event => this.#choose(name, event.target.checked));
    one("fold").addEventListener("change", () => this.#fold());
    one("view").addEventListener("change", () => {
      this.wanted = one("view").value;
      if (page.graph) this.show();
    });
    one("closer").addEventListener("click", () => this.chart?.zoomBy(1.6));
    one("farther").addEventListener("click", () => this.chart?.zoomBy(1 / 1.6));
    one("all").addEventListener("click", () => this.chart?.fit());
  }

  // The view that is possible and nearest to the player's wish. An incomplete graph has no map.
  get #chosen() {
    const {x, head} = this.page.graph, {wanted = "map"} = this;
    if (x) return wanted === "near" ? "map" : wanted;
    return head.stopped && wanted !== "profile" ? "near" : "profile";
  }

  // Draw the state graph as the player chose.
  show() {
    const {graph, held, play} = this.page, view = this.#chosen, View = VIEWS[view] ?? Chart;
    this.chart?.stop();
    this.chart = new View(one("chart"), graph);
    this.chart.raise(view === "space");
    for (const name of FILTERS) this.chart.choose(name, one(`only-${name}`).checked);
    const possible = graph.x ? ["map", "space", "profile"] : graph.head.stopped ? ["near", "profile"] : ["profile"];
    for (const choice of one("view").options) choice.disabled = !possible.includes(choice.value);
    one("view").value = view;
    one("picking").hidden = view in VIEWS;
    for (const name of OF_A_MAP) one(name).disabled = view in VIEWS;
    one("fold").disabled = view !== "map";
    this.#fold();
    this.chart.mark(held);
    if (play.trail) this.chart.follow(play.trail.slice(0, play.at + 1));
  }

  // Fold the clusters of dead states if the player chose that, and describe the picture.
  #fold() {
    const {chart, page: {graph}} = this;
    if (!chart) return;
    chart.fold(one("fold").checked);
    const clusters = chart.clusters?.folded.length;
    const folded = clusters === undefined ? "" : ` ${count(clusters, "outline")} with the number of dead states in each; click one to unfold it.`;
    one("reading").textContent = this.#reading(this.#chosen) + folded;
  }

  #choose(name, on) {
    const opposite = OPPOSITES[name];
    if (on && opposite && one(`only-${opposite}`).checked) {
      one(`only-${opposite}`).checked = false;
      this.chart?.choose(opposite, false);
    }
    this.chart?.choose(name, on);
  }

  #reading(view) {
    const {graph: {goal, head}} = this.page;
    if (view === "profile") {
      const faint = head.stopped ? " It is unknown whether the faint ones can win." : "";
      return `The number of states at each distance from the start; a ring marks your state.${faint}`;
    }
    if (view === "near") return "The states around yours; each column is one move farther. It is unknown whether hollow ones can win. A cross is proven dead. Point at one to see its board; click to go there.";
    const select = "Drag with Shift to select states and see what they have in common.";
    const point = "Point at one to see its board; click to go there.";
    if (view === "space") {
      const height = goal < 0 ? "The farther a state is from the start, the lower it stands."
        : "The more moves a state has left, the higher it stands; the dead lie on the ground.";
      return `${height} Drag to turn it. ${point} ${select}`;
    }
    const near = head.aspect ? "states that are few moves apart are close to each other"
      : "each column is one move farther from the start";
    return `Every mark is a state; ${near}. ${point} ${select}`;
  }
}
