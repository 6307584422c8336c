// Descriptions of boards for screen readers: the actors, the cells beside them, and other pieces.

/** @type {[string, number, number][]} */
const ROUND = [["above", -1, 0], ["to the right", 0, 1], ["below", 1, 0], ["to the left", 0, -1]];

// Names that are not read out.
const PLAIN = new Set(["wall", "floor", ""]);

// Return the description of a board, actors first; "" if no piece has a name.
/** @param {Head} head @param {number[]} pieces */
export function boardInWords(head, pieces) {
  const {walkers, others, there} = named(head, pieces);
  const held = new Set(there.map(thing => String(thing.cell)));
  const marks = head.ground.flatMap((names, r) => names.flatMap((name, c) =>
    PLAIN.has(name) || held.has(`${r},${c}`) ? [] : `${name} at row ${r}, column ${c}`));
  return [...walkers, ...others.map(at), ...marks].join("; ");
}

// Return the description of a move's effects: the actors, and other pieces that are on new cells.
/** @param {Head} head @param {number[]} pieces @param {number[]} before */
export function moveInWords(head, pieces, before) {
  const known = new Set(before), {walkers} = named(head, pieces);
  const fresh = named(head, pieces.filter(piece => !known.has(piece))).others;
  return [...walkers, ...fresh.map(at)].join("; ");
}

/** @param {Thing} thing */
const at = thing => `${thing.name} ${thing.where}`;

/** @param {Head} head @param {number[]} pieces */
function named(head, pieces) {
  const things = pieces.flatMap(piece => head.things[piece] ?? []);
  const there = [...new Map(things.map(thing => [at(thing), thing])).values()];
  const walkers = there.filter(thing => thing.walks);
  return {
    there,
    walkers: walkers.map(thing => [at(thing), ...around(head, there, thing)].join(", ")),
    others: there.filter(thing => !thing.walks),
  };
}

// Return the names of the contents of the four cells beside a piece, if contents have names.
/** @param {Head} head @param {Thing[]} there @param {Thing} thing */
function around(head, there, {cell: [row, column]}) {
  if (!head.ground.length) return [];
  return ROUND.map(([direction, down, right]) => {
    const [r, c] = [row + down, column + right];
    const thing = there.findLast(one => one.cell[0] === r && one.cell[1] === c);
    return `${thing?.name ?? head.ground[r]?.[c] ?? "nothing"} ${direction}`;
  });
}
