"""Limits of an expansion or a search: numbers of states, memory, seconds.

A state is expanded completely or not at all. So after an expansion has stopped at a limit, every
expanded state has all its moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from stategraph.engines.memory import free_memory, held_memory
from stategraph.machine import deadline
from stategraph.machine.deadline import OutOfTime
from stategraph.readable import memory_size

# Number of states between two checks of the clock and the memory; a power of two.
STATES_PER_CHECK = 128

# Bytes and seconds that the analyses need per state and per move, besides the graph itself.
STATE_BYTES, MOVE_BYTES = 64, 32
STATE_SECONDS, MOVE_SECONDS = 250e-9, 75e-9

# Maximum number of states of a graph, because node numbers are signed 32-bit integers.
MAX_NODES = 2**31 - 1

Result = TypeVar("Result")

# Progress callback, called with the current numbers of states and moves. A search stores no moves
# and reports 0 moves.
Progress = Callable[[int, int], None]


class Reason(Enum):
    """The kinds of reasons for an early end of an expansion or a search, as texts for users."""

    STATES = "limit of {:,} states"
    MEMORY = "limit of {} of memory"
    FREE_MEMORY = "end of the free memory"
    SECONDS = "limit of {:g} seconds"
    GOAL = "only the states up to the goal's layer were asked for"
    PAUSED = "paused, to continue with another engine"
    TIRED = "more states than one search may keep before others are tried"
    MET = "the solution has the length of the lower bound"
    ANY = "first solution, since any will do"
    INTERRUPTED = "interruption"


@dataclass(frozen=True)
class Stop:
    """The reason for an early end of an expansion or a search; its text is shown to users.

    Attributes
    ----------
    reason : Reason
        the kind of reason
    number : float or None
        the value of a limit: states, bytes or seconds

    >>> print(Stop(Reason.STATES, 5000))
    limit of 5,000 states
    """

    reason: Reason
    number: float | None = None

    def __str__(self) -> str:
        number: object = self.number
        if self.reason is Reason.MEMORY and self.number is not None:
            number = memory_size(self.number)
        text = self.reason.value.format(number)
        return text.removesuffix("s") if self.number == 1 else text


GOAL_REACHED, PAUSED, TIRED = Stop(Reason.GOAL), Stop(Reason.PAUSED), Stop(Reason.TIRED)
MET, INTERRUPTED = Stop(Reason.MET), Stop(Reason.INTERRUPTED)


@dataclass(frozen=True)
class Limits:
    """Limits of an expansion.

    None means no limit; for memory, it means three quarters of the free memory.

    Attributes
    ----------
    states : int or None
        number of distinct states; all goal states together count as one
    memory : int or None
        bytes that the process may hold, including the bytes that later analyses need
    seconds : float or None
        seconds, counted from `since`
    since : float or None
        the value of ``time.monotonic()`` from which the seconds count, so that several expansions
        can share them; with None, the seconds count from the start of each expansion
    analysed : bool
        whether the seconds include the time for later analyses; the memory always includes theirs

    >>> from stategraph import expand
    >>> expand("psychopath/first-push", Limits(states=10)).stopped
    'limit of 10 states'
    """

    states: int | None = None
    memory: int | None = None
    seconds: float | None = None
    since: float | None = None
    analysed: bool = False

    @property
    def until(self) -> float | None:
        """The ``time.monotonic()`` at which the seconds end; None without a limit or a start."""
        if self.seconds is None or self.since is None:
            return None
        return self.since + self.seconds

    @property
    def over(self) -> bool:
        """Whether the seconds are over."""
        return self.until is not None and time.monotonic() > self.until

    def begun(self) -> Limits:
        """Return limits whose seconds count from now, unless they already have a start."""
        if self.seconds is None or self.since is not None:
            return self
        return replace(self, since=time.monotonic())

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise ValueError("the limit of states must be at least 1")


class Budget:
    """The remaining limits of a running expansion; also reports progress.

    `needed` is a pair: the bytes that later analyses need per state and per move. ``held_bytes()``
    returns the number of bytes that the process holds now.

    Attributes
    ----------
    most_states : int
        maximal number of states
    too_many : Stop
        the stop reason for more states
    too_long : Stop
        the stop reason for more time
    states : int
        number of states at the last check
    beside : int
        bytes reserved for a parallel compiler
    """

    def __init__(
        self,
        limits: Limits,
        progress: Progress | None = None,
        needed: tuple[int, int] = (STATE_BYTES, MOVE_BYTES),
        held_bytes: Callable[[], int] = lambda: held_memory(),
    ):
        self._limits, self._progress, self._needed = limits, progress, needed
        self._held_now = held_bytes
        self._began = time.monotonic() if limits.since is None else limits.since
        self.states = self.beside = 0
        self._reserve: int | None = None
        self._looks = 0
        self.most_states = min(limits.states or MAX_NODES, MAX_NODES)
        self.too_many = Stop(Reason.STATES, self.most_states)
        self.too_long = Stop(Reason.SECONDS, limits.seconds)

    def refuses(self, states: int) -> Stop | None:
        """Return the stop reason if `states` exceeds the limit, else None."""
        return self.too_many if states > self.most_states else None

    def exhausted(self, states: int, moves: int) -> Stop | None:
        """Return the stop reason if a limit is reached, else None."""
        self.states = states
        if self._late(states, moves):
            return self.too_long
        if self._progress is not None:
            self._progress(states, moves)
        # do not check the free memory often: small puzzles finish before memory matters
        self._looks += 1
        if self._limits.memory is not None or self._looks % 16 == 0:
            return self._memory_exhausted(states, moves)
        return None

    def _late(self, states: int, moves: int) -> bool:
        """Return whether the seconds are over, or will be over after the later analyses."""
        most = self._limits.seconds
        if most is None:
            return False
        later = states * STATE_SECONDS + moves * MOVE_SECONDS if self._limits.analysed else 0.0
        return time.monotonic() - self._began + later > most

    def seconds_left(self) -> float | None:
        """Return the remaining seconds; None without a limit."""
        most = self._limits.seconds
        return None if most is None else max(0.0, most - (time.monotonic() - self._began))

    def interrupting(self, work: Callable[[], Result]) -> Result:
        """Return ``work()``; raise `OutOfTime` inside it if the seconds run out.

        This also stops a rule that never returns.
        """
        seconds = self.seconds_left()
        return (
            work() if seconds is None else deadline.interrupting(work, seconds, str(self.too_long))
        )

    def stop_after(self, late: OutOfTime) -> Stop:
        """Return the stop reason of an interrupted run; raise `late` if it is not our own limit."""
        if self._limits.seconds is None:
            raise late
        return self.too_long

    def spare_memory(self) -> int:
        """Return the number of bytes that may still be used."""
        if self._limits.memory is not None:
            return max(0, self._limits.memory - self._held())
        return free_memory() * 3 // 4

    def lacks(self, size: int) -> Stop | None:
        """Return the stop reason if `size` bytes are not available, else None."""
        return self._short() if size > self.spare_memory() else None

    def _short(self) -> Stop:
        most = self._limits.memory
        return Stop(Reason.FREE_MEMORY) if most is None else Stop(Reason.MEMORY, most)

    def _held(self) -> int:
        return self._held_now() + self.beside

    def _memory_exhausted(self, states: int, moves: int) -> Stop | None:
        still_needed = states * self._needed[0] + moves * self._needed[1]
        most = self._limits.memory
        if most is not None:
            return self._short() if self._held() + still_needed > most else None
        free = free_memory()
        if self._reserve is None:
            self._reserve = free // 4
        return self._short() if free < self._reserve + still_needed else None
