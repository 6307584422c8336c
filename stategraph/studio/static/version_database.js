// The versions of all levels in the browser's database. A version is added once; later writes
// change single fields of it, so that two tabs never overwrite each other's work.

const DATABASE = "stategraph";

// Return the database, or null if the browser has none.
export async function openStore() {
  try {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      const versions = request.result.createObjectStore("versions", {keyPath: "id"});
      versions.createIndex("tree", "tree");
      versions.createIndex("saved", "saved", {multiEntry: true});
      request.result.createObjectStore("trees", {keyPath: "id"});
    };
    return new Store(await answered(request));
  } catch {
    return null;
  }
}

export class Store {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
  }

  /** @param {Version} version */
  add(version) { return this.#write("versions", versions => versions.put(version)); }

  // Change some fields of a version, and keep all others as they are in the database.
  /** @param {string} id @param {Partial<Version>} fields */
  change(id, fields) {
    return this.#write("versions", (versions, ended) => {
      const request = versions.get(id);
      request.onsuccess = () => {
        if (request.result) versions.put({...request.result, ...fields});
        ended();
      };
    });
  }

  // Delete a version; the versions after it have a new parent.
  /** @param {Version} version @param {Version[]} children */
  remove(version, children) {
    return this.#write("versions", (versions, ended) => {
      let left = children.length;
      versions.delete(version.id);
      if (!left) ended();
      for (const {id, parent} of children) {
        const request = versions.get(id);
        request.onsuccess = () => {
          if (request.result) versions.put({...request.result, parent});
          left -= 1;
          if (!left) ended();
        };
      }
    });
  }

  /** @param {Tree} tree */
  putTree(tree) { return this.#write("trees", trees => trees.put(tree)); }

  /** @param {string} id @returns {Promise<Tree | undefined>} */
  tree(id) { return answered(this.#read("trees").get(id)); }

  // Return the trees of a folder, the latest first.
  /** @param {string} folder */
  async trees(folder) {
    /** @type {Tree[]} */
    const all = await answered(this.#read("trees").getAll());
    return all.filter(tree => tree.folder === folder)
      .sort((one, other) => other.touched - one.touched);
  }

  /** @param {string} tree @returns {Promise<Version[]>} */
  versions(tree) { return answered(this.#read("versions").index("tree").getAll(tree)); }

  // Return the versions that were saved under a key, in the order of time.
  /** @param {string} key */
  async savedAs(key) {
    /** @type {Version[]} */
    const found = await answered(this.#read("versions").index("saved").getAll(key));
    return found.sort((one, other) => one.time - other.time);
  }

  // Delete a tree and all its versions.
  /** @param {string} tree */
  async forget(tree) {
    const keys = await answered(this.#read("versions").index("tree").getAllKeys(tree));
    await this.#write("versions", versions => keys.forEach(key => versions.delete(key)));
    await this.#write("trees", trees => trees.delete(tree));
  }

  /** @param {"versions" | "trees"} name */
  #read(name) { return this.database.transaction(name).objectStore(name); }

  // Run a transaction. It is committed at once, so that it survives the end of the page. If `work`
  // takes a second argument, it calls it after its last request.
  /**
   * @param {"versions" | "trees"} name
   * @param {(store: IDBObjectStore, ended: () => void) => unknown} work
   * @returns {Promise<void>}
   */
  #write(name, work) {
    const transaction = this.database.transaction(name, "readwrite", {durability: "strict"});
    const ended = () => transaction.commit();
    work(transaction.objectStore(name), ended);
    if (work.length < 2) ended();
    return new Promise((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onerror = transaction.onabort = () => failed(transaction.error);
    });
  }
}

/** @template Result @param {IDBRequest<Result>} request @returns {Promise<Result>} */
function answered(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
    if (request instanceof IDBOpenDBRequest)
      request.onblocked = () => failed(new Error("another tab blocks the database"));
  });
}
