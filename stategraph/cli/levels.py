"""Options that name levels, reading of one or many levels, and replays of moves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import option_values
from stategraph.cli.limits import TimeLimit
from stategraph.cli.parsing import Options, option, part, switch
from stategraph.cli.terminal import BAD_INPUT, DONE, UNKNOWN, complain, remarks_on, status_line
from stategraph.errors import (
    InputError,
    MovesError,
    OutputError,
    StategraphError,
    TooLargeError,
    UnseenError,
)
from stategraph.files import is_file
from stategraph.machine.deadline import OutOfTime

if TYPE_CHECKING:
    from stategraph.laws.typed_solutions import Replay
    from stategraph.level_files import Level


def level_option() -> str:
    """Declare LEVEL. A request has `Source` as its next part."""
    return option(
        "LEVEL",
        "FAMILY/NAME, a file, or - (see: stategraph help options)",
        nargs="?",
        complete=option_values.levels,
    )


def levels_option(least: str) -> list[str]:
    """Declare LEVEL..., any number of levels. A request has `Source` as its next part."""
    return option(
        "LEVEL",
        "levels, folders and families (see: stategraph help options)",
        nargs=least,
        complete=option_values.levels,
        words=True,
    )


class Ends(Options):
    """The start and the goal of a graph from another program."""

    TITLE = "of a graph in a file that does not say it itself"

    start: str | None = option(
        "--start NODE", "the node to start from, as the file names it", common=True
    )
    goals: list[str] = option(
        "--goal NODE",
        "the goal; given again, one more goal",
        action="append",
        default=[],
        common=True,
    )


class Source(Options):
    """The options for reading the file of a level."""

    number: int | None = option(
        "--level K",
        "level K of a file that holds several, as its format counts them (or name FILE#1, "
        "FILE#2, ...)",
        option_values.number,
        common=True,
    )
    puzzle: str | None = option(
        "--puzzle FAMILY",
        "read LEVEL as a native file of this family; or MODULE:NAME",
        complete=option_values.families,
        common=True,
    )
    trust: bool = switch(
        "--trust",
        "let a level file name MODULE:FAMILY as its puzzle, and so run that module's code",
        common=True,
    )
    ends: Ends = part(Ends)
    time_limit: TimeLimit = field(default_factory=TimeLimit)


class Beginning(Options):
    """A state that replaces the start of the level."""

    after: str | None = option("--after MOVES", "begin after these moves", str, alone="where")
    state: str | None = option(
        "--state STATE", "begin in this state: rocket=3,lucky=7", alone="where"
    )


class LevelRequest(Options):
    """A request about a level."""

    level: str | None = level_option()
    source: Source = part(Source)

    def load(self) -> Level:
        """Return the level."""
        return load(self.source, self.level)


class LevelsRequest(Options):
    """A request about any number of levels."""

    levels: list[str] = levels_option("*")
    source: Source = part(Source)

    def names(self) -> list[str]:
        """Return the names of the levels. Without LEVEL, return the name that --puzzle gives."""
        if self.levels:
            return collect(self.source, self.levels)
        if self.source.puzzle is None:
            raise InputError("no LEVEL given")
        return [self.source.puzzle]

    def load(self, name: str | None) -> Level:
        """Return a level."""
        return load(self.source, name if self.levels else None)

    def each(
        self, ask: Callable[[str], object], numbered: bool = False
    ) -> Iterator[tuple[str, Any, Complaint]]:
        """Yield the answer for each level, or a complaint; see `each`."""
        return each(self.source.time_limit, self.names(), ask, numbered)


def load(source: Source, name: str | None, beginning: Beginning | None = None) -> Level:
    """Read the named level, and replace its start if `beginning` names another one."""
    from stategraph import formats
    from stategraph.load import is_store
    from stategraph.load import load as load_level

    a_graph = name and (formats.find(name) or is_store(name))  # may be large
    reading = status_line(f"reading {name}") if a_graph else contextlib.nullcontext()
    with reading, remarks_on(str(name)):
        level = load_level(
            name,
            source.puzzle,
            start=source.ends.start,
            goals=source.ends.goals,
            trust=source.trust,
            number=source.number,
        )
    return level if beginning is None else _begun(source, level, beginning)


def _begun(source: Source, level: Level, beginning: Beginning) -> Level:
    """Return the level with the start that --after or --state names."""

    if beginning.after is None and beginning.state is None:
        return level
    if beginning.state is not None:
        state, position = level.puzzle.named(beginning.state), f"in {beginning.state}"
    else:
        replay = replayed(level, beginning.after or "", "--after", source.time_limit)
        state, position = replay.states[-1], f"after {beginning.after}"
    puzzle, title = level.puzzle.starting(state), f"{level.heading}, {position}"
    level = level.without_graph()
    return replace(level, puzzle=puzzle, title=title, expect=type(level.expect)())


def replayed(level: Level, moves: str, option: str, time_limit: TimeLimit) -> Replay:
    """Replay the moves that an option gives."""
    from stategraph.laws.typed_solutions import play

    try:
        return time_limit.within(lambda: play(level.puzzle, level.family.labels(moves)))
    except MovesError as error:
        raise MovesError(f"{option}: {error}") from None


def collect(source: Source, levels: Sequence[str], but: str | None = None) -> list[str]:
    """Return the names of the levels that LEVEL... names, except the file `but`."""
    from stategraph.load import collect as collect_levels

    if source.number is not None:  # one level of each file
        return list(levels)
    names = collect_levels(list(levels), source.puzzle)
    return [name for name in names if not (but and _same_file(name, but))]


def _same_file(first: str, second: str) -> bool:
    """Return whether two names refer to the same existing file."""
    return is_file(first) and is_file(second) and Path(first).samefile(second)


class Complaint(str):
    """The reason why a level has no answer, or an empty text if it has one.

    Attributes
    ----------
    code : int
        its exit code
    """

    code: int = DONE

    @classmethod
    def about(cls, error: StategraphError) -> Complaint:
        """Return the complaint about an error, with its exit code."""
        complaint = cls(error)
        complaint.code = UNKNOWN if isinstance(error, (TooLargeError, UnseenError)) else BAD_INPUT
        return complaint


def each(
    time_limit: TimeLimit,
    names: Sequence[str],
    ask: Callable[[str], object],
    numbered: bool = False,
) -> Iterator[tuple[str, Any, Complaint]]:
    """Yield (name, answer, empty complaint) for a level, or (name, None, complaint).

    The complaint is printed too. If `numbered` is true, the terminal shows the name and number of
    the current level. With several levels, the time limit starts again for each level.
    """
    for k, name in enumerate(time_limit.each(names), 1):
        with status_line(f"{k} of {len(names)}: {name}") if numbered else contextlib.nullcontext():
            answer, error = _asked(ask, name, len(names) > 1)
        yield name, answer, error


def _asked(ask: Callable[[str], object], name: str, several: bool) -> tuple[object, Complaint]:
    """Return (answer, empty complaint), or print a complaint and return (None, complaint)."""
    try:
        return ask(name), Complaint()
    except OutputError:
        raise
    except StategraphError as error:
        complaint = Complaint.about(error)
    except OutOfTime as timeout:
        if not several:
            raise
        complaint = Complaint(f"{name}: stopped at the {timeout}")
        complaint.code = UNKNOWN
    complain(complaint)
    return None, complaint
