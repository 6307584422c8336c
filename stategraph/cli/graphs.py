"""State graphs for the verbs: options, expansion within limits, and remarks if incomplete."""

from __future__ import annotations

import time
from argparse import SUPPRESS
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from stategraph.cli import option_values
from stategraph.cli.levels import LevelRequest, LevelsRequest
from stategraph.cli.limits import Budget
from stategraph.cli.outputs import json_option
from stategraph.cli.parsing import Options, Refused, option, part, switch
from stategraph.cli.terminal import DONE, UNKNOWN, Progress, detail, remark, remarks_on
from stategraph.errors import InputError
from stategraph.machine import deadline
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.design import Why
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis
    from stategraph.rules.puzzle import PlainPuzzle

# Quotients that a verb may accept in addition to walks and turns.
ANY = "symmetry", "variables"

# The value of --by that requests single moves, for verbs that count in the player's units by
# default.
MOVES = "moves"

# The verbs that accept them.
VERBS_BY = {
    "symmetry": "solve, analyse, render, export and list",
    "variables": "analyse, render and export",
}

# Maximum number of states for which the graph of walks is built from stored single steps.
MAX_STATES_WITH_STEPS = 2_000_000

# Default maximum number of states in a graph of walks or turns.
MAX_STATES_IN_UNITS = 20_000_000


class By(Options):
    """The quotient graph that --by requests.

    Attributes
    ----------
    text : str or None
        None: the state graph itself
    kinds : tuple of str
        the kinds of quotients that the verb takes
    moves : bool
        whether single moves are requested, as by ``--by moves``
    """

    text: str | None = None
    kinds: tuple[str, ...] = ()
    moves: bool = False


def by_option(*more: str) -> By:
    """Declare --by for a verb that accepts walks, turns and the kinds `more`."""
    kinds = "walks", "turns", *more
    texts = {
        "symmetry": "symmetry",
        "variables": 'variables, "player, keys"',
        MOVES: "moves (single moves)",
    }
    kind_list = ", ".join([*kinds[:2], *(texts[kind] for kind in more)])

    def read(text: str) -> By:
        if text == MOVES and MOVES in more:
            return By(None, kinds, moves=True)
        return By(text, kinds)

    return option(
        "--by KIND",
        f"units or classes: {kind_list}",
        read,
        default=By(None, kinds),
        complete=option_values.kinds,
    )


def refused_by(why: str) -> By:
    """Declare --by for a verb that works only on single states and rejects --by with a reason."""
    return option("--by", SUPPRESS, action=Refused, const=why, default=By())


class Expansion(Options):
    """Options of an expansion: its quotient, its limits, and its engine."""

    by: By = field(default_factory=By)
    budget: Budget = part(Budget)
    engine: str = option(
        "--engine ENGINE",
        "run the rules as plain Python (direct) or compiled (native); default: auto, by size",
        choices=option_values.ENGINES,
        default="auto",
        common=True,
    )

    @property
    def limits(self) -> Limits:
        """The limits of the budget."""
        return self.budget.limits

    def of_states(self) -> Expansion:
        """Return the same options for a graph of single states."""
        return replace(self, by=By(self.by.text))


class GraphRequest(LevelRequest):
    """A request about the state graph of a level."""

    json: bool = json_option()
    expansion: Expansion = part(Expansion)

    def expand(self, level: Level, **how: Any) -> ArrayGraph:
        """Return the state graph of the level; see `expand`."""
        return expand(self.expansion, level, **how)


class GraphsRequest(LevelsRequest):
    """A request about the state graphs of any number of levels."""

    json: bool = json_option()
    expansion: Expansion = part(Expansion)

    def expand(self, level: Level, **how: Any) -> ArrayGraph:
        """Return the state graph of a level; see `expand`."""
        return expand(self.expansion, level, **how)


def slow_option() -> bool:
    """Declare --slow."""
    return switch("--slow", "solve the random player's equations above 50,000 states too")


def expand(
    expansion: Expansion,
    level: Level,
    *,
    until_goal: bool = False,
    puzzle: PlainPuzzle | None = None,
    within: Limits | None = None,
    without_steps: bool = False,
) -> ArrayGraph:
    """Expand the level or the `puzzle`, show the progress, and return the state graph.

    Parameters
    ----------
    until_goal : bool
        whether the expansion may stop at the goal
    within : Limits, optional
        limits that replace those of the options
    without_steps : bool
        whether a graph of walks of any size is built without storing the steps
    """
    if expansion.by.text is None or puzzle is not None:
        graph = _expanded(expansion, level, until_goal, puzzle, within)
        _check_kept(expansion, level, graph)
        return graph
    from stategraph.analysis.quotient_choice import VARIABLES, by, kind_of
    from stategraph.ask.groups import grouped, is_expression, parts_of

    says = is_expression(level, expansion.by.text)
    if (kind := VARIABLES if says else kind_of(level, expansion.by.text)) not in expansion.by.kinds:
        raise InputError(
            f"--by {expansion.by.text} works with {VERBS_BY[kind]}: it joins states that this "
            "verb tells apart"
        )
    if kind == "walks":
        walk_graph = _walks(expansion, level, within, without_steps)
        if walk_graph is not None:
            return walk_graph
    graph = _expanded(expansion, level, False, None, within)
    if not says:
        return by(level, graph, expansion.by.text)
    return grouped(level, graph, parts_of(expansion.by.text)).as_graph()


def _check_kept(expansion: Expansion, level: Level, graph: ArrayGraph) -> None:
    """Reject a saved graph of symmetric classes if the verb needs all states."""
    if graph.quotient is not None and "symmetry" not in expansion.by.kinds:
        raise InputError(
            f"{level.file}: it keeps one state of each symmetric class, which works with "
            f"{VERBS_BY['symmetry']}: expand the level without --symmetry"
        )


def _walks(
    expansion: Expansion, level: Level, within: Limits | None, without_steps: bool
) -> ArrayGraph | None:
    """Return the graph of walks. For a large level, build it without storing single steps.

    Return None if the graph of walks must be built from the graph of all states.
    """
    from stategraph.analysis.quotient_choice import by
    from stategraph.analysis.walk_contraction import OneWayWalk
    from stategraph.engines.limits import Reason, Stop

    bounds = within or replace(expansion.limits, analysed=True)
    is_small = bounds.states is not None and bounds.states <= MAX_STATES_WITH_STEPS
    if level.graph is not None or level.puzzle.walker is None or is_small:
        return None
    if not without_steps:
        first = replace(bounds, states=MAX_STATES_WITH_STEPS)
        graph = _expanded(expansion, level, False, None, first)
        out_of_time = bounds.seconds is not None
        out_of_time = out_of_time and graph.stopped == str(Stop(Reason.SECONDS, bounds.seconds))
        if graph.complete or out_of_time:
            return by(level, graph, "walks")
        del graph
    with suppress(OneWayWalk):
        return _without_steps(expansion, level, bounds)
    return None


def _without_steps(expansion: Expansion, level: Level, bounds: Limits) -> ArrayGraph:
    from stategraph.analysis.walk_contraction import contracted

    return timed(
        level,
        lambda progress: contracted(
            level.puzzle, bounds, engine=expansion.engine, progress=progress
        ),
    )


def in_units(expansion: Expansion, level: Level) -> ArrayGraph:
    """Return the graph of walks or turns of a level, or the state graph of a level without them.

    If the user gives no limit, the graph has at most `MAX_STATES_IN_UNITS` states. A graph of walks
    is built without storing the steps.
    """
    from stategraph.analysis.quotient_choice import by
    from stategraph.analysis.walk_contraction import OneWayWalk
    from stategraph.metrics.units import in_units as seen_in_units

    bounds = expansion.limits
    bounds = bounds if bounds.states is not None else replace(bounds, states=MAX_STATES_IN_UNITS)
    if level.graph is None and level.puzzle.walker is not None:
        with suppress(OneWayWalk):
            return _without_steps(expansion, level, bounds)
    graph = _expanded(expansion, level, False, None, bounds)
    if level.puzzle.walker is not None and graph.quotient is None:
        return by(level, graph, "walks")
    unit_graph = seen_in_units(level, graph)
    return graph if unit_graph is None else unit_graph


def timed(level: Level, make: Callable[[Progress], ArrayGraph]) -> ArrayGraph:
    """Call ``make(progress)`` to expand a graph, and with -v print the time."""
    from stategraph.readable import count

    start_time = time.monotonic()
    with remarks_on(level.file), Progress() as progress:
        graph = make(progress)
    size = f"{count(len(graph), 'state')}, {count(graph.number_of_edges(), 'move')}"
    detail(f"{level.file}: {size} in {time.monotonic() - start_time:.3g} s")
    return graph


def _expanded(
    expansion: Expansion,
    level: Level,
    until_goal: bool,
    puzzle: PlainPuzzle | None,
    within: Limits | None,
) -> ArrayGraph:
    """Return the graph of single states; see `expand`."""
    from stategraph.analysis.proof import refuse_too_large
    from stategraph.expand import expand as expand_puzzle

    if level.graph is not None and puzzle is None:
        if level.graph.memory is not None and expansion.budget.max_memory is not None:
            level.graph.memory = expansion.budget.max_memory
        refuse_too_large(level.graph)
        return level.graph
    bounds = within or replace(expansion.limits, analysed=not until_goal)
    options: Record = dict(until_goal=until_goal, engine=expansion.engine)
    return timed(
        level,
        lambda progress: expand_puzzle(
            puzzle or level.puzzle, bounds, progress=progress, **options
        ),
    )


def whole_or_stopped(level: Level, graph: ArrayGraph, then: str = "") -> int:
    """Return the exit code for an answer, and print a remark if the graph is incomplete."""
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}{then}")
    elif deadline.missed():
        remark(f"{level.file}: stopped at the time limit: what took longer is unknown")
    else:
        return DONE
    return UNKNOWN


def why(level: Level, graph: ArrayGraph, within: Limits | None = None) -> Why | None:
    """Return why the level cannot be won, or None if it can be won or this is unknown."""
    from stategraph import design

    return deadline.in_grace(lambda: design.why(level, graph.real, within), None)


def remark_on(level: Level, record: Record, is_full: bool = False) -> None:
    """Print a remark on each answer in the level file that the record contradicts."""
    from stategraph.tell.level import contradictions

    for line in contradictions(level, record, is_full):
        remark(f"{level.file}: {line}")


def analysed(
    level: Level, graph: ArrayGraph, within: Limits | None = None, **options: Any
) -> Analysis:
    """Analyse a level, and print a remark on each wrong answer in its file."""
    from stategraph.metrics import analyse
    from stategraph.tell.unsolvable_reason import add

    facts = analyse(level, graph, **options)
    add(facts, lambda: why(level, graph, within))
    if deadline.seconds_left() is not None:
        facts.find_all()
    if graph.quotient is None:  # the file states answers about the graph of single states
        remark_on(level, facts.numbers, is_full=True)
    return facts
