"""A level told state by state, for whoever plays while its bundle is not there, or too large.

The page holds the head of a bundle, without states, and asks for each state when the player is
there. Pieces of boards are numbered as they are met, and each is sent once. Of a graph that is not
whole nothing is told but what it proves: a state is dead, or not known to be.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis.proof import proven_distance
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.rules.drawing import printable
from stategraph.studio.boards import Cutter, Piece, common_floor
from stategraph.studio.level_bundle import head, middle, packed, svg_of
from stategraph.studio.reasons import trap_groups
from stategraph.studio.spoken import Spoken


class States:
    """A level, its graph, and the pieces that the page knows already."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self.level, self.graph = level, graph
        self.left, self.depth = proven_distance(graph), analysis.moves_from_start(graph)
        self._dead, self._wins = analysis.dead(graph), analysis.moves_to_goal(graph) >= 0
        some = sorted({0, len(graph) // 2, len(graph) - 1})
        drawings = [level.draw(graph.state(node)) for node in some]
        self._size = drawings[0]
        self._cutter, self._told = Cutter(common_floor(drawings)), 0
        self._spoken, self._by = Spoken(level), dict[int, Any]()  # the state that first showed each

    def bundle(self) -> bytes:
        """Return a bundle without states."""
        return packed(
            {
                **head(self.level, self.graph),
                "width": self._size.width,
                "height": self._size.height,
                "floor": svg_of(tuple(self._cutter.floor)),
                "pieces": [],
                "middles": [],
                "said": [],
                "groups": trap_groups(self.level, self.graph)[1],
                "remote": True,
                "shortest": self._left(0),
                "stopped": self.graph.stopped,
                "profile": self._profile(),
            },
            {},
        )

    def _profile(self) -> list[list[int]]:
        """Return how many states can win, are dead, are neither, for each number of moves made."""
        steps = int(self.depth.max()) + 1
        return [
            np.bincount(self.depth[chosen], minlength=steps).tolist()
            for chosen in (self._wins, self._dead, ~(self._wins | self._dead))
        ]

    def _left(self, node: int) -> int | None:
        """Return the fewest moves to the goal, -1 of a dead state; None: unknown."""
        left = int(self.left[node])
        return left if left >= 0 or self._dead[node] else None

    def look(self, node: int, source: int = -1, label: str = "") -> dict[str, Any]:
        """Return a state: its moves, with the board of each, and the pieces first shown now.

        `source` and `label` say by which move a goal was reached, for the goal stands for many.
        """
        node = self.graph.check(node)
        found: dict[str, Any] = {
            "node": node,
            "left": self._left(node),
            "depth": int(self.depth[node]),
            "moves": [self._move(node, *move) for move in self.graph.moves(node)],
            "pieces": self._pieces(node, source, label),
        }
        found["told"] = self._words(self._state(node, source, label), found["pieces"])
        pieces = self._cutter.pieces
        fresh = pieces[self._told :]
        found["fresh"] = [
            [svg_of(piece), list(middle(piece)), self._said(k, piece)]
            for k, piece in enumerate(fresh, self._told)
        ]
        found["first"] = self._told
        self._told = len(pieces)
        return found

    def _said(self, number: int, piece: Piece) -> dict[str, Any] | None:
        """Return what a piece is; None of one that is a whole board."""
        by = self._by.get(number)
        return None if by is None else self._spoken.piece([by], *middle(piece))

    def _words(self, state: Any, pieces: list[int]) -> str:
        """Return a state in words where its pieces do not say it."""
        line = next(iter(self._spoken.told([state])), "")
        return line or ("" if all(k in self._by for k in pieces) else self._spoken.things(state))

    def _move(self, node: int, label: str, target: int) -> dict[str, Any]:
        family = self.level.family
        return {
            "label": printable(label),
            "actor": family.actor(label) if family.actor else "",
            "target": target,
            "board": [node, label],
            "left": self._left(target),
            "fatal": bool(self._dead[target] and self._wins[node]),
            "pieces": self._pieces(target, node, label),
        }

    def _pieces(self, node: int, source: int, label: str) -> list[int]:
        """Return the pieces of the board of a state."""
        state = self._state(node, source, label)
        drawing = self.level.draw(state)
        pieces = self._cutter.cut(drawing)
        if pieces is None:
            return [self._cutter.whole(drawing)]
        for piece in pieces:
            self._by.setdefault(piece, state)
        return pieces

    def _state(self, node: int, source: int, label: str) -> Any:
        """Return a state; of the goal the one that a move reaches."""
        state = self.graph.state(node)
        if node == self.graph.goal and source >= 0:
            before = self.graph.state(self.graph.check(source))
            state = dict(self.level.puzzle.moves(before)).get(label, state)
        return state

    def solution(self, node: int) -> list[str]:
        """Return the labels of the first shortest solution that is known of a state, if any is."""
        node = self.graph.check(node)
        if self.graph.goal is None or not self._wins[node]:
            return []
        ways = analysis.shortest_paths(self.graph, node)
        return list(analysis.first_way(self.graph, ways).labels)

    def way(self, node: int) -> list[str]:
        """Return the labels of a shortest way from the start to a state."""
        return list(analysis.way_to(self.graph, self.graph.check(node)).labels)
