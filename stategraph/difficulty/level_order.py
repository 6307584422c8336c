"""Levels in order of difficulty, with jumps of difficulty, near-twins and new ideas.

::

    harder ►   a  ·─●──·            b teaches: some moves are fatal
               b    ·──●─·          jump from b to c
               c            ·─●─·
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stategraph.difficulty.estimate import Difficulty

# There is a jump between neighbours whose percentiles differ by more than `JUMP_PERCENTILES`.
# Neighbours are near-twins if no number differs by more than the share `MAX_TWIN_DIFFERENCE`.
JUMP_PERCENTILES, MAX_TWIN_DIFFERENCE = 25.0, 0.1

# The ideas that a level may need, each with a function that tests for it.
IDEAS: dict[str, Callable[[Difficulty], bool]] = {
    "one move of several is right": lambda level: any(d.right == 1 for d in level.decisions or ()),
    "moves can be fatal": lambda level: any(d.fatal for d in level.decisions or ()),
    "a fatal move may not look it": lambda level: any(d.hidden for d in level.decisions or ()),
    "the right move may lead away from the goal": lambda level: any(
        d.away for d in level.decisions or ()
    ),
    "a wrong move may look as good": lambda level: any(d.tempting for d in level.decisions or ()),
    "a wrong move can be taken back": lambda level: any(d.wrong for d in level.decisions or ()),
}


@dataclass(frozen=True, eq=False)
class Pack:
    """Levels from the easiest to the hardest.

    Attributes
    ----------
    order : list of Difficulty
        the levels with an estimate
    place : list of int
        the current position of each of them, from 1
    teaches : list of list of str
        the `IDEAS` that no earlier level needs
    jumps, twins : list of int
        positions in `order`: there is a jump from this level to the next, or they are near-twins
    unknown : list of Difficulty
        the levels without an estimate
    """

    order: list[Difficulty]
    place: list[int]
    teaches: list[list[str]]
    jumps: list[int]
    twins: list[int]
    unknown: list[Difficulty]


def ordered(difficulties: Sequence[Difficulty]) -> Pack:
    """Return levels sorted by percentile, then by estimate. O(n log n)."""
    with_estimate = [
        (k, difficulty)
        for k, difficulty in enumerate(difficulties, 1)
        if difficulty.estimate is not None
    ]
    with_estimate.sort(key=lambda pair: (pair[1].percentile or 0, pair[1].estimate or 0, pair[0]))
    order, known_ideas, teaches = [difficulty for _, difficulty in with_estimate], set[str](), []
    for difficulty in order:
        new = [
            idea for idea, needs in IDEAS.items() if idea not in known_ideas and needs(difficulty)
        ]
        known_ideas |= set(new)
        teaches.append(new)
    pairs = list(zip(order, order[1:], strict=False))
    return Pack(
        order,
        [k for k, _ in with_estimate],
        teaches,
        [
            k
            for k, (a, b) in enumerate(pairs)
            if (b.percentile or 0) - (a.percentile or 0) > JUMP_PERCENTILES
        ],
        [k for k, (a, b) in enumerate(pairs) if _alike(a, b)],
        [difficulty for difficulty in difficulties if difficulty.estimate is None],
    )


def percentiles(difficulty: Difficulty) -> tuple[float, float, float]:
    """Return the percentiles of the low end of the interval, the estimate and the high end."""
    model = difficulty.model
    total = None if model is None else model.sum(difficulty.numbers)
    assert model is not None
    assert total is not None
    low, high = model.errors
    return (
        model.percentile(total + low),
        model.percentile(total),
        model.percentile(total + high),
    )


def _alike(first: Difficulty, second: Difficulty) -> bool:
    """Return whether all numbers of two levels are nearly equal."""
    if first.level.family.name != second.level.family.name:
        return False
    pairs = [(first.numbers.get(name), second.numbers.get(name)) for name in first.numbers]
    return all(
        a is not None and b is not None and abs(a - b) <= MAX_TWIN_DIFFERENCE * max(abs(a), abs(b))
        for a, b in pairs
        if not a is b is None
    )
