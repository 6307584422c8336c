"""Demands on a level: metrics, needed elements and questions.

Demands are written in the file of a level, or in a rules file that applies to many levels::

    demand:
      solvable: true
      shortest: [5, 20]                 # from 5 to 20
      unique_up_to_order: true
      dead_states: 0                    # exactly
      trap_moves: {at most: 3}          # or {at least: 1}, or both
      needed: [block 3:4, wall 2:5]     # or all: every element has a purpose
      unlike: [sokoban/pack, my/a.yaml] # not a near-twin of any of these levels
      ask:                              # questions of play, which must be answered yes
        - every solution passes boxes_home = 1
        - never (dead and made < 3)

Every metric that is a number can be demanded. This includes metrics in the player's units, such as
`pushes`, `turns` and `difficulty` (`stategraph.design.player_metrics`). The answer to any question
of play can be demanded too (`stategraph.ask`): ``ask: {fewest moves to dead: {at least: 3}, can
reach trap: false}``. `stategraph.design.demand_checks` returns the verdicts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from posixpath import normpath
from typing import Any

from stategraph import files
from stategraph.ask import parse
from stategraph.design.player_metrics import PLAYER_METRICS
from stategraph.errors import LevelError, QuestionError, did_you_mean
from stategraph.level_files import Level, Section, parse_mapping
from stategraph.metrics import METRICS, rounded

NEEDED, UNLIKE, ASK = "needed", "unlike", "ask"
LEAST, MOST = "at least", "at most"


@dataclass(frozen=True)
class Interval:
    """An interval of numbers from `least` to `most`. None means that this side is unbounded.

    >>> str(Interval(5, None)), str(Interval(0, 0)), Interval(1, 3).holds(3)
    ('at least 5', '0', True)
    """

    least: float | None
    most: float | None

    def holds(self, value: float) -> bool:
        """Return whether a number lies within the interval."""
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        if self.least == self.most:
            return str(self.least)
        if self.least is None:
            return f"{MOST} {self.most}"
        return f"{LEAST} {self.least}" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True)
class Demand:
    """One demand.

    Attributes
    ----------
    name : str
        a metric, a question, "needed" or "unlike"
    wanted : Interval, bool, or tuple of str
        for "needed" the names of elements, empty for all; for "unlike" the names of levels
    file, line : str, int
        position of the demand
    asks : bool
        whether it is a question of play
    """

    name: str
    wanted: Interval | bool | tuple[str, ...]
    file: str
    line: int
    asks: bool = False

    def error(self, reason: str) -> LevelError:
        """Return an error about the demand itself."""
        return LevelError(reason, self.line).located(self.file)

    @property
    def text(self) -> str:
        """The demanded value as text."""
        if isinstance(self.wanted, tuple):
            return ", ".join(self.wanted) or "all"
        return str(self.wanted).lower()


def is_met(demand: Demand, value: Any) -> bool:
    """Return whether a known value of a metric satisfies its demand. None is not in any interval.

    >>> is_met(demand("shortest", [5, 20]), 12), is_met(demand("solvable", True), False)
    (True, False)
    """
    if isinstance(demand.wanted, Interval):
        return value is not None and _hold(demand.wanted, value)
    return bool(value == demand.wanted)


def _hold(interval: Interval, value: float) -> bool:
    """Return whether an interval contains a value. For a rounded value, its ends are rounded too.

    >>> sixth = Interval(None, 0.16666666667)
    >>> _hold(sixth, rounded(1 / 6)), sixth.holds(1 / 6)
    (True, True)
    """
    if isinstance(value, float):
        ends = (interval.least, interval.most)
        interval = Interval(*(None if end is None else rounded(float(end)) for end in ends))
    return interval.holds(value)


# ------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class DemandsFile:
    """The demands of a rules file: those on all levels, and those for name patterns."""

    everywhere: tuple[Demand, ...]
    patterns: tuple[tuple[str, tuple[Demand, ...]], ...]


def read_demands(path: str) -> DemandsFile:
    """Read a rules file (see `parse_demands`). Raise ``InputError`` if the file does not exist."""
    return parse_demands(files.read_text(path), path)


def parse_demands(text: str, file: str) -> DemandsFile:
    """Parse the content of a rules file; raise ``LevelError`` with the line of an error.

    ::

        demand: {solvable: true}
        levels:
          "spacewreck/*": {dead_end_cycles: 0}
    """
    content = parse_mapping(text, file, {"demand": 1, "levels": 2})
    everywhere = _demands(file, content.get("demand", Section()))
    patterns = content.get("levels", {}).items()
    return DemandsFile(
        everywhere, tuple((name, _demands(file, section)) for name, section in patterns)
    )


def demands_of(level: Level, rules: DemandsFile | None = None) -> list[Demand]:
    """Return a level's demands: its own override a pattern's, and these override general ones."""
    by_name: dict[str, Demand] = {}
    if rules is not None:
        groups = [rules.everywhere]
        groups += [group for pattern, group in rules.patterns if _matches(level.name, pattern)]
        by_name = {demand.name: demand for group in groups for demand in group}
    own = _demands(level.file, level.demand)
    return list((by_name | {demand.name: demand for demand in own}).values())


def unmatched(rules: DemandsFile, names: Iterable[str]) -> list[str]:
    """Return the patterns that do not match any of the given level names, in order."""
    level_names = list(names)
    patterns = (pattern for pattern, _ in rules.patterns)
    return [p for p in patterns if not any(_matches(name, p) for name in level_names)]


def _matches(name: str, pattern: str) -> bool:
    """Return whether a file pattern matches a name, after normalising both paths."""
    return fnmatchcase(normpath(name), normpath(pattern))


def _demands(file: str, section: Section) -> tuple[Demand, ...]:
    return tuple(
        demand
        for name, value in section.items()
        for demand in each_demand(name, value, file, section.lines[name])
    )


def each_demand(name: str, value: Any, file: str = "", line: int = 0) -> list[Demand]:
    """Return the demands written under a name. The name ``ask`` gives one demand per question.

    >>> [one.name for one in each_demand("ask", ["can reach goal", "never stuck"])]
    ['can reach goal', 'never stuck']
    """
    if name != ASK:
        return [demand(name, value, file, line)]
    value = [value] if isinstance(value, str) else value
    values = dict.fromkeys(value, True) if _is_list_of_texts(value) else value
    if not isinstance(values, dict) or not values:
        reason = f"demand {ASK!r}: must be questions, or {{QUESTION: true, false or a number}}"
        raise LevelError(reason, line).located(file)
    return [_question(text, answer, file, line) for text, answer in values.items()]


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _question(text: str, value: Any, file: str, line: int) -> Demand:
    """Return the demand of a question; raise ``LevelError`` if it cannot be parsed."""
    try:
        is_number = bool(parse(str(text)).number)
        if not is_number and not isinstance(value, bool):
            raise ValueError(f"must be true or false, not {value!r}")
        demanded = _interval(value) if is_number and not isinstance(value, bool) else value
        return Demand(str(text), demanded, file, line, asks=True)
    except (ValueError, QuestionError) as error:
        raise LevelError(f"demand {ASK!r}: {error}", line).located(file) from None


def demand(name: str, value: object, file: str = "", line: int = 0) -> Demand:
    """Convert a written value to a demand; raise ``LevelError`` for an invalid value.

    >>> demand("shortest", [5, 20]).wanted
    Interval(least=5, most=20)
    """
    try:
        return Demand(name, _wanted(name, value), file, line)
    except ValueError as error:
        raise LevelError(f"demand {name!r}: {error}", line).located(file) from None


def _wanted(name: str, value: object) -> Interval | bool | tuple[str, ...]:
    """Return the demanded value. For an invalid value, raise ``ValueError`` with a remedy."""
    if name == NEEDED:
        return _names(value)
    if name == UNLIKE:
        return _level_names(value)
    if name in PLAYER_METRICS:
        return _interval(value)
    metric = METRICS.get(name)
    if metric is None:
        near = did_you_mean(name, [*METRICS, *PLAYER_METRICS, NEEDED, UNLIKE, ASK])
        raise ValueError(f"unknown metric{near}")
    if metric.kind == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"must be true or false, not {value!r}")
        return value
    if not metric.is_number:
        raise ValueError("is not a number and cannot be demanded")
    return _interval(value)


def _names(value: object) -> tuple[str, ...]:
    if value == "all":
        return ()
    if not isinstance(value, list) or not value or not all(isinstance(x, str) for x in value):
        raise ValueError(f"must be a list of names of elements, or all, not {value!r}")
    return tuple(name.replace("->", "→") for name in value)


def _level_names(value: object) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not names or not all(isinstance(x, str) for x in names):
        raise ValueError(f"must be a level, or a list of levels, not {value!r}")
    return tuple(names)


def _interval(value: object) -> Interval:
    form = f"must be a number, [least, most], or {{{LEAST}: ..., {MOST}: ...}}, not {value!r}"
    if isinstance(value, dict) and value and set(value) <= {LEAST, MOST}:
        ends = [value.get(LEAST), value.get(MOST)]
    elif isinstance(value, list) and len(value) == 2:
        ends = value
    else:
        ends = [value, value]
    if ends == [None, None] or any(x is not None and not _is_number(x) for x in ends):
        raise ValueError(form)
    least, most = ends
    if least is not None and most is not None and least > most:
        raise ValueError(f"the lower bound {least} exceeds the upper bound {most}")
    return Interval(least, most)


def _is_number(value: object) -> bool:
    """Return whether a value is a finite number, and not too large to be compared with floats."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return False
    return -sys.float_info.max <= value <= sys.float_info.max
