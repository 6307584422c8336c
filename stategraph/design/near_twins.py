"""Near-twins: levels with the same idea. A search returns only the best of them.

Two levels are near-twins if one of these holds:

- They play the same, up to names (`stategraph.analysis.same_play`).
- At most one element is moved, inserted, removed or replaced between them, up to the symmetry of
  the board (`stategraph.design.level_distance`), or up to the names of the spots and kinds of a
  plan (`stategraph.design.near_plans`).
- Their solutions have the same outline (`outline`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stategraph.analysis import first_solution, moves_from_start, moves_to_goal
from stategraph.analysis.same_solutions import Labels
from stategraph.design.level_distance import Form, form_distance, form_of
from stategraph.design.near_plans import PlanForm, are_near_plans
from stategraph.design.story_cut import Cut
from stategraph.design.story_cut import Draft as Line
from stategraph.design.story_scene import Scene
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules.candidate_symmetries import TURNS

# The largest distance of near-twins.
MAX_DISTANCE = 1

# A short form of a solution, which is equal for solutions with the same idea.
Outline = tuple[object, ...]


@dataclass(frozen=True)
class Idea:
    """A level, the fingerprint of its graph, and the outline of its solution.

    An unknown outline is None, and is not compared.
    """

    level: Level
    mark: str
    outline: Outline | None

    @cached_property
    def form(self) -> Form:
        """The level as text, for comparisons with many others."""
        return form_of(self.level)

    @cached_property
    def plan(self) -> PlanForm | None:
        """The level as a plan, or None if it is not one."""
        plan = self.level.family.plan(self.level.puzzle)
        return None if plan is None else PlanForm(plan)


def idea_of(level: Level, graph: ArrayGraph) -> Idea:
    """Return the idea of a level with a complete graph."""
    return Idea(level, mark(graph), outline(level, graph))


def are_twins(first: Idea, second: Idea, plays_the_same: Callable[[Level, Level], bool]) -> bool:
    """Return whether two levels are near-twins. Levels of different families are not.

    ``plays_the_same(one, other)`` is called only for levels with the same fingerprint.
    """
    if first.level.family.name != second.level.family.name:
        return False
    if first.outline is not None and first.outline == second.outline:
        return True
    if form_distance(first.form, second.form, MAX_DISTANCE) is not None:
        return True
    plans = first.plan, second.plan
    if plans[0] is not None and plans[1] is not None and are_near_plans(plans[0], plans[1]):
        return True
    return first.mark == second.mark and plays_the_same(first.level, second.level)


def outline(level: Level, graph: ArrayGraph) -> Outline | None:
    """Return the outline of a level's solution, or None without a solution. The graph is complete.

    The solution has the fewest changes of piece, as in `stategraph.design.explain_solution`. For
    each line of moves of one piece, the outline contains three values: the number of the piece in
    order of first appearance, its kind, and its displacement in rows and columns. Displacements are
    compared up to the symmetry of the board. Walks are left out. Where actors take turns instead,
    the outline is the sequence of their moves, with names and numbers in order of their first
    appearance. The outline does not depend on the position of the pieces on the board.

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/invented/seventeen-cells")
    >>> outline(level, expand(level.puzzle))
    ((0, 'box', (-1, 0)), (1, 'box', (-2, -2)), (0, 'box', (0, 3)))
    """
    graph = graph.real
    if graph.goal is None:
        return None
    if graph.variables is None:
        return renamed(first_solution(graph).labels)
    cut = Cut(Scene(level, graph))
    if not cut.drafts or not all(cut.scene.is_cell(line.piece) for line in cut.drafts):
        return renamed(tuple(map(graph.label, cut.moves)))
    return min(_by_pieces(cut, *turn) for _, *turn in TURNS)


def _by_pieces(cut: Cut, down: bool, right: bool, across: bool) -> Outline:
    """Return the outline of a solution by pieces on cells, for a board turned as in `TURNS`."""
    numbers: dict[int, int] = {}

    def displacement(line: Line) -> tuple[int, int]:
        (r, c), (row, column) = map(cut.scene.puzzle.board.place, (line.start, line.end))
        rows, columns = row - r, column - c
        if across:
            rows, columns = columns, rows
        return (-rows if down else rows), (-columns if right else columns)

    return tuple(
        (numbers.setdefault(line.piece, len(numbers)), cut.noun(line.piece), displacement(line))
        for line in cut.drafts
    )


def renamed(labels: Labels) -> Outline:
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


def mark(graph: ArrayGraph) -> str:
    """Return a fingerprint of a graph that does not depend on names. Collisions are rare.

    The numbers that describe each state are hashed [1]_. The hashes of all states are added, so the
    order of states does not matter. O(states + moves).

    .. [1] G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA
       (2014): the finalizer of SplitMix64.
    """
    into = np.bincount(graph.targets, minlength=len(graph))
    mixed = np.zeros(len(graph), np.uint64)
    for column in (np.diff(graph.offsets), into, moves_from_start(graph), moves_to_goal(graph)):
        mixed += column.astype(np.int64).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return f"{len(graph)}:{len(graph.targets)}:{int(mixed.sum(dtype=np.uint64)):016x}"
