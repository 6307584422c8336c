"""Levels that a pack does not contain together, and levels that no pack contains.

Two candidates are rivals if one of these holds:

- Their stories are equal (`Lessons.shape`).
- Their first solutions consist of the same moves, up to the names of directions, places and actors.
- Their boards are mostly equal: more than half of the elements are in the same places, up to the
  symmetry of the board.

A level with decoration does not belong in a pack, because players look for its purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stategraph.analysis import first_solution
from stategraph.design.element_counts import UnknownValue, decoration
from stategraph.design.solution_outlines import Outline, renamed
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.invent.archive_files import Delivered
from stategraph.invent.equal_boards import board_of, mostly_equal
from stategraph.invent.lessons import Lessons, lessons_of


@dataclass(frozen=True)
class Candidate:
    """A level for a pack: its file, its lessons, and the moves of its first solution, renamed."""

    made: Delivered
    lessons: Lessons
    moves: Outline


def candidate(delivered: Delivered) -> Candidate | None:
    """Return a level as a candidate, or None if it has no story or no difficulty."""
    graph = expand(delivered.level.puzzle)
    lessons = lessons_of(delivered.level, graph)
    return None if lessons is None else Candidate(delivered, lessons, _moves(graph))


def _moves(graph: ArrayGraph) -> Outline:
    return renamed(first_solution(graph).labels)


def has_decoration(delivered: Delivered) -> bool:
    """Return whether some element has no purpose, or its purpose is unknown."""
    try:
        return bool(decoration(delivered.level, expand(delivered.level.puzzle)))
    except UnknownValue:
        return True


def rivals(candidates: Sequence[Candidate]) -> list[set[int]]:
    """Return the numbers of the rivals of each candidate, itself among them."""
    boards = [board_of(candidate.made.level) for candidate in candidates]

    def are_rivals(first: int, second: int) -> bool:
        one, other = candidates[first], candidates[second]
        if one.lessons.shape == other.lessons.shape or one.moves == other.moves:
            return True
        return mostly_equal(boards[first], boards[second])

    return symmetric(len(candidates), are_rivals)


def symmetric(size: int, holds: Callable[[int, int], bool]) -> list[set[int]]:
    """Return, for each number below `size`, itself and the numbers for which ``holds`` is true.

    >>> symmetric(3, lambda first, second: first + second == 2)
    [{0, 2}, {1}, {0, 2}]
    """
    sets = [{number} for number in range(size)]
    for second in range(size):
        for first in range(second):
            if holds(first, second):
                sets[first].add(second)
                sets[second].add(first)
    return sets
