"""Choice of one level for each idea: the best of an archive, without near-twins and decoration."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from stategraph.analysis.same_play import same_play
from stategraph.design.near_twins import Idea, are_twins, idea_of
from stategraph.design.solution_outlines import Outlines, outlines
from stategraph.design.story_shape import Shape
from stategraph.invent.archive import Elite
from stategraph.invent.constraints import Wishes
from stategraph.invent.decoration import tidied, without_decoration
from stategraph.invent.equal_boards import Board, board_of, mostly_equal
from stategraph.invent.mutations import Maker, level_of
from stategraph.level_files import Level
from stategraph.machine.deadline import OutOfTime, interrupting

Result = TypeVar("Result")


class Clock:
    """Runs work until a deadline. Ctrl-C moves the deadline to now."""

    def __init__(self, until: float | None):
        self._until, self.interrupted = until, False

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self._until is not None and time.monotonic() >= self._until

    def within(self, work: Callable[[], Result], otherwise: Result) -> Result:
        """Return ``work()``, or `otherwise` if the deadline has passed."""
        try:
            if self._until is None:
                return work()
            seconds = self._until - time.monotonic()
            return interrupting(work, seconds, "") if seconds > 0 else otherwise
        except OutOfTime:
            return otherwise
        except KeyboardInterrupt:
            self._until, self.interrupted = 0.0, True
            return otherwise


class IdeaChoice:
    """Chooses one level of each cell that is not a near-twin of the levels chosen before.

    If all levels are mutations of one level, levels that play the same as this level, or whose
    solutions have the same outline, are left out, too.

    Parameters
    ----------
    distinct : bool
        whether levels whose stories have the same shape (`stategraph.design.story_shape`) or whose
        boards are mostly equal (`stategraph.invent.equal_boards`) count as near-twins, too. The
        shape of a single chapter is not compared, since many stories have it. All mutations of one
        level share its board, so their boards are not compared.

    Attributes
    ----------
    chosen : list of (Elite, int)
        levels without decoration, and the number of removed elements of each
    near_twins : int
        number of cells whose levels are all near-twins of chosen ones
    """

    def __init__(self, maker: Maker, wishes: Wishes, clock: Clock, distinct: bool):
        self._maker, self._wishes, self._clock = maker, wishes, clock
        self._distinct = distinct
        self._shapes: set[Shape] = set()
        self._known: list[tuple[Idea, Board | None]] = []
        self.chosen: list[tuple[Elite, int]] = []
        self.near_twins = 0
        self._starts = () if maker.size is not None else (maker.like, tidied(maker, maker.like))
        self._start = self._clock.within(self._start_idea, None) if maker.size is None else None

    def add_best(self, levels: Sequence[Elite]) -> None:
        """Choose the first level without a near-twin; `levels` are sorted best first."""
        maker = self._maker
        for elite in levels[:1] if self._clock.is_over else levels:
            if elite.draft in self._starts:
                continue
            if elite.seen.shape in self._shapes:
                continue
            known = self._idea_and_board(elite)
            if self._is_twin(*known):
                continue
            bare = partial(_bare, maker, self._wishes, elite)
            bare_elite, spared = self._clock.within(bare, (elite, 0))
            if bare_elite is not elite:
                known = self._idea_and_board(bare_elite)
                if bare_elite.seen.shape in self._shapes or self._is_twin(*known):
                    continue
            self._known.append(known)
            if self._distinct and len(bare_elite.seen.shape) > 1:
                self._shapes.add(bare_elite.seen.shape)
            self.chosen.append((bare_elite, spared))
            return
        self.near_twins += any(level.draft not in self._starts for level in levels)

    def _idea_and_board(self, elite: Elite) -> tuple[Idea, Board | None]:
        """Return a level's idea, and its board if boards are compared and time is left."""
        level = level_of(self._maker.family, elite.draft)

        def known_outlines() -> Outlines | None:
            return outlines(level, self._wishes.expanded(level.puzzle))

        boards_differ = self._distinct and self._maker.size is not None
        board = partial(board_of, level) if boards_differ else lambda: None
        idea = Idea(level, elite.seen.mark, self._clock.within(known_outlines, None))
        return idea, self._clock.within(board, None)

    def _start_idea(self) -> Idea | None:
        """Return the idea of the level that the search started from, if it is small enough."""
        level = level_of(self._maker.family, self._maker.like)
        graph = self._wishes.expanded(level.puzzle)
        return idea_of(level, graph) if graph.complete else None

    def _is_as_start(self, idea: Idea) -> bool:
        """Return whether a level plays the same as the start level, up to the outline."""
        start = self._start
        if start is None:
            return False
        if start.outlines and idea.outlines and start.outlines.outline == idea.outlines.outline:
            return True
        return start.mark == idea.mark and self._plays_the_same(start.level, idea.level)

    def _is_twin(self, idea: Idea, board: Board | None) -> bool:
        def has_known_board() -> bool:
            others = (earlier for _, earlier in self._known if earlier is not None)
            return board is not None and any(mostly_equal(board, earlier) for earlier in others)

        if self._is_as_start(idea) or self._clock.within(has_known_board, False):
            return True
        return any(are_twins(idea, earlier, self._plays_the_same) for earlier, _ in self._known)

    def _plays_the_same(self, level: Level, other: Level) -> bool:
        def compared() -> bool:
            return (
                same_play(*(self._wishes.expanded(x.puzzle) for x in (level, other))).same
                is not False
            )

        return self._clock.within(compared, True)


def _bare(maker: Maker, wishes: Wishes, elite: Elite) -> tuple[Elite, int]:
    """Remove decoration from a level, and count the removed elements. Its cell may change."""
    spared = 0
    for _, draft, evaluation in without_decoration(maker, wishes, elite.draft):
        elite, spared = Elite(draft, evaluation, elite.number), spared + 1
    draft = tidied(maker, elite.draft)
    if draft != elite.draft:
        evaluation = wishes.look(maker, draft)
        if not evaluation.failed:
            elite = Elite(draft, evaluation, elite.number)
    return elite, spared
