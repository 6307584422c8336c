# ruff: noqa: SIM110 - the loops are compiled
"""Instructions and groups: their matches, and their effect on the board."""

from __future__ import annotations

from .board import has, lowest, next_cell, put, steer
from .numbers import (
    AT,
    BANNED,
    BY_ROWS,
    CANCEL,
    CELLS,
    COUNTS,
    FOUND,
    FULL,
    HERE,
    I_CHANGES,
    I_COMMANDS,
    I_COUNT,
    I_DIRECTION,
    I_NEEDS,
    I_RIGID,
    I_ROWS,
    I_STEP,
    LAYERS,
    LISTS,
    MARKED,
    MARKS,
    MATCHES,
    MAX_ROUNDS,
    MOVING,
    PLACE,
    PLANES,
    QUEUE,
    RESTART,
    TURNS,
    WORD,
    W,
)


def shift_into(plane, shift, G, S):
    """Keep only cells c of `plane` with ``c + shift`` in HERE; return nonzero if any remain."""
    source = G[HERE]
    far = shift if shift >= 0 else -shift
    words = far // WORD
    bits = far % WORD
    any_cell = 0
    for k in range(W):
        a = k + words if shift >= 0 else k - words
        b = a + 1 if shift >= 0 else a - 1
        word = S[source + a] if 0 <= a < W else 0
        neighbour = S[source + b] if 0 <= b < W and bits > 0 else 0
        if shift >= 0:
            word = word >> bits | (neighbour << (WORD - bits) & FULL)
        else:
            word = (word << bits & FULL) | neighbour >> (WORD - bits)
        S[plane + k] &= word
        any_cell |= S[plane + k]
    return any_cell


def find_part(part, step, plane, G, S):
    """Write the plane of cells at which a part of a row matches; return 0 if it is empty."""
    room = G[part]
    for k in range(W):
        S[plane + k] = G[room + k]
    cells = G[HERE]
    planes = G[PLANES]
    for j in range(G[part + 1]):
        q = G[part + 2 + j]
        for k in range(W):
            S[cells + k] = FULL
        for p in range(q + 1, q + 1 + G[q]):
            for k in range(W):
                S[cells + k] &= S[planes + G[p] * W + k]
        q += 1 + G[q]
        for p in range(q + 1, q + 1 + G[q]):
            for k in range(W):
                S[cells + k] &= ~S[planes + G[p] * W + k]
        if shift_into(plane, j * step, G, S) == 0:
            return 0
    return 1


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
    """Return whether a part of a row matches, starting at a cell."""
    for j in range(G[part + 1]):
        if not fits(G[part + 2 + j], c + j * step, G, S):
            return 0
    return 1


def list_cells(plane, by_rows, at, G, S):
    """List the cells of a plane in scan order; return the number of cells."""
    n = 0
    for k in range(W):
        remaining = S[plane + k]
        while remaining != 0:
            S[at + n] = k * WORD + lowest(remaining)
            remaining &= remaining - 1
            n += 1
    if by_rows and n > 1:
        n = 0
        for k in range(G[CELLS]):
            c = G[G[BY_ROWS] + k]
            if S[plane + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0:
                S[at + n] = c
                n += 1
    return n


def list_row(i, row, at, G, S):
    """List the matches of a row, with one cell for each part; return the number of matches."""
    step = G[i + I_STEP]
    planes = G[FOUND]
    parts = G[row]
    for k in range(parts):
        if not find_part(G[row + 1 + k], step, planes + k * W, G, S):
            return 0
    if parts == 1:
        return list_cells(planes, G[i + I_ROWS], at, G, S)
    cells = G[LISTS]
    n = list_cells(planes, G[i + I_ROWS], cells, G, S)
    count = 0
    for k in range(n):
        count = list_gaps(i, row, S[cells + k], at, count, G, S)
    return count


def list_gaps(i, row, first, at, count, G, S):
    """List a row's matches that begin in cell `first`; return the new number of matches."""
    direction = G[i + I_DIRECTION]
    step = G[i + I_STEP]
    second = next_cell(first + step * (G[G[row + 1] + 1] - 1), direction, G)
    while second >= 0:
        if in_found(1, second, G, S):
            if G[row] == 2:
                S[at + 2 * count] = first
                S[at + 2 * count + 1] = second
                count += 1
            else:
                third = next_cell(second + step * (G[G[row + 2] + 1] - 1), direction, G)
                while third >= 0:
                    if in_found(2, third, G, S):
                        S[at + 3 * count] = first
                        S[at + 3 * count + 1] = second
                        S[at + 3 * count + 2] = third
                        count += 1
                    third = next_cell(third, direction, G)
        second = next_cell(second, direction, G)
    return count


def in_found(k, c, G, S):
    """Return whether the plane of part `k` in FOUND contains a cell."""
    return S[G[FOUND] + k * W + G[G[PLACE] + 2 * c]] & G[G[PLACE] + 2 * c + 1] != 0


def mark(c, q, number, G, S):
    """Mark layers of a cell as moved by a rigid group; return whether any mark is new."""
    changed = 0
    base = G[MARKS] + c * G[LAYERS]
    for k in range(q + 1, q + 1 + G[q]):
        if S[base + G[k]] == 0:
            S[base + G[k]] = number + 1
            S[G[MARKED]] = 1
            changed = 1
    return changed


def change(q, c, rigid, number, G, S):
    """Apply the change of a pattern to a cell; return whether that changes anything."""
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
        movement = (S[base + layer] & ~G[q + 2 + 3 * k]) | G[q + 3 + 3 * k]
        changed |= steer(c, layer, movement, G, S)
    if rigid:
        changed |= mark(c, q + 1 + 3 * G[q], number, G, S)
    return changed


def change_part(i, part, c, number, G, S):
    """Apply the changes of a part of a row to its cells; return whether anything changes."""
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
    """Return whether a row still matches in its cells."""
    for k in range(G[row]):
        if not part_fits(G[row + 1 + k], S[match + k], G[i + I_STEP], G, S):
            return 0
    return 1


def matches_at(row, k, G, S):
    """Return the offset of the current match of row `k`."""
    return S[G[LISTS] + G[CELLS] + 2 * k] + S[G[TURNS] + k] * G[row]


def replace_all(i, rows, number, G, S):
    """Replace all combinations of matches of the rows; return whether anything changes."""
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
    """Replace the matches of a single-part row; return whether anything changes."""
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
    """Apply an instruction to all its matches; return whether something changed."""
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
    for _ in range(MAX_ROUNDS):
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
        if jumped > MAX_ROUNDS:
            return
