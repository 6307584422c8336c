"""How hard a level is for people: an estimate, how far it may be off, what drives it, and where.

::

    graph in units ──► features ──► model ──► sum ─┬─► estimate, low, high
                                                   └─► percentile among reference levels

The model is the one of the level's family, where people's plays of such levels were to be had; else
one of all of them, and the estimate is by analogy. Of a level that is not expanded whole there is
no estimate: neither how many boxes it has, nor what a heuristic guesses, agrees with people at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stategraph.analysis import solvable
from stategraph.difficulty.hard import Decision, decisions_of
from stategraph.difficulty.level_features import features
from stategraph.difficulty.model import DifficultyModel, models
from stategraph.graph import ArrayGraph
from stategraph.levels import Level

# The model of all people's plays.
ANY = "any"

# Whose plays an estimate is made from.
SAME, ANALOGY, OWN = "same family", "by analogy", "own plays"

ESTIMATE = ("estimate", "low", "high", "percentile", "drivers")


@dataclass(frozen=True)
class Driver:
    """What one number adds to an estimate.

    Attributes
    ----------
    feature : str
        a key of ``FEATURES`` in `stategraph.difficulty.level_features`
    value : float
    adds : float
        to the sum, against the average reference level
    """

    feature: str
    value: float
    adds: float


@dataclass(frozen=True, eq=False)
class Difficulty:
    """How hard a level is for people.

    Attributes
    ----------
    level : Level
    graph : ArrayGraph
        in the player's units, where there are any
    model : DifficultyModel or None
        None where no estimate can be made
    basis : {"same family", "by analogy", "own plays", None}
        whose plays the model was fitted to
    estimate, low, high : float or None
        what `model` tells of; between the last two lie four levels of five
    percentile : float or None
        among the reference levels of the model
    drivers : tuple of Driver
        what adds most first
    decisions : tuple of Decision or None
        the hardest first; None where the graph is not whole, or the level cannot be won
    numbers : dict of str to float
        what the model is given
    why : str
        why something is unknown, or has no value
    unknown : tuple of str
    """

    level: Level
    graph: ArrayGraph
    model: DifficultyModel | None = None
    basis: str | None = None
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    percentile: float | None = None
    drivers: tuple[Driver, ...] = ()
    decisions: tuple[Decision, ...] | None = None
    numbers: dict[str, float | None] = field(default_factory=dict)
    why: str = ""
    unknown: tuple[str, ...] = ()

    def __repr__(self) -> str:
        told = self.why
        if self.estimate is not None:
            told = f"{self.estimate:.3g} ({self.low:.3g} to {self.high:.3g}), {self.basis}"
        return f"<Difficulty of {self.level.name}: {told}>"


def difficulty(level: Level, graph: ArrayGraph, model: DifficultyModel | None = None) -> Difficulty:
    """Return how hard a level is for people. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
        in the player's units, as `stategraph.metrics.units.in_units` has it, or of single moves
    model : DifficultyModel, optional
        of one's own plays; by default the one that is shipped for the family

    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> found = difficulty(graph.level, graph.by("turns"))
    >>> found.basis, found.decisions[0].move, found.low < found.estimate < found.high
    ('by analogy', 'Rocket to 3', True)
    """
    if solvable(graph) is False:
        return Difficulty(level, graph, why="it cannot be won")
    if not graph.complete:
        why = f"stopped at the {graph.stopped}"
        return Difficulty(level, graph, why=why, unknown=(*ESTIMATE, "decisions"))
    if graph.goal == 0:
        return Difficulty(level, graph, decisions=(), why="it is won at the start")
    heuristic = first_heuristic(level)
    numbers = features(graph, heuristic)
    made, basis = _model_for(level, model)
    hard = tuple(decisions_of(graph, heuristic))
    return _told(level, graph, made, basis, numbers, hard)


def first_heuristic(level: Level) -> Callable[[Any], int | None] | None:
    """Return the first heuristic of a level's family, None where it has none."""
    made = next(iter(level.family.heuristics.values()), None)
    return None if made is None else made(level.puzzle)


def _model_for(level: Level, given: DifficultyModel | None) -> tuple[DifficultyModel, str]:
    """Return the model for a level, and from what its estimate is made."""
    if given is not None:
        return given, OWN
    known = models()
    return (known[level.family.name], SAME) if level.family.name in known else (known[ANY], ANALOGY)


def _told(
    level: Level,
    graph: ArrayGraph,
    model: DifficultyModel,
    basis: str,
    numbers: dict[str, float | None],
    hard: tuple[Decision, ...],
) -> Difficulty:
    """Return what a model says of a level's numbers."""
    total = model.sum(numbers)
    if total is None:  # a model of one's own, fitted to levels with a heuristic, say
        lacking = [term.feature for term in model.terms if numbers.get(term.feature) is None]
        why = f"there is no {' and no '.join(lacking)} of this level, which the model weighs"
        return Difficulty(level, graph, model, basis, decisions=hard, why=why, unknown=ESTIMATE)
    drivers = [
        Driver(term.feature, float(value), term.of(value))
        for term in model.terms
        if (value := numbers[term.feature]) is not None and term.weight
    ]
    return Difficulty(
        level,
        graph,
        model,
        basis,
        model.told(total),
        model.told(total + model.errors[0]),
        model.told(total + model.errors[1]),
        float(np.clip(model.percentile(total), 0, 100)),
        tuple(sorted(drivers, key=lambda one: -abs(one.adds))),
        hard,
        numbers,
    )
