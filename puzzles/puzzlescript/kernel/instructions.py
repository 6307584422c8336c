# ruff: noqa: SIM110 - the loops are compiled
"""Instructions and groups: their matches, and their effect on the board."""

from __future__ import annotations

from .board import has, lowest, put, steer
from .numbers import CANCEL, FULL, MAX_ROUNDS, RESTART, WORD, W


def shift_into(part, shift, board):
    """Keep only cells c of a part with ``c + shift`` in `here`; return nonzero if any remain."""
    here, found = board.here, board.found
    far = shift if shift >= 0 else -shift
    words = far // WORD
    bits = far % WORD
    any_cell = 0
    for k in range(W):
        a = k + words if shift >= 0 else k - words
        b = a + 1 if shift >= 0 else a - 1
        word = here[a] if 0 <= a < W else 0
        neighbour = here[b] if 0 <= b < W and bits > 0 else 0
        if shift >= 0:
            word = word >> bits | (neighbour << (WORD - bits) & FULL)
        else:
            word = (word << bits & FULL) | neighbour >> (WORD - bits)
        found[part * W + k] &= word
        any_cell |= found[part * W + k]
    return any_cell


def find_part(part, step, n, game, board):
    """Write the plane of cells at which part `n` of a row matches; return 0 if it is empty."""
    code, planes, here = game.code, board.planes, board.here
    for k in range(W):
        board.found[n * W + k] = game.rooms[code[part] * W + k]
    for j in range(code[part + 1]):
        q = code[part + 2 + j]
        for k in range(W):
            here[k] = FULL
        for p in range(q + 1, q + 1 + code[q]):
            for k in range(W):
                here[k] &= planes[code[p] * W + k]
        q += 1 + code[q]
        for p in range(q + 1, q + 1 + code[q]):
            for k in range(W):
                here[k] &= ~planes[code[p] * W + k]
        if shift_into(n, j * step, board) == 0:
            return 0
    return 1


def fits(q, c, game, board):
    """Return whether a cell matches a pattern."""
    code = game.code
    for p in range(q + 1, q + 1 + code[q]):
        if not has(code[p], c, game, board):
            return 0
    q += 1 + code[q]
    for p in range(q + 1, q + 1 + code[q]):
        if has(code[p], c, game, board):
            return 0
    return 1


def part_fits(part, c, step, game, board):
    """Return whether a part of a row matches, starting at a cell."""
    code = game.code
    for j in range(code[part + 1]):
        if not fits(code[part + 2 + j], c + j * step, game, board):
            return 0
    return 1


def in_found(n, c, game, board):
    """Return whether part `n` of a row matches at a cell."""
    return board.found[n * W + game.word[c]] & game.bit[c] != 0


def list_cells(by_rows, to, at, game, board):
    """List the cells at which part 0 matches, in scan order; return the number of cells."""
    n = 0
    for k in range(W):
        remaining = board.found[k]
        while remaining != 0:
            to[at + n] = k * WORD + lowest(remaining)
            remaining &= remaining - 1
            n += 1
    if by_rows and n > 1:
        n = 0
        for c in game.by_rows:
            if in_found(0, c, game, board):
                to[at + n] = c
                n += 1
    return n


def list_row(i, row, at, game, board):
    """List the matches of a row, with one cell for each part; return the number of matches."""
    parts = game.code[row]
    for k in range(parts):
        part = game.code[row + 1 + k]
        if not find_part(part, game.instructions.step[i], k, game, board):
            return 0
    by_rows = game.instructions.by_rows[i]
    if parts == 1:
        return list_cells(by_rows, board.matches, at, game, board)
    n = list_cells(by_rows, board.listed, 0, game, board)
    count = 0
    for k in range(n):
        count = list_gaps(i, row, board.listed[k], at, count, game, board)
    return count


def list_gaps(i, row, first, at, count, game, board):
    """List a row's matches that begin in cell `first`; return the new number of matches."""
    code, matches, next_cell = game.code, board.matches, game.next_cell
    direction = game.instructions.direction[i]
    step = game.instructions.step[i]
    second = next_cell[first + step * (code[code[row + 1] + 1] - 1), direction]
    while second >= 0:
        if in_found(1, second, game, board):
            if code[row] == 2:
                matches[at + 2 * count] = first
                matches[at + 2 * count + 1] = second
                count += 1
            else:
                third = next_cell[second + step * (code[code[row + 2] + 1] - 1), direction]
                while third >= 0:
                    if in_found(2, third, game, board):
                        matches[at + 3 * count] = first
                        matches[at + 3 * count + 1] = second
                        matches[at + 3 * count + 2] = third
                        count += 1
                    third = next_cell[third, direction]
        second = next_cell[second, direction]
    return count


def mark(c, q, number, game, board):
    """Mark layers of a cell as moved by a rigid group; return whether any mark is new."""
    changed = 0
    for k in range(q + 1, q + 1 + game.code[q]):
        if board.marks[c, game.code[k]] == 0:
            board.marks[c, game.code[k]] = number + 1
            board.marked[0] = 1
            changed = 1
    return changed


def change(q, c, rigid, number, game, board):
    """Apply the change of a pattern to a cell; return whether that changes anything."""
    code = game.code
    q += 1 + code[q]
    q += 1 + code[q]
    changed = 0
    for k in range(q + 1, q + 1 + 2 * code[q], 2):
        layer = code[k]
        content = code[k + 1]
        if content >= 0:
            changed |= put(c, layer, content, game, board)
        elif board.at[c, layer] == -content:
            changed |= put(c, layer, 0, game, board)
    q += 1 + 2 * code[q]
    for k in range(q + 1, q + 1 + 3 * code[q], 3):
        movement = (board.moving[c, code[k]] & ~code[k + 1]) | code[k + 2]
        changed |= steer(c, code[k], movement, game, board)
    if rigid:
        changed |= mark(c, q + 1 + 3 * code[q], number, game, board)
    return changed


def change_part(i, part, c, number, game, board):
    """Apply the changes of a part of a row to its cells; return whether anything changes."""
    code, rules = game.code, game.instructions
    changed = 0
    for j in range(code[part + 1]):
        there = c + j * rules.step[i]
        changed |= change(code[part + 2 + j], there, rules.rigid[i], number, game, board)
    return changed


def replace_row(i, row, match, number, game, board):
    """Replace one match of a row; return whether that changes anything."""
    changed = 0
    for k in range(game.code[row]):
        part, c = game.code[row + 1 + k], board.matches[match + k]
        changed |= change_part(i, part, c, number, game, board)
    return changed


def row_fits(i, row, match, game, board):
    """Return whether a row still matches in its cells."""
    step = game.instructions.step[i]
    for k in range(game.code[row]):
        if not part_fits(game.code[row + 1 + k], board.matches[match + k], step, game, board):
            return 0
    return 1


def match_of(row, k, game, board):
    """Return the index of the current match of row `k`."""
    return board.first_match[k] + board.choice[k] * game.code[row]


def replace_all(i, number, game, board):
    """Replace all combinations of matches of the rows; return whether anything changes."""
    code, choice = game.code, board.choice
    rows = game.instructions.rows[i] + 1
    n = code[rows - 1]
    for k in range(n):
        choice[k] = 0
    changed = 0
    first = 1
    while True:
        still = 1
        if not first:
            for k in range(n):
                match = match_of(code[rows + k], k, game, board)
                if not row_fits(i, code[rows + k], match, game, board):
                    still = 0
        first = 0
        if still:
            for k in range(n):
                match = match_of(code[rows + k], k, game, board)
                changed |= replace_row(i, code[rows + k], match, number, game, board)
        k = 0
        while k < n:
            choice[k] += 1
            if choice[k] < board.n_matches[k]:
                break
            choice[k] = 0
            k += 1
        if k == n:
            return changed


def replace_found(i, part, number, game, board):
    """Replace the matches of a single-part row; return whether anything changes."""
    n = list_cells(game.instructions.by_rows[i], board.listed, 0, game, board)
    changed = 0
    for k in range(n):
        c = board.listed[k]
        if k == 0 or part_fits(part, c, game.instructions.step[i], game, board):
            changed |= change_part(i, part, c, number, game, board)
    return changed


def enqueue(commands, board):
    """Queue the commands of a rule that matched."""
    waiting = board.queue[0]
    if waiting & CANCEL or (waiting & RESTART and not commands & CANCEL):
        return
    if commands & (CANCEL | RESTART):
        waiting = 0
    board.queue[0] = waiting | commands


def instruction(i, number, game, board):
    """Apply an instruction to all its matches; return whether something changed."""
    code, rules = game.code, game.instructions
    needs = rules.needs[i] + 1
    for k in range(needs, needs + code[needs - 1]):
        if board.counts[code[k]] == 0:
            return 0
    changed = 0
    rows = rules.rows[i] + 1
    n_rows = code[rows - 1]
    if n_rows == 1 and code[code[rows]] == 1:
        part = code[code[rows] + 1]
        if not find_part(part, rules.step[i], 0, game, board):
            return 0
        if rules.changes[i]:
            changed = replace_found(i, part, number, game, board)
        if rules.commands[i]:
            enqueue(rules.commands[i], board)
        return changed
    at = 0
    for k in range(n_rows):
        n = list_row(i, code[rows + k], at, game, board)
        if n == 0:
            return 0
        board.first_match[k] = at
        board.n_matches[k] = n
        at += n * code[code[rows + k]]
    if rules.changes[i]:
        changed = replace_all(i, number, game, board)
    if rules.commands[i]:
        enqueue(rules.commands[i], board)
    return changed


def run_group(group, number, game, board):
    """Run a group until nothing changes; return whether something did."""
    n = game.code[group]
    changed = 0
    if n == 0:
        return changed
    idle = 0
    for _ in range(MAX_ROUNDS):
        for k in range(n):
            if instruction(game.code[group + 1 + k], number, game, board):
                changed = 1
                idle = 0
            else:
                idle += 1
                if idle >= n:
                    return changed
    return changed


def run_groups(rules, early, game, board):
    """Run a list of groups, with its loops."""
    jumps, n = rules.jumps, rules.groups.size
    k = 0
    jumped = 0
    changed = 0
    while k < n:
        if not (early and board.banned[k]):
            changed |= run_group(rules.groups[k], k, game, board)
        if not (changed and jumps[k] >= 0):
            k += 1
            if not (k == n and changed and jumps[k] >= 0):
                continue
        k = jumps[k]
        changed = 0
        jumped += 1
        if jumped > MAX_ROUNDS:
            return
