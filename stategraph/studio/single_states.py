"""A level sent state by state, for levels whose bundle is not ready yet or too large.

The page has the head of a bundle, without states, and requests each state when the player reaches
it. Pieces of boards are numbered consecutively, and each is sent once. For an incomplete graph only
proven facts are sent: a state is dead, or its fate is unknown.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis.proof import proven_distance
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.svg import printable
from stategraph.studio.board_descriptions import Spoken
from stategraph.studio.board_table import Cutter, Piece, common_floor
from stategraph.studio.level_bundle import head, middle, packed, svg_of
from stategraph.studio.trap_reasons import trap_groups


class States:
    """A level, its graph, and the pieces that the page has received."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self.level, self.graph = level, graph
        self.left, self.depth = proven_distance(graph), analysis.moves_from_start(graph)
        self._dead, self._wins = analysis.dead(graph), analysis.moves_to_goal(graph) >= 0
        some = sorted({0, len(graph) // 2, len(graph) - 1})
        drawings = [level.draw(graph.state(node)) for node in some]
        self._size = drawings[0]
        self._cutter, self._told = Cutter(common_floor(drawings)), 0
        self._spoken, self._by = Spoken(level), dict[int, Any]()  # the first state with each piece

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
        """Return the numbers of living, dead and other states by distance from the start."""
        steps = int(self.depth.max()) + 1
        return [
            np.bincount(self.depth[chosen], minlength=steps).tolist()
            for chosen in (self._wins, self._dead, ~(self._wins | self._dead))
        ]

    def _left(self, node: int) -> int | None:
        """Return the fewest moves to the goal, -1 for a dead state, None if unknown."""
        left = int(self.left[node])
        return left if left >= 0 or self._dead[node] else None

    def look(self, node: int, source: int = -1, label: str = "") -> Record:
        """Return a state: its moves with their boards, and the pieces that are new to the page.

        `source` and `label` name the move that led to a goal, because the goal node represents many
        states.
        """
        node = self.graph.check(node)
        found: Record = {
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

    def _said(self, number: int, piece: Piece) -> Record | None:
        """Return the description of a piece; None for a piece that is a whole board."""
        by = self._by.get(number)
        return None if by is None else self._spoken.piece([by], *middle(piece))

    def _words(self, state: object, pieces: list[int]) -> str:
        """Return a description of a state unless its pieces have descriptions."""
        line = next(iter(self._spoken.told([state])), "")
        return line or ("" if all(k in self._by for k in pieces) else self._spoken.things(state))

    def _move(self, node: int, label: str, target: int) -> Record:
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
        if node == self.graph.goal and source >= 0:
            drawing = self.level.draw_end(self.graph.state(source), label, state)
        else:
            drawing = self.level.draw(state)
        pieces = self._cutter.cut(drawing)
        if pieces is None:
            return [self._cutter.whole(drawing)]
        for piece in pieces:
            self._by.setdefault(piece, state)
        return pieces

    def _state(self, node: int, source: int, label: str) -> Any:
        """Return a state; for the goal, the state that the given move reaches."""
        state = self.graph.state(node)
        if node == self.graph.goal and source >= 0:
            before = self.graph.state(self.graph.check(source))
            state = dict(self.level.puzzle.moves(before)).get(label, state)
        return state

    def solution(self, node: int) -> list[str]:
        """Return the labels of the first known shortest solution from a state, if any."""
        node = self.graph.check(node)
        if self.graph.goal is None or not self._wins[node]:
            return []
        ways = analysis.shortest_paths(self.graph, node)
        return list(analysis.first_way(self.graph, ways).labels)

    def way(self, node: int) -> list[str]:
        """Return the labels of a shortest path from the start to a state."""
        return list(analysis.way_to(self.graph, self.graph.check(node)).labels)
