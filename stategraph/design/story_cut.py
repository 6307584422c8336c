"""Division of a solution into chapters, with a letter for each piece."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph.analysis.piece_lines import Unit
from stategraph.analysis.piece_moves import GONE, NO_PIECE
from stategraph.design.story_scene import Scene
from stategraph.variables import State


@dataclass
class Draft:
    """A chapter before its facts are known.

    Attributes
    ----------
    piece : int
        the cell of the piece at the start of the level, or the number of the actor
    first, last : int
        the classes before and after it
    units : list of Unit
    moves : list of int
        moves of the graph
    stood : dict of int to int
        the first cell of each piece that was moved before, by its cell
    """

    piece: int
    first: int
    last: int
    units: list[Unit] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    stood: dict[int, int] = field(default_factory=dict)

    @property
    def start(self) -> int:
        """The first cell of the piece in the chapter."""
        return self.units[0].before

    @property
    def end(self) -> int:
        """The last cell of the piece. If the piece is consumed, its last cell before that."""
        last = self.units[-1]
        return last.before if last.after == GONE else last.after

    @property
    def spent(self) -> bool:
        """Whether the piece is consumed."""
        return self.units[-1].after == GONE


class Cut:
    """The solution with the fewest lines, cut into drafts of chapters.

    Attributes
    ----------
    scene : Scene
    moves : list of int
        moves of the graph
    states : list of states
        the states along them, with the true last one
    drafts : list of Draft
    """

    def __init__(self, scene: Scene):
        self.scene, self.lines, self.graph = scene, scene.lines, scene.graph
        self.moves = self.lines.solution()
        self.states = self._replayed()
        self.drafts = self._drafted()
        self.letters: dict[int, str] = {}
        for draft in self.drafts:
            self.name(draft.piece)

    def name(self, piece: int) -> str:
        """Return the name of an actor, or the letter of a piece by its first cell."""
        if not self.scene.is_cell(piece):
            label = self.scene.pieces.names[piece - self.scene.pieces.cells]
            return f"move {label}" if self.scene.walker else label
        if piece not in self.letters:
            k = len(self.letters)
            self.letters[piece] = chr(65 + k % 26) + (str(k // 26) if k >= 26 else "")
        return self.letters[piece]

    def named(self, piece: int, draft: Draft) -> str:
        """Return the name of the piece on a cell, at the beginning of a chapter."""
        first = draft.stood.get(piece, piece)
        pieces = {d.piece for d in self.drafts} or {first}
        if not self.scene.is_cell(first):
            return self.name(first)
        if first in pieces:
            began = first in draft.stood.values() or first == draft.piece
            return self.name(first) if began else f"{self.name(first)} on {self.place(piece)}"
        return f"the {self.noun(first)} on {self.scene.place(piece)}"

    def noun(self, piece: int) -> str:
        """Describe a piece by its kind and first cell; "" for an actor."""
        if not self.scene.is_cell(piece):
            return ""
        return self.scene.nouns.get(self.scene.place(piece), "piece")

    def place(self, cell: int) -> str:
        """Return a cell as text, or "" for an actor."""
        return self.scene.place(cell) if self.scene.is_cell(cell) else ""

    def last_place(self, draft: Draft) -> str:
        """Return the cell where a piece ends. If the piece disappears, this is one cell ahead."""
        behind = self.stands(draft.units[-1]) if draft.spent else None
        if behind is None or not self.scene.is_cell(draft.end):
            return self.place(draft.end)
        (row, column), (r, c) = map(self.scene.puzzle.board.place, (draft.end, behind))
        return f"{2 * row - r}:{2 * column - c}"

    def stands(self, unit: Unit) -> int | None:
        """Return the cell of the actor before a move, or None if the actor has several cells."""
        walker = self.scene.walker
        if not isinstance(walker, str):
            return None
        value = self.graph.state(int(self.graph.sources[unit.move]))[walker]
        return value if isinstance(value, int) and self.scene.is_cell(value) else None

    def _replayed(self) -> list[State]:
        """Return the states along the solution, including the actual last state."""
        states = [self.scene.puzzle.start]
        for move in self.moves:
            states.append(dict(self.scene.puzzle.moves(states[-1]))[self.graph.label(move)])
        return states

    def _drafted(self) -> list[Draft]:
        """Cut the solution into lines. Moves after the last line are added to the last line."""
        owner, drafts = self.lines.owner, list[Draft]()
        stood, walked = dict[int, int](), list[int]()
        for move in self.moves:
            unit = self._unit(move)
            walked.append(move)
            if unit is None:
                continue
            if not drafts or unit.before != drafts[-1].units[-1].after:
                at = int(owner[self.graph.sources[move]])
                piece = stood.get(unit.before, unit.before)
                drafts.append(Draft(piece, at, at, stood={**stood}))
            stood.pop(unit.before, None)
            stood[unit.after] = drafts[-1].piece
            drafts[-1].units.append(unit)
            drafts[-1].moves += walked
            drafts[-1].last, walked = unit.target, []
        if drafts:
            drafts[-1].moves += walked
        return drafts

    def _unit(self, move: int) -> Unit | None:
        """Return the move of a piece as text, or None for walks."""
        source, target = (
            int(self.lines.owner[nodes[move]]) for nodes in (self.graph.sources, self.graph.targets)
        )
        old_cell, new_cell = (int(cells[move]) for cells in self.scene.pieces[:2])
        if source == target or old_cell == NO_PIECE:
            return None
        return Unit(target, old_cell, new_cell, move)
