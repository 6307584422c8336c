"""The corridor: the shortest-path DAG from the start to the goal, and the traps beside it.

::

    start ─► ● ─► ● ─► ● ─► goal         the highlighted path, state by state
        └─► 3 states ─► 2 states ─┘      the others, a pack at each distance
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import (
    count_paths,
    moves_from_start,
    moves_to_goal,
    shortest,
    shortest_paths,
    solutions_known,
    trap_moves,
)
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.views.row_layout import MAX_PARTS, lay_out, merged
from stategraph.readable import count

# minimum number of layers of a run that is halved
MAX_UNCUT_MOVES = 40


def solution(
    graph: ArrayGraph,
    describe: Describe = repr,
    highlight: HighlightedPath | None = None,
    *,
    slack: int = 0,
) -> Diagram:
    """Return all shortest solutions as one corridor, and the dead states beside it.

    With `slack`, include every detour that makes a solution at most `slack` moves longer. The
    corridor is cut into parts, if possible at states that every shortest solution passes; parts
    that are too wide become packs. O(states + moves). Raises ``InputError`` if no shortest solution
    is known.
    """
    length = shortest(graph)
    if length is None or not solutions_known(graph):
        raise InputError("no shortest solution is known")
    sketch = DiagramBuilder(graph, describe, highlight)
    from_start, to_goal = moves_from_start(graph), moves_to_goal(graph)
    most = length + slack
    inside = (to_goal >= 0) & (from_start.astype(np.int64) + to_goal <= most)
    steps = from_start[graph.sources].astype(np.int64) + 1 + to_goal[graph.targets]
    chosen = inside[graph.sources] & (to_goal[graph.targets] >= 0) & (steps <= most)
    parts = _corridor(from_start, np.flatnonzero(inside), slack)
    column = lay_out(sketch, parts, {}, highlight.path.nodes if highlight else ())
    traps = trap_moves(graph)
    traps = traps[inside[graph.sources[traps]]]
    _add_trap_targets(sketch, traps, column)
    chosen[traps] = True
    if highlight is not None and not chosen[list(highlight.path.moves)].all():
        raise InputError(
            f"the {highlight.name} leaves the corridor{_more(highlight, to_goal, steps, length)}"
        )
    path_count = count_paths(shortest_paths(graph))
    detours = f", and detours of up to {count(slack, 'move')} more" if slack else ""
    words = (
        f"{'all ' if path_count > 1 else ''}{_large(path_count, 'shortest solution')} of "
        f"{count(length, 'move')}{detours}; "
        f"{count(len(traps), 'trap move')} beside {'them' if path_count > 1 else 'it'}"
    )
    return sketch.diagram(words, chosen)


def _more(highlight: HighlightedPath, to_goal: np.ndarray, steps: np.ndarray, length: int) -> str:
    """Return text on how to show a path outside the corridor: with more slack, or not at all."""
    if (to_goal[list(highlight.path.nodes)] < 0).any():
        return ", and ends in a dead state"
    return f"; with a slack of {int(steps[list(highlight.path.moves)].max()) - length} it is in it"


def _corridor(before: np.ndarray, states: np.ndarray, slack: int) -> list[tuple[np.ndarray, str]]:
    """Return the parts (states, text) of a corridor, in order of the moves from the start."""
    states = states[np.argsort(before[states], kind="stable")]
    levels = np.split(states, np.flatnonzero(np.diff(before[states])) + 1)
    # if a layer has only one state, all shortest solutions pass that state
    forced = np.array([len(level) == 1 for level in levels]) if not slack else np.zeros(len(levels))
    cuts = np.flatnonzero(np.diff(forced)) + 1 if not slack else np.arange(1, len(levels))
    # the start and the goal are separate parts
    cuts = np.unique(np.concatenate([cuts, [1], [len(levels) - 1]]))
    cuts = cuts[(cuts > 0) & (cuts < len(levels))]
    runs = _halved(merged(np.split(np.arange(len(levels)), cuts)))
    parts = []
    for run in runs:
        span = f"move {run[0]}" if len(run) == 1 else f"moves {run[0]}–{run[-1]}"
        why = "\non every shortest\nsolution" if not slack and forced[run].all() else ""
        parts.append((np.concatenate([levels[k] for k in run]), f"\n{span}{why}"))
    return parts


def _halved(runs: list[np.ndarray]) -> list[np.ndarray]:
    """Halve the longest runs until there are enough parts, or all are short."""
    runs = list(runs)
    while len(runs) < MAX_PARTS // 2:
        longest = max(range(len(runs)), key=lambda k: len(runs[k]))
        if len(runs[longest]) < MAX_UNCUT_MOVES:
            break
        runs[longest : longest + 1] = np.array_split(runs[longest], 2)
    return runs


def _add_trap_targets(sketch: DiagramBuilder, traps: np.ndarray, column: np.ndarray) -> None:
    """Add the targets of trap moves; if they are many, one pack per column."""
    graph = sketch.graph
    targets = graph.targets[traps]
    at = column[graph.sources[traps]]
    order = np.lexsort((at, targets))
    dead_nodes, first = np.unique(targets[order], return_index=True)
    at = at[order][first]
    if len(dead_nodes) <= MAX_PARTS // 2:
        for state, where in zip(dead_nodes.tolist(), at.tolist(), strict=True):
            sketch.state(state, where + 1)
        return
    for where in np.unique(at).tolist():
        sketch.pack(dead_nodes[at == where].astype(np.int64), where + 1, "\ndead", "dead")


def _large(number: int, noun: str) -> str:
    """Return a number with its noun, in scientific notation if it is very large."""
    if number < 10**15:
        return count(number, noun)
    digits = str(number)
    return f"{digits[0]}.{digits[1]} · 10^{len(digits) - 1} {noun}s"
