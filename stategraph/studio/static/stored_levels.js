// The levels and versions that are kept in the browser: deleted here, if the user agrees.

import {agreed, closeDialog, openDialog} from "./dialogs.js";
import {made, one} from "./dom.js";
import {count} from "./plurals.js";

export class Keepsakes {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    one("manage").addEventListener("click", () => this.open());
    one("delete-version").addEventListener("click", () => this.removeVersion());
  }

  async open() {
    await this.#list();
    openDialog("keepsakes");
  }

  async #list() {
    const {memory} = this.studio, trees = (await memory.trees()).filter(tree => tree.edited);
    const items = await Promise.all(trees.map(tree => this.#item(tree)));
    const none = made("li", {className: "note"}, "No edited level is kept yet.");
    one("keepsakes-list").replaceChildren(...(items.length ? items : [none]));
  }

  /** @param {Tree} tree */
  async #item(tree) {
    const {studio} = this, {id, title, versions} = tree, isOpen = id === studio.history.tree;
    const kept = await studio.memory.store?.versions(id) ?? [];
    const picture = kept.findLast(each => each.picture)?.picture;
    const image = picture ? [made("img", {src: picture, alt: ""})] : [];
    const frame = made("span", {className: "frame"}, ...image);
    const words = [made("span", {}, title), made("small", {}, count(versions, "version"))];
    const open = made("button", {type: "button", className: "picked"}, frame, ...words);
    open.disabled = isOpen;
    open.addEventListener("click", () => this.#reopen(id));
    const name = {ariaLabel: `delete ${title}`};
    const remove = made("button", {type: "button", disabled: isOpen, ...name}, "Delete");
    remove.addEventListener("click", () => this.#remove(tree));
    return made("li", {}, open, isOpen ? made("small", {}, "open now") : remove);
  }

  /** @param {string} id */
  async #reopen(id) {
    if (!await this.studio.levels.mayLeave()) return;
    closeDialog("keepsakes");
    await this.studio.pending(() => this.studio.levels.reopen(id));
  }

  /** @param {Tree} tree */
  async #remove({id, title, versions}) {
    const question = `Delete ${title} with ${count(versions, "version")} from this browser?`;
    if (!await agreed(`${question} Files of the folder stay.`, "Delete")) return;
    await this.studio.memory.forget(id);
    await this.#list();
    await this.studio.levels.list();
  }

  // Delete the current version, and go to the one before it. The versions after it stay.
  async removeVersion() {
    const {studio, studio: {history}} = this, version = history.current;
    if (!version || history.byId.size < 2) return;
    const question = `Delete version ${history.numberOf(version)} from this browser?`;
    if (!await agreed(`${question} The other versions stay.`, "Delete")) return;
    if (history !== studio.history || version !== history.current) return;
    if (studio.pinned === version) studio.pinned = null;
    studio.memory.remove(version, history.remove(version));
    await studio.show();
  }
}
