# ruff: noqa: RET504, SIM110 - rules stand between; what is compiled loops
"""The loops of a search.

A search keeps states, not moves. Where a puzzle has a *walker* (the player of push-block), states
that differ only in where he stands are not kept either: from a state he walks on the spot, and what
is kept is the states after something else has changed::

    kept ──walk──walk──push──► kept ──walk──push──► kept ──walk──walk──► goal

so that one state kept stands for all the places he can walk to.

`reach` expands some states up to a bound: nothing is kept, or walked on from, that cannot win
within so many moves. It tells of each expanded state the least bound with which it is worth being
expanded again.

`dive` goes depth first within a bound, moves in the order of their labels, and keeps the states it
has met in a table of fixed size, where a newer one takes the place of an older. A state met earlier
with as few moves leads to no solution within the bound, or it would have been found; one that still
waits to be looked at was met with fewer. So with the least bound that has a solution, the first
solution found is the first in the order of labels.

Glossary, besides that of `stategraph.native.templates.states`::

    bound                  the moves of a whole solution that are allowed
    least                  the fewest moves of a whole solution through a state, as is guessed:
                           moves to it and guessed from it, never less than before it on its way
    further                the least of those beyond the bound that were met
    far, parents           of a state kept: the moves to it; the state kept before it
    done                   of a state kept: the bound up to which it was expanded, -1 at first
    best, last             the moves of the best solution met; the state kept last on its way
    field                  (word, shift, mask): where a state holds the walker's cell
    still (width,)         the bits that no walk changes
"""

from stategraph.kernels import hash_row
from stategraph.machine.language import Int32Rows, Int32s, Int64Rows, Int64s
from stategraph.native.templates.outcomes import FAILED, FOUND, FULL, NOTHING, STOPPED
from stategraph.native.templates.states import DEAD, copy, find, place_of, same


def moves(states, head, new, label, won, C, *T):
    """Write the moves of a state; return how many, or -1 where a rule breaks its contract."""
    # [constants]
    # [words]
    made = 0
    # [rules] or return -1
    return made


def guess(states, head, C, *T):
    """Return the moves left that are guessed of a state; `DEAD` and more: the goal is lost."""
    # [constants]
    # [words]
    bound = 0
    # [bounds] or return -1
    return bound


def look(
    states: Int64Rows, new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Return how many moves state 0 has and what is guessed of it, to be compared."""
    return moves(states, 0, new, label, won, C, *T), guess(states, 0, C, *T)


# ------------------------------------------------------------------------------ the next states


def is_walk(rows, i, others, j, still):
    """Return whether two states differ at most in where the walker stands."""
    width = rows.shape[1]  # [width]
    for k in range(width):
        if (rows[i, k] ^ others[j, k]) & still[k] != 0:
            return False
    return True


def cell_of(rows, i, field):
    """Return where the walker stands."""
    return (rows[i, field[0]] >> field[1]) & field[2]


def set_out(states, node, far, least, walk, steps, floor, visited, visit, field):
    """Begin a walk at a state kept."""
    visited[cell_of(states, node, field)] = visit
    copy(states, node, walk, 0)
    steps[0] = far[node]
    floor[0] = least[node]


def keep(
    new, i, node, moves_to, least_then, states, index, dense, far, parents, least, done, changed,
    changes, count,
):  # fmt: skip
    """Keep a state, where it is new or reached in fewer moves; return (changes, count)."""
    slot = place_of(new, i, index, dense)
    found = find(new, i, slot, states, count, index, dense)
    if found == count or moves_to < far[found]:
        far[found] = moves_to
        parents[found] = node
        least[found] = least_then
        done[found] = -1
        changed[changes] = found
        changes += 1
    if found == count:
        count += 1
    return changes, count


# A walk and what it finds are one loop: as two functions they take 3% longer.
def reach(
    states: Int64Rows, index: Int32s, dense,
    far: Int32s, parents: Int32s, least: Int32s, done: Int32s, order: Int32s,
    at, bound, changed: Int32s, changes, again: Int64s, count,
    best, last, room, limit, walk: Int64Rows, steps: Int64s, floor: Int64s, visited: Int64s, visit,
    still: Int64s, field: Int64s, same_guess,
    new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Expand the states ``order[at:]`` up to a bound, as many as there is room for.

    Writes those that are new or reached in fewer moves into ``changed[changes:]``, and into `again`
    the bound with which to expand each of `order` again. Returns (at, changes, count, best, last,
    visit, why). The buffers of one walk are the states on it, `walk`, with the `steps` to each and
    the least, `floor`; a cell was visited if ``visited[cell] == visit``.
    """
    most = (walk.shape[0] - 1) * (label.size - 1)
    # before each turn: order[:at] are expanded, and all that came of them is told
    while at < order.size and count + most <= room and changes + most <= changed.size:
        node = order[at]
        again[at] = DEAD
        done_before = done[node]
        if done_before >= bound:
            at += 1
            continue
        count_before = count
        further = DEAD
        guessed_here = guess(states, node, C, *T) if same_guess else 0
        visit += 1
        set_out(states, node, far, least, walk, steps, floor, visited, visit, field)
        head = 0
        tail = 1
        # before each turn: the walker has gone on from walk[:head], and can get to walk[:tail]
        while head < tail:
            made = moves(walk, head, new, label, won, C, *T)
            if made < 0:
                return at, changes, count, best, last, visit, FAILED
            moves_to = steps[head] + 1
            least_here = floor[head]
            head += 1
            for i in range(made):
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
                elif least_then > done_before:  # else it was kept the last time
                    changes, count = keep(
                        new, i, node, moves_to, least_then, states, index, dense, far, parents,
                        least, done, changed, changes, count,
                    )  # fmt: skip
        if count > limit:
            return at, changes, count_before, best, last, visit, FULL
        done[node] = bound
        again[at] = further
        at += 1
    return at, changes, count, best, last, visit, STOPPED


# ---------------------------------------------------------------------------------- depth first


def wins(won, made):
    """Return whether one of the moves wins."""
    for i in range(made):
        if won[i]:
            return True
    return False


def sort_last_first(turns, made, label, rank):
    """Write the moves into `turns`, that of the last label first. Insertion sort: they are few."""
    for i in range(made):
        k = i
        # turns[:i] is in order; those from k on make way for move i
        while k > 0 and rank[label[turns[k - 1]]] < rank[label[i]]:
            turns[k] = turns[k - 1]
            k -= 1
        turns[k] = i


def enter(new, i, depth, table, marks, dive_number):
    """Enter a state into the table; return False if this dive met it with as few moves.

    ``table[slot]`` is the state, ``marks[slot]`` (the number of the dive, the moves to it).
    """
    width = new.shape[1]  # [width]
    slot = hash_row(new, i, width) & marks.shape[0] - 1
    if marks[slot, 0] == dive_number and marks[slot, 1] <= depth and same(new, i, table, slot):
        return False
    marks[slot, 0] = dive_number
    marks[slot, 1] = depth
    copy(new, i, table, slot)
    return True


def dive(
    path: Int64Rows, kids: Int64Rows, left: Int64s, table: Int64Rows, marks: Int32Rows,
    rank: Int64s, turns: Int64s, depth, bound, dive_number, further, patience,
    new: Int64Rows, label: Int64s, won: Int64s, C: Int64s, *T: Int64s,
):  # fmt: skip
    """Go on with a dive until it ends, or has looked at `patience` states.

    Returns (depth, further, patience, why). The stack: ``path[d]`` is the state after d moves; of
    those after it, ``left[d]`` are still to be looked at, ``kids[d * most:]``, the last one first
    (-1: they were not made yet).
    """
    most = label.size - 1
    # before each turn: no solution within the bound begins with what was taken off the stack
    while depth >= 0:
        if left[depth] < 0:
            patience -= 1
            if patience < 0:
                return depth, further, patience, STOPPED
            made = moves(path, depth, new, label, won, C, *T)
            if made < 0:
                return depth, further, patience, FAILED
            left[depth] = 0
            if depth < bound and wins(won, made):
                return depth, further, patience, FOUND
            sort_last_first(turns, made, label, rank)
            for turn in range(made):
                i = turns[turn]
                guessed = 0 if won[i] else guess(new, i, C, *T)
                if guessed < 0:
                    return depth, further, patience, FAILED
                if guessed >= DEAD:
                    continue
                if depth + 1 + guessed > bound:
                    further = min(further, depth + 1 + guessed)
                elif enter(new, i, depth + 1, table, marks, dive_number):
                    copy(new, i, kids, depth * most + left[depth])
                    left[depth] += 1
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        copy(kids, depth * most + left[depth], path, depth + 1)
        depth += 1
        left[depth] = -1
    return depth, further, patience, NOTHING
