"""Metrics of a level in the player's units (pushes or turns) instead of steps.

In experiments with people, the number of pushes predicts difficulty, while the number of steps does
not.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from stategraph import analysis
from stategraph.analysis.lifting import quotient_of
from stategraph.analysis.quotient_choice import by, units_of
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.measuring import measure_level
from stategraph.metrics.suite import METRICS, lower_bounds
from stategraph.metrics.summaries import summed_up
from stategraph.readable import Record

# Default maximum number of turns: a constant plus a number of turns for each move. There may be far
# more turns than moves; larger graphs of turns are built only on request.
SPARE_TURNS, TURNS_PER_MOVE = 100_000, 2

# Maximum number of units for which the equations of the random player are solved without --slow.
MAX_UNITS_OF_RANDOM_PLAYER = 5_000

# The metrics that agree best with the results of people, by the name of their headline.
HEADLINES = {
    "length": "shortest",
    "narrowness": "only_moves",
    "going_back": "counterintuitive_steps",
}


def in_units(level: Level, graph: ArrayGraph) -> ArrayGraph | None:
    """Return the graph of a level in its player's units. O(states + moves).

    The result is None if the level has no such units, or if its graph would have more turns than
    `most_turns` returns.
    """
    kind = units_of(level, graph)
    if kind is None:
        return None
    try:
        return by(level, graph, kind, most_turns(graph))
    except InputError:
        return None


def most_turns(graph: ArrayGraph) -> int:
    """Return the default maximum number of turns of a graph."""
    return SPARE_TURNS + TURNS_PER_MOVE * graph.number_of_edges()


def units(
    level: Level,
    graph: ArrayGraph,
    names: Collection[str] = METRICS.keys(),
    *,
    order: str = "text",
    slow: bool = False,
) -> Record:
    """Return metrics of a graph of units, with the keys of `analyse`.

    Of the solutions with the fewest units, those with the fewest moves are considered, and the
    first of these is the first solution. Its moves are playable single moves.
    `first_solution_units` lists its units, and `steps` is the number of its moves. On an incomplete
    graph, the number of classes is unknown too, since two known classes may turn out to be the
    same.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        a graph of units of the level
    names : collection of str
        the metrics to compute, with those of `SUMMARY` among them; all by default
    order, slow
        as for `analyse`

    Returns
    -------
    dict

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("psychopath/first-push")
    >>> metrics = units(graph.level, graph.by("walks"))
    >>> [metrics[name] for name in ("kind", "states", "shortest", "steps", "first_solution")]
    ['walks', 9, 3, 7, 'RRRDRRU']
    """
    alive = int(np.count_nonzero(analysis.moves_to_goal(graph) >= 0))
    slow_names = [name for name in names if METRICS[name].needs == "slow"]
    omitted = slow_names if alive > MAX_UNITS_OF_RANDOM_PLAYER and not slow else []
    measured = [name for name in names if name not in omitted]
    metrics = measure_level(level, graph, measured, order=order, slow=slow)
    metrics = {**metrics, **dict.fromkeys(omitted), "left_out": [*metrics["left_out"], *omitted]}
    record = summed_up(graph, metrics, order)
    if lower_bounds(graph):
        bounds = [name for name in lower_bounds(graph) if record[name] is not None]
        record |= {**dict.fromkeys(bounds), "solvable": analysis.solvable(graph)}
        unknown = {*bounds, *record["unknown"]}
        record["unknown"] = [name for name in record if name in unknown and not record[name]]
        del record["at_least"]
    return {"kind": quotient_of(graph).kind, **record}
