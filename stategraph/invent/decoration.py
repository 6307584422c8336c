"""Removal of elements by their purpose, such as decoration, which affects no move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from stategraph.design.ablation import judge
from stategraph.design.removal_trials import Trials
from stategraph.errors import LevelError
from stategraph.invent.constraints import Seen, Wishes, trials_of
from stategraph.invent.mutations import Draft, Maker, draft_of, elements_of, level_of
from stategraph.rules.family import Family


def without_decoration(
    maker: Maker, wishes: Wishes, draft: Draft, on_trial: Callable[[], None] = lambda: None
) -> Iterator[tuple[str, Draft, Seen]]:
    """Yield levels, each with one more decorative element removed, and that element's name.

    A removal changes neither the shortest solutions nor the dead ends, and the level still meets
    all demands. After the last removal, every element was examined again, since an element may
    become decoration when another one is removed. `on_trial` is called before each trial.
    """
    return without(maker, wishes, draft, ("decoration",), wishes.look, on_trial)


def without(
    maker: Maker,
    wishes: Wishes,
    draft: Draft,
    purposes: Collection[str],
    look: Callable[[Maker, Draft], Seen],
    on_trial: Callable[[], None] = lambda: None,
) -> Iterator[tuple[str, Draft, Seen]]:
    """Yield levels, each with one more element removed, that element's name, and ``look(level)``.

    Only elements with the given verdicts of `ablate` are removed, and only if `look` does not fail.
    """
    place, unchanged = 0, 0
    going = bool(elements_of(level_of(maker.family, draft)))
    while going:
        level = level_of(maker.family, draft)
        trials = trials_of(level, wishes.expanded(level.puzzle))
        going = False
        while not going and unchanged < len(trials.elements):
            place %= len(trials.elements)
            on_trial()
            smaller = _without_one(maker, wishes, trials, place, purposes)
            if smaller is None or (evaluation := look(maker, smaller)).failed:
                place, unchanged = place + 1, unchanged + 1
                continue
            draft, going, unchanged = smaller, True, 0
            yield trials.elements[place].name, smaller, evaluation


def _without_one(
    maker: Maker, wishes: Wishes, trials: Trials, place: int, purposes: Collection[str]
) -> Draft | None:
    """Return the level without an element, or None if it must stay or has another purpose."""
    at = trials.elements[place].at
    if (
        trials.elements[place].name in maker.names
        or (at[1:] if isinstance(at, tuple) else ()) in maker.cells
    ):
        return None
    (trial,) = trials.run([(place,)], whole=True, states=wishes.states, examples=False)
    if judge(trials.base, trial) not in purposes:
        return None
    left = trials.left(k for k in range(len(trials.elements)) if k != place)
    return draft_of(maker.family, left)


def tidied(maker: Maker, draft: Draft) -> Draft:
    """Return a level that plays the same with fewer parts, or the level itself."""
    if type(maker.family).tidied is Family.tidied:
        return draft
    try:
        tidy = maker.family.tidied(level_of(maker.family, draft).puzzle)
        after = draft if tidy is None else draft_of(maker.family, tidy)
        return after if maker.keeps(draft, after) else draft
    except LevelError:
        return draft
