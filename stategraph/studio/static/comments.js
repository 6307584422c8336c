// Comments on the moves of a play and of its variations, stored with the play.

import {one} from "./dom.js";

export class Comments {
  constructor(page) {
    this.page = page;
    one("comment").addEventListener("change", () => this.#write(one("comment").value.trim()));
  }

  // Show the comment on the current move in its field.
  show() {
    const {play} = this.page;
    one("comment").value = play.variations.commentOn(play.labels.slice(0, play.at));
    one("comment-name").textContent = play.at ? `Comment on move ${play.at}` : "Comment on the start";
  }

  #write(text) {
    const {play} = this.page;
    play.variations.comment(play.labels.slice(0, play.at), text);
    this.mark(one("trail").children[play.at].firstChild, play.at);
  }

  // Mark the button of a move that has a comment.
  mark(button, move) {
    const {play} = this.page;
    button.title = play.variations.commentOn(play.labels.slice(0, move));
    button.classList.toggle("commented", Boolean(button.title));
  }
}
