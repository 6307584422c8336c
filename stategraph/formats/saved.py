"""A state graph kept in a file, to be expanded once and asked often.

A numpy archive: the arrays of the graph as they are, and in ``about`` a JSON text with everything
else, the level's own text among it, so that states keep their words and boards. It holds no code,
and nothing in it is run. Reading checks every array: a file that is damaged, or was written by
another version of the format, is refused.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np

from stategraph import levels
from stategraph.errors import InputError, LevelError
from stategraph.graph import StateGraph
from stategraph.levels import Level
from stategraph.rules import Puzzle

__all__ = ["SUFFIX", "read", "save"]

SUFFIX = ".npz"
VERSION = 1
KIND = "stategraph saved graph"
ARRAYS = {"offsets": np.int64, "targets": np.int32, "labels": np.uint16, "states": np.int64}


def save(file: IO[bytes], level: Level, graph: StateGraph) -> None:
    """Write `graph`, expanded from `level`, into an open binary file.

    The same graph gives the same bytes. Raises ``InputError`` for a puzzle without declared
    variables, whose states could be anything.
    """
    if graph.variables is None or level.family is None:
        raise InputError("only puzzles of a family, with declared variables, can be saved")
    arrays = {name: getattr(graph, name) for name in ARRAYS}
    about = {
        "kind": KIND,
        "version": VERSION,
        "family": level.family.name,
        "name": level.name,
        "file": level.file,
        "native": not levels.is_yaml(level.file),
        "text": level.text,
        "label_names": list(graph.label_names),
        "goal": graph.goal,
        "expanded": graph.expanded,
        "stopped": graph.stopped,
        "sha256": _digest(arrays.values()),
    }
    text = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    np.savez(file, about=text, **arrays)


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
        graph, level = _restore(about, found)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except LevelError as error:
        raise error.located(path) from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise LevelError(f"is no saved graph, or a damaged one ({_brief(error)})").located(
            path
        ) from None
    return dataclasses.replace(level, file=path, graph=graph)


def _restore(about: dict[str, Any], arrays: dict[str, np.ndarray]) -> tuple[StateGraph, Level]:
    """Return the graph and the level; ``LevelError`` or ``ValueError`` where they are no good."""
    if about["kind"] != KIND:
        raise LevelError("is no saved state graph")
    if about["version"] != VERSION:
        raise LevelError(
            f"was saved in version {about['version']} of the format; this is {VERSION}: expand anew"
        )
    _check(about, arrays)
    if about["native"]:
        owner = levels.family(about["family"])
        puzzle = owner.read(about["text"], {})
        level = Level(owner, puzzle, about["name"], about["file"], text=about["text"])
    else:
        level = levels.parse_yaml(about["text"], about["file"], about["name"])
    assert isinstance(level.puzzle, Puzzle)
    if arrays["states"].shape[1] != level.puzzle.variables.width:
        raise LevelError("does not fit the rules of this version; expand anew")
    graph = StateGraph(
        **{name: arrays[name] for name in ARRAYS},
        label_names=about["label_names"],
        variables=level.puzzle.variables,
        goal=about["goal"],
        expanded=about["expanded"],
        stopped=about["stopped"],
    )
    if graph.state(0) != level.puzzle.start and graph.goal != 0:
        raise LevelError("does not begin where its level does; expand anew")
    return graph, level


def _check(about: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Raise ``ValueError`` unless the arrays are those that were saved."""
    for name, kind in ARRAYS.items():
        if arrays[name].dtype != kind:
            raise ValueError(f"array {name!r} is not of type {np.dtype(kind)}")
    if _digest(arrays[name] for name in ARRAYS) != about["sha256"]:
        raise ValueError("its arrays are not those that were saved")


def _digest(arrays: Iterable[np.ndarray]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(str(array.shape).encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def _brief(error: BaseException) -> str:
    return str(error).split("\n")[0][:80] or type(error).__name__
