"""What the options name: levels, limits, the state graph within them, one of its states."""

from __future__ import annotations

import argparse
import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from stategraph.cli.terminal import complain, shown
from stategraph.errors import (
    InputError,
    MovesError,
    OutputError,
    StategraphError,
    UnseenError,
    did_you_mean,
)
from stategraph.files import is_file
from stategraph.machine import deadline

if TYPE_CHECKING:
    import numpy as np

    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level

Made = TypeVar("Made")


def load(args: argparse.Namespace, name: str | None = None) -> Level:
    """Return the level of that `name`, or the one that the options name."""
    from stategraph import formats
    from stategraph.cli.remarks import remarks_on
    from stategraph.load import is_store
    from stategraph.load import load as load_level

    if name is None:
        name = getattr(args, "level", None)
    begin(args)
    a_graph = name and (formats.find(name) or is_store(name))  # which may be large
    reading = shown(f"reading {name}") if a_graph else contextlib.nullcontext()
    with reading, remarks_on(str(name)):
        level = load_level(
            name,
            args.puzzle,
            start=args.start,
            goals=args.goals,
            trust=args.trust or args.puzzle is not None,  # which the user has typed
            number=getattr(args, "number", None),
        )
    return _begun(args, level) if getattr(args, "begins_elsewhere", False) else level


def begin(args: argparse.Namespace) -> None:
    """Have the seconds begin now; compilers are waited for no longer than these last."""
    args.began = time.monotonic()
    seconds = getattr(args, "max_seconds", None)
    deadline.until(None if seconds is None else args.began + seconds)


def _begun(args: argparse.Namespace, level: Level) -> Level:
    """Return the level as it begins after --after, or in --state."""
    if args.after is None and args.state is None:
        return level
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


def each(
    names: Sequence[str], ask: Callable[[str], Any], numbered: bool = False
) -> Iterator[tuple[str, Any, str | None]]:
    """Yield (name, answer, None) of each level; of one that cannot be read (name, None, complaint).

    The complaint is remarked too. Where they are `numbered`, the terminal shows which one is asked.
    """
    for k, name in enumerate(names, 1):
        with shown(f"{k} of {len(names)}: {name}") if numbered else contextlib.nullcontext():
            answer, error = _asked(ask, name)
        yield name, answer, error


def _asked(ask: Callable[[str], Any], name: str) -> tuple[Any, str | None]:
    """Return the answer for a level, or the complaint about it, which is remarked."""
    try:
        return ask(name), None
    except OutputError:
        raise
    except StategraphError as error:
        complain(str(error))
        return None, str(error)


def heuristic(level: Level, name: str | None) -> tuple[str, Callable[[Any], int]]:
    """Return the heuristic of that name, or the family's first; of none the name is empty.

    Raises
    ------
    InputError
        when the family has none of that name
    """
    chosen, made = heuristic_of_puzzles(level, name)
    return chosen, made(level.puzzle)


def heuristic_of_puzzles(
    level: Level, name: str | None
) -> tuple[str, Callable[[Any], Callable[[Any], int]]]:
    """Return the same, yet to be made for a puzzle, such as the level's without its obstacles."""
    known = level.family.heuristics
    if name is not None and ":" in name:
        return name, _heuristic_by_name(name)
    if name is None and not known:
        return "", lambda puzzle: lambda state: 0
    if name is not None and name not in known:
        whose = level.family.name or level.name
        has = f"has {', '.join(known)}" if known else "has none"
        near = did_you_mean(name, known)
        raise InputError(f"there is no heuristic {name!r}; {whose} {has}{near}")
    chosen = name if name is not None else next(iter(known))
    return chosen, known[chosen]


def _heuristic_by_name(name: str) -> Callable[[Any], Callable[[Any], int]]:
    """Return the heuristic MODULE:FUNCTION; what it makes of a puzzle is checked then."""
    from stategraph.analysis.heuristic_check import whole
    from stategraph.levels.families import imported, takes

    made = imported(name, "--heuristic")

    def of(puzzle: Any) -> Callable[[Any], int]:
        if not takes(made, 1) or not takes(guess := made(puzzle), 1):
            raise InputError(f"--heuristic {name} makes no function of a state of a puzzle")
        return whole(guess, name)

    return of


def own_searches(args: argparse.Namespace) -> dict[str, Callable[[Any], Any]]:
    """Return the searches of --algorithm by what the user calls them."""
    from stategraph.levels.families import imported, takes

    found = {name: imported(name, "--algorithm") for name in args.own}
    for name, made in found.items():
        if not takes(made, 1):
            raise InputError(f"--algorithm {name} is no function of a problem")
    return found


def asked_state(args: argparse.Namespace, level: Level) -> tuple[Replay | None, Any]:
    """Return the replay of --after, and the state that is asked for (None: a node is)."""
    if args.node is not None or args.where is not None:
        return None, None
    if args.state is not None:
        return None, level.puzzle.named(args.state)
    if args.after is None:
        return None, level.puzzle.start
    played = after(args, level)
    return played, played.states[-1]


def after(args: argparse.Namespace, level: Level) -> Replay:
    """Return the replay of --after."""
    return played(args, level, args.after, "--after")


def played(args: argparse.Namespace, level: Level, moves: str, option: str) -> Replay:
    """Return the replay of moves that an option names."""
    from stategraph.laws.replay import play

    try:
        return in_time(args, lambda: play(level.puzzle, level.family.labels(moves)))
    except MovesError as error:
        raise MovesError(f"{option}: {error}") from None


def in_time(args: argparse.Namespace, work: Callable[[], Made]) -> Made:
    """Return ``work()``, which runs rules; ``UnseenError`` where --max-seconds are over before."""
    seconds = getattr(args, "max_seconds", None)
    if seconds is None:
        return work()
    left = args.began + seconds - time.monotonic()
    try:
        return deadline.interrupting(work, left, f"stopped at the limit of {seconds:g} seconds")
    except deadline.OutOfTime as late:
        raise UnseenError(str(late)) from None


def way_of(level: Level, graph: ArrayGraph, played: Replay | None) -> Way | None:
    """Return the way of a replay; None where the graph does not hold all of it."""
    from stategraph.analysis import way_along
    from stategraph.laws.replay import node_of

    if played is None:
        return None
    real = graph.real
    nodes = [node_of(level.puzzle, real, state) for state in played.states]
    known = [node for node in nodes if node is not None]
    if len(known) < len(nodes):
        return None
    way = way_along(real, known, played.labels)
    return way if real is graph else graph.quotient.fold(graph, way)


def asked_node(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int:
    """Return the node that --after, --state or --node names; ``InputError`` where there is none."""
    if (node := _named_node(args, level, graph)) is not None:
        return node
    from stategraph.laws.replay import reached

    _, state = asked_state(args, level)
    return reached(level.puzzle, graph, state)


def node_of(args: argparse.Namespace, level: Level, graph: ArrayGraph, state: Any) -> int | None:
    """Return the node of a state, or of --node; None where the graph does not hold the state."""
    from stategraph.laws.replay import node_of as node_of_state

    if (node := _named_node(args, level, graph)) is not None:
        return node
    return node_of_state(level.puzzle, graph, state)


def _named_node(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int | None:
    """Return the node that --node or --where names; None where neither is given."""
    if args.where is None:
        return None if args.node is None else numbered(graph, args.node)
    import numpy as np

    from stategraph.analysis import nearest_first

    found = np.flatnonzero(chosen(level, graph, args.where))
    if not len(found):
        if graph.complete:
            raise InputError(f"--where {args.where}: there is no such state")
        raise UnseenError(f"--where {args.where}: none was seen before the limit")
    return int(nearest_first(graph, found)[0])


def chosen(level: Level, graph: ArrayGraph, text: str) -> np.ndarray:
    """Return in which states (n,) bool of a graph something holds, of --where or --highlight."""
    from stategraph.ask import where

    if graph.quotient is not None:
        raise InputError(f"{text}: asked of single states, which --by puts together")
    return where(level, graph, text)


def numbered(graph: ArrayGraph, node: int) -> int:
    """Return a node's number; ``InputError`` where the graph has no such node.

    ``UnseenError`` where it may have one beyond the limit.
    """
    if node >= len(graph) and not graph.complete:
        raise UnseenError(f"--node {node}: {len(graph):,} states were seen before the limit")
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node
