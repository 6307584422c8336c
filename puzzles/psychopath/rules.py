"""Psychopath: walk to an exit, pushing single blocks out of the way.

::

    X u p _ X   R   X _ u p X     a block moves on to a free cell or a free exit
    X u p p X   R   no move       two in a row are too heavy
    X u P _ X   R   the goal      an exit is an exit again as soon as its block has left
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Grid, One, Puzzle, Set

WALLS, EXITS, BLOCKS = "Xx", "eP", "pP"


def psychopath(rows: Sequence[str], best: int = 0) -> Puzzle:
    """Return the puzzle.

    Parameters
    ----------
    rows : sequence of str
        the board, with one player ``u``; outside is wall
    best : int
        moves of the best known solution, 0 when none is known; the rules do without it
    """
    board = Grid(rows, WALLS)
    exits = board.find(EXITS)

    def walk(s):
        for way, to in board.around(s.player):
            if to not in s.blocks:
                yield way, s.but(player=to)
            else:
                behind = board.step[way][to]
                if behind >= 0 and behind not in s.blocks:
                    yield way, s.but(player=to, blocks=s.blocks - to + behind)

    def goal(s):
        return s.player in exits

    return Puzzle(
        {"player": min(board.find("u")), "blocks": board.find(BLOCKS)},
        [walk],
        goal,
        claims={"shortest": best} if best else {},
        board=board,
        walker="player",
        obstacles="blocks",
        player=One(board),
        blocks=Set(board),
    )
