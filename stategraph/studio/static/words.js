// Messages for the player.

// The levels of help; each level includes the previous levels.
export const NOTHING = 0, WHEN_LOST = 1, BEFORE = 2, EVERYTHING = 3;

export function count(number, noun) {
  const plural = /[sx]$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
}

// Return the status line of a play, for a level of help.
export function standing(play, telling) {
  const shortest = play.graph.shortest;
  if (play.won) {
    if (!play.made) return "Won: the start is the goal.";
    const won = `Won in ${count(play.made, "move")}`;
    if (shortest === null) return `${won}. The fewest moves are unknown.`;
    return play.made === shortest ? `${won}: a shortest solution.` : `${won}; a shortest solution has ${shortest}.`;
  }
  const parts = [`${count(play.made, "move")} made.`];
  const lost = play.lostSince;
  if (telling >= WHEN_LOST && lost === 0) parts.push("This level cannot be won.");
  else if (telling >= WHEN_LOST && lost > 0) parts.push(`You can no longer win${play.lostByMove ? ` since move ${lost}` : ""}.`);
  else if (telling >= EVERYTHING && play.here.left !== null) parts.push(`${count(play.here.left, "move")} left.`);
  if (!play.here.moves.length) parts.push(play.here.left === null ? "The moves here are unknown." : "There is no move here.");
  return parts.join(" ");
}

// Return the hint that a move's button shows beside the label.
export function foretold(move, telling) {
  if (telling < BEFORE) return "";
  if (move.fatal) return "loses";
  if (telling < EVERYTHING || move.left === null || move.left < 0) return "";
  return move.left === 0 ? "wins" : `${move.left} left`;
}

const ARROWS = {U: "↑", R: "→", D: "↓", L: "←"};

// Return the arrow for a label's direction, if it has one.
export function arrowed(label, prefixes) {
  const prefix = prefixes.find(one => label.startsWith(one) && ARROWS[label.slice(one.length)]);
  return prefix === undefined ? "" : ARROWS[label.slice(prefix.length)];
}
