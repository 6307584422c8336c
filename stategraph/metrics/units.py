"""The numbers of a level in the player's own units: pushes, or turns, and not steps.

With people, numbers counted in pushes tell how hard a level is where the same numbers of steps do
not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis.by import by, units_of
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.metrics.measuring import measure_level
from stategraph.metrics.suite import METRICS, lower_bounds
from stategraph.metrics.summaries import summed_up

# Turns may be far more than moves: a graph of more than so many, beside some for each move, is made
# only where it is asked for.
TURNS, TURNS_A_MOVE = 100_000, 2

# Equations of the blind player in more units than this are left to --slow.
BLIND = 5_000

# The numbers that agree with people, each by its metric in the player's own units.
HEADLINES = {
    "length": "shortest",
    "narrowness": "only_moves",
    "going_back": "counterintuitive_steps",
}


def in_units(level: Level, graph: ArrayGraph) -> ArrayGraph | None:
    """Return the graph of a level in the units that its player thinks in.

    None where there are none, or more turns than `most_turns`. O(states + moves).
    """
    kind = units_of(level, graph)
    if kind is None:
        return None
    try:
        return by(level, graph, kind, most_turns(graph))
    except InputError:
        return None


def most_turns(graph: ArrayGraph) -> int:
    """Return of how many turns the graph is made unasked."""
    return TURNS + TURNS_A_MOVE * graph.number_of_edges()


def units(
    level: Level, graph: ArrayGraph, *, order: str = "text", slow: bool = False
) -> dict[str, Any]:
    """Return all metrics of a graph of units, as `analyse` has them of the graph of moves.

    The first solution is the first of those with the fewest moves, of those with the fewest units:
    its moves replay, `first_solution_units` are its units, and `steps` how many moves it has. Of a
    graph that is not whole, the numbers of what was seen are unknown too, for two classes may turn
    out to be one.

    >>> from stategraph import expand
    >>> graph = expand("psychopath/first-push")
    >>> found = units(graph.level, graph.by("walks"))
    >>> found["kind"], found["states"], found["shortest"], found["steps"], found["first_solution"]
    ('walks', 9, 3, 7, 'RRRDRRU')
    """
    alive = int(np.count_nonzero(analysis.moves_to_goal(graph) >= 0))
    blind = [name for name, metric in METRICS.items() if metric.needs == "slow"]
    left = blind if alive > BLIND and not slow else []
    names = [name for name in METRICS if name not in left]
    found = measure_level(level, graph, names, order=order, slow=slow)
    found = {**found, **dict.fromkeys(left), "left_out": [*found["left_out"], *left]}
    record = summed_up(graph, found, order)
    if lower_bounds(graph):
        seen = [name for name in lower_bounds(graph) if record[name] is not None]
        record |= {**dict.fromkeys(seen), "solvable": analysis.solvable(graph)}
        unknown = {*seen, *record["unknown"]}
        record["unknown"] = [name for name in record if name in unknown and not record[name]]
        del record["at_least"]
    return {"kind": graph.quotient.kind, **record}
