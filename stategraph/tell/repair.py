"""Record and text of ``repair``: the fewest changes after which a level satisfies all demands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.metrics import rounded
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.polish import TOO_LARGE
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.invent import Repair
    from stategraph.invent.repair import Fix, Miss
    from stategraph.level_files import Level

# maximum number of repairs shown as text
MAX_SHOWN = 8


def record(level: Level, repair: Repair, text: str | None) -> Record:
    """Return the record of a repair; `text` is the new level in its native format."""
    values = {
        "puzzle": puzzle_name(level),
        "repaired": True if repair.draft is not None else False if repair.proven else None,
        "changes": None if repair.draft is None else [edit.name for edit in repair.edits],
        "fewest": repair.proven if repair.draft is not None else None,
        "level": text,
        "levels_seen": repair.tried,
        "nearest_miss": None if repair.nearest is None else _nearest(repair.nearest),
        "repairs": [_fix(fix) for fix in repair.fixes],
    }
    unproven = [] if repair.proven else ["repaired" if repair.draft is None else "fewest"]
    return closed(values, partial=unproven if repair.complete else [*unproven, "repairs"])


def _fix(fix: Fix) -> Record:
    values = {
        "changes": [edit.name for edit in fix.edits],
        "play_kept": rounded(fix.play_kept),
        "shortest": fix.shortest,
        "shortest_count": fix.shortest_count,
    }
    return closed(values, ["play_kept", "shortest_count"] if fix.edits else [])


def _nearest(miss: Miss) -> Record:
    return closed({"changes": [edit.name for edit in miss.edits], "miss": miss.text})


def words(repair: Repair) -> list[str]:
    """Return the smallest repairs, and whether they are proven to be the smallest."""
    examined = f"{count(repair.tried, 'level')} examined{'' if repair.proven else TOO_LARGE}"
    if repair.draft is None:
        changes = "no single change is" if repair.most == 1 else f"no {repair.most} changes are"
        return [f"{changes} enough; {_miss(repair.nearest)}{examined}"]
    if not repair.edits:
        return ["no change is needed"]
    sure = ", the fewest possible" if repair.proven else "; fewer may be enough"
    lines = [_line(fix) for fix in repair.fixes[:MAX_SHOWN]]
    if len(repair.fixes) > MAX_SHOWN:
        lines.append(f"... {len(repair.fixes) - MAX_SHOWN:,} more (see --json)")
    number = count(len(repair.edits), "change")
    repairs = f"{count(len(repair.fixes), 'repair')} of {number}{sure}"
    more_text = "" if repair.complete else "; there may be more"
    return [*lines, f"{repairs}{more_text}; {examined}"]


def _miss(miss: Miss | None) -> str:
    """Return the nearest miss with its edits, followed by a semicolon, or ""."""
    if miss is None:
        return ""
    edits = ", ".join(edit.name for edit in miss.edits) or "unchanged"
    return f"nearest miss: {miss.text} ({edits}); "


def _line(fix: Fix) -> str:
    """Return lines about a repair and its effect on play."""
    effects = [] if fix.play_kept is None else [f"{fix.play_kept:.0%} of the old play stays"]
    if fix.shortest is not None:
        solutions = count(fix.shortest_count, "shortest solution")
        effects.append(f"{solutions} of {count(fix.shortest, 'move')}")
    effect_text = f" ({', '.join(effects)})" if effects else ""
    return ", ".join(edit.name for edit in fix.edits) + effect_text
