"""What is wished for of a level, asked the cheapest first.

::

    elements ─► as far as the goal ─► the whole graph ─► slow metrics ─► questions ─► needed
                solvable, shortest    dead ends, gates   blind player    of play      ablation

The first wish that is not granted ends it, and says how far from granted it was: of two levels the
better one came further.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stategraph.analysis import moves_from_start, moves_to_goal, solutions_known
from stategraph.design.demand_checks import verdicts
from stategraph.design.demands import Demand, Interval, demand, is_met
from stategraph.design.removals import Trials
from stategraph.errors import InputError, LevelError, QuestionError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.invent.expander import expanded
from stategraph.invent.makes import Draft, Maker, level_of
from stategraph.levels import Level
from stategraph.metrics import METRICS, measure_level
from stategraph.rules.puzzle import Puzzle

# Why a level does not grant a wish that it might grant: it has too many states to tell, or what is
# wished for has another limit.
TOO_LARGE, UNKNOWN = "too large", "unknown"
OPEN = float("inf")

# What the graph as far as the goal proves.
BY_GOAL = ("goal", "shortest")


@dataclass(frozen=True)
class Seen:
    """How far a level got with the wishes.

    Attributes
    ----------
    failed : str
        the wish that it does not grant; empty where it grants all
    passed : int
        wishes granted before that
    short : float
        how far from granted that one was
    values : dict of str to number
        of a level that grants all, its metrics for the axes and the score
    score : float
    mark : str
        alike for levels that play the same but for names
    """

    failed: str = ""
    passed: int = 0
    short: float = 0.0
    values: Mapping[str, Any] = field(default_factory=dict)
    score: float = 0.0
    mark: str = ""


@dataclass(frozen=True)
class Wishes:
    """Demands, the axes over which levels are spread, and what makes one better.

    Attributes
    ----------
    demands : tuple of Demand
        the cheapest first
    axes : tuple of str
        metrics
    best : Score
    states : int
        a level with more states is too large
    """

    demands: tuple[Demand, ...]
    axes: tuple[str, ...]
    best: Score
    states: int

    def look(self, maker: Maker, draft: Draft) -> Seen:
        """Return how far a level gets."""
        try:
            level = level_of(maker.family, draft)
        except LevelError:
            return Seen("no level")
        if why := maker.refusal(level):
            return Seen(why, 0, 0.5)
        return self._asked(level)

    def _asked(self, level: Level) -> Seen:
        graph, steps = None, list(enumerate(self.demands, 1))
        for number, asked in steps:
            if graph is None or not (graph.complete or _by_goal(asked)):
                graph = self.expanded(level.puzzle, until_goal=_by_goal(asked))
                if not graph.complete and not (_by_goal(asked) and solutions_known(graph)):
                    return Seen(TOO_LARGE, number - 1, 1.0)
            if short := _short(level, graph, asked):
                return Seen(UNKNOWN if short == OPEN else asked.name, number, min(short, 1.0))
        names = dict.fromkeys((*self.axes, *self.best.names))
        if not names:
            return Seen("", len(steps) + 2)
        if graph is None or not graph.complete:
            graph = self.expanded(level.puzzle)
            if not graph.complete:
                return Seen(TOO_LARGE, len(steps), 1.0)
        values = measure_level(level, graph, names, slow=True)
        values = {name: values[name] for name in names}
        for name, value in values.items():
            if value is None:
                return Seen(f"{name} has no value", len(steps) + 1, 1.0)
        return Seen("", len(steps) + 2, 0.0, values, self.best(values), mark(graph))

    def expanded(self, puzzle: Puzzle, until_goal: bool = False) -> ArrayGraph:
        """Return the graph of a level, as far as there are not too many states."""
        return expanded(puzzle, self.states, until_goal)


def wishes(
    demands: Sequence[Demand],
    axes: Sequence[str],
    best: str,
    states: int,
) -> Wishes:
    """Return wishes; that a level can be solved is one, where nothing is said of it.

    ``InputError`` for an axis or a score that is of no number.
    """
    for name in axes:
        _check_number(name, "--across")
    if all(one.name != "solvable" for one in demands):
        demands = [demand("solvable", True), *demands]
    for one in demands:
        if (
            one.name == "states"
            and isinstance(one.wanted, Interval)
            and one.wanted.most is not None
        ):
            states = min(states, max(1, int(one.wanted.most)))
    ordered = sorted(demands, key=_price)
    return Wishes(tuple(ordered), tuple(axes), score(best), states)


def _price(asked: Demand) -> tuple[int, bool]:
    """Return by which a demand is asked earlier or later."""
    if isinstance(asked.wanted, tuple):
        return 5, False
    if asked.asks:
        return 4, False
    if _by_goal(asked):
        return 0, asked.name != "solvable"
    slow = METRICS[asked.name].needs == "slow" or METRICS[asked.name].group == "gates"
    return (3 if slow else 2), asked.name != "states"


def _by_goal(asked: Demand) -> bool:
    """Return whether the graph as far as the goal is enough for a demand."""
    return asked.name in METRICS and METRICS[asked.name].proof in BY_GOAL


def _short(level: Level, graph: ArrayGraph, asked: Demand) -> float:
    """Return how far a demand is from granted, from 0 (it is) to 1; `OPEN`: it is not known."""
    if asked.name in METRICS:
        record = measure_level(level, graph, [asked.name], slow=True)
        value = record[asked.name]
        if asked.name not in record["unknown"]:
            return 0.0 if is_met(asked, value) else _apart(asked.wanted, value)
        return OPEN

    def tried() -> Trials:
        return Trials(level.family, level.puzzle, graph=graph, workers=1)

    try:
        (found,) = verdicts(level, graph, [asked], tried)
    except (LevelError, QuestionError):  # it names an element, or a cell, that is not there
        return 1.0
    if found.holds is not False:
        return 0.0 if found.holds else OPEN
    if isinstance(asked.wanted, tuple) and isinstance(found.found, list):
        return 1 - 1 / (1 + len(found.found))
    return _apart(asked.wanted, found.found)


def _apart(wanted: Any, value: Any) -> float:
    """Return how far a value is from what is wanted, above 0 and up to 1.

    >>> _apart(Interval(20, 40), 10) < _apart(Interval(20, 40), 5) < _apart(True, False)
    True
    """
    if not isinstance(wanted, Interval) or value is None or isinstance(value, bool):
        return 1.0
    least = value if wanted.least is None else wanted.least
    most = value if wanted.most is None else wanted.most
    apart = max(least - value, value - most)
    return float(apart / (apart + 1 + max(abs(least), abs(most))))


def mark(graph: ArrayGraph) -> str:
    """Return a text that graphs share which differ in names alone, and few others do.

    The numbers of each state are mixed into one [1]_, and these are added up in whatever order.
    O(states + moves).

    .. [1] G. Steele, D. Lea, C. Flood, Fast splittable pseudorandom number generators, OOPSLA
       (2014): the finishing of SplitMix64.
    """
    into = np.bincount(graph.targets, minlength=len(graph))
    mixed = np.zeros(len(graph), np.uint64)
    for column in (np.diff(graph.offsets), into, moves_from_start(graph), moves_to_goal(graph)):
        mixed += column.astype(np.int64).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return f"{len(graph)}:{len(graph.targets)}:{int(mixed.sum(dtype=np.uint64)):016x}"


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
    """What makes one level better than another: a metric, or sums and products of some.

    >>> score("shortest - states / 100")({"shortest": 12, "states": 200})
    10.0
    """

    text: str
    names: tuple[str, ...]

    def __call__(self, values: Mapping[str, Any]) -> float:
        """Return the number of a level with these metrics."""
        return float(_value(ast.parse(self.text, mode="eval").body, values))


def score(text: str) -> Score:
    """Return the score that a text describes; ``InputError`` where it is none."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        names = tuple(dict.fromkeys(n.id for n in ast.walk(tree) if isinstance(n, ast.Name)))
        for name in names:
            _check_number(name, "--best")
        _value(tree, dict.fromkeys(names, 1))
    except (SyntaxError, ValueError, RecursionError):
        raise InputError(
            f"--best: {text!r} is no metric, nor + - * / of metrics and numbers"
        ) from None
    return Score(text.strip(), names)


def _value(tree: ast.expr, values: Mapping[str, Any]) -> float:
    """Return the value of an expression; ``ValueError`` where it is none. x / 0 is 0."""
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
    """Complain about what is no metric, or no number."""
    if name not in METRICS or not METRICS[name].is_number:
        known = [one for one in METRICS if METRICS[one].is_number]
        raise InputError(
            f"{option}: {name!r} is no metric that is a number{did_you_mean(name, known)}"
        )
