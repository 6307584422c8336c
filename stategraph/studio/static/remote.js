// A level too large to send as a whole: the server sends each state when the player reaches it.

export class Remote {
  // `ask` sends a request about this level.
  /**
   * @param {Bundle} bundle
   * @param {<Name extends keyof Answers>(name: Name, body: object) => Promise<AnswerTo<Name>>} ask
   */
  constructor({head}, ask) {
    this.head = head;
    this.ask = ask;
    /** @type {Map<number, Promise<State | null>>} */
    this.seen = new Map();  // the states that the pointer has pointed at
    this.goal = head.goal;
    this.size = head.states;
    this.shortest = head.shortest ?? null;
    this.profile = head.profile ?? [];
    /** @type {Label[]} */
    this.known = [];  // the solution that a search has found, from the start
  }

  // Return a state. If a newer request replaces this one, the error is `superseded`.
  /** @param {number} node @param {Board} board @returns {Promise<State>} */
  async look(node, board = [-1, ""]) {
    const [source, label] = Array.isArray(board) ? board : [-1, ""];
    const found = await this.ask("look", {node, source, label});
    if (found.error) {
      const {error, superseded} = found;
      throw Object.assign(new Error(error), {superseded});
    }
    found.fresh.forEach(([svg, middle, thing], k) => {
      this.head.pieces[found.first + k] = svg;
      this.head.middles[found.first + k] = middle;
      this.head.things[found.first + k] = thing;
    });
    return {...found, board};
  }

  // Return the states near a state, and the moves between them.
  /** @param {number} node */
  near(node) { return this.ask("near", {node}); }

  // Look for a proof that a state is lost. `source` is the state before the last move, or -1;
  // `trail` has the earlier states of the play whose fate is unknown.
  /**
   * @param {number} node @param {number} source @param {number[]} trail
   * @returns {Promise<LossProof>}
   */
  async prove(node, source, trail) {
    const {dead = [], reason = null} = await this.ask("prove", {node, source, trail});
    return {dead: new Set(dead), reason};
  }

  // Return a state for the picture beside the pointer. If the server refuses the request, return
  // null; a later call sends the request again.
  /** @param {number} node @returns {Promise<Glance | null>} */
  async glance(node) {
    const state = this.seen.get(node) ?? this.look(node).catch(() => {
      this.seen.delete(node);
      return null;
    });
    this.seen.set(node, state);
    return state;
  }

  /** @param {number} node */
  async wayTo(node) { return (await this.ask("way", {node})).labels ?? []; }

  /** @param {number} node */
  async solution(node) {
    const {labels = []} = await this.ask("solution", {node});
    return labels.length || node ? labels : this.known;
  }

  // Return the moves in a text, separated by blanks or commas, up to the first that is illegal.
  /** @param {string} text */
  async read(text) {
    /** @type {Label[]} */
    const labels = [];
    let here = await this.look(0);
    for (const word of text.trim().split(/[\s,]+/).filter(Boolean)) {
      const move = here.moves.find(each => each.label === word);
      if (!move) return {labels, wrong: word};
      labels.push(word);
      here = await this.look(move.target, move.board);
    }
    return {labels, wrong: ""};
  }
}
