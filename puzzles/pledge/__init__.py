"""Reader of the native Pledge format: knights that follow walls.

::

    3 3                rows, columns of tiles
    #8#                tiles by number or drawn; + or ┼ a crossroad, # a block, _ the slot
    9+9
    #8#
    start 4 -1 R       cell row, cell column, heading U R D L; -1 and 3 * rows are the ring
    home 4 9           cell row, cell column
    cap 40             optional: the largest count, at least 4

With several knights, each knight has two lines that end in its colour: red, yellow, green or blue.
The knights step in the order of their starts::

    start 4 -1 R red
    home 4 9 red
    start 4 9 L blue
    home 4 -1 blue

The option ``knights`` is ``pass`` (default) or ``block``. With ``block``, each knight is a wall to
the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.rules import (
    Drawing,
    Element,
    Family,
    LevelError,
    Puzzle,
    Relaxed,
    Rows,
    Sign,
    State,
    lines,
)

from ..tiles import edge, mirrored, square, turned
from .board import (
    BLOCK,
    DRAWN,
    HEADINGS,
    SLOT,
    Board,
    Knight,
    openings,
)
from .drawing import draw, draw_tiles
from .native_format import native_text, read_board, size, tiles_of, with_place
from .relaxation import moves_at_will
from .rules import pledge

if TYPE_CHECKING:
    from random import Random

__all__ = ["Pledge", "family"]

SIGNS = (
    Sign("#", "block"),
    *(Sign(DRAWN[k], f"path {''.join(openings(k))}", (DRAWN[k],)) for k in range(BLOCK)),
    Sign("_", "slot", ("slot",), alone=True),
)


# the moves of a single knight: steps ahead and to the left, and a turn to the right
KNIGHT_MOVES = ("F", "L", "R")


class Pledge(Family):
    """The Pledge family, as registered with ``stategraph``.

    Attributes
    ----------
    runner : str
        the actor that never stops; other actors move between its moves, but not forever
    """

    name = "pledge"
    summary = "a knight follows the wall home by counting his turns, while tiles slide"
    options = ("knights",)
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    corner = (1.0, 1.0)
    runner = "knight"
    ignoring = "if the knight could choose each move"
    signs = SIGNS
    arrows = ("S",)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file; the module docstring shows the format."""
        return pledge(read_board(text, options.get("knights", "pass")))

    def settings(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return the option ``knights`` if knights block each other."""
        return {"knights": "block"} if puzzle.board.blocks else {}

    def grid(self, text: str) -> Rows:
        """Return the tiles of a text as rows of signs."""
        rows = lines(text)
        height, width = size(rows)
        return [[DRAWN[tile] for tile in tiles_of(rows, 2 + row, width)] for row in range(height)]

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a level text with other tiles; starts and homes in the ring stay in the ring."""
        old_lines = lines(text)
        height, width = size(old_lines)
        renumbering = {3 * height: 3 * len(rows)}, {3 * width: 3 * len(rows[0])}
        below = [with_place(line, renumbering) for line in old_lines[1 + height :]]
        return "\n".join([f"{len(rows)} {len(rows[0])}", *map("".join, rows), *below, ""])

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of the tiles alone."""
        return draw_tiles([list(map(DRAWN.index, row)) for row in rows])

    mirrored, turned = staticmethod(mirrored), staticmethod(turned)

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Draw the cells of the board as text, with the count of each knight.

        A single knight is drawn as an arrow. Several knights are drawn as the capital initials of
        their colours, and their homes as the small initials. A home of several knights is drawn as
        a house.
        """
        board, tiles = puzzle.board, puzzle.board.tiles_of(state)
        marks = {place: "·" if board.is_path(place, tiles) else "█" for place in board.places}
        marks |= {place: "░" for place in board.places if board.tile(place, tiles) == SLOT}
        marks |= dict.fromkeys(board.gates, "□")
        for place, owners in board.homes.items():
            marks[place] = (owners[0].letter.lower() if len(owners) == 1 else "") or "⌂"
        status = []
        for knight in reversed(board.knights):  # the first on top
            cell, heading, count = (state[name] for name in knight.names)
            spot, arrow = board.spot(cell), "▲▶▼◀"[heading]
            marks[spot] = knight.letter or arrow
            position = (
                "at home" if spot == knight.home else "at {}:{}, count {}".format(*spot, count)
            )
            status.append(
                f"{knight.colour} {arrow} {position}" if knight.colour else f"count {count}"
            )
        rows = [
            "".join(marks.get((row, column), " ") for column in range(-1, board.width + 1)).rstrip()
            for row in range(-1, board.height + 1)
        ]
        return "\n".join(["\n".join(rows).strip("\n"), *reversed(status)])

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the board; see `stategraph_puzzles.pledge.drawing`."""
        return draw(puzzle.board, state)

    def spot(self, puzzle: Puzzle, variable: str, value: int) -> tuple[float, float] | None:
        """Return the middle of a cell or a gate, or the middle of the slot."""
        if variable in self.walkers(puzzle):
            row, column = puzzle.board.spot(value)
            return column + 1.5, row + 1.5
        if variable == "slot":
            row, column = puzzle.board.grid.place(value)
            return 3 * column + 2.5, 3 * row + 2.5
        return None

    def walkers(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the variables of the knights' cells."""
        return tuple(knight.names[0] for knight in puzzle.board.knights)

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`.

        The count of each knight must be 0. No knight may have left a start in the ring: the written
        level would have a wall in place of this start.
        """
        board: Board = puzzle.board
        knights = []
        for knight in board.knights:
            cell, heading, count = (state[name] for name in knight.names)
            if count:
                knight_name = f"the {knight.colour} knight".replace("  ", " ")
                raise LevelError(f"{knight_name} has counted turns, and levels begin with count 0")
            knights.append(replace(knight, start=board.spot(cell), heading=HEADINGS[heading]))
        if board.gates_of(knights) != board.gates:
            raise LevelError("the start in the ring would be walled up behind the knight")
        return native_text(board, board.tiles_of(state), knights)

    def changes(self, puzzle: Puzzle, random: Random) -> Puzzle:
        """Return the puzzle after a random edit: another start, home or heading of a knight."""
        board: Board = puzzle.board
        knights, k = list(board.knights), random.randrange(len(board.knights))
        part = random.choice(("start", "heading", "home"))
        if part == "heading":
            knights[k] = replace(knights[k], heading=random.choice(HEADINGS))
        elif part == "home":
            knights[k] = replace(knights[k], home=random.choice(sorted(board.doors)))
        else:
            place, inwards = random.choice(sorted(board.doors.items()))
            knights[k] = replace(knights[k], start=place, heading=inwards)
        return self.read(native_text(board, board.tiles, knights), self.settings(puzzle))

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return the cost measures: ticks, turns and, if tiles can slide, slides."""
        slides = {"slides": "slides"} if puzzle.board.slides else {}
        return {"ticks": f"by {_actor_name(puzzle.board)}", "turns": "turns", **slides}

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: the count of a knight, states with count 0, turns and slides.

        With several knights, each knight has separate names, and `knights_home` is the number of
        knights at home.
        """
        slides = {"slides": "changes slot"} if puzzle.board.slides else {}
        knights = puzzle.board.knights
        if not knights[0].colour:
            alone = {"counter": "count", "straight": "count = 0", "turns": "changes heading"}
            return {**alone, **slides}
        homes = {knight.colour: puzzle.board.number(knight.home) for knight in knights}
        return {
            "knights_home": lambda s: sum(s[colour] == home for colour, home in homes.items()),
            **{f"{name}_home": partial(_is_home, name, home) for name, home in homes.items()},
            **{f"{name}_straight": f"{name}_count = 0" for name in homes},
            **{f"{name}_turns": f"changes {name}_heading" for name in homes},
            "turns": " or ".join(f"changes {name}_heading" for name in homes),
            **slides,
        }

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return the condition for a move of a single knight: path, wall, count, or place."""
        if label not in KNIGHT_MOVES or puzzle.board.knights[0].colour:
            return ""
        left, ahead = (_beside(puzzle.board, state, turn) for turn in (3, 0))
        if label != "R" and (left if label == "L" else ahead)[1] is None:
            return "the knight must not stand on {}:{}".format(*puzzle.board.spot(state["cell"]))
        if label == "L":
            counts = "" if state["count"] else "the count must be above 0"
            return _must_be(*left, True) or counts
        turns_left = state["count"] > 0 and left[1]
        return _must_be(*left, False) if turns_left else _must_be(*ahead, label == "F")

    def relaxed(self, puzzle: Puzzle) -> Relaxed | None:
        """Return the relaxed problem of a single knight, which chooses each of its moves."""
        board: Board = puzzle.board
        left = None if board.knights[0].colour else moves_at_will(board)
        return None if left is None else Relaxed(left)

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves that a single knight chooses from: steps onto path, and a turn."""
        board, heading = puzzle.board, state["heading"]
        for label, turn in (("F", 0), ("L", 3)):
            if _beside(board, state, turn)[1]:
                towards = (heading + turn) % 4
                cell = board.number(board.beside(state["cell"], towards))
                yield label, state.but(cell=cell, heading=towards)
        yield "R", state.but(heading=(heading + 1) % 4)

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the elements: coloured knights, tiles except blocks, openings, and the slot."""
        board: Board = puzzle.board
        elements = []
        for knight in board.knights:
            if knight.colour:
                outline = square(knight.start[1] + 1.0, knight.start[0] + 1.0, 1.0)
                name = f"knight {knight.colour}"
                elements.append(Element(name, "knight", (knight.colour, "knight"), outline))
        for k, tile in enumerate(board.tiles):
            row, column = board.grid.place(k)
            x, y = 1.0 + 3 * column, 1.0 + 3 * row
            if tile != BLOCK:
                kind = "slot" if tile == SLOT else "tile"
                outline = square(x, y, 3.0)
                elements.append(Element(f"{kind} {row}:{column}", kind, (k, "LURD"), outline))
            for direction in openings(tile):
                name = f"opening {row}:{column} {direction}"
                elements.append(Element(name, "opening", (k, direction), edge(direction, x, y, 3)))
        return elements

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some knights, tiles (replaced by blocks) and openings.

        The cap stays the same. A removed tile must not hold a start or a home.
        """
        board: Board = puzzle.board
        edges = [set(openings(tile)) for tile in board.tiles]
        blocks = {k for k, tile in enumerate(board.tiles) if tile == BLOCK}
        colours = {element.at[0] for element in elements if element.kind == "knight"}
        for k, closed in (element.at for element in elements if element.kind != "knight"):
            edges[k] -= set(closed)
            blocks |= {k} if closed == "LURD" else set()
        knights = [knight for knight in board.knights if knight.colour not in colours]
        if not knights:
            raise LevelError("no knight would be left")
        return self._with(board, edges, blocks, knights)

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with openings and knights added, and with tiles instead of blocks.

        A tile must be added together with its openings.
        """
        board: Board = puzzle.board
        edges = [set(openings(tile)) for tile in board.tiles]
        blocks = {k for k, tile in enumerate(board.tiles) if tile == BLOCK}
        new_colours = {element.at[0] for element in elements if element.kind == "knight"}
        spots = [element.at for element in elements if element.kind != "knight"]
        blocks -= {k for k, opened in spots if opened == "LURD"}
        for k, opened in spots:
            if k in blocks or k >= len(edges):
                raise LevelError("there is no tile for an opening")
            edges[k] |= set(opened) if len(opened) == 1 else set()
        if any(element.kind == "tile" and not edges[element.at[0]] for element in elements):
            raise LevelError("a tile needs its openings")
        if new_colours & {knight.colour for knight in board.knights}:
            raise LevelError("there is such a knight already")
        order = [knight.colour for knight in other.board.knights]
        new_knights = [knight for knight in other.board.knights if knight.colour in new_colours]
        knights = sorted(
            [*board.knights, *new_knights],
            key=lambda k: order.index(k.colour) if k.colour in order else 4,
        )
        return self._with(board, edges, blocks, knights)

    def missing(self, puzzle: Puzzle) -> list[Element]:
        """Return the openings that path tiles lack."""
        board: Board = puzzle.board
        elements = []
        for k, tile in enumerate(board.tiles):
            row, column = board.grid.place(k)
            for direction in "LURD" if tile < BLOCK else "":
                if direction not in openings(tile):
                    name, outline = (
                        f"opening {row}:{column} {direction}",
                        edge(direction, 1.0 + 3 * column, 1.0 + 3 * row, 3),
                    )
                    elements.append(Element(name, "opening", (k, direction), outline))
        return elements

    def _with(
        self, board: Board, edges: list[set[str]], blocks: set[int], knights: list[Knight]
    ) -> Puzzle:
        """Return the puzzle with blocks at `blocks`; all other tiles have the openings `edges`."""
        number_of = {frozenset(openings(tile)): tile for tile in range(BLOCK)}
        number_of[frozenset()] = SLOT
        tiles = [
            BLOCK if k in blocks else number_of.get(frozenset(open_edges), -1)
            for k, open_edges in enumerate(edges)
        ]
        if -1 in tiles:
            raise LevelError("no tile has only one opening")
        meeting = "block" if board.blocks else "pass"
        return self.read(native_text(board, tiles, knights), {"knights": meeting})

    def arrivals(self, puzzle: Puzzle) -> Mapping[str, tuple[str, int]]:
        """Return the variable and the home of each knight; empty for a single knight."""
        board: Board = puzzle.board
        several = board.knights if len(board.knights) > 1 else ()
        return {knight.colour: (knight.names[0], board.number(knight.home)) for knight in several}

    def visible(self, puzzle: Puzzle, state: State) -> object:
        """Return the state with all counts limited to 1, since counts may grow forever."""
        counts = [knight.names[2] for knight in puzzle.board.knights]
        return state.but(**{count: min(state[count], 1) for count in counts})

    @staticmethod
    def actor(label: str) -> str:
        """Return the actor of a move: ``"player"``, ``"knight"`` or ``"knights"``."""
        return "player" if label.startswith("S") else "knights" if label == "T" else "knight"

    def runs(self, label: str) -> bool:
        """Return whether moves with this label are made by knights."""
        return not label.startswith("S")


def _actor_name(board: Board) -> str:
    """Return the name of the actor other than the player."""
    return "knights" if board.knights[0].colour else "knight"


def _is_home(knight: str, home: int, s: State) -> object:
    """Return whether a knight is at home."""
    return s[knight] == home


def _beside(board: Board, state: State, turn: int) -> tuple[str, bool | None]:
    """Return the cell beside a single knight, and whether it is path; None beyond the doors."""
    place = board.beside(state["cell"], (state["heading"] + turn) % 4)
    if board.holds(place):
        return "{}:{}".format(*place), board.is_path(place, board.tiles_of(state))
    return "{}:{}".format(*place), True if place in board.gates else None


def _must_be(cell: str, path: bool | None, wanted: bool) -> str:
    """Return the demand that a cell be path or wall, or "" if it is, or lies off the board."""
    return "" if path in (wanted, None) else f"{cell} must be {'path' if wanted else 'wall'}"


family = Pledge()
