// Keeping of all work in the browser: the versions of each level, and the place of this tab in
// them. The place survives a reload in the tab's own storage, and the end of the tab in the
// database.

import {History} from "./history.js";
import {openStore} from "./version_database.js";
import {thumbnail} from "./thumbnail.js";

const PLACE = "stategraph-place";

// Milliseconds between two writes of the place into the database.
const PAUSE = 200;

// Levels that were opened but never edited are forgotten after a week.
const UNEDITED = 7 * 24 * 3600 * 1000;

export class Memory {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    /** @type {Store | null} */
    this.store = null;  // the database, if the browser has one
    this.later = 0;     // the timer of the next write of the place
    this.folder = "";  // the server's folder
    this.channel = new BroadcastChannel("stategraph");
    this.channel.onmessage = ({data}) => this.#heard(data);
    addEventListener("pagehide", () => { this.studio.takeTyped(); this.remember(true); });
  }

  /** @param {string} folder */
  async begin(folder) {
    this.folder = folder;
    this.store = await openStore();
    for (const tree of await this.trees())
      if (!tree.edited && Date.now() - tree.touched > UNEDITED) this.forget(tree.id);
  }

  // Return the levels of the folder that are kept, the latest first.
  /** @returns {Promise<Tree[]>} */
  async trees() { return await this.store?.trees(this.folder).catch(() => []) ?? []; }

  // Return the key of a file of the folder, for the versions that were saved there.
  /** @param {string} name */
  keyOf(name) { return `${this.folder}\n${name}`; }

  // ----------------------------------------------------------------------------------- versions

  /** @param {Version} version */
  add(version) {
    this.#try(this.store?.add(version));
    this.channel.postMessage({tree: version.tree, version});
  }

  /** @param {Version} version @param {Partial<Version>} fields */
  change(version, fields) {
    Object.assign(version, fields);
    this.#try(this.store?.change(version.id, fields));
    this.channel.postMessage({tree: version.tree, version: {...version}});
  }

  // The file `name` of the folder holds a version.
  /** @param {Version} version @param {string} name */
  saved(version, name) {
    const key = this.keyOf(name);
    if (!version.saved.includes(key)) this.change(version, {saved: [...version.saved, key]});
    this.studio.versionsChanged();
  }

  // A file was renamed, or deleted if the new name is null: it holds the same versions, or none.
  /** @param {string} name @param {string | null} newName */
  moved(name, newName) {
    const old = this.keyOf(name), added = newName === null ? [] : [this.keyOf(newName)];
    for (const version of this.studio.history.ordered) {
      const others = version.saved.filter(key => key !== old);
      if (version.saved.includes(old)) this.change(version, {saved: [...others, ...added]});
    }
  }

  // A version was deleted from its history; the versions after it have a new parent.
  /** @param {Version} version @param {Version[]} children */
  remove(version, children) {
    this.#try(this.store?.remove(version, children));
    this.channel.postMessage({tree: version.tree, removed: version.id});
  }

  // Draw a small picture of a version, if it has none yet.
  /** @param {Version} version @param {SVGElement | string} svg */
  async draw(version, svg) {
    if (version.picture || !svg) return;
    const picture = await thumbnail(svg);
    if (!picture) return;
    this.change(version, {picture});
    this.studio.versionsChanged();
  }

  // Return the history of a tree, if it is kept.
  /** @param {string} tree @param {{at?: string, tip?: string}} place */
  async history(tree, place) {
    const versions = await this.store?.versions(tree).catch(() => []) ?? [];
    return versions.length ? new History(tree, versions, place) : null;
  }

  // Return the history of a file of the folder, if one is kept; its latest saved version is
  // current.
  /** @param {string} name */
  async historyOf(name) {
    const saved = await this.store?.savedAs(this.keyOf(name)).catch(() => []) ?? [];
    const last = saved.at(-1);
    return last ? this.history(last.tree, {at: last.id}) : null;
  }

  /** @param {string} tree */
  async forget(tree) {
    await this.#try(this.store?.forget(tree));
    this.channel.postMessage({tree, forgotten: true});
  }

  // -------------------------------------------------------------------------------------- place

  // Remember the place of this tab; `now` skips the pause before the database is changed.
  remember(now = false) {
    const {studio, studio: {history}} = this, {tree, current, line} = history;
    if (!current) return;
    const [at, tip] = [current.id, line[line.length - 1].id];
    const place = {...studio.place(), tree, at, tip, link: location.hash};
    sessionStorage.setItem(PLACE, JSON.stringify(place));
    clearTimeout(this.later);
    const versions = history.byId.size, edited = versions > 1 || studio.unsaved;
    const write = () => this.#try(this.store?.putTree({
      id: tree, folder: this.folder, title: studio.title(), edited, versions,
      touched: Date.now(), place,
    }));
    if (now) write(); else this.later = window.setTimeout(write, PAUSE);
  }

  // Return the place of this tab before it was reloaded, or the latest place in the folder. If a
  // level is named on the command line, it is the latest place in that level, if it has unsaved
  // work.
  /** @param {Answers["levels"]} levels */
  async lastPlace({first, named}) {
    /** @type {Place | null} */
    const own = JSON.parse(sessionStorage.getItem(PLACE) ?? "null");
    if (own?.path === location.pathname) return own.link === location.hash ? own : null;
    if (location.hash) return null;
    const places = (await this.trees()).map(tree => tree.place);
    /** @param {Place} place */
    const isNamed = ({origin}) => origin === first || origin.startsWith(`${first}#`);
    return named ? places.find(place => isNamed(place) && place.unsaved) : places[0];
  }

  // ------------------------------------------------------------------------------------- others

  // Another tab has added, changed or deleted a version, or deleted all of them. A version that
  // this tab shows comes back.
  /** @param {{tree: string, version?: Version, removed?: string, forgotten?: boolean}} message */
  #heard({tree, version, removed = "", forgotten}) {
    const {history} = this.studio, {current} = history, known = history.byId.get(removed);
    if (history.tree !== tree) return;
    if (current && forgotten) this.#keepAlone(current);
    else if (current && removed === current.id) this.add(current);
    else if (version) history.merge(version);
    else if (known) history.remove(known);
    this.studio.versionsChanged();
  }

  // Keep a version without its history, which was deleted.
  /** @param {Version} version */
  #keepAlone(version) {
    const {studio} = this, alone = {...version, parent: null};
    studio.history = new History(version.tree, [alone]);
    studio.pinned = null;
    this.add(alone);
  }

  /** @param {Promise<unknown> | undefined} writing */
  async #try(writing) {
    try {
      await writing;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.studio.say(
        `The browser cannot keep this version: ${reason}. Save the level to a file.`);
    }
  }
}
