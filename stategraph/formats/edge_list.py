"""The listing of a graph in a file: its nodes and edges, under the names that the file uses.

All readers return a `Listing`, for any format. It is independent of reachability and of node
numbers; ``imported`` builds a state graph from it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np

from stategraph.errors import LevelError
from stategraph.readable import Record

# node attributes that the reader uses
CLASSES = "classes_by"
NUMBERS = ("moves_out", "moves_from_start")
ATTRIBUTES = ("state", "start", "goal", "unexpanded", *NUMBERS, CLASSES)

# spellings of flags; a column with any other value is not a flag
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no", "")

# maximum number of digits of a count; Python rejects far longer ones
MAX_DIGITS = 18


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
        indices into `names`; None if no edge has a label
    names : list of str
    states : list of str, or None
        the text of each state
    starts, goals : list of int, or None
        the nodes marked as start and goals; None if the file has no such marks
    unexpanded : dict of int to str
        the reason why a node's moves are unknown
    numbers : dict of str to dict of int to int
        the values of the columns `NUMBERS`, for consistency checks
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


def truth(value: object) -> bool | None:
    """Return the value of a flag, or None if the text is not a flag.

    >>> truth("TRUE"), truth(""), truth("room 12")
    (True, False, None)
    """
    text = "" if value is None else str(value).strip().lower()
    return text in _TRUE if text in _TRUE + _FALSE else None


class Collector:
    """Collects nodes and edges one by one, in any order, into a `Listing`."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._first_named: dict[int, int | None] = {}  # node -> line of the first edge with it
        self._declared = 0
        self._states: dict[int, str] = {}
        self._flags: dict[str, list[int] | None] = {}
        self._unexpanded: dict[int, str] = {}
        self._numbers: dict[str, dict[int, int]] = {name: {} for name in NUMBERS}
        self._sources, self._targets, self._labels = array("q"), array("q"), array("q")
        self._names: dict[str, int] = {}
        self._labelled = False

    def node(self, name: str, line: int | None, attributes: Record) -> None:
        """Add a node with its `attributes`; only those of `ATTRIBUTES` are used."""
        number = self._number.setdefault(name, len(self._number))
        self._declared += 1
        if number in self._first_named:
            del self._first_named[number]
        elif len(self._number) < self._declared + len(self._first_named):
            raise LevelError(f"node {_cut(name)} occurs twice", line)
        if attributes:
            self._describe(number, attributes)

    def _describe(self, number: int, attributes: Record) -> None:
        if class_names := attributes.get(CLASSES):
            self.classes(str(class_names))
        state = attributes.get("state")
        if isinstance(state, str):
            self._states[number] = state
        for name in ("start", "goal"):
            if name in attributes:
                self.flag(name, number, attributes[name])
        if why := attributes.get("unexpanded"):
            self.unexpanded(number, str(why))
        for name, distances in self._numbers.items():
            moves = str(attributes.get(name, ""))
            if moves.isdecimal():
                if len(moves) > MAX_DIGITS:
                    raise LevelError(f"{name} {_cut(moves)} is not a number of moves")
                distances[number] = int(moves)

    def classes(self, names: str) -> None:
        """Reject a quotient by variables: paths between its classes need not be playable."""
        raise LevelError(
            f"its nodes are classes of states by {_cut(names)}, whose paths may not be playable; "
            "use --by with the level instead"
        )

    def unexpanded(self, number: int, why: str) -> None:
        """Record why the moves of a node are unknown."""
        self._unexpanded[number] = why

    def all_unexpanded(self, why: str) -> None:
        """Record that moves of unspecified nodes are unknown."""
        if not self._unexpanded:
            self._unexpanded = dict.fromkeys(self._number.values(), why)

    def tells(self, name: str) -> None:
        """Record that the file has a column "start" or "goal", even if no node is marked."""
        self._flags.setdefault(name, [])

    def flag(self, name: str, number: int, value: object) -> None:
        """Record the flag "start" or "goal" of a node."""
        nodes, true = self._flags.setdefault(name, []), truth(value)
        if true is None:
            self._flags[name] = None
        elif true and nodes is not None:
            nodes.append(number)

    def flag_named(self, name: str, node: str) -> None:
        """Record that a node is "start" or "goal", unless nodes are marked already."""
        if node not in self._number:
            raise LevelError(f"its {name} is node {_cut(node)}, which does not exist")
        if not self._flags.get(name):
            self._flags[name] = [self._number[node]]

    def edge(self, source: str, target: str, label: str | None, line: int | None) -> None:
        """Add an edge. An edge without a label is named by its target."""
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
        """Return the listing; raise ``LevelError`` for an edge to an unlisted node."""
        ids = list(self._number)
        if self._declared and self._first_named:
            number, line = next(iter(self._first_named.items()))
            raise LevelError(f"an edge names node {_cut(ids[number])}, which does not exist", line)
        if not ids:
            raise LevelError("holds no graph: it has no node")
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
