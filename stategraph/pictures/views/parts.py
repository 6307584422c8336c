"""What the views share: parts laid out from left to right, in detail as far as they fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.pictures.sketch import Sketch
from stategraph.tell.phrases import count

# About so many nodes a person can read.
NODES = 100

# So wide, on average, is a part at most whose states are shown one by one.
THIN = 4

# So many parts a corridor or a list of chapters is cut into, at most.
PARTS = 30

# A sum of moves is spelled out up to so many characters.
SPELLED = 16

Describe = Callable[[Any], str]


def lay_out(
    sketch: Sketch,
    parts: Sequence[tuple[np.ndarray, str]],
    notes: Mapping[int, str],
    spine: Sequence[int] = (),
) -> np.ndarray:
    """Add parts from left to right, the smallest state by state as far as they fit.

    Of the others those that fit as a ladder become one: at each distance from the start the state
    on the `spine` by itself, the others together. Returns the column (n,) of every state, -1 for
    those in no part.
    """
    depth = moves_from_start(sketch.graph)
    spans = [1 + int(np.ptp(depth[states])) for states, _ in parts]
    sizes = [len(states) for states, _ in parts]
    # what is wider than a few states is better told by its number
    sizes = [n if n <= THIN * span else NODES for n, span in zip(sizes, spans, strict=True)]
    alone, left = few_enough(sizes, NODES - len(parts))
    sizes = [
        2 * span if spine and not one else NODES for one, span in zip(alone, spans, strict=True)
    ]
    ladder, _ = few_enough(sizes, left)
    column = np.full(len(sketch.graph), -1)
    at = 0
    for k, (states, words) in enumerate(parts):
        column[states] = at
        if alone[k] or ladder[k]:
            column[states] += depth[states] - depth[states].min()
            for state in states.tolist() if alone[k] else sorted(set(spine) & set(states.tolist())):
                sketch.state(state, int(column[state]), note=notes.get(state, ""))
            for step in np.unique(column[states]).tolist():
                sketch.pack(states[column[states] == step], step, "")
        else:
            sketch.pack(states, at, words)
        at = int(column[states].max()) + 1
    return column


def few_enough(sizes: Sequence[int], room: int) -> tuple[list[bool], int]:
    """Return which parts can be shown in detail, the smallest first, and the room that is left."""
    shown = [False] * len(sizes)
    for k in sorted(range(len(sizes)), key=lambda k: (sizes[k], k)):
        shown[k] = sizes[k] - 1 <= room
        if not shown[k]:
            break
        room -= sizes[k] - 1
    return shown, room


def merged(runs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return neighbouring runs joined, evenly, so that they are few enough; not first and last."""
    if len(runs) <= PARTS:
        return list(runs)
    inner = np.array_split(np.arange(1, len(runs) - 1), PARTS - 2)
    joined = [np.concatenate([runs[k] for k in some]) for some in inner]
    return [runs[0], *joined, runs[-1]]


def spelled(labels: Sequence[str]) -> str:
    """Return moves one after the other as text: themselves where that is short."""
    text = " ".join(labels)
    return text if len(text) <= SPELLED else count(len(labels), "move")
