"""A level, read: a puzzle of a family, and what its file says of it besides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stategraph.levels.strict_yaml import Section
from stategraph.rules.drawing import Drawing, with_rim
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph

# So many rows and columns of a board are shown of a level.
SHOWN = 40, 100


@dataclass(frozen=True)
class Level:
    """A level, read.

    Attributes
    ----------
    family : Family
        `NO_FAMILY` for a puzzle that is an object by itself, or a graph
    puzzle : Puzzle
    name : str
        ``family/name`` of a bundled level, else the file
    file : str
        where it came from, as messages name it
    title : str
    text : str
        the whole file
    native : bool
        whether `text` is in the family's native format, and no YAML
    expect : Section
        the known answers that the file states
    demand : Section
        what its designer demands
    graph : ArrayGraph or None
        its state graph, where the level was read from one

    >>> from stategraph.levels import read_level
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
    expect: Section = field(default_factory=Section)
    demand: Section = field(default_factory=Section)
    graph: ArrayGraph | None = None

    def __repr__(self) -> str:
        title = f": {self.title}" if self.title else ""
        return f"<Level {self.name}{title}>\n{_bounded(self.describe(self.puzzle.start))}"

    def describe(self, state: Any) -> str:
        """Return `state` in words, as the family puts it."""
        return self.family.text(self.puzzle, state)

    def draw(self, state: Any, rim: bool = False) -> Drawing:
        """Return `state` as a picture, with the numbers of rows and columns on a `rim`, if any."""
        made = self.family.draw(self.puzzle, state)
        return self.rimmed(made) if rim else made

    def draw_move(self, before: Any, after: Any, rim: bool = False) -> Drawing:
        """Return the state after a move as a picture in which the move is marked."""
        made = self.family.draw_move(self.puzzle, before, after)
        return self.rimmed(made) if rim else made

    def rimmed(self, drawing: Drawing) -> Drawing:
        """Return a drawing of a state with the numbers of rows and columns, where it has such."""
        board = getattr(self.puzzle, "board", None)  # a plain puzzle has none
        width, height = (getattr(board, side, 0) for side in ("width", "height"))
        shown = 0 < width <= drawing.width and 0 < height <= drawing.height  # and not in words
        if not self.has_boards or board is None or not shown:
            return drawing
        return with_rim(drawing, board, self.family.corner)

    @property
    def has_boards(self) -> bool:
        """Whether its family draws states as boards, and not as their words."""
        return type(self.family).draw is not Family.draw


def _bounded(board: str) -> str:
    """Return the upper left of a board that is too large to be shown."""
    rows = board.split("\n")
    cut = [row if len(row) <= SHOWN[1] else row[: SHOWN[1] - 1] + "…" for row in rows[: SHOWN[0]]]
    return "\n".join([*cut, *(["…"] if len(rows) > SHOWN[0] else [])])
