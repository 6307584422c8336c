"""The known answers of `tests/cases`: inputs with their numbers, and files that must be refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from stategraph import analysis, levels
from stategraph.graph import StateGraph
from stategraph.levels import Level

CASES = Path(__file__).parent / "cases"

Case = dict[str, Any]


def cases(family: str) -> list[Case]:
    """Return the inputs of a family with all their numbers."""
    return json.loads((CASES / f"{family}.json").read_text("utf-8"))


def bad(family: str) -> list[Case]:
    """Return the files of a family that must be refused, with the line to name."""
    return [case for case in cases("bad") if case["family"] == family]


def ugly(family: str) -> list[Case]:
    """Return the files of a family that look wrong and are right."""
    return [case for case in cases("ugly_ok") if case["family"] == family]


def name(case: Case) -> str:
    """Return the name of a case, for pytest's ``ids``."""
    return case["name"]


def load(case: Case, folder: Path) -> Level:
    """Write the bytes of a case to a native file in `folder` and read it as a user's."""
    path = folder / "level"
    path.write_bytes(bytes.fromhex(case["bytes_hex"]))
    return levels.load(str(path), case["family"])


def bundled(family: str) -> list[Level]:
    """Return the levels that come with a family."""
    return [levels.load(f"{family}/{path.stem}") for path in levels.bundled(family)]


def counts(graph: StateGraph) -> dict[str, Any]:
    """Return the numbers that do not depend on how moves and states are called."""
    record = analysis.summary(graph)
    return {name: value for name, value in record.items() if not name.startswith("first_solution")}
