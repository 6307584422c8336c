"""Level files from an archive: without decoration, read and analysed again."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from stategraph.analysis.same_play import same_play
from stategraph.design.demand_checks import verdicts
from stategraph.design.demands import ASK, LEAST, MOST, Demand, Interval, demands_of
from stategraph.design.removals import Trials
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.invent.archive import Archive, Elite
from stategraph.invent.constraints import Seen, Wishes
from stategraph.invent.decoration import without_decoration
from stategraph.invent.mutations import Maker, draft_of, level_of
from stategraph.invent.twins import Idea, Outline, are_twins, outline
from stategraph.level_files import Level, flow, parse_level, with_expect, written
from stategraph.machine.deadline import OutOfTime, interrupting
from stategraph.metrics.summaries import STATED, SUMMARY, summary
from stategraph.readable import Record

# Estimated seconds to write a level: a constant, and a multiple of the time of its evaluation.
WRITTEN, WRITTEN_LOOKS = 0.03, 2.0

Result = TypeVar("Result")


@dataclass(frozen=True)
class Delivered:
    """A level of the archive as a level file.

    Attributes
    ----------
    level : Level
        the level read from `text`, named after the file
    text : str
        the text of the level file
    numbers : dict
        its `summary`
    values : dict of str to number
        its metrics for the axes and the score
    cell : tuple of int
        the steps of the level on the axes
    spared : int
        number of removed elements of decoration
    checked : bool
        whether the level was read from its file and analysed again; False if there was no time
    """

    level: Level
    text: str
    numbers: Mapping[str, Any]
    values: Mapping[str, Any]
    cell: tuple[int, ...]
    spared: int
    checked: bool = True


def writing_time(archive: Archive) -> float:
    """Return an estimate of the seconds that `delivered` takes without removing decoration."""
    return sum(WRITTEN + WRITTEN_LOOKS * one.seen.seconds for one in archive)


def delivered(
    maker: Maker,
    wishes: Wishes,
    archive: Archive,
    told: Callable[[int, int], None] = lambda made, whole: None,
    until: float | None = None,
) -> list[Delivered]:
    """Return the levels of an archive as level files in order of the axes, without near-twins.

    Each cell contributes its best level that is not a near-twin (`stategraph.invent.twins`) of the
    levels of better cells. The first level of the search is omitted. If `until` is given, half of
    the time until that ``time.monotonic()`` is used to compare solutions and to remove decoration.
    After that time, or after Ctrl-C, the remaining levels are returned without another analysis.

    Raises
    ------
    RuleError
        if a level fails its demands when it is read again: a mistake in its family
    """
    clock = Clock(None if until is None else (until + time.monotonic()) / 2)
    choice = _Choice(maker, wishes, archive, clock)
    cells = archive.choices()
    for number, levels in enumerate(cells, 1):
        choice.add_best(levels)
        told(number, len(cells))
    archive.near_twins = choice.near_twins
    kept = sorted(choice.kept, key=lambda one: archive.cell_of(one[0].seen))
    clock = Clock(until if not clock.interrupted else 0.0)
    name = maker.family.name
    made = []
    for k, (found, spared) in enumerate(kept, 1):
        write = partial(_written, maker, wishes, archive, f"{name}-{k:02}.yaml", found, spared)
        one = clock.within(write, None)
        made.append(write(check=False) if one is None else one)
    return made


class _Choice:
    """Chooses one level of each cell that is not a near-twin of the levels chosen before."""

    def __init__(self, maker: Maker, wishes: Wishes, archive: Archive, clock: Clock):
        self._maker, self._wishes, self._archive, self._clock = maker, wishes, archive, clock
        self._ideas: list[Idea] = []
        self.kept: list[tuple[Elite, int]] = []
        self.near_twins = 0

    def add_best(self, levels: Sequence[Elite]) -> None:
        """Add the first of the levels, the best first, that has no near-twin."""
        maker, found = self._maker, None
        for found in levels:
            if found.draft == maker.like and maker.size is None:
                continue
            if not self._ideas or not self._is_twin(self._idea(found)):
                bare = partial(_bare, maker, self._wishes, self._archive, found)
                made, spared = self._clock.within(bare, (found, 0))
                idea = self._idea(made)
                if made is found or not self._is_twin(idea):
                    self._ideas.append(idea)
                    self.kept.append((made, spared))
                    return
        self.near_twins += any(one.draft != maker.like or maker.size is not None for one in levels)

    def _idea(self, found: Elite) -> Idea:
        level = level_of(self._maker.family, found.draft)

        def known() -> Outline | None:
            return outline(level, self._wishes.expanded(level.puzzle))

        return Idea(level, found.seen.mark, self._clock.within(known, None))

    def _is_twin(self, idea: Idea) -> bool:
        return any(are_twins(idea, one, self._plays_the_same) for one in self._ideas)

    def _plays_the_same(self, one: Level, other: Level) -> bool:
        def compared() -> bool:
            return (
                same_play(*(self._wishes.expanded(x.puzzle) for x in (one, other))).same
                is not False
            )

        return self._clock.within(compared, True)


class Clock:
    """Runs work until a time; Ctrl-C ends the time."""

    def __init__(self, until: float | None):
        self._until, self.interrupted = until, False

    def within(self, work: Callable[[], Result], otherwise: Result) -> Result:
        """Return ``work()``, or `otherwise` if the time is over."""
        try:
            if self._until is None:
                return work()
            left = self._until - time.monotonic()
            return interrupting(work, left, "") if left > 0 else otherwise
        except OutOfTime:
            return otherwise
        except KeyboardInterrupt:
            self._until, self.interrupted = 0.0, True
            return otherwise


def _bare(maker: Maker, wishes: Wishes, archive: Archive, found: Elite) -> tuple[Elite, int]:
    """Return a level without decoration, in the same cell, and the number of removed elements."""
    cell, spared = archive.cell_of(found.seen), 0

    def stays(seen: Seen) -> bool:
        return archive.cell_of(seen) == cell

    for _, draft, seen in without_decoration(maker, wishes, found.draft, stays):
        found, spared = Elite(draft, seen, found.number), spared + 1
    tidy = maker.family.tidied(level_of(maker.family, found.draft).puzzle)
    if tidy is not None:
        draft = draft_of(maker.family, tidy)
        seen = wishes.look(maker, draft)
        if not seen.failed and stays(seen):
            found = Elite(draft, seen, found.number)
    return found, spared


def _written(
    maker: Maker,
    wishes: Wishes,
    archive: Archive,
    file: str,
    found: Elite,
    spared: int,
    check: bool = True,
) -> Delivered:
    """Return a level as a file; with `check`, read and analysed again."""
    puzzle = level_of(maker.family, found.draft).puzzle
    values = found.seen.values
    said = ", ".join(f"{name.replace('_', ' ')} {values[name]:,.6g}" for name in archive.axes)
    text = written(maker.family, puzzle, puzzle.start, said[:1].upper() + said[1:])
    text += f"demand: {flow(spelled(wishes.demands))}\n"
    level, cell = parse_level(text, file), archive.cell_of(found.seen)
    if not check:
        states = int(found.seen.mark.partition(":")[0])
        known = {"complete": True, "states": states, "at_least": {}, "unknown": []}
        numbers = dict.fromkeys(SUMMARY) | known | {**values}
        return Delivered(level, text, numbers, values, cell, spared, checked=False)
    graph = expand(level.puzzle)
    answers = summary(graph)
    text = with_expect(level, {name: answers[name] for name in STATED})
    again = parse_level(text, file)
    _verify(maker, again, graph)
    return Delivered(again, text, answers, values, cell, spared)


def _verify(maker: Maker, level: Level, graph: ArrayGraph) -> None:
    """Raise ``RuleError`` if a level fails the demands of its file."""

    def tried() -> Trials:
        return Trials(level.family, level.puzzle, workers=1, graph=graph)

    broken = [
        one.demand.name for one in verdicts(level, graph, demands_of(level), tried) if not one.holds
    ]
    if broken or maker.refusal(level):
        what = ", ".join(broken) or maker.refusal(level)
        raise RuleError(f"{level.file}: the level written is another than the one found: {what}")


def spelled(demands: Sequence[Demand]) -> Record:
    """Return demands in the format of a level file.

    >>> from stategraph.design import demand
    >>> spelled([demand("solvable", True), demand("shortest", [5, 20])])
    {'solvable': True, 'shortest': [5, 20]}
    """
    made: Record = {one.name: _wanted(one) for one in demands if not one.asks}
    asked = {one.name: _wanted(one) for one in demands if one.asks}
    return {**made, **({ASK: asked} if asked else {})}


def _wanted(asked: Demand) -> Any:
    wanted = asked.wanted
    if isinstance(wanted, tuple):
        return list(wanted) or "all"
    if not isinstance(wanted, Interval):
        return wanted
    ends = {LEAST: wanted.least, MOST: wanted.most}
    if None in ends.values():
        return {name: end for name, end in ends.items() if end is not None}
    return wanted.least if wanted.least == wanted.most else [wanted.least, wanted.most]
