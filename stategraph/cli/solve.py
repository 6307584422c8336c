"""The verb ``solve``: a shortest solution, or several of them."""

from __future__ import annotations

import argparse
import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.terminal import Progress, remark, say, say_json, say_lines
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.search import ShortestWay

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


SEARCHES = ("auto", "bfs", "astar", "lazy", "ida", "bidirectional")


def _add_search(solve: argparse.ArgumentParser) -> None:
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
    from stategraph import analysis
    from stategraph.laws import states_along
    from stategraph.tell import solve as tell

    if args.seed is not None and args.sample is None:
        raise InputError("--seed is of --sample N, which is not given")
    level = inputs.load(args)
    graph, code = _expand_or_search(args, level)
    if graph is None:
        return code
    if args.classes or args.all or args.sample:
        return _several(args, level, graph)
    known = analysis.solutions_known(graph)
    way = analysis.first_solution(graph, args.order) if known and graph.goal is not None else None
    record = tell.record(level, graph, way, args.order)
    inputs.remark_on(level, record)
    if args.json:
        say_json(record)
    else:
        say_lines(tell.words(None if way is None else way.labels, known))
    if args.steps and way is not None and not args.json:
        say_lines(tell.steps(level, way.labels, states_along(level.puzzle, graph, way)))
    if not known:
        return inputs.whole_or_stopped(level, graph)
    return NO if way is None else DONE


def _expand_or_search(args: argparse.Namespace, level: Level) -> tuple[StateGraph | None, int]:
    """Return the graph as far as the goal; or None, and the exit code of a search that answered."""
    several = bool(args.classes or args.all or args.sample)
    if args.search not in ("auto", "bfs"):
        if several:
            raise InputError(
                f"--search {args.search} finds one solution; several need --search bfs"
            )
        if level.graph is not None:
            raise InputError(f"{level.file}: a graph is searched by bfs, not by {args.search}")
        return None, _search(args, level, args.search, args.max_seconds)
    if args.search == "bfs" or several or level.graph is not None:
        return inputs.expand(args, level, until_goal=True), DONE
    return _auto(args, level)


def _auto(args: argparse.Namespace, level: Level) -> tuple[StateGraph | None, int]:
    """Expand as far as the goal, but what does not fit is searched instead, where that helps."""
    from stategraph.analysis import solutions_known
    from stategraph.search.solve import FITS, best_search

    search = best_search(level.puzzle, level.family)
    if search is None or (args.max_states or FITS + 1) <= FITS:
        return inputs.expand(args, level, until_goal=True), DONE
    began = time.monotonic()
    few = argparse.Namespace(**{**vars(args), "max_states": FITS})
    graph = inputs.expand(few, level, until_goal=True)
    if solutions_known(graph) or graph.stopped.endswith("seconds"):
        return graph, DONE
    why = graph.stopped
    del graph
    seconds = args.max_seconds
    if seconds is not None:
        seconds = max(0.0, seconds - (time.monotonic() - began))
    remark(f"{level.file}: expanding stopped at the {why}; searching by {search}")
    return None, _search(args, level, search, seconds)


def _search(args: argparse.Namespace, level: Level, search: str, seconds: float | None) -> int:
    """Search, print what was found, and return the exit code."""
    from stategraph.engines.limits import Limits
    from stategraph.search import shortest_way
    from stategraph.tell import solve as tell

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
    record = tell.record_of_search(level, search, found, args.order)
    inputs.remark_on(level, record)
    if args.json:
        say_json(record)
    else:
        say_lines(tell.words(found.labels, not found.stopped))
        _say_more(args, level, found)
    if found.stopped:
        remark(f"{level.file}: stopped at the {found.stopped}")
        return UNKNOWN
    return NO if found.labels is None else DONE


def _say_more(args: argparse.Namespace, level: Level, found: ShortestWay) -> None:
    """Say what there is to say of the solution that a search found."""
    from stategraph.laws.replay import replay
    from stategraph.tell import solve as tell

    if found.labels is None:
        return
    if not found.first:
        remark(f"{level.file}: one of the shortest, but not always the first")
    if args.steps:
        states = replay(level.puzzle, " ".join(found.labels)).states
        say_lines(tell.steps(level, found.labels, states))


def _several(args: argparse.Namespace, level: Level, graph: StateGraph) -> int:
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
    seed = None if args.all else args.seed or 0
    if seed is None:
        ways = list(islice(analysis.solutions_in_order(graph, args.order), args.all))
    else:
        ways = analysis.sample(graph, args.sample, seed)
    if args.json:
        say_json(tell.record_of_ways(head, ways, seed))
    else:
        say_lines(tell.words(ways))
    return DONE
