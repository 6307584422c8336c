"""Saved state graphs: expanded once, used many times.

A numpy archive with the arrays of the graph, and in ``about`` a JSON text with everything else. It
includes the level's text, so that states keep their words and boards. A graph without a level of a
family (of a plain puzzle, or imported) has its states as text. The archive holds no code, and
reading runs none. The reader validates everything before use: a damaged file, or one in another
version of the format, is rejected (`integrity` lists the limits of validation). A digest of the
whole content detects accidental changes.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import struct
import tokenize
import zipfile
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from stategraph import level_files
from stategraph.analysis.lifting import symmetries_of
from stategraph.analysis.orbits import ReducedOrbits
from stategraph.engines.memory import free_memory
from stategraph.errors import InputError, LevelError
from stategraph.files import open_regular
from stategraph.formats import integrity, strict_json
from stategraph.formats.imported_graphs import GraphPuzzle, Text
from stategraph.graph import ArrayGraph, Extent
from stategraph.level_files import Level, StoredGraph
from stategraph.readable import Record
from stategraph.rules.candidate_symmetries import candidates
from stategraph.rules.family import NO_FAMILY
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from stategraph.variables import Variables

VERSION = 2
# version of files with one state per symmetry class; older readers reject them
FOLDED = 3
KIND = "stategraph saved graph"
MOVES = {"offsets": np.int64, "targets": np.int32, "labels": np.uint16}
ARRAYS = {**MOVES, "states": np.int64}
# arrays of a graph without variables: the texts of all states in a row, and the end of each
TEXTS = {**MOVES, "texts": np.uint8, "ends": np.int64}
# the entries of ``about``, with their types
TOLD = {
    "family": (str, type(None)),
    "name": (str,),
    "title": (str,),
    "native": (bool,),
    "text": (str,),
    "label_names": (list,),
    "goal": (int, type(None)),
    "expanded": (int,),
    "stopped": (str,),
}

# further exceptions of numpy and zipfile for bytes that are not an archive
_DAMAGE = (
    EOFError, IndexError, MemoryError, OverflowError, RuntimeError, SyntaxError, struct.error,
    tokenize.TokenError, zipfile.BadZipFile,
)  # fmt: skip


def save(file: IO[bytes], level: Level, graph: ArrayGraph) -> None:
    """Write `graph`, expanded from `level`, into an open binary file.

    The same graph gives the same bytes. The level is stored by its text. Without a text, or if its
    family is not installed, a reader could not rebuild it, so the states are stored as text. The
    states of a quotient are stored as text too, since it is not a graph of the level. The exception
    is an expansion by symmetry, which is stored with the names of its symmetries.

    Raises
    ------
    InputError
        if an expansion by symmetry cannot be stored with its level
    """
    is_reduced = graph.quotient is not None and graph.quotient.is_expansion
    by_state = graph.variables is not None and (graph.quotient is None or is_reduced)
    with_level = bool(by_state and level.text and level_files.installed(level.family))
    if is_reduced and not with_level:
        raise InputError("--symmetry saves a graph with its level, which needs an installed family")
    arrays = {name: getattr(graph, name) for name in MOVES}
    arrays |= {"states": graph.states} if with_level else _texts(graph)
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    header = {
        "kind": KIND,
        "version": FOLDED if is_reduced else VERSION,
        "family": level.family.name if with_level else None,
        "name": level.name,
        "title": level.title,
        "native": with_level and level.native,
        "text": level.text if with_level else "",
        "label_names": list(graph.label_names),
        "goal": graph.goal,
        "expanded": graph.expanded,
        "stopped": graph.stopped,
    }
    if is_reduced:
        header["symmetries"] = list(symmetries_of(graph) or ())
    header["sha256"] = _digest(header, arrays)
    np.savez(file, about=np.frombuffer(_json(header), np.uint8), **arrays)


def _texts(graph: ArrayGraph) -> dict[str, np.ndarray]:
    """Return the states as text, in two arrays."""
    from stategraph.formats.state_columns import state_texts, variable_texts

    rows = [
        text.encode("utf-8", "surrogatepass") for text in state_texts(graph, variable_texts(graph))
    ]
    return {
        "texts": np.frombuffer(b"".join(rows), np.uint8),
        "ends": np.cumsum([len(row) for row in rows], dtype=np.int64),
    }


def read(path: str, trust: bool = False) -> StoredGraph:
    """Return the level of a saved graph, with ``level.graph``.

    Raises
    ------
    LevelError
        if the file is damaged, of another kind or another version
    """
    try:
        with open_regular(path, free_memory()) as file, zipfile.ZipFile(file) as archive:
            header, arrays = _read_entries(archive)
        return _restore(path, header, arrays, trust)
    except LevelError as error:
        raise error if error.file else error.located(path) from None
    except (*_DAMAGE, OSError, ValueError, KeyError, TypeError) as error:
        raise LevelError(f"is not a saved graph, or is damaged ({_brief(error)})").located(
            path
        ) from None


def _read_entries(archive: zipfile.ZipFile) -> tuple[Record, dict[str, np.ndarray]]:
    """Return the entries of ``about``, and the arrays, as they were saved."""
    header = strict_json.parse(
        _array(archive, "about", np.uint8).tobytes().decode("utf-8", "surrogatepass")
    )
    if header["kind"] != KIND:
        raise LevelError("is not a saved state graph")
    if header["version"] not in (VERSION, FOLDED):
        raise LevelError(
            f"was saved in version {header['version']} of the format; this is {VERSION}: "
            "expand anew"
        )
    for name, types in TOLD.items():
        if type(header[name]) not in types:
            raise ValueError(f"{name!r} is of another type")
    kinds = TEXTS if header["family"] is None else ARRAYS
    arrays = {name: _array(archive, name, kind) for name, kind in kinds.items()}
    if _digest(header, arrays) != header["sha256"]:
        raise ValueError("its content differs from the saved one")
    return header, arrays


def _array(archive: zipfile.ZipFile, name: str, kind: DTypeLike) -> np.ndarray:
    """Return an array; raise ``ValueError`` if its header claims more data than there is.

    Members must be uncompressed, so that no file can unpack to more than its size. The check comes
    first, since numpy would allocate the claimed size before reading.
    """
    member = archive.getinfo(f"{name}.npy")
    if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
        raise ValueError(f"array {name!r} is packed")
    with archive.open(member) as member_file:
        if np.lib.format.read_magic(member_file) != (1, 0):
            raise ValueError(f"array {name!r} is of another version")
        shape, by_columns, dtype = np.lib.format.read_array_header_1_0(member_file)
        if dtype != kind or by_columns:
            raise ValueError(f"array {name!r} is not of type {np.dtype(kind)}")
        if min(shape, default=0) < 0:
            raise ValueError(f"array {name!r} contradicts its header")
        if math.prod(shape) * dtype.itemsize != member.file_size - member_file.tell():
            raise ValueError(f"array {name!r} is not as large as it claims to be")
        return np.frombuffer(member_file.read(), kind).reshape(shape)


def _restore(path: str, header: Record, arrays: dict[str, np.ndarray], trust: bool) -> StoredGraph:
    """Return the graph; raise ``LevelError`` or ``ValueError`` for invalid data."""
    if header["family"] is None:
        graph = _graph(header, arrays, _states(arrays), None)
        integrity.check(graph)
        puzzle = Puzzle.of(GraphPuzzle(graph))
        return StoredGraph(NO_FAMILY, puzzle, header["name"], path, header["title"], graph=graph)
    level = stored_level(header, path, trust)
    graph = _graph(header, arrays, arrays["states"], level.puzzle.variables)
    integrity.check(graph)
    if header["version"] == FOLDED:
        graph.quotient = _classes(header["symmetries"], level, graph)
    integrity.check_level(graph, level.puzzle)
    return StoredGraph.of(level, graph)


def stored_level(header: Record, path: str, trust: bool) -> Level:
    """Return the level stored by its text; raise ``LevelError`` if it contradicts `header`.

    `header` has its ``family``, ``name``, ``title``, ``text``, and the flag ``native``.
    """
    text, name = header["text"], header["name"]
    if header["native"]:
        level = level_files.read_native(level_files.family(header["family"]), text, path, name)
        level = dataclasses.replace(level, title=header["title"])
    else:
        level = level_files.parse_level(text, path, name, lambda word: trust)
    if level.family.name != header["family"] or level.puzzle.variables is None:
        raise LevelError(f"holds a level of another family than {header['family']}")
    return level


def _classes(names: object, level: Level, graph: ArrayGraph) -> ReducedOrbits:
    """Return the symmetry reduction with these names; raise ``ValueError`` for unknown names."""
    symmetries = {
        symmetry.name: symmetry
        for symmetry in candidates(level.puzzle.variables, level.family.renamings(level.puzzle))
    }
    if type(names) is not list or not set(names) <= set(symmetries):
        raise ValueError("it names a symmetry that the level cannot have")
    return ReducedOrbits(graph, level.puzzle, [symmetries[name] for name in names])


def _states(arrays: dict[str, np.ndarray]) -> list[Text]:
    """Return the states as texts, or as numbers if two texts are equal."""
    content, ends = arrays["texts"].tobytes(), arrays["ends"]
    starts = np.append(np.zeros(1, np.int64), ends)
    cut = len(ends) != len(arrays["offsets"]) - 1 or starts[-1] != len(content)
    if cut or (starts[1:] < starts[:-1]).any():
        raise ValueError("its texts are not divided among its states")
    spans = zip(starts.tolist(), ends.tolist(), strict=False)
    states = [Text(content[first:last].decode("utf-8", "surrogatepass")) for first, last in spans]
    if len(set(states)) < len(states):
        return [Text(number) for number in range(len(states))]
    return states


def _graph(
    header: Record,
    arrays: dict[str, np.ndarray],
    states: Any,
    variables: Variables | None,
) -> ArrayGraph:
    return ArrayGraph(
        **{name: arrays[name] for name in MOVES},
        label_names=header["label_names"],
        states=states,
        variables=variables,
        goal=header["goal"],
        extent=Extent(header["expanded"], header["stopped"]),
    )


def _json(header: Record) -> bytes:
    return json.dumps(header, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _digest(header: Record, arrays: dict[str, np.ndarray]) -> str:
    """Return the digest of the content of an archive, without the digest itself."""
    content = {name: value for name, value in header.items() if name != "sha256"}
    digest = hashlib.sha256(_json(content))
    for array in arrays.values():
        digest.update(str(array.shape).encode())
        digest.update(array.data)
    return digest.hexdigest()


def _brief(error: BaseException) -> str:
    return str(error).split("\n")[0][:80] or type(error).__name__
