"""How ``solve`` finds a shortest solution: which search, and what it says of the one it found."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import Progress, remark, say, say_json
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.search import ShortestWay

SEARCHES = ("auto", "bfs", "astar", "lazy", "ida", "bidirectional")


def add_search(solve: argparse.ArgumentParser) -> None:
    """Add --search."""
    solve.add_argument(
        "--search",
        choices=SEARCHES,
        default="auto",
        help="bfs: expand breadth first as far as the goal; astar, lazy (astar that heeds "
        "obstacles only when they matter), ida (depth first, in little memory, but without an end "
        "where there is no solution), bidirectional (where moves can be undone): prove the length "
        "without keeping all states, and mostly find the first solution too; auto (default): bfs, "
        "and past 2,000,000 states or where memory ends the best of the others, if the family "
        "helps it",
    )


def expand_or_search(
    args: argparse.Namespace, level: Level, name: str
) -> tuple[StateGraph | None, int]:
    """Return the graph as far as the goal; or None, and the exit code once a search has answered.

    `name` is how the answer names the puzzle.
    """
    several = bool(args.classes or args.all or args.sample)
    if args.search not in ("auto", "bfs"):
        if several:
            raise InputError(
                f"--search {args.search} finds one solution; several need --search bfs"
            )
        if level.graph is not None:
            raise InputError(f"{level.file}: a graph is searched by bfs, not by {args.search}")
        return None, _search(args, level, name, args.search, args.max_seconds)
    if args.search == "bfs" or several or level.graph is not None:
        return options.expand(args, level, until_goal=True), DONE
    return _auto(args, level, name)


def _auto(args: argparse.Namespace, level: Level, name: str) -> tuple[StateGraph | None, int]:
    """Expand as far as the goal, but what does not fit is searched instead, where that helps."""
    from stategraph.analysis import solutions_known
    from stategraph.search.solve import FITS, best_search

    search = best_search(level.puzzle, level.family)
    if search is None or (args.max_states or FITS + 1) <= FITS:
        return options.expand(args, level, until_goal=True), DONE
    began = time.monotonic()
    few = argparse.Namespace(**{**vars(args), "max_states": FITS})
    graph = options.expand(few, level, until_goal=True)
    if solutions_known(graph) or graph.stopped.endswith("seconds"):
        return graph, DONE
    why = graph.stopped
    del graph
    seconds = args.max_seconds
    if seconds is not None:
        seconds = max(0.0, seconds - (time.monotonic() - began))
    remark(f"{level.file}: expanding stopped at the {why}; searching by {search}")
    return None, _search(args, level, name, search, seconds)


def _search(
    args: argparse.Namespace, level: Level, name: str, search: str, seconds: float | None
) -> int:
    """Search, print what was found, and return the exit code."""
    from stategraph.engines.limits import Limits
    from stategraph.search import shortest_way

    progress = Progress()
    try:
        found = shortest_way(
            level.puzzle,
            level.family,
            search,
            Limits(args.max_states, args.max_memory, seconds),
            order=args.order,
            engine=args.engine,
            progress=lambda states, _: progress.show(f"{search}: {states:,} states kept"),
            tell=lambda text: remark(f"{level.file}: {text}"),
        )
    finally:
        progress.clear()
    record = _record(name, args.order, search, found)
    options.compare(level, record)
    if args.json:
        say_json(record)
    else:
        _say(args, level, found)
    if found.stopped:
        remark(f"{level.file}: stopped at the {found.stopped}")
        return UNKNOWN
    return NO if found.labels is None else DONE


def _say(args: argparse.Namespace, level: Level, found: ShortestWay) -> None:
    if found.labels is None:
        say("UNKNOWN" if found.stopped else "NO-PATH")
        return
    say("".join(found.labels))
    if not found.first:
        remark(f"{level.file}: one of the shortest, but not always the first")
    if args.steps:
        from stategraph.laws.replay import replay

        states = replay(level.puzzle, " ".join(found.labels)).states
        options.say_steps(level, found.labels, list(states))


def _record(name: str, order: str, search: str, found: ShortestWay) -> dict[str, Any]:
    labels = found.labels
    unknown = ["solvable", "shortest"] if found.stopped else []
    if not found.first and (found.stopped or labels is not None):
        unknown += ["first_solution", "first_solution_moves"]
    text, moves = (None, None) if labels is None else ("".join(labels), list(labels))
    return {
        "puzzle": name,
        "solvable": None if found.stopped else labels is not None,
        "shortest": None if labels is None else len(labels),
        "first_solution": text if found.first else None,
        "first_solution_moves": moves if found.first else None,
        "solution": text,
        "solution_moves": moves,
        "order": order,
        "search": search,
        "states_seen": found.states,
        "unknown": unknown,
    }
