"""Worker tasks that expand a block of states; `stategraph.store.numbering` shows their cooperation.

Each worker has a *share* of the work: a range of the states of each block, and the states that it
owns. Its tasks for a block run one after the other and keep their arrays in memory. If a worker
loses them, its next task returns None, and the block begins again. The states of the owner are then
read from the store.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from stategraph.engines.native import fail
from stategraph.formats.npz import stored_level
from stategraph.native.compiled import CompiledRules
from stategraph.native.growing import Growing
from stategraph.native.templates.outcomes import FAILED, STOPPED
from stategraph.native.templates.owners import Expanded, Numbered, Order, Position
from stategraph.rules.puzzle import Puzzle
from stategraph.store import arrays, manifest, task_files
from stategraph.store.arrays import read_rows, write_rows
from stategraph.store.owned_states import CopiedStates, OwnedStates
from stategraph.store.sent_keys import SentKeys

# Number of keys that are looked up together. 16 keys took 1.3 to 1.7 times as long; 1,024 keys are
# as fast.
BATCH_KEYS = 128

# Initial capacity for moves.
FIRST_MOVES = 1 << 18

# Compiled rules write into shared arrays, so each process runs one task at a time.
_one_at_a_time = threading.Lock()

EMPTY = np.empty(0, np.int32)

Result = TypeVar("Result")


class Place(NamedTuple):
    """The store and the exchange folder of the tasks of a layer or block.

    Attributes
    ----------
    folder : str
        the store
    exchange : str
        the folder for the files of the tasks
    level : str
        a digest of the store's level
    depth : int
        number of the layer or block
    width : int
        words of a packed state
    memory : int
        bytes of memory that a worker may keep between tasks
    remote : bool
        whether workers may be on other machines, and the store on a network
    """

    folder: str
    exchange: str
    level: str
    depth: int
    width: int
    memory: int
    remote: bool

    def file(self, name: str, number: int) -> Path:
        """Return the file in which a task leaves its result for the chunk or worker `number`."""
        return Path(self.exchange) / str(self.depth) / f"{name}-{number}"


class Chunk(NamedTuple):
    """States that a task processes together.

    Attributes
    ----------
    number : int
        its number among the chunks
    first, last : int
        the states from `first` to `last` - 1
    """

    number: int
    first: int
    last: int


class Share(NamedTuple):
    """The share of a worker in a block.

    Attributes
    ----------
    number, shares : int
        the number of the worker, which is also an owner, and the number of all workers
    first, last : int
        the worker expands the states from `first` to `last` - 1
    states, goal : int
        number of states before the block, and the goal, -1 if it was not reached before
    attempt : int
        how often the block was begun before
    """

    number: int
    shares: int
    first: int
    last: int
    states: int
    goal: int
    attempt: int


def alone(task: Callable[..., Result]) -> Callable[..., Result]:
    """Make a task of another search wait until no task runs; free the memory of expansions."""

    @functools.wraps(task)
    def run(*args: object) -> Result:
        with _one_at_a_time:
            _workers.clear()
            return task(*args)

    return run


def greet(place: Place) -> str | None:
    """Compile the rules; return their digest, or None if this process does not see the store."""
    if not Path(place.exchange).is_dir():
        return None
    prepare(place.folder, place.level)
    return digest_of_rules(place.folder, place.level)


def digest_of_rules(folder: str, level: str) -> str:
    """Return a digest of the rules of a store's level; equal digests mean equal rules."""
    program = _rules(folder, level)[1].program
    return hashlib.sha256(f"{program.text}\n{program.labels.size}".encode()).hexdigest()


def prepare(folder: str, level: str) -> CompiledRules:
    """Return the rules of a store's level after their compilation."""
    rules = _rules(folder, level)[1]
    rules.loops.begin()
    rules.loops.wait()
    return rules


@functools.lru_cache(maxsize=1)
def _rules(folder: str, level: str) -> tuple[Puzzle, CompiledRules]:
    """Return the puzzle of a store's level, and its compiled rules."""
    contents = manifest.read(Path(folder))
    puzzle = stored_level(dataclasses.asdict(contents), folder, False).puzzle
    return puzzle, CompiledRules(puzzle, "owners")


def _read(place: Place, first: int, last: int) -> np.ndarray:
    """Return packed states (., w) of the store, from `first` to `last` - 1."""
    dtype = (np.int64, place.width)
    return read_rows(Path(place.folder), "states", first, last - first, dtype)


# ----------------------------------------------------------------------------- the tasks of a block


def moves(place: Place, share: Share) -> tuple[int, int]:
    """Expand the states of a share, and send the target of each move to its owner.

    Writes ``keys{o}`` (k, w) for each other owner o, and the numbers of moves into the store.

    Returns
    -------
    tuple
        the number of moves, and the first winning move, or -1
    """
    with _one_at_a_time:
        key = place.exchange, share.number
        for other in [other for other in _workers if other[0] != place.exchange]:
            del _workers[other]
        if not can_run(place, share):
            _workers.pop(key, None)  # free its memory first
            _workers[key] = _Worker(place, share)
        return _workers[key].once(share, "moves", place)


def forget() -> bool:
    """Free the memory of expansions, which the driver may need now."""
    with _one_at_a_time:
        _workers.clear()
    return True


def checksums(
    folder: Path, name: str, dtype: np.dtype, shape: tuple[int, ...], parts: Sequence[int]
) -> list[int]:
    """Return the checksum of each of the given parts of an array of the store."""
    return arrays.checksums(arrays.opened(arrays.path_of(folder, name), dtype, shape, True), parts)


def can_run(place: Place, share: Share) -> bool:
    """Return whether this process has the arrays to expand a share, without reading the store."""
    worker = _workers.get((place.exchange, share.number))
    return worker is not None and worker.can_run(share)


def label_type(place: Place) -> type:
    """Return the dtype of label numbers."""
    return _rules(place.folder, place.level)[1].program.labels.dtype


def sift(place: Place, share: Share) -> list[int] | None:
    """Look up the states that all workers have sent to this owner, worker by worker.

    Writes ``answers{v}`` (.,) int32 for each other worker v. The answer for a known state is its
    number; for the j-th new state, counted from 1, it is -j.

    Returns, for each worker, the number of new states that it reaches first.
    """
    return _later(share, "sift", place)


def number(
    place: Place, share: Share, begin: Sequence[int], new: Sequence[int], base: int, won: bool,
    room: int,
) -> tuple[int, int, int, int, np.ndarray] | None:  # fmt: skip
    """Number the new states that this worker reaches first, from `base` on, in order of discovery.

    Writes the states into the store, and their ``numbers{o}`` for each owner o.

    Parameters
    ----------
    begin, new
        for each owner, the number of new states that earlier workers reach first, and that this
        worker reaches first
    won
        whether this worker reaches the goal first
    room
        the maximum number of new states

    Returns
    -------
    tuple
        the numbers of expanded states, of their moves, and of new states, the goal if it is new,
        else -1, and the labels that occur
    """
    return _later(share, "number", place, begin, new, base, won, room)


def settle(place: Place, share: Share, move: int, goal: int, states: int) -> bool | None:
    """Store the numbers of the owner's new states; write the share's moves into the store.

    `move` is the number of the share's first move, and `goal` that of the goal. `states` is the
    number of states after this block; -1 if the expansion ends here, so that no owner needs its
    states.
    """
    return _later(share, "settle", place, move, goal, states)


def _later(share: Share, task: str, place: Place, *args: object) -> Any:
    """Run a method of the worker that has run `moves` for this share; None if it is lost."""
    with _one_at_a_time:
        worker = _workers.get((place.exchange, share.number))
        if worker is None or worker.share != share:
            return None
        return worker.once(share, task, place, *args)


class _Worker:
    """The arrays of a worker: the states that it owns, and the moves of its share of a block."""

    def __init__(self, place: Place, share: Share):
        self.puzzle, self.rules = _rules(place.folder, place.level)
        self.share, self._results = share, dict[str, object]()
        owned = CopiedStates if place.remote else OwnedStates
        self._owned = owned(self.puzzle.variables, share.number, share.shares)
        self._sent = SentKeys(self.puzzle.variables, share.shares)
        labels = self.rules.program.labels
        self._refs = Growing(FIRST_MOVES, np.int32)
        self._labels = Growing(FIRST_MOVES, labels.dtype)
        self._targets = Growing(0, np.int32)
        self._occurs = np.zeros(labels.size, np.uint8)
        self._goal = np.zeros((1, place.width), np.int64)
        self._batch, self._filled, self._won = self.rules.batch, 0, -1

    def can_run(self, share: Share) -> bool:
        """Return whether the arrays are those before a share, or already those of the share."""
        is_next = share.states == self._owned.read and share.attempt == 0
        return share == self.share or (is_next and "settle" in self._results)

    def once(self, share: Share, task: str, *args: object) -> Any:
        """Return the result of a task, which runs once for each share."""
        if share != self.share:
            self.share, self._results = share, {}
        if task not in self._results:
            self._results[task] = getattr(self, task)(*args)
        return self._results[task]

    def _others(self) -> list[int]:
        return [o for o in range(self.share.shares) if o != self.share.number]

    # ---------------------------------------------------------------------------------------- moves

    def moves(self, place: Place) -> tuple[int, int]:
        """See `moves`."""
        share, self._filled, self._won = self.share, 0, -1
        self._owned.learn(Path(place.folder), share.states, place.memory)
        self._sent.clear()
        self._occurs[:] = 0
        self._expand(_read(place, share.first, share.last))
        write_rows(Path(place.folder), "degrees", share.first, self._degrees)
        self._sent.group()
        keys = {f"keys{o}": self._sent.of(o) for o in self._others()}
        task_files.put(place.file("keys", share.number), keys)
        return self._filled, self._won

    def _expand(self, states: np.ndarray) -> None:
        """Expand states, and send the targets of their moves."""
        head, status = 0, STOPPED
        self._degrees = np.empty(len(states), np.uint32)
        goal, most = self.share.goal - self.share.first, self.rules.program.most
        while head < len(states):
            if status == FAILED and self._batch == 1:
                fail(self.puzzle, self.puzzle.variables.unpack(states[head].tolist()))
            self._batch = 1 if status == FAILED else self._batch  # to find the state
            self._sent.grow(self._batch * most)
            if self._filled + self._batch * most > len(self._refs):
                size = self._refs.ample(self._filled + self._batch * most)
                self._refs.resize(size)
                self._labels.resize(size)
            head, self._filled, self._sent.segments, self._won, status = self.rules.run(
                "send",
                states,
                self._expanded,
                self._sent.arrays,
                Position(
                    head, len(states), self._filled, self._sent.segments, self._won, goal,
                    self._batch, most,
                ),
            )  # fmt: skip

    @property
    def _expanded(self) -> Expanded:
        return Expanded(
            self._degrees, self._refs.array, self._labels.array, self._occurs, self._goal
        )

    # -------------------------------------------------------------------------------------- answers

    def sift(self, place: Place) -> list[int]:
        """See `sift`."""
        share, owned, name = self.share, self._owned, f"keys{self.share.number}"
        keys = [
            self._sent.of(v)
            if v == share.number
            else task_files.take(place.file("keys", v), name)[0]
            for v in range(share.shares)
        ]
        owned.grow(sum(map(len, keys)))
        new, answers = [], {}
        for v, part in enumerate(keys):
            before = owned.new
            answers[f"answers{v}"] = self._look_up(part)
            new.append(owned.new - before)
        self._answers = answers.pop(f"answers{share.number}")
        task_files.put(place.file("answers", share.number), answers)
        return new

    def _look_up(self, keys: np.ndarray) -> np.ndarray:
        """Return the answer to each key."""
        answers, slots = np.empty(len(keys), np.int32), np.empty(BATCH_KEYS, np.int64)
        owned = self._owned
        owned.new = self.rules.loops.run("sift", keys, *owned.table(), owned.new, slots, answers)
        return owned.numbers_of(answers)

    # -------------------------------------------------------------------------------------- numbers

    def number(
        self,
        place: Place,
        begin: Sequence[int],
        new: Sequence[int],
        base: int,
        won: bool,
        room: int,
    ) -> tuple[int, int, int, int, np.ndarray]:
        """See `number`."""
        share, name = self.share, f"answers{self.share.number}"
        answers = np.concatenate([
            self._answers
            if o == share.number
            else task_files.take(place.file("answers", o), name)[0]
            for o in range(share.shares)
        ])  # fmt: skip
        starts, other_starts = (np.cumsum([0, *sizes]) for sizes in (new, begin))
        numbers = np.empty(starts[-1], np.int32)
        states = np.empty((min(len(numbers) + won, room), place.width), np.int64)
        first = np.array(begin, np.int64)
        if self._filled > len(self._targets):
            self._targets.resize(len(self._refs))
        result = self.rules.loops.run(
            "number",
            self._expanded,
            self._sent.arrays,
            self._sent.places,
            answers,
            Order(first, first.copy(), starts, other_starts),
            Numbered(self._targets.array[: self._filled], states, numbers),
            base,
            self._won if won else -1,
        )
        heads, self._filled, count, goal = map(int, result)  # plain Python returns numpy's numbers
        write_rows(Path(place.folder), "states", base, states[:count])
        self._numbers = np.split(numbers, starts[1:-1])
        files = {f"numbers{o}": part for o, part in enumerate(self._numbers)}
        task_files.put(place.file("numbers", share.number), files)
        if heads < len(self._degrees):  # the expansion ends in this share
            self._occurs[:] = 0
            self._occurs[self._labels.array[: self._filled]] = 1
        return heads, self._filled, count, goal, np.flatnonzero(self._occurs)

    def settle(self, place: Place, move: int, goal: int, states: int) -> bool:
        """See `settle`."""
        me, shares = self.share.number, self.share.shares
        names = [f"numbers{o}" for o in range(shares)]
        before = [task_files.take(place.file("numbers", v), *names) for v in range(me)]
        if states >= 0:
            after = [
                task_files.take(place.file("numbers", v), names[me])[0]
                for v in range(me + 1, shares)
            ]
            mine = [numbers[me] for numbers in before] + [self._numbers[me], *after]
            self._owned.settle(np.concatenate(mine), states)
        others = [numbers[o] for o in range(shares) for numbers in before]
        targets = self._targets.array[: self._filled]
        self.rules.loops.run("resolve", targets, np.concatenate([EMPTY, *others]), goal)
        folder = Path(place.folder)
        write_rows(folder, "targets", move, targets)
        write_rows(folder, "raw_labels", move, self._labels.array[: self._filled])
        return True


# The workers in this process, by exchange folder and number.
_workers: dict[tuple[str, int], _Worker] = {}
