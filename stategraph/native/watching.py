"""What the rules of a level ask of it while they are traced, and whether another answers alike.

A rule reads its level through what its functions close over. To be traced it is given *stand-ins*
for these things, which note each question and the answer::

    board.step["U"][s.player]   is it a Grid? has `step` the keys D, L, R, U? is each a Table, of
                                how many items, in which interval?

The items themselves are not asked for, since a table that is looked up at a symbol is an argument
of the compiled rules. Where all answers are the same, tracing another level's rules would take the
same ways and find the same tree. That is why such levels may share one::

    level A ──► stand-ins ──► trace ──► tree, machine code ◄──── with the tables of level B
                    │                                                       ▲
                    └──► places, questions, answers ──► B answers alike? ───┘

What stands in a module, and no function closes over, is the same for all levels.

Here is what is noted, and how another level is held against it. Which questions there are, stands
in `stategraph.native.questions`, and what is given to the rules in `stategraph.native.stand_ins`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stategraph.rules.puzzle import Puzzle

# Where numbers of a level are from: ``make(thing at a place, *args)``.
Source = tuple[int, Callable[..., list[int]], tuple]


class UnwatchedError(Exception):
    """A rule holds what no stand-in can be made of."""


class Content(list[int]):
    """Numbers of a level that stand in tables of its compiled rules, and their `source`."""

    def __init__(self, watch: Watch, place: int, make: Callable[..., list[int]], *args: Any):
        super().__init__(make(watch.things[place], *args))
        self.source: Source = place, make, args


class Watch:
    """The places of a level that its rules came by, and the questions that they asked there.

    Attributes
    ----------
    places : list of (int, callable, value)
        ``get(thing at an earlier place, value)`` is the thing at a place; the first is the puzzle
    asked : list of (int, callable, value, answer)
        ``ask(thing at a place, value)`` and what it answered
    same : list of (int, int)
        places with the same thing
    things : list
        what is at the places
    """

    def __init__(self, puzzle: Puzzle):
        self.places: list[tuple[int, Callable[..., Any], Any]] = []
        self.asked: list[tuple[int, Callable[..., Any], Any, Any]] = []
        self.same: list[tuple[int, int]] = []
        self.things: list[Any] = [puzzle]
        self._made: dict[int, tuple[int, Any]] = {}
        self._noted: dict[tuple, Any] = {}

    def ask(self, place: int, ask: Callable[..., Any], what: Any = None) -> Any:
        """Return the answer to a question, which is noted."""
        key = place, ask, what
        if key not in self._noted:
            self._noted[key] = ask(self.things[place], what)
            self.asked.append((*key, self._noted[key]))
        return self._noted[key]

    def come(self, parent: int, get: Callable[..., Any], what: Any) -> int:
        """Return the place of what is to be had of the thing at another place."""
        try:
            self.things.append(get(self.things[parent], what))
        except ValueError:  # a variable of a function that has no value yet
            raise UnwatchedError from None
        self.places.append((parent, get, what))
        return len(self.places)

    def keep(self, place: int, made: Any) -> Any:
        """Return a stand-in, which is kept for whoever comes by the same thing again."""
        self._made.setdefault(id(self.things[place]), (place, made))
        return made

    def kept(self, place: int) -> Any:
        """Return the stand-in that was kept for the thing at a place; None: there is none yet."""
        first, made = self._made.get(id(self.things[place]), (place, None))
        if made is not None:
            self.same.append((first, place))
        return made

    def answers(self, puzzle: Puzzle) -> list[Any] | None:
        """Return the things of another level at all places; None where it answers otherwise."""
        things: list[Any] = [puzzle]
        try:
            for parent, get, what in self.places:
                things.append(get(things[parent], what))
            alike = all(ask(things[at], what) == answer for at, ask, what, answer in self.asked)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None
        same = all(things[one] is things[other] for one, other in self.same)
        return things if alike and same else None

    def forget(self) -> None:
        """Let go of the level itself."""
        self.things.clear()
        self._made.clear()
        self._noted.clear()


def tables_of(
    tables: tuple[np.ndarray, ...], things: list[Any], sources: Sequence[tuple[int, int, Source]]
) -> tuple[np.ndarray, ...]:
    """Return the tables of compiled rules with what another level has in their places.

    Parameters
    ----------
    things : list
        what `Watch.answers` gave of it
    sources : sequence of (int, int, source)
        a table, from which item on, and what stands there
    """
    made = list(tables)
    for k in {k for k, _, _ in sources}:
        made[k] = tables[k].copy()
    for k, begin, (place, make, args) in sources:
        numbers = make(things[place], *args)
        made[k][begin : begin + len(numbers)] = numbers
    return tuple(made)
