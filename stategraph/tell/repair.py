"""Record and text of ``repair``: the fewest changes after which a level satisfies all demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.metrics import rounded
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.polish import TOO_LARGE

if TYPE_CHECKING:
    from stategraph.invent import Repair
    from stategraph.invent.repair import Fix
    from stategraph.level_files import Level

# maximum number of repairs shown as text
MAX_SHOWN = 8


def record(level: Level, found: Repair, text: str | None) -> Record:
    """Return the record of a repair; `text` is the new level in its native format."""
    return {
        "puzzle": puzzle_name(level),
        "repaired": True if found.draft is not None else False if found.proven else None,
        "changes": None if found.draft is None else [edit.name for edit in found.edits],
        "fewest": found.proven if found.draft is not None else None,
        "level": text,
        "levels_seen": found.tried,
        "repairs": [_fix(fix) for fix in found.fixes],
        "unknown": _unknown(found),
    }


def _fix(fix: Fix) -> Record:
    return {
        "changes": [edit.name for edit in fix.edits],
        "play_kept": rounded(fix.play_kept),
        "shortest": fix.shortest,
        "unknown": ["play_kept"] if fix.play_kept is None and fix.edits else [],
    }


def _unknown(found: Repair) -> list[str]:
    unknown = [] if found.proven else ["repaired" if found.draft is None else "fewest"]
    return unknown if found.complete else [*unknown, "repairs"]


def words(found: Repair) -> list[str]:
    """Return the smallest repairs, and whether they are proven to be the smallest."""
    among = f"{count(found.tried, 'level')} examined{'' if found.proven else TOO_LARGE}"
    if found.draft is None:
        changes = "no single change is" if found.most == 1 else f"no {found.most} changes are"
        return [f"{changes} enough; {among}"]
    if not found.edits:
        return ["no change is needed"]
    sure = ", the fewest possible" if found.proven else "; fewer may be enough"
    lines = [_line(fix) for fix in found.fixes[:MAX_SHOWN]]
    if len(found.fixes) > MAX_SHOWN:
        lines.append(f"... {len(found.fixes) - MAX_SHOWN:,} more (see --json)")
    number = count(len(found.edits), "change")
    ways = f"{count(len(found.fixes), 'repair')} of {number}{sure}"
    left = "" if found.complete else "; there may be more"
    return [*lines, f"{ways}{left}; {among}"]


def _line(fix: Fix) -> str:
    """Return a repair with its effect on the play."""
    effects = [] if fix.play_kept is None else [f"{fix.play_kept:.0%} of the old play stays"]
    effects += [] if fix.shortest is None else [f"shortest {fix.shortest}"]
    shown = f" ({', '.join(effects)})" if effects else ""
    return ", ".join(edit.name for edit in fix.edits) + shown
