"""The numbers of ``analyse``: everything about one graph in one flat record."""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.analysis.counts import (
    count_dead,
    count_dead_end_cycles,
    count_solutions,
    count_stuck,
    count_trap_moves,
    solvable,
)
from stategraph.analysis.dead_ends import DeadEndCycle, dead_end_cycles, trap_moves, witness
from stategraph.analysis.distances import eccentricity, levels_whole, moves_from_start
from stategraph.analysis.solutions import first_solution, shortest
from stategraph.graph import StateGraph


def solutions_known(graph: StateGraph) -> bool:
    """Return whether the graph holds every shortest solution, or is proven to have none."""
    if graph.complete:
        return True
    length = shortest(graph)
    if length is None:
        return False
    return levels_whole(graph, length)


def summary(graph: StateGraph, order: str = "text") -> dict[str, Any]:
    """Return the record that ``analyse --json`` prints. O(states + moves).

    On an incomplete graph `states` and `moves` are what was seen; a value that is not proven is
    None and its name stands in the list `unknown`.

    >>> import networkx as nx
    >>> summary(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2))["shortest"]
    2
    """
    record: dict[str, Any] = {
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
        "solvable": solvable(graph),
        **_solutions(graph, order),
        "order": order,
        **_dead_ends(graph),
        "max_depth": eccentricity(graph),
    }
    record["unknown"] = _unknown(graph)
    if record["unknown"]:
        record["at_least"] = {name: record[name] for name in WHOLE_ONLY if name != "trap_moves"}
        record.update(dict.fromkeys(record["unknown"]))
        record["stopped"] = graph.stopped
    return record


# what only a whole graph can tell
WHOLE_ONLY = ("dead_states", "stuck_states", "dead_end_cycles", "trap_moves", "max_depth")


def _unknown(graph: StateGraph) -> list[str]:
    names: list[str] = []
    if solvable(graph) is None:
        names += ["solvable", "shortest"]
    if not solutions_known(graph):
        names += ["shortest_count", "first_solution", "first_solution_moves"]
    return names if graph.complete else [*names, *WHOLE_ONLY]


def _solutions(graph: StateGraph, order: str) -> dict[str, Any]:
    length = shortest(graph)
    known = length is not None and solutions_known(graph)
    first = first_solution(graph, order) if known else None
    return {
        "shortest": length,
        "shortest_count": count_solutions(graph) if known else 0,
        "first_solution": None if first is None else first.text,
        "first_solution_moves": None if first is None else list(first.labels),
    }


def _dead_ends(graph: StateGraph) -> dict[str, int]:
    return {
        "dead_states": count_dead(graph),
        "stuck_states": count_stuck(graph),
        "dead_end_cycles": count_dead_end_cycles(graph),
        "trap_moves": count_trap_moves(graph),
    }


def cycle_records(graph: StateGraph, most: int) -> list[dict[str, Any]]:
    """Return the largest dead-end cycles with a witness each, at most `most`."""
    cycles = sorted(dead_end_cycles(graph), key=lambda cycle: -len(cycle))
    return [_cycle_record(graph, cycle) for cycle in cycles[:most]]


def _cycle_record(graph: StateGraph, cycle: DeadEndCycle) -> dict[str, Any]:
    way, whole = witness(graph, cycle)
    return {
        "states": len(cycle),
        "terminal": cycle.terminal,
        "cycle_from": way.nodes[0],
        "cycle": list(way.labels),
        "shortest": "of the component" if whole else "through its lowest state",
    }


def trap_records(graph: StateGraph, most: int) -> list[dict[str, Any]]:
    """Return the trap moves nearest to the start, at most `most`."""
    moves = trap_moves(graph)
    depth = moves_from_start(graph)[graph.sources[moves]]
    near = moves[np.argsort(depth, kind="stable")][:most]
    return [
        {"from": int(graph.sources[e]), "label": graph.label(int(e)), "to": int(graph.targets[e])}
        for e in near
    ]
