"""The loops of a proof over pushes: what cannot matter within a bound becomes wall.

Glossary, besides that of `stategraph.pushing.arrival_kernel`::

    rows (s, 4 words)      of each state kept the free cells as bits, the blocks, where some block
                           stands, or stood, that was pushed there, and all blocks, those that
                           cannot matter too
    players, steps, parents, turns
                           of each: where the player is, the moves to it, the state before, and the
                           push that led to it (cell * 4 + way)
    parts                  of each: its state in the `stategraph.pushing.pattern_database`
    offsets, edges         the pattern
    queues, nexts          the state that is expanded next, by the least moves of a solution that
                           goes on from it (from `BASE`), and the moves made; the one after a state
    index                  where states stand by their hash, 1 more than their number; 0: none
    met (slots, words + 2) all blocks of states that were looked at, 1 more than where the player
                           is, and the moves made; later ones take the place of others
    moved (n,)             the third of these bits, for each cell
    turned (4n,), nearer (n,)
                           `around` and `left` as solutions within the bound need them; `turned`
                           holds for blocks that were not moved yet
    ways (4n,)             `around` of the state at hand
    now                    the numbers that the loops go on with, see below
"""

from __future__ import annotations

from stategraph.machine.buckets import from_on, lay, pick
from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import BEYOND, BLOCK, FREE, NEVER, TIMES, WALL, arrive
from stategraph.pushing.detours import TIGHTENING, tighten
from stategraph.pushing.pattern_costs import HANDING_OVER, LEFT, TO, edge_of, handed_over
from stategraph.pushing.state_rows import FINDING, place_of, slot_of

# What a search within a bound goes on with: states kept, the queue of those to be expanded next,
# the least bound beyond this one that may bring more, the state whose walk wins, the moves of any
# solution at least, and the guesses that the pattern raised; and what came of a call.
COUNT, LEVEL, FURTHER, WINNER, BASE, RAISED = 0, 1, 2, 3, 4, 5
GOES_ON, REFUTED, NO_ROOM, FOUND = 0, 1, 2, 3

# ------------------------------------------------------------------------------------ the states


def matters(cell, cells, step, first):
    """Return what is on a cell, `WALL` where no solution within the slack can tell.

    Nobody stands where the least time is `NEVER`; but a block may be pushed there.
    """
    if first[cell] < NEVER:
        return cells[cell]
    if cells[cell] == FREE:
        n = first.size
        for way in range(4):
            block = step[way * n + cell]
            if block >= 0 and first[block] < NEVER:
                stands = step[way * n + block]
                if stands >= 0 and first[stands] < NEVER:
                    return FREE
    return WALL


def note(cells, moved, step, first, player, rows, players, new):
    """Write a state as bits: the free cells, the blocks, and where blocks were pushed."""
    words = rows.shape[1] // 4
    for k in range(3 * words):
        rows[new, k] = 0
    for cell in range(first.size):
        what = matters(cell, cells, step, first)
        if what != WALL:
            rows[new, what * words + (cell >> 5)] |= 1 << (cell & 31)
        if moved[cell] != 0:
            rows[new, 2 * words + (cell >> 5)] |= 1 << (cell & 31)
    players[new] = player


def known(rows, node, cell, behind, moves, met, new):
    """Return whether such a state was met after as few moves once a block is pushed; note it else.

    Whatever could not matter is compared, too: this takes no look at the state, but a state may be
    the same without it. Write all its blocks.
    """
    words = rows.shape[1] // 4
    all_blocks = 3 * words
    for k in range(words):
        rows[new, all_blocks + k] = rows[node, all_blocks + k]
    rows[new, all_blocks + (cell >> 5)] ^= 1 << (int(cell) & 31)
    rows[new, all_blocks + (behind >> 5)] ^= 1 << (int(behind) & 31)
    at = slot_of(rows, new, all_blocks, words, cell, met.shape[0])
    as_few = met[at, words] == cell + 1 and met[at, words + 1] <= moves
    for k in range(words):
        if met[at, k] != rows[new, all_blocks + k]:
            as_few = False
            met[at, k] = rows[new, all_blocks + k]
    if not as_few:
        met[at, words] = cell + 1
        met[at, words + 1] = moves
    return as_few


def read(rows, node, cells, moved):
    """Write what is on each cell of a state kept."""
    words = rows.shape[1] // 4
    for cell in range(cells.size):
        bit = cell & 31
        cells[cell] = WALL
        if rows[node, cell >> 5] >> bit & 1:
            cells[cell] = FREE
        elif rows[node, words + (cell >> 5)] >> bit & 1:
            cells[cell] = BLOCK
        moved[cell] = rows[node, 2 * words + (cell >> 5)] >> bit & 1


def turn_to(cells, moved, around, turned, ways):
    """Write the ways round the blocks of a state."""
    n = cells.size
    for cell in range(n):
        still = cells[cell] == BLOCK and moved[cell] == 0
        for way in range(4):
            k = way * n + cell
            ways[k] = turned[k] if still else around[k]


def walk(cells, step, left, player, dist, queue):
    """Walk everywhere; return how many cells, and the moves to a winning one (`NEVER`: to none)."""
    n = left.size
    for cell in range(n):
        dist[cell] = -1
    dist[player] = 0
    queue[0] = player
    head = 0
    tail = 1
    while head < tail:
        cell = queue[head]
        head += 1
        if left[cell] == 0:
            return tail, dist[cell]
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and cells[to] == FREE and dist[to] < 0:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return tail, NEVER


def enter(
    rows, players, steps, parents, turns, nexts, queues, index, now, moves, queue, parent, turn
):  # fmt: skip
    """Keep the state that was noted last, unless it is known with as few moves."""
    new = now[COUNT]
    at = place_of(rows, players, new, index, rows.shape[1] // 2)
    if index[at] != 0:
        if steps[index[at] - 1] <= moves:
            return 0
        steps[index[at] - 1] = -1  # so its entry in the queue counts for nothing
    index[at] = new + 1
    steps[new] = moves
    parents[new] = parent
    turns[new] = turn
    lay(queues, nexts, queue, new)
    now[COUNT] += 1
    return 1


# ---------------------------------------------------------------------------------- the search


def put_off(moves, now):
    """Note that some solution may need so many moves: more than the bound."""
    now[FURTHER] = min(now[FURTHER], moves)


def guessed(part, goal, alone, times, offsets, edges, now):
    """Return the moves to win at least: to an exit, or more where the pattern knows of more."""
    moves = max(alone, handed_over(part, goal, times, offsets, edges))
    now[RAISED] += int(moves > goal)
    return moves


def begin(
    step, around, left, bound, offsets, edges, players, parts, now, cells, dist, queue, stood,
    turned, nearer, times, first, heads, links, whose, events,
):  # fmt: skip
    """Write what solutions within the bound need at first; return their moves at least."""
    events[BEYOND] = NEVER
    goal = tighten(
        cells, step, around, left, bound, players[0], turned, nearer, stood, dist, queue,
        times, first, heads, links, whose, events,
    )  # fmt: skip
    now[FURTHER] = events[BEYOND]
    return guessed(parts[0], goal, 0, times, offsets, edges, now)


def keep(
    node, turn, part, alone, moves, least, step, bound, offsets, edges, rows, players, steps,
    parents, turns, nexts, parts, queues, index, now, cells, moved, nearer, ways, times, first,
    heads, links, whose, events,
):  # fmt: skip
    """Keep the state at hand, to which a push led, if a solution within the bound may go on."""
    player = turn >> 2
    events[BEYOND] = NEVER
    out = arrive(
        cells, step, ways, nearer, bound - moves, player,
        times, first, heads, links, whose, events,
    )  # fmt: skip
    put_off(moves + events[BEYOND], now)
    goal = guessed(part, out, alone, times, offsets, edges, now)
    if moves + goal > bound:
        put_off(moves + goal, now)
    else:
        parts[now[COUNT]] = part
        note(cells, moved, step, first, player, rows, players, now[COUNT])
        later = max(moves + goal, least) - now[BASE]
        enter(
            rows, players, steps, parents, turns, nexts, queues, index, now,
            moves, later * (bound + 1) + moves, node, turn,
        )  # fmt: skip


def push_each(
    node, size, made, least, step, bound, offsets, edges, rows, players, steps, parents, turns,
    nexts, parts, queues, index, now, met, cells, dist, queue, moved, nearer, ways, times, first,
    heads, links, whose, events,
):  # fmt: skip
    """Make each push from the `size` cells that are walked to, and keep what it leads to."""
    n = nearer.size
    for turn in range(4 * size):
        way = turn & 3
        stands = queue[turn >> 2]
        cell = step[way * n + stands]
        if cell < 0 or cells[cell] != BLOCK:
            continue
        behind = step[way * n + cell]
        if behind < 0 or cells[behind] != FREE:
            continue
        moves = made + dist[stands] + 1
        if moves + nearer[cell] > bound:
            put_off(moves + nearer[cell], now)
            continue
        edge = edge_of(parts[node], 8 * cell + way, offsets, edges)
        part = parts[node] if edge < 0 else edges[edge, TO]
        alone = 0 if edge < 0 else edges[edge, LEFT]
        if moves + alone > bound:
            put_off(moves + alone, now)
            continue
        if known(rows, node, cell, behind, moves, met, now[COUNT]):
            continue
        cells[cell] = FREE
        cells[behind] = BLOCK
        was = moved[behind]
        moved[behind] = 1
        keep(
            node, cell * 4 + way, part, alone, moves, least, step, bound, offsets, edges, rows,
            players, steps, parents, turns, nexts, parts, queues, index, now, cells, moved, nearer,
            ways, times, first, heads, links, whose, events,
        )  # fmt: skip
        cells[cell] = BLOCK
        cells[behind] = FREE
        moved[behind] = was


def within(
    step, around, left, bound, offsets, edges, rows, players, steps, parents, turns, nexts, parts,
    queues, index, now, met, cells, dist, queue, moved, stood, turned, nearer, ways, times, first,
    heads, links, whose, events, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return what came of it."""
    for _ in range(patience):
        now[LEVEL] = from_on(queues, now[LEVEL])
        if now[LEVEL] == queues.size:
            return REFUTED
        if now[COUNT] + 4 * left.size >= players.size:
            return NO_ROOM
        node = pick(queues, nexts, now[LEVEL])
        made = now[LEVEL] % (bound + 1)
        least = now[BASE] + now[LEVEL] // (bound + 1)
        if steps[node] != made:
            continue
        read(rows, node, cells, moved)
        if node == 0:
            least = max(least, begin(
                step, around, left, bound, offsets, edges, players, parts, now, cells, dist, queue,
                stood, turned, nearer, times, first, heads, links, whose, events,
            ))  # fmt: skip
            if least > bound:
                put_off(least, now)
                return REFUTED
        turn_to(cells, moved, around, turned, ways)
        size, walk_out = walk(cells, step, nearer, players[node], dist, queue)
        if made + walk_out <= least:
            now[WINNER] = node
            return FOUND
        if made + walk_out <= bound:  # which is told when nothing shorter is left
            later = (made + walk_out - now[BASE]) * (bound + 1) + made
            lay(queues, nexts, later, node)
        else:
            put_off(made + walk_out, now)
        push_each(
            node, size, made, least, step, bound, offsets, edges, rows, players, steps, parents,
            turns, nexts, parts, queues, index, now, met, cells, dist, queue, moved, nearer, ways,
            times, first, heads, links, whose, events,
        )  # fmt: skip
    return GOES_ON


def renote(met, more):
    """Note in a larger table what was noted."""
    words = met.shape[1] - 2
    for row in range(met.shape[0]):
        if met[row, words] != 0:
            at = slot_of(met, row, 0, words, met[row, words] - 1, more.shape[0])
            for k in range(words + 2):
                more[at, k] = met[row, k]


search = Kernel(
    within,
    [
        *TIMES,
        arrive,
        *TIGHTENING,
        *HANDING_OVER,
        *FINDING,
        matters,
        note,
        known,
        read,
        turn_to,
        walk,
        enter,
        put_off,
        guessed,
        from_on,
        begin,
        keep,
        push_each,
    ],
)
renoting = Kernel(renote, [slot_of])
