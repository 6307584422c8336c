"""Rules of Sokoban: push every box onto a goal.

::

    # @ $ . #   R   #   @ $ . #     walk
    #   @ $ . # R   #     @ * #     push: the cell behind the box must be free
    # @ $ $ . # R   no move         two boxes in a row are too heavy
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.rules import Cells, Goal, Grid, LevelRules, One, Puzzle, Rule, Set
from stategraph.rules.nearest_distances import steps_to

WALLS, BOXES, GOALS, PLAYERS = "#", "$*", ".*+", "@+"


def sokoban(rows: Sequence[str]) -> Puzzle:
    """Return the puzzle of a board with one player; outside is wall."""
    board = EnclosedGrid(rows)
    return Puzzle(
        {"player": min(board.find(PLAYERS)), "boxes": board.find(BOXES)},
        LevelRules(walking, board, board.find(GOALS)),
        board=board,
        walker="player",
        player=One(board),
        boxes=Set(board),
    )


def walking(board: Grid, goals: Cells) -> tuple[list[Rule], Goal]:
    """Return the rule and the goal on a board."""

    def walk(s):
        for direction, to in board.around(s.player):
            if to not in s.boxes:
                yield direction, s.but(player=to)
            else:
                behind = board.step[direction][to]
                if behind >= 0 and behind not in s.boxes:
                    yield direction, s.but(player=to, boxes=s.boxes - to + behind)

    def goal(s):
        return s.boxes <= goals

    return [walk], goal


def fixed_boxes(board: Grid, boxes: Cells) -> set[int]:
    """Return boxes that never move: in both directions, a wall or another such box is beside them.

    Examples
    --------
    >>> board = EnclosedGrid(["######", "#@ **#", "#  **#", "#  * #", "######"])
    >>> sorted(map(board.place, fixed_boxes(board, board.find(BOXES))))
    [(1, 3), (1, 4), (2, 3), (2, 4)]
    """
    fixed = set(boxes)

    def is_free(box: int, axis: str) -> bool:
        beside = [board.step[direction][box] for direction in axis]
        return not any(cell < 0 or cell in fixed for cell in beside)

    while movable := {box for box in fixed if is_free(box, "UD") or is_free(box, "LR")}:
        fixed -= movable
    return fixed


class EnclosedGrid(Grid):
    """A board in which floor outside the enclosing walls has become wall.

    Attributes
    ----------
    drawn : tuple of str
        the rows as they were given
    gap : int or None
        the first row in which something could leave the board; None if walls enclose it
    """

    def __init__(self, rows: Sequence[str]):
        inside = _inside(rows)
        super().__init__(
            [
                "".join(mark if (r, c) in inside else "#" for c, mark in enumerate(row))
                for r, row in enumerate(rows)
            ],
            WALLS,
        )
        self.drawn = tuple(rows)
        steps = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        self.gap = next(
            (
                r
                for r, c in self.places
                if not all(self._within(r + down, c + right) for down, right in steps)
            ),
            None,
        )

    def _within(self, row: int, column: int) -> bool:
        return 0 <= row < self.height and 0 <= column < len(self.lines[row])


def _inside(rows: Sequence[str]) -> set[tuple[int, int]]:
    """Return the cells of all rooms that contain a goal, a box or the player."""
    whole = Grid(rows, WALLS)
    seeds = whole.find(BOXES + GOALS + PLAYERS)
    return set(map(whole.place, steps_to(seeds, lambda cell: (to for _, to in whole.around(cell)))))
