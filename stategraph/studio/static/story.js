// The solution in chapters: a strip of boards, each with its purpose and the mistake that it
// avoids.

import {made, one} from "./dom.js";
import {count} from "./plurals.js";

export class Story {
  // `ask`, if available, returns the story of the current level. Otherwise the story is in its
  // graph.
  /**
   * @param {Page} page
   * @param {(() => Promise<AnswerTo<"story">>) | null} ask
   */
  constructor(page, ask) {
    this.page = page;
    this.ask = ask;
    /** @type {AnyGraph | null} */
    this.graph = null;
    /** @type {AnyGraph | null} */
    this.filled = null;  // the graph whose story is shown
    one("story").addEventListener("toggle", () => this.#fill());
  }

  // Begin with another level. A story in the graph stays hidden until `reveal` is called.
  /** @param {AnyGraph} graph */
  begin(graph) {
    this.graph = graph;
    this.filled = null;
    one("story").hidden = !this.ask || !((graph.shortest ?? 0) > 0);
    if (this.ask) this.#fill();
    else one("story").open = false;
  }

  // Show the story, after the player has won or given up.
  reveal() {
    if (this.graph?.head.story) one("story").hidden = false;
  }

  async #fill() {
    const {graph} = this, box = one("story-text");
    if (!graph || !one("story").open || one("story").hidden || this.filled === graph) return;
    this.filled = graph;
    box.replaceChildren(made("p", {className: "note"}, "explaining …"));
    const found = this.ask ? await this.ask() : {story: graph.head.story ?? null, error: ""};
    const reason = [made("p", {}, found.error ?? "")];
    const parts = found.error ? reason : await this.#parts(graph, found).catch(error => {
      if (this.graph === graph && !error.superseded) throw error;
      return [];  // another level is opened, and the server no longer has the states
    });
    if (this.graph === graph) box.replaceChildren(...parts);
  }

  // Return the story as elements.
  /** @param {AnyGraph} graph @param {Answers["story"]} found */
  async #parts(graph, {story, more = ""}) {
    /** @param {string[]} texts */
    const lines = texts => texts.filter(Boolean).map(text => made("p", {}, text));
    if (!story) {
      const none = "No chapters are known: there are too few or too many of them,";
      return lines([`${none} or too many states.`, more]);
    }
    const cards = [], /** @type {Label[]} */ labels = [];
    let here = await graph.look(0);
    for (const {title, sentences, moves} of story.chapters) {
      for (const label of moves) {
        const move = here.moves.find(each => each.label === label);
        if (!move) throw new Error(`the story has the illegal move ${label}`);
        here = await graph.look(move.target, move.board);
        labels.push(label);
      }
      cards.push(this.#card(title, sentences, here.pieces, [...labels]));
    }
    const ariaLabel = `The solution in ${count(cards.length, "chapter")}`;
    const strip = made("ol", {className: "strip", ariaLabel}, ...cards);
    return [...lines(story.opening), strip, ...lines([...story.closing, more])];
  }

  // Return the card of a chapter, with the board at its end and a button that goes to this board.
  /**
   * @param {string} title @param {string[]} sentences
   * @param {number[]} pieces @param {Label[]} labels
   */
  #card(title, sentences, pieces, labels) {
    const ariaLabel = `go to the end of: ${title}`;
    const go = made("button", {type: "button", ariaLabel}, "Go there");
    go.addEventListener("click", () => this.page.then(() => this.page.follow(labels)));
    const words = sentences.map(text => made("p", {}, text));
    const board = this.page.boards.drawing(pieces);
    return made("li", {}, board, made("p", {}, made("b", {}, title)), ...words, go);
  }
}
