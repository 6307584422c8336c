"""Removal of decoration: elements that affect neither solutions nor dead ends."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph.design.ablation import judge
from stategraph.design.removals import Trials
from stategraph.invent.constraints import Seen, Wishes
from stategraph.invent.mutations import Draft, Maker, draft_of, elements_of, level_of


def without_decoration(
    maker: Maker, wishes: Wishes, draft: Draft
) -> Iterator[tuple[str, Draft, Seen]]:
    """Yield levels, each with one more decorative element removed, and that element's name.

    A removal changes neither the shortest solutions nor the dead ends, and the level still meets
    all demands. After the last removal, every element was examined again, since an element may
    become decoration when another one is removed.
    """
    place, unchanged = 0, 0
    going = bool(elements_of(level_of(maker.family, draft)))
    while going:
        puzzle = level_of(maker.family, draft).puzzle
        trials = Trials(maker.family, puzzle, workers=1, graph=wishes.expanded(puzzle))
        going = False
        while not going and unchanged < len(trials.elements):
            place %= len(trials.elements)
            smaller = _spared(maker, wishes, trials, place)
            if smaller is None:
                place, unchanged = place + 1, unchanged + 1
                continue
            draft, going, unchanged = smaller[0], True, 0
            yield trials.elements[place].name, *smaller


def _spared(maker: Maker, wishes: Wishes, trials: Trials, place: int) -> tuple[Draft, Seen] | None:
    """Return the level without an element, or None if the element is not removable decoration."""
    at = trials.elements[place].at
    if (
        trials.elements[place].name in maker.names
        or (at[1:] if isinstance(at, tuple) else ()) in maker.cells
    ):
        return None
    (trial,) = trials.run([(place,)], whole=True, states=wishes.states)
    if judge(trials.base, trial) != "decoration":
        return None
    draft = draft_of(
        maker.family, trials.left(k for k in range(len(trials.elements)) if k != place)
    )
    evaluation = wishes.look(maker, draft)
    return None if evaluation.failed else (draft, evaluation)
