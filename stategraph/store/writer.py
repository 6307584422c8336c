"""A store while it is filled: the arrays of an expansion, in files, and its checkpoints.

::

    states    |=================expanded======|=====next level====|      a level is whole:
    degrees   |===============================|                           arrays to the disk,
    targets   |======================================|                    then the manifest
    raw_labels|======================================|

What the rules have written beyond the last checkpoint is forgotten by whoever goes on, and written
again, the same. The numbers of labels become those of their texts in order only at the end; then
the rows get their offsets, and `degrees` and `raw_labels` go.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from stategraph import files
from stategraph.analysis import moves_from_start
from stategraph.engines.keeping import Reached, Taken
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.native.labels import Labels
from stategraph.store.arrays import PART, OnDisk, checksums, header, parts_of, path_of
from stategraph.store.manifest import DISTANCES, FILLING, GRAPH, STOPPED, WHOLE, Manifest

# Checkpoints take at most this share of the time.
SHARE = 1 / 20

# How the folder begins in which workers leave files for each other.
EXCHANGE = ".exchange-"

OTHER_RULES = "was begun with other rules; fill another folder"

# The arrays that an expansion goes on with.
FILLED = ("states", "degrees", "targets", "raw_labels")


def goes_on(told: Manifest) -> bool:
    """Return whether a store has all arrays that an expansion continues; else it starts again."""
    return all(name in told.arrays for name in FILLED)


def sweep(folder: Path, told: Manifest) -> None:
    """Remove what a store has no use for: what writers needed, and what killed ones left."""
    files.remove_stale(folder, ".*")
    for left in folder.glob(f"{EXCHANGE}*"):
        shutil.rmtree(left, ignore_errors=True)
    for name in (*FILLED, DISTANCES):
        if name not in told.arrays:
            path_of(folder, name).unlink(missing_ok=True)


class Writer:
    """Keeps the arrays of an expansion in a folder: a `stategraph.engines.keeping.Keeper`.

    Attributes
    ----------
    manifest : Manifest
        of the last checkpoint
    levels : list of int
        the states of each level that was met whole
    expanded : int
        states that have their moves, when the engine was last asked
    held : int
        states that were there when the engine began
    shared : callable or None
        ``shared(size, states)`` tells whether a level of so many states, of so many in all, is not
        the engine's but `Taken`: workers expand it
    """

    by_levels, in_place = True, False

    def __init__(self, folder: Path, manifest: Manifest):
        self.folder, self.manifest = folder, manifest
        self.levels, self.expanded, self.held = list(manifest.levels), manifest.expanded, 0
        self.shared: Callable[[int, int], bool] | None = None
        self._arrays: dict[str, OnDisk] = {}
        self._labels: Labels | None = None
        self._last, self._cost = time.monotonic(), 0.0

    # ------------------------------------------------------------------ as a keeper

    def begin(self, labels: Labels) -> Reached | None:
        """Return how far the store is filled; from now on it says that it is not whole."""
        told = self.manifest
        self._labels = labels
        if not goes_on(told):
            told = told.but(expanded=0, states=1, moves=0, goal=None, levels=[1], raw_names=[])
        numbers = np.array([number for number, _ in told.raw_names], np.int64)
        if list(labels.names(numbers).items()) != [tuple(one) for one in told.raw_names]:
            raise LevelError(OTHER_RULES).located(str(self.folder))
        ends = np.cumsum(told.levels).tolist()
        level_end = next((end for end in ends if end > told.expanded), ends[-1])
        self.levels = [n for n, end in zip(told.levels, ends, strict=True) if end <= level_end]
        kept = {name: told.arrays[name] for name in FILLED} if goes_on(told) else {}
        self.manifest = told.but(state=FILLING, stopped="", label_names=[], arrays=kept)
        self.manifest.write(self.folder)
        self.held = told.states
        if not kept:
            return None
        goal = -1 if told.goal is None else told.goal
        reached = Reached(told.expanded, told.states, told.moves, goal, level_end)
        if self._is_shared(level_end - told.expanded, told.states):
            met = np.zeros(labels.size, np.uint8)
            met[numbers] = 1
            for name in FILLED:
                size, *row = told.shape(name)
                self.array(name, size, told.dtype(name), *row)
            raise Taken(reached, met)
        return reached

    def array(self, name: str, size: int, dtype: Any, *row: int) -> OnDisk:
        """Return the array of that name, filled as far as it was at the last checkpoint."""
        kept = self.manifest.shape(name)[0] if name in self.manifest.arrays else 0
        if kept and self.manifest.dtype(name) != dtype:
            raise LevelError(OTHER_RULES).located(str(self.folder))
        self._arrays[name] = OnDisk(path_of(self.folder, name), size, dtype, *row, kept=kept)
        return self._arrays[name]

    def at(self, expanded: int) -> None:
        """Hear how far the rules have come."""
        self.expanded = expanded

    def level(self, reached: Reached, met: np.ndarray) -> None:
        """Count the level that was met whole, and make a checkpoint if it is time for one."""
        self.grown(reached, met)
        if self._is_shared(self.levels[-1], reached.states):
            raise Taken(reached, met)

    def _is_shared(self, size: int, states: int) -> bool:
        """Return whether workers expand a level of so many states, of so many in all."""
        return self.shared is not None and self.shared(size, states)

    # ------------------------------------------------------------------ beside the engine

    def grown(self, reached: Reached, met: np.ndarray) -> None:
        """Count the level that was met whole, whoever filled it; see `level`."""
        if reached.expanded:
            self.levels.append(reached.states - reached.expanded)
        since = time.monotonic()
        if (since - self._last) * SHARE >= self._cost:
            self.checkpoint(reached, met)
            self._last = time.monotonic()
            self._cost = self._last - since

    def rows(self, name: str, first: int, last: int) -> np.ndarray:
        """Return rows of an array that are to be filled, from `first` to `last` - 1."""
        kept = self._arrays[name]
        if last > len(kept):
            kept.resize(kept.ample(last))
        return kept.array[first:last]

    def sync(self, name: str) -> None:
        """Bring an array to the disk, where other machines see it."""
        self._arrays[name].sync()

    # ------------------------------------------------------------------ checkpoints

    def checkpoint(self, reached: Reached, met: np.ndarray) -> None:
        """Bring all to the disk, and then say so."""
        assert self._labels is not None
        rows = {"states": reached.states, "degrees": reached.expanded}
        arrays = {}
        for name in FILLED:
            self._arrays[name].sync()
            filled = rows.get(name, reached.moves)
            arrays[name] = self._about(name, self._arrays[name].array[:filled])
        names = self._labels.names(np.flatnonzero(met))
        self.manifest = self.manifest.but(
            states=reached.states,
            moves=reached.moves,
            expanded=reached.expanded,
            goal=None if reached.goal < 0 else reached.goal,
            levels=self._levels(reached.states),
            raw_names=[list(one) for one in names.items()],
            arrays=arrays,
        )
        self.manifest.write(self.folder)

    def _levels(self, states: int) -> list[int]:
        """Return the states of each level, of the last one those that were met so far."""
        rest = states - sum(self.levels)
        return [*self.levels, rest] if rest else list(self.levels)

    def _about(self, name: str, array: np.ndarray) -> dict[str, Any]:
        """Return what the manifest says of an array, whose whole parts it may know already."""
        before = self.manifest.arrays.get(name, {"shape": [0], "parts": []})
        known = before["parts"][: before["shape"][0] // PART]
        return {
            "dtype": array.dtype.newbyteorder("<").str,
            "shape": list(array.shape),
            "parts": [*known, *checksums(array, range(len(known), parts_of(len(array))))],
        }

    # ------------------------------------------------------------------ the end

    def finish(self, graph: ArrayGraph) -> None:
        """Say that the expansion has ended with this graph, wherever its arrays are."""
        if self._arrays:
            self._keep_labels(graph)
            self.levels = self._levels(len(graph))
        else:
            self._write(graph)
        state = WHOLE if graph.complete else STOPPED
        arrays = self._told(graph)
        self.manifest = self.manifest.but(
            state=state,
            stopped=graph.stopped,
            states=len(graph),
            moves=graph.number_of_edges(),
            expanded=graph.expanded,
            goal=graph.goal,
            levels=self.levels,
            label_names=list(graph.label_names),
            raw_names=self._raw_names(graph) if state == STOPPED and self._arrays else [],
            arrays=arrays,
        )
        self.manifest.write(self.folder)
        self._arrays.clear()  # open files cannot be removed everywhere

    def _keep_labels(self, graph: ArrayGraph) -> None:
        """Finish the files; labels that bear the right numbers already are a second name."""
        for array in self._arrays.values():
            array.finish()
        if "labels" not in self._arrays:
            raw, kept = (path_of(self.folder, name) for name in ("raw_labels", "labels"))
            kept.unlink(missing_ok=True)
            try:
                os.link(raw, kept)
            except OSError:  # a file system without links
                shutil.copyfile(raw, kept)

    def _told(self, graph: ArrayGraph) -> dict[str, dict[str, Any]]:
        """Return what the manifest says of all arrays; with what goes on, if it may go on."""
        told = {name: self._about(name, getattr(graph, name)) for name in GRAPH}
        if not graph.complete and self._arrays:
            for name, rows in (("degrees", graph.expanded), ("raw_labels", len(graph.labels))):
                told[name] = self._about(name, self._arrays[name].array[:rows])
        return told

    def _raw_names(self, graph: ArrayGraph) -> list[list[Any]]:
        """Return what the raw numbers of all labels that occur stand for."""
        assert self._labels is not None
        raw = self._arrays["raw_labels"].array
        met = np.zeros(self._labels.size, bool)
        for first in range(0, len(raw), PART):
            met[raw[first : first + PART]] = True
        return [list(one) for one in self._labels.names(np.flatnonzero(met)).items()]

    def _write(self, graph: ArrayGraph) -> None:
        """Write the arrays of a graph that is in memory, each of them whole or not at all."""
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
