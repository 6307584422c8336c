"""Random boards on which blocks are pushed."""

from __future__ import annotations

import random

from stategraph_puzzles.psychopath.rules import psychopath

from stategraph import level_files
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.pushing.fess import Fess
from stategraph.pushing.portfolio import How, Round
from stategraph.pushing.push_board import Ground

PUSH_BLOCK, SOKOBAN = level_files.family("psychopath"), level_files.family("sokoban")


def push_blocks(rng):
    """Return a random push-block board that is not won at once."""
    width, height = rng.randint(2, 5), rng.randint(2, 5)
    tiles = rng.choices("___ppX", k=width * height)
    for mark, cell in zip("ue", rng.sample(range(width * height), 2), strict=True):
        tiles[cell] = mark
    return psychopath(["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)])


def whole_boards(rng, count):
    """Yield random push-block boards of some states, with their whole graphs."""
    while count:
        puzzle = push_blocks(rng)
        graph = expand(puzzle, Limits(states=1_500), engine="direct")
        if graph.complete and len(graph) > 20:
            count -= 1
            yield puzzle, graph


def ground_of(puzzle):
    """Return a push-block board as arrays."""
    return Ground(puzzle, PUSH_BLOCK.pushing(puzzle))


def boxes(rng):
    """Return a random Sokoban board."""
    while True:
        rows = ["".join(rng.choices("     ##$.", k=4)) for _ in range(4)]
        rows[1] = rows[1][:2] + "@" + rows[1][3:]
        try:
            framed = ["######", *(f"#{row}#" for row in rows), "######"]
            puzzle = SOKOBAN.read("\n".join(framed), {})
        except LevelError:
            continue
        if not puzzle.is_goal(puzzle.start) and puzzle.start.boxes:
            return puzzle


def some_plan(ground, seed):
    """Return the pushes of some solution; None if the puzzle has none."""
    if not ground.homes.size:
        return next(Round(ground, 1 << 12, How(0, seed % 2, seed)).plans(lambda: False), None)
    search = Fess(ground, random.Random(seed))
    plans = [search.plan(1 << 12, lambda: False) for _ in range(2)]
    return plans[seed % 2]
