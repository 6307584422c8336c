"""What a metric is: the record and the words of ``explain``."""

from __future__ import annotations

from typing import Any

from stategraph.difficulty.model import shipped
from stategraph.metrics import GROUPS, METRICS


def record(name: str) -> dict[str, Any]:
    """Return what a metric is."""
    metric = METRICS[name]
    keys = ("name", "title", "group", "needs", "definition")
    return {**{key: getattr(metric, key) for key in keys}, "people": evidence(name)}


def evidence(name: str) -> list[dict[str, Any]]:
    """Return how a metric of the player's own units agrees with what people did, by source.

    Rank correlations ``rho`` with 95% intervals, ``low`` to ``high``, of ``n`` levels; ``held`` is
    the same with length held fixed. Nothing where it was not held against people.
    """
    found: list[dict[str, Any]] = shipped()["evidence"].get(name, [])
    return found


def words(name: str) -> list[str]:
    """Return what a metric is."""
    metric = METRICS[name]
    lines = [f"{metric.name}: {metric.title}", "", metric.definition]
    if metric.needs in ("actor", "heuristic"):
        lines += ["", f"Needs the family's {metric.needs}."]
    return [*lines, *_people(name)]


def _people(name: str) -> list[str]:
    """Return how a metric agrees with people, in words."""
    known = evidence(name)
    if not known:
        return []
    lines = ["", "With people (rank correlation, 95% interval), in the player's own units:"]
    for one in known:
        held = f"; with length held fixed {_rho(one['held'])}" if one["held"] else ""
        lines.append(f"  {_rho(one)}, {one['n']} levels{held}: {one['source']}")
    return [*lines, *verdict(known)]


def _rho(one: dict[str, Any]) -> str:
    return f"{one['rho']:+.2f} [{one['low']:+.2f}, {one['high']:+.2f}]"


def verdict(known: list[dict[str, Any]]) -> list[str]:
    """Return what the evidence says against a metric as a measure of difficulty.

    >>> verdict([{"rho": 0.1, "low": -0.2, "high": 0.4, "held": None, "source": "here"}])
    ['Useless as a measure of difficulty: no interval leaves 0 out.']
    """
    if not any(one["low"] > 0 or one["high"] < 0 for one in known):
        return ["Useless as a measure of difficulty: no interval leaves 0 out."]
    less = [one for one in known if one["high"] < 0]
    held = [one for one in known if one["rho"] > 0 and one["held"]]
    wrong = [one for one in held if one["held"]["high"] < 0]
    return [
        *(f"The more of it, the easier: {_where(one)}." for one in less),
        *(f"Beside length it has the wrong sign: {_where(one)}." for one in wrong),
        *_beside_length([one for one in held if one["low"] > 0 and one not in wrong]),
    ]


def _beside_length(known: list[dict[str, Any]]) -> list[str]:
    """Return where a metric that agrees with people tells nothing that length does not tell."""
    nothing = [_where(one) for one in known if one["held"]["low"] <= 0]
    return [f"Beside length it may tell nothing: {'; '.join(nothing)}."] if nothing else []


def _where(one: dict[str, Any]) -> str:
    return str(one["source"]).partition(",")[0]


def record_of_all() -> dict[str, str]:
    """Return the titles of all metrics."""
    return {name: metric.title for name, metric in METRICS.items()}


def words_of_all() -> list[str]:
    """Return the names and titles of all metrics, group by group."""
    lines = []
    for group, title in GROUPS.items():
        lines.append(f"{title}:")
        lines += [
            f"  {metric.name:<28} {metric.title}"
            for metric in METRICS.values()
            if metric.group == group
        ]
    return lines
