"""Functions over arrays that run as plain Python on small arrays, and compiled on large ones."""

from __future__ import annotations

import dis
import logging
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, get_type_hints

from stategraph.errors import CompileError
from stategraph.machine.deadline import seconds_left
from stategraph.machine.language import check_record, is_record, prefetch
from stategraph.machine.python_backend import SLOWER, PlainLoops

if TYPE_CHECKING:
    from stategraph.machine.backends import Loops
    from stategraph.machine.c_translator import Translation
    from stategraph.machine.language import Type

log = logging.getLogger(__name__)

# Below this number of array items, running the Python text is faster than loading its machine code.
MIN_ITEMS_TO_COMPILE = 20_000

# After Python has processed this number of items over all calls, compiling may be worth its time.
ITEMS_WORTH_COMPILING = 1_000_000

# The longest wait for a compiler in seconds: for most work, and for work that takes Python longer
# than that. If less than `MIN_SECONDS_LEFT` seconds remain, nothing is compiled.
USUAL_WAIT, LONGEST_WAIT, MIN_SECONDS_LEFT = 5.0, 30.0, 0.1

# A lower bound on the seconds that Python takes for one array item.
PLAIN_SECONDS = 200e-9


class Kernel:
    """A function over arrays that is compiled when its work is worth the wait.

    If it often does little work, it is also compiled, unless the time is limited. It is compiled
    for the dtypes of the arrays in its arguments, including those in records. Functions that it
    calls must be among the `helpers`, which are compiled with it. Each function can use the
    constants of its module. A text that cannot be compiled runs as plain Python; tests check
    that every kernel can be compiled.
    """

    def __init__(
        self, function: Callable[..., object], helpers: Iterable[Callable[..., object]] = ()
    ):
        assert isinstance(function, FunctionType)
        self._function, self._helpers = function, tuple(helpers)
        self._plain = PlainLoops({function.__name__: function})
        self._compiled: dict[tuple[str | None, tuple[object, ...]], Loops] = {}
        self._made: dict[tuple[str | None, tuple[Type, ...]], Loops] = {}
        self._items = 0  # number of items that plain Python has processed
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    def __call__(self, *args: object, work: int | None = None) -> Any:
        """Run on `args`.

        `work` is an estimate of the number of steps; the default is the number of array items.
        """
        if work is None:
            work = _size(args)
        if work >= MIN_ITEMS_TO_COMPILE or self._comes_again(work):
            return self.compiled(*args, work=work)
        return self.plain(*args)

    def _comes_again(self, work: int) -> bool:
        """Return whether small calls were so many that compiling is worth an unlimited wait."""
        self._items += work
        return self._items >= ITEMS_WORTH_COMPILING and seconds_left() is None

    def plain(self, *args: object) -> Any:
        """Run as plain Python."""
        return self._plain.run(self.__name__, *args)

    def compiled(self, *args: object, work: int | None = None) -> Any:
        """Run compiled, or as plain Python without a compiler or without enough time."""
        from stategraph.machine.backends import backend, key_of, types_of

        key = backend(), key_of(args)
        if key not in self._compiled:
            self._check(args)
            typed_key = key[0], types_of(args)  # several keys may share it: int and np.int64
            if typed_key not in self._made:
                self._made[typed_key] = self._loops(*typed_key)
            self._compiled[key] = self._made[typed_key]
        try:
            if not _ready(self._compiled[key], _size(args) if work is None else work):
                return self.plain(*args)
            return self._compiled[key].run(self.__name__, *args)
        except CompileError as error:
            log.info(SLOWER, error)
            self._compiled[key] = self._plain
            return self.plain(*args)

    def _check(self, args: tuple[object, ...]) -> None:
        """Raise ``TypeError`` if a record contradicts the annotation of its argument."""
        for name, hint in get_type_hints(self._function).items():
            if is_record(hint):
                names = self._function.__code__.co_varnames
                check_record(args[names.index(name)], hint, name)

    def _loops(self, backend: str | None, types: tuple[Type, ...]) -> Loops:
        from stategraph.machine.backends import CLoops, NumbaLoops

        if backend == "cc":
            return CLoops(lambda: self._translated(types))
        if backend != "numba":
            return self._plain
        names = _global_names([*self._helpers, self._function])
        return NumbaLoops({**names, prefetch.__name__: prefetch})

    def _translated(self, types: tuple[Type, ...]) -> Translation:
        from stategraph.machine.c_translator import translate
        from stategraph.machine.source import source_of

        parts: list[Any] = [*self._helpers, self._function]
        text = "\n".join(map(source_of, parts))
        numbers = {name: it for name, it in _global_names(parts).items() if type(it) in (int, bool)}
        return translate(text, {self.__name__: types}, numbers)


def _global_names(parts: list[Any]) -> dict[str, Any]:
    """Return the functions by name, and all other global names that they use, with their values.

    Raises ``ValueError`` if a name has two values, because all functions are compiled as one text.
    """
    names: dict[str, object] = {}
    for part in parts:
        _add_name(names, part.__name__, part, part)
    for part in parts:
        for name in _names_of(part):
            value = part.__globals__[name]
            if name in names or not isinstance(value, FunctionType):
                _add_name(names, name, value, part)
    return names


def _add_name(names: dict[str, object], name: str, value: object, part: Any) -> None:
    old = names.setdefault(name, value)
    if old is not value and not (type(old) is type(value) is int and old == value):
        place = f"{part.__module__}.{part.__name__}"
        raise ValueError(f"{place}: {name} is {value!r}, and {old!r} in code compiled with it")


def _names_of(part: Any) -> Iterator[str]:
    """Yield the global names that a function uses and its module defines."""
    for step in dis.get_instructions(part):
        if step.opname == "LOAD_GLOBAL" and step.argval in part.__globals__:
            yield step.argval


def _size(args: tuple[object, ...]) -> int:
    """Return the number of items of the arrays, including those of records."""
    return sum(_size(arg) if isinstance(arg, tuple) else getattr(arg, "size", 0) for arg in args)


def _ready(loops: Loops, work: int) -> bool:
    """Return whether machine code is ready, after waiting for it if that is worth the time.

    If the time is limited, the wait takes at most the time left, or as long as plain Python would
    take if that is longer. Raises ``CompileError`` if the compiler hangs.
    """
    seconds, plain = seconds_left(), work * PLAIN_SECONDS
    most = max(USUAL_WAIT, min(LONGEST_WAIT, plain))
    patience = most if seconds is None else min(most, max(seconds, plain))
    if patience < MIN_SECONDS_LEFT:
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
