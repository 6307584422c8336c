"""Reading of a store: its manifest, its level, and its arrays, which stay in their files.

Compiled loops use numbers in the arrays of a store as indices, without checks. So each process
checks a store once, before use: every part must match its checksum, and the arrays must form a
state graph. A process does not rely on the check of another one: a disk can lose bits without a new
file time. A process that wrote a whole store itself need not check it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from stategraph import kernels
from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.formats import integrity
from stategraph.formats.npz import stored_level
from stategraph.graph import ArrayGraph, Extent
from stategraph.level_files import StoredGraph
from stategraph.store import manifest
from stategraph.store.arrays import PART_ROWS, checksums, opened, path_of
from stategraph.store.manifest import DISTANCES, FILLING, GRAPH, NAME, Manifest
from stategraph.variables import Variables

# The dtype of each array of a graph.
KINDS = {
    "states": np.int64, "offsets": np.int64, "targets": np.int32, "labels": np.uint16,
    "distances": np.int32,
}  # fmt: skip


OTHER_PACKING = "its states are packed otherwise than its family packs them; expand anew"

# For each checked store, the result of `_stamps` at the time of the check.
_checked: dict[Path, list[tuple[int, ...]]] = {}


def read(path: str | Path, trust: bool = False) -> StoredGraph:
    """Return the level of a store, with ``level.graph``, whose arrays are mapped.

    Parameters
    ----------
    path : str or Path
        the folder of the store
    trust : bool
        whether a level of a family file may be read, whose code then runs

    Returns
    -------
    StoredGraph
        the level with its graph

    Raises
    ------
    LevelError
        if the store is not filled, is of another version, or is damaged; the error names the part
    """
    folder = Path(path)
    try:
        return _read(folder, trust)
    except LevelError as error:
        raise error if error.file else error.located(str(path)) from None


def _read(folder: Path, trust: bool) -> StoredGraph:
    contents = manifest.read(folder)
    if contents.state == FILLING:
        raise LevelError("is not filled yet; continue with stategraph export --store DIR --resume")
    level = stored_level(dataclasses.asdict(contents), str(folder), trust)
    if manifest.packing(level.puzzle.variables) != contents.packing:
        raise LevelError(OTHER_PACKING)
    graph = graph_of(folder, contents, level.puzzle.variables)
    far = _distances(folder, contents)
    if _checked.get(folder.resolve()) == _stamps(folder):
        integrity.compare(graph, level.puzzle)
    else:
        refuse_damage(folder, contents)
        integrity.check(graph)
        integrity.check_level(graph, level.puzzle, sorts=False)
        if far is not None:
            _check_distances(graph, far)
        remember_checked(folder)
    if far is not None:
        graph.remember("moves_to_goal", lambda: far)
    graph.folder, graph.memory = folder, free_memory() * 3 // 4
    opened_level = StoredGraph.of(level, graph)
    graph.level = opened_level
    return opened_level


def remember_checked(folder: Path) -> None:
    """Remember that this process has checked the store, or written all of it."""
    _checked[folder.resolve()] = _stamps(folder)


def _stamps(folder: Path) -> list[tuple[int, ...]]:
    """Return the size, time and inode of each file; an empty tuple for a missing file."""
    stamps: list[tuple[int, ...]] = []
    for path in (folder / NAME, *(path_of(folder, name) for name in (*GRAPH, DISTANCES))):
        try:
            about = path.lstat()
            stamps.append((about.st_size, about.st_mtime_ns, about.st_ino))
        except OSError:
            stamps.append(())
    return stamps


def graph_of(folder: Path, contents: Manifest, variables: Variables) -> ArrayGraph:
    """Return the graph in the arrays of a store; raise ``LevelError`` if an array is incomplete."""
    shapes = {
        "states": (contents.states, variables.width),
        "offsets": (contents.states + 1,),
        "targets": (contents.moves,),
        "labels": (contents.moves,),
    }
    return ArrayGraph(
        **{name: _mapped(folder, contents, name, shape) for name, shape in shapes.items()},
        label_names=contents.label_names,
        variables=variables,
        goal=contents.goal,
        extent=Extent(contents.expanded, contents.stopped),
    )


def _distances(folder: Path, contents: Manifest) -> np.ndarray | None:
    """Return the distance of each state to the goal; None if the store has no distances."""
    if DISTANCES not in contents.arrays:
        return None
    return _mapped(folder, contents, DISTANCES, (contents.states,))


def _check_distances(graph: ArrayGraph, far: np.ndarray) -> None:
    """Raise ``LevelError`` if the stored distances are wrong for the graph."""
    goal = -1 if graph.goal is None else graph.goal
    node = int(kernels.wrong_distance(graph.offsets, graph.targets, goal, far))
    if node >= 0:
        raise LevelError(f"is a damaged graph: state {node} is not {far[node]} moves from the goal")


def _mapped(folder: Path, contents: Manifest, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Map an array of a store into memory; return it."""
    path = path_of(folder, name)
    try:
        if contents.shape(name) != shape or contents.dtype(name) != KINDS[name]:
            raise ValueError("it contradicts the manifest")
        return opened(path, np.dtype(KINDS[name]), shape)
    except (OSError, ValueError, KeyError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LevelError(f"is damaged: {reason}; {_CURE.format(folder)}").located(
            str(path)
        ) from None


_CURE = "stategraph export --store {} --repair recomputes it"


def damaged(
    folder: Path, contents: Manifest, names: Iterable[str] | None = None
) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of each part whose checksum does not match.

    If an array is missing or has the wrong size, all its parts are damaged. By default, `names` are
    all arrays of the store.
    """
    for name in contents.kept if names is None else names:
        sums = contents.arrays[name]["parts"]
        array = _readable_part(folder, contents, name)
        if array is None:
            yield from ((name, part) for part in range(max(1, len(sums))))
            continue
        for part, sum_ in enumerate(sums):
            if checksums(array, [part]) != [sum_]:
                yield name, part


def _readable_part(folder: Path, contents: Manifest, name: str) -> np.ndarray | None:
    """Return the part of an array that the manifest covers; None if it is incomplete."""
    growing = contents.state == FILLING or name not in contents.kept
    try:
        return opened(path_of(folder, name), contents.dtype(name), contents.shape(name), growing)
    except (OSError, ValueError):
        return None


def refuse_damage(folder: Path, contents: Manifest, names: Iterable[str] | None = None) -> None:
    """Raise ``LevelError`` that names the first part whose checksum does not match, if any."""
    for name, part in damaged(folder, contents, names):
        raise LevelError(
            f"is damaged: part {part} (rows from {part * PART_ROWS:,}) does not match its "
            f"checksum; {_CURE.format(folder)}"
        ).located(str(path_of(folder, name)))
