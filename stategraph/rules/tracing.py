"""The interface between rules and the tracer that runs them on symbols.

An author's constants (`Table`, `Cells`, `Lists`, `each`) behave as usual for plain values. An
unknown value is a `Symbol`; operations on symbols are passed to the active *tracer*::

    rule ──asks──► table[s.player] ──an int───► the item
                                   ──a symbol─► tracer().look_up(table, symbol)

This module does not depend on a particular tracer; `stategraph.native.tracer` is one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from stategraph.errors import TraceError


class Symbol:
    """An unknown value of a state: a number, a set or a tuple.

    Operations without a method here are rejected, instead of falling back to Python's defaults.
    """

    __slots__ = ()

    # with this, numpy calls the operators of the symbol
    __array_ufunc__ = None

    def __getattr__(self, name: str) -> Any:
        if TRACER.get() is None:
            raise AttributeError(name)
        raise refusal(f"a value of the state has no {name!r} while it is traced")

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # which isinstance() asks for, under any name
        if str(sys._getframe(1).f_globals.get("__name__")).startswith("stategraph."):
            return type(self)
        raise refusal("the type of a value of the state cannot be asked for; leave it out")

    def _unanswered(self, *_: Any) -> Any:
        raise refusal("a value of the state cannot be copied, shown or stored while it is traced")

    __repr__ = __reduce_ex__ = __format__ = __sizeof__ = _unanswered


class Refusal(BaseException):
    """Raised if a rule uses a symbol in a way that only a plain value supports.

    ``except Exception`` in a rule does not catch it. The tracer remembers it, so that a rule with
    a bare ``except`` is rejected too.

    Attributes
    ----------
    place : str
        ``file:line`` of the author's text
    """

    def __init__(self, reason: str, place: str = ""):
        super().__init__(reason)
        self.place = place


class Tracer(Protocol):
    """The operations on symbols that a puzzle's constants pass on to the tracer."""

    def refuse(self, reason: str) -> BaseException:
        """Record that the rule is rejected, and return the exception that the caller raises."""

    def require(self, value: Any, low: int, high: int) -> None:
        """Require ``low <= value <= high`` for the rest of the current path through the rule."""

    def look_up(self, table: Any, index: Any) -> Any:
        """Return the item of ``table.flat`` at `index`."""

    def member(self, table: Any, index: Any) -> bool:
        """Return whether a `table` of 0 and 1 holds 1 at `index`; False outside it."""

    def loop(self, lists: Any, row: Any) -> Iterator[object]:
        """Yield one symbol that represents every item of row `row` of `lists`."""

    def passes(self, items: Iterator[object]) -> Iterable[Any]:
        """Return an object over which a rule may only loop, one pass per alternative."""

    def alternatives(self, items: Iterable[object]) -> Iterator[object]:
        """Yield one of the `items` of an `each`; every path through the rule gets another item."""


# one thread may trace a rule while others run theirs in Python
TRACER: ContextVar[Tracer | None] = ContextVar("tracer", default=None)


def tracer() -> Any:
    """Return the active tracer; raise ``TraceError`` without one."""
    at_work = TRACER.get()
    if at_work is None:
        raise TraceError("a value of a traced state was kept and used after the rule had ended")
    return at_work


def refusal(reason: str) -> BaseException:
    """Return the exception for an unsupported use, or a `TraceError` after tracing has ended."""
    at_work = TRACER.get()
    return TraceError(reason) if at_work is None else at_work.refuse(reason)


@contextmanager
def traced_by(new: Tracer) -> Iterator[None]:
    """Make `new` the active tracer of this thread; raise ``TraceError`` if there is one."""
    if TRACER.get() is not None:
        raise TraceError("rules are being traced already")
    token = TRACER.set(new)
    try:
        yield
    finally:
        TRACER.reset(token)
