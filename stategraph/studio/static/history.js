// The history of a level: a tree of versions. An edit after an undo begins a new branch.
//
// A version is {id, tree, parent, time, text, ...}. Only the parent may change: if
// it is deleted, its own parent replaces it. Undo and redo go along the line from the root to
// `tip`; the current version is on this line.

export class History {
  // `place` has the current version and the end of the line of undo and redo.
  /** @param {string} tree @param {Version[]} versions @param {{at?: string, tip?: string}} place */
  constructor(tree, versions = [], {at, tip} = {}) {
    this.tree = tree;
    /** @type {Version[]} */
    this.line = [];  // from the root to the end of undo and redo
    this.at = -1;    // the index of the current version on the line
    /** @type {Version[]} */
    this.ordered = [];           // in the order of time
    /** @type {Map<Version, number>} */
    this.numbers = new Map();    // the number of each version in that order, from 1
    /** @type {Map<string | null, Version[]>} */
    this.children = new Map();   // the versions after each version, and the roots after null
    this.byId = new Map(versions.map(version => [version.id, version]));
    this.#count();
    const last = this.ordered.at(-1);
    if (last) this.goTo(at && this.byId.has(at) ? at : last.id, tip);
  }

  // Return the current version, if there is one.
  /** @returns {Version | undefined} */
  get current() { return this.line[this.at]; }

  // Add a text after the current version. An equal text that follows it already is used again.
  /** @param {string} text */
  add(text) {
    const parent = this.current?.id ?? null;
    const known = this.children.get(parent)?.findLast(version => version.text === text);
    if (known) { this.goTo(known.id); return {version: known, fresh: false}; }
    const time = Math.max(Date.now(), (this.ordered.at(-1)?.time ?? 0) + 1);
    const id = crypto.randomUUID(), {tree} = this;
    /** @type {Version} */
    const version = {id, tree, parent, time, text, numbers: null, saved: []};
    this.byId.set(version.id, version);
    this.#count();
    this.goTo(version.id);
    return {version, fresh: true};
  }

  // Take over a version that another tab has added or changed.
  /** @param {Version} version */
  merge(version) {
    const known = this.byId.get(version.id);
    if (known) Object.assign(known, version); else this.byId.set(version.id, version);
    this.#count();
  }

  // Delete a version, and return the versions after it, which now follow the version before it.
  /** @param {Version} version */
  remove(version) {
    const {current, at} = this, children = this.children.get(version.id) ?? [];
    for (const child of children) child.parent = version.parent;
    this.byId.delete(version.id);
    this.line = this.line.filter(each => each !== version);
    this.#count();
    const before = this.line[at - 1] ?? this.line[0] ?? this.ordered.at(-1);
    const next = current === version ? before : current;
    if (next) this.goTo(next.id);
    return children;
  }

  // Make a version the current one. The line stays if the version is on it; else it leads to `tip`
  // or to the newest version after it.
  /** @param {string} id @param {string} [tip] */
  goTo(id, tip) {
    const onLine = this.line.findIndex(version => version.id === id);
    if (onLine >= 0 && !tip) { this.at = onLine; return; }
    const toTip = tip ? this.#path(tip) : [];
    const isOnIt = toTip.some(version => version.id === id);
    this.line = isOnIt ? toTip : this.#path(this.#newest(id));
    this.at = this.line.findIndex(version => version.id === id);
  }

  // Return the number of a version, in the order of time, from 1.
  /** @param {Version} version */
  numberOf(version) { return this.numbers.get(version); }

  // Return the latest version with a text, if there is one.
  /** @param {string} text */
  find(text) { return this.ordered.findLast(version => version.text === text); }

  // Return the versions beside the line as chains, each with the version that it leaves; the latest
  // chain comes first.
  branches() {
    const placed = new Set(this.line);
    /** @type {{from: Version | null, versions: Version[]}[]} */
    const found = [];
    for (const version of this.ordered) {
      if (placed.has(version)) continue;
      const chain = this.#path(this.#newest(version.id));
      const versions = chain.slice(chain.indexOf(version)).filter(each => !placed.has(each));
      versions.forEach(each => placed.add(each));
      found.push({from: this.#parentOf(version) ?? null, versions});
    }
    return found.reverse();
  }

  #count() {
    this.ordered = [...this.byId.values()]
      .sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
    this.numbers = new Map(this.ordered.map((version, k) => [version, k + 1]));
    this.children = new Map([[null, []]]);
    for (const {id} of this.ordered) this.children.set(id, []);
    for (const version of this.ordered) this.children.get(version.parent)?.push(version);
  }

  /** @param {Version} version */
  #parentOf({parent}) { return parent === null ? undefined : this.byId.get(parent); }

  // Return the versions from a root to a version.
  /** @param {string} id */
  #path(id) {
    const path = [];
    let version = this.byId.get(id);
    for (; version; version = this.#parentOf(version)) path.push(version);
    return path.reverse();
  }

  // Return the newest version that follows a version.
  /** @param {string} id */
  #newest(id) {
    /** @type {string | undefined} */
    let next;
    for (next = id; next; next = this.children.get(next)?.at(-1)?.id) id = next;
    return id;
  }
}
