// The analysis of a play: its evaluation, the reason for a loss, and its variations.

import {made, one, within} from "./dom.js";
import {Comments} from "./comments.js";
import {Evaluation} from "./evaluation.js";
import {Loss} from "./loss.js";
import {isDead, LOSES, VERDICTS, verdictOn} from "./verdicts.js";
import {EVERYTHING, WHEN_LOST} from "./play_view.js";

// Number of variations that are shown at first; number of moves in the text of a variation.
const MAX_LISTED = 6, MAX_SPELLED = 12;

// Milliseconds of a vibration.
const BUZZ = 60;

export class Analysis {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.evaluation = new Evaluation(move => page.goTo(move));
    this.comments = new Comments(page);
    this.loss = new Loss((move, event) => this.#leave(page.goTo(move), event));
  }

  // Wait for `done`. If a key pressed its button, which disappears, move the focus to the current
  // move.
  /** @param {Promise<unknown>} done @param {UIEvent} event */
  async #leave(done, event) {
    await done;
    if (!event.detail) within(one("trail"), "[aria-current]").focus();
  }

  // Show the analysis of the current play, as far as the chosen help allows.
  show() {
    const {page, page: {play, helpLevel}} = this;
    this.evaluation.show(play, helpLevel >= EVERYTHING);
    this.loss.show(page, helpLevel >= WHEN_LOST);
    this.#variations();
    this.comments.show();
    page.people?.show();
  }

  // Mark the button of a move with the verdict on the move.
  /** @param {HTMLElement} button @param {number} move */
  mark(button, move) {
    const {play, helpLevel} = this.page, verdict = verdictOn(play.trail, move);
    this.comments.mark(button, move);
    if (!verdict || helpLevel < (verdict === LOSES ? WHEN_LOST : EVERYTHING)) return;
    button.dataset.mark = verdict;
    button.ariaLabel += `, ${VERDICTS[verdict]}`;
  }

  // Vibrate shortly if the player has lost with the current move, or is `warned` of a losing move.
  buzz(warned = false) {
    const {play, helpLevel} = this.page;
    const lost = helpLevel >= WHEN_LOST && play.at > 0 && play.lostSince === play.at;
    if (warned || lost) navigator.vibrate?.(BUZZ);
  }

  // Go back to the last state that could still win, if the loss is shown.
  revive() { if (this.loss.move >= 0) this.page.goTo(this.loss.move); }

  #variations() {
    const {play, helpLevel} = this.page, found = play.variations.beside(play.trail);
    const box = one("variations"), all = box.querySelector("details")?.open;
    box.hidden = !found.length;
    const items = found.map(({line, from, rest}) => {
      const start = from ? `after move ${from}` : "from the start";
      const words = `${start}: ${this.#spelled(line, from, rest)}${this.#fate(line, helpLevel)}`;
      const ariaLabel = `enter the variation ${words}`;
      const button = made("button", {type: "button", ariaLabel}, words);
      button.addEventListener("click", event => this.#leave(this.page.enter(line, from), event));
      return made("li", {}, button);
    });
    /** @param {HTMLElement[]} some */
    const list = some => made("ol", {ariaLabel: "Variations"}, ...some);
    const [first, more] = [items.slice(0, MAX_LISTED), items.slice(MAX_LISTED)];
    const summary = made("summary", {}, `${more.length} more`);
    const rest = more.length ? [made("details", {open: Boolean(all)}, summary, list(more))] : [];
    box.replaceChildren(made("h3", {}, "Variations"), list(first), ...rest);
  }

  // Return the first moves of a variation, with their comments, after the `from` moves that it
  // shares with the play.
  /** @param {Line} line @param {number} from @param {Label[]} rest */
  #spelled({labels}, from, rest) {
    const {variations} = this.page.play;
    const moves = rest.slice(0, MAX_SPELLED).map((label, k) => {
      const comment = variations.commentOn(labels.slice(0, from + k + 1));
      return comment ? `${label} {${comment}}` : label;
    });
    if (rest.length > MAX_SPELLED) moves.push(`… (${rest.length} moves)`);
    return moves.join(" ");
  }

  /** @param {Line} line @param {number} helpLevel */
  #fate({steps}, helpLevel) {
    const left = steps?.at(-1)?.left ?? null;
    if (left === 0) return ", won";
    return isDead(left) && helpLevel >= WHEN_LOST ? ", lost" : "";
  }
}
