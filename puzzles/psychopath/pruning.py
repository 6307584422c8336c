"""What can never matter on a push-block board becomes wall.

::

    XXXXXXX      XXXXXXX     the block in the corner cannot be pushed along either line, so it is
    Xp___uX      XX___uX     a wall for ever; and so are the four in a square, each held by two
    X_pp__X  ->  X_XX__X     others. Behind them lies nothing that anybody can reach.
    X_pp_eX      X_XX_eX
    XXXXXXX      XXXXXXX
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from puzzles.psychopath.rules import EXITS, psychopath
from puzzles.steps import steps_to
from stategraph.rules import Grid, Puzzle

__all__ = ["immovable", "walled"]

LINES = ("LR", "UD")


def immovable(board: Grid, blocks: Iterable[int]) -> set[int]:
    """Return the blocks that can never be pushed, whatever happens to the others.

    The largest set of blocks each of which has, on both lines through it, a wall or another of the
    set beside it: before the first of them could move, all others would have to stand where they
    stand now. O(blocks squared) at worst.
    """
    fixed = set(blocks)

    def held(block: int) -> bool:
        sides = ([board.step[way][block] for way in line] for line in LINES)
        return all(any(side < 0 or side in fixed for side in line) for line in sides)

    while loose := {block for block in fixed if not held(block)}:
        fixed -= loose
    return fixed


def walled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with walls in place of blocks that can never be pushed.

    Cells that the player could not reach if all other blocks were gone become walls too: no block
    gets there either, for it would have to be pushed from a cell beside it. Moves keep their labels
    and solutions stay what they are.
    """
    board = puzzle.board
    start: Any = puzzle.start
    fixed = immovable(board, start.blocks)
    reached = steps_to(
        [start.player], lambda cell: [to for _, to in board.around(cell) if to not in fixed]
    )
    rows = [["X"] * board.width for _ in range(board.height)]
    exits = board.find(EXITS)
    for cell in reached:
        row, column = board.place(cell)
        block, exit_ = cell in start.blocks, cell in exits
        rows[row][column] = ("P" if block else "e") if exit_ else "p" if block else "_"
    row, column = board.place(start.player)
    if rows[row][column] == "_":  # else the player stands on an exit, and has won
        rows[row][column] = "u"
        return psychopath(["".join(row) for row in rows])
    return puzzle
