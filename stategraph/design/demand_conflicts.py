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

# Elements of these kinds leave the shortest solutions as they are.
SPARED = ("decoys", "decoration")


def conflict(demands: Sequence[Demand]) -> tuple[Demand, Demand] | None:
    """Return the first pair of demands that contradict each other, or None.

    >>> from stategraph.design import demand
    >>> pair = conflict([demand("needed", "all"), demand("decoys", [2, 4])])
    >>> [one.name for one in pair]
    ['needed', 'decoys']
    """
    known = {one.name: one for one in demands if not one.asks}
    pairs = [pair for pair in ORDERED if _exceeds(known, *pair)]
    pairs += [("unique", "shortest_count")] if _is_not_unique(known) else []
    if NEEDED in known and known[NEEDED].wanted == ():
        pairs += [(NEEDED, name) for name in SPARED if _least(known, name) > 0]
    return (known[pairs[0][0]], known[pairs[0][1]]) if pairs else None


def _exceeds(known: dict[str, Demand], smaller: str, larger: str) -> bool:
    """Return whether the first metric must exceed the second one."""
    wanted = known[larger].wanted if larger in known else None
    if not isinstance(wanted, Interval) or wanted.most is None:
        return False
    return _least(known, smaller) > wanted.most


def _is_not_unique(known: dict[str, Demand]) -> bool:
    unique = "unique" in known and known["unique"].wanted is True
    return unique and _least(known, "shortest_count") > 1


def _least(known: dict[str, Demand], name: str) -> float:
    """Return the smallest demanded value of a metric; minus infinity if it is unlimited."""
    wanted = known[name].wanted if name in known else None
    if isinstance(wanted, Interval) and wanted.least is not None:
        return wanted.least
    return float("-inf")
