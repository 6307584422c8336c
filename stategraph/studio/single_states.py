"""Levels sent state by state, because their bundle is too large or not ready yet.

At first, the page gets only the head of a bundle. It requests each state when the player reaches
the state. Pieces of boards are numbered consecutively, and each piece is sent only once.

For an incomplete graph, only proven facts are sent: a state that is not proven dead is not called
dead. The player may leave the graph. Then the rules of the puzzle give the moves of states that
were not expanded. States that the graph lacks are numbered after the nodes of the graph. Such a
state is dead if it has no move, if an admissible heuristic proves it, or if a search around the
player proves it; see `neighbourhood`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from stategraph import analysis
from stategraph.analysis.proof import proven_distance
from stategraph.graph import ArrayGraph
from stategraph.kernels.state_index import RowIndex
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.svg import elements, printable
from stategraph.studio.board_descriptions import BoardDescriptions
from stategraph.studio.board_table import Cutter, Piece, common_floor
from stategraph.studio.level_bundle import head, middle, packed
from stategraph.studio.local_losses import LocalProofs
from stategraph.studio.loss_reasons import loss_reasons
from stategraph.studio.neighbourhood import neighbourhood
from stategraph.studio.trap_reasons import trap_groups

if TYPE_CHECKING:
    from stategraph.variables import State


class States:
    """A level and its graph, sent state by state; it knows which pieces the page has received."""

    def __init__(self, level: Level, graph: ArrayGraph):
        self.level, self.graph = level, graph
        self.left, self.depth = proven_distance(graph), analysis.moves_from_start(graph)
        self._dead, self._wins = analysis.dead(graph), analysis.moves_to_goal(graph) >= 0
        self._proofs = LocalProofs(level)
        self._beyond = Beyond(level, graph, self._proofs)
        self._reasons, self._losses = loss_reasons(level, graph)
        sample = sorted({0, len(graph) // 2, len(graph) - 1})
        drawings = [level.draw(graph.state(node)) for node in sample]
        self._size = drawings[0]
        self._cutter, self._n_sent = Cutter(common_floor(drawings)), 0
        self._descriptions = BoardDescriptions(level)
        self._by: dict[int, State] = {}  # a state that shows each piece

    def bundle(self) -> bytes:
        """Return a bundle without states."""
        return packed(
            {
                **head(self.level, self.graph),
                "width": self._size.width,
                "height": self._size.height,
                "floor": elements(tuple(self._cutter.floor)),
                "pieces": [],
                "middles": [],
                "things": [],
                "groups": trap_groups(self.level, self.graph)[1],
                "losses": self._losses,
                "remote": True,
                "shortest": self._left(0),
                "stopped": self.graph.stopped,
                "profile": self._profile(),
            },
            {},
        )

    def _profile(self) -> list[list[int]]:
        """Return the numbers of living, dead and unknown states by distance from the start."""
        steps = int(self.depth.max()) + 1
        return [
            np.bincount(self.depth[chosen], minlength=steps).tolist()
            for chosen in (self._wins, self._dead, ~(self._wins | self._dead))
        ]

    def _left(self, node: int) -> int | None:
        """Return the number of moves left, -1 for a dead state, or None if it is unknown."""
        if node >= len(self.graph):
            return self._beyond.left(node)
        distance = int(self.left[node])
        if distance >= 0 or self._dead[node]:
            return distance
        return self._beyond.left(node)

    def look(self, node: int, source: int = -1, label: str = "") -> Record:
        """Return a state: its moves with their boards, and the pieces that are new to the page.

        The goal node represents many states. For this node, `source` and `label` name the move that
        led to it.
        """
        node = self._beyond.check(node)
        description: Record = {
            "node": node,
            "left": self._left(node),
            "depth": int(self.depth[node]) if node < len(self.graph) else None,
            "reason": int(self._reasons[node]) if node < len(self.graph) else -1,
            "moves": [self._move(node, *move) for move in self._beyond.moves(node)],
            "pieces": self._pieces(node, source, label),
        }
        description["description"] = self._words(
            self._state(node, source, label), description["pieces"]
        )
        pieces = self._cutter.pieces
        new_pieces = pieces[self._n_sent :]
        description["fresh"] = [
            [elements(piece), list(middle(piece)), self._thing(k, piece)]
            for k, piece in enumerate(new_pieces, self._n_sent)
        ]
        description["first"] = self._n_sent
        self._n_sent = len(pieces)
        return description

    def near(self, node: int) -> Record:
        """Return the states near a state, and remember the dead states that the search proves."""
        node = self._beyond.check(node)
        near, dead = neighbourhood(node, self._beyond.moves, self._left)
        self._beyond.bury(dead)
        return near

    def prove(self, node: int, source: int, trail: list[int]) -> Record:
        """Look for a proof that a state is lost; see `LocalProofs`.

        `source` is the state before the last move, or -1. The result has the ``reason``, or None,
        and the ``dead`` states: `node` and those of `trail` that are proven dead. A state after a
        dead state is dead too.
        """
        node = self._beyond.check(node)
        state = self._beyond.state(node)
        before = self._beyond.state(self._beyond.check(source)) if source >= 0 else None
        loss = None
        if not self.graph.complete and (self._left(node) or -1) < 0:
            loss = self._proofs.prove(state, before)
        if loss is not None or (source >= 0 and self._left(source) == -1):
            self._beyond.bury([node])
        if loss is not None:
            self._beyond.bury([each for each in trail if loss.covers(self._beyond.state(each))])
        return {
            "dead": sorted({each for each in (node, *trail) if self._left(each) == -1}),
            "reason": None if loss is None else loss.reason,
        }

    def _thing(self, number: int, piece: Piece) -> Record | None:
        """Return the description of a piece, or None if the piece is a whole board."""
        by = self._by.get(number)
        return None if by is None else self._descriptions.piece([by], *middle(piece))

    def _words(self, state: State, pieces: list[int]) -> str:
        """Return a text that describes a state, or "" if its pieces have descriptions."""
        line = next(iter(self._descriptions.lines([state])), "")
        return line or (
            "" if all(k in self._by for k in pieces) else self._descriptions.things(state)
        )

    def _move(self, node: int, label: str, target: int) -> Record:
        family, distance = self.level.family, self._left(target)
        return {
            "label": printable(label),
            "actor": family.actor(label) if family.actor else "",
            "target": target,
            "board": [node, label],
            "left": distance,
            "fatal": distance == -1 and self._left(node) != -1,
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

    def _state(self, node: int, source: int, label: str) -> State:
        """Return the state of a node; for the goal, the state that the given move reaches."""
        state = self._beyond.state(node)
        if node == self.graph.goal and source >= 0:
            before = self._beyond.state(self._beyond.check(source))
            state = dict(self.level.puzzle.moves(before)).get(label, state)
        return state

    def solution(self, node: int) -> list[str]:
        """Return the labels of the first known shortest solution from a state, or []."""
        node = self._beyond.check(node)
        if node >= len(self.graph) or self.graph.goal is None or not self._wins[node]:
            return []
        paths = analysis.shortest_paths(self.graph, node)
        return list(analysis.first_path(self.graph, paths).labels)

    def way(self, node: int) -> list[str]:
        """Return the labels of a shortest path from the start to a state."""
        return list(analysis.path_to(self.graph, self.graph.check(node)).labels)


class Beyond:
    """The states of a level, both those in its graph and those that the graph lacks.

    States that the graph lacks have the numbers from ``len(graph)`` on, in the order in which the
    player reached them.
    """

    def __init__(self, level: Level, graph: ArrayGraph, proofs: LocalProofs):
        self.level, self.graph, self._proofs = level, graph, proofs
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._left: dict[int, int | None] = {}

    def check(self, node: object) -> int:
        """Return the number of a state; raise ``nx.NodeNotFound`` if it is unknown."""
        if isinstance(node, int) and 0 <= node < len(self.graph) + len(self._states):
            return node
        return self.graph.check(node)

    def state(self, node: int) -> State:
        """Return the state with a given number."""
        inside = node < len(self.graph)
        return self.graph.state(node) if inside else self._states[node - len(self.graph)]

    def moves(self, node: int) -> list[tuple[str, int]]:
        """Return the (label, target) pairs of a state's moves."""
        if node < self.graph.expanded or node == self.graph.goal:
            return self.graph.moves(node)
        state, puzzle = self.state(node), self.level.puzzle
        if puzzle.is_goal(state):
            return []
        return [(label, self._number(target)) for label, target in puzzle.moves(state)]

    def _number(self, state: State) -> int:
        """Return the number of a state; a new state gets the next number."""
        number = self._numbers.get(state)
        if number is None:
            inside = self._inside(state)
            number = len(self.graph) + len(self._states) if inside is None else inside
            self._numbers[state] = number
            if inside is None:
                self._states.append(state)
        return number

    def _inside(self, state: State) -> int | None:
        """Return the node of a state, or None if the graph lacks the state."""
        goal, variables = self.graph.goal, self.graph.variables
        if goal is not None and self.level.puzzle.is_goal(state):
            return goal
        if variables is None:
            return self.graph.find(state)
        node = int(self._index.find(np.array([variables.pack(state)], np.int64))[0])
        return node if node >= 0 else None

    @cached_property
    def _index(self) -> RowIndex:
        """The index of the graph's packed states."""
        return RowIndex(self.graph.states, self.graph.goal)

    def left(self, node: int) -> int | None:
        """Return 0 for a goal, -1 for a proven dead state, else None; cached."""
        if self.graph.complete:
            return None
        if node not in self._left:
            self._left[node] = self._proven(self.state(node))
        return self._left[node]

    def bury(self, nodes: list[int]) -> None:
        """Remember states that are proven dead."""
        self._left.update(dict.fromkeys(nodes, -1))

    def _proven(self, state: State) -> int | None:
        puzzle = self.level.puzzle
        if puzzle.is_goal(state):
            return 0
        stuck = next(iter(puzzle.moves(state)), None) is None
        return -1 if stuck or self._proofs.is_hopeless(state) else None
