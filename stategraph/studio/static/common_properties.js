// Common properties of a set of states: numbers, a shared dead pattern, and pieces on all boards.

import {count} from "./plurals.js";

// Maximum number of pieces that are listed, of cells that are framed, and of distinct cells of an
// actor.
const MAX_FACTS = 6, MAX_FRAMED = 12, MAX_CELLS = 8;

// Minimum share of all states that have a piece, for its absence to be listed.
const MIN_SHARE = 0.1;

// Minimum share of the given states that have a piece, and minimum ratio of this share to the share
// of all states, for the piece to be listed as frequent.
const MIN_FREQUENT = 0.5, MIN_RATIO = 1.5;

/** @type {Frames} */
const NO_FRAMES = {cells: [], area: [], empty: []};

// Return the facts that hold in all of the given states, as `lines` of text, as `pieces` for a
// drawing, and as `frames` like those of a reason for a loss. `states` is their number. The goal is
// left out, since it represents many states.
/**
 * @typedef {{times: number, thing: Thing, middle: Point}} Occurrence
 * @typedef {{states: number, things: Map<string, Occurrence>}} Occurrences
 */

/** @type {WeakMap<WholeGraph, Occurrences>} */
const OCCURRENCES = new WeakMap();  // by graph, after they were counted

/** @param {WholeGraph} graph @param {number[]} nodes */
export function inCommon(graph, nodes) {
  const chosen = nodes.filter(node => node !== graph.goal);
  if (!chosen.length) return {states: 0, lines: [], pieces: [], frames: NO_FRAMES};
  const all = occurrences(graph), here = countThings(graph, chosen);
  /** @param {string} key */
  const shareOf = key => (all.things.get(key)?.times ?? 0) / all.states;
  const always = [...here]
    .filter(([key, {times}]) => times === chosen.length && shareOf(key) < 1)
    .sort(([one], [other]) => shareOf(one) - shareOf(other));
  /** @param {[string, Occurrence]} entry */
  const ratio = ([key, {times}]) => times / chosen.length / shareOf(key);
  const frequent = [...here]
    .filter(([, {times, thing}]) => times < chosen.length && !thing.walks)
    .filter(([, {times}]) => times / chosen.length >= MIN_FREQUENT)
    .filter(entry => ratio(entry) >= MIN_RATIO)
    .sort((one, other) => ratio(other) - ratio(one));
  const never = [...all.things]
    .filter(([key, {thing}]) => !here.has(key) && !thing.walks && shareOf(key) >= MIN_SHARE)
    .sort(([one], [other]) => shareOf(other) - shareOf(one));
  const actors = actorsOf(here, chosen.length);
  /** @param {string} key */
  const percent = key => `${percentage(shareOf(key))} of all states`;
  return {
    states: chosen.length,
    lines: [
      ...fatesOf(graph, chosen),
      ...actors.map(({name, cells}) => `The ${name} is on one of ${cells.length} cells (dashed).`),
      ...always.slice(0, MAX_FACTS).map(([key, {thing}]) =>
        `All have a ${thing.name} ${thing.where}; so do ${percent(key)}.`),
      ...more(always, "pieces that all have"),
      ...frequent.slice(0, MAX_FACTS).map(([key, {thing, times}]) =>
        `${percentage(times / chosen.length)} have a ${thing.name} ${thing.where}; `
          + `so do ${percent(key)}.`),
      ...never.slice(0, MAX_FACTS).map(([key, {thing}]) =>
        `None has a ${thing.name} ${thing.where} (dotted); ${percent(key)} have one.`),
      ...more(never, "pieces that none has"),
    ],
    pieces: sharedPieces(graph, chosen),
    frames: {
      cells: always.slice(0, MAX_FRAMED).map(([, {middle}]) => middle),
      area: actors.flatMap(({cells}) => cells),
      empty: never.slice(0, MAX_FACTS).map(([, {middle}]) => middle),
    },
  };
}

// Return a share in whole percent. Only 0 and 1 become 0 % and 100 %.
/** @param {number} share */
function percentage(share) {
  const whole = Math.round(100 * share);
  return `${share === 0 || share === 1 ? whole : Math.min(99, Math.max(1, whole))} %`;
}

/** @param {unknown[]} list @param {string} what */
function more(list, what) {
  return list.length > MAX_FACTS ? [`There are ${list.length - MAX_FACTS} more ${what}.`] : [];
}

// Return sentences on the fate of some states, and on their distances to the start and to the goal.
/** @param {WholeGraph} graph @param {number[]} nodes */
function fatesOf(graph, nodes) {
  const lost = nodes.filter(node => graph.left[node] < 0);
  const alive = nodes.filter(node => graph.left[node] >= 0);
  const [dead, living] = [lost, alive].map(some => some.length.toLocaleString("en"));
  const lines = [];
  if (!alive.length) lines.push("All are dead.");
  else if (lost.length) lines.push(`${living} can still win; ${dead} are dead.`);
  else lines.push(`All can still win, in ${range(alive.map(node => graph.left[node]), "move")}.`);
  lines.push(`They are ${range(nodes.map(node => graph.depth[node]), "move")} from the start.`);
  const reason = graph.reasons[nodes[0]] - 1;
  if (reason >= 0 && nodes.every(node => graph.reasons[node] - 1 === reason))
    lines.push(graph.head.losses[reason].text);
  return lines;
}

/** @param {number[]} numbers @param {string} noun */
function range(numbers, noun) {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) [least, most] = [Math.min(least, number), Math.max(most, number)];
  if (least === most) return count(least, noun);
  return `${least.toLocaleString("en")} to ${count(most, noun)}`;
}

// Return the number of states of the graph without the goal, and how many of them have each thing.
/** @param {WholeGraph} graph @returns {Occurrences} */
function occurrences(graph) {
  const known = OCCURRENCES.get(graph);
  if (known) return known;
  const nodes = [...graph.depth.keys()].filter(node => node !== graph.goal);
  const counted = {states: nodes.length, things: countThings(graph, nodes)};
  OCCURRENCES.set(graph, counted);
  return counted;
}

// Return a map from each thing on the boards of some states to its number of states. Pieces of the
// same name at the same place are one thing, even if they are drawn differently.
/** @param {WholeGraph} graph @param {number[]} nodes */
function countThings(graph, nodes) {
  const {things: thingsOfPieces, middles} = graph.head;
  /** @type {Map<string, Occurrence>} */
  const things = new Map();
  for (const node of nodes) {
    const board = new Map();
    for (const piece of graph.pieces(node)) {
      const thing = thingsOfPieces[piece];
      if (thing) board.set(`${thing.name} ${thing.where}`, {thing, middle: middles[piece]});
    }
    for (const [key, {thing, middle}] of board) {
      const entry = things.get(key);
      if (entry) entry.times += 1;
      else things.set(key, {times: 1, thing, middle});
    }
  }
  return things;
}

// Return the cells of each actor that has several, but few, cells in `states` states.
/** @param {Map<string, Occurrence>} here @param {number} states */
function actorsOf(here, states) {
  /** @type {Map<string, {name: string, cells: Point[], times: number}>} */
  const actors = new Map();
  for (const {times, thing, middle} of here.values()) {
    if (!thing.walks || times === states) continue;
    const entry = actors.get(thing.name) ?? {name: thing.name, cells: [], times: 0};
    entry.cells.push(middle);
    entry.times += times;
    actors.set(thing.name, entry);
  }
  return [...actors.values()]
    .filter(({cells, times}) => times === states && cells.length <= MAX_CELLS);
}

// Return the pieces on the boards of all of the given states.
/** @param {WholeGraph} graph @param {number[]} nodes */
function sharedPieces(graph, nodes) {
  let shared = graph.pieces(nodes[0]);
  for (const node of nodes) {
    const board = new Set(graph.pieces(node));
    shared = shared.filter(piece => board.has(piece));
    if (!shared.length) break;
  }
  return shared;
}
