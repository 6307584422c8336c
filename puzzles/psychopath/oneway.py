"""Psychopath with holes, and with blocks that can be pushed some ways only.

::

    u p o _   R   _ u _ _     a block that is pushed into a hole fills it: both are gone
    u o       R   no move     the player never enters a hole
    u 6 _     R   no move     a 6 can only be pushed to the left
    _ 6 u     L   6 u _

Blocks of each kind are a variable of their own, so that a state knows where which may go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from puzzles.psychopath.rules import BLOCKS, EXITS, WALLS, psychopath
from stategraph.rules import Grid, One, Puzzle, Set

__all__ = ["HOLE", "WAYS", "is_special", "oneway", "pieces"]

HOLE = "o"

# the ways that blocks of each kind can be pushed; a "p" goes all ways
WAYS = {
    "p": "DLRU",
    "6": "L", "7": "U", "8": "R", "9": "D",
    "A": "LU", "B": "RU", "C": "DR", "D": "DL",
    "E": "DRU", "F": "DLR", "G": "DLU", "H": "LRU",
    "I": "LR", "J": "DU",
}  # fmt: skip

# what each kind is called in a state
NAMES = {mark: "blocks" if mark == "p" else f"blocks_{ways}" for mark, ways in WAYS.items()}


def oneway(rows: Sequence[str], best: int = 0) -> Puzzle:
    """Return the puzzle of a board that may hold holes ``o`` and blocks with the marks of `WAYS`.

    Without any of these it is the puzzle that `psychopath` returns.
    """
    board = Grid(rows, WALLS)
    cells = {mark: board.find(BLOCKS if mark == "p" else mark) for mark in WAYS}
    kinds = [mark for mark in WAYS if cells[mark]]
    holes, exits = board.find(HOLE), board.find(EXITS)
    if not holes and not set(kinds) - {"p"}:
        return psychopath(rows, best)

    def block(s, cell):
        return next((mark for mark in kinds if cell in s[NAMES[mark]]), "")

    def hole(s, cell):
        return bool(holes) and cell in s.holes

    def walk(s):
        for way, to in board.around(s.player):
            if hole(s, to):
                continue
            mark = block(s, to)
            behind = board.step[way][to]
            if not mark:
                yield way, s.but(player=to)
            elif way in WAYS[mark] and behind >= 0 and not block(s, behind):
                rest = s[NAMES[mark]] - to
                if hole(s, behind):
                    yield way, s.but(player=to, **{NAMES[mark]: rest}, holes=s.holes - behind)
                else:
                    yield way, s.but(player=to, **{NAMES[mark]: rest + behind})

    sets = {NAMES[mark]: cells[mark] for mark in kinds} | ({"holes": holes} if holes else {})
    variables: dict[str, Any] = {name: Set(board) for name in sets}
    return Puzzle(
        {"player": min(board.find("u")), **sets},
        [walk],
        lambda s: s.player in exits,
        claims={"shortest": best} if best else {},
        board=board,
        player=One(board),
        **variables,
    )


def is_special(puzzle: Any) -> bool:
    """Return whether a puzzle has holes or blocks that can be pushed some ways only."""
    return set(puzzle.variables.kinds) != {"player", "blocks"}


def pieces(state: Any) -> Iterator[tuple[str, int]]:
    """Yield (mark, cell) of all holes and blocks, those of a kind row by row."""
    for mark, name in {HOLE: "holes", **NAMES}.items():
        for cell in sorted(getattr(state, name, ())):
            yield mark, cell
