// The drawer of versions: the line of undo and redo, the other branches, and the version's name.

import {made, one} from "./dom.js";
import {count} from "./plurals.js";

export class Versions {
  /** @param {Studio} studio */
  constructor(studio) {
    this.studio = studio;
    const name = one("version-name");
    name.addEventListener("change", () => studio.rename(name.value.trim()));
    one("forget").addEventListener("click", () => studio.forget());
  }

  show() {
    const {history} = this.studio, {line, at} = history;
    const focused = one("version-name") === document.activeElement;
    one("unedit").disabled = at <= 0;
    one("reedit").disabled = at >= line.length - 1;
    one("versions").replaceChildren(...line.map(version => this.#item(version)));
    const branches = history.branches();
    one("branches").hidden = !branches.length;
    one("branches-summary").textContent = `Other branches: ${branches.length}`;
    one("branches-list").replaceChildren(...branches.map(branch => this.#branch(branch)));
    if (!focused) one("version-name").value = history.current?.title ?? "";
    one("forget").disabled = one("delete-version").disabled = line.length + branches.length < 2;
    const strip = one("versions");
    const current = /** @type {HTMLElement | undefined} */ (strip.children[at]);
    if (!current) return;
    const middle = current.offsetLeft - strip.offsetLeft - strip.clientWidth / 2;
    strip.scrollLeft = Math.max(0, middle);
  }

  /** @param {{from: Version | null, versions: Version[]}} branch */
  #branch({from, versions}) {
    const words = from ? `After version ${this.studio.history.numberOf(from)}`
      : "Another beginning";
    const items = versions.map(version => this.#item(version));
    return made("li", {}, made("span", {className: "note"}, words),
      made("ol", {className: "versions", ariaLabel: words}, ...items));
  }

  /** @param {Version} version */
  #item(version) {
    const {studio} = this, {history} = studio, number = history.numberOf(version);
    const {picture, title, saved} = version, name = `${number}: ${verdictOf(version)}`;
    const states = sizeOf(version);
    const files = saved.map(key => key.slice(key.indexOf("\n") + 1)).join(", ");
    const notes = [title, states, files && `file ${files}`].filter(Boolean);
    const ariaLabel = [`version ${name}`, ...notes].join(", ");
    const go = made("button", {type: "button", ariaLabel},
      ...(picture ? [made("img", {src: picture, alt: ""})] : []), made("span", {}, name),
      ...(title ? [made("strong", {}, title)] : []), made("small", {}, states));
    if (files) go.append(made("small", {}, `▤ ${files}`));
    if (version === history.current) go.setAttribute("aria-current", "true");
    go.addEventListener("click", () => studio.visit(version));
    const pinned = version === studio.yardstick;
    const pin = made("button", {
      type: "button", className: "pin", title: "compare with this version",
      ariaPressed: String(pinned), ariaLabel: `compare with version ${number}`,
    }, "⚖");
    pin.addEventListener("click", () => studio.pin(version));
    return made("li", {}, go, pin);
  }
}

// Return the numbers of states of a version in words, "" if they are unknown.
/** @param {Version} version */
function sizeOf({numbers}) {
  if (!numbers) return "";
  const dead = numbers.dead_states?.toLocaleString("en") ?? "?";
  return `${count(numbers.states ?? 0, "state")}, ${dead} dead`;
}

// Return the number of moves to win a version, in words.
/** @param {Version} version */
function verdictOf({numbers, stopped, wrong}) {
  if (wrong) return "cannot be played";
  if (!numbers) return "…";
  if (numbers.shortest !== null) return count(numbers.shortest, "move");
  return stopped ? "unknown" : "no solution";
}
