"""What designers try of levels: variants, demands and differences, as the options ask for them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.cli import quantities, runs
from stategraph.cli.terminal import Progress
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.design import Ablation, Comparison, DemandsFile, Hardest, Trials, Verdict
    from stategraph.engines.limits import Limits
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def add_ablation(parser: argparse.ArgumentParser) -> None:
    """Add what is taken out of a level, and by how many processes."""
    parser.add_argument(
        "--minimal", metavar="FILE", help="write the smallest level that plays the same"
    )
    parser.add_argument(
        "--same",
        choices=("solutions", "play"),
        default="solutions",
        help="what the smallest level keeps: the shortest solutions (default), or all play",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=quantities.count, help="processes (default: one for each core)"
    )


def trials(args: argparse.Namespace, level: Level) -> Trials:
    """Return the level ready to be tried without some of its elements."""
    from stategraph import design

    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be taken out")
    how = runs.limits(args), args.engine, args.jobs, runs.expand(args, level), _see(args, level)
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
    graph = runs.expand(args, level)

    def tried() -> Trials:
        how = runs.limits(args), args.engine
        return design.Trials(level.family, level.puzzle, *how, graph=graph.real)

    return design.verdicts(level, graph, demands, tried)


def difference(
    args: argparse.Namespace, before: Level, after: Level, graphs: Sequence[ArrayGraph]
) -> Comparison:
    """Return what changed between two versions of a level, whose graphs are given."""
    from stategraph import design

    see = _see(args, after)

    def again(puzzle: Any, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
        mine = design.bounded(runs.limits(args), bounds.states)
        until_goal = until_goal and see is None
        graph = runs.expand(args, after, until_goal=until_goal, puzzle=puzzle, within=mine)
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
        made = runs.expand(args, level, puzzle=puzzle, until_goal=see is None)
        return made if see is None else see(puzzle, made)

    title = f"{level.title or level.name}, the hardest start"
    return design.hardest(level, graph, again, title)
