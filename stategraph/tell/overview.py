"""Text of ``analyse``: the main facts about a level, in one unit, on at most `MAX_LINES` lines.

The unit is pushes and walks, or turns, if the level has such units, and otherwise single moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.partial_states import MAX_LISTED_VALUES
from stategraph.analysis.proof import too_large
from stategraph.metrics.level_metrics import lone_runner
from stategraph.readable import Record, count
from stategraph.tell import units
from stategraph.tell.analyse import (
    cycle_lines,
    header_rows,
    play_rows,
    solution_in_words,
    trap_lines,
    values_in_words,
)
from stategraph.tell.phrases import first_of, number, singular
from stategraph.tell.symmetry import rows_of_symmetry

if TYPE_CHECKING:
    from stategraph.metrics import Analysis

MAX_LINES = 25

# Maximum number of trap moves, of dead patterns and of dead-end cycles to show.
MAX_TRAPS, MAX_PATTERNS, MAX_CYCLES = 3, 3, 2

# Names of facts that have no row if they are unknown, by key.
LEFT_OUT = {
    "units": "pushes or turns",
    "only_moves": "narrowness",
    "dead_end_cycles": "dead-end cycles",
    "patterns": "dead patterns",
    "win_chance": "chance to win",
}

# The metrics in the rows of a text, besides those of every summary.
NAMES = (
    *("only_moves", "decision_steps", "forced_states", "gates"),
    *("counterintuitive_steps", "win_chance"),
)

Rows = list[tuple[str, str]]


def words(facts: Analysis, by_moves: bool = False, why: Sequence[str] = ()) -> list[str]:
    """Return the main facts about a level as text.

    Parameters
    ----------
    facts : Analysis
    by_moves : bool
        whether to count single moves, even if the level has larger units
    why : sequence of str
        why the level has no solution; the board after its first two lines is left out if it does
        not fit
    """
    unit_facts = units.facts_shown(facts, by_moves)
    rows = [*header_rows(facts, unit_facts), *_rows(facts, unit_facts)]
    room = MAX_LINES - 1
    if len(rows) > room:
        rows = [*rows[: room - 1], ("more", "--all prints every number")]
    lines = [facts.level.title or facts.name, *(f"  {name:<18} {value}" for name, value in rows)]
    lines += why if len(lines) + len(why) <= MAX_LINES else why[:2]
    heading, traps, boards, total = trap_lines(unit_facts, MAX_TRAPS)
    room = MAX_LINES - len(lines)
    lines += _fitting(heading, traps, total, room)
    place, room = len(lines), MAX_LINES - len(lines)
    lines += _patterns(unit_facts)[: room if heading.startswith("trap moves") else 0]
    cycles, room = cycle_lines(unit_facts.graph, MAX_CYCLES), MAX_LINES - len(lines)
    lines += _fitting("dead-end cycles, largest", cycles, _cycles(unit_facts), room)
    if len(lines) + len(boards) <= MAX_LINES:
        lines[place:place] = boards
    return lines


def _fitting(heading: str, lines: Sequence[str], total: int, room: int) -> list[str]:
    """Return a heading with as many lines as fit below it, or [] if none fits."""
    visible = lines[: max(room - 1, 0)]
    return [f"{heading}{first_of(len(visible), total)}:", *visible] if visible else []


def _rows(facts: Analysis, unit_facts: Analysis) -> Rows:
    """Return (name, value) of the main numbers in the unit of `unit_facts`."""
    record = unit_facts.numbers
    text = {name: number(value) for name, value in values_in_words(record).items()}
    rows = [
        *rows_of_symmetry(unit_facts.graph),
        ("shortest solution", solution_in_words(record)),
        *_fewest_moves(facts, unit_facts),
        *_along_the_solution(unit_facts, text),
        ("farthest state", _farthest(unit_facts, text["max_depth"])),
        ("dead states", _dead(record, text)),
        ("trap moves", text["trap_moves"]),
        *_players(record),
        *_unknown(record),
    ]
    if facts.get("play") is not None:
        rows += play_rows(facts["play"], lone_runner(facts.level, facts.graph))
    return rows


def _fewest_moves(facts: Analysis, unit_facts: Analysis) -> Rows:
    """Return the smallest number of single moves if the solution with the fewest units has more."""
    fewest, steps = facts.numbers["shortest"], unit_facts.numbers.get("steps")
    if facts is unit_facts or fewest is None or steps is None or fewest == steps:
        return []
    return [
        ("fewest moves", f"{fewest:,}, in more {units.noun(unit_facts.graph)} (solve prints them)")
    ]


def _along_the_solution(unit_facts: Analysis, text: dict[str, str]) -> Rows:
    """Return rows on the narrowness of the first solution and on its moves away from the goal."""
    record = unit_facts.numbers
    if record["first_solution"] is None:
        return []
    names = {name for _, name, _, _ in Formatter().parse(units.NARROW) if name}
    proven = names - set(record["unknown"])
    rows = [("narrowness", singular(units.NARROW.format_map(text)))] if proven else []
    if back := units.going_back(record, unit_facts.graph):
        rows.append(("going back", back))
    return rows


def _farthest(unit_facts: Analysis, depth: str) -> str:
    return f"{depth} {units.noun(unit_facts.graph, depth == '1')} from the start"


def _dead(record: Record, text: dict[str, str]) -> str:
    """Return the number of dead states, of stuck states among them, and of dead-end cycles."""
    dead, states = record["dead_states"], record["states"]
    if not dead:
        return text["dead_states"]
    parts = [f"{dead:,} of {states:,} ({dead / states:.0%})"]
    if record["stuck_states"]:
        parts.append(f"{record['stuck_states']:,} of them stuck")
    if record["dead_end_cycles"]:
        parts.append(count(record["dead_end_cycles"], "dead-end cycle"))
    if "stuck_states" in record["unknown"]:
        parts.append("stuck states unknown")
    return "; ".join(parts)


def _players(record: Record) -> Rows:
    """Return the chance that random moves win, if the chance is known."""
    chance = record["win_chance"]
    if chance is None:
        return []
    return [("chance to win", f"{100 * chance:.3g}% with random moves")]


def _unknown(record: Record) -> Rows:
    """Return a row that lists facts which are unknown although the graph is complete."""
    missing = [words for name, words in LEFT_OUT.items() if name in record["unknown"]]
    return [("unknown", ", ".join(missing))] if record["complete"] and missing else []


def _patterns(unit_facts: Analysis) -> list[str]:
    """Return a line with the most frequent dead patterns."""
    variables = unit_facts.level.puzzle.variables
    if unit_facts["patterns"] is None or variables is None:
        return []
    found = patterns_of(unit_facts.level, unit_facts.graph)
    patterns = () if found is None else found.patterns
    parts = [
        " and ".join(part.text(variables, MAX_LISTED_VALUES) for part in pattern.parts)
        for pattern in patterns[:MAX_PATTERNS]
    ]
    heading = "dead pattern" + "s" * (len(patterns) > 1) + first_of(len(parts), len(patterns))
    return [f"{heading}: {'; '.join(parts)}"] if parts else []


def _cycles(unit_facts: Analysis) -> int:
    return 0 if too_large(unit_facts.graph) else len(analysis.dead_end_cycles(unit_facts.graph))
