// Keeping of all work in the browser: the versions of each level, and the place of this tab in them.
// The place survives a reload in the tab's own storage, and the end of the tab in the database.

import {History} from "./history.js";
import {openStore} from "./store.js";
import {thumbnail} from "./thumbnail.js";

const PLACE = "stategraph-place";

// Milliseconds between two writes of the place into the database.
const PAUSE = 200;

// Levels that were opened but never edited are forgotten after a week.
const UNEDITED = 7 * 24 * 3600 * 1000;

export class Memory {
  constructor(studio) {
    this.studio = studio;
    this.folder = "";  // the server's folder
    this.channel = new BroadcastChannel("stategraph");
    this.channel.onmessage = ({data}) => this.#heard(data);
    addEventListener("pagehide", () => { this.studio.takeTyped(); this.remember(true); });
  }

  async begin(folder) {
    this.folder = folder;
    this.store = await openStore();
    for (const tree of await this.trees())
      if (!tree.edited && Date.now() - tree.touched > UNEDITED) this.#try(this.store.forget(tree.id));
  }

  // Return the levels of the folder that are kept, the latest first.
  async trees() { return await this.store?.trees(this.folder).catch(() => []) ?? []; }

  // Return the key of a file of the folder, for the versions that were saved there.
  keyOf(name) { return `${this.folder}\n${name}`; }

  // ----------------------------------------------------------------------------------- versions

  add(version) {
    this.#try(this.store?.add(version));
    this.channel.postMessage({tree: version.tree, version});
  }

  change(version, fields) {
    Object.assign(version, fields);
    this.#try(this.store?.change(version.id, fields));
    this.channel.postMessage({tree: version.tree, version: {...version}});
  }

  // The file `name` of the folder holds a version.
  saved(version, name) {
    const key = this.keyOf(name);
    if (!version.saved.includes(key)) this.change(version, {saved: [...version.saved, key]});
    this.studio.versionsChanged();
  }

  // A file was renamed, or deleted if the new name is null: it holds the same versions, or none.
  moved(name, newName) {
    const old = this.keyOf(name), added = newName === null ? [] : [this.keyOf(newName)];
    for (const version of this.studio.history.ordered)
      if (version.saved.includes(old)) this.change(version, {saved: [...version.saved.filter(key => key !== old), ...added]});
  }

  // A version was deleted from its history; the versions after it have a new parent.
  remove(version, children) {
    this.#try(this.store?.remove(version, children));
    this.channel.postMessage({tree: version.tree, removed: version.id});
  }

  // Draw a small picture of a version, if it has none yet.
  async draw(version, svg) {
    if (version.picture || !svg) return;
    const picture = await thumbnail(svg);
    if (!picture) return;
    this.change(version, {picture});
    this.studio.versionsChanged();
  }

  // Return the history of a tree, if it is kept.
  async history(tree, place) {
    const versions = await this.store?.versions(tree).catch(() => []) ?? [];
    return versions.length ? new History(tree, versions, place) : null;
  }

  // Return the history of a file of the folder, if one is kept; its latest saved version is current.
  async historyOf(name) {
    const saved = await this.store?.savedAs(this.keyOf(name)).catch(() => []) ?? [];
    const last = saved.at(-1);
    return last ? this.history(last.tree, {at: last.id}) : null;
  }

  async forget(tree) { await this.#try(this.store?.forget(tree)); }

  // -------------------------------------------------------------------------------------- place

  // Remember the place of this tab; `now` skips the pause before the database is changed.
  remember(now = false) {
    const {studio, studio: {history}} = this;
    if (!history?.current) return;
    const place = {...studio.place(), tree: history.tree, at: history.current.id, tip: history.line.at(-1).id, link: location.hash};
    sessionStorage.setItem(PLACE, JSON.stringify(place));
    clearTimeout(this.later);
    const write = () => this.#try(this.store?.putTree({
      id: history.tree, folder: this.folder, title: studio.title(), edited: history.byId.size > 1 || studio.unsaved,
      versions: history.byId.size, touched: Date.now(), place,
    }));
    if (now) write(); else this.later = setTimeout(write, PAUSE);
  }

  // Return the place of this tab before it was reloaded, or the latest place in the folder. If a
  // level is named on the command line, it is the latest place in that level, if it has unsaved work.
  async lastPlace({first, named}) {
    const own = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    if (own?.path === location.pathname) return own.link === location.hash ? own : null;
    if (location.hash) return null;
    const places = (await this.trees()).map(tree => tree.place);
    const isNamed = ({origin}) => origin === first || origin.startsWith(`${first}#`);
    return named ? places.find(place => isNamed(place) && place.unsaved) : places[0];
  }

  // ------------------------------------------------------------------------------------- others

  // Another tab has added, changed or deleted a version. A version that this tab shows comes back.
  #heard({tree, version, removed}) {
    const {history} = this.studio;
    if (history?.tree !== tree) return;
    if (removed === history.current.id) this.add(history.current);
    else if (version) history.merge(version);
    else if (history.byId.has(removed)) history.remove(history.byId.get(removed));
    this.studio.versionsChanged();
  }

  async #try(writing) {
    try {
      await writing;
    } catch (error) {
      this.studio.say(`The browser cannot keep this version: ${error.message}. Save the level to a file.`);
    }
  }
}
