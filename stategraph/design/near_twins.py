"""Near-twins: levels with the same idea. A search returns only the best of them.

Two levels are near-twins if one of these holds:

- They play the same, up to names (`stategraph.analysis.same_play`).
- At most one element is moved, inserted, removed or replaced between them, up to the symmetry of
  the board (`stategraph.design.level_distance`), or up to the names of the spots and kinds of a
  plan (`stategraph.design.near_plans`).
- Their solutions have the same outline, or are equal without at most one line of each
  (`stategraph.design.solution_outlines`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stategraph.analysis import moves_from_start, moves_to_goal
from stategraph.design.level_distance import Form, form_distance, form_of
from stategraph.design.near_plans import PlanForm, are_near_plans
from stategraph.design.solution_outlines import Outlines, outlines
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level

# The largest distance of near-twins.
MAX_DISTANCE = 1


@dataclass(frozen=True)
class Idea:
    """A level, the fingerprint of its graph, and the outlines of its solution.

    If the outlines are unknown, they are None and are not compared.
    """

    level: Level
    mark: str
    outlines: Outlines | None

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
    return Idea(level, mark(graph), outlines(level, graph))


def are_twins(first: Idea, second: Idea, plays_the_same: Callable[[Level, Level], bool]) -> bool:
    """Return whether two levels are near-twins. Levels of different families are not.

    ``plays_the_same(one, other)`` is called only for levels with the same fingerprint.
    """
    if first.level.family.name != second.level.family.name:
        return False
    if first.outlines and second.outlines and first.outlines.are_near(second.outlines):
        return True
    if form_distance(first.form, second.form, MAX_DISTANCE) is not None:
        return True
    plans = first.plan, second.plan
    if plans[0] is not None and plans[1] is not None and are_near_plans(plans[0], plans[1]):
        return True
    return first.mark == second.mark and plays_the_same(first.level, second.level)


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
