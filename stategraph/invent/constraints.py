"""Demands on a generated level, checked in order of cost.

::

    elements ─► graph up to the goal ─► the whole graph ─► slow metrics ─► questions ─► needed
                solvable, shortest      dead ends, gates   random player   of play      ablation
                                                           unlike

The check ends at the first demand that fails, and returns how far the level is from meeting it.
Levels are compared first by the number of demands they meet, then by this distance.
"""

from __future__ import annotations

import ast
import operator
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from stategraph.analysis import solutions_known
from stategraph.design.demand_checks import verdicts
from stategraph.design.demand_conflicts import COUNTS, lack, refuse_contradictions
from stategraph.design.demands import NEEDED, UNLIKE, Demand, Interval, demand, is_met
from stategraph.design.element_counts import purposes
from stategraph.design.near_twin_demand import references, twins_among
from stategraph.design.near_twins import Idea, mark
from stategraph.design.player_metrics import PLAYER_METRICS, measure_all, number_names, player_unit
from stategraph.design.removal_trials import Trials
from stategraph.design.story_shape import Shape, shape
from stategraph.engines.limits import MAX_NODES, Limits
from stategraph.errors import InputError, LevelError, QuestionError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.invent.expander import expanded
from stategraph.invent.mutations import Draft, Maker, cell_of, level_of
from stategraph.level_files import Level
from stategraph.metrics import METRICS
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.readable import Record

# Reasons why a demand is undecided: the level has too many states, or another limit was reached.
TOO_LARGE, UNKNOWN = "too large", "unknown"
OPEN = float("inf")

# Number of states of a level that are expanded to see its actors, and the words of questions.
STATES_OF_EXAMPLE = 1_000

# Kinds of proof (`Metric.proof`) that a graph provides if it is expanded only until its goal.
BY_GOAL = ("goal", "shortest")


@dataclass(frozen=True)
class Seen:
    """The result of checking a level against the demands.

    Attributes
    ----------
    failed : str
        the first failed demand; empty if none failed
    passed : int
        number of demands met before it
    short : float
        distance of the failed demand from success
    values : dict of str to number
        metrics for the axes and the score, if no demand failed
    score : float
    mark : str
        a fingerprint, equal for levels that are equal up to names
    shape : Shape
        the shape of its story, if no demand failed; empty for levels without a story
    miss : str
        the failed demand with the actual value, for people
    seconds : float
        the time that the evaluation took
    """

    failed: str = ""
    passed: int = 0
    short: float = 0.0
    values: Record = field(default_factory=dict)
    score: float = 0.0
    mark: str = ""
    shape: Shape = ()
    miss: str = ""
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Wishes:
    """The demands, the axes of the archive, and the score of a level.

    Attributes
    ----------
    demands : tuple of Demand
        demands in order of cost
    axes : tuple of str
        metrics
    best : Score
    states : int
        the largest number of states of a level
    others : tuple of Idea
        the levels that the demand `unlike` names
    """

    demands: tuple[Demand, ...]
    axes: tuple[str, ...]
    best: Score
    states: int
    others: tuple[Idea, ...] = ()

    def look(self, maker: Maker, draft: Draft) -> Seen:
        """Return the result of checking a level."""
        began = time.perf_counter()
        try:
            level = level_of(maker.family, draft)
        except LevelError:
            return Seen("no level")
        if why := maker.refusal(level):
            return Seen(why, 0, 0.5)
        return replace(self._asked(level), seconds=time.perf_counter() - began)

    @property
    def admits_solved(self) -> bool:
        """True if a demand on `shortest` admits levels whose start is a goal."""
        return any(wish.name == "shortest" and is_met(wish, 0) for wish in self.demands)

    @property
    def _names(self) -> tuple[str, ...]:
        """The metrics of the axes and of the score."""
        return tuple(dict.fromkeys((*self.axes, *self.best.names)))

    @property
    def _stops_at_goal(self) -> bool:
        """Whether a graph up to the goal may save the expansion of the whole graph.

        The demand `solvable` alone does not: an unsolvable level is expanded completely anyway.
        """
        by_goal = [wish for wish in self.demands if _by_goal(wish)]
        needs_whole = bool(self._names) or len(by_goal) < len(self.demands)
        return not needs_whole or any(wish.name != "solvable" for wish in by_goal)

    def _asked(self, level: Level) -> Seen:
        graph, steps, partly = None, list(enumerate(self.demands, 1)), self._stops_at_goal
        for number, next_demand in steps:
            by_goal = _by_goal(next_demand)
            if graph is None or not (graph.complete or by_goal):
                graph = self.expanded(level.puzzle, until_goal=by_goal and partly)
                if not graph.complete and not (by_goal and solutions_known(graph)):
                    return Seen(TOO_LARGE, number - 1, 1.0)
            short, value = self._short(level, graph, next_demand)
            if short:
                failed = UNKNOWN if short == OPEN else next_demand.name
                return Seen(failed, number, min(short, 1.0), miss=_miss(next_demand, value))
        names = self._names
        if not names:
            return Seen("", len(steps) + 2)
        if graph is None or not graph.complete:
            graph = self.expanded(level.puzzle)
            if not graph.complete:
                return Seen(TOO_LARGE, len(steps), 1.0)
        values = measure_all(level, graph, names, slow=True)
        values = {name: values[name] for name in names}
        for name, value in values.items():
            if value is None:
                return Seen(f"{name} has no value", len(steps) + 1, 1.0)
        score, story = self.best(values), shape(level, graph)
        return Seen("", len(steps) + 2, 0.0, values, score, mark(graph), story)

    def _short(self, level: Level, graph: ArrayGraph, demand: Demand) -> tuple[float, object]:
        """Return the result of `_short`, also for the demand `unlike`."""
        if demand.name != UNLIKE:
            return _short(level, graph, demand)
        twins = twins_among(level, graph, self.others)
        return 1 - 1 / (1 + len(twins)), twins

    def expanded(self, puzzle: Puzzle, until_goal: bool = False) -> ArrayGraph:
        """Return the graph of a level, expanded up to the limit of states."""
        return expanded(puzzle, self.states, until_goal)


def wishes(
    demands: Sequence[Demand],
    axes: Sequence[str],
    best: str,
    states: int,
    but: Level | None = None,
) -> Wishes:
    """Return the requirements of a search. By default they include the demand `solvable`.

    The demand `unlike` does not refer to the level `but`.

    Raises
    ------
    InputError
        if an axis or a term of the score is not a numeric metric, if a demand is impossible, if two
        demands contradict, or if a level of the demand `unlike` cannot be read
    """
    refuse_contradictions(demands)
    for name in axes:
        _check_number(name, "--across")
    if all(wish.name != "solvable" for wish in demands):
        demands = [demand("solvable", True), *demands]
    for wish in demands:
        if (
            wish.name == "states"
            and isinstance(wish.wanted, Interval)
            and wish.wanted.most is not None
        ):
            states = min(states, max(1, int(wish.wanted.most)))
    ordered, others = sorted(demands, key=_price), []
    for wish in demands:
        if wish.name == UNLIKE and isinstance(wish.wanted, tuple):
            others += references(wish.wanted, but)
    return Wishes(tuple(ordered), tuple(axes), score(best), states, tuple(others))


def check_metrics(wishes: Wishes, level: Level) -> None:
    """Raise ``InputError`` if the family of a level lacks a metric that a search needs."""
    for wish in wishes.demands:
        if not wish.asks and (why := lack(level, wish.name)):
            raise InputError(f"no level meets '{wish.name}: {wish.text}': {why}")
    for option, names in (("--across", wishes.axes), ("--best", wishes.best.names)):
        for name in names:
            if why := lack(level, name):
                raise InputError(f"{option}: no level has {name!r}: {why}")


def check_cells(wishes: Wishes, maker: Maker) -> None:
    """Raise ``InputError`` if a needed element is on a cell that no level of a search has."""
    for wish in wishes.demands:
        for name in wish.wanted if wish.name == NEEDED and isinstance(wish.wanted, tuple) else ():
            cell = cell_of(name)
            if cell is not None and not maker.has_cell(*cell):
                raise InputError(
                    f"no level meets '{wish.name}: {name}': the board has no such cell"
                )


def check_questions(wishes: Wishes, maker: Maker) -> None:
    """Raise ``InputError`` if a question of play cannot be asked about the levels of a search.

    The questions are asked about the first level, or about a random level if levels have another
    size.
    """
    draft = maker.fresh(Random(0)) if any(wish.asks for wish in wishes.demands) else maker.like
    try:
        level = level_of(maker.family, draft)
    except LevelError:  # a random level may be invalid
        level = level_of(maker.family, maker.like)
    for wish in wishes.demands:
        if wish.asks:
            verdicts(level, expanded(level.puzzle, STATES_OF_EXAMPLE), [wish])


def _price(demand: Demand) -> tuple[int, bool]:
    """Return the sort key of a demand: its cost."""
    if isinstance(demand.wanted, tuple):
        return (3 if demand.name == UNLIKE else 5), False
    if demand.asks:
        return 4, False
    if demand.name in PLAYER_METRICS:
        return (5 if PLAYER_METRICS[demand.name].by_element else 3), True
    if _by_goal(demand):
        return 0, demand.name != "solvable"
    slow = METRICS[demand.name].needs == "slow" or METRICS[demand.name].group == "gates"
    return (3 if slow else 2), demand.name != "states"


def _by_goal(demand: Demand) -> bool:
    """Return whether a graph that is expanded only until its goal is enough to check a demand."""
    return demand.name in METRICS and METRICS[demand.name].proof in BY_GOAL


def _miss(demand: Demand, value: Any) -> str:
    """Return the text of a failed demand with the actual value.

    >>> _miss(demand("shortest", [5, 20]), 3)
    'shortest 3, not 5 to 20'
    >>> _miss(demand("turns", 5), None)
    'turns has no value, demanded 5'
    >>> _miss(demand("unique", True), False)
    'unique is false, demanded true'
    """
    if demand.name == UNLIKE:
        return f"{UNLIKE}: near-twin of {', '.join(value)}"
    if isinstance(value, list):
        return f"{demand.name}, but not {', '.join(map(str, value))}"
    if value is None and isinstance(demand.wanted, Interval):
        return f"{demand.name} has no value, demanded {demand.text}"
    if isinstance(value, bool):
        return f"{demand.name} is {str(value).lower()}, demanded {demand.text}"
    if value is None:
        return f"{demand.name}: {demand.text}"
    return f"{demand.name} {value:,.6g}, not {demand.text}"


def _short(level: Level, graph: ArrayGraph, demand: Demand) -> tuple[float, object]:
    """Return how far a demand is from being met, from 0 (met) to 1 or `OPEN`, and its value."""
    if demand.name in METRICS or demand.name in PLAYER_METRICS:
        if demand.name in PLAYER_METRICS and PLAYER_METRICS[demand.name].by_element:
            purposes(level, graph, _within)
        record = measure_all(level, graph, [demand.name], slow=True)
        value = record[demand.name]
        if demand.name in record["unknown"]:
            return OPEN, None
        if is_met(demand, value):
            return 0.0, value
        if demand.name in COUNTS and value is False:
            count = COUNTS[demand.name]
            number = measure_all(level, graph, [count])[count]
            return _apart(Interval(1, 1), number), value
        return _apart(demand.wanted, value), value

    def make_trials() -> Trials:
        return trials_of(level, graph)

    try:
        (verdict,) = verdicts(level, graph, [demand], make_trials)
    except (LevelError, QuestionError):  # the demand names a missing element or cell
        return 1.0, None
    if verdict.holds is not False:
        return 0.0 if verdict.holds else OPEN, None
    if isinstance(demand.wanted, tuple) and isinstance(verdict.found, list):
        return 1 - 1 / (1 + len(verdict.found)), verdict.found
    return _apart(demand.wanted, verdict.found), verdict.found


def trials_of(level: Level, graph: ArrayGraph) -> Trials:
    """Return trials of a level without some elements, which share compiled rules."""
    return Trials(level.family, level.puzzle, expander=_within, workers=1, graph=graph)


def _within(puzzle: Puzzle, limits: Limits, until_goal: bool = False) -> ArrayGraph:
    return expanded(puzzle, limits.states or MAX_NODES, until_goal)


def _apart(wanted: Any, value: Any) -> float:
    """Return the distance of a value from the demanded one: a number above 0, at most 1.

    >>> _apart(Interval(20, 40), 10) < _apart(Interval(20, 40), 5) < _apart(True, False)
    True
    """
    if not isinstance(wanted, Interval) or value is None or isinstance(value, bool):
        return 1.0
    least = value if wanted.least is None else wanted.least
    most = value if wanted.most is None else wanted.most
    apart = max(least - value, value - most)
    return float(apart / (apart + 1 + max(abs(least), abs(most))))


# -------------------------------------------------------------------------------------- the score

_OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}


@dataclass(frozen=True)
class Score:
    """The score of a level, an arithmetic expression of metrics.

    >>> score("shortest - states / 100")({"shortest": 12, "states": 200})
    10.0
    """

    text: str
    names: tuple[str, ...]

    def __call__(self, values: Record) -> float:
        """Return the score of a level with these metrics."""
        return float(_value(ast.parse(self.text, mode="eval").body, values))


def default_score(level: Level) -> str:
    """Return the default score for levels of this family: the length in the player's units."""
    return player_unit(level, expanded(level.puzzle, STATES_OF_EXAMPLE))


def score(text: str) -> Score:
    """Parse the expression of a score; raise ``InputError`` if it is invalid."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        names = tuple(dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name)))
        for name in names:
            _check_number(name, "--best")
        _value(tree, dict.fromkeys(names, 1))
    except (SyntaxError, ValueError, RecursionError):
        raise InputError(
            f"--best: {text!r} is not a metric, nor + - * / of metrics and numbers"
        ) from None
    return Score(text.strip(), names)


def _value(tree: ast.expr, values: Record) -> float:
    """Return the value of an expression (x / 0 is 0). Raise ``ValueError`` if it is invalid."""
    if isinstance(tree, ast.Name):
        return float(values[tree.id])
    if isinstance(tree, ast.Constant) and isinstance(tree.value, (int, float)):
        return float(tree.value)
    if isinstance(tree, ast.UnaryOp) and type(tree.op) in _OPERATORS:
        return float(_OPERATORS[type(tree.op)](_value(tree.operand, values)))
    if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATORS:
        left, right = _value(tree.left, values), _value(tree.right, values)
        divides = isinstance(tree.op, ast.Div)
        return 0.0 if divides and not right else float(_OPERATORS[type(tree.op)](left, right))
    raise ValueError


def _check_number(name: str, option: str) -> None:
    """Raise ``InputError`` if a name is not a numeric metric."""
    names = number_names()
    if name not in names:
        raise InputError(
            f"{option}: {name!r} is not a metric with a number{did_you_mean(name, names)}"
        )
