"""Functions over arrays that run as they stand where there is little to do, and compiled else."""

from __future__ import annotations

import dis
import logging
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.errors import CompileError
from stategraph.machine.deadline import seconds_left
from stategraph.machine.language import prefetch
from stategraph.machine.plain import SLOWER, PlainLoops

if TYPE_CHECKING:
    from stategraph.machine.c_expressions import Type
    from stategraph.machine.c_text import Translation
    from stategraph.machine.loops import Loops

log = logging.getLogger(__name__)

# Below so many array items the plain text is faster than loading its machine code.
SMALL = 20_000

# After so many items in plain text, call by call, the next ones may be worth machine code, too.
MUCH = 1_000_000

# Seconds that a function waits for its compiler, and for one that saves longer work; less than so
# many are too few for any.
PATIENCE, LONGEST, QUICK = 5.0, 30.0, 0.1

# Seconds that plain text takes for an array item, at least.
PLAIN_SECONDS = 200e-9


class Kernel:
    """A function over arrays, which it is given, that is compiled when its work is worth the wait.

    So is little work that comes again and again, unless the seconds are limited.
    It is compiled for the dtypes of the arrays that it is called with. What it calls is compiled
    with it, where it is one of the `helpers`; each of them knows the constants of its own module.
    A text that cannot be compiled runs as it stands, too: tests look at every kernel there is.
    """

    def __init__(self, function: Callable[..., Any], helpers: Iterable[Callable[..., Any]] = ()):
        assert isinstance(function, FunctionType)
        self._function, self._helpers = function, tuple(helpers)
        self._plain = PlainLoops({function.__name__: function})
        self._compiled: dict[tuple[str | None, tuple[Type, ...]], Loops] = {}
        self._items = 0  # in plain text
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    def __call__(self, *args: Any, work: int | None = None) -> Any:
        """Run on `args`; `work` estimates the steps where the arrays' sizes do not tell."""
        if work is None:
            work = _size(args)
        if work >= SMALL or self._comes_again(work):
            return self.compiled(*args, work=work)
        return self.plain(*args)

    def _comes_again(self, work: int) -> bool:
        """Return whether little work came so often that it is worth a wait that nobody limits."""
        self._items += work
        return self._items >= MUCH and seconds_left() is None

    def plain(self, *args: Any) -> Any:
        """Run as it stands."""
        return self._plain.run(self.__name__, *args)

    def compiled(self, *args: Any, work: int | None = None) -> Any:
        """Run compiled; as it stands where there is no compiler, or no time for it."""
        from stategraph.machine.loops import types_of, way

        key = way(), types_of(args)
        if key not in self._compiled:
            self._compiled[key] = self._loops(*key)
        try:
            if not _ready(self._compiled[key], _size(args) if work is None else work):
                return self.plain(*args)
            return self._compiled[key].run(self.__name__, *args)
        except CompileError as error:
            log.info(SLOWER, error)
            self._compiled[key] = self._plain
            return self.plain(*args)

    def _loops(self, chosen: str | None, types: tuple[Type, ...]) -> Loops:
        from stategraph.machine.loops import CLoops, NumbaLoops

        if chosen == "cc":
            return CLoops(lambda: self._translated(types))
        if chosen != "numba":
            return self._plain
        known = _known([*self._helpers, self._function])
        return NumbaLoops({**known, prefetch.__name__: prefetch})

    def _translated(self, types: tuple[Type, ...]) -> Translation:
        from stategraph.machine.c_text import translate
        from stategraph.machine.source import source_of

        parts: list[Any] = [*self._helpers, self._function]
        text = "\n".join(map(source_of, parts))
        numbers = {name: it for name, it in _known(parts).items() if type(it) in (int, bool)}
        return translate(text, {self.__name__: types}, numbers)


def _known(parts: list[Any]) -> dict[str, Any]:
    """Return the functions by name, and what else they name, as their own modules know it.

    Raises ``ValueError`` where one name would mean two things: all share the names of one text.
    """
    known: dict[str, Any] = {}
    for part in parts:
        _learn(known, part.__name__, part, part)
    for part in parts:
        for name in _names_of(part):
            value = part.__globals__[name]
            if name in known or not isinstance(value, FunctionType):
                _learn(known, name, value, part)
    return known


def _learn(known: dict[str, Any], name: str, value: Any, part: Any) -> None:
    old = known.setdefault(name, value)
    if old is not value and not (type(old) is type(value) is int and old == value):
        where = f"{part.__module__}.{part.__name__}"
        raise ValueError(f"{where}: {name} is {value!r}, and {old!r} to what is compiled with it")


def _names_of(part: Any) -> Iterator[str]:
    """Yield what a function names that its module defines."""
    for step in dis.get_instructions(part):
        if step.opname == "LOAD_GLOBAL" and step.argval in part.__globals__:
            yield step.argval


def _size(args: tuple[Any, ...]) -> int:
    return sum(arg.size for arg in args if isinstance(arg, np.ndarray))


def _ready(loops: Loops, work: int) -> bool:
    """Return whether machine code is there, or soon; ``CompileError`` where the compiler hangs.

    Where the seconds are limited, compiling may take those that are left, or else no longer than
    running the plain text would.
    """
    left, plain = seconds_left(), work * PLAIN_SECONDS
    most = max(PATIENCE, min(LONGEST, plain))
    patience = most if left is None else min(most, max(left, plain))
    if patience < QUICK:
        return loops.look()
    try:
        loops.begin(patience)
        loops.wait(patience)
    finally:
        ready = loops.ready()
        if not ready:
            loops.drop()
    if not ready and patience == most:
        raise CompileError("the compiler does not end")
    return ready
