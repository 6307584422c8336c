// Plays that players handed back: losses by reason, visits on board and graph, and an explorer that
// lists the moves of players in the current state.

import {drawn, made, one} from "./dom.js";
import {unpackedText} from "./address_text.js";
import {ask} from "./requests.js";
import {count} from "./plurals.js";

// Maximum total length of the texts of versions that are sent.
const MAX_LENGTH = 500_000;

/**
 * @typedef {object} Owner what the plays belong to
 * @property {(work: () => Promise<void>) => unknown} pending does work that the page waits for
 * @property {() => {text: string, name: string}} level the text and the file name of the level on
 *   the board
 * @property {() => Versions} history the versions of the level
 * @property {(version: Version) => unknown} visit goes to a version
 */

export class People {
  /** @param {Page} page @param {Owner} owner */
  constructor(page, {pending, level, history, visit}) {
    this.page = page;
    this.pending = pending;
    this.level = level;
    this.history = history;
    this.visit = visit;
    /** @type {Answers["people"] | null} */
    this.found = null;  // what is known about the plays of the level `text`
    this.text = "";
    const file = one("plays-file"), address = one("plays-address");
    one("people").addEventListener("toggle", () => this.show());
    file.addEventListener("change", () => pending(() => this.#files([...file.files ?? []])));
    one("bring-link").addEventListener("click", () => pending(() => this.#link(address.value)));
  }

  // Show the moves of players in the current state. The plays are requested for each level anew.
  show() {
    const {text} = this.level();
    if (one("people").open && text !== this.text) this.pending(() => this.#request());
    this.#explore();
  }

  /** @param {File[]} files */
  async #files(files) {
    let brought = 0;
    for (const file of files) brought += await this.#bring(file.name, await file.text()) ?? NaN;
    if (!Number.isNaN(brought)) await this.#done(brought);
  }

  /** @param {string} address */
  async #link(address) {
    const text = await unpackedText(address.split("#plays=")[1]?.trim() ?? "");
    if (!text) { one("brought").textContent = "This is not a link with plays."; return; }
    const brought = await this.#bring("plays.jsonl", text);
    if (brought !== null) await this.#done(brought);
  }

  // Add plays to those of the folder; return their number, or null after an error.
  /** @param {string} name @param {string} plays */
  async #bring(name, plays) {
    const found = await ask("bring", {name, plays});
    if (found.error) one("brought").textContent = found.error;
    return found.error ? null : found.new;
  }

  /** @param {number} brought */
  async #done(brought) {
    one("brought").textContent = `${count(brought, "new play")} brought back, in plays.jsonl.`;
    await this.#request();
  }

  async #request() {
    const level = this.level();
    this.text = level.text;
    this.found = null;
    one("people-text").replaceChildren(made("p", {className: "note"}, "replaying the plays …"));
    const body = {...level, versions: this.#others(level.text)};
    const found = await ask("people", body);
    if (level.text !== this.text || found.superseded) return;
    this.found = found.error ? null : found;
    one("people-heat").replaceChildren(
      ...(found.heat ? [made("h3", {}, "Visits of each cell"), drawn(found.heat)] : []));
    const lines = wordsOf(found).map(line => made("li", {}, line));
    const details = this.found?.plays ? this.#details(found) : [];
    one("people-text").replaceChildren(
      made("ul", {}, ...lines), ...details, ...this.#earlier(this.found?.earlier ?? []));
    this.#explore();
  }

  /** @param {Answers["people"]} found */
  #details({losses, visited}) {
    const mark = made("button", {type: "button", id: "mark-visited"},
      `Mark their ${count(visited.length, "state")} in the graph`);
    mark.addEventListener("click", () => this.page.hold(visited));
    const rows = losses.map(({count: lost, text, node, label}) => {
      const ariaLabel = `go to where ${label} loses: ${text}`;
      const go = made("button", {type: "button", ariaLabel}, "Go there");
      go.addEventListener("click", () => this.page.then(() => this.page.visit(node)));
      return made("li", {}, `${count(lost, "play")}: ${text}, most often by ${label} `, go);
    });
    if (!rows.length) return [mark];
    return [made("h3", {}, "Lost by"), made("ul", {id: "lost-by"}, ...rows), mark];
  }

  // Return the other versions of the level, the newest first, up to a total length.
  /** @param {string} text */
  #others(text) {
    const others = [];
    let room = MAX_LENGTH;
    for (const version of [...this.history().ordered].reverse()) {
      room -= version.text.length;
      if (room < 0) break;
      if (version.text !== text) others.push({id: version.id, text: version.text});
    }
    return others;
  }

  // Return the plays of earlier versions, which can be tried again in this version.
  /** @param {EarlierPlays[]} earlier */
  #earlier(earlier) {
    if (!earlier.length) return [];
    const items = earlier.flatMap(plays => this.#ofVersion(plays));
    const list = made("ul", {id: "earlier-plays"}, ...items);
    return [made("h3", {}, "Plays of earlier versions"), list];
  }

  /** @param {EarlierPlays} earlier */
  #ofVersion({version, plays, won, play_on: on, win_here: wins, ghosts}) {
    const known = this.history().byId.get(version);
    if (!known) return [];
    const name = this.#nameOf(known), open = made("button", {type: "button"}, `Go to ${name}`);
    open.addEventListener("click", () => this.visit(known));
    const winning = `${wins || "none"} ${wins > 1 ? "win" : "wins"}`;
    const here = `In this version, ${on} can be played to the end, and ${winning}.`;
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const words = `${title}: ${count(plays, "play")}, ${won} won. ${here} `;
    const items = ghosts.map(ghost => this.#ghost(ghost));
    return made("li", {}, words, open, made("ol", {ariaLabel: `Plays of ${name}`}, ...items));
  }

  /** @param {Version} version */
  #nameOf(version) {
    const number = `version ${this.history().numberOf(version)}`;
    return version.title ? `${number}, ${version.title}` : number;
  }

  // Return a play of an earlier version with a button that tries its moves in this version.
  /** @param {Ghost} ghost */
  #ghost({moves, won, fails, wins_here: wins}) {
    const whole = wins ? "wins here" : "does not win here";
    const end = fails ? `move ${fails}, ${moves[fails - 1]}, cannot be played here` : whole;
    const text = `${count(moves.length, "move")}, ${won ? "won" : "not won"}; ${end} `;
    const ariaLabel = `try these moves in this version: ${moves.join(" ")}`;
    const attempt = made("button", {type: "button", ariaLabel}, "Try here");
    attempt.addEventListener("click", () => this.page.then(() => this.page.follow(moves)));
    return made("li", {}, text, attempt);
  }

  #explore() {
    const box = one("explorer"), {found, page} = this;
    box.hidden = !found?.plays || this.text !== this.level().text;
    if (box.hidden) return;
    const moves = found?.moves[page.play?.here?.node ?? -1] ?? [];
    const rows = moves.map(([label, won, lost, stopped]) => {
      const play = made("button", {type: "button", ariaLabel: `play ${label}`}, label);
      play.addEventListener("click", () => page.then(() => page.makeLabel(label)));
      const numbers = [won + lost + stopped, won, lost, stopped].map(String);
      const cells = [play, ...numbers].map(content => made("td", {}, content));
      return made("tr", {}, ...cells);
    });
    const titles = ["move", "plays", "won", "lost", "stopped"].map(text => made("th", {}, text));
    const table = made("table", {ariaLabel: "Moves of players in this state"},
      made("thead", {}, made("tr", {}, ...titles)), made("tbody", {}, ...rows));
    const none = made("p", {className: "note"}, "No play continued from this state.");
    box.replaceChildren(made("h3", {}, "What players did here"), rows.length ? table : none);
  }
}

/** @param {AnswerTo<"people">} found */
function wordsOf({error, plays, words, earlier}) {
  if (error) return [error];
  if (plays || words.length) return words.filter(Boolean);
  return [earlier.length ? "There are no plays of this version yet." : "There are no plays yet."];
}
