"""Metrics of a level in the terms of players and designers: pushes, difficulty, hidden traps.

Unlike the metrics of `stategraph.metrics`, these metrics need the level: its costs, actors and
elements, or its family's model of difficulty. The value of a metric is None if it is not defined
for the level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from stategraph.analysis.costs import Costly, to_goals
from stategraph.analysis.lifting import has_units, quotient_of
from stategraph.analysis.piece_moves import pieces_of
from stategraph.analysis.quotient_choice import actor_of, by
from stategraph.analysis.same_solutions import Labels
from stategraph.analysis.shortest_solutions import shortest
from stategraph.ask.costs import costly, costs_of, weighed
from stategraph.design.element_counts import (
    UnknownValue,
    board_symmetry,
    decoration,
    decoys,
    hidden_traps,
    home_traps,
    load_bearing,
    seen_by_player,
)
from stategraph.difficulty.estimate import difficulty as difficulty_of
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics import METRICS, least_switches, measure_level, rounded
from stategraph.players import DEFAULT_PLAYS, PLAYERS, simulated, win_chance
from stategraph.readable import Record

PUSHES = "pushes"


def pushes(level: Level, graph: ArrayGraph) -> int | None:
    """Return the smallest number of pushes in any solution.

    Only levels whose family knows the cost ``pushes`` have this metric. ``stategraph solve
    --minimise pushes,moves`` prints such a solution. O(moves * log(moves)).
    """
    if PUSHES not in costs_of(level) or graph.goal is None:
        return None
    if has_units(graph):
        return _pushes_among_units(graph)
    return _fewest(costly(level, graph, [PUSHES]))


def _pushes_among_units(graph: ArrayGraph) -> int | None:
    """Return the smallest number of pushes in any solution of a graph of walks and pushes."""
    is_push = np.array([label.startswith("push ") for label in graph.label_names], np.int64)
    goals = np.arange(len(graph)) == graph.goal
    numbers = np.arange(len(graph.targets))
    return _fewest(Costly(graph.offsets, graph.targets, numbers, (is_push[graph.labels],), goals))


def _fewest(play: Costly) -> int | None:
    """Return the smallest cost of any solution, or None without a solution."""
    weight = int(to_goals(play)[0])
    return None if weight < 0 else play.decoded(weight)[0]


def turns(level: Level, graph: ArrayGraph) -> int | None:
    """Return the smallest number of turns (runs of moves of one actor) in any solution.

    Only levels with several actors have this metric. ``stategraph solve --by turns`` prints such a
    solution. O((states + moves) * actors).
    """
    if graph.goal is None:
        return None
    if graph.quotient is not None and graph.quotient.kind == "turns":
        return shortest(graph)
    actor = actor_of(level, graph)
    if actor is None:
        return None
    switches = least_switches(graph, actor)
    return 0 if graph.goal == 0 or switches is None else switches + 1


def counterintuitive_units(level: Level, graph: ArrayGraph) -> int | None:
    """Return how many of the player's units do not decrease the family's heuristic.

    This is `counterintuitive_steps` of a solution with the fewest pushes or turns: steps of walks
    between pushes do not count. If the level has no such units, each move counts. The metric has no
    value without a solution or without a heuristic. O(states + moves).

    >>> from stategraph import expand
    >>> graph = expand("sokoban/three-in-a-row")
    >>> counterintuitive_units(graph.level, graph), pushes(graph.level, graph)
    (4, 12)
    """
    name = "counterintuitive_steps"
    value: int | None = measure_level(level, seen_by_player(level, graph), [name])[name]
    return value


def difficulty(level: Level, graph: ArrayGraph) -> float | None:
    """Return the percentile of the level's difficulty for people among reference levels.

    The value 100 means that the level is harder than every reference level. ``stategraph
    difficulty`` prints the estimate, its interval and its causes. O(states + moves).
    """
    return difficulty_of(level, seen_by_player(level, graph)).percentile


def beginner_wins(level: Level, graph: ArrayGraph) -> float:
    """Return the percentage of 200 plays that the simulated player `beginner` wins.

    `stategraph.players.simulated_player` defines the players; the seed is 0. The simulation
    takes 0.1 s for most levels, and several seconds if most plays fail.
    """
    return _wins(level, graph, "beginner")


def expert_wins(level: Level, graph: ArrayGraph) -> float:
    """Return the percentage of 200 plays that the simulated player `expert` wins.

    `stategraph.players.simulated_player` defines the players; the seed is 0. The simulation
    takes 0.1 s for most levels, and several seconds if most plays fail.
    """
    return _wins(level, graph, "expert")


def forgetful_wins(level: Level, graph: ArrayGraph) -> float | None:
    """Return the exact percentage of plays that the simulated player `forgetful` wins.

    `stategraph.players.exact_win_chance` describes the computation. The metric has no
    value if this player can reach more than 5,000 states.
    """
    if graph.goal is None:
        return 0.0
    chance = win_chance(level, seen_by_player(level, graph), PLAYERS["forgetful"])
    return None if chance is None else 100 * chance


def _wins(level: Level, graph: ArrayGraph, name: str) -> float:
    if graph.goal is None:
        return 0.0
    player_graph = seen_by_player(level, graph)
    plays = simulated(level, player_graph, PLAYERS[name], DEFAULT_PLAYS, seed=0)
    return 100 * sum(play.line.nodes[-1] == player_graph.goal for play in plays) / DEFAULT_PLAYS


@dataclass(frozen=True)
class PlayerMetric:
    """A metric of a level in the player's units.

    Attributes
    ----------
    function : callable
        ``function(level, graph)`` returns the value, or None if the level has none; it has the
        name of the metric, and its docstring is the definition
    title : str
        a description in a few words
    by_element : bool
        whether it expands the level without each element
    """

    function: Callable[[Level, ArrayGraph], object]
    title: str
    by_element: bool = False


PLAYER_METRICS = {
    "pushes": PlayerMetric(pushes, "fewest pushes of a solution"),
    "turns": PlayerMetric(turns, "fewest turns of a solution"),
    "counterintuitive_units": PlayerMetric(
        counterintuitive_units, "pushes or turns after which the heuristic does not fall"
    ),
    "difficulty": PlayerMetric(difficulty, "percentile of difficulty among reference levels"),
    "beginner_wins": PlayerMetric(beginner_wins, "percentage of plays that a beginner wins"),
    "expert_wins": PlayerMetric(expert_wins, "percentage of plays that an expert wins"),
    "forgetful_wins": PlayerMetric(forgetful_wins, "percentage that a forgetful expert wins"),
    "hidden_traps": PlayerMetric(hidden_traps, "trap moves that do not look dead"),
    "home_traps": PlayerMetric(home_traps, "trap moves with a piece on a goal"),
    "load_bearing": PlayerMetric(load_bearing, "elements that are needed or restrict", True),
    "decoys": PlayerMetric(decoys, "elements that only make traps", True),
    "decoration": PlayerMetric(decoration, "elements without which nothing changes", True),
    "board_symmetry": PlayerMetric(board_symmetry, "share of cells that a mirror image keeps"),
}


def number_names() -> list[str]:
    """Return the names of all metrics that are numbers.

    >>> {"shortest", "pushes"} <= set(number_names()), "solvable" in number_names()
    (True, False)
    """
    return [*(name for name, metric in METRICS.items() if metric.is_number), *PLAYER_METRICS]


def player_unit(level: Level, graph: ArrayGraph) -> str:
    """Return the name of the metric that measures a solution in the player's units, without walks.

    That is `pushes` if the family has this cost, `turns` if labels show actors, else `shortest`.

    >>> from stategraph import expand
    >>> for name in ("sokoban/first-push", "spacewreck/eight-rooms", "labyrinth/first-shift"):
    ...     graph = expand(name)
    ...     print(player_unit(graph.level, graph))
    pushes
    turns
    shortest
    """
    if PUSHES in costs_of(level):
        return PUSHES
    return "shortest" if actor_of(level, graph) is None else "turns"


def needs_player_units(name: str) -> bool:
    """Return whether a metric is measured in the player's units rather than in steps.

    >>> needs_player_units("pushes"), needs_player_units("lines"), needs_player_units("shortest")
    (True, True, False)
    """
    return name in PLAYER_METRICS or METRICS[name].needs == "pieces"


def measure_all(
    level: Level, graph: ArrayGraph, names: Iterable[str], *, slow: bool = False
) -> Record:
    """Return metrics of both kinds by name, and the list `unknown`, as `measure_level` does.

    On an incomplete graph, metrics in the player's units are unknown. If the graph has classes of
    symmetric states, these metrics refer to the states. If the moves of the graph do not name
    pieces, metrics of pieces are measured in the player's units.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("sokoban/two-to-put-away")
    >>> found = measure_all(graph.level, graph, ["shortest", "pushes", "turns"])
    >>> found["shortest"], found["pushes"], found["turns"], found["unknown"]
    (6, 2, None, [])
    """
    names = list(names)
    real = graph if has_units(graph) else graph.real
    record = measure_level(level, graph, [n for n in names if n in METRICS], slow=slow)
    of_pieces = [n for n in names if n in METRICS and METRICS[n].needs == "pieces"]
    if of_pieces and graph.complete and pieces_of(level, graph) is None:
        units = measure_level(level, seen_by_player(level, real), of_pieces, slow=slow)
        record |= {name: units[name] for name in of_pieces}
    for name in names:
        if name not in PLAYER_METRICS:
            continue
        try:
            record[name] = _measured(level, real, name)
        except UnknownValue:
            record |= {name: None, "unknown": [*record["unknown"], name]}
    return record


def _measured(level: Level, graph: ArrayGraph, name: str) -> object:
    """Return a metric in the player's units; raise `UnknownValue` if a limit prevents it."""
    if not graph.complete:
        raise UnknownValue
    return rounded(PLAYER_METRICS[name].function(level, graph))


def player_solution(level: Level, graph: ArrayGraph, name: str) -> Labels | None:
    """Return the moves of a solution that attains a metric's value, as ``solve`` prints them.

    The result is None if the metric does not describe a solution, if there is no solution, or if
    there are too many turns.
    """
    if graph.goal is None or name not in (PUSHES, "turns"):
        return None
    if has_units(graph):
        return tuple(quotient_of(graph).solution(graph).labels)
    if name == PUSHES:
        solutions = weighed(level, graph, [PUSHES, "moves"]).found
        return tuple(solutions[0].way.labels) if solutions else None
    try:
        by_turns = by(level, graph, "turns")
    except InputError:  # too many turns
        return None
    return tuple(quotient_of(by_turns).solution(by_turns).labels)
