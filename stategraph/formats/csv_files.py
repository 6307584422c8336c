"""CSV: a table of the states and a table of the moves, ``X.nodes.csv`` and ``X.edges.csv``.

The files are comma-separated UTF-8 with a header, for spreadsheets and data frames. A spreadsheet
would execute a text that begins with one of ``= + - @ '``, a tab or a carriage return. Such a text
is prefixed with a ``'``, which is removed by the reader; numbers stay unchanged. The reader also
accepts semicolons and tabs as separators, headers in any case, and a table of edges alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import read_text
from stategraph.formats.edge_list import Collector, Listing
from stategraph.formats.escapes import HALVES, RUN, escape, guarded, unescape
from stategraph.formats.state_columns import FLAGS, INTEGERS, edge_rows, node_columns
from stategraph.graph import ArrayGraph


def write_nodes(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write the table of the states into an open binary file."""
    columns = node_columns(graph)
    cells = [_column(name, column) for name, column in columns.items()]
    _write(file, [_guarded(name) for name in columns], zip(*cells, strict=True))


def write_edges(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write the table of the moves into an open binary file."""
    rows = edge_rows(graph, [_guarded(name) for name in graph.label_names])
    _write(file, ["number", "source", "target", "label"], rows)


PARTS = {".nodes": write_nodes, ".edges": write_edges}


def _column(name: str, values: Sequence[Any]) -> Sequence[object]:
    """Return the cells of a column; csv writes None as an empty cell."""
    if name in INTEGERS:
        return values
    if name in FLAGS:
        return [str(value).lower() for value in values]
    return [value and _guarded(value) for value in values]


def _guarded(text: str) -> str:
    return guarded(escape(text, "\x00" + HALVES))


def _bare(cell: str) -> str:
    return unescape(cell[1:] if cell[:1] == "'" and cell[1:2] in RUN else cell)


def _write(file: IO[bytes], header: list[str], rows: Iterable[Sequence[object]]) -> None:
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    try:
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(header)
        writer.writerows(rows)
    finally:
        text.detach()


def read(nodes: str | None, edges: str) -> Listing:
    """Return the content of the two tables; without `nodes`, the nodes that the edges name."""
    collector = Collector()
    if nodes is not None:
        try:
            _read_nodes(nodes, collector)
        except LevelError as error:
            raise error.located(nodes) from None
    try:
        _read_edges(edges, collector)
        return collector.listing()
    except LevelError as error:
        raise error.located(edges) from None


def _read_nodes(path: str, collector: Collector) -> None:
    header, rows = _table(path)
    names = [_bare(name) for name in header]
    name_column = next(
        (header.index(name) for name in ("number", "id", "node") if name in header), None
    )
    if name_column is None:
        raise LevelError("has no column 'number' or 'id' that names the nodes", 1)
    for name in ("start", "goal"):
        if name in names:
            collector.tells(name)
    for line, row in rows:
        cells = map(_bare, row)
        collector.node(_bare(row[name_column]), line, dict(zip(names, cells, strict=True)))


def _read_edges(path: str, collector: Collector) -> None:
    header, rows = _table(path)
    if absent := [name for name in ("source", "target") if name not in header]:
        raise LevelError(
            f"has no column {absent[0]!r} (a native file of a family needs --puzzle FAMILY)", 1
        )
    source, target = header.index("source"), header.index("target")
    label = header.index("label") if "label" in header else None
    for line, row in rows:
        name = None if label is None else _bare(row[label])
        collector.edge(_bare(row[source]), _bare(row[target]), name, line)


def _table(path: str) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return the header, in small letters, and the rows with their lines."""
    text = read_text(path, free_memory())
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = _rows(reader)
    _, header = next(rows, (1, []))
    names = [name.strip().lower() for name in header]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise LevelError(f"has more than one column {repeated[0]!r}", 1)
    if "number" in names and not text.endswith(("\n", "\r")):  # a table written by stategraph
        raise LevelError("its last line has no end: it was cut short")
    return names, _of_width(rows, len(names))


def _rows(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    line = 1
    try:
        for row in reader:
            if row:
                yield line, row
            line = reader.line_num + 1  # type: ignore[attr-defined]
    except csv.Error as error:
        raise LevelError(f"is not CSV: {error}", line) from None


def _of_width(rows: Iterator[tuple[int, list[str]]], width: int) -> Iterator[tuple[int, list[str]]]:
    for line, row in rows:
        if len(row) != width:
            raise LevelError(f"{len(row)} cells, where the header has {width}", line)
        yield line, row
