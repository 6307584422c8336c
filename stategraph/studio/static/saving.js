// Saving of a level: as a file of the folder, as a download, or in the address of the page. Files
// of the folder are also renamed and deleted here.

import {agreed, closeDialog, openDialog} from "./dialogs.js";
import {made, one} from "./dom.js";
import {packedText, unpackedText} from "./address_text.js";
import {ask} from "./requests.js";

// The words of the dialog that asks for a file name.
/** @typedef {"save" | "rename"} Purpose */

/** @type {Record<Purpose, {heading: string, action: string, note: string}>} */
const NAMING = {
  save: {
    heading: "Save as", action: "Save",
    note: "A name that ends in .yaml keeps everything. Names such as mine.xsb or mine.txt keep the "
      + "board in the family’s own format.",
  },
  rename: {
    heading: "Rename the file", action: "Rename",
    note: "The file keeps its ending. The level’s title is part of its text.",
  },
};

export class Saving {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.clashing = "";  // the name of the file that is another one
    /** @type {Purpose} */
    this.purpose = "save";
    /** @type {Promise<unknown>} */
    this.acts = Promise.resolve();
    /** @param {string} name @param {() => unknown} work */
    const doing = (name, work) => one(name).addEventListener("click", () => this.#act(work));
    doing("save", () => this.save());
    doing("mine", () => this.keepMine());
    doing("theirs", () => this.takeTheirs());
    doing("share", () => this.share());
    one("download").addEventListener("click", () => this.download());
    one("link").addEventListener("click", () => studio.pending(() => this.toLink()));
    one("save-as").addEventListener("click", () => this.askName("save"));
    one("rename").addEventListener("click", () => this.askName("rename"));
    one("delete").addEventListener("click", () => this.remove());
    one("naming-form").addEventListener("submit", event => {
      event.preventDefault();
      this.#act(() => this.#named(one("name").value.trim()));
    });
    document.addEventListener("keydown", event => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      this.#act(() => this.save());
    });
  }

  // Act on the level when pending edits and earlier acts have ended, unless another level was
  // opened meanwhile.
  /** @param {() => unknown} work */
  #act(work) {
    const {studio, studio: {history}} = this;
    studio.takeTyped();
    const before = Promise.allSettled([this.acts, studio.edits]);
    this.acts = before.then(() => history === studio.history ? work() : undefined);
    return studio.pending(() => this.acts);
  }

  // Send a request about the file of the level. The answer is null if another level was opened
  // meanwhile; the file of that level is another one.
  /**
   * @template {keyof Answers} Name
   * @param {Name} name @param {object} body @returns {Promise<AnswerTo<Name> | null>}
   */
  async #ask(name, body) {
    const {studio, studio: {history}} = this, found = await ask(name, body);
    return history === studio.history ? found : null;
  }

  // Show the file of the level, and what can be done with it.
  show() {
    const {name, seen} = this.studio;
    one("file").textContent = seen ? name : "none yet";
    one("rename").disabled = one("delete").disabled = !seen;
  }

  // Save the level in its file. A level without a file needs a name first.
  async save() {
    const {name, seen} = this.studio;
    if (seen) await this.#write(name, seen); else this.askName("save");
  }

  // Ask for a file name, in order to save the level or to rename its file.
  /** @param {Purpose} purpose */
  askName(purpose, trouble = "") {
    const {name} = this.studio, {heading, action, note} = NAMING[purpose];
    const saved = trouble ? yamlOf(name) : name;
    this.purpose = purpose;
    one("naming-heading").textContent = heading;
    one("naming-done").textContent = action;
    one("naming-note").textContent = note;
    one("naming-trouble").textContent = trouble;
    if (!one("naming").open) one("name").value = purpose === "rename" ? fileOf(name) : saved;
    openDialog("naming");
    one("name").select();
  }

  /** @param {string} name */
  #named(name) {
    const {studio} = this;
    if (this.purpose === "rename") return this.#rename(name);
    return this.#write(name, name === studio.name ? studio.seen : "");
  }

  // Write the level into a file. `seen` is the hash of the content that this page knows, or "" for
  // a new file.
  /** @param {string} name @param {string} seen */
  async #write(name, seen) {
    const {studio, studio: {text, history}} = this, found = await ask("save", {name, text, seen});
    if (history !== studio.history) { this.#left(history, text, found); return; }
    if (found.status === 409) { this.#clash(name, found); return; }
    if (found.error) { this.askName("save", found.error); return; }
    this.#close();
    studio.say(`Saved as ${found.name}. ${found.note}`.trim());
    await this.mark(text, found);
  }

  // Take over the answer about a level that was left meanwhile.
  /** @param {Studio["history"]} history @param {string} text @param {AnswerTo<"save">} answer */
  #left(history, text, {error, name}) {
    const {studio} = this, version = history.find(text);
    studio.say(error ? `Not saved: ${error}.` : `Saved as ${name}.`);
    if (!error && version) studio.memory.saved(version, name);
    studio.levels.list();
  }

  #close() {
    closeDialog("naming");
    closeDialog("conflict");
  }

  // The file on disk is another one: let the user decide.
  /** @param {string} name @param {AnswerTo<"save">} answer */
  #clash(name, {error, text}) {
    this.clashing = name;
    this.#close();
    this.studio.say("");
    const isSame = text === this.studio.kept, isPack = name.includes("#");
    const level = isSame ? "is still the one that you opened" : "is another one now";
    one("clash").textContent = isPack ? `${error}. Its level ${level}.` : `${error}.`;
    one("theirs").hidden = !text;
    openDialog("conflict");
  }

  // The file `name` holds `text` now, which is a version of this level.
  /** @param {string} text @param {OpenedLevel} file */
  async mark(text, {name, seen}) {
    const {studio} = this, version = studio.history.find(text);
    Object.assign(studio, {seen, name, kept: text});
    if (version) studio.memory.saved(version, name);
    await this.#listed(name);
  }

  // List the levels again after a change of the file `name`.
  /** @param {string} name */
  async #listed(name) {
    this.show();
    await this.studio.levels.list();
    one("pick").value = name;
    this.studio.versionsChanged();
  }

  async takeTheirs() {
    const {studio} = this, name = this.clashing, known = await this.#ask("open", {name});
    if (!known) return;
    this.#close();
    if (known.error) { studio.complain(known); return; }
    Object.assign(studio, {seen: known.seen, name: known.name, kept: known.text});
    await studio.change(known.text);
    await this.#listed(known.name);
  }

  async keepMine() {
    const name = this.clashing, known = await this.#ask("open", {name});
    if (known) await this.#write(name, known.seen ?? "");
  }

  /** @param {string} to */
  async #rename(to) {
    const {studio} = this, {name, seen, memory} = studio;
    const found = await this.#ask("rename", {name, to, seen});
    if (!found) return;
    if (found.error) { this.askName("rename", found.error); return; }
    this.#close();
    memory.moved(name, found.name);
    Object.assign(studio, {name: found.name, seen: found.seen, origin: found.name});
    studio.say(`Renamed to ${found.name}.`);
    await this.#listed(found.name);
  }

  // Delete the level's file, if the user agrees. Its versions stay in the browser.
  async remove() {
    const {studio} = this, {name, seen, origin} = studio;
    const question = `Delete ${name} from the folder?`;
    if (!await agreed(`${question} The versions of the level stay in this browser.`, "Delete"))
      return;
    await this.#act(async () => {
      const found = await this.#ask("delete", {name, seen});
      if (!found) return;
      if (found.error) { studio.say(`Not deleted: ${found.error}.`); return; }
      studio.memory.moved(name, null);
      Object.assign(studio, {seen: "", origin: "", kept: null});
      studio.say(`${name} is deleted.`);
      const undo = made("button", {type: "button"}, "Undo the deletion");
      undo.addEventListener("click", () => this.#act(() => this.#restore(name, origin)));
      one("saved").append(" ", undo);
      await this.#listed("");
    });
  }

  // Write the deleted file of this level again.
  /** @param {string} name @param {string} origin */
  async #restore(name, origin) {
    const {studio} = this, found = await this.#ask("restore", {name});
    if (!found) return;
    studio.say(found.error ? `Not restored: ${found.error}.` : `${name} is restored.`);
    one("save").focus();
    if (found.error) return;
    studio.origin = origin;
    await this.mark(found.text, found);
  }

  download() {
    const {studio} = this;
    studio.takeTyped();
    download(studio.text, "text/yaml", this.#plainName());
    studio.kept = studio.text;
    studio.versionsChanged();
  }

  // Download the page on which others play this version.
  async share() {
    const {studio, studio: {text, name}} = this, file = this.#plainName().replace(/ya?ml$/, "html");
    studio.say("Drawing the page …");
    const found = await ask("share", {text, name});
    if (found.superseded) return;
    if (found.bytes) download(found.bytes, "text/html", file);
    studio.say(found.bytes ? `${file} is downloaded. Send it to players.`
      : `Not shared: ${found.error}.`);
  }

  // Return the name of a level file without its folder.
  #plainName() { return yamlOf(this.studio.name).split("/").at(-1) || "level.yaml"; }

  // Put the level into the page's address, so that the address opens the level in any studio.
  async toLink() {
    this.studio.takeTyped();
    const {text} = this.studio;
    history.replaceState(null, "", `#${await packedText(text)}`);
    this.studio.kept = text;
    this.studio.versionsChanged();
    this.studio.say("The level is in this page’s address now.");
  }
}

// Hand a file to the user.
/** @param {BlobPart} content @param {string} type @param {string} name */
function download(content, type, name) {
  const href = URL.createObjectURL(new Blob([content], {type}));
  made("a", {href, download: name}).click();
  URL.revokeObjectURL(href);
}

// Return the file of a level's name: pack.xsb for pack.xsb#3.
/** @param {string} name */
function fileOf(name) { return name.replace(/#\d+$/, ""); }

// Return the name of a level file for a level: pack-3.yaml for pack.xsb#3.
/** @param {string} name */
function yamlOf(name) {
  if (/\.ya?ml$/.test(name) || !name) return name;
  return `${name.replace(/\.[^./#]*(?=#|$)/, "").replace("#", "-")}.yaml`;
}

// Return the level in the address of the page, or an empty text.
export const fromLink = () => unpackedText(location.hash.slice(1));
