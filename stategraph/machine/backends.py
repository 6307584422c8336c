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
from stategraph.machine.c_expressions import INT, UNSIGNED, Type
from stategraph.machine.c_functions import Export
from stategraph.machine.c_translator import Translation, translate
from stategraph.machine.deadline import OutOfTime, undisturbed
from stategraph.machine.detached_compiler import LastingCompilation
from stategraph.machine.language import Array, Record, is_record
from stategraph.machine.python_backend import PlainLoops

# The environment variable that forces one of `BACKENDS`.
VARIABLE = "STATEGRAPH_COMPILE"
BACKENDS = ("cc", "numba", "plain")

MISSING = (
    "there is no C compiler (cc, gcc, clang, or the one that CC names); install one, "
    f"or numba: `{install_command('numba')}`"
)


def backend() -> str | None:
    """Return the backend of loops on this machine, one of `BACKENDS`; None without a compiler."""
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
        """Return whether they are compiled, in memory or on disk; nothing is compiled."""

    def begin(self, patience: float | None = None) -> None:
        """Start to compile them, unless they are ready.

        Raises ``CompileError`` if the compiler has already exceeded `patience` seconds. None means
        to wait until it counts as hanging.
        """

    def ready(self) -> bool:
        """Return whether they can be run without waiting; True after a failure, too."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until they are ready, or for at most `seconds`; return whether they are."""

    def drop(self) -> None:
        """Stop compiling; code that many puzzles share is still compiled and kept."""

    def run(self, name: str, *args: object) -> Any:
        """Run one of them, as soon as they are ready.

        Raises ``CompileError`` if no machine code can be made.
        """


def loops_of(text: str, names: Sequence[str], shared: bool = False) -> Loops:
    """Return the functions `names` of a module's text, which bear the types of their arguments.

    Code that many puzzles share is compiled even if it is dropped.
    """
    name = backend()
    if name == "cc":
        return CLoops(lambda: _translated(text, tuple(names)), shared)
    if name is None:
        raise CompileError(MISSING)
    functions: dict[str, Any] = {}
    file = source_dump.keep(names[0], text) or "<loops>"  # a debugger shows the lines of a file
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
        self._calls: dict[str, Callable[..., Any]] = {}

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
        """The file in which the C is kept for a debugger; None unless a folder is named."""
        translation = self._translated()
        return source_dump.keep(
            next(iter(translation.exports)), translation.python, translation.text
        )

    def look(self) -> bool:
        """Return whether they are ready, or lie ready on disk."""
        if self._library is None and self._key in _LOADED:
            self._library = _LOADED[self._key]
        if self._library is None and (path := cache.find(self._key)):
            with contextlib.suppress(OSError):  # another process has dropped it meanwhile
                self._load(path)
        return self._library is not None

    def begin(self, patience: float | None = None) -> None:
        """Begin to compile them in a child process."""
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
        """Return whether they can be run, or their compiler has failed."""
        return self._library is not None or self._compilation is None or self._compilation.done()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the compiler; return whether it is done."""
        return self._compilation is None or self._compilation.wait(seconds)

    def drop(self) -> None:
        """End the compiler, or let it end alone."""
        try:
            self._drop()
        except OutOfTime:  # already pending, and raised before the compiler was dropped
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
        except AttributeError:  # not every linker lets others see all that is in a library
            raise CompileError(f"the library that was made does not show {name}") from None

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


# The libraries of this process, by their keys.
_LOADED: dict[str, Any] = {}


# The numbers that an argument of type `INT` holds; others would be cut.
INT64 = range(-(1 << 63), 1 << 63)


def _caller(function: Any, export: Export) -> Callable[..., Any]:
    """Return a Python function that calls one in C."""
    size = max(1, abs(export.returns))
    leaves = list(enumerate(_leaves(export.types)))

    def call(*args: Any) -> Any:
        numbers: list[int] = []
        copies = []  # copies must last as long as the call
        for (k, (kind, dtype, name)), arg in zip(leaves, _flat(args, export.types), strict=True):
            if dtype is not None:
                is_written = k in export.written
                if not (is_written or arg.flags.c_contiguous):
                    arg = np.ascontiguousarray(arg)
                    copies.append(arg)
                numbers += _checked(arg, kind, dtype, is_written, name)
            elif kind == UNSIGNED or int(arg) in INT64:  # an np.uint64 holds no other numbers
                numbers.append(int(arg))
            else:
                raise OverflowError(f"{name}{int(arg)} does not fit {kind}")
        returned = (ctypes.c_longlong * size)()
        function((ctypes.c_longlong * len(numbers))(*numbers), returned)
        return tuple(returned) if export.returns > 0 else returned[0] if export.returns else None

    return call


def _leaves(kinds: Sequence[Type]) -> Iterator[tuple[Any, np.dtype | None, str]]:
    """Yield the types of arrays and numbers, an array's dtype, and which fields they are."""
    for kind in kinds:
        if isinstance(kind, Record):
            for name, inner in kind.fields:
                place = "" if isinstance(inner, Record) else f"{kind.name}.{name}: "
                yield from ((*leaf, path or place) for *leaf, path in _leaves([inner]))
        else:
            yield kind, np.dtype(kind.item) if isinstance(kind, Array) else None, ""


def _flat(args: Sequence[Any], kinds: Sequence[Type]) -> list[Any]:
    """Return the arrays and numbers of arguments, those of records too."""
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
    """Return the address and the shape of an array, after all checks that C relies on."""
    flags = array.flags
    if array.dtype != dtype or array.ndim != kind.dims or not flags.c_contiguous:
        raise TypeError(f"{name}an array of {array.dtype} {array.shape} where {kind} is meant")
    if not flags.aligned or (is_written and not flags.writeable):
        raise TypeError(f"{name}an array that is not aligned, or cannot be written")
    return array.__array_interface__["data"][0], *array.shape


def key_of(args: Sequence[object]) -> tuple[Any, ...]:
    """Return a key of the types of arguments; computing it is faster than the types."""
    return tuple([
        (arg.dtype.char, arg.ndim) if isinstance(arg, np.ndarray)
        else (type(arg), key_of(arg)) if isinstance(arg, tuple)
        else type(arg)
        for arg in args
    ])  # fmt: skip


def types_of(args: Sequence[object]) -> tuple[Type, ...]:
    """Return the types of the arguments of a call; some of them may not be translated."""
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
    """Loops compiled by numba, each when it is first run: see `Loops`."""

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
