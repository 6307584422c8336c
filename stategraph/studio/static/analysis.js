// The analysis of a play: its evaluation, the reason for a loss, and its variations.

import {made, one} from "./dom.js";
import {Comments} from "./comments.js";
import {Evaluation} from "./evaluation.js";
import {Loss} from "./loss.js";
import {LOSES, VERDICTS, verdictOn} from "./verdicts.js";
import {EVERYTHING, WHEN_LOST} from "./words.js";

// Number of variations that are shown at first; number of moves in the text of a variation.
const MAX_LISTED = 6, MAX_SPELLED = 12;

// Milliseconds of a vibration.
const BUZZ = 60;

export class Analysis {
  constructor(page) {
    this.page = page;
    this.evaluation = new Evaluation(move => page.goTo(move));
    this.comments = new Comments(page);
    this.loss = new Loss((move, event) => this.#leave(page.goTo(move), event));
  }

  // Wait for `done`. If a key pressed its button, which disappears, move the focus to the current
  // move.
  async #leave(done, event) {
    await done;
    if (!event.detail) one("trail").querySelector("[aria-current]").focus();
  }

  // Show the analysis of the current play, as far as the chosen help allows.
  show() {
    const {page, page: {play, telling}} = this;
    this.evaluation.show(play, telling >= EVERYTHING);
    this.loss.show(page, telling >= WHEN_LOST);
    this.#variations();
    this.comments.show();
    page.people?.show();
  }

  // Mark the button of a move with the verdict on the move.
  mark(button, move) {
    const {play, telling} = this.page, verdict = verdictOn(play.trail, move);
    this.comments.mark(button, move);
    if (!verdict || telling < (verdict === LOSES ? WHEN_LOST : EVERYTHING)) return;
    button.dataset.mark = verdict;
    button.ariaLabel += `, ${VERDICTS[verdict]}`;
  }

  // Vibrate shortly if the player has lost with the current move, or is `warned` of a losing move.
  buzz(warned = false) {
    const {play, telling} = this.page;
    if (warned || (telling >= WHEN_LOST && play.at && play.lostSince === play.at)) navigator.vibrate?.(BUZZ);
  }

  // Go back to the last state that could still win, if the loss is shown.
  revive() { if (this.loss.move >= 0) this.page.goTo(this.loss.move); }

  #variations() {
    const {play, telling} = this.page, found = play.variations.beside(play.trail);
    const box = one("variations"), all = box.querySelector("details")?.open;
    box.hidden = !found.length;
    const entry = ({line, from, rest}) => {
      const said = (label, k) => {
        const comment = play.variations.commentOn(line.labels.slice(0, from + k + 1));
        return comment ? `${label} {${comment}}` : label;
      };
      const moves = rest.slice(0, MAX_SPELLED).map(said).join(" ") + (rest.length > MAX_SPELLED ? ` … (${rest.length} moves)` : "");
      const fate = this.#fate(line, telling), start = from ? `after move ${from}` : "from the start";
      const button = made("button", {type: "button", ariaLabel: `enter the variation ${start}: ${moves}${fate}`}, `${start}: ${moves}${fate}`);
      button.addEventListener("click", event => this.#leave(this.page.enter(line, from), event));
      return made("li", {}, button);
    };
    const list = some => made("ol", {ariaLabel: "Variations"}, ...some.map(entry));
    const [first, more] = [found.slice(0, MAX_LISTED), found.slice(MAX_LISTED)];
    const rest = more.length ? [made("details", {open: Boolean(all)}, made("summary", {}, `${more.length} more`), list(more))] : [];
    box.replaceChildren(made("h3", {}, "Variations"), list(first), ...rest);
  }

  #fate({steps}, telling) {
    const left = steps?.at(-1).left;
    if (left === 0) return ", won";
    return left < 0 && telling >= WHEN_LOST ? ", lost" : "";
  }
}
