"""Pictures of states, and the positions of variables' values on the pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.rules.board import Grid
from stategraph.rules.drawing import Drawing, text_drawing, with_arrows
from stategraph.variables import State, Tuple

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle
    from stategraph.variables.kinds import HasCells


class DrawsStates:
    """A family that draws its states.

    Attributes
    ----------
    corner : (float, float)
        position of a board's top left cell on its drawings; boards with a `width` and a `height`
        can then have the numbers of rows and columns on their rim

    Examples
    --------
    ::

        def draw(self, puzzle, state):
            drawing = Drawing.of(puzzle.board)  # floor and walls; x to the right, y down
            y, x = puzzle.board.place(state.player)
            drawing.disc(x + 0.5, y + 0.5, 0.4, SKY, "u")
            return drawing
    """

    corner: tuple[float, float] = (0.0, 0.0)

    if TYPE_CHECKING:

        def text(self, puzzle: Puzzle, state: State) -> str:
            """Return `state` as text; see `Family.text`."""
            return ""

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of `state`; by default its text."""
        return text_drawing(self.text(puzzle, state))

    def draw_move(self, puzzle: Puzzle, before: State, after: State) -> Drawing:
        """Return a picture of the state after a move, with the move marked.

        By default, an arrow leads from the old to the new position of each moved shape.
        """
        return with_arrows(self.draw(puzzle, before), self.draw(puzzle, after))

    def spot(self, puzzle: Puzzle, variable: str, value: int) -> tuple[float, float] | None:
        """Return the position on the drawing of a variable's value, or of a member if it is a set.

        The position (x, y) is the middle of a cell; None without a position. By default cells lie
        on a board drawn by ``Drawing.of``, with the top left one at `corner`.
        """
        kind = puzzle.variables.kinds[variable]
        if kind.board is None or value in kind.names:
            return None
        return _middle(self, kind.board, value)

    def spot_of_item(self, puzzle: Puzzle, variable: str, item: int) -> tuple[float, float] | None:
        """Return the position on the drawing of an item of a `Tuple`; None without a position.

        By default, if a variable has one item for each cell of the board, each item is on its cell.
        """
        board = puzzle.board
        kind = puzzle.variables.kinds[variable]
        if not isinstance(board, Grid) or not isinstance(kind, Tuple) or kind.length != board.size:
            return None
        return _middle(self, board, item)


def _middle(family: DrawsStates, board: HasCells, cell: int) -> tuple[float, float] | None:
    """Return the middle of a cell on the drawings of a family; None if they are texts."""
    if type(family).draw is DrawsStates.draw:
        return None
    row, column = board.place(cell)
    return family.corner[0] + column + 0.5, family.corner[1] + row + 0.5
