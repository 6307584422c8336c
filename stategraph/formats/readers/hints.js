// Looks states up in a file of hints. It needs nothing but JavaScript.
//
//   const hints = new Hints((from, size) => bytes.subarray(from, from + size));
//   hints.find({player: "3:4", blocks: ["1:2", "2:2"]})    // {left: 7, move: "D"}
//   hints.find({rocket: 3, lucky: 7})                      // {left: null, move: null}: dead
//
// `read(from, size)` gives bytes of the file as a Uint8Array: of one that is held, as above, or of
// one on disk. `find` gives undefined for a state that the file does not know: one that has won, or
// cannot be reached. `left` is "unknown" where nobody knows.

export class Hints {
  constructor(read) {
    this.read = read;
    let head = "", size = 4096;
    while (!head.includes("\n\n")) {
      head = new TextDecoder().decode(read(0, size));
      size *= 2;
    }
    head = head.slice(0, head.indexOf("\n\n") + 2);
    this.from = new TextEncoder().encode(head).length;
    this.variables = new Map();
    for (const [name, ...row] of head.split("\n").map((line) => line.split("\t"))) {
      if (name === "variable") this.variables.set(row[0], [row[1], +row[2], +row[3], row.slice(4)]);
      else if (name === "moves") this.moves = row;
      else if (name === "states" || name === "bytes") this[name] = row.map(Number);
    }
  }

  key(values) {
    let key = 0n;
    for (const [name, value] of Object.entries(values)) {
      const [kind, first, width, texts] = this.variables.get(name);
      (kind === "one" ? [value] : value).forEach((item, k) => {
        const number = typeof item === "string" ? texts.indexOf(item) : item;
        key |= kind === "set" ? 1n << BigInt(first + number) : BigInt(number) << BigInt(first + k * width);
      });
    }
    return key;
  }

  find(values) {
    const wanted = this.key(values), [size, left, move] = this.bytes, [states] = this.states;
    let low = 0, high = states;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.number(this.from + middle * size, size) < wanted) low = middle + 1;
      else high = middle;
    }
    if (low === states || this.number(this.from + low * size, size) !== wanted) return undefined;
    const at = this.from + states * size + low * (left + move);
    const moves = Number(this.number(at, left)), most = 256 ** left;
    const told = moves === most - 1 ? null : moves === most - 2 ? "unknown" : moves;
    return { left: told, move: this.moves[Number(this.number(at + left, move))] ?? null };
  }

  number(at, size) {
    return this.read(at, size).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  }
}
