"""Polishing of a level in steps: close unintended solutions, shorten, remove decoration.

::

    close ─► shorten ─► remove ───┐     close: the smallest repair that leaves one solution
                ▲                 │     shorten: single edits that shorten dead walks
                └──── repeat ◄────┘     remove: decoration

A *dead walk* consists of the moves that remain possible after the goal is lost. Two properties are
preserved:

- The intended solution is a shortest one after closing.
- The steps after closing do not change the labels of any shortest solution, nor the trap moves and
  their number (see `stategraph.analysis.same_dead_ends`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from stategraph.analysis import dead, solutions_known, trap_moves
from stategraph.analysis.same_dead_ends import Versions
from stategraph.analysis.same_solutions import Labels, fingerprint, is_shortest
from stategraph.design.diff import Comparison, compare
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.invent import board_mutations
from stategraph.invent.constraints import Wishes
from stategraph.invent.decoration import without_decoration
from stategraph.invent.mutations import Draft, Maker, level_of
from stategraph.invent.repair import LATE, Edit, Repair, edited, repaired, single_edits
from stategraph.machine import deadline

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle

CLOSED, SHORTENED, BARE = "closed", "shortened", "decoration"


@dataclass(frozen=True)
class Step:
    """One step of polishing.

    Attributes
    ----------
    kind : {"closed", "shortened", "decoration"}
    edits : tuple of str
        descriptions of the edits
    draft : Draft
        the level after the step
    proof : Comparison
        the comparison of the levels before and after the step
    """

    kind: str
    edits: tuple[str, ...]
    draft: Draft
    proof: Comparison


@dataclass(frozen=True)
class Polish:
    """A polished level.

    Attributes
    ----------
    solution : tuple of str
        the intended solution
    closing : Repair
        the smallest repair that leaves it as the only solution, if one was found
    steps : tuple of Step
    draft : Draft
        the level after all steps
    tried : int
        number of evaluated levels, including those without one element
    complete : bool
        whether no further step is possible; False if the deadline ended the run
    """

    solution: Labels
    closing: Repair
    steps: tuple[Step, ...]
    draft: Draft
    tried: int
    complete: bool


def polished(
    maker: Maker,
    wishes: Wishes,
    solution: Labels,
    most: int = 1,
    on_progress: Callable[[int], None] = lambda tried: None,
) -> Polish:
    """Return `maker.like` without unintended solutions, long dead walks and decoration.

    The graph of the level must have at most `wishes.states` states. If no set of at most `most`
    edits closes the level, closing is skipped. The level keeps its satisfied demands, and a board
    keeps its rim. At the thread's deadline, the completed steps are returned.

    Parameters
    ----------
    solution : tuple of str
        the intended solution
    most : int
        largest number of edits that close unintended solutions
    on_progress : callable
        progress callback, called with the number of levels evaluated in the current step
    """
    maker = _with_rim(maker)

    def meant(draft: Draft) -> bool:
        graph = wishes.expanded(level_of(maker.family, draft).puzzle, until_goal=True)
        return solutions_known(graph) and is_shortest(graph, solution)

    closing = repaired(maker, wishes, most, on_progress, meant)
    steps: list[Step] = []
    attempts = closing.tried

    def counted(number: int) -> None:
        nonlocal attempts
        attempts += 1
        on_progress(number)

    next_steps = _steps(maker, wishes, closing, counted)

    def following() -> Step | str:
        return next(next_steps, "")

    late: Step | str = LATE
    while isinstance(step := deadline.in_grace(following, late), Step):
        steps.append(step)
    draft = steps[-1].draft if steps else maker.like
    return Polish(solution, closing, tuple(steps), draft, attempts, complete=step != LATE)


def _steps(
    maker: Maker, wishes: Wishes, closing: Repair, on_progress: Callable[[int], None]
) -> Iterator[Step]:
    """Yield the steps, each with its proof."""
    if closing.draft is None:
        wishes = _granted(maker, wishes)
    draft = maker.like
    for kind, edits, result in _changes(maker, wishes, closing, on_progress):
        yield Step(kind, edits, result, _compared(maker, wishes, draft, result))
        draft = result


def _with_rim(maker: Maker) -> Maker:
    """Return a generator that also preserves the walls on the rim of a board."""
    if not maker.on_board:
        return maker
    rows = maker.family.grid(maker.like.text)
    return replace(maker, cells=(*maker.cells, *board_mutations.rim(rows, maker.family)))


def _granted(maker: Maker, wishes: Wishes) -> Wishes:
    """Return the demands that the level meets."""
    alone = {demand: replace(wishes, demands=(demand,)) for demand in wishes.demands}
    granted = (demand for demand in alone if not alone[demand].look(maker, maker.like).failed)
    return replace(wishes, demands=tuple(granted))


def _compared(maker: Maker, wishes: Wishes, old: Draft, new: Draft) -> Comparison:
    """Return the comparison of two levels."""

    def expand_again(puzzle: Puzzle, limits: Limits, /, *, until_goal: bool) -> ArrayGraph:
        return wishes.expanded(puzzle, until_goal)

    first, second = (level_of(maker.family, draft) for draft in (old, new))
    return compare(
        first, second, [wishes.expanded(level.puzzle) for level in (first, second)], expand_again
    )


def _changes(
    maker: Maker, wishes: Wishes, closing: Repair, on_progress: Callable[[int], None]
) -> Iterator[tuple[str, tuple[str, ...], Draft]]:
    """Yield each intermediate level with the kind and the edits of its step."""
    draft = maker.like if closing.draft is None else closing.draft
    if closing.edits:
        yield CLOSED, tuple(edit.name for edit in closing.edits), draft
    removals = count(1)

    def on_removal() -> None:
        on_progress(next(removals))

    changed = True
    while changed:
        changed = False
        while (shortened := _shortened(maker, wishes, draft, on_progress)) is not None:
            edit, draft = shortened
            yield SHORTENED, (edit.name,), draft
        for name, bare, _ in without_decoration(maker, wishes, draft, on_removal):
            draft, changed = bare, True
            yield BARE, (f"without {name}",), draft


def _shortened(
    maker: Maker, wishes: Wishes, draft: Draft, on_progress: Callable[[int], None]
) -> tuple[Edit, Draft] | None:
    """Return the edit that leaves the fewest dead states and its level, or None if none helps.

    Among several, return the first. The edit preserves the properties named above.
    """
    old = wishes.expanded(level_of(maker.family, draft).puzzle)
    best, least = None, int(dead(old).sum())
    here = replace(maker, like=draft)
    for number, edit in enumerate(single_edits(here) if least else (), 1):
        on_progress(number)
        candidate = edited(here, (edit,))
        dead_states = None if candidate is None else _dead_left(maker, wishes, old, candidate)
        if candidate is not None and dead_states is not None and dead_states < least:
            best, least = (edit, candidate), dead_states
    return best


def _dead_left(maker: Maker, wishes: Wishes, old: ArrayGraph, draft: Draft) -> int | None:
    """Return the number of dead states, or None if the properties of `old` are not preserved."""
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
