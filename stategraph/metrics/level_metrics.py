"""All metrics of one level, as ``stategraph analyse --json`` prints them."""

from __future__ import annotations

import html
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from stategraph import analysis
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.lifting import symmetries_of
from stategraph.analysis.proof import too_large
from stategraph.analysis.quotient_choice import units_of
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.machine import deadline
from stategraph.metrics.measuring import measure_level
from stategraph.metrics.suite import METRICS, lower_bounds
from stategraph.metrics.summaries import SUMMARY, summed_up
from stategraph.metrics.units import HEADLINES, in_units, units
from stategraph.readable import Readable, Record, one_line

# Maximum number of dead-end cycles and of trap moves that a witness lists.
MAX_WITNESSES = 100

# The metrics that a short table shows.
TELLING = (
    "states",
    "moves",
    "shortest",
    "shortest_count",
    "first_solution",
    "solution_classes",
    "max_depth",
    "dead_states",
    "dead_end_cycles",
    "trap_moves",
    "decision_steps",
    "win_chance",
    "muse",
)


# Witnesses that need the whole graph in memory.
WITHHELD = ("play", "largest_dead_end_cycles", "patterns")


# Marks a witness that was not computed before the deadline.
_NOT_COMPUTED = object()


def _nothing() -> None:
    """Return None, the value of an unknown witness."""


class Analysis(Readable, Mapping[str, Any]):
    """All numbers of a level by name, the names of unknown values, and examples (witnesses).

    A mapping with the keys of ``stategraph analyse --json`` in their order; each key is also an
    attribute. ``pandas.DataFrame`` accepts a list of analyses. `unknown` lists the values that are
    not proven, and `left_out` lists the values that were not requested. The witnesses are
    `largest_dead_end_cycles`, `nearest_trap_moves`, `patterns` and, if one actor never stops,
    `play`. They are computed on first use and cached.

    Attributes
    ----------
    level : Level
    graph : ArrayGraph
    numbers : dict
        all values except the witnesses; ``numbers["units"]`` holds the metrics in the player's
        units
    seen_by : ArrayGraph or None
        the graph in these units; None if the level has none
    """

    def __init__(
        self,
        level: Level,
        graph: ArrayGraph,
        numbers: Record,
        seen_by: ArrayGraph | None = None,
    ):
        self.level, self.graph, self.numbers, self.seen_by = level, graph, numbers, seen_by
        self._witnesses: dict[str, Callable[[], object]] = {
            "play": lambda: play(level, graph),
            "largest_dead_end_cycles": lambda: analysis.largest_dead_end_cycles(
                graph, MAX_WITNESSES
            ),
            "nearest_trap_moves": lambda: analysis.nearest_trap_moves(graph, MAX_WITNESSES),
            "patterns": lambda: reasons(level, graph),
        }
        if level.family.runner is None:
            del self._witnesses["play"]
        if too_large(graph):
            self._witnesses |= {name: _nothing for name in WITHHELD if name in self._witnesses}
        self._cache: Record = {}

    def add(self, name: str, find: Callable[[], object], *, known: bool = True) -> None:
        """Add a witness that ``find()`` computes on first use. Other packages call this method.

        If the witness is not `known`, its name is added to the list `unknown`.
        """
        self._witnesses[name] = find
        if not known:
            self.numbers["unknown"] = [*self.numbers["unknown"], name]

    @property
    def name(self) -> str:
        """The name of the level."""
        return self.level.name

    def __getitem__(self, key: str) -> Any:
        if key not in self._witnesses:
            return self.numbers[key]
        if key not in self._cache:
            self._cache[key] = witness = deadline.in_grace(self._witnesses[key], _NOT_COMPUTED)
            if witness is _NOT_COMPUTED:
                self._cache[key] = None
                self.numbers["unknown"] = [*self.numbers["unknown"], key]
        return self._cache[key]

    def find_all(self) -> None:
        """Compute all witnesses now. A witness that takes too long becomes unknown."""
        for name in self._witnesses:
            self[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self.numbers, *self._witnesses])

    def __len__(self) -> int:
        return len(self.numbers) + len(self._witnesses)

    def __contains__(self, key: object) -> bool:
        return key in self.numbers or key in self._witnesses

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"the analysis has no {name!r}; list() names all that it has")
        return self[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def to_dict(self) -> Record:
        """Return the record that ``stategraph analyse --json`` prints."""
        return dict(self)

    def row(self) -> Record:
        """Return the level as a row of a table of levels, with all metrics.

        The columns are the same for every level: level, family, title, complete, the metrics,
        ``by`` and `HEADLINES`, and ``unknown``. The column ``unknown`` names the values that are
        unknown or were left out. Lower bounds of an incomplete graph count as unknown.
        """
        bounds = lower_bounds(self.graph)
        record = self.numbers | dict.fromkeys(bounds)
        unknown = [name for name in METRICS if name in {*bounds, *self.unknown}]
        headlines, unknown_headlines = self._headlines(record)
        return {
            "level": self.name,
            "family": self.level.family.name or None,
            "title": self.level.title,
            "complete": self.graph.complete,
            **{name: record[name] for name in METRICS},
            **headlines,
            "unknown": [
                *unknown,
                *unknown_headlines,
                *(name for name in self.left_out if name in METRICS),
            ],
        }

    def _headlines(self, record: Record) -> tuple[Record, list[str]]:
        """Return a record of ``by`` (the kind of unit) and `HEADLINES`, and the unknown names.

        If the level has no units, ``by`` is None and the headlines refer to single moves.
        """
        names = ("by", *HEADLINES)
        if "units" in {*self.unknown, *self.left_out}:
            return dict.fromkeys(names), list(names)
        unit_record = record.get("units") or record
        headlines = {name: unit_record[metric] for name, metric in HEADLINES.items()}
        unknown_headlines = [
            name for name, metric in HEADLINES.items() if metric in unit_record["unknown"]
        ]
        return {"by": unit_record.get("kind"), **headlines}, unknown_headlines

    def _table(self) -> list[tuple[str, str, str]]:
        """Return rows (name, value, title) of `TELLING` and of the number of unknown values."""
        rows = [(name, self._number_text(name), METRICS[name].title) for name in TELLING]
        if self.unknown:
            why = "" if self.graph.complete else f"stopped at the {self.graph.stopped}"
            rows.append(("unknown", f"{len(self.unknown)} of {len(self.numbers)}", why))
        return rows

    def _number_text(self, name: str) -> str:
        value = self.numbers[name]
        if value is None:
            return "unknown" if name in self.unknown else "-"
        if isinstance(value, float):
            return f"{value:.4g}"
        return f"{value:,}" if isinstance(value, int) else value or "nothing to do"

    def __repr__(self) -> str:
        facts = [f"{name} {value}" for name, value, _ in self._table() if value != "unknown"]
        return one_line(f"<Analysis of {self.name}: {', '.join(facts)}>")

    def __str__(self) -> str:
        if self._wording is not None:
            return super().__str__()
        wide = max(map(len, TELLING))
        lines = [f"  {name:<{wide}}  {value}" for name, value, _ in self._table()]
        return "\n".join([self.name, *lines])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>"
            for row in self._table()
        )
        return f"<table><caption>{html.escape(self.name)}</caption>{rows}</table>"


# The columns of `Analysis.row` for any level.
COLUMNS: tuple[str, ...] = (
    *("level", "family", "title", "complete"),
    *(*METRICS, "by", *HEADLINES, "unknown"),
)


def analyse(
    level: Level,
    graph: ArrayGraph,
    names: Collection[str] | None = None,
    *,
    by_moves: bool = False,
    order: str = "text",
    slow: bool = False,
) -> Analysis:
    """Return the metrics and witnesses of a level. O(states + moves), as `measure`.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the state graph of the level
    names : collection of str, optional
        the metrics of the graph that `shown` returns, besides those of `SUMMARY`. By default, all
        metrics of the state graph and of the graph of units.
    by_moves : bool
        whether the caller shows the state graph, even if the level has units
    order : {"text", "moves"}
        the order that defines the first shortest solution
    slow : bool
        solve the equations of the random player above 50,000 living states too

    Examples
    --------
    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> level = load("spacewreck/eight-rooms")
    >>> facts = analyse(level, expand(level.puzzle))
    >>> facts.shortest, facts["first_solution"], facts.unknown
    (3, 'R3L5L8', [])
    >>> facts.nearest_trap_moves
    [{'from': 4, 'label': 'L7', 'to': 7}]
    """
    cramped = bool(too_large(graph))
    seen_by = None if cramped else deadline.in_grace(lambda: in_units(level, graph), None)
    names_of_states, names_of_units = _names_by_graph(level, graph, seen_by, names, by_moves)
    metrics = measure_level(level, graph, names_of_states, order=order, slow=slow)
    quotient = graph.quotient
    numbers = {
        "puzzle": level.family.name or level.name,
        **({"kind": quotient.kind} if quotient is not None and quotient.in_units else {}),
        **summed_up(graph, metrics, order),
        **level.puzzle.facts,
        **({} if quotient is None else quotient.record()),
    }
    if "most_states" in level.puzzle.facts and quotient is None:
        unreachable = numbers["most_states"] - len(graph) if graph.complete else None
        numbers["unreachable_states"] = unreachable
    if not graph.complete:
        open_ = [name for name in ("unreachable_states", "symmetries") if name in numbers]
        numbers |= dict.fromkeys(open_)
        numbers["unknown"] = [*numbers["unknown"], *open_, "patterns"]
    elif cramped:
        numbers["unknown"] = [*numbers["unknown"], *WITHHELD]
    if quotient is None:
        numbers["units"] = (
            None
            if seen_by is None
            else units(level, seen_by, names_of_units, order=order, slow=slow)
        )
        if seen_by is None and (cramped or deadline.missed() or not graph.complete):
            numbers["unknown"] = [*numbers["unknown"], "units"]
        elif seen_by is None and units_of(level, graph) == "turns":
            numbers["left_out"] = [*numbers["left_out"], "units"]
    return Analysis(level, graph, numbers, seen_by)


def shown(graph: ArrayGraph, seen_by: ArrayGraph | None, by_moves: bool) -> ArrayGraph:
    """Return the graph whose numbers a text shows: the graph of units `seen_by`, if there is one.

    If the state graph is incomplete, its graph of units would prove less, so the text shows the
    state graph.
    """
    return graph if by_moves or seen_by is None or not graph.complete else seen_by


def _names_by_graph(
    level: Level,
    graph: ArrayGraph,
    seen_by: ArrayGraph | None,
    names: Collection[str] | None,
    by_moves: bool,
) -> tuple[list[str], list[str]]:
    """Return the metrics to compute, of the state graph and of the graph of units.

    Both include the summary. Those of the state graph include the answers in the level file, with
    which they are compared.
    """
    if names is None:
        return list(METRICS), list(METRICS)
    of_states = {*SUMMARY, *level.expect, *level.puzzle.claims}
    if shown(graph, seen_by, by_moves) is graph:
        return _in_order({*of_states, *names}), _in_order(SUMMARY)
    return _in_order(of_states), _in_order({*SUMMARY, *names})


def _in_order(names: Collection[str]) -> list[str]:
    return [name for name in METRICS if name in names]


def reasons(level: Level, graph: ArrayGraph) -> list[Record] | None:
    """Return records of a level's dead patterns, most frequent first, or None if unknown.

    Each record holds the ``parts`` in words with all their values, the number of ``dead_states``
    with these parts, and an ``example`` state. ``trap_moves`` is the number of trap moves into
    these states, without those that an earlier pattern explains. See
    `stategraph.analysis.dead_patterns`.
    """
    patterns = patterns_of(level, graph)
    variables = level.puzzle.variables
    if patterns is None or variables is None:
        return None
    return [
        {
            "parts": [part.text(variables) for part in pattern.parts],
            "dead_states": len(pattern.nodes),
            "trap_moves": len(pattern.moves),
            "example": repr(graph.real.state(int(pattern.nodes[0]))),
        }
        for pattern in patterns.patterns
    ]


def play(level: Level, graph: ArrayGraph) -> Record:
    """Return facts about a puzzle in which one actor (the runner) never stops."""
    family = level.family
    if symmetries_of(graph) is not None:  # paths must be playable
        graph = graph.real
    runner = family.runner_among(graph.label_names)
    record = {"runner": runner, **_play(level, graph)}
    if arrivals := family.arrivals(level.puzzle):
        record["each"] = {
            name: {"runner": runner, **_play(level, analysis.won_where(graph, *places))}
            if graph.complete
            else {"runner": runner, **_UNKNOWN}
            for name, places in arrivals.items()
        }
    return record


# The keys of a record of play that each verdict determines.
_OPEN = {
    "can_win": ("can_win",),
    "always_wins": ("always_wins", "longest", "way", "cycle", "endless_run"),
    "can_be_trapped": ("can_be_trapped", "trapped_after"),
}

# The record of one entry of ``each`` (one way to arrive at the goal) on an incomplete graph.
_UNKNOWN = dict.fromkeys(name for names in _OPEN.values() for name in names)
_UNKNOWN |= {"unknown": list(_UNKNOWN)}


def _play(level: Level, graph: ArrayGraph) -> Record:
    """Return whether some play and whether every play reaches the goal, with example paths."""
    family = level.family
    outcome = analysis.always_wins(graph, family.runs)
    trap = analysis.nearest_trap(graph)
    run = None
    if outcome.cycle is not None and lone_runner(level, graph):
        stem_length, moves = analysis.endless_run(graph, lambda s: family.visible(level.puzzle, s))
        run = {"after": stem_length, "period": len(moves), "moves": moves}
    record = {
        "can_win": analysis.solvable(graph),
        "always_wins": outcome.holds,
        "longest": outcome.longest,
        "way": None if outcome.way is None else list(outcome.way.labels),
        "cycle": None if outcome.cycle is None else list(outcome.cycle.labels),
        "endless_run": run,
        "can_be_trapped": analysis.can_be_trapped(graph),
        "trapped_after": None if trap is None else list(trap.way.labels),
    }
    unproven = [names for verdict, names in _OPEN.items() if record[verdict] is None]
    return {**record, "unknown": [name for names in unproven for name in names]}


def lone_runner(level: Level, graph: ArrayGraph) -> bool:
    """Return whether the actor that never stops is the only one that can move."""
    return all(map(level.family.runs, graph.label_names))
