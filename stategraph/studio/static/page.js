// The page: a level to play, and beside it the state graph with the player's position.

import {Analysis} from "./analysis.js";
import {Autoplay} from "./autoplay.js";
import {Boards} from "./board.js";
import {one} from "./dom.js";
import {GraphView} from "./graph_view.js";
import {Keys} from "./keys.js";
import {followKeys} from "./page_keys.js";
import {pathToCell} from "./paths.js";
import {Play} from "./play.js";
import {PlayRecorder} from "./play_recorder.js";
import {BEFORE, PlayView} from "./play_view.js";
import {followPointer, followSwipes} from "./pointer.js";
import {search} from "./search.js";
import {Story} from "./story.js";
import {showTraps} from "./traps.js";
import {isDead} from "./verdicts.js";

// Maximum number of earlier states of a play about which a proof of loss is asked.
const MAX_UNKNOWN = 300;

export class Page {
  // These are there once `open` was called.
  /** @type {AnyGraph} */ graph;
  /** @type {Boards} */ boards;
  /** @type {Keys} */ keys;
  /** @type {Play} */ play;
  /** @type {SVGElement} */ svg;

  // The plays of players, which only the studio shows.
  /** @type {People | null} */ people = null;

  // `store` stores plays; see `PlayRecorder`. If available, `finder` returns the states in which a
  // condition holds, `teller` returns the story of the level, and `contractor` returns its graph
  // with contracted walks or turns.
  /**
   * @param {PlayStore} store
   * @param {((question: string) => Promise<AnswerTo<"find">>) | null} finder
   * @param {(() => Promise<AnswerTo<"story">>) | null} teller
   * @param {((kind: string) => Promise<ContractionAnswer>) | null} contractor
   */
  constructor(store, finder = null, teller = null, contractor = null) {
    this.story = new Story(this, teller);
    this.recorder = new PlayRecorder(this, store);
    this.finder = finder;
    this.contractor = contractor;
    /** @type {Promise<unknown>} */
    this.busy = Promise.resolve();
    this.waiting = 0;     // number of actions that wait or run
    this.playing = true;  // false while the level is edited on the board
    this.armed = "";      // the label of a losing move that awaits confirmation
    /** @type {number[] | null} */
    this.held = null;     // the states that are highlighted
    this.analysis = new Analysis(this);
    this.autoplay = new Autoplay(this);
    this.playView = new PlayView(this);
    this.view = new GraphView(this);
    this.#wire();
  }

  // Show a graph at its start, or with the moves `labels`, of which the first `at` are made. The
  // variations are kept if `labels` is given, even if it is empty.
  /**
   * @param {AnyGraph} graph @param {Label[] | null} labels
   * @param {number} [at] @param {number[] | null} held
   */
  async open(graph, labels = null, at = labels?.length, held = null) {
    const variations = labels && this.play?.variations;
    if (graph.head.hash !== this.graph?.head.hash) this.recorder.keep();
    this.#lay(graph);
    if (variations) this.play.variations.carry(variations);
    this.held = null;
    this.view.open(graph);
    this.hold(held);
    one("title").textContent = graph.head.title;
    document.title = this.title;
    this.playView.describe();
    showTraps(this);
    this.story.begin(graph);  // first, since the play may be won at the start
    await this.play.begin();
    if (labels?.length) await this.#replay(labels, at);
  }

  // Lay out the board of a graph, and a play on it.
  /** @param {AnyGraph} graph */
  #lay(graph) {
    const {head} = graph;
    for (const name of /** @type {const} */ (["playing", "see"])) one(name).inert = false;
    this.graph = graph;
    this.boards = new Boards(head);
    this.keys = new Keys(head.arrows);
    this.play = new Play(graph);
    this.play.listeners.push(why => this.#changed(why));
    this.armed = "";
    this.svg = this.boards.drawing([], "board");
    one("board").replaceChildren(this.svg);
    one("board").style.setProperty("--ratio", String(head.width / head.height));
  }

  /** @param {Label[]} labels @param {number} [at] */
  async #replay(labels, at) {
    const {play} = this;
    await play.go(labels);
    if (at !== undefined && at < play.at) await play.jump(at);
    const {rest, trail} = play;
    if (rest.length)
      this.playView.status(`Move ${trail.length}, ${rest[0]}, cannot be played in this version.`);
  }

  // Show the same graph from another source, while the play and a running film continue.
  /** @param {AnyGraph} graph */
  async replace(graph) {
    const {autoplay, autoplay: {filming, walking}, play: {labels, at}} = this;
    await this.open(graph, labels, at, this.held);
    if (filming) autoplay.film();
    if (walking) autoplay.walk();
  }

  // Turn the keys for playing and the controls of the play on or off.
  /** @param {boolean} playing */
  present(playing) {
    const stopped = this.autoplay.stop();
    this.playing = playing;
    one("playing").hidden = !playing;
    if (stopped) this.playView.status();
  }

  // Return a small picture of the board at the start.
  startPicture() { return this.boards.drawing(this.play.trail[0].pieces); }

  // Run a function when the current action is finished. If a newer request replaces one of its
  // requests, the rest of the function is left out: a newer version or page follows.
  /** @param {() => unknown} work @returns {Promise<unknown>} */
  then(work) {
    this.waiting += 1;
    this.busy = this.busy.then(work).catch(error => {
      if (error.superseded) return;
      one("status").textContent = `Something went wrong: ${error.message}`;
      throw error;
    });
    const done = this.busy.finally(() => { this.waiting -= 1; });
    this.busy = done.catch(() => {});
    return done;
  }

  // Return the pixel on the board where a click plays a move: on a piece that the move puts there.
  /** @param {Label} label */
  aim(label) {
    const {here} = this.play, {width, height, middles} = this.graph.head;
    const move = here.moves.find(each => each.label === label);
    const box = this.svg.getBoundingClientRect();
    for (const piece of move?.pieces.filter(each => !here.pieces.includes(each)) ?? []) {
      const [x, y] = middles[piece];
      if (this.boards.clicked(x, y, here.pieces, here.moves) === move)
        return [x / width * box.width, y / height * box.height];
    }
    return null;
  }

  // Return the pixel of a state on the canvas.
  /** @param {number} node */
  spot(node) { return this.chart?.spot(node).map(pixel => pixel / (this.chart?.ratio ?? 1)); }

  // Return true if no action is running.
  idle() { return this.waiting === 0; }

  // The drawing of the state graph.
  get chart() { return this.view.chart; }

  // The title of the window.
  get title() { return `${this.graph.head.title} – stategraph`; }

  get helpLevel() { return Number(one("help-level").value); }

  /** @param {Change} why */
  #changed(why) {
    this.armed = "";
    this.autoplay.changed(why);
    const {play} = this;
    this.playView.show();
    this.analysis.show();
    this.view.follow(play.trail.slice(0, play.at + 1));
    if (play.won) this.story.reveal();
    this.#prove();
    if (why !== "move" || this.autoplay.filming) return;
    this.recorder.moved = true;
    this.analysis.buzz();
    if (play.won) this.recorder.keep();
  }

  // Look for a proof that the current state is lost, if that is unknown, and show it when it
  // arrives.
  async #prove() {
    const {graph, play} = this, {here, at, trail} = play;
    const isOpen = here.left === null || (isDead(here.left) && here.reason < 0);
    if (!graph.prove || !graph.head.stopped || !isOpen || here.proof !== undefined) return;
    here.proof = null;  // no proof yet, but requested
    const before = at ? trail[at - 1].node : -1;
    const unknown = trail.slice(0, at).filter(step => step.left === null).map(step => step.node);
    const found = await graph.prove(here.node, before, unknown.slice(-MAX_UNKNOWN));
    if (play !== this.play || (!found.reason && !found.dead.size)) return;
    play.learn(here, found);
    this.playView.status();
    this.playView.moves();
    this.playView.trail();
    this.analysis.show();
    this.view.follow(play.trail.slice(0, play.at + 1));
    if (play.here === here) this.analysis.buzz();
  }

  // -------------------------------------------------------------------------------------- playing

  // Make a move; ask for confirmation before a losing move if the player wants that.
  /** @param {Move} move */
  async make(move) {
    this.autoplay.stopFilm();
    if (move.fatal && this.helpLevel === BEFORE && this.armed !== move.label) {
      this.armed = move.label;
      this.analysis.buzz(true);
      this.playView.status(`${move.label} would lose: after it the level can no longer be won. `
        + "Repeat the move to make it.");
      return;
    }
    await this.play.make(move);
  }

  // Make the move with a label, if it is legal.
  /** @param {Label} label */
  async makeLabel(label) {
    const move = this.play.here.moves.find(each => each.label === label);
    if (move) await this.make(move);
  }

  async hint() {
    const {graph, play, playView} = this;
    this.recorder.hints += 1;
    if (isDead(play.here.left)) {
      const back = play.lostSince - 1, where = back ? `move ${back}` : "the start";
      playView.status(back < 0 ? "The level cannot be won." : `Hint: go back to ${where}.`);
      if (back >= 0) playView.trailButton(back).classList.add("hinted");
      return;
    }
    const [label] = await graph.solution(play.here.node);
    if (label === undefined) { playView.status("No solution from here is known."); return; }
    playView.status(`Hint: ${label}.`);
    playView.buttonOf(label)?.classList.add("hinted");
  }

  // Take over the result of a search in a level too large to expand: a solution, or that none
  // exists.
  /** @param {SearchRecord} found */
  know({labels, shortest, proven}) {
    if (!this.graph.head.remote) return;
    this.graph.known = labels;
    if (proven) this.graph.shortest = shortest ?? -1;
    this.playView.describe();
    this.playView.status();
  }

  // Go to a move of the play; if this leaves a lost state, the play is kept.
  /** @param {number} at */
  #jump(at) {
    const {play} = this;
    if (isDead(play.here.left)) this.recorder.keep();
    this.recorder.undone += Math.max(0, play.at - at);
    return play.jump(at);
  }

  // Go to a move of the play when the current action is finished.
  /** @param {number} at */
  goTo(at) {
    this.autoplay.stopFilm();
    return this.then(() => this.#jump(at));
  }

  // Go forward or back by some moves when the current action is finished.
  /** @param {number} moves */
  jumpBy(moves) { return this.then(() => this.#jump(this.play.at + moves)); }

  // Enter a variation that leaves the play after `from` moves.
  /** @param {Line} line @param {number} from */
  enter(line, from) {
    this.autoplay.stopFilm();
    return this.then(() => {
      if (isDead(this.play.here.left)) this.recorder.keep();
      this.recorder.undone += Math.max(0, this.play.at - from);
      return this.play.enter(line);
    });
  }

  undo() {
    this.autoplay.stopFilm();
    return this.then(() => this.play.at && this.#jump(this.play.at - 1));
  }

  redo() {
    this.autoplay.stopFilm();
    return this.then(() => this.play.redo());
  }

  reset() {
    this.autoplay.stopFilm();
    return this.then(() => {
      this.recorder.keep();
      this.recorder.begin();
      return this.play.reset();
    });
  }

  // Go to a state by a shortest path.
  /** @param {number} node */
  async visit(node) {
    const labels = this.chart?.pathTo(node) ?? [];
    if (labels.length) {
      this.autoplay.stopFilm();
      for (const label of labels) await this.play.makeShown(label);
      return;
    }
    await this.follow(await this.graph.wayTo(node));
  }

  // Make some moves from the start, all at once.
  /** @param {Label[]} labels */
  async follow(labels) {
    this.autoplay.stopFilm();
    this.recorder.keep();
    await this.play.go(labels);
  }

  // Highlight some states; null: none.
  /** @param {number[] | null} nodes */
  hold(nodes) {
    this.held = nodes;
    this.view.mark(nodes);
    one("found").replaceChildren();
    one("held").hidden = !nodes;
  }

  // ----------------------------------------------------------------------------------- events

  #wire() {
    const {autoplay, playView} = this;
    one("undo").addEventListener("click", () => this.undo());
    one("redo").addEventListener("click", () => this.redo());
    one("reset").addEventListener("click", () => this.reset());
    one("hint").addEventListener("click", () => {
      autoplay.stopFilm();
      this.then(() => this.hint());
    });
    one("solve").addEventListener("click", () => autoplay.film());
    one("tick").addEventListener("click", () => this.then(() => autoplay.makeTick()));
    one("walk").addEventListener("click", () => autoplay.walk());
    one("help-level").addEventListener("change", () => {
      playView.status();
      playView.moves();
      playView.trail();
      this.analysis.show();
    });
    one("board").addEventListener("click", event => this.#clicked(event));
    one("find").addEventListener("submit", event => {
      event.preventDefault();
      this.then(() => search(this, one("search").value.trim()));
    });
    followKeys(this);
    followSwipes(this);
    followPointer(this);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const box = this.svg.getBoundingClientRect(), {width, height} = this.graph.head;
    const x = (event.clientX - box.left) / box.width * width;
    const y = (event.clientY - box.top) / box.height * height;
    this.then(() => this.#go(x, y));
  }

  // Play the move that brings a piece to a point of the board, or else the moves that bring an
  // actor to its cell.
  /** @param {number} x @param {number} y */
  async #go(x, y) {
    const {graph, play: {here}} = this, {corner: [left, top], runner} = graph.head;
    /** @param {number} [reach] */
    const near = reach => this.boards.clicked(x, y, here.pieces, here.moves, reach);
    const move = near(0.5);
    const path = move || runner || !graph.targets ? null : pathToCell(
      /** @type {WholeGraph} */ (graph), here.node, here.pieces,
      [Math.floor(y - top), Math.floor(x - left)]);
    const first = move ?? (path ? null : near());
    if (first) await this.make(first);
    for (const label of path ?? []) {
      await this.makeLabel(label);
      if (this.armed) return;
    }
  }
}
