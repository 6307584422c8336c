"""Pruning of push-block boards: immovable blocks and unreachable cells become wall.

::

    XXXXXXX      XXXXXXX     the block in the corner cannot be pushed along either line, so it is
    Xp___uX      XX___uX     a wall forever; the four blocks in a square hold each other;
    X_pp__X  ->  X_XX__X     the player never reaches the cells behind them
    X_pp_eX      X_XX_eX
    XXXXXXX      XXXXXXX
"""

from __future__ import annotations

from collections.abc import Collection

from stategraph.rules import Grid, Puzzle
from stategraph.rules.nearest_distances import steps_to

from .rules import EXITS, psychopath


def pushable(board: Grid, blocks: Collection[int], player: int) -> tuple[set[int], set[int]]:
    """Return supersets of the blocks that can be pushed and of the cells that the player can reach.

    A cell counts as free if it was free at the start or if its block may have been pushed away,
    regardless of where blocks end. A block that is not in the first set never moves. O(cells *
    blocks) in the worst case.
    """
    fixed = set(blocks)

    def free_beside(cell: int) -> list[int]:
        return [to for _, to in board.around(cell) if to not in fixed]

    while True:
        reached = set(steps_to([player], free_beside))
        pushed = {block for block in fixed if _can_be_pushed(board, block, reached, fixed)}
        if not pushed:
            return set(blocks) - fixed, reached
        fixed -= pushed


def _can_be_pushed(board: Grid, block: int, reached: set[int], fixed: set[int]) -> bool:
    """Return whether the player may reach a side of a block whose opposite side may be free."""
    for direction, opposite in ("LR", "RL", "UD", "DU"):
        behind = board.step[direction][block]
        if behind >= 0 and behind not in fixed and board.step[opposite][block] in reached:
            return True
    return False


def walled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with walls in place of blocks that can never be pushed.

    Cells that the player cannot reach even if all pushable blocks are absent become walls too. No
    block is ever pushed onto such a cell: after the push the player would stand next to the cell,
    so the cell would be reachable. Moves keep their labels, and solutions stay the same.
    """
    board = puzzle.board
    start = puzzle.start
    _, reached = pushable(board, start.blocks, start.player)
    rows = [["X"] * board.width for _ in range(board.height)]
    exits = board.find(EXITS)
    for cell in reached:
        row, column = board.place(cell)
        block, exit_ = cell in start.blocks, cell in exits
        rows[row][column] = ("P" if block else "e") if exit_ else "p" if block else "_"
    row, column = board.place(start.player)
    if rows[row][column] == "_":  # otherwise the player stands on an exit, which has won
        rows[row][column] = "u"
        return psychopath(["".join(row) for row in rows])
    return puzzle
