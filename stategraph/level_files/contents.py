"""Tables of bundled levels: ``levels/contents.json`` in each family's package.

The tables list all levels, so that no code of a family runs and no YAML is parsed to list them. The
tables are generated from the level files. The level files are read instead if a family has no
table, or if its table lists other files than its folder holds.

    python -m stategraph.level_files.contents      regenerates the tables
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterable
from pathlib import Path

from stategraph.errors import InputError
from stategraph.files import write_all
from stategraph.level_files.families import (
    bundled,
    entry_point,
    family,
    family_names,
    family_or_puzzle,
    folders,
)
from stategraph.level_files.level import Level
from stategraph.level_files.level_reader import parse_level
from stategraph.readable import Record
from stategraph.rules.family import Family

NAME = "contents.json"


def bundled_levels(name: str) -> list[Level]:
    """Return the bundled levels of a family, or none for a single puzzle.

    Levels that were invented by search are not included.
    """
    owner = family_or_puzzle(name)
    return _read(f"{name}/", bundled(owner) if isinstance(owner, Family) else ())


def _read(prefix: str, paths: Iterable[Path]) -> list[Level]:
    return [parse_level(path.read_text("utf-8"), str(path), prefix + path.stem) for path in paths]


def starter(name: str) -> Level:
    """Return the smallest bundled level of a family that takes more than two moves."""
    levels = bundled_levels(name)
    if not levels:
        raise InputError(f"family {name!r} has no level to start from")
    candidates = [level for level in levels if (level.expect.get("shortest") or 0) > 2] or levels
    return min(candidates, key=lambda level: (len(level.text), level.name))


def template(name: str) -> Level:
    """Return the level that explains a family's format, or else the `starter`."""
    owner = family_or_puzzle(name)
    if isinstance(owner, Family) and owner.template is not None:
        return parse_level(owner.template.read_text("utf-8"), str(owner.template), name)
    return starter(name)


def record(level: Level) -> Record:
    """Return what a level file states about its level: title, tags and known answers."""
    tags = {"tags": list(level.tags)} if level.tags else {}
    return {"level": level.name, "title": level.title, **tags, **level.expect}


def contents(name: str) -> Record:
    """Return the summary of an installed family and the records of its levels.

    Examples
    --------
    >>> family_contents = contents("spacewreck")
    >>> family_contents["levels"][0]["level"], family_contents["levels"][0]["states"]
    ('spacewreck/already-there', 1)
    """
    table = _table(name)
    if table is not None:
        record = json.loads(table.read_text("utf-8"))
        names = [
            f"{prefix}/{path.stem}"
            for folder, prefix in folders(name).items()
            for path in sorted((table.parent / folder).glob("*.yaml"))
        ]
        if [entry["level"] for entry in record["levels"]] == names:
            return record
    return _contents(name)


def _contents(name: str) -> Record:
    """Return the contents of a family as its level files state them."""
    levels = [
        record(level)
        for folder, prefix in folders(name).items()
        for level in _read(f"{prefix}/", bundled(name, folder))
    ]
    return {"summary": family(name).summary, "levels": levels}


def _table(name: str) -> Path | None:
    """Return the table of a family, without importing its package."""
    spec = importlib.util.find_spec(entry_point(name).module)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "levels" / NAME
    return path if path.is_file() else None


def text(name: str) -> str:
    """Return the table that the level files of a family define."""
    return json.dumps(_contents(name), indent=1, ensure_ascii=False) + "\n"


def write_tables() -> None:
    """Write the table of each installed family that has bundled levels."""
    for name in family_names():
        folder = family(name).levels
        if folder is not None and bundled(name):
            write_all({folder / NAME: text(name).encode()})


if __name__ == "__main__":
    write_tables()
