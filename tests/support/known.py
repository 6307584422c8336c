"""The known answers of `tests/cases`: levels with theirs, and files that must be refused."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import yaml

from stategraph import level_files, load, metrics
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import Level
from stategraph.level_files.contents import contents

CASES = Path(__file__).parents[1] / "cases"


def files(family: str) -> list[Path]:
    """Return the level files of a family with all their numbers, sorted by name."""
    return sorted((CASES / family).glob("*.yaml"))


def name(path: Path) -> str:
    """Return the name of a case, for pytest's ``ids``."""
    return f"{path.parent.name}/{path.stem}"


def table(name: str) -> dict[str, Any]:
    """Return the known answers beyond ``expect:``: name of a case -> its answers."""
    return yaml.safe_load((CASES / f"{name}.yaml").read_text("utf-8"))


def cases(family: str) -> list[Level]:
    """Return the levels of a family with all their numbers."""
    return [load(str(path)) for path in files(family)]


def case(family: str, name: str) -> Level:
    """Return one of them."""
    return load(str(CASES / family / f"{name}.yaml"))


def bundled(family: str) -> list[Level]:
    """Return the levels that come with a family."""
    return [load(f"{family}/{path.stem}") for path in level_files.bundled(family)]


@functools.cache
def stated() -> dict[str, dict[str, Any]]:
    """Return what each bundled level states: its name -> its answers. No level file is read."""
    families = map(contents, level_files.family_names())
    return {record["level"]: record for family in families for record in family["levels"]}


def counts(graph: StateGraph) -> dict[str, Any]:
    """Return the numbers that do not depend on how moves and states are called."""
    record = metrics.summary(graph)
    return {name: value for name, value in record.items() if not name.startswith("first_solution")}
