// Keys that play: arrows, the letters of labels, and those that every page knows.

const ARROW_KEYS = {ArrowUp: "U", ArrowRight: "R", ArrowDown: "D", ArrowLeft: "L"};
const SECOND = {w: "U", d: "R", s: "D", a: "L"};

// So long, in milliseconds, letters are waited for that make a label longer.
const PATIENCE = 900;

export class Keys {
  constructor(prefixes) {
    this.prefixes = prefixes;
    this.typed = "";
    this.last = 0;
  }

  // The label that a key plays among those that are legal; "" where there is none (yet).
  label(event, legal) {
    const way = ARROW_KEYS[event.key];
    if (way !== undefined) {
      this.typed = "";
      const meant = this.prefixes.map(prefix => prefix + way);
      return legal.includes(meant[0]) ? meant[0] : "";
    }
    if (event.key === "Enter") return this.#exact(legal);
    if (event.key === " ") return legal.length === 1 ? legal[0] : "";
    if (event.key.length !== 1) return "";
    return this.#letter(event, legal);
  }

  #letter(event, legal) {
    if (event.timeStamp - this.last > PATIENCE) this.typed = "";
    this.last = event.timeStamp;
    const fits = text => legal.filter(label => label.toUpperCase().startsWith(text));
    let text = this.typed + event.key.toUpperCase();
    if (!fits(text).length) text = event.key.toUpperCase();
    const found = fits(text);
    this.typed = found.length ? text : "";
    if (found.length === 1 && found[0].toUpperCase() === text) return this.#exact(legal);
    if (found.length) return "";
    const second = SECOND[event.key.toLowerCase()];
    const meant = this.prefixes.length > 1 && second ? this.prefixes[1] + second : "";
    return legal.includes(meant) ? meant : "";
  }

  // What is typed, where it is a label; the letters are used up.
  #exact(legal) {
    const text = this.typed;
    this.typed = "";
    return legal.find(label => label.toUpperCase() === text) ?? "";
  }
}
