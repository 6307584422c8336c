// Automatic moves: the film of a solution, and actors that walk by the clock.

import {one} from "./dom.js";
import {isDead} from "./verdicts.js";

// Milliseconds for each board of a solution.
const STEP = 450;

/** @param {number} milliseconds */
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

export class Autoplay {
  // Each run has a time as its number; 0: it does not run. Another number ends the run before.
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.filming = 0;
    this.walking = 0;
  }

  // The next move of the actors that never stop, if there are any.
  get tick() {
    const {graph, play} = this.page, {runner} = graph.head;
    return runner ? play.here.moves.find(each => each.actor === runner) : undefined;
  }

  // End the film; a move, a jump or an undo of the player does this.
  stopFilm() { this.filming = 0; }

  // End the film and the walk, and return true if one of them ran.
  stop() {
    const ran = Boolean(this.filming || this.walking);
    this.filming = this.walking = 0;
    return ran;
  }

  // The player, or another source than a film or a walk, has changed the play.
  /** @param {Change} why */
  changed(why) {
    if (why !== "move" || this.page.play.won) this.walking = 0;
    if (why === "begin") this.filming = 0;
  }

  // Let the actors that never stop move at regular times; the player moves in between.
  async walk() {
    this.stopFilm();
    const {page} = this, run = this.walking = this.walking ? 0 : performance.now();
    page.playView.status();
    while (run) {
      await pause(Number(one("pace").value));
      if (this.walking !== run) return;
      await page.then(() => this.walking === run && this.makeTick());
      if (this.walking === run && (page.armed || !this.tick)) break;
    }
    if (this.walking === run) this.walking = 0;
    one("walk").textContent = "Walk";
  }

  async makeTick() {
    if (this.tick) await this.page.make(this.tick);
  }

  // Play the first shortest solution from the current state, or from the start if this state is
  // dead. A second call ends the film.
  async film() {
    const {page} = this;
    if (this.filming) { this.stopFilm(); page.playView.status(); return; }
    this.walking = 0;
    page.recorder.keep();
    page.story.reveal();
    const labels = await this.#solution();
    const run = this.filming = performance.now();
    for (const label of labels) {
      await pause(STEP);
      if (this.filming !== run) return;
      await page.then(() => this.filming === run && page.play.makeShown(label));
    }
    if (this.filming === run) this.filming = 0;
    page.playView.status();
  }

  async #solution() {
    const {graph, play} = this.page;
    if (isDead(play.here.left) || play.won) await play.reset();
    const labels = await graph.solution(play.here.node);
    if (labels.length || !graph.known?.length) return labels;
    await play.reset();
    return graph.known;
  }
}
