// The state graph of a bundle, its paths, its clusters, and what states have in common.

import assert from "node:assert/strict";
import test from "node:test";

import {Clusters} from "../../stategraph/studio/static/clusters.js";
import {inCommon} from "../../stategraph/studio/static/common_properties.js";
import {pathToCell} from "../../stategraph/studio/static/paths.js";
import {moveInWords, boardInWords} from "../../stategraph/studio/static/descriptions.js";
import {ARRAYS, corridor, HEAD} from "./sample.js";

const graph = corridor();

test("targets, sources and distances follow from the newest planes", () => {
  assert.deepEqual([...graph.targets], [1, 2, 0, 3, 4, 2]);
  assert.deepEqual([...graph.sources], [0, 0, 1, 1, 2, 4]);
  assert.deepEqual([...graph.depth], [0, 1, 1, 2, 2]);
  assert.equal(graph.deepest, 2);
  assert.deepEqual(graph.profile, [[1, 1, 1], [0, 1, 1]]);
});

test("a state has its moves, and a losing move is marked", async () => {
  const {moves, ...state} = await graph.look(0);
  assert.deepEqual(state, {
    node: 0, board: 0, left: 2, depth: 0, reason: -1, chance: 0.5, pieces: [0], description: "",
  });
  assert.deepEqual(moves.map(({label, target, fatal}) => [label, target, fatal]),
    [["R", 1, false], ["D", 2, true]]);
  assert.equal((await graph.look(2)).reason, 0);
});

test("paths lead to states and to the goal", async () => {
  assert.deepEqual(await graph.wayTo(4), ["D", "L"]);
  assert.deepEqual(await graph.solution(0), ["R", "R"]);
  assert.deepEqual(await graph.solution(2), []);
});

test("the first solution by text is found if a label is a prefix of another", async () => {
  // from 0: "a" then "b", or "ab" then "a"; both are shortest, and "aba" precedes "abb"
  const names = ["a", "ab", "b", "bb"];
  const head = {names, states: 4, moves: 4, goal: 3, boards: 4};
  const arrays = {
    ...ARRAYS, degrees: Uint16Array.of(2, 1, 1, 0), labels: Uint16Array.of(0, 1, 3, 0),
    newest: Uint8Array.from([0, 0, 0, 1, ...new Array(12).fill(0)]),
    left: Int32Array.of(2, 1, 1, 0), columns: Uint8Array.of(1, 2, 3, 4), wins: Uint32Array.of(3, 3),
  };
  const {constructor: Graph} = graph;
  const found = await new Graph({head: {...HEAD, ...head}, arrays}).solution(0);
  assert.deepEqual(found, ["ab", "a"]);
});

test("a text of moves is read, with or without blanks", async () => {
  assert.deepEqual(await graph.read("R R"), {labels: ["R", "R"], wrong: ""});
  assert.deepEqual(await graph.read("RLD"), {labels: ["R", "L", "D"], wrong: ""});
  assert.deepEqual(await graph.read("R, D, R"), {labels: ["R"], wrong: "D"});
  assert.deepEqual(await graph.read("RDX"), {labels: ["R"], wrong: "DX"});
  assert.deepEqual(await graph.read(" "), {labels: [], wrong: ""});
});

test("a click on a cell leads the actor there", () => {
  assert.deepEqual(pathToCell(graph, 0, [0], [0, 2]), ["R", "R"]);
  assert.deepEqual(pathToCell(graph, 2, [2], [1, 1]), ["L"]);
  assert.equal(pathToCell(graph, 2, [2], [0, 0]), null);
});

test("dead states that moves connect are one cluster", () => {
  const {of, sizes, folded} = new Clusters(graph);
  assert.deepEqual([...of], [-1, -1, 0, -1, 0]);
  assert.deepEqual(sizes, [2]);
  assert.deepEqual(folded, []);  // clusters of two states are not folded
});

test("the states of a region have a fate, a reason and actors in common", () => {
  const {states, lines, frames} = inCommon(graph, [2, 4]);
  assert.equal(states, 2);
  assert.deepEqual(lines, [
    "All are dead.", "They are 1 move to 2 moves from the start.".replace("1 move to", "1 to"),
    "It is a pit.", "The player is on one of 2 cells (dashed).",
  ]);
  assert.deepEqual(frames.area, [[0.5, 1.5], [1.5, 1.5]]);
  assert.deepEqual(inCommon(graph, [3]).lines, []);
});

test("a board is described with the cells beside the actor", () => {
  assert.equal(boardInWords(HEAD, [1]),
    "player at row 0, column 1, nothing above, house to the right, pit below, "
    + "floor to the left; house at row 0, column 2; pit at row 1, column 0; "
    + "pit at row 1, column 1");
  assert.equal(moveInWords(HEAD, [4], [2]),
    "player at row 1, column 1, floor above, wall to the right, nothing below, pit to the left");
});
