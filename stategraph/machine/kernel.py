"""Functions over arrays that run as they stand where there is little to do, and compiled else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.errors import CompileError
from stategraph.machine.language import prefetch
from stategraph.machine.plain import PlainLoops

if TYPE_CHECKING:
    from stategraph.machine.c_text import Translation, Type
    from stategraph.machine.loops import Loops

log = logging.getLogger(__name__)

# Below so many array items the plain text is faster than loading its machine code.
SMALL = 20_000

# Seconds that a function waits for its compiler.
PATIENCE = 5.0


class Kernel:
    """A function over arrays, which it is given, that is compiled when its work is worth the wait.

    It is compiled for the dtypes of the arrays that it is called with. What it calls is compiled
    with it, where it is one of the `helpers`.
    """

    def __init__(self, function: Callable[..., Any], helpers: Iterable[Callable[..., Any]] = ()):
        assert isinstance(function, FunctionType)
        self._function, self._helpers = function, tuple(helpers)
        self._plain = PlainLoops({function.__name__: function})
        self._compiled: dict[tuple[str | None, tuple[Type, ...]], Loops] = {}
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    def __call__(self, *args: Any, work: int | None = None) -> Any:
        """Run on `args`; `work` estimates the steps where the arrays' sizes do not tell."""
        if work is None:
            work = sum(arg.size for arg in args if isinstance(arg, np.ndarray))
        return (self.plain if work < SMALL else self.compiled)(*args)

    def plain(self, *args: Any) -> Any:
        """Run as it stands."""
        return self._plain.run(self.__name__, *args)

    def compiled(self, *args: Any) -> Any:
        """Run compiled; as it stands where there is no compiler."""
        from stategraph.machine.loops import types_of, way

        key = way(), types_of(args)
        if key not in self._compiled:
            self._compiled[key] = self._loops(*key)
        try:
            self._compile(self._compiled[key])
            return self._compiled[key].run(self.__name__, *args)
        except CompileError as error:
            log.info("%s runs as plain Python: %s", self.__name__, error)
            self._compiled[key] = self._plain
            return self.plain(*args)

    def _compile(self, loops: Loops) -> None:
        """Compile the function, unless that takes longer than running it as it stands."""
        loops.begin()
        if not loops.wait(PATIENCE):
            loops.drop()
            raise CompileError("the compiler does not end")

    def _loops(self, chosen: str | None, types: tuple[Type, ...]) -> Loops:
        from stategraph.machine.loops import CLoops, NumbaLoops

        if chosen == "cc":
            return CLoops(lambda: self._translated(types))
        if chosen != "numba":
            return self._plain
        known = self._function.__globals__
        names = {name: it for name, it in known.items() if not isinstance(it, FunctionType)}
        parts: list[Any] = [*self._helpers, self._function, prefetch]
        return NumbaLoops({**names, **{part.__name__: part for part in parts}})

    def _translated(self, types: tuple[Type, ...]) -> Translation:
        from stategraph.machine.c_text import translate
        from stategraph.machine.source import source_of

        parts: list[Any] = [*self._helpers, self._function]
        text = "\n".join(map(source_of, parts))
        known = self._function.__globals__
        numbers = {name: value for name, value in known.items() if type(value) in (int, bool)}
        return translate(text, {self.__name__: types}, numbers)
