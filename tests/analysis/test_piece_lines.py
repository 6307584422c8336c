"""The fewest changes of piece, compared with a search in which each piece has an identity."""

from __future__ import annotations

import heapq
import math
import random

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_levels import random_level
from toys import repeated_labels
from yards import yard

from stategraph import expand, load
from stategraph.analysis import moves_to_goal
from stategraph.analysis.piece_lines import Cost, lines
from stategraph.analysis.piece_moves import (
    GONE,
    NO_PIECE,
    _ahead,
    actor_moves,
    labelled_moves,
    piece_moves,
    pieces_of,
)
from stategraph.analysis.solution_shares import line_shares
from stategraph.analysis.walk_contraction import contracted
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
                left = found.remaining_cost(unit.target, unit.after)
                if left is not None:
                    begins = unit.before != piece
                    costs.append(Cost(left.lines + begins, left.units + 1))
            assert found.remaining_cost(owner, piece) == min(costs, default=None)


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


def costs_of_shortest(found, graph, node, left, last):
    """Yield the (lines, pushes) of each shortest path from a node, walked move by move."""
    if node == graph.goal:
        yield Cost(0, 0)
    for move in range(graph.offsets[node], graph.offsets[node + 1]):
        to, before = int(graph.targets[move]), found.pieces.before[move]
        if left[to] == left[node] - 1:
            pushes = before != NO_PIECE
            then = found.pieces.after[move] if pushes else last
            for lines, units in costs_of_shortest(found, graph, to, left, then):
                yield Cost(lines + (pushes and before != last), units + pushes)


@pytest.mark.parametrize("seed", range(20))
def test_the_fewest_lines_of_a_shortest_solution(seed):
    puzzle, graph = yard(random.Random(f"solution {seed}"), 4)
    if graph.goal is not None:
        found, left = pushed(puzzle, graph), moves_to_goal(graph)
        assert found.shortest() == min(costs_of_shortest(found, graph, 0, left, None))


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
    runs = [(at, run.units) for (_, at), run in found.runs(first, cell(3, 5))]
    assert runs[0] == (cell(3, 5), 0) and (cell(3, 4), 1) in runs and (cell(3, 1), 4) in runs
    after = next(owner for (owner, at), _ in found.runs(first, cell(3, 5)) if at == cell(3, 4))
    assert found.remaining_cost(after) == (4, 11) and found.then_another(after, cell(3, 4)) is None


def test_actors_are_pieces():
    graph = load("spacewreck/eight-rooms").expand()
    pieces = actor_moves(graph, lambda label: label[0])
    found = lines(graph, pieces)
    assert (pieces.names, pieces.cells, found.fewest) == (("L", "R"), 0, (2, 3))


def test_ahead_of_a_walk_is_the_next_cell_in_its_direction():
    """The cells of the board are 0 to 2 and 3 to 5; -1 is an unknown walk, or outside the board."""
    board = Grid(["...", "..."])
    before, after = np.array([0, 3, 4, 1, -1, 0, -1]), np.array([1, 0, 3, 4, 1, -1, -1])
    assert _ahead(board, before, after).tolist() == [2, -1, -1, -1, -1, -1, -1]


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


# pieces of labels, as blocks have them: the second one moves from cell a to cell b
MOVED = {"R1": ("a", "b"), "R2": ("b", "a"), "R10": ("a", "a"), "L": ("c", "c"), "0": None}


def moved(label):
    return MOVED.get(label, ("d", "d"))


def fewest_lines(graph, pieces):
    """Return the fewest lines from each state."""
    return lines(graph, pieces).to_goal


def naive_lines(graph, pieces, start):
    """Return the fewest lines from a state to each state by Dijkstra over (state, piece)."""
    far, queue = {}, [(0, start, -3)]
    while queue:
        made, node, piece = heapq.heappop(queue)
        if (node, piece) in far:
            continue
        far[node, piece] = made
        for move in range(graph.offsets[node], graph.offsets[node + 1]):
            before, to = int(pieces.before[move]), int(graph.targets[move])
            after = piece if before < 0 else int(pieces.after[move])
            heapq.heappush(queue, (made + (before >= 0 and before != piece), to, after))
    best = {}
    for (node, _), made in far.items():
        best[node] = min(best.get(node, math.inf), made)
    return best


@settings(max_examples=examples(150))
@given(repeated_labels())
def test_fewest_lines_to_the_goal(case):
    made = case.made
    if made.goal is None:
        return
    pieces = labelled_moves(made, moved)
    found = lines(made, pieces).to_goal
    for node in made:
        assert found[node] == naive_lines(made, pieces, node).get(made.goal, -1)


@settings(max_examples=examples(20))
@given(repeated_labels())
def test_the_search_is_the_same_compiled(both, case):
    if case.made.goal is not None:
        both(fewest_lines, case.made, labelled_moves(case.made, moved))


def naive_results(graph, pieces, start, avoided):
    """Return the results of lines from a state: paths are tried piece by piece."""
    seen, open_ = set(), [(start, None)]
    while open_:
        node, piece = open_.pop()
        if (node, piece) in seen:
            continue
        seen.add((node, piece))
        for move in range(graph.offsets[node], graph.offsets[node + 1]):
            before, to = int(pieces.before[move]), int(graph.targets[move])
            if not avoided[to] and (before < 0 or piece in (None, before)):
                open_.append((to, piece if before < 0 else int(pieces.after[move])))
    return {node for node, _ in seen} - {start}


@settings(max_examples=examples(150))
@given(repeated_labels(), st.integers(0, 255))
def test_results_of_lines_and_their_moves(case, mask):
    made, pieces = case.made, labelled_moves(case.made, moved)
    avoided = np.array([bool(mask >> k & 1) for k in range(len(made))])
    results = lines(made, pieces, avoided=avoided)
    for node in made:
        found = results.results(node).tolist()
        assert len(found) == len(set(found))
        assert set(found) == naive_results(made, pieces, node, avoided)
        for end in found:
            moves = results.line(node, end)
            places = [node, *(int(made.targets[move]) for move in moves)]
            assert places[-1] == end
            assert [int(made.sources[move]) for move in moves] == places[:-1]
            ends = [(pieces.before[m], pieces.after[m]) for m in moves if pieces.before[m] >= 0]
            assert all(a[1] == b[0] for a, b in zip(ends, ends[1:], strict=False))


@settings(max_examples=examples(100))
@given(repeated_labels())
def test_shares_of_solutions_with_the_fewest_lines(case):
    made = case.made
    if made.goal is None:
        return
    pieces = labelled_moves(made, moved)
    left = lines(made, pieces).to_goal
    results = lines(made, pieces)
    solutions = []

    def walk(path):
        if left[path[-1]] == 0:
            solutions.append(path)
            return
        for end in results.results(path[-1]).tolist():
            if left[end] == left[path[-1]] - 1:
                walk([*path, end])

    walk([0])
    found = {} if left[0] == 0 else {n: share for n, share, _ in line_shares(results)}
    passed = {node for path in solutions for node in path if left[node]}
    assert set(found) == passed
    for node in passed:
        share = sum(node in path for path in solutions) / len(solutions)
        assert found[node] == pytest.approx(share)


@pytest.mark.parametrize(
    ("name", "count"),
    [("sokoban/three-in-a-row", 4), ("spacewreck/eight-rooms", 2), ("psychopath/first-push", 1)],
)
def test_known_lines(name, count):
    level = load(name)
    graph = expand(level.puzzle)
    seen = graph if level.family.actor else contracted(level.puzzle)
    assert fewest_lines(seen, pieces_of(level, seen))[0] == count


def test_single_steps_show_no_piece():
    level = load("sokoban/first-push")
    assert pieces_of(level, expand(level.puzzle)) is None
