// The studio: open, edit and save levels. Every version is solved in the background.

import {Demands} from "./demands.js";
import {agreed, prepareDialogs} from "./dialogs.js";
import {made, one, targetOf} from "./dom.js";
import {History} from "./history.js";
import {Keepsakes} from "./stored_levels.js";
import {Levels} from "./levels.js";
import {Memory} from "./autosave.js";
import {Outside} from "./imported_levels.js";
import {Page} from "./page.js";
import {Painting} from "./painting.js";
import {People} from "./returned_plays.js";
import {Planning} from "./planning.js";
import {ask} from "./requests.js";
import {Saving, fromLink} from "./saving.js";
import {Solving} from "./solving.js";
import {Versions} from "./versions.js";

// Milliseconds between the last key pressed in the text and the start of solving.
const PAUSE = 250;

export class Studio {
  constructor() {
    /** @type {PlayStore} */
    const store = {add: play => ask("keep", {play}, {keepalive: true})};
    this.solving = new Solving(this);
    const {solving} = this;
    this.page = new Page(
      store, question => solving.about("find", {question}), () => solving.about("story"),
      kind => this.pending(() => solving.contracted(kind)));
    this.painting = new Painting(edit => this.edit(edit));
    this.planning = new Planning(edit => this.edit(edit));
    this.demands = new Demands(edit => this.edit(edit));
    this.saving = new Saving(this);
    this.memory = new Memory(this);
    this.levels = new Levels(this);
    this.outside = new Outside(this);
    this.keepsakes = new Keepsakes(this);
    prepareDialogs();
    this.drawer = new Versions(this);
    this.history = new History("");
    this.page.people = new People(this.page, {
      pending: work => this.pending(work),
      level: () => ({text: solving.shownText, name: this.name}),
      history: () => this.history, visit: version => this.visit(version),
    });
    /** @type {Version | null} */
    this.pinned = null;   // the version to compare with, if the designer chose one
    this.name = "";       // the file name of the level
    this.seen = "";       // the hash of the file's content that the page knows, "" for a new file
    /** @type {string | null} */
    this.kept = "";       // the text that was opened or saved last; null: none
    this.origin = "";     // the name of the level that was opened
    /** @type {[Label[], number] | [] | null} */
    this.given = null;    // the moves and the number of made moves to begin with; null: of the play
    this.requests = 0;    // number of pending requests
    /** @type {Promise<unknown>} */
    this.edits = Promise.resolve();
    this.editing = false; // the board is used for editing, not for playing
    this.drawn = false;   // the level has a board to edit on
    this.typing = 0;      // the timer after a key in the text
    this.#wire();
  }

  // The version to compare with: the pinned version, or the previous version that was solved.
  get yardstick() {
    const before = this.versions.slice(0, this.at).findLast(each => each.numbers);
    return this.pinned ?? before ?? this.versions[0];
  }

  // True if the current text differs from the text that was opened or saved last.
  get unsaved() { return this.text !== this.kept && this.text !== ""; }

  get text() { return this.history.current?.text ?? ""; }

  // The versions on the line of undo and redo, and the index of the current one.
  get versions() { return this.history.line; }
  get at() { return this.history.at; }

  // List the available levels, and open the one that was open last, or else the first one.
  async begin() {
    const there = await ask("levels");
    await this.memory.begin(there.folder);
    await this.levels.list(there);
    const families = there.families.map(name => made("option", {value: name}, name));
    one("kind").replaceChildren(...families);
    const place = await this.memory.lastPlace(there), linked = await fromLink();
    if (place && await this.levels.resume(place)) document.body.dataset.resumed = "yes";
    else if (linked) this.levels.start(linked);
    else await this.open(there.first);
    document.body.dataset.ready = "yes";
  }

  // Do some work, which counts as pending until it ends; see `settled`.
  /** @template Result @param {() => Result} work @returns {Promise<Awaited<Result>>} */
  async pending(work) {
    this.requests += 1;
    try { return await work(); } finally { this.requests -= 1; }
  }

  /** @param {string} name */
  open(name) { return this.pending(() => this.levels.read(name)); }

  create() { return this.pending(() => this.levels.create()); }

  // Replace the level by another one.
  /**
   * @param {History} history
   * @param {Partial<Pick<Studio, "name" | "seen" | "origin" | "kept" | "editing" | "given">>} parts
   */
  begins(history, parts) {
    if (this.history.current) this.memory.remember(true);
    Object.assign(this, {history, pinned: null, ...parts});
    this.say("");
    this.saving.show();
  }

  // Return the data for going back to this version and this play.
  place() {
    const {name, seen, origin, kept, unsaved, editing} = this;
    const [labels = [], moves = 0] = this.given ?? this.movesOfPlay();
    const where = {folder: this.memory.folder, path: location.pathname};
    return {...where, name, seen, origin, kept, unsaved, labels, made: moves, editing};
  }

  // Return the moves to begin a graph with, and use them only once.
  begunWith() {
    const {given} = this;
    this.given = null;
    return given ?? this.movesOfPlay();
  }

  // Return the moves of the play and the number of made moves, or [] before the first play.
  /** @returns {[Label[], number] | []} */
  movesOfPlay() {
    const {play} = this.page;
    return play?.trail.length ? [play.labels, play.at] : [];
  }

  // Return the title in the level's text, or else its name.
  title() {
    const [, title] = /^title: *['"]?(.*?)['"]? *$/m.exec(this.text) ?? [];
    return title || this.name || "Untitled";
  }

  /** @param {string} words */
  say(words) { one("saved").textContent = words; }

  // ------------------------------------------------------------------------------------ editing

  // Add a text as the version after the current version.
  /** @param {string} text @param {EditedBoard | null} board */
  async change(text, board = null) {
    if (text === this.text && this.versions.length) return;
    const {version, fresh} = this.history.add(text);
    if (fresh) this.memory.add(version);
    await this.show(board);
  }

  // Apply an edit; quick successive edits, undo and redo are applied one after the other.
  /** @param {Edit} edit */
  edit(edit) { this.#inTurn(() => this.#edited(edit)); }

  /** @param {number} step */
  goBy(step) { this.#inTurn(() => { this.goTo(this.at + step); }); }

  /** @param {() => unknown} work */
  #inTurn(work) {
    this.edits = this.edits.catch(() => {}).then(work);
    this.pending(() => this.edits);
  }

  /** @param {Edit} edit */
  async #edited(edit) {
    const {text} = this, found = await ask("edit", {text, name: this.name, edit});
    if (text !== this.text) return;  // another level was opened, or another text was written
    if (found.error) {
      this.complain(found);
      this.painting.showSize();
    } else {
      this.change(found.text, found);
    }
  }

  // Go to a version on the line, by its index.
  /** @param {number} version */
  async goTo(version) {
    if (this.versions[version]) await this.visit(this.versions[version]);
  }

  // Go to a version, on the line or on another branch.
  /** @param {Version} version */
  async visit(version) {
    this.history.goTo(version.id);
    await this.show();
  }

  // Compare with a version, or again with the version before.
  /** @param {Version} version */
  pin(version) {
    this.pinned = this.pinned === version ? null : version;
    this.versionsChanged();
    this.solving.schedule();
  }

  // Name the current version.
  /** @param {string} title */
  rename(title) {
    const {current} = this.history;
    if (!current) return;
    this.memory.change(current, {title});
    this.versionsChanged();
  }

  // Delete all other versions of this level, if the designer agrees.
  async forget() {
    const {history: {tree, current}} = this;
    const question = "Delete all other versions of this level from this browser?";
    if (!current || !await agreed(question, "Delete")) return;
    const {text, numbers, stopped, picture, title, saved} = current;
    this.history = new History(crypto.randomUUID());
    const {version} = this.history.add(text);
    Object.assign(version, {numbers, stopped, picture, title, saved});
    this.pinned = null;
    this.memory.add(version);
    await this.memory.forget(tree);
    this.versionsChanged();
    await this.levels.list();
  }

  // Show the current version, whose board may be known already, and solve it.
  /** @param {EditedBoard | null} board */
  show(board = null) { return this.pending(() => this.#showVersion(board)); }

  // Return the board of the current text, or null. A text with an error has no board; if the server
  // has ended, the board before is still shown.
  async #board() {
    const {text, name} = this, found = await ask("board", {text, name});
    if (!found.error) return found;
    if (found.status && text === this.text) this.drawn = false;
    return null;
  }

  /** @param {EditedBoard | null} board */
  async #showVersion(board) {
    const {current} = this.history;
    if (!current) return;
    if (one("text").value !== this.text) one("text").value = this.text;
    const {text} = this, solved = this.solving.schedule();
    const found = board ?? await this.#board();
    if (text !== this.text) return solved;  // the board of a newer version follows
    if (found) {
      this.painting.show(found);
      this.planning.show(found.plan);
      this.demands.show(this.title(), found.demands);
      one("kind").value = found.family;
      this.drawn = Boolean(found.rows.length || found.plan);
      if (found.picture) this.memory.draw(current, found.picture);
    }
    this.#present();
    this.versionsChanged();
    return solved;
  }

  // Use the board for editing or for playing.
  /** @param {boolean} editing */
  switchTo(editing) {
    this.editing = editing;
    this.#present();
    this.memory.remember();
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
  settled() { return this.requests === 0; }

  // -------------------------------------------------------------------------------- messages

  /** @param {{error?: string}} answer */
  complain({error = ""}) {
    one("trouble").textContent = error;
    one("text").setAttribute("aria-invalid", String(Boolean(error)));
  }

  // Show the versions, mark the page if the level is not saved, and remember the place.
  versionsChanged() {
    if (!this.history.current) return;
    this.drawer.show();
    const mark = this.unsaved ? "● " : "";
    document.title = `${mark}${this.page.graph ? this.page.title : "stategraph studio"}`;
    one("unsaved").hidden = !this.unsaved;
    this.memory.remember();
  }

  // F2 switches between playing and editing. While editing, Ctrl+Z takes back an edit, and keys
  // paint.
  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = event.key.toLowerCase();
    if (key === "f2") {
      event.preventDefault();
      this.switchTo(!this.editing);
      /** @type {HTMLElement | null} */
      const first = document.querySelector("#canvas > :not([hidden]) [tabindex='0']");
      if (this.editing) first?.focus();
    } else if (this.editing && !targetOf(event).closest("input, textarea, select")) {
      this.#editingKey(event, key);
    }
  }

  /** @param {KeyboardEvent} event @param {string} key */
  #editingKey(event, key) {
    if ((event.ctrlKey || event.metaKey) && "zy".includes(key)) {
      event.preventDefault();
      this.goBy(key === "y" || event.shiftKey ? 1 : -1);
      return;
    }
    const target = targetOf(event), own = "#canvas, #chart, ol, ul, [role=radiogroup]";
    if (!this.drawn || !this.painting.rows.length || target.closest(own)) return;
    if (!target.closest("button, summary, a") || key.startsWith("arrow")) this.painting.key(event);
  }

  #wire() {
    /** @param {string} name @param {() => unknown} work */
    const doing = (name, work) => one(name).addEventListener("click", work);
    doing("unedit", () => this.goBy(-1));
    doing("reedit", () => this.goBy(1));
    doing("to-play", () => this.switchTo(false));
    doing("to-edit", () => this.switchTo(true));
    document.addEventListener("keydown", event => this.#key(event));
    addEventListener("beforeunload", event => { if (this.unsaved) event.preventDefault(); });
    one("text").addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => this.takeTyped(), PAUSE);
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
