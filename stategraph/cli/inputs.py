"""The levels that options name, one or many, each with its complaint."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli.exits import BAD_INPUT, DONE, UNKNOWN
from stategraph.cli.terminal import complain, shown
from stategraph.errors import OutputError, StategraphError, TooLargeError, UnseenError
from stategraph.files import is_file
from stategraph.machine.deadline import OutOfTime

if TYPE_CHECKING:
    from stategraph.levels import Level


def load(args: argparse.Namespace, name: str | None = None) -> Level:
    """Return the level of that `name`, or the one that the options name."""
    from stategraph import formats
    from stategraph.cli.remarks import remarks_on
    from stategraph.load import is_store
    from stategraph.load import load as load_level

    if name is None:
        name = getattr(args, "level", None)
    a_graph = name and (formats.find(name) or is_store(name))  # which may be large
    reading = shown(f"reading {name}") if a_graph else contextlib.nullcontext()
    with reading, remarks_on(str(name)):
        level = load_level(
            name,
            args.puzzle,
            start=args.start,
            goals=args.goals,
            trust=args.trust,
            number=getattr(args, "number", None),
        )
    return _begun(args, level) if getattr(args, "begins_elsewhere", False) else level


def _begun(args: argparse.Namespace, level: Level) -> Level:
    """Return the level as it begins after --after, or in --state."""
    if args.after is None and args.state is None:
        return level
    from stategraph.cli.states import after

    if args.state is not None:
        state, where = level.puzzle.named(args.state), f"in {args.state}"
    else:
        state, where = after(args, level).states[-1], f"after {args.after}"
    began, title = level.puzzle.starting(state), f"{level.title or level.name}, {where}"
    return replace(level, puzzle=began, title=title, graph=None, expect=type(level.expect)())


def collect(args: argparse.Namespace, but: str | None = None) -> list[str]:
    """Return the levels that LEVEL... stands for, leaving one file out."""
    from stategraph.load import collect as collect_levels

    if getattr(args, "number", None) is not None:  # one level of each file
        return list(args.levels)
    names = collect_levels(args.levels, args.puzzle)
    return [name for name in names if not (but and _same_file(name, but))]


def _same_file(one: str, other: str) -> bool:
    """Return whether two names are those of one file that exists."""
    return is_file(one) and is_file(other) and Path(one).samefile(other)


class Complaint(str):
    """The reason why a level has no answer; empty if it has one.

    Attributes
    ----------
    code : int
        the exit code that belongs to it
    """

    code: int = DONE

    @classmethod
    def about(cls, error: StategraphError) -> Complaint:
        """Return the complaint that an error makes."""
        made = cls(error)
        made.code = UNKNOWN if isinstance(error, (TooLargeError, UnseenError)) else BAD_INPUT
        return made


def each(
    args: argparse.Namespace,
    names: Sequence[str],
    ask: Callable[[str], Any],
    numbered: bool = False,
) -> Iterator[tuple[str, Any, Complaint]]:
    """Yield (name, answer, empty complaint) of each level, or (name, None, complaint).

    The complaint is printed too. If the levels are `numbered`, the terminal shows the current one.
    Each of several levels has the seconds of the time limit for itself.
    """
    for k, name in enumerate(args.time_limit.each(names), 1):
        with shown(f"{k} of {len(names)}: {name}") if numbered else contextlib.nullcontext():
            answer, error = _asked(ask, name, len(names) > 1)
        yield name, answer, error


def _asked(ask: Callable[[str], Any], name: str, several: bool) -> tuple[Any, Complaint]:
    """Return the answer for a level, or print a complaint and return it."""
    try:
        return ask(name), Complaint()
    except OutputError:
        raise
    except StategraphError as error:
        made = Complaint.about(error)
    except OutOfTime as late:
        if not several:
            raise
        made = Complaint(f"{name}: stopped at the {late}")
        made.code = UNKNOWN
    complain(made)
    return None, made
