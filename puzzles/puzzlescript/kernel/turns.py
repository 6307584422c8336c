"""Turns: movements, the rules before and after, commands, winning, and ticks after a key."""

from __future__ import annotations

from .board import become, copy_row, has, held_word, lowest, put, same_row, steer
from .instructions import run_groups
from .numbers import (
    AGAIN,
    ALL,
    CANCEL,
    CHECKPOINT,
    ENDLESS,
    MESSAGE,
    NO_KEY,
    RESTART,
    SETTLED,
    SOME,
    WAITS,
    WIN,
    WON,
    WORD,
    W,
)


def push(direction, game, board):
    """Give the players a movement and store their cells; return whether any player exists."""
    code, player = game.code, game.player
    any_player = 0
    for k in range(W):
        cells = held_word(player, k, game, board)
        board.pushed[k] = cells
        any_player |= cells
        while cells != 0:
            c = k * WORD + lowest(cells)
            cells &= cells - 1
            for j in range(player + 2, player + 2 + code[player + 1]):
                if has(code[j], c, game, board):
                    steer(c, game.layer_of[code[j]], 1 << direction, game, board)
    return any_player != 0


def leave(c, layer, game, board):
    """Move a layer of a cell; return 1 if it moved, 0 if it was blocked."""
    movement = board.moving[c, layer]
    direction = lowest(movement)
    if direction < 4:
        to = game.next_cell[c, direction]
        if to < 0 or board.at[to, layer] > 0:
            return 0
        content = board.at[c, layer]
        if content > 0:
            put(to, layer, content, game, board)
            put(c, layer, 0, game, board)
    if movement & (movement - 1):
        board.broken[0] = 1
    steer(c, layer, 0, game, board)
    return 1


def busy_word(k, game, board):
    """Return word `k` of the plane of cells that have a movement."""
    busy = 0
    for layer in game.moved:
        busy |= board.planes[(game.movements + 6 * layer + 5) * W + k]
    return busy


def stop(c, layer, game, board):
    """Stop a layer of a cell; return 1 if its rigid group is thereby banned, else 0."""
    steer(c, layer, 0, game, board)
    number = board.marks[c, layer]
    if number == 0:
        return 0
    for k in range(game.layers):
        board.marks[c, k] = 0
    if board.banned[number - 1]:
        return 0
    board.banned[number - 1] = 1
    return 1


def pass_over(stops, game, board):
    """Move (or stop) every movement once; return whether anything moved or was banned."""
    any_change = 0
    for k in range(W):
        remaining = busy_word(k, game, board)
        while remaining != 0:
            c = k * WORD + lowest(remaining)
            remaining &= remaining - 1
            for layer in game.moved:
                if board.moving[c, layer]:
                    if stops:
                        any_change |= stop(c, layer, game, board)
                    else:
                        any_change |= leave(c, layer, game, board)
    return any_change


def resolve(game, board):
    """Resolve all movements, and ban rigid groups whose movements failed; return 1 if any was."""
    while pass_over(0, game, board):
        pass
    stuck = pass_over(1, game, board)
    wipe_marks(game, board)
    return stuck


def wipe_marks(game, board):
    """Clear the marks of rigid groups."""
    if board.marked[0]:
        board.marked[0] = 0
        for c in range(game.cells):
            for layer in range(game.layers):
                board.marks[c, layer] = 0


def run_rules(direction, game, board):
    """Run the rules and movements of a turn; return whether the turn must be undone."""
    copy_row(board.current, board.base)
    board.queue[0] = 0
    players = 0
    if direction != NO_KEY:
        players = push(direction, game, board)
    if game.has_rigid:
        for k in range(board.banned.size):
            board.banned[k] = 0
    run_groups(game.early, 1, game, board)
    while resolve(game, board):
        become(board.base, game, board)
        board.queue[0] = 0
        if direction != NO_KEY:
            push(direction, game, board)
        run_groups(game.early, 1, game, board)
    run_groups(game.late, 0, game, board)
    wipe_marks(game, board)
    if not players or not game.wants_movement:
        return 0
    things = game.player + 2
    for k in range(W):
        cells = 0
        for j in range(things, things + game.code[things - 1]):
            cells |= board.planes[game.code[j] * W + k]
        if board.pushed[k] & ~cells:
            return 0
    return 1


def holds(game, board):
    """Return whether all win conditions hold; 0 if the game has none."""
    wins = game.wins
    for j in range(wins.kind.size):
        kind = wins.kind[j]
        matches = 0
        for k in range(W):
            cells = held_word(wins.what[j], k, game, board)
            if wins.on[j]:
                other = held_word(wins.on[j], k, game, board)
                cells &= ~other if kind == ALL else other
            elif kind == ALL:
                cells = 0
            matches |= cells
        if (matches != 0) != (kind == SOME):
            return 0
    return wins.kind.size > 0


def copy_fields(source, to, row):
    """Copy the values of fields of a packed state to other fields of it."""
    for k in range(to.mask.size):
        value = row[source.word[k]] >> source.shift[k] & source.mask[k]
        cleared = row[to.word[k]] & ~(to.mask[k] << to.shift[k])
        row[to.word[k]] = cleared | value << to.shift[k]


def keep_target(game, board):
    """Make the current level the target of ``restart``."""
    copy_fields(game.level, game.target, board.current)


def go_to_target(game, board):
    """Set the level to the target of ``restart``."""
    copy_row(game.restart, board.origin)
    if game.target.mask.size:
        copy_row(board.current, board.origin)
        copy_fields(game.target, game.level, board.origin)
    become(board.origin, game, board)


def tick_does_something(game, board):
    """Return whether a tick would change something; the tick is run and then undone.

    If the tick only queues ``checkpoint``, the level becomes the target of ``restart``.
    """
    copy_row(board.current, board.tried)
    run_rules(NO_KEY, game, board)
    commands = board.queue[0]
    changed = not same_row(board.current, board.tried)
    become(board.tried, game, board)
    if commands & CANCEL:
        return commands != CANCEL
    if changed or commands & (RESTART | WIN):
        return 1
    if commands & CHECKPOINT:
        keep_target(game, board)
    return 0


def goes_on(commands, before, game, board):
    """Execute ``checkpoint``, and return whether ``again`` causes another tick."""
    changed = not same_row(board.current, before)
    if commands & CHECKPOINT:
        keep_target(game, board)
    if commands & AGAIN and changed:
        return tick_does_something(game, board)
    return 0


def restart(game, board):
    """Restart the level without testing the win conditions; return whether a tick follows."""
    go_to_target(game, board)
    if not game.starts_with_rules:
        return 0
    copy_row(board.current, board.origin)
    run_rules(NO_KEY, game, board)
    if board.queue[0] & CANCEL:
        become(board.origin, game, board)
        return 0
    return goes_on(board.queue[0], board.origin, game, board)


def turn(direction, game, board):
    """Play one key, or a tick; return SETTLED, WON, or WAITS if a tick follows."""
    copy_row(board.current, board.tick)
    undone = run_rules(direction, game, board)
    commands = board.queue[0]
    message = commands & MESSAGE != 0
    if undone:
        become(board.tick, game, board)
        return SETTLED
    if commands & CANCEL:
        become(board.tick, game, board)
        return WON if message and holds(game, board) else SETTLED
    has_tick = 0
    if commands & RESTART:
        has_tick = restart(game, board)
        commands = 0
        message = 0
    if not message and (commands & WIN or holds(game, board)):
        return WON
    has_tick |= goes_on(commands, board.tick, game, board)
    if message and holds(game, board):
        return WON
    return WAITS if has_tick else SETTLED


def play(direction, game, board):
    """Play one key, and the ticks that follow; return SETTLED, WON or ENDLESS."""
    outcome = turn(direction, game, board)
    ticks = 0
    lap = 1
    copy_row(board.current, board.lap)
    while outcome == WAITS:
        outcome = turn(NO_KEY, game, board)
        if outcome == WAITS:
            if same_row(board.current, board.lap):
                return ENDLESS
            ticks += 1
            if ticks == lap:
                lap *= 2
                copy_row(board.current, board.lap)
    return outcome


def write(row, new, count):
    """Write a packed state into row `count`."""
    for k in range(row.size):
        new[count, k] = row[k]


def press(states, head, new, label, won, count, game, board):
    """Write the moves of a state; return their number, or -1 after an internal failure."""
    given, current = board.given, board.current
    if states[head, game.outcome_word] >> game.outcome_shift & 3:
        return count
    for k in range(given.size):
        given[k] = states[head, k]
    for key in range(game.directions.size):
        become(given, game, board)
        outcome = play(game.directions[key], game, board)
        if board.broken[0]:
            return -1
        if outcome == WON:
            write(current, new, count)
            new[count, game.outcome_word] |= 1 << game.outcome_shift
        elif outcome == ENDLESS:
            write(game.endless, new, count)
        elif same_row(current, given):
            continue
        else:
            write(current, new, count)
        label[count] = key
        won[count] = outcome == WON
        count += 1
    return count
