// The state graph of a bundle. Each query of the page is a method. A query is asynchronous if a
// server answers it for large graphs.

// The code of an unknown chance, and the number of codes per halving of a chance; see
// win_chances.py.
const UNKNOWN_CHANCE = 65535, CHANCE_STEPS = 512;

/**
 * A state inside a label, in the search for the first solution by its text: the first `at`
 * characters of `label` are spelled, after `came`.
 * @typedef {{node: number, label: string[], at: number, came: Spelling | null}} Spelling
 *
 * A state that the first `at` characters of a text lead to, by `label` after `came`.
 * @typedef {{node: number, at: number, label: Label, came: Reading | null}} Reading
 */

export class Graph {
  /** @param {Bundle} bundle */
  constructor({head, arrays}) {
    this.head = head;
    this.names = head.names;
    this.goal = head.goal;
    this.size = head.states;
    this.labels = arrays.labels;
    this.left = arrays.left;
    this.x = arrays.x;
    this.y = arrays.y;
    this.columns = arrays.columns;
    this.traps = arrays.traps;
    this.reasons = arrays.reasons;
    this.chances = arrays.chances;
    /** @type {Uint16Array | null} */
    this.beginners = null;  // codes of the chances of a beginner
    // Offsets, targets and sources of all moves; distance and first move of each state.
    this.offsets = new Int32Array(this.size + 1);
    this.targets = new Int32Array(this.labels.length);
    this.sources = new Int32Array(this.labels.length);
    this.depth = new Int32Array(this.size);
    this.found = new Int32Array(this.size).fill(-1);
    this.#link(arrays);
    this.wins = this.#boardsOfWins(arrays.wins);
    this.shortest = this.left[0];
    this.deepest = this.depth.reduce((most, depth) => Math.max(most, depth), 0);
    this.greedy = !this.names.some(one =>
      this.names.some(other => one !== other && other.startsWith(one)));
  }

  // Compute offsets, targets and sources of all moves, and the move that first leads to each state.
  /** @param {Bundle["arrays"]} arrays */
  #link({degrees, newest}) {
    const moves = this.labels.length;
    for (let node = 0; node < this.size; node++)
      this.offsets[node + 1] = this.offsets[node] + degrees[node];
    let highest = 0;
    for (let node = 0; node < this.size; node++) {
      for (let move = this.offsets[node]; move < this.offsets[node + 1]; move++) {
        let short = 0;
        for (let plane = 3; plane >= 0; plane--) short = short * 256 + newest[plane * moves + move];
        const target = highest + 1 - short;
        this.sources[move] = node;
        this.targets[move] = target;
        if (target > highest) {
          highest = target;
          this.depth[target] = this.depth[node] + 1;
          this.found[target] = move;
        }
      }
    }
  }

  // Return the board after each move into the goal: the goal state that the move reaches.
  /** @param {Numbers} wins */
  #boardsOfWins(wins) {
    /** @type {Map<number, number>} */
    const boards = new Map();
    for (let move = 0; move < this.targets.length; move++)
      if (this.targets[move] === this.goal) boards.set(move, wins[boards.size]);
    return boards;
  }

  // Return a state and its moves in order, each with its target.
  /** @param {number} node @param {Board} board @returns {Promise<State>} */
  async look(node, board = node) {
    const moves = [], number = Number(board);
    for (let move = this.offsets[node]; move < this.offsets[node + 1]; move++)
      moves.push(this.move(move));
    return {
      node, board, moves, left: this.left[node], depth: this.depth[node],
      reason: this.reasons[node] - 1, chance: chanceOf(this.chances, node),
      pieces: this.pieces(number), description: this.head.descriptions[number] ?? "",
    };
  }

  // Return the chance of a beginner to win from a state; null if unknown.
  /** @param {number} node */
  beginner(node) { return this.beginners ? chanceOf(this.beginners, node) : null; }

  // Return a move by its number.
  /** @param {number} move @returns {Move} */
  move(move) {
    const target = this.targets[move];
    const board = this.wins.get(move) ?? target;
    const label = this.labels[move];
    return {
      label: this.names[label], actor: this.head.actors[label] ?? "", target, board,
      left: this.left[target], fatal: this.left[target] < 0 && this.left[this.sources[move]] >= 0,
      pieces: this.pieces(board),
    };
  }

  // Return the numbers of states that can win and of dead states, by distance from the start.
  get profile() {
    const [alive, dead] = [0, 1].map(() => new Array(this.deepest + 1).fill(0));
    for (let node = 0; node < this.size; node++)
      (this.left[node] < 0 ? dead : alive)[this.depth[node]] += 1;
    return [alive, dead];
  }

  // Return the pieces of a board, from the lowest to the topmost.
  /** @param {number} board */
  pieces(board) {
    const found = [];
    for (let at = board; at < this.columns.length; at += this.head.boards)
      if (this.columns[at]) found.push(this.columns[at] - 1);
    return found;
  }

  // Return a state for the picture beside the pointer.
  /** @param {number} node @returns {Glance | Promise<Glance>} */
  glance(node) {
    return {left: this.left[node], depth: this.depth[node], pieces: this.pieces(node)};
  }

  // Return the labels of a shortest path from the start to a state.
  /** @param {number} node */
  async wayTo(node) {
    const labels = [];
    for (let move = this.found[node]; move >= 0; move = this.found[this.sources[move]])
      labels.push(this.names[this.labels[move]]);
    return labels.reverse();
  }

  // Return the labels of the first shortest solution from a state; empty if the state cannot win.
  /** @param {number} node */
  async solution(node) {
    if (this.left[node] <= 0) return [];
    return this.greedy ? this.#byLabel(node) : this.#byText(node);
  }

  // Yield the moves of the shortest solutions from a state.
  /** @param {number} node */
  *#best(node) {
    for (let move = this.offsets[node]; move < this.offsets[node + 1]; move++)
      if (this.left[this.targets[move]] === this.left[node] - 1) yield move;
  }

  /** @param {number} node */
  #byLabel(node) {
    const labels = [];
    while (this.left[node] > 0) {
      let first = -1;
      for (const move of this.#best(node))
        if (first < 0 || this.labels[move] < this.labels[first]) first = move;
      labels.push(this.names[this.labels[first]]);
      node = this.targets[first];
    }
    return labels;
  }

  // Find the first solution by its text, as is necessary if one label is a prefix of another.
  // Character by character, keep all states that the smallest text can lead to.
  /** @param {number} start @returns {Label[]} */
  #byText(start) {
    /** @type {Spelling[]} */
    let front = [{node: start, label: [], at: 0, came: null}];
    for (;;) {
      /** @type {Map<string, Spelling>} */
      const inside = new Map();
      for (let k = 0; k < front.length; k++) {  // grows if labels are empty
        const one = front[k];
        if (one.at < one.label.length) { keep(inside, one); continue; }
        if (this.left[one.node] === 0) return spelled(one);
        for (const move of this.#best(one.node)) {
          const label = [...this.names[this.labels[move]]], node = this.targets[move];
          const next = {node, label, at: 0, came: one};
          if (next.label.length) keep(inside, next); else front.push(next);
        }
      }
      const ahead = [...inside.values()];
      /** @param {Spelling} one */
      const nextOf = one => one.label[one.at].codePointAt(0) ?? 0;
      const smallest = Math.min(...ahead.map(nextOf));
      front = ahead.filter(one => nextOf(one) === smallest)
        .map(one => ({...one, at: one.at + 1}));
    }
  }

  // Return the moves that a text spells: separated by blanks or commas, or without separators.
  /** @param {string} text */
  async read(text) {
    const words = text.trim().split(/[\s,]+/).filter(Boolean);
    if (words.length === 1) return this.#readTogether(words[0]);
    let node = 0;
    for (const [k, word] of words.entries()) {
      const move = this.named(node, word);
      if (move === undefined) return {labels: words.slice(0, k), wrong: word};
      node = this.targets[move];
    }
    return {labels: words, wrong: ""};
  }

  // Return the number of the move of a state with a label, if there is one.
  /** @param {number} node @param {Label} word */
  named(node, word) {
    for (let move = this.offsets[node]; move < this.offsets[node + 1]; move++)
      if (this.names[this.labels[move]] === word) return move;
    return undefined;
  }

  /** @param {string} text */
  #readTogether(text) {
    const tried = new Set();
    /** @type {Reading} */
    let farthest = {node: 0, at: 0, came: null, label: ""};
    const ahead = [farthest];
    for (let one = ahead.pop(); one; one = ahead.pop()) {
      if (tried.has(`${one.node} ${one.at}`)) continue;
      tried.add(`${one.node} ${one.at}`);
      if (one.at > farthest.at) farthest = one;
      if (one.at === text.length) break;
      for (let move = this.offsets[one.node + 1] - 1; move >= this.offsets[one.node]; move--) {
        const name = this.names[this.labels[move]];
        if (name && text.startsWith(name, one.at))
          ahead.push({node: this.targets[move], at: one.at + name.length, came: one, label: name});
      }
    }
    const labels = [];
    for (let one = farthest; one.came; one = one.came) labels.push(one.label);
    return {labels: labels.reverse(), wrong: text.slice(farthest.at)};
  }
}

// Return the chance that codes state for a state; null if unknown.
/** @param {Numbers} codes @param {number} node */
function chanceOf(codes, node) {
  const code = codes[node] ?? UNKNOWN_CHANCE;
  return code === UNKNOWN_CHANCE ? null : code && 2 ** ((1 - code) / CHANCE_STEPS);
}

/** @param {Map<string, Spelling>} inside @param {Spelling} one */
function keep(inside, one) {
  const key = `${one.node} ${one.at} ${one.label.join("")}`;
  if (!inside.has(key)) inside.set(key, one);
}

/** @param {Spelling} last */
function spelled(last) {
  const labels = [];
  for (let one = last; one.came; one = one.came) labels.push(one.label.join(""));
  return labels.reverse();
}
