"""Some solution in few legs, on none of which one comes to a cell twice: a formula without times.

Planning as satisfiability, with steps of many moves [1]_. On a leg the player walks, and then goes
along a path, pushing what is in the way::

    p u . v _        one leg: right, right, right; u is pushed on as long as they go straight on.
    _ _ _ _ e        Another leg: down, right, to the exit

What is done on a path is done whenever it is reached, so a formula needs to tell of no order: a
block is pushed to a cell that is free when the leg begins, and to which the path does not come, but
straight on. So three legs may be a hundred moves, where `stategraph.pushing.sat_encoding` has
variables for each of them. A single move is a path: where there is a solution, there is one in
enough legs.

What satisfies it may go round in *circles* besides, on which nobody is. They are cut off when they
are met [2]_, those of four cells at once: whoever is there must have come from elsewhere. Then it
is asked again.

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
from stategraph.pushing.push_board import WAYS, Ground, Push

Literals = dict[int, int]  # by cell
Arcs = dict[tuple[int, int], int]  # by cell and the way in which the player comes to it

# How many numbers of legs are tried in turn; work done for each before it is left, at first, and so
# many times as much each turn; and the cells of all legs at most.
SPAN, PATIENCE, MORE, PLACES = 2, 1 << 23, 4, 1 << 14


class Legs(Clauses):
    """The clauses of solutions in so many legs, and which variables say where the player goes.

    Parameters
    ----------
    ground : Ground
        one whose player wins on an exit
    legs : int
        how many there are, at least 1; on a leg the player may stay where they are
    """

    def __init__(self, ground: Ground, legs: int):
        super().__init__()
        self._ground = ground
        self._beside = ground.step.reshape(4, -1).T.tolist()
        first = ground.arrivals.within(ground.begins, ground.player, ground.arrivals.latest).first
        self._cells = np.flatnonzero(first < NEVER).tolist()
        self._walks: list[Arcs] = []
        # of each path where it begins, its arcs, and whether it comes to each cell
        self._paths: list[tuple[Literals, Arcs, Literals]] = []
        begins = enumerate(ground.begins.tolist())
        blocks = {cell: ALWAYS if block else -ALWAYS for cell, block in begins}
        stands = {cell: ALWAYS if cell == ground.player else -ALWAYS for cell in self._cells}
        for leg in range(legs):
            stands = self._walk(stands, blocks)
            there = np.flatnonzero(ground.wins).tolist() if leg == legs - 1 else self._cells
            stands, blocks = self._path(stands, blocks, set(there))

    def _walk(self, stands: Literals, blocks: Literals) -> Literals:
        """Demand a walk over cells without blocks; return where it ends."""
        arcs, ends = self._arcs(), self._variables(self._cells)
        self._walks.append(arcs)
        for cell, here in self._line(stands, arcs, ends).items():
            self._add(-here, -blocks[cell])
        return ends

    def _path(
        self, stands: Literals, blocks: Literals, there: set[int]
    ) -> tuple[Literals, Literals]:
        """Demand a path that pushes blocks; return where it ends, and where blocks are then."""
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
        """Return a variable for each way to each cell from one beside it."""
        known = set(self._cells)
        return {
            (cell, way): next(self._new)
            for cell in self._cells
            for way in range(len(WAYS))
            if self._beside[cell][way ^ 2] in known
        }

    def _line(self, stands: Literals, arcs: Arcs, ends: Literals) -> Literals:
        """Demand that arcs lead from one cell to another; return whether they come to each cell.

        They may go in circles besides, but not there and back.
        """
        self._one(list(ends.values()))
        on = self._variables(self._cells)
        for cell, here in on.items():
            goes = [(to, way) for way, to in enumerate(self._beside[cell]) if (to, way) in arcs]
            self._just(here, [stands[cell], *self._into(arcs, cell)])
            self._just(here, [ends[cell], *(arcs[arc] for arc in goes)])
            for arc in goes:
                self._add(-arcs[arc], -arcs[cell, arc[1] ^ 2])
        return on

    def _into(self, arcs: Arcs, cell: int) -> list[int]:
        return [arcs[cell, way] for way in range(len(WAYS)) if (cell, way) in arcs]

    def _just(self, here: int, literals: list[int]) -> None:
        """Demand that just one literal is true where `here` is, and else none."""
        self._add(-here, *literals)
        for k, literal in enumerate(literals):
            self._add(-literal, here)
            for other in literals[:k]:
                self._add(-literal, -other)

    def _push(self, blocks: Literals, then: Literals, arcs: Arcs, on: Literals) -> None:
        """Demand that blocks on a path are pushed to cells beside it, or straight on."""
        pushes = {arc: next(self._new) for arc in arcs}
        into: dict[int, list[int]] = {}
        for (cell, way), push in pushes.items():
            arc, to = arcs[cell, way], self._beside[cell][way]
            before = pushes.get((self._beside[cell][way ^ 2], way), -ALWAYS)
            self._add(-push, arc)
            self._add(-arc, push, -blocks[cell])
            self._add(-arc, push, -before)
            if to < 0:
                self._add(-push)
                continue
            self._add(-push, -blocks[to])
            self._add(-push, -on.get(to, -ALWAYS), arcs.get((to, way), -ALWAYS))
            self._add(-push, on.get(to, -ALWAYS), then[to])
            into.setdefault(to, []).append(push)
        for some in into.values():
            self._one_at_most(some)

    def _squares(self) -> Iterator[list[int]]:
        """Yield the cells of each square of four."""
        known, (_, right, down, _) = set(self._cells), range(len(WAYS))
        for cell in self._cells:
            beside, below = self._beside[cell][right], self._beside[cell][down]
            if beside in known and below in known and self._beside[beside][down] in known:
                yield [cell, beside, below, self._beside[beside][down]]

    def _cut(self, cells: list[int], leg: int) -> Iterator[list[int]]:
        """Yield clauses that the path of a leg begins on some cells, or comes to them."""
        stands, arcs, on = self._paths[leg]
        came = [stands[cell] for cell in cells]
        for cell in cells:
            for way, before in enumerate(self._beside[cell][way ^ 2] for way in range(len(WAYS))):
                if before not in cells and (cell, way) in arcs:
                    came.append(arcs[cell, way])
        for cell in cells:
            yield [-on[cell], *came]

    def cuts(self, circles: Iterable[list[int]]) -> Iterator[list[int]]:
        """Yield clauses that cut circles, each given by its cells, off from all paths."""
        for cells in circles:
            for leg in range(len(self._paths)):
                for clause in self._cut(cells, leg):
                    if ALWAYS not in clause:
                        yield [literal for literal in clause if literal != -ALWAYS]

    def read(self, model: list[int]) -> tuple[list[str], list[list[int]]]:
        """Return the moves until the player wins, and the circles of paths, of a model."""
        true, at = {literal for literal in model if literal > 0}, self._ground.player
        line, circles = [at], []
        for walk, (_, path, _) in zip(self._walks, self._paths, strict=True):
            for arcs in (walk, path):
                after = {
                    self._beside[cell][way ^ 2]: cell
                    for (cell, way), arc in arcs.items()
                    if arc in true
                }
                line += _followed(after, line[-1])
                while after and arcs is path:
                    circles.append(_followed(after, next(iter(after))))
        end = next((k for k, cell in enumerate(line) if self._ground.wins[cell]), len(line))
        labels = [WAYS[self._beside[a].index(b)] for a, b in pairwise(line[: end + 1])]
        return labels, circles


def _followed(after: Literals, cell: int) -> list[int]:
    """Return the cells that come one after the other after a cell, and take them out."""
    cells = []
    while cell in after:
        cell = after.pop(cell)
        cells.append(cell)
    return cells


class Journey:
    """Looks for a solution in few legs, and remembers how many are too few.

    Parameters
    ----------
    stopped : callable
        says whether it is to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._least, self._patience = 1, PATIENCE

    def found(self) -> list[Push] | None:
        """Return the pushes of a solution; None: it took too long, and takes more time next."""
        legs = self._least
        while legs < self._least + SPAN and not self._stopped():
            labels = in_legs(self._ground, legs, self._patience, self._stopped)
            if labels:
                return self._ground.pushes(labels)
            legs += 1
            if labels is not None:
                self._least = legs
        self._patience *= MORE
        return None


def in_legs(ground: Ground, legs: int, work: int, stopped: Callable[[], bool]) -> list[str] | None:
    """Return the moves of a solution in so many legs, [] where none is; None: it took too long."""
    if legs * ground.size > PLACES:
        return None
    formula = Legs(ground, legs)
    try:
        with solver(formula) as asked:
            while model := model_of(asked, work - work_of(asked), stopped):
                labels, circles = formula.read(model)
                if not circles:
                    return labels
                asked.append_formula(formula.cuts(circles))
            return None if model is None else []
    except InputError:  # without python-sat
        return None
