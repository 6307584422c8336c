"""Layout of parts from left to right, in as much detail as fits; shared by the views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.readable import count

# approximate number of nodes in a readable picture
USUAL_NODES = 100

# maximum average number of states per distance in a part that is shown state by state
MAX_THIN_STATES = 4

# maximum number of parts from left to right
MAX_PARTS = 30

# maximum number of letters of the moves on one arrow
MAX_ARROW_LETTERS = 16


def lay_out(
    sketch: DiagramBuilder,
    parts: Sequence[tuple[np.ndarray, str]],
    notes: Mapping[int, str],
    spine: Sequence[int] = (),
) -> np.ndarray:
    """Add parts from left to right; the smallest are drawn state by state, as long as they fit.

    Other parts become a ladder if that fits: at each distance from the start, the state on the
    `spine` is a node, and the other states form a pack. The rest are single packs. Returns the
    column (n,) of every state, or -1 for states in no part.
    """
    depth = moves_from_start(sketch.graph)
    spans = [1 + int(np.ptp(depth[states])) for states, _ in parts]
    sizes = [len(states) for states, _ in parts]
    # never state by state: a pack shows a wide part better
    sizes = [
        n if n <= MAX_THIN_STATES * span else USUAL_NODES
        for n, span in zip(sizes, spans, strict=True)
    ]
    alone, room = few_enough(sizes, USUAL_NODES - len(parts))
    sizes = [
        2 * span if spine and not is_alone else USUAL_NODES
        for is_alone, span in zip(alone, spans, strict=True)
    ]
    ladder, _ = few_enough(sizes, room)
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
    """Return which parts fit in detail if the smallest come first, and the remaining room."""
    in_detail = [False] * len(sizes)
    for k in sorted(range(len(sizes)), key=lambda k: (sizes[k], k)):
        in_detail[k] = sizes[k] - 1 <= room
        if not in_detail[k]:
            break
        room -= sizes[k] - 1
    return in_detail, room


def merged(runs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Join neighbouring inner runs evenly, so that at most `MAX_PARTS` runs remain."""
    if len(runs) <= MAX_PARTS:
        return list(runs)
    inner = np.array_split(np.arange(1, len(runs) - 1), MAX_PARTS - 2)
    joined = [np.concatenate([runs[k] for k in group]) for group in inner]
    return [runs[0], *joined, runs[-1]]


def spelled(labels: Sequence[str]) -> str:
    """Return consecutive moves as text, or the number of moves if the text is too long."""
    text = " ".join(labels)
    return text if len(text) <= MAX_ARROW_LETTERS else count(len(labels), "move")
