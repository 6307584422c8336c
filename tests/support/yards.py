"""Random Sokoban boards with their whole graphs."""

from __future__ import annotations

import random

import numpy as np
from stategraph_puzzles.sokoban.rules import sokoban

from stategraph import level_files
from stategraph.engines.limits import Limits
from stategraph.expand import expand

SOKOBAN = level_files.family("sokoban")

# a corridor that must be filled from its far end
CROWDED = "###########|#....     #|##### $$  #|#   $  $  #|#     @   #|###########"


def yard(rng, most=5, marks=(3, 5, 5, 6, 7)):
    """Return a random Sokoban board, with a number of marks from `marks`, and its whole graph."""
    while True:
        width, height = rng.randint(3, most), rng.randint(3, most)
        tiles = rng.choices("_____#", k=width * height)
        cells = rng.sample(range(width * height), rng.choice(marks))
        for k, cell in enumerate(cells[1:]):
            tiles[cell] = ".$"[k % 2]
            if rng.random() < 0.1:
                tiles[cell] = "*"
        tiles[cells[0]] = rng.choice("@@@+")
        text = "".join(tiles)
        if text.count("$") > text.count(".") + text.count("+"):
            continue
        rows = ["#" * (width + 2)]
        rows += [f"#{text[k : k + width]}#" for k in range(0, len(text), width)]
        puzzle = sokoban([row.replace("_", " ") for row in [*rows, rows[0]]])
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if graph.complete and puzzle.start.boxes and (graph.goal is not None or rng.random() < 0.2):
            return puzzle, graph


def boards(seed, count, *marks):
    """Yield random boards that can be won, and are not, with their graphs."""
    rng = random.Random(seed)
    for _ in range(count):
        puzzle, graph = yard(rng, 4, marks)
        if graph.goal is not None and not puzzle.is_goal(puzzle.start):
            yield puzzle, graph


def arranged(ground, state):
    """Return where the blocks of a state are, as a list and as marks."""
    blocks, marks = sorted(state.boxes), np.zeros(ground.size, np.uint8)
    marks[blocks] = 1
    return blocks, marks
