# ruff: noqa: SIM110 - what is compiled loops
"""The engine as loops that are compiled: one text for all games, which are numbers to it.

`press` has the form that `stategraph.rules.OwnMoves` asks for; all others are called by it. They
do what `puzzles.puzzlescript.engine` does, which is the reference, and `tables` writes what they
read. A *plane* holds a bit for each cell, ``WORD`` of them in each of its ``W`` words; there is one
for each object, for each set of objects of a layer that a rule asks for, and for each layer and
movement. Glossary::

    G, S         the game, which nobody changes; what changes while a turn runs
    c, layer     a cell, a layer of it
    code         what is on a layer of a cell: the number of an object + 1; 0: nothing
    ways         the movement of a layer of a cell, as bits
    q, i         where a pattern of a cell, or an instruction, stands in G
    row          a packed state; CURRENT is the one that the planes show

A pattern is ``n, planes that must, n, planes that must not, n, (layer, code), n, (layer, stop,
start), n, layers that a rigid rule marks``; a code below 0 takes object ``-code`` away.
"""

# the head of G: numbers, then where its parts begin, then where those of S begin
(
    CELLS, LAYERS, WIDTH, MOVEMENTS, KEYS, FLAGS, OUTCOME_WORD, OUTCOME_SHIFT, MOVED_COUNT, MOVED,
    WAYS, PLACE, NEXT, BY_ROWS, DERIVED, PACKED, SPOT, SINGLE, PLAYER, WINS, EARLY, LATE, LAYER_OF,
    PLANES, COUNTS, AT, MOVING, MARKS, CURRENT, GIVEN, TICK, TRIED, BASE, LAP, BANNED,
    PUSHED, HERE, FOUND, LISTS, TURNS, MATCHES, QUEUE, BROKEN, MARKED, BEGUN, HEAD,
) = range(46)  # fmt: skip

WORD = 62
FULL = (1 << 62) - 1
W = 1  # the words of a plane: of each size of a board its own

CANCEL, RESTART, AGAIN, CHECKPOINT, WIN, MESSAGE, OTHER = 1, 2, 4, 8, 16, 32, 64
WANTS_MOVEMENT, WHOLE_PLAYER, RIGID = 1, 2, 4
SETTLED, WON, WAITS, ENDLESS = 0, 1, 2, 3
MOST_ROUNDS = 200
NOBODY = -1

# an instruction: rigid, the step from cell to cell, its direction, whether rows are scanned,
# commands, whether it changes anything, the number of rows, of planes that it needs, these, and
# where its rows are; a row: the number of parts, and where they are; a part: where the plane of
# the cells with room for it is, the number of patterns, and where they are
(I_RIGID, I_STEP, I_WAY, I_ROWS, I_COMMANDS, I_CHANGES, I_COUNT, I_NEEDS) = range(8)


def lowest(x):
    """Return the number of the lowest bit of a word that is not 0."""
    n = 0
    if x & 0xFFFFFFFF == 0:
        n = 32
        x >>= 32
    if x & 0xFFFF == 0:
        n += 16
        x >>= 16
    if x & 0xFF == 0:
        n += 8
        x >>= 8
    if x & 0xF == 0:
        n += 4
        x >>= 4
    if x & 3 == 0:
        n += 2
        x >>= 2
    return n + 1 - (x & 1)


# ------------------------------------------------------------------------------------- cells


def toggle(plane, word, bit, by, G, S):
    """Change one bit of a plane, which then has one more or fewer."""
    S[G[PLANES] + plane * W + word] ^= bit
    S[G[COUNTS] + plane] += by


def flip(thing, c, by, G, S):
    """Let an object come (1) or go (-1)."""
    word = G[G[PLACE] + 2 * c]
    bit = G[G[PLACE] + 2 * c + 1]
    toggle(thing, word, bit, by, G, S)
    for k in range(G[G[DERIVED] + thing], G[G[DERIVED] + thing + 1]):
        toggle(G[k], word, bit, by, G, S)
    at = G[PACKED] + 2 * (thing * G[CELLS] + c)
    if G[at] < 0:
        S[G[BROKEN]] = 1
    else:
        S[G[CURRENT] + G[at]] ^= G[at + 1]


def put(c, layer, code, G, S):
    """Have something on a layer of a cell; return whether that changes it."""
    at = G[AT] + c * G[LAYERS] + layer
    old = S[at]
    if old == code:
        return 0
    if old > 0:
        flip(old - 1, c, -1, G, S)
    if code > 0:
        flip(code - 1, c, 1, G, S)
    S[at] = code
    return 1


def steer(c, layer, ways, G, S):
    """Give a layer of a cell a movement; return whether that changes it."""
    at = G[MOVING] + c * G[LAYERS] + layer
    old = S[at]
    if old == ways:
        return 0
    word = G[G[PLACE] + 2 * c]
    bit = G[G[PLACE] + 2 * c + 1]
    plane = G[MOVEMENTS] + 6 * layer
    for k in range(5):
        if (old ^ ways) >> k & 1:
            toggle(plane + k, word, bit, 1 if ways >> k & 1 else -1, G, S)
    if old == 0:
        toggle(plane + 5, word, bit, 1, G, S)
    elif ways == 0:
        toggle(plane + 5, word, bit, -1, G, S)
    S[at] = ways
    return 1


def copy_row(source, to, G, S):
    """Copy a packed state."""
    for k in range(G[WIDTH]):
        S[to + k] = S[source + k]


def same_row(one, other, G, S):
    """Return whether two packed states are the same."""
    for k in range(G[WIDTH]):
        if S[one + k] != S[other + k]:
            return 0
    return 1


def come_or_go(thing, c, comes, G, S):
    """Let an object come into a cell whose layer is free, or go from it."""
    flip(thing, c, 1 if comes else -1, G, S)
    S[G[AT] + c * G[LAYERS] + G[G[LAYER_OF] + thing]] = thing + 1 if comes else 0


def become(row, G, S):
    """Make the planes show a packed state: first what is not there any more goes.

    SINGLE is an object that is always in one cell: (object or -1, word, shift, mask, its cells).
    """
    single = G[SINGLE]
    thing = G[single]
    new = 0
    goes = 0
    if thing >= 0:
        word = G[single + 1]
        old = S[G[CURRENT] + word] >> G[single + 2] & G[single + 3]
        new = S[row + word] >> G[single + 2] & G[single + 3]
        goes = old != new or S[G[BEGUN]] == 0
        if goes and S[G[BEGUN]]:
            come_or_go(thing, G[single + 4 + old], 0, G, S)
        S[G[BEGUN]] = 1
    for comes in range(2):
        for k in range(G[WIDTH]):
            other = S[row + k] if comes else ~S[row + k]
            left = (S[row + k] ^ S[G[CURRENT] + k]) & other
            while left != 0:
                spot = G[G[SPOT] + 64 * k + lowest(left)]
                left &= left - 1
                if spot >= 0:
                    come_or_go(spot // G[CELLS], spot % G[CELLS], comes, G, S)
    if goes:
        come_or_go(thing, G[single + 4 + new], 1, G, S)


# ---------------------------------------------------------------------------------- matching


def shift_into(found, shift, G, S):
    """Keep of FOUND the cells from which `shift` further a cell of HERE lies; tell whether any."""
    here = G[HERE]
    far = shift if shift >= 0 else -shift
    words = far // WORD
    rest = far % WORD
    some = 0
    for k in range(W):
        a = k + words if shift >= 0 else k - words
        b = a + 1 if shift >= 0 else a - 1
        one = S[here + a] if 0 <= a < W else 0
        two = S[here + b] if 0 <= b < W and rest > 0 else 0
        if shift >= 0:
            one = one >> rest | (two << (WORD - rest) & FULL)
        else:
            one = (one << rest & FULL) | two >> (WORD - rest)
        S[found + k] &= one
        some |= S[found + k]
    return some


def find_part(part, step, found, G, S):
    """Write the plane of the cells from which a part of a row matches; return whether any does."""
    room = G[part]
    for k in range(W):
        S[found + k] = G[room + k]
    here = G[HERE]
    planes = G[PLANES]
    for j in range(G[part + 1]):
        q = G[part + 2 + j]
        for k in range(W):
            S[here + k] = FULL
        for p in range(q + 1, q + 1 + G[q]):
            for k in range(W):
                S[here + k] &= S[planes + G[p] * W + k]
        q += 1 + G[q]
        for p in range(q + 1, q + 1 + G[q]):
            for k in range(W):
                S[here + k] &= ~S[planes + G[p] * W + k]
        if shift_into(found, j * step, G, S) == 0:
            return 0
    return 1


def has(plane, c, G, S):
    """Return whether a plane has a cell."""
    return S[G[PLANES] + plane * W + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0


def fits(q, c, G, S):
    """Return whether a cell matches a pattern."""
    for p in range(q + 1, q + 1 + G[q]):
        if not has(G[p], c, G, S):
            return 0
    q += 1 + G[q]
    for p in range(q + 1, q + 1 + G[q]):
        if has(G[p], c, G, S):
            return 0
    return 1


def part_fits(part, c, step, G, S):
    """Return whether a part of a row matches from a cell on."""
    for j in range(G[part + 1]):
        if not fits(G[part + 2 + j], c + j * step, G, S):
            return 0
    return 1


def list_cells(found, by_rows, at, G, S):
    """Write the cells of a plane in the order in which they are scanned; return how many."""
    n = 0
    for k in range(W):
        left = S[found + k]
        while left != 0:
            S[at + n] = k * WORD + lowest(left)
            left &= left - 1
            n += 1
    if by_rows and n > 1:
        n = 0
        for k in range(G[CELLS]):
            c = G[G[BY_ROWS] + k]
            if S[found + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0:
                S[at + n] = c
                n += 1
    return n


def list_row(i, row, at, G, S):
    """Write the matches of a row, a cell for each of three parts; return how many there are."""
    step = G[i + I_STEP]
    found = G[FOUND]
    parts = G[row]
    for k in range(parts):
        if not find_part(G[row + 1 + k], step, found + k * W, G, S):
            return 0
    if parts == 1:
        return list_cells(found, G[i + I_ROWS], at, G, S)
    cells = G[LISTS]
    n = list_cells(found, G[i + I_ROWS], cells, G, S)
    made = 0
    for k in range(n):
        made = list_gaps(i, row, S[cells + k], at, made, G, S)
    return made


def next_cell(c, way, G):
    """Return the next cell, -1: none."""
    return G[G[NEXT] + 4 * c + way]


def list_gaps(i, row, first, at, made, G, S):
    """Write the matches of a row of two or three parts that begin in a cell; return their end."""
    way = G[i + I_WAY]
    step = G[i + I_STEP]
    second = next_cell(first + step * (G[G[row + 1] + 1] - 1), way, G)
    while second >= 0:
        if in_found(1, second, G, S):
            if G[row] == 2:
                S[at + 2 * made] = first
                S[at + 2 * made + 1] = second
                made += 1
            else:
                third = next_cell(second + step * (G[G[row + 2] + 1] - 1), way, G)
                while third >= 0:
                    if in_found(2, third, G, S):
                        S[at + 3 * made] = first
                        S[at + 3 * made + 1] = second
                        S[at + 3 * made + 2] = third
                        made += 1
                    third = next_cell(third, way, G)
        second = next_cell(second, way, G)
    return made


def in_found(k, c, G, S):
    """Return whether a part of a row matches from a cell on, as was found."""
    return S[G[FOUND] + k * W + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0


# --------------------------------------------------------------------------------- replacing


def mark(c, q, number, G, S):
    """Mark layers of a cell as moved by a rigid group; return whether one was not marked."""
    changed = 0
    base = G[MARKS] + c * G[LAYERS]
    for k in range(q + 1, q + 1 + G[q]):
        if S[base + G[k]] == 0:
            S[base + G[k]] = number + 1
            S[G[MARKED]] = 1
            changed = 1
    return changed


def change(q, c, rigid, number, G, S):
    """Make of a cell what a pattern wants; return whether that changes anything."""
    q += 1 + G[q]
    q += 1 + G[q]
    changed = 0
    base = G[AT] + c * G[LAYERS]
    for k in range(G[q]):
        layer = G[q + 1 + 2 * k]
        code = G[q + 2 + 2 * k]
        if code >= 0:
            changed |= put(c, layer, code, G, S)
        elif S[base + layer] == -code:
            changed |= put(c, layer, 0, G, S)
    q += 1 + 2 * G[q]
    base = G[MOVING] + c * G[LAYERS]
    for k in range(G[q]):
        layer = G[q + 1 + 3 * k]
        ways = (S[base + layer] & ~G[q + 2 + 3 * k]) | G[q + 3 + 3 * k]
        changed |= steer(c, layer, ways, G, S)
    if rigid:
        changed |= mark(c, q + 1 + 3 * G[q], number, G, S)
    return changed


def change_part(i, part, c, number, G, S):
    """Make of the cells of a part of a row what it wants; return whether anything changes."""
    changed = 0
    for j in range(G[part + 1]):
        there = c + j * G[i + I_STEP]
        changed |= change(G[part + 2 + j], there, G[i + I_RIGID], number, G, S)
    return changed


def replace_row(i, row, match, number, G, S):
    """Replace one match of a row; return whether that changes anything."""
    changed = 0
    for k in range(G[row]):
        changed |= change_part(i, G[row + 1 + k], S[match + k], number, G, S)
    return changed


def row_fits(i, row, match, G, S):
    """Return whether a row still matches where it did."""
    for k in range(G[row]):
        if not part_fits(G[row + 1 + k], S[match + k], G[i + I_STEP], G, S):
            return 0
    return 1


def matches_at(row, k, G, S):
    """Return where the match stands that row k has its turn with."""
    return S[G[LISTS] + G[CELLS] + 2 * k] + S[G[TURNS] + k] * G[row]


def replace_all(i, rows, number, G, S):
    """Replace all tuples of matches, the first row varying fastest; return whether that changes."""
    n = G[i + I_COUNT]
    lists = G[LISTS] + G[CELLS]
    turns = G[TURNS]
    for k in range(n):
        S[turns + k] = 0
    changed = 0
    first = 1
    while True:
        still = 1
        if not first:
            for k in range(n):
                match = matches_at(G[rows + k], k, G, S)
                if not row_fits(i, G[rows + k], match, G, S):
                    still = 0
        first = 0
        if still:
            for k in range(n):
                match = matches_at(G[rows + k], k, G, S)
                changed |= replace_row(i, G[rows + k], match, number, G, S)
        k = 0
        while k < n:
            S[turns + k] += 1
            if S[turns + k] < S[lists + 2 * k + 1]:
                break
            S[turns + k] = 0
            k += 1
        if k == n:
            return changed


def replace_found(i, part, number, G, S):
    """Replace the matches of a single part of a row; return whether that changes anything."""
    n = list_cells(G[FOUND], G[i + I_ROWS], G[LISTS], G, S)
    changed = 0
    for k in range(n):
        c = S[G[LISTS] + k]
        if k == 0 or part_fits(part, c, G[i + I_STEP], G, S):
            changed |= change_part(i, part, c, number, G, S)
    return changed


def queue(commands, G, S):
    """Queue the commands of a rule that matched."""
    waiting = S[G[QUEUE]]
    if waiting & CANCEL or (waiting & RESTART and not commands & CANCEL):
        return
    if commands & (CANCEL | RESTART):
        waiting = 0
    S[G[QUEUE]] = waiting | commands


def instruction(i, number, G, S):
    """Apply an instruction wherever it matches; return whether something changed."""
    needs = i + I_NEEDS + 1
    rows = needs + G[i + I_NEEDS]
    for k in range(needs, rows):
        if S[G[COUNTS] + G[k]] == 0:
            return 0
    changed = 0
    if G[i + I_COUNT] == 1 and G[G[rows]] == 1:
        part = G[G[rows] + 1]
        if not find_part(part, G[i + I_STEP], G[FOUND], G, S):
            return 0
        if G[i + I_CHANGES]:
            changed = replace_found(i, part, number, G, S)
        if G[i + I_COMMANDS]:
            queue(G[i + I_COMMANDS], G, S)
        return changed
    lists = G[LISTS] + G[CELLS]
    at = G[MATCHES]
    for k in range(G[i + I_COUNT]):
        n = list_row(i, G[rows + k], at, G, S)
        if n == 0:
            return 0
        S[lists + 2 * k] = at
        S[lists + 2 * k + 1] = n
        at += n * G[G[rows + k]]
    if G[i + I_CHANGES]:
        changed = replace_all(i, rows, number, G, S)
    if G[i + I_COMMANDS]:
        queue(G[i + I_COMMANDS], G, S)
    return changed


def run_group(group, number, G, S):
    """Run a group until nothing changes; return whether something did."""
    n = G[group]
    changed = 0
    if n == 0:
        return changed
    idle = 0
    for _ in range(MOST_ROUNDS):
        for k in range(n):
            if instruction(G[group + 1 + k], number, G, S):
                changed = 1
                idle = 0
            else:
                idle += 1
                if idle >= n:
                    return changed
    return changed


def run_groups(rules, early, G, S):
    """Run a list of groups, with its loops."""
    n = G[rules]
    jumps = rules + 1
    groups = jumps + n + 1
    k = 0
    jumped = 0
    changed = 0
    while k < n:
        if not (early and S[G[BANNED] + k]):
            changed |= run_group(G[groups + k], k, G, S)
        if not (changed and G[jumps + k] >= 0):
            k += 1
            if not (k == n and changed and G[jumps + k] >= 0):
                continue
        k = G[jumps + k]
        changed = 0
        jumped += 1
        if jumped > MOST_ROUNDS:
            return


# ---------------------------------------------------------------------------------- movement


def push(way, G, S):
    """Move the players, and note where they are; return whether there are any."""
    pushed = G[PUSHED]
    player = G[PLAYER]
    some = 0
    for k in range(W):
        held = held_word(player, k, G, S)
        S[pushed + k] = held
        some |= held
        while held != 0:
            c = k * WORD + lowest(held)
            held &= held - 1
            for j in range(G[player + 1]):
                thing = G[player + 2 + j]
                if has(thing, c, G, S):
                    steer(c, G[G[LAYER_OF] + thing], 1 << way, G, S)
    return some != 0


def held_word(things, k, G, S):
    """Return a word of the plane of the cells that hold any of some objects, or all of them."""
    whole = G[things]
    held = FULL if whole else 0
    for j in range(G[things + 1]):
        plane = S[G[PLANES] + G[things + 2 + j] * W + k]
        held = held & plane if whole else held | plane
    return held


def leave(c, layer, G, S):
    """Let a layer of a cell move; return 1 if it does, 0 if it cannot."""
    at = G[AT] + c * G[LAYERS] + layer
    ways = S[G[MOVING] + c * G[LAYERS] + layer]
    way = lowest(ways)
    if way < 4:
        to = next_cell(c, way, G)
        if to < 0 or S[G[AT] + to * G[LAYERS] + layer] > 0:
            return 0
        code = S[at]
        if code > 0:
            put(to, layer, code, G, S)
            put(c, layer, 0, G, S)
    if ways & (ways - 1):
        S[G[BROKEN]] = 1
    steer(c, layer, 0, G, S)
    return 1


def busy_word(k, G, S):
    """Return a word of the plane of the cells in which something moves."""
    busy = 0
    for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
        busy |= S[G[PLANES] + (G[MOVEMENTS] + 6 * G[j] + 5) * W + k]
    return busy


def pass_over(G, S):
    """Let everything move that can, each once; return whether anything did."""
    moved = 0
    for k in range(W):
        left = busy_word(k, G, S)
        while left != 0:
            c = k * WORD + lowest(left)
            left &= left - 1
            for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
                if S[G[MOVING] + c * G[LAYERS] + G[j]]:
                    moved |= leave(c, G[j], G, S)
    return moved


def resolve(G, S):
    """Let everything move that can; ban rigid groups of what could not, and tell whether any."""
    while pass_over(G, S):
        pass
    stuck = 0
    for k in range(W):
        left = busy_word(k, G, S)
        while left != 0:
            c = k * WORD + lowest(left)
            left &= left - 1
            marked = 0
            for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
                layer = G[j]
                if S[G[MOVING] + c * G[LAYERS] + layer]:
                    number = S[G[MARKS] + c * G[LAYERS] + layer]
                    if number and not marked:
                        marked = 1
                        if not S[G[BANNED] + number - 1]:
                            S[G[BANNED] + number - 1] = 1
                            stuck = 1
                    steer(c, layer, 0, G, S)
    wipe_marks(G, S)
    return stuck


def wipe_marks(G, S):
    """Forget what rigid groups moved."""
    if S[G[MARKED]]:
        S[G[MARKED]] = 0
        for k in range(G[CELLS] * G[LAYERS]):
            S[G[MARKS] + k] = 0


# ------------------------------------------------------------------------------------- turns


def run_rules(way, G, S):
    """Do what rules and movements make of a level; return whether it is to be taken back."""
    copy_row(G[CURRENT], G[BASE], G, S)
    S[G[QUEUE]] = 0
    players = 0
    if way != NOBODY:
        players = push(way, G, S)
    if G[FLAGS] & RIGID:
        for k in range(G[G[EARLY]]):
            S[G[BANNED] + k] = 0
    run_groups(G[EARLY], 1, G, S)
    while resolve(G, S):
        become(G[BASE], G, S)
        S[G[QUEUE]] = 0
        if way != NOBODY:
            push(way, G, S)
        run_groups(G[EARLY], 1, G, S)
    run_groups(G[LATE], 0, G, S)
    wipe_marks(G, S)
    if not players or not G[FLAGS] & WANTS_MOVEMENT:
        return 0
    for k in range(W):
        held = 0
        for j in range(G[G[PLAYER] + 1]):
            held |= S[G[PLANES] + G[G[PLAYER] + 2 + j] * W + k]
        if S[G[PUSHED] + k] & ~held:
            return 0
    return 1


def holds(G, S):
    """Return whether all win conditions hold; no where there are none."""
    q = G[WINS] + 1
    for _ in range(G[G[WINS]]):
        kind = G[q]
        what = q + 2
        on = what + 2 + G[what + 1]
        found = 0
        for k in range(W):
            held = held_word(what, k, G, S)
            if G[q + 1]:
                other = held_word(on, k, G, S)
                held &= ~other if kind == 0 else other
            elif kind == 0:
                held = 0
            found |= held
        if (found != 0) != (kind == 1):
            return 0
        q = on + 2 + G[on + 1] if G[q + 1] else on
    return G[G[WINS]] > 0


def tick_does_something(G, S):
    """Return whether a tick would do something; it is tried, and taken back."""
    copy_row(G[CURRENT], G[TRIED], G, S)
    run_rules(NOBODY, G, S)
    commands = S[G[QUEUE]]
    changed = not same_row(G[CURRENT], G[TRIED], G, S)
    become(G[TRIED], G, S)
    if commands & CANCEL:
        return commands != CANCEL
    return changed != 0 or commands & (RESTART | WIN) != 0


def turn(way, G, S):
    """Play one key, or a tick; return SETTLED, WON, or WAITS where a tick follows."""
    copy_row(G[CURRENT], G[TICK], G, S)
    taken_back = run_rules(way, G, S)
    commands = S[G[QUEUE]]
    message = commands & MESSAGE != 0
    if taken_back:
        become(G[TICK], G, S)
        return SETTLED
    if commands & CANCEL:
        become(G[TICK], G, S)
        return WON if message and holds(G, S) else SETTLED
    if commands & RESTART:
        become(G[GIVEN] + G[WIDTH], G, S)
        commands = 0
        message = 0
    if not message and (commands & WIN or holds(G, S)):
        return WON
    again = 0
    if commands & AGAIN and not same_row(G[CURRENT], G[TICK], G, S):
        again = tick_does_something(G, S)
    if message and holds(G, S):
        return WON
    return WAITS if again else SETTLED


def play(way, G, S):
    """Play one key, and the ticks that follow; return SETTLED, WON or ENDLESS."""
    outcome = turn(way, G, S)
    ticks = 0
    lap = 1
    copy_row(G[CURRENT], G[LAP], G, S)
    while outcome == WAITS:
        outcome = turn(NOBODY, G, S)
        if outcome == WAITS:
            if same_row(G[CURRENT], G[LAP], G, S):
                return ENDLESS
            ticks += 1
            if ticks == lap:
                lap *= 2
                copy_row(G[CURRENT], G[LAP], G, S)
    return outcome


def press(states, head, new, label, won, made, G, S):
    """Write the moves of a state; return how many there are then, or -1 where something is wrong.

    The row behind GIVEN is where ``restart`` leads, then come the state that is won and the one
    behind a move that never ends.
    """
    given = G[GIVEN]
    if states[head, G[OUTCOME_WORD]] >> G[OUTCOME_SHIFT] & 3:
        return made
    for k in range(G[WIDTH]):
        S[given + k] = states[head, k]
    for key in range(G[KEYS]):
        become(given, G, S)
        outcome = play(G[G[WAYS] + key], G, S)
        if S[G[BROKEN]]:
            return -1
        row = G[CURRENT]
        if outcome == WON:
            row = given + 2 * G[WIDTH]
        elif outcome == ENDLESS:
            row = given + 3 * G[WIDTH]
        elif same_row(row, given, G, S):
            continue
        for k in range(G[WIDTH]):
            new[made, k] = S[row + k]
        label[made] = key
        won[made] = outcome == WON
        made += 1
    return made
