// The status line of a play, and the hints beside the buttons of moves.

import {count} from "./plurals.js";

// The levels of help; each level includes the previous levels.
export const NOTHING = 0, WHEN_LOST = 1, BEFORE = 2, EVERYTHING = 3;

// Return the status line of a play, for a level of help.
/** @param {Play} play @param {number} helpLevel */
export function standing(play, helpLevel) {
  if (play.won) return victory(play.made, play.graph.shortest);
  const {lostSince, lostByMove, here: {left, moves}} = play;
  const parts = [`${count(play.made, "move")} made.`];
  if (helpLevel >= WHEN_LOST && lostSince === 0) parts.push("This level cannot be won.");
  else if (helpLevel >= WHEN_LOST && lostSince > 0)
    parts.push(`You can no longer win${lostByMove ? ` since move ${lostSince}` : ""}.`);
  else if (helpLevel >= EVERYTHING && left !== null) parts.push(`${count(left, "move")} left.`);
  if (!moves.length && left === null) parts.push("The moves here are unknown.");
  else if (!moves.length) parts.push("There is no move here.");
  return parts.join(" ");
}

/** @param {number} moves @param {MovesLeft} shortest */
function victory(moves, shortest) {
  if (!moves) return "Won: the start is the goal.";
  const won = `Won in ${count(moves, "move")}`;
  if (shortest === null) return `${won}. The fewest moves are unknown.`;
  if (moves === shortest) return `${won}: a shortest solution.`;
  return `${won}; a shortest solution has ${shortest}.`;
}

// Return the hint that a move's button shows beside the label.
/** @param {Move} move @param {number} helpLevel */
export function foretold(move, helpLevel) {
  if (helpLevel < BEFORE) return "";
  if (move.fatal) return "loses";
  if (helpLevel < EVERYTHING || move.left === null || move.left < 0) return "";
  return move.left === 0 ? "wins" : `${move.left} left`;
}

/** @type {Record<string, string>} */
const ARROWS = {U: "↑", R: "→", D: "↓", L: "←"};

// Return the arrow for a label's direction, if it has one.
/** @param {Label} label @param {string[]} prefixes */
export function arrowed(label, prefixes) {
  const prefix = prefixes.find(one => label.startsWith(one) && ARROWS[label.slice(one.length)]);
  return prefix === undefined ? "" : ARROWS[label.slice(prefix.length)];
}
