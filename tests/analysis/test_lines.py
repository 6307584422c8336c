"""The fewest changes of piece, compared with a search in which each piece has an identity."""

from __future__ import annotations

import heapq
import random

import numpy as np
import pytest
from random_levels import random_level
from yards import yard

from stategraph import expand, load
from stategraph.analysis.lines import Cost, lines
from stategraph.analysis.piece_moves import GONE, NO_PIECE, actor_moves, piece_moves
from stategraph.analysis.walks import played_by, walk_classes
from stategraph.rules import Grid, One, Puzzle, Set


def pushed(puzzle, graph):
    """Return the lines of a push puzzle."""
    pieces = piece_moves(graph, "player", played_by(puzzle))
    return lines(graph, pieces, walk_classes(graph, "player"))


def brute(puzzle, name):
    """Return the least (lines, pushes) by a search in which each piece keeps its number."""
    start = puzzle.start
    heap = [(0, 0, 0, start, tuple(sorted(start[name])), None)]
    done, count = set(), 0
    while heap:
        changes, pushes, _, state, order, last = heapq.heappop(heap)
        if puzzle.is_goal(state):
            return Cost(changes, pushes)
        if (state, order, last) in done:
            continue
        done.add((state, order, last))
        for _, to in puzzle.moves(state):
            gone = set(state[name]) - set(to[name])
            new, mover, cost = order, last, (changes, pushes)
            if gone:
                (cell,), came = gone, set(to[name]) - set(state[name])
                mover = order.index(cell)
                new = tuple(min(came) if k == mover else c for k, c in enumerate(order))
                cost = changes + (mover != last), pushes + 1
            count += 1
            heapq.heappush(heap, (*cost, count, to, new, mover))
    return None


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_lines_of_random_sokoban_boards(seed):
    puzzle, graph = yard(random.Random(f"lines {seed}"), 4)
    if graph.goal is None:
        assert brute(puzzle, "boxes") is None
    else:
        assert pushed(puzzle, graph).fewest == brute(puzzle, "boxes")


@pytest.mark.parametrize("seed", range(40))
def test_the_fewest_lines_of_random_mazes(seed):
    _, puzzle = random_level("psychopath", seed)
    graph = expand(puzzle)
    if graph.goal is not None:
        found, true = pushed(puzzle, graph), brute(puzzle, "blocks")
        assert found.fewest.lines == true.lines
        assert found.fewest.units in (true.units, true.units + 1)  # and the walk into the exit


@pytest.mark.parametrize("seed", range(20))
def test_each_cost_is_that_of_the_best_move(seed):
    puzzle, graph = yard(random.Random(f"costs {seed}"), 4)
    if graph.goal is None:
        return
    found = pushed(puzzle, graph)
    goal, none = int(found.owner[graph.goal]), -3
    for owner in range(int(found.owner.max()) + 1):
        for piece in {none, *(unit.before for unit in found.units(owner))}:
            costs = [Cost(0, 0)] if owner == goal else []
            for unit in found.units(owner):
                left = found.left(unit.target, unit.after)
                if left is not None:
                    begins = unit.before != piece
                    costs.append(Cost(left.lines + begins, left.units + 1))
            assert found.left(owner, piece) == min(costs, default=None)


@pytest.mark.parametrize("seed", range(20))
def test_the_solution_has_that_cost_and_can_be_played(seed):
    puzzle, graph = yard(random.Random(f"solution {seed}"), 4)
    if graph.goal is None:
        return
    found, state, last, counts = pushed(puzzle, graph), puzzle.start, None, [0, 0]
    for move in found.solution():
        state = dict(puzzle.moves(state))[graph.label(move)]
        before, after = found.pieces.before[move], found.pieces.after[move]
        if before != NO_PIECE:
            counts = [counts[0] + (before != last), counts[1] + 1]
            last = after
    assert puzzle.is_goal(state)
    assert found.fewest == tuple(counts)


def test_the_ends_of_a_piece_over_all_solutions():
    level = load("sokoban/three-in-a-row")
    graph = level.expand()
    found, cell = pushed(level.puzzle, graph), level.puzzle.board.cell
    assert found.fewest == (4, 12)
    assert found.ends(cell(3, 5)) == {cell(3, 1)}
    assert found.ends(cell(2, 3)) == {cell(3, 4)}


def test_runs_of_one_piece_and_what_another_piece_then_costs():
    level = load("sokoban/three-in-a-row")
    graph = level.expand()
    found, cell = pushed(level.puzzle, graph), level.puzzle.board.cell
    first = int(found.owner[0])
    runs = [(at, run.units) for (_, at), run in found.run(first, cell(3, 5)).items()]
    assert runs[0] == (cell(3, 5), 0) and (cell(3, 4), 1) in runs and (cell(3, 1), 4) in runs
    after = next(owner for owner, at in found.run(first, cell(3, 5)) if at == cell(3, 4))
    assert found.left(after) == (4, 11) and found.then_another(after, cell(3, 4)) is None


def test_actors_are_pieces():
    graph = load("spacewreck/eight-rooms").expand()
    pieces = actor_moves(graph, lambda label: label[0])
    found = lines(graph, pieces, np.arange(len(graph), dtype=np.int32))
    assert (pieces.names, pieces.cells, found.fewest) == (("L", "R"), 0, (2, 3))


def test_a_one_way_walk_keeps_the_last_piece():
    board = Grid(["....."], "#")

    def walk(s):
        if s.player < 4:
            to = s.player + 1
            if to not in s.boxes:
                yield "R", s.but(player=to)
            elif to < 4 and to + 1 not in s.boxes:
                yield "R", s.but(player=to, boxes=s.boxes - to + (to + 1))

    puzzle = Puzzle(
        {"player": 0, "boxes": {2}},
        [walk],
        lambda s: 4 in s.boxes,
        board=board,
        walker="player",
        player=One(board),
        boxes=Set(board),
    )
    assert pushed(puzzle, expand(puzzle)).fewest == (1, 3)  # a walk, and two pushes


def test_a_consumed_piece_and_one_in_a_reduced_won_state():
    level = load("puzzlescript/causeway")
    graph = level.expand()
    found, cell = pushed(level.puzzle, graph), level.puzzle.board.cell
    moved = [(int(before), int(after)) for before, after in zip(*found.pieces[:2], strict=True)]
    solution = [moved[move] for move in found.solution() if moved[move][0] != NO_PIECE]
    assert found.fewest == (2, 6)
    assert solution[:2] == [(cell(2, 2), cell(2, 3)), (cell(2, 3), GONE)]
    assert solution[-1] == (cell(2, 5), cell(2, 6))


def test_items_of_a_tuple_are_pieces():
    level = load("psychopath/fill-the-pit")
    graph = level.expand()
    found, cell = pushed(level.puzzle, graph), level.puzzle.board.cell
    moved = {(int(before), int(after)) for before, after in zip(*found.pieces[:2], strict=True)}
    assert (cell(2, 1), cell(1, 1)) in moved and (cell(1, 1), GONE) in moved
    assert (cell(2, 3), GONE) in moved
