"""Solutions: the options that say which are wanted, and what goes with what."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, quantities, runs
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.analysis import Several
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

# What tells more of solutions than one, and what finds one by a search of its own.
MORE = "classes", "all", "sample", "steps", "lurd"
SEARCHED = "any", "own", "heuristic"

# So many of the --classes of ways to a state are told apart.
MOST = 1000


def add_several(parser: argparse.ArgumentParser) -> None:
    """Add what asks for more than the first solution, or for more of it than its moves."""
    alone = parser.add_mutually_exclusive_group()
    alone.add_argument("--steps", action="store_true", help="show the state after each move")
    parser.add_argument(
        "--lurd",
        action="store_true",
        help="write the first solution as Sokoban players do: steps small, pushes capital",
    )
    alone.add_argument(
        "--classes",
        action="store_true",
        help="how many shortest solutions differ in more than the order of moves; one of each",
    )
    alone.add_argument(
        "--all", metavar="N", type=quantities.count, help="the first N shortest solutions"
    )
    alone.add_argument(
        "--sample",
        metavar="N",
        type=quantities.count,
        help="N shortest solutions at random, each as likely as any other",
    )
    parser.add_argument("--seed", metavar="S", type=quantities.seed, help="of --sample (default 0)")
    parser.add_argument(
        "--most",
        metavar="N",
        type=quantities.count,
        help="tell at most N --classes of ways to a state apart (default 1000)",
    )


def add_costs(parser: argparse.ArgumentParser) -> None:
    """Add what a solution is to avoid and to pass, and what its moves cost."""
    group = parser.add_argument_group("conditions and costs, in the language of 'stategraph ask'")
    group.add_argument(
        "--avoid", metavar="EXPR", help="states never to be in, or moves never to be made"
    )
    group.add_argument(
        "--through", metavar="EXPR", help="a state to be in on the way, or a move to be made"
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--minimise",
        metavar="COST,COST",
        type=_costs,
        help="the cheapest solution, the first cost counting most: moves, pushes (Sokoban, "
        "Psychopath), P, Q (Pacman), shifts, steps (Labyrinth), rocket, lucky (Spacewreck), "
        "ticks, turns (Pledge), or any kind of moves",
    )
    which.add_argument(
        "--pareto",
        metavar="COST,COST",
        type=_costs,
        help="all pairs of two costs that no other solution beats, each with its first solution",
    )
    group.add_argument("--plot", metavar="FILE", help="draw the pairs: FILE.svg, .png or .pdf")


def add_cost(parser: argparse.ArgumentParser) -> None:
    """Add --cost."""
    parser.add_argument(
        "--cost",
        metavar="COST",
        help="tell besides what shortest paths tell when moves cost this: pushes, or any kind of "
        'moves, "changes blocks" (see: stategraph solve --help)',
    )


def _costs(text: str) -> list[str]:
    names = [name.strip() for name in re.split(r",(?![^({]*[)}])", text)]
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of different costs")
    return names


def weighed(args: argparse.Namespace) -> bool:
    """Return whether moves have costs or conditions; ``InputError`` where that makes no sense."""
    if args.pareto is not None and len(args.pareto) != 2:
        raise InputError("--pareto takes two costs: --pareto moves,pushes")
    if args.plot is not None and args.pareto is None:
        raise InputError("--plot draws what --pareto finds")
    if args.plot is not None and len(inputs.collect(args)) > 1:
        raise InputError("--plot draws what --pareto finds of one LEVEL")
    said = [n for n in ("minimise", "pareto", "avoid", "through") if getattr(args, n) is not None]
    asked = said[0] if said else None
    if asked is None:
        return False
    _refuse(args, (*MORE, "by", *SEARCHED), f"--{asked}")
    if args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} goes without --{asked}")
    return True


def several(args: argparse.Namespace) -> bool:
    """Return whether several solutions are asked for; ``InputError`` where that makes no sense."""
    if args.seed is not None and args.sample is None:
        raise InputError("--seed is of --sample N, which is not given")
    if args.most is not None and not args.classes:
        raise InputError("--most is of --classes, which is not given")
    if args.by is not None:
        _only_one_solution(args)
    asked = bool(args.classes or args.all or args.sample)
    if args.any and (asked or args.search != "auto"):
        raise InputError("--any goes with --search auto, for one solution")
    if asked:
        _refuse(args, ("lurd", *SEARCHED), "several solutions")
    if asked and args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} finds one solution; several need --search bfs")
    return asked


def check_spelled(args: argparse.Namespace, level: Level) -> None:
    """Complain of --lurd where the family writes a solution in one way only."""
    from stategraph.rules.family import Family

    if args.lurd and type(level.family).spelled is Family.spelled:
        raise InputError(f"{level.file}: --lurd is for levels in which a player pushes")


def _refuse(args: argparse.Namespace, names: Iterable[str], other: str) -> None:
    """Complain of options that go without another one."""
    for name in names:
        if getattr(args, name):
            spelled = "algorithm" if name == "own" else name
            raise InputError(f"--{spelled} goes without {other}")


def _only_one_solution(args: argparse.Namespace) -> None:
    """Complain of what goes with one graph only, where a solution is asked for --by something."""
    _refuse(args, (*MORE, *SEARCHED), "--by")
    if args.search not in ("auto", "bfs"):
        raise InputError(f"--search {args.search} goes without --by, which needs the whole graph")


def solutions(args: argparse.Namespace, level: Level) -> Several:
    """Return the shortest solutions of the level that the options ask for."""
    from stategraph import analysis

    graph = runs.expand(args, level, until_goal=True)
    if args.classes:
        return analysis.in_classes(graph, args.order, args.most or MOST)
    if args.all:
        return analysis.first_few(graph, args.all, args.order)
    return analysis.sampled(graph, args.sample, args.seed or 0, args.order)


def costs(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> dict[str, Any] | None:
    """Return what shortest paths tell when moves cost what --cost says; None where it is not."""
    from stategraph.ask.costs import cost_numbers

    if args.cost is None:
        return None
    if args.by is not None:
        raise InputError("--cost goes without --by")
    return cost_numbers(level, graph, args.cost, args.order) if graph.complete else {}
