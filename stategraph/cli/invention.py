"""What ``invent`` and its kin are asked for: the options, and what they make of them."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph import files
from stategraph.cli import completion, options, outputs, quantities
from stategraph.cli.terminal import Progress
from stategraph.errors import InputError, LevelError, TooLargeError

if TYPE_CHECKING:
    from stategraph.design import Demand
    from stategraph.invent import Delivered, Draft, Maker, Polish, Repair, Search, Wishes
    from stategraph.levels import Level

# What levels are spread over, and the score, where nothing is said; the minutes, and the states.
# The share of the minutes that is for the search; the rest is for taking out decoration.
SEARCHED = 0.85

AXES, BEST, MINUTES, STATES = "shortest,trap_moves", "shortest", 1.0, 50_000

# Demands that say which unintended solutions there may be.
CLOSING = {"unique", "unique_up_to_order", "shortest_count", "solution_classes"}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of a search for levels."""
    level = parser.add_argument(
        "level", metavar="FAMILY|LEVEL", help="what to begin with: a family, or one level"
    )
    completion.by(completion.levels, level)
    options.add_output(parser, "a new folder for the levels", "DIR", required=True)
    add_wishes(parser)
    add = parser.add_argument
    add("--like", metavar="LEVEL", help="begin with this level of the family")
    add("--size", metavar="HxW|N", help="make boards of this size, or plans of N places, too")
    axes = add("--across", metavar="A,B", default=AXES, help=f"the axes (default: {AXES})")
    completion.by(completion.metrics, axes)
    add(
        "--best",
        metavar="METRIC|EXPR",
        default=BEST,
        help='what is the higher the better in a cell, "shortest - states / 100" (default: '
        f"{BEST})",
    )
    add("--minutes", metavar="M", type=quantities.positive_seconds, help="(default: 1)")
    add("--evaluations", metavar="N", type=quantities.count, help="look at N levels, no minutes")
    add("--seed", metavar="S", type=quantities.number, default=0, help="(default: 0)")
    add("--jobs", metavar="N", type=quantities.count, default=1, help="processes (default: 1)")


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Add what is wished for of a level."""
    add = parser.add_argument
    add(
        "--want",
        metavar="DEMAND|FILE",
        action="append",
        default=[],
        help='a demand, "shortest: [20, 40]", or a file of them; may be given again',
    )
    add(
        "--keep",
        metavar="ELEMENT|CELL",
        action="append",
        default=[],
        help='what must not change: "block 3:4" or 2:5; may be given again',
    )
    add("--elements", metavar="KIND=N..M,...", default="", help="how many of which: block=3..6")
    add(
        "--max-states",
        metavar="N",
        type=quantities.count,
        default=STATES,
        help=f"pass over levels with more states (default: {STATES:,})",
    )


def add_changed(parser: argparse.ArgumentParser) -> None:
    """Add one level that is changed, what is wished for, and how many changes it may take."""
    level = parser.add_argument("level", metavar="LEVEL", help="the level, as elsewhere")
    completion.by(completion.levels, level)
    options.add_output(parser, "write the level there, as a level file when FILE ends in .yaml")
    add_wishes(parser)
    parser.add_argument(
        "--most", metavar="K", type=quantities.count, default=1, help="changes (default: 1)"
    )


def demands(args: argparse.Namespace) -> list[Demand]:
    """Return what --want asks for; of two for the same metric the last one counts."""
    from stategraph import design

    found: dict[str, Demand] = {}
    for text in args.want:
        if text.endswith((".yaml", ".yml")):
            made = design.read_demands(text).everywhere
        else:
            made = _typed(text)
        found |= {one.name: one for one in made}
    return list(found.values())


def _typed(text: str) -> tuple[Demand, ...]:
    """Return the demands that a user typed; an error quotes them, as they have no line."""
    from stategraph import design

    if ":" not in text:
        raise InputError(f"--want {text!r}: is no demand, as 'shortest: 9' is, nor a .yaml file")
    try:
        return design.parse_demands(f"demand:\n  {text}\n", "").everywhere
    except LevelError as error:
        raise InputError(f"--want {text!r}: {error.reason}") from None


def asked(args: argparse.Namespace) -> tuple[Maker, Wishes]:
    """Return what makes levels, and what is wished for of them."""
    from stategraph import invent

    counts = elements(args.elements)
    axes = args.across.split(",")
    if not 1 <= len(axes) <= 3:
        raise InputError("--across: one, two or three metrics")
    wishes = invent.wishes(demands(args), axes, args.best, args.max_states)
    level, size = begun(args.level, args.like), _size(args.size)
    if size is None and _is_family(args.level) and not args.like and level.family.signs:
        rows = level.family.grid(level.family.write(level.puzzle, level.puzzle.start))
        size = len(rows), len(rows[0])
    return invent.maker(level, args.keep, counts, size), wishes


def begun(name: str, like: str | None = None) -> Level:
    """Return the level to begin with: the one of that name, or a small one of the family."""
    from stategraph.levels.contents import starter
    from stategraph.load import load

    if like and not _is_family(name):
        raise InputError(f"--like goes with a FAMILY, and {name} is a level itself")
    if not _is_family(name) or like:
        level = load(like or name)
        if like and level.family.name != name:
            raise InputError(f"--like: {like} is no level of {name}")
        return level
    return starter(name)


def changed(args: argparse.Namespace) -> Level:
    """Return the level that is to be changed, once it can be written where it is to be."""
    level = begun(args.level)
    if args.output:
        outputs.check_level(args.output, level)
    return level


def write(args: argparse.Namespace, level: Level, draft: Draft | None, what: str) -> None:
    """Write a level that was changed, if there is one and it is wanted."""
    if draft is not None and args.output:
        files.write(args.output, level_text(args.output, level, draft, what).encode())


def _is_family(name: str) -> bool:
    from stategraph.levels import family_names

    return name in family_names() and not Path(name).is_file()


def elements(text: str) -> dict[str, tuple[int, int]]:
    """Return of which elements there are to be how many.

    >>> elements("block=3..6,exit=1")
    {'block': (3, 6), 'exit': (1, 1)}
    """
    found = {}
    for part in filter(None, text.split(",")):
        made = re.fullmatch(r"\s*(.+?)\s*=\s*([0-9]{1,6})(?:\.\.([0-9]{1,6}))?\s*", part)
        if not made or int(made[2]) > int(made[3] or made[2]):
            raise InputError(f"--elements: {part!r} is not as in block=3..6")
        found[made[1]] = int(made[2]), int(made[3] or made[2])
    return found


def _size(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    made = re.fullmatch(r"([1-9][0-9]{0,2})(?:x([1-9][0-9]{0,2}))?", text)
    if not made:
        raise InputError(f"--size: {text!r} is no size up to 999, such as 8x8 or 15")
    return tuple(int(part) for part in made.groups() if part)


def search(args: argparse.Namespace, maker: Maker, wishes: Wishes) -> Search:
    """Return what was found, with progress."""
    from stategraph import invent
    from stategraph.tell import invent as tell

    minutes = args.minutes or (None if args.evaluations else MINUTES)
    args.until = None if minutes is None else time.monotonic() + 60 * minutes
    with Progress() as progress:
        return invent.search(
            maker,
            wishes,
            seed=args.seed,
            evaluations=args.evaluations,
            seconds=None if minutes is None else SEARCHED * 60 * minutes,
            jobs=args.jobs,
            told=lambda found: progress.show(tell.progress(found)),
        )


def delivered(
    args: argparse.Namespace, maker: Maker, wishes: Wishes, found: Search
) -> list[Delivered]:
    """Return the levels that were found, without decoration, with progress."""
    from stategraph import invent

    with Progress() as progress:

        def told(made: int, whole: int) -> None:
            progress.show(f"decoration is taken out: {made} of {whole} levels")

        return invent.delivered(maker, wishes, found.archive, told, args.until)


def repaired(args: argparse.Namespace, level: Level) -> Repair:
    """Return the fewest changes after which a level meets its demands, with progress."""
    from stategraph import invent

    wanted = _wanted(args, level)
    if not wanted:
        raise InputError(f"{level.file}: nothing is demanded; say it with --want")
    wishes = invent.wishes(wanted, (), "0", args.max_states)
    maker = invent.maker(level, args.keep, elements(args.elements))
    with Progress() as progress:
        return invent.repaired(maker, wishes, args.most, _looked_at(progress))


def _wanted(args: argparse.Namespace, level: Level) -> list[Demand]:
    """Return the level's own demands and those of --want, which come first."""
    from stategraph import design

    wanted = {one.name: one for one in [*design.demands_of(level), *demands(args)]}
    return list(wanted.values())


def _looked_at(progress: Progress) -> Callable[[int], None]:
    return lambda tried: progress.show(f"{tried:,} levels looked at")


def polished(args: argparse.Namespace, level: Level) -> Polish:
    """Return a level polished, with progress; of no other wish there is to be one solution."""
    from stategraph import design, invent

    wanted = _wanted(args, level)
    if not {one.name for one in wanted} & CLOSING:
        wanted.append(design.demand("unique_up_to_order", True))
    wishes = invent.wishes(wanted, (), "0", args.max_states)
    maker = invent.maker(level, args.keep, elements(args.elements))
    solution = _meant(args, level, wishes)
    with Progress() as progress:
        return invent.polished(maker, wishes, solution, args.most, _looked_at(progress))


def _meant(args: argparse.Namespace, level: Level, wishes: Wishes) -> tuple[str, ...]:
    """Return the solution that --solution says, or the first shortest one."""
    from stategraph.analysis import first_solution
    from stategraph.laws.replaying import judged

    graph = wishes.expanded(level.puzzle)
    if not graph.complete:
        raise TooLargeError(f"{level.file}: more than {wishes.states:,} states; see --max-states")
    if graph.goal is None:
        raise InputError(f"{level.file}: it cannot be solved; `stategraph repair` may mend it")
    if args.solution is None:
        return first_solution(graph).labels
    played, wins = judged(level.puzzle, level.family.labels(args.solution))
    if not wins:
        raise InputError(f"--solution: {args.solution!r} is no solution of {level.file}")
    return played.labels


def level_text(file: str, level: Level, draft: Draft, what: str) -> str:
    """Return a level file as it was, but for the level in it; or a new one, or a native text.

    `what` was done stands in the title of a new one.
    """
    from stategraph import invent, levels

    if levels.is_yaml(file) and not level.native and level.text:
        return levels.with_native_text(levels.without_expect(level), level.file, draft.text)
    puzzle = invent.level_of(level.family, draft).puzzle
    title = f"{level.title or level.name}, {what}"
    return levels.text_for(file, level.family, puzzle, puzzle.start, title)
