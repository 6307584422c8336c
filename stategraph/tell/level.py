"""A level: its name, the verdict on it, its line in a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.metrics import Analysis


def puzzle_name(level: Level) -> str:
    """Return how answers name the puzzle: by its family, where it has one."""
    return level.family.name or level.name


def verdict(record: dict[str, Any]) -> str:
    """Return what there is to say of a level in a sentence or two."""
    if record["solvable"] is None:
        return (
            f"Unknown: the goal was not met before the search stopped at the {record['stopped']}."
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


def dead_ends(record: dict[str, Any]) -> str:
    """Return how many dead ends a solvable level has, in a sentence."""
    if not record["complete"]:
        least = record["at_least"]["dead_states"]
        found = f"at least {least:,} of them" if least else "none of them yet"
        return (
            f"How many states are dead ends is unknown: the search stopped at the "
            f"{record['stopped']}, with {found} proven."
        )
    gone, states = record["dead_states"], record["states"]
    if not gone:
        return "There is no dead end: whatever a player does, the goal can still be reached."
    verb = "is a dead end" if gone == 1 else "are dead ends"
    return f"{gone:,} of {count(states, 'state')} {verb}."


def words(records: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each level of a family, of what its file says of it."""
    width = max((len(one["level"]) for one in records), default=0)
    return [f"  {one['level']:<{width}}  {_answers(one)}" for one in records]


def _answers(record: dict[str, Any]) -> str:
    if not record.keys() - {"level", "title"}:
        return record["title"]
    least = record.get("shortest")
    solution = "no path" if least is None else count(least, "move")
    states = "unknown states" if "states" not in record else count(record["states"], "state")
    return f"{states:>16}  {solution:>10}  {record['title']}"


def line(found: Analysis) -> str:
    """Return the name of a bundled level beside its main numbers."""
    record, short = found.numbers, found.level.name.partition("/")[2]
    solution = "no path" if record["shortest"] is None else count(record["shortest"], "move")
    states, gone = count(record["states"], "state"), record["dead_states"]
    return f"  {short:<28}{states:>16}{solution:>11}{gone:>9,} dead"


def contradictions(level: Level, found: dict[str, Any], whole: bool = False) -> list[str]:
    """Return a line for every answer that the level file states wrongly.

    When `found` is the `whole` of all answers, for every name that is none of them too.
    """
    strange = [name for name in level.expect if name not in found] if whole else []
    lines = [f"expect names {name!r}, which is no answer of 'analyse'" for name in strange]
    unproven = set(found.get("unknown", ()))
    if found.get("complete") is False:  # only what was seen
        unproven |= {"states", "moves"}
    if found.get("order") != "text":  # files state the first one in text order
        unproven |= {"first_solution", "first_solution_moves"}
    for source, stated in (("expect", level.expect), ("the file", level.puzzle.claims)):
        lines += [
            f"{source} says {name}: {value}, found {found[name]}"
            for name, value in stated.items()
            if name in found and name not in unproven and found[name] != value
        ]
    return lines
