"""Psychopath with holes and directional blocks.

::

    u p o _   R   _ u _ _     a block that is pushed into a hole fills it: both are gone
    u o       R   no move     the player never enters a hole
    u 6 _     R   no move     a 6 can only be pushed to the left
    _ 6 u     L   6 u _

A state consists of the player's cell and the content of every cell, so that the rule finds the kind
of a block in a table. Conditions on the kind would be compiled into a separate rule for each kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stategraph.rules import Grid, One, Puzzle, State, Table, Tuple

from .rules import BLOCKS, EXITS, WALLS, psychopath

FREE, HOLE = "_", "o"

# the directions in which blocks of each kind can be pushed
PUSH_DIRECTIONS = {
    "p": "DLRU",
    "6": "L", "7": "U", "8": "R", "9": "D",
    "A": "LU", "B": "RU", "C": "DR", "D": "DL",
    "E": "DRU", "F": "DLR", "G": "DLU", "H": "LRU",
    "I": "LR", "J": "DU",
}  # fmt: skip


def oneway(rows: Sequence[str], best: int = 0) -> Puzzle:
    """Return the puzzle of a board with holes ``o`` and blocks marked by `PUSH_DIRECTIONS`.

    If the board has only plain blocks, return the puzzle of `psychopath` instead.
    """
    board = Grid(rows, WALLS)
    exits = board.find(EXITS)
    # the possible contents of a cell, by number: nothing, a hole, and each kind of block on the
    # board
    marks = [
        FREE,
        HOLE,
        *(mark for mark in PUSH_DIRECTIONS if board.find(BLOCKS if mark == "p" else mark)),
    ]
    if not board.find(HOLE) and set(marks) <= {FREE, HOLE, "p"}:
        return psychopath(rows, best)
    free, hole = marks.index(FREE), marks.index(HOLE)
    pushable = {
        direction: Table([direction in PUSH_DIRECTIONS.get(mark, "") for mark in marks])
        for direction in board.WAYS
    }
    # lands[there, block]: the content of a cell with content `there` after `block` is pushed onto
    # it
    lands = Table(
        [[free if ground == hole else k for k in range(len(marks))] for ground in range(2)]
    )

    def walk(s):
        for direction, to in board.around(s.player):
            tile = s.tiles[to]
            if tile == free:
                yield direction, s.but(player=to)
            elif pushable[direction][tile]:
                behind = board.step[direction][to]
                if behind >= 0 and s.tiles[behind] <= hole:
                    tiles = s.tiles.put(to, free).put(behind, lands[s.tiles[behind], tile])
                    yield direction, s.but(player=to, tiles=tiles)

    signs = ("p" if rows[r][c] in BLOCKS else rows[r][c] for r, c in board.places)
    return Puzzle(
        {
            "player": min(board.find("u")),
            "tiles": [marks.index(mark) if mark in marks else free for mark in signs],
        },
        [walk],
        lambda s: s.player in exits,
        claims={"shortest": best} if best else {},
        board=board,
        walker="player",
        player=One(board),
        tiles=Tuple(board.size, 0, *marks, nouns=_nouns(marks)),
    )


def _nouns(marks: Sequence[str]) -> list[str]:
    """Return the nouns of the contents of a cell.

    >>> _nouns(["_", "o", "p"]), _nouns(["_", "o", "p", "6"])
    (['floor', 'hole', 'block'], ['floor', 'hole', 'plain block', 'block 6'])
    """
    block = "block" if {FREE, HOLE, "p"}.issuperset(marks) else "plain block"
    nouns = {FREE: "floor", HOLE: "hole", "p": block}
    return [nouns.get(mark, f"block {mark}") for mark in marks]


def is_special(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has holes or directional blocks."""
    return "tiles" in puzzle.variables.kinds


def pieces(puzzle: Puzzle, state: State) -> Iterator[tuple[str, int]]:
    """Yield (mark, cell) of all holes and blocks, row by row."""
    if not is_special(puzzle):
        yield from (("p", cell) for cell in sorted(state.blocks))
        return
    marks = puzzle.variables.kinds["tiles"].names
    yield from ((marks[tile], cell) for cell, tile in enumerate(state.tiles) if marks[tile] != FREE)
