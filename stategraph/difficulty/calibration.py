"""Calibration with playtests: which numbers agree with players, beyond chance.

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
from stategraph.difficulty.model import DifficultyModel, design, fitted, left_out, models
from stategraph.difficulty.rank_correlation import Agreement, agreement, chance
from stategraph.errors import InputError
from stategraph.files import read_text
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics import METRICS, measure_level
from stategraph.metrics.units import in_units

# Outcomes of playtests. A model predicts the first one that is known.
OUTCOMES = ("failed", "seconds", "moves", "rating")
COLUMNS = ("solved", "seconds", "moves", "rating")

# The minimum number of levels to fit weights to, and the number of levels per weighed
# feature. Fewer levels move a shipped model.
LEAST, EACH = 12, 6
WEIGHED = ("careful_only_bits", "careful_danger", "lines")

# The features of a model if some of these are unknown for a level.
ALWAYS_KNOWN = ("only_bits", "danger", "length")

# The shipped model that predicts each outcome, up to an offset of the players.
SHIPPED_FOR = {"failed": "sokoban", "seconds": "rushhour"}

# Shares of failed plays are kept away from 0 and 1 by this many plays on either side.
HALF_A_PLAY = 0.5

# Maximum seconds or moves of a play; larger values could not be averaged.
MAX_OUTCOME = 1e15

_TRUE, _FALSE = ("1", "yes", "true", "y"), ("0", "no", "false", "n")


@dataclass(frozen=True)
class Playtests:
    """The plays of a level: averages of the known values, None for unknown ones.

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
    """The agreement of numbers of levels with players.

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
        with at least `LEAST` levels fitted to them; otherwise a shipped model with an offset
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
    """Return the plays of each level in a table, by the name that the table uses.

    Columns are ``level`` and any of `COLUMNS`, in upper or lower case. The separator is a comma; if
    the first line has none, a semicolon or a tab. Other columns are ignored. A row is one play, or
    the averages of several.

    Parameters
    ----------
    file : str

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
            if None in row:  # a decimal comma splits a value
                raise InputError(f"{file}:{rows.line_num}: more values than there are columns")
            level = (row["level"] or "").strip()
            if not level:
                raise InputError(f"{file}:{rows.line_num}: there is no level")
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


def _value(name: str, text: str, where: str) -> float:
    lower = text.lower()
    if name == "solved" and lower in (*_TRUE, *_FALSE):
        return float(lower in _TRUE)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= (1 if name == "solved" else MAX_OUTCOME):
        largest = f"a number from 0 to {MAX_OUTCOME:g}"
        what = "0 or 1, yes or no, or a share" if name == "solved" else largest
        raise InputError(f"{where}: {name!r} is {what}, not {text!r}")
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
    """Return the name that plays use for a level: its name, title or file; or None."""
    name, file = level.name, Path(level.file)
    names = [name, Path(name).name, level.title or name, level.file, file.name]
    if "#" not in file.suffix:  # pack.xsb#3 is one of several levels
        names.append(file.stem)
    return next((name for name in names if name in plays), None)


def numbers_of(level: Level, graph: ArrayGraph) -> dict[str, float | None]:
    """Return all numbers of a level with a complete graph and a solution.

    These are metrics and features. ``typical.`` marks features, which average over all shortest
    solutions.
    """
    names = [name for name, one in METRICS.items() if one.is_number and one.trait]
    names = [name for name in names if METRICS[name].group != "careful"]  # they are features too
    found = measure_level(level, graph, names)
    known = {name: found[name] for name in names}
    typical = level_features(level, graph)
    return {**known, **{f"typical.{name}": value for name, value in typical.items()}}


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
    """Return the numbers of a level if it has plays; only then is its graph expanded."""
    called = name_in(plays, level)
    if called is None:
        return Measured(level.name, None, why="there are no plays of it")
    made = graph()
    if not made.complete:
        return Measured(level.name, called, why=f"stopped at the {made.stopped}", unknown=True)
    if not made.goal:
        over = "it has no solution" if made.goal is None else "it is won at the start"
        return Measured(level.name, called, why=over)
    return Measured(level.name, called, numbers_of(level, made))


def calibrate(plays: str | Mapping[str, Playtests], graphs: Iterable[ArrayGraph]) -> Calibration:
    """Return the agreement of numbers of levels with their plays.

    Left out are levels without plays, levels that are won at the start or have no solution, and
    incomplete graphs.

    Parameters
    ----------
    plays : str or mapping
        the file of a table, or the result of `read_playtests`
    graphs : iterable of ArrayGraph
        of single moves, as `stategraph.expand` returns them, or of units

    Returns
    -------
    Calibration

    Raises
    ------
    InputError
        if a graph has no level

    Notes
    -----
    O(states + moves) for each level, and 2,000 bootstrap samples of all levels for each number.

    Examples
    --------
    >>> from stategraph import expand
    >>> plays = {"first-push": Playtests(9, 0.1), "snake": Playtests(9, 0.4),
    ...          "many-traps": Playtests(9, 0.5)}
    >>> found = calibrate(plays, [expand(f"psychopath/{name}") for name in plays])
    >>> found.agreements["failed"][0][1].rho, found.chance["failed"], found.checked is None
    (1.0, 1.0, True)
    """
    told = read_playtests(plays) if isinstance(plays, str) else plays
    measured = [beside(told, _level_of(graph), partial(_in_units, graph)) for graph in graphs]
    return calibrated(told, measured)


def _level_of(graph: ArrayGraph) -> Level:
    if graph.level is None:
        raise InputError("a graph has no level: calibrate takes graphs that expand returns")
    return graph.level


def _in_units(graph: ArrayGraph) -> ArrayGraph:
    seen = in_units(_level_of(graph), graph) if graph.quotient is None else None
    return graph if seen is None else seen


def calibrated(plays: Mapping[str, Playtests], seen: Iterable[Measured]) -> Calibration:
    """Return the agreement of measured levels with their plays; see `calibrate`."""
    used = [one for one in seen if one.numbers is not None and one.called is not None]
    levels, numbers = [one.name for one in used], [one.numbers or {} for one in used]
    played = [plays[one.called or ""] for one in used]
    people, agreements, reached = {}, {}, {}
    names = list(dict.fromkeys(name for row in numbers for name in row))
    columns = {name: _column([row.get(name) for row in numbers]) for name in names}
    for outcome in OUTCOMES:
        outcome_values = _column([getattr(one, outcome) for one in played])
        if (~np.isnan(outcome_values)).sum() < 3:
            continue
        people[outcome] = outcome_values
        rows = [(name, agreement(column, outcome_values)) for name, column in columns.items()]
        known_agreements = [(name, one) for name, one in rows if one.rho is not None]
        known_agreements.sort(key=lambda pair: (-abs(pair[1].rho or 0), pair[0]))
        agreements[outcome] = known_agreements
        if known_agreements:
            known = ~np.isnan(outcome_values)
            tried = np.array([columns[name][known] for name, _ in known_agreements])
            reached[outcome] = chance(tried, outcome_values[known])
    model, checked, said = _modelled(numbers, people)
    if model is None:
        model = _moved(numbers, played)
    return Calibration(levels, people, agreements, reached, model, checked, said)


def _column(values: Sequence[Any]) -> np.ndarray:
    return np.array([math.nan if value is None else float(value) for value in values])


def _modelled(
    numbers: Sequence[Mapping[str, float | None]], people: Mapping[str, np.ndarray]
) -> tuple[DifficultyModel | None, Agreement | None, np.ndarray | None]:
    """Return a model of the first outcome and its check, if there are enough levels."""
    if not people:
        return None, None, None
    outcome, told = next(iter(people.items()))
    known = np.flatnonzero(~np.isnan(told))
    if len(known) < LEAST:
        return None, None, None
    shape, hard = _scale(outcome, told[known])
    rows = [{name: numbers[k].get(f"typical.{name}") for name in FEATURES} for k in known.tolist()]
    lacking = any(row[name] is None for row in rows for name in WEIGHED)
    weighed = (ALWAYS_KNOWN if lacking else WEIGHED)[: max(1, len(known) // EACH)]
    about = {"failed": "share of plays that fail", "rating": "rating, from the average"}
    model = fitted(
        rows,
        hard,
        weighed,
        range(len(known)),
        dict(
            of=about.get(outcome, f"{outcome} that players need"), shape=shape, people="own plays"
        ),
    )
    said = np.full(len(told), math.nan)
    said[known] = left_out(design(rows, weighed), hard, range(len(known)))
    return model, agreement(said[known], hard), said


def _moved(
    numbers: Sequence[Mapping[str, float | None]], played: Sequence[Playtests]
) -> DifficultyModel | None:
    """Return a shipped model with an offset for these players; None if no outcome fits one."""
    for outcome, kind in SHIPPED_FOR.items():
        model = models()[kind]
        rows = [
            (model.sum({name: row.get(f"typical.{name}") for name in FEATURES}), one)
            for row, one in zip(numbers, played, strict=True)
            if getattr(one, outcome) is not None
        ]
        known = [(total, one) for total, one in rows if total is not None]
        if not known or model.spread is None:
            continue
        found = [_result(outcome, one) for _, one in known]
        misses = np.array(
            [value - total for (total, _), (value, _) in zip(known, found, strict=True)]
        )
        noises = np.array([noise for _, noise in found])
        if outcome == "seconds":  # the unit of the shipped model is another one
            middle = float(misses.mean())
            model = replace(
                model,
                of="seconds that players need",
                constant=model.constant + middle,
                reference=tuple(total + middle for total in model.reference),
            )
            misses = misses - middle
        return model.moved(
            misses, noises, f"{model.people}; moved by own plays of {len(known)} levels"
        )
    return None


def _result(outcome: str, one: Playtests) -> tuple[float, float]:
    """Return the outcome of a level on the scale of a model, and its standard deviation."""
    value = getattr(one, outcome)
    if outcome == "failed":
        failed, won = value * one.plays + HALF_A_PLAY, (1 - value) * one.plays + HALF_A_PLAY
        return math.log(failed / won), math.sqrt(1 / failed + 1 / won)
    return math.log(max(value, 1e-3)), 0.0


def _scale(outcome: str, told: np.ndarray) -> tuple[str, np.ndarray]:
    """Return the shape of a model of an outcome, and the outcome (n,) on its scale."""
    if outcome == "failed":
        inside = np.clip(told, 0.01, 0.99)
        return "share", np.log(inside / (1 - inside))
    if outcome == "rating":
        return "score", told - told.mean()
    return "factor", np.log(np.maximum(told, 1e-3))
