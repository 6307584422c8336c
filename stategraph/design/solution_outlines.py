"""Outlines of solutions: short forms that are equal for solutions with the same idea.

A second form has more detail. It shows whether one solution is another one with a line left out::

    A up 1, B right 2, C down 1        with the same cells
              B right 2, C down 1      the first line is left out
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from stategraph.analysis import first_solution
from stategraph.design.story_cut import Cut
from stategraph.design.story_scene import Scene
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules.candidate_symmetries import TURNS

# A form of a solution that is compared with others.
Outline = tuple[object, ...]

# The (row, column) of a cell.
Place = tuple[int, int]

Item = TypeVar("Item")

# Two solutions that differ in one line have the same idea only if their common part has at least
# this many changes of piece or actor and, if actors move, this many numbers that occur twice.
MIN_CHANGES, MIN_REPEATED = 2, 2


@dataclass(frozen=True)
class Outlines:
    """The outline of a solution, and its outlines without one of its lines.

    Attributes
    ----------
    outline : Outline
        see `outlines`
    parts : frozenset of Outline
        forms of the whole solution, and of the solution without each of its lines
    """

    outline: Outline
    parts: frozenset[Outline] = frozenset()

    def are_near(self, other: Outlines) -> bool:
        """Return whether the outlines are equal, or equal up to one line of each solution."""
        return self.outline == other.outline or not self.parts.isdisjoint(other.parts)


def outlines(level: Level, graph: ArrayGraph) -> Outlines | None:
    """Return the forms of a level's solution, or None without a solution. The graph is complete.

    The solution has the fewest changes of piece, as in `stategraph.design.explain_solution`. For
    each line of moves of one piece, the outline contains three values: the number of the piece in
    order of first appearance, its kind, and its displacement in rows and columns. Displacements are
    compared up to the symmetry of the board. Walks are left out. Where actors take turns instead,
    the outline is the sequence of their moves, with names and numbers in order of their first
    appearance. The outline does not depend on the position of the pieces on the board.

    Solutions are equal up to one line if all other lines are equal, and if these have at least
    `MIN_CHANGES` changes of piece or actor. Lines of pieces are equal if the kinds of their pieces
    and three cells are equal, up to the symmetry of the board and a shift: the cell of the piece in
    the level, and the first and last cell of the line. Lines of actors are single moves, which are
    compared up to names. At least `MIN_REPEATED` numbers must occur twice in them.

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/invented/seventeen-cells")
    >>> outlines(level, expand(level.puzzle)).outline
    ((0, 'box', (-1, 0)), (1, 'box', (-2, -2)), (0, 'box', (0, 3)))
    """
    graph = graph.real
    if graph.goal is None:
        return None
    if graph.variables is None:
        return Outlines(renamed(first_solution(graph).labels))
    cut = Cut(Scene(level, graph))
    if cut.drafts and all(cut.scene.is_cell(line.piece) for line in cut.drafts):
        lines = _lines(cut)
        parts = [part for part in _parts(lines) if _changes(line.piece for line in part)]
        return Outlines(_by_displacements(lines), frozenset(map(_by_cells, parts)))
    moves = [(line.piece, graph.label(move)) for line in cut.drafts for move in line.moves]
    return of_moves(moves or [(0, graph.label(move)) for move in cut.moves])


def of_moves(moves: Sequence[tuple[int, str]]) -> Outlines:
    """Return the forms of the moves of a solution; each has the number of its actor.

    >>> def ship(text):
    ...     return of_moves([(move[0] == "R", move) for move in text.split()])
    >>> ship("R3 L5 R5 L3").are_near(ship("A1 R2 L6 R6 L2"))  # without A1
    True
    >>> ship("R3 L5 R5 L4").are_near(ship("A1 R2 L6 R6 L4"))  # one number occurs twice
    False
    """
    parts = [
        [label for _, label in part]
        for part in _parts(tuple(moves))
        if _changes(actor for actor, _ in part)
    ]
    parts = [labels for labels in parts if _repeated_numbers(labels) >= MIN_REPEATED]
    return Outlines(renamed([label for _, label in moves]), frozenset(map(renamed, parts)))


def _parts(lines: tuple[Item, ...]) -> list[tuple[Item, ...]]:
    """Return the lines, and for each of them the other lines."""
    return [lines, *(lines[:k] + lines[k + 1 :] for k in range(len(lines)))]


def _changes(pieces: Iterable[object]) -> bool:
    """Return whether a part of a solution has enough changes of piece or actor."""
    return sum(one != other for one, other in pairwise(pieces)) >= MIN_CHANGES


# --------------------------------------------------------------------------------- pieces on cells


@dataclass(frozen=True)
class _Line:
    """A line of moves of one piece: its kind, its cell in the level, its first and last cell."""

    noun: str
    piece: Place
    start: Place
    end: Place


def _lines(cut: Cut) -> tuple[_Line, ...]:
    """Return the lines of a solution whose pieces have cells."""
    place = cut.scene.puzzle.board.place
    return tuple(
        _Line(cut.noun(line.piece), *(tuple(place(c)) for c in (line.piece, line.start, line.end)))
        for line in cut.drafts
    )


def _by_displacements(lines: Sequence[_Line]) -> Outline:
    """Return the outline of a solution by pieces on cells."""
    numbers: dict[Place, int] = {}
    for line in lines:
        numbers.setdefault(line.piece, len(numbers))

    def turned(*turn: bool) -> Outline:
        steps = ((line.end[0] - line.start[0], line.end[1] - line.start[1]) for line in lines)
        return tuple(
            (numbers[line.piece], line.noun, _turned(step, *turn))
            for line, step in zip(lines, steps, strict=True)
        )

    return min(turned(*turn) for _, *turn in TURNS)


def _by_cells(lines: Sequence[_Line]) -> Outline:
    """Return the kinds and cells of lines, up to the symmetry of the board and a shift."""

    def turned(*turn: bool) -> Outline:
        cells = [
            [_turned(cell, *turn) for cell in (line.piece, line.start, line.end)] for line in lines
        ]
        top = min(row for line in cells for row, _ in line)
        left = min(column for line in cells for _, column in line)
        return tuple(
            (line.noun, *((row - top, column - left) for row, column in own))
            for line, own in zip(lines, cells, strict=True)
        )

    return min(turned(*turn) for _, *turn in TURNS)


def _turned(step: Place, down: bool, right: bool, across: bool) -> Place:
    """Return a displacement on a board turned as in `TURNS`."""
    rows, columns = reversed(step) if across else step
    return (-rows if down else rows), (-columns if right else columns)


# --------------------------------------------------------------------------------- moves of actors


def renamed(labels: Sequence[str]) -> Outline:
    """Return moves with their words and numbers replaced in order of first appearance.

    >>> renamed(("R3", "L5", "L8")) == renamed(("A1", "B2", "B7"))
    True
    """
    words: dict[str, str] = {}
    return tuple(tuple(_new_words(label, words)) for label in labels)


def _new_words(label: str, words: dict[str, str]) -> Iterable[str]:
    for word in re.findall(r"[0-9]+|[^\W\d_]+|[^\w\s]", label):
        kind = "n" if word.isdigit() else "w"
        yield words.setdefault(word, f"{kind}{len(words)}")


def _repeated_numbers(labels: Sequence[str]) -> int:
    """Count the numbers that occur twice or more in moves.

    >>> _repeated_numbers(["R3", "L5", "R5", "L3", "R8"])
    2
    """
    counts = Counter(number for label in labels for number in re.findall("[0-9]+", label))
    return sum(count > 1 for count in counts.values())
