// The plays of the player, each kept when it ends: at a win, at a reset, when lost moves are
// undone, and when the player leaves the level or the page.

import {one} from "./dom.js";

export class PlayRecorder {
  // `store` has the method `add`, which stores a play. Its method `draft`, if it has one, stores
  // the current play, or forgets it if the argument is null. A hidden page may end without a
  // word.
  /** @param {Page} page @param {PlayStore} store */
  constructor(page, store) {
    this.page = page;
    this.store = store;
    this.moved = false;  // the player has made a move
    this.undone = 0;
    this.hints = 0;
    addEventListener("pagehide", () => this.keep());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.store.draft?.(this.#record());
    });
  }

  // Begin to count for another play.
  begin() {
    this.moved = false;
    this.undone = 0;
    this.hints = 0;
  }

  // Keep the current play if the player moved since the last play was kept.
  keep() {
    const play = this.#record();
    if (!play) return;
    this.begin();
    this.store.draft?.(null);
    this.store.add(play);
  }

  // Return the record of the current play; null if it need not be kept. Moves of a shown solution,
  // pasted moves and jumps in the graph are not a play.
  /** @returns {PlayRecord | null} */
  #record() {
    const {play} = this.page;
    if (!this.moved || !play?.at || !one("keep").checked || !play.byHand) return null;
    return {...play.record(), undone: this.undone, hints: this.hints};
  }
}
