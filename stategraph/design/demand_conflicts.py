"""Demands that no level can meet, alone or together with another one.

Only contradictions that follow from the definitions are found, and metrics that a whole family
lacks, such as `turns` without actors. Other demands may still be impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stategraph.ask.costs import costs_of
from stategraph.design.demands import NEEDED, Demand, Interval
from stategraph.design.player_metrics import PUSHES
from stategraph.level_files import Level
from stategraph.variables import One

# Pairs (smaller, larger): the first metric never exceeds the second one.
ORDERED = (
    ("pushes", "shortest"),
    ("shortest", "max_depth"),
    ("trap_states", "trap_moves"),
    ("trap_states", "states"),
    ("trap_moves", "moves"),
    ("stuck_states", "dead_states"),
    ("doomed_states", "dead_states"),
    ("largest_dead_end_cycle", "dead_states"),
    ("dead_states", "states"),
    ("terminal_cycles", "dead_end_cycles"),
    ("dead_end_cycles", "dead_states"),
    ("solution_classes", "shortest_count"),
)

# Without trap moves, these numbers are 0.
TRAPS = ("hidden_traps", "home_traps")

# Without a solution, these metrics have no value.
OF_SOLUTIONS = (
    *("shortest", "solution_classes", "unique", "unique_up_to_order", "gates", "chapters"),
    *("pushes", "turns", "lines", "least_switches", "counterintuitive_units", "difficulty"),
)

# Metrics with values up to 100. No metric is negative.
PERCENTAGES = ("difficulty", "beginner_wins", "expert_wins", "forgetful_wins")

# Numbers of elements that do not affect the shortest solutions.
UNNEEDED = ("decoys", "decoration")


def _has_pushes(level: Level) -> bool:
    return PUSHES in costs_of(level)


def _may_have_actors(level: Level) -> bool:
    """Return whether labels name actors, or may turn out to move one piece each.

    The latter needs pieces that are `One` variables (`stategraph.analysis.label_owners`).
    """
    variables = level.puzzle.variables
    if level.family.actor is not None or variables is None:
        return True
    return all(isinstance(kind, One) for kind in variables.kinds.values())


def _has_heuristic(level: Level) -> bool:
    return bool(level.family.heuristics)


# For each metric that only some families have: the part that it needs, and whether a level's family
# has this part.
PARTS: dict[str, tuple[str, Callable[[Level], bool]]] = {
    PUSHES: ("pushes", _has_pushes),
    "turns": ("turns", _may_have_actors),
    "home_traps": ("goals of pieces", lambda level: bool(level.family.homes(level.puzzle))),
    "board_symmetry": ("board of signs", lambda level: bool(level.family.signs)),
    "actor_switches": (
        "actors",
        lambda level: _may_have_actors(level) or level.puzzle.walker is not None,
    ),
    "least_switches": ("actors", _may_have_actors),
    "counterintuitive_units": ("heuristic", _has_heuristic),
    "counterintuitive_steps": ("heuristic", _has_heuristic),
    "counterintuitive_share": ("heuristic", _has_heuristic),
}


def lack(level: Level, name: str) -> str | None:
    """Return why no level of a family has a metric, with a remedy. None if some level may have it.

    The reason concerns the family of the level, not its board.

    Examples
    --------
    >>> from stategraph import load
    >>> lack(load("labyrinth/first-shift"), "turns")
    'labyrinth has no turns; use shortest'
    >>> lack(load("sokoban/first-push"), "turns")
    'sokoban has no turns; use pushes'
    >>> lack(load("sokoban/first-push"), "pushes")
    """
    if name not in PARTS:
        return None
    part, exists = PARTS[name]
    if exists(level):
        return None
    remedy = "leave it out"
    if name in (PUSHES, "turns"):
        units = PUSHES if _has_pushes(level) else "turns" if level.family.actor else "shortest"
        remedy = f"use {units}"
    return f"{level.family.name} has no {part}; {remedy}"


def impossible(demands: Sequence[Demand]) -> Demand | None:
    """Return the first demand whose values are all out of the range of its metric, or None.

    >>> from stategraph.design import demand
    >>> impossible([demand("shortest", 5), demand("trap_moves", -3)]).text
    '-3'
    >>> impossible([demand("difficulty", {"at least": 100})])
    """
    return next((demand for demand in demands if _is_out_of_range(demand)), None)


def _is_out_of_range(demand: Demand) -> bool:
    interval = demand.wanted
    if demand.asks or not isinstance(interval, Interval):
        return False
    if interval.most is not None and interval.most < 0:
        return True
    least = interval.least
    return least is not None and least > 100 and demand.name in PERCENTAGES


def conflict(demands: Sequence[Demand]) -> tuple[Demand, Demand] | None:
    """Return the first pair of demands that contradict each other, or None.

    >>> from stategraph.design import demand
    >>> pair = conflict([demand("needed", "all"), demand("decoys", [2, 4])])
    >>> [one.name for one in pair]
    ['needed', 'decoys']
    """
    by_name = {demand.name: demand for demand in demands if not demand.asks}
    pairs = [pair for pair in ORDERED if _exceeds(by_name, *pair)]
    pairs += [("unique", "shortest_count")] if _is_not_unique(by_name) else []
    if "solvable" in by_name and by_name["solvable"].wanted is False:
        pairs += [("solvable", name) for name in OF_SOLUTIONS if name in by_name]
    if _most(by_name, "trap_moves") == 0:
        pairs += [("trap_moves", name) for name in TRAPS if _least(by_name, name) > 0]
    if NEEDED in by_name and by_name[NEEDED].wanted == ():
        pairs += [(NEEDED, name) for name in UNNEEDED if _least(by_name, name) > 0]
    return (by_name[pairs[0][0]], by_name[pairs[0][1]]) if pairs else None


def _exceeds(by_name: dict[str, Demand], smaller: str, larger: str) -> bool:
    """Return whether the first metric must exceed the second one."""
    return _least(by_name, smaller) > _most(by_name, larger)


def _is_not_unique(by_name: dict[str, Demand]) -> bool:
    unique = "unique" in by_name and by_name["unique"].wanted is True
    return unique and _least(by_name, "shortest_count") > 1


def _least(by_name: dict[str, Demand], name: str) -> float:
    """Return the smallest value that a demand allows, or minus infinity without a lower limit."""
    interval = by_name[name].wanted if name in by_name else None
    if isinstance(interval, Interval) and interval.least is not None:
        return interval.least
    return float("-inf")


def _most(by_name: dict[str, Demand], name: str) -> float:
    """Return the largest value that a demand allows, or infinity without an upper limit."""
    interval = by_name[name].wanted if name in by_name else None
    if isinstance(interval, Interval) and interval.most is not None:
        return interval.most
    return float("inf")
