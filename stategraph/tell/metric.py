"""What a metric is: the record and the words of ``explain``."""

from __future__ import annotations

from typing import Any

from stategraph.metrics import GROUPS, METRICS


def record(name: str) -> dict[str, Any]:
    """Return what a metric is."""
    metric = METRICS[name]
    return {key: getattr(metric, key) for key in ("name", "title", "group", "needs", "definition")}


def words(name: str) -> list[str]:
    """Return what a metric is."""
    metric = METRICS[name]
    lines = [f"{metric.name}: {metric.title}", "", metric.definition]
    if metric.needs in ("actor", "heuristic"):
        lines += ["", f"Needs the family's {metric.needs}."]
    return lines


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
