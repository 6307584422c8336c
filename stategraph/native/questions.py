"""Questions that rules ask of the things of a level, and the ways from one thing to another.

A question, or a way, is a function of a thing and of one value more. It is kept by a watch, see
`stategraph.native.watching`, and asked of other levels again: so each has a name, and none closes
over anything.
"""

from __future__ import annotations

from typing import Any

from stategraph.native.watching import UnwatchedError
from stategraph.rules.board import Cells, Table

# What is told by its value.
PLAIN = (bool, int, float, str, bytes, type(None))

# ------------------------------------------------------------------------------------ questions


def how_many_rules(puzzle: Any, _: Any) -> int:
    """Return how many rules a puzzle has."""
    return len(puzzle.rules)


def kind(thing: Any, _: Any) -> type:
    """Return the class of a thing."""
    return type(thing)


def value(thing: Any, _: Any) -> Any:
    """Return a plain thing itself."""
    return thing


def identity(thing: Any, _: Any) -> int:
    """Return which thing it is, of those that are no level's own."""
    return id(thing)


def length(thing: Any, _: Any) -> int:
    """Return how many items a thing has."""
    return len(thing)


def plain_items(thing: Any, _: Any) -> tuple | None:
    """Return the items of what holds plain ones, in order, each with its type; else None."""
    plain = all(type(item) in PLAIN for item in thing)
    return tuple((type(item), item) for item in thing) if plain else None


def all_items(thing: Any, _: Any) -> tuple[int, ...]:
    """Return the items of a table or of a set."""
    return tuple(thing.flat if isinstance(thing, Table) else thing)


def goes_below_zero(cells: Cells, _: Any) -> bool:
    """Return whether a cell of a set is negative."""
    return min(cells, default=0) < 0


def keys(thing: Any, _: Any) -> tuple:
    """Return the keys of a dict in order, each with its type; they must be plain."""
    if not all(type(key) in PLAIN for key in thing):
        raise UnwatchedError
    return tuple((type(key), key) for key in thing)


def written(function: Any, _: Any) -> tuple:
    """Return what a function is but for what it closes over."""
    closed, given = function.__closure__ or (), function.__defaults__ or ()
    named = sorted(function.__kwdefaults__ or ())
    return function.__code__, id(function.__globals__), len(closed), len(given), tuple(named)


def has_own(thing: Any, name: str) -> bool:
    """Return whether a thing itself, and not its class, has an attribute."""
    return name in vars(thing)


# ----------------------------------------------------------------- ways from a thing to the next


def rule(puzzle: Any, k: int) -> Any:
    """Return a rule of a puzzle."""
    return puzzle.rules[k]


def item(thing: Any, key: Any) -> Any:
    """Return what stands under a key."""
    return thing[key]


def nth(thing: Any, k: int) -> Any:
    """Return an item by its place in the order."""
    return tuple(thing)[k]


def closed_over(function: Any, k: int) -> Any:
    """Return what a function closes over, by its place."""
    return function.__closure__[k].cell_contents


def default(function: Any, k: int) -> Any:
    """Return the default of an argument, by its place."""
    return function.__defaults__[k]


def named_default(function: Any, name: str) -> Any:
    """Return the default of an argument that is given by name."""
    return function.__kwdefaults__[name]


def own(thing: Any, name: str) -> Any:
    """Return an attribute that a thing itself has."""
    return vars(thing)[name]


# ------------------------------------------------------------------ numbers of a compiled rule


def items(table: Table) -> list[int]:
    """Return the items of a table."""
    return table.flat


def marks(cells: Cells, size: int) -> list[int]:
    """Return 1 for each of so many cells that is in a set, else 0."""
    found = [0] * size
    for cell in frozenset.__iter__(cells):
        if 0 <= cell < size:
            found[cell] = 1
    return found
