"""Pairs of demands that no level can meet together.

Only contradictions that follow from the definitions are found. Other demands may still be
impossible together.
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.design.demands import NEEDED, Demand, Interval

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

# Elements with these verdicts do not affect the shortest solutions.
SPARED = ("decoys", "decoration")


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
    if NEEDED in by_name and by_name[NEEDED].wanted == ():
        pairs += [(NEEDED, name) for name in SPARED if _least(by_name, name) > 0]
    return (by_name[pairs[0][0]], by_name[pairs[0][1]]) if pairs else None


def _exceeds(by_name: dict[str, Demand], smaller: str, larger: str) -> bool:
    """Return whether the first metric must exceed the second one."""
    interval = by_name[larger].wanted if larger in by_name else None
    if not isinstance(interval, Interval) or interval.most is None:
        return False
    return _least(by_name, smaller) > interval.most


def _is_not_unique(by_name: dict[str, Demand]) -> bool:
    unique = "unique" in by_name and by_name["unique"].wanted is True
    return unique and _least(by_name, "shortest_count") > 1


def _least(by_name: dict[str, Demand], name: str) -> float:
    """Return the smallest value that a demand allows, or minus infinity without a lower limit."""
    interval = by_name[name].wanted if name in by_name else None
    if isinstance(interval, Interval) and interval.least is not None:
        return interval.least
    return float("-inf")
