"""The few numbers that tell most of a graph, and its first solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph import analysis
from stategraph.analysis.told import first_told
from stategraph.graph import ArrayGraph
from stategraph.metrics.suite import METRICS, measure

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
            record["first_solution_moves"] = moves = _first_moves(graph, order)
            record["first_solution"] = None if moves is None else "".join(moves)
            record["order"] = order
    record["unknown"] = []
    if not graph.complete:
        record["at_least"] = {name: METRICS[name].function(graph) for name in AT_LEAST}
        record["stopped"] = graph.stopped
    record |= {name: value for name, value in found.items() if name not in record}
    unknown = set(found["unknown"])
    if "first_solution" in unknown:
        unknown.add("first_solution_moves")
    record["unknown"] = [name for name in record if name in unknown]
    return record


def _first_moves(graph: ArrayGraph, order: str) -> list[str] | None:
    if graph.goal is None or not analysis.solutions_known(graph):
        return None
    return list(first_told(graph, order).labels)
