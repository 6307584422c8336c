"""Conversion of push puzzles to games for the PuzzleScript editor."""

from __future__ import annotations

from collections.abc import Collection

from stategraph.rules import Grid

_GAME = """\
title {title}

noaction

========
OBJECTS
========

Background
lightgreen green
11111
01111
11101
11111
10111

Wall
brown darkbrown
00010
11111
01000
11111
00010

Player
black orange white blue
.000.
.111.
22222
.333.
.3.3.

{box}
orange yellow
00000
0...0
0...0
0...0
00000

{goal}
darkblue
.....
.000.
.0.0.
.000.
.....

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = {box}
O = {goal}
@ = {box} and {goal}
+ = Player and {goal}

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Background
{goal}
Player, Wall, {box}

======
RULES
======

[ > Player | {box} ] -> [ > Player | > {box} ]

==============
WINCONDITIONS
==============

{win}

=======
LEVELS
=======

{rows}
"""


def pushing_game(
    title: str,
    board: Grid,
    player: int,
    boxes: Collection[int],
    goals: Collection[int],
    names: tuple[str, str],
    win: str,
) -> str:
    """Return a PuzzleScript game with one level.

    Parameters
    ----------
    player, boxes, goals : int, collections of int
        cells of the board
    names : (str, str)
        names of a box and of a goal
    win : str
        the win condition
    """
    rows = [["#"] * board.width for _ in range(board.height)]
    for cell, (row, column) in enumerate(board.places):
        marks = "*@" if cell in boxes else "P+" if cell == player else ".O"
        rows[row][column] = marks[cell in goals]
    box, goal = names
    board_text = "\n".join(map("".join, rows))
    return _GAME.format(title=title, box=box, goal=goal, win=win, rows=board_text)
