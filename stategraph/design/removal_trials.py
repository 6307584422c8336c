"""Trials of a level without some of its elements, in parallel on all cores.

::

    parent                         each child
    elements 0 1 2 3 ...           solves the level once,
      ├─ without 0 ──────────────► removes elements, expands, compares
      ├─ without 1 ──────────────► with the unchanged level
      ◄─ Trial, Trial, ...         results arrive in the order of the requests
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import numpy as np

from stategraph.analysis import (
    dead,
    first_solution,
    nearest_first,
    path_to,
    shortest,
    solutions_known,
    solvable,
)
from stategraph.analysis import trap_moves as find_trap_moves
from stategraph.analysis.same_dead_ends import Versions
from stategraph.analysis.same_play import play_mark
from stategraph.analysis.same_solutions import Labels, fingerprint, only_in
from stategraph.child_processes import working
from stategraph.engines.limits import Limits, Reason, Stop
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.machine import deadline
from stategraph.rules.element import Element
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

See = Callable[[Puzzle, ArrayGraph], ArrayGraph]
Expand = Callable[..., ArrayGraph]

# number of level states times number of trials above which worker processes save time
MIN_PARALLEL_WORK = 300_000


# A level without most of its walls can have any number of states. Unless the caller limits the
# number of states, it is limited to SPARE_STATES plus MAX_GROWTH times the number of states of the
# level.
MAX_GROWTH, SPARE_STATES = 20, 10_000


def most_states(states: int) -> int:
    """Return the maximum number of states for a variant of a level that has `states` states."""
    return MAX_GROWTH * states + SPARE_STATES


def bounded(limits: Limits, states: int | None) -> Limits:
    """Return the caller's limits; if they have no limit on states, `states` is added."""
    return replace(limits, states=states) if limits.states is None else limits


@dataclass(frozen=True)
class Trial:
    """The result of solving a level without some elements.

    Attributes
    ----------
    reason : str
        why the rest is not a valid level; then nothing else is known
    stopped : str
        the limit that left something open, or empty
    states : int
        number of expanded states
    solvable : bool or None
    shortest : int or None
    first : tuple of str, or None
        the first shortest solution
    fingerprint : str or None
        of all shortest solutions; None if some are unknown
    gained, lost : tuple of str, or None
        a shortest solution only of this level, and one only of the unchanged level
    dead_states, trap_moves : int or None
        None if unknown, not requested, or the solutions differ and the graph is partial
    same_dead_ends : bool or None
        whether it has the same trap moves and dead states as the unchanged level; None as above
    trap_gained, trap_lost : tuple of str, or None
        moves that end with a trap move only of this level, or only of the unchanged level. A trap
        that this level has after fewer of these moves is not lost
    play : str or None
        the `play_mark`, if requested
    """

    reason: str = ""
    stopped: str = ""
    states: int = 0
    solvable: bool | None = None
    shortest: int | None = None
    first: Labels | None = None
    fingerprint: str | None = None
    gained: Labels | None = None
    lost: Labels | None = None
    dead_states: int | None = None
    trap_moves: int | None = None
    same_dead_ends: bool | None = None
    trap_gained: Labels | None = None
    trap_lost: Labels | None = None
    play: str | None = None


class _Bench:
    """The unchanged level, and trials without some elements.

    `graph` is its state graph, if the caller has it. ``see(puzzle, graph)`` returns a quotient
    graph of a complete graph, such as its graph of pushes.
    """

    def __init__(
        self,
        family: Family,
        puzzle: Puzzle,
        limits: Limits,
        expander: Expand | None,
        see: See | None = None,
        graph: ArrayGraph | None = None,
    ):
        self.family, self.puzzle, self.limits = family, puzzle, limits
        self.expander, self.see = expander, see
        self.elements = family.elements(puzzle)
        if graph is not None:
            self.whole = graph
        complete = graph is not None and solutions_known(graph)
        self.base = self.whole if complete else self.expanded(puzzle, limits, until_goal=True)

    @cached_property
    def whole(self) -> ArrayGraph:
        """The unchanged level, expanded completely within the limits."""
        return self.expanded(self.puzzle, self.limits, until_goal=False)

    def expanded(self, puzzle: Puzzle, limits: Limits, until_goal: bool) -> ArrayGraph:
        expander = self.expander or expand
        if self.see is not None:  # a quotient needs the complete graph
            return self.see(puzzle, expander(puzzle, limits))
        return expander(puzzle, limits, until_goal=until_goal)

    def without(self, numbers: Iterable[int]) -> Puzzle:
        return Puzzle.of(self.family.without(self.puzzle, [self.elements[k] for k in numbers]))

    def trial(
        self,
        numbers: Sequence[int],
        whole: bool,
        states: int | None,
        play: bool = False,
        examples: bool = True,
    ) -> Trial:
        """Remove the elements with these numbers, and solve."""
        limits = bounded(self.limits, states)
        if limits.over:
            return Trial(stopped=str(Stop(Reason.SECONDS, limits.seconds)))
        try:
            puzzle = self.without(numbers)
        except LevelError as error:
            return Trial(reason=error.reason)
        graph = self.expanded(puzzle, limits, until_goal=True)
        trial = self.judged(graph, whole, examples)
        # dead ends matter only if the solutions are the same
        same = trial.fingerprint is not None and trial.gained is None and trial.lost is None
        if whole and same and not graph.complete:
            graph = self.expanded(puzzle, limits, until_goal=False)
            trial = replace(self.judged(graph, whole, examples), stopped=graph.stopped)
        return replace(trial, play=whole_play(graph)) if play else trial

    def judged(self, graph: ArrayGraph, whole: bool, examples: bool = True) -> Trial:
        complete = solutions_known(graph)
        compared = complete and solutions_known(self.base)
        stopped = self.base.stopped if complete else graph.stopped
        first = first_solution(graph).labels if complete and graph.goal is not None else None
        trial = Trial(
            stopped="" if compared else stopped,
            states=len(graph),
            solvable=solvable(graph),
            shortest=shortest(graph),
            first=first,
            fingerprint=fingerprint(graph) if complete else None,
            gained=only_in(graph, self.base) if compared else None,
            lost=only_in(self.base, graph) if compared else None,
        )
        if not (whole and graph.complete):
            return trial
        dead_states = int(np.count_nonzero(dead(graph)))
        same, gained, lost = None, None, None
        if self.whole.complete:
            same = graph is self.whole
            may_be_same = dead_states == np.count_nonzero(dead(self.whole))
            if not same:
                versions = Versions(graph, self.whole)
                lost = nearest(self.whole, versions.vanished_traps(1))
                if examples or may_be_same:  # these comparisons take time
                    gained = nearest(graph, versions.new_traps(0))
                    same = not (gained or lost) and versions.same_dead_states()
        return replace(
            trial,
            dead_states=dead_states,
            trap_moves=len(find_trap_moves(graph)),
            same_dead_ends=same,
            trap_gained=gained,
            trap_lost=lost,
        )


def whole_play(graph: ArrayGraph) -> str | None:
    """Return the `play_mark` of a complete graph; None for an incomplete one."""
    return play_mark(graph) if graph.complete else None


def nearest(graph: ArrayGraph, moves: np.ndarray) -> Labels | None:
    """Return the shortest path through any of the given moves, or None without moves."""
    if not len(moves):
        return None
    move = int(nearest_first(graph, moves, graph.sources[moves])[0])
    return (*path_to(graph, int(graph.sources[move])).labels, graph.label(move))


@lru_cache(1)
def _bench(sent: bytes) -> _Bench:
    """Return the level sent to a child process. It is solved once for all trials of the process."""
    return _Bench(*pickle.loads(sent))


def _trial(sent: bytes, numbers: Sequence[int], *how: Any) -> Trial:
    bench = _bench(sent)
    deadline.until(bench.limits.until)
    return bench.trial(numbers, *how)


class Trials:
    """A level and its elements, for trials without some of them.

    Parameters
    ----------
    family : Family
    puzzle : Puzzle
    limits : Limits, optional
        of each expansion
    expander : callable, optional
        ``expander(puzzle, limits, until_goal=False)`` expands each variant of the level, by default
        `stategraph.expand`
    workers : int, optional
        number of processes; by default the number of cores. Small levels use the caller's process
    graph : ArrayGraph, optional
        of the unchanged level, in the same units as the others
    see : callable, optional
        ``see(puzzle, graph)`` returns a quotient graph of a puzzle, such as by pushes

    Attributes
    ----------
    elements : list of Element
    base : Trial
        the unchanged level, completely expanded
    """

    def __init__(
        self,
        family: Family,
        puzzle: Puzzle,
        limits: Limits | None = None,
        expander: Expand | None = None,
        workers: int | None = None,
        graph: ArrayGraph | None = None,
        see: See | None = None,
    ):
        limits = limits or Limits()
        self._bench = _Bench(family, puzzle, limits, expander, see, graph)
        graph = self._bench.whole
        self.base = self._bench.judged(graph, whole=True)
        small = len(graph) * len(self.elements) <= MIN_PARALLEL_WORK
        self.workers = 1 if small else workers or os.cpu_count() or 1

    @property
    def elements(self) -> list[Element]:
        """The removable elements."""
        return self._bench.elements

    @cached_property
    def play(self) -> str | None:
        """The `play_mark` of the unchanged level; None if a limit stopped its expansion."""
        return whole_play(self._bench.whole)

    def left(self, numbers: Iterable[int]) -> Puzzle:
        """Return the puzzle with only the elements with these numbers."""
        removed = set(range(len(self.elements))).difference(numbers)
        return self._bench.without(sorted(removed))

    def run(
        self,
        removals: Iterable[Sequence[int]],
        whole: bool = False,
        states: int | None = None,
        *,
        play: bool = False,
        examples: bool = True,
        all_of_them: bool = True,
    ) -> Iterator[Trial]:
        """Yield the trial without these elements for each list of element numbers.

        The order is that of `removals`, for any number of processes. With `whole`, a level with the
        same shortest solutions is expanded completely. All other levels are expanded only until the
        goal is found. With `play` too, a complete graph gets its `play_mark`. Without
        `examples`, `trap_gained` may be missing, which saves time. `states` is the
        maximum number of states of each expansion if the caller's limits do not set one. A caller
        that may stop early sets `all_of_them` to False. It then waits for at most one trial per
        process.
        """
        if self.workers == 1:
            for numbers in removals:
                yield self._bench.trial(numbers, whole, states, play, examples)
            return
        import cloudpickle  # rules are functions inside functions, which cannot be pickled
        from joblib import delayed
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        bench = self._bench
        sent = cloudpickle.dumps(
            (bench.family, bench.puzzle, bench.limits, bench.expander, bench.see)
        )
        trial, waiting = delayed(_trial), iter(removals)
        size = None if all_of_them else self.workers
        try:
            with working(self.workers, return_as="generator") as pool:
                while batch := list(islice(waiting, size)):
                    trials = pool(
                        trial(sent, numbers, whole, states, play, examples) for numbers in batch
                    )
                    yield from trials if all_of_them else list(trials)
        except TerminatedWorkerError:  # the system killed a child for lack of memory
            raise MemoryError from None
