"""Goal matching: pushes of a single block, largest matchings, and sets of frozen blocks."""

from __future__ import annotations

import random

import networkx as nx
import numpy as np
from effort import examples
from yards import SOKOBAN, yard

from stategraph.pushing import goal_matching
from stategraph.pushing.fess import Fess
from stategraph.pushing.fess_deadlocks import misses_goal
from stategraph.pushing.goal_matching import goal_pushes, kinds_of, lone, matching_of
from stategraph.pushing.push_board import Ground


def naive_pushes(step, walls, goal):
    """Return the fewest pushes to a goal by breadth-first search over pulls and steps."""
    n = step.shape[1]
    layer = {(goal, at) for at in range(n) if at != goal and not walls[at]}
    fewest, depth = {}, 0
    while layer:
        queue = list(layer)
        for box, at in queue:  # walk as far as possible
            for to in step[:, at].tolist():
                if to >= 0 and to != box and not walls[to] and (box, to) not in layer:
                    layer.add((box, to))
                    queue.append((box, to))
        fewest = dict.fromkeys(layer, depth) | fewest
        pulled = set()
        for box, at in queue:
            for direction in range(4):
                to = int(step[direction, at])
                if int(step[direction, box]) == at and to >= 0 and not walls[to]:
                    pulled.add((at, to))
        layer, depth = pulled - fewest.keys(), depth + 1
    cells = [[d for (box, _), d in fewest.items() if box == cell] for cell in range(n)]
    return [min(found, default=-1) for found in cells]


def test_pushes_of_a_single_block_are_those_of_a_naive_search():
    rng, reached, blocked = random.Random(1), 0, 0
    for _ in range(examples(40)):
        ground = Ground(puzzle := yard(rng)[0], SOKOBAN.pushing(puzzle))
        goals = np.flatnonzero(ground.homes == 0)
        board = lone(ground)
        board.walls[rng.sample(range(ground.size), ground.size // 6)] = 1
        board.walls[goals] = 0
        pushes = goal_pushes(board, goals)
        for row, goal in zip(pushes.tolist(), goals.tolist(), strict=True):
            assert row == naive_pushes(ground.step.reshape(4, -1), board.walls, goal)
        reached += int((pushes > 0).sum())
        blocked += int((pushes < 0).sum())
    assert min(reached, blocked) > examples(40)


def test_the_number_of_unmatched_blocks_is_that_of_a_largest_matching():
    rng, some = random.Random(2), 0
    for _ in range(examples(300)):
        goals, cells = rng.randint(1, 6), rng.randint(1, 8)
        boxes = np.array(rng.sample(range(cells), rng.randint(1, cells)), np.int32)
        pushes = np.array(
            [[rng.choice((-1, -1, 0, 3)) for _ in range(cells)] for _ in range(2 * goals)], np.int32
        )
        matching, case = matching_of(pushes, goals, len(boxes)), rng.randrange(2)
        graph = nx.Graph()
        graph.add_nodes_from((("box", k) for k in range(len(boxes))), bipartite=0)
        for k, cell in enumerate(boxes.tolist()):
            for goal in np.flatnonzero(pushes[case * goals : (case + 1) * goals, cell] >= 0):
                graph.add_edge(("box", k), ("goal", int(goal)))
        largest = nx.bipartite.maximum_matching(graph, [("box", k) for k in range(len(boxes))])
        expected = len(boxes) - len(largest) // 2
        assert goal_matching.unmatched(matching, boxes, len(boxes), case) == expected
        some += expected > 0
    assert examples(300) // 5 < some < examples(300)


def test_cells_are_of_one_kind_if_the_same_goals_are_reached():
    assert kinds_of(np.array([[0, 2, -1, 5], [1, -1, -1, 7]])).tolist() == [0, 1, 2, 0]


def test_two_blocks_that_reach_only_one_goal_are_a_deadlock():
    ground = Ground(
        puzzle := SOKOBAN.read("#######|#  $$.#|#.#@  #|#######", {}), SOKOBAN.pushing(puzzle)
    )
    search = Fess(ground, random.Random(0))
    scene, number = search._scene, np.argsort(search._cells)
    cell = {column: int(number[ground.board.cell(1, column)]) for column in (3, 4, 5)}
    blocks = sorted((cell[3], cell[4]))
    scene.block[blocks], scene.boxes[:] = 1, blocks
    assert not misses_goal(scene, search._locks, cell[4], cell[5])
