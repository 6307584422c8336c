// A form for the title and the demands of a level, while it is edited.

import {made, one} from "./dom.js";
import {NUMBERS} from "./numbers.js";

export class Demands {
  // `edit` applies an edit to the level.
  /** @param {(edit: Edit) => unknown} edit */
  constructor(edit) {
    this.edit = edit;
    const title = one("level-title");
    title.addEventListener("change", () => edit({name: "title", title: title.value.trim()}));
    const options = Object.entries(NUMBERS).map(([value, words]) => made("option", {value}, words));
    one("metric").replaceChildren(...options);
    one("new-demand").addEventListener("submit", event => {
      event.preventDefault();
      this.#set();
    });
  }

  // Show the title and the demands of a version, each with a button that removes it.
  /** @param {string} title @param {EditedBoard["demands"]} demands */
  show(title, demands) {
    const field = one("level-title");
    if (field !== document.activeElement) field.value = title;
    one("demands").replaceChildren(...demands.map(([metric, wanted]) => {
      const limits = wanted.replace(/^\{(.*)\}$/, "$1").replaceAll(": ", " ")
        .replace(/^\[(.*), (.*)\]$/, "$1 to $2");
      const words = `${named(metric)}: ${limits} `;
      const remove = made("button", {type: "button", ariaLabel: `remove the demand ${words}`}, "×");
      remove.addEventListener("click", () => this.edit({name: "demand", metric}));
      return made("li", {}, words, remove);
    }));
  }

  #set() {
    const [least, most] = [one("least"), one("most")].map(field =>
      field.value === "" ? null : Number(field.value));
    if (least === null && most === null) return;
    this.edit({name: "demand", metric: one("metric").value, least, most});
  }
}

// Return the words for a metric.
/** @param {string} metric */
function named(metric) {
  return metric in NUMBERS ? NUMBERS[/** @type {keyof LevelNumbers} */ (metric)] : metric;
}
