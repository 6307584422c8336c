"""Limits of an expansion or a search: how many states, how much memory, how many seconds.

A state is expanded whole or not at all, so that an expansion stopped at a limit is still exact as
far as it goes.
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

# How many expanded states lie between two looks at the clock and the memory; a power of two.
STRIDE = 128

# What the analyses of a graph need for each of its states and moves, beside the graph itself.
STATE_BYTES, MOVE_BYTES = 64, 32
STATE_SECONDS, MOVE_SECONDS = 250e-9, 75e-9

# States that can be numbered: a limit where no other is.
MOST = 2**31 - 1

Made = TypeVar("Made")

# Called now and then with the numbers of states and moves so far; a search keeps no moves, and
# tells 0 of them.
Progress = Callable[[int, int], None]


class Reason(Enum):
    """What stops an expansion or a search before it is done; the value says it in words."""

    STATES = "limit of {:,} states"
    MEMORY = "limit of {:,.0f} MiB of memory"
    FREE_MEMORY = "end of the free memory"
    SECONDS = "limit of {:g} seconds"
    GOAL = "the goal's level was all that was asked for"
    PAUSED = "paused, to go on in another way"
    TIRED = "more states than one search may keep before others are tried"
    MET = "solution that was found is no longer than any must be"
    ANY = "first solution, since any will do"
    INTERRUPTED = "interruption"


@dataclass(frozen=True)
class Stop:
    """Why an expansion or a search ended before it was done; its text is what users are told.

    Attributes
    ----------
    reason : Reason
    number : float or None
        of a limit how much it is: states, MiB or seconds

    >>> print(Stop(Reason.STATES, 5000))
    limit of 5,000 states
    """

    reason: Reason
    number: float | None = None

    def __str__(self) -> str:
        text = self.reason.value.format(self.number)
        return text.removesuffix("s") if self.number == 1 else text


GOAL_REACHED, PAUSED, TIRED = Stop(Reason.GOAL), Stop(Reason.PAUSED), Stop(Reason.TIRED)
MET, INTERRUPTED = Stop(Reason.MET), Stop(Reason.INTERRUPTED)


@dataclass(frozen=True)
class Limits:
    """What an expansion may use; None: no limit, for memory three quarters of what is free.

    Attributes
    ----------
    states : int or None
        distinct states seen, the goal counted once
    memory : int or None
        bytes that the process may hold, the analyses that follow included
    seconds : float or None
        time from `since` on
    since : float or None
        a ``time.monotonic()``, so that several expansions share the seconds; None: each has its own
    analysed : bool
        whether the seconds are for the analyses that follow, too, as the memory always is
    """

    states: int | None = None
    memory: int | None = None
    seconds: float | None = None
    since: float | None = None
    analysed: bool = False

    @property
    def until(self) -> float | None:
        """The ``time.monotonic()`` when the seconds are over; None: never, or none has begun."""
        if self.seconds is None or self.since is None:
            return None
        return self.since + self.seconds

    @property
    def over(self) -> bool:
        """True after the seconds are over."""
        return self.until is not None and time.monotonic() > self.until

    def begun(self) -> Limits:
        """Return limits whose seconds count from now, if they do not count yet."""
        if self.seconds is None or self.since is not None:
            return self
        return replace(self, since=time.monotonic())

    def __post_init__(self) -> None:
        if self.states is not None and self.states < 1:
            raise ValueError("an expansion sees at least one state")


class Budget:
    """What is left of the limits while an expansion runs; reports progress on the way.

    `needed` are the bytes that will be needed later for each state and each move, and ``held()``
    those that are held now.

    Attributes
    ----------
    most_states : int
        so many states may be seen
    too_many : Stop
        why a run stops that has seen more
    too_long : Stop
        why a run stops that takes longer
    states : int
        seen when the run was last looked at
    beside : int
        the bytes that a compiler may hold, which runs beside
    """

    def __init__(
        self,
        limits: Limits,
        progress: Progress | None = None,
        needed: tuple[int, int] = (STATE_BYTES, MOVE_BYTES),
        held: Callable[[], int] = lambda: held_memory(),
    ):
        self._limits, self._progress, self._needed = limits, progress, needed
        self._held_now = held
        self._began = time.monotonic() if limits.since is None else limits.since
        self.states = self.beside = 0
        self._reserve: int | None = None
        self._looks = 0
        self.most_states = min(limits.states or MOST, MOST)
        self.too_many = Stop(Reason.STATES, self.most_states)
        self.too_long = Stop(Reason.SECONDS, limits.seconds)

    def refuses(self, states: int) -> Stop | None:
        """Return why so many states are too many; None when they are not."""
        return self.too_many if states > self.most_states else None

    def exhausted(self, states: int, moves: int) -> Stop | None:
        """Return why the run must stop here; None when it may go on."""
        self.states = states
        if self._late(states, moves):
            return self.too_long
        if self._progress is not None:
            self._progress(states, moves)
        # the memory of a small puzzle is not worth a question
        self._looks += 1
        if self._limits.memory is not None or self._looks % 16 == 0:
            return self._memory_exhausted(states, moves)
        return None

    def _late(self, states: int, moves: int) -> bool:
        """Return whether the seconds are over, or will be once the graph is analysed."""
        most = self._limits.seconds
        if most is None:
            return False
        later = states * STATE_SECONDS + moves * MOVE_SECONDS if self._limits.analysed else 0.0
        return time.monotonic() - self._began + later > most

    def seconds_left(self) -> float | None:
        """Return how long the run may still take; None where nothing limits that."""
        most = self._limits.seconds
        return None if most is None else max(0.0, most - (time.monotonic() - self._began))

    def interrupting(self, work: Callable[[], Made]) -> Made:
        """Return ``work()``; raise `OutOfTime` in the midst of it when the seconds are over.

        So a rule that takes long, or never ends, is stopped too.
        """
        left = self.seconds_left()
        return work() if left is None else deadline.interrupting(work, left, str(self.too_long))

    def stop_after(self, late: OutOfTime) -> Stop:
        """Return why an interrupted run stops; raise `late` if a limit of the caller is over."""
        if self._limits.seconds is None:
            raise late
        return self.too_long

    def spare_memory(self) -> int:
        """Return how many bytes may be taken besides those that are held."""
        if self._limits.memory is not None:
            return max(0, self._limits.memory - self._held())
        return free_memory() * 3 // 4

    def lacks(self, more: int) -> Stop | None:
        """Return why so many bytes more cannot be taken; None when they can."""
        return self._short() if more > self.spare_memory() else None

    def _short(self) -> Stop:
        most = self._limits.memory
        return Stop(Reason.FREE_MEMORY) if most is None else Stop(Reason.MEMORY, most / 2**20)

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
