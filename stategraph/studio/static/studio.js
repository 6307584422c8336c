// The studio: open, edit and save levels. Every version is solved in the background.

import {unpack} from "./bundle.js";
import {Contraction} from "./contraction.js";
import {agreed, prepareDialogs} from "./dialogs.js";
import {drawn, made, one} from "./dom.js";
import {Graph} from "./graph.js";
import {History} from "./history.js";
import {Keepsakes} from "./keepsakes.js";
import {Levels} from "./levels.js";
import {Memory} from "./memory.js";
import {Outside} from "./outside.js";
import {Page} from "./page.js";
import {Painting} from "./painting.js";
import {People} from "./people.js";
import {Planning} from "./planning.js";
import {Remote} from "./remote.js";
import {ask, records} from "./requests.js";
import {Saving, fromLink} from "./saving.js";
import {Versions} from "./versions.js";

// Milliseconds between the last key pressed in the text and the start of solving.
const PAUSE = 250;

// Milliseconds after which a note says that the game shows an older version.
const LATE = 1000;

// Milliseconds without another edit before a version is solved.
const REST = 80;

const NUMBERS = {
  shortest: "moves to win", states: "states", dead_states: "dead states", trap_moves: "trap moves",
  shortest_count: "shortest solutions",
};

class Studio {
  constructor() {
    const store = {add: play => ask("keep", {play}, {keepalive: true})};
    this.page = new Page(store, question => this.#about("find", {question}), () => this.#about("story"),
      kind => this.pending(() => this.#contracted(kind)));
    this.painting = new Painting(edit => this.edit(edit));
    this.planning = new Planning(edit => this.edit(edit));
    this.saving = new Saving(this);
    this.keeping = new Memory(this);
    this.levels = new Levels(this);
    this.outside = new Outside(this);
    this.keepsakes = new Keepsakes(this);
    prepareDialogs();
    this.drawer = new Versions(this);
    this.history = new History("");
    this.page.people = new People(this.page, {
      pending: work => this.pending(work), level: () => ({text: this.shownText, name: this.name}),
      history: () => this.history, visit: version => this.visit(version),
    });
    this.pinned = null;
    this.name = "";
    this.seen = "";
    this.origin = "";  // the name of the level that was opened
    this.given = null;  // the moves and the number of made moves to begin with; null: those of the play
    this.run = 0;
    this.asked = 0;
    this.edits = Promise.resolve();
    this.editing = false;  // the board is used for editing, not for playing
    this.drawn = false;  // the level has a board to edit on
    this.#wire();
  }

  // The version to compare with: the pinned version, or the previous version that was solved.
  get yardstick() { return this.pinned ?? this.versions.slice(0, this.at).findLast(each => each.numbers) ?? this.versions[0]; }

  // True if the current text differs from the text that was opened or saved last.
  get unsaved() { return this.text !== this.kept && this.text !== ""; }

  get text() { return this.history.current?.text ?? ""; }

  // The versions on the line of undo and redo, and the index of the current one.
  get versions() { return this.history.line; }
  get at() { return this.history.at; }

  // List the available levels, and open the one that was open last, or else the first one.
  async begin() {
    const there = await ask("levels");
    await this.keeping.begin(there.folder);
    await this.levels.list(there);
    one("kind").replaceChildren(...there.families.map(name => made("option", {value: name}, name)));
    const place = await this.keeping.lastPlace(there), linked = await fromLink();
    if (place && await this.levels.resume(place)) document.body.dataset.resumed = "yes";
    else if (linked) this.levels.start(linked);
    else await this.open(there.first);
    document.body.dataset.ready = "yes";
  }

  // Do some work, which counts as pending until it ends; see `settled`.
  async pending(work) {
    this.asked += 1;
    try { return await work(); } finally { this.asked -= 1; }
  }

  open(name) { return this.pending(() => this.levels.read(name)); }

  create() { return this.pending(() => this.levels.create()); }

  // Replace the level by another one.
  begins(history, parts) {
    if (this.history.current) this.keeping.remember(true);
    Object.assign(this, {history, pinned: null, ...parts});
    this.say("");
    this.saving.show();
  }

  // Return what is needed to go back to this version and this play.
  place() {
    const {name, seen, origin, kept, unsaved, editing, given, page: {play}} = this;
    const [labels, moves] = given ?? (play?.trail ? [play.labels, play.at] : [[], 0]);
    return {folder: this.keeping.folder, path: location.pathname, name, seen, origin, kept, unsaved, labels, made: moves ?? 0, editing};
  }

  // Return the title in the level's text, or else its name.
  title() { return /^title: *['"]?(.*?)['"]? *$/m.exec(this.text)?.[1] || this.name || "Untitled"; }

  say(words) { one("saved").textContent = words; }

  // ------------------------------------------------------------------------------------ editing

  // Add a text as the version after the current version.
  async change(text, board = null) {
    if (text === this.text && this.versions.length) return;
    const {version, fresh} = this.history.add(text);
    if (fresh) this.keeping.add(version);
    await this.show(board);
  }

  // Apply an edit; quick successive edits, undo and redo are applied one after the other.
  edit(edit) { this.#inTurn(() => this.#edited(edit)); }

  goBy(step) { this.#inTurn(() => { this.goTo(this.at + step); }); }

  #inTurn(work) {
    this.edits = this.edits.catch(() => {}).then(work);
    this.pending(() => this.edits);
  }

  async #edited(edit) {
    const {text} = this, found = await ask("edit", {text, name: this.name, edit});
    if (text !== this.text) return;  // another level was opened, or another text was written
    if (found.error) {
      this.complain(found);
      if (this.painting.rows) this.painting.showSize();
    } else {
      this.change(found.text, found);
    }
  }

  async goTo(version) {
    if (this.versions[version]) await this.visit(this.versions[version]);
  }

  // Go to a version, on the line or on another branch.
  async visit(version) {
    this.history.goTo(version.id);
    await this.show();
  }

  // Compare with a version, or again with the version before.
  pin(version) {
    this.pinned = this.pinned === version ? null : version;
    this.versionsChanged();
    this.#solve();
  }

  // Name the current version.
  rename(title) {
    this.keeping.change(this.history.current, {title});
    this.versionsChanged();
  }

  // Delete all other versions of this level, if the designer agrees.
  async forget() {
    const {history: {tree, current}} = this;
    if (!await agreed("Delete all other versions of this level from this browser?", "Delete")) return;
    const {text, numbers, stopped, picture, title, saved} = current;
    this.history = new History(crypto.randomUUID());
    Object.assign(this.history.add(text).version, {numbers, stopped, picture, title, saved});
    this.pinned = null;
    this.keeping.add(this.history.current);
    await this.keeping.forget(tree);
    this.versionsChanged();
    await this.levels.list();
  }

  show(board = null) { return this.pending(() => this.#shown(board)); }

  async #shown(board) {
    if (one("text").value !== this.text) one("text").value = this.text;
    const shown = board ?? await ask("board", {text: this.text, name: this.name});
    if (!shown.error) {
      this.painting.show(shown);
      this.planning.show(shown.plan);
      one("kind").value = shown.family;
    }
    if (board || shown.status) this.drawn = Boolean(shown.rows?.length || shown.plan);
    if (shown.picture) this.keeping.draw(this.history.current, shown.picture);
    this.#present();
    this.versionsChanged();
    return this.#solve();
  }

  // Use the board for editing or for playing.
  switchTo(editing) {
    this.editing = editing;
    this.#present();
    this.keeping.remember();
  }

  // Show the board to play or to edit on. A level without a board to edit on is edited as text.
  #present() {
    const {editing, drawn} = this;
    one("sheet").hidden = !editing || !drawn;
    one("board").hidden = editing && drawn;
    one("editing").hidden = !editing;
    one("text-only").hidden = drawn;
    if (editing && !drawn) one("as-text").open = true;
    one("to-play").ariaPressed = String(!editing);
    one("to-edit").ariaPressed = String(editing);
    if (editing === this.page.playing) this.page.present(!editing);
  }

  // Return true if no request is pending.
  settled() { return this.asked === 0; }

  // Solve the current version if no other edit follows shortly.
  #solve() {
    const turn = this.turn = {};
    one("working").textContent = "solving …";
    return this.pending(async () => {
      await new Promise(done => setTimeout(done, REST));
      if (turn === this.turn) await this.#solved();
    });
  }

  async #solved() {
    const run = ++this.run, version = this.history.current;
    setTimeout(() => { if (run === this.run && this.shownText !== version.text && one("old").hidden) this.#aged("This level is being solved."); }, LATE);
    const compared = this.#compare(run);
    const found = await ask("solve", {text: version.text, name: this.name});
    if (run !== this.run || found.superseded) return;
    one("working").textContent = "";
    this.complain(found);
    version.wrong = Boolean(found.error);
    if (found.error) {
      this.versionsChanged();
      this.#aged("This level cannot be played yet.");
      for (const name of ["numbers", "changes", "weights"]) one(name).replaceChildren();
      return;
    }
    this.keeping.change(version, {numbers: found.numbers, stopped: found.stopped});
    this.solved = found.level;
    this.#told(found);
    this.versionsChanged();
    await Promise.all([this.#opened(run, version, found.level), compared]);
    if (found.stopped && found.numbers.shortest === null) this.#search(run, version);
    this.#weigh();
  }

  // Send a request about the current level; solve the level again if the server no longer has it.
  async #about(name, body = {}, level = this.played) {
    const found = await ask(name, {...body, level});
    if (!found.error) this.renewed = "";
    else if (found.stale && level === this.solved && level !== this.renewed) {
      this.renewed = level;
      this.#solve();
    }
    return found;
  }

  // Return the graph with contracted walks or turns, or an `error`.
  async #contracted(kind) {
    const level = this.played, found = await this.#about("contract", {kind}, level);
    if (!found.bytes) return {error: found.error ?? "at the moment"};
    return new Contraction(await unpack(found.bytes), node => this.#about("lift", {kind, node}, level));
  }

  // Show the graph; the states of a large graph are requested one by one until its bundle is ready.
  async #opened(run, version, level) {
    const {bytes, error} = await this.#about("bundle", {}, level);
    if (run !== this.run) return;
    if (error) { this.complain({error}); return; }
    const data = await unpack(bytes);
    const asking = (name, body) => this.#about(name, body, level);
    await this.page.then(() => {
      const {play} = this.page, kept = this.given ?? (play?.trail ? [play.labels, play.at] : []);
      [this.played, this.shownText, this.given] = [level, version.text, null];
      one("old").hidden = true;
      return this.page.open(data.head.remote ? new Remote(data, asking) : new Graph(data), ...kept);
    });
    this.#followPlay();
    this.keeping.draw(version, this.page.startPicture());
    this.versionsChanged();
    this.#more(run, version.text);
  }

  // Request what takes longer: the whole graph, and the chances of a beginner.
  async #more(run, text) {
    const {remote, stopped} = this.page.graph.head;
    if (remote && !stopped) await this.#whole(run, text);  // an incomplete graph is never sent whole
    const {graph} = this.page;
    if (run !== this.run || graph.head.remote) return;
    const {codes} = await ask("beginner", {text, name: this.name});
    if (run !== this.run || graph !== this.page.graph || !codes?.length) return;
    graph.beginners = Uint16Array.from(codes);
    this.page.analysis.show();
  }

  // Switch to the whole graph when it is ready, and keep the player's state.
  async #whole(run, text) {
    one("working").textContent = "drawing the graph …";
    const {bytes} = await ask("whole", {text, name: this.name});
    if (run !== this.run) return;
    one("working").textContent = "";
    if (!bytes) return;
    const graph = new Graph(await unpack(bytes));
    if (run !== this.run) return;
    await this.page.then(() => this.page.replace(graph));
    this.#followPlay();
  }

  // Keep each move of the play.
  #followPlay() {
    this.page.play.listeners.push(() => this.keeping.remember());
    this.versionsChanged();
  }

  // Search for a solution of a level that is too large to expand, and show the bounds as they improve.
  async #search(run, version) {
    this.searching?.abort();
    this.searching = new AbortController();
    const words = made("dd", {}, "…"), row = made("div", {id: "search-row"}, made("dt", {}, "search"), words);
    one("numbers").append(row);
    for await (const record of records("search", {text: version.text, name: this.name}, this.searching.signal)) {
      if (run !== this.run || record.superseded) return;
      words.textContent = record.error ?? (record.bounds || (record.shortest === null ? "no solution exists" : "no shorter solution exists"));
      if (!record.labels) continue;
      version.numbers.shortest = record.shortest;
      if (record.proven) {
        version.stopped = "";
        one("numbers").querySelector("[data-number=shortest]").textContent = record.shortest?.toLocaleString("en") ?? "none";
      }
      this.versionsChanged();
      await this.page.then(() => this.page.know(record));
    }
  }

  async #compare(run) {
    const before = this.yardstick;
    one("changes").replaceChildren();
    if (before.text === this.text || !before.numbers) return;
    const found = await ask("compare", {before: before.text, after: this.text, name: this.name});
    if (run !== this.run || found.superseded) return;
    const words = found.error ? [`The changes are unknown: ${found.error}. Pin a more similar version (⚖).`] : found.words;
    one("changes").replaceChildren(...words.map(line => made("li", {}, line)));
  }

  // Request the purpose of each element if the designer wants to see it.
  async #weigh() {
    if (!one("weights-box").open || this.weighed === this.text) return;
    const {text} = this;
    one("weights").replaceChildren(made("p", {className: "note"}, "solving it without each element …"));
    const found = await ask("weigh", {text, name: this.name});
    if (text !== this.text || found.superseded) return;
    this.weighed = text;
    const told = found.error ? [made("p", {}, found.error)] : found.lines.map(line => made("li", {}, line));
    const list = found.error ? told : [made("details", {}, made("summary", {}, "In words"), made("ul", {}, ...told))];
    one("weights").replaceChildren(...(found.picture ? [drawn(found.picture)] : []), ...list);
  }

  // -------------------------------------------------------------------------------- messages

  #told({numbers, stopped, demands, met}) {
    const yard = this.yardstick.numbers;
    const known = Object.entries(NUMBERS).filter(([name]) => name === "shortest" || !stopped || numbers[name] !== null);
    const rows = known.map(([name, title]) => {
      const value = numbers[name], old = yard?.[name];
      const shown = value === null ? (name === "shortest" && !stopped ? "none" : "unknown") : value.toLocaleString("en");
      const change = typeof value === "number" && typeof old === "number" && value !== old
        ? made("small", {}, `${value > old ? "+" : "−"}${Math.abs(value - old).toLocaleString("en")}`) : "";
      const cell = made("dd", {}, shown, " ", change);
      cell.dataset.number = name;
      return made("div", {}, made("dt", {}, made("a", {href: `words#${name.replaceAll("_", "-")}`, target: "_blank"}, title)), cell);
    });
    if (stopped) rows.push(made("div", {}, made("dt", {}, "stopped by the"), made("dd", {}, stopped)));
    for (const line of demands) rows.push(made("div", {className: met ? "met" : "broken"}, made("dt", {}, "demands"), made("dd", {}, line)));
    one("numbers").replaceChildren(...rows);
  }

  // Show the reason why the game belongs to another version.
  #aged(why) {
    one("old").hidden = false;
    one("old").textContent = this.page.graph ? `${why} This is the last solved version.` : why;
    if (!this.page.graph) one("status").textContent = "There is nothing to play yet.";
  }

  complain({error = "", line = null}) {
    one("trouble").textContent = error;
    one("text").setAttribute("aria-invalid", String(Boolean(error)));
    if (!line || document.activeElement !== one("text")) this.wrong = line;
  }

  // Show the versions, mark the page if the level is not saved, and remember the place.
  versionsChanged() {
    if (!this.history.current) return;
    this.drawer.show();
    const mark = this.unsaved ? "● " : "";
    document.title = mark + document.title.replace(/^● /, "");
    one("unsaved").hidden = !this.unsaved;
    this.keeping.remember();
  }

  // F2 switches between playing and editing. While editing, Ctrl+Z takes back an edit, and keys paint.
  #key(event) {
    const key = event.key.toLowerCase(), {target} = event;
    if (key === "f2") {
      event.preventDefault();
      this.switchTo(!this.editing);
      if (this.editing) document.querySelector("#canvas > :not([hidden]) [tabindex='0']")?.focus();
    } else if (!this.editing || target.closest("input, textarea, select")) {
      return;
    } else if ((event.ctrlKey || event.metaKey) && "zy".includes(key)) {
      event.preventDefault();
      this.goBy(key === "y" || event.shiftKey ? 1 : -1);
    } else if (this.drawn && !one("painting").hidden && !target.closest("#canvas, #chart, ol, ul, [role=radiogroup]")) {
      if (!target.closest("button, summary, a") || key.startsWith("arrow")) this.painting.key(event);
    }
  }

  #wire() {
    const doing = (name, work) => one(name).addEventListener("click", work);
    doing("unedit", () => this.goBy(-1));
    doing("reedit", () => this.goBy(1));
    one("weights-box").addEventListener("toggle", () => this.#weigh());
    doing("to-play", () => this.switchTo(false));
    doing("to-edit", () => this.switchTo(true));
    document.addEventListener("keydown", event => this.#key(event));
    addEventListener("beforeunload", event => { if (this.unsaved) event.preventDefault(); });
    one("text").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.takeTyped(), PAUSE);
    });
  }

  // Make a version of a typed text that is not a version yet.
  takeTyped() {
    clearTimeout(this.typing);
    if (this.history.current && one("text").value !== this.text) this.change(one("text").value);
  }
}

const studio = new Studio();
window.stategraph = studio.page;
window.studio = studio;
await studio.begin();
