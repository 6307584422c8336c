"""Pictures that verbs draw: state graphs, films, plays, and what is plotted beside them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli.outputs import PICTURES, output_form
from stategraph.cli.terminal import remark
from stategraph.errors import InputError
from stategraph.files import write, write_all

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Judged
    from stategraph.search.side_by_side import Timed


def picture(level: Level, graph: ArrayGraph, form: str, **how: Any) -> bytes:
    """Return a picture of the state graph, with remarks on what was left out."""
    from stategraph import pictures
    from stategraph.analysis.symmetry import Orbits

    title = level.title or level.name
    if isinstance(graph.quotient, Orbits):
        title = f"{title}, by symmetry"
    how = {"describe": level.describe, "title": title, **how}
    if how.get("view") == "dead-ends":
        from stategraph.tell.patterns import reasons

        how["reasons"] = reasons(level, graph)
    return pictures.render(graph, form, tell=lambda text: remark_on(level, text), **how)


def remark_on(level: Level, text: str) -> None:
    """Print what the drawing of a level's picture remarked; a missing ``dot`` is told once."""
    from stategraph.pictures.drawing import NO_DOT

    remark(text if text == NO_DOT else f"{level.name}: {text}")


def write_film(output: str, level: Level, graph: ArrayGraph, way: Way | None, form: str) -> None:
    """Draw the boards of a way into a file; remark where there is none that shows an answer."""
    from stategraph.pictures.film import film

    if way is None:
        remark(f"{output}: not written, for no moves show this answer")
        return
    write(output, film(level, graph, way, form, lambda text: remark_on(level, text)))


def forms_of_plays(args: argparse.Namespace) -> tuple[str, str]:
    """Return the formats of -o and --graph; empty where they are not asked for."""
    from stategraph.pictures import FORMATS

    board = "" if args.output is None else output_form(args.output, PICTURES)
    return board, "" if args.graph is None else output_form(args.graph, FORMATS)


def write_plays(
    args: argparse.Namespace,
    level: Level,
    graph: ArrayGraph,
    forms: tuple[str, str],
    found: Judged | None,
) -> None:
    """Draw where the walkers of some plays were on the board, and their visits on the graph."""
    from stategraph.analysis.heat import heat_of_plays
    from stategraph.pictures.boards import board_picture
    from stategraph.pictures.heat import heat_drawing

    board, whole = forms
    if (board or whole) and found is None:
        raise InputError("there are no plays to draw: name a FILE, or players to --simulate")
    made: dict[Any, Any] = {}
    if board and found:
        heat = heat_of_plays(level, graph, found.visits)
        drawing = heat_drawing(level, level.draw(level.puzzle.start), heat)
        made[args.output] = board_picture(drawing, board)
    if whole and found:
        visits = {node: float(count) for node, count in found.visits.items()}
        how = dict(colour=visits, meaning="visits", describe=level.describe)
        made[args.graph] = picture(level, graph, whole, **how)
    write_all(made)


def write_calibration(file: str, found: Any, form: str) -> None:
    """Write what a model says of levels left out against what players did there."""
    from stategraph.pictures.plots.scatter import scatter_picture

    if found.said is None:
        raise InputError(f"{file}: there are too few levels for a model to draw")
    outcome, done = next(iter(found.people.items()))
    says = "what the model says of levels left out"
    points = [
        (level, "levels", float(x), float(y))
        for level, x, y in zip(found.levels, found.said, done, strict=True)
        if x == x and y == y
    ]
    write(file, scatter_picture(points, says, outcome, form, []))


def comparison(rows: list[Timed], form: str) -> bytes:
    """Return searches side by side, as a table or as plots."""
    if form in ("csv", "json"):
        from stategraph.formats.tables import table_bytes
        from stategraph.tell import searches

        records = [searches.record(row) for row in rows]
        columns = searches.COLUMNS if form == "csv" else list(records[0])
        return table_bytes(records, columns, form)
    from stategraph.pictures.plots.searches import draw_comparison

    return draw_comparison(rows, form)
