"""Evaluation of metrics into one record, with lists of unknown and of omitted metrics.

On an incomplete graph, a metric is unknown unless the known part proves it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import partial
from typing import Any

from stategraph.analysis import GraphPath
from stategraph.analysis.lifting import node_solution, symmetries_of
from stategraph.analysis.looks_dead import looks_dead
from stategraph.analysis.piece_moves import pieces_of
from stategraph.analysis.proof import PROOFS, holds, too_large
from stategraph.analysis.quotient_choice import actor_of, movers_of
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.machine import deadline
from stategraph.metrics.random_play import has_many_living_states
from stategraph.metrics.suite import METRICS, Metric
from stategraph.readable import Record
from stategraph.rules.puzzle import Heuristic

# The arguments of metrics that a level determines.
KNOWN = {"actor", "movers", "heuristic", "pieces", "looks_dead"}

# Digits of floats in records. Equations are solved to a relative error of 1e-9.
DECIMAL_DIGITS = 9


def measure(
    graph: ArrayGraph,
    names: Iterable[str] | None = None,
    *,
    actor: Callable[[str], str] | None = None,
    heuristic: Heuristic | None = None,
    movers: Callable[[GraphPath], Sequence[Hashable]] | None = None,
    order: str = "text",
    slow: bool = False,
    **careful: object,
) -> Record:
    """Return the values of metrics by name, and the names that are `unknown` or `left_out`.

    Values are exact integers, floats with 9 digits, texts, truth values, or lists of integers. A
    value is None if the metric does not apply, is unknown, or was left out. A metric does not apply
    if there is no solution or no decision, or if an argument that it needs is missing.

    Parameters
    ----------
    graph : ArrayGraph
    names : iterable of str, optional
        the metrics to compute; all of `METRICS` by default
    actor : callable, optional
        ``actor(label)`` is the actor of a move with that label
    heuristic : callable, optional
        ``heuristic(state)`` estimates the remaining moves
    movers : callable, optional
        ``movers(path)`` are the blocks that a path moves, if labels do not determine the actor
    order : {"text", "moves"}
        the order that defines the first shortest solution
    slow : bool
        solve the equations of the random player above 50,000 living states too
    **careful
        ``pieces``, the piece that each move moves, and ``looks_dead``, the states that look dead

    Returns
    -------
    dict

    Raises
    ------
    KeyError
        if a name is not a metric

    Notes
    -----
    A graph of a million states and 6.7 million moves takes 2 to 3 s.

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> made = StateGraph.from_networkx(nx.DiGraph(["sa", "sg", "as"]), "s", "g")
    >>> record = measure(made)
    >>> record["win_chance"], record["expected_moves"], record["productive_share"]
    (1.0, 3.0, 0.5)
    >>> measure(made, ["shortest", "dead_states"])
    {'shortest': 1, 'dead_states': 0, 'unknown': [], 'left_out': []}
    """
    requested = [METRICS[name] for name in (METRICS if names is None else names)]
    proofs = {proof for proof in PROOFS if holds(graph, proof, order)}
    path = None
    if "path" in _parameters(requested) and graph.goal is not None and "first" in proofs:
        path = deadline.in_grace(lambda: node_solution(graph, order), None)
    arguments = {
        "graph": graph, "path": path, "actor": actor, "heuristic": heuristic, "movers": movers,
        "pieces": None, "looks_dead": None, **careful,
    }  # fmt: skip
    record: Record = {}
    unknown, left_out = [], []
    value: object = None
    cramped = bool(too_large(graph))
    large = not slow and has_many_living_states(graph)
    for metric in requested:
        name = metric.name
        record[name] = None
        if metric.proof not in proofs or (cramped and not metric.streams):
            unknown.append(name)
        elif _has_none(metric, arguments):
            continue
        elif (metric.needs == "slow" and large) or (
            value := _value(metric, arguments)
        ) is _TOO_LARGE:
            left_out.append(name)
        elif value is _LATE:
            unknown.append(name)
        else:
            record[name] = value
            if value is None and metric.limited:
                unknown.append(name)
    return {**record, "unknown": unknown, "left_out": left_out}


def _has_none(metric: Metric, arguments: Record) -> bool:
    """Return whether a metric has no value because a solution or an argument is missing."""
    if metric.solution and arguments["graph"].goal is None:
        return True
    return any(arguments[parameter] is None for parameter in metric.required)


# Markers for values whose computation needs too much memory or time.
_TOO_LARGE, _LATE = object(), object()


def _value(metric: Metric, arguments: Record) -> object:
    """Return the value of a metric, or `_TOO_LARGE` or `_LATE` if it cannot be computed."""
    parameters = {k: arguments[k] for k in metric.parameters}
    compute = partial(metric.function, **parameters)
    try:
        if metric.streams:  # such metrics take linear time, and all answers need them
            return rounded(compute())
        return rounded(deadline.in_grace(compute, _LATE))
    except MemoryError:  # solvers need memory in addition to the graph
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
) -> Record:
    """Return the result of `measure` for a level's graph, with its family's actors and heuristic.

    The first heuristic of the family is used. On a graph of classes of symmetric states, neither
    actors nor heuristic are available.

    Parameters
    ----------
    level : Level
        the level of the graph
    graph : ArrayGraph
        the state graph
    names : iterable of str, optional
        names of metrics; all by default
    order : {"text", "moves"}
        the order of solutions: by their text, or label by label
    slow : bool
        True to compute slow metrics above 50,000 living states, too

    Returns
    -------
    dict
        metrics by name, and the lists ``unknown`` and ``left_out``

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> measure_level(graph.level, graph, ["muse", "trap_moves"])
    {'muse': 3.0, 'trap_moves': 1, 'unknown': [], 'left_out': []}
    """
    names = list(METRICS if names is None else names)
    needed = _parameters(METRICS[name] for name in names) & KNOWN
    level_arguments = arguments_of(level, graph, needed) if needed else {}
    return measure(graph, names, **level_arguments, order=order, slow=slow)


def _parameters(metrics: Iterable[Metric]) -> set[str]:
    """Return the names of all parameters of some metrics."""
    return {name for metric in metrics for name in metric.parameters}


def arguments_of(level: Level, graph: ArrayGraph, names: Collection[str] = KNOWN) -> Record:
    """Return the values of arguments of `measure` for a level; all of `KNOWN` by default."""
    if symmetries_of(graph) is not None:  # actors and heuristics may differ within a class
        return {}
    values: dict[str, Callable[[], object]] = {
        "actor": lambda: actor_of(level, graph),
        "movers": lambda: movers_of(level, graph),
        "heuristic": lambda: _first_heuristic(level),
        "pieces": lambda: pieces_of(level, graph),
        "looks_dead": lambda: None if too_large(graph) else looks_dead(level, graph),
    }
    return {name: value() for name, value in values.items() if name in names}


def _first_heuristic(level: Level) -> Heuristic | None:
    heuristics = list(level.family.heuristics.values())
    return heuristics[0](level.puzzle) if heuristics else None


def rounded(value: object) -> Any:
    """Return a value in the form used in records: floats with 9 digits, other values unchanged.

    Parameters
    ----------
    value : object
        a value of a metric

    Returns
    -------
    object

    Examples
    --------
    >>> rounded(1 / 3), rounded(3)
    (0.333333333, 3)
    """
    return float(f"{value:.{DECIMAL_DIGITS}g}") if isinstance(value, float) else value
