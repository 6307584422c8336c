// The levels to open: files of the folder, levels kept in the browser, bundled and new levels.

import {agreed} from "./dialogs.js";
import {made, one} from "./dom.js";
import {History} from "./history.js";
import {ask} from "./requests.js";
import {count} from "./plurals.js";

// The beginning of the values under Open of a level that is kept in the browser, and of a file with
// several levels.
const KEPT = "\nkept ", CHOOSE = "\nchoose ";

// Maximum number of levels of one file that are listed under Open.
const MAX_LISTED = 100;

// The file of a new level.
const NO_FILE = {name: "", seen: "", origin: "", own: false};

export class Levels {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {string[]} */
    this.files = [];    // the levels of the folder
    /** @type {string[]} */
    this.bundled = [];
    this.turn = {};     // changes with each level that is requested
    one("pick").addEventListener("change", () => this.#picked());
    one("create").addEventListener("click", async () => {
      if (await this.mayLeave()) studio.create();
    });
  }

  // List the available levels under Open.
  /** @param {AnswerTo<"levels"> | null} known */
  async list(known = null) {
    const there = known ?? await ask("levels"), chosen = one("pick").value;
    if (there.error) return;
    const single = there.native.filter(({levels}) => !levels.length).map(({name}) => name);
    const packs = there.native.filter(({levels}) => levels.length);
    const own = [...there.files, ...single].sort();
    const numbered = packs.flatMap(({name, levels}) =>
      levels.map(({number}) => `${name}#${number}`));
    this.files = [...own, ...numbered];
    this.bundled = there.bundled;
    /** @param {string} value */
    const option = (value, text = value) => made("option", {value}, text);
    /** @param {string} label @param {HTMLElement[]} options */
    const group = (label, options) =>
      options.length ? [made("optgroup", {label}, ...options)] : [];
    const kept = (await this.studio.memory.trees()).filter(tree => tree.edited);
    one("pick").replaceChildren(option("", "a level …"),
      ...group("In this folder", own.map(name => option(name))),
      ...packs.flatMap(({name, levels}) => group(name, [
        option(`${CHOOSE}${name}`, `${name}: choose by picture …`),
        ...levels.slice(0, MAX_LISTED).map(({number, title}) =>
          option(`${name}#${number}`, `#${number} ${title}`)),
      ])),
      ...group("Kept in this browser",
        kept.map(tree => option(`${KEPT}${tree.id}`, titleOf(tree)))),
      ...group("Bundled", there.bundled.map(name => option(name))));
    one("pick").value = chosen;
  }

  // Read a level of the folder, or a bundled one.
  /** @param {string} name */
  async read(name) {
    const found = await this.#replacement("open", {name});
    if (!found) return;
    one("pick").value = found.name;
    const {name: file, text, seen} = found;
    // the third level of game.txt: game-3
    const plain = name.split("/").at(-1)?.replace(/(\.[^.#]*)?#/, "-");
    if (!this.bundled.includes(file))
      await this.start(text, {name: file, seen, origin: file, own: true});
    else await this.start(text, {name: `${plain}.yaml`, origin: name});
  }

  async create() {
    const found = await this.#replacement("new", {family: one("kind").value});
    if (!found) return;
    one("pick").value = "";
    await this.start(found.text);
  }

  // Request another level. The result is null if the request was refused, or if another request
  // followed.
  /** @param {"open" | "new"} name @param {object} body */
  async #replacement(name, body) {
    const turn = this.turn = {}, found = await ask(name, body);
    if (turn !== this.turn) return null;
    if (found.error) this.studio.complain(found);
    return found.error ? null : found;
  }

  // Begin with a text. A file of the folder (`own`) keeps its history.
  /** @param {string} text @param {Partial<typeof NO_FILE> & {kept?: string | null}} file */
  async start(text, file = {}) {
    const {name, seen, origin, kept = text, own} = {...NO_FILE, ...file};
    const {studio, studio: {memory}, turn} = this;
    const history = own ? await memory.historyOf(name) : null;
    if (turn !== this.turn) return;
    const parts = {name, seen, origin, kept, given: /** @type {[]} */ ([])};
    studio.begins(history ?? new History(crypto.randomUUID()), parts);
    const known = history?.find(text), shown = known ? studio.visit(known) : studio.change(text);
    const {current} = studio.history;
    if (own && current) memory.saved(current, name);
    await Promise.all([shown, this.list()]);
  }

  // Begin with a text from elsewhere; a text without a file counts as unsaved.
  /** @param {string} text @param {string} name @param {boolean} unsaved */
  bring(text, name, unsaved) {
    this.turn = {};
    one("pick").value = "";
    return this.start(text, {name, kept: unsaved ? null : text});
  }

  // Go back to a place that was kept; return false if its versions are gone.
  /** @param {Place} place */
  async resume(place) {
    const {studio} = this, {name, seen, origin, kept, labels, made: moves, editing} = place;
    const turn = this.turn = {};
    const history = await studio.memory.history(place.tree, place);
    if (!history || turn !== this.turn) return false;
    studio.begins(history, {name, seen, origin, kept, editing, given: [labels, moves]});
    one("pick").value = this.files.includes(name) ? name : "";
    const file = !studio.unsaved && this.files.includes(name) ? await ask("open", {name}) : null;
    if (file && !file.error && file.seen !== seen && file.text !== studio.text) {
      const parts = {name, seen: file.seen, origin, own: true};
      studio.pending(() => this.start(file.text, parts));
    } else {
      studio.show();
    }
    return true;
  }

  // Return true if another level may replace this one; unsaved work needs a confirmation.
  async mayLeave() {
    const {unsaved, memory} = this.studio;
    if (!unsaved) return true;
    const words = memory.store
      ? "This level is not saved in a file. Its versions stay in this browser."
      : "This level is not saved. It would be lost.";
    return agreed(`${words} Open another one?`, "Open another");
  }

  async #picked() {
    const pick = one("pick"), {value} = pick, {studio} = this;
    if (value.startsWith(CHOOSE)) {
      pick.value = "";
      studio.pending(() => studio.outside.choose(value.slice(CHOOSE.length)));
    } else if (!value || !await this.mayLeave()) pick.value = "";
    else if (value.startsWith(KEPT)) studio.pending(() => this.reopen(value.slice(KEPT.length)));
    else studio.open(value);
  }

  // Open a level that is kept in the browser.
  /** @param {string} id */
  async reopen(id) {
    const tree = await this.studio.memory.store?.tree(id);
    if (tree) await this.resume(tree.place);
  }
}

// Return the words for a level that is kept in the browser.
/** @param {Tree} tree */
function titleOf({title, versions, touched}) {
  const time = new Date(touched).toLocaleString("en", {dateStyle: "medium", timeStyle: "short"});
  return `${title}: ${count(versions, "version")}, ${time}`;
}
