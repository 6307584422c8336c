"""A whole level: its state graph, its solutions, its metrics, and questions about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Limits, Progress
from stategraph.errors import InputError, did_you_mean
from stategraph.face import wording
from stategraph.face.level_arguments import Levelled, bounds, level_of
from stategraph.graph.state_graph import StateGraph
from stategraph.readable import Record

if TYPE_CHECKING:
    import numpy as np

    from stategraph.analysis import GraphPath
    from stategraph.ask import Answer
    from stategraph.laws import Replay
    from stategraph.metrics import Analysis
    from stategraph.search.solution import Solution


def expand(
    level: Levelled,
    limits: Limits | None = None,
    *,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    until_goal: bool = False,
    engine: str = "auto",
    progress: Progress | None = None,
) -> StateGraph:
    """Return the state graph of a level: all states reachable from the start, and all their moves.

    The attribute ``graph.level`` is the level, which supplies titles and boards. O(states + moves).

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
    limits : Limits, optional
        limits; an expansion that reaches one returns with ``graph.complete`` False
    max_states, max_seconds, max_memory : optional
        the same limits one by one; memory in bytes
    until_goal, engine, progress
        as for ``stategraph.expand.expand``

    Returns
    -------
    StateGraph
        a read-only ``networkx.MultiDiGraph``: state 0 is the start, and all winning states are the
        node ``graph.goal``, or None if play cannot win

    Raises
    ------
    LevelError, RuleError
        if the level cannot be read, or its rules break the contract of a puzzle

    Examples
    --------
    >>> expand("spacewreck/eight-rooms")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    from stategraph.expand import expand as expand_puzzle

    if isinstance(level, StateGraph):
        return level.networkx
    source = level_of(level)
    graph = source.graph
    if graph is None:
        options: Record = dict(until_goal=until_goal, engine=engine, progress=progress)
        most = bounds(limits, max_states, max_seconds, max_memory)
        graph = expand_puzzle(source.puzzle, most, **options)
    graph.level = source
    return StateGraph.over(graph)


def solve(
    level: Levelled,
    search: str = "auto",
    limits: Limits | None = None,
    *,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
    **how: Any,
) -> Solution:
    """Return the first shortest solution of a level, or the known bounds.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    search : {"auto", "bfs", "astar", "lazy", "pushing", "sat", "ida", "bidirectional", "any"}
        see ``stategraph.search.solve``; *any* accepts a solution that is not a shortest one
    limits : Limits, optional
    max_states, max_seconds, max_memory : optional
        the same limits one by one; memory in bytes
    how
        ``order``, ``engine`` and ``progress``, as for ``stategraph.search.solve``

    Returns
    -------
    Solution
        ``moves`` are its labels and ``text`` the same as one string, or None. ``solvable`` and
        ``length`` are None if a limit stopped the search; then ``why`` names the limit, and
        ``at_least`` is a lower bound of the length

    Raises
    ------
    InputError
        if the search needs something that the puzzle or its family does not declare
    ValueError
        if `search` is not one of these names

    Examples
    --------
    >>> solution = solve("spacewreck/eight-rooms")
    >>> solution.text, solution.moves, solution.proven
    ('R3L5L8', ('R3', 'L5', 'L8'), True)
    >>> solution = solve("spacewreck/eight-rooms", max_states=4)
    >>> solution.solvable, solution.at_least, solution.why
    (None, 2, 'limit of 4 states')
    """
    from stategraph.search.solve import solve as solve_level

    most = bounds(limits, max_states, max_seconds, max_memory)
    level = level_of(level)
    return wording.solution(level, solve_level(level, search, most, **how))


def analyse(level: Levelled, *, order: str = "text", slow: bool = False) -> Analysis:
    """Return the analysis of a level: solutions, dead ends, traps, all metrics.

    The cost is O(states + moves), except for the linear equations of the random player. Above
    50,000 states they are solved only if `slow` is true. A list of analyses can be passed to
    ``pandas.DataFrame``.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or label by label
    slow : bool
        True to compute slow metrics above 50,000 living states, too

    Returns
    -------
    Analysis
        a mapping of names to numbers

    Examples
    --------
    >>> facts = analyse("spacewreck/eight-rooms")
    >>> facts.shortest, facts["dead_states"], facts.to_dict()["first_solution"]
    (3, 2, 'R3L5L8')
    """
    from stategraph.design import why
    from stategraph.metrics import analyse as analyse_graph
    from stategraph.tell.unsolvable_reason import add

    graph = expand(level)
    facts = analyse_graph(level_of(graph), graph, order=order, slow=slow)
    add(facts, lambda: why(level_of(graph), graph.real))
    return wording.analysis(level_of(graph), graph, facts)


def measure(level: Levelled, names: str | Iterable[str] | None = None) -> Record:
    """Return metrics of a level by name, and list the unknown and the omitted ones.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    names : str or iterable of str, optional
        names of metrics in `METRICS`; all by default

    Returns
    -------
    dict
        metrics by name, and the lists ``unknown`` and ``left_out``

    Raises
    ------
    InputError
        if a name is not a metric

    Examples
    --------
    >>> measure("spacewreck/eight-rooms", ["muse", "forced_states"])
    {'muse': 3.0, 'forced_states': 2, 'unknown': [], 'left_out': []}
    """
    from stategraph.metrics import METRICS, measure_level

    metric_names = [names] if isinstance(names, str) else None if names is None else list(names)
    for name in metric_names or ():
        if name not in METRICS:
            raise InputError(f"unknown metric {name!r}{did_you_mean(name, METRICS)}")
    graph = expand(level)
    return measure_level(level_of(graph), graph, metric_names)


def first_solution(level: Levelled, order: str = "text") -> GraphPath:
    """Return the first shortest solution as a path in the state graph: nodes, labels, moves.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or label by label

    Returns
    -------
    GraphPath
        ``labels``, ``text`` (the labels as one string), ``moves`` (numbers of moves), and
        ``nodes``, one more than labels

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> path = first_solution("spacewreck/eight-rooms")
    >>> path.text, path.nodes
    ('R3L5L8', (0, 1, 3, 6))
    """
    from stategraph.analysis import first_solution as solution_of_graph

    return solution_of_graph(expand(level), order)


def replay(level: Levelled, moves: str | Iterable[str] | GraphPath | Solution) -> Replay:
    """Play moves from the start of a level, and return the result.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    moves : str, labels, GraphPath or Solution
        text such as ``"R3L5"`` or ``"R3 L5"``, or a sequence of labels

    Returns
    -------
    Replay
        ``labels`` and ``states`` (one more than labels) up to the first illegal move, ``rest`` from
        this move on, and ``legal``: the labels that are legal instead

    Raises
    ------
    MovesError
        if the text is ambiguous

    Examples
    --------
    >>> result = replay("spacewreck/eight-rooms", "R3L5R9")
    >>> result.labels, result.rest, result.legal
    (('R3', 'L5'), 'R9', ('R6', 'L8'))
    """
    from stategraph.laws import replay as replay_moves

    labels: Any = getattr(moves, "labels", getattr(moves, "moves", moves))
    text = labels if isinstance(labels, str) else " ".join(labels or ())
    source = level_of(level)
    return wording.replay(source, replay_moves(source.puzzle, source.family.labels(text)))


def ask(level: Levelled, question: str, *, fair: bool = False, order: str = "text") -> Answer:
    """Answer a question about play with yes, no, unknown or a number, and with moves that show why.

    ``stategraph ask --help`` explains the questions.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    question : str
        a question about play
    fair : bool
        True to ignore endless runs that avoid a repeatedly available exit forever
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or label by label

    Returns
    -------
    Answer
        ``answer`` is True, False, or None for unknown; ``value`` is the requested number;
        ``witness`` are moves from the start that show the answer; ``holds_in`` counts the states,
        of ``of``, in which it is true

    Raises
    ------
    QuestionError
        with the column of the syntax error, and the words expected there

    Examples
    --------
    >>> result = ask("spacewreck/eight-rooms", "always can reach goal")
    >>> result.answer, result.holds_in, result.of, result.witness
    (False, 3, 9, ('L4', 'R3', 'L7'))
    """
    from stategraph.ask import ask as ask_graph

    graph = expand(level)
    level = level_of(graph)
    return wording.answer(level, graph, ask_graph(level, graph, question, fair=fair, order=order))


def where(level: Levelled, expression: str, *, fair: bool = False) -> np.ndarray:
    """Return a mask of the states in which an expression holds, shape (n,), dtype bool.

    Raises the same errors as `ask`.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    expression : str
        a condition on states, in the language of `ask`
    fair : bool
        True to ignore endless runs that avoid a repeatedly available exit forever

    Returns
    -------
    (n,) bool

    Examples
    --------
    >>> where("spacewreck/eight-rooms", "dead or trap").nonzero()[0].tolist()
    [4, 7, 8]
    """
    from stategraph.ask import where as where_in

    graph = expand(level)
    return where_in(level_of(graph), graph, expression, fair=fair)
