// A level too large to send as a whole: the server sends each state when the player reaches it.

export class Remote {
  constructor({head}, ask) {
    this.head = head;
    this.ask = ask;
    this.goal = head.goal;
    this.size = head.states;
    this.shortest = head.shortest;
    this.profile = head.profile;
    this.known = [];  // the solution that a search has found, from the start
  }

  async look(node, board = [-1, ""]) {
    const [source, label] = Array.isArray(board) ? board : [-1, ""];
    const found = await this.ask("look", {node, source, label});
    if (found.error) throw new Error(found.error);
    found.fresh.forEach(([svg, middle, said], k) => {
      this.head.pieces[found.first + k] = svg;
      this.head.middles[found.first + k] = middle;
      this.head.said[found.first + k] = said;
    });
    return {...found, board};
  }

  // Return the states near a state, and the moves between them.
  near(node) { return this.ask("near", {node}); }

  // Look for a proof that a state is lost. `source` is the state before the last move, or -1; `trail`
  // has the earlier states of the play whose fate is unknown.
  async prove(node, source, trail) {
    const {dead = [], reason = null} = await this.ask("prove", {node, source, trail});
    return {dead: new Set(dead), reason};
  }

  // Return a state for the picture beside the pointer.
  async glance(node) {
    this.seen ??= new Map();
    if (!this.seen.has(node)) this.seen.set(node, this.look(node));
    return this.seen.get(node);
  }

  async wayTo(node) { return (await this.ask("way", {node})).labels ?? []; }

  async solution(node) {
    const {labels = []} = await this.ask("solution", {node});
    return labels.length || node ? labels : this.known;
  }

  // Return the moves in a text, separated by blanks or commas, up to the first that is illegal.
  async read(text) {
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
