"""Compiled rules make the same moves as the rules in plain Python, state by state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from stategraph.native.compiled import CompiledRules
from stategraph.native.templates.outcomes import FAILED
from stategraph.rules.puzzle import Puzzle

# A state with more moves is left out: the moves of a few such states take gigabytes.
MAX_MOVES = 20_000

# The moves of a state: (label, packed state, whether it wins); None if the rules fail.
Moves = list[tuple[str, tuple[int, ...], bool]] | None


class Different(AssertionError):
    """Compiled rules and plain ones differ."""


class Refused(Exception):
    """Compiled rules fail in a state in which plain ones do not; the engine falls back."""


def plain_moves(puzzle: Puzzle, states: Sequence[Any]) -> list[Moves]:
    """Return the moves of each state by the rules in plain Python, `MAX_MOVES` + 1 at most."""
    made = [_moves(puzzle, state) for state in states]
    after = [new for moves in made for _, new, _ in moves or ()]
    words = map(tuple, puzzle.variables.packed(after).tolist())
    return [
        None if moves is None else [(label, next(words), won) for label, _, won in moves]
        for moves in made
    ]


def _moves(puzzle: Puzzle, state: Any) -> list[tuple[str, Any, bool]] | None:
    try:
        moves = islice(puzzle.moves(state), MAX_MOVES + 1)
        return [(label, new, puzzle.is_goal(new)) for label, new in moves]
    except Exception:
        return None


def native_moves(rules: CompiledRules, puzzle: Puzzle, states: Sequence[Any]) -> list[Moves]:
    """Return the moves of each state by the compiled rules."""
    packed = puzzle.variables.packed(states)
    ends = np.zeros(len(states), np.int64)
    made: list[Moves] = []
    head = 0
    while head < len(states):
        first = head
        stop = min(len(states), head + rules.batch)
        head, _, why = rules.run("successors", packed, ends, head, stop)
        count = ends[head - 1] if head > first else 0  # without those of a state that failed
        new, numbers, wins = (array[:count] for array in rules.moves)
        names = rules.program.labels.names(np.unique(numbers))
        words = map(tuple, new.tolist())
        won = map(bool, wins.tolist())
        moves = list(zip(map(names.__getitem__, numbers.tolist()), words, won, strict=True))
        begins = [0, *ends[first:head].tolist()]
        made += [moves[a:b] for a, b in zip(begins, begins[1:], strict=False)]
        if why == FAILED:
            made.append(None)
            head += 1
    return made


def assert_same_moves(puzzle: Puzzle, states: Sequence[Any]) -> int:
    """Compare the moves of some states; return how many were the same.

    Raises
    ------
    TraceError
        where the rules cannot be compiled
    Different
        naming the state and both lists of moves
    Refused
        where compiled rules fail in a state in which plain ones do not
    """
    rules = CompiledRules(puzzle, "successors")
    same = 0
    refused = None
    plain = [
        (state, moves)
        for state, moves in zip(states, plain_moves(puzzle, states), strict=True)
        if moves is None or len(moves) <= MAX_MOVES
    ]
    native = native_moves(rules, puzzle, [state for state, _ in plain])
    for (state, ours), theirs in zip(plain, native, strict=True):
        if theirs is None and ours is not None:
            refused = state
        elif ours != theirs:
            raise Different(f"state {state!r}\nplain  {ours}\nnative {theirs}")
        elif ours is not None:
            same += len(ours)
            _assert_program(rules, state, [label for label, *_ in ours])
    if refused is not None:
        raise Refused(f"state {refused!r}")
    return same


def _assert_program(rules: CompiledRules, state: Any, labels: list[str]) -> None:
    """Compare the labels of a state with the limits that the program states."""
    if len(labels) > rules.program.most:
        raise Different(f"state {state!r}: more than {rules.program.most} moves")
    if len(set(labels)) < len(labels) and not rules.program.repeats:
        raise Different(f"state {state!r}: a label on two moves, of rules that never repeat one")
