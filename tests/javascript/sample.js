// A level of five states as a bundle: a corridor with a pit.
//
//     0 ──R──► 1 ──R──► 3 (goal)        0 ──D──► 2 ──L──► 4
//       ◄──L──                                     ◄──R──
//
// States 2 and 4 are dead. Piece k is the player in state k.

import {Graph} from "../../stategraph/studio/static/graph.js";

const CELLS = [[0, 0], [0, 1], [1, 0], [0, 2], [1, 1]];

export const HEAD = {
  arrays: [], title: "Corridor", name: "test/corridor", family: "test", summary: "", hash: "c0",
  names: ["D", "L", "R"], actors: ["", "", ""], runner: "", arrows: [""], keys: {},
  states: 5, moves: 6, goal: 3, trap_moves: 1, dead: 2, why: "",
  ground: [["floor", "floor", "house"], ["pit", "pit", "wall"]], corner: [0, 0],
  width: 3, height: 2, boards: 5, floor: "", pieces: ["", "", "", "", ""],
  middles: CELLS.map(([row, column]) => [column + 0.5, row + 0.5]),
  things: CELLS.map(cell => ({
    name: "player", where: `at row ${cell[0]}, column ${cell[1]}`, cell, walks: true,
  })),
  descriptions: [], groups: [], losses: [{text: "It is a pit.", cells: [], area: [], empty: []}],
};

// The newest planes: the highest earlier number, plus 1, minus the target, of each move.
const NEWEST = [0, 0, 3, 0, 0, 3];

export const ARRAYS = {
  degrees: Uint16Array.of(2, 2, 1, 0, 1),
  newest: Uint8Array.from([...NEWEST, ...new Array(18).fill(0)]),
  labels: Uint16Array.of(2, 0, 1, 2, 1, 2),
  left: Int32Array.of(2, 1, -1, 0, -1),
  x: Uint16Array.of(0, 20000, 0, 65535, 20000),
  y: Uint16Array.of(0, 0, 65535, 0, 65535),
  columns: Uint8Array.of(1, 2, 3, 4, 5),
  wins: Uint32Array.of(3),
  traps: Uint32Array.of(1),
  reasons: Uint8Array.of(0, 0, 1, 0, 1),
  chances: Uint16Array.of(513, 1, 0, 1, 0),
};

export const corridor = (head = {}) => new Graph({head: {...HEAD, ...head}, arrays: ARRAYS});
