"""The obvious plan of a level: the solution of its relaxed problem, and its first failure.

The plan makes only moves that bring the goal of the relaxed problem nearer. It is followed as
long as the level can be won::

    #######   the box needs two pushes to its goal if nothing stands in the way. The plan pushes
    #@$ . #   it there, and fails where no such move is left, or where each one is a trap
    #######
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from stategraph.analysis import moves_to_goal
from stategraph.analysis.partial_states import member
from stategraph.analysis.piece_moves import NO_PIECE
from stategraph.design.story_scene import Fact, Scene
from stategraph.readable import Record

# Maximum number of states through which the plan is followed.
MAX_STATES = 20_000


@dataclass(frozen=True)
class ObviousPlan:
    """The obvious plan, from the relaxed problem.

    Attributes
    ----------
    left : int
        the length of the solution of the relaxed problem
    counts : {"pushes", "moves"}
        the unit of this length
    relaxation : str
        the relaxation, as in "if no box stood in the way"
    moves : tuple of str
        its moves of pieces that keep the level winnable
    fails : Fact or None
        what forbids the next move; None if the plan works
    """

    left: int
    counts: str
    relaxation: str
    moves: tuple[str, ...]
    fails: Fact | None


def obvious_plan(scene: Scene) -> ObviousPlan | None:
    """Return the obvious plan of a level, or None if its family has no relaxed problem.

    The result is also None if the plan passes more than `MAX_STATES` states.
    """
    if scene.relaxed is None or scene.graph.goal == scene.graph.start:
        return None
    follow = _Follower(scene)
    end, moves = follow.farthest()
    if end is None:
        return None
    fails = None if follow.is_goal(end) else follow.failure(end)
    labels = tuple(map(follow.text, moves))
    family = scene.level.family
    return ObviousPlan(
        follow.left(follow.start), scene.relaxed.counts, family.ignoring, labels, fails
    )


class _Follower:
    """Follows the plan through states, or through classes if the actor does not matter."""

    def __init__(self, scene: Scene):
        self.scene, self.graph, self.lines = scene, scene.graph, scene.lines
        self.start = int(self.lines.owner[0]) if scene.in_units else 0
        self._alive = moves_to_goal(self.graph) >= 0

    def left(self, at: int) -> int:
        """Return the number of moves that remain in the relaxed problem."""
        return self.scene.estimate_of(at) if self.scene.in_units else self.scene.estimate(at)

    def state(self, at: int) -> int:
        """Return a state of the class that a node represents, or the state of the node."""
        return self.scene.first(at) if self.scene.in_units else at

    def is_goal(self, at: int) -> bool:
        """Return whether the level is won, not only the relaxed problem."""
        goal = self.graph.goal
        return at == (self.lines.owner[goal] if self.scene.in_units else goal)

    def nearer(self, at: int) -> Iterator[tuple[int, int]]:
        """Yield (target, move) of the moves that bring the relaxed goal nearer."""
        if self.scene.in_units:
            moves = [(unit.target, unit.move) for unit in self.lines.units(at)]
        else:
            numbers = range(int(self.graph.offsets[at]), int(self.graph.offsets[at + 1]))
            moves = [(int(self.graph.targets[move]), move) for move in numbers]
        yield from ((to, move) for to, move in moves if self.left(to) < self.left(at))

    def farthest(self) -> tuple[int | None, list[int]]:
        """Return the last node and the moves of the plan that gets nearest to the goal."""
        came: dict[int, tuple[int, int] | None] = {self.start: None}
        queue = [self.start]
        for at in queue:  # the queue grows
            for to, move in self.nearer(at):
                if to not in came and self._alive[self.state(to)]:
                    came[to] = at, move
                    queue.append(to)
            if len(queue) > MAX_STATES:
                return None, []
        end = min(queue, key=self.left)
        at, moves = end, []
        while (step := came[at]) is not None:
            at, move = step
            moves.append(move)
        return end, moves[::-1]

    def text(self, move: int) -> str:
        """Return a move as text: the cells of its piece, or its label."""
        source, target = (int(cells[move]) for cells in self.scene.pieces[:2])
        if self.scene.in_units and source != NO_PIECE and target >= 0:
            return f"{self.scene.place(source)}→{self.scene.place(target)}"
        return self.graph.label(move)

    def failure(self, at: int) -> Fact:
        """Return why the plan fails: a trap, an obstacle, or no move nearer to the goal."""
        for to, move in self.nearer(at):
            reason = self.scene.lost(self.state(to))
            return Fact("trap", {"move": self.text(move), **reason.values})
        forbidden = self._forbidden(at)
        if forbidden:
            return Fact("obstacle", {"forbidden": forbidden})
        return Fact("stands", {"pieces": self._blocking(at)[:1]})

    def _forbidden(self, at: int) -> list[Record]:
        """Return the forbidden moves that would bring the goal nearer, and what each one needs."""
        scene, state = self.scene, self.graph.state(self.state(at))
        assert scene.relaxed is not None
        family, puzzle, left = scene.level.family, scene.puzzle, self.left(at)
        nearer = [
            label for label, to in family.attempts(puzzle, state) if scene.relaxed.left(to) < left
        ]
        needs = {label: family.forbids(puzzle, state, label) for label in nearer}
        return [{"move": label, "needs": needs} for label, needs in needs.items() if needs]

    def _blocking(self, at: int) -> list[str]:
        """Return the pieces on cells that the actor would enter next if these cells were empty."""
        scene, walker, board = self.scene, self.scene.walker, self.scene.puzzle.board
        if scene.in_units or not isinstance(walker, str) or not hasattr(board, "around"):
            return []
        assert scene.relaxed is not None
        state, pieces = self.graph.state(at), []
        near = board.around(state[walker]) if scene.is_cell(state[walker]) else ()
        for _, cell in near:
            nearer = scene.relaxed.left(state.but(**{walker: cell})) < self.left(at)
            names = [name for name in scene.sets if cell in state[name]]
            pieces += [f"{member(name)} on {scene.place(cell)}" for name in names if nearer]
        return pieces
