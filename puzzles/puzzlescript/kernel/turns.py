"""Turns: movements, the rules before and after, commands, winning, and ticks after a key."""

from __future__ import annotations

from .board import (
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
from .instructions import run_groups
from .numbers import (
    AGAIN,
    AT,
    BANNED,
    BASE,
    BROKEN,
    CANCEL,
    CELLS,
    CHECKPOINT,
    CURRENT,
    DIRECTIONS,
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
    NO_KEY,
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
    WIDTH,
    WIN,
    WINS,
    WON,
    WORD,
    W,
)


def push(direction, G, S):
    """Give the players a movement and store their cells; return whether any player exists."""
    pushed = G[PUSHED]
    player = G[PLAYER]
    any_player = 0
    for k in range(W):
        cells = held_word(player, k, G, S)
        S[pushed + k] = cells
        any_player |= cells
        while cells != 0:
            c = k * WORD + lowest(cells)
            cells &= cells - 1
            for j in range(G[player + 1]):
                thing = G[player + 2 + j]
                if has(thing, c, G, S):
                    steer(c, G[G[LAYER_OF] + thing], 1 << direction, G, S)
    return any_player != 0


def leave(c, layer, G, S):
    """Move a layer of a cell; return 1 if it moved, 0 if it was blocked."""
    at = G[AT] + c * G[LAYERS] + layer
    movement = S[G[MOVING] + c * G[LAYERS] + layer]
    direction = lowest(movement)
    if direction < 4:
        to = next_cell(c, direction, G)
        if to < 0 or S[G[AT] + to * G[LAYERS] + layer] > 0:
            return 0
        code = S[at]
        if code > 0:
            put(to, layer, code, G, S)
            put(c, layer, 0, G, S)
    if movement & (movement - 1):
        S[G[BROKEN]] = 1
    steer(c, layer, 0, G, S)
    return 1


def busy_word(k, G, S):
    """Return word `k` of the plane of cells that have a movement."""
    busy = 0
    for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
        busy |= S[G[PLANES] + (G[MOVEMENTS] + 6 * G[j] + 5) * W + k]
    return busy


def stop(c, layer, G, S):
    """Stop a layer of a cell; return 1 if its rigid group is thereby banned, else 0."""
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
    """Move (or stop) every movement once; return whether anything moved or was banned."""
    any_change = 0
    for k in range(W):
        remaining = busy_word(k, G, S)
        while remaining != 0:
            c = k * WORD + lowest(remaining)
            remaining &= remaining - 1
            for j in range(G[MOVED], G[MOVED] + G[MOVED_COUNT]):
                if S[G[MOVING] + c * G[LAYERS] + G[j]]:
                    if stops:
                        any_change |= stop(c, G[j], G, S)
                    else:
                        any_change |= leave(c, G[j], G, S)
    return any_change


def resolve(G, S):
    """Resolve all movements, and ban rigid groups whose movements failed; return 1 if any was."""
    while pass_over(0, G, S):
        pass
    stuck = pass_over(1, G, S)
    wipe_marks(G, S)
    return stuck


def wipe_marks(G, S):
    """Clear the marks of rigid groups."""
    if S[G[MARKED]]:
        S[G[MARKED]] = 0
        for k in range(G[CELLS] * G[LAYERS]):
            S[G[MARKS] + k] = 0


def run_rules(direction, G, S):
    """Run the rules and movements of a turn; return whether the turn must be undone."""
    copy_row(G[CURRENT], G[BASE], G, S)
    S[G[QUEUE]] = 0
    players = 0
    if direction != NO_KEY:
        players = push(direction, G, S)
    if G[FLAGS] & RIGID:
        for k in range(G[G[EARLY]]):
            S[G[BANNED] + k] = 0
    run_groups(G[EARLY], 1, G, S)
    while resolve(G, S):
        become(G[BASE], G, S)
        S[G[QUEUE]] = 0
        if direction != NO_KEY:
            push(direction, G, S)
        run_groups(G[EARLY], 1, G, S)
    run_groups(G[LATE], 0, G, S)
    wipe_marks(G, S)
    if not players or not G[FLAGS] & WANTS_MOVEMENT:
        return 0
    for k in range(W):
        cells = 0
        for j in range(G[G[PLAYER] + 1]):
            cells |= S[G[PLANES] + G[G[PLAYER] + 2 + j] * W + k]
        if S[G[PUSHED] + k] & ~cells:
            return 0
    return 1


def holds(G, S):
    """Return whether all win conditions hold; 0 if the game has none."""
    q = G[WINS] + 1
    for _ in range(G[G[WINS]]):
        kind = G[q]
        things = q + 2
        on = things + 2 + G[things + 1]
        matches = 0
        for k in range(W):
            cells = held_word(things, k, G, S)
            if G[q + 1]:
                other = held_word(on, k, G, S)
                cells &= ~other if kind == 0 else other
            elif kind == 0:
                cells = 0
            matches |= cells
        if (matches != 0) != (kind == 1):
            return 0
        q = on + 2 + G[on + 1] if G[q + 1] else on
    return G[G[WINS]] > 0


def copy_fields(source, to, row, G, S):
    """Copy each object field of a packed state from `source` to `to`.

    `source` and `to` are 0 for the level and 2 for the target of ``restart``. For each field,
    TARGET holds the word and shift in the level, the word and shift in the target, and the mask of
    both. TARGET is empty if all states share one target.
    """
    q = G[TARGET] + 1
    for _ in range(G[G[TARGET]]):
        value = S[row + G[q + source]] >> G[q + source + 1] & G[q + 4]
        cleared = S[row + G[q + to]] & ~(G[q + 4] << G[q + to + 1])
        S[row + G[q + to]] = cleared | value << G[q + to + 1]
        q += 5


def keep_target(G, S):
    """Make the current level the target of ``restart``."""
    copy_fields(0, 2, G[CURRENT], G, S)


def go_to_target(G, S):
    """Set the level to the target of ``restart``."""
    row = G[GIVEN] + G[WIDTH]
    if G[G[TARGET]]:
        row = G[ORIGIN]
        copy_row(G[CURRENT], row, G, S)
        copy_fields(2, 0, row, G, S)
    become(row, G, S)


def tick_does_something(G, S):
    """Return whether a tick would change something; the tick is run and then undone.

    If the tick only queues ``checkpoint``, the level becomes the target of ``restart``.
    """
    copy_row(G[CURRENT], G[TRIED], G, S)
    run_rules(NO_KEY, G, S)
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
    """Execute ``checkpoint``, and return whether ``again`` causes another tick."""
    changed = not same_row(G[CURRENT], before, G, S)
    if commands & CHECKPOINT:
        keep_target(G, S)
    if commands & AGAIN and changed:
        return tick_does_something(G, S)
    return 0


def restart(G, S):
    """Restart the level without testing the win conditions; return whether a tick follows."""
    go_to_target(G, S)
    if not G[FLAGS] & STARTS_WITH_RULES:
        return 0
    copy_row(G[CURRENT], G[ORIGIN], G, S)
    run_rules(NO_KEY, G, S)
    if S[G[QUEUE]] & CANCEL:
        become(G[ORIGIN], G, S)
        return 0
    return goes_on(S[G[QUEUE]], G[ORIGIN], G, S)


def turn(direction, G, S):
    """Play one key, or a tick; return SETTLED, WON, or WAITS if a tick follows."""
    copy_row(G[CURRENT], G[TICK], G, S)
    undone = run_rules(direction, G, S)
    commands = S[G[QUEUE]]
    message = commands & MESSAGE != 0
    if undone:
        become(G[TICK], G, S)
        return SETTLED
    if commands & CANCEL:
        become(G[TICK], G, S)
        return WON if message and holds(G, S) else SETTLED
    has_tick = 0
    if commands & RESTART:
        has_tick = restart(G, S)
        commands = 0
        message = 0
    if not message and (commands & WIN or holds(G, S)):
        return WON
    has_tick |= goes_on(commands, G[TICK], G, S)
    if message and holds(G, S):
        return WON
    return WAITS if has_tick else SETTLED


def play(direction, G, S):
    """Play one key, and the ticks that follow; return SETTLED, WON or ENDLESS."""
    outcome = turn(direction, G, S)
    ticks = 0
    lap = 1
    copy_row(G[CURRENT], G[LAP], G, S)
    while outcome == WAITS:
        outcome = turn(NO_KEY, G, S)
        if outcome == WAITS:
            if same_row(G[CURRENT], G[LAP], G, S):
                return ENDLESS
            ticks += 1
            if ticks == lap:
                lap *= 2
                copy_row(G[CURRENT], G[LAP], G, S)
    return outcome


def press(states, head, new, label, won, count, G, S):
    """Write the moves of a state; return their number, or -1 after an internal failure.

    S holds four packed states at GIVEN: the state whose moves are written, the target of
    ``restart``, the won state, and the state after a move that never ends.
    """
    state_row = G[GIVEN]
    if states[head, G[OUTCOME_WORD]] >> G[OUTCOME_SHIFT] & 3:
        return count
    for k in range(G[WIDTH]):
        S[state_row + k] = states[head, k]
    for key in range(G[KEYS]):
        become(state_row, G, S)
        outcome = play(G[G[DIRECTIONS] + key], G, S)
        if S[G[BROKEN]]:
            return -1
        row = G[CURRENT]
        if outcome == WON:
            row = state_row + 2 * G[WIDTH]
        elif outcome == ENDLESS:
            row = state_row + 3 * G[WIDTH]
        elif same_row(row, state_row, G, S):
            continue
        for k in range(G[WIDTH]):
            new[count, k] = S[row + k]
        label[count] = key
        won[count] = outcome == WON
        count += 1
    return count
