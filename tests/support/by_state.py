"""Results of analyses by the states of a case instead of by nodes."""

from __future__ import annotations

from toys import Case, plain

from stategraph.analysis import GraphPath
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph


def flagged(case: Case, flags) -> set[str]:
    """Return the states that are flagged."""
    return {case.made.states[node] for node in case.made if flags[node]}


def reached(case: Case, distances) -> dict[str, int]:
    """Return the distances that are not -1, by state."""
    return {case.made.states[n]: d for n, d in enumerate(distances.tolist()) if d >= 0}


def is_walk(graph: StateGraph, way: GraphPath) -> bool:
    """Return whether a path passes from state to state by the moves that it names."""
    steps = zip(way.nodes, way.nodes[1:], way.labels, way.moves, strict=False)
    return len(way.nodes) == len(way.labels) + 1 == len(way.moves) + 1 and all(
        (graph.sources[e], graph.targets[e], graph.label(e)) == (u, v, label)
        for u, v, label, e in steps
    )


def graph_of(text: str) -> StateGraph:
    """Return the graph of moves ``u label v``, which starts where the first does and wins at g."""
    return expand(plain(text[0], text, "g"))
