"""A pack of levels in order of difficulty: jumps, near-twins, and what each level teaches first.

::

    harder ►   a  ·─●──·            b teaches: some moves are fatal
               b    ·──●─·          from b to c it jumps
               c            ·─●─·
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stategraph.difficulty.estimate import Difficulty

# Neighbours so many percentiles apart are a jump; ones whose numbers differ by no more than this
# share are near-twins.
JUMP, TWIN = 25.0, 0.1

# What a level may need that those before it did not, and whether it does.
IDEAS: dict[str, Callable[[Difficulty], bool]] = {
    "one move of several is right": lambda one: any(d.right == 1 for d in one.decisions or ()),
    "moves can be fatal": lambda one: any(d.fatal for d in one.decisions or ()),
    "a fatal move may not look it": lambda one: any(d.hidden for d in one.decisions or ()),
    "the right move may lead away from the goal": lambda one: any(
        d.away for d in one.decisions or ()
    ),
    "a wrong move may look as good": lambda one: any(d.tempting for d in one.decisions or ()),
    "a wrong move can be made good": lambda one: any(d.wrong for d in one.decisions or ()),
}


@dataclass(frozen=True, eq=False)
class Pack:
    """Levels from the easiest to the hardest.

    Attributes
    ----------
    order : list of Difficulty
        those with an estimate
    place : list of int
        where each of them stands now, from 1
    teaches : list of list of str
        the `IDEAS` that none before it needs
    jumps, twins : list of int
        places in `order`: from this level to the next it jumps; or they are near-twins
    unknown : list of Difficulty
        those without an estimate
    """

    order: list[Difficulty]
    place: list[int]
    teaches: list[list[str]]
    jumps: list[int]
    twins: list[int]
    unknown: list[Difficulty]


def ordered(found: Sequence[Difficulty]) -> Pack:
    """Return levels in order of their percentiles, and then of their estimates. O(n log n)."""
    known = [(k, one) for k, one in enumerate(found, 1) if one.estimate is not None]
    known.sort(key=lambda pair: (pair[1].percentile or 0, pair[1].estimate or 0, pair[0]))
    order, met, teaches = [one for _, one in known], set[str](), []
    for one in order:
        new = [idea for idea, needs in IDEAS.items() if idea not in met and needs(one)]
        met |= set(new)
        teaches.append(new)
    pairs = list(zip(order, order[1:], strict=False))
    return Pack(
        order,
        [k for k, _ in known],
        teaches,
        [k for k, (a, b) in enumerate(pairs) if (b.percentile or 0) - (a.percentile or 0) > JUMP],
        [k for k, (a, b) in enumerate(pairs) if _alike(a, b)],
        [one for one in found if one.estimate is None],
    )


def percentiles(one: Difficulty) -> tuple[float, float, float]:
    """Return where the low end, the estimate and the high end of a level stand, of 100."""
    model = one.model
    total = None if model is None else model.sum(one.numbers)
    assert model is not None
    assert total is not None
    low, high = model.errors
    return (
        model.percentile(total + low),
        model.percentile(total),
        model.percentile(total + high),
    )


def _alike(one: Difficulty, other: Difficulty) -> bool:
    """Return whether all numbers of two levels are nearly the same."""
    if one.level.family.name != other.level.family.name:
        return False
    pairs = [(one.numbers.get(name), other.numbers.get(name)) for name in one.numbers]
    return all(
        a is not None and b is not None and abs(a - b) <= TWIN * max(abs(a), abs(b))
        for a, b in pairs
        if not a is b is None
    )
