// The state graph with contracted walks or turns: each node is a class of states, and each move is
// a push, a walk or a turn. stategraph/studio/contraction.py describes its data.

import {Graph} from "./graph.js";

export class Contraction extends Graph {
  // `lift` returns the moves to a node.
  /** @param {Bundle} data @param {(node: number) => Promise<{labels?: Label[]}>} lift */
  constructor(data, lift) {
    super(data);
    this.owner = data.arrays.owner;  // the node of each state
    this.first = data.arrays.first;  // the first state of each node
    this.lift = lift;
    this.hash = "";    // the hash of the level
    /** @type {AnyGraph | null} */
    this.real = null;  // the graph of states
  }

  // Return a play as steps between nodes.
  /** @param {{node: number}[]} steps */
  steps(steps) {
    return steps.map(({node}) => ({node: this.owner[node], depth: this.depth[this.owner[node]]}));
  }

  // Return the nodes of some states.
  /** @param {number[]} states */
  nodesOf(states) { return [...new Set(states.map(state => this.owner[state]))]; }

  // Return the states of some nodes, in ascending order.
  /** @param {number[]} nodes */
  statesOf(nodes) {
    const chosen = new Uint8Array(this.size);
    for (const node of nodes) chosen[node] = 1;
    return [...this.owner.keys()].filter(state => chosen[this.owner[state]]);
  }

  // Return the first state of a node for the picture beside the pointer, with the units to it.
  /** @param {number} node @returns {Promise<Glance>} */
  async glance(node) {
    const {pieces = []} = await this.real?.glance(this.first[node]) ?? {};
    const move = this.found[node];
    const {nouns} = this.head, by = move < 0 ? "" : this.names[this.labels[move]];
    return {left: this.left[node], depth: this.depth[node], pieces, nouns, by};
  }

  // Return the moves from the start to the first state of a node.
  /** @param {number} node */
  async wayTo(node) { return (await this.lift(node)).labels ?? []; }
}
