"""Local proofs that a state is lost, for levels whose graph is incomplete.

Each proof has a sentence that claims no more than the proof shows:

- *Fewer pieces*: in push puzzles with boxes on goals, the rest of a solution still wins if some
  boxes are taken off the board, since a push of a missing box becomes a step. So a state is lost if
  it is lost with only some of its boxes.
- *Closed search*: an expansion from the state ends without a goal.
- *Heuristic*: an admissible heuristic says that the goal is out of reach.

::

    #######
    #  $  #    This box can never leave this row. Even without the other boxes, it reaches no goal.
    # @ $.#
    #######
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from stategraph.analysis.partial_states import Condition, member
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pushing.puzzle import PushPuzzle
from stategraph.readable import Record
from stategraph.rules import DEAD
from stategraph.rules.capabilities.searching import admissible_heuristic
from stategraph.rules.puzzle import Heuristic
from stategraph.rules.svg import printable
from stategraph.studio.loss_reasons import FIXED, MAX_AREA, actor_in_words, fate
from stategraph.variables import One, State

# Limits of the expansion of one proof.
PROOF = Limits(states=20_000, seconds=2.0)

# Maximum number of boxes in a proof with fewer boxes, and their maximum distance from the box that
# was pushed, in rows or columns.
MAX_BOXES, MAX_DISTANCE = 4, 2


class Loss(NamedTuple):
    """A proof that a state is lost.

    Attributes
    ----------
    reason : dict
        a reason with the keys that `loss_reasons` describes
    graph : ArrayGraph or None
        the searched states, which are all lost; None if nothing was searched
    boxes : (str, frozenset of int) or None
        if only some boxes were on the board during the search: their variable and their cells
    """

    reason: Record
    graph: ArrayGraph | None = None
    boxes: tuple[str, frozenset[int]] | None = None

    def covers(self, state: State) -> bool:
        """Return whether the same search proves another state lost."""
        if self.graph is None:
            return False
        if self.boxes is not None:
            variable, cells = self.boxes
            if not cells <= frozenset(state[variable]):
                return False
            state = state.but(**{variable: sorted(cells)})
        return self.graph.find(state) is not None


class LocalProofs:
    """Proves states of a level lost without the graph of the level.

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> level = read_level("sokoban/first-push")
    >>> start, board = level.puzzle.start, level.puzzle.board
    >>> lost = start.but(boxes=[board.cell(1, 1)])
    >>> LocalProofs(level).prove(lost).reason["text"]
    'This box can never move again. It reaches no goal.'
    """

    def __init__(self, level: Level):
        self.level = level
        self._lost_boxes: list[frozenset[int]] = []  # boxes of earlier proofs with fewer boxes

    def prove(self, state: State, before: State | None = None) -> Loss | None:
        """Return a proof that a state is lost, or None if none is found.

        `before` is the state before the last move, if known. The proof with fewer boxes then begins
        with the box that this move pushed.
        """
        puzzle = self.level.puzzle
        if puzzle.is_goal(state):
            return None
        if next(iter(puzzle.moves(state)), None) is None:
            return Loss(_reason("No move is left."))
        return self._with_fewer(state, before) or self._closed(state) or self._hopeless(state)

    # ------------------------------------------------------------------------------ fewer boxes

    @cached_property
    def _pushing(self) -> Any:
        """The description of a push puzzle with boxes on goals, or None."""
        pushing = self.level.family.pushing(self.level.puzzle)
        return pushing if isinstance(pushing, PushPuzzle) and pushing.homes else None

    def _with_fewer(self, state: State, before: State | None) -> Loss | None:
        if self._pushing is None:
            return None
        for boxes in self._candidates(state, before):
            graph = self._alone(state, boxes)
            if graph is not None:
                boxes, graph = self._fewest(state, boxes, graph)
                if boxes not in self._lost_boxes:
                    self._lost_boxes.append(boxes)
                reason = self._about_boxes(state, boxes, graph)
                return Loss(reason, graph, (self._pushing.blocks, boxes))
        return None

    def _candidates(self, state: State, before: State | None) -> Iterator[frozenset[int]]:
        """Yield sets of boxes that may be lost without the others."""
        pushing, boxes = self._pushing, frozenset(state[self._pushing.blocks])
        pushed = boxes - frozenset(before[pushing.blocks]) if before is not None else frozenset()
        for box in sorted(boxes, key=lambda box: (box not in pushed, box)):
            if pushing.homes[box] is None:
                yield frozenset([box])
        yield from (lost for lost in self._lost_boxes if lost <= boxes)
        for box in sorted(pushed):
            near = sorted(boxes - {box}, key=lambda other: (self._distance(box, other), other))
            near = [other for other in near if self._distance(box, other) <= MAX_DISTANCE]
            for n in range(min(MAX_BOXES, len(near) + 1)):
                yield frozenset([box, *near[:n]])

    def _distance(self, box: int, other: int) -> int:
        (row, column), (r, c) = map(self._pushing.board.place, (box, other))
        return int(max(abs(row - r), abs(column - c)))

    def _alone(self, state: State, boxes: frozenset[int]) -> ArrayGraph | None:
        """Return the graph with only some boxes on the board if it is complete without a goal."""
        return self._searched(state.but(**{self._pushing.blocks: sorted(boxes)}))

    def _fewest(
        self, state: State, boxes: frozenset[int], graph: ArrayGraph
    ) -> tuple[frozenset[int], ArrayGraph]:
        """Leave out boxes while the others are lost; return the others and their graph."""
        for box in sorted(boxes):
            smaller = self._alone(state, boxes - {box}) if len(boxes) > 1 else None
            if smaller is not None:
                boxes, graph = boxes - {box}, smaller
        return boxes, graph

    def _about_boxes(self, state: State, boxes: frozenset[int], graph: ArrayGraph) -> Record:
        variable = self._pushing.blocks
        name, others = member(variable), len(boxes) < len(state[variable])
        spots = self._spots(variable, boxes)
        even = f"Even without the other {variable}, " if others else ""
        if len(boxes) > 1:
            return _reason(
                _begun(f"{even}these {len(boxes)} {variable} cannot all reach goals."), spots
            )
        what = fate(self.level, graph, Condition(variable, None, tuple(boxes)))
        if not what:
            return _reason(_begun(f"{even}this {name} reaches no goal."), spots)
        return _reason(f"This {name} {what}. {_begun(f'{even}it reaches no goal.')}", spots)

    # ---------------------------------------------------------------- closed searches, heuristics

    def _searched(self, state: State) -> ArrayGraph | None:
        """Return the graph from a state if it is complete without a goal, else None."""
        graph = expand(self.level.puzzle.starting(state), PROOF, until_goal=True)
        return graph if graph.complete and graph.goal is None else None

    def _closed(self, state: State) -> Loss | None:
        graph = self._searched(state)
        if graph is None:
            return None
        n = len(graph)
        text = f"None of the {n:,} states that can still be reached is a win."
        if n == 1:
            text = "No other state can be reached."
        facts, spots = self._facts(state, graph)
        return Loss(_reason(" ".join([text, *facts]), spots), graph)

    def _facts(self, state: State, graph: ArrayGraph) -> tuple[list[str], list[list[float]]]:
        """Return sentences on what pieces can never do again, and the centres of their cells."""
        if self._pushing is not None:
            return self._fixed_boxes(state, graph)
        variables: Any = self.level.puzzle.variables
        if variables is None:
            return [], []
        facts, spots = [], []
        for name in self.level.family.walkers(self.level.puzzle):
            if isinstance(variables.kinds[name], One):
                what = fate(self.level, graph, Condition(name, None, (state[name],)))
                if what:
                    facts.append(f"{actor_in_words(self.level, name)} {what}.")
                    spots += self._spots(name, [state[name]])
        return (facts, spots) if len(facts) == 1 else ([], [])

    def _fixed_boxes(self, state: State, graph: ArrayGraph) -> tuple[list[str], list[list[float]]]:
        variable, homes = self._pushing.blocks, self.level.family.homes(self.level.puzzle)
        away = sorted(set(state[variable]) - set(homes))
        fixed = [
            box
            for box in away
            if fate(self.level, graph, Condition(variable, None, (box,))) == FIXED
        ]
        if not fixed or len(fixed) > MAX_AREA:
            return [], []
        one = len(fixed) == 1
        pieces = f"This {member(variable)}" if one else f"These {len(fixed)} {variable}"
        return [f"{pieces} {FIXED}."], self._spots(variable, fixed)

    def is_hopeless(self, state: State) -> bool:
        """Return whether an admissible heuristic proves a state dead."""
        return self._heuristic is not None and self._heuristic(state) >= DEAD

    def _hopeless(self, state: State) -> Loss | None:
        if not self.is_hopeless(state):
            return None
        ignoring = self.level.family.ignoring
        even = f" even {ignoring}" if ignoring else ""
        return Loss(_reason(f"The goal is out of reach{even}."))

    @cached_property
    def _heuristic(self) -> Heuristic | None:
        return admissible_heuristic(self.level.family, self.level.puzzle)

    def _spots(self, variable: str, values: Any) -> list[list[float]]:
        """Return the centres of the cells of some pieces on the board."""
        family, puzzle = self.level.family, self.level.puzzle
        spots = [family.spot(puzzle, variable, value) for value in sorted(values)]
        return [list(spot) for spot in spots if spot is not None]


def _begun(sentence: str) -> str:
    """Return a sentence with a capital letter."""
    return sentence[0].upper() + sentence[1:]


def _reason(text: str, cells: list[list[float]] | None = None) -> Record:
    return {"text": printable(text), "cells": cells or [], "area": [], "empty": []}
