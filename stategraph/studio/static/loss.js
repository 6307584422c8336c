// A lost state: the reason, frames on the board, and a button back to the last state that could
// win.

import {made, one, shape} from "./dom.js";

// The kinds of frames of a reason; the side of a frame and the radius of its corners, in cells.
/** @type {(keyof Frames)[]} */
const FRAMES = ["cells", "area", "empty"];
const SIDE = 0.84, CORNER = 0.12;

export class Loss {
  // `go` is called to go to a move of the play, after an event.
  /** @param {(move: number, event: MouseEvent) => unknown} go */
  constructor(go) {
    this.text = "";  // the reason that is shown
    this.move = -1;  // the move to go back to, or -1
    this.back = made("button", {type: "button", id: "revive"});
    this.back.addEventListener("click", event => go(this.move, event));
    one("loss").append(this.back);
  }

  // Show why the current state of a play is lost, and frame the cells on its board.
  /** @param {Page} page @param {boolean} shown */
  show({play, svg, graph}, shown) {
    const since = play.lostSince, lost = shown && since >= 0;
    const {reason: number, proof} = play.here;
    const reason = lost ? graph.head.losses[number] ?? proof : null;
    this.move = lost ? since - 1 : -1;
    one("loss").className = lost ? "lost" : "";
    this.#say(reason?.text ?? "");
    this.back.hidden = this.move < 0;
    this.back.textContent = this.move ? `Back to move ${this.move}` : "Back to the start";
    const fate = play.lostByMove ? "could be won" : "is not known to be lost";
    this.back.title = `the last state that ${fate}; Shift+Backspace`;
    svg.querySelector(".reason")?.remove();
    if (reason) svg.append(framed(reason));
  }

  // Say the reason once: screen readers read a text again that is set again.
  /** @param {string} text */
  #say(text) {
    if (text === this.text) return;
    this.text = text;
    one("loss-reason").textContent = text;
  }
}

// Return the frames of a reason, each with a light line around a dark one.
/** @param {Frames} reason */
export function framed(reason) {
  /** @param {keyof Frames} name */
  const squares = name => reason[name].flatMap(([x, y]) => ["halo", "line"].map(part =>
    shape("rect", {
      x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: CORNER,
      class: `${part} ${name}`,
    })));
  return shape("g", {class: "reason"}, ...FRAMES.flatMap(squares));
}
