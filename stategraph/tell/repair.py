"""Record and text of ``repair``: the fewest changes after which a level satisfies all demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.polish import TOO_LARGE

if TYPE_CHECKING:
    from stategraph.invent import Repair
    from stategraph.level_files import Level


def record(level: Level, found: Repair, text: str | None) -> Record:
    """Return the record of a repair; `text` is the new level in its native format."""
    return {
        "puzzle": puzzle_name(level),
        "repaired": True if found.draft is not None else False if found.proven else None,
        "changes": None if found.draft is None else [edit.name for edit in found.edits],
        "fewest": found.proven if found.draft is not None else None,
        "level": text,
        "levels_seen": found.tried,
        "unknown": [] if found.proven else ["repaired" if found.draft is None else "fewest"],
    }


def words(found: Repair) -> list[str]:
    """Return the changes, and whether they are proven to be the fewest."""
    among = f"{count(found.tried, 'level')} examined{'' if found.proven else TOO_LARGE}"
    if found.draft is None:
        changes = "no single change is" if found.most == 1 else f"no {found.most} changes are"
        return [f"{changes} enough; {among}"]
    if not found.edits:
        return ["no change is needed"]
    sure = ", the fewest possible" if found.proven else "; fewer may be enough"
    lines = [edit.name for edit in found.edits]
    return [*lines, f"{count(len(lines), 'change')}{sure}; {among}"]
