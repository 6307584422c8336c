"""What the options name: levels, limits, the state graph within them, one of its states."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.terminal import Progress, remark, shown
from stategraph.errors import InputError, MovesError, OutputError, StategraphError

if TYPE_CHECKING:
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level
    from stategraph.metrics import Analysis


def load(args: argparse.Namespace, name: str | None = None) -> Level:
    """Return the level of that `name`, or the one that the options name."""
    from stategraph import formats
    from stategraph.load import load as load_level

    if name is None:
        name = args.level
    a_graph = name is not None and formats.find(name)  # which may be large
    with shown(f"reading {name}") if a_graph else contextlib.nullcontext():
        return load_level(
            name, args.puzzle, start=args.start, goals=args.goals, trust=True, tell=remark
        )


def collect(args: argparse.Namespace) -> list[str]:
    """Return the levels that LEVEL... stands for."""
    from stategraph.load import collect as collect_levels

    return collect_levels(args.levels, native=args.puzzle is not None)


def each(names: Iterable[str], ask: Callable[[str], Any]) -> Iterator[tuple[str, Any, str | None]]:
    """Yield (name, answer, None) of each level; of one that cannot be read (name, None, complaint).

    The complaint is remarked too.
    """
    for name in names:
        try:
            answer = ask(name)
        except OutputError:
            raise
        except StategraphError as error:
            remark(str(error))
            yield name, None, str(error)
        else:
            yield name, answer, None


def bundled(family: str) -> list[Level]:
    """Return the bundled levels of a family, as their files state them; a puzzle has none."""
    from stategraph import levels
    from stategraph.rules import Family

    owner = levels.named(family)
    return [
        levels.parse_level(path.read_text("utf-8"), str(path), f"{family}/{path.stem}")
        for path in (levels.bundled(owner) if isinstance(owner, Family) else ())
    ]


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
    known = level.family.heuristics
    if name is None and not known:
        return "", lambda state: 0
    if name is not None and name not in known:
        whose = level.family.name or level.name
        has = f"has {', '.join(known)}" if known else "has none"
        raise InputError(f"there is no heuristic {name!r}; {whose} {has}")
    chosen = name if name is not None else next(iter(known))
    return chosen, known[chosen](level.puzzle)


def expand(
    args: argparse.Namespace, level: Level, *, until_goal: bool = False, puzzle: Any = None
) -> ArrayGraph:
    """Return the state graph of the level (or of `puzzle`) within the limits, with progress."""
    from stategraph.cli.remarks import remarks_on
    from stategraph.expand import expand as expand_puzzle

    if level.graph is not None and puzzle is None:
        return level.graph
    with remarks_on(level.file), Progress() as progress:
        return expand_puzzle(
            puzzle or level.puzzle,
            limits(args),
            until_goal=until_goal,
            engine=args.engine,
            progress=progress,
        )


def whole_or_stopped(level: Level, graph: ArrayGraph, then: str = "") -> int:
    """Return the exit code of an answer from the graph, with a remark where it is not whole."""
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}{then}")
    return UNKNOWN


def asked_state(args: argparse.Namespace, level: Level) -> tuple[Replay | None, Any]:
    """Return the replay of --after, and the state that is asked for (None: a node is)."""
    if args.node is not None:
        return None, None
    if args.state is not None:
        return None, level.puzzle.named(args.state)
    if args.after is None:
        return None, level.puzzle.start
    played = after(args, level)
    return played, played.states[-1]


def after(args: argparse.Namespace, level: Level) -> Replay:
    """Return the replay of --after."""
    from stategraph.laws.replay import play

    try:
        return play(level.puzzle, args.after)
    except MovesError as error:
        raise MovesError(f"--after: {error}") from None


def asked_node(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int:
    """Return the node that --after, --state or --node names; ``InputError`` where there is none."""
    if args.node is not None:
        return numbered(graph, args.node)
    from stategraph.laws.replay import reached

    _, state = asked_state(args, level)
    return reached(level.puzzle, graph, state)


def numbered(graph: ArrayGraph, node: int) -> int:
    """Return a node's number; ``InputError`` where the graph has no such node."""
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node


def remark_on(level: Level, found: dict[str, Any], whole: bool = False) -> None:
    """Remark on every answer that the level file states wrongly."""
    from stategraph.tell.level import contradictions

    for line in contradictions(level, found, whole):
        remark(f"{level.file}: {line}")


def analysed(level: Level, graph: ArrayGraph, **how: Any) -> Analysis:
    """Return the analysis of a level, with remarks on the numbers that its file states wrongly."""
    from stategraph.metrics import analyse

    found = analyse(level, graph, **how)
    remark_on(level, found.numbers, whole=True)
    return found
