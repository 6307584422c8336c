"""What a designer asks for: versions compared, elements taken out, demands, difficulty."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.face.given import Levelled, level_of
from stategraph.face.levels import expand
from stategraph.graph import ArrayGraph
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY

if TYPE_CHECKING:
    from stategraph.design import Ablation, Comparison, Hardest, Verdict
    from stategraph.difficulty import Difficulty, DifficultyModel


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

    return compare_levels(level_of(old), level_of(new), (old, new), within)


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

    level = level_of(level)
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
    level = level_of(graph)
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
    seen = in_units(level_of(graph), graph) if graph.quotient is None else None
    return difficulty_of(level_of(graph), graph if seen is None else seen, given)


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
    if level_of(graph).family is NO_FAMILY:
        raise InputError("a puzzle without a family has no format to write")
    if graph.goal is None or not graph.complete:
        raise InputError(
            "no state can win" if graph.complete else f"stopped at the {graph.stopped}"
        )
    title = f"{level_of(graph).title or level_of(graph).name}, the hardest start"
    return hardest_start(
        level_of(graph), graph, lambda puzzle: expand_puzzle(puzzle, until_goal=True), title
    )
