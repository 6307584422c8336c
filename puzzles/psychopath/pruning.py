"""What can never matter on a push-block board becomes wall.

::

    XXXXXXX      XXXXXXX     the block in the corner cannot be pushed along either line, so it is
    Xp___uX      XX___uX     a wall for ever; and so are the four in a square, each held by two
    X_pp__X  ->  X_XX__X     others. Behind them lies nothing that anybody can reach.
    X_pp_eX      X_XX_eX
    XXXXXXX      XXXXXXX
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from puzzles.psychopath.rules import EXITS, psychopath
from puzzles.steps import steps_to
from stategraph.rules import Grid, Puzzle


def pushable(board: Grid, blocks: Collection[int], player: int) -> tuple[set[int], set[int]]:
    """Return the blocks that may ever be pushed, and the cells where the player may ever stand.

    Both are never too few: what is called free here is every cell that was free at the start or
    whose block may have been pushed, as if no block stood anywhere else. A block that is left out
    stays where it is, whatever happens to the others. O(cells * blocks) at worst.
    """
    fixed = set(blocks)

    def free_beside(cell: int) -> list[int]:
        return [to for _, to in board.around(cell) if to not in fixed]

    while True:
        reached = set(steps_to([player], free_beside))
        pushed = {block for block in fixed if _goes(board, block, reached, fixed)}
        if not pushed:
            return set(blocks) - fixed, reached
        fixed -= pushed


def _goes(board: Grid, block: int, reached: set[int], fixed: set[int]) -> bool:
    """Return whether the player may stand on one side of a block and nothing on the other."""
    for there, back in ("LR", "RL", "UD", "DU"):
        behind = board.step[there][block]
        if behind >= 0 and behind not in fixed and board.step[back][block] in reached:
            return True
    return False


def walled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with walls in place of blocks that can never be pushed.

    Cells that the player could not reach if all other blocks were gone become walls too: no block
    gets there either, for it would have to be pushed from a cell beside it. Moves keep their labels
    and solutions stay what they are.
    """
    board = puzzle.board
    start: Any = puzzle.start
    _, reached = pushable(board, start.blocks, start.player)
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
