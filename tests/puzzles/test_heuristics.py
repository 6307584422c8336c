"""The families' heuristics: known values, and that their promises hold."""

from __future__ import annotations

import known
import pytest
from stategraph_puzzles.labyrinth.heuristics import manhattan, wrapped
from stategraph_puzzles.pacman.heuristics import (
    MAX_FOODS_FOR_MEALS,
    MAX_FOODS_FOR_PAIRS,
    farthest_food,
    farthest_pair,
    shortest_meals,
)
from stategraph_puzzles.psychopath.heuristics import walk
from stategraph_puzzles.spacewreck.heuristics import corridors

from stategraph import level_files, load
from stategraph.analysis import check_heuristic, moves_to_goal
from stategraph.expand import expand
from stategraph.rules import DEAD

SMALL = [
    (name, guess, path.stem)
    for name in level_files.family_names()
    for guess in level_files.family(name).heuristics
    for path in level_files.bundled(name)
    if known.stated()[f"{name}/{path.stem}"]["states"] <= 1_000
]


@pytest.mark.parametrize(("name", "guess", "stem"), SMALL)
def test_on_every_state(name, guess, stem):
    level = load(f"{name}/{stem}")
    graph = expand(level.puzzle)
    guessed = level.family.heuristics[guess](level.puzzle)
    guesses = [guessed(graph.state(node)) for node in graph]
    assert min(guesses) >= 0
    if graph.goal is not None:
        assert guesses[graph.goal] == 0
    if guess in level.family.admissible:
        for node, left in enumerate(moves_to_goal(graph).tolist()):
            assert left < 0 or guesses[node] <= left
        # and consistent: no move makes it fall by more than 1
        for u, v, left in zip(graph.sources, graph.targets, moves_to_goal(graph)[graph.targets],
                              strict=True):  # fmt: skip
            assert left < 0 or guesses[u] <= guesses[v] + 1
        found = check_heuristic(graph, guessed)
        assert (found.admissible, found.consistent) == (True, True)


def test_every_family_but_pledge_has_one():
    assert {name for name in level_files.family_names() if level_files.family(name).heuristics} == {
        "labyrinth", "pacman", "psychopath", "rushhour", "sokoban", "spacewreck",
    }  # fmt: skip


def said(make, family, text, options=None):
    """Return the heuristic at the start of a level."""
    puzzle = level_files.family(family).read(text, options or {})
    return make(puzzle)(puzzle.start)


def test_corridors_take_the_nearer_one():
    text = "4 3\na b c\n{} {}\n1 2 x\n2 3 x\n3 4 x"
    assert said(corridors, "spacewreck", text.format(1, 3)) == 1
    assert said(corridors, "spacewreck", text.format(1, 1)) == 3
    assert said(corridors, "spacewreck", "3 1\na b\n1 1\n1 2 x") == DEAD  # no path at all


def test_the_walk_goes_through_blocks_and_round_walls():
    assert said(walk, "psychopath", "5 3\n0\nXXXXX\nXup_e\nXXXXX") == 3
    assert said(walk, "psychopath", "5 4\n0\nXXXXX\nXuXeX\nX___X\nXXXXX") == 4
    assert said(walk, "psychopath", "5 3\n0\nXXXXX\nXuXeX\nXXXXX") == DEAD  # walled up


def test_the_farthest_food_counts_from_the_nearer_agent():
    assert said(farthest_food, "pacman", "%%%%%%%%\n%P 1  Q%\n%%%%%%%%") == 2
    assert said(farthest_food, "pacman", "%%%%%%%%\n%P3 1 Q%\n%%%%%%%%") == 2
    assert said(farthest_food, "pacman", "%%%%\n%PQ%\n%%%%") == 0


def test_two_foods_are_eaten_by_one_agent_or_by_both():
    def steps(text):
        return said(farthest_pair, "pacman", text)

    assert steps("%%%%%%%%\n%P 1  Q%\n%%%%%%%%") == 2
    assert steps("%%%%%%%%\n%Q 1  P%\n%%%%%%%%") == 3  # it is poison to the nearer one
    assert steps("%%%%%%%%\n%P3 1 Q%\n%%%%%%%%") == 3
    assert steps("%%%%%%%%\n%P3  3Q%\n%%%%%%%%") == 2  # each eats one
    assert steps("%%%%%%%%\n%PQ3  3%\n%%%%%%%%") == 4
    assert steps("%%%%%%\n%P%1 %\n% %% %\n%   Q%\n%%%%%%") == 8  # round the walls
    assert steps("%%%%%\n%PQ %\n%%%%%\n%1%%%\n%%%%%") == DEAD
    assert steps("%%%%\n%PQ%\n%%%%") == 0
    many = f"%P{'3' * (MAX_FOODS_FOR_PAIRS + 1)}Q%"
    assert (
        steps("\n".join(["%" * len(many), many, "%" * len(many)])) == MAX_FOODS_FOR_PAIRS // 2 + 1
    )


def test_the_labyrinth_by_manhattan_and_round_the_edge():
    text = "9;9;9;8\n8;9;9;9\n9"
    assert said(manhattan, "labyrinth", text) == 2 + 3
    assert said(wrapped, "labyrinth", text) == 1 + 1 + 2
    puzzle = level_files.family("labyrinth").read(text, {})
    inside = puzzle.start.but(player=puzzle.board.cell(1, 0))
    assert manhattan(puzzle)(inside) == 1 + 3  # open at the top: no penalty
    closed = puzzle.start.but(player=puzzle.board.cell(1, 1))
    assert manhattan(puzzle)(closed) == 1 + 2 + 3
    assert wrapped(puzzle)(closed) == 1 + 2 + 1


def test_manhattan_may_guess_too_many():
    level = load("labyrinth/over-the-edge")
    graph = expand(level.puzzle)
    guess = manhattan(level.puzzle)
    left = moves_to_goal(graph)
    assert any(guess(graph.state(node)) > left[node] >= 0 for node in graph)


@pytest.mark.parametrize(
    "name",
    [
        *("labyrinth/the-ride", "labyrinth/nine-tiles", "labyrinth/over-the-edge"),
        *("pacman/first-meal", "pacman/passing-place", "pacman/invented/locked-in"),
        *("spacewreck/eight-rooms", "spacewreck/invented/six-rooms"),
    ],
)
def test_the_relaxed_problem_is_solved_exactly(name):
    """Its solution is as long as a search through the attempts and the slides finds."""
    level = load(name)
    family, puzzle = level.family, level.puzzle
    left = family.relaxed(puzzle).left

    def key(state):  # slides change tiles, but all tiles are open in the relaxed problem
        return state.player if family.name == "labyrinth" else state

    steps, queue = {key(puzzle.start): 0}, [puzzle.start]
    for state in queue:  # the queue grows
        if left(state) == 0:
            break
        slides = [move for move in puzzle.moves(state) if move[0] == "S"]
        for _, to in [*family.attempts(puzzle, state), *slides]:
            if key(to) not in steps:
                steps[key(to)] = steps[key(state)] + 1
                queue.append(to)
    assert steps[key(state)] == left(puzzle.start)


def test_too_much_food_has_no_shortest_meals():
    text = f"%P{'3' * (MAX_FOODS_FOR_MEALS + 1)}Q%"
    board = "\n".join(["%" * len(text), text, "%" * len(text)])
    puzzle = level_files.family("pacman").read(board, {})
    assert shortest_meals(puzzle) is None and puzzle.start.left
    assert level_files.family("pacman").relaxed(puzzle) is None
