"""What searches and plays saw: pictures of the state graph, heat on the board, curves."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import drawn, outputs, runs, searching
from stategraph.cli.exits import DONE
from stategraph.errors import InputError
from stategraph.files import write, write_all

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Line
    from stategraph.tell.explored import Explorer

CURVES = ("csv", "json", *outputs.PICTURES)


def add_explored(parser: Any) -> None:
    """Add the curve of how much was explored."""
    parser.add_argument(
        "--explored",
        metavar="FILE",
        help="how much of the map was seen, step by step, of states and of cells: FILE.csv, .json, "
        "or a plot, FILE.svg, .png or .pdf",
    )


def add_heat(parser: Any) -> None:
    """Add the board with what a search saw."""
    parser.add_argument(
        "--heat",
        metavar="FILE",
        help="paint onto the board how often somebody stands where in the states that the search "
        "saw: FILE.svg, .png or .pdf",
    )


def check(args: argparse.Namespace, levels: Sequence[Level]) -> None:
    """Complain of files of searches that cannot be written, before all the work."""
    from stategraph.pictures import FORMATS

    check_explored(args)
    if args.theme != "light" and args.picture is None:
        raise InputError("--theme goes with --picture")
    for path, forms in (args.picture, FORMATS), (args.heat, outputs.PICTURES):
        if path is not None:
            outputs.output_form(path, forms)
    for name in ("picture", "heat"):
        if getattr(args, name) is not None and len(levels) != 1:
            raise InputError(f"--{name} draws what was seen of one LEVEL")


def check_explored(args: argparse.Namespace) -> None:
    """Complain of a file of curves that cannot be written, before all the work."""
    if args.explored is not None:
        outputs.output_form(args.explored, CURVES)


def write_searches(
    args: argparse.Namespace,
    levels: Sequence[Level],
    guesses: Sequence[Any],
    own: dict[str, Any],
) -> int:
    """Write what each search saw of each level, where files are asked for; return the exit code.

    It is shown on whole graphs: what was seen of others is not written, with a remark.
    """
    from stategraph.analysis.explored import explored
    from stategraph.tell.explored import Explorer

    if (args.picture, args.heat, args.explored) == (None, None, None):
        return DONE
    code, curves = DONE, list[Explorer]()
    for level, guess in zip(levels, guesses, strict=True):
        graph = runs.expand(args, level)
        if not graph.complete:
            code = runs.whole_or_stopped(level, graph, "; what searches saw needs the whole graph")
            continue
        seen = searching.seen_by(args, level, graph, guess, own)
        for algorithm, nodes in seen.items():
            _draw(args, level, graph, algorithm, nodes)
        if args.explored is not None:
            found = zip(seen, explored(level, graph, seen.values()), strict=True)
            curves += [Explorer(level.name, who, 1, one) for who, one in found]
    if curves:
        _write_curves(args.explored, curves, "states generated for the first time")
    return code


def write_plays(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, plays: dict[str, list[Line]]
) -> None:
    """Write how much plays explored, by who made them, where that is asked for."""
    from stategraph.analysis.explored import explored
    from stategraph.tell.explored import Explorer

    if args.explored is None:
        return
    curves: list[Explorer] = []
    for who, lines in plays.items():
        found = explored(level, graph, [line.nodes for line in lines])
        named = enumerate(zip(lines, found, strict=True), 1)
        curves += [Explorer(level.name, line.player or who, k, one) for k, (line, one) in named]
    _write_curves(args.explored, curves, "moves")


def _write_curves(path: str, curves: list[Explorer], step: str) -> None:
    """Write curves as a table, as JSON, or drawn."""
    from stategraph.formats.tables import table_bytes
    from stategraph.tell import explored as tell

    form = outputs.output_form(path, CURVES)
    if form == "csv":
        write(path, table_bytes(list(tell.rows(curves)), tell.COLUMNS, form))
    elif form == "json":
        records = tell.record(curves)
        write(path, table_bytes(records, list(records[0]) if records else [], form))
    else:
        from stategraph.pictures.plots.explored import draw_explored

        write(path, draw_explored(curves, form, step))


def _draw(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, algorithm: str, nodes: list[int]
) -> None:
    """Draw what a search saw of a level on its graph, and on its board."""
    from stategraph.analysis.heat import SEEN, heat_of_plays
    from stategraph.pictures.boards import board_picture
    from stategraph.pictures.heat import heat_drawing
    from stategraph.search.side_by_side import called
    from stategraph.tell.phrases import count

    made: dict[str, bytes] = {}
    several = len(args.algorithms) + len(args.own) > 1
    if args.picture is not None:
        order = {node: float(k) for k, node in enumerate(nodes)}
        size = count(len(order), "state")
        how: dict[str, Any] = dict(colour=order, theme=args.theme)
        how["title"] = f"{level.title or level.name}, what {called(algorithm)} saw ({size})"
        how["meaning"] = "order in which they were seen"
        path, form = _named(args.picture, algorithm, several)
        made[path] = drawn.picture(level, graph, form, **how)
    if args.heat is not None:
        found = heat_of_plays(level, graph, dict.fromkeys(nodes, 1), SEEN)
        path, form = _named(args.heat, algorithm, several)
        made[path] = board_picture(heat_drawing(level, level.draw(level.puzzle.start), found), form)
    write_all(made)


def _named(output: str, algorithm: str, several: bool) -> tuple[str, str]:
    """Return the file of one of several searches, and its format: ``seen-bfs.svg``."""
    path = Path(output)
    form = path.suffix.lower().removeprefix(".")
    if not several:
        return output, form
    return str(path.with_stem(f"{path.stem}-{algorithm.replace(':', '.')}")), form
