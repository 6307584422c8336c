"""SAT encoding of solutions in few macro moves, without times.

Planning as satisfiability, with several actions per step [1]_. In a macro move, the player
walks, and then follows a path that visits no cell twice, pushing the blocks on it::

    p u . v _        one macro move: right, right, right; u is pushed while the path is straight.
    _ _ _ _ e        Another one: down, right, to the exit

The order of pushes within a macro move needs no variables. A block moves to a cell that is free
when the macro move begins. The path does not visit this cell, unless it goes straight on. So three
macro moves may be a hundred moves; `stategraph.pushing.sat_encoding` would need variables for each
of them. A single move is a macro move, so every solution fits into some number of macro moves.

A model may also contain *circles* that are not connected to the path. They are excluded when they
occur [2]_: a clause says that a player on the circle came from elsewhere. Circles of four cells
are excluded at once. Then the solver runs again.

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
from stategraph.pushing.clauses import ALWAYS, Clauses, model_of, solver, work_of
from stategraph.pushing.push_board import DIRECTIONS, Ground, Push

Literals = dict[int, int]  # by cell
Arcs = dict[tuple[int, int], int]  # by cell and the direction of the move to it

# The numbers of macro moves tried in turn; the solver's work for each at first, and the factor for
# each turn; and the most cells of all macro moves together.
SPAN, PATIENCE, MORE, PLACES = 2, 1 << 23, 4, 1 << 14


class MacroMoves(Clauses):
    """The encoding of solutions in `count` macro moves, and the variables of the player's path.

    Parameters
    ----------
    ground : Ground
        one whose player wins on an exit
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
        """Add clauses of a walk over cells without blocks; return its last cell."""
        arcs, ends = self._arcs(), self._variables(self._cells)
        self._walks.append(arcs)
        for cell, visit in self._line(stands, arcs, ends).items():
            self._add(-visit, -blocks[cell])
        return ends

    def _path(
        self, stands: Literals, blocks: Literals, there: set[int]
    ) -> tuple[Literals, Literals]:
        """Add clauses of a path that pushes blocks; return its last cell and the blocks then."""
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
        """Add clauses: arcs lead from one cell to another; return whether they visit each cell.

        They may also form circles, but not back and forth between two cells.
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
        """Add clauses: exactly one literal is true if `condition` is true, else none."""
        self._add(-condition, *literals)
        for k, literal in enumerate(literals):
            self._add(-literal, condition)
            for other in literals[:k]:
                self._add(-literal, -other)

    def _push(self, blocks: Literals, then: Literals, arcs: Arcs, on: Literals) -> None:
        """Add clauses: blocks on a path are pushed to cells beside it, or straight on."""
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
        """Yield the cells of each square of four."""
        cells, (_, right, down, _) = set(self._cells), range(len(DIRECTIONS))
        for cell in self._cells:
            beside, below = self._beside[cell][right], self._beside[cell][down]
            if beside in cells and below in cells and self._beside[beside][down] in cells:
                yield [cell, beside, below, self._beside[beside][down]]

    def _cut(self, cells: list[int], layer: int) -> Iterator[list[int]]:
        """Yield clauses: the path of a macro move begins on some of the cells, or enters them."""
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
        """Yield clauses that exclude circles, each given by its cells, from all paths."""
        for cells in circles:
            for layer in range(len(self._paths)):
                for clause in self._cut(cells, layer):
                    if ALWAYS not in clause:
                        yield [literal for literal in clause if literal != -ALWAYS]

    def read(self, model: list[int]) -> tuple[list[str], list[list[int]]]:
        """Return the moves up to the win, and the circles of paths, in a model."""
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
    """Return the successors of a cell, one after another, and remove them."""
    cells = []
    while cell in successors:
        cell = successors.pop(cell)
        cells.append(cell)
    return cells


class Journey:
    """A search for a solution in few macro moves; it remembers the refuted numbers of macro moves.

    Parameters
    ----------
    stopped : callable
        returns whether to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._least, self._patience = 1, PATIENCE

    def found(self) -> list[Push] | None:
        """Return the pushes of a solution; None after too much work (the next call does more)."""
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
    """Return a solution in `count` macro moves; [] if none exists, None if work runs out."""
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
