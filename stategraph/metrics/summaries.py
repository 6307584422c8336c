"""The most important metrics of a graph, and its first solution."""

from __future__ import annotations

from stategraph.analysis.lifting import project, state_solution
from stategraph.analysis.proof import first_solution_known
from stategraph.graph import ArrayGraph
from stategraph.metrics.measuring import measure
from stategraph.metrics.suite import METRICS
from stategraph.readable import Record

# The most important metrics, in the order in which ``analyse --json`` prints them.
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

# Level files state the `STATED` metrics as known answers. They omit metrics that follow from others
# or say little.
UNSTATED = ("solvable", "max_depth")
STATED = tuple(name for name in SUMMARY if name not in UNSTATED)

# Metrics with a useful lower bound on an incomplete graph.
AT_LEAST = ("dead_states", "stuck_states", "dead_end_cycles", "max_depth")


def summary(graph: ArrayGraph, order: str = "text") -> Record:
    """Return the metrics of `SUMMARY` and the moves of the first solution.

    On an incomplete graph, `states` and `moves` count the known part. Values that are not proven
    are None, and `unknown` lists their names. `at_least` holds lower bounds of the metrics
    `AT_LEAST`, and `stopped` names the limit that stopped the expansion. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    order : {"text", "moves"}
        the order that defines the first solution

    Returns
    -------
    dict

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> summary(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2))["shortest"]
    2
    """
    metrics = measure(graph, SUMMARY, order=order)
    del metrics["left_out"]  # the summary has no slow metrics, so none is left out
    return summed_up(graph, metrics, order)


def summed_up(graph: ArrayGraph, metrics: Record, order: str) -> Record:
    """Return the record of `measure` with the metrics of `SUMMARY` first."""
    record: Record = {"complete": graph.complete}
    for name in SUMMARY:
        record[name] = metrics[name]
        if name == "first_solution":
            record |= _first_moves(graph, order)
            record["order"] = order
    record["unknown"] = []
    if not graph.complete:
        record["at_least"] = {name: METRICS[name].at_least(graph) for name in AT_LEAST}
        record["stopped"] = graph.stopped
    record |= {name: value for name, value in metrics.items() if name not in record}
    unknown = set(metrics["unknown"])
    if "first_solution" in unknown:
        unknown |= {"first_solution_moves", "first_solution_units", "steps"}
    record["unknown"] = [name for name in record if name in unknown]
    return record


def _first_moves(graph: ArrayGraph, order: str) -> Record:
    """Return the moves of the first solution. For a graph of units, return playable moves too."""
    in_units = graph.quotient is not None and graph.quotient.in_units
    names = (
        "first_solution",
        "first_solution_moves",
        *(("first_solution_units", "steps") if in_units else ()),
    )
    if graph.goal is None or not first_solution_known(graph, order):
        return dict.fromkeys(names)
    path = state_solution(graph, order).way
    values: list[object] = [path.text, list(path.labels)]
    if in_units:
        values += [list(project(graph, path).labels), len(path)]
    return dict(zip(names, values, strict=True))
