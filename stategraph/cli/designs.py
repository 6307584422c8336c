"""Code shared by the verbs for designers: demands, edits, and differences between versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion
from stategraph.cli.levels import Source, load
from stategraph.cli.outputs import check_level, output_option
from stategraph.cli.parsing import Options, option, part
from stategraph.cli.terminal import Progress
from stategraph.errors import InputError, LevelError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.design import Comparison, Demand
    from stategraph.design.removal_trials import See
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.invent import Draft, Maker, Wishes
    from stategraph.level_files import Level
    from stategraph.rules.puzzle import Puzzle

# The default limit of states of a level. Larger levels are skipped.
MAX_STATES = 50_000


class Wanted(Options):
    """The demands on an invented or changed level."""

    want: list[str] = option(
        "--want DEMAND|FILE",
        'a demand, "shortest: [20, 40]", or a file of them; may be repeated',
        action="append",
        default=[],
    )
    keep: list[str] = option(
        "--keep ELEMENT|CELL",
        'keep an element or a cell: "block 3:4" or 2:5; may be repeated',
        action="append",
        default=[],
    )
    elements: str = option(
        "--elements KIND=N..M,...", "number of each element: block=3..6", default=""
    )
    max_states: int = option(
        "--max-states N",
        f"skip levels with more states (default: {MAX_STATES:,})",
        option_values.count,
        default=MAX_STATES,
    )


class Change(Options):
    """A level to change, the demands on it, and the maximum number of edits."""

    level: str = option("LEVEL", "the level, as elsewhere", complete=option_values.levels)
    source: Source = part(Source)
    output: str | None = output_option(
        "write the level there, as a level file when FILE ends in .yaml"
    )
    wanted: Wanted = part(Wanted)
    most: int = option("--most K", "changes (default: 1)", option_values.count, default=1)
    max_seconds: float | None = option(
        "--max-seconds S",
        "end within S seconds and one more, with the changes found by then",
        option_values.seconds,
    )


def demands(texts: Sequence[str]) -> list[Demand]:
    """Return the demands of --want. A later demand on a metric replaces an earlier one."""
    from stategraph import design

    demands_by_name: dict[str, Demand] = {}
    for text in texts:
        if text.endswith((".yaml", ".yml")):
            new_demands = design.read_demands(text).everywhere
        else:
            new_demands = _typed(text)
        demands_by_name |= {demand.name: demand for demand in new_demands}
    return list(demands_by_name.values())


def _typed(text: str) -> tuple[Demand, ...]:
    """Parse demands that the user typed. Errors quote the text, as a line number would not help."""
    from stategraph import design

    if ":" not in text:
        raise InputError(
            f"--want {text!r}: neither a demand, such as 'shortest: 9', nor a .yaml file"
        )
    try:
        return design.parse_demands(f"demand:\n  {text}\n", "").everywhere
    except LevelError as error:
        raise InputError(f"--want {text!r}: {error.reason}") from None


def elements(text: str) -> dict[str, tuple[int, int]]:
    """Parse the minimum and the maximum number of elements of each kind.

    >>> elements("block=3..6,exit=1")
    {'block': (3, 6), 'exit': (1, 1)}
    """
    ranges = {}
    for entry in filter(None, text.split(",")):
        match = re.fullmatch(r"\s*(.+?)\s*=\s*([0-9]{1,6})(?:\.\.([0-9]{1,6}))?\s*", entry)
        if not match or int(match[2]) > int(match[3] or match[2]):
            raise InputError(f"--elements: {entry!r} is not of the form block=3..6")
        ranges[match[1]] = int(match[2]), int(match[3] or match[2])
    return ranges


def is_family(name: str) -> bool:
    """Return whether a name is a family and not a file."""
    from stategraph.level_files import family_names

    return name in family_names() and not Path(name).is_file()


def begun(name: str, like: str | None = None) -> Level:
    """Return the named level. If `name` is a family, return the level `like` or its template."""
    from stategraph.level_files.contents import template
    from stategraph.load import load as load_level

    if like and not is_family(name):
        raise InputError(f"--like needs a FAMILY, and {name} is a level")
    if not is_family(name) or like:
        level = load_level(like or name)
        if like and level.family.name != name:
            raise InputError(f"--like: {like} is not a level of {name}")
        return level
    return template(name)


def level_to_change(change: Change) -> Level:
    """Return the level to change, after checking that its format can be written to the output."""
    a_family = is_family(change.level) and change.source.puzzle is None
    level = begun(change.level) if a_family else load(change.source, change.level)
    if change.output:
        check_level(change.output, level)
    return level


def wanted_of(change: Change, level: Level) -> list[Demand]:
    """Return the demands of the level file and those of --want, which take precedence."""
    from stategraph import design

    demands_by_name = {
        demand.name: demand for demand in [*design.demands_of(level), *demands(change.wanted.want)]
    }
    return list(demands_by_name.values())


def maker_and_wishes(
    change: Change, level: Level, demand_list: list[Demand]
) -> tuple[Maker, Wishes]:
    """Return the object that generates changed levels, and the demands on these levels."""
    from stategraph import invent

    wishes = invent.wishes(demand_list, (), "0", change.wanted.max_states, level)
    invent.check_metrics(wishes, level)
    maker = invent.maker(level, change.wanted.keep, elements(change.wanted.elements))
    invent.check_cells(wishes, maker)
    invent.check_questions(wishes, maker)
    return maker, wishes


def show_tried(progress: Progress) -> Callable[[int], None]:
    """Return a callback that shows the number of levels tried so far."""
    return lambda tried: progress.show(f"{tried:,} levels examined")


def write_changed(change: Change, level: Level, draft: Draft | None, change_name: str) -> None:
    """Write a changed level, whose title names the change, if both the level and a file exist."""
    if draft is not None and change.output:
        write(change.output, _level_text(change.output, level, draft, change_name).encode())


def _level_text(file: str, level: Level, draft: Draft, change_name: str) -> str:
    """Return the text to write: the old level file with the new level, or a new file."""
    from stategraph import invent, level_files

    if level_files.is_yaml(file) and not level.native and level.text:
        return level_files.with_native_text(
            level_files.without_expect(level), level.file, draft.text
        )
    puzzle = invent.level_of(level.family, draft).puzzle
    title = f"{level.heading}, {change_name}"
    return level_files.text_for(file, level.family, puzzle, puzzle.start, title)


def seeing(expansion: Expansion, level: Level) -> See | None:
    """Return a function that maps the graph of a variant to its quotient, or None without --by."""
    if expansion.by.text is None or level.graph is not None:
        return None
    from stategraph.analysis.quotient_choice import seeing as seen_by

    return seen_by(level, expansion.by.text)


def difference(
    expansion: Expansion, before: Level, after: Level, versions: Sequence[ArrayGraph]
) -> Comparison:
    """Compare two versions of a level, whose state graphs are given."""
    from stategraph import design

    see = seeing(expansion, after)

    def expand_again(puzzle: Puzzle, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
        bounded_limits = design.bounded(expansion.limits, bounds.states)
        until_goal = until_goal and see is None
        graph = graphs.expand(
            expansion, after, until_goal=until_goal, puzzle=puzzle, within=bounded_limits
        )
        return graph if see is None else see(puzzle, graph)

    return design.compare(before, after, versions, expand_again)
