"""Heuristics for Pacman."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from stategraph.rules import DEAD, Largest, Puzzle, State, Table, each
from stategraph.rules.nearest_distances import steps_to

from .rules import Maze

# with more foods than this, only single foods are considered, no pairs
MAX_FOODS_FOR_PAIRS = 16

# with more foods than this, the shortest meals are not computed; they take exponential time
MAX_FOODS_FOR_MEALS = 10


def farthest_food(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate by the largest Manhattan distance from a remaining food to the nearer agent.

    Admissible: an agent must reach that food, and each move covers one cell.
    """
    board = puzzle.board
    places = [board.place(cell) for cell in range(board.size)]
    steps = {
        food: Table(abs(r - y) + abs(c - x) for y, x in places)
        for food, (r, c) in enumerate(map(board.place, board.food.cells))
    }

    def to_each_food(state: State) -> Iterator[int]:
        for food in each(steps):
            if food in state.left:
                yield min(steps[food][state.P], steps[food][state.Q])

    return Largest(to_each_food)


def farthest_pair(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate by the largest number of steps until any two remaining foods are both eaten.

    Either one agent eats both and walks from one to the other, or each agent eats one. No agent
    eats poison. Admissible: one agent moves at a time, and walls block both agents.
    """
    board, numbers = puzzle.board, range(len(puzzle.board.food.cells))
    steps_to_food, steps_to_pair = _steps_to_foods(board)
    pairs = [(food, food) for food in numbers]
    if len(numbers) <= MAX_FOODS_FOR_PAIRS:
        pairs += combinations(numbers, 2)
    first, second = Table(a for a, _ in pairs), Table(b for _, b in pairs)
    to_both = {
        agent: Table(n for a, b in pairs for n in steps_to_pair(agent, a, b)) for agent in "PQ"
    }
    to_first = {
        agent: Table(n for a, _ in pairs for n in steps_to_food(agent, a)) for agent in "PQ"
    }
    to_second = {
        agent: Table(n for _, b in pairs for n in steps_to_food(agent, b)) for agent in "PQ"
    }

    def to_each_pair(state: State) -> Iterator[int]:
        for pair in each(range(len(pairs))):
            if first[pair] in state.left and second[pair] in state.left:
                p, q = pair * board.size + state.P, pair * board.size + state.Q
                by_one = min(to_both["P"][p], to_both["Q"][q])
                by_two = min(
                    to_first["P"][p] + to_second["Q"][q], to_second["P"][p] + to_first["Q"][q]
                )
                yield min(by_one, by_two)

    return Largest(to_each_pair)


def shortest_meals(puzzle: Puzzle) -> Callable[[State], int] | None:
    """Return the fewest moves until all food is eaten if only walls blocked.

    Each agent walks through poison and through the other agent, and eats only its own food. None
    if there is more food than `MAX_FOODS_FOR_MEALS`.
    """
    board = puzzle.board
    foods = board.food.cells
    if len(foods) > MAX_FOODS_FOR_MEALS:
        return None
    near = [steps_to([cell], lambda to: [there for _, there in board.around(to)]) for cell in foods]
    poison = {"P": board.find("2"), "Q": board.find("1")}

    @cache
    def meal(cell: int, left: frozenset[int]) -> int:
        rests = ((near[food].get(cell, DEAD), food, left - {food}) for food in left)
        return min((min(DEAD, n + meal(foods[food], rest)) for n, food, rest in rests), default=0)

    @cache
    def meals(p: int, q: int, left: frozenset[int]) -> int:
        own = {agent: {f for f in left if foods[f] not in poison[agent]} for agent in "PQ"}
        shared = sorted(own["P"] & own["Q"])
        best = DEAD
        for k in range(len(shared) + 1):
            for eaten in map(frozenset, combinations(shared, k)):
                by_p = own["P"] - own["Q"] | eaten
                best = min(best, meal(p, frozenset(by_p)) + meal(q, left - by_p))
        return best

    return lambda state: meals(state.P, state.Q, frozenset(state.left))


def _steps_to_foods(board: Maze) -> tuple[Callable[..., list[int]], Callable[..., list[int]]]:
    """Return functions for the number of steps from each cell to one food, and to two foods."""
    foods = board.food.cells
    near = [steps_to([cell], lambda to: [there for _, there in board.around(to)]) for cell in foods]
    poison = {"P": board.find("2"), "Q": board.find("1")}

    def steps_to_food(agent: str, food: int) -> list[int]:
        eats = foods[food] not in poison[agent]
        return [near[food].get(cell, DEAD) if eats else DEAD for cell in range(board.size)]

    def steps_to_pair(agent: str, a: int, b: int) -> list[int]:
        between = near[a].get(foods[b], DEAD)
        steps = zip(steps_to_food(agent, a), steps_to_food(agent, b), strict=True)
        return [
            min(DEAD, between + min(distances)) if max(distances) < DEAD else DEAD
            for distances in steps
        ]

    return steps_to_food, steps_to_pair
