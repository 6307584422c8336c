"""Stand-ins for the things of a level, given to its rules in their places: they note what is asked.

::

    rule ── closes over ──► board ── step ──► a dict ── "U" ──► a table ── [s.player] ──► ...
              functions     its class's own   with stand-ins    `WatchedTable`: its size and
              of the same   methods, and      for its values    interval are asked for, its items
              text          attributes that                     are an argument of what is compiled
                            are asked for
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import BuiltinFunctionType, CellType, FunctionType, MethodType, ModuleType
from typing import Any

from stategraph.native import questions
from stategraph.native.questions import PLAIN
from stategraph.native.watching import Content, UnwatchedError, Watch
from stategraph.rules.board import Cells, Table
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.tracing import TRACER, Symbol, tracer
from stategraph.variables import Spots

# What is no level's own; what is told by its items.
FIXED = (type, ModuleType, BuiltinFunctionType)
HOLDERS = (list, tuple, set, frozenset, Spots)

# A set that is asked about larger numbers is no table.
MOST_CELLS = 1 << 16

# Under this name a stand-in keeps its watch and its place.
_OWN = "\0"

_HEAP_TYPE = 1 << 9


def watched(watch: Watch) -> Puzzle:
    """Return the puzzle that is watched with stand-ins in its rules and its goal.

    Raises ``UnwatchedError`` where there can be none, now or when they are run.
    """
    rules = [
        inside(watch, 0, questions.rule, k) for k in range(watch.ask(0, questions.how_many_rules))
    ]
    puzzle: Puzzle = watch.things[0]
    return puzzle.ruled(rules, inside(watch, 0, getattr, "goal"))


def inside(watch: Watch, parent: int, get: Callable[..., Any], what: Any) -> Any:
    """Return the stand-in for what is to be had of the thing at a place."""
    place = watch.come(parent, get, what)
    kind = watch.ask(place, questions.kind)
    if kind in PLAIN:
        return watch.ask(place, questions.value)
    if isinstance(watch.things[place], FIXED):
        watch.ask(place, questions.identity)
        return watch.things[place]
    made = watch.kept(place)
    return _stand_in(watch, place, kind) if made is None else made


def _stand_in(watch: Watch, place: int, kind: type) -> Any:
    """Return a new stand-in for a thing, which is kept."""
    if kind is FunctionType:  # which keeps itself
        return _function(watch, place)
    if kind is Table:
        made: Any = WatchedTable(watch, place, questions.items)
    elif kind is Cells:
        made = WatchedCells(watch, place)
    elif kind is MethodType:
        bound = (inside(watch, place, getattr, name) for name in ("__func__", "__self__"))
        made = MethodType(*bound)
    elif kind is dict:
        keys = watch.ask(place, questions.keys)
        made = {key: inside(watch, place, questions.item, key) for _, key in keys}
    elif kind in HOLDERS:
        made = _holder(watch, place, kind)
    else:
        made = object.__new__(_watched_kind(kind))
        object.__getattribute__(made, "__dict__")[_OWN] = watch, place
    return watch.keep(place, made)


def _holder(watch: Watch, place: int, kind: type) -> Any:
    """Return the stand-in for a list, a tuple or a set."""
    plain = watch.ask(place, questions.plain_items)
    if plain is not None:
        return kind(item for _, item in plain)
    if kind not in (list, tuple):
        raise UnwatchedError
    return kind(
        inside(watch, place, questions.nth, k) for k in range(watch.ask(place, questions.length))
    )


def _function(watch: Watch, place: int) -> Any:
    """Return a function that closes over stand-ins."""
    function = watch.things[place]
    code, _, closed, given, named = watch.ask(place, questions.written)
    cells = tuple(CellType() for _ in range(closed))
    made = FunctionType(code, function.__globals__, function.__name__, None, cells)
    watch.keep(place, made)  # it may close over itself
    for k, cell in enumerate(cells):
        cell.cell_contents = inside(watch, place, questions.closed_over, k)
    made.__defaults__ = (
        tuple(inside(watch, place, questions.default, k) for k in range(given)) or None
    )
    made.__kwdefaults__ = {
        name: inside(watch, place, questions.named_default, name) for name in named
    } or None
    return made


@lru_cache(256)
def _watched_kind(kind: type) -> type:
    """Return the class of stand-ins for what is of a class that is written in Python."""
    for base in kind.__mro__[:-1]:
        special = {"__slots__", "__getattr__", "__getattribute__", "__init_subclass__", "__del__"}
        if not base.__flags__ & _HEAP_TYPE or special & vars(base).keys():
            raise UnwatchedError
    if type(kind) is not type:
        raise UnwatchedError
    return type(kind.__name__, (kind,), {"__getattribute__": _attribute})


def _attribute(stand_in: Any, name: str) -> Any:
    """Return an attribute of a stand-in: its thing's own, or what its class makes of these."""
    kept = object.__getattribute__(stand_in, "__dict__")
    if name in kept or name == "__dict__":
        return kept.get(name, kept)
    watch, place = kept[_OWN]
    if watch.ask(place, questions.has_own, name):
        kept[name] = inside(watch, place, questions.own, name)
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
            watch.ask(place, questions.all_items)
        return Content(watch, place, make, *args)


class Marks(WatchedTable):
    """The stand-in for the table of a set of cells: 1 where one is, of so many items."""

    low, high, columns, size = 0, 1, 0, 0

    def __init__(self, watch: Watch, place: int, size: int):
        super().__init__(watch, place, questions.marks, size)
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
        watch, place = self._own
        if size > MOST_CELLS or watch.ask(place, questions.goes_below_zero):
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
        watch.ask(place, questions.plain_items)
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
