"""The verb ``solve``: a shortest solution, or several of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.terminal import Progress, remark, say, say_json, say_lines
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.search.solve import Solution

HELP = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve pacman/orchard --classes
  $ stategraph solve pacman/orchard --sample 3 --seed 1
  $ stategraph solve psychopath/warehouse --search lazy
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(verbs, "solve", run, "print the first shortest solution", HELP)
    options.add_order(made)
    _add_search(made)
    alone = made.add_mutually_exclusive_group()
    alone.add_argument("--steps", action="store_true", help="show the state after each move")
    _add_several(made, alone)


def _add_search(solve: argparse.ArgumentParser) -> None:
    """Add --search."""
    solve.add_argument(
        "--search",
        metavar="SEARCH",
        choices=options.Known(_searches),
        default="auto",
        help="bfs: expand breadth first as far as the goal; astar, lazy (astar that heeds "
        "obstacles only when they matter), ida (depth first, in little memory, but without an end "
        "where there is no solution), bidirectional (where moves can be undone): prove the length "
        "without keeping all states, and mostly find the first solution too; auto (default): bfs, "
        "and past 2,000,000 states or where memory ends the best of the others, if the family "
        "helps it",
    )


def _searches() -> Sequence[str]:
    from stategraph.search.solve import SEARCHES

    return SEARCHES


def _add_several(solve: argparse.ArgumentParser, alone: Any) -> None:
    """Add the options; of those in the group `alone` only one may be given."""
    alone.add_argument(
        "--classes",
        action="store_true",
        help="how many shortest solutions differ in more than the order of moves; one of each",
    )
    alone.add_argument(
        "--all", metavar="N", type=options.count, help="the first N shortest solutions"
    )
    alone.add_argument(
        "--sample",
        metavar="N",
        type=options.count,
        help="N shortest solutions at random, each as likely as any other",
    )
    solve.add_argument("--seed", metavar="S", type=_seed, help="of --sample (default 0)")
    solve.add_argument(
        "--most",
        metavar="N",
        type=options.count,
        default=1000,
        help="tell at most N --classes of ways to a state apart (default 1000)",
    )


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Print the first shortest solution."""
    from stategraph.tell import solve as tell

    if args.seed is not None and args.sample is None:
        raise InputError("--seed is of --sample N, which is not given")
    level = inputs.load(args)
    if args.classes or args.all or args.sample:
        if args.search not in ("auto", "bfs"):
            raise InputError(
                f"--search {args.search} finds one solution; several need --search bfs"
            )
        return _several(args, level, inputs.expand(args, level, until_goal=True))
    found = _solved(args, level)
    record = tell.record(level, found)
    inputs.remark_on(level, record)
    if args.json:
        say_json(record)
    else:
        say_lines(tell.words(found))
        if found.proven and found.moves is not None:
            _say_more(args, level, found)
    if not found.proven:
        remark(f"{level.file}: stopped at the {found.why}")
        return UNKNOWN
    return NO if found.moves is None else DONE


def _solved(args: argparse.Namespace, level: Level) -> Solution:
    """Solve the level as the options ask for it, with progress."""
    from stategraph.cli.remarks import remarks_on
    from stategraph.search.solve import best_search, solve

    explicit = args.search not in ("auto", "bfs")
    search = args.search if explicit else best_search(level.puzzle, level.family)
    with remarks_on(level.file), Progress() as progress:

        def show(states: int, moves: int) -> None:
            if moves:
                progress(states, moves)
            else:
                progress.show(f"{search}: {states:,} states kept")

        return solve(
            level,
            args.search,
            inputs.limits(args),
            order=args.order,
            engine=args.engine,
            progress=show,
        )


def _say_more(args: argparse.Namespace, level: Level, found: Solution) -> None:
    """Say what there is to say of a solution beside its moves."""
    from stategraph.analysis import first_solution
    from stategraph.laws import replay, states_along
    from stategraph.tell import solve as tell

    assert found.moves is not None
    if not found.first:
        remark(f"{level.file}: one of the shortest, but not always the first")
    if not args.steps:
        return
    if found.graph is None:
        states = list(replay(level.puzzle, " ".join(found.moves)).states)
    else:
        way = first_solution(found.graph, found.order)
        states = states_along(level.puzzle, found.graph, way)
    say_lines(tell.steps(level, found.moves, states))


def _several(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int:
    """Print more than one solution, and return the exit code."""
    from stategraph import analysis
    from stategraph.metrics import shortest_count
    from stategraph.tell import solutions as tell

    known = analysis.solutions_known(graph)
    number = shortest_count(graph) if known else None
    head = tell.record(level, graph, args.order, number)
    if not number:
        if args.json:
            say_json(tell.record_of_none(head))
        else:
            say("NO-PATH" if known else "UNKNOWN")
        return NO if known else inputs.whole_or_stopped(level, graph)
    if args.classes:
        found = analysis.solution_classes(graph, args.order, args.most)
        free = [analysis.free_orders(graph, each) for each in found or ()]
        classes = tell.Classes(found, free, args.most)
        if args.json:
            say_json(tell.record_of_classes(head, classes))
        else:
            say_lines(tell.words_of_classes(head, classes))
        return UNKNOWN if found is None else DONE
    ways: Iterable[Way]
    seed = None if args.all else args.seed or 0
    if seed is None:
        ways = islice(analysis.solutions_in_order(graph, args.order), args.all)
    else:
        ways = analysis.sample(graph, args.sample, seed)
    if args.json:
        say_json(tell.record_of_ways(head, ways, seed))
    else:
        say_lines(tell.words(ways))
    return DONE
