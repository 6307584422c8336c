"""Backward moves of Pacman: an agent steps back, and the food eaten on its cell returns."""

from __future__ import annotations

from itertools import permutations

from stategraph.rules import Puzzle, State, each


def backward(puzzle: Puzzle) -> tuple[list[State], Puzzle]:
    """Return all states without food, and the puzzle whose moves reverse the moves of `puzzle`.

    An agent steps back from a cell without food. Before its move, the cell either was empty or held
    food that the agent ate. Each case gives one backward move.
    """
    board, start = puzzle.board, puzzle.start
    food = board.food

    def retreats(me, other, poison):
        def retreat(s):
            for direction in each("URDL"):
                source = board.step[direction][s[me]]
                meal = food.at[s[me]]
                if source < 0 or source == s[other] or (meal >= 0 and meal in s.left):
                    continue
                yield f"{me}{direction}", s.but(**{me: source})
                if meal >= 0 and s[me] not in poison:
                    yield f"{me}{direction}+", s.but(**{me: source}, left=s.left + meal)

        return retreat

    goals = [start.but(P=p, Q=q, left=()) for p, q in permutations(range(board.size), 2)]
    rules = [retreats("Q", "P", board.find("1")), retreats("P", "Q", board.find("2"))]
    return goals, puzzle.ruled(rules, lambda s: False)
