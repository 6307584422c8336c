"""Loops written in Python, run as machine code.

::

    text in Python ──► c_translator.py ──► c_compiler.py ──► cache.py ──► loaded: `CLoops`
                 │                         detached_compiler.py, for code that many puzzles share
                 └───► numba, if the machine has no C compiler ─────────► `NumbaLoops`
                 └───► plain Python, if the user chooses it ────────────► `PlainLoops`

`backend` returns the backend in use.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib.util
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol

import numpy as np

from stategraph.errors import CompileError, InputError, install_command
from stategraph.machine import cache, source_dump
from stategraph.machine.c_compiler import Compilation, Compiler, find_compiler, flags
from stategraph.machine.c_expressions import INT, UNSIGNED
from stategraph.machine.c_statements import Export
from stategraph.machine.c_translator import Translation, translate
from stategraph.machine.deadline import OutOfTime, undisturbed
from stategraph.machine.detached_compiler import LastingCompilation
from stategraph.machine.language import Array, Record, Type, is_record
from stategraph.machine.python_backend import PlainLoops

# The environment variable that selects one of `BACKENDS`.
VARIABLE = "STATEGRAPH_COMPILE"
BACKENDS = ("cc", "numba", "plain")

MISSING = (
    "no C compiler found (cc, gcc, clang, or the one that CC names); install one, "
    f"or numba: `{install_command('numba')}`"
)


def backend() -> str | None:
    """Return the backend in use, one of `BACKENDS`, or None if the machine has no compiler."""
    choice = os.environ.get(VARIABLE, "")
    if choice in BACKENDS:
        return choice
    if choice:
        raise InputError(f"{VARIABLE} is {choice!r}; it must be one of {', '.join(BACKENDS)}")
    if find_compiler() is not None:
        return "cc"
    return "numba" if importlib.util.find_spec("numba") is not None else None


class Loops(Protocol):
    """Functions over arrays that become machine code."""

    def look(self) -> bool:
        """Return whether machine code is ready in memory or on disk; compile nothing."""

    def begin(self, patience: float | None = None) -> None:
        """Start to compile the functions, unless they are ready.

        Raises ``CompileError`` if the same compiler did not end during an earlier wait of at least
        `patience` seconds. By default, it is the time after which a compiler counts as hanging.
        """

    def ready(self) -> bool:
        """Return whether `run` needs no waiting; this is also True after a failure."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the functions are ready, for at most `seconds`; return whether they are."""

    def drop(self) -> None:
        """Stop compiling.

        Code that many puzzles share is still compiled and cached.
        """

    def run(self, name: str, *args: object) -> Any:
        """Run one of the functions, as soon as it is ready.

        Raises ``CompileError`` if no machine code can be produced.
        """


def loops_of(text: str, names: Sequence[str], shared: bool = False) -> Loops:
    """Return the functions `names` of a module's text, whose arguments have type annotations.

    If the code is `shared` by many puzzles, it is compiled to the end even after `Loops.drop`.
    """
    name = backend()
    if name == "cc":
        return CLoops(lambda: _translated(text, tuple(names)), shared)
    if name is None:
        raise CompileError(MISSING)
    functions: dict[str, object] = {}
    file = source_dump.keep(names[0], text) or "<loops>"  # debuggers need a file to show lines
    exec(compile(text, str(file), "exec"), functions)
    return PlainLoops(functions) if name == "plain" else NumbaLoops(functions)


@functools.lru_cache(maxsize=64)
def _translated(text: str, names: tuple[str, ...]) -> Translation:
    return translate(text, dict.fromkeys(names))


class CLoops:
    """Loops compiled by the C compiler: see `Loops`."""

    def __init__(self, translated: Callable[[], Translation], shared: bool = False):
        self._translated = functools.cache(translated)
        self._shared = shared
        self._library: Any = None
        self._compilation: Compilation | LastingCompilation | None = None
        self._failed: CompileError | None = None
        self._calls: dict[str, Callable[..., object]] = {}

    @functools.cached_property
    def _key(self) -> str:
        compiler = find_compiler()
        if compiler is None:
            raise CompileError(MISSING)
        platform = f"{os.uname().sysname} {os.uname().machine}" if hasattr(os, "uname") else "nt"
        parts = self._translated().text, compiler.identity, platform, str(self._kept or "")
        return cache.key_of(*parts, *flags(self._kept is not None))

    @functools.cached_property
    def _kept(self) -> Path | None:
        """The file in which the C is stored for a debugger; None if no folder is set for it."""
        translation = self._translated()
        return source_dump.keep(
            next(iter(translation.exports)), translation.python, translation.text
        )

    def look(self) -> bool:
        """Return whether the library is loaded, or can be loaded from disk."""
        if self._library is None and self._key in _LOADED:
            self._library = _LOADED[self._key]
        if self._library is None and (path := cache.find(self._key)):
            with contextlib.suppress(OSError):  # another process may have removed the file
                self._load(path)
        return self._library is not None

    def begin(self, patience: float | None = None) -> None:
        """Begin to compile the functions in a child process."""
        if self._compilation is None and not self.look():
            compiler, text = find_compiler(), self._translated().text
            assert compiler is not None
            with undisturbed():
                self._compilation = self._start(compiler, text, patience)

    def _start(
        self, compiler: Compiler, text: str, patience: float | None
    ) -> Compilation | LastingCompilation:
        if self._shared:
            return LastingCompilation(compiler, text, self._key, patience, self._kept)
        return Compilation(compiler, text, patience, self._kept)

    def ready(self) -> bool:
        """Return whether the functions can be run, or their compiler has failed."""
        return self._library is not None or self._compilation is None or self._compilation.done()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the compiler, for at most `seconds`; return whether it has ended."""
        return self._compilation is None or self._compilation.wait(seconds)

    def drop(self) -> None:
        """End the compiler; if the code is shared, let the compiler continue on its own."""
        try:
            self._drop()
        except OutOfTime:  # an earlier interruption, raised before the compiler was dropped
            self._drop()
            raise

    def _drop(self) -> None:
        with undisturbed():
            if self._compilation is not None:
                self._compilation.drop()
                self._compilation = None

    def run(self, name: str, *args: object) -> Any:
        """Run one of them."""
        if self._library is None:
            self._finish()
        if name not in self._calls:
            function = self._function(name)
            function.argtypes, function.restype = [ctypes.c_void_p] * 2, None
            self._calls[name] = _caller(function, self._translated().exports[name])
        return self._calls[name](*args)

    def _function(self, name: str) -> Any:
        try:
            return self._library[f"loop_{name}"]
        except AttributeError:  # some linkers hide functions of a library
            raise CompileError(f"the compiled library lacks {name}") from None

    def _finish(self) -> None:
        if self._failed is not None:
            raise self._failed
        try:
            self.begin()
            if self._compilation is not None:
                self._compilation.wait()
                library, self._compilation = self._compilation.result(), None
                self._load(cache.keep(self._key, library))
        except CompileError as error:
            self._compilation, self._failed = None, error
            raise
        except OSError as error:
            self._compilation, self._failed = None, CompileError(str(error))
            raise self._failed from None

    def _load(self, path: Path) -> None:
        self._library = _LOADED[self._key] = ctypes.CDLL(str(path))


# The libraries that this process has loaded, by their keys.
_LOADED: dict[str, object] = {}


# The numbers that an argument of type `INT` can hold; other numbers would be truncated.
INT64 = range(-(1 << 63), 1 << 63)


def _caller(function: Any, export: Export) -> Callable[..., object]:
    """Return a Python function that calls a C function."""
    size = max(1, abs(export.returns))
    leaves = list(enumerate(_leaves(export.types)))

    def call(*args: object) -> object:
        numbers: list[int] = []
        copies = []  # the copies must exist until the call ends
        for (k, (kind, dtype, name)), arg in zip(leaves, _flat(args, export.types), strict=True):
            if dtype is not None:
                is_written = k in export.written
                if not (is_written or arg.flags.c_contiguous):
                    arg = np.ascontiguousarray(arg)
                    copies.append(arg)
                numbers += _checked(arg, kind, dtype, is_written, name)
            elif kind == UNSIGNED or int(arg) in INT64:  # an np.uint64 always fits
                numbers.append(int(arg))
            else:
                raise OverflowError(f"{name}{int(arg)} does not fit {kind}")
        returned = (ctypes.c_longlong * size)()
        function((ctypes.c_longlong * len(numbers))(*numbers), returned)
        return tuple(returned) if export.returns > 0 else returned[0] if export.returns else None

    return call


def _leaves(kinds: Sequence[Type]) -> Iterator[tuple[Any, np.dtype | None, str]]:
    """Yield the type of each array and number, its dtype if it is an array, and its field."""
    for kind in kinds:
        if isinstance(kind, Record):
            for name, inner in kind.fields:
                place = "" if isinstance(inner, Record) else f"{kind.name}.{name}: "
                yield from ((*leaf, path or place) for *leaf, path in _leaves([inner]))
        else:
            yield kind, np.dtype(kind.item) if isinstance(kind, Array) else None, ""


def _flat(args: Sequence[Any], kinds: Sequence[Type]) -> list[Any]:
    """Return the arrays and numbers of arguments, including those in records."""
    if not any(isinstance(kind, Record) for kind in kinds):
        return list(args)
    leaves: list[Any] = []
    for arg, kind in zip(args, kinds, strict=True):
        if not isinstance(kind, Record):
            leaves.append(arg)
        elif getattr(arg, "_fields", None) != kind.names:
            raise TypeError(f"a {type(arg).__name__} where the record {kind.name} is meant")
        else:
            leaves += _flat(arg, kind.kinds)
    return leaves


def _checked(
    array: np.ndarray, kind: Array, dtype: np.dtype, is_written: bool, name: str
) -> tuple[int, ...]:
    """Check everything that C assumes of an array; return the array's address and shape."""
    flags = array.flags
    if array.dtype != dtype or array.ndim != kind.dims or not flags.c_contiguous:
        raise TypeError(f"{name}an array of {array.dtype} {array.shape} where {kind} is meant")
    if not flags.aligned or (is_written and not flags.writeable):
        raise TypeError(f"{name}an array that is not aligned, or cannot be written")
    return array.__array_interface__["data"][0], *array.shape


def key_of(args: Sequence[object]) -> tuple[object, ...]:
    """Return a key for the types of arguments, which is faster to compute than the types."""
    return tuple([
        (arg.dtype.char, arg.ndim) if isinstance(arg, np.ndarray)
        else (type(arg), key_of(arg)) if isinstance(arg, tuple)
        else type(arg)
        for arg in args
    ])  # fmt: skip


def types_of(args: Sequence[object]) -> tuple[Type, ...]:
    """Return the types of a call's arguments; the translator may not support all of them."""
    return tuple(map(_type_of, args))


def _type_of(arg: Any) -> Type:
    if is_record(type(arg)):
        return Record(type(arg).__name__, tuple(zip(arg._fields, types_of(arg), strict=True)))
    if isinstance(arg, np.ndarray):
        return Array(arg.dtype.name, arg.ndim)
    if isinstance(arg, np.uint64):
        return UNSIGNED
    whole = isinstance(arg, (int, np.integer, np.bool_))
    return INT if whole else type(arg).__name__


class NumbaLoops(PlainLoops):
    """Loops compiled by numba, each function when it is first run: see `Loops`."""

    def __init__(self, functions: Mapping[str, object]):
        from numba import njit

        names = dict(functions)  # the names that compiled functions call
        for name, function in functions.items():
            if isinstance(function, FunctionType):
                names[name] = njit(nogil=True)(FunctionType(function.__code__, names))
        super().__init__(names)

    def run(self, name: str, *args: object) -> Any:
        """Run one of them."""
        from numba.core.errors import NumbaError

        try:
            return super().run(name, *args)
        except NumbaError as error:
            raise CompileError(f"numba: {str(error).splitlines()[0]}") from None
