"""The writer of a store: the arrays of an expansion in files, and its checkpoints.

::

    states    |=================expanded======|=====next layer====|      after a layer,
    degrees   |===============================|                           arrays to the disk,
    targets   |======================================|                    then the manifest
    raw_labels|======================================|

When an expansion continues, rows beyond the last checkpoint are ignored and written again. Labels
get their final numbers, in order of their texts, only at the end of the expansion. Then the offsets
are written, and `degrees` and `raw_labels` are removed.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from stategraph import files
from stategraph.analysis import moves_from_start
from stategraph.engines.array_stores import ExpansionProgress, Taken
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.native.label_numbers import Labels
from stategraph.readable import Record
from stategraph.store.arrays import PART_ROWS, OnDisk, checksums, header, parts_of, path_of
from stategraph.store.manifest import DISTANCES, FILLING, GRAPH, STOPPED, WHOLE, Manifest

# Maximum share of the time that is spent on checkpoints.
MAX_CHECKPOINT_SHARE = 1 / 20

# Prefix of the names of folders in which workers leave files for each other.
EXCHANGE = ".exchange-"

# The file with the number of layers that an interrupted search for distances has completed.
SEARCHED = "searched.json"

OTHER_RULES = "was begun with other rules; fill another folder"

# The arrays that are needed to continue an expansion.
FILLED = ("states", "degrees", "targets", "raw_labels")


def can_continue(contents: Manifest) -> bool:
    """Return whether a store has all arrays that are needed to continue its expansion."""
    return all(name in contents.arrays for name in FILLED)


def sweep(folder: Path, contents: Manifest) -> None:
    """Remove the working files of writers, and files left by killed writers.

    The distances of an interrupted search stay, because another search can continue it.
    """
    files.remove_stale(folder, ".*")
    if contents.state != WHOLE or DISTANCES in contents.arrays:
        (folder / SEARCHED).unlink(missing_ok=True)
    for folder_left in folder.glob(f"{EXCHANGE}*"):
        shutil.rmtree(folder_left, ignore_errors=True)
    for name in (*FILLED, DISTANCES):
        if name not in contents.arrays and not (name == DISTANCES and (folder / SEARCHED).exists()):
            path_of(folder, name).unlink(missing_ok=True)


def _own_checksums(name: str, array: np.ndarray, parts: range) -> list[int]:
    return checksums(array, parts)


class Writer:
    """Keeps the arrays of an expansion in a folder: a `stategraph.engines.array_stores.ArrayStore`.

    Attributes
    ----------
    manifest : Manifest
        the last checkpoint
    levels : list of int
        number of states of each complete layer
    expanded : int
        number of expanded states in the last progress report of the engine
    held : int
        number of states that were in the store when the engine began
    label_marks : array
        1 for each label that occurs; the engine and `numbering` mark further labels
    shared : callable or None
        ``shared(size, states)`` returns whether workers expand a layer of `size` states in a graph
        of `states` states; the engine then stops with `Taken`
    checksums : callable
        ``checksums(name, array, parts)`` returns the checksums of parts of an array
    full : bool
        whether workers have reached the limit of states
    """

    by_levels, in_place, small, full = True, False, False, False

    def __init__(self, folder: Path, manifest: Manifest):
        self.folder, self.manifest = folder, manifest
        self.levels, self.expanded, self.held = list(manifest.levels), manifest.expanded, 0
        self.shared: Callable[[int, int], bool] | None = None
        self.checksums: Callable[[str, np.ndarray, range], list[int]] = _own_checksums
        self._arrays: dict[str, OnDisk] = {}
        self._labels: Labels | None = None
        self.label_marks = np.empty(0, np.uint8)
        self._last, self._cost = time.monotonic(), 0.0

    # ------------------------------------------------------------------ as a keeper

    def begin(self, labels: Labels, label_marks: np.ndarray) -> ExpansionProgress | None:
        """Return the progress of the store, and mark the store as being filled."""
        contents = self.manifest
        self._labels, self.label_marks = labels, label_marks
        if not can_continue(contents):
            contents = contents.but(
                expanded=0, states=1, moves=0, goal=None, levels=[1], raw_names=[]
            )
        numbers = np.array([number for number, _ in contents.raw_names], np.int64)
        if list(labels.names(numbers).items()) != [tuple(pair) for pair in contents.raw_names]:
            raise LevelError(OTHER_RULES).located(str(self.folder))
        ends = np.cumsum(contents.levels).tolist()
        level_end = next((end for end in ends if end > contents.expanded), ends[-1])
        self.levels = [n for n, end in zip(contents.levels, ends, strict=True) if end <= level_end]
        filled_arrays = (
            {name: contents.arrays[name] for name in FILLED} if can_continue(contents) else {}
        )
        self.manifest = contents.but(
            state=FILLING, stopped="", label_names=[], arrays=filled_arrays
        )
        self.manifest.write(self.folder)
        self.held = contents.states
        if not filled_arrays:
            return None
        goal = -1 if contents.goal is None else contents.goal
        reached = ExpansionProgress(
            contents.expanded, contents.states, contents.moves, goal, level_end, self.full
        )
        label_marks[numbers] = 1
        if self._is_shared(level_end - contents.expanded, contents.states):
            for name in FILLED:
                size, *row = contents.shape(name)
                self.array(name, size, contents.dtype(name), *row)
            raise Taken(reached)
        return reached

    def array(self, name: str, size: int, dtype: object, *row: int) -> OnDisk:
        """Return the array called `name`, with the contents of the last checkpoint."""
        filled_rows = self.manifest.shape(name)[0] if name in self.manifest.arrays else 0
        if filled_rows and self.manifest.dtype(name) != dtype:
            raise LevelError(OTHER_RULES).located(str(self.folder))
        self._arrays[name] = OnDisk(
            path_of(self.folder, name), size, dtype, *row, filled_rows=filled_rows
        )
        return self._arrays[name]

    def at(self, expanded: int) -> None:
        """Record the number of expanded states."""
        self.expanded = expanded

    def level(self, reached: ExpansionProgress) -> None:
        """Record a complete layer, and make a checkpoint if one is due."""
        self.grown(reached)
        if self._is_shared(self.levels[-1], reached.states):
            raise Taken(reached)

    def _is_shared(self, size: int, states: int) -> bool:
        """Return whether workers expand a layer of `size` states in a graph of `states` states."""
        return self.shared is not None and self.shared(size, states)

    # ------------------------------------------------------------------ without the engine

    def grown(self, reached: ExpansionProgress) -> None:
        """Record a complete layer, expanded by the engine or by workers; see `level`."""
        if reached.expanded:
            self.levels.append(reached.states - reached.expanded)
        self.checkpoint_if_due(reached)

    def reserve(self, name: str, rows: int) -> None:
        """Make room for `rows` rows of an array, which workers fill."""
        array = self._arrays[name]
        if rows > len(array):
            array.resize(array.ample(rows))

    def reopen(self) -> None:
        """Open the files again, so that the system reads what other machines have written."""
        for array in self._arrays.values():
            array.resize(len(array))

    def sync(self, name: str) -> None:
        """Write an array to the disk, so that other machines can read it."""
        self._arrays[name].sync()

    # ------------------------------------------------------------------ checkpoints

    def checkpoint_if_due(self, reached: ExpansionProgress) -> None:
        """Make a checkpoint, unless checkpoints would take too much of the time."""
        since = time.monotonic()
        if (since - self._last) * MAX_CHECKPOINT_SHARE >= self._cost:
            self.checkpoint(reached)
            self._last = time.monotonic()
            self._cost = self._last - since

    def checkpoint(self, reached: ExpansionProgress) -> None:
        """Write all arrays to the disk, then the manifest."""
        assert self._labels is not None
        rows = {"states": reached.states, "degrees": reached.expanded}
        arrays = {}
        for name in FILLED:
            self._arrays[name].sync()
            filled = rows.get(name, reached.moves)
            arrays[name] = self._about(name, self._arrays[name].array[:filled])
        self.manifest = self.manifest.but(
            states=reached.states,
            moves=reached.moves,
            expanded=reached.expanded,
            goal=None if reached.goal < 0 else reached.goal,
            levels=self._levels(reached.states),
            raw_names=self._raw_names(),
            arrays=arrays,
        )
        self.manifest.write(self.folder)

    def _levels(self, states: int) -> list[int]:
        """Return the number of states of each layer; the last layer may be incomplete."""
        incomplete = states - sum(self.levels)
        return [*self.levels, incomplete] if incomplete else list(self.levels)

    def _about(self, name: str, array: np.ndarray) -> Record:
        """Return the description of an array; reuse known checksums of complete parts."""
        before = self.manifest.arrays.get(name)
        complete_parts = before["parts"][: before["shape"][0] // PART_ROWS] if before else []
        return {
            "dtype": array.dtype.newbyteorder("<").str,
            "shape": list(array.shape),
            "parts": [
                *complete_parts,
                *self.checksums(name, array, range(len(complete_parts), parts_of(len(array)))),
            ],
        }

    # ------------------------------------------------------------------ the end

    def finish(self, graph: ArrayGraph) -> None:
        """Complete the store with a graph whose arrays are in the files or in memory."""
        if self._arrays:
            self._keep_labels()
            self.levels = self._levels(len(graph))
        else:
            self._write(graph)
        state = WHOLE if graph.complete else STOPPED
        arrays = self._descriptions(graph)
        self.manifest = self.manifest.but(
            state=state,
            stopped=graph.stopped,
            states=len(graph),
            moves=graph.number_of_edges(),
            expanded=graph.expanded,
            goal=graph.goal,
            levels=self.levels,
            label_names=list(graph.label_names),
            raw_names=self._raw_names() if state == STOPPED and self._arrays else [],
            arrays=arrays,
        )
        self.manifest.write(self.folder)
        self._arrays.clear()  # some systems cannot remove open files

    def _keep_labels(self) -> None:
        """Finish the files. If the raw labels are final already, link their file as `labels`."""
        for array in self._arrays.values():
            array.finish()
        if "labels" not in self._arrays:
            raw, final = (path_of(self.folder, name) for name in ("raw_labels", "labels"))
            final.unlink(missing_ok=True)
            try:
                os.link(raw, final)
            except OSError:  # a file system without links
                shutil.copyfile(raw, final)
            if "raw_labels" in self.manifest.arrays:
                known = {"labels": self.manifest.arrays["raw_labels"]}
                self.manifest = self.manifest.but(arrays={**self.manifest.arrays, **known})

    def _descriptions(self, graph: ArrayGraph) -> dict[str, Record]:
        """Return the descriptions of all arrays that the store keeps."""
        descriptions = {name: self._about(name, getattr(graph, name)) for name in GRAPH}
        if not graph.complete and self._arrays:
            for name, rows in (("degrees", graph.expanded), ("raw_labels", len(graph.labels))):
                descriptions[name] = self._about(name, self._arrays[name].array[:rows])
        return descriptions

    def _raw_names(self) -> list[list[object]]:
        """Return the names of all raw labels that occur."""
        assert self._labels is not None
        names = self._labels.names(np.flatnonzero(self.label_marks))
        return [list(pair) for pair in names.items()]

    def _write(self, graph: ArrayGraph) -> None:
        """Write the arrays of a graph that is in memory, each file completely or not at all."""
        self.manifest = self.manifest.but(
            state=FILLING, stopped="", states=1, moves=0, expanded=0, goal=None, levels=[1],
            label_names=[], raw_names=[], arrays={},
        )  # fmt: skip
        self.manifest.write(self.folder)
        for name in GRAPH:
            array = np.ascontiguousarray(getattr(graph, name))
            data = header(array.dtype, array.shape) + array.tobytes()
            files.write(path_of(self.folder, name), data, follow=False)
        self.levels = np.bincount(moves_from_start(graph)).tolist()
