// A lost state: the reason, frames on the board, and a button back to the last state that could
// win.

import {made, one, shape} from "./dom.js";

// The kinds of frames of a reason; the side of a frame and the radius of its corners, in cells.
const FRAMES = ["cells", "area", "empty"], SIDE = 0.84, CORNER = 0.12;

export class Loss {
  // `go` is called to go to a move of the play, after an event.
  constructor(go) {
    this.back = made("button", {type: "button", id: "revive"});
    this.back.addEventListener("click", event => go(this.move, event));
    one("loss").append(this.back);
  }

  // Show why the current state of a play is lost, and frame the cells on its board.
  show({play, svg, graph}, shown) {
    const since = play.lostSince, lost = shown && since >= 0;
    const reason = lost ? graph.head.losses?.[play.here.reason] ?? play.here.proof : null;
    this.move = lost ? since - 1 : -1;
    one("loss").className = lost ? "lost" : "";
    if (one("loss-reason").textContent !== (reason?.text ?? "")) one("loss-reason").textContent = reason?.text ?? "";
    this.back.hidden = this.move < 0;
    this.back.textContent = `Back to ${this.move ? `move ${this.move}` : "the start"}`;
    this.back.title = `the last state that ${play.lostByMove ? "could be won" : "is not known to be lost"}; Shift+Backspace`;
    svg.querySelector(".reason")?.remove();
    if (reason) svg.append(framed(reason));
  }
}

// Return the frames of a reason, each with a light line around a dark one.
export function framed(reason) {
  const squares = name => reason[name].flatMap(([x, y]) => ["halo", "line"].map(part =>
    shape("rect", {x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, rx: CORNER, class: `${part} ${name}`})));
  return shape("g", {class: "reason"}, ...FRAMES.flatMap(squares));
}
