"""Simulated players: each a simple rule; they show which kind of player a level stops.

Each play is drawn with a seed, and the same on every machine. A player who is lost goes on, for
they do not know; they stop where there is no move, and give up after `patience` moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from stategraph.analysis import moves_to_goal, shortest
from stategraph.analysis.patterns import patterns_of
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.players.replays import Line

# How often the greedy player does not heed the heuristic; how far ahead the planner looks; how many
# states the forgetful one remembers.
NOISE, AHEAD, MEMORY = 0.25, 4, 7

# A player gives up after so many times the moves of a shortest solution, and so many more.
TIMES, MORE = 10, 50

PLAYERS = {
    "wanderer": "moves at random, but never straight back to the state before, unless there is no "
    "other move (a random walk without backtracking: N. Alon, I. Benjamini, E. Lubetzky, S. Sodin, "
    "Non-backtracking random walks mix faster, Communications in Contemporary Mathematics 9, 2007)",
    "greedy": f"makes the move after which the family's first heuristic guesses the fewest moves "
    f"left, or, one time in {round(1 / NOISE)}, any move at random (epsilon-greedy: R. Sutton, "
    "A. Barto, Reinforcement Learning, 2018, section 2.2)",
    "planner": f"sees {AHEAD} moves ahead: plays the goal home from there, sees when each move "
    "leads to a state without any, and else wanders (depth-limited search: S. Russell, P. Norvig, "
    "Artificial Intelligence, 2021, section 3.4)",
    "wary": "wanders, but knows the traps of a single part, such as a box in a corner, and makes "
    "no move into one unless there is no other (as dead squares are known: A. Junghanns, J. "
    "Schaeffer, Sokoban: enhancing general single-agent search, Artificial Intelligence 129, 2001)",
    "forgetful": f"remembers the last {MEMORY} states and moves at random to others, unless there "
    "are none (short-term memory: F. Glover, Tabu search, ORSA Journal on Computing 1, 1989; its "
    "size: G. A. Miller, The magical number seven, Psychological Review 63, 1956)",
}

# Which of some moves, (label, node) each, a player would make: all that are as good.
Choice = Callable[[list[tuple[str, int]], Sequence[int], random.Random], list[tuple[str, int]]]


def simulated(level: Level, graph: ArrayGraph, player: str, plays: int, seed: int) -> list[Line]:
    """Return some plays of one of `PLAYERS` on a whole graph. O(plays * moves of a play)."""
    likely = _CHOICES[player](level, graph)

    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> tuple[str, int]:
        among = likely(moves, nodes, draw)
        return among[int(draw.random() * len(among))]

    draws = (random.Random(f"{seed} {player} {number}") for number in range(plays))
    known: dict[int, list[tuple[str, int]]] = {}
    return [play_out(graph, choose, draw, known) for draw in draws]


def play_out(
    graph: ArrayGraph,
    choose: Callable[[list[tuple[str, int]], Sequence[int], random.Random], tuple[str, int]],
    draw: random.Random,
    known: dict[int, list[tuple[str, int]]] | None = None,
) -> Line:
    """Return a play, as far as the goal, a state without moves, or the end of patience.

    ``choose(moves, nodes, draw)`` is the move made, (label, node), after the states passed so far.
    `known` keeps the moves of the states that were met, for the next play.
    """
    known = {} if known is None else known
    most = patience(graph)
    nodes, labels = [0], list[str]()
    while nodes[-1] != graph.goal and len(labels) < most:
        here = nodes[-1]
        if here not in known:
            known[here] = list(graph.moves(here))
        if not known[here]:
            break
        label, to = choose(known[here], nodes, draw)
        labels.append(label)
        nodes.append(to)
    return Line("", tuple(nodes), tuple(labels))


def patience(graph: ArrayGraph) -> int:
    """Return after how many moves a simulated player gives up."""
    return TIMES * (shortest(graph) or 0) + MORE


def _onward(moves: list[tuple[str, int]], nodes: Sequence[int]) -> list[tuple[str, int]]:
    """Return the moves that do not lead straight back, or all where there is no other."""
    before = nodes[-2] if len(nodes) > 1 else -1
    return [move for move in moves if move[1] != before] or moves


def _wanderer(level: Level, graph: ArrayGraph) -> Choice:
    return lambda moves, nodes, draw: _onward(moves, nodes)


def _greedy(level: Level, graph: ArrayGraph) -> Choice:
    heuristics = level.family.heuristics
    guess: Any = next(iter(heuristics.values()))(level.puzzle) if heuristics else lambda state: 0
    guesses: dict[int, int] = {}

    def left(node: int) -> int:
        if node not in guesses:
            guesses[node] = 0 if node == graph.goal else int(guess(graph.state(node)))
        return guesses[node]

    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> list[tuple[str, int]]:
        if draw.random() < NOISE:
            return moves
        least = min(left(to) for _, to in moves)
        return [move for move in moves if left(move[1]) == least]

    return choose


def _planner(level: Level, graph: ArrayGraph) -> Choice:
    left = moves_to_goal(graph)

    def ends(node: int, deep: int) -> bool:
        """Return whether every play from a state ends, without the goal, within so many moves."""
        if node == graph.goal:
            return False
        after = {to for _, to in graph.moves(node)}
        return not after or (deep > 0 and all(ends(to, deep - 1) for to in after))

    ending: dict[int, bool] = {}

    def stuck(node: int) -> bool:
        if node not in ending:
            ending[node] = ends(node, AHEAD - 1)
        return ending[node]

    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> list[tuple[str, int]]:
        if 0 <= left[nodes[-1]] <= AHEAD:
            return [move for move in moves if left[move[1]] == left[nodes[-1]] - 1]
        return _onward([move for move in moves if not stuck(move[1])] or moves, nodes)

    return choose


def _wary(level: Level, graph: ArrayGraph) -> Choice:
    found = patterns_of(level, graph)
    simple = [each for each in (found.patterns if found else ()) if len(each) == 1]
    feared = {node for each in simple for node in each.nodes.tolist()}

    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> list[tuple[str, int]]:
        return _onward([move for move in moves if move[1] not in feared] or moves, nodes)

    return choose


def _forgetful(level: Level, graph: ArrayGraph) -> Choice:
    def choose(
        moves: list[tuple[str, int]], nodes: Sequence[int], draw: random.Random
    ) -> list[tuple[str, int]]:
        recent = nodes[-MEMORY:]
        return [move for move in moves if move[1] not in recent] or moves

    return choose


_CHOICES: dict[str, Callable[[Level, ArrayGraph], Choice]] = {
    "wanderer": _wanderer,
    "greedy": _greedy,
    "planner": _planner,
    "wary": _wary,
    "forgetful": _forgetful,
}
