"""The idea of a level: a solution in chapters, each with its purpose and a tempting mistake.

The solution has the fewest changes of piece, then the fewest moves of pieces, then the fewest moves
of all. A chapter is one of its lines: the moves of one piece, with the walks between them. Each
statement is decided on the whole graph::

    level ──► graph ──► Lines ──► chapters ──► Story ──► text, JSON, Markdown
                          │          │
                          │          └── purpose, order, the tempting line
                          └── cost from each (class of walks, last piece)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from stategraph.analysis import solvable
from stategraph.analysis.lines import Cost, Run, Unit
from stategraph.analysis.piece_moves import GONE, NO_PIECE
from stategraph.design.obvious_plan import ObviousPlan, obvious_plan
from stategraph.design.story_scene import Fact, Scene
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Readable, Record

# Maximum number of states of all expansions that look for decoys.
MAX_STATES_FOR_DECOYS = 1_000_000


@dataclass(frozen=True)
class Chapter:
    """The moves of one piece, and the walks before them.

    Attributes
    ----------
    piece : str
        a letter, or the name of an actor
    noun : str
        what the piece is; empty for an actor
    start, end : str
        the places of the piece; empty for an actor
    units : int
        the number of moves of the piece
    moves : tuple of str
        all moves of the chapter
    state : object
        the state at its end
    purpose : tuple of Fact
    not_yet : Fact or None
        the tempting line that is wrong, or why the next chapter cannot come first
    """

    piece: str
    noun: str
    start: str
    end: str
    units: int
    moves: tuple[str, ...]
    state: Any
    purpose: tuple[Fact, ...]
    not_yet: Fact | None


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
    chapters : tuple of Chapter
    obvious : ObviousPlan or None
        the solution of the relaxed problem, if the family has one
    special : tuple of Fact
        what is unusual about the solution
    untouched : tuple of str
        the pieces that the solution never moves
    decoys : tuple of str or None
        those without which a solution takes as many lines and moves; None: not examined
    resources : Fact or None
        the pieces that solutions consume
    """

    solvable: bool | None
    cost: Cost | None = None
    moves: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    obvious: ObviousPlan | None = None
    special: tuple[Fact, ...] = ()
    untouched: tuple[str, ...] = ()
    decoys: tuple[str, ...] | None = None
    resources: Fact | None = None


@dataclass
class _Draft:
    """A chapter before its facts are known.

    Attributes
    ----------
    piece : int
        the cell of the piece at the start of the level, or the number of the actor
    first, last : int
        the classes before and after it
    units : list of Unit
    moves : list of int
        moves of the graph
    stood : dict of int to int
        the first cell of each piece that was moved before, by its cell
    """

    piece: int
    first: int
    last: int
    units: list[Unit] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    stood: dict[int, int] = field(default_factory=dict)

    @property
    def start(self) -> int:
        return self.units[0].before

    @property
    def end(self) -> int:
        """The last cell of the piece; the one before it is consumed."""
        last = self.units[-1]
        return last.before if last.after == GONE else last.after

    @property
    def spent(self) -> bool:
        return self.units[-1].after == GONE


def explain_solution(level: Level, graph: ArrayGraph) -> Story:
    """Return the idea of a level, told in chapters.

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
    O(moves * log(moves)), and an expansion without each piece that the solution does not touch, if
    the level is small.
    """
    graph = graph.real
    if graph.variables is None:
        raise InputError(f"{level.file}: its states have no variables, so no pieces are known")
    if not graph.complete or graph.goal is None:
        return Story(solvable(graph))
    return _Teller(Scene(level, graph)).story()


class _Teller:
    """Tells the solution of a scene."""

    def __init__(self, scene: Scene):
        self.scene, self.lines, self.graph = scene, scene.lines, scene.graph
        self.plan = obvious_plan(scene)
        self.moves = self.lines.solution()
        self.states = self._replayed()
        self.drafts = self._drafted()
        self.letters: dict[int, str] = {}
        self._said: Fact | None = None
        for draft in self.drafts:
            self.name(draft.piece)

    def story(self) -> Story:
        """Return the story."""
        chapters, before = [], 0
        for k, draft in enumerate(self.drafts):
            before += len(draft.moves)
            chapters.append(self._chapter(k, draft, before))
        untouched = self._untouched()
        return Story(
            True,
            self.lines.fewest,
            tuple(map(self.graph.label, self.moves)),
            tuple(chapters),
            self.plan,
            tuple(self._special()),
            tuple(untouched),
            self._decoys(untouched),
            self._resources(),
        )

    def name(self, piece: int) -> str:
        """Return the name of an actor, or the letter of a piece by its first cell."""
        if not self.scene.is_cell(piece):
            label = self.scene.pieces.names[piece - self.scene.pieces.cells]
            return f"move {label}" if self.scene.walker else label
        if piece not in self.letters:
            k = len(self.letters)
            self.letters[piece] = chr(65 + k % 26) + (str(k // 26) if k >= 26 else "")
        return self.letters[piece]

    def named(self, piece: int, draft: _Draft) -> str:
        """Return the name of the piece on a cell, at the beginning of a chapter."""
        first = draft.stood.get(piece, piece)
        known = {d.piece for d in self.drafts} or {first}
        if not self.scene.is_cell(first):
            return self.name(first)
        if first in known:
            began = first in draft.stood.values() or first == draft.piece
            return self.name(first) if began else f"{self.name(first)} on {self._place(piece)}"
        return f"the {self._noun(first)} on {self.scene.place(piece)}"

    def _noun(self, piece: int) -> str:
        if not self.scene.is_cell(piece):
            return ""
        return self.scene.nouns.get(self.scene.place(piece), "piece")

    def _place(self, cell: int) -> str:
        return self.scene.place(cell) if self.scene.is_cell(cell) else ""

    def _last_place(self, draft: _Draft) -> str:
        """Return the place at which a piece ends; that at which it disappears, one cell ahead."""
        behind = self._stands(draft.units[-1]) if draft.spent else None
        if behind is None or not self.scene.is_cell(draft.end):
            return self._place(draft.end)
        (row, column), (r, c) = map(self.scene.puzzle.board.place, (draft.end, behind))
        return f"{2 * row - r}:{2 * column - c}"

    # ---------------------------------------------------------------------------- chapters

    def _replayed(self) -> list[Any]:
        """Return the states along the solution, with the true last one."""
        states = [self.scene.puzzle.start]
        for move in self.moves:
            states.append(dict(self.scene.puzzle.moves(states[-1]))[self.graph.label(move)])
        return states

    def _drafted(self) -> list[_Draft]:
        """Cut the solution into lines; moves after the last line belong to it."""
        owner, drafts = self.lines.owner, list[_Draft]()
        stood, walked = dict[int, int](), list[int]()
        for move in self.moves:
            unit = self._unit(move)
            walked.append(move)
            if unit is None:
                continue
            if not drafts or unit.before != drafts[-1].units[-1].after:
                at = int(owner[self.graph.sources[move]])
                piece = stood.get(unit.before, unit.before)
                drafts.append(_Draft(piece, at, at, stood={**stood}))
            stood.pop(unit.before, None)
            stood[unit.after] = drafts[-1].piece
            drafts[-1].units.append(unit)
            drafts[-1].moves += walked
            drafts[-1].last, walked = unit.target, []
        if drafts:
            drafts[-1].moves += walked
        return drafts

    def _unit(self, move: int) -> Unit | None:
        """Return a move of a piece; None for walks."""
        source, target = (
            int(self.lines.owner[nodes[move]]) for nodes in (self.graph.sources, self.graph.targets)
        )
        before, after = (int(cells[move]) for cells in self.scene.pieces[:2])
        if source == target or before == NO_PIECE:
            return None
        return Unit(target, before, after, move)

    def _chapter(self, k: int, draft: _Draft, before: int) -> Chapter:
        spelled, first = self.scene.level.family.spelled, before - len(draft.moves)
        labels = [
            spelled(self.graph.label(move), self.states[j], self.states[j + 1])
            for j, move in enumerate(draft.moves, first)
        ]
        purpose = [*self._roles(k, draft), *self._makes_way(k, draft)]
        return Chapter(
            self.name(draft.piece),
            self._noun(draft.piece),
            self._place(draft.start),
            self._last_place(draft),
            len(draft.units),
            tuple(labels),
            self.states[before],
            tuple(purpose),
            self._not_yet(k, draft),
        )

    def _not_yet(self, k: int, draft: _Draft) -> Fact | None:
        """Return the tempting mistake of a chapter, unless the chapter before has it."""
        found = self._tempting(draft)
        if found is None or found == self._said:
            found = self._not_first(k, draft)
        self._said = found or self._said
        return found

    # -------------------------------------------------------------------------- the purpose

    def _roles(self, k: int, draft: _Draft) -> Iterator[Fact]:
        """Yield what the piece does, now and in other solutions."""
        later = [j for j, d in enumerate(self.drafts, 1) if j > k + 1 and d.piece == draft.piece]
        again = any(d.piece == draft.piece for d in self.drafts[:k])
        homes, home = self.scene.homes, draft.end in self.scene.homes
        if draft.spent:
            yield Fact("is_spent", {"removed": self._removed(draft)})
        elif later and self.scene.walker:
            yield Fact("waits" if again else "steps_aside", {"until": later[0]})
        elif home:
            yield Fact("returns_home" if again else "goes_home")
        elif k + 1 == len(self.drafts) and not self.scene.walker:
            yield Fact("reaches_goal")
        elif again and self.scene.walker:
            yield Fact("returns")
        passed = [u.after for u in draft.units[:-1] if u.after in homes]
        if passed and home:
            yield Fact("passes", {"places": [self.scene.place(cell) for cell in passed]})
        if not later and home and self._always_ends(draft):
            yield Fact("always_ends_there")

    def _always_ends(self, draft: _Draft) -> bool:
        return self.lines.ends(draft.piece) == {draft.end}

    def _removed(self, draft: _Draft) -> list[str]:
        """Return what disappears with a consumed piece."""
        at = self.moves.index(draft.units[-1].move) if draft.units[-1].move in self.moves else -1
        if at < 0:
            return []
        before, after, found = self.states[at], self.states[at + 1], []
        for name in self.scene.sets:
            gone = set(before[name]) - set(after[name]) - {draft.end}
            found += [f"{name} {self.scene.place(cell)}" for cell in sorted(gone)]
        return found

    def _makes_way(self, k: int, draft: _Draft) -> Iterator[Fact]:
        """Yield what makes the next chapter impossible before this one."""
        if k + 1 == len(self.drafts):
            return
        at, after = draft.first, self.drafts[k + 1]
        for unit in after.units:
            found = [
                u
                for u in self.lines.units(at)
                if (u.before, u.after) == (unit.before, unit.after)
                and (self.scene.walker or self._label(u) == self._label(unit))
            ]
            if not found:
                yield self._obstacle(at, unit, after)
                return
            at = found[0].target

    def _label(self, unit: Unit) -> str:
        return self.graph.label(unit.move)

    def _obstacle(self, owner: int, unit: Unit, after: _Draft) -> Fact:
        """Return what forbids a move in a class: a piece, a cell out of reach, or the rules."""
        scene, who = self.scene, self.name(after.piece)
        if not scene.walker or not scene.is_cell(unit.before):
            return Fact("enables", {"piece": who, "move": self._label(unit)})
        state = self.graph.state(scene.first(owner))
        if unit.after >= 0 and any(unit.after in state[name] for name in scene.sets):
            return Fact("clears", {"piece": who, "place": scene.place(unit.after)})
        behind = self._stands(unit)
        reach = scene.region(owner)
        if behind is not None and behind not in reach:
            more = scene.region(after.first) - reach
            places = [scene.place(cell) for cell in sorted(more)]
            return Fact("opens", {"piece": who, "place": scene.place(behind), "cells": places})
        return Fact("enables", {"piece": who, "move": self._label(unit)})

    def _stands(self, unit: Unit) -> int | None:
        """Return the cell of the actor before a move; None if it has several."""
        walker = self.scene.walker
        if not isinstance(walker, str):
            return None
        value = self.graph.state(int(self.graph.sources[unit.move]))[walker]
        return value if isinstance(value, int) and self.scene.is_cell(value) else None

    # ------------------------------------------------------------------------ wrong lines

    def _looks(self, owner: int, units: int) -> tuple[int, int, int]:
        """Return how good a line looks: estimated moves left, unassigned boxes, its moves."""
        scene = self.scene
        state = self.graph.state(scene.first(owner))
        astray = 0
        for name in scene.sets if scene.homes else ():
            astray += len(set(state[name]) - set(scene.homes))
        return scene.estimate_of(owner) + units * scene.in_units, astray, units

    def _best(self, draft: _Draft) -> Cost:
        """Return the cost of the solution from the beginning of a chapter."""
        best = self.lines.left(draft.first)
        assert best is not None
        return best

    def _tempting(self, draft: _Draft) -> Fact | None:
        """Return the wrong line that looks best, if it looks as good as the right one."""
        if self.scene.relaxed is None:
            return None
        best, right = self._best(draft), self._looks(draft.last, len(draft.units))
        own = {(u.target, u.after) for u in draft.units if u.after not in self.scene.homes}
        wrong = []
        for piece in sorted({u.before for u in self.lines.units(draft.first)} - {NO_PIECE}):
            for (owner, cell), run in self.lines.runs(draft.first, piece):
                if not run.units or (owner, cell) in own:
                    continue
                looks = self._looks(owner, run.units)
                said = self.scene.verdict(owner, cell, run.units, best) if looks <= right else None
                if said is not None:
                    wrong.append(((said.kind == "longer", looks, piece, cell, owner), said, run))
        if not wrong:
            return None
        (*_, piece, cell, _), said, run = min(wrong, key=lambda one: one[0])
        if said.kind == "longer" and not said.values["lines"]:
            return None
        return Fact(said.kind, {**said.values, **self._line(draft, run, piece, cell)})

    def _line(self, draft: _Draft, run: Run, piece: int, cell: int) -> Record:
        """Return the piece of a wrong line, where it goes, and the moves of an actor."""
        moves = [self.graph.label(move) for move in run.moves]
        to = self.scene.place(cell) if self.scene.is_cell(piece) and cell != GONE else ""
        return {"piece": self.named(piece, draft), "to": to, "moves": moves}

    def _not_first(self, k: int, draft: _Draft) -> Fact | None:
        """Return why the next chapter is not the first; None if it is impossible or as good."""
        best = self._best(draft)
        if k + 1 == len(self.drafts):
            return None
        after = self.drafts[k + 1]
        last = after.units[-1].after
        for (owner, cell), run in self.lines.runs(draft.first, after.start):
            same = cell == last if self.scene.walker else owner == self._elsewhere(draft, after)
            said = self.scene.verdict(owner, cell, run.units, best) if run.units and same else None
            if said is not None:
                return Fact(said.kind, {**said.values, **self._line(draft, run, after.start, cell)})
        return None

    def _elsewhere(self, draft: _Draft, after: _Draft) -> int:
        """Return the class after the moves of another actor; -1 if they cannot be made."""
        at = draft.first
        for unit in after.units:
            found = [u for u in self.lines.units(at) if self._label(u) == self._label(unit)]
            if not found:
                return -1
            at = found[0].target
        return at

    # ----------------------------------------------------------------------- the whole story

    def _special(self) -> Iterator[Fact]:
        """Yield what is unusual: a piece that leaves a goal, a way away from it, a piece spent."""
        homes = self.scene.homes
        if self.plan is not None and self.plan.fails is None:
            yield from self._main_trap()
        for k, draft in enumerate(self.drafts, 1):
            if draft.start in homes:
                yield Fact("leaves_goal", self._about(draft, k, draft.start))
            elif any(u.after in homes for u in draft.units[:-1]) and draft.end in homes:
                passed = next(u.after for u in draft.units if u.after in homes)
                yield Fact("passes_goal", self._about(draft, k, passed))
            if draft.spent:
                yield Fact("spends", self._about(draft, k, draft.end))
        yield from self._away()

    def _main_trap(self) -> Iterator[Fact]:
        """Yield the dead pattern with the most trap moves."""
        found = self.scene.dead_patterns
        if found is not None and found.patterns:
            most = max(found.patterns, key=lambda pattern: len(pattern.moves))
            parts = list(map(self.scene.part, most.parts))
            yield Fact("main_trap", {"parts": parts, "moves": len(most.moves)})

    def _about(self, draft: _Draft, chapter: int, cell: int) -> Record:
        return {
            "piece": self.name(draft.piece),
            "noun": self._noun(draft.piece),
            "place": self.scene.place(cell),
            "chapter": chapter,
        }

    def _away(self) -> Iterator[Fact]:
        """Yield that the first walk leads away from the goal of the relaxed problem."""
        if self.scene.relaxed is None or self.scene.in_units or not self.drafts:
            return
        first = int(self.graph.sources[self.drafts[0].units[0].move])
        before, after = self.scene.estimate(0), self.scene.estimate(first)
        if self.scene.walker and after > before:
            yield Fact("walks_away", {"before": before, "after": after})

    def _untouched(self) -> list[str]:
        """Return the pieces that the solution never moves."""
        if not self.scene.walker or not self.drafts:
            return []
        moved = {self.scene.place(d.piece) for d in self.drafts if self.scene.is_cell(d.piece)}
        kinds = {self._noun(d.piece) for d in self.drafts}
        return [
            f"{kind} {place}"
            for place, kind in self.scene.nouns.items()
            if kind in kinds and place not in moved
        ]

    def _decoys(self, untouched: list[str]) -> tuple[str, ...] | None:
        """Return the untouched pieces without which solutions are as long; None if too large."""
        if len(untouched) * len(self.graph) > MAX_STATES_FOR_DECOYS:
            return None
        level, found = self.scene.level, []
        for element in level.family.elements(self.scene.puzzle) if untouched else []:
            if element.name not in untouched:
                continue
            try:
                puzzle = level.family.without(self.scene.puzzle, [element])
            except LevelError:
                continue
            made = _without(level, puzzle)
            if made is not None and made.lines.fewest == self.lines.fewest:
                found.append(element.name)
        return tuple(found)

    def _resources(self) -> Fact | None:
        """Return the number of pieces, and of those that solutions consume."""
        spent = [draft for draft in self.drafts if draft.spent]
        if not spent:
            return None
        kind = self._noun(spent[0].piece)
        count = sum(noun == kind for noun in self.scene.nouns.values())
        if not count:
            return None
        used = sum(self._noun(draft.piece) == kind for draft in spent)
        return Fact("resources", {"noun": kind, "count": count, "spent": used})


def _without(level: Level, puzzle: Any) -> Scene | None:
    """Return the scene of a variant of a level; None if it cannot be won."""
    from dataclasses import replace

    from stategraph.rules import Puzzle

    graph = expand(Puzzle.of(puzzle))
    if graph.goal is None or not graph.complete:
        return None
    return Scene(replace(level, puzzle=Puzzle.of(puzzle), graph=None), graph)
