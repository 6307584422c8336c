// The solution in chapters: a strip of boards, each with its purpose and the mistake that it avoids.

import {made, one} from "./dom.js";
import {count} from "./words.js";

export class Story {
  // `ask`, if available, returns the story of the current level. Otherwise the story is in its
  // graph.
  constructor(page, ask) {
    Object.assign(this, {page, ask});
    one("story").addEventListener("toggle", () => this.#fill());
  }

  // Begin with another level. A story in the graph stays hidden until `reveal` is called.
  begin(graph) {
    this.graph = graph;
    this.filled = null;
    one("story").hidden = !this.ask || !(graph.shortest > 0);
    if (this.ask) this.#fill();
    else one("story").open = false;
  }

  // Show the story, after the player has won or given up.
  reveal() {
    if (this.graph.head.story) one("story").hidden = false;
  }

  async #fill() {
    const {graph} = this, box = one("story-told");
    if (!graph || !one("story").open || one("story").hidden || this.filled === graph) return;
    this.filled = graph;
    box.replaceChildren(made("p", {className: "note"}, "explaining …"));
    const found = this.ask ? await this.ask() : {story: graph.head.story};
    const parts = found.error ? [made("p", {}, found.error)] : await this.#told(graph, found);
    if (this.graph === graph) box.replaceChildren(...parts);
  }

  async #told(graph, {story, more = ""}) {
    const lines = texts => texts.filter(Boolean).map(text => made("p", {}, text));
    if (!story) return lines(["No chapters are known: there are too few or too many of them, or too many states.", more]);
    const cards = [], labels = [];
    let here = await graph.look(0);
    for (const {title, sentences, moves} of story.chapters) {
      for (const label of moves) {
        const move = here.moves.find(each => each.label === label);
        here = await graph.look(move.target, move.board);
        labels.push(label);
      }
      cards.push(this.#card(title, sentences, here.pieces, [...labels]));
    }
    const strip = made("ol", {className: "strip", ariaLabel: `The solution in ${count(cards.length, "chapter")}`}, ...cards);
    return [...lines(story.opening), strip, ...lines([...story.closing, more])];
  }

  // Return the card of a chapter, with the board at its end and a button that goes to this board.
  #card(title, sentences, pieces, labels) {
    const go = made("button", {type: "button", ariaLabel: `go to the end of: ${title}`}, "Go there");
    go.addEventListener("click", () => this.page.then(() => this.page.follow(labels)));
    return made("li", {}, this.page.boards.drawing(pieces), made("p", {}, made("b", {}, title)), ...sentences.map(text => made("p", {}, text)), go);
  }
}
