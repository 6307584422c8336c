// Paths on the board: sequences of moves that bring an actor to a cell.

// Maximum number of states that a search visits.
const MAX_SEARCHED = 20_000;

// Return the labels of a shortest path from a state that brings an actor to a cell, or null if
// there is none. A path that moves nothing else is preferred.
export function pathToCell(graph, node, pieces, [row, column]) {
  const {said} = graph.head, others = otherThings(said, pieces);
  const arrived = board => board.some(piece => {
    const thing = said[piece];
    return thing?.walks && thing.cell[0] === row && thing.cell[1] === column;
  });
  return shortestPath(graph, node, arrived, board => otherThings(said, board) === others)
    ?? shortestPath(graph, node, arrived, () => true);
}

// Return all pieces on a board except the actors, as text.
function otherThings(said, pieces) {
  const things = pieces.map(piece => said[piece]).filter(thing => thing && !thing.walks);
  return [...new Set(things.map(thing => `${thing.name} ${thing.where}`))].sort().join("\n");
}

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

function labelsTo(graph, came, node) {
  const labels = [];
  for (let move = came.get(node); move >= 0; move = came.get(graph.sources[move]))
    labels.push(graph.names[graph.labels[move]]);
  return labels.reverse();
}
