"""The seam between a rule's text and whoever runs it on symbols instead of on a state.

An author's constants (`Table`, `Cells`, `Lists`, `each`) do as plain Python does as long as they
are asked about plain values. A value that is not known yet is a `Symbol`; what they do not know of
a symbol they ask the *tracer* at work::

    rule ──asks──► table[s.player] ──an int───► the item
                                   ──a symbol─► tracer().look_up(table, symbol)

Nothing here knows what a tracer makes of the answers: `stategraph.native.tracer` is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from stategraph.errors import TraceError


class Symbol:
    """A value of a state that is not known yet: a number, a set or a tuple.

    Operations without a method here are refused, not left to Python's defaults.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        # numpy asks for its protocols before it calls the operators of a symbol
        if TRACER.get() is None or name.startswith("__array_"):
            raise AttributeError(name)
        raise refusal(f"a value of the state has no {name!r} while it is traced")

    def _unanswered(self, *_: Any) -> Any:
        raise refusal("a value of the state cannot be copied, shown or stored while it is traced")

    __repr__ = __reduce_ex__ = __format__ = __sizeof__ = _unanswered


class Refusal(BaseException):
    """A rule asks of a symbol what only a value can answer.

    ``except Exception`` in a rule does not catch it. The tracer remembers it, so that a rule that
    catches everything is refused too.

    Attributes
    ----------
    place : str
        ``file:line`` of the author's text
    """

    def __init__(self, reason: str, place: str = ""):
        super().__init__(reason)
        self.place = place


class Tracer(Protocol):
    """What the constants of a puzzle ask about symbols."""

    def refuse(self, reason: str) -> BaseException:
        """Remember that the rule is refused; return what to raise."""

    def require(self, value: Any, low: int, high: int) -> None:
        """See to it that ``low <= value <= high`` on all that follows."""

    def look_up(self, table: Any, index: Any) -> Any:
        """Return the item of ``table.flat`` at `index`."""

    def member(self, table: Any, index: Any) -> bool:
        """Return whether a `table` of 0 and 1 holds 1 at `index`; outside it nothing does."""

    def loop(self, lists: Any, row: Any) -> Iterator[Any]:
        """Yield one symbol that stands for every item of row `row` of `lists`."""

    def passes(self, items: Iterator[Any]) -> Iterable[Any]:
        """Return alternatives that may only be looped over."""

    def alternatives(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield one of the `items` of an `each`, on every way another."""


# A rule may be traced in one thread while others run theirs as plain Python.
TRACER: ContextVar[Tracer | None] = ContextVar("tracer", default=None)


def tracer() -> Any:
    """Return the tracer at work; ``TraceError`` where there is none."""
    at_work = TRACER.get()
    if at_work is None:
        raise TraceError("a value of a traced state was kept and used after the rule had ended")
    return at_work


def refusal(reason: str) -> BaseException:
    """Return what to raise where a symbol cannot answer: `TraceError` after the tracing ended."""
    at_work = TRACER.get()
    return TraceError(reason) if at_work is None else at_work.refuse(reason)


@contextmanager
def traced_by(new: Tracer) -> Iterator[None]:
    """Let `new` be the tracer at work, in this thread alone; ``TraceError`` where one is."""
    if TRACER.get() is not None:
        raise TraceError("rules are being traced already")
    token = TRACER.set(new)
    try:
        yield
    finally:
        TRACER.reset(token)
