// The drawer of versions: the line of undo and redo, the other branches, and the version's name.

import {made, one} from "./dom.js";
import {count} from "./words.js";

export class Versions {
  constructor(studio) {
    this.studio = studio;
    one("version-name").addEventListener("change", event => studio.rename(event.target.value.trim()));
    one("forget").addEventListener("click", () => studio.forget());
  }

  show() {
    const {history} = this.studio, {line, at} = history, focused = one("version-name") === document.activeElement;
    one("unedit").disabled = at <= 0;
    one("reedit").disabled = at >= line.length - 1;
    one("versions").replaceChildren(...line.map(version => this.#item(version)));
    const branches = history.branches();
    one("branches").hidden = !branches.length;
    one("branches-summary").textContent = `Other branches: ${branches.length}`;
    one("branches-list").replaceChildren(...branches.map(branch => this.#branch(branch)));
    if (!focused) one("version-name").value = history.current?.title ?? "";
    for (const button of ["forget", "delete-version"]) one(button).disabled = line.length + branches.length < 2;
    const strip = one("versions"), current = strip.children[at];
    if (current) strip.scrollLeft = Math.max(0, current.offsetLeft - strip.offsetLeft - strip.clientWidth / 2);
  }

  #branch({from, versions}) {
    const words = from ? `After version ${this.studio.history.numberOf(from)}` : "Another beginning";
    return made("li", {}, made("span", {className: "note"}, words), made("ol", {className: "versions", ariaLabel: words}, ...versions.map(version => this.#item(version))));
  }

  #item(version) {
    const {studio} = this, {history} = studio, number = history.numberOf(version);
    const {numbers, picture, title, saved} = version, verdict = verdictOf(version);
    const states = numbers ? `${count(numbers.states, "state")}, ${numbers.dead_states?.toLocaleString("en") ?? "?"} dead` : "";
    const files = saved.map(key => key.slice(key.indexOf("\n") + 1)).join(", ");
    const notes = [title, states, files && `file ${files}`].filter(Boolean);
    const go = made("button", {type: "button", ariaLabel: [`version ${number}: ${verdict}`, ...notes].join(", ")},
      ...(picture ? [made("img", {src: picture, alt: ""})] : []), made("span", {}, `${number}: ${verdict}`),
      ...(title ? [made("strong", {}, title)] : []), made("small", {}, states));
    if (files) go.append(made("small", {}, `▤ ${files}`));
    if (version === history.current) go.setAttribute("aria-current", "true");
    go.addEventListener("click", () => studio.visit(version));
    const pinned = version === studio.yardstick;
    const pin = made("button", {type: "button", className: "pin", title: "compare with this version", ariaPressed: String(pinned), ariaLabel: `compare with version ${number}`}, "⚖");
    pin.addEventListener("click", () => studio.pin(version));
    return made("li", {}, go, pin);
  }
}

// Return the number of moves to win a version, in words.
function verdictOf({numbers, stopped, wrong}) {
  if (wrong) return "cannot be played";
  if (!numbers) return "…";
  if (numbers.shortest !== null) return count(numbers.shortest, "move");
  return stopped ? "unknown" : "no solution";
}
