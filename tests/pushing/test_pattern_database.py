"""Pattern databases of the blocks nearest the exits: admissible costs, complete proofs."""

from __future__ import annotations

import random

import numpy as np
from effort import examples
from pushed import ground_of, whole_boards

from stategraph.analysis import moves_to_goal
from stategraph.engines.direct import never
from stategraph.pushing import pattern_database
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEFT, edge_of, handed_over, lacks
from stategraph.pushing.pattern_database import expanded, largest
from stategraph.pushing.push_board import DIRECTIONS


def followed(graph, ground, alone):
    """Yield states, each with the pattern states that may belong to it and their costs."""
    met = {(0, 0, 0)}
    for node, part, left in (queue := [(0, 0, 0)]):
        yield node, part, left
        for label, to in graph.moves(node):
            way = DIRECTIONS.index(label)
            cell = int(ground.step[way * ground.size + graph.state(node)["player"]])
            edge = edge_of(part, 8 * cell + way, alone.offsets, alone.edges)
            left = int(alone.edges[edge, LEFT]) if edge >= 0 else 0
            if to != graph.goal and (come := (to, alone.after(part, cell, way), left)) not in met:
                met.add(come)
                queue.append(come)


def test_handing_over_never_guesses_too_many():
    more = 0
    rng = random.Random(1)
    for puzzle, graph in whole_boards(rng, examples(25)):
        ground, away = ground_of(puzzle), moves_to_goal(graph).tolist()
        alone = expanded(ground, rng.randint(1, 5), never)
        board = Arrivals(ground.step, ground.moves_left)
        for node, part, left in followed(graph, ground, alone):
            cells = np.zeros(ground.size, np.uint8)
            cells[list(graph.state(node)["blocks"])] = 1
            goal = board.moves(cells, graph.state(node)["player"])
            guess = handed_over(part, goal, board.work.times, alone.offsets, alone.edges)
            assert away[node] < 0 or max(guess, left) <= away[node]
            more += max(guess, left) > goal
    assert more > examples(25)


def test_a_pattern_of_all_blocks_is_the_puzzle():
    for puzzle, graph in whole_boards(random.Random(2), examples(40)):
        ground, away = ground_of(puzzle), moves_to_goal(graph).tolist()
        alone, pushed = expanded(ground, NEVER, never), 0
        for node, _, left in followed(graph, ground, alone):
            assert left in (0, away[node] if away[node] >= 0 else NEVER)
            pushed += left > 0
        assert pushed


def test_a_pattern_is_lost_if_the_player_reaches_not_all_cells_that_it_needs():
    rng, n, lost = random.Random(3), 70, 0
    for _ in range(100):
        needed, apart = ({cell for cell in range(n) if rng.random() < 0.1} for _ in range(2))
        needs = np.zeros((2, 3), np.uint32)
        for cell in needed:
            needs[1, cell // 32] |= np.uint32(1 << cell % 32)
        first = np.array([NEVER if cell in apart else cell for cell in range(n)], np.int32)
        assert not lacks(0, first, needs)
        assert bool(lacks(1, first, needs)) == bool(needed & apart)
        lost += bool(needed & apart)
    assert 20 < lost < 80


def test_a_pattern_that_is_too_large_or_stopped_is_none(monkeypatch):
    puzzle, _ = next(whole_boards(random.Random(4), 1))
    ground = ground_of(puzzle)
    assert expanded(ground, NEVER, never) is not None
    assert expanded(ground, NEVER, lambda: True) is None
    monkeypatch.setattr(pattern_database, "MAX_STATES", 0)
    assert largest(ground, never) is None
