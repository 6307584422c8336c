"""Text about a level: its name, a verdict, and its line in a list of levels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.readable import Record, count

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis


def puzzle_name(level: Level) -> str:
    """Return the name of a puzzle for answers: that of its family, or else that of the level."""
    return level.family.name or level.name


def verdict(record: Record) -> str:
    """Return the verdict on a level in one or two sentences."""
    if record["solvable"] is None:
        return (
            f"Unknown: the goal was not found before the search stopped at the {record['stopped']}."
        )
    if not record["solvable"]:
        return (
            f"Unsolvable: the goal cannot be reached. All {count(record['states'], 'state')} that "
            "can be reached were looked at."
        )
    if not record["shortest"]:
        return "Solved before it begins: the start is the goal."
    solvable = f"Solvable in {count(record['shortest'], 'move')}."
    return f"{solvable} {dead_ends(record)}"


def dead_ends(record: Record) -> str:
    """Return a sentence about the dead ends of a solvable level."""
    if not record["complete"]:
        least = record["at_least"]["dead_states"]
        proven = f"at least {least:,} of them" if least else "none of them yet"
        return (
            f"The number of dead ends is unknown: the search stopped at the "
            f"{record['stopped']}, with {proven} proven."
        )
    number, states = record["dead_states"], record["states"]
    if not number:
        return "No state is a dead end: the goal can be reached from every state."
    verb = "is a dead end" if number == 1 else "are dead ends"
    return f"{number:,} of {count(states, 'state')} {verb}."


def words(records: Sequence[Record]) -> list[str]:
    """Return a line for each level of a family, built from the answers in the level file."""
    width = max((len(record["level"]) for record in records), default=0)
    return [f"  {record['level']:<{width}}  {_answers(record)}" for record in records]


def _answers(record: Record) -> str:
    tags = f" ({', '.join(record['tags'])})" if record.get("tags") else ""
    title = f"{record['title']}{tags}"
    if not record.keys() - {"level", "title", "tags"}:
        return title
    least = record.get("shortest")
    solution = "no path" if least is None else count(least, "move")
    states = "unknown states" if "states" not in record else count(record["states"], "state")
    return f"{states:>16}  {solution:>10}  {title}"


def line(facts: Analysis) -> str:
    """Return a line with the name of a bundled level and its main numbers."""
    record, short = facts.numbers, facts.level.name.partition("/")[2]
    solution = "no path" if record["shortest"] is None else count(record["shortest"], "move")
    states, dead = count(record["states"], "state"), record["dead_states"]
    return f"  {short:<28}{states:>16}{solution:>11}{dead:>9,} dead"


def contradictions(level: Level, record: Record, is_full: bool = False) -> list[str]:
    """Return a line for every wrong answer in the level file.

    If `is_full`, the record has all answers. In this case, also report names that only the file
    has.
    """
    strange = [name for name in level.expect if name not in record] if is_full else []
    lines = [f"expect names {name!r}, which is not an answer of 'analyse'" for name in strange]
    unproven = set(record.get("unknown", ()))
    if record.get("complete") is False:  # these numbers count only the states seen so far
        unproven |= {"states", "moves"}
    if record.get("order") != "text":  # level files state the solution that is first in text order
        unproven |= {"first_solution", "first_solution_moves"}
    for source, stated in (("expect", level.expect), ("the file", level.puzzle.claims)):
        lines += [
            f"{source} says {name}: {value}, found {record[name]}"
            for name, value in stated.items()
            if name in record and name not in unproven and record[name] != value
        ]
    return lines
