"""One's own playtests against every number: which agree with players, and is that more than chance?

::

    plays.csv ──► of each level: failed, seconds, moves, rating ─┐
    levels ─────► numbers in units, and features ────────────────┴─► ρ of each, a model of a few
"""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from stategraph.difficulty.estimate import first_heuristic
from stategraph.difficulty.level_features import FEATURES, features
from stategraph.difficulty.model import DifficultyModel, design, fitted, left_out
from stategraph.difficulty.ranks import Agreement, agreement, chance
from stategraph.errors import InputError
from stategraph.files import read_text
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.metrics import METRICS, measure_level
from stategraph.metrics.units import in_units

# What players did, the first of which is there is what a model is of.
OUTCOMES = ("failed", "seconds", "moves", "rating")
COLUMNS = ("solved", "seconds", "moves", "rating")

# On fewer levels no model is fitted; it weighs one number for so many of them.
LEAST, EACH = 12, 6
WEIGHED = ("only_bits", "danger", "length")

# No play takes so many seconds or moves, and what is larger could not be averaged.
LARGEST = 1e15

_TRUE, _FALSE = ("1", "yes", "true", "y"), ("0", "no", "false", "n")


@dataclass(frozen=True)
class Playtests:
    """What players did on a level: averages of what was told, None of what was not.

    Attributes
    ----------
    plays : int
    failed : float or None
        the share
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
    """How numbers of levels agree with players.

    Attributes
    ----------
    levels : list of str
    people : dict of str to (n,) float64
        of each outcome that is told of three levels at least; NaN is not told
    agreements : dict of str to list of (number, Agreement)
        the best first
    chance : dict of str to float
        the ρ that the best of all numbers reaches by chance, one time in twenty
    model : DifficultyModel or None
    checked : Agreement or None
        how the model agrees with levels that it has not seen
    said : (n,) float64 or None
        what it then says of each
    """

    levels: list[str]
    people: dict[str, np.ndarray]
    agreements: dict[str, list[tuple[str, Agreement]]]
    chance: dict[str, float]
    model: DifficultyModel | None
    checked: Agreement | None
    said: np.ndarray | None


def read_playtests(file: str) -> dict[str, Playtests]:
    """Return what a table of plays tells of each level, by the name that it gives it.

    Columns are ``level`` and any of `COLUMNS`, in any case of letters, parted by commas, or by
    semicolons or tabs where the first line has no comma; others do not matter. A row is a play, or
    what many did on average.

    Raises
    ------
    InputError
        naming file and line
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
            if None in row:  # a decimal comma makes two values of one
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
    """Return the rows of a table, whose columns are named in small letters."""
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
    if not 0 <= value <= (1 if name == "solved" else LARGEST):
        largest = f"a number from 0 to {LARGEST:g}"
        what = "0 or 1, yes or no, or a share" if name == "solved" else largest
        raise InputError(f"{where}: {name!r} is {what}, not {text!r}")
    return value


def _played(count: int, told: Mapping[str, list[float]]) -> Playtests:
    solved, seconds, moves, rating = (told.get(name) or None for name in COLUMNS)
    return Playtests(
        count,
        None if solved is None else 1 - statistics.fmean(solved),
        None if seconds is None else statistics.median(seconds),
        None if moves is None else statistics.median(moves),
        None if rating is None else statistics.fmean(rating),
    )


def name_in(plays: Mapping[str, Playtests], level: Level) -> str | None:
    """Return what plays call a level: its name, its title, or the name of its file; or None."""
    name, file = level.name, Path(level.file)
    names = [name, Path(name).name, level.title or name, level.file, file.name]
    if "#" not in file.suffix:  # pack.xsb#3 is one of many
        names.append(file.stem)
    return next((name for name in names if name in plays), None)


def numbers_of(level: Level, graph: ArrayGraph) -> dict[str, float | None]:
    """Return all numbers of a level whose graph is whole and can be won: metrics and features.

    A feature that bears a metric's name is ``typical.`` of all shortest solutions.
    """
    names = [name for name, one in METRICS.items() if one.is_number and one.trait]
    found = measure_level(level, graph, names)
    known = {name: found[name] for name in names}
    typical = features(graph, first_heuristic(level))
    return {**known, **{f"typical.{name}": value for name, value in typical.items()}}


class Measured(NamedTuple):
    """A level beside its plays.

    Attributes
    ----------
    name : str
    called : str or None
        what the plays call it; None where there are none of it
    numbers : dict of str to (float or None), or None
        None where it is left out
    why : str
        why it is left out, in words
    unknown : bool
        whether that is because it is not whole
    """

    name: str
    called: str | None
    numbers: dict[str, float | None] | None = None
    why: str = ""
    unknown: bool = False


def beside(
    plays: Mapping[str, Playtests], level: Level, graph: Callable[[], ArrayGraph]
) -> Measured:
    """Return the numbers of a level if there are plays of it; only then is its graph made."""
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
    """Return how the numbers of levels, each given as its state graph, agree with their plays.

    Levels without plays are left out, and so are those that are won at the start, cannot be won or
    are not whole. O(states + moves) for each other, and 2,000 draws of all levels for each number.

    Parameters
    ----------
    plays : str or mapping
        the file of a table, or what `read_playtests` returns
    graphs : iterable of ArrayGraph
        of single moves, as `stategraph.expand` returns them, or of units

    >>> from stategraph import expand
    >>> plays = {"first-push": Playtests(9, 0.1), "snake": Playtests(9, 0.4),
    ...          "many-traps": Playtests(9, 0.5)}
    >>> found = calibrate(plays, [expand(f"psychopath/{name}") for name in plays])
    >>> found.agreements["failed"][0][1].rho, found.chance["failed"], found.model is None
    (1.0, 1.0, True)
    """
    told = read_playtests(plays) if isinstance(plays, str) else plays
    seen = [beside(told, graph.level, partial(_in_units, graph)) for graph in graphs]
    return calibrated(told, seen)


def _in_units(graph: ArrayGraph) -> ArrayGraph:
    seen = in_units(graph.level, graph) if graph.quotient is None else None
    return graph if seen is None else seen


def calibrated(plays: Mapping[str, Playtests], seen: Iterable[Measured]) -> Calibration:
    """Return how the numbers of levels, those that are left out apart, agree with their plays."""
    used = [one for one in seen if one.numbers is not None and one.called is not None]
    levels, numbers = [one.name for one in used], [one.numbers or {} for one in used]
    played = [plays[one.called or ""] for one in used]
    people, agreements, reached = {}, {}, {}
    names = list(dict.fromkeys(name for row in numbers for name in row))
    columns = {name: _column([row.get(name) for row in numbers]) for name in names}
    for outcome in OUTCOMES:
        told = _column([getattr(one, outcome) for one in played])
        if (~np.isnan(told)).sum() < 3:
            continue
        people[outcome] = told
        rows = [(name, agreement(column, told)) for name, column in columns.items()]
        found = [(name, one) for name, one in rows if one.rho is not None]
        found.sort(key=lambda pair: (-abs(pair[1].rho or 0), pair[0]))
        agreements[outcome] = found
        if found:
            known = ~np.isnan(told)
            tried = np.array([columns[name][known] for name, _ in found])
            reached[outcome] = chance(tried, told[known])
    model, checked, said = _modelled(numbers, people)
    return Calibration(levels, people, agreements, reached, model, checked, said)


def _column(values: Sequence[Any]) -> np.ndarray:
    return np.array([math.nan if value is None else float(value) for value in values])


def _modelled(
    numbers: Sequence[Mapping[str, float | None]], people: Mapping[str, np.ndarray]
) -> tuple[DifficultyModel | None, Agreement | None, np.ndarray | None]:
    """Return a model of the first outcome, if there are levels enough for one, and its check."""
    if not people:
        return None, None, None
    outcome, told = next(iter(people.items()))
    known = np.flatnonzero(~np.isnan(told))
    if len(known) < LEAST:
        return None, None, None
    shape, hard = _scale(outcome, told[known])
    weighed = WEIGHED[: max(1, len(known) // EACH)]
    rows = [{name: numbers[k].get(f"typical.{name}") for name in FEATURES} for k in known.tolist()]
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


def _scale(outcome: str, told: np.ndarray) -> tuple[str, np.ndarray]:
    """Return the shape of a model of an outcome, and the outcome (n,) on the scale of its sum."""
    if outcome == "failed":
        inside = np.clip(told, 0.01, 0.99)
        return "share", np.log(inside / (1 - inside))
    if outcome == "rating":
        return "score", told - told.mean()
    return "factor", np.log(np.maximum(told, 1e-3))
