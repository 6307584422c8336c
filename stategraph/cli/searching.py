"""Searches: the options that choose them, and what they find."""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from stategraph.cli import known, quantities, runs
from stategraph.cli.exits import DONE, INTERRUPTED, UNKNOWN
from stategraph.cli.terminal import Progress, detail, remark, shown
from stategraph.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.search.questions import Answers
    from stategraph.search.side_by_side import Timed
    from stategraph.search.solution import Solution

# Of the guess in weighted A*.
WEIGHT = 2


def add_search(parser: argparse.ArgumentParser) -> None:
    """Add the choice of how a solution is looked for."""
    parser.add_argument(
        "--search",
        metavar="SEARCH",
        choices=known.SEARCHES,
        default="auto",
        help="bfs: expand breadth first as far as the goal; astar, lazy (astar that heeds "
        "obstacles only when they matter), pushing (from push to push, where a player pushes "
        "blocks), sat (by a solver of formulas, where a player pushes blocks to get to an exit; "
        "mostly without an end where there is no solution), ida (depth first, in little memory, "
        "but without an end, either), bidirectional (where moves can be undone): prove the length "
        "without keeping all states, and mostly find the first solution too; auto (default): bfs, "
        "and past 2,000,000 states (100,000 where 60 obstacles stand) or where memory ends the "
        "best of the others, in turn, if the family helps them, and beside them sat, and one that "
        "finds some solution soon, and then shorter ones",
    )
    parser.add_argument(
        "--any",
        action="store_true",
        help="stop at the first solution, which need not be a shortest one: --any prints it, and "
        "how many moves are needed at least",
    )
    add_own_search(parser, "; its solution is played by the rules, and called proven by nothing")
    add_heuristic(parser, "with --search astar, lazy or ida: ")


def add_algorithms(parser: argparse.ArgumentParser) -> None:
    """Add which searches are set side by side, and how often each runs."""
    parser.add_argument(
        "--algorithms",
        metavar="A,B",
        type=_algorithms,
        default="bfs,ids,astar",
        help="some of bfs,ids,astar,dfs,greedy,wastar, or all (default: bfs,ids,astar)",
    )
    add_own_search(parser, "; may be repeated", beside=True)
    parser.add_argument(
        "--questions",
        action="store_true",
        help="answer of each search whether it is complete, whether optimal, what time and space",
    )
    parser.add_argument(
        "--weight", metavar="W", type=_weight, help="of the guess in wastar (default: 2)"
    )
    parser.add_argument(
        "--repeat", metavar="N", type=quantities.count, default=3, help="runs of each (default: 3)"
    )


def add_own_search(parser: argparse.ArgumentParser, more: str = "", beside: bool = False) -> None:
    """Add --algorithm, a search of the user's own; `beside` others it is one of several."""
    parser.add_argument(
        "--algorithm",
        dest="own",
        metavar="MODULE:FUNCTION",
        action="append",
        default=[],
        help=f"{'and ' if beside else ''}a search of yours: a function of a problem with start, "
        "moves(state), is_goal(state) and guess(state), which returns a list of labels, or None"
        + more,
    )


def add_heuristic(parser: argparse.ArgumentParser, where: str = "") -> None:
    """Add --heuristic."""
    parser.add_argument(
        "--heuristic",
        metavar="NAME",
        help=f"{where}guess by this one of the family's (default: its first), or by "
        "MODULE:FUNCTION, which makes of a puzzle a function of a state",
    )


def settle(args: argparse.Namespace) -> None:
    """Make of the options what they come to; ``InputError`` where one would be of no algorithm."""
    from stategraph.search.side_by_side import GUESSING

    if args.weight is not None and "wastar" not in args.algorithms:
        raise InputError("--weight goes with wastar, which is none of the --algorithms")
    if args.heuristic is not None and not (args.own or set(GUESSING) & set(args.algorithms)):
        raise InputError("--heuristic goes with an algorithm that guesses; none of these does")
    args.weight = WEIGHT if args.weight is None else args.weight


def _algorithms(text: str) -> list[str]:
    names = list(known.ALGORITHMS) if text == "all" else list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in known.ALGORITHMS:
            raise argparse.ArgumentTypeError(
                f"{name!r} is none of {', '.join(known.ALGORITHMS)}"
                f"{did_you_mean(name, known.ALGORITHMS)}"
            )
    return names


def _weight(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return float(text)


def solve(args: argparse.Namespace, level: Level) -> Solution:
    """Return a shortest solution of the level as the options ask for it, with progress."""
    from stategraph.cli.remarks import remarks_on
    from stategraph.search.solve import solve as solve_level
    from stategraph.tell.phrases import count
    from stategraph.tell.solve import bounds

    search = "search" if args.search == "auto" else args.search
    began = time.monotonic()
    with remarks_on(level.file), Progress(search) as progress:
        how: dict[str, Any] = dict(order=args.order, engine=args.engine, progress=progress)
        if args.own or args.heuristic is not None:
            found = _by_ones_own(args, level, how)
        else:
            if args.search == "auto":
                how |= dict(any=args.any, tell=lambda *known: progress.note(bounds(*known)))
            found = solve_level(level, args.search, runs.limits(args), **how)
    size = f"{found.search}, {count(found.states_seen, 'state')}"
    detail(f"{level.file}: {size} in {time.monotonic() - began:.3g} s")
    return found


def _by_ones_own(args: argparse.Namespace, level: Level, how: dict[str, Any]) -> Solution:
    """Return what --algorithm finds, or a search by --heuristic."""
    from stategraph.cli import guides
    from stategraph.search import unproven

    if level.graph is not None:
        raise InputError(f"{level.file}: a graph has no rules for --algorithm or --heuristic")
    name, made = guides.heuristic_of_puzzles(level, args.heuristic)
    if not args.own:
        how = dict(search=args.search, limits=runs.limits(args), **how)
        return unproven.by_heuristic(level, name, made, **how)
    if len(args.own) > 1 or args.search != "auto" or args.any or args.order != "text":
        raise InputError("--algorithm goes once, without --search, --any and --order")
    ((own, search),) = guides.own_searches(args).items()
    return unproven.by_search(level, own, search, made(level.puzzle), runs.limits(args))


def compared(
    args: argparse.Namespace, level: Level, name: str, guess: Any, own: dict[str, Any]
) -> list[Timed]:
    """Return what each of the algorithms does on a level; A* guesses by the heuristic `name`."""
    from stategraph.search.side_by_side import GUESSING, called, compare

    if not name:
        for algorithm in filter(GUESSING.__contains__, args.algorithms):
            said = called(algorithm)
            remark(f"{level.file}: there is no heuristic; {said} guesses 0 moves left")
    rows: list[Timed] = []
    how: dict[str, Any] = dict(repeat=args.repeat, limits=replace(runs.limits(args), since=None))
    how |= dict(weight=args.weight, own=own)
    for algorithm in (*args.algorithms, *own):
        with shown(f"{level.name}: {algorithm}"):
            rows += compare(level.name, level.puzzle, [algorithm], guess, **how)
        if stopped := rows[-1].found.stopped:
            remark(f"{level.file}: {algorithm} stopped at the {stopped}")
    return rows


def questioned(
    args: argparse.Namespace, level: Level, rows: list[Timed], guess: Any, own: dict[str, Any]
) -> list[Answers]:
    """Return the answers to --questions about searches that have run on a level."""
    if not args.questions:
        return []
    from stategraph.analysis import shortest
    from stategraph.search.questions import answers, peak
    from stategraph.search.side_by_side import Budget, run

    bounds = replace(runs.limits(args), since=None)
    graph = runs.expand(args, level, until_goal=True, within=bounds)
    known = graph.complete or graph.goal is not None
    found = []
    for row in rows:
        most = None
        if row.algorithm in own and not row.found.stopped:
            one = (row.algorithm, level.puzzle, guess, Budget(bounds), args.weight, own)
            most = peak(partial(run, *one))
        found.append(answers(row.found, shortest(graph), known, most))
    return found


def seen_by(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, guess: Any, own: dict[str, Any]
) -> dict[str, list[int]]:
    """Return the nodes of the whole graph that each algorithm saw, in the order it saw them."""
    from stategraph.search.side_by_side import Budget, run

    numbers = {state: node for node, state in enumerate(graph.all_states())}
    seen = {}
    for algorithm in (*args.algorithms, *own):
        found = run(algorithm, level.puzzle, guess, Budget(runs.limits(args)), args.weight, own)
        nodes = (
            graph.goal if level.puzzle.is_goal(state) else numbers.get(state)
            for state in found.seen
        )
        seen[algorithm] = list(dict.fromkeys(node for node in nodes if node is not None))
    return seen


def unproven(args: argparse.Namespace, found: Solution) -> int:
    """Return the exit code where a solution is not proven to be a shortest one."""
    if found.interrupted:
        return INTERRUPTED
    sought = args.any or args.own or args.heuristic
    return DONE if sought and found.moves is not None else UNKNOWN
