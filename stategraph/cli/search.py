"""The verb ``search``: a comparison of search algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, refused_by
from stategraph.cli.levels import LevelsRequest
from stategraph.cli.outputs import (
    CURVES,
    PICTURES,
    explored_option,
    form_if,
    heat_board,
    json_option,
    output_form,
    picture,
    theme_option,
    write_curves,
)
from stategraph.cli.parsing import Options, option, part, switch
from stategraph.cli.terminal import DONE, UNKNOWN, Answer, remark, status_line
from stategraph.errors import InputError
from stategraph.files import write, write_all
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.rules.puzzle import Heuristic
    from stategraph.search.algorithm_properties import Answers
    from stategraph.search.comparison import Timed

SUMMARY = "compare textbook searches"
HELP = """\
Compare textbook searches: for each level and algorithm the depth of the solution, the number of
different states and of all states, and the mean time of --repeat runs in seconds. To solve a large
level, see `stategraph solve --search`.

  bfs     breadth-first search
  ids     iterative deepening: depth first within 0 moves, then within 1, 2, ...
  astar   A* by the family's heuristic (its first, or --heuristic); 0 without one
  dfs     depth-first search
  greedy  greedy best-first search, by the heuristic alone
  wastar  weighted A*: moves made + --weight times the heuristic

bfs and ids find a shortest solution; astar does if its heuristic is consistent. All run the rules
as plain Python; limits hold for each run. -o FILE.csv or .json writes the table; -o FILE.svg, .png
or .pdf plots time and states against depth. -o may be given more than once.

--questions answers for each search, by measurement and by theory: is it complete and optimal, and
what does it cost? For your own search (--algorithm), moves are replayed and requests counted.

--picture draws the state graph of one level, coloured by the order in which a search saw the
states. --heat paints the positions of the walkers in these states onto the board. With several
searches each one has a separate file: seen-bfs.svg, seen-astar.svg. --explored writes the share of
the map that each search has seen over time.

  $ stategraph search pacman/first-meal pacman/orchard --repeat 3 -o costs.csv -o costs.svg
  $ stategraph search labyrinth/first-shift --algorithms greedy --heuristic manhattan
  $ stategraph search psychopath/first-push --algorithms bfs,astar --picture seen.svg
  $ stategraph search psychopath/first-push --algorithm mysearch:search --questions
  $ stategraph search psychopath/snake --explored explored.svg --heat seen.svg
"""


FORMS = ("csv", "json", *PICTURES)

# The default of --weight.
DEFAULT_WEIGHT = 2


class Painting(Options):
    """The options for pictures of the state graph, with the states that a search saw."""

    TITLE = "what a search saw"

    picture: str | None = option(
        "--picture FILE",
        "draw the state graph, coloured by the order in which a search saw the states: FILE.svg, "
        ".png, .pdf or .dot",
    )
    theme: str = theme_option()


class Request(LevelsRequest):
    """The options of ``search``."""

    algorithms: list[str] = option(
        "--algorithms A,B",
        "some of bfs,ids,astar,dfs,greedy,wastar, or all (default: bfs,ids,astar)",
        option_values.algorithms,
        default="bfs,ids,astar",
    )
    own: list[str] = option_values.own_search_option("; may be repeated", beside=True)
    questions: bool = switch(
        "--questions",
        "complete? optimal? time? space?",
    )
    weight: float | None = option(
        "--weight W", "of the heuristic in wastar (default: 2)", option_values.weight
    )
    repeat: int = option("--repeat N", "runs of each (default: 3)", option_values.count, default=3)
    heuristic: str | None = option_values.heuristic_option()
    outputs: list[str] = option(
        "-o --output FILE", "write it there too", action="append", default=[]
    )
    json: bool = json_option()
    expansion: Expansion = part(Expansion, by=refused_by("searches go from state to state"))
    painting: Painting = part(Painting)
    heat: str | None = option(
        "--heat FILE",
        "paint the positions of the walkers in the states of the search onto the board: "
        "FILE.svg, .png or .pdf",
    )
    explored: str | None = explored_option()

    @property
    def factor(self) -> float:
        """The weight, or its default."""
        return DEFAULT_WEIGHT if self.weight is None else self.weight


class Subject(NamedTuple):
    """A level that is searched.

    Attributes
    ----------
    level : Level
    name : str
        the name of the heuristic; empty without one
    heuristic : callable
    """

    level: Level
    name: str
    heuristic: Heuristic


def answer(request: Request) -> Answer:
    """Run the algorithms on the levels, and return a table."""
    from stategraph.tell import searches as tell

    _check_algorithms(request)
    forms = [output_form(path, FORMS) for path in request.outputs]
    levels = [request.load(name) for name in request.names()]
    # so that unreadable levels are reported before the first search
    _check_files(request, levels)
    own = option_values.own_searches(request.own)
    subjects = [
        Subject(level, *option_values.heuristic(level, request.heuristic)) for level in levels
    ]
    rows, answers = [], []
    for subject in subjects:
        new_rows = _compared(request, subject, own)
        rows += new_rows
        answers += _questioned(request, subject, new_rows, own)
    for path, form in zip(request.outputs, forms, strict=True):
        write(path, _comparison(rows, form))
    code = _write_seen(request, subjects, own)
    return Answer(
        lambda: tell.records(rows, answers),
        lambda: tell.words(rows, answers),
        UNKNOWN if any(row.found.stopped for row in rows) else code,
    )


def _check_algorithms(request: Request) -> None:
    """Reject options that no selected algorithm uses."""
    from stategraph.search.comparison import GUESSING

    if request.weight is not None and "wastar" not in request.algorithms:
        raise InputError("--weight needs wastar among the --algorithms")
    if request.heuristic is not None and not (
        request.own or set(GUESSING) & set(request.algorithms)
    ):
        raise InputError("--heuristic needs an algorithm that uses one")


def _check_files(request: Request, levels: Sequence[Level]) -> None:
    """Check in advance that the output files can be written."""
    from stategraph.pictures import FORMATS

    drawing = request.painting.picture
    form_if(request.explored, CURVES)
    if request.painting.theme != "light" and drawing is None:
        raise InputError("--theme needs --picture")
    form_if(drawing, FORMATS)
    form_if(request.heat, PICTURES)
    for name, file in ("picture", drawing), ("heat", request.heat):
        if file is not None and len(levels) != 1:
            raise InputError(f"--{name} needs exactly one LEVEL")


def _compared(request: Request, subject: Subject, own: Record) -> list[Timed]:
    """Run each algorithm on a level, and return the results."""
    from stategraph.search.comparison import GUESSING, called, compare

    level = subject.level
    if not subject.name:
        for algorithm in filter(GUESSING.__contains__, request.algorithms):
            name = called(algorithm)
            remark(f"{level.file}: the family has no heuristic; {name} estimates 0 moves left")
    rows: list[Timed] = []
    limits = replace(request.expansion.limits, since=None)
    how: Record = dict(repeat=request.repeat, limits=limits, weight=request.factor, own=own)
    for algorithm in (*request.algorithms, *own):
        with status_line(f"{level.name}: {algorithm}"):
            rows += compare(level.name, level.puzzle, [algorithm], subject.heuristic, **how)
        if stopped := rows[-1].found.stopped:
            remark(f"{level.file}: {algorithm} stopped at the {stopped}")
    return rows


def _questioned(
    request: Request, subject: Subject, rows: list[Timed], own: Record
) -> list[Answers]:
    """Answer the questions of --questions about the searches on a level."""
    if not request.questions:
        return []
    from stategraph.analysis import shortest
    from stategraph.search.algorithm_properties import answers, peak
    from stategraph.search.comparison import Budget, run

    bounds = replace(request.expansion.limits, since=None)
    graph = graphs.expand(request.expansion, subject.level, until_goal=True, within=bounds)
    is_proven = graph.complete or graph.goal is not None
    properties = []
    for row in rows:
        most = None
        if row.algorithm in own and not row.found.stopped:
            puzzle, heuristic = subject.level.puzzle, subject.heuristic
            arguments = (row.algorithm, puzzle, heuristic, Budget(bounds), request.factor, own)
            most = peak(partial(run, *arguments))
        properties.append(answers(row.found, shortest(graph), is_proven, most))
    return properties


def _comparison(rows: list[Timed], form: str) -> bytes:
    """Return the comparison of searches as the content of a file: a table or plots."""
    if form in ("csv", "json"):
        from stategraph.formats.tables import table_bytes
        from stategraph.tell import searches

        records = [searches.record(row) for row in rows]
        columns = searches.COLUMNS if form == "csv" else list(records[0])
        return table_bytes(records, columns, form)
    from stategraph.pictures.plots.searches import draw_comparison

    return draw_comparison(rows, form)


def _write_seen(request: Request, subjects: Sequence[Subject], own: Record) -> int:
    """Write what each search saw to the requested files, and return the exit code.

    The states are drawn only on complete graphs. For an incomplete graph, print a remark and write
    no file.
    """
    from stategraph.analysis.exploration import explored
    from stategraph.tell.exploration import Explorer

    if (request.painting.picture, request.heat, request.explored) == (None, None, None):
        return DONE
    code, curves = DONE, list[Explorer]()
    for subject in subjects:
        level = subject.level
        graph = graphs.expand(request.expansion, level)
        if not graph.complete:
            then = "; what searches saw needs the whole graph"
            code = graphs.whole_or_stopped(level, graph, then)
            continue
        nodes_of_algorithms = _seen(request, subject, graph, own)
        for algorithm, nodes in nodes_of_algorithms.items():
            _draw(request, level, graph, algorithm, nodes)
        if request.explored is not None:
            explorations = zip(
                nodes_of_algorithms,
                explored(level, graph, nodes_of_algorithms.values()),
                strict=True,
            )
            curves += [
                Explorer(level.name, name, 1, exploration) for name, exploration in explorations
            ]
    if request.explored is not None and curves:
        write_curves(request.explored, curves, "states generated for the first time")
    return code


def _seen(
    request: Request, subject: Subject, graph: ArrayGraph, own: Record
) -> dict[str, list[int]]:
    """Return, for each algorithm, the nodes that it saw, in the order in which it saw them."""
    from stategraph.search.comparison import Budget, run

    numbers = {state: node for node, state in enumerate(graph.all_states())}
    puzzle, nodes_of_algorithms = subject.level.puzzle, {}
    for algorithm in (*request.algorithms, *own):
        budget = Budget(request.expansion.limits)
        result = run(algorithm, puzzle, subject.heuristic, budget, request.factor, own)
        nodes = (
            graph.goal if puzzle.is_goal(state) else numbers.get(state) for state in result.seen
        )
        nodes_of_algorithms[algorithm] = list(
            dict.fromkeys(node for node in nodes if node is not None)
        )
    return nodes_of_algorithms


def _draw(
    request: Request, level: Level, graph: ArrayGraph, algorithm: str, nodes: list[int]
) -> None:
    """Draw the states that a search saw on the graph and on the board of a level."""
    from stategraph.analysis.heat import SEEN, heat_of_plays
    from stategraph.readable import count
    from stategraph.search.comparison import called

    pictures: dict[str, bytes] = {}
    is_one_of_several = len(request.algorithms) + len(request.own) > 1
    if request.painting.picture is not None:
        order = {node: float(k) for k, node in enumerate(nodes)}
        size = count(len(order), "state")
        how: Record = dict(colour=order, theme=request.painting.theme)
        how["title"] = f"{level.heading}, what {called(algorithm)} saw ({size})"
        how["meaning"] = "order in which they were seen"
        path, form = _named(request.painting.picture, algorithm, is_one_of_several)
        pictures[path] = picture(level, graph, form, **how)
    if request.heat is not None:
        path, form = _named(request.heat, algorithm, is_one_of_several)
        heat = heat_of_plays(level, graph, dict.fromkeys(nodes, 1), SEEN)
        pictures[path] = heat_board(level, heat, form)
    write_all(pictures)


def _named(output: str, algorithm: str, is_one_of_several: bool) -> tuple[str, str]:
    """Return the file name for one of several searches, ``seen-bfs.svg``, and the format."""
    path = Path(output)
    form = path.suffix.lower().removeprefix(".")
    if not is_one_of_several:
        return output, form
    return str(path.with_stem(f"{path.stem}-{algorithm.replace(':', '.')}")), form
