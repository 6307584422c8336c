"""A state graph kept in a file, to be expanded once and asked often.

A numpy archive: the arrays of the graph as they are, and in ``about`` a JSON text with everything
else, the level's own text among it, so that states keep their words and boards. A graph without a
level of a family (of a plain puzzle, or from elsewhere) has its states as text. It holds no code,
and nothing in it is run. Reading checks every array: a file that is damaged, or was written by
another version of the format, is refused.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zipfile
from pathlib import Path
from typing import IO, Any

import numpy as np

from stategraph import levels
from stategraph.errors import InputError, LevelError
from stategraph.formats.imported import GraphPuzzle, Text
from stategraph.graph import StateGraph
from stategraph.levels import Level
from stategraph.rules.family import NO_FAMILY
from stategraph.rules.puzzle import Puzzle

SUFFIX = ".npz"
VERSION = 2
KIND = "stategraph saved graph"
MOVES = {"offsets": np.int64, "targets": np.int32, "labels": np.uint16}
ARRAYS = {**MOVES, "states": np.int64}
# Where there are no variables: the texts of all states one after the other, and where each ends.
TEXTS = {**MOVES, "texts": np.uint8, "ends": np.int64}

# What numpy and zipfile raise, too, of bytes that are not an archive's.
_DAMAGE = (EOFError, IndexError, OverflowError, RuntimeError, zipfile.BadZipFile)


def save(file: IO[bytes], level: Level, graph: StateGraph) -> None:
    """Write `graph`, expanded from `level`, into an open binary file.

    The same graph gives the same bytes. The level is kept by its text, wherever it came from;
    without a text, or where its family is not installed, a reader could not make it anew: then
    the states are kept as text.
    """
    kept = bool(graph.variables is not None and level.text and levels.installed(level.family))
    arrays = {name: getattr(graph, name) for name in MOVES}
    arrays |= {"states": graph.states} if kept else _texts(graph)
    about = {
        "kind": KIND,
        "version": VERSION,
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
    about["sha256"] = _digest(about, arrays)
    np.savez(file, about=np.frombuffer(_json(about), np.uint8), **arrays)


def _texts(graph: StateGraph) -> dict[str, np.ndarray]:
    """Return the states as text, in two arrays."""
    from stategraph.formats.state_columns import state_texts, variable_texts

    rows = [
        text.encode("utf-8", "surrogatepass") for text in state_texts(graph, variable_texts(graph))
    ]
    return {
        "texts": np.frombuffer(b"".join(rows), np.uint8),
        "ends": np.cumsum([len(row) for row in rows], dtype=np.int64),
    }


def read(path: str) -> Level:
    """Return the level of a saved graph, with ``level.graph``.

    Raises
    ------
    LevelError
        when the file is damaged, of another kind or another version
    """
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as archive:
            found = {name: archive[name] for name in archive.files}
        about = json.loads(found.pop("about").tobytes())
        graph, level = _restore(path, about, found)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except LevelError as error:
        raise error if error.file else error.located(path) from None
    except (*_DAMAGE, OSError, ValueError, KeyError, TypeError) as error:
        raise LevelError(f"is no saved graph, or a damaged one ({_brief(error)})").located(
            path
        ) from None
    return dataclasses.replace(level, graph=graph)


def _restore(
    path: str, about: dict[str, Any], arrays: dict[str, np.ndarray]
) -> tuple[StateGraph, Level]:
    """Return the graph and the level; ``LevelError`` or ``ValueError`` where they are no good."""
    if about["kind"] != KIND:
        raise LevelError("is no saved state graph")
    if about["version"] != VERSION:
        raise LevelError(
            f"was saved in version {about['version']} of the format; this is {VERSION}: expand anew"
        )
    kinds = TEXTS if about["family"] is None else ARRAYS
    _check(about, arrays, kinds)
    if about["family"] is None:
        return _restore_texts(path, about, arrays)
    text, name = about["text"], about["name"]
    if about["native"]:
        level = levels.read_native(levels.family(about["family"]), text, path, name)
    else:
        level = levels.parse_level(text, path, name)
    if arrays["states"].shape[1] != level.puzzle.variables.width:
        raise LevelError("does not fit the rules of this version; expand anew")
    graph = _graph(about, arrays, arrays["states"], level.puzzle.variables)
    if graph.state(0) != level.puzzle.start and graph.goal != 0:
        raise LevelError("does not begin where its level does; expand anew")
    return graph, level


def _restore_texts(
    path: str, about: dict[str, Any], arrays: dict[str, np.ndarray]
) -> tuple[StateGraph, Level]:
    """Return the graph and the level where the states are texts."""
    data, ends = arrays["texts"].tobytes(), arrays["ends"].tolist()
    spans = zip([0, *ends], ends, strict=False)
    states = [Text(data[first:last].decode("utf-8", "surrogatepass")) for first, last in spans]
    if len(set(states)) < len(states):
        states = [Text(number) for number in range(len(states))]
    graph = _graph(about, arrays, states, None)
    puzzle = Puzzle.of(GraphPuzzle(graph))
    return graph, Level(NO_FAMILY, puzzle, about["name"], path, about["title"])


def _graph(
    about: dict[str, Any], arrays: dict[str, np.ndarray], states: Any, variables: Any
) -> StateGraph:
    return StateGraph(
        **{name: arrays[name] for name in MOVES},
        label_names=about["label_names"],
        states=states,
        variables=variables,
        goal=about["goal"],
        expanded=about["expanded"],
        stopped=about["stopped"],
    )


def _check(about: dict[str, Any], arrays: dict[str, np.ndarray], kinds: dict[str, Any]) -> None:
    """Raise ``ValueError`` unless the arrays are those that were saved."""
    for name, kind in kinds.items():
        if arrays[name].dtype != kind:
            raise ValueError(f"array {name!r} is not of type {np.dtype(kind)}")
    told = {name: value for name, value in about.items() if name != "sha256"}
    if _digest(told, {name: arrays[name] for name in kinds}) != about["sha256"]:
        raise ValueError("it does not hold what was saved")


def _json(about: dict[str, Any]) -> bytes:
    return json.dumps(about, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _digest(about: dict[str, Any], arrays: dict[str, np.ndarray]) -> str:
    digest = hashlib.sha256(_json(about))
    for array in arrays.values():
        digest.update(str(array.shape).encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def _brief(error: BaseException) -> str:
    return str(error).split("\n")[0][:80] or type(error).__name__
