"""The verb ``solve``: one or several shortest solutions of one or many levels."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from stategraph.cli import graphs, option_values
from stategraph.cli.graphs import Expansion, GraphsRequest, by_option
from stategraph.cli.levels import Beginning, levels_option, load
from stategraph.cli.outputs import PICTURES, form_if
from stategraph.cli.parsing import Options, option, part, switch
from stategraph.cli.paths import order_option
from stategraph.cli.terminal import (
    ANSWERED,
    DONE,
    INTERRUPTED,
    NO,
    UNKNOWN,
    Answer,
    Progress,
    detail,
    remark,
    remarks_on,
    say_json,
    say_lines,
    worst,
)
from stategraph.errors import InputError
from stategraph.files import write
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.analysis import SolutionList
    from stategraph.ask.costs import Weighed
    from stategraph.design import Why
    from stategraph.level_files import Level
    from stategraph.search.solution import Solution

SUMMARY = "print the first shortest solution"
HELP = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) without a solution.
If a limit or Ctrl-C stops the search, print the best solution found, and a lower bound (exit 3).
For several levels, such as those of a folder or a family, each answer follows the level's name.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve psychopath/first-push --by walks
  RRRDRRU
  2 pushes, 1 walk, 7 steps: push 2:4 right, push 2:5 right, walk 2:7
  $ stategraph solve sokoban/two-to-put-away --minimise pushes,moves
  LLURUR
  pushes 2, moves 6; 1 such solution
  $ stategraph solve sokoban/three-in-a-row --explain
  $ stategraph solve spacewreck/eight-rooms --avoid "rocket = lucky" --through "lucky = 5"
"""


# Options that print several solutions or more about one. Then options of a search.
MORE = "classes", "all", "sample", "steps", "lurd", "explain"
SEARCHED = "any", "own", "heuristic"

# The default of --most.
MAX_CLASSES = 1000


class Search(Options):
    """The search for a solution."""

    search: str = option(
        "--search SEARCH",
        "%(choices)s (default: auto). bfs expands up to the goal. The others need not store all "
        "states: lazy and pushing suit pushed blocks; bidirectional needs moves that can be "
        "undone. auto is bfs, and several of the others for large levels",
        choices=option_values.SEARCHES,
        default="auto",
    )
    any: bool = switch(
        "--any",
        "stop at any solution; print it with a lower bound of the fewest moves",
    )
    own: list[str] = option_values.own_search_option(
        "; its solution is replayed, and not called proven"
    )
    heuristic: str | None = option_values.heuristic_option("with --search astar, lazy or ida: ")


class Extent(Options):
    """The options that print several solutions, or more about one solution than its moves."""

    explain: bool = switch(
        "--explain",
        "explain a solution in chapters: the purpose of each, and the tempting mistake",
        alone="extent",
    )
    markdown: bool = switch("--markdown", "--explain: print Markdown")
    steps: bool = switch("--steps", "show the state after each move", alone="extent")
    lurd: bool = switch("--lurd", "notation of Sokoban players: steps small, pushes capital")
    classes: bool = switch(
        "--classes",
        "one solution of each class, up to the order of moves, and their number",
        alone="extent",
    )
    all: int | None = option(
        "--all N", "the first N shortest solutions", option_values.count, alone="extent"
    )
    sample: int | None = option(
        "--sample N",
        "N shortest solutions at random, each as likely as any other",
        option_values.count,
        alone="extent",
    )
    seed: int | None = option("--seed S", "of --sample (default 0)", option_values.seed)
    most: int | None = option(
        "--most N",
        "--classes: distinguish at most N classes per state (default 1000)",
        option_values.count,
    )


class Costs(Options):
    """The options for conditions on a solution, and for costs of its moves."""

    TITLE = "conditions and costs, in the language of 'stategraph ask'"

    avoid: str | None = option("--avoid EXPR", "avoid these states or moves")
    through: str | None = option("--through EXPR", "pass such a state, or make such a move")
    minimise: list[str] | None = option(
        "--minimise COST,COST",
        "the cheapest solution; the first cost counts most: moves, pushes (Sokoban, Psychopath), "
        "P, Q (Pacman), shifts, steps (Labyrinth), rocket, lucky (Spacewreck), ticks, turns "
        "(Pledge), or any kind of moves",
        option_values.costs,
        alone="costs",
    )
    pareto: list[str] | None = option(
        "--pareto COST,COST",
        "the Pareto-optimal pairs of two costs, each with a solution",
        option_values.costs,
        alone="costs",
    )
    plot: str | None = option("--plot FILE", "draw the pairs: FILE.svg, .png or .pdf")


class Request(GraphsRequest):
    """The options of ``solve``."""

    levels: list[str] = levels_option("*")
    expansion: Expansion = part(Expansion, by=by_option("symmetry"))
    order: str = order_option()
    beginning: Beginning = part(Beginning)
    search: Search = part(Search)
    extent: Extent = part(Extent)
    costs: Costs = part(Costs)

    def load(self, name: str | None) -> Level:
        """Return a level."""
        return load(self.source, name, self.beginning)


# An answer: a JSON record, lines of text and an exit code.
Solved = tuple[Record, Iterable[str], int]


def answer(request: Request) -> int:
    """Print the first shortest solution, or several, of each level."""
    several, weighed = _several_asked(request), _costs_asked(request)
    if several or weighed or request.extent.steps or request.extent.lurd:
        request = replace(request, expansion=request.expansion.of_states())
    if request.extent.markdown and not request.extent.explain:
        raise InputError("--markdown needs --explain")
    if weighed:
        return _say(request, _weighed)
    if request.extent.explain:
        return _say(request, _explained)
    if request.expansion.by.text is not None:
        return _say(request, _in_units)
    return _say(request, _several if several else _first)


def _several_asked(request: Request) -> bool:
    """Return whether several solutions are requested, and reject contradicting options."""
    extent, search = request.extent, request.search
    if extent.seed is not None and extent.sample is None:
        raise InputError("--seed needs --sample N")
    if extent.most is not None and not extent.classes:
        raise InputError("--most needs --classes")
    if request.expansion.by.text is not None:
        _refuse(request, (*MORE, *SEARCHED), "--by")
        if search.search not in ("auto", "bfs"):
            raise InputError(
                f"--search {search.search} cannot be combined with --by, which needs the whole "
                "graph"
            )
    wants_several = bool(extent.classes or extent.all or extent.sample)
    if search.any and (wants_several or search.search != "auto"):
        raise InputError("--any needs --search auto, for one solution")
    if wants_several:
        _refuse(request, ("lurd", *SEARCHED), "several solutions")
    if wants_several and search.search not in ("auto", "bfs"):
        raise InputError(f"--search {search.search} finds one solution; several need --search bfs")
    return wants_several


def _costs_asked(request: Request) -> bool:
    """Return whether the request has costs or conditions, and reject contradicting options."""
    costs = request.costs
    if costs.pareto is not None and len(costs.pareto) != 2:
        raise InputError("--pareto takes two costs: --pareto moves,pushes")
    if costs.plot is not None and costs.pareto is None:
        raise InputError("--plot needs --pareto")
    if costs.plot is not None and len(request.names()) > 1:
        raise InputError("--plot needs exactly one LEVEL")
    names = "minimise", "pareto", "avoid", "through"
    cost_option = next((name for name in names if vars(costs)[name] is not None), None)
    if cost_option is None:
        return False
    _refuse(request, (*MORE, "by", *SEARCHED), f"--{cost_option}")
    if request.search.search not in ("auto", "bfs"):
        raise InputError(
            f"--search {request.search.search} cannot be combined with --{cost_option}"
        )
    return True


def _refuse(request: Request, names: Iterable[str], other: str) -> None:
    """Reject the options `names`, which cannot be combined with `other`."""
    values = {**vars(request.search), **vars(request.extent), "by": request.expansion.by.text}
    for name in names:
        if values[name]:
            option_name = "algorithm" if name == "own" else name
            raise InputError(f"--{option_name} cannot be combined with {other}")


def _say(request: Request, ask: Callable[[Request, str | None], Solved]) -> int:
    """Print the answer for each level, and return the exit code.

    With several levels, each answer follows the name of its level. A remark reports each unreadable
    level.
    """
    names = request.names()
    if len(names) < 2 and names in (request.levels, [request.source.puzzle]):  # named by the user
        record, lines, code = ask(request, names[0] if request.levels else None)
        code = UNKNOWN if code == INTERRUPTED else code  # there is an answer
        return Answer(lambda: record, lambda: lines, code).say(request.json)
    records, codes = [], []
    for name, answer, error in request.each(lambda name: ask(request, name), True):
        if answer is None:
            records.append({"level": name, "error": error})
            codes.append(error.code)
            continue
        record, lines, code = answer
        records.append({"level": name, **record})
        codes.append(code)
        if not request.json:
            say_lines(f"  {line}" if k else f"{name}: {line}" for k, line in enumerate(lines))
        if code == INTERRUPTED:  # skip the other levels
            break
    if request.json:
        say_json(records)
    return worst(codes)


def _in_units(request: Request, name: str | None) -> Solved:
    """Return a solution of a level in the units that --by selects."""
    from stategraph.tell import units as tell

    level = request.load(name)
    graph = request.expand(level)
    record, words = tell.record(level, graph, request.order), tell.words(graph, request.order)
    if record["unknown"]:
        return record, words, graphs.whole_or_stopped(level, graph)
    return record, words, DONE if record["solvable"] else NO


def _explained(request: Request, name: str | None) -> Solved:
    """Return a solution of a level, explained in chapters."""
    from stategraph.design import explain_solution
    from stategraph.tell import story as tell
    from stategraph.tell import unsolvable_reason

    if request.search.any or request.search.own or request.search.search not in ("auto", "bfs"):
        raise InputError("--explain cannot be combined with a search: it needs the whole graph")
    level = request.load(name)
    graph = request.expand(level)
    explanation = explain_solution(level, graph)
    story, reason = tell.words, unsolvable_reason.words
    if request.extent.markdown:
        story, reason = tell.markdown, unsolvable_reason.markdown
    record, lines = tell.record(level, explanation), story(level, explanation)
    why = None if explanation.solvable else graphs.why(level, graph, request.expansion.limits)
    record = unsolvable_reason.with_reason(record, graph, why)
    lines += reason(level, graph, why)
    if explanation.solvable is None or (explanation.cost is None and explanation.solvable):
        return record, lines, graphs.whole_or_stopped(level, graph)
    return record, lines, DONE if explanation.solvable else NO


def _several(request: Request, name: str | None) -> Solved:
    """Return several solutions of a level."""
    from stategraph.tell import solutions as tell

    level = request.load(name)
    solution_list = _solutions(request, level)
    if solution_list.number is None:
        graphs.whole_or_stopped(level, solution_list.graph)
    record = tell.record(level, solution_list) if request.json else {}
    return record, tell.words(solution_list), ANSWERED[solution_list.answered]


def _solutions(request: Request, level: Level) -> SolutionList:
    """Return the shortest solutions of the level that the options select."""
    from stategraph import analysis

    extent, order = request.extent, request.order
    graph = request.expand(level, until_goal=True)
    if extent.classes:
        return analysis.in_classes(graph, order, extent.most or MAX_CLASSES)
    if extent.all:
        return analysis.first_few(graph, extent.all, order)
    return analysis.sampled(graph, extent.sample or 0, extent.seed or 0, order)


def _weighed(request: Request, name: str | None) -> Solved:
    """Return solutions of a level with costs or conditions."""
    from stategraph.ask import costs
    from stategraph.tell import costs as tell

    cost_options = request.costs
    form = form_if(cost_options.plot, PICTURES)
    level = request.load(name)
    graph = request.expand(level)
    result = costs.weighed(
        level,
        graph,
        cost_options.pareto or cost_options.minimise or [costs.MOVES],
        front=cost_options.pareto is not None,
        avoid=cost_options.avoid,
        through=cost_options.through,
        order=request.order,
    )
    if cost_options.plot is not None and form is not None and result.found:
        _plot_front(cost_options.plot, form, result)
    if not result.known:
        return tell.record(level, result), tell.words(result), graphs.whole_or_stopped(level, graph)
    return tell.record(level, result), tell.words(result), DONE if result.found else NO


def _plot_front(output: str, form: str, result: Weighed) -> None:
    """Draw the Pareto-optimal pairs of two costs as points."""
    from stategraph.pictures.plots.scatter import scatter_picture

    points = [
        (
            ", ".join(map(str, solution.costs)),
            "no solution is better in both",
            float(solution.costs[0]),
            float(solution.costs[1]),
        )
        for solution in result.found
    ]
    x, y = result.names
    write(output, scatter_picture(points, x, y, form))


def _first(request: Request, name: str | None) -> Solved:
    """Return the first shortest solution of a level."""
    from stategraph.rules.family import Family
    from stategraph.tell import solve as tell
    from stategraph.tell.unsolvable_reason import with_reason

    level, extent = request.load(name), request.extent
    if extent.lurd and type(level.family).spelled is Family.spelled:
        raise InputError(f"{level.file}: --lurd is for levels in which a player pushes")
    if level.graph is not None and level.graph.quotient is not None:  # saved with --symmetry
        request.expand(level)
        return _in_units(request, name)
    solution = search(request, level)
    record = tell.record(level, solution, extent.lurd, extent.steps)
    record = with_reason(record, solution.graph, _why_not(request, level, solution))
    graphs.remark_on(level, record)
    lines = tell.words(level, solution, extent.lurd)
    lines += tell.steps(level, solution) if extent.steps else []
    if not solution.proven:
        remark(f"{level.file}: {tell.stopped(solution)}")
        if solution.interrupted:
            return record, lines, INTERRUPTED
        accepts_any = request.search.any or request.search.own or request.search.heuristic
        return record, lines, DONE if accepts_any and solution.moves is not None else UNKNOWN
    if solution.moves is not None and not solution.first and not request.json:
        remark(f"{level.file}: a shortest solution, perhaps not the first")
    return record, lines, NO if solution.moves is None else DONE


def _why_not(request: Request, level: Level, solution: Solution) -> Why | None:
    """Print and return why a level has no solution, or None if it has one or is too large."""
    graph = solution.graph
    if graph is None or solution.moves is not None:
        return None
    from stategraph.tell.unsolvable_reason import is_explained, sentence

    if not is_explained(level, graph):
        return None
    why = graphs.why(level, graph, request.expansion.limits)
    if why is not None and not request.json:
        remark(f"{level.file}: {sentence(level, why)}")
    return why


def search(request: Request, level: Level) -> Solution:
    """Run the requested search, show its progress, and return its solution."""
    from stategraph.readable import count
    from stategraph.search.solve import solve
    from stategraph.tell.solve import bounds

    options = request.search
    start_time = time.monotonic()
    with (
        remarks_on(level.file),
        Progress("search" if options.search == "auto" else options.search) as progress,
    ):
        how: Record = dict(order=request.order, engine=request.expansion.engine, progress=progress)
        if options.own or options.heuristic is not None:
            solution = _by_own_search(request, level, how)
        else:
            if options.search == "auto":
                how |= dict(tell=lambda *known: progress.note(bounds(*known)))
            search = "any" if options.any else options.search
            solution = solve(level, search, request.expansion.limits, **how)
    size = f"{solution.search}, {count(solution.states_seen, 'state')}"
    detail(f"{level.file}: {size} in {time.monotonic() - start_time:.3g} s")
    return solution


def _by_own_search(request: Request, level: Level, how: Record) -> Solution:
    """Return the solution of the search --algorithm, or of a search with --heuristic."""
    from stategraph.search import unproven_solutions

    options, limits = request.search, request.expansion.limits
    if level.graph is not None:
        raise InputError(f"{level.file}: a graph has no rules for --algorithm or --heuristic")
    name, make = option_values.heuristic_of_puzzles(level, options.heuristic)
    if not options.own:
        how = dict(search=options.search, limits=limits, **how)
        return unproven_solutions.by_heuristic(level, name, make, **how)
    if len(options.own) > 1 or options.search != "auto" or options.any or request.order != "text":
        raise InputError(
            "--algorithm cannot be repeated, or combined with --search, --any or --order"
        )
    ((own, run),) = option_values.own_searches(options.own).items()
    return unproven_solutions.by_search(level, own, run, make(level.puzzle), limits)
