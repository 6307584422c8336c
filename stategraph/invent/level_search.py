"""Level search: generate levels, evaluate them, and store the best of each cell.

Levels are generated and evaluated in batches. The batch size does not depend on the number of
processes. The random numbers for a level depend only on the seed and the number of the level. The
archive changes only between batches. Therefore a seed always gives the same levels, unless a time
limit ends the search.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import TypeVar

from stategraph.analysis.same_play import same_play
from stategraph.child_processes import working
from stategraph.invent.archive import Archive
from stategraph.invent.constraints import Seen, Wishes
from stategraph.invent.decoration import tidied
from stategraph.invent.mutations import Draft, Maker, level_of
from stategraph.invent.near_misses import adjusted, with_farther_start
from stategraph.machine.deadline import OutOfTime, interrupting

# Number of levels generated between two changes of the archive.
BATCH_LEVELS = 64

# Probability that a level is generated from nothing, if this is allowed, and probability that its
# start is moved farther from the goal.
FRESH_PROBABILITY, FARTHER_START_PROBABILITY = 0.15, 0.05

Made = TypeVar("Made")


@dataclass
class Search:
    """The state of a running or finished search.

    Attributes
    ----------
    archive : Archive
    levels : int
        number of evaluated levels
    failures : Counter
        number of rejected levels by reason
    seconds : float
    interrupted : bool
        True if Ctrl-C ended the search
    """

    archive: Archive
    levels: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def hardest_demand(self) -> str:
        """The demand that fails most often, except `solvable`, or "" if no demand fails."""
        failed = [
            why
            for why, _ in self.failures.most_common()
            if why != "solvable" and self.archive.nearest_to(why)
        ]
        return failed[0] if failed else ""


def search(
    maker: Maker,
    wishes: Wishes,
    *,
    seed: int = 0,
    evaluations: int | None = None,
    seconds: float | Callable[[Archive], float] | None = None,
    jobs: int = 1,
    random_only: bool = False,
    on_progress: Callable[[Search], None] = lambda search: None,
) -> Search:
    """Search for levels until a number of evaluations, a time limit or Ctrl-C.

    Parameters
    ----------
    seconds : float or callable, optional
        the time limit; it may depend on the archive, ``seconds(archive)``
    jobs : int
        number of processes
    random_only : bool
        generate each level from nothing or from the first level: the baseline for comparison
    on_progress : callable
        progress callback, called with the search after each batch
    """
    began = time.monotonic()

    def limit() -> float | None:
        budget = seconds(result.archive) if callable(seconds) else seconds
        return None if budget is None else began + budget

    def twins(first: Draft, second: Draft) -> bool:
        return _in_time(partial(alike, maker, wishes, first, second), limit(), True)

    result = Search(Archive(wishes.axes, twins))
    known_drafts: dict[str, None] = {}
    result.interrupted = True
    with contextlib.suppress(KeyboardInterrupt), _looking(maker, wishes, jobs) as look:
        while evaluations is None or result.levels < evaluations:
            until = limit()
            if until is not None and time.monotonic() >= until:
                break
            size = BATCH_LEVELS
            if evaluations is not None:
                size = min(size, evaluations - result.levels)
            tasks = [
                _task(maker, result.archive, Random(f"{seed}:{number}"), known_drafts, random_only)
                for number in range(result.levels, result.levels + size)
            ]
            answers: list[Answer] = []
            try:
                with contextlib.closing(look(tasks, until)) as evaluated:
                    answers.extend(evaluated)
            finally:  # after Ctrl-C, too
                _enter(result, answers)
            result.seconds = time.monotonic() - began
            on_progress(result)
        result.interrupted = False
    result.seconds = time.monotonic() - began
    return result


@dataclass(frozen=True)
class Task:
    """A level to evaluate; if `harder`, its start is moved as far from the goal as possible."""

    draft: Draft | None
    harder: bool = False


def _task(
    maker: Maker, archive: Archive, random: Random, known_drafts: dict[str, None], random_only: bool
) -> Task:
    """Return the next task, with a tidied level, or None if that level was generated before."""
    parent = None if random_only else archive.parent(random)
    if parent is None or (maker.size is not None and random.random() < FRESH_PROBABILITY):
        draft = maker.fresh(random)
        if maker.size is None and str(tidied(maker, draft)) in known_drafts:
            draft = maker.changed(draft, random)
    elif random.random() < FARTHER_START_PROBABILITY:
        return Task(parent, harder=True)
    else:
        draft = maker.changed(parent, random)
    draft = tidied(maker, draft)
    if str(draft) in known_drafts:
        return Task(None)
    known_drafts[str(draft)] = None
    return Task(draft)


def _enter(result: Search, answers: Sequence[tuple[Draft | None, Seen]]) -> None:
    """Add a batch to the archive, in order."""
    for draft, evaluation in answers:
        why = (
            evaluation.failed
            if draft is None
            else result.archive.add(draft, evaluation, result.levels)
        )
        result.failures[why] += bool(why)
        result.levels += 1
    result.failures += Counter()  # remove zero counts


def looked_at(maker: Maker, wishes: Wishes, task: Task) -> tuple[Draft | None, Seen]:
    """Return the level of a task and its evaluation.

    A near miss is adjusted if possible. A level whose start is a goal is rejected unless a demand
    on `shortest` admits 0.
    """
    draft = task.draft
    if draft is not None and task.harder:
        farthest = with_farther_start(maker, wishes, draft)
        draft = None if farthest is None else tidied(maker, farthest)
    if draft is None:
        return None, Seen("met before")
    draft, evaluation = adjusted(maker, wishes, draft, wishes.look(maker, draft))
    if not evaluation.failed and not wishes.admits_solved:
        puzzle = level_of(maker.family, draft).puzzle
        if puzzle.is_goal(puzzle.start):
            return None, Seen("already solved")
    return draft, evaluation


def alike(maker: Maker, wishes: Wishes, first: Draft, second: Draft) -> bool:
    """Return whether two levels are equal up to names. The answer is True if this is unknown."""
    graphs = [wishes.expanded(level_of(maker.family, draft).puzzle) for draft in (first, second)]
    return same_play(*graphs).same is not False


# ------------------------------------------------------------------------------------- processes


@lru_cache(1)
def _sent(pickled: bytes) -> tuple[Maker, Wishes]:
    import pickle

    maker, wishes = pickle.loads(pickled)
    return maker, wishes


Answer = tuple[Draft | None, Seen]
Look = Callable[[Sequence[Task], float | None], Generator[Answer]]

# Number of levels that a process evaluates before it returns them. A batch consists of many such
# parts, so Ctrl-C loses few levels.
PART_LEVELS = 8

OUT_OF_TIME: Answer = None, Seen("out of time")


def looked_at_all(
    maker: Maker, wishes: Wishes, tasks: Sequence[Task], until: float | None
) -> Generator[Answer]:
    """Yield the evaluations of levels that end before the ``time.monotonic()`` of `until`."""
    for task in tasks:
        yield _in_time(partial(looked_at, maker, wishes, task), until, OUT_OF_TIME)


def _in_time(work: Callable[[], Made], until: float | None, otherwise: Made) -> Made:
    """Return ``work()``, or `otherwise` if the deadline has passed."""
    if until is None:
        return work()
    if (remaining := until - time.monotonic()) <= 0:
        return otherwise
    try:
        return interrupting(work, remaining, "")
    except OutOfTime:
        return otherwise


def _look(pickled: bytes, tasks: Sequence[Task], until: float | None) -> list[Answer]:
    return list(looked_at_all(*_sent(pickled), tasks, until))


@contextlib.contextmanager
def _looking(maker: Maker, wishes: Wishes, jobs: int) -> Iterator[Look]:
    """Yield a function that evaluates a batch in one or more processes, in order."""
    if jobs == 1:
        yield partial(looked_at_all, maker, wishes)
        return
    import cloudpickle
    from joblib import delayed

    sent = cloudpickle.dumps((maker, wishes))
    with working(jobs, return_as="generator") as pool:

        def look(tasks: Sequence[Task], until: float | None) -> Generator[Answer]:
            parts = [tasks[k : k + PART_LEVELS] for k in range(0, len(tasks), PART_LEVELS)]
            with contextlib.closing(
                pool(delayed(_look)(sent, part, until) for part in parts)
            ) as done:
                for answers in done:
                    yield from answers

        yield look
