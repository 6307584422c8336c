// The page: a level to play, and beside it the state graph with the player's position.

import {Analysis} from "./analysis.js";
import {Boards} from "./board.js";
import {made, one} from "./dom.js";
import {GraphView} from "./graph_view.js";
import {Keeping} from "./keeping.js";
import {Keys} from "./keys.js";
import {pathToCell} from "./paths.js";
import {Play} from "./play.js";
import {followPointer, followSwipes, moveGraph} from "./pointer.js";
import {search} from "./search.js";
import {heard, spoken} from "./spoken.js";
import {Story} from "./story.js";
import {showTraps} from "./traps.js";
import {BEFORE, EVERYTHING, arrowed, count, foretold, standing} from "./words.js";

// Milliseconds for each board of a solution.
const STEP = 450;

// Maximum number of earlier states of a play about which a proof of loss is asked.
const MAX_UNKNOWN = 300;

export class Page {
  // `store` stores plays; see `Keeping`. If available, `finder` returns the states in which a
  // condition holds, `teller` returns the story of the level, and `contractor` returns its graph with
  // contracted walks or turns.
  constructor(store, finder = null, teller = null, contractor = null) {
    this.story = new Story(this, teller);
    this.keeping = new Keeping(this, store);
    this.finder = finder;
    this.contractor = contractor;
    this.busy = Promise.resolve();
    this.waiting = 0;
    this.playing = true;  // false while the level is edited on the board
    this.analysis = new Analysis(this);
    this.view = new GraphView(this);
    this.#wire();
  }

  // Show a graph at its start, or with the moves `labels`, of which the first `at` are made. The
  // variations are kept if `labels` is given, even if it is empty.
  async open(graph, labels = null, at = labels?.length, held = null) {
    const left = labels && this.play?.variations;
    if (graph.head.hash !== this.graph?.head.hash) this.keeping.keep();
    this.graph = graph;
    this.boards = new Boards(graph.head);
    this.keys = new Keys(graph.head.arrows);
    this.play = new Play(graph);
    this.play.listeners.push(why => this.#changed(why));
    if (left) this.play.variations.carry(left);
    this.armed = "";
    const svg = this.boards.drawing([], "board");
    one("board").replaceChildren(svg);
    one("board").style.setProperty("--ratio", graph.head.width / graph.head.height);
    this.svg = svg;
    this.held = null;
    this.view.open(graph);
    this.hold(held);
    one("title").textContent = graph.head.title;
    document.title = `${graph.head.title} – stategraph`;
    this.#describe();
    showTraps(this);
    this.story.begin(graph);  // first, since the play may be won at the start
    await this.play.begin();
    if (!labels?.length) return;
    await this.play.go(labels);
    if (at < this.play.at) await this.play.jump(at);
    const {rest, trail} = this.play;
    if (rest.length) this.#tell(`Move ${trail.length}, ${rest[0]}, cannot be played in this version.`);
  }

  // Show the same graph from another source, while the play and a running film continue.
  async replace(graph) {
    const {filming, walking, play: {labels, at}} = this;
    await this.open(graph, labels, at, this.held);
    if (filming) this.film();
    if (walking) this.walk();
  }

  // Turn the keys for playing and the controls of the play on or off.
  present(playing) {
    const moving = this.filming || this.walking;
    this.playing = playing;
    this.filming = this.walking = 0;
    one("playing").hidden = !playing;
    if (moving) this.#tell();
  }

  // Return a small picture of the board at the start.
  startPicture() { return this.boards.drawing(this.play.trail[0].pieces); }

  // Run a function when the current action is finished.
  then(work) {
    this.waiting += 1;
    this.busy = this.busy.then(work).catch(error => {
      one("status").textContent = `Something went wrong: ${error.message}`;
      throw error;
    });
    const done = this.busy.finally(() => { this.waiting -= 1; });
    this.busy = done.catch(() => {});
    return done;
  }

  // Return the pixel on the board where a click plays a move: on a piece that the move puts there.
  aim(label) {
    const {here} = this.play, {width, height} = this.graph.head;
    const move = here.moves.find(each => each.label === label), box = this.svg.getBoundingClientRect();
    for (const piece of move.pieces.filter(each => !here.pieces.includes(each))) {
      const [x, y] = this.graph.head.middles[piece];
      if (this.boards.clicked(x, y, here.pieces, here.moves) === move)
        return [x / width * box.width, y / height * box.height];
    }
    return null;
  }

  // Return the pixel of a state on the canvas.
  spot(node) { return this.chart.spot(node).map(pixel => pixel / this.chart.ratio); }

  // Return true if no action is running.
  idle() { return this.waiting === 0; }

  // The drawing of the state graph.
  get chart() { return this.view.chart; }

  get telling() { return Number(one("telling").value); }

  #describe() {
    const {head, shortest} = this.graph;
    one("family").textContent = head.summary ? `${head.family}: ${head.summary}.` : head.name;
    const lost = head.why ? `It cannot be won: ${head.why}.` : "It cannot be won.";
    const known = this.graph.known?.length;
    const open = shortest !== null ? "" : known ? `It can be won in ${count(known, "move")}.` : "It is unknown whether it can be won.";
    const verdict = open || (shortest < 0 ? lost : `The shortest solution has ${count(shortest, "move")}.`);
    const rest = head.stopped ? `The graph is incomplete: it stopped at the ${head.stopped}.` : `${count(head.dead, "dead state")}, ${count(head.trap_moves, "trap move")}.`;
    one("facts").textContent = `${count(head.states, "state")}, ${count(head.moves, "move")}. ${verdict} ${rest}`;
    one("runner").textContent = head.runner ? `The ${head.runner} never ${head.runner.endsWith("s") ? "stop" : "stops"}; you move in between.` : "";
    one("walking").hidden = !head.runner;
    const second = head.arrows[1];
    one("second").textContent = second ? ` The arrow keys move ${head.arrows[0]}; W, A, S and D move ${second}.` : "";
    one("chart").setAttribute("aria-label", `The state graph: ${count(head.states, "state")}. Every state is a mark; a ring marks yours.`);
  }

  // ---------------------------------------------------------------------------------- messages

  #changed(why) {
    this.armed = "";
    if (why !== "move" || this.play.won) this.walking = 0;
    if (why !== "film") this.filming = why === "begin" ? 0 : this.filming;
    const {play, svg} = this;
    const about = play.made ? `The board after move ${play.made}` : "The board at the start";
    const {head} = this.graph, {pieces, told} = play.here, words = told || spoken(head, pieces);
    this.boards.show(svg, pieces, words ? `${about}: ${words}.` : about);
    one("told").textContent = told || !play.made ? words : heard(head, pieces, play.trail[play.at - 1].pieces);
    this.#tell();
    this.#moves();
    this.#trail();
    this.analysis.show();
    this.view.follow(play.trail.slice(0, play.at + 1));
    if (play.won) this.story.reveal();
    this.#prove();
    if (why !== "move" || this.filming) return;
    this.keeping.moved = true;
    this.analysis.buzz();
    if (play.won) this.keeping.keep();
  }

  // Look for a proof that the current state is lost, if that is unknown, and show it when it arrives.
  async #prove() {
    const {graph, play} = this, {here, at, trail} = play;
    const open = here.left === null || (here.left < 0 && here.reason < 0);
    if (!graph.head.stopped || !open || here.proof !== undefined) return;
    here.proof = null;  // no proof yet, but requested
    const unknown = trail.slice(0, at).filter(step => step.left === null).map(step => step.node);
    const found = await graph.prove(here.node, at ? trail[at - 1].node : -1, unknown.slice(-MAX_UNKNOWN));
    if (play !== this.play || (!found.reason && !found.dead.size)) return;
    play.learn(here, found);
    this.#tell();
    this.#moves();
    this.#trail();
    this.analysis.show();
    this.view.follow(play.trail.slice(0, play.at + 1));
    if (play.here === here) this.analysis.buzz();
  }

  #tell(more = "") {
    one("status").textContent = [standing(this.play, this.telling), more].filter(Boolean).join(" ");
    const lost = this.play.lostSince >= 0;
    one("status").className = this.play.won ? "won" : lost && this.telling ? "lost" : "";
    const {here, made: moves} = this.play;
    const bar = one("left");
    bar.hidden = this.telling < EVERYTHING || here.left === null || here.left < 0;
    bar.max = Math.max(1, moves + Math.max(0, here.left));
    bar.value = moves;
    bar.setAttribute("aria-label", `${moves} of ${moves + here.left} moves made`);
    one("undo").disabled = one("reset").disabled = !this.play.at;
    one("redo").disabled = this.play.at === this.play.trail.length - 1;
    one("hint").disabled = this.play.won || (here.left < 0 && !this.play.at);
    one("tick").disabled = one("walk").disabled = !this.tick;
    one("walk").textContent = this.walking ? "Halt" : "Walk";
    one("solve").disabled = this.graph.shortest <= 0 && !this.graph.known?.length;
    one("solve").textContent = this.filming ? "Stop" : "Show solution";
  }

  #moves() {
    const box = one("moves"), held = box.contains(document.activeElement) ? document.activeElement.dataset.label : null;
    const groups = new Map();
    for (const move of this.play.here.moves) groups.set(move.actor, [...groups.get(move.actor) ?? [], move]);
    const parts = [...groups].map(([actor, moves]) => {
      const buttons = moves.map(move => this.#button(move));
      return made("div", {className: "side", role: "group", ariaLabel: actor || "moves"},
        ...(actor ? [made("span", {className: "actor"}, actor)] : []), ...buttons);
    });
    if (!parts.length) parts.push(made("p", {className: "note"}, this.play.won ? "You are there." : this.play.here.left === null ? "The moves here are unknown." : "No move is left."));
    box.replaceChildren(...parts);
    if (held !== null) (box.querySelector(`[data-label="${CSS.escape(held)}"]`) ?? one("undo")).focus();
  }

  #button(move) {
    const told = foretold(move, this.telling), arrow = arrowed(move.label, this.graph.head.arrows);
    const button = made("button", {type: "button", className: "move"}, made("kbd", {}, move.label));
    if (arrow) button.append(made("span", {className: "arrow", ariaHidden: "true"}, arrow));
    if (told) button.append(made("small", {}, told));
    if (move.fatal && this.telling >= BEFORE) button.classList.add("fatal");
    button.dataset.label = move.label;
    button.addEventListener("click", () => this.then(() => this.make(move)));
    return button;
  }

  #trail() {
    const list = one("trail"), focused = list.contains(document.activeElement);
    list.replaceChildren(...this.play.trail.map((step, k) => {
      const button = made("button", {type: "button"}, k ? step.label : "start");
      button.setAttribute("aria-label", k ? `go to move ${k}: ${step.label}` : "go to the start");
      button.tabIndex = k === this.play.at ? 0 : -1;
      if (k === this.play.at) button.setAttribute("aria-current", "step");
      if (k > this.play.at) button.classList.add("ahead");
      button.addEventListener("click", () => this.goTo(k));
      this.analysis.mark(button, k);
      return made("li", {}, button);
    }), ...this.play.rest.map((label, k) => {
      const words = k ? label : `${label}: cannot be played here`;
      return made("li", {className: k ? "untried" : "failed", title: words, ariaLabel: words}, label);
    }));
    const current = list.children[this.play.at];
    if (focused) current.firstChild.focus();
    list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  // -------------------------------------------------------------------------------------- playing

  // Make a move; ask for confirmation before a losing move if the player wants that.
  async make(move) {
    this.filming = 0;
    if (move.fatal && this.telling === BEFORE && this.armed !== move.label) {
      this.armed = move.label;
      this.analysis.buzz(true);
      this.#tell(`${move.label} would lose: after it the level can no longer be won. Repeat the move to make it.`);
      return;
    }
    await this.play.make(move);
  }

  async hint() {
    const {play} = this;
    this.keeping.hints += 1;
    if (play.here.left < 0) {
      const back = play.lostSince - 1;
      this.#tell(back < 0 ? "The level cannot be won." : `Hint: go back to ${back ? `move ${back}` : "the start"}.`);
      if (back >= 0) one("trail").children[back].firstChild.classList.add("hinted");
      return;
    }
    const [label] = await this.graph.solution(play.here.node);
    if (label === undefined) { this.#tell("No solution from here is known."); return; }
    this.#tell(`Hint: ${label}.`);
    one("moves").querySelector(`[data-label="${CSS.escape(label)}"]`).classList.add("hinted");
  }

  // Return the move of the actors that never stop, if there are any.
  get tick() {
    const {runner} = this.graph.head;
    return runner ? this.play.here.moves.find(each => each.actor === runner) : undefined;
  }

  // Let the actors that never stop move at regular times; the player moves in between.
  async walk() {
    this.filming = 0;
    const run = this.walking = this.walking ? 0 : performance.now();
    this.#tell();
    while (run) {
      await new Promise(done => setTimeout(done, Number(one("pace").value)));
      if (this.walking !== run) return;
      await this.then(() => this.walking === run && this.tick && this.make(this.tick));
      if (this.walking === run && (this.armed || !this.tick)) break;
    }
    if (this.walking === run) this.walking = 0;
    one("walk").textContent = "Walk";
  }

  // Play the first shortest solution from the current state, or from the start if this state is
  // dead.
  async film() {
    if (this.filming) { this.filming = 0; this.#tell(); return; }
    this.walking = 0;
    this.keeping.keep();
    this.story.reveal();
    if (this.play.here.left < 0 || this.play.won) await this.play.reset();
    let labels = await this.graph.solution(this.play.here.node);
    if (!labels.length && this.graph.known?.length) {
      await this.play.reset();
      labels = this.graph.known;
    }
    const run = this.filming = performance.now();
    for (const label of labels) {
      await new Promise(done => setTimeout(done, STEP));
      if (this.filming !== run) return;
      await this.then(() => this.filming === run && this.play.makeShown(label));
    }
    if (this.filming === run) this.filming = 0;
    this.#tell();
  }

  // Take over the result of a search in a level too large to expand: a solution, or that none
  // exists.
  know({labels, shortest, proven}) {
    if (!this.graph.head.remote) return;
    this.graph.known = labels;
    if (proven) this.graph.shortest = shortest ?? -1;
    this.#describe();
    this.#tell();
  }

  // Go to a move of the play; if this leaves a lost state, the play is kept.
  #jump(at) {
    const {play} = this;
    if (play.here.left < 0) this.keeping.keep();
    this.keeping.undone += Math.max(0, play.at - at);
    return play.jump(at);
  }

  // Go to a move of the play when the current action is finished.
  goTo(at) {
    this.filming = 0;
    return this.then(() => this.#jump(at));
  }

  // Enter a variation that leaves the play after `from` moves.
  enter(line, from) {
    this.filming = 0;
    return this.then(() => {
      if (this.play.here.left < 0) this.keeping.keep();
      this.keeping.undone += Math.max(0, this.play.at - from);
      return this.play.enter(line);
    });
  }

  #undo() { return this.play.at ? this.#jump(this.play.at - 1) : undefined; }

  #reset() {
    this.keeping.keep();
    this.keeping.begin();
    return this.play.reset();
  }

  // Go to a state by a shortest path.
  async visit(node) {
    const labels = this.chart.pathTo?.(node);
    if (labels?.length) {
      this.filming = 0;
      for (const label of labels) await this.play.makeShown(label);
      return;
    }
    await this.follow(await this.graph.wayTo(node));
  }

  // Make some moves from the start, all at once.
  async follow(labels) {
    this.filming = 0;
    this.keeping.keep();
    await this.play.go(labels);
  }

  // Highlight some states; null: none.
  hold(nodes) {
    this.held = nodes;
    this.view.mark(nodes);
    one("found").replaceChildren();
    one("held").hidden = !nodes;
  }

  // ----------------------------------------------------------------------------------- events

  #wire() {
    const doing = (name, work) => one(name).addEventListener("click", () => this.then(work));
    const halted = work => () => { this.filming = 0; return work(); };
    doing("undo", halted(() => this.#undo()));
    doing("redo", halted(() => this.play.redo()));
    doing("reset", halted(() => this.#reset()));
    doing("hint", halted(() => this.hint()));
    one("solve").addEventListener("click", () => this.film());
    doing("tick", () => this.make(this.tick));
    one("walk").addEventListener("click", () => this.walk());
    one("telling").addEventListener("change", () => { this.#tell(); this.#moves(); this.#trail(); this.analysis.show(); });
    one("board").addEventListener("click", event => this.#clicked(event));
    one("find").addEventListener("submit", event => { event.preventDefault(); this.then(() => search(this, one("search").value.trim())); });
    document.addEventListener("keydown", event => this.#key(event));
    followSwipes(this);
    followPointer(this);
  }

  #clicked(event) {
    const box = this.svg.getBoundingClientRect(), {width, height} = this.graph.head;
    const x = (event.clientX - box.left) / box.width * width, y = (event.clientY - box.top) / box.height * height;
    this.then(() => this.#go(x, y));
  }

  // Play the move that brings a piece to a point of the board, or else the moves that bring an actor
  // to its cell.
  async #go(x, y) {
    const {graph, play: {here}} = this, {corner: [left, top], runner} = graph.head;
    const near = reach => this.boards.clicked(x, y, here.pieces, here.moves, reach);
    const move = near(0.5), cell = [Math.floor(y - top), Math.floor(x - left)];
    const path = move || runner || !graph.targets ? null : pathToCell(graph, here.node, here.pieces, cell);
    const first = move ?? (path ? null : near());
    if (first) await this.make(first);
    for (const label of path ?? []) {
      await this.make(this.play.here.moves.find(each => each.label === label));
      if (this.armed) return;
    }
  }

  #key(event) {
    if (!this.play || !this.playing || event.altKey || event.target.closest("input, textarea, select")) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && (key === "z" || key === "y")) {
      event.preventDefault();
      this.filming = 0;
      this.then(() => key === "y" || event.shiftKey ? this.play.redo() : this.#undo());
      return;
    }
    if (command || event.target.closest("#editor")) return;
    const own = this.graph.head.keys[key];
    if (own && !event.target.closest("button, summary, a")) event.preventDefault();
    if (own === "undo" || own === "reset") {
      this.filming = 0;
      this.then(() => own === "undo" ? this.#undo() : this.#reset());
      return;
    }
    if (event.target === one("chart") && moveGraph(this, event)) return;
    if (event.target.closest("button, summary, a") && (key === "enter" || key === " ")) return;
    if (key === " " && this.tick) {
      event.preventDefault();
      if (event.shiftKey) this.walk();
      else this.then(() => this.tick && this.make(this.tick));
      return;
    }
    if (event.target.closest("#trail") && (key === "arrowleft" || key === "arrowright")) {
      event.preventDefault();
      this.then(() => this.#jump(this.play.at + (key === "arrowleft" ? -1 : 1)));
      return;
    }
    if (key === "backspace" && event.shiftKey) { event.preventDefault(); this.analysis.revive(); return; }
    if (key === "backspace") { event.preventDefault(); this.filming = 0; this.then(() => this.#undo()); return; }
    if (event.key.startsWith("Arrow") && !event.target.closest("ol, .scroll")) event.preventDefault();
    this.then(async () => {
      const label = own ?? this.keys.label(event, this.play.here.moves.map(each => each.label));
      const move = this.play.here.moves.find(each => each.label === label);
      if (move) await this.make(move);
    });
  }
}
