"""Graphs and their analyses, as the options ask for them: within limits, and with progress."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from stategraph.cli.exits import DONE, UNKNOWN
from stategraph.cli.terminal import Progress, detail, remark
from stategraph.errors import InputError
from stategraph.machine import deadline

if TYPE_CHECKING:
    from stategraph.design import Why
    from stategraph.difficulty.calibration import Measured, Playtests
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.metrics import Analysis
    from stategraph.search.solution import Solution

# The verbs that see a level by what more than walks and turns.
VERBS_BY = {
    "symmetry": "solve, analyse, render, export and table",
    "variables": "analyse, render and export",
}

# Of more states than this, walks are built without the steps.
FITS = 2_000_000

# Difficulty is asked of no more states than this, where no limit is given.
MANY = 20_000_000

# The shares of a time limit after which expansion and analysis end in a report.
EXPANDED, ANALYSED = 0.4, 0.6

# `solve` says why there is no solution where play has no more states than this.
EXPLAINED = 20_000


def limits(args: argparse.Namespace) -> Limits:
    """Return the limits that the options set; the seconds count from when the level was loaded."""
    from stategraph.engines.limits import Limits

    return Limits(args.max_states, args.max_memory, args.max_seconds, args.began)


def _part(args: argparse.Namespace, share: float) -> Limits:
    """Return limits that end after a share of the seconds."""
    bounds = limits(args)
    if bounds.seconds is None or bounds.since is None:
        return replace(bounds, analysed=True)
    return replace(bounds, since=bounds.since - (1 - share) * bounds.seconds, analysed=True)


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

    bounds = within or _limits(args, until_goal=False)
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
    from stategraph.analysis.folding import folded as fold

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


def row(args: argparse.Namespace, name: str) -> dict[str, Any]:
    """Return the metrics of a level as a row of a table."""
    from stategraph.cli import inputs
    from stategraph.metrics import analyse

    graph = expand(args, level := inputs.load(args, name))
    whole_or_stopped(level, graph)
    return analyse(level, graph, slow=args.slow).row()


def why(level: Level, graph: ArrayGraph, within: Limits | None = None) -> Why | None:
    """Return why the level cannot be won; None where it can, or that is not known."""
    from stategraph import design

    return deadline.in_grace(lambda: design.why(level, graph.real, within), None)


def why_not(args: argparse.Namespace, level: Level, found: Solution) -> Why | None:
    """Return why a level has no solution, with a remark; None where it has, or is large."""
    graph = found.graph
    if graph is None or found.moves is not None:
        return None
    if len(graph) > EXPLAINED and not level.family.goalless(level.puzzle):
        return None
    from stategraph.tell.why import sentence

    told = why(level, graph, limits(args))
    if told is not None and not args.json:
        remark(f"{level.file}: {sentence(level, told)}")
    return told


def whole_or_stopped(level: Level, graph: ArrayGraph, then: str = "") -> int:
    """Return the exit code of an answer from the graph, with a remark where it is not whole."""
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}{then}")
    elif deadline.missed():
        remark(f"{level.file}: stopped at the time limit: what took longer is unknown")
    else:
        return DONE
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


def reported(args: argparse.Namespace, level: Level) -> Analysis:
    """Return the analysis of a level within a part of the seconds; pictures have the rest."""
    with args.time_limit.earlier(ANALYSED):
        graph = expand(args, level, within=_part(args, EXPANDED))
        return analysed(level, graph, _part(args, ANALYSED))


def analysed(level: Level, graph: ArrayGraph, within: Limits | None = None, **how: Any) -> Analysis:
    """Return the analysis of a level, with remarks on the numbers that its file states wrongly."""
    from stategraph.metrics import analyse
    from stategraph.tell.why import add

    found = analyse(level, graph, **how)
    add(found, lambda: why(level, graph, within))
    if deadline.seconds_left() is not None:
        found.find_all()
    if graph.quotient is None:  # the file speaks of states
        remark_on(level, found.numbers, whole=True)
    return found
