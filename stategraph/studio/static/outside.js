// Levels from outside the folder: files that are opened or dropped, and text that is pasted. The
// server reads them, as the command line does. A text with several levels lets the user choose one.

import {closeDialog, openDialog} from "./dialogs.js";
import {made, one} from "./dom.js";
import {ask} from "./requests.js";
import {thumbnail} from "./thumbnail.js";
import {count} from "./words.js";

const MIB = 2 ** 20;

// Maximum size of a file in bytes. A shared page is larger, but only its head is sent.
const MAX_BYTES = MIB, MAX_PAGE_BYTES = 64 * MIB;

// Maximum number of boards that are drawn by one request.
const MAX_DRAWN = 20;

const PASTED = "<pasted text>";

export class Outside {
  /** @param {any} studio */
  constructor(studio) {
    this.studio = studio;
    this.sources = [];
    this.watcher = new IntersectionObserver(seen => this.#visible(seen), {root: one("outside-levels")});
    one("open-other").addEventListener("click", () => this.#show());
    one("outside-file").addEventListener("change", event => this.#files([...event.target.files]));
    one("outside-open").addEventListener("click", () => this.#typed());
    one("outside-family").addEventListener("change", event => this.#named(event.target.value));
    document.addEventListener("paste", event => this.#pasted(event));
    document.addEventListener("dragover", event => this.#dragged(event));
    for (const name of ["dragleave", "drop"])
      document.addEventListener(name, () => document.body.classList.remove("dropping"));
    document.addEventListener("drop", event => this.#dropped(event));
  }

  // Show the levels of a file of the folder, to choose one.
  async choose(name) {
    const found = await ask("contents", {name});
    if (found.error) { this.studio.complain(found); return; }
    this.#begin([]);
    const source = {name, text: found.text, family: "", folder: true};
    this.#offer((found.levels ?? [{number: null, title: name}]).map(level => ({source, ...level})));
    openDialog("outside");
  }

  // ------------------------------------------------------------------------------------ sources

  #show() {
    this.#begin([]);
    openDialog("outside");
  }

  // Forget what an earlier text held.
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

  #pasted(event) {
    const {target, clipboardData: data} = event;
    if (target.closest?.("input, textarea, select")) return;
    const text = data.getData("text/plain"), files = [...data.files];
    if (!files.length && !text.trim()) return;
    event.preventDefault();
    if (files.length) this.#files(files); else this.#consider([{name: PASTED, text, family: ""}]);
  }

  #dragged(event) {
    const {types} = event.dataTransfer, inField = event.target.closest?.("input, textarea");
    if (inField || !(types.includes("Files") || types.includes("text/plain"))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    document.body.classList.add("dropping");
  }

  #dropped(event) {
    if (event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files], text = event.dataTransfer.getData("text/plain");
    if (files.length) this.#files(files);
    else if (text.trim()) this.#consider([{name: PASTED, text, family: ""}]);
  }

  async #files(files) {
    const sources = [], errors = [];
    for (const file of files) {
      try {
        sources.push({name: file.name, text: await textOf(file), family: ""});
      } catch (error) {
        errors.push(error.message);
      }
    }
    if (files.length) await this.#consider(sources, errors);
  }

  // Read the levels of some texts. Open the level if there is only one, or else let the user choose.
  #consider(sources, errors = []) {
    return this.studio.pending(async () => {
      this.#begin(sources);
      const turn = this.turn = {}, entries = [], troubles = [...errors];
      let unread = null;
      for (const source of sources) {
        const found = await ask("read", source);
        if (turn !== this.turn) return;
        if (found.error) troubles.push(found.error);
        if (found.families) unread ??= {source, families: found.families};
        if (found.text) entries.push({source, number: null, title: source.name, text: found.text});
        entries.push(...(found.levels ?? []).map(level => ({source, ...level})));
      }
      if (entries.length === 1 && entries[0].text && !troubles.length) { this.#open(entries[0]); return; }
      if (sources.length === 1 && sources[0].name === PASTED) one("outside-text").value = sources[0].text;
      this.#trouble(troubles);
      this.#askFamily(unread);
      this.#offer(entries);
      openDialog("outside");
    });
  }

  #trouble(lines) { one("outside-trouble").textContent = lines.join("\n"); }

  // Let the user name the family of a text that several families, or none, can read.
  #askFamily(unread) {
    this.unread = unread?.source ?? null;
    one("outside-families").hidden = !unread;
    const names = unread?.families ?? [];
    one("outside-family").replaceChildren(made("option", {value: ""}, "choose …"),
      ...names.map(name => made("option", {value: name}, name)));
  }

  #named(family) {
    if (!family || !this.unread) return;
    const {unread} = this;
    this.#consider(this.sources.map(each => each === unread ? {...each, family} : each));
  }

  // ------------------------------------------------------------------------------------- choice

  // List levels with small pictures of their boards.
  #offer(entries) {
    this.entries = entries;
    this.wanted = new Set();
    one("outside-found").hidden = !entries.length;
    one("outside-levels-heading").textContent = `${count(entries.length, "level")} to choose from`;
    one("outside-levels").replaceChildren(...entries.map((entry, k) => {
      const title = entry.number === null ? entry.title : `${entry.number}: ${entry.title || "no title"}`;
      const frame = made("span", {className: "frame"}), words = made("span", {}, title);
      const button = made("button", {type: "button", className: "picked"}, frame, words);
      button.addEventListener("click", () => this.#open(entry));
      const item = made("li", {}, button);
      item.dataset.entry = k;
      this.watcher.observe(item);
      return item;
    }));
    one("outside-levels").scrollTop = 0;
  }

  // Request the pictures of the levels that the user sees.
  #visible(seen) {
    for (const {target, isIntersecting} of seen) {
      if (!isIntersecting) continue;
      this.watcher.unobserve(target);
      this.wanted.add(target);
    }
    clearTimeout(this.later);
    if (this.wanted.size) this.later = setTimeout(() => this.studio.pending(() => this.#draw()), 30);
  }

  async #draw() {
    const {entries} = this;
    while (this.wanted.size && entries === this.entries) {
      const items = [...this.wanted], first = entries[items[0].dataset.entry];
      const batch = items.filter(item => entries[item.dataset.entry].source === first.source);
      batch.splice(MAX_DRAWN);
      batch.forEach(item => this.wanted.delete(item));
      const {name, text, family} = first.source;
      const numbers = batch.map(item => entries[item.dataset.entry].number);
      const {pictures} = await ask("pictures", {name, text, family, numbers});
      for (const [k, {picture, error}] of (pictures ?? []).entries()) {
        const image = picture && await thumbnail(picture);
        if (image) batch[k].querySelector(".frame").append(made("img", {src: image, alt: ""}));
        else batch[k].querySelector(".picked").append(made("small", {className: "wrong"}, error ?? ""));
      }
    }
  }

  async #open({source, number, text}) {
    const {studio, studio: {levels}} = this;
    if (!await levels.mayLeave()) return;
    if (source.folder) {
      closeDialog("outside");
      studio.open(number === null ? source.name : `${source.name}#${number}`);
      return;
    }
    await studio.pending(async () => {
      const found = text ? {text} : await ask("read", {...source, number});
      if (found.error) { this.#trouble([found.error]); return; }
      closeDialog("outside");
      await levels.bring(found.text, nameFor(source, number), source.name === PASTED);
    });
  }
}

// Return the text of a file; of a shared page, its head, which holds the level.
async function textOf(file) {
  const isPage = /\.html?$/i.test(file.name), most = isPage ? MAX_PAGE_BYTES : MAX_BYTES;
  if (file.size > most) throw new Error(`${file.name}: more than ${most / MIB} MiB; choose a smaller file`);
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", {fatal: true}).decode(bytes);
    return isPage ? text.slice(0, text.search(/<\/head>|$/i)) : text;
  } catch {
    throw new Error(`${file.name}: is not UTF-8 text; save it as UTF-8`);
  }
}

// Return the name of a new file for a level; empty for a pasted one.
function nameFor({name}, number) {
  if (name === PASTED) return "";
  const stem = name.replace(/\.[^.]*$/, "");
  return `${number === null ? stem : `${stem}-${number}`}.yaml`;
}
