// Looks states up in a file of hints. It needs only JavaScript.
//
//   const hints = new Hints((from, size) => bytes.subarray(from, from + size));
//   hints.find({player: "3:4", blocks: ["1:2", "2:2"]})    // {left: 7, move: "D"}
//   hints.find({rocket: 3, lucky: 7})                      // {left: null, move: null}: dead
//
// `read(from, size)` returns bytes of the file as a Uint8Array. The file may be in memory or on
// disk. `find` returns undefined for a state that the file omits: one that has won or cannot
// be reached. `left` is "unknown" if the number of moves left is not known.

/**
 * @typedef {string | number} Value
 * @typedef {{kind: string, first: number, width: number, texts: string[]}} Variable
 */

export class Hints {
  /** @param {(from: number, size: number) => Uint8Array} read */
  constructor(read) {
    this.read = read;
    /** @type {Map<string, Variable>} */
    this.variables = new Map();
    /** @type {string[]} */
    this.moves = [];
    /** @type {Record<"states" | "bytes", number[]>} */
    this.sizes = {states: [], bytes: []};
    let head = "", size = 4096;
    while (!head.includes("\n\n")) {
      head = new TextDecoder().decode(read(0, size));
      size *= 2;
    }
    head = head.slice(0, head.indexOf("\n\n") + 2);
    this.from = new TextEncoder().encode(head).length;
    for (const [name, ...row] of head.split("\n").map(line => line.split("\t"))) {
      if (name === "variable") {
        const [variable, kind, first, width, ...texts] = row;
        this.variables.set(variable, {kind, first: Number(first), width: Number(width), texts});
      } else if (name === "moves") {
        this.moves = row;
      } else if (name === "states" || name === "bytes") {
        this.sizes[name] = row.map(Number);
      }
    }
  }

  /** @param {Record<string, Value | Value[]>} values */
  key(values) {
    let key = 0n;
    for (const [name, value] of Object.entries(values)) {
      const variable = this.variables.get(name);
      if (!variable) throw new Error(`the file has no variable ${name}`);
      const {kind, first, width, texts} = variable;
      [value].flat().forEach((item, k) => {
        const number = typeof item === "string" ? texts.indexOf(item) : item;
        key |= kind === "set" ? 1n << BigInt(first + number)
          : BigInt(number) << BigInt(first + k * width);
      });
    }
    return key;
  }

  /** @param {Record<string, Value | Value[]>} values */
  find(values) {
    const wanted = this.key(values), [size, left, move] = this.sizes.bytes;
    const [states] = this.sizes.states;
    let low = 0, high = states;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.number(this.from + middle * size, size) < wanted) low = middle + 1;
      else high = middle;
    }
    if (low === states || this.number(this.from + low * size, size) !== wanted) return undefined;
    const at = this.from + states * size + low * (left + move);
    const moves = Number(this.number(at, left)), most = 256 ** left;
    const known = moves === most - 2 ? "unknown" : moves;
    const best = this.moves[Number(this.number(at + left, move))] ?? null;
    return {left: moves === most - 1 ? null : known, move: best};
  }

  /** @param {number} at @param {number} size */
  number(at, size) {
    let sum = 0n;
    for (const byte of this.read(at, size)) sum = (sum << 8n) | BigInt(byte);
    return sum;
  }
}
