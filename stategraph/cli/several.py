"""What ``solve`` says of more than one solution: --classes, --all, --sample."""

from __future__ import annotations

import argparse
from itertools import islice
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json

if TYPE_CHECKING:
    from stategraph.analysis import SolutionClass, Way
    from stategraph.graph import StateGraph

# How many pairs of moves that are free to change places are shown for a class.
SHOWN = 4


def add_several(solve: argparse.ArgumentParser, alone: Any) -> None:
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


def say_several(args: argparse.Namespace, file: str, name: str, graph: StateGraph) -> int:
    """Print what was asked for, and return the exit code."""
    from stategraph import analysis

    known = analysis.solutions_known(graph)
    number = analysis.count_solutions(graph) if known else None
    record: dict[str, Any] = {
        "puzzle": name,
        "solvable": analysis.solvable(graph),
        "shortest": analysis.shortest(graph),
        "shortest_count": number,
        "order": args.order,
    }
    if not number:
        if args.json:
            say_json({**record, "unknown": [] if known else ["solutions"]})
        else:
            say("NO-PATH" if known else "UNKNOWN")
        if not known:
            remark(f"{file}: stopped at the {graph.stopped}")
        return NO if known else UNKNOWN
    if args.classes:
        return _say_classes(args, record, graph)
    if args.all:
        ways = list(islice(analysis.solutions_in_order(graph, args.order), args.all))
    else:
        record["seed"] = args.seed or 0
        ways = analysis.sample(graph, args.sample, record["seed"])
    if args.json:
        say_json({**record, "solutions": [_way_record(way) for way in ways]})
    else:
        say("\n".join(way.text for way in ways))
    return DONE


def _way_record(way: Way) -> dict[str, Any]:
    return {"solution": way.text, "moves": list(way.labels)}


def _say_classes(args: argparse.Namespace, record: dict[str, Any], graph: StateGraph) -> int:
    from stategraph import analysis
    from stategraph.words import count

    classes = analysis.solution_classes(graph, args.order, args.most)
    found = f"{count(record['shortest_count'], 'shortest solution')} of "
    found += count(record["shortest"], "move")
    free = [analysis.free_orders(graph, each) for each in classes or ()]
    if args.json:
        say_json(_classes_record(record, args.most, classes, free))
    elif classes is None:
        say(f"{found}; more than {args.most:,} classes of ways to one state (--most)")
    else:
        say(f"{found}: {_verdict(record['shortest_count'], len(classes))}")
        for k, (each, pairs) in enumerate(zip(classes, free, strict=True), 1):
            say(f"{k}. {each.first.text}{_rest(each, pairs)}")
    return UNKNOWN if classes is None else DONE


def _classes_record(
    record: dict[str, Any],
    most: int,
    classes: list[SolutionClass] | None,
    free: list[list[tuple[int, int]]],
) -> dict[str, Any]:
    """Return the record with the classes; None where there were too many."""
    return {
        **record,
        "unique": record["shortest_count"] == 1,
        "unique_up_to_order": None if classes is None else len(classes) == 1,
        "solution_classes": None if classes is None else len(classes),
        "most": most,
        "classes": [
            {**_way_record(each.first), "solutions": len(each), "free_orders": pairs}
            for each, pairs in zip(classes or (), free, strict=True)
        ],
        "unknown": ["unique_up_to_order", "solution_classes"] if classes is None else [],
    }


def _verdict(solutions: int, classes: int) -> str:
    if solutions == 1:
        return "unique"
    if classes == 1:
        return "unique but for the order of moves"
    return f"{classes:,} are truly different"


def _rest(each: SolutionClass, pairs: list[tuple[int, int]]) -> str:
    """Return how many more a class holds, and which orders are free."""
    if not pairs:
        return ""
    labels = each.first.labels
    nearest = sorted(pairs, key=lambda pair: (pair[1] - pair[0], pair))[:SHOWN]
    shown = ", ".join(
        f"{labels[i]} ({i + 1}) and {labels[j]} ({j + 1})" for i, j in sorted(nearest)
    )
    more = f" and {len(pairs) - SHOWN:,} more" if len(pairs) > SHOWN else ""
    return f" and {len(each) - 1:,} more; in either order: {shown}{more}"
