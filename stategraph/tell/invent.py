"""Record and text of ``invent``: generated levels, and a line of progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.phrases import count
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.invent import Delivered, Search

# maximum number of rejection reasons in a line of progress
REASONS = 3


def record(found: Search, made: Sequence[Delivered], files: Sequence[str]) -> Record:
    """Return the record of a search and of the levels it delivered."""
    values: Record = {
        "levels_seen": found.levels,
        "levels": [_level_record(one, file) for one, file in zip(made, files, strict=True)],
        "not_kept": dict(found.failures.most_common()),
        "nearest_miss": found.archive.nearest_miss,
        "interrupted": found.interrupted,
    }
    return closed(values)


def _level_record(one: Delivered, file: str) -> Record:
    return {
        "file": file,
        "title": one.level.title,
        **one.values,
        "decoration_taken_out": one.spared,
        "analysed_again": one.checked,
    }


# Names of reasons, where they differ from the keys in JSON.
REASON_WORDS = {"met before": "duplicates"}


def words(found: Search, made: Sequence[Delivered], files: Sequence[str]) -> list[str]:
    """Return a line for each level, and the reasons why others were rejected."""
    among = f"among {count(found.levels, 'level')}"
    if not made:
        miss = found.archive.nearest_miss
        near = [f"nearest miss: {miss}"] if miss else []
        return [f"none found {among}", *near, *_others(found)]
    lines = [f"{file}: {one.level.title}" for one, file in zip(made, files, strict=True)]
    return [*lines, f"{count(len(made), 'level')} found {among}", *_others(found)]


def _others(found: Search) -> list[str]:
    failures = found.failures.most_common()
    reasons = [f"{REASON_WORDS.get(why, why)} {number:,}" for why, number in failures]
    return [f"rejected: {', '.join(reasons)}"] if reasons else []


def progress(found: Search) -> str:
    """Return the progress of a search as a line."""
    rate = found.levels / max(found.seconds, 1e-9)
    most = ", ".join(f"{why} {number:,}" for why, number in found.failures.most_common(REASONS))
    parts = [f"{found.levels:,} levels examined, {rate:,.0f}/s, {len(found.archive)} found"]
    parts += [f"nearest miss: {miss}"] if (miss := found.archive.nearest_miss) else []
    return "; ".join([*parts, f"rejected: {most}"])
