// Keys for playing: arrows, the letters of labels, and the general keys of the page.

/** @type {Record<string, string>} */
const ARROW_KEYS = {ArrowUp: "U", ArrowRight: "R", ArrowDown: "D", ArrowLeft: "L"};
/** @type {Record<string, string>} */
const SECOND = {w: "U", d: "R", s: "D", a: "L"};

// Milliseconds to wait for another letter that makes a label longer.
const PATIENCE = 900;

export class Keys {
  /** @param {string[]} prefixes */
  constructor(prefixes) {
    this.prefixes = prefixes;
    this.typed = "";
    this.last = 0;
  }

  // Return the legal label that the pressed keys spell, or "" if they spell none yet.
  /** @param {KeyboardEvent} event @param {Label[]} legal */
  label(event, legal) {
    const direction = ARROW_KEYS[event.key];
    if (direction !== undefined) {
      this.typed = "";
      const meant = this.prefixes.map(prefix => prefix + direction);
      return legal.includes(meant[0]) ? meant[0] : "";
    }
    if (event.key === "Enter") return this.#exact(legal);
    if (event.key === " ") return legal.length === 1 ? legal[0] : "";
    if (event.key.length !== 1) return "";
    return this.#letter(event, legal);
  }

  /** @param {KeyboardEvent} event @param {Label[]} legal */
  #letter(event, legal) {
    if (event.timeStamp - this.last > PATIENCE) this.typed = "";
    this.last = event.timeStamp;
    /** @param {string} text */
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

  // Return the typed letters if they are a legal label, and clear them.
  /** @param {Label[]} legal */
  #exact(legal) {
    const text = this.typed;
    this.typed = "";
    return legal.find(label => label.toUpperCase() === text) ?? "";
  }
}
