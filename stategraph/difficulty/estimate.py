"""The estimated difficulty of a level for people, its drivers and hard decisions.

::

    graph in units ──► features ──► model ──► sum ─┬─► estimate, low, high
                                                   └─► percentile among reference levels

If there are results of people for the level's family, the model of this family is used. Otherwise a
model of all families gives an estimate by analogy. A level without a complete graph has no
estimate: neither its number of boxes nor the value of a heuristic correlates with the results of
people.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from stategraph.analysis import solvable
from stategraph.difficulty.hard_decisions import Decision, decisions_of
from stategraph.difficulty.level_features import ARGUMENTS, features
from stategraph.difficulty.model import DifficultyModel, models
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.measuring import arguments_of
from stategraph.readable import Readable, one_line

# The name of the model that is fitted to the results of people for all families.
ANY = "any"

# The basis of an estimate.
SAME, ANALOGY, OWN = "same family", "by analogy", "own plays"

ESTIMATE = ("estimate", "low", "high", "percentile", "drivers")


@dataclass(frozen=True)
class Driver:
    """The contribution of one number to an estimate.

    Attributes
    ----------
    feature : str
        a key of ``FEATURES`` in `stategraph.difficulty.level_features`
    value : float
    adds : float
        the contribution to the sum, relative to the average reference level
    """

    feature: str
    value: float
    adds: float


@dataclass(frozen=True, eq=False, repr=False)
class Difficulty(Readable):
    """The difficulty of a level for people.

    Attributes
    ----------
    level : Level
    graph : ArrayGraph
        in the player's units, if the level has them
    model : DifficultyModel or None
        None if no estimate is possible
    basis : {"same family", "by analogy", "own plays", None}
        the plays that the model was fitted to
    estimate, low, high : float or None
        the value that `model` describes; four of five levels lie between the last two
    percentile : float or None
        among the reference levels of the model
    drivers : tuple of Driver
        the largest contribution first
    decisions : tuple of Decision or None
        the hardest first; None if the graph is not complete, or the level has no solution
    numbers : dict of str to float
        the arguments of the model
    why : str
        the reason why something is unknown, or has no value
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

    @property
    def rank(self) -> str:
        """The share of reference levels that are easier or harder, in words, or "" if unknown."""
        if self.percentile is None or self.model is None:
            return ""
        share = 100 - self.percentile if easy(self.percentile) else self.percentile
        verb = "easier" if easy(self.percentile) else "harder"
        return f"{verb} than {share:.0f}% of {self.model.levels} reference levels"

    def __repr__(self) -> str:
        summary = self.why if self.estimate is None else f"{self.rank}, {self.basis}"
        return one_line(f"<Difficulty of {self.level.name}: {summary}>")


def easy(percentile: float | None) -> bool:
    """Return whether fewer than half of the reference levels are easier."""
    return percentile is not None and percentile < 50


def difficulty(level: Level, graph: ArrayGraph, model: DifficultyModel | None = None) -> Difficulty:
    """Return the difficulty of a level for people. O(states + moves).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        in the player's units, as `stategraph.metrics.units.in_units` returns it, or of single moves
    model : DifficultyModel, optional
        a user-defined model; by default the one that is shipped for the family

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> estimate = difficulty(graph.level, graph.by("turns"))
    >>> estimate.basis, estimate.decisions[0].move, estimate.low < estimate.estimate < estimate.high
    ('by analogy', 'Rocket to 3', True)
    """
    if solvable(graph) is False:
        return Difficulty(level, graph, why="it cannot be won")
    if not graph.complete:
        why = f"stopped at the {graph.stopped}"
        return Difficulty(level, graph, why=why, unknown=(*ESTIMATE, "decisions"))
    if graph.goal == 0:
        return Difficulty(level, graph, decisions=(), why="it is won at the start")
    level_arguments = arguments_of(level, graph)
    numbers = features(graph, **{name: level_arguments.get(name) for name in ARGUMENTS})
    level_model, basis = _model_for(level, model)
    hard = tuple(
        decisions_of(graph, level_arguments.get("heuristic"), level_arguments.get("looks_dead"))
    )
    return _estimate_of(level, graph, level_model, basis, numbers, hard)


def _model_for(level: Level, own_model: DifficultyModel | None) -> tuple[DifficultyModel, str]:
    """Return the model for a level, and the basis of its estimate."""
    if own_model is not None:
        return own_model, OWN
    shipped_models = models()
    return (
        (shipped_models[level.family.name], SAME)
        if level.family.name in shipped_models
        else (shipped_models[ANY], ANALOGY)
    )


def _estimate_of(
    level: Level,
    graph: ArrayGraph,
    model: DifficultyModel,
    basis: str,
    numbers: dict[str, float | None],
    hard: tuple[Decision, ...],
) -> Difficulty:
    """Return the estimate of a model for the numbers of a level."""
    total = model.sum(numbers)
    if total is None:  # for example, a user-defined model that needs a heuristic
        missing_features = [
            term.feature for term in model.terms if numbers.get(term.feature) is None
        ]
        why = f"the model needs {' and '.join(missing_features)}, which this level lacks"
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
        model.converted(total),
        model.converted(total + model.errors[0]),
        model.converted(total + model.errors[1]),
        float(np.clip(model.percentile(total), 0, 100)),
        tuple(sorted(drivers, key=lambda driver: -abs(driver.adds))),
        hard,
        numbers,
    )
