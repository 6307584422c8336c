// The types of the page's data, for comments such as `@param {Step} step`. No script needs this
// file when it runs: the TypeScript compiler checks the modules with it, see tests/javascript.

// ------------------------------------------------------------------------------- the state graph

type Label = string;

/** A point or a size: x and y. */
type Point = [number, number];

/** A cell of a board: row and column. */
type Cell = [number, number];

/** A number of moves left; -1 in a dead state, null if unknown. */
type MovesLeft = number | null;

/** The description of a piece for screen readers. */
interface Thing {
  name: string;
  /** its position in words */
  where: string;
  cell: Cell;
  /** true for an actor */
  walks: boolean;
}

/** The reason why states are dead: a sentence, and the centres of cells to frame. */
interface LossReason extends Frames {
  text: string;
}

interface Frames {
  cells: Point[];
  area: Point[];
  empty: Point[];
}

/** Trap moves with the same reason. */
interface TrapGroup {
  moves: number;
  /** why the states after these moves are dead, or "" */
  reason: string;
  pieces: number[];
  /** the trap move nearest to the start: its source, the distance of the source, and its label */
  nearest: [number, number, Label];
}

interface Chapter {
  title: string;
  sentences: string[];
  moves: Label[];
}

interface LevelStory {
  opening: string[];
  chapters: Chapter[];
  closing: string[];
}

/** The head of a bundle; stategraph/studio/level_bundle.py writes it. */
interface Head {
  /** name, type and length of each array */
  arrays: [string, "uint8" | "uint16" | "uint32" | "int32", number][];
  title: string;
  name: string;
  family: string;
  summary: string;
  hash: string;
  names: Label[];
  actors: string[];
  /** the actors that never stop, or "" */
  runner: string;
  /** prefixes of the labels that the arrow keys and W, A, S, D make */
  arrows: string[];
  keys: Record<string, Label>;
  states: number;
  moves: number;
  /** the goal state, -1 if there is none */
  goal: number;
  trap_moves: number;
  dead: number;
  /** why there is no solution, or "" */
  why: string;
  ground: string[][];
  /** left and top of the cells in the drawing */
  corner: Point;
  width: number;
  height: number;
  boards: number;
  floor: string;
  /** the pieces as SVG */
  pieces: string[];
  middles: Point[];
  things: (Thing | null)[];
  descriptions: string[];
  groups: TrapGroup[];
  losses: LossReason[];
  aspect?: number;
  story?: LevelStory | null;
  /** true if the server sends the states one by one */
  remote?: boolean;
  shortest?: MovesLeft;
  stopped?: string;
  profile?: number[][];
  /** "walks" or "turns", the names of units, and the length of a solution, of a contraction */
  kind?: string;
  nouns?: [string, string];
  length?: string;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

interface Bundle {
  head: Head;
  arrays: Record<string, Numbers>;
}

/** A board: its number in the bundle, or the move (source and label) that a server replays. */
type Board = number | [number, Label];

interface Move {
  label: Label;
  actor: string;
  target: number;
  board: Board;
  left: MovesLeft;
  /** true if it leads from a state that can win to a dead state */
  fatal: boolean;
  pieces: number[];
}

/** A state with its moves. */
interface State {
  node: number;
  board: Board;
  left: MovesLeft;
  /** the distance from the start; null beyond the expanded states */
  depth: number | null;
  /** index of the reason why it is dead, or -1 */
  reason: number;
  /** the chance of a random player to win, null if unknown */
  chance?: number | null;
  moves: Move[];
  pieces: number[];
  description: string;
}

/** A state for the picture beside the pointer, or a class of states. */
interface Glance extends Pick<State, "left" | "depth" | "pieces"> {
  /** the names of one unit of distance and of several; "move" and "moves" by default */
  nouns?: [string, string];
  /** the label of the last unit on the way to a class */
  by?: string;
}

/** What both a whole graph and a graph on the server can do. */
interface AnyGraph {
  head: Head;
  goal: number;
  size: number;
  shortest: MovesLeft;
  profile: number[][];
  /** a solution that a search has found, from the start */
  known?: Label[];
  /** codes of the chances of a beginner, see `beginner` */
  beginners?: Uint16Array | null;
  /** positions of the states in the picture; only a whole graph has them */
  x?: Numbers;
  targets?: Int32Array;
  look(node: number, board?: Board): Promise<State>;
  glance(node: number): Glance | Promise<Glance | null>;
  wayTo(node: number): Promise<Label[]>;
  solution(node: number): Promise<Label[]>;
  /** Return the moves that a text spells, and the first part of the text that is not a move. */
  read(text: string): Promise<{labels: Label[], wrong: string}>;
  beginner?(node: number): number | null;
  near?(node: number): Promise<Answer & NearStates>;
  prove?(node: number, source: number, trail: number[]): Promise<LossProof>;
}


/** The states that a search has proven lost, and the reason for one of them. */
interface LossProof {
  dead: Set<number>;
  reason: LossReason | null;
}

/** States around one state. */
interface NearStates {
  /** state, distance from the middle, and moves left */
  states: [number, number, MovesLeft][];
  /** indices of source and target, and the label */
  moves: [number, number, Label][];
}

// ---------------------------------------------------------------------------------------- a play

/** A state of a play, and the move that led to it. */
interface Step extends State {
  label: Label;
  actor?: string;
  /** milliseconds since the play began */
  time: number;
  /** true if the player made the move */
  hand?: boolean;
  /** the reason for the loss that a search has proven; null if it was asked for in vain */
  proof?: LossReason | null;
}

/** A line of plays.jsonl. */
interface PlayRecord {
  level: string;
  moves: Label[];
  times: number[];
  won: boolean;
  comments?: Record<string, string>;
  undone?: number;
  hints?: number;
}

/** A place for plays; `draft` stores the play under way. */
interface PlayStore {
  add(play: PlayRecord): unknown;
  draft?(play: PlayRecord | null): unknown;
}

/** The moves of a variation; `steps` is null if they were played in another version. */
interface Line {
  labels: Label[];
  steps: Step[] | null;
}

/** Why a play has changed. */
type Change = "begin" | "move" | "jump" | "undo" | "redo" | "reset" | "go" | "film";

// ----------------------------------------------------------------- versions kept in the browser

interface Version {
  id: string;
  tree: string;
  parent: string | null;
  time: number;
  text: string;
  numbers: LevelNumbers | null;
  /** keys of the files that hold this version */
  saved: string[];
  stopped?: string;
  /** true if the level cannot be played */
  wrong?: boolean;
  title?: string;
  /** a small picture of the board as a data address */
  picture?: string;
}

/** The versions of a level under the key of a tree, and the place of the last tab in them. */
interface Tree {
  id: string;
  folder: string;
  title: string;
  edited: boolean;
  versions: number;
  touched: number;
  place: Place;
}

/** All that is needed to return to a version and a play. */
interface Place {
  tree: string;
  /** the current version, and the end of the line of undo and redo */
  at: string;
  tip: string;
  /** the fragment of the address */
  link: string;
  folder: string;
  path: string;
  name: string;
  seen: string;
  origin: string;
  kept: string | null;
  unsaved: boolean;
  labels: Label[];
  made: number;
  editing: boolean;
}

// ---------------------------------------------------------------------------- elements and canvas

type InputId =
  | "keep" | "comment" | "search" | "fold" | "name" | "columns" | "rows" | "version-name"
  | "level-title" | "least" | "most"
  | "outside-file" | "plays-file" | "plays-address" | `only-${Filter}`;
type ButtonId =
  | "undo" | "redo" | "reset" | "hint" | "solve" | "tick" | "walk" | "more-traps" | "unedit"
  | "reedit" | "forget" | "delete-version" | "rename" | "delete" | "closer" | "farther" | "all" | "select" | "to-play" | "to-edit";
type SelectId = "outside-family" | "units" | "help-level" | "pace" | "view" | "pick" | "kind" | "mode" | "colour" | "metric";
type DialogId = "outside" | "naming" | "conflict" | "keepsakes" | "question";
type DetailsId = "story" | "people" | "as-text" | "weights-box" | "traps-box";

/** The element with an id, by the tags in the HTML files. */
type ElementOf<Id extends string> =
  Id extends InputId ? HTMLInputElement
  : Id extends ButtonId ? HTMLButtonElement
  : Id extends SelectId ? HTMLSelectElement
  : Id extends DetailsId ? HTMLDetailsElement
  : Id extends "chart" ? HTMLCanvasElement
  : Id extends "left" ? HTMLProgressElement
  : Id extends "text" | "outside-text" ? HTMLTextAreaElement
  : Id extends DialogId ? HTMLDialogElement
  : Id extends "plays" ? HTMLAnchorElement
  : HTMLElement;

/** A filter of the states in the picture of the graph. */
type Filter = "living" | "dead" | "traps" | "unvisited";

/** The colours of a canvas. */
type Paint = Record<
  "paper" | "ink" | "alive" | "dead" | "move" | "trap" | "trail" | "start" | "goal" | "found",
  string>;

type Pen = CanvasRenderingContext2D;

// ---------------------------------------------------------------------------- classes of modules

type WholeGraph = import("./graph.js").Graph;
type Autoplay = import("./autoplay.js").Autoplay;
type Chart = import("./chart.js").Chart;
type Clusters = import("./clusters.js").Clusters;
type Contraction = import("./contraction.js").Contraction;
type Sheet = import("./canvas.js").Sheet;
type Page = import("./page.js").Page;
type People = import("./returned_plays.js").People;
type Play = import("./play.js").Play;
type Store = import("./version_database.js").Store;
type Versions = import("./history.js").History;
type Studio = import("./studio.js").Studio;

interface Window {
  /** for tests and for experiments in the console */
  stategraph: Page;
  studio: Studio;
}
