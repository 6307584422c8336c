// The search field: it plays moves, or highlights the states in which a condition holds.

import {made, one} from "./dom.js";
import {compare} from "./region.js";
import {count} from "./plurals.js";

// Play the moves that a text spells, or else highlight the states in which it holds as a condition.
/** @param {Page} page @param {string} text */
export async function search(page, text) {
  const {labels, wrong} = await page.graph.read(text);
  if (wrong && page.finder) { await find(page, await page.finder(text), wrong); return; }
  page.hold(null);
  if (!text) return;
  await page.follow(labels);
  if (wrong) one("found").textContent = `“${wrong}” cannot be played here.`;
}

// Highlight the states in which a condition holds, and offer to visit them. `wrong` is the first
// part of the text that is not a move.
/**
 * @param {Page} page @param {AnswerTo<"find">} answer @param {string} wrong
 */
async function find(page, {error, count: many, nodes, unknown}, wrong) {
  page.hold(error ? null : nodes);
  if (error) {
    one("found").textContent =
      `“${wrong}” cannot be played as moves, and it is not a question: ${error}`;
    return;
  }
  const matches = [`It matches ${count(many, "state")}`, unknown].filter(Boolean).join(", ");
  one("found").textContent = `${matches}. `;
  if (!many) return;
  let next = 0;
  const go = made("button", {type: "button"}, "Go to the nearest");
  go.addEventListener("click", () => page.then(async () => {
    await page.visit(nodes[next]);
    next = (next + 1) % nodes.length;
    go.textContent = `Go to the next (${next + 1} of ${nodes.length.toLocaleString("en")})`;
  }));
  one("found").append(go);
  if (!page.graph?.x) return;  // the boards are not here yet
  const common = made("button", {type: "button"}, "What they have in common");
  common.addEventListener("click", () => compare(page, nodes));
  one("found").append(" ", common);
}
