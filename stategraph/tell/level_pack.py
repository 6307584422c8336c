"""Record and text of ``invent --pack``: the order of a pack, and what each level teaches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.difficulty.model import rounded
from stategraph.readable import Record, count
from stategraph.tell.records import record_of

if TYPE_CHECKING:
    from stategraph.invent import LevelPack, PackLevel

# maximum number of lesson pairs in a line
MAX_PAIRS = 2


def record(pack: LevelPack, files: Sequence[str]) -> Record:
    """Return the record of a pack, with its levels in the order of play."""
    levels = [
        {
            "file": file,
            "difficulty": rounded(level.lessons.difficulty),
            "lessons": list(level.lessons.taught),
            **record_of(level, "new", "together"),
        }
        for level, file in zip(pack.levels, files, strict=True)
    ]
    sizes = record_of(pack, "wanted", "candidates", "stories")
    return {**sizes, "not_examined": pack.left_out, "levels": levels}


def words(pack: LevelPack, files: Sequence[str], examined: str) -> list[str]:
    """Return lines about the levels of a pack and their lessons, and why levels are missing."""
    pairs = zip(pack.levels, files, strict=True)
    lines = [line for level, file in pairs for line in _level(level, file)]
    stories = f"{pack.stories:,} different {'story' if pack.stories == 1 else 'stories'}"
    candidates = count(pack.candidates, "candidate")
    lines.append(
        f"a pack of {count(len(pack.levels), 'level')}: {stories} in {candidates}, {examined}"
    )
    if len(pack.levels) < pack.wanted:
        few = pack.stories < pack.wanted
        why = (
            "there are fewer stories" if few else "the other stories are easier than the last level"
        )
        lines.append(
            f"{pack.wanted} levels were requested: {why}; search longer, or --across others"
        )
    if pack.left_out:
        lines.append(f"{count(pack.left_out, 'candidate')} not examined: the time was over")
    return lines


def _level(level: PackLevel, file: str) -> list[str]:
    """Return the title of a level in a pack, its difficulty, and the lessons that it needs."""
    rank = f"harder than {level.lessons.difficulty:.0f}% of reference levels"
    known = [lesson for lesson in level.lessons.taught if lesson not in level.new]
    lines = [f"{file}: {level.made.level.title} ({rank})"]
    lines += [f"  new: {'; '.join(level.new)}"] if level.new else []
    lines += [f"  new together: {_pairs(level)}"] if level.together else []
    return [*lines, *([f"  also: {'; '.join(known)}"] if known else [])]


def _pairs(level: PackLevel) -> str:
    shown = [" with ".join(pair) for pair in level.together[:MAX_PAIRS]]
    more = len(level.together) - len(shown)
    return "; ".join([*shown, *([count(more, "more pair")] if more > 0 else [])])
