"""The idea of a level: a solution in chapters with their purposes and tempting mistakes.

The solution changes the moving piece as rarely as possible. Ties are broken by the number of moves
of pieces, then by the number of all moves. A chapter is one line of this solution: the moves of one
piece, with the walks between them. Each statement is proven on the whole graph::

    level ──► graph ──► Lines ──► chapters ──► Story ──► text, JSON, Markdown
                          │          │
                          │          └── purpose, order, the tempting line
                          └── cost from each (class of walks, last piece)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph.analysis import moves_to_goal, solvable, trap_moves
from stategraph.analysis.piece_lines import Cost
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.design.obvious_plan import ObviousPlan, obvious_plan
from stategraph.design.removal_trials import Trials, most_states
from stategraph.design.story_cut import Cut, Draft
from stategraph.design.story_mistakes import Mistakes
from stategraph.design.story_purposes import Purposes
from stategraph.design.story_scene import Fact, Scene
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Readable, Record
from stategraph.variables import State

# Maximum number of states of the level times untouched pieces, to look for decoys.
MAX_STATES_FOR_DECOYS = 1_000_000


@dataclass(frozen=True)
class Chapter:
    """The moves of one piece, and the walks before them.

    Attributes
    ----------
    piece : str
        a letter, or the name of an actor
    noun : str
        the word for the piece, such as "box"; empty for an actor
    start, end : str
        the places of the piece; empty for an actor
    units : int
        the number of moves of the piece
    moves : tuple of str
        all moves of the chapter
    purpose : tuple of Fact
    not_yet : Fact or None
        the tempting line that is wrong, or why the next chapter cannot come first
    state : object
        the state at its end
    """

    piece: str
    noun: str
    start: str
    end: str
    units: int
    moves: tuple[str, ...]
    purpose: tuple[Fact, ...]
    not_yet: Fact | None
    state: State


@dataclass(frozen=True, repr=False)
class Story(Readable):
    """The idea of a level.

    Attributes
    ----------
    solvable : bool or None
        None if the graph is incomplete and does not show it
    cost : Cost or None
        the lines and moves of pieces of the solution; None without a story
    moves : tuple of str
        the labels of its moves
    shortest : int or None
        the number of moves of a shortest solution, which may have more lines
    shortest_cost : Cost or None
        the fewest lines, then moves of pieces, of a shortest solution
    chapters : tuple of Chapter
    obvious : ObviousPlan or None
        the solution of the relaxed problem, if the family has one
    special : tuple of Fact
        unusual facts about the solution
    untouched : tuple of str
        the pieces that the solution never moves
    decoys : tuple of str or None
        the untouched pieces without which the shortest solutions are the same; None: not examined
    resources : Fact or None
        the pieces that solutions consume
    """

    solvable: bool | None
    cost: Cost | None = None
    moves: tuple[str, ...] = ()
    shortest: int | None = None
    shortest_cost: Cost | None = None
    chapters: tuple[Chapter, ...] = ()
    obvious: ObviousPlan | None = None
    special: tuple[Fact, ...] = ()
    untouched: tuple[str, ...] = ()
    decoys: tuple[str, ...] | None = None
    resources: Fact | None = None


def explain_solution(level: Level, graph: ArrayGraph) -> Story:
    """Return the idea of a level, explained in chapters.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the state graph of the level; its states are single states

    Returns
    -------
    Story
        without chapters if the level has no solution, or if the graph is not complete

    Raises
    ------
    InputError
        if the states of the graph have no variables

    Notes
    -----
    The cost is O(moves * log(moves)). If the level is small, there is also one expansion for each
    piece that the solution does not touch.
    """
    graph = graph.real
    if graph.variables is None:
        raise InputError(f"{level.file}: its states have no variables, so no pieces are known")
    if not graph.complete or graph.goal is None:
        return Story(solvable(graph))
    return _StoryBuilder(Scene(level, graph)).story()


class _StoryBuilder:
    """Builds the story of the solution of a scene."""

    def __init__(self, scene: Scene):
        self.scene, self.lines, self.graph = scene, scene.lines, scene.graph
        self.plan, self.cut = obvious_plan(scene), Cut(scene)
        self.purposes = Purposes(self.cut)

    def story(self) -> Story:
        """Return the story."""
        untouched = self._untouched()
        return Story(
            True,
            self.lines.fewest,
            tuple(map(self.graph.label, self.cut.moves)),
            int(moves_to_goal(self.graph)[0]),
            self.lines.shortest(),
            tuple(self._chapters()),
            self.plan,
            tuple(self._special()),
            tuple(untouched),
            self._decoys(untouched),
            self._resources(),
        )

    def _chapters(self) -> Iterator[Chapter]:
        mistakes, before = Mistakes(self.cut), 0
        family, states = self.scene.level.family, self.cut.states
        for k, draft in enumerate(self.cut.drafts):
            first, before = before, before + len(draft.moves)
            labels = [
                family.spelled(self.graph.label(move), states[j], states[j + 1])
                for j, move in enumerate(draft.moves, first)
            ]
            yield Chapter(
                self.cut.name(draft.piece),
                self.cut.noun(draft.piece),
                self.cut.place(draft.start),
                self.cut.last_place(draft),
                len(draft.units),
                tuple(labels),
                self.purposes.of(k),
                mistakes.of(k),
                states[before],
            )

    def _special(self) -> Iterator[Fact]:
        """Yield unusual facts: a piece leaves a goal, moves away from it, or is consumed."""
        homes = self.scene.homes
        if self.cut.drafts and (self.plan is None or self.plan.fails is None):
            yield from self._main_trap()
        for k, draft in enumerate(self.cut.drafts, 1):
            if draft.start in homes:
                yield Fact("leaves_goal", self._about(draft, k, draft.start))
            elif any(u.after in homes for u in draft.units[:-1]) and draft.end in homes:
                passed = next(u.after for u in draft.units if u.after in homes)
                yield Fact("passes_goal", self._about(draft, k, passed))
            if draft.spent:
                yield Fact("spends", self._about(draft, k, draft.end))
        yield from self._away()

    def _main_trap(self) -> Iterator[Fact]:
        """Yield the reason of most trap moves, or that no move is a trap."""
        found, traps = reasons_of(self.scene.level, self.graph), len(trap_moves(self.graph.real))
        if found is not None and not traps:
            yield Fact("no_trap")
        elif found is not None and found.reasons:
            most = max(found.reasons, key=lambda reason: len(reason.moves))
            variables = self.scene.puzzle.variables
            assert variables is not None, "its states have parts"
            values = {"reason": most.in_words(variables), "moves": len(most.moves)}
            yield Fact("main_trap", {**values, "traps": traps})

    def _about(self, draft: Draft, chapter: int, cell: int) -> Record:
        return {
            "piece": self.cut.name(draft.piece),
            "noun": self.cut.noun(draft.piece),
            "place": self.scene.place(cell),
            "chapter": chapter,
        }

    def _away(self) -> Iterator[Fact]:
        """Yield a fact if the first walk leads away from the goal of the relaxed problem."""
        if self.scene.relaxed is None or self.scene.in_units or not self.cut.drafts:
            return
        first = int(self.graph.sources[self.cut.drafts[0].units[0].move])
        before, after = self.scene.estimate(0), self.scene.estimate(first)
        if self.scene.walker and after > before:
            yield Fact("walks_away", {"before": before, "after": after})

    def _untouched(self) -> list[str]:
        """Return the pieces that the solution never moves, and does not remove."""
        if not self.scene.walker or not self.cut.drafts:
            return []
        removed = {name for draft in self.cut.drafts for name in self.purposes.removed(draft)}
        moved = {self.scene.place(d.piece) for d in self.cut.drafts if self.scene.is_cell(d.piece)}
        kinds = {self.cut.noun(d.piece) for d in self.cut.drafts}
        return [
            f"{kind} {place}"
            for place, kind in self.scene.nouns.items()
            if kind in kinds and place not in moved and f"{kind} {place}" not in removed
        ]

    def _decoys(self, untouched: list[str]) -> tuple[str, ...] | None:
        """Return the untouched pieces that do not affect the solutions; None if too large."""
        if len(untouched) * len(self.graph) > MAX_STATES_FOR_DECOYS:
            return None
        if not untouched:
            return ()
        level = self.scene.level
        trials = Trials(level.family, level.puzzle, workers=1, graph=self.graph)
        chosen = [k for k, element in enumerate(trials.elements) if element.name in untouched]
        runs = trials.run([(k,) for k in chosen], states=most_states(len(self.graph)))
        return tuple(
            trials.elements[k].name
            for k, trial in zip(chosen, runs, strict=True)
            if not trial.reason and trial.fingerprint == trials.base.fingerprint
        )

    def _resources(self) -> Fact | None:
        """Return the number of pieces, and the number of pieces that solutions consume."""
        consumed = [draft for draft in self.cut.drafts if draft.spent]
        if not consumed:
            return None
        kind = self.cut.noun(consumed[0].piece)
        count = sum(noun == kind for noun in self.scene.nouns.values())
        if not count:
            return None
        used = sum(self.cut.noun(draft.piece) == kind for draft in consumed)
        return Fact("resources", {"noun": kind, "count": count, "spent": used})
