"""Repair of damaged stores: each part is recomputed from the other arrays and the level.

::

    offsets   number of moves of each state, by the rules    needs the states of its rows
    states    target of the first move into the state        needs states of lower numbers
    targets   target of each move                            needs all states
    labels    label of each move                             needs the states of its rows
    distances distance of each state to the goal             recomputed from all the others

A recomputed part is right if its checksum matches. If too many parts are lost, the level in the
manifest is expanded again.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from stategraph import files
from stategraph.errors import RuleError
from stategraph.formats.npz import stored_level
from stategraph.kernels import RowIndex
from stategraph.rules.puzzle import Puzzle
from stategraph.store import lock, manifest, reader
from stategraph.store.arrays import HEADER, PART_ROWS, checksums, header, path_of
from stategraph.store.distances import keep_distances
from stategraph.store.expansion import fill
from stategraph.store.manifest import DISTANCES, GRAPH, WHOLE, Manifest
from stategraph.store.reader import damaged

# The order in which arrays are repaired: each array needs only the arrays before it.
ORDER = ("offsets", "states", "targets", "labels")


def repair(folder: str | Path) -> list[str]:
    """Repair a store; return the names of the damaged parts, such as ``targets.npy, part 3``.

    If an incomplete store is damaged, it is emptied; its expansion then starts from the beginning.

    Raises
    ------
    LevelError
        if its manifest is damaged
    OutputError
        if it cannot be written
    """
    path = Path(folder)
    contents = manifest.read(path)
    whole, apart = contents.state == WHOLE, DISTANCES in contents.arrays
    with lock.locked(path):
        bad = list(damaged(path, contents, contents.kept if whole else tuple(contents.arrays)))
        if bad and apart:
            contents = contents.but(arrays={name: contents.arrays[name] for name in GRAPH})
            contents.write(path)
        parts = [(name, part) for name, part in bad if name != DISTANCES]
        if parts and not (whole and _mended(path, contents, parts)):
            _emptied(contents).write(path)
    if bad and whole:
        fill(path, None, resume=True)
        reader.remember_checked(path)
        if apart:
            keep_distances(path)
    return [f"{path_of(path, name).name}, part {part}" for name, part in bad]


def _emptied(contents: Manifest) -> Manifest:
    """Return the manifest that the store had before anything was expanded."""
    level = {field: getattr(contents, field) for field in manifest.LEVEL}
    return Manifest(**level)


def _mended(path: Path, contents: Manifest, bad: list[tuple[str, int]]) -> bool:
    """Recompute the damaged parts; return whether all checksums match."""
    level = stored_level(dataclasses.asdict(contents), str(path), False)
    _lay_out(path, contents, bad)
    mending = _Mending(path, contents, level.puzzle)
    try:
        for name, part in sorted(bad, key=lambda one: (ORDER.index(one[0]), one[1])):
            mending.mend(name, part)
    except (RuleError, LookupError, ValueError, OverflowError):  # other parts are damaged, too
        return False
    finally:
        mending.close()
    return not any(damaged(path, contents))


def _lay_out(path: Path, contents: Manifest, bad: list[tuple[str, int]]) -> None:
    """Write the header of each damaged file and restore its size."""
    for name in {name for name, _ in bad}:
        shape, dtype = contents.shape(name), contents.dtype(name)
        size = HEADER + int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
        place = path_of(path, name)
        with files.open_no_follow(place, "x+b" if files.is_missing(place) else "r+b") as file:
            file.write(header(dtype, shape))
            file.truncate(size)


class _Mending:
    """The arrays of a store, opened for writing, and the rules in Python."""

    def __init__(self, path: Path, contents: Manifest, puzzle: Puzzle):
        self._puzzle, self._variables, self._goal = puzzle, puzzle.variables, contents.goal
        self._label = {name: k for k, name in enumerate(contents.label_names)}
        self._sums = {name: about["parts"] for name, about in contents.arrays.items()}
        self._expanded = contents.expanded
        self._index: RowIndex | None = None
        for name in GRAPH:
            with files.open_no_follow(path_of(path, name), "r+b") as file:
                mapped = np.memmap(file, contents.dtype(name), "r+", HEADER, contents.shape(name))
            setattr(self, name, mapped)
        self.offsets: np.ndarray
        self.states: np.ndarray
        self.targets: np.ndarray
        self.labels: np.ndarray

    def close(self) -> None:
        """Write all changes to the disk."""
        for name in GRAPH:
            getattr(self, name).flush()

    def mend(self, name: str, part: int) -> None:
        """Recompute a part; ``ValueError`` if its checksum does not match."""
        first = part * PART_ROWS
        last = min(first + PART_ROWS, len(getattr(self, name)))
        getattr(self, f"_mend_{name}")(first, last)
        if checksums(getattr(self, name), [part]) != [self._sums[name][part]]:
            raise ValueError(f"{name}, part {part}")

    def _mend_offsets(self, first: int, last: int) -> None:
        """Recompute offsets from the previous offset and the number of moves of each state."""
        if not first:
            self.offsets[0] = 0
        for row in range(max(1, first), last):
            count = sum(1 for _ in self._moves(row - 1))
            self.offsets[row] = self.offsets[row - 1] + count

    def _mend_states(self, first: int, last: int) -> None:
        """Recompute states by making the first move that leads to each of them."""
        if not first:
            self.states[0] = self._variables.pack(self._puzzle.start)
        missing = max(1, first)
        row = move = 0
        for begin in range(0, len(self.targets), PART_ROWS):
            targets = self.targets[begin : begin + PART_ROWS]
            while missing < last and len(hits := np.flatnonzero(targets == missing)):
                move = begin + int(hits[0])
                row = int(np.searchsorted(self.offsets, move, "right")) - 1
                state = list(self._moves(row))[move - int(self.offsets[row])][1]
                self.states[missing] = self._variables.pack(state)
                missing += 1

    def _mend_targets(self, first: int, last: int) -> None:
        """Recompute the targets of moves: make each move, and look up its target."""
        if self._index is None:
            self._index = RowIndex(np.asarray(self.states), self._goal)
        for moves, row_moves in self._rows(first, last):
            packed = [self._variables.pack(state) for _, state in row_moves]
            numbers = self._index.find(np.array(packed, np.int64))
            wins = [self._puzzle.is_goal(state) for _, state in row_moves]
            self.targets[moves] = np.where(wins, -1 if self._goal is None else self._goal, numbers)

    def _mend_labels(self, first: int, last: int) -> None:
        """Recompute the labels of moves."""
        for moves, row_moves in self._rows(first, last):
            self.labels[moves] = [self._label[label] for label, _ in row_moves]

    def _moves(self, row: int) -> Iterable:
        """Return the moves of a state; the goal and unexpanded states have no moves."""
        if row == self._goal or row >= self._expanded:
            return ()
        return self._puzzle.moves(self._variables.unpack(self.states[row].tolist()))

    def _rows(self, first: int, last: int) -> Iterator[tuple[slice, list]]:
        """Yield the moves from `first` to `last` - 1, grouped by their source state."""
        row = int(np.searchsorted(self.offsets, first, "right")) - 1
        while first < last:
            begin, end = int(self.offsets[row]), int(self.offsets[row + 1])
            stop = min(end, last)
            if first < stop:
                yield slice(first, stop), list(self._moves(row))[first - begin : stop - begin]
            first, row = max(first, stop), row + 1
