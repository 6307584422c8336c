"""The functions and values outside a rule that it may call, read or change.

Starting from a rule's functions, this module follows closures, globals and defaults. It thus
reaches all functions and methods that the rule may call, and all values that outlive a call::

    rule ──► helper functions, methods by name ──► is there code that symbols cannot intercept?
      └────► lists, dicts, instances, cells    ──► did they change while the rule was traced?

A rule that changes such a value depends on more than the state. In its compiled code, the value
would stay as it was when the rule was traced. Methods are found by their names, in the classes of
all reached values; computed names are not followed.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import operator
import re
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable
from decimal import Decimal
from itertools import chain
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    FunctionType,
    GenericAlias,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from stategraph.native.rule_code import function_objection, is_library, is_our_function, objection
from stategraph.readable import Record
from stategraph.rules.tracing import Symbol

# Maximum number of values that are followed, because the closure of a rule may hold large tables.
MAX_VALUES = 200_000

_ATOMS = (int, bool, float, str, bytes, type(None), range, CodeType)
_HIDDEN = ("random", "_random", "secrets", "time", "datetime", "uuid", "os", "posix", "nt", "gc")
_MADE = ("__init__", "__new__", "__post_init__")

# Special methods that operators on symbols never call.
_IMPLICIT_METHODS = {
    *_MADE,
    "__repr__",
    "__str__",
    "__format__",
    "__hash__",
    "__del__",
    "__init_subclass__",
}
_IMPLICIT_METHODS |= {"__class_getitem__", "__reduce__", "__getstate__", "__setstate__", "__copy__"}


class Surroundings:
    """All values and functions that can be reached from some functions.

    Parameters
    ----------
    roots : iterable
        functions, or values that they share
    earlier : Surroundings, optional
        functions and values that were followed already

    Attributes
    ----------
    objection : str
        why the functions cannot be traced, with the file and line; empty if they can
    """

    def __init__(self, roots: Iterable[object], earlier: Surroundings | None = None):
        self.objection = ""
        self._known = {} if earlier is None else earlier._seen
        self._seen: dict[int, object] = {}
        self._held: list[tuple[object, Callable[[Any], object], object]] = []
        self._globals: list[tuple[Record, str, object]] = []
        self._names: set[str] = set()
        self._spaces: list[Record] = []
        self._own: list[Record] = []
        self._queue = deque(roots)
        while self._queue and not self.objection:
            value = self._queue.popleft()
            if type(value) in _ATOMS or id(value) in self._known or id(value) in self._seen:
                continue
            self._seen[id(value)] = value
            self._visit(value)
            if len(self._seen) > MAX_VALUES:
                self.objection = f"the rule reaches more than {MAX_VALUES:,} values"

    def changed(self) -> str:
        """Return the type of a value that has changed since then; empty if none has changed."""
        for value, look, before in self._held:
            if not _same(before, look(value), value):
                return type(value).__name__
        return ""

    def rebound(self) -> bool:
        """Return whether a global name in the code now refers to another object."""
        return any(space.get(name) is not value for space, name, value in self._globals)

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
        elif not self._container(value) or kind not in _CONTAINERS:
            self._object(value, kind)

    def _container(self, value: object) -> bool:
        """Follow the items of a container; return False if the value is not a container."""
        if isinstance(value, (list, deque)):
            self._hold(value, list, value)
        elif isinstance(value, dict):
            self._hold(value, _items, chain(value, value.values()))
        elif isinstance(value, (set, bytearray)):
            self._hold(value, lambda one: [copy.copy(one)], ())
        elif isinstance(value, (tuple, frozenset)):
            self._queue.extend(value)
        else:
            return False
        return True

    def _hold(self, value: object, look: Callable[[Any], object], inside: Iterable[object]) -> None:
        self._held.append((value, look, look(value)))
        self._queue.extend(inside)

    # ------------------------------------------------------------------ functions

    def _function(self, function: FunctionType) -> None:
        """Follow the names, cells and defaults of a function, unless stategraph defines it."""
        if is_our_function(function):
            return
        self._object_to(function.__code__)
        if is_library(function.__code__.co_filename):
            return
        parts = function.__defaults__, function.__kwdefaults__, function.__dict__
        self._hold(
            function, lambda one: [one.__code__, one.__defaults__, one.__kwdefaults__], parts
        )
        for cell in function.__closure__ or ():
            with contextlib.suppress(ValueError):  # it has no value yet
                self._queue.append(cell.cell_contents)
        self._code(function.__code__, function.__globals__)

    def _code(self, code: CodeType, around: Record) -> None:
        """Follow the names in a code object, and the functions that are defined inside it."""
        texts = (
            constant
            for constant in code.co_consts
            if type(constant) is str and constant.isidentifier()
        )
        new = {*code.co_names, *texts} - self._names
        self._names |= new
        if "getattr" in new:  # its names may be computed
            self._queue.extend(value for space in self._own for value in space.values())
        for name in code.co_names:
            if name in around:
                self._globals.append((around, name, around[name]))
                self._named(around[name])
        for space in self._spaces:
            self._queue.extend(space[name] for name in new & space.keys())
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._object_to(inner)
                self._code(inner, around)

    def _named(self, value: object) -> None:
        """Follow a global; if it is a class, also follow the methods that create its instances."""
        self._queue.append(value)
        if isinstance(value, type) and not _is_foreign(value.__module__):
            for base in value.__mro__[:-1]:
                self._queue.extend(base.__dict__[name] for name in _MADE if name in base.__dict__)

    def _object_to(self, code: CodeType) -> None:
        if not self.objection and (problem := objection(code)):
            reason, line = problem
            self.objection = f"{code.co_filename}:{line}: {reason}"

    # ------------------------------------------------------------------ objects

    def _object(self, value: Any, kind: type) -> None:
        """Follow an instance, a class, a module or a function written in C."""
        module = str(getattr(value if isinstance(value, type) else kind, "__module__", ""))
        if isinstance(value, (ModuleType, BuiltinFunctionType)):
            module = value.__name__ if isinstance(value, ModuleType) else str(value.__module__)
        if reason := function_objection(value):
            self.objection = reason
        elif module.partition(".")[0] in _HIDDEN or module.startswith("numpy.random"):
            self._hides(f"{module}, the clock or chance")
        elif isinstance(value, ModuleType):
            self._hold(value, lambda one: dict(vars(one)), ())
            self._space(vars(value), own=False)
        elif "__wrapped__" in getattr(value, "__dict__", ()):
            self._queue.append(value.__wrapped__)
        elif isinstance(value, np.ndarray | np.generic):
            self._hold(
                value, lambda one: [one.tobytes()], value.flat if value.dtype.hasobject else ()
            )
        elif isinstance(value, type):
            if not _is_foreign(module):
                # ``text + value`` calls value.__radd__ with the text, which may contain a symbol
                if not isinstance(vars(value).get("__radd__"), WrapperDescriptorType | None):
                    self._hides(
                        f"{value.__qualname__}.__radd__, which may read the text of a value"
                    )
                above = (one for one in (*value.__bases__, kind) if one is not type)
                self._hold(value, lambda one: dict(vars(one)), above)
                self._space(vars(value), own=True)
        elif isinstance(value, (BuiltinFunctionType, MethodWrapperType)):
            self._queue.append(value.__self__)
        else:
            self._instance(value, module)

    def _hides(self, source: str) -> None:
        self.objection = self.objection or (
            f"the rule reaches {source}; a rule may depend on the state alone"
        )

    def _space(self, names: Any, own: bool) -> None:
        """Follow the attributes of a class or module that occur in the code, and operators."""
        self._spaces.append(names)
        if own:
            self._own.append(names)
        computed = own and "getattr" in self._names
        for name, value in list(names.items()):
            called = own and name.startswith("__") and name not in _IMPLICIT_METHODS
            if name in self._names or computed or (called and isinstance(value, FunctionType)):
                self._queue.append(value)

    def _instance(self, value: object, module: str) -> None:
        """Follow an instance, but not the constants that an instance of stategraph holds."""
        is_own = module.partition(".")[0] == "stategraph"
        hidden = (base for base in type(value).__mro__ if base not in _OPEN and _is_of_c(base))
        if not is_own and (base := next(hidden, None)):
            self._hides(f"a value of {base.__qualname__}, whose changes cannot be seen")
            return
        self._hold(value, _attributes, () if is_own else _attributes(value).values())
        if not _is_foreign(module):
            self._queue.append(type(value))


def _is_foreign(module: str) -> bool:
    """Return whether a module belongs to stategraph or to Python's standard library."""
    return module.partition(".")[0] in _FOREIGN


_FOREIGN = {"stategraph", "builtins", *sys.stdlib_module_names} - {"__main__"}


# Containers that are followed, and other types written in C whose instances hide no values.
_CONTAINERS = (list, deque, dict, set, bytearray, tuple, frozenset)
_OPEN = {
    *(*_CONTAINERS, object, defaultdict, OrderedDict, BaseException, Exception),
    *(int, float, complex, str, bytes, slice, re.Pattern, Decimal, np.dtype, np.ufunc),
    *(type(...), type(NotImplemented), operator.itemgetter, GenericAlias, UnionType),
    *(WrapperDescriptorType, MethodDescriptorType, ClassMethodDescriptorType),
}


@functools.lru_cache(4096)
def _is_of_c(kind: type) -> bool:
    """Return whether a type is written in C, so that its instances may hold hidden values."""
    methods = (MethodDescriptorType, WrapperDescriptorType)
    return any(isinstance(value, methods) for value in vars(kind).values())


def _items(value: dict) -> list[object]:
    return [part for pair in value.items() for part in pair]


def _attributes(value: object) -> Record:
    """Return the attributes of a value's ``__dict__`` and slots, without those of its class."""
    own = dict(object.__getattribute__(value, "__dict__")) if hasattr(value, "__dict__") else {}
    for base in type(value).__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name != "__dict__" and hasattr(value, name):
                own[name] = getattr(value, name)
    return own


def _same(recorded: Any, current: Any, value: Any) -> bool:
    """Return whether a value still holds the same objects, except for newly cached properties."""
    if isinstance(recorded, dict):
        if len(recorded) == len(current) and all(
            map(operator.is_, recorded.values(), current.values())
        ):
            return recorded.keys() == current.keys()
        added = current.keys() - recorded.keys()
        cached = functools.cached_property
        return all(isinstance(getattr(type(value), k, None), cached) for k in added) and all(
            name in current and current[name] is content for name, content in recorded.items()
        )
    return len(recorded) == len(current) and (
        all(map(operator.is_, recorded, current)) or all(map(_equal, recorded, current))
    )


def _equal(a: object, b: object) -> bool:
    """Return whether two values are the same, or equal copies of a set or of bytes."""
    return a is b or (isinstance(a, (set, bytes, bytearray)) and type(a) is type(b) and a == b)
