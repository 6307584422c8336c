"""Demands that no level can meet, alone or together with another one.

Only contradictions that follow from the definitions are found, and metrics that a whole family
lacks, such as `turns` without actors. Other demands may still be impossible.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from stategraph.ask.costs import costs_of
from stategraph.design.demands import NEEDED, Demand, Interval
from stategraph.design.player_metrics import PUSHES
from stategraph.errors import InputError
from stategraph.level_files import Level
from stategraph.metrics import METRICS
from stategraph.variables import One

# For each metric, larger ones: it never exceeds them.
AT_MOST: dict[str, tuple[str, ...]] = {
    "pushes": ("shortest",),
    "turns": ("shortest",),
    "lines": ("pushes", "shortest"),
    "least_switches": ("actor_switches", "turns"),
    "actor_switches": ("shortest",),
    "counterintuitive_steps": ("shortest",),
    "counterintuitive_units": ("pushes", "shortest"),
    "only_moves": ("decision_steps",),
    "decision_steps": ("shortest",),
    "gates": ("chapters", "forced_states"),
    "forced_states": ("shortest",),
    "chapters": ("shortest",),
    "shortest": ("max_depth", "max_moves_to_goal", "bfs_states_until_first_goal"),
    "max_depth": ("states", "moves"),
    "max_moves_to_goal": ("states", "moves"),
    "bfs_states_until_first_goal": ("states",),
    "solution_classes": ("shortest_count",),
    "trap_states": ("trap_moves", "states"),
    "trap_moves": ("moves",),
    "stuck_states": ("dead_states",),
    "doomed_states": ("dead_states",),
    "largest_dead_end_cycle": ("dead_states",),
    "terminal_cycles": ("dead_end_cycles",),
    "dead_end_cycles": ("dead_states",),
    "dead_states": ("states",),
}

# For each metric, others that are positive if it is positive.
POSITIVE: dict[str, tuple[str, ...]] = {
    "hidden_traps": ("trap_moves",),
    "home_traps": ("trap_moves",),
    "trap_moves": ("trap_states", "dead_states"),
    "dead_end_cycles": ("largest_dead_end_cycle",),
    "largest_dead_end_cycle": ("dead_end_cycles",),
}

# Without a solution, these metrics have no value.
OF_SOLUTIONS = (
    *("shortest", PUSHES, "turns", "counterintuitive_units", "difficulty"),
    *(name for name, metric in METRICS.items() if metric.solution),
)

# Without a solution, these numbers are 0.
ZERO_WITHOUT_SOLUTION = (
    *("shortest_count", "trap_moves", "trap_states", "hidden_traps", "home_traps"),
    *("beginner_wins", "expert_wins", "forgetful_wins"),
)

# Metrics with values up to 100, and up to 1, besides all shares. No metric is negative.
PERCENTAGES = ("difficulty", "beginner_wins", "expert_wins", "forgetful_wins")
PROPORTIONS = ("win_chance", "careful_danger", "board_symmetry")

# Metrics that are not integers, besides the fractions of `METRICS`.
FRACTIONS = (*PERCENTAGES, "board_symmetry")

# The count behind each true-or-false metric: the metric is true if its count is 1.
COUNTS = {"unique": "shortest_count", "unique_up_to_order": "solution_classes"}

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


def refuse_contradictions(demands: Sequence[Demand]) -> None:
    """Raise ``InputError`` if no level can satisfy a demand, or two demands together.

    The error names the line of a demand in a file.
    """
    if wish := impossible(demands):
        raise _error(wish, f"no level meets {_quoted(wish)}{_remedy(wish)}")
    if pair := conflict(demands):
        pair_in_words = " and ".join(map(_quoted, pair))
        in_files = [wish for wish in pair if wish.file]
        last = max(in_files or pair, key=lambda wish: wish.line)
        raise _error(last, f"no level meets both {pair_in_words}; relax one of them")


def _error(demand: Demand, reason: str) -> InputError:
    return demand.error(reason) if demand.file else InputError(reason)


def _quoted(demand: Demand) -> str:
    return f"'{demand.name}: {demand.text}'"


def _remedy(demand: Demand) -> str:
    """Return the values that a metric may have, as text.

    >>> from stategraph.design import demand
    >>> _remedy(demand("difficulty", 101)), _remedy(demand("shortest", 2.5))
    ('; it is a number from 0 to 100', '; it is an integer from 0')
    """
    kind = "an integer" if _is_integer(demand.name) else "a number"
    largest = _largest(demand.name)
    return f"; it is {kind} from 0" + ("" if math.isinf(largest) else f" to {largest:g}")


def impossible(demands: Sequence[Demand]) -> Demand | None:
    """Return the first demand whose values are all out of the range of its metric, or None.

    >>> from stategraph.design import demand
    >>> impossible([demand("shortest", 5), demand("trap_moves", -3)]).text
    '-3'
    >>> impossible([demand("shortest", [2.2, 2.8])]).text
    '2.2 to 2.8'
    >>> impossible([demand("difficulty", {"at least": 100})])
    """
    return next((demand for demand in demands if _is_out_of_range(demand)), None)


def _is_out_of_range(demand: Demand) -> bool:
    interval = demand.wanted
    if demand.asks or not isinstance(interval, Interval):
        return False
    least = max(0, 0 if interval.least is None else interval.least)
    largest = _largest(demand.name)
    most = largest if interval.most is None else min(largest, interval.most)
    if _is_integer(demand.name):
        least = math.ceil(least)
    return least > most


def _is_integer(name: str) -> bool:
    return METRICS[name].kind == "int" if name in METRICS else name not in FRACTIONS


def _largest(name: str) -> float:
    """Return the largest value that a metric may have."""
    if name in PERCENTAGES:
        return 100
    return 1 if name in PROPORTIONS or name.endswith("_share") else math.inf


def conflict(demands: Sequence[Demand]) -> tuple[Demand, Demand] | None:
    """Return the first pair of demands that contradict each other, or None.

    >>> from stategraph.design import demand
    >>> pair = conflict([demand("needed", "all"), demand("decoys", [2, 4])])
    >>> [one.name for one in pair]
    ['needed', 'decoys']
    >>> pair = conflict([demand("lines", {"at least": 9}), demand("max_depth", 5)])
    >>> [one.name for one in pair]
    ['lines', 'max_depth']
    """
    by_name = {demand.name: demand for demand in demands if not demand.asks}
    pairs = [
        (one, other)
        for one, other in combinations(by_name.values(), 2)
        if _excludes(_limit(one), _limit(other)) or _excludes(_limit(other), _limit(one))
    ]
    pairs += _without_solution(by_name)
    if NEEDED in by_name and by_name[NEEDED].wanted == ():
        unneeded = [by_name[name] for name in UNNEEDED if name in by_name]
        pairs += [(by_name[NEEDED], one) for one in unneeded if _least(_limit(one)[1]) > 0]
    return pairs[0] if pairs else None


def _limit(demand: Demand) -> tuple[str, Interval]:
    """Return a demand as an interval of a metric; a demand that is not a number allows all values.

    >>> from stategraph.design import demand
    >>> _limit(demand("unique", False))
    ('shortest_count', Interval(least=2, most=None))
    """
    if isinstance(demand.wanted, Interval):
        return demand.name, demand.wanted
    if demand.name in COUNTS:  # a level without a solution has no value, so false needs two
        return COUNTS[demand.name], Interval(1, 1) if demand.wanted else Interval(2, None)
    if demand.name == "solvable" and demand.wanted is True:
        return "shortest_count", Interval(1, None)
    return demand.name, Interval(None, None)


def _excludes(lower: tuple[str, Interval], upper: tuple[str, Interval]) -> bool:
    """Return whether the smallest value of one metric contradicts the largest of another one."""
    least, most = _least(lower[1]), _most(upper[1])
    if least > most and upper[0] in _reached(lower[0], AT_MOST):
        return True
    return least > 0 >= most and upper[0] in _reached(lower[0], AT_MOST, POSITIVE)


def _reached(name: str, *tables: dict[str, tuple[str, ...]]) -> set[str]:
    """Return all names that follow a name in some tables, and the name itself."""
    reached, open_names = {name}, [name]
    while open_names:
        next_name = open_names.pop()
        for table in tables:
            new = set(table.get(next_name, ())) - reached
            reached |= new
            open_names += sorted(new)
    return reached


def _without_solution(by_name: dict[str, Demand]) -> Iterable[tuple[Demand, Demand]]:
    """Return the pairs of ``solvable: false`` and a demand that needs a solution."""
    unsolvable = by_name.get("solvable")
    if unsolvable is None or unsolvable.wanted is not False:
        return []
    return [(unsolvable, one) for one in by_name.values() if _needs_solution(one)]


def _needs_solution(demand: Demand) -> bool:
    if demand.name in OF_SOLUTIONS:
        return True
    return demand.name in ZERO_WITHOUT_SOLUTION and _least(_limit(demand)[1]) > 0


def _least(interval: Interval) -> float:
    """Return the smallest value of an interval, or minus infinity without a lower limit."""
    return -math.inf if interval.least is None else interval.least


def _most(interval: Interval) -> float:
    """Return the largest value of an interval, or infinity without an upper limit."""
    return math.inf if interval.most is None else interval.most
