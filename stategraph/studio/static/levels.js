// The levels to open: files of the folder, levels kept in the browser, bundled and new levels.

import {agreed} from "./dialogs.js";
import {made, one} from "./dom.js";
import {History} from "./history.js";
import {ask} from "./requests.js";
import {count} from "./words.js";

// The beginning of the values under Open of a level that is kept in the browser, and of a file with
// several levels.
const KEPT = "\nkept ", CHOOSE = "\nchoose ";

// Maximum number of levels of one file that are listed under Open.
const MAX_LISTED = 100;

export class Levels {
  constructor(studio) {
    this.studio = studio;
    this.files = this.bundled = [];
    one("pick").addEventListener("change", event => this.#picked(event.target));
    one("create").addEventListener("click", async () => { if (await this.mayLeave()) studio.create(); });
  }

  // List the available levels under Open.
  async list(known = null) {
    const there = known ?? await ask("levels"), chosen = one("pick").value;
    if (there.error) return;
    const single = there.native.filter(({levels}) => !levels.length).map(({name}) => name);
    const packs = there.native.filter(({levels}) => levels.length);
    const own = [...there.files, ...single].sort();
    const numbered = packs.flatMap(({name, levels}) => levels.map(({number}) => `${name}#${number}`));
    this.files = [...own, ...numbered];
    this.bundled = there.bundled;
    const option = (value, text = value) => made("option", {value}, text);
    const group = (label, options) => options.length ? [made("optgroup", {label}, ...options)] : [];
    const kept = (await this.studio.keeping.trees()).filter(tree => tree.edited);
    one("pick").replaceChildren(option("", "a level …"),
      ...group("In this folder", own.map(name => option(name))),
      ...packs.flatMap(({name, levels}) => group(name, [
        option(`${CHOOSE}${name}`, `${name}: choose by picture …`),
        ...levels.slice(0, MAX_LISTED).map(({number, title}) => option(`${name}#${number}`, `#${number} ${title}`)),
      ])),
      ...group("Kept in this browser", kept.map(tree => option(`${KEPT}${tree.id}`, titleOf(tree)))),
      ...group("Bundled", there.bundled.map(name => option(name))));
    one("pick").value = chosen;
  }

  // Read a level of the folder, or a bundled one.
  async read(name) {
    const found = await this.#replacement("open", {name});
    if (!found) return;
    one("pick").value = found.name;
    const plain = name.split("/").at(-1).replace(/(\.[^.#]*)?#/, "-");  // the third level of game.txt: game-3
    if (!this.bundled.includes(found.name)) await this.start(found.text, {name: found.name, seen: found.seen, origin: found.name, own: true});
    else await this.start(found.text, {name: `${plain}.yaml`, origin: name});
  }

  async create() {
    const found = await this.#replacement("new", {family: one("kind").value});
    if (found) await this.start(found.text);
  }

  // Request another level. The result is null if the request was refused, or if another request
  // followed.
  async #replacement(name, body) {
    const turn = this.turn = {}, found = await ask(name, body);
    if (turn !== this.turn) return null;
    if (found.error) this.studio.complain(found);
    return found.error ? null : found;
  }

  // Begin with a text. The history of a file of the folder, which is the designer's `own`, goes on.
  async start(text, {name = "", seen = "", origin = "", kept = text, own = false} = {}) {
    const {studio, studio: {keeping}, turn} = this, history = own ? await keeping.historyOf(name) : null;
    if (turn !== this.turn) return;
    studio.begins(history ?? new History(crypto.randomUUID()), {name, seen, origin, kept, given: []});
    const known = history?.find(text), shown = known ? studio.visit(known) : studio.change(text);
    if (own) keeping.saved(studio.history.current, name);
    await Promise.all([shown, this.list()]);
  }

  // Begin with a text from elsewhere; a text without a file counts as unsaved.
  bring(text, name, unsaved) {
    this.turn = {};
    one("pick").value = "";
    return this.start(text, {name, kept: unsaved ? null : text});
  }

  // Go back to a place that was kept; return false if its versions are gone.
  async resume(place) {
    const {studio} = this, {name, seen, origin, kept, labels, made: moves, editing} = place, turn = this.turn = {};
    const history = await studio.keeping.history(place.tree, place);
    if (!history || turn !== this.turn) return false;
    studio.begins(history, {name, seen, origin, kept, editing, given: [labels, moves]});
    one("pick").value = this.files.includes(name) ? name : "";
    const file = !studio.unsaved && this.files.includes(name) ? await ask("open", {name}) : null;
    if (file && !file.error && file.text !== studio.text) studio.pending(() => this.start(file.text, {name, seen: file.seen, origin, own: true}));
    else studio.show();
    return true;
  }

  // Return true if another level may replace this one; unsaved work needs a confirmation.
  async mayLeave() {
    const {unsaved, keeping} = this.studio;
    if (!unsaved) return true;
    const words = keeping.store ? "This level is not saved in a file. Its versions stay in this browser." : "This level is not saved. It would be lost.";
    return agreed(`${words} Open another one?`, "Open another");
  }

  async #picked(pick) {
    const {value} = pick, {studio} = this;
    if (value.startsWith(CHOOSE)) {
      pick.value = "";
      studio.pending(() => studio.outside.choose(value.slice(CHOOSE.length)));
    } else if (!value || !await this.mayLeave()) pick.value = "";
    else if (value.startsWith(KEPT)) studio.pending(() => this.reopen(value.slice(KEPT.length)));
    else studio.open(value);
  }

  // Open a level that is kept in the browser.
  async reopen(id) {
    const tree = await this.studio.keeping.store.tree(id);
    if (tree) await this.resume(tree.place);
  }
}

// Return the words for a level that is kept in the browser.
function titleOf({title, versions, touched}) {
  return `${title}: ${count(versions, "version")}, ${new Date(touched).toLocaleString("en", {dateStyle: "medium", timeStyle: "short"})}`;
}
