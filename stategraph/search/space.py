"""What a search sees of a puzzle: states by number, expanded by whichever engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np

from stategraph.engines.native import has_numba
from stategraph.errors import InputError, TraceError
from stategraph.rules.guesses import DEAD
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

# More moves than any solution has: of what was not found yet, or is dead.
NEVER = DEAD

# States that can be numbered: a limit where no other is.
MOST = np.iinfo(np.int32).max

# Why a search stopped that is to go on in another way.
PAUSED, TIRED = "paused", "tired"

# States looked at in plain Python before the rules are compiled, and how many of those that were
# kept are then looked at both ways.
HAND_OVER, SAMPLE = 3_000, 300


class Space(Protocol):
    """The states that a search keeps: `stategraph.search.plain`, `stategraph.search.compiled`."""

    first: int
    best: int
    last: int
    looked: int

    def __len__(self) -> int:
        """Return the number of states kept."""

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Any]:
        """Expand some states up to a bound."""

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return some states that are kept, packed, as items that can be compared."""

    def line(self, node: int) -> list[Any]:
        """Return the states kept on the way to one of them."""


def on_an_engine(
    make: Callable[[str], Any],
    run: Callable[[Any, int | None], tuple[Any, str]],
    check: Callable[[Any], None],
    puzzle: PlainPuzzle,
    engine: str,
    tell: Callable[[str], None],
) -> tuple[Any, tuple[Any, str], bool]:
    """Run a search in plain Python and, where that takes long, again compiled.

    ``make(engine)`` makes the space of an engine; ``run(space, pause)``
    searches, and returns what it found and why it stopped. Returns the space, that, and whether
    rules were compiled; then ``check(state)`` has looked at states that plain Python has kept.
    """
    plain = make("direct")
    pause = {"auto": HAND_OVER, "direct": None, "native": SAMPLE}[engine]
    outcome = run(plain, pause)
    if outcome[1] != PAUSED and engine != "native":
        return plain, outcome, False
    try:
        if not isinstance(puzzle, Puzzle):
            raise TraceError("a puzzle without declared variables has only its moves(state)")
        if not has_numba():
            raise _NoNumba("numba is not installed")
        space = make("native")
    except (TraceError, _NoNumba) as reason:
        if engine == "native":
            raise
        tell(f"runs as plain Python, not natively: {reason}")
        plain = make("direct")
        return plain, run(plain, None), False
    for state in plain.states[:SAMPLE]:
        check(state)
    return space, run(space, None), True


class _NoNumba(InputError):
    """There is nothing to compile rules with."""
