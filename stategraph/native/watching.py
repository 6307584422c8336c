"""What the rules of a level ask of it while they are traced, and whether another answers alike.

A rule reads its level through what its functions close over. To be traced it is given *stand-ins*
for these things, which note each question and the answer::

    board.step["U"][s.player]   is it a Grid? has `step` the keys D, L, R, U? is each a Table, of
                                how many items, in which interval?

The items themselves are not asked for, since a table that is looked up at a symbol is an argument
of the compiled rules. Where all answers are the same, tracing another level's rules would take the
same ways and find the same tree. That is why such levels may share one::

    level A ──► stand-ins ──► trace ──► tree, machine code ◄──── with the tables of level B
                    │                                                       ▲
                    └──► places, questions, answers ──► B answers alike? ───┘

What stands in a module, and no function closes over, is the same for all levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from stategraph.rules.board import Cells, Table
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.tracing import TRACER, Symbol, tracer
from stategraph.variables import Spots

# What is told by its value; what is no level's own; what is told by its items.
PLAIN = (bool, int, float, str, bytes, type(None))
FIXED = (type, ModuleType, BuiltinFunctionType)
HOLDERS = (list, tuple, set, frozenset, Spots)

# A set that is asked about larger numbers is no table.
MOST_CELLS = 1 << 16

# Under this name a stand-in keeps its watch and its place.
_OWN = "\0"

_HEAP_TYPE = 1 << 9


# Where numbers of a level are from: ``make(thing at a place, *args)``.
Source = tuple[int, Callable[..., list[int]], tuple]


class UnwatchedError(Exception):
    """A rule holds what no stand-in can be made of."""


class Content(list[int]):
    """Numbers of a level that stand in tables of its compiled rules, and their `source`."""

    def __init__(self, watch: Watch, place: int, make: Callable[..., list[int]], *args: Any):
        super().__init__(make(watch.things[place], *args))
        self.source: Source = place, make, args


class Watch:
    """The places of a level that its rules came by, and the questions that they asked there.

    Attributes
    ----------
    places : list of (int, callable, value)
        ``get(thing at an earlier place, value)`` is the thing at a place; the first is the puzzle
    asked : list of (int, callable, value, answer)
        ``ask(thing at a place, value)`` and what it answered
    same : list of (int, int)
        places with the same thing
    """

    def __init__(self, puzzle: Puzzle):
        self.places: list[tuple[int, Callable[..., Any], Any]] = []
        self.asked: list[tuple[int, Callable[..., Any], Any, Any]] = []
        self.same: list[tuple[int, int]] = []
        self.things: list[Any] = [puzzle]
        self._made: dict[int, tuple[int, Any]] = {}
        self._noted: dict[tuple, Any] = {}

    def rules(self) -> Puzzle:
        """Return the puzzle with stand-ins in its rules and its goal.

        Raises ``UnwatchedError`` where there can be none, now or when they are run.
        """
        puzzle = self.things[0]
        made = [self.inside(0, _rule, k) for k in range(self.ask(0, _rules))]
        return puzzle.ruled(made, self.inside(0, getattr, "goal"))

    def ask(self, place: int, ask: Callable[..., Any], what: Any = None) -> Any:
        """Return the answer to a question, which is noted."""
        key = place, ask, what
        if key not in self._noted:
            self._noted[key] = ask(self.things[place], what)
            self.asked.append((*key, self._noted[key]))
        return self._noted[key]

    def inside(self, parent: int, get: Callable[..., Any], what: Any) -> Any:
        """Return the stand-in for what is to be had of the thing at a place."""
        try:
            thing = get(self.things[parent], what)
        except ValueError:  # a variable of a function that has no value yet
            raise UnwatchedError from None
        place = len(self.things)
        self.things.append(thing)
        self.places.append((parent, get, what))
        kind = self.ask(place, _kind)
        if kind in PLAIN:
            return self.ask(place, _value)
        if isinstance(thing, FIXED):
            self.ask(place, _identity)
            return thing
        if id(thing) not in self._made:
            return self._stand_in(place, kind)
        first, made = self._made[id(thing)]
        self.same.append((first, place))
        return made

    def _stand_in(self, place: int, kind: type) -> Any:
        if kind is FunctionType:
            return _function(self, place)
        if kind is Table:
            made: Any = WatchedTable(self, place, _items)
        elif kind is Cells:
            made = WatchedCells(self, place)
        elif kind is MethodType:
            made = MethodType(*(self.inside(place, getattr, k) for k in ("__func__", "__self__")))
        elif kind is dict:
            made = {key: self.inside(place, _item, key) for _, key in self.ask(place, _keys)}
        elif kind in HOLDERS:
            made = _holder(self, place, kind)
        else:
            made = object.__new__(_watched_kind(kind))
            object.__getattribute__(made, "__dict__")[_OWN] = self, place
        return self.keep(place, made)

    def keep(self, place: int, made: Any) -> Any:
        """Return a stand-in, which is kept for whoever comes by the same thing again."""
        self._made.setdefault(id(self.things[place]), (place, made))
        return made

    def answers(self, puzzle: Puzzle) -> list[Any] | None:
        """Return the things of another level at all places; None where it answers otherwise."""
        things: list[Any] = [puzzle]
        try:
            for parent, get, what in self.places:
                things.append(get(things[parent], what))
            alike = all(ask(things[at], what) == answer for at, ask, what, answer in self.asked)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None
        same = all(things[one] is things[other] for one, other in self.same)
        return things if alike and same else None

    def forget(self) -> None:
        """Let go of the level itself."""
        self.things.clear()
        self._made.clear()
        self._noted.clear()


# ------------------------------------------------------------------------ questions, and the ways


def _rules(puzzle: Any, _: Any) -> int:
    return len(puzzle.rules)


def _rule(puzzle: Any, k: int) -> Any:
    return puzzle.rules[k]


def _kind(thing: Any, _: Any) -> type:
    return type(thing)


def _value(thing: Any, _: Any) -> Any:
    return thing


def _identity(thing: Any, _: Any) -> int:
    return id(thing)


def _item(thing: Any, key: Any) -> Any:
    return thing[key]


def _nth(thing: Any, k: int) -> Any:
    return tuple(thing)[k]


def _length(thing: Any, _: Any) -> int:
    return len(thing)


def _plain_items(thing: Any, _: Any) -> tuple | None:
    """Return the items of what holds plain ones, in order, each with its type; else None."""
    plain = all(type(item) in PLAIN for item in thing)
    return tuple((type(item), item) for item in thing) if plain else None


def _keys(thing: Any, _: Any) -> tuple:
    if not all(type(key) in PLAIN for key in thing):
        raise UnwatchedError
    return tuple((type(key), key) for key in thing)


def _written(function: Any, _: Any) -> tuple:
    """Return what a function is but for what it closes over."""
    closed, given = function.__closure__ or (), function.__defaults__ or ()
    named = sorted(function.__kwdefaults__ or ())
    return function.__code__, id(function.__globals__), len(closed), len(given), tuple(named)


def _closed(function: Any, k: int) -> Any:
    return function.__closure__[k].cell_contents


def _given(function: Any, k: int) -> Any:
    return function.__defaults__[k]


def _named(function: Any, name: str) -> Any:
    return function.__kwdefaults__[name]


def _its(thing: Any, name: str) -> Any:
    return vars(thing)[name]


def _has_its(thing: Any, name: str) -> bool:
    return name in vars(thing)


# ------------------------------------------------------------------------------------- stand-ins


def _holder(watch: Watch, place: int, kind: type) -> Any:
    """Return the stand-in for a list, a tuple or a set."""
    plain = watch.ask(place, _plain_items)
    if plain is not None:
        return kind(item for _, item in plain)
    if kind not in (list, tuple):
        raise UnwatchedError
    return kind(watch.inside(place, _nth, k) for k in range(watch.ask(place, _length)))


def _function(watch: Watch, place: int) -> Any:
    """Return a function that closes over stand-ins."""
    function = watch.things[place]
    code, _, closed, given, named = watch.ask(place, _written)
    cells = tuple(CellType() for _ in range(closed))
    made = FunctionType(code, function.__globals__, function.__name__, None, cells)
    watch.keep(place, made)  # it may close over itself
    for k, cell in enumerate(cells):
        cell.cell_contents = watch.inside(place, _closed, k)
    made.__defaults__ = tuple(watch.inside(place, _given, k) for k in range(given)) or None
    made.__kwdefaults__ = {name: watch.inside(place, _named, name) for name in named} or None
    return made


@lru_cache(256)
def _watched_kind(kind: type) -> type:
    """Return the class of stand-ins for what is of a class that is written in Python."""
    for base in kind.__mro__[:-1]:
        special = {"__slots__", "__getattr__", "__getattribute__", "__init_subclass__", "__del__"}
        if not base.__flags__ & _HEAP_TYPE or special & vars(base).keys():
            raise UnwatchedError
    if type(kind) is not type or not hasattr(kind, "__dict__"):
        raise UnwatchedError
    return type(kind.__name__, (kind,), {"__getattribute__": _attribute})


def _attribute(stand_in: Any, name: str) -> Any:
    """Return an attribute of a stand-in: its thing's own, or what its class makes of these."""
    kept = object.__getattribute__(stand_in, "__dict__")
    if name in kept or name == "__dict__":
        return kept.get(name, kept)
    watch, place = kept[_OWN]
    if watch.ask(place, _has_its, name):
        kept[name] = watch.inside(place, _its, name)
        return kept[name]
    return object.__getattribute__(stand_in, name)


class WatchedTable(Table):
    """The stand-in for a table, or for a table that is made of a thing."""

    def __init__(self, watch: Watch, place: int, make: Callable[..., list[int]], *args: Any):
        self._own = watch, place
        self._made = make, args

    def _asked(self, name: str) -> int:
        watch, place = self._own
        return watch.ask(place, getattr, name)

    low = property(lambda self: self._asked("low"))
    high = property(lambda self: self._asked("high"))
    columns = property(lambda self: self._asked("columns"))
    size = property(lambda self: self._asked("size"))

    flat = property(lambda self: self._content())

    def _content(self) -> Content:
        """Return the items. A rule that reads them while it is traced is traced for these alone."""
        (watch, place), (make, args) = self._own, self._made
        if TRACER.get() is not None:
            watch.ask(place, _all_items)
        return Content(watch, place, make, *args)


class Marks(WatchedTable):
    """The stand-in for the table of a set of cells: 1 where one is, of so many items."""

    low, high, columns, size = 0, 1, 0, 0

    def __init__(self, watch: Watch, place: int, size: int):
        super().__init__(watch, place, _marks, size)
        self.size = size


class WatchedCells:
    """The stand-in for constant cells."""

    def __init__(self, watch: Watch, place: int):
        self._own = watch, place
        self._tables: dict[int, Marks] = {}

    __class__ = Cells  # type: ignore[assignment]

    def __contains__(self, cell: Any) -> bool:
        if not isinstance(cell, Symbol):
            return cell in self._whole()
        size = max(0, tracer().bounds(cell)[1]) + 1
        if size > MOST_CELLS:
            return cell in self._whole()
        if size not in self._tables:
            self._tables[size] = Marks(*self._own, size)
        return tracer().member(self._tables[size], cell)

    def others(self, n: int) -> list[int]:
        """Return what `Cells.others` does."""
        return Content(*self._own, Cells.others, n)

    def _whole(self) -> Cells:
        """Return the cells themselves: a rule that asks for them is traced for these alone."""
        watch, place = self._own
        watch.ask(place, _plain_items)
        return watch.things[place]


def _forwarded(name: str) -> Callable[..., Any]:
    """Return the method of that name which asks the cells themselves."""

    def method(self: WatchedCells, *given: Any) -> Any:
        things = [one._whole() if type(one) is WatchedCells else one for one in given]
        return getattr(self._whole(), name)(*things)

    return method


_PYTHONS = {"__new__", "__init__", "__getattribute__", "__class_getitem__", "__slots__"}
for _name in {*vars(frozenset), *vars(Spots)} - {*vars(WatchedCells), *_PYTHONS}:
    if callable(getattr(Cells, _name)):
        setattr(WatchedCells, _name, _forwarded(_name))


def _items(table: Table) -> list[int]:
    return table.flat


def _all_items(thing: Any, _: Any) -> tuple[int, ...]:
    return tuple(thing.flat if isinstance(thing, Table) else thing)


def _marks(cells: Cells, size: int) -> list[int]:
    found = [0] * size
    for cell in frozenset.__iter__(cells):
        if 0 <= cell < size:
            found[cell] = 1
    return found


# ------------------------------------------------------------------------------- another level


def tables_of(
    tables: tuple[np.ndarray, ...], things: list[Any], sources: Sequence[tuple[int, int, Source]]
) -> tuple[np.ndarray, ...]:
    """Return the tables of compiled rules with what another level has in their places.

    Parameters
    ----------
    things : list
        what `Watch.answers` gave of it
    sources : sequence of (int, int, source)
        a table, from which item on, and what stands there
    """
    made = list(tables)
    for k in {k for k, _, _ in sources}:
        made[k] = tables[k].copy()
    for k, begin, (place, make, args) in sources:
        numbers = make(things[place], *args)
        made[k][begin : begin + len(numbers)] = numbers
    return tuple(made)
