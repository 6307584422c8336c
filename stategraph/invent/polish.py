"""What a designer does by hand at the end, step by step, each with what it changed.

::

    close ─► shorten ─► take out ─┐     the least repair after which there is but one solution;
                ▲                 │     single changes that shorten dead walks;
                └───── again ◄────┘     decoration

A *dead walk* is what can still be played when the goal is lost. What a level promises to keep:

- the solution that is meant is a shortest one, whatever is closed;
- from then on all shortest solutions stay, label by label, and so do the trap moves, as
  `stategraph.analysis.same_dead_ends` tells them, and their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from stategraph.analysis import dead, solutions_known, trap_moves
from stategraph.analysis.path_sets import Labels, fingerprint, is_shortest
from stategraph.analysis.same_dead_ends import Versions
from stategraph.design.diff import Comparison, compare
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.invent import boards
from stategraph.invent.constraints import Wishes
from stategraph.invent.decoration import without_decoration
from stategraph.invent.makes import Draft, Maker, level_of
from stategraph.invent.repair import Edit, Repair, edited, repaired, single_edits

CLOSED, SHORTENED, BARE = "closed", "shortened", "decoration"


@dataclass(frozen=True)
class Step:
    """One step of polishing.

    Attributes
    ----------
    kind : {"closed", "shortened", "decoration"}
    edits : tuple of str
        what was changed, in words
    draft : Draft
        the level after it
    proof : Comparison
        of the levels before and after it
    """

    kind: str
    edits: tuple[str, ...]
    draft: Draft
    proof: Comparison


@dataclass(frozen=True)
class Polish:
    """A level, polished.

    Attributes
    ----------
    solution : tuple of str
        the one that is meant
    closing : Repair
        the fewest changes after which it is the only one, where there are so few
    steps : tuple of Step
    draft : Draft
        the level after all of them
    """

    solution: Labels
    closing: Repair
    steps: tuple[Step, ...]
    draft: Draft


def polished(
    maker: Maker,
    wishes: Wishes,
    solution: Labels,
    most: int = 1,
    told: Callable[[int], None] = lambda tried: None,
) -> Polish:
    """Return `maker.like` without unintended solutions, long dead walks and decoration.

    The whole level must have at most `wishes.states` states. Where no `most` changes close it, it
    is polished as it is. Wishes that are granted stay granted, and the rim of a board stays.

    Parameters
    ----------
    solution : tuple of str
        moves that win, the ones that are meant
    most : int
        changes at a time that close unintended solutions
    told : callable
        is told how many levels were looked at, in each of the steps
    """
    maker = _with_rim(maker)

    def meant(draft: Draft) -> bool:
        graph = wishes.expanded(level_of(maker.family, draft).puzzle, until_goal=True)
        return solutions_known(graph) and is_shortest(graph, solution)

    closing = repaired(maker, wishes, most, told, meant)
    if closing.draft is None:
        wishes = _granted(maker, wishes)
    draft, steps = maker.like, []
    for kind, edits, after in _changes(maker, wishes, closing, told):
        steps.append(Step(kind, edits, after, _compared(maker, wishes, draft, after)))
        draft = after
    return Polish(solution, closing, tuple(steps), draft)


def _with_rim(maker: Maker) -> Maker:
    """Return what makes levels alike, and leaves the walls at the sides of a board alone."""
    if not maker.on_board:
        return maker
    rows = maker.family.grid(maker.like.text)
    return replace(maker, cells=(*maker.cells, *boards.rim(rows, maker.family)))


def _granted(maker: Maker, wishes: Wishes) -> Wishes:
    """Return those wishes that the level grants."""
    alone = {one: replace(wishes, demands=(one,)) for one in wishes.demands}
    granted = (one for one in alone if not alone[one].look(maker, maker.like).failed)
    return replace(wishes, demands=tuple(granted))


def _compared(maker: Maker, wishes: Wishes, before: Draft, after: Draft) -> Comparison:
    """Return what changed from one level to another."""

    def again(puzzle: Any, limits: Limits, /, *, until_goal: bool) -> ArrayGraph:
        return wishes.expanded(puzzle, until_goal)

    one, two = (level_of(maker.family, draft) for draft in (before, after))
    return compare(one, two, [wishes.expanded(level.puzzle) for level in (one, two)], again)


def _changes(
    maker: Maker, wishes: Wishes, closing: Repair, told: Callable[[int], None]
) -> Iterator[tuple[str, tuple[str, ...], Draft]]:
    """Yield each level on the way, with the kind of the step that leads to it and its edits."""
    draft = maker.like if closing.draft is None else closing.draft
    if closing.edits:
        yield CLOSED, tuple(edit.name for edit in closing.edits), draft
    again = True
    while again:
        again = False
        while (made := _shortened(maker, wishes, draft, told)) is not None:
            edit, draft = made
            yield SHORTENED, (edit.name,), draft
        for name, bare, _ in without_decoration(maker, wishes, draft):
            draft, again = bare, True
            yield BARE, (f"without {name}",), draft


def _shortened(
    maker: Maker, wishes: Wishes, draft: Draft, told: Callable[[int], None]
) -> tuple[Edit, Draft] | None:
    """Return the single change that leaves the fewest dead states, and the level; None: none does.

    Of several the first. It keeps what the level promises.
    """
    old = wishes.expanded(level_of(maker.family, draft).puzzle)
    best, least = None, int(dead(old).sum())
    here = replace(maker, like=draft)
    for tried, edit in enumerate(single_edits(here) if least else (), 1):
        told(tried)
        made = edited(here, (edit,))
        left = None if made is None else _dead_left(maker, wishes, old, made)
        if made is not None and left is not None and left < least:
            best, least = (edit, made), left
    return best


def _dead_left(maker: Maker, wishes: Wishes, old: ArrayGraph, draft: Draft) -> int | None:
    """Return how many states of a level are dead; None where it does not keep what `old` has."""
    try:
        puzzle = level_of(maker.family, draft).puzzle
    except LevelError:
        return None
    near = wishes.expanded(puzzle, until_goal=True)
    if not solutions_known(near) or fingerprint(near) != fingerprint(old):
        return None
    graph = wishes.expanded(puzzle)
    if not graph.complete or len(trap_moves(graph)) != len(trap_moves(old)):
        return None
    versions = Versions(graph, old)
    if any(len(versions.new_traps(which)) for which in (0, 1)):
        return None
    return None if wishes.look(maker, draft).failed else int(dead(graph).sum())
