"""Turns: movement, the rules between, commands, winning, and the ticks that follow a key."""

from __future__ import annotations

from puzzles.puzzlescript.kernel.board import (
    become,
    copy_row,
    has,
    held_word,
    lowest,
    next_cell,
    put,
    same_row,
    steer,
)
from puzzles.puzzlescript.kernel.instructions import run_groups
from puzzles.puzzlescript.kernel.numbers import (
    AGAIN,
    AT,
    BANNED,
    BASE,
    BROKEN,
    CANCEL,
    CELLS,
    CHECKPOINT,
    CURRENT,
    EARLY,
    ENDLESS,
    FLAGS,
    GIVEN,
    KEYS,
    LAP,
    LATE,
    LAYER_OF,
    LAYERS,
    MARKED,
    MARKS,
    MESSAGE,
    MOVED,
    MOVED_COUNT,
    MOVEMENTS,
    MOVING,
    NOBODY,
    ORIGIN,
    OUTCOME_SHIFT,
    OUTCOME_WORD,
    PLANES,
    PLAYER,
    PUSHED,
    QUEUE,
    RESTART,
    RIGID,
    SETTLED,
    STARTS_WITH_RULES,
    TARGET,
    TICK,
    TRIED,
    WAITS,
    WANTS_MOVEMENT,
    WAYS,
    WIDTH,
    WIN,
    WINS,
    WON,
    WORD,
    W,
)


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


def stop(c, layer, G, S):
    """Stop a layer of a cell; return 1 if that bans a rigid group: of each cell the first."""
    steer(c, layer, 0, G, S)
    number = S[G[MARKS] + c * G[LAYERS] + layer]
    if number == 0:
        return 0
    for k in range(G[LAYERS]):
        S[G[MARKS] + c * G[LAYERS] + k] = 0
    if S[G[BANNED] + number - 1]:
        return 0
    S[G[BANNED] + number - 1] = 1
    return 1


def pass_over(stops, G, S):
    """Let everything move that can, each once, or stop it; return whether anything did, or bans."""
    some = 0
    for k in range(W):
        left = busy_word(k, G, S)
        while left != 0:
            c = k * WORD + lowest(left)
            left &= left - 1
            for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
                if S[G[MOVING] + c * G[LAYERS] + G[j]]:
                    if stops:
                        some |= stop(c, G[j], G, S)
                    else:
                        some |= leave(c, G[j], G, S)
    return some


def resolve(G, S):
    """Let everything move that can; ban rigid groups of what could not, and tell whether any."""
    while pass_over(0, G, S):
        pass
    stuck = pass_over(1, G, S)
    wipe_marks(G, S)
    return stuck


def wipe_marks(G, S):
    """Forget what rigid groups moved."""
    if S[G[MARKED]]:
        S[G[MARKED]] = 0
        for k in range(G[CELLS] * G[LAYERS]):
            S[G[MARKS] + k] = 0


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


def copy_fields(source, to, row, G, S):
    """Copy each field of a packed state that tells where objects are; 0: of the level, 2: of where
    ``restart`` leads.

    TARGET is, of each such field, where it stands in the level, where it stands in the target, and
    the mask of both: none where all states share one target.
    """
    q = G[TARGET] + 1
    for _ in range(G[G[TARGET]]):
        value = S[row + G[q + source]] >> G[q + source + 1] & G[q + 4]
        cleared = S[row + G[q + to]] & ~(G[q + 4] << G[q + to + 1])
        S[row + G[q + to]] = cleared | value << G[q + to + 1]
        q += 5


def keep_target(G, S):
    """Have ``restart`` lead to the level as it is now."""
    copy_fields(0, 2, G[CURRENT], G, S)


def go_to_target(G, S):
    """Make the level what ``restart`` leads to."""
    row = G[GIVEN] + G[WIDTH]
    if G[G[TARGET]]:
        row = G[ORIGIN]
        copy_row(G[CURRENT], row, G, S)
        copy_fields(2, 0, row, G, S)
    become(row, G, S)


def tick_does_something(G, S):
    """Return whether a tick would do something; it is tried, and taken back.

    One that does nothing but queue ``checkpoint`` does keep the level.
    """
    copy_row(G[CURRENT], G[TRIED], G, S)
    run_rules(NOBODY, G, S)
    commands = S[G[QUEUE]]
    changed = not same_row(G[CURRENT], G[TRIED], G, S)
    become(G[TRIED], G, S)
    if commands & CANCEL:
        return commands != CANCEL
    if changed or commands & (RESTART | WIN):
        return 1
    if commands & CHECKPOINT:
        keep_target(G, S)
    return 0


def goes_on(commands, before, G, S):
    """Obey ``checkpoint``, and return whether ``again`` has a tick follow."""
    changed = not same_row(G[CURRENT], before, G, S)
    if commands & CHECKPOINT:
        keep_target(G, S)
    if commands & AGAIN and changed:
        return tick_does_something(G, S)
    return 0


def restart(G, S):
    """Start the level again, without a look at winning; return whether a tick follows."""
    go_to_target(G, S)
    if not G[FLAGS] & STARTS_WITH_RULES:
        return 0
    copy_row(G[CURRENT], G[ORIGIN], G, S)
    run_rules(NOBODY, G, S)
    if S[G[QUEUE]] & CANCEL:
        become(G[ORIGIN], G, S)
        return 0
    return goes_on(S[G[QUEUE]], G[ORIGIN], G, S)


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
    again = 0
    if commands & RESTART:
        again = restart(G, S)
        commands = 0
        message = 0
    if not message and (commands & WIN or holds(G, S)):
        return WON
    again |= goes_on(commands, G[TICK], G, S)
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
