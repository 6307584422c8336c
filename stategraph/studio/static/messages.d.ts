// The types of the answers of the studio's server, and of the edits that it applies. See types.d.ts.

// --------------------------------------------------------------------------- answers of the server

/** An answer; the answer to a refused request has an `error`. */
interface Answer {
  status: number;
  error?: string;
  line?: number | null;
  /** true if a newer request has replaced this one */
  superseded?: boolean;
  /** true if the server no longer has the level */
  stale?: boolean;
}

/** The answer to each request, if it is not refused. */
interface Answers {
  levels: {
    files: string[], bundled: string[], families: string[], folder: string,
    named: boolean, first: string, native: {name: string, levels: PackLevel[]}[],
  };
  open: OpenedLevel;
  new: OpenedLevel;
  save: OpenedLevel & {note: string};
  rename: OpenedLevel;
  delete: Record<string, never>;
  restore: OpenedLevel;
  contents: LevelSource;
  read: LevelSource & {families?: string[]};
  pictures: {pictures?: {picture?: string, error?: string}[]};
  board: EditedBoard;
  edit: EditedBoard & {text: string};
  solve: {
    level: string, numbers: LevelNumbers, stopped: string, demands: string[], met: boolean,
    unjudged: string[],
  };
  bundle: {bytes: Uint8Array<ArrayBuffer>};
  whole: {bytes?: Uint8Array<ArrayBuffer>};
  share: {bytes?: Uint8Array<ArrayBuffer>};
  compare: {words: string[]};
  weigh: {picture: string, lines: string[]};
  find: {count: number, nodes: number[], unknown: string};
  look: State & {fresh: [string, Point, Thing | null][], first: number};
  near: NearStates;
  prove: {dead?: number[], reason?: LossReason | null};
  solution: {labels: Label[]};
  way: {labels: Label[]};
  story: {story: LevelStory | null, more?: string};
  keep: Record<string, never>;
  bring: {new: number};
  people: {
    plays: number, words: string[], losses: PlayerLoss[], visited: number[], heat: string,
    moves: Record<number, [Label, number, number, number][]>, earlier: EarlierPlays[],
  };
  beginner: {codes?: number[]};
  contract: {bytes?: Uint8Array<ArrayBuffer>};
  lift: {labels?: Label[]};
}

/** The graph with contracted walks or turns, or the reason why there is none. */
type ContractionAnswer = Contraction | {error: string};

type AnswerTo<Name extends keyof Answers> = Answer & Answers[Name];

/** A level of a file with several levels. */
interface PackLevel {
  number: number;
  title: string;
}

/** The text of a level, or the levels in a text of several. */
interface LevelSource {
  text?: string;
  levels?: PackLevel[];
}

/** The text of a level, its file name, and the hash of the file's content. */
interface OpenedLevel {
  name: string;
  text: string;
  seen: string;
}

/** Losses of players for one reason, and the move that most of them made. */
interface PlayerLoss {
  count: number;
  text: string;
  node: number;
  label: Label;
}

/** The plays of another version of the level; the first ones are `ghosts`. */
interface EarlierPlays {
  version: string;
  plays: number;
  won: number;
  play_on: number;
  win_here: number;
  ghosts: Ghost[];
}

/** A play of another version; `fails` is the first move that cannot be played here, or 0. */
interface Ghost {
  moves: Label[];
  won: boolean;
  fails: number;
  wins_here: boolean;
}

/** The progress of a search: words for its bounds, and at its end the best solution. */
interface SearchRecord {
  bounds?: string;
  proven?: boolean;
  shortest?: number | null;
  labels?: Label[];
  error?: string;
  superseded?: boolean;
}

type LevelNumbers = Record<
  "shortest" | "states" | "dead_states" | "trap_moves" | "shortest_count", number | null>;

// --------------------------------------------------------------------------------------- editing

interface Sign {
  text: string;
  name: string;
  picture: string;
}

/** The board of a level text: rows of signs, or a floor plan, or neither. */
interface EditedBoard {
  family: string;
  rows: string[][];
  signs: Sign[];
  plan: FloorPlan | null;
  /** the name and the text of each demand */
  demands: [string, string][];
  picture: string;
  size: Point;
  corner: Point;
  cell: number;
}

interface FloorPlan {
  /** the names of a spot and of a link */
  spot: string;
  link: string;
  kinds: string[];
  spots: {kind: string, at: Point, name: string}[];
  links: {tail: number, head: number, kind: string, way: Point[]}[];
  people: Record<string, number>;
  picture: string;
  size: Point;
}

/** An edit that the server applies; stategraph/studio/editing.py lists the names. */
interface Edit {
  name: string;
  [part: string]: unknown;
}
