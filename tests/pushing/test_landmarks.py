"""Landmarks hold of every solution within their slack."""

from __future__ import annotations

import random
from itertools import islice

from effort import examples
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph import level_files
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.landmarks import landmarks
from stategraph.pushing.push_board import DIRECTIONS, Ground

PUSH_BLOCK = level_files.family("psychopath")


def facts(rows, moves):
    """Return a board and its landmarks within `moves`; None if it cannot be won in `moves`."""
    puzzle = psychopath(rows)
    ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
    times = Arrivals(ground.step, ground.moves_left)
    within = times.within(ground.begins, ground.player, moves)
    return ground, None if within.beyond is not None else landmarks(ground, times, within)


def solutions(ground, moves):
    """Yield the cells visited in turn, for each solution of at most `moves` moves."""
    beside = ground.step.reshape(4, -1).T.tolist()

    def go(blocks, line):
        if ground.wins[line[-1]]:
            yield line
        elif len(line) <= moves:
            for way in range(len(DIRECTIONS)):
                to = beside[line[-1]][way]
                if to >= 0 and to not in blocks:
                    yield from go(blocks, [*line, to])
                elif to >= 0 and beside[to][way] >= 0 and beside[to][way] not in blocks:
                    yield from go(blocks - {to} | {beside[to][way]}, [*line, to])

    yield from go(frozenset(ground.begins.nonzero()[0].tolist()), [ground.player])


def test_both_blocks_are_pushed_before_the_exit_and_each_before_what_is_behind_it():
    _, marks = facts(["u___", "XpX_", "e_p_"], 12)
    upper, lower = marks
    assert (upper.block, lower.block) == (4, 8)
    assert upper.first.tolist() == [0, 1, 2, 3, 2, 4, 10, 7, 6, 5]
    assert upper.without.tolist() == [0, 1, 2, 3, 2, 4, NEVER, 7, 6, 5]
    assert lower.without.tolist() == [0, 1, 2, 3, 2, 4, NEVER, NEVER, 6, 5]
    assert (upper.after[6], lower.after[6], lower.after[7]) == (2, 2, 1)


def test_no_landmarks_where_a_block_need_not_be_pushed():
    _, (mark,) = facts(["___", "upe", "___"], 6)
    assert mark.without.tolist() == mark.first.tolist()


def test_landmarks_hold_of_every_solution():
    rng, told = random.Random(6), 0
    for _ in range(examples(600)):
        width, height = rng.randint(2, 5), rng.randint(2, 4)
        tiles = rng.choices("__ppX", k=width * height)
        for mark, cell in zip("ue", rng.sample(range(width * height), 2), strict=True):
            tiles[cell] = mark
        rows = ["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)]
        moves = rng.randint(5, 11)
        ground, marks = facts(rows, moves)
        if marks is None:
            assert next(solutions(ground, moves), None) is None
            continue
        for line in islice(solutions(ground, moves), 300):
            for mark in marks:
                pushed = line.index(mark.block) if mark.block in line else NEVER
                for at, cell in enumerate(line):
                    assert at >= mark.first[cell]
                    if cell != mark.block and at < mark.without[cell]:
                        told += 1
                        assert at - pushed >= mark.after[cell]
    assert told > examples(600)
