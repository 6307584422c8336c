// A play: the path of the player, and the current move in it. After undo, the later moves are kept
// until another move is made. Then they become a variation.

import {Variations} from "./variations.js";
import {isDead} from "./verdicts.js";

export class Play {
  /** @param {AnyGraph} graph */
  constructor(graph) {
    this.graph = graph;
    /** @type {((why: Change) => unknown)[]} */
    this.listeners = [];
    this.variations = new Variations();
    /** @type {Step[]} */
    this.trail = [];  // the states up to the end of the play; empty until the play begins
    this.at = 0;      // the index of the current state
    /** @type {Label[]} */
    this.rest = [];   // moves after the trail that cannot be played in this version
    this.since = 0;   // the time at which the play began
  }

  // Begin at the start.
  async begin() {
    this.trail = [{...await this.graph.look(0), label: "", time: 0}];
    this.since = performance.now();
    this.#goToEnd();
    return this.#changed("begin");
  }

  get here() { return this.trail[this.at]; }
  get made() { return this.at; }
  get won() { return this.here.left === 0; }

  // Return the number of the move that led to the first dead state: 0 if the start is dead, -1 if
  // no state up to the current one is known to be dead.
  get lostSince() {
    return this.trail.slice(0, this.at + 1).findIndex(step => isDead(step.left));
  }

  // Return true if the play is lost by a move from a state that is known to be winnable.
  get lostByMove() {
    const since = this.lostSince;
    if (since <= 0) return false;
    const {left, moves} = this.trail[since - 1], {label} = this.trail[since];
    return left !== null && left >= 0 && moves.some(move => move.fatal && move.label === label);
  }

  // Return true if the player made all moves up to the current state one by one.
  get byHand() { return this.trail.slice(1, this.at + 1).every(step => step.hand); }

  // Make a move from the current state; `hand` is false if the page makes it.
  /** @param {Move} move */
  async make(move, hand = true) {
    const next = this.trail[this.at + 1], time = Math.round(performance.now() - this.since);
    if (next?.label === move.label) {
      if (hand) Object.assign(next, {hand, time});
      return this.jump(this.at + 1, "move");
    }
    const before = this.trail.slice(0, this.at + 1);
    const known = this.variations.after(before, move.label);
    this.#turnTo(known ?? [...before, await this.#stepOf(move, time)]);
    this.rest = [];
    this.at += 1;
    if (!known || hand) Object.assign(this.here, {hand, time});
    return this.#changed("move");
  }

  // Make the move with the given label for the player, if it is legal.
  /** @param {Label} label */
  async makeShown(label) {
    const move = this.here.moves.find(one => one.label === label);
    if (move) await this.make(move, false);
  }

  /** @param {number} at @param {Change} why */
  async jump(at, why = "jump") {
    if (at < 0 || at >= this.trail.length) return;
    this.at = at;
    await this.#changed(why);
  }

  undo() { return this.jump(this.at - 1, "undo"); }
  redo() { return this.jump(this.at + 1, "redo"); }

  reset() {
    this.since = performance.now();
    return this.jump(0, "reset");
  }

  // The labels of all moves, including those that cannot be played.
  get labels() { return [...this.trail.slice(1).map(step => step.label), ...this.rest]; }

  // Replace the play by other moves from the start, up to the first move that cannot be played.
  // That move and all later moves are kept in `rest`.
  /** @param {Label[]} labels */
  async go(labels) {
    const trail = [/** @type {Step} */ ({...await this.graph.look(0), label: "", time: 0})];
    for (const label of labels) {
      const move = trail[trail.length - 1].moves.find(one => one.label === label);
      if (!move) break;
      trail.push(await this.#stepOf(move, Math.round(performance.now() - this.since)));
    }
    this.#turnTo(trail);
    this.#goToEnd(labels.slice(trail.length - 1));
    return this.#changed("go");
  }

  // Take over that some states are lost, and the reason for the loss of the state `step`.
  /** @param {Step} step @param {LossProof} proof */
  learn(step, {dead, reason}) {
    step.proof = reason;
    for (const each of this.trail) {
      if (dead.has(each.node)) each.left = -1;
      for (const move of each.moves) {
        if (dead.has(move.target)) move.left = -1;
        move.fatal = move.left === -1 && each.left !== -1;
      }
    }
  }

  // Go to the end of a variation. If it is from another version of the level, its moves are played
  // again.
  /** @param {Line} line */
  enter({labels, steps}) {
    if (!steps) return this.go(labels);
    this.#turnTo(steps);
    this.#goToEnd();
    return this.#changed("jump");
  }

  /** @param {Label[]} rest */
  #goToEnd(rest = []) {
    this.at = this.trail.length - 1;
    this.rest = rest;
  }

  /** @param {Move} move @param {number} time @returns {Promise<Step>} */
  async #stepOf({target, board, label, actor}, time) {
    return {...await this.graph.look(target, board), label, actor, time};
  }

  // Replace the moves of the play, and keep the old ones as a variation.
  /** @param {Step[]} trail */
  #turnTo(trail) {
    this.variations.keep(this.trail);
    this.variations.drop(trail);
    this.trail = trail;
  }

  // Return the line of plays.jsonl for this play.
  /** @returns {PlayRecord} */
  record() {
    const steps = this.trail.slice(1, this.at + 1), moves = steps.map(step => step.label);
    const comments = [...this.trail.keys()].slice(0, this.at + 1)
      .map(k => [String(k), this.variations.commentOn(moves.slice(0, k))])
      .filter(([, text]) => text);
    return {
      level: this.graph.head.hash, moves, times: steps.map(step => step.time), won: this.won,
      ...(comments.length ? {comments: Object.fromEntries(comments)} : {}),
    };
  }

  /** @param {Change} why */
  async #changed(why) {
    for (const listener of this.listeners) await listener(why);
  }
}
