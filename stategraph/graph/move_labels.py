"""Labels of moves, stored as numbers that sort in the same order as the label texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from stategraph.errors import InputError
from stategraph.readable import Record

MAX_LABELS = 65_535
_LETTERED = re.compile(r"(\D|[A-Z]{2})\d*")


def in_a_row(labels: Sequence[str]) -> str:
    """Return the labels of consecutive moves as one text.

    Labels that contain blanks are separated by commas, other labels by blanks. No separator is
    needed if every label is a single character. The same holds if every label is one letter or two
    capitals, with or without digits after them.

    >>> in_a_row(["R3", "L5"]), in_a_row(["PD", "PR"]), in_a_row("012")
    ('R3L5', 'PDPR', '012')
    >>> in_a_row(["11", "3"]), in_a_row(["goat", "alone"]), in_a_row(["up", "up left"])
    ('11 3', 'goat alone', 'up, up left')
    """
    if any(" " in label for label in labels):
        return ", ".join(labels)
    short = all(len(label) == 1 for label in labels) or all(map(_LETTERED.fullmatch, labels))
    return ("" if short else " ").join(labels)


def sorted_labels(labels: np.ndarray, names: Mapping[int, str]) -> Record:
    """Return arguments `labels` and `label_names` for a graph, with names in code point order.

    `names` maps each number in `labels` to its text. The new numbers sort in the same order as the
    texts, and do not depend on the old numbers.
    """
    order, new = label_ranks(names)
    sorted_ = np.empty(len(labels), np.uint16)
    for piece in pieces(len(labels)):
        sorted_[piece] = new[labels[piece]]
    return dict(labels=sorted_, label_names=order)


def occurring_labels(labels: np.ndarray, names: Sequence[str] | Mapping[int, str]) -> Record:
    """Return the result of `sorted_labels` for the names that occur in `labels`."""
    used = np.flatnonzero(np.bincount(labels)).tolist() if len(labels) else []
    return sorted_labels(labels, {k: names[k] for k in used})


def label_ranks(names: Mapping[int, str]) -> tuple[list[str], np.ndarray]:
    """Return the sorted names, and an array that maps each number to the rank of its name.

    The ranks are an array (largest number + 1,) uint16. Numbers without a name have rank 0.
    """
    order = sorted(set(names.values()))
    if len(order) > MAX_LABELS:
        raise InputError(f"{len(order):,} different labels: at most {MAX_LABELS:,} are possible")
    rank_of = {name: k for k, name in enumerate(order)}
    ranks = np.zeros(max(names, default=-1) + 1, np.uint16)
    for number, name in names.items():
        ranks[number] = rank_of[name]
    return order, ranks


def pieces(length: int) -> Iterator[slice]:
    """Divide an array into slices; numpy would convert a whole index array to int64."""
    for first in range(0, length, 1 << 20):
        yield slice(first, first + (1 << 20))
