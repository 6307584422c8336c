# ruff: noqa: F841, RET504, SIM110 - inserted rules use the names; this code is compiled
"""The loops of a search.

A search stores states, not moves. If a puzzle has a *walker* (the player of push-block), states
that differ only in the walker's cell are not stored either. From a stored state, the search
explores all walks, and stores only the states after a move that changes more than the walker's
cell::

    kept ──walk──walk──push──► kept ──walk──push──► kept ──walk──walk──► goal

So one stored state represents all cells that the walker can reach.

`reach` expands some states up to a bound: states that cannot win within the bound are neither
stored nor expanded. For each expanded state, it returns the least bound at which expanding the
state again would find more.

`dive` goes depth first within a bound, with moves in the order of their labels. It keeps visited
states in a table of fixed size, in which newer states replace older ones. Suppose that a dive
reaches a state a second time, with at least as many moves as the first time. Then no solution
within the bound goes through this state, since the dive would have found the solution before. So if
the bound is the length of the shortest solutions, the dive finds the first of them in the order of
labels.

Glossary, besides that of `stategraph.native.templates.state_tables`::

    bound                  the maximum number of moves of a whole solution
    least                  a lower bound on the length of a solution through a state: the number of
                           moves to the state plus its heuristic, and at least the `least` of its
                           predecessor
    further                the smallest `least` that exceeds the bound
"""

from typing import NamedTuple

from stategraph.kernels import hash_row
from stategraph.machine.language import Int32Rows, Int32s, Int64Rows, Int64s
from stategraph.native.templates.outcomes import FAILED, FOUND, FULL, NOTHING, STOPPED
from stategraph.native.templates.state_tables import DEAD, Moves, Table, copy, find, place_of, same


class NodeColumns(NamedTuple):
    """For each state: the number of moves to it, its predecessor, its `least`, and `done`.

    `done` is the bound up to which the state was expanded, or -1 if it was not expanded yet.
    """

    far: Int32s
    parents: Int32s
    least: Int32s
    done: Int32s


class Walker(NamedTuple):
    """The field of the walker in a state, and the buffers of one walk.

    `field` is (word, shift, mask) of the walker's cell, and `still` (w,) has the bits that no walk
    changes. `walk` holds the states reached by walking, `steps` the number of moves to each of
    them, and `floor` the `least` of each. A cell was visited if ``visited[cell] == visit``.
    `same_guess` is 1 if walks never change the heuristic.
    """

    field: Int64s
    still: Int64s
    walk: Int64Rows
    steps: Int64s
    floor: Int64s
    visited: Int64s
    same_guess: int


class Task(NamedTuple):
    """The states ``order[at:]`` to expand up to a bound, as far as there is room for new states.

    The loop writes `next_bounds` and `changed`. `next_bounds` has, for each state in `order`, the
    bound at which to expand it again. `changed` has the states that are new or were reached in
    fewer moves.
    """

    order: Int32s
    at: int
    next_bounds: Int64s
    changed: Int32s
    bound: int
    room: int
    limit: int


class Totals(NamedTuple):
    """The number of states, the best solution's length and last state, and the number of walks."""

    states: int
    best: int
    last: int
    visit: int


class Stack(NamedTuple):
    """The stack of a dive: ``path[d]`` is the state after d moves.

    The successors of ``path[d]`` are stored in `kids` from row ``d * most`` on. ``remaining[d]``
    of them are not visited yet, and the last one is next; -1 means that they were not generated
    yet. `turns` is a buffer.
    """

    path: Int64Rows
    kids: Int64Rows
    remaining: Int64s
    turns: Int64s


class Dive(NamedTuple):
    """A dive: its depth, its bound, its number, and the number of states that it may visit.

    The state in ``table[slot]`` was entered by dive number ``marks[slot, 0]`` after ``marks[slot,
    1]`` moves. `rank` orders labels.
    """

    depth: int
    bound: int
    number: int
    further: int
    patience: int
    table: Int64Rows
    marks: Int32Rows
    rank: Int64s


def moves_of(states, head, moves, C, *T):
    """Write the moves of a state; return their number, or -1 if a rule breaks its contract."""
    new, label, won = moves.new, moves.label, moves.won
    # [constants]
    # [words]
    n_moves = 0
    # [rules] or return -1
    return n_moves


def guess(states, head, C, *T):
    """Return the heuristic of a state; values of at least `DEAD` mean that the state is dead."""
    # [constants]
    # [words]
    bound = 0
    # [bounds] or return -1
    return bound


def look(states: Int64Rows, moves: Moves, C: Int64s, *T: Int64s):
    """Return the number of moves and the heuristic of state 0, for a comparison with Python."""
    n_moves = moves_of(states, 0, moves, C, *T)
    return n_moves, guess(states, 0, C, *T)


# ------------------------------------------------------------------------------ the next states


def is_walk(rows, i, other_rows, j, still):
    """Return whether two states differ at most in the walker's cell."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        if (rows[i, k] ^ other_rows[j, k]) & still[k] != 0:
            return False
    return True


def cell_of(rows, i, field):
    """Return the walker's cell."""
    return (rows[i, field[0]] >> field[1]) & field[2]


def set_out(states, node, columns, walker, visit):
    """Begin a walk at a stored state."""
    walker.visited[cell_of(states, node, walker.field)] = visit
    copy(states, node, walker.walk, 0)
    walker.steps[0] = columns.far[node]
    walker.floor[0] = columns.least[node]


def keep(new, i, node, moves_to, least_then, table, columns, count):
    """Store a state that is new or reached in fewer moves; return its number, else -1."""
    node_of_state = find(new, i, place_of(new, i, table), table, count)
    if node_of_state < count and moves_to >= columns.far[node_of_state]:
        return -1
    columns.far[node_of_state] = moves_to
    columns.parents[node_of_state] = node
    columns.least[node_of_state] = least_then
    columns.done[node_of_state] = -1
    return node_of_state


# A walk and the search for pushes are one loop: as two functions they take 3% longer.
def reach(
    table: Table, columns: NodeColumns, walker: Walker, task: Task, totals: Totals,
    moves: Moves, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Do as much of a task as fits into the arrays.

    Returns (at, changes, count, best, last, visit, why), where `changes` states are in `changed`.
    """
    states, new, won = table.states, moves.new, moves.won
    order, next_bounds, changed, bound = task.order, task.next_bounds, task.changed, task.bound
    walk, steps, floor, visited = walker.walk, walker.steps, walker.floor, walker.visited
    still, field, same_guess = walker.still, walker.field, walker.same_guess
    expanded_to = columns.done
    count, best, last, visit = totals.states, totals.best, totals.last, totals.visit
    at, changes = task.at, 0
    most = (walk.shape[0] - 1) * (moves.label.size - 1)
    # loop invariant: the states order[:at] are expanded
    while at < order.size and count + most <= task.room and changes + most <= changed.size:
        node = order[at]
        next_bounds[at] = DEAD
        done_before = expanded_to[node]
        if done_before >= bound:
            at += 1
            continue
        count_before = count
        further = DEAD
        guessed_here = guess(states, node, C, *T) if same_guess else 0
        visit += 1
        set_out(states, node, columns, walker, visit)
        head = 0
        tail = 1
        # loop invariant: walk[:tail] are the states found so far, and walk[:head] are expanded
        while head < tail:
            n_moves = moves_of(walk, head, moves, C, *T)
            if n_moves < 0:
                return at, changes, count, best, last, visit, FAILED
            moves_to = steps[head] + 1
            least_here = floor[head]
            head += 1
            for i in range(n_moves):
                if won[i]:
                    if moves_to < best:
                        best = moves_to
                        last = node
                    continue
                walks = is_walk(new, i, walk, 0, still)
                cell = cell_of(new, i, field)
                if walks and visited[cell] == visit:
                    continue
                guessed = guessed_here if same_guess and walks else guess(new, i, C, *T)
                if guessed < 0:
                    return at, changes, count, best, last, visit, FAILED
                least_then = max(least_here, moves_to + guessed)
                if least_then >= best or guessed >= DEAD:
                    continue
                if least_then > bound:
                    further = min(further, least_then)
                elif walks:
                    visited[cell] = visit
                    copy(new, i, walk, tail)
                    steps[tail] = moves_to
                    floor[tail] = least_then
                    tail += 1
                elif least_then > done_before:  # otherwise an earlier expansion has stored it
                    to = keep(new, i, node, moves_to, least_then, table, columns, count)
                    if to >= 0:
                        changed[changes] = to
                        changes += 1
                        count = max(count, to + 1)
        if count > task.limit:
            return at, changes, count_before, best, last, visit, FULL
        expanded_to[node] = bound
        next_bounds[at] = further
        at += 1
    return at, changes, count, best, last, visit, STOPPED


# ---------------------------------------------------------------------------------- depth first


def wins(won, n_moves):
    """Return whether one of the moves wins."""
    for i in range(n_moves):
        if won[i]:
            return True
    return False


def sort_last_first(turns, n_moves, label, rank):
    """Write the numbers of the moves to `turns`, the last label first.

    Insertion sort is fast enough, since a state has few moves.
    """
    for i in range(n_moves):
        k = i
        # turns[:i] is sorted; shift its later part to make room for move i
        while k > 0 and rank[label[turns[k - 1]]] < rank[label[i]]:
            turns[k] = turns[k - 1]
            k -= 1
        turns[k] = i


def enter(new, i, depth, dive):
    """Enter a state into the table; return False if this dive reached it in as few moves before."""
    table, marks = dive.table, dive.marks
    width = new.shape[1]  # [width]
    slot = hash_row(new, i, width) & marks.shape[0] - 1
    if marks[slot, 0] == dive.number and marks[slot, 1] <= depth and same(new, i, table, slot):
        return False
    marks[slot, 0] = dive.number
    marks[slot, 1] = depth
    copy(new, i, table, slot)
    return True


def dive(dive_state: Dive, stack: Stack, moves: Moves, C: Int64s, *T: Int64s):
    """Continue a dive until it ends, or has visited `patience` states.

    Returns (depth, further, patience, why).
    """
    new, label, won = moves.new, moves.label, moves.won
    path, kids, remaining, turns = stack.path, stack.kids, stack.remaining, stack.turns
    depth, bound, further, patience = (
        dive_state.depth,
        dive_state.bound,
        dive_state.further,
        dive_state.patience,
    )
    most = label.size - 1
    # loop invariant: no solution within the bound goes through a state taken off the stack
    while depth >= 0:
        if remaining[depth] < 0:
            patience -= 1
            if patience < 0:
                return depth, further, patience, STOPPED
            n_moves = moves_of(path, depth, moves, C, *T)
            if n_moves < 0:
                return depth, further, patience, FAILED
            remaining[depth] = 0
            if depth < bound and wins(won, n_moves):
                return depth, further, patience, FOUND
            sort_last_first(turns, n_moves, label, dive_state.rank)
            for turn in range(n_moves):
                i = turns[turn]
                guessed = 0 if won[i] else guess(new, i, C, *T)
                if guessed < 0:
                    return depth, further, patience, FAILED
                if guessed >= DEAD:
                    continue
                if depth + 1 + guessed > bound:
                    further = min(further, depth + 1 + guessed)
                elif enter(new, i, depth + 1, dive_state):
                    copy(new, i, kids, depth * most + remaining[depth])
                    remaining[depth] += 1
        if remaining[depth] == 0:
            depth -= 1
            continue
        remaining[depth] -= 1
        copy(kids, depth * most + remaining[depth], path, depth + 1)
        depth += 1
        remaining[depth] = -1
    return depth, further, patience, NOTHING
