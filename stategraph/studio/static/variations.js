// The lines of a play that the player has left: together with the present moves, a tree.

// Maximal number of lines; the oldest ones are forgotten first.
const MAX_LINES = 60;

export class Variations {
  // A line has the `labels` of its moves, and its `steps` if it was played in this version.
  constructor() { this.lines = []; }

  // Keep a line that is left, the latest first.
  keep(steps) { this.#add({labels: labelsOf(steps), steps}); }

  // Take over the lines of another version, which must be played again.
  carry({lines}) { for (const {labels} of lines.toReversed()) this.#add({labels, steps: null}); }

  #add(line) {
    if (this.lines.some(other => other.steps && begins(line.labels, other.labels))) return;
    this.lines = this.lines.filter(other => !begins(other.labels, line.labels));
    this.lines = [line, ...this.lines].slice(0, MAX_LINES);
  }

  // Forget the lines that are part of the present play.
  drop(steps) {
    const labels = labelsOf(steps);
    this.lines = this.lines.filter(line => !begins(line.labels, labels));
  }

  // Return the steps of the latest line that goes on after some steps with a label, if any.
  after(steps, label) {
    const labels = [...labelsOf(steps), label];
    return this.lines.find(line => line.steps && begins(labels, line.labels))?.steps;
  }

  // Return the lines beside a play: the number of moves in common, and the other moves of each.
  beside(steps) {
    const labels = labelsOf(steps);
    const found = this.lines.map(line => {
      const other = line.labels.findIndex((label, k) => label !== labels[k]);
      return {line, from: other, rest: line.labels.slice(other)};
    });
    return found.filter(({from}) => from >= 0).sort((one, other) => one.from - other.from);
  }
}

const labelsOf = steps => steps.slice(1).map(step => step.label);

// Return true if a list begins with some labels.
const begins = (labels, list) => labels.length <= list.length && labels.every((label, k) => label === list[k]);
