"""Output files of the verbs: options, formats by filename extension, and writers."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from stategraph.cli.parsing import option, switch
from stategraph.cli.terminal import remark, remarks_on, status_line
from stategraph.errors import InputError
from stategraph.files import check_folder, write, write_all

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from stategraph.analysis.heat import Heat
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.rules.puzzle import Puzzle
    from stategraph.tell.exploration import Explorer
    from stategraph.variables import State

# Filename extensions of plots and boards, of films, of tables, and of curves.
PICTURES = ("svg", "png", "pdf")
FILMS = (*PICTURES, "gif")
TABLES = ("csv", "parquet", "json", "html")
CURVES = ("csv", "json", *PICTURES)


def json_option() -> bool:
    """Declare --json."""
    return switch("--json", "print the answer as JSON")


def output_option(text: str, metavar: str = "FILE", **how: Any) -> str:
    """Declare -o, which names the file or folder to write."""
    return option(f"-o --output {metavar}", text, **how)


def rim_option() -> bool:
    """Declare --rim."""
    return switch("--rim", "number the rows and columns of boards: a cell is ROW:COLUMN")


def theme_option() -> str:
    """Declare --theme."""
    return option(
        "--theme THEME",
        "light (default), dark or print",
        choices=("light", "dark", "print"),
        default="light",
    )


def explored_option() -> str | None:
    """Declare --explored."""
    return option(
        "--explored FILE",
        "the share of states and of cells that was seen, step by step: FILE.csv, .json, "
        "or a plot, FILE.svg, .png or .pdf",
    )


def output_form(output: str, forms: Sequence[str]) -> str:
    """Return the format that the extension of a file name selects. It must be one of `forms`.

    Verbs call this before their work, so that a missing folder is reported at once.
    """
    form = Path(output).suffix.lower().removeprefix(".")
    if form not in forms:
        raise InputError(
            f"{output}: the name must end in {', '.join('.' + name for name in forms)}"
        )
    check_folder(output)
    return form


def form_if(output: str | None, forms: Sequence[str]) -> str | None:
    """Return the format of an output file, or None if no file is requested."""
    return None if output is None else output_form(output, forms)


def write_graph(output: str, level: Level, graph: ArrayGraph) -> list[str]:
    """Write a state graph in the format that the extension selects, and return the file names."""
    from stategraph import formats

    quotient = graph.quotient
    is_lossy = quotient is not None and not quotient.in_units and not quotient.is_expansion
    if output.endswith(".npz") and is_lossy:
        raise InputError(f"{output}: .npz cannot store classes of states; name another format")
    with remarks_on(output):
        files = formats.files(output, level, graph)
    message = f"writing {', '.join(files)}"
    with status_line(message) as show:

        def counted(fill: Callable[[IO[bytes]], None]) -> Callable[[IO[bytes]], None]:
            show_size = lambda done: show(f"{message}: {done / 1e6:,.1f} MB")  # noqa: E731
            return lambda file: fill(cast("IO[bytes]", Counted(file, show_size)))

        if output.endswith((".npz", ".parquet")):  # these also seek
            write_all(files)
        else:
            write_all({name: counted(fill) for name, fill in files.items()})
    return list(files)


class Counted(io.BufferedIOBase):
    """An open file that calls `tell` with the total number of bytes after each write."""

    def __init__(self, file: IO[bytes], tell: Callable[[int], None]) -> None:
        self._file, self._tell, self._done = file, tell, 0

    def writable(self) -> bool:  # noqa: D102
        return True

    def write(self, chunk: Buffer) -> int:  # noqa: D102
        self._done += memoryview(chunk).nbytes
        self._tell(self._done)
        return self._file.write(chunk)


def picture(level: Level, graph: ArrayGraph, form: str, **how: Any) -> bytes:
    """Draw the state graph, and print a remark on each omission."""
    from stategraph import pictures
    from stategraph.analysis.lifting import symmetries_of
    from stategraph.pictures.options import Options

    title = level.heading
    if symmetries_of(graph) is not None:
        title = f"{title}, by symmetry"
    how = {"describe": level.describe, "title": title, **how}
    if how.get("view") == "dead-ends":
        from stategraph.tell.dead_regions import reasons

        how["reasons"] = reasons(level, graph)
    return pictures.render(
        graph, form, Options(tell=lambda text: remark_of_picture(level, text), **how)
    )


def remark_of_picture(level: Level, text: str) -> None:
    """Print a remark about drawing a level, but report a missing ``dot`` only once."""
    from stategraph.pictures.layout_choice import NO_DOT

    remark(text if text == NO_DOT else f"{level.name}: {text}")


def heat_board(level: Level, heat_map: Heat, form: str) -> bytes:
    """Draw a heat map on the board, and return the picture."""
    from stategraph.pictures.heat import heat_drawing
    from stategraph.pictures.picture import board_picture

    return board_picture(heat_drawing(level, level.draw(level.puzzle.start), heat_map), form)


def write_curves(path: str, curves: list[Explorer], step: str) -> None:
    """Write curves of exploration as a table, as JSON, or as a plot."""
    from stategraph.formats.tables import table_bytes
    from stategraph.tell import exploration as tell

    form = output_form(path, CURVES)
    if form == "csv":
        write(path, table_bytes(list(tell.rows(curves)), tell.COLUMNS, form))
    elif form == "json":
        records = tell.record(curves)
        write(path, table_bytes(records, list(records[0]) if records else [], form))
    else:
        from stategraph.pictures.plots.exploration import draw_explored

        write(path, draw_explored(curves, form, step))


def check_level(path: str, level: Level) -> None:
    """Check in advance that the format of `path` can express a level like this one."""
    from stategraph import level_files

    check_folder(path)
    file, is_one_of_many, _ = level.file.rpartition("#")
    if is_one_of_many and Path(file).resolve() == Path(path).resolve():
        raise InputError(f"{level.file} would replace all levels of {path}; name another file")
    level_files.check_format(path, level)


def write_level(path: str, level: Level, puzzle: Puzzle, state: State, title: str) -> None:
    """Write the level that starts in `state`, in the format that the extension selects."""
    from stategraph.level_files import text_for

    title = f"{level.heading}, {title}"
    write(path, text_for(path, level.family, puzzle, state, title).encode())
