// The play beside the board: the status line, the buttons of moves, and the trail of moves made.

import {made, one} from "./dom.js";
import {moveInWords, boardInWords} from "./descriptions.js";
import {isDead} from "./verdicts.js";
import {count} from "./plurals.js";

// The levels of help; each level includes the previous levels.
export const NOTHING = 0, WHEN_LOST = 1, BEFORE = 2, EVERYTHING = 3;

export class PlayView {
  /** @param {Page} page */
  constructor(page) { this.page = page; }

  // Show the current state of the play.
  show() {
    this.#board();
    this.status();
    this.moves();
    this.trail();
  }

  // Describe the graph and its solution.
  describe() {
    const {head, known, shortest} = this.page.graph, [first, second] = head.arrows;
    one("family").textContent = head.summary ? `${head.family}: ${head.summary}.` : head.name;
    const traps = `${count(head.dead, "dead state")}, ${count(head.trap_moves, "trap move")}.`;
    const rest = head.stopped ? `The graph is incomplete: it stopped at the ${head.stopped}.`
      : traps;
    const size = `${count(head.states, "state")}, ${count(head.moves, "move")}.`;
    one("facts").textContent = `${size} ${solvability(head.why, shortest, known)} ${rest}`;
    const stop = head.runner.endsWith("s") ? "stop" : "stops";
    one("runner").textContent =
      head.runner ? `The ${head.runner} never ${stop}; you move in between.` : "";
    one("walking").hidden = !head.runner;
    one("second").textContent =
      second ? ` The arrow keys move ${first}; W, A, S and D move ${second}.` : "";
    one("chart").setAttribute("aria-label", `The state graph: ${count(head.states, "state")}. `
      + "Every state is a mark; a ring marks yours.");
  }

  #board() {
    const {page: {boards, graph: {head}, play, svg}} = this, {pieces, description} = play.here;
    const about = play.made ? `The board after move ${play.made}` : "The board at the start";
    const words = description || boardInWords(head, pieces);
    boards.show(svg, pieces, words ? `${about}: ${words}.` : about);
    const before = play.trail[play.at - 1];
    one("announcement").textContent =
      description || !before ? words : moveInWords(head, pieces, before.pieces);
  }

  // Show the status line, with a message at its end, and the state of all controls of the play.
  status(message = "") {
    const {page: {autoplay, graph, helpLevel, play}} = this, {here: {left}, made: moves} = play;
    one("status").textContent = [standing(play, helpLevel), message].filter(Boolean).join(" ");
    const lost = play.lostSince >= 0 && helpLevel ? "lost" : "";
    one("status").className = play.won ? "won" : lost;
    this.#progress(helpLevel >= EVERYTHING ? left : null, moves);
    one("undo").disabled = one("reset").disabled = !play.at;
    one("redo").disabled = play.at === play.trail.length - 1;
    one("hint").disabled = play.won || (isDead(left) && !play.at);
    one("solve").disabled = (graph.shortest ?? 0) <= 0 && !graph.known?.length;
    this.#autoplay(autoplay);
  }

  /** @param {Autoplay} autoplay */
  #autoplay({filming, tick, walking}) {
    one("tick").disabled = one("walk").disabled = !tick;
    one("walk").textContent = walking ? "Halt" : "Walk";
    one("solve").textContent = filming ? "Stop" : "Show solution";
  }

  // Show the share of the moves that are made, if the number of moves left is known and shown.
  /** @param {MovesLeft} left @param {number} moves */
  #progress(left, moves) {
    const bar = one("left"), all = moves + Math.max(0, left ?? 0);
    bar.hidden = left === null || isDead(left);
    bar.max = Math.max(1, all);
    bar.value = moves;
    bar.setAttribute("aria-label", `${moves} of ${all} moves made`);
  }

  // Show the buttons of the legal moves, by actor.
  moves() {
    const {play} = this.page, box = one("moves"), focused = this.#focusedLabel(box);
    /** @type {Map<string, Move[]>} */
    const groups = new Map();
    for (const move of play.here.moves)
      groups.set(move.actor, [...groups.get(move.actor) ?? [], move]);
    box.replaceChildren(...[...groups].map(([actor, moves]) => {
      const name = actor ? [made("span", {className: "actor"}, actor)] : [];
      const group = {className: "side", role: "group", ariaLabel: actor || "moves"};
      return made("div", group, ...name, ...moves.map(move => this.#button(move)));
    }));
    if (!groups.size) box.append(made("p", {className: "note"}, whyNoMove(play)));
    if (focused !== null) (this.buttonOf(focused) ?? one("undo")).focus();
  }

  // Return the label of the move whose button has the focus, else null.
  /** @param {HTMLElement} box */
  #focusedLabel(box) {
    const {activeElement} = document;
    return activeElement instanceof HTMLElement && box.contains(activeElement)
      ? activeElement.dataset.label ?? null : null;
  }

  // Return the button of a legal move, if there is one.
  /** @param {Label} label @returns {HTMLElement | null} */
  buttonOf(label) { return one("moves").querySelector(`[data-label="${CSS.escape(label)}"]`); }

  /** @param {Move} move */
  #button(move) {
    const {page} = this, {graph, helpLevel} = page;
    const hint = foretold(move, helpLevel), arrow = arrowed(move.label, graph.head.arrows);
    const key = made("kbd", {}, move.label);
    const button = made("button", {type: "button", className: "move"}, key);
    if (arrow) button.append(made("span", {className: "arrow", ariaHidden: "true"}, arrow));
    if (hint) button.append(made("small", {}, hint));
    if (move.fatal && helpLevel >= BEFORE) button.classList.add("fatal");
    button.dataset.label = move.label;
    button.addEventListener("click", () => page.then(() => page.makeLabel(move.label)));
    return button;
  }

  // Show the moves of the play, and the moves that cannot be played in this version.
  trail() {
    const {play} = this.page, list = one("trail");
    const focused = list.contains(document.activeElement);
    list.replaceChildren(
      ...play.trail.map((step, k) => made("li", {}, this.#trailButton(step.label, k))),
      ...play.rest.map((label, k) => {
        const words = k ? label : `${label}: cannot be played here`;
        const className = k ? "untried" : "failed";
        return made("li", {className, title: words, ariaLabel: words}, label);
      }));
    const current = /** @type {HTMLElement} */ (list.children[play.at]);
    if (focused) this.trailButton(play.at).focus();
    const middle = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollTop = Math.max(0, middle);
  }

  // Return the button of a move in the trail.
  /** @param {number} move */
  trailButton(move) {
    return /** @type {HTMLElement} */ (one("trail").children[move].firstElementChild);
  }

  /** @param {Label} label @param {number} move */
  #trailButton(label, move) {
    const {page} = this, {at} = page.play;
    const button = made("button", {type: "button"}, move ? label : "start");
    button.ariaLabel = move ? `go to move ${move}: ${label}` : "go to the start";
    button.tabIndex = move === at ? 0 : -1;
    if (move === at) button.setAttribute("aria-current", "step");
    if (move > at) button.classList.add("ahead");
    button.addEventListener("click", () => page.goTo(move));
    page.analysis.mark(button, move);
    return button;
  }
}

// Return a sentence on the solution of a level; `why` is the reason if it has none.
/** @param {string} why @param {MovesLeft} shortest @param {Label[]} [known] */
function solvability(why, shortest, known) {
  if (shortest === null && known?.length) return `It can be won in ${count(known.length, "move")}.`;
  if (shortest === null) return "It is unknown whether it can be won.";
  if (!isDead(shortest)) return `The shortest solution has ${count(shortest, "move")}.`;
  return why ? `It cannot be won: ${why}.` : "It cannot be won.";
}

/** @param {Play} play */
function whyNoMove({won, here}) {
  if (won) return "You are there.";
  return here.left === null ? "The moves here are unknown." : "No move is left.";
}

// Return the status line of a play, for a level of help.
/** @param {Play} play @param {number} helpLevel */
export function standing(play, helpLevel) {
  if (play.won) return victory(play.made, play.graph.shortest);
  const {lostSince, lostByMove, here: {left, moves}} = play;
  const parts = [`${count(play.made, "move")} made.`];
  if (helpLevel >= WHEN_LOST && lostSince === 0) parts.push("This level cannot be won.");
  else if (helpLevel >= WHEN_LOST && lostSince > 0)
    parts.push(`You can no longer win${lostByMove ? ` since move ${lostSince}` : ""}.`);
  else if (helpLevel >= EVERYTHING && left !== null) parts.push(`${count(left, "move")} left.`);
  if (!moves.length && left === null) parts.push("The moves here are unknown.");
  else if (!moves.length) parts.push("There is no move here.");
  return parts.join(" ");
}

/** @param {number} moves @param {MovesLeft} shortest */
function victory(moves, shortest) {
  if (!moves) return "Won: the start is the goal.";
  const won = `Won in ${count(moves, "move")}`;
  if (shortest === null) return `${won}. The fewest moves are unknown.`;
  if (moves === shortest) return `${won}: a shortest solution.`;
  return `${won}; a shortest solution has ${shortest}.`;
}

// Return the hint that a move's button shows beside the label.
/** @param {Move} move @param {number} helpLevel */
export function foretold(move, helpLevel) {
  if (helpLevel < BEFORE) return "";
  if (move.fatal) return "loses";
  if (helpLevel < EVERYTHING || move.left === null || move.left < 0) return "";
  return move.left === 0 ? "wins" : `${move.left} left`;
}

/** @type {Record<string, string>} */
const ARROWS = {U: "↑", R: "→", D: "↓", L: "←"};

// Return the arrow for a label's direction, if it has one.
/** @param {Label} label @param {string[]} prefixes */
export function arrowed(label, prefixes) {
  const prefix = prefixes.find(one => label.startsWith(one) && ARROWS[label.slice(one.length)]);
  return prefix === undefined ? "" : ARROWS[label.slice(prefix.length)];
}
