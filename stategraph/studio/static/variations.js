// Lines of play that the player has left; together with the current moves they form a tree.

// Maximum number of lines; the oldest lines are forgotten first.
const MAX_LINES = 60;

export class Variations {
  // A line has the `labels` of its moves, and also its `steps` if it was played in this version of
  // the level.
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    // from the labels up to a move, as text, to the comment on the move
    /** @type {Map<string, string>} */
    this.comments = new Map();
  }

  /** @param {Label[]} labels */
  commentOn(labels) { return this.comments.get(JSON.stringify(labels)) ?? ""; }

  // Comment on the last of some moves from the start; an empty text deletes the comment.
  /** @param {Label[]} labels @param {string} text */
  comment(labels, text) {
    if (text) this.comments.set(JSON.stringify(labels), text);
    else this.comments.delete(JSON.stringify(labels));
  }

  // Keep a line that the player leaves; the latest line comes first.
  /** @param {Step[]} steps */
  keep(steps) { this.#add({labels: labelsOf(steps), steps}); }

  // Take over the lines of another version of the level; they must be played again in this version.
  /** @param {Variations} other */
  carry({lines, comments}) {
    this.comments = comments;
    for (const {labels} of [...lines].reverse()) this.#add({labels, steps: null});
  }

  /** @param {Line} line */
  #add(line) {
    if (this.lines.some(other => other.steps && begins(line.labels, other.labels))) return;
    this.lines = this.lines.filter(other => !begins(other.labels, line.labels));
    this.lines = [line, ...this.lines].slice(0, MAX_LINES);
  }

  // Forget the lines that are part of the present play.
  /** @param {Step[]} steps */
  drop(steps) {
    const labels = labelsOf(steps);
    this.lines = this.lines.filter(line => !begins(line.labels, labels));
  }

  // Return the steps of the latest line that begins with `steps` and continues with `label`, if
  // any.
  /** @param {Step[]} steps @param {Label} label */
  after(steps, label) {
    const labels = [...labelsOf(steps), label];
    return this.lines.find(line => line.steps && begins(labels, line.labels))?.steps;
  }

  // Return, for each line, the number of moves that it shares with a play, and its other moves.
  /** @param {Step[]} steps */
  beside(steps) {
    const labels = labelsOf(steps);
    const found = this.lines.map(line => {
      const other = line.labels.findIndex((label, k) => label !== labels[k]);
      return {line, from: other, rest: line.labels.slice(other)};
    });
    return found.filter(({from}) => from >= 0).sort((one, other) => one.from - other.from);
  }
}

/** @param {Step[]} steps */
const labelsOf = steps => steps.slice(1).map(step => step.label);

// Return true if a list begins with some labels.
/** @param {Label[]} labels @param {Label[]} list */
const begins = (labels, list) =>
  labels.length <= list.length && labels.every((label, k) => label === list[k]);
