"""Record and text of ``invent``: generated levels, and a line of progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell import level_pack
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.invent import Delivered, LevelPack, Search

# maximum number of rejection reasons in the progress line
MAX_REASONS = 3


def record(
    search: Search,
    deliveries: Sequence[Delivered],
    files: Sequence[str],
    pack: LevelPack | None = None,
) -> Record:
    """Return the record of a search and of the levels that it found, which may form a pack."""
    values: Record = {
        "levels_seen": search.levels,
        "levels": [
            _level_record(delivery, file) for delivery, file in zip(deliveries, files, strict=True)
        ],
        "near_twins": search.archive.near_twins,
        "not_kept": dict(search.failures.most_common()),
        "nearest_miss": search.archive.nearest_miss,
        "hardest_demand": _hardest_record(search),
        "interrupted": search.interrupted,
        "pack": None if pack is None else level_pack.record(pack, files),
    }
    return closed(values)


def _level_record(delivery: Delivered, file: str) -> Record:
    return {
        "file": file,
        "title": delivery.level.title,
        "tags": list(delivery.level.tags),
        **delivery.values,
        "decoration_taken_out": delivery.spared,
        "analysed_again": delivery.checked,
    }


# Texts of rejection reasons by their JSON key, and of a failed demand by its nearest failure. Any
# other failed demand is "NAME failed". An unknown value is not a failed demand.
REASON_WORDS = {
    "met before": "duplicates",
    "unknown": "unknown",
    "solvable is false, demanded true": "unsolvable",
}


def words(
    search: Search,
    deliveries: Sequence[Delivered],
    files: Sequence[str],
    pack: LevelPack | None = None,
    requested: int | None = None,
) -> list[str]:
    """Return a line for each level, and lines with the reasons why other levels were rejected."""
    examined = f"among {count(search.levels, 'level')}"
    if not deliveries:
        miss = search.archive.nearest_miss
        miss_text = [f"nearest miss: {miss}"] if miss else []
        return [f"none found {examined}", *miss_text, *_hardest(search), *_rejections(search)]
    if pack is not None:
        return [*level_pack.words(pack, files, examined), *_rejections(search)]
    lines = [
        f"{file}: {delivery.level.title} ({', '.join(delivery.level.tags)})"
        for delivery, file in zip(deliveries, files, strict=True)
    ]
    twins = search.archive.near_twins
    left_out = f"; {count(twins, 'near-twin')} left out" if twins else ""
    found = f"{count(len(deliveries), 'level')} found {examined}{left_out}"
    if requested is not None and len(deliveries) < requested:
        few = f"{count(requested, 'level')} were requested: search longer, or relax a demand"
        return [*lines, found, few, *_hardest(search), *_rejections(search)]
    return [*lines, found, *_hardest(search), *_rejections(search)]


def _hardest_record(search: Search) -> Record | None:
    name = search.hardest_demand
    if not name:
        return None
    return {
        "demand": name,
        "levels_failed": search.failures[name],
        "nearest": search.archive.nearest_to(name),
    }


def _hardest(search: Search) -> list[str]:
    """Return the demand that fails most often, with its value in the level that came nearest."""
    name = search.hardest_demand
    if not name:
        return []
    failed = count(search.failures[name], "level")
    return [f"fails most often: {name}, in {failed}; at best: {search.archive.nearest_to(name)}"]


def _rejections(search: Search) -> list[str]:
    reasons = _reasons(search)
    return [f"rejected: {reasons}"] if reasons else []


def _reasons(search: Search, most: int | None = None) -> str:
    """Return the `most` frequent reasons for rejecting levels; failed demands are named so."""

    def text(why: str) -> str:
        miss = search.archive.nearest_to(why)  # only demands have one
        return REASON_WORDS.get(why) or REASON_WORDS.get(miss) or (f"{why} failed" if miss else why)

    return ", ".join(f"{text(why)} {number:,}" for why, number in search.failures.most_common(most))


def progress(search: Search) -> str:
    """Return the progress of a search as a line."""
    rate = search.levels / max(search.seconds, 1e-9)
    parts = [f"{search.levels:,} levels examined, {rate:,.0f}/s, {len(search.archive)} found"]
    parts += [f"nearest miss: {miss}"] if (miss := search.archive.nearest_miss) else []
    parts += _hardest(search) if search.archive.nearest_to(search.hardest_demand) != miss else []
    return "; ".join([*parts, f"rejected: {_reasons(search, MAX_REASONS)}"])
