"""The names and facts that an explanation of a level needs, computed from its whole graph."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from stategraph.analysis.dead_patterns import Patterns, patterns_of
from stategraph.analysis.partial_states import Condition, member
from stategraph.analysis.piece_lines import Cost, Lines, lines
from stategraph.analysis.piece_moves import NO_PIECE, PieceMoves, actor_moves, piece_moves
from stategraph.analysis.quotient_choice import actor_of, together, units_of
from stategraph.analysis.unit_labels import variables_of
from stategraph.analysis.walkers import Places, Walker, names_of
from stategraph.analysis.walks import played_by, walk_classes, walker_of, walking_or_label
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules import Relaxed
from stategraph.variables import Set

# The actor that `walking_or_label` names.
WALK = "walk"


@dataclass(frozen=True)
class Fact:
    """A statement about a solution that the graph proves.

    Attributes
    ----------
    kind : str
        which statement; `stategraph.tell.story` has a sentence for each
    values : mapping
        the values in the sentence
    """

    kind: str
    values: Record = field(default_factory=dict)

    def record(self) -> Record:
        """Return the kind and the values."""
        return {"kind": self.kind, **self.values}


class PartText(str):
    """The text of a part of a dead pattern with all its values.

    Attributes
    ----------
    short : str
        the text for a sentence, with only the first values
    """

    short: str

    def __new__(cls, text: str, short: str = "") -> PartText:
        """Return the text; without `short`, it is used in sentences, too."""
        part = super().__new__(cls, text)
        part.short = short or text
        return part


class Scene:
    """A level with its complete graph, its lines, and names for cells and pieces.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete state graph of the level, with a goal
    """

    def __init__(self, level: Level, graph: ArrayGraph):
        self.level, self.graph, self.puzzle = level, graph, level.puzzle
        walker = _walker(level, graph)
        pushed = _lines(level, graph, walker)
        self.walker = walker if pushed is not None else None
        self.lines = pushed or _lines_of_actors(level, graph, walker)
        self._estimates: dict[int, int] = {}  # by state
        self.homes: Collection[int] = level.family.homes(level.puzzle) if self.walker else ()

    # ------------------------------------------------------------------------------ the names

    @property
    def pieces(self) -> PieceMoves:
        """The piece of each move."""
        return self.lines.pieces

    def place(self, cell: int) -> str:
        """Return a cell as text."""
        return "{}:{}".format(*self.puzzle.board.place(cell))

    def is_cell(self, piece: int) -> bool:
        """Return whether a piece has a cell of the board and is not an actor."""
        return 0 <= piece < self.pieces.cells

    @cached_property
    def nouns(self) -> dict[str, str]:
        """The kind of the element on each cell at the start, as ``{"3:5": "box"}``.

        A piece that may move takes precedence over what lies below it.
        """
        kinds: dict[str, str] = {}
        moving = set(map(member, self.sets))
        for element in self.level.family.elements(self.puzzle) if self.walker else []:
            place = element.name.rpartition(" ")[2]
            if element.kind not in ("wall", "goal", "exit") and kinds.get(place) not in moving:
                kinds[place] = element.kind
        return kinds

    @cached_property
    def sets(self) -> list[str]:
        """The variables that hold the pieces on the board."""
        return [] if self.walker is None else _sets(self.level, self.walker)

    def part(self, part: Condition) -> PartText:
        """Return a part of a dead pattern as text, with the name of a single piece."""
        variables = self.puzzle.variables
        return PartText(part.text(variables, singular=True), part.in_sentence(variables))

    # ------------------------------------------------------------------------------ the facts

    @cached_property
    def dead_patterns(self) -> Patterns | None:
        """The dead patterns of the graph, if they are known."""
        return patterns_of(self.level, self.graph)

    def lost(self, node: int) -> Fact:
        """Return why a dead state is lost: the parts of its dead pattern."""
        patterns = self.dead_patterns
        if patterns is None or patterns.of[node] < 0:
            return Fact("lost", {"parts": []})
        return Fact(
            "lost", {"parts": list(map(self.part, patterns.patterns[patterns.of[node]].parts))}
        )

    def first(self, owner: int) -> int:
        """Return the first state of a class."""
        return int(self.lines.members(owner)[0])

    def region(self, owner: int) -> frozenset[int]:
        """Return the cells on which the walking actor can stand in a class."""
        if not self.walker:
            return frozenset()
        rows = self.graph.states[self.lines.members(owner)]
        cells = Places(self.puzzle.variables, self.walker).cells(rows)
        return frozenset(cells[cells >= 0].tolist())

    def shut_off(self, owner: int, piece: int) -> list[str]:
        """Return the cells that the actor cannot reach in a class because a piece is in the way.

        Homes come first.
        """
        board, start = self.puzzle.board, self.region(owner)
        if not self.is_cell(piece) or not hasattr(board, "around") or not self.sets:
            return []
        state = self.graph.state(self.first(owner))
        occupied = {cell for name in self.sets for cell in state[name]} - {piece}
        visited, queue = set(start), list(start)
        for cell in queue:  # the queue grows
            for _, to in board.around(cell):
                if to not in visited and to not in occupied:
                    visited.add(to)
                    queue.append(to)
        beyond = sorted(visited - start - {piece}, key=lambda cell: (cell not in self.homes, cell))
        return [self.place(cell) for cell in beyond]

    # ------------------------------------------------------------------- the relaxed problem

    @cached_property
    def relaxed(self) -> Relaxed | None:
        """The relaxed problem of the family."""
        return self.level.family.relaxed(self.puzzle)

    @property
    def in_units(self) -> bool:
        """True if the relaxed problem counts pushes, which do not depend on the actor's cell."""
        return self.relaxed is not None and self.relaxed.counts == "pushes"

    def estimate(self, node: int) -> int:
        """Return the number of moves from a state to the goal in the relaxed problem."""
        if node not in self._estimates:
            assert self.relaxed is not None
            goal = node == self.graph.goal
            self._estimates[node] = 0 if goal else self.relaxed.left(self.graph.state(node))
        return self._estimates[node]

    def estimate_of(self, owner: int) -> int:
        """Return the number of remaining relaxed moves in the best state of a class."""
        members = self.lines.members(owner).tolist()
        return min(map(self.estimate, members[:1] if self.in_units else members))

    def apparent_estimate(self, owner: int) -> int:
        """Return the number of remaining moves that the best state of a class suggests."""
        assert self.relaxed is not None
        if self.relaxed.looks is None or owner == self.lines.owner[self.graph.goal]:
            return self.estimate_of(owner)
        return self.relaxed.looks(self.graph.state(self.first(owner)))

    # ------------------------------------------------------------------------- wrong lines

    def verdict(self, owner: int, piece: int, units: int, best: Cost) -> Fact | None:
        """Return the mistake of a line that ends in a class, or None if the line is optimal.

        Parameters
        ----------
        owner, piece : int
            the class after the line, and the cell of its piece
        units : int
            the moves of the line
        best : Cost
            the least cost before the line
        """
        if self.lines.remaining_cost(owner) is None:
            return self.lost(self.first(owner))
        rest_cost = self.lines.then_another(owner, piece)
        if rest_cost is None:
            return self._closed(owner, piece)
        lines, units = rest_cost.lines + 1 - best.lines, rest_cost.units + units - best.units
        if lines > 0 or (lines == 0 and units > 0):
            going_on = self.lines.remaining_cost(owner, piece)
            moves_on = going_on is not None and going_on.lines < rest_cost.lines
            costs = {"lines": lines, "units": units, "moves_on": moves_on}
            return Fact("longer", costs | self._others(piece))
        return None

    def _closed(self, owner: int, piece: int) -> Fact:
        """Return that no other piece can move, or that each of their moves loses."""
        moving = any(unit.before != NO_PIECE for unit in self.lines.without(owner, piece))
        kind = "closes" if moving else "blocks"
        return Fact(kind, {"shut": self.shut_off(owner, piece), **self._others(piece)})

    def _others(self, piece: int) -> Record:
        """Return the kind of the other pieces, and the names of the other actors."""
        names = () if self.walker else self.pieces.names
        others = [name for k, name in enumerate(names) if k != piece]
        return {"noun": "piece" if self.walker else "actor", "others": others}


def _sets(level: Level, walker: Walker) -> list[str]:
    """Return the variables that hold cells of the board, except the actor's variables."""
    board, kinds = getattr(level.puzzle, "board", None), level.puzzle.variables.kinds
    names = [name for name, kind in kinds.items() if isinstance(kind, Set) and kind.board]
    return [name for name in names if kinds[name].board is board and name not in names_of(walker)]


def _walker(level: Level, graph: ArrayGraph) -> Walker | None:
    """Return the actor that walks and pushes, or None if the pieces are actors themselves."""
    if units_of(level, graph) != "walks":
        return None
    return level.puzzle.walker or walker_of(graph, together(level))


def _lines(level: Level, graph: ArrayGraph, walker: Walker | None) -> Lines | None:
    """Return the lines of the pieces that an actor pushes, or None without such pieces."""
    if walker is None:
        return None
    if level.puzzle.walker is None and not _sets(level, walker):
        return None  # items of a tuple may move without a push
    moves = piece_moves(graph, walker, played_by(level.puzzle))
    if not _touched(graph, moves, walker).any():
        return None
    return lines(graph, moves, walk_classes(graph, walker))


def _touched(graph: ArrayGraph, moves: PieceMoves, walker: Walker) -> np.ndarray:
    """Return a mask (m,) bool of the moves that push a piece beside the actor (not mirror it)."""
    places = Places(variables_of(graph), walker)
    moved = np.flatnonzero((moves.before >= 0) & (moves.before < moves.cells))
    here = places.cells(graph.states[graph.sources[moved]])
    spots = np.array([places.board.place(cell) for cell in range(moves.cells)])
    touched = np.zeros(len(moves.before), bool)
    touched[moved] = (here >= 0) & (np.abs(spots[here] - spots[moves.before[moved]]).sum(1) == 1)
    return touched


def _lines_of_actors(level: Level, graph: ArrayGraph, walker: Walker | None) -> Lines:
    """Return the lines of actors.

    If labels do not name actors, all labels of walks belong to one actor, and each other label
    counts as a further actor. A label that occurs only on winning moves belongs to the walking
    actor. If no label belongs to walks, all labels belong to one actor.
    """
    actor = actor_of(level, graph)
    if actor is not None:
        return lines(graph, actor_moves(graph, actor))
    actor_of_label = dict.fromkeys(graph.label_names, WALK)
    if walker is not None:
        actor_name = walking_or_label(graph, walker)
        inner = set(graph.labels[graph.targets != graph.goal].tolist())
        if WALK in map(actor_name, graph.label_names):
            actor_of_label |= {
                graph.label_names[k]: actor_name(graph.label_names[k]) for k in sorted(inner)
            }
    walker_name = walker if isinstance(walker, str) else "player"
    return lines(
        graph, actor_moves(graph, lambda name: actor_of_label[name].replace(WALK, walker_name))
    )
