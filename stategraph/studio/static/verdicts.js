// Verdicts on the moves of a play, and descriptions of its states in words.

import {count} from "./plurals.js";

export const LOSES = "??", LONGER = "?!", ONLY = "!";

/** @type {Record<string, string>} */
export const VERDICTS = {[LOSES]: "loses", [LONGER]: "longer", [ONLY]: "the only good move"};

// Return true if a number of moves left is that of a dead state.
/** @param {MovesLeft} left */
export const isDead = left => left !== null && left < 0;

// Return the number of good moves of a state, which are on a shortest solution from it; null if
// unknown.
/** @param {Pick<State, "left" | "moves">} state */
export function goodMoves({left, moves}) {
  if (isDead(left)) return 0;
  if (left === null || moves.some(move => move.left === null)) return null;
  return moves.filter(move => isGood(left, move)).length;
}

/** @param {number} left @param {Move} move */
const isGood = (left, move) => left > 0 && move.left === left - 1;

// Return the verdict on a move of a play, or "" if the move is neither bad nor the only good move.
// A move that only takes back the previous move does not count as an alternative.
/** @param {Step[]} trail @param {number} k */
export function verdictOn(trail, k) {
  const move = k ? trail[k - 1].moves.find(each => each.label === trail[k].label) : undefined;
  if (!move) return "";
  const {left, node, moves} = trail[k - 1];
  if (move.fatal) return left === null ? "" : LOSES;
  if (left === null || left < 0 || move.left === null) return "";
  if (!isGood(left, move)) return LONGER;
  const others = moves.filter(each => each !== move
    && each.target !== node && each.target !== trail[k - 2]?.node);
  return others.length && goodMoves(trail[k - 1]) === 1 ? ONLY : "";
}

// Return the chance of a player in words.
/** @param {number | null} chance */
export function chanceInWords(chance, player = "a random player") {
  if (chance === null) return "";
  if (chance === 0) return `${player} never wins`;
  if (chance === 1) return `${player} always wins`;
  if (chance >= 0.01)
    return `${player} wins about ${Math.min(99, Math.round(chance * 100))} in 100`;
  return `${player} wins about 1 in ${Number((1 / chance).toPrecision(2)).toLocaleString("en")}`;
}

// Return a state of a play in words, with the verdict on the move that led to it.
/** @param {Step[]} trail @param {number} k */
export function stateInWords(trail, k) {
  const step = trail[k], verdict = verdictOn(trail, k);
  const name = k ? `Move ${k}, ${step.label}` : "Start";
  const title = verdict ? `${name} ${verdict} (${VERDICTS[verdict]})` : name;
  if (step.left === 0) return `${title}: won.`;
  if (isDead(step.left)) return `${title}: lost.`;
  const good = goodMoves(step), parts = [
    step.left === null ? "moves left unknown" : `${count(step.left, "move")} left`,
    good === null ? "" : `${count(good, "good move")} of ${step.moves.length}`,
    chanceInWords(step.chance ?? null),
  ];
  return `${title}: ${parts.filter(Boolean).join(", ")}.`;
}
