// The plays of a shared level in the browser's memory, and their return to the designer as a file
// or as a link.

import {made, one} from "./dom.js";
import {packedText, unpackedText} from "./address_text.js";
import {count} from "./plurals.js";

// Maximum number of plays; the oldest are forgotten first. Maximum length of a link, since some
// programs cut longer addresses.
const MAX_PLAYS = 500, MAX_LINK = 16_000;

// The beginning of the part of an address that holds plays.
const MARK = "#plays=";

export class StoredPlays {
  // `level` is the hash of the level.
  /** @param {string} level */
  constructor(level) {
    this.level = level;
    this.name = `stategraph plays ${level}`;
    this.underWay = `stategraph play ${level}`;
    this.plays = [this.name, this.underWay].flatMap(name => parsedLines(remembered(name)));
    this.#store();
    one("plays-link").addEventListener("click", () => this.#toLink());
    one("forget").addEventListener("click", () => this.#forget());
    this.#show();
  }

  /** @param {PlayRecord} play */
  add(play) {
    this.plays = [...this.plays, play].slice(-MAX_PLAYS);
    this.#store();
    this.#show();
  }

  /** @param {PlayRecord | null} play */
  draft(play) { remember(this.underWay, play ? JSON.stringify(play) : ""); }

  // Return the labels of the last play of this level in the page's address, and show all its plays.
  async received() {
    if (!location.hash.startsWith(MARK)) return null;
    const plays = parsedLines(await unpackedText(location.hash.slice(MARK.length)));
    const ours = plays.filter(play => play.level === this.level);
    this.#offer(plays);
    const last = ours.length ? " The last one is under “Your moves”." : "";
    one("plays-note").textContent =
      `This link brings ${count(plays.length, "play")}, ${ours.length} of this level.${last}`;
    return ours.at(-1)?.moves ?? null;
  }

  #store() {
    this.draft(null);
    remember(this.name, linesOf(this.plays));
  }

  #show() {
    for (const name of ["plays-link", "forget"]) one(name).hidden = !this.plays.length;
    this.#offer(this.plays);
    const kept = this.plays.length;
    one("plays-note").textContent = kept ? `${count(kept, "play")} kept.` : "";
  }

  // Offer plays as a file.
  /** @param {PlayRecord[]} plays */
  #offer(plays) {
    const link = one("plays");
    URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([linesOf(plays)], {type: "application/jsonl"}));
    link.download = "plays.jsonl";
    link.hidden = !plays.length;
  }

  async #toLink() {
    const text = location.href.split("#")[0] + MARK + await packedText(linesOf(this.plays));
    const note = one("plays-note");
    if (text.length > MAX_LINK) {
      note.textContent = "There are too many plays for a link. Hand back the file.";
      return;
    }
    try {
      await navigator.clipboard.writeText(text);
      note.textContent = "The link is copied. Send it to the designer.";
    } catch {
      const ariaLabel = "The link with your plays";
      const field = made("input", {type: "text", readOnly: true, value: text, ariaLabel});
      note.replaceChildren("Copy this link: ", field);
      field.select();
    }
  }

  #forget() {
    if (!confirm(`Delete ${count(this.plays.length, "play")} from this browser?`)) return;
    this.plays = [];
    this.#store();
    this.#show();
    one("keep").focus();
  }
}

/** @param {PlayRecord[]} plays */
const linesOf = plays => plays.map(play => `${JSON.stringify(play)}\n`).join("");

// Return the plays in a text, one a line; other lines are left out.
/** @param {string} text @returns {PlayRecord[]} */
function parsedLines(text) {
  return text.split("\n").flatMap(line => {
    try {
      const play = JSON.parse(line);
      return Array.isArray(play?.moves) ? [play] : [];
    } catch {
      return [];
    }
  });
}

// The browser may refuse to remember anything, as in a sandboxed frame. Then plays last as long as
// the page.
/** @param {string} name */
function remembered(name) {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
}

/** @param {string} name @param {string} text */
function remember(name, text) {
  try {
    if (text) localStorage.setItem(name, text);
    else localStorage.removeItem(name);
  } catch { /* see above */ }
}
