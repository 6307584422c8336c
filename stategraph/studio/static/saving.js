// Saving of a level: as a file of the folder, as a download, or in the address of the page.

import {made, one} from "./dom.js";
import {packedText, unpackedText} from "./packed.js";
import {ask} from "./requests.js";

export class Saving {
  constructor(studio) {
    this.studio = studio;
    const doing = (name, work) => one(name).addEventListener("click", () => studio.pending(work));
    doing("save", () => this.save());
    doing("mine", () => this.keepMine());
    doing("theirs", () => this.takeTheirs());
    doing("download", () => this.download());
    doing("link", () => this.toLink());
  }

  // Save the level. `seen` is the hash of the file's content that this page knows, or "" for a new
  // file.
  async save(seen = null) {
    const {studio} = this, {text} = studio, name = one("name").value.trim();
    const found = await ask("save", {name, text, seen: seen ?? (name === studio.name ? studio.seen : "")});
    one("conflict").hidden = found.status !== 409;
    if (found.status === 409) {
      this.there = found.text;
      one("saved").textContent = "";
      one("clash").textContent = `${found.error}.`;
      one("theirs").hidden = !found.text;
      one("mine").focus();
      return;
    }
    studio.say(found.error ?? `Saved as ${found.name}.`);
    if (found.error) return;
    await this.mark(text, found);
  }

  // The file `name` holds `text` now, which is a version of this level.
  async mark(text, {name, seen}) {
    const {studio} = this, version = studio.history.find(text);
    Object.assign(studio, {seen, name, kept: text});
    one("name").value = name;
    if (version) studio.keeping.saved(version, name);
    await studio.levels.list();
    one("pick").value = name;
  }

  async takeTheirs() {
    one("conflict").hidden = true;
    const name = one("name").value.trim(), known = await ask("open", {name});
    if (known.error) { this.studio.complain(known); return; }
    Object.assign(this.studio, {seen: known.seen, name, kept: this.there});
    await this.studio.change(this.there);
  }

  async keepMine() {
    const known = await ask("open", {name: one("name").value.trim()});
    await this.save(known.seen ?? "");
  }

  download() {
    const link = made("a", {href: URL.createObjectURL(new Blob([this.studio.text], {type: "text/yaml"})), download: one("name").value.split("/").at(-1) || "level.yaml"});
    link.click();
    this.studio.kept = this.studio.text;
    this.studio.versionsChanged();
    URL.revokeObjectURL(link.href);
  }

  // Put the level into the page's address, so that the address opens the level in any studio.
  async toLink() {
    const {text} = this.studio;
    history.replaceState(null, "", `#${await packedText(text)}`);
    this.studio.kept = text;
    this.studio.versionsChanged();
    this.studio.say("The level is in this page’s address now.");
  }
}

// Return the level in the address of the page; empty if there is none.
export const fromLink = () => unpackedText(location.hash.slice(1));
