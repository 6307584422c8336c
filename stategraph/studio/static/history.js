// The history of a level: a tree of versions. An edit after an undo begins a new branch.
//
// A version is {id, tree, parent, time, text, ...}. Of these five, only the parent may change: if it is
// deleted, its own parent replaces it.
// Undo and redo go along the line from the root to `tip`; the current version is on this line.

export class History {
  constructor(tree, versions = [], {at, tip} = {}) {
    this.tree = tree;
    this.byId = new Map(versions.map(version => [version.id, version]));
    this.#count();
    const last = this.ordered.at(-1);
    if (last) this.goTo(this.byId.has(at) ? at : last.id, tip);
  }

  // Return the current version, if there is one.
  get current() { return this.line[this.at]; }

  // Add a text after the current version. An equal text that follows it already is used again.
  add(text) {
    const parent = this.current?.id ?? null;
    const known = this.children.get(parent).findLast(version => version.text === text);
    if (known) { this.goTo(known.id); return {version: known, fresh: false}; }
    const time = Math.max(Date.now(), (this.ordered.at(-1)?.time ?? 0) + 1);
    const version = {id: crypto.randomUUID(), tree: this.tree, parent, time, text, numbers: null, saved: []};
    this.byId.set(version.id, version);
    this.#count();
    this.goTo(version.id);
    return {version, fresh: true};
  }

  // Take over a version that another tab has added or changed.
  merge(version) {
    const known = this.byId.get(version.id);
    if (known) Object.assign(known, version); else this.byId.set(version.id, version);
    this.#count();
  }

  // Delete a version, and return the versions after it, which now follow the version before it.
  remove(version) {
    const {current, at} = this, children = this.children.get(version.id);
    for (const child of children) child.parent = version.parent;
    this.byId.delete(version.id);
    this.line = this.line.filter(each => each !== version);
    this.#count();
    const next = current === version ? this.line[at - 1] ?? this.line[0] ?? this.ordered.at(-1) : current;
    this.goTo(next.id);
    return children;
  }

  // Make a version the current one. The line stays if the version is on it; else it leads to `tip`
  // or to the newest version after it.
  goTo(id, tip) {
    const onLine = this.line?.findIndex(version => version.id === id) ?? -1;
    if (onLine >= 0 && !tip) { this.at = onLine; return; }
    const end = this.#path(tip).some(version => version.id === id) ? tip : this.#newest(id);
    this.line = this.#path(end);
    this.at = this.line.findIndex(version => version.id === id);
  }

  // Return the number of a version, in the order of time, from 1.
  numberOf(version) { return this.numbers.get(version); }

  // Return the latest version with a text, if there is one.
  find(text) { return this.ordered.findLast(version => version.text === text); }

  // Return the versions beside the line as chains, each with the version that it leaves; the latest
  // chain comes first.
  branches() {
    const placed = new Set(this.line), found = [];
    for (const version of this.ordered) {
      if (placed.has(version)) continue;
      const chain = this.#path(this.#newest(version.id));
      const versions = chain.slice(chain.indexOf(version)).filter(each => !placed.has(each));
      versions.forEach(each => placed.add(each));
      found.push({from: this.byId.get(version.parent) ?? null, versions});
    }
    return found.reverse();
  }

  #count() {
    this.ordered = [...this.byId.values()].sort((one, other) => one.time - other.time || (one.id < other.id ? -1 : 1));
    this.numbers = new Map(this.ordered.map((version, k) => [version, k + 1]));
    this.children = new Map([[null, []], ...this.ordered.map(({id}) => [id, []])]);
    for (const version of this.ordered) this.children.get(version.parent)?.push(version);
    this.line ??= [];
    this.at ??= -1;
  }

  #path(id) {
    const path = [];
    for (let version = this.byId.get(id); version; version = this.byId.get(version.parent)) path.push(version);
    return path.reverse();
  }

  #newest(id) {
    for (let next = id; next; next = this.children.get(next)?.at(-1)?.id) id = next;
    return id;
  }
}
