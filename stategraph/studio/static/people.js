// Plays that players handed back: losses by reason, visits on board and graph, and an explorer that
// lists the moves of players in the current state.

import {drawn, made, one} from "./dom.js";
import {unpackedText} from "./packed.js";
import {ask} from "./requests.js";
import {count} from "./words.js";

// Maximum total length of the texts of versions that are sent.
const MAX_LENGTH = 500_000;

export class People {
  // `pending` does some work that the page waits for; `level` returns the text and the file name of
  // the level on the board. `history` returns the versions of the level, and `visit` goes to one.
  constructor(page, {pending, level, history, visit}) {
    Object.assign(this, {page, pending, level, history, visit, found: null});
    one("people").addEventListener("toggle", () => this.show());
    one("plays-file").addEventListener("change", event => pending(() => this.#files([...event.target.files])));
    one("bring-link").addEventListener("click", () => pending(() => this.#link(one("plays-address").value)));
  }

  // Show the moves of players in the current state. The plays are requested for each level anew.
  show() {
    const {text} = this.level();
    if (one("people").open && text !== this.text) this.pending(() => this.#request());
    this.#explore();
  }

  async #files(files) {
    let brought = 0;
    for (const file of files) brought += await this.#bring(file.name, await file.text()) ?? NaN;
    if (!Number.isNaN(brought)) await this.#done(brought);
  }

  async #link(address) {
    const text = await unpackedText(address.split("#plays=")[1]?.trim() ?? "");
    if (!text) { one("brought").textContent = "This is not a link with plays."; return; }
    const brought = await this.#bring("plays.jsonl", text);
    if (brought !== null) await this.#done(brought);
  }

  // Add plays to those of the folder; return their number, or null after an error.
  async #bring(name, plays) {
    const found = await ask("bring", {name, plays});
    if (found.error) one("brought").textContent = found.error;
    return found.error ? null : found.new;
  }

  async #done(brought) {
    one("brought").textContent = `${count(brought, "new play")} brought back, in plays.jsonl.`;
    await this.#request();
  }

  async #request() {
    const level = this.level();
    this.text = level.text;
    this.found = null;
    one("people-told").replaceChildren(made("p", {className: "note"}, "replaying the plays …"));
    const found = await ask("people", {...level, versions: this.#others(level.text)});
    if (level.text !== this.text || found.superseded) return;
    this.found = found.error ? null : found;
    one("people-heat").replaceChildren(...(found.heat ? [made("h3", {}, "Visits of each cell"), drawn(found.heat)] : []));
    const none = found.earlier?.length ? "There are no plays of this version yet." : "There are no plays yet.";
    const words = found.error ? [found.error] : [...found.words, ...(found.plays || found.words.length ? [] : [none])];
    const lines = words.filter(Boolean).map(line => made("li", {}, line));
    const details = this.found?.plays ? this.#details(found) : [];
    one("people-told").replaceChildren(made("ul", {}, ...lines), ...details, ...this.#earlier(this.found?.earlier ?? []));
    this.#explore();
  }

  #details({losses, visited}) {
    const mark = made("button", {type: "button", id: "mark-visited"}, `Mark their ${count(visited.length, "state")} in the graph`);
    mark.addEventListener("click", () => this.page.hold(visited));
    const rows = losses.map(({count: lost, text, node, label}) => {
      const go = made("button", {type: "button", ariaLabel: `go to where ${label} loses: ${text}`}, "Go there");
      go.addEventListener("click", () => this.page.then(() => this.page.visit(node)));
      return made("li", {}, `${count(lost, "play")}: ${text}, most often by ${label} `, go);
    });
    return [...(rows.length ? [made("h3", {}, "Lost by"), made("ul", {id: "lost-by"}, ...rows)] : []), mark];
  }

  // Return the other versions of the level, the newest first, up to a total length.
  #others(text) {
    const others = [];
    let room = MAX_LENGTH;
    for (const version of this.history().ordered.toReversed()) {
      room -= version.text.length;
      if (room < 0) break;
      if (version.text !== text) others.push({id: version.id, text: version.text});
    }
    return others;
  }

  // Return the plays of earlier versions, which can be tried again in this version.
  #earlier(earlier) {
    if (!earlier.length) return [];
    const entries = earlier.map(({version, plays, won, play_on: on, win_here: wins, ghosts}) => {
      const known = this.history().byId.get(version), name = this.#nameOf(known);
      const open = made("button", {type: "button"}, `Go to ${name}`);
      open.addEventListener("click", () => this.visit(known));
      const verb = wins === 1 ? "wins" : "win";
      const here = `In this version, ${on} can be played to the end, and ${wins || "none"} ${wins ? verb : "wins"}.`;
      const words = `${name[0].toUpperCase()}${name.slice(1)}: ${count(plays, "play")}, ${won} won. ${here} `;
      const list = made("ol", {ariaLabel: `Plays of ${name}`}, ...ghosts.map(ghost => this.#ghost(ghost)));
      return made("li", {}, words, open, list);
    });
    return [made("h3", {}, "Plays of earlier versions"), made("ul", {id: "earlier-plays"}, ...entries)];
  }

  #nameOf(version) {
    const number = `version ${this.history().numberOf(version)}`;
    return version.title ? `${number}, ${version.title}` : number;
  }

  // Return a play of an earlier version with a button that tries its moves in this version.
  #ghost({moves, won, fails, wins_here: wins}) {
    const whole = wins ? "wins here" : "does not win here";
    const end = fails ? `move ${fails}, ${moves[fails - 1]}, cannot be played here` : whole;
    const text = `${count(moves.length, "move")}, ${won ? "won" : "not won"}; ${end} `;
    const again = made("button", {type: "button", ariaLabel: `try these moves in this version: ${moves.join(" ")}`}, "Try here");
    again.addEventListener("click", () => this.page.then(() => this.page.follow(moves)));
    return made("li", {}, text, again);
  }

  #explore() {
    const box = one("explorer"), {found, page} = this, moves = found?.moves[page.play?.here?.node];
    box.hidden = !found?.plays || this.text !== this.level().text;
    if (box.hidden) return;
    const rows = (moves ?? []).map(([label, won, lost, stopped]) => {
      const play = made("button", {type: "button", ariaLabel: `play ${label}`}, label);
      play.addEventListener("click", () => page.then(() => page.make(page.play.here.moves.find(move => move.label === label))));
      return made("tr", {}, made("td", {}, play), ...[won + lost + stopped, won, lost, stopped].map(number => made("td", {}, String(number))));
    });
    const head = made("tr", {}, ...["move", "plays", "won", "lost", "stopped"].map(text => made("th", {}, text)));
    const table = made("table", {ariaLabel: "Moves of players in this state"}, made("thead", {}, head), made("tbody", {}, ...rows));
    box.replaceChildren(made("h3", {}, "What players did here"), rows.length ? table : made("p", {className: "note"}, "No play continued from this state."));
  }
}
