"""The options that several verbs share, and what follows from them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli.terminal import Progress, check_folder, remark, say, shown
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.engines.limits import Limits
    from stategraph.graph import StateGraph
    from stategraph.levels import Level

DONE, NO, BAD_INPUT, UNKNOWN = 0, 1, 2, 3

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def add_verb(verbs: Any, name: str, run: Any, summary: str, text: str) -> argparse.ArgumentParser:
    """Return the parser of a new verb, which calls ``run(args)``; `text` is its help."""
    made = verbs.add_parser(
        name, help=summary, description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.set_defaults(run=run)
    return made


def add_level(parser: argparse.ArgumentParser, goal: str = "") -> None:
    """Add LEVEL and what tells how to read it; `goal` begins the help of --goal."""
    parser.add_argument(
        "level",
        metavar="LEVEL",
        nargs="?",
        help="a level file (YAML), a native file with --puzzle FAMILY, FAMILY/NAME for a bundled "
        "level, a graph in a file (see: stategraph import --help), or - for standard input",
    )
    add_puzzle(parser, goal)


def add_levels(parser: argparse.ArgumentParser) -> None:
    """Add LEVEL..., any number of them, and what tells how to read them."""
    parser.add_argument(
        "levels",
        metavar="LEVEL",
        nargs="+",
        help="levels as elsewhere; a folder stands for the level files in it, and the name of a "
        "family for its bundled levels",
    )
    parser.set_defaults(words="levels")
    add_puzzle(parser)


def add_words(parser: argparse.ArgumentParser, name: str, metavar: str, text: str) -> None:
    """Add a list of words, which may stand before, between and behind options."""
    parser.add_argument(name, metavar=metavar, nargs="*", help=text)
    parser.set_defaults(words=name)  # the parser asks for it


def add_puzzle(parser: argparse.ArgumentParser, goal: str = "") -> None:
    """Add what tells how to read LEVEL."""
    parser.add_argument(
        "--puzzle",
        metavar="FAMILY",
        help="read LEVEL as a native file of this family; or MODULE:NAME",
    )
    add_ends(parser, goal)


def add_ends(parser: argparse.ArgumentParser, goal: str = "") -> None:
    """Add what tells the start and the goal of a graph from elsewhere."""
    group = parser.add_argument_group("of a graph in a file that does not say it itself")
    group.add_argument(
        "--start", metavar="NODE", help="the node to start from, as the file names it"
    )
    group.add_argument(
        "--goal",
        dest="goals",
        metavar="NODE",
        action="append",
        default=[],
        help=f"{goal}{': ' if goal else ''}the goal; given again, one more goal",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Add the budgets of an expansion, and the choice of its engine."""
    add_budget(parser)
    parser.add_argument(
        "--engine",
        choices=("auto", "direct", "native"),
        default="auto",
        help="run the rules as plain Python (direct) or compiled (native); default: by size",
    )


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Add the limits of whatever may take long."""
    group = parser.add_argument_group(
        "limits (met: exit 3, and unknown is said of what is not proven)"
    )
    group.add_argument("--max-states", metavar="N", type=count, help="see at most N states")
    group.add_argument(
        "--max-memory",
        metavar="SIZE",
        type=_size,
        help="hold at most SIZE, such as 500M or 2G (default: 3/4 of what is free)",
    )
    group.add_argument(
        "--max-seconds", metavar="S", type=_seconds, help="expand for at most S seconds"
    )


def add_order(parser: argparse.ArgumentParser) -> None:
    """Add the choice of order among shortest solutions."""
    parser.add_argument(
        "--order",
        choices=("text", "moves"),
        default="text",
        help="which of the shortest is first: by its concatenated text (default) or move by move",
    )


def add_heuristic(parser: argparse.ArgumentParser) -> None:
    """Add --heuristic."""
    parser.add_argument(
        "--heuristic", metavar="NAME", help="guess by this one (default: the family's first)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def add_state(parser: Any) -> None:
    """Add the three ways to name a state."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--after", metavar="MOVES", help="the state after these moves (default: the start)"
    )
    where.add_argument(
        "--state",
        metavar="STATE",
        help="the state with these values: rocket=3,lucky=7; in a graph from a file, its text",
    )
    where.add_argument("--node", metavar="N", type=int, help="the state with this number")


def number(text: str) -> int:
    """Return a number of at least 0."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return int(text)


def count(text: str) -> int:
    """Return a number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]?)(?:i?b)?", text.lower())
    if not found or float(found[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def positive_seconds(text: str) -> float:
    """Return a number of seconds above 0."""
    if _seconds(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} seconds are too few")
    return _seconds(text)


def load(args: argparse.Namespace, name: str | None = None) -> Level:
    """Return the level of that `name`, or the one that the options name."""
    from stategraph import formats, levels

    if name is None:
        name = args.level
    if name is not None and args.puzzle is None and formats.find(name):
        with shown(f"reading {name}"):
            return formats.read(name, args.start, args.goals, remark)
    if args.start is not None or args.goals:
        raise InputError("--start and --goal are for graphs in files; a level has its own")
    return levels.load(name, args.puzzle)


def limits(args: argparse.Namespace) -> Limits:
    """Return the limits that the options set."""
    from stategraph.engines.limits import Limits

    return Limits(args.max_states, args.max_memory, args.max_seconds)


def heuristic(level: Level, name: str | None) -> tuple[str, Callable[[Any], int]]:
    """Return the heuristic of that name, or the family's first; of none the name is empty.

    Raises
    ------
    InputError
        when the family has none of that name
    """
    known = {} if level.family is None else level.family.heuristics
    if name is None and not known:
        return "", lambda state: 0
    if name is not None and name not in known:
        whose = level.name if level.family is None else level.family.name
        has = f"has {', '.join(known)}" if known else "has none"
        raise InputError(f"there is no heuristic {name!r}; {whose} {has}")
    chosen = name if name is not None else next(iter(known))
    return chosen, known[chosen](level.puzzle)


def expand(
    args: argparse.Namespace, level: Level, *, until_goal: bool = False, puzzle: Any = None
) -> StateGraph:
    """Return the state graph of the level (or of `puzzle`) within the limits, with progress."""
    from stategraph.expand import expand as expand_puzzle

    if level.graph is not None and puzzle is None:
        return level.graph
    progress = Progress()
    try:
        return expand_puzzle(
            puzzle or level.puzzle,
            limits(args),
            until_goal=until_goal,
            engine=args.engine,
            progress=progress,
            tell=lambda text: remark(f"{level.file}: {text}"),
        )
    finally:
        progress.clear()


def states_along(level: Level, graph: StateGraph, way: Way) -> list[Any]:
    """Return the states that a way from the start passes.

    A puzzle replays it, which shows the winning state that is really reached. A graph from a file
    has one only, and labels in it need not tell the moves apart.
    """
    from stategraph.formats.imported import GraphPuzzle
    from stategraph.laws.replay import replay

    if isinstance(level.puzzle, GraphPuzzle):
        return [graph.state(node) for node in way.nodes]
    return list(replay(level.puzzle, " ".join(way.labels)).states)


def output_form(output: str, known: Sequence[str]) -> str:
    """Return the format that the end of a file's name asks for, one of those `known`.

    Complain now, before all the work, where there is no folder to write it into.
    """
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in known:
        raise InputError(
            f"{output}: the name must end in {', '.join('.' + name for name in known)}"
        )
    check_folder(output)
    return form


def say_steps(level: Level, labels: tuple[str, ...], states: list[Any]) -> None:
    """Print the state after each move."""
    for k, (label, state) in enumerate(zip(("start", *labels), states, strict=True)):
        text = level.describe(state)
        head = label if k == 0 else f"{k}. {label}"
        say(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")


def compare(level: Level, record: dict[str, Any], whole: bool = False) -> None:
    """Remark on every answer that the level file states wrongly.

    When `record` is the `whole` of all answers, remark on names that are none of them too.
    """
    for name in level.expect if whole else ():
        if name not in record:
            remark(f"{level.file}: expect names {name!r}, which is no answer of 'analyse'")
    claims = getattr(level.puzzle, "claims", {})
    unproven = set(record.get("unknown", ()))
    if record.get("complete") is False:  # only what was seen
        unproven |= {"states", "moves"}
    if record.get("order") != "text":  # files state the first one in text order
        unproven |= {"first_solution", "first_solution_moves"}
    for source, stated in (("expect", level.expect), ("the file", claims)):
        for name, value in stated.items():
            if name in record and name not in unproven and record[name] != value:
                remark(f"{level.file}: {source} says {name}: {value}, found {record[name]}")
