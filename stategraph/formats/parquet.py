"""Parquet: a typed, compressed table of the states and one of the moves, for data frames.

``X.nodes.parquet`` and ``X.edges.parquet`` have the columns of the CSV tables. Each label is stored
once. The library is pyarrow, imported when it is needed.
"""

from __future__ import annotations

from types import ModuleType
from typing import IO, Any

import numpy as np

from stategraph.engines.memory import free_memory, make_room
from stategraph.errors import InputError, LevelError, install_command
from stategraph.files import open_regular
from stategraph.formats.edge_list import ATTRIBUTES, Collector, Listing
from stategraph.formats.escapes import HALVES, escape, unescape
from stategraph.formats.state_columns import FLAGS, INTEGERS, node_columns
from stategraph.graph import ArrayGraph, pieces
from stategraph.readable import Record

# address space in bytes that pyarrow needs when it is loaded; with less, it crashes
PYARROW_BYTES = 200 << 20

# A file may unpack to this many rows and bytes for each of its bytes, plus a constant.
MAX_UNPACKED_RATIO, SPARE_UNPACKED = 100, 1 << 20


def load_arrow() -> tuple[ModuleType, ModuleType]:
    """Return pyarrow and its module for Parquet; raise ``InputError`` if it is not installed."""
    make_room(PYARROW_BYTES)
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        raise InputError(f"Parquet needs pyarrow: {install_command('pyarrow')}") from None
    return pyarrow, parquet


def write_nodes(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write the table of the states into an open binary file."""
    arrow, parquet = load_arrow()
    columns = {name: _typed(arrow, name, column) for name, column in node_columns(graph).items()}
    parquet.write_table(arrow.table(columns), file, write_page_checksum=True)


def _typed(arrow: ModuleType, name: str, column: list[Any]) -> Any:
    if name in INTEGERS:
        return arrow.array(column, arrow.int32())
    if name in FLAGS:
        return arrow.array(column, arrow.bool_())
    return arrow.array([text and escape(text, HALVES) for text in column], arrow.string())


def write_edges(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write the table of the moves into an open binary file."""
    arrow, parquet = load_arrow()
    names = arrow.array([escape(name, HALVES) for name in graph.label_names], arrow.string())
    kinds = dict(source=arrow.int32(), target=arrow.int32(), label=arrow.dictionary(
        arrow.int32(), arrow.string()))  # fmt: skip
    with parquet.ParquetWriter(file, arrow.schema(kinds), write_page_checksum=True) as writer:
        for piece in pieces(graph.number_of_edges()):
            labels = arrow.array(graph.labels[piece].astype(np.int32))
            label = arrow.DictionaryArray.from_arrays(labels, names)
            ends = graph.sources[piece], graph.targets[piece]
            columns = [*map(arrow.array, ends), label]
            writer.write_table(arrow.table(columns, schema=writer.schema))


PARTS = {".nodes": write_nodes, ".edges": write_edges}


def read(nodes: str | None, edges: str) -> Listing:
    """Return the content of the two tables; without `nodes`, the nodes that the edges name."""
    collector, moves = Collector(), _table(edges, ("source", "target", "label"))
    try:
        ends = [_encoded(moves, name) for name in ("source", "target")]
        if nodes is None:
            for name in dict.fromkeys(name for _, names in ends for name in names):
                collector.node(name, None, {})
        else:
            _read_nodes(nodes, collector)
        listing = collector.listing()
        number = {name: k for k, name in enumerate(listing.ids)}
        listing.sources, listing.targets = (_positions(*end, number) for end in ends)
        if "label" in moves:
            codes, names = _encoded(moves, "label")
            listing.labels, listing.names = codes, names
        return listing
    except LevelError as error:
        raise error if error.file else error.located(edges) from None


_NAMES = ("number", "id", "node")


def _read_nodes(path: str, collector: Collector) -> None:
    table = _table(path, _NAMES + ATTRIBUTES)
    try:
        key = next((name for name in _NAMES if name in table), None)
        if key is None:
            raise LevelError("has no column 'number' or 'id' that names the nodes")
        codes, names = _encoded(table, key)
        for name in ("start", "goal"):
            if name in table:
                collector.tells(name)
        attribute_names = [name for name in ATTRIBUTES if name in table]
        for code, *row in zip(
            codes.tolist(), *(_cells(table[name]) for name in attribute_names), strict=True
        ):
            collector.node(names[code], None, dict(zip(attribute_names, row, strict=True)))
    except LevelError as error:
        raise error.located(path) from None


def _cells(column: Any) -> list[object]:
    cells = column.to_pylist()
    return [unescape(cell) if isinstance(cell, str) else cell for cell in cells]


def _table(path: str, columns: tuple[str, ...]) -> Record:
    """Return those of the `columns` that the file has, by their names in small letters."""
    arrow, parquet = load_arrow()
    try:
        with (
            open_regular(path, free_memory()) as stream,
            parquet.ParquetFile(stream, page_checksum_verification=True) as file,
        ):
            _check_size(file.metadata, stream.seek(0, 2))
            names = {name: name.lower() for name in file.schema_arrow.names}
            table = file.read([name for name in names if names[name] in columns])
            table.validate(full=True)
            return {names[name]: table[name] for name in table.column_names}
    except (arrow.ArrowException, OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno is not None:  # a system error
            raise
        reason = str(error).split("\n")[0][:80]
        raise LevelError(f"is not a Parquet file, or is damaged ({reason})").located(path) from None


def _check_size(metadata: Any, size: int) -> None:
    """Raise ``ValueError`` for a file of `size` bytes that unpacks to far more than graphs do."""
    groups = (metadata.row_group(k).total_byte_size for k in range(metadata.num_row_groups))
    if max(metadata.num_rows, sum(groups)) > SPARE_UNPACKED + MAX_UNPACKED_RATIO * size:
        raise ValueError(f"{size:,} bytes claim to hold {metadata.num_rows:,} rows")


def _encoded(table: Record, name: str) -> tuple[np.ndarray, list[str]]:
    """Return a column as indices (n,) into a list of texts, all different."""
    if name not in table:
        raise LevelError(f"has no column {name!r}")
    column = table[name].unify_dictionaries().combine_chunks()
    if not hasattr(column, "indices"):
        column = column.dictionary_encode(null_encoding="encode")
    values = [_text(value, name) for value in column.dictionary.to_pylist()]
    if column.indices.null_count:
        values.append(_text(None, name))
    place = {value: k for k, value in enumerate(dict.fromkeys(values))}
    codes = column.indices.fill_null(len(values) - 1).to_numpy().astype(np.int64)
    return np.array([place[value] for value in values], np.int64)[codes], list(place)


def _text(value: object, name: str) -> str:
    if value is None and name != "label":
        raise LevelError(f"column {name!r} has an empty cell")
    return unescape(value) if isinstance(value, str) else "" if value is None else str(value)


def _positions(codes: np.ndarray, names: list[str], number: dict[str, int]) -> np.ndarray:
    """Return the position (m,) of the node at one end of each edge."""
    if absent := [name for name in names if name not in number]:
        raise LevelError(f"an edge names node {absent[0][:40]!r}, which does not exist")
    nodes: np.ndarray = np.array([number[name] for name in names], np.int64)[codes]
    return nodes
