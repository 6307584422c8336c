"""The few numbers that tell most of a graph, and its first solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph.analysis.proof import first_solution_known
from stategraph.analysis.told import first_told
from stategraph.analysis.units import Runs
from stategraph.graph import ArrayGraph
from stategraph.metrics.measuring import measure
from stategraph.metrics.suite import METRICS

# In the order of ``analyse --json``.
SUMMARY = (
    "states",
    "moves",
    "solvable",
    "shortest",
    "shortest_count",
    "first_solution",
    "dead_states",
    "stuck_states",
    "dead_end_cycles",
    "trap_moves",
    "max_depth",
)

# What a level file states as its known answers: not what follows from others, or says little.
UNSTATED = ("solvable", "max_depth")
STATED = tuple(name for name in SUMMARY if name not in UNSTATED)

# Those of which a part of a graph tells a lower bound that is worth telling.
AT_LEAST = ("dead_states", "stuck_states", "dead_end_cycles", "max_depth")


def summary(graph: ArrayGraph, order: str = "text") -> dict[str, Any]:
    """Return the metrics of `SUMMARY`, the moves of the first solution, and what is unknown.

    On a graph that is not complete, `states` and `moves` are what was seen; a value that is not
    proven is None and its name stands in the list `unknown`; `at_least` holds what was seen of
    some, and `stopped` says at which limit. O(states + moves).

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> summary(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2))["shortest"]
    2
    """
    found = measure(graph, SUMMARY, order=order)
    del found["left_out"]  # nothing of it is slow
    return summed_up(graph, found, order)


def summed_up(graph: ArrayGraph, found: Mapping[str, Any], order: str) -> dict[str, Any]:
    """Return what `measure` found with the metrics of `SUMMARY` first, as `summary` has them."""
    record: dict[str, Any] = {"complete": graph.complete}
    for name in SUMMARY:
        record[name] = found[name]
        if name == "first_solution":
            record |= _first_moves(graph, order)
            record["order"] = order
    record["unknown"] = []
    if not graph.complete:
        record["at_least"] = {name: METRICS[name].at_least(graph) for name in AT_LEAST}
        record["stopped"] = graph.stopped
    record |= {name: value for name, value in found.items() if name not in record}
    unknown = set(found["unknown"])
    if "first_solution" in unknown:
        unknown |= {"first_solution_moves", "first_solution_units", "steps"}
    record["unknown"] = [name for name in record if name in unknown]
    return record


def _first_moves(graph: ArrayGraph, order: str) -> dict[str, Any]:
    """Return the moves of the first solution; of a graph of units, those that replay."""
    runs = isinstance(graph.quotient, Runs)
    names = (
        "first_solution",
        "first_solution_moves",
        *(("first_solution_units", "steps") if runs else ()),
    )
    if graph.goal is None or not first_solution_known(graph, order):
        return dict.fromkeys(names)
    way = graph.quotient.solution(graph, order) if runs else first_told(graph, order)
    values: list[Any] = [way.text, list(way.labels)]
    if runs:
        values += [list(graph.quotient.fold(graph, way).labels), len(way)]
    return dict(zip(names, values, strict=True))
