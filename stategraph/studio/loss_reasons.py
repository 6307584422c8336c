"""The reason why a state is lost: a sentence about a dead pattern, and its cells on the board.

Each pattern of `stategraph.analysis.dead_patterns` is proven on the complete graph: every state
with its parts is dead. The sentence adds what `stategraph.analysis.piece_reach` proves::

    #######
    #  $  #    This box can never leave this row. The level cannot be won with a box here.
    # @ . #
    #######
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.partial_states import Condition, member
from stategraph.analysis.piece_moves import GONE
from stategraph.analysis.piece_reach import reach_when_dead
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.svg import printable
from stategraph.tell.phrases import names_in_words
from stategraph.variables import One, Set

# Maximum number of parts that a sentence lists.
MAX_LISTED_PARTS = 4

# Maximum number of framed cells for one piece. More frames would hide the rest of the pattern.
MAX_AREA = 8

FIXED = "can never move again"


def loss_reasons(level: Level, graph: ArrayGraph) -> tuple[np.ndarray, list[Record]]:
    """Return the index of each state's reason, (n,) int32, or -1; and the list of reasons.

    A reason has these keys:

    - ``text``: one or two sentences;
    - ``cells``: the centres (x, y) of the cells whose content is part of the pattern;
    - ``area``: the centres of a few cells; a piece of the pattern is on one of them;
    - ``empty``: the centres of cells on which a piece must be missing.

    Examples
    --------
    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> level = read_level("spacewreck/eight-rooms")
    >>> of, reasons = loss_reasons(level, expand(level.puzzle))
    >>> of.tolist()
    [-1, -1, -1, -1, -1, -1, -1, 0, 0]
    >>> reasons[0]["text"]
    'Lucky can never move again. The level cannot be won like this.'
    """
    dead_patterns = patterns_of(level, graph) if graph.complete else None
    if dead_patterns is None:
        return np.full(len(graph), -1, np.int32), []
    return dead_patterns.of, [
        _reason(level, graph, pattern.parts) for pattern in dead_patterns.patterns
    ]


def _reason(level: Level, graph: ArrayGraph, parts: tuple[Condition, ...]) -> Record:
    frames: Record = {"cells": [], "area": [], "empty": []}
    for part in parts:
        spots = [spot for spot in _spots(level, part) if spot is not None]
        if len(spots) > MAX_AREA:
            continue
        kind = "empty" if part.lacks else "area" if len(spots) > 1 else "cells"
        frames[kind] += [list(spot) for spot in spots if list(spot) not in frames[kind]]
    return {"text": printable(_sentence(level, graph, parts)), **frames}


def _spots(level: Level, part: Condition) -> list[tuple[float, float] | None]:
    family, puzzle = level.family, level.puzzle
    if part.item is not None:
        return [family.spot_of_item(puzzle, part.variable, part.item)]
    return [family.spot(puzzle, part.variable, value) for value in part.values]


def _sentence(level: Level, graph: ArrayGraph, parts: tuple[Condition, ...]) -> str:
    variables = level.puzzle.variables
    assert variables is not None, "its states have parts"
    first, kind = parts[0], variables.kinds[parts[0].variable]
    simple = first.item is None and not first.lacks and first.most is None and len(parts) == 1
    fact = fate(level, graph, first) if simple else ""
    name = member(first.variable)
    if simple and isinstance(kind, Set) and name != first.variable:
        if fact:
            return f"This {name} {fact}. The level cannot be won with a {name} here."
        return f"The level cannot be won from any state with a {name} here."
    if fact and isinstance(kind, One):
        return f"{actor_in_words(level, first.variable)} {fact}. The level cannot be won like this."
    if len(parts) == 1 and first.item is not None and None not in _spots(level, first):
        return "The level cannot be won from any state in which this cell is like this."
    if len(parts) > MAX_LISTED_PARTS:
        return f"The level cannot be won from any state with these {len(parts)} parts."
    listed = names_in_words([part.in_sentence(variables) for part in parts])
    return f"The level cannot be won from any state with {listed}."


def actor_in_words(level: Level, name: str) -> str:
    """Return an actor as the subject of a sentence."""
    walkers = level.family.walkers(level.puzzle)
    return "The player" if walkers == (name,) else name.capitalize()


def fate(level: Level, graph: ArrayGraph, part: Condition) -> str:
    """Return text about the cells that a piece can never leave, or "" if nothing is proven."""
    reached = reach_when_dead(graph.real, part.variable, part.values)
    if reached is None or GONE in reached:
        return ""
    if len(reached) == 1:
        return FIXED
    variables = level.puzzle.variables
    board = variables.kinds[part.variable].board
    if board is not None and hasattr(board, "place"):
        for lines, noun in zip(zip(*map(board.place, reached), strict=True), ("row", "column"),
                               strict=True):  # fmt: skip
            if len(set(lines)) == 1:
                return f"can never leave this {noun}"
    return "can never leave these cells" if reached == set(part.values) else ""
