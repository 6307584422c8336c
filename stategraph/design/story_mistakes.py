"""The mistake that a chapter avoids: a wrong line that looks as good as the right line."""

from __future__ import annotations

from stategraph.analysis.piece_lines import Cost, Run
from stategraph.analysis.piece_moves import GONE, NO_PIECE
from stategraph.design.story_cut import Cut, Draft
from stategraph.design.story_scene import Fact
from stategraph.readable import Record

# Maximum number of moves of an actor in a reported mistake that only costs chapters. Longer
# sequences are hard to read.
MAX_MOVES = 8


class Mistakes:
    """The mistakes that the chapters of a solution avoid."""

    def __init__(self, cut: Cut):
        self.cut, self.scene, self.lines, self.graph = cut, cut.scene, cut.lines, cut.graph
        self._said: list[Record] = []

    def of(self, k: int) -> Fact | None:
        """Return the tempting mistake of a chapter, unless an earlier chapter has the same."""
        draft = self.cut.drafts[k]
        for mistake in (self._tempting(draft), self._not_first(k, draft)):
            if mistake is None:
                continue
            values = {"kind": mistake.kind, **mistake.values}
            if values["to"]:
                values["moves"] = []
            if values not in self._said:
                self._said.append(values)
                return mistake
        return None

    def _looks(self, owner: int, units: int) -> tuple[int, int, int]:
        """Return how good a line looks: apparent remaining moves, unassigned boxes, its length."""
        scene = self.scene
        astray = 0
        if scene.homes:
            state = self.graph.state(scene.first(owner))
            astray = sum(len(set(state[name]) - set(scene.homes)) for name in scene.sets)
        return scene.apparent_estimate(owner) + units * scene.in_units, astray, units

    def _best(self, draft: Draft) -> Cost:
        """Return the cost of the solution from the beginning of a chapter."""
        best = self.lines.remaining_cost(draft.first)
        assert best is not None
        return best

    def _tempting(self, draft: Draft) -> Fact | None:
        """Return the wrong line that looks best, if it looks at least as good as the right line."""
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
                verdict = (
                    self.scene.verdict(owner, cell, run.units, best) if looks <= right else None
                )
                if verdict is not None and not self._must_go_on(verdict, piece, draft):
                    wrong.append(
                        ((verdict.kind == "longer", looks, piece, cell, owner), verdict, run)
                    )
        if not wrong:
            return None
        (*_, piece, cell, _), verdict, run = min(wrong, key=lambda one: one[0])
        line = self._line(draft, run, piece, cell)
        if verdict.kind == "longer" and (
            not verdict.values["lines"] or (not line["to"] and len(run.moves) > MAX_MOVES)
        ):
            return None
        return Fact(verdict.kind, {**verdict.values, **line})

    def _must_go_on(self, verdict: Fact, piece: int, draft: Draft) -> bool:
        """Return whether only the chapter's own piece can move, so that no stop is a mistake."""
        return verdict.kind == "blocks" and bool(self.scene.walker) and piece == draft.start

    def _line(self, draft: Draft, run: Run, piece: int, cell: int) -> Record:
        """Return the piece, the target and the moves of a wrong line."""
        moves = [self.graph.label(move) for move in run.moves]
        to = self.scene.place(cell) if self.scene.is_cell(piece) and cell != GONE else ""
        return {"piece": self.cut.named(piece, draft), "to": to, "moves": moves}

    def _not_first(self, k: int, draft: Draft) -> Fact | None:
        """Return why the next chapter loses if it is played first, or None if it does not lose."""
        best = self._best(draft)
        if k + 1 == len(self.cut.drafts):
            return None
        next_draft = self.cut.drafts[k + 1]
        last = next_draft.units[-1].after
        for (owner, cell), run in self.lines.runs(draft.first, next_draft.start):
            same = (
                cell == last if self.scene.walker else owner == self._elsewhere(draft, next_draft)
            )
            verdict = (
                self.scene.verdict(owner, cell, run.units, best) if run.units and same else None
            )
            if verdict is not None and verdict.kind != "longer":
                return Fact(
                    verdict.kind,
                    {**verdict.values, **self._line(draft, run, next_draft.start, cell)},
                )
        return None

    def _elsewhere(self, draft: Draft, next_draft: Draft) -> int:
        """Return the class after the moves of another actor, or -1 if the moves are illegal."""
        at = draft.first
        for unit in next_draft.units:
            label = self.graph.label(unit.move)
            units = [u for u in self.lines.units(at) if self.graph.label(u.move) == label]
            if not units:
                return -1
            at = units[0].target
        return at
