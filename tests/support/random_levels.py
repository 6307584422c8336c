"""Small random levels of every family, the same for the same number."""

from __future__ import annotations

import random
from collections.abc import Callable

from stategraph_puzzles.labyrinth import family as labyrinth
from stategraph_puzzles.pacman import family as pacman
from stategraph_puzzles.psychopath import family as psychopath
from stategraph_puzzles.sokoban import family as sokoban
from stategraph_puzzles.spacewreck import family as spacewreck

from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle


def _board(rng: random.Random, marks: str, agents: str, mirrored: bool) -> list[str]:
    """Return a framed board; if `mirrored`, walls and marks are mirrored left to right."""
    height, width = rng.randint(2, 3), rng.randint(3, 5)
    rows = [[rng.choice(marks) for _ in range(width)] for _ in range(height)]
    if mirrored:
        rows = [[row[min(k, width - 1 - k)] for k in range(width)] for row in rows]
    spots = rng.sample([(r, c) for r in range(height) for c in range(width)], len(agents))
    for (r, c), agent in zip(spots, agents, strict=True):
        rows[r][c] = agent
    return ["".join(row) for row in rows]


def _psychopath(rng: random.Random) -> tuple[Family, Puzzle]:
    rows = _board(rng, "_____pX", "ue", mirrored=rng.random() < 0.7)
    rows = ["X" * (len(rows[0]) + 2), *(f"X{row}X" for row in rows), "X" * (len(rows[0]) + 2)]
    return psychopath, psychopath.read("\n".join(rows), {})


def _sokoban(rng: random.Random) -> tuple[Family, Puzzle]:
    rows = _board(rng, "    #", "@$.", mirrored=rng.random() < 0.7)
    rows = ["#" * (len(rows[0]) + 2), *(f"#{row}#" for row in rows), "#" * (len(rows[0]) + 2)]
    return sokoban, sokoban.read("\n".join(rows), {})


def _pacman(rng: random.Random) -> tuple[Family, Puzzle]:
    rows = _board(rng, "   123%", "PQ", mirrored=rng.random() < 0.7)
    rows = ["%" * (len(rows[0]) + 2), *(f"%{row}%" for row in rows), "%" * (len(rows[0]) + 2)]
    return pacman, pacman.read("\n".join(rows), {})


def _spacewreck(rng: random.Random) -> tuple[Family, Puzzle]:
    rooms, shades = rng.randint(3, 6), ["red", "blue"]
    ways = [
        f"{rng.randint(1, rooms - 1)} {rng.randint(1, rooms)} {rng.choice(shades)}"
        for _ in range(rng.randint(3, 14))
    ]
    colours = " ".join(rng.choice(shades) for _ in range(rooms - 1))
    begin = f"{rng.randint(1, rooms - 1)} {rng.randint(1, rooms - 1)}"
    return spacewreck, spacewreck.read(
        "\n".join([f"{rooms} {len(ways)}", colours, begin, *ways]), {}
    )


def _labyrinth(rng: random.Random) -> tuple[Family, Puzzle]:
    rows = [[str(rng.randint(0, 9)) for _ in range(2)] for _ in range(2)]
    spare = f"{rng.randint(0, 9)};"
    return labyrinth, labyrinth.read("\n".join([*map(";".join, rows), spare]), {})


MAKERS: dict[str, Callable[[random.Random], tuple[Family, Puzzle]]] = {
    "psychopath": _psychopath,
    "sokoban": _sokoban,
    "pacman": _pacman,
    "spacewreck": _spacewreck,
    "labyrinth": _labyrinth,
}


def random_level(family: str, number: int) -> tuple[Family, Puzzle]:
    """Return a small level of a family; about half of those on boards are symmetric."""
    return MAKERS[family](random.Random(f"{family} {number}"))
