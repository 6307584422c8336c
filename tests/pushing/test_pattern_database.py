"""What the blocks nearest the exits cost alone: never too much, and proofs that hand over to it."""

from __future__ import annotations

import random

import numpy as np
from effort import examples
from pushed import PUSH_BLOCK, ground_of, whole_boards

from stategraph.analysis import first_solution, moves_to_goal, shortest
from stategraph.engines.plain import never
from stategraph.pushing import cost_bounded, pattern_database
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEFT, edge_of, handed_over
from stategraph.pushing.pattern_database import expanded, largest
from stategraph.pushing.push_board import WAYS
from stategraph.search.solve import solve


def followed(graph, ground, alone):
    """Yield states, with each state of the pattern that may go with them, and what is left then."""
    met = {(0, 0, 0)}
    for node, part, left in (queue := [(0, 0, 0)]):
        yield node, part, left
        for label, to in graph.moves(node):
            way = WAYS.index(label)
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
        board = Arrivals(ground.step, ground.left)
        for node, part, left in followed(graph, ground, alone):
            cells = np.zeros(ground.size, np.uint8)
            cells[list(graph.state(node)["blocks"])] = 1
            goal = board.moves(cells, graph.state(node)["player"])
            guess = handed_over(part, goal, board.work[0], alone.offsets, alone.edges)
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


def test_proofs_with_patterns_of_any_size(monkeypatch):
    monkeypatch.setattr(cost_bounded, "AT_ONCE", 1)
    monkeypatch.setattr(cost_bounded, "LATE", 1)
    made = []
    monkeypatch.setattr(cost_bounded, "largest", lambda *of: made.append(largest(*of)) or made[-1])
    rng = random.Random(3)
    for puzzle, graph in whole_boards(rng, examples(150)):
        monkeypatch.setattr(pattern_database, "MOST", rng.choice([1, 4, 20, 1_000]))
        engine = rng.choice(["direct", "native"])
        found = solve(puzzle, "pushing", family=PUSH_BLOCK, engine=engine)
        assert (found.proven, found.length) == (True, shortest(graph))
        if found.length:
            assert found.first and found.moves == first_solution(graph).labels
    assert len([it for it in made if it is not None]) > examples(150) // 10 and None in made


def test_a_pattern_that_is_too_large_or_stopped_is_none(monkeypatch):
    puzzle, _ = next(whole_boards(random.Random(4), 1))
    ground = ground_of(puzzle)
    assert expanded(ground, NEVER, never) is not None
    assert expanded(ground, NEVER, lambda: True) is None
    monkeypatch.setattr(pattern_database, "MOST", 0)
    assert largest(ground, never) is None


def test_no_pattern_without_memory_for_it(monkeypatch):
    monkeypatch.setattr(cost_bounded, "LATE", 1)
    monkeypatch.setattr(cost_bounded, "SPACE", 1 << 60)
    monkeypatch.setattr(cost_bounded, "largest", None)
    for puzzle, graph in whole_boards(random.Random(5), 3):
        found = solve(puzzle, "pushing", family=PUSH_BLOCK, engine="direct")
        assert (found.proven, found.length) == (True, shortest(graph))
