// Levels from outside the folder: files that are opened or dropped, and text that is pasted. The
// server reads them, as the command line does. A text with several levels lets the user choose one.

import {closeDialog, openDialog} from "./dialogs.js";
import {made, one, within} from "./dom.js";
import {ask} from "./requests.js";
import {thumbnail} from "./thumbnail.js";
import {count} from "./plurals.js";

const MIB = 2 ** 20;

// Maximum size of a file in bytes. A shared page is larger, but only its head is sent.
const MAX_BYTES = MIB, MAX_PAGE_BYTES = 64 * MIB;

// Maximum number of boards that are drawn by one request.
const MAX_DRAWN = 20;

const PASTED = "<pasted text>";

/**
 * A text from elsewhere, or from a file of the folder, and one of its levels.
 * @typedef {{name: string, text: string, family: string, folder?: boolean}} Source
 * @typedef {{source: Source, number: number | null, title: string, text?: string}} Entry
 * @typedef {{source: Source, answer: AnswerTo<"read">}} Read
 */

export class Outside {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Source[]} */
    this.sources = [];      // the texts that the dialog is about
    /** @type {Entry[]} */
    this.entries = [];      // the levels to choose from
    /** @type {Set<HTMLElement>} */
    this.wanted = new Set();  // items of the list whose pictures are wanted
    /** @type {Source | null} */
    this.unread = null;     // the text whose family the user must name
    this.turn = {};         // changes with each set of texts
    this.later = 0;         // the timer of the next request for pictures
    const options = {root: one("outside-levels")};
    this.watcher = new IntersectionObserver(seen => this.#visible(seen), options);
    const file = one("outside-file"), family = one("outside-family");
    one("open-other").addEventListener("click", () => this.#show());
    file.addEventListener("change", () => this.#files([...file.files ?? []]));
    one("outside-open").addEventListener("click", () => this.#typed());
    family.addEventListener("change", () => this.#named(family.value));
    document.addEventListener("paste", event => this.#pasted(event));
    document.addEventListener("dragover", event => this.#dragged(event));
    for (const name of ["dragleave", "drop"])
      document.addEventListener(name, () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", event => this.#dropped(event));
  }

  // Show the levels of a file of the folder, to choose one.
  /** @param {string} name */
  async choose(name) {
    const found = await ask("contents", {name});
    if (found.error) { this.studio.complain(found); return; }
    this.#begin([]);
    const source = {name, text: found.text ?? "", family: "", folder: true};
    const levels = found.levels ?? [{number: null, title: name}];
    this.#offer(levels.map(level => ({source, ...level})));
    openDialog("outside");
  }

  // ------------------------------------------------------------------------------------ sources

  #show() {
    this.#begin([]);
    openDialog("outside");
  }

  // Forget the levels of an earlier text.
  /** @param {Source[]} sources */
  #begin(sources) {
    this.sources = sources;
    this.watcher.disconnect();
    one("outside-trouble").textContent = "";
    one("outside-families").hidden = one("outside-found").hidden = true;
    one("outside-levels").replaceChildren();
    if (!sources.length) one("outside-file").value = one("outside-text").value = "";
  }

  #typed() {
    const text = one("outside-text").value;
    if (text.trim()) this.#consider([{name: PASTED, text, family: ""}]);
    else this.#trouble(["Choose a file, or paste the text of a level first."]);
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const {clipboardData: data} = event;
    if (!data || fieldAt(event, "input, textarea, select") || isAsking()) return;
    const text = data.getData("text/plain"), files = [...data.files];
    if (!files.length && !text.trim()) return;
    event.preventDefault();
    if (files.length) this.#files(files); else this.#consider([{name: PASTED, text, family: ""}]);
  }

  /** @param {DragEvent} event */
  #dragged(event) {
    const {dataTransfer: data} = event;
    if (!data || fieldAt(event, "input, textarea")) return;
    if (!data.types.includes("Files") && !data.types.includes("text/plain")) return;
    event.preventDefault();
    data.dropEffect = isAsking() ? "none" : "copy";
    document.body.classList.toggle("dropping", !isAsking());
  }

  /** @param {DragEvent} event */
  #dropped(event) {
    const {dataTransfer: data} = event;
    if (!data || fieldAt(event, "input, textarea")) return;
    event.preventDefault();
    if (isAsking()) return;
    const files = [...data.files], text = data.getData("text/plain");
    if (files.length) this.#files(files);
    else if (text.trim()) this.#consider([{name: PASTED, text, family: ""}]);
  }

  /** @param {File[]} files */
  async #files(files) {
    const /** @type {Source[]} */ sources = [], /** @type {string[]} */ errors = [];
    for (const file of files) {
      try {
        sources.push({name: file.name, text: await textOf(file), family: ""});
      } catch (error) {
        errors.push(error instanceof Error ? error.message : String(error));
      }
    }
    if (files.length) await this.#consider(sources, errors);
  }

  // Read the levels of some texts. Open the level if there is only one, or else let the user
  // choose.
  /** @param {Source[]} sources @param {string[]} errors */
  #consider(sources, errors = []) {
    return this.studio.pending(async () => {
      this.#begin(sources);
      const turn = this.turn = {}, found = await readAll(sources);
      if (turn !== this.turn) return;
      const troubles = [...errors, ...found.flatMap(({answer: {error}}) => error ?? [])];
      const entries = found.flatMap(entriesOf), [only] = entries;
      if (entries.length === 1 && only.text && !troubles.length) { this.#open(only); return; }
      if (sources.length === 1 && sources[0].name === PASTED)
        one("outside-text").value = sources[0].text;
      this.#trouble(troubles);
      this.#askFamily(found.find(({answer}) => answer.families));
      this.#offer(entries);
      openDialog("outside");
    });
  }

  /** @param {string[]} lines */
  #trouble(lines) { one("outside-trouble").textContent = lines.join("\n"); }

  // Let the user name the family of a text that several families, or none, can read.
  /** @param {Read | undefined} unread */
  #askFamily(unread) {
    this.unread = unread?.source ?? null;
    one("outside-families").hidden = !unread;
    const names = unread?.answer.families ?? [];
    one("outside-family").replaceChildren(made("option", {value: ""}, "choose …"),
      ...names.map(name => made("option", {value: name}, name)));
  }

  /** @param {string} family */
  #named(family) {
    if (!family || !this.unread) return;
    const {unread} = this;
    this.#consider(this.sources.map(each => each === unread ? {...each, family} : each));
  }

  // ------------------------------------------------------------------------------------- choice

  // List levels with small pictures of their boards.
  /** @param {Entry[]} entries */
  #offer(entries) {
    this.entries = entries;
    this.wanted = new Set();
    one("outside-found").hidden = !entries.length;
    one("outside-levels-heading").textContent = `${count(entries.length, "level")} to choose from`;
    one("outside-levels").replaceChildren(...entries.map((entry, k) => {
      const {number, title} = entry, numbered = `${number}: ${title || "no title"}`;
      const name = number === null ? title : numbered;
      const frame = made("span", {className: "frame"}), words = made("span", {}, name);
      const button = made("button", {type: "button", className: "picked"}, frame, words);
      button.addEventListener("click", () => this.#open(entry));
      const item = made("li", {}, button);
      item.dataset.entry = String(k);
      this.watcher.observe(item);
      return item;
    }));
    one("outside-levels").scrollTop = 0;
  }

  // Request the pictures of the levels that the user sees.
  /** @param {IntersectionObserverEntry[]} seen */
  #visible(seen) {
    for (const {target, isIntersecting} of seen) {
      if (!isIntersecting) continue;
      this.watcher.unobserve(target);
      this.wanted.add(/** @type {HTMLElement} */ (target));
    }
    clearTimeout(this.later);
    if (!this.wanted.size) return;
    this.later = window.setTimeout(() => this.studio.pending(() => this.#draw()), 30);
  }

  async #draw() {
    const {entries} = this;
    /** @param {HTMLElement} item */
    const entryOf = item => entries[Number(item.dataset.entry)];
    while (this.wanted.size && entries === this.entries) {
      const items = [...this.wanted], first = entryOf(items[0]);
      const batch = items.filter(item => entryOf(item).source === first.source);
      batch.splice(MAX_DRAWN);
      batch.forEach(item => this.wanted.delete(item));
      const {name, text, family} = first.source;
      const numbers = batch.map(item => entryOf(item).number);
      const {pictures} = await ask("pictures", {name, text, family, numbers});
      for (const [k, {picture, error}] of (pictures ?? []).entries()) {
        const image = picture && await thumbnail(picture);
        if (image) within(batch[k], ".frame").append(made("img", {src: image, alt: ""}));
        else within(batch[k], ".picked").append(made("small", {className: "wrong"}, error ?? ""));
      }
    }
  }

  /** @param {Entry} entry */
  async #open({source, number, text}) {
    const {studio, studio: {levels}} = this;
    if (!await levels.mayLeave()) return;
    if (source.folder) {
      closeDialog("outside");
      studio.open(number === null ? source.name : `${source.name}#${number}`);
      return;
    }
    await studio.pending(async () => {
      const found = text ? {text, error: ""} : await ask("read", {...source, number});
      if (found.error) { this.#trouble([found.error]); return; }
      closeDialog("outside");
      await levels.bring(found.text ?? "", nameFor(source, number), source.name === PASTED);
    });
  }
}

// Return the field at which an event happened, if any.
/** @param {Event} event @param {string} fields */
const fieldAt = ({target}, fields) => target instanceof Element ? target.closest(fields) : null;

// Return true while a dialog asks about the level that is open.
const isAsking = () => document.querySelector("dialog[open]:not(#outside)") !== null;

/** @param {Source[]} sources */
async function readAll(sources) {
  /** @type {Read[]} */
  const found = [];
  for (const source of sources) found.push({source, answer: await ask("read", source)});
  return found;
}

// Return the levels of a text.
/** @param {Read} read @returns {Entry[]} */
function entriesOf({source, answer: {text, levels = []}}) {
  const whole = text ? [{source, number: null, title: source.name, text}] : [];
  return [...whole, ...levels.map(level => ({source, ...level}))];
}

// Return the text of a file; of a shared page, its head, which holds the level.
/** @param {File} file */
async function textOf(file) {
  const isPage = /\.html?$/i.test(file.name), most = isPage ? MAX_PAGE_BYTES : MAX_BYTES;
  if (file.size > most)
    throw new Error(`${file.name}: more than ${most / MIB} MiB; choose a smaller file`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", {fatal: true}).decode(bytes);
    return isPage ? text.slice(0, text.search(/<\/head>|$/i)) : text;
  } catch {
    throw new Error(`${file.name}: is not UTF-8 text; save it as UTF-8`);
  }
}

// Return the name of a new file for a level; empty for a pasted one.
/** @param {Source} source @param {number | null} number */
function nameFor({name}, number) {
  if (name === PASTED) return "";
  const stem = name.replace(/\.[^.]*$/, "");
  return `${number === null ? stem : `${stem}-${number}`}.yaml`;
}
