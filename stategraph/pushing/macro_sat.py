"""SAT encoding of solutions in few macro moves, without times.

This is planning as satisfiability, with several actions per step [1]_. In a macro move, the player
walks, and then follows a path that visits no cell twice, pushing the blocks on it::

    p u . v _        one macro move: right, right, right; u is pushed while the path is straight.
    _ _ _ _ e        A second one: down, right, to the exit

The order of pushes within a macro move needs no variables. Each push moves a block to a cell that
is free when the macro move begins. The path enters this cell only if it goes straight on, and then
pushes the block again. So three macro moves may contain a hundred moves;
`stategraph.pushing.sat_encoding` would need variables for each move. A single move is also a macro
move, so every solution consists of some number of macro moves.

A model may also contain *circles* that are not connected to the path. When a circle occurs, clauses
that exclude it are added and the solver runs again [2]_. The clauses say that a player on the
circle began there or came from another cell. Circles of four cells are excluded from the beginning.

.. [1] J. Rintanen, K. Heljanko, I. Niemelä, Planning as satisfiability: parallel plans and
   algorithms for plan search, Artificial Intelligence 170, 2006.
.. [2] G. Dantzig, R. Fulkerson, S. Johnson, Solution of a large-scale traveling-salesman problem,
   Operations Research 2, 1954.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import numpy as np

from stategraph.errors import InputError
from stategraph.pushing.arrival_bounds import NEVER
from stategraph.pushing.push_board import DIRECTIONS, Ground, Push
from stategraph.pushing.sat_solver import ALWAYS, Clauses, model_of, solver, work_of

Literals = dict[int, int]  # by cell
Arcs = dict[tuple[int, int], int]  # by cell and the direction of the move to it

# Each call tries `SPAN` numbers of macro moves. The solver does `PATIENCE` units of work for each
# number in the first call, and `MORE` times as much in each further call. An encoding has at most
# `PLACES` cells, counted once for each macro move.
SPAN, PATIENCE, MORE, PLACES = 2, 1 << 23, 4, 1 << 14


class MacroMoves(Clauses):
    """The encoding of solutions in `count` macro moves, and the variables of the player's path.

    Parameters
    ----------
    ground : Ground
        a board on which the player wins by reaching an exit
    count : int
        the number of macro moves, at least 1; in a macro move the player may also stay
    """

    def __init__(self, ground: Ground, count: int):
        super().__init__()
        self._ground = ground
        self._beside = ground.step.reshape(4, -1).T.tolist()
        first = ground.arrivals.within(ground.begins, ground.player, ground.arrivals.latest).first
        self._cells = np.flatnonzero(first < NEVER).tolist()
        self._walks: list[Arcs] = []
        # for each path: its first cell, its arcs, and whether it visits each cell
        self._paths: list[tuple[Literals, Arcs, Literals]] = []
        begins = enumerate(ground.begins.tolist())
        blocks = {cell: ALWAYS if block else -ALWAYS for cell, block in begins}
        stands = {cell: ALWAYS if cell == ground.player else -ALWAYS for cell in self._cells}
        for layer in range(count):
            stands = self._walk(stands, blocks)
            there = np.flatnonzero(ground.wins).tolist() if layer == count - 1 else self._cells
            stands, blocks = self._path(stands, blocks, set(there))

    def _walk(self, stands: Literals, blocks: Literals) -> Literals:
        """Add clauses of a walk over cells without blocks; return variables of its last cell."""
        arcs, ends = self._arcs(), self._variables(self._cells)
        self._walks.append(arcs)
        for cell, visit in self._line(stands, arcs, ends).items():
            self._add(-visit, -blocks[cell])
        return ends

    def _path(
        self, stands: Literals, blocks: Literals, there: set[int]
    ) -> tuple[Literals, Literals]:
        """Add clauses of a path that pushes blocks.

        Return the literals of its last cell, and those of the blocks after the path.
        """
        arcs, then = self._arcs(), self._variables(blocks)
        ends = {cell: next(self._new) if cell in there else -ALWAYS for cell in self._cells}
        on = self._line(stands, arcs, ends)
        self._paths.append((stands, arcs, on))
        self._push(blocks, then, arcs, on)
        for cell, block in blocks.items():
            self._add(-block, then[cell], on.get(cell, -ALWAYS))
        for cells in self._squares():
            for clause in self._cut(cells, len(self._paths) - 1):
                self._add(*clause)
        return ends, then

    def _variables(self, cells: Iterable[int]) -> Literals:
        return {cell: next(self._new) for cell in cells}

    def _arcs(self) -> Arcs:
        """Return a variable for each move from a cell to its neighbour."""
        cells = set(self._cells)
        return {
            (cell, direction): next(self._new)
            for cell in self._cells
            for direction in range(len(DIRECTIONS))
            if self._beside[cell][direction ^ 2] in cells
        }

    def _line(self, stands: Literals, arcs: Arcs, ends: Literals) -> Literals:
        """Add clauses that make the arcs a path; return a variable for each cell on the path.

        The arcs may also form circles, but no circle of two cells.
        """
        self._exactly_one(list(ends.values()))
        on = self._variables(self._cells)
        for cell, visit in on.items():
            goes = [
                (to, direction)
                for direction, to in enumerate(self._beside[cell])
                if (to, direction) in arcs
            ]
            self._exactly_one_if(visit, [stands[cell], *self._into(arcs, cell)])
            self._exactly_one_if(visit, [ends[cell], *(arcs[arc] for arc in goes)])
            for arc in goes:
                self._add(-arcs[arc], -arcs[cell, arc[1] ^ 2])
        return on

    def _into(self, arcs: Arcs, cell: int) -> list[int]:
        return [
            arcs[cell, direction]
            for direction in range(len(DIRECTIONS))
            if (cell, direction) in arcs
        ]

    def _exactly_one_if(self, condition: int, literals: list[int]) -> None:
        """Add clauses: exactly one literal is true if `condition` is true, else no literal is."""
        self._add(-condition, *literals)
        for k, literal in enumerate(literals):
            self._add(-literal, condition)
            for other in literals[:k]:
                self._add(-literal, -other)

    def _push(self, blocks: Literals, then: Literals, arcs: Arcs, on: Literals) -> None:
        """Add clauses: blocks on the path are pushed off the path, or straight along it."""
        pushes = {arc: next(self._new) for arc in arcs}
        into: dict[int, list[int]] = {}
        for (cell, direction), push in pushes.items():
            arc, to = arcs[cell, direction], self._beside[cell][direction]
            before = pushes.get((self._beside[cell][direction ^ 2], direction), -ALWAYS)
            self._add(-push, arc)
            self._add(-arc, push, -blocks[cell])
            self._add(-arc, push, -before)
            if to < 0:
                self._add(-push)
                continue
            self._add(-push, -blocks[to])
            self._add(-push, -on.get(to, -ALWAYS), arcs.get((to, direction), -ALWAYS))
            self._add(-push, on.get(to, -ALWAYS), then[to])
            into.setdefault(to, []).append(push)
        for arrivals in into.values():
            self._at_most_one(arrivals)

    def _squares(self) -> Iterator[list[int]]:
        """Yield the four cells of each two-by-two square."""
        cells, (_, right, down, _) = set(self._cells), range(len(DIRECTIONS))
        for cell in self._cells:
            beside, below = self._beside[cell][right], self._beside[cell][down]
            if beside in cells and below in cells and self._beside[beside][down] in cells:
                yield [cell, beside, below, self._beside[beside][down]]

    def _cut(self, cells: list[int], layer: int) -> Iterator[list[int]]:
        """Yield clauses: a path that visits any of the cells begins on one, or enters one."""
        stands, arcs, on = self._paths[layer]
        came = [stands[cell] for cell in cells]
        for cell in cells:
            for direction, before in enumerate(
                self._beside[cell][direction ^ 2] for direction in range(len(DIRECTIONS))
            ):
                if before not in cells and (cell, direction) in arcs:
                    came.append(arcs[cell, direction])
        for cell in cells:
            yield [-on[cell], *came]

    def cuts(self, circles: Iterable[list[int]]) -> Iterator[list[int]]:
        """Yield clauses that exclude circles, given by their cells, from all paths."""
        for cells in circles:
            for layer in range(len(self._paths)):
                for clause in self._cut(cells, layer):
                    if ALWAYS not in clause:
                        yield [literal for literal in clause if literal != -ALWAYS]

    def read(self, model: list[int]) -> tuple[list[str], list[list[int]]]:
        """Decode a model to the moves up to the win and the circles that the path arcs form."""
        true, at = {literal for literal in model if literal > 0}, self._ground.player
        line, circles = [at], []
        for walk, (_, path, _) in zip(self._walks, self._paths, strict=True):
            for arcs in (walk, path):
                successors = {
                    self._beside[cell][direction ^ 2]: cell
                    for (cell, direction), arc in arcs.items()
                    if arc in true
                }
                line += _followed(successors, line[-1])
                while successors and arcs is path:
                    circles.append(_followed(successors, next(iter(successors))))
        end = next((k for k, cell in enumerate(line) if self._ground.wins[cell]), len(line))
        labels = [DIRECTIONS[self._beside[a].index(b)] for a, b in pairwise(line[: end + 1])]
        return labels, circles


def _followed(successors: Literals, cell: int) -> list[int]:
    """Follow successors from a cell until one has no successor; return and remove these cells."""
    cells = []
    while cell in successors:
        cell = successors.pop(cell)
        cells.append(cell)
    return cells


class Journey:
    """A search for a solution in few macro moves, with more work in each further call.

    It remembers up to which number of macro moves no solution exists.

    Parameters
    ----------
    stopped : callable
        returns whether to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._least, self._patience = 1, PATIENCE

    def found(self) -> list[Push] | None:
        """Return the pushes of a solution, or None if the work limit of this call is reached."""
        count = self._least
        while count < self._least + SPAN and not self._stopped():
            labels = in_macro_moves(self._ground, count, self._patience, self._stopped)
            if labels:
                return self._ground.pushes(labels)
            count += 1
            if labels is not None:
                self._least = count
        self._patience *= MORE
        return None


def in_macro_moves(
    ground: Ground, count: int, work: int, stopped: Callable[[], bool]
) -> list[str] | None:
    """Return a solution in `count` macro moves, [] if none exists, or None if that is unknown."""
    if count * ground.size > PLACES:
        return None
    formula = MacroMoves(ground, count)
    try:
        with solver(formula) as sat_solver:
            while model := model_of(sat_solver, work - work_of(sat_solver), stopped):
                labels, circles = formula.read(model)
                if not circles:
                    return labels
                sat_solver.append_formula(formula.cuts(circles))
            return None if model is None else []
    except InputError:  # without python-sat
        return None
