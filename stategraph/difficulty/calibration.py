"""Calibration with playtests: the numbers that agree with players better than by chance.

::

    plays.csv ──► for each level: failed, seconds, moves, rating ─┐
    levels ─────► numbers in units, and features ─────────────────┴─► ρ of each, a small model
"""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stategraph.difficulty.level_features import FEATURES, level_features
from stategraph.difficulty.model import DifficultyModel, models
from stategraph.difficulty.model_fitting import design, fitted, left_out
from stategraph.difficulty.rank_correlation import Agreement, agreement, chance
from stategraph.errors import InputError
from stategraph.files import read_text
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics import METRICS, measure_level
from stategraph.metrics.units import in_units

# Outcomes of playtests. A model predicts the first outcome that is known.
OUTCOMES = ("failed", "seconds", "moves", "rating")
COLUMNS = ("solved", "seconds", "moves", "rating")

# The minimum number of levels for fitting weights, and the number of levels per weighed feature.
# With fewer levels, a shipped model is moved by an offset.
MIN_LEVELS, LEVELS_PER_FEATURE = 12, 6
WEIGHED = ("careful_only_bits", "careful_danger", "lines")

# The features of a model if some feature of `WEIGHED` is unknown for a level.
ALWAYS_KNOWN = ("only_bits", "danger", "length")

# The shipped model that predicts each outcome, up to an offset that depends on the players.
SHIPPED_FOR = {"failed": "sokoban", "seconds": "rushhour"}

# This number is added to the number of failed plays and to the number of won plays, so that the
# share of failed plays is never 0 or 1.
HALF_A_PLAY = 0.5

# Maximum seconds or moves of a play; larger values could not be averaged.
MAX_OUTCOME = 1e15

_TRUE, _FALSE = ("1", "yes", "true", "y"), ("0", "no", "false", "n")


@dataclass(frozen=True)
class Playtests:
    """The plays of a level, as averages of the known values. Values without data are None.

    Attributes
    ----------
    plays : int
    failed : float or None
        the share of failed plays
    seconds, moves : float or None
        medians
    rating : float or None
        the mean
    """

    plays: int
    failed: float | None = None
    seconds: float | None = None
    moves: float | None = None
    rating: float | None = None


@dataclass(frozen=True, eq=False)
class Calibration:
    """The agreement between the numbers of levels and the results of players.

    Attributes
    ----------
    levels : list of str
    people : dict of str to (n,) float64
        the values of each outcome that is known for at least three levels; NaN: unknown
    agreements : dict of str to list of (number, Agreement)
        for each outcome, the best first
    chance : dict of str to float
        the ρ that the best of all numbers reaches by chance, one time in twenty
    model : DifficultyModel or None
        with at least `MIN_LEVELS` levels fitted to them; otherwise a shipped model with an offset
    checked : Agreement or None
        the agreement of the model with levels that it has not seen
    said : (n,) float64 or None
        its predictions for these levels
    """

    levels: list[str]
    people: dict[str, np.ndarray]
    agreements: dict[str, list[tuple[str, Agreement]]]
    chance: dict[str, float]
    model: DifficultyModel | None
    checked: Agreement | None
    said: np.ndarray | None


def read_playtests(file: str) -> dict[str, Playtests]:
    """Read a table of plays, and return the plays of each level by its name in the table.

    Columns are ``level`` and any of `COLUMNS`, in upper or lower case. The separator is a comma. If
    the first line has no comma, it is a semicolon or a tab. Other columns are ignored. A row holds
    the values of one play, or the averages of several plays.

    Returns
    -------
    dict of str to Playtests

    Raises
    ------
    InputError
        with file and line
    """
    rows = _rows(read_text(file))
    names = [name for name in rows.fieldnames or () if name in COLUMNS]
    if "level" not in (rows.fieldnames or ()) or not names:
        raise InputError(f"{file}:1: the columns are level, and any of {', '.join(COLUMNS)}")
    if len(set(names)) < len(names) or (rows.fieldnames or ()).count("level") > 1:
        raise InputError(f"{file}:1: two columns have the same name")
    plays: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    counts: dict[str, int] = defaultdict(int)
    try:
        for row in rows:
            if None in row:  # a decimal comma splits a value into two
                raise InputError(f"{file}:{rows.line_num}: more values than there are columns")
            level = (row["level"] or "").strip()
            if not level:
                raise InputError(f"{file}:{rows.line_num}: the level is missing")
            counts[level] += 1
            for name in names:
                if (text := (row[name] or "").strip()) != "":
                    plays[level][name].append(_value(name, text, f"{file}:{rows.line_num}"))
    except csv.Error as error:
        raise InputError(f"{file}:{rows.line_num}: {error}") from None
    return {level: _played(counts[level], plays[level]) for level in counts}


def _rows(text: str) -> csv.DictReader:
    """Return the rows of a table, with column names in lower case."""
    head = text.partition("\n")[0]
    mark = next((mark for mark in ",;\t" if mark in head), ",")
    rows = csv.DictReader(io.StringIO(text), strict=True, delimiter=mark)
    rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
    return rows


def _value(name: str, text: str, position: str) -> float:
    lower = text.lower()
    if name == "solved" and lower in (*_TRUE, *_FALSE):
        return float(lower in _TRUE)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= (1 if name == "solved" else MAX_OUTCOME):
        largest = f"a number from 0 to {MAX_OUTCOME:g}"
        allowed = "0 or 1, yes or no, or a share" if name == "solved" else largest
        raise InputError(f"{position}: {name!r} is {allowed}, not {text!r}")
    return value


def _played(count: int, values: Mapping[str, list[float]]) -> Playtests:
    solved, seconds, moves, rating = (values.get(name) or None for name in COLUMNS)
    return Playtests(
        count,
        None if solved is None else 1 - statistics.fmean(solved),
        None if seconds is None else statistics.median(seconds),
        None if moves is None else statistics.median(moves),
        None if rating is None else statistics.fmean(rating),
    )


def name_in(plays: Mapping[str, Playtests], level: Level) -> str | None:
    """Return the key of a level in `plays`: its name, title or file, or None without plays."""
    name, file = level.name, Path(level.file)
    names = [name, Path(name).name, level.title or name, level.file, file.name]
    if "#" not in file.suffix:  # pack.xsb#3 is one level of a file with several
        names.append(file.stem)
    return next((name for name in names if name in plays), None)


def numbers_of(level: Level, graph: ArrayGraph) -> dict[str, float | None]:
    """Return all numbers of a level with a complete graph and a solution.

    These are metrics and features. The prefix ``typical.`` marks features, which are averages over
    all shortest solutions.
    """
    names = [name for name, metric in METRICS.items() if metric.is_number and metric.trait]
    names = [name for name in names if METRICS[name].group != "careful"]  # they are features too
    metrics = measure_level(level, graph, names)
    numbers = {name: metrics[name] for name in names}
    typical = level_features(level, graph)
    return {**numbers, **{f"typical.{name}": value for name, value in typical.items()}}


class Measured(NamedTuple):
    """A level with the numbers to compare with its plays.

    Attributes
    ----------
    name : str
    called : str or None
        its name in the plays; None without plays
    numbers : dict of str to (float or None), or None
        None if the level is left out
    why : str
        the reason for leaving it out
    unknown : bool
        whether the reason is an incomplete graph
    """

    name: str
    called: str | None
    numbers: dict[str, float | None] | None = None
    why: str = ""
    unknown: bool = False


def beside(
    plays: Mapping[str, Playtests], level: Level, graph: Callable[[], ArrayGraph]
) -> Measured:
    """Return the numbers of a level. If the level has no plays, its graph is not expanded."""
    name = name_in(plays, level)
    if name is None:
        return Measured(level.name, None, why="it has no plays")
    state_graph = graph()
    if not state_graph.complete:
        return Measured(level.name, name, why=f"stopped at the {state_graph.stopped}", unknown=True)
    if not state_graph.goal:
        reason = "it has no solution" if state_graph.goal is None else "it is won at the start"
        return Measured(level.name, name, why=reason)
    return Measured(level.name, name, numbers_of(level, state_graph))


def calibrate(plays: str | Mapping[str, Playtests], graphs: Iterable[ArrayGraph]) -> Calibration:
    """Return the agreement between the numbers of levels and their plays.

    Levels without plays, levels that are won at the start or have no solution, and incomplete
    graphs are left out. O(states + moves) for each level, and 2,000 bootstrap samples of all levels
    for each number.

    Parameters
    ----------
    plays : str or mapping
        the file of a table, or the result of `read_playtests`
    graphs : iterable of ArrayGraph
        of single moves, as `stategraph.expand` returns them, or of units

    Raises
    ------
    InputError
        if a graph has no level

    Examples
    --------
    >>> from stategraph import expand
    >>> plays = {"first-push": Playtests(9, 0.1), "snake": Playtests(9, 0.4),
    ...          "many-traps": Playtests(9, 0.5)}
    >>> result = calibrate(plays, [expand(f"psychopath/{name}") for name in plays])
    >>> result.agreements["failed"][0][1].rho, result.chance["failed"], result.checked is None
    (1.0, 1.0, True)
    """
    play_table = read_playtests(plays) if isinstance(plays, str) else plays
    measured = [beside(play_table, _level_of(graph), partial(_in_units, graph)) for graph in graphs]
    return calibrated(play_table, measured)


def _level_of(graph: ArrayGraph) -> Level:
    if graph.level is None:
        raise InputError("a graph has no level: calibrate takes graphs that expand returns")
    return graph.level


def _in_units(graph: ArrayGraph) -> ArrayGraph:
    unit_graph = in_units(_level_of(graph), graph) if graph.quotient is None else None
    return graph if unit_graph is None else unit_graph


def calibrated(plays: Mapping[str, Playtests], measured_levels: Iterable[Measured]) -> Calibration:
    """Return the agreement between measured levels and their plays; see `calibrate`."""
    used = [
        level for level in measured_levels if level.numbers is not None and level.called is not None
    ]
    levels, numbers = [level.name for level in used], [level.numbers or {} for level in used]
    plays_of_levels = [plays[level.called or ""] for level in used]
    people, agreements, chances = {}, {}, {}
    names = list(dict.fromkeys(name for row in numbers for name in row))
    columns = {name: _column([row.get(name) for row in numbers]) for name in names}
    for outcome in OUTCOMES:
        outcome_values = _column([getattr(plays, outcome) for plays in plays_of_levels])
        if (~np.isnan(outcome_values)).sum() < 3:
            continue
        people[outcome] = outcome_values
        rows = [(name, agreement(column, outcome_values)) for name, column in columns.items()]
        known_agreements = [pair for pair in rows if pair[1].rho is not None]
        known_agreements.sort(key=lambda pair: (-abs(pair[1].rho or 0), pair[0]))
        agreements[outcome] = known_agreements
        if known_agreements:
            has_outcome = ~np.isnan(outcome_values)
            values = np.array([columns[name][has_outcome] for name, _ in known_agreements])
            chances[outcome] = chance(values, outcome_values[has_outcome])
    model, checked, predictions = _modelled(numbers, people)
    if model is None:
        model = _moved(numbers, plays_of_levels)
    return Calibration(levels, people, agreements, chances, model, checked, predictions)


def _column(values: Sequence[Any]) -> np.ndarray:
    return np.array([math.nan if value is None else float(value) for value in values])


def _modelled(
    numbers: Sequence[Mapping[str, float | None]], people: Mapping[str, np.ndarray]
) -> tuple[DifficultyModel | None, Agreement | None, np.ndarray | None]:
    """Return a model of the first known outcome, its check and its predictions, or three None."""
    if not people:
        return None, None, None
    outcome, results = next(iter(people.items()))
    levels_with_results = np.flatnonzero(~np.isnan(results))
    if len(levels_with_results) < MIN_LEVELS:
        return None, None, None
    shape, hard = _scale(outcome, results[levels_with_results])
    rows = [
        {name: numbers[k].get(f"typical.{name}") for name in FEATURES}
        for k in levels_with_results.tolist()
    ]
    has_gaps = any(row[name] is None for row in rows for name in WEIGHED)
    weighed_features = (ALWAYS_KNOWN if has_gaps else WEIGHED)[
        : max(1, len(levels_with_results) // LEVELS_PER_FEATURE)
    ]
    descriptions = {"failed": "share of plays that fail", "rating": "rating, from the average"}
    model = fitted(
        rows,
        hard,
        weighed_features,
        range(len(levels_with_results)),
        dict(
            of=descriptions.get(outcome, f"{outcome} that players need"),
            shape=shape,
            people="own plays",
        ),
    )
    predictions = np.full(len(results), math.nan)
    predictions[levels_with_results] = left_out(
        design(rows, weighed_features), hard, range(len(levels_with_results))
    )
    return model, agreement(predictions[levels_with_results], hard), predictions


def _moved(
    numbers: Sequence[Mapping[str, float | None]], plays_of_levels: Sequence[Playtests]
) -> DifficultyModel | None:
    """Return a shipped model with an offset for these players, or None if no model fits."""
    for outcome, kind in SHIPPED_FOR.items():
        model = models()[kind]
        rows = [
            (model.sum({name: row.get(f"typical.{name}") for name in FEATURES}), plays)
            for row, plays in zip(numbers, plays_of_levels, strict=True)
            if getattr(plays, outcome) is not None
        ]
        sums = [(total, plays) for total, plays in rows if total is not None]
        if not sums or model.spread is None:
            continue
        results = [_result(outcome, plays) for _, plays in sums]
        misses = np.array(
            [value - total for (total, _), (value, _) in zip(sums, results, strict=True)]
        )
        noises = np.array([noise for _, noise in results])
        if outcome == "seconds":  # the shipped model uses a different unit
            middle = float(misses.mean())
            model = replace(
                model,
                of="seconds that players need",
                constant=model.constant + middle,
                reference=tuple(total + middle for total in model.reference),
            )
            misses = misses - middle
        return model.moved(
            misses, noises, f"{model.people}; moved by own plays of {len(sums)} levels"
        )
    return None


def _result(outcome: str, plays: Playtests) -> tuple[float, float]:
    """Return the outcome of a level on the scale of a model, and its standard deviation."""
    value = getattr(plays, outcome)
    if outcome == "failed":
        failures, won = value * plays.plays + HALF_A_PLAY, (1 - value) * plays.plays + HALF_A_PLAY
        return math.log(failures / won), math.sqrt(1 / failures + 1 / won)
    return math.log(max(value, 1e-3)), 0.0


def _scale(outcome: str, results: np.ndarray) -> tuple[str, np.ndarray]:
    """Return the shape of a model of an outcome, and the outcome (n,) on its scale."""
    if outcome == "failed":
        shares = np.clip(results, 0.01, 0.99)
        return "share", np.log(shares / (1 - shares))
    if outcome == "rating":
        return "score", results - results.mean()
    return "factor", np.log(np.maximum(results, 1e-3))
