"""Costs of moves, by name or in the query language; solutions with conditions.

Every level has the cost ``moves``, and a family names others (`Family.costs`). Any kind of moves is
also a cost: with ``changes blocks``, each move that changes blocks costs 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from stategraph import kernels
from stategraph.analysis import GraphPath, moves_from_start
from stategraph.analysis.costs import (
    Cheapest,
    Costly,
    cheapest,
    cheapest_solution,
    pareto,
    to_goals,
)
from stategraph.ask.meaning import Masks, Meaning
from stategraph.ask.parser import parse_formula, parse_moves
from stategraph.ask.play import Play
from stategraph.errors import QuestionError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record

MOVES = "moves"


def costs_of(level: Level) -> dict[str, str]:
    """Return the cost measures of a level: name -> the kind of moves that cost 1."""
    own = level.family.costs(level.puzzle) if level.puzzle.variables is not None else {}
    return {MOVES: "", **own}


def costly(
    level: Level,
    graph: ArrayGraph,
    costs: list[str],
    *,
    avoid: str | None = None,
    through: str | None = None,
) -> Costly:
    """Return the moves of a graph with costs, without avoided moves and states.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        its state graph
    costs : list of str
        names, or kinds of moves
    avoid : str, optional
        states to avoid, or moves to avoid
    through : str, optional
        a state to pass at least once, or a move to make. The result then has two layers of the
        states, and solutions lead from the first layer to the second

    Raises
    ------
    QuestionError
        if one of the texts cannot be parsed
    """
    play = graph.remember(("play", True), lambda: Play(level, graph, True))
    meaning = Meaning(play)
    moves, n = play.moves, len(play)
    counted = [_cost(level, meaning, name) for name in costs]
    allowed = np.ones(len(moves.targets), np.bool_)
    goals, forbidden = play.goal, False
    if avoid is not None:
        move_mask, state_mask = _either(meaning, avoid)
        allowed = ~(move_mask | state_mask[moves.targets])
        goals, forbidden = goals & ~state_mask, bool(state_mask[0])
    if forbidden:
        goals = np.zeros(n, np.bool_)
    allowed_moves = moves.only(allowed)
    numbers = np.flatnonzero(allowed)
    costs_kept = tuple(cost[numbers] for cost in counted)
    if through is None:
        return Costly(allowed_moves.offsets, allowed_moves.targets, numbers, costs_kept, goals)
    move_mask, state_mask = _either(meaning, through)
    satisfied = move_mask[numbers] | state_mask[allowed_moves.targets]
    begun = bool(state_mask[0])  # then the start satisfies the condition
    targets = np.concatenate(
        (allowed_moves.targets + n * (satisfied | begun), allowed_moves.targets + n)
    )
    return Costly(
        np.concatenate((allowed_moves.offsets[:-1], allowed_moves.offsets + len(numbers))),
        targets.astype(np.int32),
        np.tile(numbers, 2),
        tuple(np.tile(cost, 2) for cost in costs_kept),
        np.concatenate((goals & begun, goals)),
    )


def through_graph(graph: ArrayGraph, path: GraphPath) -> GraphPath:
    """Convert a path through layers, or to a distinguished winning state, to one in the graph."""
    nodes = [0, *(int(graph.targets[move]) for move in path.moves)]
    return GraphPath(tuple(nodes), path.labels, path.moves, nodes[-1] == graph.goal)


def _cost(level: Level, meaning: Meaning, name: str) -> np.ndarray:
    """Return the cost of each move (m,) int64."""
    definitions = costs_of(level)
    if name == MOVES:
        return np.ones(len(meaning.play.moves.targets), np.int64)
    try:
        interpreter = meaning.lenient() if name in definitions else meaning
        return interpreter.moves_that(parse_moves(definitions.get(name, name)))[0].astype(np.int64)
    except QuestionError as error:
        near = did_you_mean(name, definitions)
        if name in definitions or not name.isidentifier():
            raise error.within(definitions.get(name, name)) from None
        more = near or f"; there is {', '.join(definitions)}, and any kind of moves"
        raise QuestionError(f"unknown cost {name!r}{more}") from None


def _either(meaning: Meaning, text: str) -> tuple[np.ndarray, np.ndarray]:
    """Return masks of the moves (m,) and states (n,) that a text describes; one mask is empty."""
    (mask, _), of_moves = _condition(meaning, text)
    play = meaning.play
    nothing = np.zeros(len(play) if of_moves else len(play.moves.targets), np.bool_)
    return (mask, nothing) if of_moves else (nothing, mask)


def _condition(meaning: Meaning, text: str) -> tuple[Masks, bool]:
    """Return masks of where `text` surely and perhaps holds, and whether it describes moves."""
    try:
        return meaning.moves_that(parse_moves(text)), True
    except QuestionError:
        try:
            return meaning.states(parse_formula(text)), False
        except QuestionError as error:
            raise error.within(text) from None


def _conditions_known(level: Level, graph: ArrayGraph, texts: Sequence[str | None]) -> bool:
    """Return whether the known part of the graph settles the conditions in every state."""
    meaning = Meaning(graph.remember(("play", True), lambda: Play(level, graph, True)))
    masks = [_condition(meaning, text)[0] for text in texts if text is not None]
    return all(low is high or bool((low == high).all()) for low, high in masks)


@dataclass(frozen=True)
class Weighed:
    """The cheapest solution, or the Pareto front of two costs.

    Attributes
    ----------
    names : tuple of str
        the costs, the most important first
    found : tuple of Cheapest
        one solution, or the whole front; empty without such a solution
    known : bool
        whether the graph proves it
    front : bool
        whether a front was requested
    """

    names: tuple[str, ...]
    found: tuple[Cheapest, ...]
    known: bool
    front: bool


def weighed(
    level: Level,
    graph: ArrayGraph,
    names: Sequence[str] = (MOVES,),
    *,
    front: bool = False,
    avoid: str | None = None,
    through: str | None = None,
    order: str = "text",
) -> Weighed:
    """Return the cheapest solution of a level, or the Pareto front of two costs.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        its state graph
    names : sequence of str
        the costs, the most important first; two for a front
    front : bool
        whether to return the front
    avoid, through : str, optional
        conditions on solutions, as in `costly`
    order : {"text", "moves"}
        the order that selects the first of several solutions

    Notes
    -----
    O(m log m) per solution. On a partial graph, a solution can be proven cheapest only if moves are
    the only cost.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("sokoban/two-to-put-away")
    >>> solution = weighed(graph.level, graph, ["pushes", "moves"]).found[0]
    >>> solution.costs, solution.way.text, solution.count
    ((2, 6), 'LLURUR', 1)
    """
    play = costly(level, graph, list(names), avoid=avoid, through=through)
    if front:
        solutions = pareto(graph, play, order)
    else:
        solution = cheapest_solution(graph, play, order)
        solutions = [] if solution is None else [solution]
    solutions = [
        replace(solution, way=through_graph(graph, solution.way)) for solution in solutions
    ]
    proven = graph.complete or (
        not front
        and _shortest_known(graph, names, solutions)
        and _conditions_known(level, graph, (avoid, through))
    )
    return Weighed(tuple(names), tuple(solutions), proven, front)


def _shortest_known(graph: ArrayGraph, names: Sequence[str], solutions: list[Cheapest]) -> bool:
    """Return whether every path through the frontier needs more moves."""
    if list(names) != [MOVES] or not solutions:
        return False
    beyond = moves_from_start(graph)[graph.frontier]
    return len(solutions[0].way) <= int(beyond.min(initial=len(graph)))


# keys of the result of `cost_numbers`
NUMBERS = (
    *("cheapest", "cheapest_count", "cheapest_moves", "cheapest_solution"),
    *("cheapest_solution_moves", "max_cost_from_start", "max_cost_to_goal"),
)


def cost_numbers(level: Level, graph: ArrayGraph, name: str, order: str = "text") -> Record:
    """Return shortest-path metrics of a level for a cost other than moves. O(m log m).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        its state graph
    name : str
        the cost
    order : {"text", "moves"}
        the order that selects the first of several solutions

    Returns
    -------
    dict
        with the keys `NUMBERS`: the least cost of a solution, the number of such solutions, their
        fewest moves, the first of them; the largest least cost from the start to a state, and from
        a state to the goal. Without a solution each value is None
    """
    play = costly(level, graph, [name])
    solution = cheapest_solution(graph, play, order)
    to_goal = to_goals(play)
    begun = np.full(len(to_goal), -1, np.int64)
    begun[0] = 0
    starts, sources, moves = kernels.reverse(play.offsets, play.targets, True)
    from_start = cheapest(starts, sources, play.weights()[moves], begun)
    values = {
        "cheapest": None if solution is None else solution.costs[0],
        "cheapest_count": 0 if solution is None else solution.count,
        "cheapest_moves": None if solution is None else len(solution.way),
        "cheapest_solution": None if solution is None else solution.way.text,
        "cheapest_solution_moves": None if solution is None else list(solution.way.labels),
        "max_cost_from_start": play.decoded(int(from_start.max()))[0],
        "max_cost_to_goal": None if solution is None else play.decoded(int(to_goal.max()))[0],
    }
    return {name: values[name] for name in NUMBERS}
