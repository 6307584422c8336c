// The history of a level is a tree: nothing is lost by an edit after an undo.

import assert from "node:assert/strict";
import {webcrypto} from "node:crypto";
import test from "node:test";

import {History} from "../../stategraph/studio/static/history.js";

globalThis.crypto ??= webcrypto;

function historyOf(...texts) {
  const history = new History("tree");
  for (const text of texts) history.add(text);
  return history;
}

const textsOf = versions => versions.map(version => version.text);

test("versions follow one another", () => {
  const history = historyOf("a", "b", "c");
  assert.deepEqual([textsOf(history.line), history.at], [["a", "b", "c"], 2]);
  assert.deepEqual(history.line.map(version => history.numberOf(version)), [1, 2, 3]);
  assert.deepEqual(history.branches(), []);
});

test("an edit after an undo begins a branch", () => {
  const history = historyOf("a", "b", "c"), [, b, c] = history.line;
  history.goTo(b.id);
  assert.deepEqual([textsOf(history.line), history.at], [["a", "b", "c"], 1]);
  history.add("d");
  assert.deepEqual(textsOf(history.line), ["a", "b", "d"]);
  assert.deepEqual(history.branches(), [{from: b, versions: [c]}]);
  history.goTo(c.id);
  assert.deepEqual(textsOf(history.line), ["a", "b", "c"]);
});

test("the same text after the same version is the same version", () => {
  const history = historyOf("a", "b"), [a, b] = history.line;
  history.goTo(a.id);
  assert.deepEqual(history.add("b"), {version: b, fresh: false});
  assert.equal(history.ordered.length, 2);
  assert.equal(history.find("b"), b);
});

test("a history is restored at its place", () => {
  const {ordered, line: [a, b]} = historyOf("a", "b", "c");
  const restored = new History("tree", ordered, {at: b.id, tip: ordered[2].id});
  assert.deepEqual([textsOf(restored.line), restored.at], [["a", "b", "c"], 1]);
  assert.equal(new History("tree", ordered, {at: "gone"}).current.text, "c");
  assert.equal(new History("tree", [a], {}).current, a);
});

test("a version of another tab is merged", () => {
  const history = historyOf("a"), [a] = history.line;
  history.merge({...a, title: "first"});
  assert.equal(history.current.title, "first");
  history.merge({...a, id: "other", parent: a.id, text: "b", time: a.time + 1});
  assert.equal(history.ordered.length, 2);
  assert.equal(history.current, a);
});
