"""What is written and printed: formats by the end of a file's name, pictures, many answers."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, runs, solutions
from stategraph.cli.exits import ANSWERED, BAD_INPUT, DONE, INTERRUPTED, NO, UNKNOWN, worst
from stategraph.cli.terminal import remark, say_json, say_lines, shown
from stategraph.errors import InputError, LevelError
from stategraph.files import check_folder, is_file, write, write_all

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.ask.costs import Weighed
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Judged
    from stategraph.search.side_by_side import Timed


# Formats of pictures that are no graphs, and of tables.
PICTURES = ("svg", "png", "pdf")
FILMS = (*PICTURES, "gif")
TABLES = ("csv", "parquet", "json", "html")

# The endings of PuzzleScript games.
GAMES = (".txt", ".puzzlescript")


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
    for name, answer, error in inputs.each(names, ask, numbered=True):
        if answer is None:
            records.append({"level": name, "error": error})
            codes.append(BAD_INPUT)
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
    from stategraph.tell import costs as tell

    if args.plot is not None:
        output_form(args.plot, PICTURES)
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
    if args.plot is not None and found.found:
        _plot_front(args.plot, found)
    if not found.known:
        return tell.record(level, found), tell.words(found), runs.whole_or_stopped(level, graph)
    return tell.record(level, found), tell.words(found), DONE if found.found else NO


def _plot_front(output: str, found: Weighed) -> None:
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
    write(output, scatter_picture(points, x, y, output_form(output, PICTURES)))


def output_form(output: str, known: Sequence[str]) -> str:
    """Return the format that the end of a file's name asks for, one of those `known`.

    Complain now, before all the work, where there is no folder to write it into.
    """
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in known:
        raise InputError(
            f"{output}: the name must end in {', '.join('.' + name for name in known)}"
        )
    check_folder(output)
    return form


def write_graph(output: str, level: Level, graph: ArrayGraph) -> list[str]:
    """Write a state graph in the format that the name asks for, and return the files' names."""
    from stategraph import formats
    from stategraph.analysis.folded import Folded
    from stategraph.analysis.quotient import VariableQuotient
    from stategraph.analysis.symmetry import Orbits
    from stategraph.cli.remarks import remarks_on

    loose = isinstance(graph.quotient, (Orbits, VariableQuotient))
    if output.endswith(".npz") and loose and not isinstance(graph.quotient, Folded):
        raise InputError(
            f"{output}: classes of states are no level to be kept; name another format"
        )
    with remarks_on(output):
        files = formats.files(output, dataclasses.replace(level, graph=graph))
    with shown(f"writing {', '.join(files)}"):
        write_all(files)
    return list(files)


def is_game(output: str) -> bool:
    """Return whether a file of that name is a PuzzleScript game."""
    return Path(output).suffix in GAMES


def write_game(args: argparse.Namespace, level: Level) -> int:
    """Write a level as a PuzzleScript game, and say so."""
    if args.by is not None:
        raise InputError(f"{args.output}: a game is the level itself, and goes without --by")
    check_folder(args.output)
    title = level.title or level.name
    try:
        text = level.family.puzzlescript(level.puzzle, level.puzzle.start, title)
    except LevelError as error:
        raise error.located(level.file) from None
    write(args.output, text.encode())
    if args.json:
        say_json({"puzzle": level.family.name, "files": [args.output]})
    else:
        say_lines([f"wrote {args.output}: {title}"])
    return DONE


def saved_beside(path: str) -> str:
    """Return the name of a saved graph beside a file; ``InputError`` where there is one already."""
    bare = Path(path).with_suffix("")
    found = str(bare.with_suffix("") if bare.suffix in (".nodes", ".edges") else bare) + ".npz"
    if is_file(found):
        raise InputError(f"{found} exists already: -o {found} writes over it")
    return found


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


def remark_on(level: Level, text: str) -> None:
    """Print what the drawing of a level's picture remarked; a missing ``dot`` is told once."""
    from stategraph.pictures.drawing import NO_DOT

    remark(text if text == NO_DOT else f"{level.name}: {text}")


def check_level(path: str, level: Level) -> None:
    """Complain, before all the work, where a level like this cannot be written to a path."""
    from stategraph import levels

    check_folder(path)
    levels.check_format(path, level)


def write_level(path: str, level: Level, puzzle: Any, state: Any, title: str) -> None:
    """Write the level that starts in `state`, in the format that the path asks for."""
    from stategraph.levels import text_for

    title = f"{level.title or level.name}, {title}"
    write(path, text_for(path, level.family, puzzle, state, title).encode())


def table(rows: list[dict[str, Any]], form: str) -> bytes:
    """Return the metrics of many levels as a table."""
    from stategraph.formats.tables import table_bytes
    from stategraph.metrics import COLUMNS

    return table_bytes(rows, COLUMNS, form)


def scatter(rows: list[dict[str, Any]], axes: Sequence[str], form: str) -> bytes:
    """Return levels as points, one metric against another, with a remark on those without."""
    from stategraph.pictures.plots.scatter import scatter_picture

    x, y = axes
    points = [
        (row["level"], row["family"] or "", float(row[x]), float(row[y]))
        for row in rows
        if row[x] is not None and row[y] is not None
    ]
    shown = {point[0] for point in points}
    missing = [row["level"] for row in rows if row["level"] not in shown]
    if missing:
        remark(f"--plot: {len(missing)} of {len(rows)} levels have no such value")
    return scatter_picture(points, x, y, form, missing)


def in_order(args: argparse.Namespace) -> int:
    """Print or draw many levels in order of their difficulty; return the exit code."""
    from stategraph.cli.exits import UNKNOWN
    from stategraph.difficulty import difficulty
    from stategraph.difficulty.pack import ordered
    from stategraph.tell import pack as tell

    if args.plot or args.by or args.slow:
        raise InputError("--order difficulty goes without --plot, --by and --slow")
    form = None if args.output is None else output_form(args.output, PICTURES)

    def ask(name: str) -> Any:
        level = inputs.load(args, name)
        return difficulty(level, runs.in_units(args, level))

    found, codes = [], []
    for _, one, _ in inputs.each(inputs.collect(args), ask, numbered=True):
        codes.append(BAD_INPUT if one is None else UNKNOWN if one.unknown else DONE)
        found += [] if one is None else [one]
    pack = ordered(found)
    if args.json:
        say_json(tell.record(pack))
    elif form is None:
        say_lines(tell.words(pack))
    if form is not None and found:
        from stategraph.pictures.plots.order import order_picture

        write(args.output, order_picture(pack, form))
    return worst(codes)


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
