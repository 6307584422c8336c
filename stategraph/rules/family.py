"""A family of puzzles: one native format, one set of rules, some bundled levels.

A family is found through the entry-point group ``stategraph.puzzles``; its author subclasses
`Family` and lists an instance there. Only `name` and `read` are needed.

What a level designer's tools can do with a family's levels depends on four more methods, which
undo `read` and edit its puzzles::

    text ── read ──► puzzle ── elements ──► block 3:4, wall 2:5, ...
      ▲                │  ▲                        │
      └──── write ─────┘  └── without, including ──┘
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.errors import LevelError
from stategraph.rules.board import Grid
from stategraph.rules.board_texts import Board
from stategraph.rules.drawing import Drawing, text_drawing, with_arrows
from stategraph.rules.element import Element
from stategraph.rules.painting import Rows, Sign
from stategraph.rules.plans import FloorPlan
from stategraph.rules.promised import promised
from stategraph.rules.puzzle import PlainPuzzle
from stategraph.variables import One

if TYPE_CHECKING:
    from random import Random


# What the methods of a family give, and of a list its items.
_PROMISES: dict[str, tuple[Any, ...]] = {
    "actor": (str,),
    "arrivals": (Mapping,),
    "boards": (list, Board),
    "costs": (Mapping,),
    "draw": (Drawing,),
    "draw_move": (Drawing,),
    "elements": (list, Element),
    "including": (PlainPuzzle,),
    "labels": (str,),
    "missing": (list, Element),
    "read": (PlainPuzzle,),
    "settings": (Mapping,),
    "spelled": (str,),
    "text": (str,),
    "walkers": (tuple, str),
    "without": (PlainPuzzle,),
    "words": (Mapping,),
    "write": (str,),
}


class Family(ABC):
    """The base of every family.

    Attributes
    ----------
    name : str
        as level files spell it
    summary : str
        one line for ``stategraph list``
    options : tuple of str
        keys of a level file that `read` understands beside ``level``
    levels : Path or None
        the folder of bundled level files
    actor : callable or None
        ``actor(label)`` is who makes a move of that label
    runner : str or None
        the actor who never stops, while the others may not move for ever
    heuristics : mapping of str to callable
        ``heuristics[name](puzzle)`` gives a function of a state that guesses how many moves are
        left: an int of at least 0, and 0 for a state that wins. The first is used where none is
        named. Written as a rule is (`Largest` where it is the largest of several), it can be
        compiled
    corner : (float, float)
        where on its drawings the top left cell of a board is; boards with a `width` and a
        `height` can then have the numbers of rows and columns on their rim
    packs : tuple of str
        endings of files in the native format that may hold several levels, such as ``.xsb``
    beside : tuple of str
        those of the options that are texts, or the name of a text file beside the level file
    numbered : str
        the option whose text holds levels by number, so that a level file may say ``level: 3``,
        which `read` gets as an option; none where a level file holds its level
    arrows : tuple of str
        what stands before U, R, D or L in labels that move something up, right, down or left: the
        arrow keys play those of the first, the keys W, D, S and A those of the second
    ignoring : str
        what the first of the `admissible` leaves out, as in "even {ignoring}": "if no block stood
        in the way"
    admissible : tuple of str
        the names of those heuristics that never guess too many, the best first: searches for
        shortest solutions use no others
    ways : tuple of str
        the kinds of those `elements` that only make moves possible: without one, each state has
        the moves that it had or fewer, and wins if it did
    signs : tuple of `Sign`
        what the cells of its boards may show, bare ground first; none where levels are no boards
    """

    name: str = ""
    summary: str = ""
    options: tuple[str, ...] = ()
    levels: Path | None = None

    # Optional, and used only where present.
    actor: Callable[[str], str] | None = None
    runner: str | None = None
    heuristics: Mapping[str, Callable[[Any], Callable[[Any], int]]] = {}
    admissible: tuple[str, ...] = ()
    ignoring: str = "if nothing stood in the way"
    ways: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    numbered: str = ""
    corner: tuple[float, float] = (0.0, 0.0)
    signs: tuple[Sign, ...] = ()
    arrows: tuple[str, ...] = ("",)

    def __init_subclass__(cls) -> None:
        """Have each method of the author's looked at, wherever it is called."""
        for name, kinds in _PROMISES.items():
            if (made := vars(cls).get(name)) is None:
                continue
            if isinstance(made, staticmethod):
                setattr(cls, name, staticmethod(promised(made.__func__, *kinds)))
            elif callable(made):
                setattr(cls, name, promised(made, *kinds))
        if isinstance(cls.heuristics, Mapping) and "heuristics" in vars(cls):
            cls.heuristics = {
                name: promised(made, Callable) for name, made in cls.heuristics.items()
            }

    def boards(self, text: str) -> list[Board]:
        """Return the levels of a text in the native format that may hold several; here it is one.

        `drawn_boards` cuts a text whose levels are drawn.
        """
        return [Board("", 1, text)]

    def recognises(self, text: str) -> bool:
        """Return whether a text is in the native format beyond doubt; here none is.

        So a file is read that has neither an ending of the family's nor ``--puzzle``.
        """
        return False

    def spelled(self, label: str, before: Any, after: Any) -> str:
        """Return a move from one state to the next as players write it down; here its label."""
        return label

    def labels(self, text: str) -> str:
        """Return moves that players have written down, perhaps as `spelled` does, as labels."""
        return text

    def editing(self, options: Mapping[str, str]) -> Family:
        """Return the family as it edits a level that has these options; here itself.

        Where an option says what a board is painted with, what is returned has other `signs`. The
        options are texts that need not be right yet.
        """
        return self

    def grid(self, text: str) -> Rows:
        """Return the board of a text, which need not be a level yet, as rows of `signs`.

        Raises
        ------
        LevelError
            where it is not made of them, with the line
        """
        raise LevelError(f"levels of {self.name} are no boards of signs")

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a text with another board in the place of its own, and all else as it was."""
        raise LevelError(f"levels of {self.name} are no boards of signs")

    def plan(self, puzzle: Any) -> FloorPlan | None:
        """Return the puzzle as spots and links on its drawing; None where levels are no plans."""
        return None

    def replan(self, puzzle: Any, plan: FloorPlan) -> PlainPuzzle:
        """Return the puzzle that a plan shows, which was made of `puzzle`.

        Raises
        ------
        LevelError
            when it is no level, with the reason
        """
        raise LevelError(f"levels of {self.name} are no plans")

    def mirrored(self, sign: str) -> str:
        """Return the sign that shows what `sign` does with left and right exchanged."""
        return sign

    def turned(self, sign: str) -> str:
        """Return the sign that shows what `sign` does after a quarter turn, clockwise."""
        return sign

    def visible(self, puzzle: Any, state: Any) -> Any:
        """Return what a spectator can tell of a state: when two look alike, play does too.

        By this, and not by hidden counters, is told when an endless run begins to repeat itself.
        """
        return state

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return the words that players of the puzzle would use in questions, by name.

        A word is one of

        - a function of a state, written as a rule is, that is true or false, or a number; it may
          take more arguments, and is then said of cells, numbers or variables: ``free(3:4)``.
          `stategraph.rules.Named` gives its values names;
        - constant `Cells`: ``boxes in goals``;
        - a text in the language of questions: ``{"push": "changes boxes"}``.
        """
        return {}

    def costs(self, puzzle: Any) -> Mapping[str, str]:
        """Return the names of what moves of the puzzle may cost, besides ``moves``.

        Each with the kind of moves that cost 1, in the language of questions:
        ``{"pushes": "changes boxes"}``.
        """
        return {}

    def runs(self, label: str) -> bool:
        """Return whether the actor who never stops makes a move of that label."""
        return self.actor is not None and self.actor(label) == self.runner

    def runner_among(self, labels: Iterable[str]) -> str:
        """Return what the actor who never stops is called, in a puzzle of these labels.

        It is a plural where several move at once, and empty where the family has no such actor.
        """
        found = (self.actor(label) for label in labels if self.actor and self.runs(label))
        return next(found, self.runner or "")

    def arrivals(self, puzzle: Any) -> Mapping[str, tuple[str, int]]:
        """Return by name whose arrivals make up the goal, where several must arrive.

        Of each the variable that says where they are, and its value where they stay for good.
        """
        return {}

    def prune(self, puzzle: Any) -> Any:
        """Return a puzzle with the same solutions, without what can never matter to any.

        It says what its obstacles are, if `puzzle` does.
        """
        return puzzle

    def pushing(self, puzzle: Any) -> Any:
        """Return the solver of a puzzle in which a player pushes single blocks, else None.

        It is a `stategraph.pushing.Pushing`, or another `stategraph.search.push_solver.PushSolver`.
        """
        return None

    def backward(self, puzzle: Any) -> tuple[list[Any], PlainPuzzle] | None:
        """Return all states that win, and the puzzle whose moves undo moves; None: not known.

        The puzzle has the same variables. What it undoes a move to need not be reachable, and
        labels do not matter.
        """
        return None

    def goalless(self, puzzle: Any) -> str:
        """Return why no state can be the goal, whatever the level; empty where one may be."""
        return ""

    def renamings(self, puzzle: Any) -> Iterable[tuple[str, Mapping[str, tuple[int, ...]]]]:
        """Return what may be symmetries of the puzzle, beside turns of its board and swaps.

        Renamings of the values of variables, under which it may play the same: a name, and of each
        variable that is renamed what each of its values is called then. Whether they are
        symmetries is found out; here none is proposed.
        """
        return ()

    def every_state(self, puzzle: Any) -> Iterable[Any] | None:
        """Return each state that the rules tell apart, whether play reaches it or not.

        Of those that win one is enough. None: not known.
        """
        return None

    @abstractmethod
    def read(self, text: str, options: Mapping[str, Any]) -> PlainPuzzle:
        """Return the puzzle that `text`, in the family's native format, describes.

        Raises
        ------
        LevelError
            with the line of `text`, or the option, that is wrong.
        """

    def text(self, puzzle: Any, state: Any) -> str:
        """Return `state` in words, or as a board of several lines."""
        return repr(state)

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return `state` as a picture; here, where a family has none of its own, its text."""
        return text_drawing(self.text(puzzle, state))

    def draw_move(self, puzzle: Any, before: Any, after: Any) -> Drawing:
        """Return the state after a move as a picture in which the move is marked.

        Here an arrow goes from where each thing was to where it is now.
        """
        return with_arrows(self.draw(puzzle, before), self.draw(puzzle, after))

    def spot(self, puzzle: Any, variable: str, value: int) -> tuple[float, float] | None:
        """Return where on its drawings a value of a variable, or a member of its set, lies.

        That is the middle of a cell (x, y); None: nowhere. Here cells lie on a board drawn by
        ``Drawing.of``, its top left one at `corner`.
        """
        kind = puzzle.variables.kinds[variable]
        if type(self).draw is Family.draw or kind.board is None or value in kind.names:
            return None
        row, column = kind.board.place(value)
        return self.corner[0] + column + 0.5, self.corner[1] + row + 0.5

    def spot_of_item(self, puzzle: Any, variable: str, item: int) -> tuple[float, float] | None:
        """Return where on its drawings the place of an item of a `Tuple` is; None: nowhere.

        Here a variable with an item for each cell of the board has it there.
        """
        board = puzzle.board
        if not isinstance(board, Grid) or puzzle.variables.kinds[variable].length != board.size:
            return None
        row, column = board.place(item)
        return self.corner[0] + column + 0.5, self.corner[1] + row + 0.5

    def walkers(self, puzzle: Any) -> tuple[str, ...]:
        """Return the variables that say where those are whom a player moves.

        Here each that holds one cell of a board; none of a puzzle without variables.
        """
        kinds = {} if puzzle.variables is None else puzzle.variables.kinds
        return tuple(name for name, kind in kinds.items() if type(kind) is One and kind.board)

    def settings(self, puzzle: Any) -> Mapping[str, Any]:
        """Return the options that `read` needs beside the text of `write`, such as a goal."""
        return {}

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the native format of the level that starts in `state`.

        ``read(write(puzzle, state), settings(puzzle))`` plays from its start as `puzzle` does from
        `state`.

        Raises
        ------
        LevelError
            when the format cannot say that state, with the reason
        """
        raise LevelError(f"levels of {self.name} can only be read, not written")

    def puzzlescript(self, puzzle: Any, state: Any, title: str) -> str:
        """Return the level that starts in `state` as a PuzzleScript game that plays the same.

        Raises
        ------
        LevelError
            when PuzzleScript cannot say its rules, with the reason
        """
        raise LevelError(f"{self.name} cannot be written as a PuzzleScript game")

    def elements(self, puzzle: Any) -> list[Element]:
        """Return what a designer may take out of the puzzle, each in a fixed order."""
        return []

    def without(self, puzzle: Any, elements: Collection[Element]) -> PlainPuzzle:
        """Return the puzzle without some of its `elements`, all taken out at once.

        Raises
        ------
        LevelError
            when what is left is no level, with the reason
        """
        raise LevelError(f"{self.name} has no elements")

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> PlainPuzzle:
        """Return the puzzle with some `elements` of an`other` one put in, where they are there.

        What `without` took out of a puzzle, this puts back.

        Raises
        ------
        LevelError
            when there is no room for one of them, or what comes out is no level, with the reason
        """
        raise LevelError(f"elements of {self.name} can only be taken out, not put in")

    def missing(self, puzzle: Any) -> list[Element]:
        """Return elements that the puzzle lacks and `including` could put in, worth a try."""
        return []

    def changes(self, puzzle: Any, random: Random) -> PlainPuzzle | None:
        """Return the puzzle with one thing changed, as a designer would; None: its board is.

        What becomes of a board follows from its `signs` (`stategraph.invent.boards`); here is what
        no sign shows, such as the start of a puzzle whose format has it beside the board.

        Raises
        ------
        LevelError
            when what comes out is no level, with the reason
        """
        return None

    def fresh(self, puzzle: Any, size: int, random: Random) -> PlainPuzzle | None:
        """Return a puzzle made at random, of so many places; None: a board is strewn with signs.

        Of `puzzle` it takes what makes levels of the same kind, such as colours.
        """
        return None

    def tidied(self, puzzle: Any) -> PlainPuzzle | None:
        """Return the puzzle without what no play can ever touch, and is no element; None: as it is.

        What is left may have other names, such as rooms numbered anew.
        """
        return None


class NoFamily(Family):
    """The family of a puzzle that is of none: it has no name, and nothing that is optional."""

    def read(self, text: str, options: Mapping[str, Any]) -> PlainPuzzle:
        """Raise ``LevelError``: there is no format."""
        raise LevelError("a puzzle without a family has no format to read")

    def write(self, puzzle: Any, state: Any) -> str:
        """Raise ``LevelError``: there is no format."""
        raise LevelError("a puzzle without a family has no format to write")


NO_FAMILY = NoFamily()
