"""Owners of labels: the piece that each label moves, if each move moves one piece.

::

    A+1  A+2  B-1        the label A+1 changes only the position of A, so A owns it
"""

from __future__ import annotations

import numpy as np

from stategraph.graph import ArrayGraph
from stategraph.variables import One, Variables, bits

# Number of moves that are processed in one batch.
BATCH_MOVES = 1 << 20


def owners_of_labels(graph: ArrayGraph) -> dict[str, str] | None:
    """Return the piece that owns each label, or None if labels have no owners; cached.

    A piece is a `One` variable, such as the position of a car. It owns a label if all moves with
    this label change only this piece. Moves into the goal do not count. If all moves with a label
    lead into the goal, the label is recorded as its own owner. O(moves).

    Returns
    -------
    dict of str to str, or None
        None if a move changes several pieces, if two pieces share a label, if only one piece moves,
        or if the graph is not complete
    """
    return graph.remember("owners_of_labels", lambda: _owners_of_labels(graph))


def _owners_of_labels(graph: ArrayGraph) -> dict[str, str] | None:
    variables = graph.variables
    if variables is None or not graph.complete:
        return None
    pieces = list(variables.kinds)
    if not all(isinstance(variables.kinds[name], One) for name in pieces):
        return None
    owners = np.full(len(graph.label_names), -1, np.int64)
    for first in range(0, graph.number_of_edges(), BATCH_MOVES):
        batch = slice(first, first + BATCH_MOVES)
        inner = graph.targets[batch] != (-1 if graph.goal is None else graph.goal)
        tails, heads = graph.sources[batch][inner], graph.targets[batch][inner]
        differ = graph.states[tails] ^ graph.states[heads]
        changed = np.stack([field_of(variables, name, differ) != 0 for name in pieces], axis=1)
        labels, owner_of_move = graph.labels[batch][inner], changed.argmax(axis=1)
        has_owner = owners[labels] >= 0
        if (changed.sum(axis=1) != 1).any() or (owners[labels] != owner_of_move)[has_owner].any():
            return None
        owners[labels] = owner_of_move
        if (owners[labels] != owner_of_move).any():  # two pieces share a label in this batch
            return None
    if len(set(owners[owners >= 0].tolist())) < 2:
        return None
    return {
        label: pieces[owner] if owner >= 0 else label
        for label, owner in zip(graph.label_names, owners.tolist(), strict=True)
    }


def field_of(variables: Variables, name: str, rows: np.ndarray) -> np.ndarray:
    """Return the bits (k,) int64 of a `One` variable in packed rows (k, w)."""
    ((word, shift),) = variables.places[name]
    return rows[:, word] >> shift & (1 << bits(variables.kinds[name].n)) - 1
