"""Transfer of files to the workers of a cluster that do not see the store's folder.

Each worker has a *private folder* on its own disk, with the files that the tasks of
`stategraph.store.expansion_tasks` read and write::

    driver, with the store                                 worker, with its private folder
    a call, the states of its share, ───────────────────►  states.npy, exchange/
    and what other workers sent to this worker                 the same task as on a shared disk
    the store, what it sends to others  ◄── with the result ── degrees, states, targets, labels

So all states and moves pass through the driver, unlike on a shared disk.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stategraph.errors import InputError
from stategraph.store import expansion_tasks, manifest, task_files
from stategraph.store.arrays import path_of, read_rows, write_rows
from stategraph.store.expansion_tasks import Place, Share
from stategraph.store.owned_states import STATES_PER_READ
from stategraph.store.writer import FILLED

# The kind of files that each task reads, and the kind that it writes, one file for each worker. In
# a file, the array ``keys1`` is for worker 1.
READS = {"sift": "keys", "number": "answers", "settle": "numbers"}
WRITES = {"moves": "keys", "sift": "answers", "number": "numbers"}

# The arrays of a file by name.
Arrays = dict[str, np.ndarray]


class Rows(NamedTuple):
    """Rows of an array of the store, from row number `first` on."""

    name: str
    first: int
    rows: np.ndarray

    def write(self, folder: str) -> None:
        """Write the rows into the array's file in a folder."""
        write_rows(Path(folder), self.name, self.first, self.rows)


class Answer(NamedTuple):
    """The result of a task, the arrays for other workers, and the rows of the store."""

    result: Any
    arrays: Arrays
    rows: list[Rows]


# ----------------------------------------------------------------------------------- in the workers


class _Home:
    """The private folder of a worker, for one expansion.

    Attributes
    ----------
    exchange : str
        the driver's folder for the files of tasks, which identifies the expansion
    states : int
        number of first states that the folder has
    moves : int
        number of moves of the current share
    """

    def __init__(self, folder: Path, exchange: str, contents: bytes):
        self._folder, self.exchange, self.states, self.moves = folder, exchange, 0, 0
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / manifest.NAME).write_bytes(contents)
        for name in FILLED:
            path_of(folder, name).touch()

    def place(self, place: Place) -> Place:
        """Return the place for a task of this worker; remove the files of earlier blocks."""
        exchange = self._folder / "exchange"
        here = place._replace(folder=str(self._folder), exchange=str(exchange))
        if not (exchange / str(place.depth)).is_dir():
            shutil.rmtree(exchange, ignore_errors=True)
            (exchange / str(place.depth)).mkdir(parents=True)
        return here


# The private folder of each worker in this process, by name.
_homes: dict[Path, _Home] = {}


def _private() -> Path:
    from distributed import get_worker

    return Path(get_worker().local_directory) / "stategraph"


def begin(place: Place, contents: bytes) -> str:
    """Make this worker's folder for a store with this manifest; return the digest of its rules."""
    folder = _private()
    _homes[folder] = _Home(folder, place.exchange, contents)
    expansion_tasks.prepare(str(folder), place.level)
    return expansion_tasks.digest_of_rules(str(folder), place.level)


def learn(place: Place, rows: Rows) -> bool:
    """Keep further states, which this worker reads to find those that it owns."""
    home = _homes.get(_private())
    if home is None or (home.exchange, home.states) != (place.exchange, rows.first):
        return False
    rows.write(home.place(place).folder)
    home.states += len(rows.rows)
    return True


def run(
    task: Callable[..., Any], place: Place, share: Share, call: tuple, files: dict[str, Arrays],
    states: Rows | None,
) -> Answer | None:  # fmt: skip
    """Run a task in the private folder; return None if this worker has lost its data.

    `files` has the files of other workers, and `states` the states of the share.
    """
    home = _homes.get(_private())
    if home is None or home.exchange != place.exchange:
        return None
    here, name = home.place(place), task.__name__
    if states is not None:
        if home.states < share.states and not expansion_tasks.can_run(here, share):
            return None
        states.write(here.folder)
    for file, arrays in files.items():
        task_files.put(Path(here.exchange) / str(here.depth) / file, arrays)
    result = task(here, share, *call)
    if result is None:
        return None
    if name == "number":
        home.moves = result[1]
    sent = task_files.take_all(here.file(WRITES[name], share.number)) if name in WRITES else {}
    written = [
        Rows(array, first, read_rows(Path(here.folder), array, first, count, dtype))
        for array, first, count, dtype in _written(home, here, share, name, call, result)
    ]
    return Answer(result, sent, written)


def _written(
    home: _Home, here: Place, share: Share, task: str, call: tuple, result: Any
) -> Iterator[tuple[str, int, int, object]]:
    """Yield the array, first row, number of rows and dtype of each part that a task has written."""
    if task == "moves":
        yield "degrees", share.first, share.last - share.first, np.uint32
    elif task == "number":
        yield "states", call[2], result[2], (np.int64, here.width)
    elif task == "settle":
        yield "targets", call[0], home.moves, np.int32
        yield "raw_labels", call[0], home.moves, expansion_tasks.label_type(here)


# ------------------------------------------------------------------------------------ in the driver


class PrivateFolders:
    """Workers with private folders: a `stategraph.store.numbering.Pool` for expansions.

    Parameters
    ----------
    pool : Pool
        the workers, to which this process sends
    """

    remote = True

    def __init__(self, pool: Any):
        self.workers, self.memory = pool.workers, pool.memory
        self._pool, self._ready = pool, False
        self._sent: dict[int, Arrays] = {}

    def ready(self, *first: object) -> bool:
        """Return True, because the workers have started already."""
        return True

    def greet(self, place: Place) -> bool:
        """Return False: the workers do not see the driver's folder."""
        return False

    def run(
        self, task: Callable[..., object], calls: Sequence[tuple], on_result: Callable[[], None]
    ) -> list[Any]:
        """Run a task for each of the calls; return the results, or None where data was lost."""
        place, first = calls[0][:2]
        name, moves = task.__name__, task is expansion_tasks.moves
        if moves and (first.attempt or not self._ready):
            self._ready = self._teach(place, first.states)
        answers = self._pool.run(
            run,
            [
                (
                    task,
                    place,
                    share,
                    call,
                    self._files(name, share),
                    self._states(place, share, moves),
                )
                for place, share, *call in calls
            ],
            on_result,
        )
        if any(answer is None for answer in answers):
            return [None] * len(calls)
        self._sent = {call[1].number: a.arrays for call, a in zip(calls, answers, strict=True)}
        for answer in answers:
            for rows in answer.rows:
                rows.write(place.folder)
        return [answer.result for answer in answers]

    def _teach(self, place: Place, states: int) -> bool:
        """Make the folder of each worker, and send all states, which it reads to begin."""
        ours = expansion_tasks.digest_of_rules(place.folder, place.level)
        contents = (Path(place.folder) / manifest.NAME).read_bytes()
        for theirs in self._each(begin, place, contents):
            if theirs != ours:
                raise InputError("--cluster: a worker has another version of the rules")
        for first in range(0, states, STATES_PER_READ):
            last = min(states, first + STATES_PER_READ)
            self._each(learn, place, self._rows(place, first, last))
        return True

    def _each(self, task: Callable[..., object], *call: object) -> list[Any]:
        """Run a task once in each worker."""
        return self._pool.run(task, [call] * self.workers, lambda: None)

    def _rows(self, place: Place, first: int, last: int) -> Rows:
        dtype = (np.int64, place.width)
        rows = read_rows(Path(place.folder), "states", first, last - first, dtype)
        return Rows("states", first, rows)

    def _states(self, place: Place, share: Share, moves: bool) -> Rows | None:
        return self._rows(place, share.first, share.last) if moves else None

    def _files(self, task: str, share: Share) -> dict[str, Arrays]:
        """Return the files that a worker reads in a task; only its own arrays, if that suffices."""
        if task not in READS:
            return {}
        kind, mine = READS[task], f"{READS[task]}{share.number}"
        return {
            f"{kind}-{v}": {mine: arrays[mine]} if kind != "numbers" else arrays
            for v, arrays in self._sent.items()
            if v != share.number
        }
