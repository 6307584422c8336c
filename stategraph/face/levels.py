"""A whole level: its state graph, its solutions, its numbers, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Limits
from stategraph.errors import InputError, did_you_mean
from stategraph.face.given import Levelled, level_of
from stategraph.graph.state_graph import StateGraph

if TYPE_CHECKING:
    import numpy as np

    from stategraph.analysis import Way
    from stategraph.ask import Answer
    from stategraph.laws import Replay
    from stategraph.metrics import Analysis
    from stategraph.search.solution import Solution


def expand(
    level: Levelled,
    limits: Limits | None = None,
    *,
    until_goal: bool = False,
    engine: str = "auto",
    progress: Any = None,
) -> StateGraph:
    """Return the state graph of a level: every state reachable from its start, every move.

    The graph remembers its level (``graph.level``), and so its title and its boards.
    O(states + moves).

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
    limits : Limits, optional
        an expansion that meets one stops cleanly: ``graph.complete`` is False
    until_goal, engine, progress
        as for ``stategraph.expand.expand``

    Raises
    ------
    LevelError, RuleError
        when the level cannot be read, or its rules break the contract of a puzzle

    >>> expand("spacewreck/eight-rooms")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    from stategraph.expand import expand as expand_puzzle

    if isinstance(level, StateGraph):
        return level.networkx
    found = level_of(level)
    graph = found.graph
    if graph is None:
        how: dict[str, Any] = dict(until_goal=until_goal, engine=engine, progress=progress)
        graph = expand_puzzle(found.puzzle, limits, **how)
    graph.level = found
    return StateGraph.over(graph)


def solve(
    level: Levelled, search: str = "auto", limits: Limits | None = None, **how: Any
) -> Solution:
    """Return the first shortest solution of a level, or what is known of it.

    Parameters
    ----------
    search : {"auto", "bfs", "astar", "lazy", "ida", "bidirectional"}
    limits : Limits, optional
    how
        ``order``, ``engine`` and ``progress``, as for ``stategraph.search.solve``

    Raises
    ------
    InputError
        where the search needs what the puzzle or its family does not declare

    >>> found = solve("spacewreck/eight-rooms")
    >>> found.text, found.moves, found.proven
    ('R3L5L8', ('R3', 'L5', 'L8'), True)
    """
    from stategraph.search.solve import solve as solve_level

    return solve_level(level_of(level), search, limits, **how)


def analyse(level: Levelled, *, order: str = "text", slow: bool = False) -> Analysis:
    """Return all that there is to tell of a level: solutions, dead ends, traps, every metric.

    O(states + moves), but for the blind player's equations, which above 50,000 states are solved
    only where `slow` asks for them. A list of such answers makes a ``pandas.DataFrame``.

    >>> found = analyse("spacewreck/eight-rooms")
    >>> found.shortest, found["dead_states"], found.to_dict()["first_solution"]
    (3, 2, 'R3L5L8')
    """
    from stategraph.design import why
    from stategraph.metrics import analyse as analyse_graph
    from stategraph.tell.why import add

    graph = expand(level)
    found = analyse_graph(level_of(graph), graph, order=order, slow=slow)
    add(found, lambda: why(level_of(graph), graph.real))
    return found


def measure(level: Levelled, names: str | Iterable[str] | None = None) -> dict[str, Any]:
    """Return metrics of a level by their names, and which of them are unknown or left out.

    Parameters
    ----------
    names : str or iterable of str, optional
        the metrics wanted, of `METRICS`; all of them by default

    Raises
    ------
    InputError
        when there is no metric of that name

    >>> measure("spacewreck/eight-rooms", ["muse", "forced_states"])
    {'muse': 3.0, 'forced_states': 2, 'unknown': [], 'left_out': []}
    """
    from stategraph.metrics import METRICS, measure_level

    wanted = [names] if isinstance(names, str) else None if names is None else list(names)
    for name in wanted or ():
        if name not in METRICS:
            raise InputError(f"there is no metric {name!r}{did_you_mean(name, METRICS)}")
    graph = expand(level)
    return measure_level(level_of(graph), graph, wanted)


def first_solution(level: Levelled, order: str = "text") -> Way:
    """Return the first shortest solution as a way through the state graph: nodes, labels, moves.

    Parameters
    ----------
    order : {"text", "moves"}
        what makes it the first: its concatenated text, or its labels compared one by one

    Raises
    ------
    NetworkXNoPath
        when the goal was not reached

    >>> way = first_solution("spacewreck/eight-rooms")
    >>> way.text, way.nodes
    ('R3L5L8', (0, 1, 3, 6))
    """
    from stategraph.analysis import first_solution as first_way

    return first_way(expand(level), order)


def replay(level: Levelled, moves: str | Iterable[str] | Way | Solution) -> Replay:
    """Return what becomes of moves, played from the start of a level by its rules.

    Parameters
    ----------
    moves : str, labels, Way or Solution
        text as players write it, ``"R3L5"`` or ``"R3 L5"``, or the labels one by one

    Raises
    ------
    MovesError
        when the text can be read in two ways

    >>> found = replay("spacewreck/eight-rooms", "R3L5R9")
    >>> found.labels, found.rest, found.legal
    (('R3', 'L5'), 'R9', ('R6', 'L8'))
    """
    from stategraph.laws import replay as replay_moves

    labels: Any = getattr(moves, "labels", getattr(moves, "moves", moves))
    text = labels if isinstance(labels, str) else " ".join(labels or ())
    found = level_of(level)
    return replay_moves(found.puzzle, found.family.labels(text))


def ask(level: Levelled, question: str, *, fair: bool = False, order: str = "text") -> Answer:
    """Return the answer to any question of play: yes, no or unknown, with moves that show it.

    What may be asked, ``stategraph ask --help`` tells.

    Parameters
    ----------
    fair : bool
        whether runs are left out that go round for ever although a way out is open again and again

    Raises
    ------
    QuestionError
        with the column of what cannot be read, and what would fit there

    >>> found = ask("spacewreck/eight-rooms", "always can reach goal")
    >>> found.answer, found.holds_in, found.of, found.witness
    (False, 3, 9, ('L4', 'R3', 'L7'))
    """
    from stategraph.ask import ask as ask_graph

    graph = expand(level)
    return ask_graph(level_of(graph), graph, question, fair=fair, order=order)


def where(level: Levelled, expression: str, *, fair: bool = False) -> np.ndarray:
    """Return in which states (n,) bool of a level's graph something holds; raises as `ask` does.

    >>> where("spacewreck/eight-rooms", "dead or trap").nonzero()[0].tolist()
    [4, 7, 8]
    """
    from stategraph.ask import where as where_in

    graph = expand(level)
    return where_in(level_of(graph), graph, expression, fair=fair)
