"""Compiled moves supplied by a family, for rules that are not decision trees.

Some rules cascade, match patterns over a whole board, or repeat until nothing changes. They cannot
be traced into decision trees. A family writes such rules twice: as a rule in Python, which is the
reference, and as loops over packed states. The loops use the subset of Python that can be compiled
(`stategraph.machine.c_translator`)::

    def press(states, head, new, label, won, count, board, seen):
        for key in range(4):
            ...
            new[count, 0] = after       the packed state, all of its words
            label[count] = key          the number of a label
            won[count] = wins           whether it wins
            count += 1
        return count                    -1 after a failure

Expansions and searches that use compiled rules run these loops. An expansion switches to the loops
early, since such rules are slow in Python. As with other compiled rules, it compares the results
with those of the Python rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any


@dataclass(frozen=True)
class OwnMoves:
    """The moves of a puzzle as loops over its packed states.

    The loops must not depend on the puzzle's start.

    Attributes
    ----------
    function : callable
        ``function(states, head, new, label, won, count, *tables)`` writes the moves of the packed
        state ``states[head]`` from row `count` on, in the order of the rules. It returns the new
        number of rows, or -1 after a failure
    helpers : sequence of callables
        the functions that it calls
    labels : sequence of str
        in text order; each state has each label at most once
    tables : callable
        returns arrays, or records (``NamedTuple``) of arrays, numbers and records, always of the
        same types; arrays that the loops write to must be new, since several loops may run at a
        time
    numbers : mapping of str to int
        constants of the functions, besides the integers of their modules
    """

    function: Callable[..., Any]
    helpers: Sequence[Callable[..., object]]
    labels: Sequence[str]
    tables: Callable[[], Sequence[Any]]
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if list(self.labels) != sorted(set(self.labels)) or "" in self.labels:
            raise ValueError("labels are given in text order, each once, none of them empty")

    @property
    def known(self) -> dict[str, int]:
        """The integer constants of the functions, by name."""
        constants: dict[str, int] = {}
        for part in (*self.helpers, self.function):
            assert isinstance(part, FunctionType)
            around = part.__globals__.items()
            constants |= {name: value for name, value in around if type(value) is int}
        return {**constants, **self.numbers}
