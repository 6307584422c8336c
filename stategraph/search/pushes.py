"""The loops of a search over pushes, on a board that is arrays.

A cell is a number; ``step[way * n + cell]`` is the cell beside it, -1 where there is none, and
``way ^ 2`` the way back. A block is pushed by one who walks onto it; two in a row are too heavy.
A state is kept after a push, with the player where the block was, and found again by a hash alone:
what comes of it is played by the rules before anybody believes it.

Glossary::

    n                      the cells; a path of cells is never longer
    states (s, words)      the blocks of each state kept, as bits
    players, steps, parents, cells, ways
                           of each state kept: where the player is, the moves to it, the state
                           before, and the block pushed, from which cell and which way
    wins (n,), homes (n,)  1 where the player wins; the pushes of a block to its goal, -1: to none
    left (n,)              the moves of the player to win at least, as among no blocks
    codes (2n,)            random numbers of 62 bits, of blocks on cells, then of players
    block (n,)             1 where a block is now
    now                    the numbers that a search goes on with, see below
"""

from __future__ import annotations

from typing import Any

from stategraph.machine.kernel import Kernel

# What a search goes on with: states kept, the state whose walk wins (-1: none yet), the moves of
# that solution, states expanded, one more than the moves that a solution may have, and states that
# wait in the queue.
COUNT, WINNER, MOVES, EXPANDED, LESS, QUEUED = 0, 1, 2, 3, 4, 5

# Which states go first: those novel among states of equal guess; among states of equal pushes left;
# those where the player has been least; those of the fewest moves made and guessed, as weighted A*.
BY_GUESS, BY_PUSHES, BY_PLACE, BY_MOVES = 0, 1, 2, 3

# So many pushes more are guessed where nobody gets through by going straight on.
FAR = 4

# A guess is less than that, and so is the number of a state.
RANGE, NUMBERS = 1 << 16, 1 << 31

# ----------------------------------------------------------------------------------- the board


def flood(block, step, wins, n, player, dist, queue):
    """Walk everywhere; return how many cells, the moves to a winning one (-1), the least cell."""
    for cell in range(n):
        dist[cell] = -1
    dist[player] = 0
    queue[0] = player
    head = 0
    tail = 1
    least = player
    while head < tail:
        cell = queue[head]
        head += 1
        if wins[cell]:
            return tail, dist[cell], least
        least = min(least, cell)
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and dist[to] < 0 and not block[to]:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return tail, -1, least


def relaxed(block, step, wins, n, player, cost, strict, far, by, via, opened, walks, pushes):
    """Walk as if a cell that was free once were free for ever; return the winning cell, or -1.

    A push needs its player behind the block and a cell before it that was free once. With `strict`,
    whoever has pushed a block and goes straight on must push it on. ``far[cell]`` is when the
    player can first stand there, a push taking as long as `cost` moves; ``by[cell]`` from where he
    came, and ``via[cell]`` whether by a push. Two queues, of cells walked to and pushed to, each in
    order.
    """
    for cell in range(n):
        far[cell] = -1
        opened[cell] = 1 - block[cell]
    far[player] = 0
    by[player] = -1
    via[player] = 0
    walks[0] = player
    walk = 0
    walk_end = 1
    push = 0
    push_end = 0
    # before each turn: the player has been wherever he gets sooner than the first of each queue
    while walk < walk_end or push < push_end:
        if push == push_end or (walk < walk_end and far[walks[walk]] <= far[pushes[push]]):
            cell = walks[walk]
            walk += 1
        else:
            cell = pushes[push]
            push += 1
            if not via[cell]:  # walked to since
                continue
            opened[cell] = 1
        if wins[cell]:
            return cell
        for way in range(4):
            to = step[way * n + cell]
            if to < 0:
                continue
            behind = step[way * n + to]
            stands = -1
            if opened[to]:
                ahead = strict > 0 and via[cell] > 0 and step[way * n + by[cell]] == cell
                if not ahead and (far[to] < 0 or (via[to] > 0 and far[to] > far[cell] + 1)):
                    far[to] = far[cell] + 1
                    by[to] = cell
                    via[to] = 0
                    walks[walk_end] = to
                    walk_end += 1
                elif ahead and far[to] < 0 and behind >= 0 and opened[behind] > 0:
                    stands = cell
            elif far[to] < 0 and behind >= 0:
                if opened[behind] > 0:
                    stands = cell
                elif block[cell] > 0 and 0 <= far[behind] <= far[cell]:
                    stands = behind
            if stands >= 0:
                far[to] = far[cell] + cost
                by[to] = stands
                via[to] = 1
                pushes[push_end] = to
                push_end += 1
    return -1


def plan(block, step, n, goal, by, via, mark, queue):
    """Return the pushes, and the cells walked to, of the relaxed way to `goal`."""
    pushed = 0
    walked = 0
    queue[0] = goal
    mark[goal] = 1
    head = 0
    tail = 1
    # before each turn: queue[:tail] are cells that the way needs, what queue[:head] need is among
    while head < tail:
        cell = queue[head]
        head += 1
        before = by[cell]
        if before < 0:
            continue
        needed = before
        if via[cell]:
            pushed += 1
            for way in range(4):
                behind = step[way * n + cell]  # onto which the block is pushed
                if step[way * n + before] == cell and block[behind] and mark[behind] == 0:
                    mark[behind] = 1
                    queue[tail] = behind
                    tail += 1
        else:
            walked += 1
        if mark[needed] == 0:
            mark[needed] = 1
            queue[tail] = needed
            tail += 1
    for k in range(tail):
        mark[queue[k]] = 0
    return pushed, walked


def astray(block, homes, n):
    """Return the blocks that are on no goal, and the pushes to their nearest; -1: one gets there.

    The pushes are -1 where a block can be pushed to none.
    """
    away = 0
    left = 0
    for cell in range(n):
        if block[cell] and homes[cell] != 0:
            if homes[cell] < 0:
                return away, -1
            away += 1
            left += int(homes[cell])
    return away, left


# ----------------------------------------------------------------------------- queues and tables


def put(heap, now, entry):
    """Put an entry into the queue, a heap whose first is the least."""
    at = now[QUEUED]
    now[QUEUED] += 1
    while at > 0 and heap[(at - 1) >> 1] > entry:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = entry


def take(heap, now):
    """Take the least entry out of the queue."""
    first = heap[0]
    now[QUEUED] -= 1
    size = now[QUEUED]
    entry = heap[size]
    at = 0
    kid = 1
    while kid < size:
        if kid + 1 < size and heap[kid + 1] < heap[kid]:
            kid += 1
        if heap[kid] >= entry:
            break
        heap[at] = heap[kid]
        at = kid
        kid = 2 * at + 1
    heap[at] = entry
    return first


def fresh(facts, part, a, b):
    """Enter a fact into the table; return whether it was not there."""
    at = (int(part) * 2654435761 + int(a) * 2246822519 + int(b) * 3266489917) & 0xFFFFFFFF
    at = ((at ^ at >> 15) * 739982445) & 0xFFFFFFFF
    at = (at ^ at >> 12) & (facts.size - 1)
    if facts[at]:
        return 0
    facts[at] = 1
    return 1


def enter(seen, key):
    """Enter a key into the table; return whether it was not there."""
    at = key & (seen.size - 1)
    while seen[at] != 0:
        if seen[at] == key:
            return 0
        at = (at + 1) & (seen.size - 1)
    seen[at] = key
    return 1


def novelty(facts, counts, part, moved, count, cell, least, dist, n):
    """Return how new a state is among those of its part: 0 the most, 3 not at all.

    0: a block where none was yet, or the player can get where he could not; 1: the block just
    pushed together with where the player can walk; 2: together with another block that has moved.
    """
    new = fresh(counts, part, cell, 1)
    for k in range(n):
        if dist[k] >= 0:
            new |= fresh(counts, part, k, 2)
    near = fresh(facts, part, cell, 3 + least)
    pair = 0
    for k in range(count):
        if moved[k] != cell:
            one = min(moved[k], cell)
            pair |= fresh(facts, part, one, 3 + n + moved[k] + cell - one)
    return 0 if new else 1 if near else 2 if pair else 3


# ------------------------------------------------------------------------------------ the search


def unpack(states, node, block, n):
    """Write the blocks of a state that is kept into `block`."""
    for cell in range(n):
        block[cell] = states[node, cell >> 5] >> (cell & 31) & 1


def keep(states, players, parents, cells, ways, node, new, cell, behind, way):
    """Keep the state after a block of `node` was pushed from `cell` to `behind`."""
    players[new] = cell
    parents[new] = node
    cells[new] = cell
    ways[new] = way
    for w in range(states.shape[1]):
        states[new, w] = states[node, w]
    states[new, cell >> 5] ^= 1 << (int(cell) & 31)
    states[new, behind >> 5] ^= 1 << (int(behind) & 31)


def often(counts, pushed, least):
    """Return how often the player was there with as many pushes left, and count that."""
    at = (pushed * 4099 + least) & (counts.size - 1)
    counts[at] += 1
    return min(int(counts[at]), RANGE // 2 - 1)


def go(
    step, wins, left, homes, begins, codes, states, players, steps, parents, cells, ways, seen,
    heap, facts, counts, block, mark, opened, via, dist, queue, far, by, walks, pushes, moved,
    others, reach, floor, now, first, cost, strict, weight, noise, seed, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return 1: found, 0: not yet, -1: no room or states left.

    Which of the states met are expanded before others, `first` says. A guess counts `weight` times
    as much as moves made; up to `noise` (a power of 2, less 1) is added to it, as `seed` has it.
    """
    n = wins.size
    for _ in range(patience):
        if now[QUEUED] == 0 or now[COUNT] + 4 * n > players.size:
            return -1
        node = take(heap, now) & (NUMBERS - 1)
        now[EXPANDED] += 1
        unpack(states, node, block, n)
        key = 0
        displaced = 0
        for cell in range(n):
            if block[cell]:
                key ^= codes[cell]
                if not begins[cell]:
                    moved[displaced] = cell
                    displaced += 1
        size, walk_out, _ = flood(block, step, wins, n, players[node], dist, queue)
        if walk_out >= 0:  # the start alone
            now[WINNER] = node
            now[MOVES] = walk_out
            return 1
        for k in range(size):
            reach[k] = queue[k]
            floor[k] = dist[queue[k]]
        for turn in range(4 * size):
            k = turn >> 2
            way = turn & 3
            cell = step[way * n + reach[k]]
            if cell < 0 or not block[cell]:
                continue
            behind = step[way * n + cell]
            if behind < 0 or block[behind] or steps[node] + floor[k] + 1 + left[cell] >= now[LESS]:
                continue
            block[cell] = 0
            block[behind] = 1
            new = now[COUNT]
            _, walk_out, least = flood(block, step, wins, n, cell, dist, queue)
            pushed = 0
            guess = 0
            if walk_out < 0:
                if not enter(seen, key ^ codes[cell] ^ codes[behind] ^ codes[n + least]):
                    guess = -1
                elif homes.size > 0:
                    pushed, guess = astray(block, homes, n)
                    if guess == 0:
                        walk_out = 0
                else:
                    goal = -1
                    if strict:
                        goal = relaxed(
                            block, step, wins, n, cell, cost, 1, far, by, via, opened, walks, pushes
                        )
                        pushed = 0 if goal >= 0 else FAR
                    if goal < 0:
                        goal = relaxed(
                            block, step, wins, n, cell, cost, 0, far, by, via, opened, walks, pushes
                        )
                    guess = goal
                    if goal >= 0:
                        more, guess = plan(block, step, n, goal, by, via, mark, walks)
                        pushed += more
                        guess += pushed * cost
            block[cell] = 1
            block[behind] = 0
            if guess < 0:
                continue
            keep(states, players, parents, cells, ways, node, new, cell, behind, way)
            steps[new] = steps[node] + floor[k] + 1
            now[COUNT] += 1
            if walk_out >= 0:
                now[WINNER] = new
                now[MOVES] = steps[new] + walk_out
                return 1
            rank = 0
            guess += (codes[(new + seed) % (2 * n)] >> seed % 50) & noise
            if first == BY_MOVES:
                guess = int(steps[new]) + weight * guess
            elif first == BY_PLACE:
                rank = often(counts, pushed, least)
            else:
                count = 0
                for i in range(displaced):
                    if moved[i] != cell:
                        others[count] = moved[i]
                        count += 1
                part = guess if first == BY_GUESS else pushed
                rank = novelty(facts, counts, part, others, count, behind, least, dist, n)
            put(heap, now, (rank * RANGE + min(guess, RANGE - 1)) * NUMBERS + new)
    return 0


# ------------------------------------------------------------------------------------- shortening


def gather(
    step, wins, homes, codes, states, players, parents, cells, ways, keys, index,
    offsets, targets, lengths, turns, ends, block, dist, queue, head, count, most, patience,
):  # fmt: skip
    """Expand `patience` states kept, in order, and keep what is met until there are `most`.

    Writes the moves between states kept: those out of state s are ``offsets[s]:offsets[s + 1]`` of
    `targets`, of so many moves `lengths`, each a push `turns` (its cell * 4 + its way). ``ends[s]``
    are the moves to win from s without a push, -1: none. Returns (head, count), the states expanded
    and kept, when all are expanded or there is no room for the next.
    """
    n = wins.size
    last = min(count, head + patience)
    while head < last and offsets[head] + 4 * n <= targets.size:
        unpack(states, head, block, n)
        key = 0
        for cell in range(n):
            if block[cell]:
                key ^= codes[cell]
        edge = offsets[head]
        ends[head] = -1
        if homes.size > 0:
            away, _ = astray(block, homes, n)
            if away == 0:
                ends[head] = 0
        size, walk_out, _ = flood(block, step, wins, n, players[head], dist, queue)
        if walk_out >= 0:
            ends[head] = walk_out
        for turn in range(4 * size):
            way = turn & 3
            stands = queue[turn >> 2]
            cell = step[way * n + stands]
            if cell < 0 or not block[cell]:
                continue
            behind = step[way * n + cell]
            if behind < 0 or block[behind]:
                continue
            new_key = key ^ codes[cell] ^ codes[behind] ^ codes[n + cell]
            at = new_key & (index.size - 1)
            while index[at] != 0 and keys[index[at] - 1] != new_key:
                at = (at + 1) & (index.size - 1)
            if index[at] == 0:
                if count >= most:
                    continue
                keep(states, players, parents, cells, ways, head, count, cell, behind, way)
                keys[count] = new_key
                count += 1
                index[at] = count
            targets[edge] = index[at] - 1
            lengths[edge] = dist[stands] + 1
            turns[edge] = cell * 4 + way
            edge += 1
        head += 1
        offsets[head] = edge
    return head, count


def cheapest(offsets, targets, lengths, ends, heap, now, far, by, done, count):
    """Return the last state of a shortest way from state 0 to a win, and its moves; (-1, 0): none.

    Dijkstra's algorithm; ``by[s]`` is the move by which the way comes to s, as its place.
    """
    for s in range(count):
        far[s] = -1
        by[s] = -1
        done[s] = 0
    far[0] = 0
    now[QUEUED] = 0
    put(heap, now, 0)
    best = -1
    least = 0
    while now[QUEUED] > 0:
        s = take(heap, now) & (NUMBERS - 1)
        if done[s]:
            continue
        done[s] = 1
        if best >= 0 and far[s] >= least:
            break
        if ends[s] >= 0 and (best < 0 or far[s] + ends[s] < least):
            best = s
            least = far[s] + ends[s]
        for edge in range(offsets[s], offsets[s + 1]):
            to = targets[edge]
            moves = far[s] + lengths[edge]
            if far[to] < 0 or moves < far[to]:
                far[to] = moves
                by[to] = edge
                put(heap, now, int(moves) * NUMBERS + int(to))
    return best, least


_QUEUES: list[Any] = [put, take]
_STATES: list[Any] = [flood, astray, unpack, keep]

search = Kernel(go, [*_STATES, *_QUEUES, relaxed, plan, fresh, enter, novelty, often])
surroundings = Kernel(gather, _STATES)
shortest_way = Kernel(cheapest, _QUEUES)
