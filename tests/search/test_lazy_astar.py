"""Obstacles that lazy A* adds: few, but enough to forbid the plan that ran into them."""

from __future__ import annotations

import random

from effort import examples
from pushed import push_blocks
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph.analysis import first_solution
from stategraph.engines.limits import TIRED, Limits
from stategraph.expand import expand
from stategraph.search import lazy_astar
from stategraph.search.lazy_astar import among, forbidding_obstacles


def played(puzzle, labels):
    """Return the number of moves that can be played, up to the first winning state."""
    state = puzzle.start
    for number, label in enumerate(labels):
        moves = dict(puzzle.moves(state))
        if puzzle.is_goal(state) or label not in moves:
            return number
        state = moves[label]
    return len(labels)


def test_what_is_in_the_way_forbids_the_first_move_that_fails_and_none_of_it_is_spare():
    rng, forbidden, several = random.Random(11), 0, 0
    for _ in range(examples(600)):
        puzzle = push_blocks(rng)
        blocks = sorted(puzzle.start.blocks)
        heeded = {cell for cell in blocks if rng.random() < 0.3}
        graph = expand(among(puzzle, heeded), Limits(states=500), engine="direct")
        if not graph.complete or graph.goal is None:
            continue
        labels = list(first_solution(graph).labels)
        met, most = forbidding_obstacles(puzzle, heeded, labels), played(puzzle, labels)
        assert bool(met) == (most < len(labels))
        assert met <= set(blocks) - heeded
        if met:
            forbidden += 1
            several += len(met) > 1
            assert played(among(puzzle, heeded | met), labels) == most
            assert all(played(among(puzzle, heeded | met - {one}), labels) > most for one in met)
    assert forbidden > 20
    assert several > 2


def test_whether_obstacles_shut_a_level_off_is_asked_of_the_last_1_2_4():
    puzzle = psychopath(["uppppppe", "________"])
    groups = [{cell} for cell in sorted(puzzle.start.blocks)]
    asked = []

    def solve(some, patience):
        asked.append((sorted(some.start.blocks), patience))
        return (None, None) if len(asked) == shut else (None, TIRED)

    for shut, answer in ((9, False), (3, True), (1, True)):
        asked.clear()
        assert lazy_astar._shut_off(puzzle, groups, 7, solve) is answer
        assert asked == [([6], 7), ([5, 6], 7), ([3, 4, 5, 6], 7)][:shut]
    asked.clear()
    assert not lazy_astar._shut_off(puzzle, groups[:1], 7, solve)  # the search checks this itself
    assert not asked


def test_a_search_that_tires_tries_the_whole_puzzle_and_has_more_patience_then():
    puzzle = psychopath(["upe"])
    asked = []

    def solve(some, patience):
        asked.append((len(some.start.blocks), patience))
        return (["right"], None) if patience > 100_000 else (None, TIRED)

    assert lazy_astar.lazy(puzzle, solve)[0] == ["right"]
    first, more = lazy_astar.FIRST_STATES, lazy_astar.FIRST_STATES * lazy_astar.GROWTH
    assert asked[:3] == [(0, first), (1, first), (0, more)]
