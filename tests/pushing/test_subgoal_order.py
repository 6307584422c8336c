"""Subgoals near the exits: remaining pushes of a pattern, and pushes that all plans need."""

from __future__ import annotations

import random

from effort import examples
from pushed import ground_of, whole_boards

from stategraph.engines.direct import never
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES
from stategraph.pushing.push_board import DIRECTIONS
from stategraph.pushing.subgoal_order import NO_SUBGOALS, PUSH_COST, subgoals


def pushes_block(ground, state, way):
    """Return whether a move pushes a block, be it one that stands on an exit."""
    to = int(ground.step[DIRECTIONS.index(way) * ground.size + int(state["player"])])
    return to in {int(cell) for cell in state["blocks"]}


def fewest_pushes(ground, graph):
    """Return the fewest pushes of a solution; None if it does not exist."""
    pushes, now, pushed = 0, [0], []
    known = {0}
    while now:
        for node in now:
            if node == graph.goal:
                return pushes
            for way, to in graph.moves(node):
                if pushes_block(ground, graph.state(node), way):
                    pushed.append(to)
                elif to not in known:
                    known.add(to)
                    now.append(to)
        now, pushed, pushes = (
            [it for it in dict.fromkeys(pushed) if it not in known],
            [],
            pushes + 1,
        )
        known.update(now)
    return None


def wins_without(aim, cell):
    """Return whether the pattern can be won without pushing a block from a cell."""
    won, known = len(aim.offsets) - 1, {0}
    for at in (queue := [0]):
        if at == won:
            return True
        edges = slice(aim.offsets[at], aim.offsets[at + 1])
        for push, to in zip(aim.pushes[edges].tolist(), aim.targets[edges].tolist(), strict=True):
            if push >> 3 != cell and to not in known:
                known.add(to)
                queue.append(to)
    return False


def test_the_pushes_of_the_pattern_that_are_left_are_counted():
    counts = set()
    for puzzle, graph in whole_boards(random.Random(8), examples(60)):
        ground = ground_of(puzzle)
        aim = subgoals(ground, never)  # all blocks, since boards are small
        edges = slice(aim.offsets[0], aim.offsets[1])
        fewest = fewest_pushes(ground, graph)
        assert aim.guesses[edges].min(initial=NEVER) == (
            NEVER if fewest is None else PUSH_COST * fewest
        )
        targets = aim.targets[edges][aim.pushes[edges] == LEAVES]
        assert set(targets) <= {len(aim.offsets) - 1}
        counts.add(fewest)
    assert {None, 0, 1, 2} <= counts
    assert subgoals(ground, lambda: True) is NO_SUBGOALS


def test_what_all_who_win_push_from_is_needed():
    count = 0
    for puzzle, graph in whole_boards(random.Random(8), examples(100)):
        ground = ground_of(puzzle)
        aim = subgoals(ground, never)
        for cell in range(ground.size if graph.goal is not None else 0):
            needed = int(aim.needs[0, cell >> 5]) >> (cell & 31) & 1
            assert needed == (not wins_without(aim, cell))
            count += needed
    assert count
