"""Level files from an archive: decoration is removed, and files are read and analysed again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from stategraph.design.demand_checks import verdicts
from stategraph.design.demands import ASK, LEAST, MOST, Demand, Interval, demands_of
from stategraph.design.level_titles import distinct_titles, length, tags, tags_of, title
from stategraph.design.removal_trials import Trials
from stategraph.design.story import Story, explain_solution
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.invent.archive import Archive, Elite
from stategraph.invent.constraints import Wishes
from stategraph.invent.idea_choice import Clock, IdeaChoice
from stategraph.invent.mutations import Maker, level_of
from stategraph.level_files import Level, flow, parse_level, with_expect, with_notes, written
from stategraph.metrics.summaries import STATED, SUMMARY, summary
from stategraph.readable import Record

# Estimated number of seconds to write a level: a constant plus a multiple of its evaluation time.
WRITING_SECONDS, EVALUATIONS_PER_WRITING = 0.1, 4.0


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
        whether the level was read from its file and analysed again; False if the time was over
    """

    level: Level
    text: str
    numbers: Record
    values: Record
    cell: tuple[int, ...]
    spared: int
    checked: bool = True


def writing_time(archive: Archive, most: int | None = None) -> float:
    """Estimate the number of seconds that `delivered` takes without removing decoration."""
    best = (levels[0] for levels in archive.choices()[:most])
    return sum(WRITING_SECONDS + EVALUATIONS_PER_WRITING * elite.seen.seconds for elite in best)


def drawing_time(maker: Maker, archive: Archive, most: int | None = None) -> float:
    """Estimate the number of seconds to draw the boards of all levels, from one of them."""
    seconds = 0.0
    for elite in islice(archive, 2):  # the first drawing also imports modules
        level = level_of(maker.family, elite.draft)
        began = time.monotonic()
        level.draw(level.puzzle.start)
        seconds = len(archive.choices()[:most]) * (time.monotonic() - began)
    return seconds


def delivered(
    maker: Maker,
    wishes: Wishes,
    archive: Archive,
    on_progress: Callable[[int, int], None] = lambda made, whole: None,
    until: float | None = None,
    story_text: Callable[[Story], Sequence[str]] = lambda story: (),
    distinct: bool = True,
    most: int | None = None,
) -> list[Delivered]:
    """Return the levels of an archive as level files in order of the axes, without near-twins.

    Each cell contributes its best level that is not a near-twin of the levels of better cells (see
    `stategraph.design.near_twins`). With `distinct`, levels with stories of the same shape count as
    near-twins too, and levels with mostly equal boards, unless all levels are mutations of one
    level, which share its board. The level that the search started from is omitted. At most `most`
    levels are returned: those of the best cells.

    `until` is a deadline in ``time.monotonic()``. Half of the time before it is used to compare
    solutions and to remove decoration. After that time, or after Ctrl-C, the remaining levels are
    returned without another analysis. `story_text` returns the lines of a story for the file.

    Raises
    ------
    RuleError
        if a level fails its demands when it is read again: a mistake in its family
    """
    clock = Clock(None if until is None else (until + time.monotonic()) / 2)
    choice = IdeaChoice(maker, wishes, clock, distinct)
    cells = archive.choices()
    for number, levels in enumerate(cells, 1):
        if len(choice.chosen) == most:
            break
        choice.add_best(levels)
        on_progress(number, len(cells))
    archive.near_twins = choice.near_twins
    writer = _Writer(maker, wishes, archive, story_text)
    clock = Clock(until if not clock.interrupted else 0.0)
    half = Clock(None if until is None else (until + time.monotonic()) / 2)
    half = clock if clock.interrupted else half
    chosen = choice.chosen
    all_notes = [
        half.within(partial(writer.notes, elite), writer.few_notes(elite)) for elite, _ in chosen
    ]
    order = sorted(range(len(chosen)), key=lambda k: archive.steps_of(chosen[k][0].seen))
    titles = distinct_titles(
        [all_notes[k].title for k in order],
        [all_notes[k].details for k in order],
    )
    writes = {}
    for place, (k, heading) in enumerate(zip(order, titles, strict=True), 1):
        file = f"{maker.family.name}-{place:02}.yaml"
        notes = replace(all_notes[k], title=heading)
        writes[k] = partial(writer.written, file, *chosen[k], notes)
    deliveries = {k: write(check=False) for k, write in writes.items()}
    clock = half if half.interrupted else clock
    for k in range(len(chosen)):  # the best levels first, because the time may run out
        deliveries[k] = clock.within(writes[k], deliveries[k])
    return [deliveries[k] for k in order]


@dataclass(frozen=True)
class _Notes:
    """The title, the tags and the story of a level, and the length of its solution."""

    title: str
    tags: tuple[str, ...]
    story: str = ""
    length: str = ""

    @property
    def details(self) -> tuple[str, ...]:
        """The length and the tags that count something else: a title names one length only.

        >>> _Notes("A box goes home", ("2 lines", "5 pushes"), length="6 pushes").details
        ('6 pushes', '2 lines')
        """
        unit = self.length.partition(" ")[2]
        return self.length, *(tag for tag in self.tags if tag.partition(" ")[2] != unit)


@dataclass(frozen=True)
class _Writer:
    """Writes levels of an archive."""

    maker: Maker
    wishes: Wishes
    archive: Archive
    story_text: Callable[[Story], Sequence[str]]

    def few_notes(self, elite: Elite) -> _Notes:
        """Return the title, tags and story of a level that is not analysed again."""
        values, axes = elite.seen.values, self.archive.axes
        text = ", ".join(tags_of({name: values[name] for name in axes}, axes))
        return _Notes(text[:1].upper() + text[1:], tuple(tags_of(values, values)))

    def notes(self, elite: Elite) -> _Notes:
        """Return the title, tags and story of a level, and the length of its solution."""
        level = level_of(self.maker.family, elite.draft)
        graph = self.wishes.expanded(level.puzzle)
        few, names = self.few_notes(elite), elite.seen.values
        if graph.variables is None:
            return replace(few, tags=tuple(tags(level, graph, names)))
        story = explain_solution(level, graph)
        return _Notes(
            title(story) or few.title,
            tuple(tags(level, graph, names)),
            "\n".join(self.story_text(story)),
            length(story),
        )

    def written(
        self, file: str, elite: Elite, spared: int, notes: _Notes, check: bool = True
    ) -> Delivered:
        """Return a level as a file. With `check`, the file is read and analysed again."""
        puzzle, values = level_of(self.maker.family, elite.draft).puzzle, elite.seen.values
        text = written(self.maker.family, puzzle, puzzle.start, notes.title)
        text = with_notes(text, notes.tags, notes.story)
        text += f"demand: {flow(spelled(self.wishes.demands))}\n"
        level, cell = parse_level(text, file), self.archive.steps_of(elite.seen)
        if not check:
            states = int(elite.seen.mark.partition(":")[0])
            partial_numbers = {"complete": True, "states": states, "at_least": {}, "unknown": []}
            numbers = dict.fromkeys(SUMMARY) | partial_numbers | {**values}
            return Delivered(level, text, numbers, values, cell, spared, checked=False)
        graph = expand(level.puzzle)
        answers = summary(graph)
        text = with_expect(level, {name: answers[name] for name in STATED})
        reread = parse_level(text, file)
        _verify(self.maker, reread, graph)
        return Delivered(reread, text, answers, values, cell, spared)


def _verify(maker: Maker, level: Level, graph: ArrayGraph) -> None:
    """Raise ``RuleError`` if a level fails the demands of its file."""

    def make_trials() -> Trials:
        return Trials(level.family, level.puzzle, workers=1, graph=graph)

    broken = [
        verdict.demand.name
        for verdict in verdicts(level, graph, demands_of(level), make_trials)
        if not verdict.holds
    ]
    if broken or maker.refusal(level):
        reason = ", ".join(broken) or maker.refusal(level)
        raise RuleError(f"{level.file}: the written level differs from the level found: {reason}")


def spelled(demands: Sequence[Demand]) -> Record:
    """Return demands in the format of a level file.

    >>> from stategraph.design import demand
    >>> spelled([demand("solvable", True), demand("shortest", [5, 20])])
    {'solvable': True, 'shortest': [5, 20]}
    """
    values: Record = {demand.name: _wanted(demand) for demand in demands if not demand.asks}
    questions = {demand.name: _wanted(demand) for demand in demands if demand.asks}
    return {**values, **({ASK: questions} if questions else {})}


def _wanted(demand: Demand) -> object:
    wanted = demand.wanted
    if isinstance(wanted, tuple):
        return list(wanted) or "all"
    if not isinstance(wanted, Interval):
        return wanted
    ends = {LEAST: wanted.least, MOST: wanted.most}
    if None in ends.values():
        return {name: end for name, end in ends.items() if end is not None}
    return wanted.least if wanted.least == wanted.most else [wanted.least, wanted.most]
