"""The verb ``invent``: levels invented by search."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.cli import option_values
from stategraph.cli.designs import Wanted, begun, demands, elements, is_family
from stategraph.cli.outputs import json_option, output_option
from stategraph.cli.parsing import Options, option, part
from stategraph.cli.terminal import DONE, INTERRUPTED, NO, Answer, Progress, remark
from stategraph.errors import InputError
from stategraph.files import check_empty, make_folder, write, write_all

if TYPE_CHECKING:
    from stategraph.invent import Archive, Delivered, LevelPack, Maker, Search, Wishes

SUMMARY = "search for levels that meet demands"
HELP = """\
Search for levels that meet demands and have different stories, spread over two metrics. Write the
levels found: level files with their demands and known answers, and DIR/index.html with their boards
over these axes. The search mutates a given level; for a family, it starts from the level of `new`
or from random boards of its size. Demands are those of `check`; `solvable: true` is always one,
unless you say otherwise. Each written level was read from its file, analysed again and satisfies
all demands. The number of levels that were not analysed again for lack of time is reported. The
exit code is 1 if no level is found; Ctrl-C keeps the levels found before. With --evaluations, the
same seed gives the same levels, for any number of --jobs.

With --levels N, only the N levels with the best scores are written, each with another idea. With
--pack N, the levels found become candidates for a pack of N levels with a difficulty curve.
The first levels teach one thing each: a reason for losing, a purpose in the solution, or a tempting
mistake. The last ones combine them. The titles and the output name the new lessons.

  $ stategraph invent sokoban -o found --size 6x6 --elements box=2,goal=2 --want "shortest: [9, 60]"
  $ stategraph invent psychopath/first-push -o found --want "unique_up_to_order: true"
  $ stategraph invent sokoban -o pack --pack 10 --size 6x6 --across lines,difficulty --minutes 3
"""


# The share of the minutes that the search takes. The rest is for removing decoration.
SEARCH_SHARE = 0.85

# With --pack: the share of the minutes for the search, and the share of the remaining time before
# the candidates are written.
PACK_SEARCH_SHARE, PACK_WRITING_SHARE = 0.6, 0.7

# Time reserved for starting and for drawing the page: a number of seconds, but at most a share of
# the minutes.
RESERVED_SECONDS, MAX_RESERVED_SHARE = 1.0, 0.1

# Number of seconds after Ctrl-C for removing decoration and analysing the levels again.
SECONDS_AFTER_CTRL_C = 2.0

# The defaults of --across and --minutes.
AXES, MINUTES = "shortest,trap_moves", 1.0


class Request(Options):
    """The options of ``invent``."""

    level: str = option(
        "FAMILY|LEVEL",
        "the start of the search: a family, or one level",
        complete=option_values.levels,
    )
    output: str = output_option("a new folder for the levels", "DIR", required=True)
    wanted: Wanted = part(Wanted)
    like: str | None = option("--like LEVEL", "begin with this level of the family")
    size: str | None = option("--size HxW|N", "make boards of this size, or plans of N places, too")
    across: str = option(
        "--across A,B", f"the axes (default: {AXES})", default=AXES, complete=option_values.metrics
    )
    best: str | None = option(
        "--best METRIC|EXPR",
        'the score of a level in its cell, such as "pushes - states / 100" (default: the player\'s '
        "unit of the family: pushes, turns or shortest)",
    )
    minutes: float | None = option("--minutes M", "(default: 1)", option_values.positive)
    evaluations: int | None = option(
        "--evaluations N", "look at N levels, no minutes", option_values.count
    )
    seed: int = option("--seed S", "(default: 0)", option_values.number, default=0)
    jobs: int = option("--jobs N", "processes (default: 1)", option_values.count, default=1)
    levels: int | None = option(
        "--levels N", "write the best N levels only", option_values.count, alone="number"
    )
    pack: int | None = option(
        "--pack N",
        "write a pack of N levels, each with something new",
        option_values.count,
        alone="number",
    )
    json: bool = json_option()


def answer(request: Request) -> Answer:
    """Search for levels, and write the results."""
    began = time.monotonic()
    from stategraph.report.archive import archive_page
    from stategraph.tell import invent as tell

    folder = Path(request.output)
    check_empty(request.output)
    maker, wishes = _maker_and_wishes(request)
    search, deliveries, pack = _searched(request, maker, wishes, began)
    files = [str(folder / delivery.level.name) for delivery in deliveries]
    if deliveries:
        make_folder(folder)
        write_all(
            {
                Path(file): delivery.text.encode()
                for file, delivery in zip(files, deliveries, strict=True)
            }
        )
        minutes = _minutes(request)
        until = None if minutes is None else began + 60 * minutes
        if search.interrupted:
            until = end_after_ctrl_c(until)
        write(str(folder / "index.html"), archive_page(deliveries, wishes.axes, until).encode())

    def then() -> int:
        if unchecked := sum(not delivery.checked for delivery in deliveries):
            reason = "the search was interrupted" if search.interrupted else "the time was over"
            remark(f"{unchecked} of {len(deliveries)} levels were not analysed again: {reason}")
        if search.interrupted:
            remark("interrupted; the levels found are written")
            return INTERRUPTED
        return DONE if deliveries else NO

    return Answer(
        lambda: tell.record(search, deliveries, files, pack),
        lambda: tell.words(search, deliveries, files, pack, request.levels),
        then,
        True,
    )


def _maker_and_wishes(request: Request) -> tuple[Maker, Wishes]:
    """Return the object that generates levels, and the demands on these levels."""
    from stategraph import invent

    counts = elements(request.wanted.elements)
    axes = request.across.split(",")
    if not 1 <= len(axes) <= 3:
        raise InputError("--across takes one, two or three metrics")
    options = request.wanted
    level, size = begun(request.level, request.like), _size(request.size)
    if request.pack is not None and level.puzzle.variables is None:
        raise InputError(
            f"--pack: states of {level.family.name} have no variables, so levels have no stories"
        )
    best = request.best or invent.default_score(level)
    wishes = invent.wishes(demands(options.want), axes, best, options.max_states)
    invent.check_metrics(wishes, level)
    if size is None and is_family(request.level) and not request.like and level.family.signs:
        rows = level.family.grid(level.family.write(level.puzzle, level.puzzle.start))
        size = len(rows), len(rows[0])
    maker = invent.maker(level, options.keep, counts, size)
    invent.check_cells(wishes, maker)
    invent.check_questions(wishes, maker)
    return maker, wishes


def _size(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,2})(?:x([1-9][0-9]{0,2}))?", text)
    if not match:
        raise InputError(f"--size: {text!r} is not a size up to 999, such as 8x8 or 15")
    return tuple(int(part) for part in match.groups() if part)


def _minutes(request: Request) -> float | None:
    return request.minutes or (None if request.evaluations else MINUTES)


def _searched(
    request: Request, maker: Maker, wishes: Wishes, began: float
) -> tuple[Search, list[Delivered], LevelPack | None]:
    """Run the search, remove decoration, build the pack, and return these three results."""
    from stategraph import invent
    from stategraph.tell.story import summary

    search, end = _search(request, maker, wishes, began)
    with Progress() as progress:

        def show_removal(finished: int, total: int) -> None:
            progress.show(f"decoration is removed: {finished} of {total} levels")

        now, packed = time.monotonic(), request.pack is not None
        if end is not None:
            end = drawing_begin(
                end, invent.drawing_time(maker, search.archive, request.levels), now
            )
        until = None if end is None else writing_end(end, now, packed)
        deliveries = invent.delivered(
            maker,
            wishes,
            search.archive,
            show_removal,
            until,
            summary,
            not packed,
            request.levels,
        )
    if request.pack is None:
        return search, deliveries, None
    with Progress() as progress:

        def show_comparison(finished: int, total: int) -> None:
            progress.show(f"lessons of candidates: {finished} of {total} levels")

        pack = invent.packed(deliveries, request.pack, show_comparison, end)
    if deliveries and not pack.levels:  # keep the levels found
        remark("no pack: no level has a story, or the time was over; the levels found are written")
        return search, deliveries, None
    return search, [level.made for level in pack.levels], pack


def _search(
    request: Request, maker: Maker, wishes: Wishes, began: float
) -> tuple[Search, float | None]:
    """Run the search; return it, and the end of what follows."""
    from stategraph import invent
    from stategraph.tell import invent as tell

    minutes = _minutes(request)
    total, packed = 60 * (minutes or 0.0), request.pack is not None
    end = None if minutes is None else run_end(began, total)
    search_began = time.monotonic()

    def seconds(archive: Archive) -> float:
        writing = invent.writing_time(archive, request.levels) if archive else None
        return search_end(end or 0.0, total, writing, packed) - search_began

    with Progress() as progress:
        search = invent.search(
            maker,
            wishes,
            seed=request.seed,
            evaluations=request.evaluations,
            seconds=None if end is None else seconds,
            jobs=request.jobs,
            on_progress=lambda found: progress.show(tell.progress(found)),
        )
    if search.interrupted:
        end = end_after_ctrl_c(end)
    return search, end


def end_after_ctrl_c(end: float | None) -> float:
    """Return the end of a run that is interrupted now, at most `end`."""
    soon = time.monotonic() + SECONDS_AFTER_CTRL_C
    return soon if end is None else min(soon, end)


def run_end(began: float, total: float) -> float:
    """Return the time at which the page begins, if the run takes `total` seconds.

    >>> run_end(100.0, 60.0), run_end(100.0, 5.0)
    (159.0, 104.5)
    """
    return began + total - min(RESERVED_SECONDS, MAX_RESERVED_SHARE * total)


def search_end(end: float, total: float, writing: float | None, packed: bool) -> float:
    """Return the time at which the search must stop, if writing its levels takes some seconds.

    >>> search_end(100.0, 60.0, None, False)  # nothing is found that takes time to write
    100.0
    >>> search_end(100.0, 60.0, 2.0, False), search_end(100.0, 60.0, 2.0, True)
    (91.0, 76.0)
    >>> search_end(100.0, 60.0, 20.0, False), search_end(100.0, 60.0, 40.0, False)
    (80.0, 70.0)
    """
    if writing is None:
        return end
    share = PACK_SEARCH_SHARE if packed else SEARCH_SHARE
    return end - max(min(writing, total / 2), (1 - share) * total)


def drawing_begin(end: float, drawing: float, now: float) -> float:
    """Return the time at which the page must be begun: at least half of the rest is before it.

    >>> drawing_begin(100.0, 2.0, 90.0), drawing_begin(100.0, 8.0, 90.0)
    (98.0, 95.0)
    >>> drawing_begin(100.0, 8.0, 101.0)
    100.0
    """
    return end - min(drawing, max(0.0, end - now) / 2)


def writing_end(end: float, now: float, packed: bool) -> float:
    """Return the time at which the levels must be chosen; the rest is for building a pack.

    >>> writing_end(100.0, 90.0, False), writing_end(100.0, 90.0, True)
    (100.0, 97.0)
    """
    return now + PACK_WRITING_SHARE * (end - now) if packed else end
