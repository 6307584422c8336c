"""A level: a puzzle of a family, with the title, tags and demands that its file states."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.level_files.strict_yaml import Section
from stategraph.rules.drawing import Drawing, with_rim
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.difficulty import Difficulty, DifficultyModel
    from stategraph.engines.limits import Limits, Progress
    from stategraph.graph import ArrayGraph
    from stategraph.graph.state_graph import StateGraph
    from stategraph.gym import LevelEnv, LevelVectorEnv
    from stategraph.metrics import Analysis
    from stategraph.readable import Record
    from stategraph.search.solution import Solution
    from stategraph.variables import State
    from stategraph.web_page import Page

# Maximum rows and columns of a board in the repr of a level.
MAX_REPR_SIZE = 40, 100


@dataclass(frozen=True)
class Level:
    """A level: a puzzle, its family, and what its file states about it.

    Attributes
    ----------
    family : Family
        `NO_FAMILY` for a single puzzle object or a graph
    puzzle : Puzzle
    name : str
        ``family/name`` of a bundled level, else the file
    file : str
        its origin, as messages name it
    title : str
    text : str
        the whole file
    native : bool
        whether `text` is in the native format of the family (not YAML)
    tags : tuple of str
        metrics in words, or other remarks
    story : str
        the idea of its solution
    expect : Section
        the known answers of the file
    demand : Section
        the demands of its designer
    graph : ArrayGraph or None
        the graph of a `StoredGraph`; None for every other level

    >>> from stategraph.level_files import read_level
    >>> read_level("psychopath/first-push")
    <Level psychopath/first-push: One block in the doorway>
    XXXXXXXXX
    X___X___X
    X_u_p__eX
    X___X___X
    XXXXXXXXX
    >>> level = read_level("spacewreck/eight-rooms")
    >>> level.title, level.describe(level.puzzle.start)
    ('Eight rooms', 'Rocket in room 1 (pink), Lucky in room 2 (green)')
    """

    family: Family
    puzzle: Puzzle
    name: str
    file: str
    title: str = ""
    text: str = ""
    native: bool = False
    tags: tuple[str, ...] = ()
    story: str = ""
    expect: Section = field(default_factory=Section)
    demand: Section = field(default_factory=Section)
    graph: ArrayGraph | None = field(default=None, init=False)

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return f"<Level {self.name}{title}>\n{_bounded(self.describe(self.puzzle.start))}"

    def describe(self, state: State) -> str:
        """Return the family's text for `state`."""
        return self.family.text(self.puzzle, state)

    def draw(self, state: State, rim: bool = False) -> Drawing:
        """Return a drawing of `state`. With `rim`, a board has row and column numbers."""
        drawing = self.family.draw(self.puzzle, state)
        return self.rimmed(drawing) if rim else drawing

    def draw_move(self, before: State, after: State, rim: bool = False) -> Drawing:
        """Return a drawing of the state after a move, and mark the move in it."""
        drawing = self.family.draw_move(self.puzzle, before, after)
        return self.rimmed(drawing) if rim else drawing

    def rimmed(self, drawing: Drawing) -> Drawing:
        """Add row and column numbers to the drawing of a state if it shows a board."""
        board = getattr(self.puzzle, "board", None)  # a plain puzzle has none
        width, height = (getattr(board, side, 0) for side in ("width", "height"))
        shows_board = 0 < width <= drawing.width and 0 < height <= drawing.height  # not a text
        if not self.has_boards or board is None or not shows_board:
            return drawing
        return with_rim(drawing, board, self.family.corner)

    @property
    def heading(self) -> str:
        """The title, or else the name without folders, for what other people will read."""
        return self.title or Path(self.name).name

    @property
    def has_boards(self) -> bool:
        """Whether the family draws states as boards, and not as texts."""
        return type(self.family).draw is not Family.draw

    def without_graph(self) -> Level:
        """Return the level itself, since only a `StoredGraph` has a graph."""
        return self

    # The methods below call the public functions of the same names, which are documented there.

    def expand(
        self,
        limits: Limits | None = None,
        *,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        until_goal: bool = False,
        engine: str = "auto",
        progress: Progress | None = None,
    ) -> StateGraph:
        """Return the state graph of the level; see `stategraph.expand`."""
        from stategraph import face

        return face.expand(
            self,
            limits,
            max_states=max_states,
            max_seconds=max_seconds,
            max_memory=max_memory,
            until_goal=until_goal,
            engine=engine,
            progress=progress,
        )

    def solve(
        self,
        search: str = "auto",
        limits: Limits | None = None,
        *,
        max_states: int | None = None,
        max_seconds: float | None = None,
        max_memory: int | None = None,
        **how: Any,
    ) -> Solution:
        """Return the first shortest solution, or the known bounds; see `stategraph.solve`."""
        from stategraph import face

        how |= dict(max_states=max_states, max_seconds=max_seconds, max_memory=max_memory)
        return face.solve(self, search, limits, **how)

    def analyse(self, *, order: str = "text", slow: bool = False) -> Analysis:
        """Return solutions, dead ends, traps and every metric; see `stategraph.analyse`."""
        from stategraph import face

        return face.analyse(self, order=order, slow=slow)

    def difficulty(
        self, model: DifficultyModel | str | os.PathLike[str] | None = None
    ) -> Difficulty:
        """Return how hard the level is for people; see `stategraph.difficulty`."""
        from stategraph import face

        return face.difficulty(self, model)

    def board(self, state: object = None, *, after: str = "") -> Drawing:
        """Return the board of a state, by default of the start; see `stategraph.board`."""
        from stategraph import face

        return face.board(self, state, after=after)

    def play(self, height: int = 720) -> Page:
        """Return a page on which the level is played; see `stategraph.play`."""
        from stategraph import face

        return face.play(self, height)

    def env(self, copies: int | None = None, **how: Any) -> LevelEnv | LevelVectorEnv:
        """Return the level as an environment of Gymnasium; see `stategraph.env`."""
        from stategraph import face

        return face.env(self, copies, **how)


@dataclass(frozen=True, repr=False)
class StoredGraph(Level):
    """A state graph whose states and moves are known, with the level that it belongs to.

    It was read from a file, or expanded before. Its puzzle may be only a walk on the graph. So it
    is not expanded again, and only breadth-first search uses its rules.

    Attributes
    ----------
    graph : ArrayGraph
    """

    graph: ArrayGraph = field(kw_only=True)

    @classmethod
    def of(cls, level: Level, graph: ArrayGraph) -> StoredGraph:
        """Return a graph with its level."""
        return cls(**_stated(level), graph=graph)

    def without_graph(self) -> Level:
        """Return the level alone, which is expanded again when a graph is needed."""
        return Level(**_stated(self))


def _stated(level: Level) -> Record:
    """Return the attributes that every level has, by name."""
    return {each.name: getattr(level, each.name) for each in fields(Level) if each.init}


def _bounded(board: str) -> str:
    """Return a board as text, cut to its upper left part if it is too large to show."""
    rows = board.split("\n")
    cut = [
        row if len(row) <= MAX_REPR_SIZE[1] else row[: MAX_REPR_SIZE[1] - 1] + "…"
        for row in rows[: MAX_REPR_SIZE[0]]
    ]
    return "\n".join([*cut, *(["…"] if len(rows) > MAX_REPR_SIZE[0] else [])])
