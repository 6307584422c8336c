"""Tools for designers: comparison of versions, ablation, demands, difficulty."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.face import wording
from stategraph.face.level_arguments import Levelled, level_of
from stategraph.face.whole_level import expand
from stategraph.graph import ArrayGraph
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY

if TYPE_CHECKING:
    from stategraph.design import Ablation, Comparison, Hardest, Story, Verdicts
    from stategraph.difficulty import Difficulty, DifficultyModel


def compare(before: Levelled, after: Levelled, limits: Limits | None = None) -> Comparison:
    """Return the differences between two versions of a level, and the elements responsible.

    Parameters
    ----------
    before : Level, str, Puzzle or StateGraph
        the level before the edits
    after : Level, str, Puzzle or StateGraph
        the level after the edits
    limits : Limits, optional
        limits of each expansion

    Returns
    -------
    Comparison
        ``same`` is True if both versions play the same, None if unknown. ``removed`` and ``added``
        name elements, ``metrics`` holds pairs of different values, ``lost`` and ``gained`` are
        shortest solutions of one version only, with the responsible elements

    Examples
    --------
    >>> compare("spacewreck/eight-rooms", "spacewreck/eight-rooms").same
    True
    >>> comparison = compare("spacewreck/eight-rooms", "spacewreck/minefield")
    >>> comparison.same, comparison.lost[0].moves
    (False, ('R3', 'L5', 'L8'))
    """
    from stategraph.design import bounded
    from stategraph.design import compare as compare_levels
    from stategraph.expand import expand as expand_puzzle

    old, new = expand(before, limits), expand(after, limits)

    def expand_within(puzzle: Puzzle, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
        bounded_limits = bounded(limits or Limits(), bounds.states)
        return expand_puzzle(puzzle, bounded_limits, until_goal=until_goal)

    versions = level_of(old), level_of(new)
    return wording.comparison(*versions, compare_levels(*versions, (old, new), expand_within))


def ablate(level: Levelled, limits: Limits | None = None, jobs: int | None = None) -> Ablation:
    """Return the purpose of each element of a level by solving the level without that element.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    limits : Limits, optional
        limits of each expansion
    jobs : int, optional
        number of processes; for large levels, one per core by default

    Returns
    -------
    Ablation
        a finding for each element

    Raises
    ------
    InputError
        if the level has no elements

    Examples
    --------
    >>> result = ablate("spacewreck/eight-rooms")
    >>> [finding.element.name for finding in result.called("needed")]
    ['corridor 1→3 green', 'corridor 2→5 blue', 'corridor 5→8 blue']
    """
    from stategraph.design import Trials
    from stategraph.design import ablate as ablate_trials

    level = level_of(level)
    if not level.family.elements(level.puzzle):
        raise InputError(f"{level.file}: it has no elements that could be removed")
    trials = Trials(level.family, level.puzzle, limits, workers=jobs)
    return wording.ablation(level, trials, ablate_trials(trials))


def check(level: Levelled, demands: Mapping[str, object] | None = None) -> Verdicts:
    """Return a verdict on each demand on a level, with moves that show why a demand fails.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    demands : mapping, optional
        demands as under ``demand:`` in a level file; they override those of the level

    Returns
    -------
    Verdicts
        a sequence of verdicts, one per demand

    Raises
    ------
    LevelError
        if a demand names an unknown metric or element, or has an invalid value
    InputError
        if `demands` is not a mapping

    Examples
    --------
    >>> demands = {"trap_moves": 0, "shortest": [3, 5]}
    >>> for verdict in check("spacewreck/eight-rooms", demands):
    ...     print(verdict.demand.name, verdict.holds, verdict.witness)
    trap_moves False (('trap', ('L4', 'R3', 'L7')),)
    shortest True ()
    """
    from stategraph.design import Trials, demands_of, each_demand, verdicts

    if not isinstance(demands, Mapping | None):
        text = f"not of type {type(demands).__name__}"
        raise InputError(f'demands are a mapping, such as {{"shortest": [3, 5]}}, {text}')
    graph = expand(level)
    level = level_of(graph)
    demands_by_name = {demand.name: demand for demand in demands_of(level)}
    own_demands = [
        demand for name, value in (demands or {}).items() for demand in each_demand(name, value)
    ]
    demands_by_name |= {demand.name: demand for demand in own_demands}

    def trials() -> Trials:
        return Trials(level.family, level.puzzle, graph=graph)

    return wording.verdicts(level, verdicts(level, graph, list(demands_by_name.values()), trials))


def difficulty(
    level: Levelled, model: DifficultyModel | str | os.PathLike[str] | None = None
) -> Difficulty:
    """Estimate how hard a level is for people, with an interval and the hardest decisions.

    The estimate uses metrics in the player's units, such as pushes or turns. The estimate is
    unknown if the graph is incomplete, and missing if the level cannot be won.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    model : DifficultyModel or path, optional
        a model of recorded plays, made by `stategraph.difficulty.calibrate`; by default a model
        of human plays of Sokoban and Rush Hour, applied to other families by analogy

    Returns
    -------
    Difficulty
        ``percentile`` among the reference levels, from 0 (easiest) to 100, ``drivers`` (the largest
        contribution first) and ``decisions`` (the hardest first). If a value is None, ``why`` is
        the reason

    Raises
    ------
    InputError
        if the file does not contain a model

    Examples
    --------
    >>> estimate = difficulty("spacewreck/eight-rooms")
    >>> estimate
    <Difficulty of spacewreck/eight-rooms: easier than 97% of 242 reference levels, by analogy>
    >>> estimate.drivers[0].feature, estimate.decisions[0].move
    ('only_bits', 'Rocket to 3')
    """
    from stategraph.difficulty import difficulty as difficulty_of
    from stategraph.difficulty import read_model
    from stategraph.metrics.units import in_units

    fitted_model = read_model(os.fspath(model)) if isinstance(model, str | os.PathLike) else model
    graph = expand(level)
    unit_graph = in_units(level_of(graph), graph) if graph.quotient is None else None
    result = difficulty_of(
        level_of(graph), graph if unit_graph is None else unit_graph, fitted_model
    )
    return wording.difficulty(result)


def explain_solution(level: Levelled) -> Story:
    """Return a solution in chapters, with the purpose of each and the mistake that each avoids.

    The solution switches between pieces as rarely as possible. There are no chapters if the level
    cannot be won, or if its graph is incomplete.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`

    Returns
    -------
    Story
        ``chapters``, each with ``piece``, ``start``, ``end``, ``moves``, ``purpose`` and
        ``not_yet``; ``moves`` is the whole solution, and ``obvious`` the plan that a player tries
        first

    Raises
    ------
    InputError
        if the states of the graph have no variables

    Examples
    --------
    >>> story = explain_solution("sokoban/three-in-a-row")
    >>> [(chapter.piece, chapter.end) for chapter in story.chapters]
    [('A', '3:1'), ('B', '2:4'), ('C', '3:2'), ('B', '3:4')]
    """
    from stategraph.design import explain_solution as explained

    graph = expand(level)
    return wording.story(level_of(graph), graph, explained(level_of(graph), graph))


def hardest(level: Levelled) -> Hardest:
    """Return the start state that is farthest from the goal, and the level that begins in it.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`

    Returns
    -------
    Hardest
        ``node`` is the state, ``moves_left`` its distance to the goal, and ``text`` the level file

    Raises
    ------
    InputError
        if the level has no family (and so no file format), no state can win, or the graph is
        incomplete

    Examples
    --------
    >>> start = hardest("spacewreck/eight-rooms")
    >>> start.node, start.moves_left, start.text.splitlines()[5]
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
    title = f"{level_of(graph).heading}, the hardest start"
    start = hardest_start(
        level_of(graph), graph, lambda puzzle: expand_puzzle(puzzle, until_goal=True), title
    )
    return wording.hardest(level_of(graph), graph, start)
