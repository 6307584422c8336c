"""The front door: what ``import stategraph`` offers, each a thin line over the room that does it.

A level may be given as a `Level`, by any name that `load` takes, as a puzzle, or as the graph of
one::

    load ──► expand ──► solve, analyse, query, draw, write, ...      free functions
             │
    level.expand()  graph.solution()  graph.view("dead-ends")        the same as methods

The methods are attached here, at the end, for ``Level`` and ``StateGraph`` stand in rooms that know
nothing of those above them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Limits
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph
from stategraph.levels import Level
from stategraph.load import load
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY
from stategraph.variables import State

if TYPE_CHECKING:
    import numpy as np
    from pandas import DataFrame

    from stategraph.analysis import QueryAnswer, Way
    from stategraph.ask import Answer
    from stategraph.design import Ablation, Comparison, Hardest, Verdict
    from stategraph.difficulty import Difficulty, DifficultyModel
    from stategraph.gym import LevelEnv, LevelVectorEnv
    from stategraph.laws import Replay
    from stategraph.metrics import Analysis
    from stategraph.pictures import Diagram, Picture
    from stategraph.rules.drawing import Drawing
    from stategraph.search.solve import Solution
    from stategraph.studio.share import Page

# What stands for a level: itself, a name that `load` takes, a puzzle, or a graph.
Levelled = Level | Puzzle | ArrayGraph | str | os.PathLike
Many = list[Levelled] | tuple[Levelled, ...]


def _level(given: Any) -> Level:
    """Return the level that is meant; a puzzle, or a graph that knows none, is one by itself."""
    if isinstance(given, Level):
        return given
    if isinstance(given, (str, os.PathLike)):
        return load(os.fspath(given))
    if not isinstance(given, ArrayGraph):
        if not all(hasattr(given, name) for name in ("start", "moves", "is_goal")):
            raise InputError(_no_level(given))
        return Level(NO_FAMILY, Puzzle.of(given), name="puzzle", file="puzzle")
    if given.level is None:
        from stategraph.formats.imported import GraphPuzzle

        puzzle = Puzzle.of(GraphPuzzle(given))
        given.level = Level(NO_FAMILY, puzzle, name="graph", file="graph", graph=given)
    return given.level


def _no_level(given: Any) -> str:
    """Return the complaint about something that is no level."""
    from stategraph.pictures.asked import is_networkx

    if is_networkx(given):
        return "a networkx graph has no start: StateGraph.from_networkx(graph, start, goal) has one"
    kind = type(given).__name__
    return f"a level is a name, a file, a Level, a puzzle or a StateGraph, not a {kind}"


def _state(level: Level, given: Any) -> Any:
    """Return the state that is meant: itself, or what its values as text say."""
    if isinstance(given, str):
        return level.puzzle.named(given)
    if isinstance(level.puzzle.start, State) and not isinstance(given, State):
        raise InputError(
            f"a state is one of the puzzle, or text such as {str(level.puzzle.start)!r}, "
            f"not {given!r}"
        )
    return given


def _only_one(**asked: Any) -> None:
    """Complain where more than one way to name a state is taken."""
    taken = [name for name, value in asked.items() if value not in (None, "")]
    if len(taken) > 1:
        raise InputError(f"{' and '.join(taken)} name a state each: give one of them")


# --------------------------------------------------------------------------------- a whole level


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
    found = _level(level)
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

    return solve_level(_level(level), search, limits, **how)


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
    found = analyse_graph(_level(graph), graph, order=order, slow=slow)
    add(found, lambda: why(_level(graph), graph.real))
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
    return measure_level(_level(graph), graph, wanted)


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
    found = _level(level)
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
    return ask_graph(_level(graph), graph, question, fair=fair, order=order)


def where(level: Levelled, expression: str, *, fair: bool = False) -> np.ndarray:
    """Return in which states (n,) bool of a level's graph something holds; raises as `ask` does.

    >>> where("spacewreck/eight-rooms", "dead or trap").nonzero()[0].tolist()
    [4, 7, 8]
    """
    from stategraph.ask import where as where_in

    graph = expand(level)
    return where_in(_level(graph), graph, expression, fair=fair)


# ------------------------------------------------------------------------------------- its states


def query(
    graph: Levelled,
    node: int | None = None,
    *,
    after: str | None = None,
    state: Any = None,
    order: str = "text",
) -> QueryAnswer:
    """Return what is known of one state: how to get there, can it win, and if not, what doomed it.

    Parameters
    ----------
    node : int, optional
        the state's number; the start where none of the three is given
    after : str, optional
        the moves that lead there
    state : State or str, optional
        the state itself, or its values: ``"rocket=3,lucky=7"``

    Raises
    ------
    NodeNotFound
        when the graph has no such node
    InputError
        when the moves cannot be played, or the state was not reached

    >>> found = query("spacewreck/eight-rooms", after="L4R3L7")
    >>> found.can_win, found.doom.label
    (False, 'L7')
    """
    from stategraph.analysis import query as query_node

    _only_one(node=node, after=after, state=None if state is None else True)
    graph = expand(graph)
    way = None if after is None else _way(graph, after)
    return query_node(graph, _node(graph, node, way, state), way, order)


def _node(graph: StateGraph, node: int | None, way: Way | None, state: Any) -> int:
    """Return the node that is meant; the start where nothing is."""
    from stategraph.laws.replay import reached

    if way is not None:
        return way.nodes[-1]
    if state is not None:
        level = _level(graph)
        return reached(level.puzzle, graph, _state(level, state))
    return graph.start if node is None else graph.check(node)


def _way(graph: StateGraph, moves: str) -> Way:
    """Return the way that moves from the start take."""
    from stategraph.analysis import way_along
    from stategraph.laws.replay import play, reached

    level = _level(graph)
    puzzle = level.puzzle
    played = play(puzzle, level.family.labels(moves))
    real = graph.real
    way = way_along(real, [reached(puzzle, real, s) for s in played.states], played.labels)
    return way if real is graph else graph.quotient.fold(graph, way)


def dead_states(graph: Levelled) -> list[int]:
    """Return the numbers, in order, of the states from which nothing wins any more.

    Of a graph that is not complete, those that are proven to be dead. O(states + moves).

    >>> dead_states("spacewreck/eight-rooms")
    [7, 8]
    """
    from stategraph.analysis import dead_states as dead_nodes

    return dead_nodes(expand(graph))


# --------------------------------------------------------------------------------------- pictures


def draw(
    graph: Any,
    path: str | os.PathLike | None = None,
    *,
    view: str | None = None,
    boards: bool = False,
    **how: Any,
) -> Picture:
    """Return a picture of a state graph, of a part or a view of one; a notebook shows it.

    Parameters
    ----------
    graph : StateGraph, ``graph.subgraph(...)``, Diagram, or a level as `expand` takes
    path : optional
        where to write it, too: a name that ends in .svg, .png, .pdf or .dot
    view : str, optional
        "whole", "solution", "dead-ends", "around", "components", "chapters", "map" or "profile"; by
        default one that suits the size
    boards : bool
        whether states are drawn as boards
    how
        ``colour``, a number for each state, or for some by node, shown as its colour, or the name
        of such numbers, as ``--colour`` has it; ``meaning``, what they are; ``theme``, ``goal``,
        ``layout``, ``deadline``, ``title``, ``force``; ``way``, moves that are drawn thick instead
        of the first shortest solution, or a `Way`; of *solution* ``slack``, of *around* ``state``
        (a node) or ``after`` (moves) and ``radius``

    Raises
    ------
    InputError
        when the format or the view is not to be had
    OutputError
        when the file cannot be written

    >>> draw("spacewreck/eight-rooms", view="dead-ends").form
    'svg'
    """
    from stategraph.pictures import FORMATS, Diagram, Picture, asked, render
    from stategraph.pictures import draw as draw_diagram

    form = "svg" if path is None else Path(path).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        ends = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"{path}: the name must end in {ends}")
    part = isinstance(graph, Diagram) or asked.is_part(graph)
    asked.check_asked(part, view, boards, how)
    _only_one(state=how.get("state"), after=how.get("after"))
    if not part:
        graph = expand(graph)
        level, how = _level(graph), _settled(graph, view, how)
        how = {"title": level.title, "describe": level.describe, "view": view, **how}
        how |= {"boards": level.draw} if boards else {}
        made = Picture(render(graph, form, **how), form)
    elif isinstance(graph, Diagram):
        made = Picture(draw_diagram(graph, form, **how), form)
    else:
        diagram = asked.part_of(graph, _level(graph._graph).describe)
        made = Picture(draw_diagram(diagram, form, **how), form)
    if path is not None:
        made.save(path)
    return made


def _settled(graph: StateGraph, view: str | None, how: dict[str, Any]) -> dict[str, Any]:
    """Return what `draw` was asked for a graph, with nodes, numbers and ways for their names."""
    from stategraph.pictures import asked
    from stategraph.pictures.drawn_way import DrawnWay

    if "colour" in how:
        if isinstance(how["colour"], str):
            how.setdefault("meaning", how["colour"])
        how["colour"] = asked.colours(graph, how["colour"], view)
    if after := how.pop("after", None):
        how["state"] = _way(graph, after).nodes[-1]
    if way := how.get("way"):
        way = _way(graph, way) if isinstance(way, str) else way
        how["way"] = DrawnWay(way, way.labels, "way asked for")
    return how


def board(level: Levelled, state: Any = None, *, after: str = "") -> Drawing:
    """Return the board of a state; a notebook shows it.

    Parameters
    ----------
    state : State or int, optional
        a state, or of a graph the number of one; by default the start, or where `after` leads
    after : str
        moves from the start

    Raises
    ------
    MovesError
        when the moves cannot be played

    >>> board("psychopath/first-push", after="R").svg()[:4]
    '<svg'
    """
    from stategraph.laws.replay import play

    _only_one(state=None if state is None else True, after=after)
    if isinstance(level, ArrayGraph) and type(state) is int:
        state = level.state(level.check(state))
    level = _level(level)
    if state is None:
        state = play(level.puzzle, level.family.labels(after)).states[-1]
    return level.draw(_state(level, state))


def report(
    levels: Levelled | list[Levelled] | tuple[Levelled, ...],
    folder: str | os.PathLike = "outputs/report",
) -> Path:
    """Write a web page with all there is to tell of a level, or of many with an index to them.

    Parameters
    ----------
    levels : a level as `expand` takes, or a list of them

    Returns
    -------
    Path
        of the page to open

    Raises
    ------
    OutputError
        when it cannot be written

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report("spacewreck/eight-rooms", folder).name
    'index.html'
    """
    from stategraph.report.folder import Folder, write_one

    target = Path(folder)
    if isinstance(levels, (list, tuple)):
        made = Folder(target)
        for level in levels:
            made.add(analyse(level))
        made.finish()
    else:
        write_one(analyse(levels), target)
    return target / "index.html"


def play(level: Levelled, height: int = 720) -> Page:
    """Return a page on which a level is played, with its state graph beside it.

    A notebook shows it in a cell, `height` pixels high; ``.save("level.html")`` keeps it as a file
    that needs no network.

    Raises
    ------
    InputError
        when the level has more states than a page can hold

    >>> play("spacewreck/eight-rooms").save("outputs/eight-rooms.html")  # doctest: +SKIP
    >>> play("spacewreck/eight-rooms")._repr_html_()[:32]
    '<iframe title="Eight rooms" srcd'
    """
    from stategraph.studio.share import Page

    graph = expand(level)
    return Page(_level(graph), graph, height)


def env(level: Levelled, copies: int | None = None, **how: Any) -> LevelEnv | LevelVectorEnv:
    """Return a level as an environment of Gymnasium, in which programs learn to play.

    Parameters
    ----------
    copies : int, optional
        so many move together, as numpy arrays: a ``gymnasium.vector.VectorEnv``
    observe : {"variables", "number", "board"}
        what is seen of a state: a dict of its variables, its number, an image
    reward : {"step", "won", "shaped"}
        -1 a move; 1 for the goal; or -1 and what the move gained of the true moves left, which
        keeps the best policies (``stategraph.gym.model`` says why)
    discount : float
        of shaped rewards, which must be the learner's own
    dead : {"untold", "info", "terminated", "truncated"}
        how dead states are told
    illegal : {"stay", "error"}
        what an action does that is no move of the state: nothing, or raise
    begin : {"start", "anywhere"}
        where episodes begin: "anywhere" is any state that can win, drawn with the seed
    max_moves : int
        after which an episode is truncated; ten times a shortest solution and fifty by default
    render_mode, pixels
        "rgb_array" or "ansi"; the longer side of images

    Raises
    ------
    InputError
        where gymnasium is not installed, or the level is too large to be expanded whole

    >>> made = env("psychopath/first-push", reward="shaped")
    >>> seen, info = made.reset(seed=1)
    >>> made.labels, info["action_mask"].tolist(), int(seen["player"])
    (('D', 'L', 'R', 'U'), [1, 1, 1, 1], 7)
    """
    try:
        from stategraph.gym import make
    except ModuleNotFoundError as missing:
        if missing.name != "gymnasium":
            raise
        raise InputError("env needs gymnasium: pip install 'stategraph[gym]'") from None
    graph = expand(level)
    return make(replace(_level(graph), graph=graph), copies=copies, **how)


# ------------------------------------------------------------------------------------------ files


def read(
    path: str | os.PathLike, start: str | None = None, goals: Sequence[str] = ()
) -> StateGraph:
    """Return the state graph in a file, by whatever program it was written.

    Parameters
    ----------
    path : str or path
        a name that ends in .npz, .graphml, .json, .aut, .csv or .parquet
    start, goals : str, list of str, optional
        nodes by their names in the file, where the file does not say them

    Raises
    ------
    LevelError
        when the file is damaged
    InputError
        when there is no such file, or its start or goal are not known

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (file,) = write("spacewreck/eight-rooms", Path(folder, "eight.graphml"))
    ...     read(file)
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    from stategraph import formats

    return expand(formats.read(os.fspath(path), start, goals))


def write(graph: Levelled, path: str | os.PathLike) -> list[Path]:
    """Write a state graph into a file, or a pair of files, and return their names.

    Parameters
    ----------
    path : str or path
        a name that ends in .npz (our own, which `load` reads too), .graphml, .gexf, .json, .aut,
        .csv, .parquet or .dot

    Raises
    ------
    InputError
        when the name ends in none of these
    OutputError
        when the file cannot be written; what was there before is then untouched

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [file.name for file in write("spacewreck/eight-rooms", Path(folder, "eight.csv"))]
    ['eight.nodes.csv', 'eight.edges.csv']
    """
    from stategraph import files, formats

    graph = expand(graph)
    made = formats.files(os.fspath(path), replace(_level(graph), graph=graph))
    files.write_all(made)
    return [Path(name) for name in made]


# ------------------------------------------------------------------------- what a designer asks for


def compare(before: Levelled, after: Levelled, limits: Limits | None = None) -> Comparison:
    """Return what changed between two versions of a level, and which elements are to blame.

    >>> compare("spacewreck/eight-rooms", "spacewreck/eight-rooms").same
    True
    """
    from stategraph.design import bounded
    from stategraph.design import compare as compare_levels
    from stategraph.expand import expand as expand_puzzle

    old, new = expand(before, limits), expand(after, limits)

    def within(puzzle: Puzzle, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
        mine = bounded(limits or Limits(), bounds.states)
        return expand_puzzle(puzzle, mine, until_goal=until_goal)

    return compare_levels(_level(old), _level(new), (old, new), within)


def ablate(level: Levelled, limits: Limits | None = None, jobs: int | None = None) -> Ablation:
    """Return what each element of a level is for: the level is solved anew without it.

    Parameters
    ----------
    limits : Limits, optional
        of each expansion
    jobs : int, optional
        processes; of a large level one for each core by default

    Raises
    ------
    InputError
        when the level has no elements

    >>> found = ablate("spacewreck/eight-rooms")
    >>> [one.element.name for one in found.called("needed")]
    ['corridor 1→3 green', 'corridor 2→5 blue', 'corridor 5→8 blue']
    """
    from stategraph.design import Trials
    from stategraph.design import ablate as ablate_trials

    level = _level(level)
    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be taken out")
    return ablate_trials(Trials(level.family, level.puzzle, limits, workers=jobs))


def check(level: Levelled, demands: Mapping[str, Any] | None = None) -> list[Verdict]:
    """Return, for each demand on a level, whether it holds, with moves that show it where not.

    Parameters
    ----------
    demands : mapping, optional
        as under ``demand:`` in a level file; a word of these stands above the level's own

    Raises
    ------
    LevelError
        when a demand names no metric or element, or what it wants makes no sense

    >>> wanted = {"trap_moves": 0, "shortest": [3, 5]}
    >>> for one in check("spacewreck/eight-rooms", wanted):
    ...     print(one.demand.name, one.holds, one.witness)
    trap_moves False (('trap', ('L4', 'R3', 'L7')),)
    shortest True ()
    """
    from stategraph.design import Trials, demands_of, each_demand, verdicts

    graph = expand(level)
    level = _level(graph)
    wanted = {one.name: one for one in demands_of(level)}
    given = [one for name, value in (demands or {}).items() for one in each_demand(name, value)]
    wanted |= {one.name: one for one in given}

    def trials() -> Trials:
        return Trials(level.family, level.puzzle, graph=graph)

    return verdicts(level, graph, list(wanted.values()), trials)


def difficulty(
    level: Levelled, model: DifficultyModel | str | os.PathLike | None = None
) -> Difficulty:
    """Return how hard a level is for people: an estimate, its interval, and the hardest decisions.

    The estimate is of the player's own units. Nothing is known where the graph is not whole, and
    there is no estimate where the level cannot be won.

    Parameters
    ----------
    model : DifficultyModel or path, optional
        of one's own plays, as `stategraph.difficulty.calibrate` makes it; by default of what people
        did on Sokoban and Rush Hour, and of other families by analogy

    Raises
    ------
    InputError
        when the file holds no model

    >>> found = difficulty("spacewreck/eight-rooms")
    >>> found
    <Difficulty of spacewreck/eight-rooms: -1.53 (-2.61 to -0.555), by analogy>
    >>> found.drivers[0].feature, found.decisions[0].move
    ('only_bits', 'Rocket to 3')
    """
    from stategraph.difficulty import difficulty as difficulty_of
    from stategraph.difficulty import read_model
    from stategraph.metrics.units import in_units

    given = read_model(os.fspath(model)) if isinstance(model, str | os.PathLike) else model
    graph = expand(level)
    seen = in_units(_level(graph), graph) if graph.quotient is None else None
    return difficulty_of(_level(graph), graph if seen is None else seen, given)


def hardest(level: Levelled) -> Hardest:
    """Return the state farthest from the goal in which a level could begin, and that level.

    Raises
    ------
    InputError
        when the level has no family, and so no format; or no state can win

    >>> found = hardest("spacewreck/eight-rooms")
    >>> found.node, found.moves_left, found.text.splitlines()[5]
    (2, 4, '  1 4')
    """
    from stategraph.design import hardest as hardest_start
    from stategraph.expand import expand as expand_puzzle

    graph = expand(level)
    if _level(graph).family is NO_FAMILY:
        raise InputError("a puzzle without a family has no format to write")
    if graph.goal is None or not graph.complete:
        raise InputError(
            "no state can win" if graph.complete else f"stopped at the {graph.stopped}"
        )
    title = f"{_level(graph).title or _level(graph).name}, the hardest start"
    return hardest_start(
        _level(graph), graph, lambda puzzle: expand_puzzle(puzzle, until_goal=True), title
    )


# --------------------------------------------------------------------- the same, said of an object


def _solution(self: ArrayGraph, order: str = "text") -> Way | None:
    """Return the first shortest solution; None where the goal was not reached.

    By symmetry it is one of states: a way through the graph beneath.
    """
    from stategraph.analysis.told import first_told

    return None if self.goal is None else first_told(self, order)


def _metrics(self: ArrayGraph, slow: bool = False) -> Analysis:
    """Return all numbers of the graph."""
    return analyse(self, slow=slow)


def _by(self: ArrayGraph, kind: str) -> StateGraph:
    """Return the graph in other units, as ``--by`` has it; its ``quotient`` is the way back.

    >>> graph = expand("psychopath/first-push").by("walks")
    >>> len(graph), graph.solution().labels
    (9, ('push 2:4 right', 'push 2:5 right', 'walk 2:7'))
    >>> graph.quotient.solution(graph).text
    'RRRDRRU'

    Raises
    ------
    InputError
        where there is no such kind, or this graph cannot be seen so
    """
    from stategraph.analysis.by import by

    return StateGraph.over(by(_level(self), self, kind))


def _view(self: ArrayGraph, name: str, **asked: Any) -> Diagram:
    """Return a view of the graph: "whole", "solution", "dead-ends", "around", "components", ...

    >>> expand("spacewreck/eight-rooms").view("chapters")
    <Diagram: 8 nodes, 12 arrows>

    Raises
    ------
    InputError
        for a map and a profile, which are no diagrams, and for a view of more states than can be
        drawn
    """
    from stategraph.pictures import asked as may_ask
    from stategraph.pictures import compose

    may_ask.check_asked(False, name, False, {k: v for k, v in asked.items() if k != "force"})
    made = compose(self, name, describe=_level(self).describe, **asked)
    if made is None:
        raise InputError(f"{name!r} of {len(self):,} states is no diagram: draw(...) draws it")
    return made


def _frame(self: ArrayGraph) -> DataFrame:
    """Return the states as a data frame: a row for each, its variables, distances and role.

    Cells are written ``row:col``. ``InputError`` where pandas is not installed.
    """
    from stategraph.formats.frame import to_frame

    return to_frame(self)


def attach() -> None:
    """Give `Level` and `StateGraph` the functions above as methods; twice is once."""
    level: dict[str, Any] = dict(
        expand=expand,
        solve=solve,
        analyse=analyse,
        difficulty=difficulty,
        board=board,
        play=play,
        env=env,
    )
    graph: dict[str, Any] = dict(
        solution=_solution,
        metrics=_metrics,
        difficulty=difficulty,
        by=_by,
        view=_view,
        query=query,
        ask=ask,
        where=where,
        draw=draw,
        board=board,
        save=write,
        to_frame=_frame,
    )
    graph["networkx"] = property(StateGraph.over)
    for owner, methods in ((Level, level), (ArrayGraph, graph)):
        for name, method in methods.items():
            setattr(owner, name, method)


attach()
