"""The labels of moves: numbers whose order is that of the texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from stategraph.errors import InputError

MAX_LABELS = 65_535


def sorted_labels(labels: np.ndarray, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the label arrays with the names in code point order, whatever order they came in.

    `names` tells what each number in `labels` stands for. The new numbers compare as the labels
    do, and do not depend on who numbered them first.
    """
    order, new = label_ranks(names)
    sorted_ = np.empty(len(labels), np.uint16)
    for some in pieces(len(labels)):
        sorted_[some] = new[labels[some]]
    return dict(labels=sorted_, label_names=order)


def occurring_labels(
    labels: np.ndarray, names: Sequence[str] | Mapping[int, str]
) -> dict[str, Any]:
    """Return what `sorted_labels` does, of the names alone that occur in `labels`."""
    used = np.flatnonzero(np.bincount(labels)).tolist() if len(labels) else []
    return sorted_labels(labels, {k: names[k] for k in used})


def label_ranks(names: Mapping[int, str]) -> tuple[list[str], np.ndarray]:
    """Return the names in code point order, and of each number the place of its name among them.

    As (largest number + 1,) uint16; numbers that bear no name have 0.
    """
    order = sorted(set(names.values()))
    if len(order) > MAX_LABELS:
        raise InputError(f"{len(order):,} different labels: at most {MAX_LABELS:,} are possible")
    place = {name: k for k, name in enumerate(order)}
    ranks = np.zeros(max(names, default=-1) + 1, np.uint16)
    for number, name in names.items():
        ranks[number] = place[name]
    return order, ranks


def pieces(length: int) -> Iterator[slice]:
    """Yield slices that cover an array: numpy turns a whole index into int64 before it uses it."""
    for first in range(0, length, 1 << 20):
        yield slice(first, first + (1 << 20))
