// A play with its variations, the verdicts on its moves, and the words about it.

import assert from "node:assert/strict";
import test from "node:test";

import {Keys} from "../../stategraph/studio/static/keys.js";
import {Play} from "../../stategraph/studio/static/play.js";
import {
  chanceInWords, goodMoves, stateInWords, verdictOn,
} from "../../stategraph/studio/static/verdicts.js";
import {count} from "../../stategraph/studio/static/plurals.js";
import {
  arrowed, BEFORE, EVERYTHING, foretold, NOTHING, standing, WHEN_LOST,
} from "../../stategraph/studio/static/play_view.js";
import {corridor} from "./sample.js";

async function playOf(...labels) {
  const play = new Play(corridor());
  await play.begin();
  for (const label of labels) await play.make(play.here.moves.find(move => move.label === label));
  return play;
}

test("a play is won, and its record has the moves of the player", async () => {
  const play = await playOf("R", "R");
  assert.equal(play.won, true);
  const {times, ...record} = play.record();
  assert.deepEqual(record, {level: "c0", moves: ["R", "R"], won: true});
  assert.equal(times.length, 2);
  assert.equal(play.byHand, true);
});

test("the listeners learn why a play changes, one after the other", async () => {
  const play = new Play(corridor()), reasons = [];
  play.listeners.push(why => reasons.push(why));
  await play.begin();
  await play.makeShown("R");
  await play.makeShown("X");
  await play.undo();
  await play.undo();
  await play.redo();
  await play.reset();
  await play.go(["R"]);
  assert.deepEqual(reasons, ["begin", "move", "undo", "redo", "reset", "go"]);
  assert.equal(play.byHand, false);
});

test("a move that cannot be played stays in the rest", async () => {
  const play = await playOf();
  await play.go(["R", "D", "L"]);
  assert.deepEqual([play.at, play.rest, play.labels], [1, ["D", "L"], ["R", "D", "L"]]);
});

test("a loss belongs to the move that caused it", async () => {
  const play = await playOf("R", "L", "D", "L");
  assert.equal(play.lostSince, 3);
  assert.equal(play.lostByMove, true);
  await play.jump(2);
  assert.equal(play.lostSince, -1);
});

test("another move after an undo makes a variation, which can be entered", async () => {
  const play = await playOf("D", "L");
  await play.jump(0);
  await play.make(play.here.moves.find(move => move.label === "R"));
  const [{line, from, rest}, ...others] = play.variations.beside(play.trail);
  assert.deepEqual([line.labels, from, rest, others], [["D", "L"], 0, ["D", "L"], []]);
  await play.enter(line);
  assert.deepEqual([play.labels, play.at], [["D", "L"], 2]);
  assert.deepEqual(play.variations.beside(play.trail).map(each => each.rest), [["R"]]);
});

test("the same moves lead into a variation again", async () => {
  const play = await playOf("D", "L", "R");
  await play.jump(0);
  await play.make(play.here.moves.find(move => move.label === "R"));
  await play.jump(0);
  await play.make(play.here.moves.find(move => move.label === "D"));
  assert.deepEqual([play.labels, play.at], [["D", "L", "R"], 1]);
});

test("comments belong to the moves up to them", async () => {
  const play = await playOf("R");
  play.variations.comment(["R"], "careful");
  assert.equal(play.variations.commentOn(["R"]), "careful");
  assert.equal(play.variations.commentOn(["D"]), "");
  assert.deepEqual(play.record().comments, {1: "careful"});
  play.variations.comment(["R"], "");
  assert.equal("comments" in play.record(), false);
});

test("moves have verdicts", async () => {
  const {trail} = await playOf("R", "L", "R", "R");
  assert.deepEqual([...trail.keys()].map(k => verdictOn(trail, k)), ["", "!", "?!", "!", ""]);
  assert.deepEqual(trail.map(goodMoves), [1, 1, 1, 1, 0]);
  const lost = await playOf("D");
  assert.equal(verdictOn(lost.trail, 1), "??");
  assert.equal(stateInWords(lost.trail, 1), "Move 1, D ?? (loses): lost.");
  assert.equal(stateInWords(trail, 0),
    "Start: 2 moves left, 1 good move of 2, a random player wins about 50 in 100.");
});

test("chances have words", () => {
  const chances = [null, 0, 1, 0.999, 0.01, 0.0004];
  assert.deepEqual(chances.map(chance => chanceInWords(chance)), [
    "", "a random player never wins", "a random player always wins",
    "a random player wins about 99 in 100", "a random player wins about 1 in 100",
    "a random player wins about 1 in 2,500",
  ]);
});

test("the status line says no more than the help level", async () => {
  const lost = await playOf("D");
  assert.equal(standing(lost, NOTHING), "1 move made.");
  assert.equal(standing(lost, WHEN_LOST), "1 move made. You can no longer win since move 1.");
  const play = await playOf("R");
  assert.equal(standing(play, BEFORE), "1 move made.");
  assert.equal(standing(play, EVERYTHING), "1 move made. 1 move left.");
  assert.equal(standing(await playOf("R", "R"), NOTHING), "Won in 2 moves: a shortest solution.");
  assert.equal(standing(await playOf("R", "L", "R", "R"), NOTHING),
    "Won in 4 moves; a shortest solution has 2.");
});

test("buttons foretell moves", async () => {
  const [right, down] = (await playOf()).here.moves;
  assert.deepEqual([NOTHING, BEFORE, EVERYTHING].map(help => foretold(down, help)),
    ["", "loses", "loses"]);
  assert.deepEqual([NOTHING, BEFORE, EVERYTHING].map(help => foretold(right, help)),
    ["", "", "1 left"]);
  assert.deepEqual([arrowed("U", [""]), arrowed("bD", ["a", "b"]), arrowed("R3", [""])],
    ["↑", "↓", ""]);
  assert.deepEqual([count(1, "box"), count(2, "box"), count(1234, "move")],
    ["1 box", "2 boxes", "1,234 moves"]);
});

test("keys spell labels", () => {
  const keys = new Keys(["a", "b"]), legal = ["aU", "bR", "R1", "R12"];
  let timeStamp = 0;
  const press = (key, pause = 1) => keys.label({key, timeStamp: timeStamp += pause}, legal);
  assert.equal(press("ArrowUp"), "aU");
  assert.equal(press("ArrowDown"), "");
  assert.equal(press("d"), "bR");
  assert.deepEqual([press("r"), press("1"), press("Enter")], ["", "", "R1"]);
  assert.deepEqual([press("r"), press("1"), press("2")], ["", "", "R12"]);
  assert.deepEqual([press("r"), press("1"), press("2", 1000)], ["", "", ""]);
});
