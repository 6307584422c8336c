"""Compiled moves that a family brings itself: for rules that no decision tree can say.

Rules that cascade, match patterns all over a board or go on until nothing changes are no trees of
questions. A family says them twice: as a rule in plain Python, which is the reference, and as loops
over packed states, in the part of Python that is compiled (`stategraph.machine.c_text`)::

    def press(states, head, new, label, won, made, G, S):
        for key in range(4):
            ...
            new[made, 0] = after       the packed state, all of its words
            label[made] = key          the number of a label
            won[made] = wins           whether it wins
            made += 1
        return made                    -1: something is wrong

Whoever runs a puzzle's rules compiled, runs these: expansions and searches alike. They hand over to
them early, since such rules are slow in plain Python, and compare the two as with any rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class OwnMoves:
    """The moves of a puzzle as loops over its packed states.

    They must not depend on the puzzle's start.

    Attributes
    ----------
    function : callable
        ``function(states, head, new, label, won, made, *tables)`` writes the moves of the packed
        state ``states[head]`` from place `made` on, in the order in which the rules yield them, and
        returns how many there are then; -1 where it fails
    helpers : sequence of callables
        the functions that it calls
    labels : sequence of str
        in text order; a state has each of them once at most
    tables : callable
        returns arrays (n,) int64, the same number of them each time; what the loops write into must
        be new, since several may run at a time
    numbers : mapping of str to int
        what the functions know by name, besides the whole numbers of their modules
    """

    function: Callable[..., Any]
    helpers: Sequence[Callable[..., Any]]
    labels: Sequence[str]
    tables: Callable[[], Sequence[np.ndarray]]
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if list(self.labels) != sorted(set(self.labels)) or "" in self.labels:
            raise ValueError("labels are given in text order, each once, none of them empty")

    @property
    def known(self) -> dict[str, int]:
        """The numbers that the functions know by name."""
        found: dict[str, int] = {}
        for part in (*self.helpers, self.function):
            assert isinstance(part, FunctionType)
            around = part.__globals__.items()
            found |= {name: value for name, value in around if type(value) is int}
        return {**found, **self.numbers}
