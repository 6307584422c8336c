// Solving of the current version: its numbers, its graph on the page, and the effects of the edit.

import {unpack} from "./bundle.js";
import {Contraction} from "./contraction.js";
import {drawn, made, one, within} from "./dom.js";
import {Graph} from "./graph.js";
import {showNumbers} from "./numbers.js";
import {Remote} from "./remote.js";
import {ask, records} from "./requests.js";

// Milliseconds after which a note says that the game shows an older version.
const LATE = 1000;

// Milliseconds without another edit before an edited version is solved.
const REST = 80;

export class Solving {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.run = 0;         // the number of the latest version that was sent to the server
    this.turn = {};       // changes with each version to solve
    this.played = "";     // the server's key of the level on the board
    this.shownText = "";  // the text of the level on the board
    this.solved = "";     // the server's key of the level that was solved last
    this.renewed = "";    // the server's key of a level that was solved again
    this.outdated = false;  // the page says that the board belongs to another version
    this.weighed = "";    // the text whose elements are listed with their purposes
    /** @type {AbortController | null} */
    this.searching = null;
    one("weights-box").addEventListener("toggle", () => this.#weigh());
  }

  get page() { return this.studio.page; }

  // Solve the current version, after an edit only if no other edit follows shortly.
  schedule() {
    const turn = this.turn = {};
    one("working").textContent = "solving …";
    return this.studio.pending(async () => {
      if (this.studio.versions.length > 1) await new Promise(done => setTimeout(done, REST));
      const {current} = this.studio.history;
      if (turn === this.turn && current) await this.#solve(current);
    });
  }

  /** @param {Version} version */
  async #solve(version) {
    const run = ++this.run;
    setTimeout(() => {
      const isShown = this.shownText === version.text || this.outdated;
      if (run === this.run && !isShown) this.#markOld("This level is being solved.");
    }, LATE);
    const compared = this.#compare(run, version);
    const found = await ask("solve", {text: version.text, name: this.studio.name});
    if (run !== this.run || found.superseded) return;
    one("working").textContent = "";
    this.studio.complain(found);
    version.wrong = Boolean(found.error);
    if (found.error) {
      this.studio.versionsChanged();
      this.#markOld("This level cannot be played yet.");
      for (const name of ["changes", "weights"]) one(name).replaceChildren();
      one("numbers").classList.add("unplayable");  // hidden, but the board below stays in place
      return;
    }
    this.studio.memory.change(version, {numbers: found.numbers, stopped: found.stopped});
    this.solved = found.level;
    showNumbers(found, this.studio.yardstick.numbers);
    this.studio.versionsChanged();
    await Promise.all([this.#openGraph(run, version, found.level), compared]);
    if (found.stopped && found.numbers.shortest === null) this.#search(run, version);
    this.#weigh();
  }

  // Send a request about the current level; solve the level again if the server no longer has it.
  /**
   * @template {keyof Answers} Name
   * @param {Name} name @param {object} body @returns {Promise<AnswerTo<Name>>}
   */
  async about(name, body = {}, level = this.played) {
    const found = await ask(name, {...body, level});
    if (!found.error) this.renewed = "";
    else if (found.stale && level === this.solved && level !== this.renewed) {
      this.renewed = level;
      this.schedule();
    }
    // an action on an older level is left out, since the newer one follows
    if (found.stale && level !== this.solved) found.superseded = true;
    return found;
  }

  // Return the graph with contracted walks or turns, or an `error`.
  /** @param {string} kind */
  async contracted(kind) {
    const level = this.played, found = await this.about("contract", {kind}, level);
    if (!found.bytes) return {error: found.error ?? "at the moment"};
    const data = await unpack(found.bytes);
    return new Contraction(data, node => this.about("lift", {kind, node}, level));
  }

  // Show the graph; the states of a large graph are requested one by one until its bundle is ready.
  /** @param {number} run @param {Version} version @param {string} level */
  async #openGraph(run, version, level) {
    const {bytes, error} = await this.about("bundle", {}, level);
    if (run !== this.run) return;
    if (error) { this.studio.complain({error}); return; }
    const data = await unpack(bytes);
    await this.page.then(() => {
      const [labels, at] = this.studio.begunWith();
      [this.played, this.shownText] = [level, version.text];
      this.#markOld("");
      const graph = data.head.remote
        ? new Remote(data, (name, body) => this.about(name, body, level)) : new Graph(data);
      return this.page.open(graph, labels, at);
    });
    if (run !== this.run) return;  // a newer version may have replaced the requests of `open`
    this.#followPlay();
    this.studio.memory.draw(version, this.page.startPicture());
    this.studio.versionsChanged();
    this.#more(run, version.text);
  }

  // Request what takes longer: the whole graph, and the chances of a beginner.
  /** @param {number} run @param {string} text */
  async #more(run, text) {
    const {remote, stopped} = this.page.graph.head;
    // an incomplete graph is never sent whole
    if (remote && !stopped) await this.#whole(run, text);
    const {graph} = this.page;
    if (run !== this.run || graph.head.remote) return;
    const {codes} = await ask("beginner", {text, name: this.studio.name});
    if (run !== this.run || graph !== this.page.graph || !codes?.length) return;
    graph.beginners = Uint16Array.from(codes);
    this.page.analysis.show();
  }

  // Switch to the whole graph when it is ready, and keep the player's state.
  /** @param {number} run @param {string} text */
  async #whole(run, text) {
    one("working").textContent = "drawing the graph …";
    const {bytes} = await ask("whole", {text, name: this.studio.name});
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
    this.page.play.listeners.push(() => this.studio.memory.remember());
    this.studio.versionsChanged();
  }

  // Search for a solution of a level that is too large to expand, and show the bounds as they
  // improve.
  /** @param {number} run @param {Version} version */
  async #search(run, version) {
    this.searching?.abort();
    this.searching = new AbortController();
    const words = made("dd", {}, "…"), body = {text: version.text, name: this.studio.name};
    one("numbers").append(made("div", {id: "search-row"}, made("dt", {}, "search"), words));
    for await (const record of records("search", body, this.searching.signal)) {
      if (run !== this.run || record.superseded) return;
      words.textContent = progressOf(record);
      if (!record.labels) continue;
      const {shortest = null} = record;
      if (version.numbers) version.numbers.shortest = shortest;
      if (record.proven) {
        version.stopped = "";
        within(one("numbers"), "[data-number=shortest]").textContent =
          shortest?.toLocaleString("en") ?? "none";
      }
      this.studio.versionsChanged();
      await this.page.then(() => this.page.know(record));
    }
  }

  /** @param {number} run @param {Version} version */
  async #compare(run, version) {
    const {text, yardstick: before} = this.studio;
    one("changes").replaceChildren();
    if (before.text === text || !before.numbers) return;
    const body = {before: before.text, after: text, name: this.studio.name};
    const found = await ask("compare", body);
    if (run !== this.run || found.superseded || version.wrong) return;
    const unknown = `The changes are unknown: ${found.error}. Pin a more similar version (⚖).`;
    const words = found.error ? [unknown] : found.words;
    one("changes").replaceChildren(...words.map(line => made("li", {}, line)));
  }

  // Request the purpose of each element if the designer wants to see it.
  async #weigh() {
    if (!one("weights-box").open || this.weighed === this.studio.text) return;
    const {text} = this.studio;
    const note = made("p", {className: "note"}, "solving it without each element …");
    one("weights").replaceChildren(note);
    const found = await ask("weigh", {text, name: this.studio.name});
    if (text !== this.studio.text || found.superseded) return;
    this.weighed = text;
    if (found.error) { one("weights").replaceChildren(made("p", {}, found.error)); return; }
    const list = made("ul", {}, ...found.lines.map(line => made("li", {}, line)));
    one("weights").replaceChildren(
      ...(found.picture ? [drawn(found.picture)] : []),
      made("details", {}, made("summary", {}, "In words"), list));
  }

  // Show the reason why the game belongs to another version; "" if it does not.
  /** @param {string} why */
  #markOld(why) {
    this.outdated = Boolean(why);
    one("old").hidden = !why;
    if (!why) return;
    one("old").textContent = this.page.graph ? `${why} ${this.#shown()}` : why;
    if (!this.page.graph) one("status").textContent = "There is nothing to play yet.";
  }

  // Return a sentence about the level on the board, which is not the current version.
  #shown() {
    const versions = [...this.studio.history.byId.values()];
    const isVersion = versions.some(({text}) => text === this.shownText);
    return isVersion ? "This is the last solved version." : "The board shows the level before it.";
  }
}

// Return the state of a search in words.
/** @param {SearchRecord} record */
function progressOf({error, bounds, shortest}) {
  if (error || bounds) return error ?? bounds ?? "";
  return shortest === null ? "no solution exists" : "no shorter solution exists";
}
