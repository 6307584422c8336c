"""The levels of the benchmarks: arguments for the functions of the families, ours or by hand.

`WHOLE` are small enough for every contestant to expand them whole; `LARGE` are expanded up to a
number of states, and so is `WIDE`, whose states take seven words each. `SIZES` are
expanded whole; each key is the rough number of states. Pledge's are the arguments of its board.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

SLOT = 12

WAREHOUSE = [
    "XXXXXXXXX",
    "X__XeX__X",
    "X_p_p_p_X",
    "X__X_X__X",
    "X_pXuXp_X",
    "X__X_X__X",
    "XXXX_XXpX",
    "X__p____X",
    "XXXXXXXXX",
]

ROOM = [
    "%%%%%%%%%%%%",
    "%P         %",
    "%  3       %",
    "%    2     %",
    "%       3  %",
    "%      %   %",
    "% 3  %%  2 %",
    "%   %  1   %",
    "%       %  %",
    "%          %",
    "%Q     % 1 %",
    "%%%%%%%%%%%%",
]


def ship(rooms: int, seed: int, corridors: int = 9) -> tuple[Any, ...]:
    """Return a level of Spacewreck: corridors at random out of every room."""
    rng, shades = random.Random(seed), ("red", "green", "blue")
    colours = [rng.choice(shades) for _ in range(rooms - 1)]
    listed = [
        (here, rng.randrange(1, rooms + 1), rng.choice(shades))
        for here in range(1, rooms)
        for _ in range(corridors)
    ]
    return rooms, colours, (1, 2), listed


def maze_of_tiles(height: int, width: int, seed: int) -> tuple[Any, ...]:
    """Return a level of Labyrinth: tiles at random."""
    rng = random.Random(seed)
    tiles = [[rng.randrange(10) for _ in range(width)] for _ in range(height)]
    return tiles, 8, (height - 1, 0), (0, width - 1)


def sliding_tiles(height: int, width: int, cap: int, seed: int) -> tuple[Any, ...]:
    """Return a level of Pledge: tiles at random, one missing, the home above the last column."""
    rng = random.Random(seed)
    tiles = [[rng.randrange(11) for _ in range(width)] for _ in range(height)]
    tiles[1][1] = SLOT
    return tiles, (1, 1), "R", (-1, 3 * width - 2), cap


def yard(size: int, boxes: int) -> list[str]:
    """Return the rows of a level of Sokoban: a room without walls in it."""
    inside = [[" "] * size for _ in range(size)]
    places = [(2, 3), (3, 6), (4, 2), (5, 7), (6, 4), (7, 6), (3, 3), (6, 8), (5, 4)]
    for row, column in [place for place in places if max(place) < size - 1][:boxes]:
        inside[row][column] = "$"
        inside[-1][column] = inside[0][column] = "."
    inside[1][1] = "@"
    return ["#" * (size + 2), *(f"#{''.join(row)}#" for row in inside), "#" * (size + 2)]


def store(size: int, blocks: int = 8) -> list[str]:
    """Return the rows of a level of Psychopath: the boxes of a yard as blocks, one exit."""
    rows = [row.translate(str.maketrans("#@$. ", "Xup__")) for row in yard(size, blocks)]
    return [*rows[:-1], rows[-1][:-1] + "e"]


def dining_room(size: int = 12, foods: int = 10) -> list[str]:
    """Return the rows of a level of Pacman: foods, at most 11, in a room without walls in it."""
    inside = [[" "] * size for _ in range(size)]
    served = {(3, 3): "2", (3, 6): "2", (4, 4): "3", (5, 8): "2", (6, 6): "1", (7, 9): "1",
              (8, 7): "1", (8, 9): "3", (9, 4): "1", (10, 5): "3", (11, 8): "2"}  # fmt: skip
    for (row, column), mark in list(served.items())[:foods]:
        inside[row - 1][column - 1] = mark
    inside[0][0], inside[-1][-1] = "P", "Q"
    wall = "%" * (size + 2)
    return [wall, *(f"%{''.join(row)}%" for row in inside), wall]


WHOLE = {
    "spacewreck": ship(500, 1),
    "psychopath": (WAREHOUSE,),
    "pacman": (ROOM,),
    "labyrinth": maze_of_tiles(4, 2, 4),
    "pledge": sliding_tiles(2, 3, 60, 3),
    "sokoban": (yard(6, 3),),
}

LARGE = {
    "spacewreck": ship(4_000, 1),
    "psychopath": (store(10),),
    "pacman": (dining_room(),),
    "labyrinth": maze_of_tiles(4, 4, 4),
    "pledge": sliding_tiles(3, 3, 60, 3),
    "sokoban": (yard(10, 8),),
}

WIDE = {"psychopath": (store(20),)}

SIZES: dict[int, dict[str, tuple[Any, ...]]] = {
    10**5: {
        "spacewreck": ship(320, 1),
        "psychopath": (WAREHOUSE,),
        "pacman": (dining_room(12, 3),),
        "labyrinth": maze_of_tiles(2, 4, 1),
        "pledge": sliding_tiles(2, 3, 30, 3),
        "sokoban": (yard(6, 3),),
    },
    10**6: {
        "spacewreck": ship(1_000, 1),
        "psychopath": (store(7, 3),),
        "pacman": (dining_room(12, 6),),
        "labyrinth": maze_of_tiles(2, 4, 5),
        "pledge": sliding_tiles(2, 3, 250, 3),
        "sokoban": (yard(7, 3),),
    },
    10**7: {
        "spacewreck": ship(3_200, 1),
        "psychopath": (store(7, 4),),
        "pacman": (dining_room(12, 9),),
        "labyrinth": maze_of_tiles(3, 3, 5),
        "pledge": sliding_tiles(2, 4, 26, 3),
        "sokoban": (yard(7, 4),),
    },
}


def puzzle(family: str, level: tuple[Any, ...]) -> Any:
    """Return our puzzle of a level."""
    rules = import_module(f"stategraph_puzzles.{family}.rules")
    if family == "pledge":
        rows, start, heading, home, cap = level
        made = import_module("stategraph_puzzles.pledge.board")
        return rules.pledge(made.Board(rows, [made.Knight(start, heading, home)], cap))
    return getattr(rules, family)(*level)
