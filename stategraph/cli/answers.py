"""Answers of ``solve`` for one level or for many: one solution by walks, several, or cheap ones."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, runs, solutions
from stategraph.cli.exits import ANSWERED, DONE, INTERRUPTED, NO, UNKNOWN, worst
from stategraph.cli.terminal import say_json, say_lines
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.ask.costs import Weighed


def say_answers(
    args: argparse.Namespace,
    ask: Callable[[str | None], tuple[dict[str, Any], Iterable[str], int]],
) -> int:
    """Print the answer for the level that the options name, or for each; return the exit code.

    ``ask(name)`` gives the record, the words and the exit code of a level. Of one level that is
    all; of several, each has its name, and one that cannot be read is remarked on.
    """
    names = inputs.collect(args)
    if names == args.levels and len(names) < 2:  # it was named itself
        record, lines, code = ask(names[0] if names else None)
        if args.json:
            say_json(record)
        else:
            say_lines(lines)
        return UNKNOWN if code == INTERRUPTED else code  # there is an answer
    records, codes = [], []
    for name, answer, error in inputs.each(args, names, ask, numbered=True):
        if answer is None:
            records.append({"level": name, "error": error})
            codes.append(error.code)
            continue
        record, lines, code = answer
        records.append({"level": name, **record})
        codes.append(code)
        if not args.json:
            say_lines(f"  {line}" if k else f"{name}: {line}" for k, line in enumerate(lines))
        if code == INTERRUPTED:  # no other level is asked about
            break
    if args.json:
        say_json(records)
    return worst(codes)


def in_units(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    """Return the record, the words and the exit code of a solution of a level seen --by walks."""
    from stategraph.tell import units as tell

    level = inputs.load(args, name)
    graph = runs.expand(args, level)
    record = tell.record(level, graph, args.order)
    if record["unknown"]:
        return record, tell.words(graph, args.order), runs.whole_or_stopped(level, graph)
    return record, tell.words(graph, args.order), DONE if record["solvable"] else NO


def several(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    """Return the record, the words and the exit code of several solutions."""
    from stategraph.tell import solutions as tell

    level = inputs.load(args, name)
    found = solutions.solutions(args, level)
    if found.number is None:
        runs.whole_or_stopped(level, found.graph)
    record = tell.record(level, found) if args.json else {}
    return record, tell.words(found), ANSWERED[found.answered]


def weighed(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    """Return the record, the words and the exit code of solutions with costs or conditions."""
    from stategraph.ask import costs
    from stategraph.cli.outputs import PICTURES, output_form
    from stategraph.tell import costs as tell

    form = None if args.plot is None else output_form(args.plot, PICTURES)
    level = inputs.load(args, name)
    graph = runs.expand(args, level)
    found = costs.weighed(
        level,
        graph,
        args.pareto or args.minimise or [costs.MOVES],
        front=args.pareto is not None,
        avoid=args.avoid,
        through=args.through,
        order=args.order,
    )
    if form is not None and found.found:
        _plot_front(args.plot, form, found)
    if not found.known:
        return tell.record(level, found), tell.words(found), runs.whole_or_stopped(level, graph)
    return tell.record(level, found), tell.words(found), DONE if found.found else NO


def _plot_front(output: str, form: str, found: Weighed) -> None:
    """Draw the pairs of a front as points."""
    from stategraph.pictures.plots.scatter import scatter_picture

    points = [
        (
            ", ".join(map(str, one.costs)),
            "no solution is better in both",
            float(one.costs[0]),
            float(one.costs[1]),
        )
        for one in found.found
    ]
    x, y = found.names
    write(output, scatter_picture(points, x, y, form))
