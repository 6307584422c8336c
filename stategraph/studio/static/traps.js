// The trap moves of a level in groups; each group has a card with the reason of its moves.

import {made, one, within} from "./dom.js";
import {count} from "./plurals.js";

// Number of groups of traps that are shown at first.
const GROUPS = 6;

// Show the groups of trap moves of the level on a page.
/** @param {Page} page */
export function showTraps(page) {
  const {groups, trap_moves: number, stopped} = page.graph.head;
  const some = `Where play goes wrong: ${count(number, "trap move")}`;
  const known = stopped ? `${some} at least` : some;
  const none = stopped ? "No trap move is known." : "There is no trap move.";
  one("traps-summary").textContent = groups.length ? known : none;
  one("traps-box").classList.toggle("empty", !groups.length);
  const cards = groups.map(group => card(page, group));
  one("traps").replaceChildren(...cards.slice(0, GROUPS));
  one("more-traps").hidden = cards.length <= GROUPS;
  one("more-traps").textContent = `Show all ${cards.length} kinds`;
  one("more-traps").onclick = () => {
    one("traps").replaceChildren(...cards);
    one("more-traps").hidden = true;
    within(cards[GROUPS], "button").focus();
  };
}

// Return a card for a group of trap moves, with the trap move nearest to the start.
/** @param {Page} page @param {TrapGroup} group */
function card(page, group) {
  const [source, steps, label] = group.nearest, depth = count(steps, "move");
  const ariaLabel = `go to where ${label} loses, after ${depth}`;
  const button = made("button", {type: "button", ariaLabel}, "Go there");
  button.addEventListener("click", () => page.then(() => page.visit(source)));
  const pattern = group.reason ? `Dead pattern: ${group.reason}.`
    : "They have no known dead pattern.";
  const moves = made("b", {}, count(group.moves, "trap move"));
  const nearest = `Nearest: ${label} after ${depth}.`;
  const words = made("p", {}, moves, made("br"), pattern, made("br"), nearest, made("br"), button);
  return made("li", {}, ...(group.pieces.length ? [page.boards.drawing(group.pieces)] : []), words);
}
