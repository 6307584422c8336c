// Paths on the board: sequences of moves that bring an actor to a cell.

// Maximum number of states that a search visits.
const MAX_SEARCHED = 20_000;

// Return the labels of a shortest path from a state that brings an actor to a cell, or null. A path
// that moves nothing else is preferred.
/**
 * @param {WholeGraph} graph @param {number} node @param {number[]} pieces @param {Cell} cell
 * @returns {Label[] | null}
 */
export function pathToCell(graph, node, pieces, [row, column]) {
  const {things} = graph.head, others = otherThings(things, pieces);
  /** @param {number[]} board */
  const arrived = board => board.some(piece => {
    const thing = things[piece];
    return Boolean(thing?.walks) && thing?.cell[0] === row && thing.cell[1] === column;
  });
  return shortestPath(graph, node, arrived, board => otherThings(things, board) === others)
    ?? shortestPath(graph, node, arrived, () => true);
}

// Return all pieces on a board except the actors, as text.
/** @param {Head["things"]} things @param {number[]} pieces */
function otherThings(things, pieces) {
  const others = pieces.flatMap(piece => things[piece] ?? []).filter(thing => !thing.walks);
  return [...new Set(others.map(thing => `${thing.name} ${thing.where}`))].sort().join("\n");
}

// Return the labels of a shortest path to a board that has `arrived`, over boards that are
// `allowed`.
/**
 * @param {WholeGraph} graph @param {number} start
 * @param {(board: number[]) => boolean} arrived @param {(board: number[]) => boolean} allowed
 */
function shortestPath(graph, start, arrived, allowed) {
  const came = new Map([[start, -1]]);
  const queue = [start];
  for (let k = 0; k < queue.length && came.size < MAX_SEARCHED; k++) {
    for (let move = graph.offsets[queue[k]]; move < graph.offsets[queue[k] + 1]; move++) {
      const target = graph.targets[move];
      if (came.has(target)) continue;
      const {pieces} = graph.move(move);
      if (!allowed(pieces)) continue;
      came.set(target, move);
      if (arrived(pieces)) return labelsTo(graph, came, target);
      queue.push(target);
    }
  }
  return null;
}

/** @param {WholeGraph} graph @param {Map<number, number>} came @param {number} node */
function labelsTo(graph, came, node) {
  const labels = [];
  let move = came.get(node) ?? -1;
  for (; move >= 0; move = came.get(graph.sources[move]) ?? -1)
    labels.push(graph.names[graph.labels[move]]);
  return labels.reverse();
}
