"""Measuring: metrics of a graph, all in one record, and what is unknown or was left out.

On a graph that is not complete, a metric is unknown unless what was seen proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis import Way
from stategraph.analysis.by import actor_of, movers_of
from stategraph.analysis.proof import PROOFS, holds, too_large
from stategraph.analysis.symmetry import Orbits
from stategraph.analysis.told import first_shown
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.machine import deadline
from stategraph.metrics.suite import METRICS, Metric

# Above so many states that can still win, the blind player is left out unless asked for.
SLOW = 50_000

# Numbers that are not whole are given to so many digits; equations are solved to 1e-9.
DIGITS = 9


def measure(
    graph: ArrayGraph,
    names: Iterable[str] | None = None,
    *,
    actor: Callable[[str], str] | None = None,
    heuristic: Callable[[Any], int] | None = None,
    movers: Callable[[Way], Sequence[Hashable]] | None = None,
    order: str = "text",
    slow: bool = False,
) -> dict[str, Any]:
    """Return metrics by their names, and the lists `unknown` and `left_out` of names.

    Numbers are exact integers, floats of 9 digits, texts, truth values, or lists of integers.
    None: the metric has no value (there is no solution, or no decision, or nobody said what it
    needs), is unknown, or was left out. On a graph of a million states and 6.7 million moves this
    takes 2 to 3 s.

    Parameters
    ----------
    names : iterable of str, optional
        the metrics wanted; all of `METRICS` by default
    actor : callable, optional
        ``actor(label)`` is who makes a move of that label
    heuristic : callable, optional
        ``heuristic(state)`` is a guess of the moves left
    movers : callable, optional
        ``movers(way)`` is who makes the moves of a way, where their labels do not tell
    order : {"text", "moves"}
        which shortest solution is the first
    slow : bool
        solve the blind player's equations above 50,000 states that can still win too

    Raises
    ------
    KeyError
        for a name that is no metric's

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> made = StateGraph.from_networkx(nx.DiGraph(["sa", "sg", "as"]), "s", "g")
    >>> record = measure(made)
    >>> record["win_chance"], record["expected_moves"], record["productive_share"]
    (1.0, 3.0, 0.5)
    >>> measure(made, ["shortest", "dead_states"])
    {'shortest': 1, 'dead_states': 0, 'unknown': [], 'left_out': []}
    """
    asked = [METRICS[name] for name in (METRICS if names is None else names)]
    known = {proof for proof in PROOFS if holds(graph, proof, order)}
    way = None
    if "way" in _parameters(asked) and graph.goal is not None and "first" in known:
        way = deadline.in_grace(lambda: first_shown(graph, order), None)
    given = {
        "graph": graph, "way": way, "actor": actor, "heuristic": heuristic, "movers": movers,
    }  # fmt: skip
    record: dict[str, Any] = {}
    unknown, left_out = [], []
    value: Any = None
    cramped = bool(too_large(graph))
    large = not slow and int(np.count_nonzero(analysis.moves_to_goal(graph) >= 0)) > SLOW
    for metric in asked:
        name = metric.name
        record[name] = None
        if metric.proof not in known or (cramped and not metric.streams):
            unknown.append(name)
        elif _has_none(metric, given):
            continue
        elif (metric.needs == "slow" and large) or (value := _value(metric, given)) is _TOO_LARGE:
            left_out.append(name)
        elif value is _LATE:
            unknown.append(name)
        else:
            record[name] = value
            if value is None and metric.limited:
                unknown.append(name)
    return {**record, "unknown": unknown, "left_out": left_out}


def _has_none(metric: Metric, given: Mapping[str, Any]) -> bool:
    """Return whether a metric has no value: nothing wins, or nobody said what it needs."""
    if metric.solution and given["graph"].goal is None:
        return True
    return any(given[parameter] is None for parameter in metric.required)


# The values of metrics that need more memory than there is, or too much time.
_TOO_LARGE, _LATE = object(), object()


def _value(metric: Metric, given: Mapping[str, Any]) -> Any:
    """Return the value of a metric, `_TOO_LARGE` or `_LATE`."""
    parameters = {k: given[k] for k in metric.parameters}
    compute = partial(metric.function, **parameters)
    try:
        if metric.streams:  # linear, and what all answers begin with
            return rounded(compute())
        return rounded(deadline.in_grace(compute, _LATE))
    except MemoryError:  # what solvers need beside the graph
        if metric.group != METRICS["muse"].group:
            raise
        return _TOO_LARGE


def measure_level(
    level: Level,
    graph: ArrayGraph,
    names: Iterable[str] | None = None,
    *,
    order: str = "text",
    slow: bool = False,
) -> dict[str, Any]:
    """Return `measure` of the graph of a level, by what its family tells of actors and guesses.

    Of several heuristics, by the first. Of classes of symmetric states there is neither.
    """
    names = list(METRICS if names is None else names)
    needed = _parameters(METRICS[name] for name in names) & {"actor", "movers", "heuristic"}
    known = known_of(level, graph) if needed else {}
    return measure(graph, names, **known, order=order, slow=slow)


def _parameters(asked: Iterable[Metric]) -> set[str]:
    """Return what some metrics are given."""
    return {name for metric in asked for name in metric.parameters}


def known_of(level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return what `measure` is to be given of a level: who moves, and a guess of the moves left."""
    family, heuristic = level.family, None
    if isinstance(graph.quotient, Orbits):  # who moves, and what is guessed, differ in a class
        return {}
    for make in list(family.heuristics.values())[:1]:
        heuristic = make(level.puzzle)
    return {
        "actor": actor_of(level, graph),
        "movers": movers_of(level, graph),
        "heuristic": heuristic,
    }


def rounded(value: Any) -> Any:
    """Return a number as records hold it: a float to 9 digits, anything else unchanged."""
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
