"""What the designer of a level demands of it.

A level file states its demands itself, or a rules file does for many levels::

    demand:
      solvable: true
      shortest: [5, 20]                 # from 5 to 20
      unique_up_to_order: true
      dead_states: 0                    # exactly
      trap_moves: {at most: 3}          # or {at least: 1}, or both
      needed: [block 3:4, wall 2:5]     # or all: no element is there for nothing
      ask:                              # questions of play: all are to be answered yes
        - every solution passes boxes_home = 1
        - never (dead and made < 3)

Every number of the metric suite can be demanded, and so can the answer to any question of play,
which `stategraph.ask` knows: ``ask: {fewest moves to dead: {at least: 3}, can reach trap: false}``.
Whether they hold, `stategraph.design.demand_checks` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from posixpath import normpath
from typing import Any

from stategraph import files
from stategraph.ask import parse
from stategraph.errors import LevelError, QuestionError, did_you_mean
from stategraph.levels import Level, Section, parse_mapping
from stategraph.metrics import METRICS, rounded

NEEDED, ASK = "needed", "ask"
LEAST, MOST = "at least", "at most"


@dataclass(frozen=True)
class Interval:
    """Numbers from `least` to `most`; None: as small, or as large, as you like.

    >>> str(Interval(5, None)), str(Interval(0, 0)), Interval(1, 3).holds(3)
    ('at least 5', '0', True)
    """

    least: float | None
    most: float | None

    def holds(self, value: float) -> bool:
        """Return whether a number lies within it."""
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
    """One thing demanded.

    Attributes
    ----------
    name : str
        a metric, a question, or "needed"
    wanted : Interval, bool, or tuple of str
        of "needed" the names of elements, none for all of them
    file, line : str, int
        where it is demanded
    asks : bool
        whether it is a question of play
    """

    name: str
    wanted: Interval | bool | tuple[str, ...]
    file: str
    line: int
    asks: bool = False

    def error(self, reason: str) -> LevelError:
        """Return the complaint about the demand itself."""
        return LevelError(reason, self.line).located(self.file)

    @property
    def text(self) -> str:
        """What is wanted, in words."""
        if isinstance(self.wanted, tuple):
            return ", ".join(self.wanted) or "all"
        return str(self.wanted).lower()


def is_met(demand: Demand, value: Any) -> bool:
    """Return whether a known value of a metric is what is demanded of it; None is no number.

    >>> is_met(demand("shortest", [5, 20]), 12), is_met(demand("solvable", True), False)
    (True, False)
    """
    if isinstance(demand.wanted, Interval):
        return value is not None and _hold(demand.wanted, value)
    return bool(value == demand.wanted)


def _hold(interval: Interval, value: float) -> bool:
    """Return whether an interval holds a value; where it is rounded, so are its ends.

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
    """The demands of a rules file: of all levels, and of those whose name matches a pattern."""

    everywhere: tuple[Demand, ...]
    patterns: tuple[tuple[str, tuple[Demand, ...]], ...]


def read_demands(path: str) -> DemandsFile:
    """Return what a rules file says, as `parse_demands` does; ``InputError`` without a file."""
    return parse_demands(files.read_text(path), path)


def parse_demands(text: str, file: str) -> DemandsFile:
    """Return what a rules file says. ``LevelError`` with its line where it is wrong.

    ::

        demand: {solvable: true}
        levels:
          "spacewreck/*": {dead_end_cycles: 0}
    """
    found = parse_mapping(text, file, {"demand": 1, "levels": 2})
    everywhere = _demands(file, found.get("demand", Section()))
    patterns = found.get("levels", {}).items()
    return DemandsFile(everywhere, tuple((name, _demands(file, asked)) for name, asked in patterns))


def demands_of(level: Level, rules: DemandsFile | None = None) -> list[Demand]:
    """Return what is demanded of a level: its own word before a pattern's before everybody's."""
    found: dict[str, Demand] = {}
    if rules is not None:
        groups = [rules.everywhere]
        groups += [group for pattern, group in rules.patterns if _matches(level.name, pattern)]
        found = {demand.name: demand for group in groups for demand in group}
    own = _demands(level.file, level.demand)
    return list((found | {demand.name: demand for demand in own}).values())


def unmatched(rules: DemandsFile, names: Iterable[str]) -> list[str]:
    """Return the patterns of rules that match none of these names of levels, in order."""
    known = list(names)
    patterns = (pattern for pattern, _ in rules.patterns)
    return [p for p in patterns if not any(_matches(name, p) for name in known)]


def _matches(name: str, pattern: str) -> bool:
    """Return whether a pattern matches a name, however their paths are written."""
    return fnmatchcase(normpath(name), normpath(pattern))


def _demands(file: str, asked: Section) -> tuple[Demand, ...]:
    return tuple(
        one
        for name, value in asked.items()
        for one in each_demand(name, value, file, asked.lines[name])
    )


def each_demand(name: str, value: Any, file: str = "", line: int = 0) -> list[Demand]:
    """Return the demands that are written under a name: one, or one for each question.

    >>> [one.name for one in each_demand("ask", ["can reach goal", "never stuck"])]
    ['can reach goal', 'never stuck']
    """
    if name != ASK:
        return [demand(name, value, file, line)]
    value = [value] if isinstance(value, str) else value
    asked = dict.fromkeys(value, True) if _is_list_of_texts(value) else value
    if not isinstance(asked, dict) or not asked:
        reason = f"demand {ASK!r}: must be questions, or {{QUESTION: true, false or a number}}"
        raise LevelError(reason, line).located(file)
    return [_question(text, wanted, file, line) for text, wanted in asked.items()]


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _question(text: str, value: Any, file: str, line: int) -> Demand:
    """Return the demand of a question; ``LevelError`` where it cannot be read."""
    try:
        is_number = bool(parse(str(text)).number)
        if not is_number and not isinstance(value, bool):
            raise ValueError(f"must be true or false, not {value!r}")
        wanted = _interval(value) if is_number and not isinstance(value, bool) else value
        return Demand(str(text), wanted, file, line, asks=True)
    except (ValueError, QuestionError) as error:
        raise LevelError(f"demand {ASK!r}: {error}", line).located(file) from None


def demand(name: str, value: Any, file: str = "", line: int = 0) -> Demand:
    """Return a demand from what is written for it; ``LevelError`` where that makes no sense.

    >>> demand("shortest", [5, 20]).wanted
    Interval(least=5, most=20)
    """
    try:
        return Demand(name, _wanted(name, value), file, line)
    except ValueError as error:
        raise LevelError(f"demand {name!r}: {error}", line).located(file) from None


def _wanted(name: str, value: Any) -> Interval | bool | tuple[str, ...]:
    """Return what is wanted; ``ValueError`` saying what would be right."""
    if name == NEEDED:
        return _names(value)
    metric = METRICS.get(name)
    if metric is None:
        near = did_you_mean(name, [*METRICS, NEEDED, ASK])
        raise ValueError(f"there is no such metric{near}")
    if metric.kind == "bool":
        if not isinstance(value, bool):
            raise ValueError(f"must be true or false, not {value!r}")
        return value
    if not metric.is_number:
        raise ValueError("is no number and cannot be demanded")
    return _interval(value)


def _names(value: Any) -> tuple[str, ...]:
    if value == "all":
        return ()
    if not isinstance(value, list) or not value or not all(isinstance(x, str) for x in value):
        raise ValueError(f"must be a list of names of elements, or all, not {value!r}")
    return tuple(name.replace("->", "→") for name in value)


def _interval(value: Any) -> Interval:
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
        raise ValueError(f"nothing lies between {least} and {most}")
    return Interval(least, most)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value == value
