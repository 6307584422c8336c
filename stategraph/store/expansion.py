"""Expand a level into a store, or continue an expansion that was stopped or killed."""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from stategraph import files
from stategraph.engines.array_stores import Taken
from stategraph.engines.limits import Limits, Progress
from stategraph.errors import InputError, LevelError, OutputError
from stategraph.expand import expand
from stategraph.formats import integrity
from stategraph.formats.npz import stored_level
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.rules.puzzle import Puzzle
from stategraph.store import lock, manifest, numbering, reader
from stategraph.store.arrays import opened, path_of
from stategraph.store.manifest import GRAPH, WHOLE, Manifest
from stategraph.store.numbering import Pool
from stategraph.store.reader import OTHER_PACKING, read, refuse_damage
from stategraph.store.writer import FILLED, Writer, can_continue, sweep
from stategraph.variables import Variables

# The fields that must not change between the beginning and the end of an expansion.
SAME = ("family", "family_version", "native", "text", "packing")


@dataclass(frozen=True)
class Filled:
    """The progress of an expansion into a store.

    Attributes
    ----------
    states, moves : int
        states and moves reached until now
    expanded : int
        number of expanded states
    levels : list of int
        number of states of each layer; the last layer is not fully expanded
    words : int
        64-bit words of a packed state
    held : int
        number of states already in the store when the expansion was continued
    """

    states: int
    moves: int
    expanded: int
    levels: list[int]
    words: int
    held: int = 0

    @property
    def size(self) -> int:
        """The number of bytes of a complete store with these numbers of states and moves."""
        return self.states * (8 * self.words + 8) + self.moves * 6

    @property
    def share(self) -> float:
        """The expanded share of the last layer, from 0 to 1."""
        begin = sum(self.levels[:-1])
        return min(1.0, max(0.0, (self.expanded - begin) / self.levels[-1]))

    def forecast(self, levels: int) -> float | None:
        """Estimate the bytes that `levels` further layers need, if they grow like the last ones.

        Return None if there are too few layers for an estimate.
        """
        if len(self.levels) < 4 or not self.expanded:
            return None
        growth = (self.levels[-1] / self.levels[-4]) ** (1 / 3)
        states = self.levels[-1] * sum(growth**k for k in range(1, levels + 1))
        return states * self.size / self.states


def fill(
    folder: str | Path,
    level: Level | None,
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    resume: bool = False,
    progress: Callable[[Filled], None] | None = None,
    pool: Pool | None = None,
) -> Level:
    """Expand a level into a folder; return the level with its graph, in mapped files.

    A complete store is not changed. With `resume`, the expansion of an incomplete store continues
    from its last checkpoint. The files are then byte by byte the same as those of an uninterrupted
    expansion.

    Parameters
    ----------
    folder : str or Path
        the folder of the store
    level : Level or None
        None: the level of the existing store
    limits : Limits, optional
        the limit of memory applies to the index of states
    engine : str
        as for `stategraph.expand`
    resume : bool
        whether to continue a store that is not whole
    progress : callable, optional
        called with a `Filled` from time to time
    pool : Pool, optional
        workers that expand large layers; see `stategraph.store.cluster`

    Returns
    -------
    Level
        the level with its graph

    Raises
    ------
    InputError
        if the store belongs to another level, or another process fills it
    OutputError
        if it cannot be written; the last checkpoint stays valid
    """
    path = Path(folder)
    contents = _begun(path, level)
    if contents is not None and contents.state == WHOLE and not _swept_is_due(path):
        return read(path)
    if contents is not None and contents.state != WHOLE and not resume:
        raise InputError(
            f"{path}: is not whole: {contents.stopped or 'killed'}; --resume continues"
        )
    if level is None and contents is None:
        raise InputError(f"{path}: no store to continue: no LEVEL given")
    files.make_folder(path)
    with lock.locked(path):
        try:
            _fill(path, level, limits, engine, progress, pool)
        except OSError as error:
            reason = f"{error.strerror}; the finished part is kept, and --resume continues it"
            raise OutputError(f"cannot write {path}: {reason}") from None
        if contents is None:
            reader.remember_checked(path)
    return read(path)


def _swept_is_due(path: Path) -> bool:
    """Return whether the last writer of a complete store was killed before it cleaned up."""
    return any(files.is_file(path_of(path, name)) for name in FILLED if name not in GRAPH)


def _begun(path: Path, level: Level | None) -> Manifest | None:
    """Return the manifest of an existing store; None if the folder is missing or empty.

    Raises ``InputError`` if the folder holds other files, or a store of another level, or if the
    level cannot be stored.
    """
    expected = None if level is None else manifest.of(level)
    if not manifest.is_store(path):
        other_files = files.is_folder(path) and not all(map(_left_by_writer, path.iterdir()))
        if other_files or files.is_file(path):
            raise InputError(f"{path}: exists already and is not a store")
        return None
    contents = manifest.read(path)
    if expected is not None:
        _compare(path, contents, expected)
    return contents


def _left_by_writer(file: Path) -> bool:
    """Return whether a file may come from a writer that was killed before the first manifest."""
    return file.name == lock.NAME or file.name.startswith(f".{manifest.NAME}.")


def _compare(path: Path, stored: Manifest, expected: Manifest) -> None:
    """Raise ``InputError`` that names the difference if a store is not the expected one."""
    for name in SAME:
        ours, theirs = getattr(expected, name), getattr(stored, name)
        if ours == theirs:
            continue
        if name == "text":
            raise InputError(f"{path}: is of another level: {_first_difference(theirs, ours)}")
        property_name = name.replace("_", " ")
        raise InputError(f"{path}: its {property_name} is {theirs!r}, not {ours!r}")


def _first_difference(theirs: str, ours: str) -> str:
    """Return a description of the first line in which two texts differ."""
    pairs = enumerate(zip(theirs.splitlines() + [""], ours.splitlines() + [""], strict=False), 1)
    line, (their_line, our_line) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    return f"its line {line} is {their_line[:60]!r}, not {our_line[:60]!r}"


def _fill(
    path: Path,
    level: Level | None,
    limits: Limits | None,
    engine: str,
    progress: Callable[[Filled], None] | None,
    pool: Pool | None,
) -> None:
    """Expand into the folder, whose lock this process holds."""
    contents = _begun(path, level)  # another process may have completed the store meanwhile
    if contents is not None and contents.state == WHOLE:
        sweep(path, contents)
        return
    if contents is None:
        assert level is not None
        contents = manifest.of(level)
        contents.write(path)
    refuse_damage(path, contents, contents.arrays)
    if level is None:
        level = stored_level(dataclasses.asdict(contents), str(path), False)
    if contents.arrays:
        _refuse_nonsense(path, contents, level.puzzle.variables)
    writer = Writer(path, contents)

    def tell(states: int, moves: int) -> None:
        if progress is not None and states >= writer.manifest.states:  # not a comparison run
            words = contents.packing["words"]
            levels = list(writer.levels)
            progress(Filled(states, moves, writer.expanded, levels, words, writer.held))

    if pool is None:
        graph = expand(level.puzzle, limits, engine=engine, progress=tell, keeper=writer)
    else:
        graph = _shared(level.puzzle, limits or Limits(), engine, tell, writer, pool)
    writer.finish(graph)
    del graph
    sweep(path, writer.manifest)


def _shared(
    puzzle: Puzzle, limits: Limits, engine: str, tell: Progress, writer: Writer, pool: Pool
) -> ArrayGraph:
    """Expand into the files of a writer; the workers of a pool expand the large layers."""
    if limits.since is None:
        limits = dataclasses.replace(limits, since=time.monotonic())
    level = manifest.digest_of_level(writer.manifest)
    writer.shared = functools.partial(numbering.use_workers, pool, writer.folder, level)
    while True:
        try:
            return expand(puzzle, limits, engine=engine, progress=tell, keeper=writer)
        except Taken as handover:
            (reached,) = handover.args  # the engine frees its memory
        if not numbering.expand_with_workers(writer, pool, reached, limits, tell):
            writer.shared = None


def _refuse_nonsense(path: Path, contents: Manifest, variables: Variables) -> None:
    """Raise ``LevelError`` if the arrays to continue cannot be part of the level's graph.

    The check is needed because compiled rules use numbers in the arrays as indices. It does not
    show that the arrays form a state graph; this is checked when the store is read.
    """
    if manifest.packing(variables) != contents.packing:
        raise LevelError(OTHER_PACKING).located(str(path))
    if not can_continue(contents):
        return  # the expansion starts again, and no array is used
    states, degrees, targets, labels = (
        opened(path_of(path, name), contents.dtype(name), contents.shape(name), True)
        for name in FILLED
    )
    numbers = [number for number, _ in contents.raw_names]
    fits = (
        (len(states), len(degrees)) == (contents.states, contents.expanded)
        and len(targets) == len(labels) == contents.moves == degrees.sum(dtype=np.int64)
        and sum(contents.levels) == contents.states >= contents.expanded
        and (contents.goal is None or contents.goal < contents.states)
        and (not contents.moves or 0 <= targets.min() <= targets.max() < contents.states)
        and (not contents.moves or labels.max() <= max(numbers, default=-1))
    )
    try:
        if not fits:
            raise LevelError("is a damaged graph: its arrays contradict each other")
        integrity.check_states(states, variables)
    except LevelError as error:
        raise error.located(str(path)) from None
