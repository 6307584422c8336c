"""What workers do: the steps of a level that `stategraph.store.numbering` shows, file to file.

Tasks get and give names of files, and a few numbers. What a worker holds besides follows from the
store, and is made anew where it was lost: the compiled rules, and the states of its owners.
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

from stategraph.engines.keeping import Reached
from stategraph.engines.native import Native, Run
from stategraph.engines.spot_checks import check_moves, some_of
from stategraph.errors import InputError
from stategraph.files import open_no_follow
from stategraph.formats.npz import kept_level
from stategraph.native.growing import Growing
from stategraph.native.labels import Labels
from stategraph.store import exchange, manifest
from stategraph.store.arrays import HEADER, path_of
from stategraph.store.owned import PIECE, Owned, group

# Compiled rules write into arrays of their own: one task at a time in each process.
_one_at_a_time = threading.Lock()

# The states of owners that this process holds.
_held: dict[tuple[str, int, int], Owned] = {}


class Place(NamedTuple):
    """Where a level is expanded.

    Attributes
    ----------
    folder : str
        the store
    exchange : str
        where the files of its driver's levels go
    level : str
        a digest of what the store is of
    depth : int
        of the level that is expanded
    width : int
        words of a packed state
    memory : int
        bytes that a worker may keep from one task to the next
    """

    folder: str
    exchange: str
    level: str
    depth: int
    width: int
    memory: int

    def file(self, name: str, number: int) -> Path:
        """Return the file of a step, for the chunk or owner of that number."""
        return Path(self.exchange) / str(self.depth) / f"{name}-{number}"


class Chunk(NamedTuple):
    """States of a level that are expanded together.

    Attributes
    ----------
    number : int
        its place among the chunks of the level
    first, last : int
        the states from `first` to `last` - 1
    """

    number: int
    first: int
    last: int


def alone(task: Any) -> Any:
    """Have a task wait until no other runs in this process."""

    @functools.wraps(task)
    def run(*args: Any) -> Any:
        with _one_at_a_time:
            return task(*args)

    return run


def greet(place: Place) -> str:
    """Return what the rules of the store's level are here; two that give the same agree."""
    if not Path(place.exchange).is_dir():
        raise InputError(f"does not see {place.exchange}: --store must be on a disk that all share")
    program = _rules(place.folder, place.level).rules.program
    return hashlib.sha256(f"{program.text}\n{program.labels.size}".encode()).hexdigest()


# --------------------------------------------------------------------------------- moves of a chunk


@alone
def moves(place: Place, chunk: Chunk, goal: int, owners: int) -> tuple[str, int, int]:
    """Make the moves of a chunk, and send each state that they lead to, once, to its owner.

    Writes, of n states with m moves to k others: ``degrees`` (n,), ``raw_labels`` (m,), which of
    them ``met``; ``targets`` (m,), as places among the n and then the k as they are met; for each
    owner ``keys`` (., w), which are the k grouped; and their ``order`` (k,) among the k.

    Returns the file, the place of the goal among the k, else -1, and m.
    """
    rules = _rules(place.folder, place.level)
    kept = _Kept(_states(place, chunk.first, chunk.last), goal - chunk.first)
    run = Run(rules, lambda: 0, kept)  # hashed: few states among all that there may be
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
    met = np.zeros(rules.rules.program.labels.size, np.uint8)
    rules.rules.loops.run("meet", labels, met)
    arrays = {
        "degrees": run.store.column("degrees")[:count],
        "raw_labels": labels,
        "met": met,
        "targets": run.targets.array[: run.filled],
        "order": order,
        "won": new[won : won + 1] if won >= 0 else new[:0],
        **grouped,
    }
    return exchange.put(place.file("moves", chunk.number), arrays), won, run.filled


def _check(run: Run, count: int) -> None:
    """Raise ``MisreadError`` unless plain Python finds the same moves of some states of a chunk."""
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


class _Kept:
    """Keeps the arrays of a chunk in memory: a `stategraph.engines.keeping.Keeper`."""

    by_levels, in_place = True, True

    def __init__(self, states: np.ndarray, goal: int):
        self._states, self._goal = states, goal if 0 <= goal < len(states) else -1

    def begin(self, labels: Labels) -> Reached:
        """Return that its states are there, and none is expanded."""
        count = len(self._states)
        return Reached(0, count, 0, self._goal, count)

    def array(self, name: str, size: int, dtype: Any, *row: int) -> Growing:
        """Return a new array; that of the states holds them."""
        made = Growing(size, dtype, *row)
        if name == "states":
            made.array[: len(self._states)] = self._states
        return made

    def at(self, expanded: int) -> None:
        """Nobody asks for it."""

    def level(self, reached: Reached, met: np.ndarray) -> None:
        """Nothing is to be done with a level."""


@functools.lru_cache(maxsize=1)
def _rules(folder: str, level: str) -> Native:
    """Return the compiled rules of a store's level."""
    told = manifest.read(Path(folder))
    return Native(kept_level(dataclasses.asdict(told), folder, False).puzzle)


def _states(place: Place, first: int, last: int) -> np.ndarray:
    """Return packed states (., w) of the store, from `first` to `last` - 1."""
    row, count = 8 * place.width, (last - first) * place.width
    with open_no_follow(path_of(Path(place.folder), "states"), "rb") as file:
        found = np.fromfile(file, np.int64, count, offset=HEADER + first * row)
    return found.reshape(last - first, place.width)


# ------------------------------------------------------------------------------- states of an owner


@alone
def sift(place: Place, owner: int, owners: int, states: int, sent: Sequence[str]) -> tuple:
    """Look up what the chunks of a level have sent to an owner, chunk by chunk.

    Writes for each chunk ``answers`` (.,) int32: the number of a state that is among the first
    `states` of the store; else -j for the j-th new one.

    Returns the file, and how many new ones each chunk brought, which it is the first to lead to.
    """
    held = _owned(place, owner, owners, states)
    name = f"keys{owner}"
    found = list(held.sift(exchange.take(path, name)[0] for path in sent))
    arrays = {f"answers{p}": answers for p, (answers, _) in enumerate(found)}
    return exchange.put(place.file("sifted", owner), arrays), [new for _, new in found]


def _owned(place: Place, owner: int, owners: int, states: int) -> Owned:
    """Return what an owner has of the first so many states, which stays in memory if there is room.

    What is of another store, or divided otherwise, goes; then what was asked for longest ago.
    """
    ours = (place.exchange, owner, owners)
    for key in [key for key in _held if (key[0], key[2]) != (ours[0], owners)]:
        del _held[key]
    found = _held.pop(ours, None) or Owned(owner, owners, place.width)
    while _held and found.size + sum(one.size for one in _held.values()) > place.memory:
        del _held[next(iter(_held))]
    if found.read > states or not found.learn(_read(place, found.read, states)):
        found = Owned(owner, owners, place.width)
        found.learn(_read(place, 0, states))
    _held[ours] = found
    return found


def _read(place: Place, first: int, last: int) -> Iterator[np.ndarray]:
    for begin in range(first, last, PIECE):
        yield _states(place, begin, min(last, begin + PIECE))


# ------------------------------------------------------------------------------------- new numbers


@alone
def number(
    place: Place, chunk: Chunk, sent: str, sifted: Sequence[str], before: Sequence[int],
    base: int, won: int,
) -> tuple[str, int]:  # fmt: skip
    """Number what the moves of a chunk are the first to lead to, from `base` on, as they are met.

    `before` tells, of each owner, how many new states the chunks before brought; `won` is the place
    of the goal where this chunk is the first to meet it, else -1.

    Writes the new ``states`` (f, w) in order and, for each owner, the ``numbers`` of its new ones.

    Returns the file, and the number of the goal if it is new, else -1.
    """
    order, goal = exchange.take(sent, "order", "won")
    names = [f"keys{o}" for o in range(len(sifted))]
    keys = exchange.take(sent, *names)
    answers = [exchange.take(path, f"answers{chunk.number}")[0] for path in sifted]
    first = [a < -least for a, least in zip(answers, before, strict=True)]
    size = len(order) + len(goal)
    met, new = order[np.concatenate(first)], np.zeros(size, bool)
    new[met] = True
    if won >= 0:
        new[won] = True
    numbers = (base - 1 + np.cumsum(new)).astype(np.int32)
    rows = np.empty((np.count_nonzero(new), place.width), np.int64)
    rows[numbers[met] - base] = np.concatenate([k[f] for k, f in zip(keys, first, strict=True)])
    if won >= 0:
        rows[numbers[won] - base] = goal[0]
    ends = np.cumsum([np.count_nonzero(f) for f in first])[:-1]
    told = {f"numbers{o}": some for o, some in enumerate(np.split(numbers[met], ends))}
    path = exchange.put(place.file("new", chunk.number), {"states": rows, **told})
    return path, int(numbers[won]) if won >= 0 else -1


@alone
def tell(place: Place, owner: int, sifted: str, new: Sequence[str]) -> str:
    """Give the new states of an owner their numbers in the answers to all chunks."""
    name = f"numbers{owner}"
    numbers = np.concatenate([exchange.take(path, name)[0] for path in new])
    arrays = {}
    for p in range(len(new)):
        (answers,) = exchange.take(sifted, f"answers{p}")
        unknown = answers < 0
        answers[unknown] = numbers[-1 - answers[unknown]]
        arrays[f"answers{p}"] = answers
    return exchange.put(place.file("told", owner), arrays)


@alone
def resolve(place: Place, chunk: Chunk, sent: str, told: Sequence[str], goal: int) -> str:
    """Write where the moves of a chunk lead: ``targets`` (m,) int32, by the numbers of all."""
    targets, order, won = exchange.take(sent, "targets", "order", "won")
    answers = [exchange.take(path, f"answers{chunk.number}")[0] for path in told]
    count = chunk.last - chunk.first
    numbers = np.full(count + len(order) + len(won), goal, np.int32)
    numbers[:count] = np.arange(chunk.first, chunk.last)
    numbers[count + order] = np.concatenate(answers)
    return exchange.put(place.file("targets", chunk.number), {"targets": numbers[targets]})
