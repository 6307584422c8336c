"""The fewest changes after which a level grants all wishes: the record and the words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.invent import Repair
    from stategraph.levels import Level


def record(level: Level, found: Repair, text: str | None) -> dict[str, Any]:
    """Return the record of a repair, `text` the new level in its native format."""
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
    """Return the changes, and what is proven of them."""
    among = f"{count(found.tried, 'level')} looked at"
    if found.draft is None:
        changes = "one change" if found.most == 1 else f"up to {count(found.most, 'change')}"
        sure = "" if found.proven else ", as far as known: some levels were too large"
        return [f"no level with {changes} will do{sure}; {among}"]
    if not found.edits:
        return ["nothing is to be changed"]
    sure = "no fewer will do" if found.proven else "whether fewer will do is not known"
    lines = [edit.name for edit in found.edits]
    return [*lines, f"{count(len(lines), 'change')}; {sure}; {among}"]
