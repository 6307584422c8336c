"""A graph as a file lists it: nodes and edges with the names they have there.

What all readers give, whatever the format. It knows nothing of reachability or of numbers of ours:
``imported`` makes a state graph of it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stategraph.errors import LevelError

# What counts of the attributes of a node.
CLASSES = "classes_by"
NUMBERS = ("moves_out", "moves_from_start")
ATTRIBUTES = ("state", "start", "goal", "unexpanded", *NUMBERS, CLASSES)

# What flags may look like; a column that holds anything else is no flag of ours.
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no", "")

# So many digits has a number of moves at most; Python refuses to read far longer ones.
LONGEST = 18


@dataclass
class Listing:
    """Nodes and edges as listed.

    Attributes
    ----------
    ids : list of str
        the names of the nodes, all different
    sources, targets : (m,) int64
        positions in `ids`
    labels : (m,) int64 or None
        indices into `names`; None: no edge has a label
    names : list of str
    states : list of str, or None
        the text of each state
    starts, goals : list of int, or None
        the nodes that the file says to be start and goals; None: it does not say
    unexpanded : dict of int to str
        why a node's moves are not known
    numbers : dict of str to dict of int to int
        what the file says of nodes in the columns `NUMBERS`, to be compared
    """

    ids: list[str]
    sources: np.ndarray
    targets: np.ndarray
    labels: np.ndarray | None
    names: list[str]
    states: list[str] | None = None
    starts: list[int] | None = None
    goals: list[int] | None = None
    unexpanded: dict[int, str] = field(default_factory=dict)
    numbers: dict[str, dict[int, int]] = field(default_factory=dict)


def truth(value: Any) -> bool | None:
    """Return whether a flag is set; None for what is no flag.

    >>> truth("TRUE"), truth(""), truth("room 12")
    (True, False, None)
    """
    text = "" if value is None else str(value).strip().lower()
    return text in _TRUE if text in _TRUE + _FALSE else None


class Collector:
    """Collects nodes and edges one by one, in any order, into a `Listing`."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._first_named: dict[int, int | None] = {}  # by an edge, in which line
        self._declared = 0
        self._states: dict[int, str] = {}
        self._flags: dict[str, list[int] | None] = {}
        self._unexpanded: dict[int, str] = {}
        self._numbers: dict[str, dict[int, int]] = {name: {} for name in NUMBERS}
        self._sources, self._targets, self._labels = array("q"), array("q"), array("q")
        self._names: dict[str, int] = {}
        self._labelled = False

    def node(self, name: str, line: int | None, attributes: dict[str, Any]) -> None:
        """Add a node. Of its `attributes` those of `ATTRIBUTES` count."""
        number = self._number.setdefault(name, len(self._number))
        self._declared += 1
        if number in self._first_named:
            del self._first_named[number]
        elif len(self._number) < self._declared + len(self._first_named):
            raise LevelError(f"node {_cut(name)} is there twice", line)
        if attributes:
            self._describe(number, attributes)

    def _describe(self, number: int, attributes: dict[str, Any]) -> None:
        if by := attributes.get(CLASSES):
            self.classes(str(by))
        state = attributes.get("state")
        if isinstance(state, str):
            self._states[number] = state
        for name in ("start", "goal"):
            if name in attributes:
                self.flag(name, number, attributes[name])
        if why := attributes.get("unexpanded"):
            self.unexpanded(number, str(why))
        for name, told in self._numbers.items():
            moves = str(attributes.get(name, ""))
            if moves.isdecimal():
                if len(moves) > LONGEST:
                    raise LevelError(f"{name} {_cut(moves)} is no number of moves")
                told[number] = int(moves)

    def classes(self, by: str) -> None:
        """Refuse classes of states, as if they were states: their ways need not be playable."""
        raise LevelError(
            f"its nodes are classes of states by {_cut(by)}, between which ways need not be "
            "playable; a level is seen so again by --by"
        )

    def unexpanded(self, number: int, why: str) -> None:
        """Note why the moves of a node are not known."""
        self._unexpanded[number] = why

    def all_unexpanded(self, why: str) -> None:
        """Note that some moves are not known, of which node nothing says."""
        if not self._unexpanded:
            self._unexpanded = dict.fromkeys(self._number.values(), why)

    def tells(self, name: str) -> None:
        """Note that the file has a column "start" or "goal", though perhaps no node has it."""
        self._flags.setdefault(name, [])

    def flag(self, name: str, number: int, value: Any) -> None:
        """Note what the file says of a node's being "start" or "goal"."""
        found, true = self._flags.setdefault(name, []), truth(value)
        if true is None:
            self._flags[name] = None
        elif true and found is not None:
            found.append(number)

    def flag_named(self, name: str, node: str) -> None:
        """Note that a node is "start" or "goal", where nothing else is said."""
        if node not in self._number:
            raise LevelError(f"its {name} is node {_cut(node)}, which is not there")
        if not self._flags.get(name):
            self._flags[name] = [self._number[node]]

    def edge(self, source: str, target: str, label: str | None, line: int | None) -> None:
        """Add an edge. Where it has no label, it is named by the node that it leads to."""
        for name, ends in ((source, self._sources), (target, self._targets)):
            number = self._number.get(name)
            if number is None:
                number = self._number[name] = len(self._number)
                self._first_named[number] = line
            ends.append(number)
        if label is None:
            label = target
        else:
            self._labelled = True
        self._labels.append(self._names.setdefault(label, len(self._names)))

    def listing(self) -> Listing:
        """Return what was collected; ``LevelError`` for an edge that leads to no node."""
        ids = list(self._number)
        if self._declared and self._first_named:
            number, line = next(iter(self._first_named.items()))
            raise LevelError(f"an edge names node {_cut(ids[number])}, which is not there", line)
        if not ids:
            raise LevelError("holds no graph: there is no node in it")
        return Listing(
            ids,
            np.array(self._sources, np.int64),
            np.array(self._targets, np.int64),
            np.array(self._labels, np.int64) if self._labelled else None,
            list(self._names),
            [self._states[k] for k in range(len(ids))] if len(self._states) == len(ids) else None,
            self._flags.get("start"),
            self._flags.get("goal"),
            self._unexpanded,
            self._numbers,
        )


def _cut(name: str) -> str:
    return repr(name if len(name) <= 40 else name[:37] + "...")
