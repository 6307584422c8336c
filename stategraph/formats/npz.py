"""A state graph kept in a file, to be expanded once and asked often.

A numpy archive: the arrays of the graph as they are, and in ``about`` a JSON text with everything
else, the level's own text among it, so that states keep their words and boards. A graph without a
level of a family (of a plain puzzle, or from elsewhere) has its states as text. It holds no code,
and nothing in it is run. Reading looks at everything before anything uses it: a file that is
damaged, or was written by another version of the format, is refused (`integrity` says what is not
seen). A digest of everything tells what was changed by accident.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import struct
import tokenize
import zipfile
from collections.abc import Mapping
from typing import IO, Any

import numpy as np

from stategraph import levels
from stategraph.analysis.folded import Folded
from stategraph.engines.memory import free_memory
from stategraph.errors import InputError, LevelError
from stategraph.files import open_regular
from stategraph.formats import integrity, strict_json
from stategraph.formats.imported import GraphPuzzle, Text
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.rules.family import NO_FAMILY
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.symmetry import candidates

SUFFIX = ".npz"
VERSION = 2
# The version of files that keep one state of each class: who does not know of these refuses them.
FOLDED = 3
KIND = "stategraph saved graph"
MOVES = {"offsets": np.int64, "targets": np.int32, "labels": np.uint16}
ARRAYS = {**MOVES, "states": np.int64}
# Where there are no variables: the texts of all states one after the other, and where each ends.
TEXTS = {**MOVES, "texts": np.uint8, "ends": np.int64}
# What is told about the graph, and of which types.
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

# What numpy and zipfile raise, too, of bytes that are not an archive's.
_DAMAGE = (
    EOFError, IndexError, MemoryError, OverflowError, RuntimeError, SyntaxError, struct.error,
    tokenize.TokenError, zipfile.BadZipFile,
)  # fmt: skip


def save(file: IO[bytes], level: Level, graph: ArrayGraph) -> None:
    """Write `graph`, expanded from `level`, into an open binary file.

    The same graph gives the same bytes. The level is kept by its text, wherever it came from;
    without a text, or where its family is not installed, a reader could not make it anew: then
    the states are kept as text. So they are of a quotient, which is no graph of the level; but for
    that of an expansion by symmetry, with which the names of these are kept.
    """
    folded = isinstance(graph.quotient, Folded)
    by_state = graph.variables is not None and (graph.quotient is None or folded)
    kept = bool(by_state and level.text and levels.installed(level.family))
    if folded and not kept:
        raise InputError("one state of each class is kept with its level, of an installed family")
    arrays = {name: getattr(graph, name) for name in MOVES}
    arrays |= {"states": graph.states} if kept else _texts(graph)
    arrays = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    about = {
        "kind": KIND,
        "version": FOLDED if folded else VERSION,
        "family": level.family.name if kept else None,
        "name": level.name,
        "title": level.title,
        "native": kept and level.native,
        "text": level.text if kept else "",
        "label_names": list(graph.label_names),
        "goal": graph.goal,
        "expanded": graph.expanded,
        "stopped": graph.stopped,
    }
    if folded:
        about["symmetries"] = list(graph.quotient.names)
    about["sha256"] = _digest(about, arrays)
    np.savez(file, about=np.frombuffer(_json(about), np.uint8), **arrays)


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


def read(path: str, trust: bool = False) -> Level:
    """Return the level of a saved graph, with ``level.graph``.

    Raises
    ------
    LevelError
        when the file is damaged, of another kind or another version
    """
    try:
        with open_regular(path, free_memory()) as file, zipfile.ZipFile(file) as archive:
            about, arrays = _unpacked(archive)
        return _restore(path, about, arrays, trust)
    except LevelError as error:
        raise error if error.file else error.located(path) from None
    except (*_DAMAGE, OSError, ValueError, KeyError, TypeError) as error:
        raise LevelError(f"is no saved graph, or a damaged one ({_brief(error)})").located(
            path
        ) from None


def _unpacked(archive: zipfile.ZipFile) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return what is told about the graph, and its arrays, as they were saved."""
    about = strict_json.parse(
        _array(archive, "about", np.uint8).tobytes().decode("utf-8", "surrogatepass")
    )
    if about["kind"] != KIND:
        raise LevelError("is no saved state graph")
    if about["version"] not in (VERSION, FOLDED):
        raise LevelError(
            f"was saved in version {about['version']} of the format; this is {VERSION}: expand anew"
        )
    for name, types in TOLD.items():
        if type(about[name]) not in types:
            raise ValueError(f"{name!r} is of another type")
    kinds = TEXTS if about["family"] is None else ARRAYS
    arrays = {name: _array(archive, name, kind) for name, kind in kinds.items()}
    if _digest(about, arrays) != about["sha256"]:
        raise ValueError("it does not hold what was saved")
    return about, arrays


def _array(archive: zipfile.ZipFile, name: str, kind: Any) -> np.ndarray:
    """Return an array; ``ValueError`` where it claims to be larger than what is there.

    Nothing is packed, so that no file can unpack to more than its size; and numpy would make room
    for what an array claims before it looks for it.
    """
    member = archive.getinfo(f"{name}.npy")
    if member.compress_type != zipfile.ZIP_STORED or member.file_size != member.compress_size:
        raise ValueError(f"array {name!r} is packed")
    with archive.open(member) as opened:
        if np.lib.format.read_magic(opened) != (1, 0):
            raise ValueError(f"array {name!r} is of another version")
        shape, by_columns, found = np.lib.format.read_array_header_1_0(opened)
        if found != kind or by_columns:
            raise ValueError(f"array {name!r} is not of type {np.dtype(kind)}")
        if min(shape, default=0) < 0:
            raise ValueError(f"array {name!r} is not what it claims to be")
        if math.prod(shape) * found.itemsize != member.file_size - opened.tell():
            raise ValueError(f"array {name!r} is not as large as it claims to be")
        return np.frombuffer(opened.read(), kind).reshape(shape)


def _restore(path: str, about: dict[str, Any], arrays: dict[str, np.ndarray], trust: bool) -> Level:
    """Return the level; ``LevelError`` or ``ValueError`` where it is no good."""
    if about["family"] is None:
        graph = _graph(about, arrays, _states(arrays), None)
        integrity.check(graph)
        puzzle = Puzzle.of(GraphPuzzle(graph))
        return Level(NO_FAMILY, puzzle, about["name"], path, about["title"], graph=graph)
    level = kept_level(about, path, trust)
    graph = _graph(about, arrays, arrays["states"], level.puzzle.variables)
    integrity.check(graph)
    if about["version"] == FOLDED:
        graph.quotient = _classes(about["symmetries"], level, graph)
    integrity.check_level(graph, level.puzzle)
    return dataclasses.replace(level, graph=graph)


def kept_level(about: Mapping[str, Any], path: str, trust: bool) -> Level:
    """Return the level that is kept by its text; ``LevelError`` where it is another than is told.

    `about` has its ``family``, ``name``, ``title``, ``text``, and whether that is ``native``.
    """
    text, name = about["text"], about["name"]
    if about["native"]:
        level = levels.read_native(levels.family(about["family"]), text, path, name)
        level = dataclasses.replace(level, title=about["title"])
    else:
        level = levels.parse_level(text, path, name, lambda word: trust)
    if level.family.name != about["family"] or level.puzzle.variables is None:
        raise LevelError(f"holds a level of another family than {about['family']}")
    return level


def _classes(names: Any, level: Level, graph: ArrayGraph) -> Folded:
    """Return what one state of each class stands for; ``ValueError`` where that is not known."""
    known = {
        one.name: one
        for one in candidates(level.puzzle.variables, level.family.renamings(level.puzzle))
    }
    if type(names) is not list or not set(names) <= set(known):
        raise ValueError("it names a symmetry that the level cannot have")
    return Folded(graph, level.puzzle, [known[name] for name in names])


def _states(arrays: dict[str, np.ndarray]) -> list[Text]:
    """Return the states that are texts; their numbers, where some are alike."""
    data, ends = arrays["texts"].tobytes(), arrays["ends"]
    starts = np.append(np.zeros(1, np.int64), ends)
    cut = len(ends) != len(arrays["offsets"]) - 1 or starts[-1] != len(data)
    if cut or (starts[1:] < starts[:-1]).any():
        raise ValueError("its texts are not divided among its states")
    spans = zip(starts.tolist(), ends.tolist(), strict=False)
    states = [Text(data[first:last].decode("utf-8", "surrogatepass")) for first, last in spans]
    if len(set(states)) < len(states):
        return [Text(number) for number in range(len(states))]
    return states


def _graph(
    about: dict[str, Any], arrays: dict[str, np.ndarray], states: Any, variables: Any
) -> ArrayGraph:
    return ArrayGraph(
        **{name: arrays[name] for name in MOVES},
        label_names=about["label_names"],
        states=states,
        variables=variables,
        goal=about["goal"],
        expanded=about["expanded"],
        stopped=about["stopped"],
    )


def _json(about: dict[str, Any]) -> bytes:
    return json.dumps(about, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _digest(about: dict[str, Any], arrays: dict[str, np.ndarray]) -> str:
    """Return the digest of all that an archive holds, but for the digest itself."""
    told = {name: value for name, value in about.items() if name != "sha256"}
    digest = hashlib.sha256(_json(told))
    for array in arrays.values():
        digest.update(str(array.shape).encode())
        digest.update(array.data)
    return digest.hexdigest()


def _brief(error: BaseException) -> str:
    return str(error).split("\n")[0][:80] or type(error).__name__
