"""The purpose of a chapter: the role of its piece, and the later moves that it enables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from stategraph.analysis.piece_lines import Unit
from stategraph.design.story_cut import Cut, Draft
from stategraph.design.story_scene import Fact
from stategraph.readable import Record
from stategraph.variables import One


class Purposes:
    """The purposes of the chapters of a solution."""

    def __init__(self, cut: Cut):
        self.cut, self.scene, self.lines, self.graph = cut, cut.scene, cut.lines, cut.graph

    def of(self, k: int) -> tuple[Fact, ...]:
        """Return the purposes of a chapter, counted from 0."""
        draft = self.cut.drafts[k]
        acts = not self.scene.walker and k + 1 < len(self.cut.drafts)
        carried, own = self._places(draft) if acts else ([], [])
        purposes = [*self._roles(k, draft), *self._makes_way(k, draft, bool(carried), bool(own))]
        if carried:
            purposes.insert(0, Fact("carries", {"places": carried}))
        elif own and not purposes:
            alone = own[0]["piece"].lower() == self.cut.name(draft.piece).lower()
            purposes = [Fact("goes" if alone else "moves", {"places": own})]
        if not purposes and k + 1 == len(self.cut.drafts):
            purposes = [Fact("reaches_goal")]
        elif not purposes and self.scene.walker:  # all later chapters can be played, but do not win
            purposes = [Fact("needed")]
        return (*purposes, *self._forced(draft))

    def _places(self, draft: Draft) -> tuple[list[Record], list[Record]]:
        """Return the old and new places of the other pieces, and of the actor's own pieces."""
        actor, kinds = self.cut.name(draft.piece), self.scene.puzzle.variables.kinds
        old, new = map(self.graph.state, (draft.first, draft.last))
        later = self.cut.states[self.cut.moves.index(draft.moves[-1]) + 1 :]
        runs = actor == self.scene.level.family.runner_among(self.graph.label_names)
        carried, own = list[Record](), list[Record]()
        for name in self.scene.level.family.walkers(self.scene.puzzle):
            kind = kinds[name]
            if isinstance(kind, One) and kind.board is not None and old[name] != new[name]:
                piece, show = self._piece(name), kind.show
                moved = own if runs or piece.lower() == actor.lower() else carried
                stays = all(state[name] == new[name] for state in later)
                places = {"start": show(old[name]), "end": show(new[name]), "stays": stays}
                moved.append({"piece": piece, **places})
        return carried, own

    def _piece(self, variable: str) -> str:
        """Return the name of the piece whose place a variable holds."""
        family = self.scene.level.family
        alone = len(family.walkers(self.scene.puzzle)) == 1
        return family.runner if alone and family.runner else variable

    def _forced(self, draft: Draft) -> Iterator[Fact]:
        """Yield the fact that every move of a chapter is the only possible move, if true."""
        offsets = self.graph.offsets
        nodes = [int(self.graph.sources[move]) for move in draft.moves]
        if all(offsets[node + 1] - offsets[node] == 1 for node in nodes):
            yield Fact("forced")

    def _roles(self, k: int, draft: Draft) -> Iterator[Fact]:
        """Yield facts about the role of the piece in this chapter and in all solutions."""
        later = [
            j for j, d in enumerate(self.cut.drafts, 1) if j > k + 1 and d.piece == draft.piece
        ]
        moved_before = any(d.piece == draft.piece for d in self.cut.drafts[:k])
        comes_back = moved_before or draft.start == draft.end
        homes, home = self.scene.homes, draft.end in self.scene.homes
        if self.scene.walker and not self.scene.is_cell(draft.piece):
            yield Fact("removes", {"removed": self.removed(draft)})
        elif draft.spent:
            yield Fact("is_spent", {"removed": self.removed(draft)})
        elif later and self.scene.walker:
            yield Fact("waits" if moved_before else "steps_aside", {"until": later[0]})
        elif home:
            yield Fact("returns_home" if comes_back else "goes_home")
        elif comes_back and self.scene.walker:
            yield Fact("returns")
        passed = [u.after for u in draft.units[:-1] if u.after in homes]
        if passed and home:
            yield Fact("passes", {"places": [self.scene.place(cell) for cell in passed]})
        back = [u.before for last, u in pairwise(draft.units) if u.after == last.before]
        if back and self.scene.is_cell(draft.piece):
            yield Fact("turns_back", {"places": [self.scene.place(cell) for cell in back]})
        if not later and home and self._always_ends(draft):
            yield Fact("always_ends_there")

    def _always_ends(self, draft: Draft) -> bool:
        return self.lines.ends(draft.piece) == {draft.end}

    def removed(self, draft: Draft) -> list[str]:
        """Return what disappears together with a consumed piece."""
        at = self.cut.moves.index(draft.units[-1].move)
        before, after, removed = self.cut.states[at], self.cut.states[at + 1], []
        for name in self.scene.sets:
            vanished = set(before[name]) - set(after[name]) - {draft.end}
            removed += [f"{name} {self.scene.place(cell)}" for cell in sorted(vanished)]
        return removed

    def _makes_way(self, k: int, draft: Draft, carries: bool, moves: bool) -> Iterator[Fact]:
        """Yield why a later chapter, or the walk to the goal, is impossible without this one.

        Nothing is yielded about moves of pieces that the chapter `carries`, which would begin
        elsewhere without it. If a chapter carries or `moves` pieces, another purpose names their
        places, and the ends of later moves are left out.
        """
        at = draft.first
        for later in range(k + 1, len(self.cut.drafts)):
            later_draft = self.cut.drafts[later]
            if later_draft.piece == draft.piece:
                yield from self._prepares(at, later_draft, later + 1)
                return
            for unit in later_draft.units:
                units = [
                    u
                    for u in self.lines.units(at)
                    if (u.before, u.after) == (unit.before, unit.after)
                    and (self.scene.walker or self._label(u) == self._label(unit))
                ]
                if not units:
                    if at == draft.first or not carries:
                        chapter = later + 1 if later > k + 1 else None
                        yield self._obstacle(at, unit, later_draft, chapter)
                    return
                at = units[0].target
            steers = None if self.scene.walker else self._steers(at, later_draft)
            if steers is not None:
                if steers.values["wins"] or not (carries or moves):
                    yield steers
                return
        yield from self._to_the_goal(at, draft)

    def _prepares(self, node: int, later_draft: Draft, chapter: int) -> Iterator[Fact]:
        """Yield that a later chapter cannot begin yet because its actor is elsewhere."""
        label = self._label(later_draft.units[0])
        if not self.scene.walker and label not in map(self._label, self.lines.units(node)):
            yield Fact("prepares", {"move": label, "chapter": chapter})

    def _steers(self, node: int, later_draft: Draft) -> Fact | None:
        """Return how a chapter ends differently without the chapter before it; None if it does not.

        Parameters
        ----------
        node : int
            the state that the same moves lead to without the chapter before
        later_draft : Draft
        """
        goal = self.graph.goal
        piece, kinds = self.cut.name(later_draft.piece), self.scene.puzzle.variables.kinds
        if goal in (node, later_draft.last):
            values = {"piece": piece, "wins": later_draft.last == goal}
            values |= {"ends": [], "changed": []}
            return Fact("steers", values) if node != later_draft.last else None
        old, new, other = map(self.graph.state, (later_draft.first, later_draft.last, node))
        changed = [name for name in kinds if old[name] != new[name] != other[name]]
        ends = [
            {
                "piece": self._piece(name),
                "start": kind.show(old[name]),
                "to": kind.show(new[name]),
                "otherwise": kind.show(other[name]),
            }
            for name in changed
            if isinstance(kind := kinds[name], One) and kind.board is not None
        ]
        values = {"piece": piece, "wins": False, "ends": ends, "changed": changed}
        return Fact("steers", values) if changed else None

    def _to_the_goal(self, owner: int, draft: Draft) -> Iterator[Fact]:
        """Yield that a chapter opens the walk to the goal, if the walk is blocked before."""
        walker = self.scene.walker
        if not isinstance(walker, str) or self.scene.homes or draft.spent:
            return
        before, after = self.cut.states[-2:]
        cell, kinds = after[walker], self.scene.puzzle.variables.kinds
        changed = {name for name in kinds if before[name] != after[name]}
        has_board = changed <= {walker, *self.scene.sets}  # a won state may have no board
        if has_board and self.scene.is_cell(cell) and cell not in self.scene.region(owner):
            yield Fact("opens_goal", {"place": self.scene.place(cell)})

    def _label(self, unit: Unit) -> str:
        return self.graph.label(unit.move)

    def _obstacle(self, owner: int, unit: Unit, later_draft: Draft, later: int | None) -> Fact:
        """Return what prevents a move in a class: a piece, an unreachable cell, or the rules."""
        scene, label = self.scene, self._label(unit)
        state = self.graph.state(scene.first(owner))
        values = {"piece": self.cut.name(later_draft.piece), "later": later}
        # a walking actor would make the move from another cell than the one of this state
        needs = "" if scene.walker else scene.level.family.forbids(scene.puzzle, state, label)
        enables = Fact("enables", {**values, "move": label, "needs": needs})
        if not scene.walker or not scene.is_cell(unit.before):
            return enables
        if unit.after >= 0 and any(unit.after in state[name] for name in scene.sets):
            return Fact("clears", {**values, "place": scene.place(unit.after)})
        behind = self.cut.stands(unit)
        reach = scene.region(owner)
        if behind is not None and behind not in reach:
            more = scene.region(later_draft.first) - reach
            places = [scene.place(cell) for cell in sorted(more)]
            return Fact("opens", {**values, "place": scene.place(behind), "cells": places})
        return enables
