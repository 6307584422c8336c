"""Textbook searches, told apart by what they cost: breadth first, deepening, A*, and three more.

Each is one function that stops at a goal and reports how deep it lies and how many states were
generated on the way. What is counted, and when, is exact, since the numbers are to be compared
with published ones; so is the order of the moves, which is the puzzle's.

======  =========================  ==========================  =======================
name    takes next                 counts a state              stops at a goal
======  =========================  ==========================  =======================
bfs     the oldest                 when first generated        when it is generated
ids     the newest, up to a limit  when generated with fewer   when it is taken
        of 0, 1, 2, ... moves      moves than before in this
                                   round
astar   the least moves + guess    when first generated        when it is taken
dfs     the newest                 when first generated        when it is taken
greedy  the least guess            when first generated        when it is taken
wastar  the least moves +          when first generated        when it is taken
        weight * guess
======  =========================  ==========================  =======================

The last three find a solution, and not always a shortest one. All run the rules as plain Python,
once for each state, on numbered states, so that their times can be compared with one another.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.engines.limits import Budget, Limits
from stategraph.machine.deadline import Stopped
from stategraph.machine.kernel import Kernel
from stategraph.rules.puzzle import PlainPuzzle
from stategraph.search.numbered import Numbered
from stategraph.search.own import Found, Guess

# States of a round that are generated between two looks at the clock.
SLICE = 1 << 24


def breadth_first(puzzle: PlainPuzzle, budget: Budget | None = None) -> Found:
    """Search breadth first. O(states + moves) up to the goal's level.

    >>> from stategraph.rules import One, Puzzle
    >>> def step(s):
    ...     yield "+", s.but(n=(s.n + 1) % 9)
    ...     yield "-", s.but(n=(s.n - 1) % 9)
    >>> breadth_first(Puzzle(dict(n=0), [step], lambda s: s.n == 6, n=One(9)))
    Found(depth=3, distinct=7, generated=7, stopped='')
    """
    states = Numbered(puzzle, budget or Budget(Limits()))
    queue, seen, waiting = deque([(0, 0)]), 1, 1

    def found(depth: int | None, stopped: str = "") -> Found:
        return Found(depth, seen, seen, stopped, waiting, lambda: states.states[:seen])

    if states.wins[0]:
        return found(0)
    try:
        while queue:
            number, depth = queue.popleft()
            for to in states.moves(number):
                if to < seen:  # numbered in the order that they are generated in
                    continue
                seen += 1
                if states.wins[to]:
                    return found(depth + 1)
                queue.append((to, depth + 1))
            waiting = max(waiting, len(queue))
    except Stopped as why:
        return found(None, str(why))
    return found(None)


def depth_first(puzzle: PlainPuzzle, budget: Budget | None = None) -> Found:
    """Search depth first, each state once: the moves of the newest are made first, the last first.

    The solution is seldom a shortest one. O(states + moves).
    """
    turn = itertools.count(0, -1)
    return _best_first(puzzle, lambda made, left: next(turn), no_guess, budget)


def greedy(puzzle: PlainPuzzle, guess: Guess, budget: Budget | None = None) -> Found:
    """Search by the least guess alone: quick where it is good, and seldom a shortest solution."""
    return _best_first(puzzle, lambda made, left: left, guess, budget)


def astar(
    puzzle: PlainPuzzle, guess: Guess, budget: Budget | None = None, weight: float = 1
) -> Found:
    """Search by least moves + weight * guess, on a binary heap: ties fall as ``heapq`` lets them.

    A state is generated once and never again, be it by a detour, but the start is not marked as
    generated. So the solution may be longer than a shortest one, even where the guess is
    consistent. With a weight above 1 it is weighted A*: fewer states, longer solutions.
    O((states + moves) * log) and a call of `guess` for each state.
    """
    return _best_first(puzzle, lambda made, left: made + weight * left, guess, budget)


def no_guess(state: Any) -> int:
    """Guess nothing."""
    return 0


@dataclass(slots=True)
class _Entry:
    """A state on the heap, which compares entries by their rank alone."""

    rank: float
    depth: int
    number: int

    def __lt__(self, other: _Entry) -> bool:
        return self.rank < other.rank


def _best_first(
    puzzle: PlainPuzzle,
    rank: Callable[[int, int], float],
    guess: Guess,
    budget: Budget | None,
) -> Found:
    """Take the state of the least ``rank(moves made, moves guessed)`` next, each state once."""
    states = Numbered(puzzle, budget or Budget(Limits()))
    heap = [_Entry(rank(0, guess(puzzle.start)), 0, 0)]
    marked, order, waiting = bytearray(1), [0], 1

    def found(depth: int | None, stopped: str = "") -> Found:
        return Found(
            depth,
            len(order),
            len(order),
            stopped,
            waiting,
            lambda: [states.states[number] for number in dict.fromkeys(order)],
        )

    try:
        while heap:
            entry = heapq.heappop(heap)
            if states.wins[entry.number]:
                return found(entry.depth)
            targets, depth = states.moves(entry.number), entry.depth + 1
            marked.extend(bytes(len(states) - len(marked)))
            for to in targets:
                if not marked[to]:
                    marked[to] = 1
                    order.append(to)
                    heapq.heappush(heap, _Entry(rank(depth, guess(states.states[to])), depth, to))
            waiting = max(waiting, len(heap))
    except Stopped as why:
        return found(None, str(why))
    return found(None)


def iterative_deepening(puzzle: PlainPuzzle, budget: Budget | None = None) -> Found:
    """Search depth first within 0 moves, then within 1, 2, ...

    A round generates a state again whenever it gets there with fewer moves than before, so it has
    every state within its limit. Without a goal the search ends at the first limit that brings no
    new state. A round's work is at most moves * limit.

    The rounds run compiled, over the kept moves of all states within the limit, which are made
    level by level before the round that needs them: the counts are those of a search that makes
    every move anew.
    """
    budget = budget or Budget(Limits())
    states = Numbered(puzzle, budget)
    level = range(1)  # the states as far from the start as the limit
    generated, distinct, waiting = 0, 1, 1
    try:
        for limit in itertools.count():
            made, distinct, most, won, see = _round(states, limit, budget)
            generated, waiting = generated + made, max(waiting, most)
            if won or not level:
                return Found(limit if won else None, distinct, generated, "", waiting, see)
            for number in level:
                states.moves(number)
            level = range(level.stop, len(states))
    except Stopped as why:
        return Found(None, distinct, generated, str(why), waiting)
    raise AssertionError("there is always a next limit")


def _round(
    states: Numbered, limit: int, budget: Budget
) -> tuple[int, int, int, bool, Callable[[], Sequence[Any]]]:
    """Return how many states a round generates, how many differ and wait, if it wins, and which."""
    first, last = np.frombuffer(states.first, np.int64), np.frombuffer(states.last, np.int64)
    targets = np.frombuffer(states.targets or bytes(4), np.int32)  # none is no buffer
    wins = np.frombuffer(states.wins, np.uint8)
    depth = np.full(len(states), limit + 1, np.int32)
    depth[0] = 0
    widest = int((last - first).max())
    stack = np.zeros((widest + 1, 2), np.int32)
    size, generated, distinct, waiting, won = 1, 1, 1, 1, False
    while size and not won:
        if why := budget.exhausted(len(states), len(targets)):
            raise Stopped(str(why))
        if size + widest > len(stack):
            stack = np.concatenate([stack, np.zeros_like(stack)])
        size, made, new, most, won = _deepen(
            first, last, targets, wins, limit, depth, stack, size, SLICE,
            work=len(targets) * (limit + 1),
        )  # fmt: skip
        generated, distinct = generated + int(made), distinct + int(new)
        waiting = max(waiting, int(most))

    def see() -> Sequence[Any]:
        return [states.states[number] for number in np.flatnonzero(depth <= limit).tolist()]

    return generated, distinct, waiting, bool(won), see


@Kernel
def _deepen(first, last, targets, wins, limit, depth, stack, size, most):
    """Go on with a round until it ends, the stack is full or more than `most` states are generated.

    `stack` holds `size` pairs (state, moves made); `depth` the fewest moves made so far to each
    state, ``limit + 1`` where there are none. Returns the new size, the states generated, those of
    them met for the first time, the largest size, and whether a goal was taken.
    """
    generated = new = 0
    largest = size
    while size > 0 and generated <= most:
        state, made = stack[size - 1, 0], stack[size - 1, 1]
        begin, end = first[state], last[state]
        if size + end - begin > len(stack):
            break
        size -= 1
        if wins[state]:
            return size, generated, new, largest, True
        if made == limit:
            continue
        for slot in range(begin, end):
            to = targets[slot]
            if depth[to] > made + 1:
                new += depth[to] > limit
                generated += 1
                depth[to] = made + 1
                stack[size, 0] = to
                stack[size, 1] = made + 1
                size += 1
        if size > largest:
            largest = size
    return size, generated, new, largest, False


def load_machine_code() -> None:
    """Compile the rounds before a clock runs: that is no part of a search."""
    row, flat = np.zeros(1, np.int64), np.zeros(1, np.int32)
    _deepen.compiled(
        row, row, flat, np.ones(1, np.uint8), 0, flat, np.zeros((1, 2), np.int32), 1, 1
    )
