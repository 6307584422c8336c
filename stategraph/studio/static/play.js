// A play: the path of the player, and the current move in it. After undo, the later moves are kept
// until another move is made. Then they become a variation.

import {Variations} from "./variations.js";

export class Play {
  constructor(graph) {
    this.graph = graph;
    this.listeners = [];
    this.variations = new Variations();
  }

  // Begin at the start.
  async begin() {
    this.trail = [{...await this.graph.look(0), label: "", time: 0}];
    this.since = performance.now();
    this.at = 0;
    this.rest = [];
    return this.#changed("begin");
  }

  get here() { return this.trail[this.at]; }
  get made() { return this.at; }
  get won() { return this.here.left === 0; }

  // Return the number of the move that led to the first dead state: 0 if the start is dead, -1 if
  // no state up to the current one is known to be dead.
  get lostSince() {
    return this.trail.slice(0, this.at + 1).findIndex(step => step.left < 0);
  }

  // Return true if the play is lost by a move from a state that is known to be winnable.
  get lostByMove() {
    const since = this.lostSince;
    return since > 0 && this.trail[since - 1].left >= 0 && this.trail[since - 1].left !== null && this.trail[since - 1].moves.some(move => move.fatal && move.label === this.trail[since].label);
  }

  // Return true if the player made all moves up to the current state one by one.
  get byHand() { return this.trail.slice(1, this.at + 1).every(step => step.hand); }

  // Make a move from the current state; `hand` is false if the page makes it.
  async make(move, hand = true) {
    const next = this.trail[this.at + 1], time = Math.round(performance.now() - this.since);
    if (next?.label === move.label) {
      if (hand) Object.assign(next, {hand, time});
      return this.jump(this.at + 1, "move");
    }
    const before = this.trail.slice(0, this.at + 1), known = this.variations.after(before, move.label);
    const step = known ? null : {...await this.graph.look(move.target, move.board), label: move.label, actor: move.actor};
    this.#turnTo(known ?? [...before, step]);
    this.rest = [];
    this.at += 1;
    if (step || hand) Object.assign(this.here, {hand, time});
    return this.#changed("move");
  }

  // Make the move with the given label for the player, if it is legal.
  async makeShown(label) {
    const move = this.here.moves.find(one => one.label === label);
    if (move) await this.make(move, false);
  }

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
  async go(labels) {
    const trail = [{...await this.graph.look(0), label: "", time: 0}];
    for (const label of labels) {
      const move = trail.at(-1).moves.find(one => one.label === label);
      if (!move) break;
      const time = Math.round(performance.now() - this.since);
      trail.push({...await this.graph.look(move.target, move.board), label, actor: move.actor, time});
    }
    this.#turnTo(trail);
    this.at = trail.length - 1;
    this.rest = labels.slice(this.at);
    return this.#changed("go");
  }

  // Take over that some states are lost, and the reason for the loss of the state `step`.
  learn(step, {dead, reason}) {
    step.proof = reason;
    for (const each of this.trail) {
      if (dead.has(each.node)) each.left = -1;
      for (const move of each.moves) if (dead.has(move.target)) move.left = -1;
      for (const move of each.moves) move.fatal = move.left === -1 && each.left !== -1;
    }
  }

  // Go to the end of a variation. If it is from another version of the level, its moves are played
  // again.
  enter({labels, steps}) {
    if (!steps) return this.go(labels);
    this.#turnTo(steps);
    this.at = steps.length - 1;
    this.rest = [];
    return this.#changed("jump");
  }

  // Replace the moves of the play, and keep the old ones as a variation.
  #turnTo(trail) {
    this.variations.keep(this.trail);
    this.variations.drop(trail);
    this.trail = trail;
  }

  // Return the line of plays.jsonl for this play.
  record() {
    const steps = this.trail.slice(1, this.at + 1), moves = steps.map(step => step.label);
    const comments = [...this.trail.keys()].slice(0, this.at + 1)
      .map(k => [k, this.variations.commentOn(moves.slice(0, k))]).filter(([, text]) => text);
    return {
      level: this.graph.head.hash, moves, times: steps.map(step => step.time), won: this.won,
      ...(comments.length ? {comments: Object.fromEntries(comments)} : {}),
    };
  }

  async #changed(why) {
    for (const listener of this.listeners) await listener(why);
  }
}
