"""What the options ask to be run, within their limits and with progress."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.terminal import Progress, detail, remark, shown
from stategraph.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from stategraph.analysis import Several
    from stategraph.design import Ablation, Comparison, DemandsFile, Hardest, Trials, Verdict, Why
    from stategraph.difficulty.calibration import Measured, Playtests
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.metrics import Analysis
    from stategraph.players import Line
    from stategraph.search.questions import Answers
    from stategraph.search.solve import Solution
    from stategraph.search.textbook import Timed

# The verbs that see a level by what more than walks and turns.
VERBS_BY = {
    "symmetry": "solve, analyse, render, export and table",
    "variables": "analyse, render and export",
}

# Of more states than this, walks are built without the steps.
FITS = 2_000_000

# Simulated players play so often.
PLAYS = 200

# Difficulty is asked of no more states than this, where no limit is given.
MANY = 20_000_000

# `solve` says why there is no solution where play has no more states than this.
EXPLAINED = 20_000


def limits(args: argparse.Namespace) -> Limits:
    """Return the limits that the options set; the seconds count from when the level was loaded."""
    from stategraph.engines.limits import Limits

    return Limits(args.max_states, args.max_memory, args.max_seconds, args.began)


def _limits(args: argparse.Namespace, until_goal: bool) -> Limits:
    """Return the limits of a graph; one as far as the goal is wanted for a solution alone."""
    return replace(limits(args), analysed=not until_goal)


def expand(
    args: argparse.Namespace,
    level: Level,
    *,
    until_goal: bool = False,
    puzzle: Any = None,
    within: Limits | None = None,
) -> ArrayGraph:
    """Return the state graph of the level (or of `puzzle`), with progress.

    It keeps `within` the limits that are given, or else those of the options. Where these ask for
    the level --by something, it is that graph, of the whole level.
    """
    seen_by = getattr(args, "by", None) if puzzle is None else None
    if seen_by is None:
        graph = _expanded(args, level, until_goal, puzzle, within)
        _check_kept(args, level, graph)
        return graph
    from stategraph.analysis.by import VARIABLES, by, kind_of
    from stategraph.ask.groups import grouped, is_expression, parts_of

    says = is_expression(level, seen_by)
    if (kind := VARIABLES if says else kind_of(level, seen_by)) not in args.sees_by:
        raise InputError(
            f"--by {seen_by} goes with {VERBS_BY[kind]}: it puts states together that this verb "
            "tells apart"
        )
    if kind == "walks" and (made := _without_steps(args, level, within)) is not None:
        return made
    graph = _expanded(args, level, False, None, within)
    if not says:
        return by(level, graph, seen_by)
    made = grouped(level, graph, parts_of(seen_by)).as_graph()
    made.level = graph.level
    return made


def in_units(args: argparse.Namespace, level: Level) -> ArrayGraph:
    """Return the state graph of the level in the player's units, where there are any.

    Of no more than `MANY` states, where no limit is given. Walks are built without the steps.
    """
    from stategraph.analysis.by import by
    from stategraph.analysis.flooded import OneWay, flooded
    from stategraph.metrics.units import in_units as seen_in_units

    bounds = limits(args)
    bounds = bounds if bounds.states is not None else replace(bounds, states=MANY)
    if level.graph is None and level.puzzle.walker is not None:
        how: dict[str, Any] = dict(engine=args.engine)
        with suppress(OneWay):
            return _timed(
                args, level, lambda shown: flooded(level.puzzle, bounds, progress=shown, **how)
            )
    graph = _expanded(args, level, False, None, bounds)
    if level.puzzle.walker is not None and graph.quotient is None:
        return by(level, graph, "walks")
    seen = seen_in_units(level, graph)
    return graph if seen is None else seen


def beside_plays(args: argparse.Namespace, name: str, plays: dict[str, Playtests]) -> Measured:
    """Return the numbers of a level that was played; remark on why one is left out."""
    from stategraph.cli import inputs
    from stategraph.difficulty.calibration import beside

    level = inputs.load(args, name)
    found = beside(plays, level, lambda: in_units(args, level))
    if found.called is not None and found.numbers is None:
        remark(f"{level.file}: left out: {found.why}")
    return found


def _check_kept(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> None:
    """Complain where one state of each class of symmetric ones was kept, and all are asked for."""
    if graph.quotient is not None and "symmetry" not in getattr(args, "sees_by", ()):
        raise InputError(
            f"{level.file}: it keeps one state of each symmetric class, which goes with "
            f"{VERBS_BY['symmetry']}: expand the level without --symmetry"
        )


def _without_steps(
    args: argparse.Namespace, level: Level, within: Limits | None
) -> ArrayGraph | None:
    """Return the graph of walks where that may be built without its steps; None where it may not.

    It is where there are many steps, or where the verb asks for nothing else.
    """
    from stategraph.analysis.by import by
    from stategraph.analysis.flooded import OneWay, flooded
    from stategraph.engines.limits import Reason, Stop

    bounds = within or limits(args)
    few = bounds.states is not None and bounds.states <= FITS
    if level.graph is not None or level.puzzle.walker is None or few:
        return None
    if not getattr(args, "without_steps", False):
        part = _expanded(args, level, False, None, replace(bounds, states=FITS))
        late = bounds.seconds is not None
        late = late and part.stopped == str(Stop(Reason.SECONDS, bounds.seconds))
        if part.complete or late:
            return by(level, part, "walks")
        del part
    try:
        made = _timed(
            args,
            level,
            lambda progress: flooded(level.puzzle, bounds, engine=args.engine, progress=progress),
        )
    except OneWay:
        return None
    made.level = level
    return made


def folded(args: argparse.Namespace, level: Level) -> ArrayGraph:
    """Return the state graph of which one state of each symmetric class is kept."""
    from stategraph.analysis.folded import folded as fold

    if level.graph is not None:
        raise InputError(f"{level.file}: it is a graph already: --symmetry expands a level")
    known = level.family.renamings(level.puzzle)
    made = _timed(
        args,
        level,
        lambda progress: fold(
            level.puzzle, known, limits(args), engine=args.engine, progress=progress
        ),
    )
    made.level = level
    return made


def _timed(args: argparse.Namespace, level: Level, make: Callable[[Any], ArrayGraph]) -> ArrayGraph:
    """Return the graph that ``make(progress)`` expands; with -v tell how long that took."""
    from stategraph.cli.remarks import remarks_on
    from stategraph.tell.phrases import count

    began = time.monotonic()
    with remarks_on(level.file), Progress() as progress:
        graph = make(progress)
    size = f"{count(len(graph), 'state')}, {count(graph.number_of_edges(), 'move')}"
    detail(f"{level.file}: {size} in {time.monotonic() - began:.3g} s")
    return graph


def _expanded(
    args: argparse.Namespace, level: Level, until_goal: bool, puzzle: Any, within: Limits | None
) -> ArrayGraph:
    """Return what `expand` does, state by state."""
    from stategraph.analysis.proof import refuse_too_large
    from stategraph.expand import expand as expand_puzzle

    if level.graph is not None and puzzle is None:
        if level.graph.memory is not None and args.max_memory is not None:
            level.graph.memory = args.max_memory
        refuse_too_large(level.graph)
        return level.graph
    bounds = within or _limits(args, until_goal)
    how: dict[str, Any] = dict(until_goal=until_goal, engine=args.engine)
    return _timed(
        args,
        level,
        lambda progress: expand_puzzle(puzzle or level.puzzle, bounds, progress=progress, **how),
    )


def stored(args: argparse.Namespace) -> tuple[Level, ArrayGraph, list[str]]:
    """Fill the store that the options name; return its level, its graph and its name."""
    from stategraph import store
    from stategraph.cli import inputs
    from stategraph.cli.remarks import remarks_on
    from stategraph.tell import store as tell

    if args.repair:
        with shown(f"looking at {args.store}"):
            mended = store.repair(args.store)
        for line in tell.mended(args.store, mended):
            remark(line)
    if args.level is None:
        inputs.begin(args)
    level = None if args.level is None else inputs.load(args)
    began = time.monotonic()
    with remarks_on(args.store), Progress() as progress, _pool(args) as pool:
        made = store.fill(
            args.store,
            level,
            limits(args),
            engine=args.engine,
            resume=args.resume or args.repair,
            progress=lambda filled: progress.show(tell.progress(filled, time.monotonic() - began)),
            pool=pool,
        )
        assert made.graph is not None
        if args.distances and made.graph.complete:
            store.keep_distances(args.store, pool)
    return made, made.graph, [args.store]


def _pool(args: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return the workers that the options ask for, or nobody."""
    from stategraph.store import cluster

    if args.cluster:
        return cluster.remote(args.cluster)
    if args.workers:
        return cluster.local(args.workers, args.max_memory)
    return nullcontext()


def row(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Return the metrics of a level as a row of a table."""
    from stategraph.cli import inputs
    from stategraph.metrics import analyse

    graph = expand(args, level := inputs.load(args, name))
    whole_or_stopped(level, graph)
    return analyse(level, graph, slow=args.slow).row()


def solve(args: argparse.Namespace, level: Level) -> Solution:
    """Return a shortest solution of the level as the options ask for it, with progress."""
    from stategraph.cli.remarks import remarks_on
    from stategraph.search.solve import solve as solve_level
    from stategraph.tell.phrases import count
    from stategraph.tell.solve import bounds

    search = "search" if args.search == "auto" else args.search
    began = time.monotonic()
    with remarks_on(level.file), Progress(search) as progress:
        how: dict[str, Any] = dict(order=args.order, engine=args.engine, progress=progress)
        if args.own or args.heuristic is not None:
            found = _by_ones_own(args, level, how)
        else:
            if args.search == "auto":
                how |= dict(any=args.any, tell=lambda *known: progress.note(bounds(*known)))
            found = solve_level(level, args.search, limits(args), **how)
    size = f"{found.search}, {count(found.states_seen, 'state')}"
    detail(f"{level.file}: {size} in {time.monotonic() - began:.3g} s")
    return found


def _by_ones_own(args: argparse.Namespace, level: Level, how: dict[str, Any]) -> Solution:
    """Return what --algorithm finds, or a search by --heuristic."""
    from stategraph.cli import inputs
    from stategraph.search import unproven

    if level.graph is not None:
        raise InputError(f"{level.file}: a graph has no rules for --algorithm or --heuristic")
    name, made = inputs.heuristic_of_puzzles(level, args.heuristic)
    if not args.own:
        how = dict(search=args.search, limits=limits(args), **how)
        return unproven.by_heuristic(level, name, made, **how)
    if len(args.own) > 1 or args.search != "auto" or args.any:
        raise InputError("--algorithm goes once, without --search and --any")
    ((own, search),) = inputs.own_searches(args).items()
    return unproven.by_search(level, own, search, made(level.puzzle), limits(args))


def solutions(args: argparse.Namespace, level: Level) -> Several:
    """Return the shortest solutions of the level that the options ask for."""
    from stategraph import analysis

    graph = expand(args, level, until_goal=True)
    if args.classes:
        return analysis.in_classes(graph, args.order, args.most)
    if args.all:
        return analysis.first_few(graph, args.all, args.order)
    return analysis.sampled(graph, args.sample, args.seed or 0, args.order)


def costs(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> dict[str, Any] | None:
    """Return what shortest paths tell when moves cost what --cost says; None where it is not."""
    from stategraph.ask.costs import cost_numbers

    if args.cost is None:
        return None
    if args.by is not None:
        raise InputError("--cost goes without --by")
    return cost_numbers(level, graph, args.cost, args.order) if graph.complete else {}


def trials(args: argparse.Namespace, level: Level) -> Trials:
    """Return the level ready to be tried without some of its elements."""
    from stategraph import design

    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be taken out")
    how = limits(args), args.engine, args.jobs, expand(args, level), _see(args, level)
    return design.Trials(level.family, level.puzzle, *how)


def _see(args: argparse.Namespace, level: Level) -> Any:
    """Return how variants of the level are seen --by what it is; None: state by state."""
    if args.by is None or level.graph is not None:
        return None
    from stategraph.analysis.by import seeing

    return seeing(level, args.by)


def verdicts(
    args: argparse.Namespace, level: Level, rules: DemandsFile | None = None
) -> list[Verdict]:
    """Return whether each demand on the level holds; expand it where there is one."""
    from stategraph import design

    demands = design.demands_of(level, rules)
    if not demands:
        return []
    graph = expand(args, level)

    def tried() -> Trials:
        how = limits(args), args.engine
        return design.Trials(level.family, level.puzzle, *how, graph=graph.real)

    return design.verdicts(level, graph, demands, tried)


def why(level: Level, graph: ArrayGraph, within: Limits | None = None) -> Why | None:
    """Return why the level cannot be won; None where it can, or that is not known."""
    from stategraph import design

    return design.why(level, graph.real, within)


def why_not(args: argparse.Namespace, level: Level, found: Solution) -> Why | None:
    """Return why a level has no solution, with a remark; None where it has, or is large."""
    from stategraph.tell.why import sentence

    graph = found.graph
    if graph is None or found.moves is not None or len(graph) > EXPLAINED:
        return None
    told = why(level, graph, limits(args))
    if told is not None and not args.json:
        remark(f"{level.file}: {sentence(level, told)}")
    return told


def simulated(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> dict[str, list[Line]]:
    """Return the plays of the simulated players of --simulate, by their names."""
    from stategraph.players import PLAYERS
    from stategraph.players import simulated as played

    asked = args.simulate or ("none" if args.files else "all")
    names = {"all": list(PLAYERS), "none": []}.get(asked, asked.split(","))
    for name in names:
        if name not in PLAYERS:
            near = did_you_mean(name, PLAYERS)
            raise InputError(f"--simulate: {name!r} is none of {', '.join(PLAYERS)}{near}")
    return {name: played(level, graph, name, args.plays or PLAYS, args.seed) for name in names}


def difference(
    args: argparse.Namespace, before: Level, after: Level, graphs: Sequence[ArrayGraph]
) -> Comparison:
    """Return what changed between two versions of a level, whose graphs are given."""
    from stategraph import design

    see = _see(args, after)

    def again(puzzle: Any, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
        mine = design.bounded(limits(args), bounds.states)
        until_goal = until_goal and see is None
        graph = expand(args, after, until_goal=until_goal, puzzle=puzzle, within=mine)
        return graph if see is None else see(puzzle, graph)

    return design.compare(before, after, graphs, again)


def ablation(args: argparse.Namespace, trials: Trials) -> tuple[Ablation, list[int], bool]:
    """Return what each element is for, which are enough, and whether fewer surely are not."""
    from stategraph import design

    with Progress() as progress:

        def judged(k: int, n: int) -> None:
            progress.show(f"{k} of {n} elements judged")

        def kept(k: int, n: int) -> None:
            progress.show(f"{k} of {n} elements are enough")

        return design.ablate(trials, done=judged), *design.minimal(
            trials, args.same == "play", kept
        )


def hardest(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> Hardest | None:
    """Return the hardest start; None where it is not known, or no state can win."""
    from stategraph import design

    if not graph.complete or graph.goal is None:
        return None
    see = _see(args, level)

    def again(puzzle: Any) -> ArrayGraph:
        made = expand(args, level, puzzle=puzzle, until_goal=see is None)
        return made if see is None else see(puzzle, made)

    title = f"{level.title or level.name}, the hardest start"
    return design.hardest(level, graph, again, title)


def whole_or_stopped(level: Level, graph: ArrayGraph, then: str = "") -> int:
    """Return the exit code of an answer from the graph, with a remark where it is not whole."""
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}{then}")
    return UNKNOWN


def known_or_too_large(level: Level, graph: ArrayGraph) -> int:
    """Return the exit code of an analysis, with a remark where not all could be asked."""
    from stategraph.analysis.proof import too_large

    if why := too_large(graph):
        remark(f"{level.file}: what is unknown {why}")
        return UNKNOWN
    return whole_or_stopped(level, graph)


def play_from(args: argparse.Namespace, level: Level, state: Any) -> ArrayGraph:
    """Return how play goes on from a state, as far as the goal."""
    return expand(args, level, puzzle=level.puzzle.starting(state), until_goal=True)


def remark_on(level: Level, found: dict[str, Any], whole: bool = False) -> None:
    """Remark on every answer that the level file states wrongly."""
    from stategraph.tell.level import contradictions

    for line in contradictions(level, found, whole):
        remark(f"{level.file}: {line}")


def analysed(level: Level, graph: ArrayGraph, within: Limits | None = None, **how: Any) -> Analysis:
    """Return the analysis of a level, with remarks on the numbers that its file states wrongly."""
    from stategraph.metrics import analyse
    from stategraph.tell.why import add

    found = analyse(level, graph, **how)
    add(found, lambda: why(level, graph, within))
    if graph.quotient is None:  # the file speaks of states
        remark_on(level, found.numbers, whole=True)
    return found


def compared(
    args: argparse.Namespace, level: Level, name: str, guess: Any, own: dict[str, Any]
) -> list[Timed]:
    """Return what each of the algorithms does on a level; A* guesses by the heuristic `name`."""
    from stategraph.search.textbook import GUESSING, called, compare

    if not name:
        for algorithm in filter(GUESSING.__contains__, args.algorithms):
            said = called(algorithm)
            remark(f"{level.file}: there is no heuristic; {said} guesses 0 moves left")
    rows: list[Timed] = []
    how: dict[str, Any] = dict(repeat=args.repeat, limits=replace(limits(args), since=None))
    how |= dict(weight=args.weight, own=own)
    for algorithm in (*args.algorithms, *own):
        with shown(f"{level.name}: {algorithm}"):
            rows += compare(level.name, level.puzzle, [algorithm], guess, **how)
        if stopped := rows[-1].found.stopped:
            remark(f"{level.file}: {algorithm} stopped at the {stopped}")
    return rows


def questioned(
    args: argparse.Namespace, level: Level, rows: list[Timed], guess: Any, own: dict[str, Any]
) -> list[Answers]:
    """Return the answers to --questions about searches that have run on a level."""
    if not args.questions:
        return []
    from stategraph.analysis import shortest
    from stategraph.search.questions import answers, peak
    from stategraph.search.textbook import Budget, run

    bounds = replace(limits(args), since=None)
    graph = expand(args, level, until_goal=True, within=bounds)
    known = graph.complete or graph.goal is not None
    found = []
    for row in rows:
        most = None
        if row.algorithm in own and not row.found.stopped:
            one = (row.algorithm, level.puzzle, guess, Budget(bounds), args.weight, own)
            most = peak(partial(run, *one))
        found.append(answers(row.found, shortest(graph), known, most))
    return found


def seen_by(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, guess: Any, own: dict[str, Any]
) -> dict[str, list[int]]:
    """Return the nodes of the whole graph that each algorithm saw, in the order it saw them."""
    from stategraph.search.textbook import Budget, run

    numbers = {state: node for node, state in enumerate(graph.all_states())}
    seen = {}
    for algorithm in (*args.algorithms, *own):
        found = run(algorithm, level.puzzle, guess, Budget(limits(args)), args.weight, own)
        nodes = (
            graph.goal if level.puzzle.is_goal(state) else numbers.get(state)
            for state in found.seen
        )
        seen[algorithm] = list(dict.fromkeys(node for node in nodes if node is not None))
    return seen
