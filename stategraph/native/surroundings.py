"""Everything outside a rule that it may call, read or change.

From a rule all is followed that its functions close over, name as globals, or have as defaults: the
functions and methods that they may call, and the values that outlive a call::

    rule ──► helper functions, methods by name ──► is there code that symbols cannot intercept?
      └────► lists, dicts, instances, cells    ──► did they change while the rule was traced?

A rule that changes what outlives it depends on more than the state, and compiled rules would keep
the values that stood there while it was traced. Methods are found by their names, in the classes
of all values that are reached; a name that is computed is not followed.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections import deque
from collections.abc import Callable, Iterable
from itertools import chain
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np

from stategraph.native.rule_code import is_library, is_our_function, objection
from stategraph.rules.tracing import Symbol

# At most so many values are followed: a rule may close over large tables.
MAX_VALUES = 200_000

_ATOMS = (int, bool, float, str, bytes, type(None), range, CodeType)
_ITERATORS = (GeneratorType, *map(type, map(iter, ([], (), set(), {}, "", range(0)))))
_HIDDEN = ("random", "_random", "secrets", "time", "datetime", "uuid", "os", "posix", "nt")
_MADE = ("__init__", "__new__", "__post_init__")

# Of the methods that Python calls by itself, those that operators on symbols do not.
_NAMED = {*_MADE, "__repr__", "__str__", "__format__", "__hash__", "__del__", "__init_subclass__"}
_NAMED |= {"__class_getitem__", "__reduce__", "__getstate__", "__setstate__", "__copy__"}

# Under this name a stand-in keeps its watch and its place; see `stategraph.native.stand_ins`.
STAND_IN = "\0"


class Surroundings:
    """The values and functions that some functions can reach.

    Parameters
    ----------
    roots : iterable
        functions, or values that they share
    known : Surroundings, optional
        what is followed already

    Attributes
    ----------
    objection : str
        why they cannot be run on symbols, with the place; empty: they can
    """

    def __init__(self, roots: Iterable[Any], known: Surroundings | None = None):
        self.objection = ""
        self._known = {} if known is None else known._seen
        self._seen: dict[int, Any] = {}
        self._held: list[tuple[Any, Callable[[Any], Any], Any]] = []
        self._names: set[str] = set()
        self._spaces: list[dict[str, Any]] = []
        self._queue = deque(roots)
        while self._queue and len(self._seen) < MAX_VALUES:
            value = self._queue.popleft()
            if type(value) in _ATOMS or id(value) in self._known or id(value) in self._seen:
                continue
            self._seen[id(value)] = value
            self._visit(value)

    def changed(self) -> str:
        """Return the type of a value that holds something else by now; empty: there is none."""
        for value, look, before in self._held:
            if not _same(before, look(value), value):
                return type(value).__name__
        return ""

    def _visit(self, value: Any) -> None:
        kind = type(value)
        if isinstance(value, Symbol):
            return
        if kind is FunctionType:
            self._function(value)
        elif kind is MethodType:
            self._queue.extend((value.__func__, value.__self__))
        elif kind is functools.partial:
            self._queue.extend((value.func, value.args, value.keywords))
        elif isinstance(value, property):
            self._queue.extend((value.fget, value.fset))
        elif isinstance(value, (staticmethod, classmethod)):
            self._queue.append(value.__func__)
        elif kind is functools.cached_property:
            self._queue.append(value.func)
        elif isinstance(value, (list, deque)):
            self._hold(value, list, value)
        elif isinstance(value, dict):
            self._hold(value, _items, chain(value, value.values()))
        elif isinstance(value, (set, bytearray)):
            self._hold(value, lambda one: [type(one)(one)], ())
        elif isinstance(value, (tuple, frozenset)):
            self._queue.extend(value)
        else:
            self._object(value, kind)

    def _hold(self, value: Any, look: Callable[[Any], Any], inside: Iterable[Any]) -> None:
        self._held.append((value, look, look(value)))
        self._queue.extend(inside)

    # ------------------------------------------------------------------ functions

    def _function(self, function: FunctionType) -> None:
        """Follow the names, cells and defaults of a function, unless it is ours."""
        if is_our_function(function):
            return
        self._object_to(function.__code__)
        if is_library(function.__code__.co_filename):
            return
        self._queue.extend((function.__defaults__, function.__kwdefaults__, function.__dict__))
        for cell in function.__closure__ or ():
            with contextlib.suppress(ValueError):  # it has no value yet
                self._queue.append(cell.cell_contents)
        self._code(function.__code__, function.__globals__)

    def _code(self, code: CodeType, around: dict[str, Any]) -> None:
        """Follow the names in code, and the functions that are written within it."""
        texts = (one for one in code.co_consts if type(one) is str and one.isidentifier())
        new = {*code.co_names, *texts} - self._names
        self._names |= new
        for name in code.co_names:
            if name in around:
                self._named(around[name])
        for space in self._spaces:
            self._queue.extend(space[name] for name in new & space.keys())
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._object_to(inner)
                self._code(inner, around)

    def _named(self, value: Any) -> None:
        """Follow a global: of a class that may be called, what makes its instances too."""
        self._queue.append(value)
        if isinstance(value, type) and not _is_foreign(value.__module__):
            for base in value.__mro__[:-1]:
                self._queue.extend(base.__dict__[name] for name in _MADE if name in base.__dict__)

    def _object_to(self, code: CodeType) -> None:
        if not self.objection and (found := objection(code)):
            reason, line = found
            self.objection = f"{code.co_filename}:{line}: {reason}"

    # ------------------------------------------------------------------ objects

    def _object(self, value: Any, kind: type) -> None:
        """Follow an instance, a class or a module of an author."""
        module = str(getattr(value if isinstance(value, type) else kind, "__module__", ""))
        if isinstance(value, (ModuleType, BuiltinFunctionType)):
            module = value.__name__ if isinstance(value, ModuleType) else str(value.__module__)
        if isinstance(value, _ITERATORS) or module == "itertools" and hasattr(kind, "__next__"):
            self._hides(f"an iterator ({kind.__name__})")
        elif module.partition(".")[0] in _HIDDEN or module.startswith("numpy.random"):
            self._hides(f"{module}, the clock or chance")
        elif isinstance(value, ModuleType):
            if not _is_foreign(module):
                self._hold(value, lambda one: dict(vars(one)), ())
            self._space(vars(value))
        elif "__wrapped__" in getattr(value, "__dict__", ()):
            self._queue.append(value.__wrapped__)
        elif module.partition(".")[0] == "numpy" and isinstance(value, np.ndarray | np.generic):
            self._hold(value, lambda one: [one.tobytes()], ())
        elif isinstance(value, type) and not _is_foreign(module):
            self._hold(value, lambda one: dict(vars(one)), value.__bases__)
            self._space(vars(value), special=True)
        elif not _is_foreign(module):
            self._instance(value)

    def _hides(self, what: str) -> None:
        self.objection = self.objection or (
            f"the rule reaches {what}; a rule may depend on the state alone"
        )

    def _space(self, names: Any, special: bool = False) -> None:
        """Follow the attributes of a class or module that code names; operators need no name."""
        self._spaces.append(names)
        for name, value in list(names.items()):
            operator = special and name.startswith("__") and name not in _NAMED
            if name in self._names or (operator and isinstance(value, FunctionType)):
                self._queue.append(value)

    def _instance(self, value: Any) -> None:
        own = _attributes(value)
        self._queue.append(type(value))
        if STAND_IN in own:
            watch, place = own[STAND_IN]
            self._held.append((value, functools.partial(_differs, watch.things[place]), []))
            self._queue.extend(_attributes(watch.things[place]).values())
        else:
            self._hold(value, _attributes, own.values())


def _is_foreign(module: str) -> bool:
    """Return whether a module is ours or Python's own, and not an author's."""
    return module.partition(".")[0] in _FOREIGN


_FOREIGN = {"stategraph", "builtins", *sys.stdlib_module_names} - {"__main__"}


def _items(value: dict) -> list[Any]:
    return [part for pair in value.items() for part in pair]


def _attributes(value: Any) -> dict[str, Any]:
    """Return the attributes that a value itself has, those in slots too."""
    own = dict(object.__getattribute__(value, "__dict__")) if hasattr(value, "__dict__") else {}
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "__dict__" and hasattr(value, name):
                own[name] = getattr(value, name)
    return own


def _differs(thing: Any, stand_in: Any) -> list[str]:
    """Return the attributes in which a stand-in differs from its thing."""
    own, copies = _attributes(thing), _attributes(stand_in)
    plain = (*_ATOMS, list, dict, set)
    return [
        name
        for name, copy in copies.items()
        if type(copy) in plain
        and (
            name not in own
            or (type(copy) in _ATOMS and copy != own[name])
            or (type(copy) not in _ATOMS and len(copy) != len(own[name]))
        )
    ]


def _same(before: Any, now: Any, value: Any) -> bool:
    """Return whether a value holds the same objects; a cached property may have been computed."""
    if isinstance(before, dict):
        added = now.keys() - before.keys()
        cached = functools.cached_property
        return all(isinstance(getattr(type(value), k, None), cached) for k in added) and all(
            name in now and now[name] is held for name, held in before.items()
        )
    return len(before) == len(now) and all(map(_equal, before, now))


def _equal(a: Any, b: Any) -> bool:
    """Return whether two values are the same, or equal copies of a set or of bytes."""
    return a is b or (isinstance(a, (set, bytes, bytearray)) and type(a) is type(b) and a == b)
