// Common properties of a set of states: numbers, a shared dead pattern, and pieces on all boards.

import {count} from "./words.js";

// Maximum number of pieces that are listed, of cells that are framed, and of distinct cells of an
// actor.
const MAX_FACTS = 6, MAX_FRAMED = 12, MAX_CELLS = 8;

// Minimum share of all states that have a piece, for its absence to be listed.
const MIN_SHARE = 0.1;

// Minimum share of the given states that have a piece, and minimum ratio of this share to the share
// of all states, for the piece to be listed as frequent.
const MIN_FREQUENT = 0.5, MIN_RATIO = 1.5;

// Return the facts that hold in all of the given states, as `lines` of text, as `pieces` for a
// drawing, and as `frames` like those of a reason for a loss. `states` is their number. The goal is
// left out, since it represents many states.
export function inCommon(graph, nodes) {
  const chosen = nodes.filter(node => node !== graph.goal);
  if (!chosen.length) return {states: 0, lines: [], pieces: [], frames: null};
  const all = occurrences(graph), here = countThings(graph, chosen);
  const shares = new Map([...all.things].map(([key, {times}]) => [key, times / all.states]));
  const always = [...here].filter(([key, {times}]) => times === chosen.length && shares.get(key) < 1)
    .sort(([one], [other]) => shares.get(one) - shares.get(other));
  const ratio = ([key, {times}]) => times / chosen.length / shares.get(key);
  const frequent = [...here].filter(entry => entry[1].times < chosen.length && !entry[1].thing.walks
    && entry[1].times / chosen.length >= MIN_FREQUENT && ratio(entry) >= MIN_RATIO)
    .sort((one, other) => ratio(other) - ratio(one));
  const never = [...all.things].filter(([key, {thing}]) => !here.has(key) && !thing.walks && shares.get(key) >= MIN_SHARE)
    .sort(([one], [other]) => shares.get(other) - shares.get(one));
  const actors = actorsOf(graph, here, chosen.length);
  const percent = key => `${percentage(shares.get(key))} of all states`;
  return {
    states: chosen.length,
    lines: [
      ...fatesOf(graph, chosen),
      ...actors.map(({name, cells}) => `The ${name} is on one of ${cells.length} cells (dashed).`),
      ...always.slice(0, MAX_FACTS).map(([key, {thing}]) => `All have a ${thing.name} ${thing.where}; so do ${percent(key)}.`),
      ...more(always, "pieces that all have"),
      ...frequent.slice(0, MAX_FACTS).map(([key, {thing, times}]) =>
        `${percentage(times / chosen.length)} have a ${thing.name} ${thing.where}; so do ${percent(key)}.`),
      ...never.slice(0, MAX_FACTS).map(([key, {thing}]) => `None has a ${thing.name} ${thing.where} (dotted); ${percent(key)} have one.`),
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
function percentage(share) {
  const whole = Math.round(100 * share);
  return `${share === 0 || share === 1 ? whole : Math.min(99, Math.max(1, whole))} %`;
}

function more(list, what) {
  return list.length > MAX_FACTS ? [`There are ${list.length - MAX_FACTS} more ${what}.`] : [];
}

// Return sentences on the fate of some states, and on their distances to the start and to the goal.
function fatesOf(graph, nodes) {
  const lost = nodes.filter(node => graph.left[node] < 0), alive = nodes.filter(node => graph.left[node] >= 0);
  const lines = [];
  if (!lost.length) lines.push(`All can still win, in ${range(alive.map(node => graph.left[node]), "move")}.`);
  else if (!alive.length) lines.push("All are dead.");
  else lines.push(`${alive.length.toLocaleString("en")} can still win; ${lost.length.toLocaleString("en")} are dead.`);
  lines.push(`They are ${range(nodes.map(node => graph.depth[node]), "move")} from the start.`);
  const reason = graph.reasons[nodes[0]] - 1;
  if (reason >= 0 && nodes.every(node => graph.reasons[node] - 1 === reason)) lines.push(graph.head.losses[reason].text);
  return lines;
}

function range(numbers, noun) {
  const [least, most] = numbers.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, -Infinity]);
  return least === most ? count(least, noun) : `${least.toLocaleString("en")} to ${count(most, noun)}`;
}

// Return the number of states of the graph without the goal, and how many of them have each thing.
function occurrences(graph) {
  if (!graph.occurrences) {
    const nodes = Array.from({length: graph.size}, (_, node) => node).filter(node => node !== graph.goal);
    graph.occurrences = {states: nodes.length, things: countThings(graph, nodes)};
  }
  return graph.occurrences;
}

// Return a map from each thing on the boards of some states to its number of states. Pieces of the
// same name at the same place are one thing, even if they are drawn differently.
function countThings(graph, nodes) {
  const {said, middles} = graph.head, things = new Map();
  for (const node of nodes) {
    const board = new Map();
    for (const piece of graph.pieces(node)) {
      const thing = said[piece];
      if (thing) board.set(`${thing.name} ${thing.where}`, piece);
    }
    for (const [key, piece] of board) {
      const entry = things.get(key);
      if (entry) entry.times += 1;
      else things.set(key, {times: 1, thing: said[piece], middle: middles[piece]});
    }
  }
  return things;
}

// Return the cells of each actor that has several, but few, cells in `states` states.
function actorsOf(graph, here, states) {
  const actors = new Map();
  for (const {times, thing, middle} of here.values()) {
    if (!thing.walks || times === states) continue;
    const entry = actors.get(thing.name) ?? {name: thing.name, cells: [], times: 0};
    entry.cells.push(middle);
    entry.times += times;
    actors.set(thing.name, entry);
  }
  return [...actors.values()].filter(({cells, times}) => times === states && cells.length <= MAX_CELLS);
}

// Return the pieces on the boards of all of the given states.
function sharedPieces(graph, nodes) {
  let shared = graph.pieces(nodes[0]);
  for (const node of nodes) {
    const board = new Set(graph.pieces(node));
    shared = shared.filter(piece => board.has(piece));
    if (!shared.length) break;
  }
  return shared;
}
