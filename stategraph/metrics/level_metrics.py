"""Everything about one level: what ``stategraph analyse --json`` says, as one object."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stategraph import analysis
from stategraph.analysis.by import units_of
from stategraph.analysis.patterns import patterns_of
from stategraph.analysis.proof import too_large
from stategraph.analysis.symmetry import Orbits
from stategraph.analysis.units import Runs
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.machine import deadline
from stategraph.metrics.measuring import measure_level
from stategraph.metrics.suite import METRICS, lower_bounds
from stategraph.metrics.summaries import summed_up
from stategraph.metrics.units import HEADLINES, in_units, units

# At most so many dead-end cycles and trap moves are witnesses.
SHOWN = 100

# The numbers that tell most, for a person.
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


# The witnesses that need all of the graph in memory.
WITHHELD = ("play", "largest_dead_end_cycles", "patterns")


# The value of a witness that was not computed before the deadline.
_LATE = object()


def _nothing() -> None:
    """Return what is told of what is not known."""


class Analysis(Mapping[str, Any]):
    """All numbers of a level by their names, what is unknown, and witnesses.

    A mapping with the keys of ``stategraph analyse --json`` in their order, each an attribute too;
    ``pandas.DataFrame`` makes a table of a list of them. `unknown` names what is not proven,
    `left_out` what was not asked for. The witnesses, `play` (where one actor never stops),
    `largest_dead_end_cycles`, `nearest_trap_moves` and `patterns`, are found when asked for, and
    kept.

    Attributes
    ----------
    level : Level
    graph : ArrayGraph
    numbers : dict
        everything but the witnesses; ``numbers["units"]`` is the same in the player's own units
    seen_by : ArrayGraph or None
        the graph in these units; None where there are none
    """

    def __init__(
        self,
        level: Level,
        graph: ArrayGraph,
        numbers: dict[str, Any],
        seen_by: ArrayGraph | None = None,
    ):
        self.level, self.graph, self.numbers, self.seen_by = level, graph, numbers, seen_by
        self._witnesses: dict[str, Callable[[], Any]] = {
            "play": lambda: play(level, graph),
            "largest_dead_end_cycles": lambda: analysis.largest_dead_end_cycles(graph, SHOWN),
            "nearest_trap_moves": lambda: analysis.nearest_trap_moves(graph, SHOWN),
            "patterns": lambda: reasons(level, graph),
        }
        if level.family.runner is None:
            del self._witnesses["play"]
        if too_large(graph):
            self._witnesses |= {name: _nothing for name in WITHHELD if name in self._witnesses}
        self._found: dict[str, Any] = {}

    def add(self, name: str, find: Callable[[], Any], *, known: bool = True) -> None:
        """Add what the rooms above have to tell: ``find()`` gives it when it is asked for.

        What is not `known` is listed as unknown.
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
        if key not in self._found:
            self._found[key] = found = deadline.in_grace(self._witnesses[key], _LATE)
            if found is _LATE:
                self._found[key] = None
                self.numbers["unknown"] = [*self.numbers["unknown"], key]
        return self._found[key]

    def find_all(self) -> None:
        """Compute all witnesses now. What takes too long becomes unknown."""
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

    def to_dict(self) -> dict[str, Any]:
        """Return what ``stategraph analyse --json`` prints."""
        return dict(self)

    def row(self) -> dict[str, Any]:
        """Return the level as a row of a table of levels, with all metrics.

        The columns are the same for every level: level, family, title, complete, the metrics,
        ``by`` and `HEADLINES`, and ``unknown``, which names those that are not known or were left
        out. Numbers of what was seen before a limit are not known.
        """
        seen = lower_bounds(self.graph)
        record = self.numbers | dict.fromkeys(seen)
        unknown = [name for name in METRICS if name in {*seen, *self.unknown}]
        headlines, lacking = self._headlines(record)
        return {
            "level": self.name,
            "family": self.level.family.name or None,
            "title": self.level.title,
            "complete": self.graph.complete,
            **{name: record[name] for name in METRICS},
            **headlines,
            "unknown": [*unknown, *lacking, *(name for name in self.left_out if name in METRICS)],
        }

    def _headlines(self, record: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return ``by``, the units, and the `HEADLINES`; and which of these are not known.

        They are of single moves, and ``by`` is None, where the level has no units of its own.
        """
        names = ("by", *HEADLINES)
        if "units" in {*self.unknown, *self.left_out}:
            return dict.fromkeys(names), list(names)
        told = record.get("units") or record
        headlines = {name: told[metric] for name, metric in HEADLINES.items()}
        lacking = [name for name, metric in HEADLINES.items() if metric in told["unknown"]]
        return {"by": told.get("kind"), **headlines}, lacking

    def _table(self) -> list[tuple[str, str, str]]:
        """Return the most telling numbers, (name, value, title), and how many are unknown."""
        rows = [(name, self._shown(name), METRICS[name].title) for name in TELLING]
        if self.unknown:
            why = "" if self.graph.complete else f"stopped at the {self.graph.stopped}"
            rows.append(("unknown", f"{len(self.unknown)} of {len(self.numbers)}", why))
        return rows

    def _shown(self, name: str) -> str:
        value = self.numbers[name]
        if value is None:
            return "unknown" if name in self.unknown else "-"
        if isinstance(value, float):
            return f"{value:.4g}"
        return f"{value:,}" if isinstance(value, int) else value or "nothing to do"

    def __repr__(self) -> str:
        wide = max(map(len, TELLING))
        lines = [f"  {name:<{wide}}  {value}" for name, value, _ in self._table()]
        return "\n".join([f"<Analysis of {self.name}", *lines]) + ">"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr>{''.join(f'<td>{html.escape(text)}</td>' for text in row)}</tr>"
            for row in self._table()
        )
        return f"<table><caption>{html.escape(self.name)}</caption>{rows}</table>"


# The columns of `Analysis.row`, whatever level it is of.
COLUMNS: tuple[str, ...] = (
    *("level", "family", "title", "complete"),
    *(*METRICS, "by", *HEADLINES, "unknown"),
)


def analyse(
    level: Level, graph: ArrayGraph, *, order: str = "text", slow: bool = False
) -> Analysis:
    """Return everything that the state graph of a level tells. O(states + moves), as `measure`.

    Parameters
    ----------
    order : {"text", "moves"}
        which shortest solution is the first
    slow : bool
        solve the blind player's equations above 50,000 states that can still win too

    >>> from stategraph import load
    >>> from stategraph.expand import expand
    >>> level = load("spacewreck/eight-rooms")
    >>> found = analyse(level, expand(level.puzzle))
    >>> found.shortest, found["first_solution"], found.unknown
    (3, 'R3L5L8', [])
    >>> found.nearest_trap_moves
    [{'from': 4, 'label': 'L7', 'to': 7}]
    """
    found = measure_level(level, graph, order=order, slow=slow)
    cramped = bool(too_large(graph))
    seen_by = None if cramped else deadline.in_grace(lambda: in_units(level, graph), None)
    numbers = {
        "puzzle": level.family.name or level.name,
        **({"kind": graph.quotient.kind} if isinstance(graph.quotient, Runs) else {}),
        **summed_up(graph, found, order),
        **level.puzzle.facts,
        **(graph.quotient.record() if isinstance(graph.quotient, Orbits) else {}),
    }
    if "most_states" in level.puzzle.facts and graph.quotient is None:
        unreachable = numbers["most_states"] - len(graph) if graph.complete else None
        numbers["unreachable_states"] = unreachable
    if not graph.complete:
        open_ = [name for name in ("unreachable_states", "symmetries") if name in numbers]
        numbers |= dict.fromkeys(open_)
        numbers["unknown"] = [*numbers["unknown"], *open_, "patterns"]
    elif cramped:
        numbers["unknown"] = [*numbers["unknown"], *WITHHELD]
    if graph.quotient is None:
        told = None if seen_by is None else units(level, seen_by, order=order, slow=slow)
        numbers["units"] = told
        if told is None and (cramped or deadline.missed() or not graph.complete):
            numbers["unknown"] = [*numbers["unknown"], "units"]
        elif told is None and units_of(level, graph) == "turns":
            numbers["left_out"] = [*numbers["left_out"], "units"]
    return Analysis(level, graph, numbers, seen_by)


def reasons(level: Level, graph: ArrayGraph) -> list[dict[str, Any]] | None:
    """Return why states are dead, most first: `stategraph.analysis.patterns`; None: not known.

    Each has its ``parts`` in words, how many ``dead_states`` have them, how many ``trap_moves``
    lead to one of these and to none of a pattern before, and an ``example`` of such a state.
    """
    found = patterns_of(level, graph)
    variables = level.puzzle.variables
    if found is None or variables is None:
        return None
    return [
        {
            "parts": [part.text(variables) for part in pattern.parts],
            "dead_states": len(pattern.nodes),
            "trap_moves": len(pattern.moves),
            "example": repr(graph.real.state(int(pattern.nodes[0]))),
        }
        for pattern in found.patterns
    ]


def play(level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return how a puzzle goes in which one actor, its family's runner, never stops."""
    family = level.family
    if isinstance(graph.quotient, Orbits):  # what it tells are ways
        graph = graph.quotient.real
    runner = family.runner_among(graph.label_names)
    made = {"runner": runner, **_play(level, graph)}
    if arrivals := family.arrivals(level.puzzle):
        made["each"] = {
            name: {"runner": runner, **_play(level, analysis.won_where(graph, *where))}
            if graph.complete
            else {"runner": runner, **_UNKNOWN}
            for name, where in arrivals.items()
        }
    return made


# The keys of a record of play, by the verdict that they depend on.
_OPEN = {
    "can_win": ("can_win",),
    "always_wins": ("always_wins", "longest", "way", "cycle", "endless_run"),
    "can_be_trapped": ("can_be_trapped", "trapped_after"),
}

# The record of each who has to arrive, if the graph is not whole.
_UNKNOWN = dict.fromkeys(name for names in _OPEN.values() for name in names)
_UNKNOWN |= {"unknown": list(_UNKNOWN)}


def _play(level: Level, graph: ArrayGraph) -> dict[str, Any]:
    """Return whether a graph's goal is reached, by some play and by every one."""
    family = level.family
    found = analysis.always_wins(graph, family.runs)
    trap = analysis.nearest_trap(graph)
    run = None
    if found.cycle is not None and lone_runner(level, graph):
        after, moves = analysis.endless_run(graph, lambda s: family.visible(level.puzzle, s))
        run = {"after": after, "period": len(moves), "moves": moves}
    made = {
        "can_win": analysis.solvable(graph),
        "always_wins": found.holds,
        "longest": found.longest,
        "way": None if found.way is None else list(found.way.labels),
        "cycle": None if found.cycle is None else list(found.cycle.labels),
        "endless_run": run,
        "can_be_trapped": analysis.can_be_trapped(graph),
        "trapped_after": None if trap is None else list(trap.way.labels),
    }
    unproven = [names for verdict, names in _OPEN.items() if made[verdict] is None]
    return {**made, "unknown": [name for names in unproven for name in names]}


def lone_runner(level: Level, graph: ArrayGraph) -> bool:
    """Return whether nobody but the actor who never stops can move."""
    return all(map(level.family.runs, graph.label_names))
