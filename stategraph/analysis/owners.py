"""Owners of labels: whose moves they are, where each moves one of several pieces.

::

    A+1  A+2  B-1        the label A+1 changes where A is, and nothing else: it is A's
"""

from __future__ import annotations

import numpy as np

from stategraph.graph import ArrayGraph
from stategraph.variables import One, Variables, bits

# So many moves are looked at together.
AT_ONCE = 1 << 20


def whose_labels(graph: ArrayGraph) -> dict[str, str] | None:
    """Return whose moves a label is, where each moves one of several pieces; else None; kept.

    A piece is a variable of one value, such as the place of a car. It owns a label if all moves of
    this label, but those into the goal, change it and nothing else; a label of moves into the goal
    alone is nobody's but its own. None where a move changes more, where a label is of two pieces,
    or where only one piece moves. Needs the whole graph. O(moves).
    """
    return graph.remember("whose_labels", lambda: _whose_labels(graph))


def _whose_labels(graph: ArrayGraph) -> dict[str, str] | None:
    variables = graph.variables
    if variables is None or not graph.complete:
        return None
    pieces = list(variables.kinds)
    if not all(isinstance(variables.kinds[name], One) for name in pieces):
        return None
    owners = np.full(len(graph.label_names), -1, np.int64)
    for first in range(0, graph.number_of_edges(), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        inner = graph.targets[some] != (-1 if graph.goal is None else graph.goal)
        tails, heads = graph.sources[some][inner], graph.targets[some][inner]
        differ = graph.states[tails] ^ graph.states[heads]
        changed = np.stack([field_of(variables, name, differ) != 0 for name in pieces], axis=1)
        labels, who = graph.labels[some][inner], changed.argmax(axis=1)
        strange = owners[labels] >= 0
        if (changed.sum(axis=1) != 1).any() or (owners[labels] != who)[strange].any():
            return None
        owners[labels] = who
        if (owners[labels] != who).any():  # two pieces have it among these moves
            return None
    if len(set(owners[owners >= 0].tolist())) < 2:
        return None
    return {
        label: pieces[owner] if owner >= 0 else label
        for label, owner in zip(graph.label_names, owners.tolist(), strict=True)
    }


def field_of(variables: Variables, name: str, rows: np.ndarray) -> np.ndarray:
    """Return the bits (k,) int64 of a variable of one value in packed rows (k, w)."""
    ((word, shift),) = variables.places[name]
    return rows[:, word] >> shift & (1 << bits(variables.kinds[name].n)) - 1
