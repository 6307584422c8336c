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
    """A value of a state that is not known yet: a number, a set or a tuple."""

    __slots__ = ()


class Tracer(Protocol):
    """What the constants of a puzzle ask about symbols."""

    def require(self, value: Any, low: int, high: int) -> None:
        """See to it that ``low <= value <= high`` on all that follows."""

    def look_up(self, table: Any, index: Any) -> Any:
        """Return the item of ``table.flat`` at `index`."""

    def member(self, table: Any, index: Any) -> bool:
        """Return whether a `table` of 0 and 1 holds 1 at `index`; outside it nothing does."""

    def loop(self, lists: Any, row: Any) -> Iterator[Any]:
        """Yield one symbol that stands for every item of row `row` of `lists`."""

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
