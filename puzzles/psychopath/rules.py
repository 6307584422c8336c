"""Rules of Psychopath: walk to an exit, pushing single blocks aside.

::

    X u p _ X   R   X _ u p X     a block moves to a free cell or a free exit
    X u p p X   R   no move       two blocks in a row are too heavy
    X u P _ X   R   the goal      an exit is open again when its block has left
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Cells, Goal, Grid, LevelRules, One, Puzzle, Rule, Set

WALLS, EXITS, BLOCKS = "Xx", "eP", "pP"


def psychopath(rows: Sequence[str], best: int = 0) -> Puzzle:
    """Return the puzzle.

    Parameters
    ----------
    rows : sequence of str
        the board, with one player ``u``; outside is wall
    best : int
        moves of the best known solution, 0 if none is known; it does not affect the rules
    """
    board = Grid(rows, WALLS)
    return Puzzle(
        {"player": min(board.find("u")), "blocks": board.find(BLOCKS)},
        LevelRules(walking, board, board.find(EXITS)),
        claims={"shortest": best} if best else {},
        board=board,
        walker="player",
        obstacles="blocks",
        player=One(board),
        blocks=Set(board),
    )


def walking(board: Grid, exits: Cells) -> tuple[list[Rule], Goal]:
    """Return the rule and the goal on a board."""

    def walk(s):
        for direction, to in board.around(s.player):
            if to not in s.blocks:
                yield direction, s.but(player=to)
            else:
                behind = board.step[direction][to]
                if behind >= 0 and behind not in s.blocks:
                    yield direction, s.but(player=to, blocks=s.blocks - to + behind)

    def goal(s):
        return s.player in exits

    return [walk], goal
