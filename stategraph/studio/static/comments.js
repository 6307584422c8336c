// Comments on the moves of a play and of its variations, stored with the play.

import {one, within} from "./dom.js";

export class Comments {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    one("comment").addEventListener("change", () => this.#write(one("comment").value.trim()));
  }

  // Show the comment on the current move in its field.
  show() {
    const {play} = this.page;
    const where = play.at ? `move ${play.at}` : "the start";
    one("comment").value = play.variations.commentOn(play.labels.slice(0, play.at));
    one("comment-name").textContent = `Comment on ${where}`;
  }

  /** @param {string} text */
  #write(text) {
    const {play} = this.page;
    play.variations.comment(play.labels.slice(0, play.at), text);
    this.mark(within(one("trail").children[play.at], "button"), play.at);
  }

  // Mark the button of a move that has a comment.
  /** @param {HTMLElement} button @param {number} move */
  mark(button, move) {
    const {play} = this.page;
    button.title = play.variations.commentOn(play.labels.slice(0, move));
    button.classList.toggle("commented", Boolean(button.title));
  }
}
