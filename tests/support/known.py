"""The known answers of `tests/cases`: inputs with their numbers, and files that must be refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stategraph import levels, load, metrics
from stategraph.graph import StateGraph
from stategraph.levels import Level

CASES = Path(__file__).parents[1] / "cases"

Case = dict[str, Any]


def cases(family: str) -> list[Case]:
    """Return the inputs of a family with all their numbers."""
    return json.loads((CASES / f"{family}.json").read_text("utf-8"))


def name(case: Case) -> str:
    """Return the name of a case, for pytest's ``ids``."""
    return "-".join(filter(None, (case.get("family"), case["name"])))


def bundled(family: str) -> list[Level]:
    """Return the levels that come with a family."""
    return [load(f"{family}/{path.stem}") for path in levels.bundled(family)]


def counts(graph: StateGraph) -> dict[str, Any]:
    """Return the numbers that do not depend on how moves and states are called."""
    record = metrics.summary(graph)
    return {name: value for name, value in record.items() if not name.startswith("first_solution")}
