// The numbers at the top of the page: those of a level, and their differences to a yardstick.

import {made, one} from "./dom.js";

// The numbers, with their titles.
/** @type {Record<keyof LevelNumbers, string>} */
export const NUMBERS = {
  shortest: "moves to win", states: "states", dead_states: "dead states", trap_moves: "trap moves",
  shortest_count: "shortest solutions",
};

// Show the numbers of a version, and their differences to those of a yardstick.
/** @param {Answers["solve"]} found @param {LevelNumbers | null} yard */
export function showNumbers({numbers, stopped, demands, met, unjudged}, yard) {
  const rows = keysOf(NUMBERS)
    .filter(name => name === "shortest" || !stopped || numbers[name] !== null)
    .map(name => {
      const value = numbers[name], none = name === "shortest" && !stopped ? "none" : "unknown";
      const text = value?.toLocaleString("en") ?? none;
      const cell = made("dd", {}, text, " ", ...difference(value, yard?.[name] ?? null));
      cell.dataset.number = name;
      const href = `words#${name.replaceAll("_", "-")}`;
      const link = made("a", {href, target: "_blank"}, NUMBERS[name]);
      return made("div", {}, made("dt", {}, link), cell);
    });
  /** @param {string} title @param {string} text */
  const row = (title, text, className = "") =>
    made("div", {className}, made("dt", {}, title), made("dd", {}, text));
  if (stopped) rows.push(row("stopped by the", stopped));
  for (const line of demands) rows.push(row("demands", line, met ? "met" : "broken"));
  if (unjudged.length) rows.push(row("judged by stategraph check only", unjudged.join(", ")));
  one("numbers").replaceChildren(...rows);
  one("numbers").classList.remove("unplayable");
}

/** @type {<Key extends string>(record: Record<Key, unknown>) => Key[]} */
const keysOf = record => /** @type {any} */ (Object.keys(record));

// Return the difference of a number to the number before, as an element, if both are known.
/** @param {number | null} value @param {number | null} before */
function difference(value, before) {
  if (value === null || before === null || value === before) return [];
  const size = Math.abs(value - before).toLocaleString("en");
  return [made("small", {}, `${value > before ? "+" : "−"}${size}`)];
}
