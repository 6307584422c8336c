"""Heuristics and searches that options name, be they the family's or one's own."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from stategraph.levels import Level


def heuristic(level: Level, name: str | None) -> tuple[str, Callable[[Any], int]]:
    """Return the heuristic of that name, or the family's first; of none the name is empty.

    Raises
    ------
    InputError
        when the family has none of that name
    """
    chosen, made = heuristic_of_puzzles(level, name)
    return chosen, made(level.puzzle)


def heuristic_of_puzzles(
    level: Level, name: str | None
) -> tuple[str, Callable[[Any], Callable[[Any], int]]]:
    """Return the same, yet to be made for a puzzle, such as the level's without its obstacles."""
    known = level.family.heuristics
    if name is not None and ":" in name:
        return name, _heuristic_by_name(name)
    if name is None and not known:
        return "", lambda puzzle: lambda state: 0
    if name is not None and name not in known:
        whose = level.family.name or level.name
        has = f"has {', '.join(known)}" if known else "has none"
        near = did_you_mean(name, known)
        raise InputError(f"there is no heuristic {name!r}; {whose} {has}{near}")
    chosen = name if name is not None else next(iter(known))
    return chosen, known[chosen]


def _heuristic_by_name(name: str) -> Callable[[Any], Callable[[Any], int]]:
    """Return the heuristic MODULE:FUNCTION; what it makes of a puzzle is checked then."""
    from stategraph.analysis.heuristic_check import whole
    from stategraph.levels.families import imported, takes

    made = imported(name, "--heuristic")

    def of(puzzle: Any) -> Callable[[Any], int]:
        if not takes(made, 1) or not takes(guess := made(puzzle), 1):
            raise InputError(f"--heuristic {name} makes no function of a state of a puzzle")
        return whole(guess, name)

    return of


def own_searches(args: argparse.Namespace) -> dict[str, Callable[[Any], Any]]:
    """Return the searches of --algorithm by what the user calls them."""
    from stategraph.levels.families import imported, takes

    found = {name: imported(name, "--algorithm") for name in args.own}
    for name, made in found.items():
        if not takes(made, 1):
            raise InputError(f"--algorithm {name} is no function of a problem")
    return found
