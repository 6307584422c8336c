"""Textbook searches with exact counts of states.

Each search is a function that stops at a goal and reports the depth of the goal and the number of
generated states. The counts are defined exactly, so they can be compared with published numbers.
The moves of a state are made in the puzzle's order.

======  =========================  ==========================  =======================
name    takes next                 counts a state              stops at a goal
======  =========================  ==========================  =======================
bfs     the oldest                 when first generated        when it is generated
ids     the newest, up to a limit  when generated with fewer   when it is taken
        of 0, 1, 2, ... moves      moves than before in this
                                   round
astar   the least moves + h        when first generated        when it is taken
dfs     the newest                 when first generated        when it is taken
greedy  the least h                when first generated        when it is taken
wastar  the least moves +          when first generated        when it is taken
        weight * h
======  =========================  ==========================  =======================

In the table, h is the heuristic value. The last three searches find a solution that may not be a
shortest one. All searches run the rules in plain Python, once per state, on numbered states. Their
times are therefore comparable. `stategraph.search.comparison.run` describes the parameters, which
are the same for all searches.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph.engines.limits import Budget, Limits
from stategraph.machine.deadline import Stopped
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, UInt8s
from stategraph.rules.puzzle import Heuristic, PlainPuzzle
from stategraph.search.custom_search import CustomResult, zero_heuristic
from stategraph.search.numbered_states import Numbered

# Number of states generated in a round between two checks of the clock.
STATES_PER_CHECK = 1 << 24


def breadth_first(puzzle: PlainPuzzle, budget: Budget | None = None) -> CustomResult:
    """Search breadth first.

    The time is O(states + moves), counted up to the layer of the goal.

    Examples
    --------
    >>> from stategraph.rules import One, Puzzle
    >>> def step(s):
    ...     yield "+", s.but(n=(s.n + 1) % 9)
    ...     yield "-", s.but(n=(s.n - 1) % 9)
    >>> breadth_first(Puzzle(dict(n=0), [step], lambda s: s.n == 6, n=One(9)))
    CustomResult(depth=3, distinct=7, generated=7, stopped='')
    """
    states = Numbered(puzzle, budget or Budget(Limits()))
    queue, generated, waiting = deque([(0, 0)]), 1, 1

    def result(depth: int | None, stopped: str = "") -> CustomResult:
        return CustomResult(
            depth, generated, generated, stopped, waiting, lambda: states.states[:generated]
        )

    if states.wins[0]:
        return result(0)
    try:
        while queue:
            number, depth = queue.popleft()
            for to in states.moves(number):
                if to < generated:  # numbered in the order that they are generated in
                    continue
                generated += 1
                if states.wins[to]:
                    return result(depth + 1)
                queue.append((to, depth + 1))
            waiting = max(waiting, len(queue))
    except Stopped as why:
        return result(None, str(why))
    return result(None)


def depth_first(puzzle: PlainPuzzle, budget: Budget | None = None) -> CustomResult:
    """Search depth first, each state once: expand the newest state, its last move first.

    The solution is rarely a shortest one. The time is O(states + moves).
    """
    turn = itertools.count(0, -1)
    return _best_first(puzzle, lambda depth, estimate: next(turn), zero_heuristic, budget)


def greedy(puzzle: PlainPuzzle, guess: Heuristic, budget: Budget | None = None) -> CustomResult:
    """Search greedily: expand the state with the least heuristic value."""
    return _best_first(puzzle, lambda depth, estimate: estimate, guess, budget)


def astar(
    puzzle: PlainPuzzle, guess: Heuristic, budget: Budget | None = None, weight: float = 1
) -> CustomResult:
    """Search with A*: expand the state with the least moves + weight * heuristic.

    The queue is a binary heap; ``heapq`` decides ties. Each state except the start is generated
    once, even if the search later finds a shorter path to it. So the solution may be longer than a
    shortest one, even with a consistent heuristic. With a weight above 1, the search is weighted
    A*: it usually generates fewer states and finds longer solutions. The time is O((n + m) log n)
    for n states and m moves, plus one call of `guess` per state.
    """
    return _best_first(puzzle, lambda depth, estimate: depth + weight * estimate, guess, budget)


@dataclass(slots=True)
class _Entry:
    """A state on the heap; entries are compared by rank alone."""

    rank: float
    depth: int
    number: int

    def __lt__(self, other: _Entry) -> bool:
        return self.rank < other.rank


def _best_first(
    puzzle: PlainPuzzle,
    rank: Callable[[int, int], float],
    guess: Heuristic,
    budget: Budget | None,
) -> CustomResult:
    """Expand states in order of ``rank(depth, heuristic value)``, each state once."""
    states = Numbered(puzzle, budget or Budget(Limits()))
    heap = [_Entry(rank(0, guess(puzzle.start)), 0, 0)]
    marked, order, waiting = bytearray(1), [0], 1

    def result(depth: int | None, stopped: str = "") -> CustomResult:
        return CustomResult(
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
                return result(entry.depth)
            targets, depth = states.moves(entry.number), entry.depth + 1
            marked.extend(bytes(len(states) - len(marked)))
            for to in targets:
                if not marked[to]:
                    marked[to] = 1
                    order.append(to)
                    heapq.heappush(heap, _Entry(rank(depth, guess(states.states[to])), depth, to))
            waiting = max(waiting, len(heap))
    except Stopped as why:
        return result(None, str(why))
    return result(None)


def iterative_deepening(puzzle: PlainPuzzle, budget: Budget | None = None) -> CustomResult:
    """Search depth first within 0 moves, then within 1, 2, ...

    A round generates a state again if it reaches the state with fewer moves than before. Therefore
    a round covers every state within its limit. If no goal can be reached, the search ends after
    the first round without new states. The time of a round is O(moves * limit).

    The rounds are compiled and use stored moves; before each round, the moves of one more layer are
    computed. The counts equal those of a search that computes every move again.
    """
    budget = budget or Budget(Limits())
    states = Numbered(puzzle, budget)
    level = range(1)  # the layer of states whose distance is the limit
    generated, distinct, waiting = 0, 1, 1
    try:
        for limit in itertools.count():
            in_round, distinct, most, won, see = _round(states, limit, budget)
            generated, waiting = generated + in_round, max(waiting, most)
            if won or not level:
                return CustomResult(limit if won else None, distinct, generated, "", waiting, see)
            for number in level:
                states.moves(number)
            level = range(level.stop, len(states))
    except Stopped as why:
        return CustomResult(None, distinct, generated, str(why), waiting)
    raise AssertionError("there is always a next limit")


def _round(
    states: Numbered, limit: int, budget: Budget
) -> tuple[int, int, int, bool, Callable[[], Sequence[Hashable]]]:
    """Run a round; return its counts, whether it reached a goal, and the states it has seen.

    The counts are the numbers of generated and of distinct states, and the largest size of the
    stack.
    """
    first, last = np.frombuffer(states.first, np.int64), np.frombuffer(states.last, np.int64)
    targets = np.frombuffer(states.targets or bytes(4), np.int32)  # an empty array has no buffer
    moves = _Moves(first, last, targets, np.frombuffer(states.wins, np.uint8))
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
        size, count, new, most, won = _deepen(
            moves, limit, depth, stack, size, STATES_PER_CHECK, work=len(targets) * (limit + 1)
        )
        generated, distinct = generated + int(count), distinct + int(new)
        waiting = max(waiting, int(most))

    def see() -> Sequence[Hashable]:
        return [states.states[number] for number in np.flatnonzero(depth <= limit).tolist()]

    return generated, distinct, waiting, bool(won), see


class _Moves(NamedTuple):
    """The moves ``first[s]:last[s]`` of each state s, their targets, and the winning states."""

    first: Int64s
    last: Int64s
    targets: Int32s
    wins: UInt8s


@Kernel
def _deepen(moves: _Moves, limit, depth, stack, size, most):
    """Continue a round until it ends, the stack is full, or more than `most` states are generated.

    `stack` holds `size` pairs (state, depth). `depth` holds the least known depth of each state, or
    ``limit + 1`` if it is unknown. Return the new size, the number of generated states, the number
    of new states among them, the largest size, and whether a goal was reached.
    """
    generated = new = 0
    largest = size
    while size > 0 and generated <= most:
        state, steps = stack[size - 1, 0], stack[size - 1, 1]
        begin, end = moves.first[state], moves.last[state]
        if size + end - begin > len(stack):
            break
        size -= 1
        if moves.wins[state]:
            return size, generated, new, largest, True
        if steps == limit:
            continue
        for slot in range(begin, end):
            to = moves.targets[slot]
            if depth[to] > steps + 1:
                new += depth[to] > limit
                generated += 1
                depth[to] = steps + 1
                stack[size, 0] = to
                stack[size, 1] = steps + 1
                size += 1
        if size > largest:
            largest = size
    return size, generated, new, largest, False


def load_machine_code() -> None:
    """Compile the kernel in advance, so that compilation is not part of measured times."""
    row, flat = np.zeros(1, np.int64), np.zeros(1, np.int32)
    moves = _Moves(row, row, flat, np.ones(1, np.uint8))
    _deepen.compiled(moves, 0, flat, np.zeros((1, 2), np.int32), 1, 1)
