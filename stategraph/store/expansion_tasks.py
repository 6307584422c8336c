"""Worker tasks that expand a layer; `stategraph.store.numbering` shows how they work together.

A task reads files, writes files, and returns their names and a few numbers. A worker also keeps
compiled rules and the states of its owners in memory. It computes these from the store, and does so
again if they are lost.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stategraph.engines.array_stores import ExpansionProgress
from stategraph.engines.native import Native, Run
from stategraph.engines.spot_checks import check_moves, some_of
from stategraph.errors import InputError
from stategraph.files import open_no_follow
from stategraph.formats.npz import stored_level
from stategraph.native.growing import Growing
from stategraph.native.labels import Labels
from stategraph.store import manifest, task_files
from stategraph.store.arrays import HEADER, path_of
from stategraph.store.owned_states import STATES_PER_READ, Owned, group

# Compiled rules write into shared arrays, so each process runs one task at a time.
_one_at_a_time = threading.Lock()

# The states of owners that this process keeps in memory.
_held: dict[tuple[str, int, int], Owned] = {}


class Place(NamedTuple):
    """Where the tasks of a layer find the store, and where they exchange files.

    Attributes
    ----------
    folder : str
        the store
    exchange : str
        the folder for the files of the layers
    level : str
        a digest of the store's level
    depth : int
        number of the layer
    width : int
        words of a packed state
    memory : int
        bytes of memory that a worker may keep between tasks
    """

    folder: str
    exchange: str
    level: str
    depth: int
    width: int
    memory: int

    def file(self, name: str, number: int) -> Path:
        """Return the file in which a task leaves its result for the chunk or owner `number`."""
        return Path(self.exchange) / str(self.depth) / f"{name}-{number}"


class Chunk(NamedTuple):
    """States of a layer that are expanded together.

    Attributes
    ----------
    number : int
        its number among the chunks of the layer
    first, last : int
        the states from `first` to `last` - 1
    """

    number: int
    first: int
    last: int


def alone(task: Any) -> Any:
    """Make a task wait until no other task runs in this process."""

    @functools.wraps(task)
    def run(*args: Any) -> Any:
        with _one_at_a_time:
            return task(*args)

    return run


def greet(place: Place) -> str:
    """Return a digest of the rules of the store's level; equal digests mean equal rules."""
    if not Path(place.exchange).is_dir():
        raise InputError(f"does not see {place.exchange}: --store must be on a disk that all share")
    program = _rules(place.folder, place.level).rules.program
    return hashlib.sha256(f"{program.text}\n{program.labels.size}".encode()).hexdigest()


# --------------------------------------------------------------------------------- moves of a chunk


@alone
def moves(place: Place, chunk: Chunk, goal: int, owners: int) -> tuple[str, int, int]:
    """Expand the states of a chunk; write its moves, and each target state once, by owner.

    If n states have m moves to k other states, the task writes these arrays:

    - ``degrees`` (n,), ``raw_labels`` (m,), and ``met``, which marks the labels that occur;
    - ``targets`` (m,): indices into the n states followed by the k states in order of discovery;
    - ``keys`` (., w) for each owner: those of the k states that it owns;
    - ``order`` (k,): for each grouped state, its index among the k states.

    Returns the file, the index of the goal among the k states (-1 if it is not there), and m.
    """
    rules = _rules(place.folder, place.level)
    memory_store = _MemoryStore(_states(place, chunk.first, chunk.last), goal - chunk.first)
    run = Run(rules, lambda: 0, memory_store)  # no memory for a dense index
    count = chunk.last - chunk.first
    while run.head < count:
        run.advance(count)
    _check(run, count)
    new = run.store.states[count : run.store.n]
    won = run.goal - count if run.goal >= count else -1
    size = len(new) - (won >= 0)
    ends, order = np.empty(owners + 1, np.int64), np.empty(size, np.int32)
    keys = np.empty((size, place.width), np.int64)
    group(new, won, owners, ends, order, keys)
    grouped = {f"keys{o}": keys[ends[o] : ends[o + 1]] for o in range(owners)}
    labels = run.labels.array[: run.filled]
    label_marks = np.zeros(rules.rules.program.labels.size, np.uint8)
    rules.rules.loops.run("meet", labels, label_marks)
    arrays = {
        "degrees": run.store.column("degrees")[:count],
        "raw_labels": labels,
        "met": label_marks,
        "targets": run.targets.array[: run.filled],
        "order": order,
        "won": new[won : won + 1] if won >= 0 else new[:0],
        **grouped,
    }
    return task_files.put(place.file("moves", chunk.number), arrays), won, run.filled


def _check(run: Run, count: int) -> None:
    """Compare some states of a chunk with the moves in Python; ``MisreadError`` if they differ."""
    ends = np.cumsum(run.store.column("degrees")[:count])
    states, unpack = run.store.states, run.puzzle.variables.unpack
    for node in some_of(count):
        if node == run.goal:
            continue
        here = slice(int(ends[node - 1]) if node else 0, int(ends[node]))
        labels = run.labels.array[here]
        names = run.program.labels.names(np.unique(labels))
        moves = [
            (names[label], None if to == run.goal else tuple(states[to].tolist()))
            for label, to in zip(labels.tolist(), run.targets.array[here].tolist(), strict=True)
        ]
        check_moves(run.puzzle, unpack(states[node].tolist()), moves)


class _MemoryStore:
    """Keeps the arrays of a chunk in memory: a `stategraph.engines.array_stores.ArrayStore`."""

    by_levels, in_place, small = True, True, False

    def __init__(self, states: np.ndarray, goal: int):
        self._states, self._goal = states, goal if 0 <= goal < len(states) else -1

    def begin(self, labels: Labels) -> ExpansionProgress:
        """Return a progress with all states of the chunk, none of which is expanded."""
        count = len(self._states)
        return ExpansionProgress(0, count, 0, self._goal, count)

    def array(self, name: str, size: int, dtype: object, *row: int) -> Growing:
        """Return a new array; the array of states holds the states of the chunk."""
        array = Growing(size, dtype, *row)
        if name == "states":
            array.array[: len(self._states)] = self._states
        return array

    def at(self, expanded: int) -> None:
        """Do nothing: the progress of a chunk is not reported."""

    def level(self, reached: ExpansionProgress, label_marks: np.ndarray) -> None:
        """Do nothing: a chunk has no layers."""


@functools.lru_cache(maxsize=1)
def _rules(folder: str, level: str) -> Native:
    """Return the compiled rules of a store's level."""
    contents = manifest.read(Path(folder))
    return Native(stored_level(dataclasses.asdict(contents), folder, False).puzzle)


def _states(place: Place, first: int, last: int) -> np.ndarray:
    """Return packed states (., w) of the store, from `first` to `last` - 1."""
    row, count = 8 * place.width, (last - first) * place.width
    with open_no_follow(path_of(Path(place.folder), "states"), "rb") as file:
        rows = np.fromfile(file, np.int64, count, offset=HEADER + first * row)
    return rows.reshape(last - first, place.width)


# ------------------------------------------------------------------------------- states of an owner


@alone
def sift(place: Place, owner: int, owners: int, states: int, sent: Sequence[str]) -> tuple:
    """Look up the states that the chunks of a layer have sent to an owner, chunk by chunk.

    Writes an array ``answers`` (.,) int32 for each chunk. The answer for a state is its number if
    it is among the first `states` states of the store, and -j if it is the j-th new state.

    Returns the file, and the number of new states that each chunk reaches first.
    """
    owned = _owned(place, owner, owners, states)
    name = f"keys{owner}"
    results = list(owned.sift(task_files.take(path, name)[0] for path in sent))
    arrays = {f"answers{p}": answers for p, (answers, _) in enumerate(results)}
    return task_files.put(place.file("sifted", owner), arrays), [new for _, new in results]


def _owned(place: Place, owner: int, owners: int, states: int) -> Owned:
    """Return an owner's states among the first `states` states of the store.

    The process keeps them in memory for later tasks if there is room. It first drops the data of
    other stores and of other divisions into owners, and then the least recently used data.
    """
    ours = (place.exchange, owner, owners)
    for key in [key for key in _held if (key[0], key[2]) != (ours[0], owners)]:
        del _held[key]
    owned = _held.pop(ours, None) or Owned(owner, owners, place.width)
    while (
        _held
        and owned.size + sum(other_owned.size for other_owned in _held.values()) > place.memory
    ):
        del _held[next(iter(_held))]
    if owned.read > states or not owned.learn(_read(place, owned.read, states)):
        owned = Owned(owner, owners, place.width)
        owned.learn(_read(place, 0, states))
    _held[ours] = owned
    return owned


def _read(place: Place, first: int, last: int) -> Iterator[np.ndarray]:
    for begin in range(first, last, STATES_PER_READ):
        yield _states(place, begin, min(last, begin + STATES_PER_READ))


# ------------------------------------------------------------------------------------- new numbers


@alone
def number(
    place: Place, chunk: Chunk, sent: str, sifted: Sequence[str], before: Sequence[int],
    base: int, won: int,
) -> tuple[str, int]:  # fmt: skip
    """Number the new states that a chunk reaches first, from `base` on, in order of discovery.

    Parameters
    ----------
    before
        for each owner, the number of new states that earlier chunks reach first
    won
        the index of the goal among the new states if this chunk reaches the goal first, else -1

    Returns
    -------
    tuple of str and int
        the file, and the number of the goal if it is new, else -1

    Notes
    -----
    Writes the new ``states`` (f, w) in order of discovery, and for each owner the ``numbers`` of
    its new states.
    """
    order, goal = task_files.take(sent, "order", "won")
    names = [f"keys{o}" for o in range(len(sifted))]
    keys = task_files.take(sent, *names)
    answers = [task_files.take(path, f"answers{chunk.number}")[0] for path in sifted]
    first = [a < -least for a, least in zip(answers, before, strict=True)]
    size = len(order) + len(goal)
    first_new, new = order[np.concatenate(first)], np.zeros(size, bool)
    new[first_new] = True
    if won >= 0:
        new[won] = True
    numbers = (base - 1 + np.cumsum(new)).astype(np.int32)
    rows = np.empty((np.count_nonzero(new), place.width), np.int64)
    rows[numbers[first_new] - base] = np.concatenate(
        [k[f] for k, f in zip(keys, first, strict=True)]
    )
    if won >= 0:
        rows[numbers[won] - base] = goal[0]
    ends = np.cumsum([np.count_nonzero(f) for f in first])[:-1]
    number_arrays = {
        f"numbers{o}": part for o, part in enumerate(np.split(numbers[first_new], ends))
    }
    path = task_files.put(place.file("new", chunk.number), {"states": rows, **number_arrays})
    return path, int(numbers[won]) if won >= 0 else -1


@alone
def tell(place: Place, owner: int, sifted: str, new: Sequence[str]) -> str:
    """Replace the answer -j for each new state of an owner by the number of the state."""
    name = f"numbers{owner}"
    numbers = np.concatenate([task_files.take(path, name)[0] for path in new])
    arrays = {}
    for p in range(len(new)):
        (answers,) = task_files.take(sifted, f"answers{p}")
        unknown = answers < 0
        answers[unknown] = numbers[-1 - answers[unknown]]
        arrays[f"answers{p}"] = answers
    return task_files.put(place.file("told", owner), arrays)


@alone
def resolve(place: Place, chunk: Chunk, sent: str, answer_files: Sequence[str], goal: int) -> str:
    """Write the ``targets`` (m,) int32 of a chunk's moves as state numbers of the store."""
    targets, order, won = task_files.take(sent, "targets", "order", "won")
    answers = [task_files.take(path, f"answers{chunk.number}")[0] for path in answer_files]
    count = chunk.last - chunk.first
    numbers = np.full(count + len(order) + len(won), goal, np.int32)
    numbers[:count] = np.arange(chunk.first, chunk.last)
    numbers[count + order] = np.concatenate(answers)
    return task_files.put(place.file("targets", chunk.number), {"targets": numbers[targets]})
