"""Why states are dead, as far as boards tell it: what stays on the board whatever is played.

Two trap moves are of one group where the same pieces can never go away after them: the crate that
both push into the corner, and nothing else that was not there for ever from the start.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph
from stategraph.studio.boards import BoardTable

# So many groups are told apart, the largest; what is left makes one more.
MOST_GROUPS = 40


def trap_groups(
    graph: ArrayGraph, table: BoardTable
) -> tuple[np.ndarray, np.ndarray, list[dict[str, Any]]]:
    """Return the trap moves (k,), nearest first, the group (k,) of each, and the groups.

    A group is its number of ``moves`` and the ``pieces`` that stay, the largest group first.
    O(states + moves), each step on a set of pieces.
    """
    moves = analysis.trap_moves(graph)
    if not len(moves):
        return moves, moves, []
    moves = analysis.nearest_first(graph, moves, graph.sources[moves])
    stay = _staying(graph, table)
    component = analysis.components(graph)
    always = stay[int(component[0])]  # all follow the start
    sets = [stay[c] & ~always for c in component[graph.targets[moves]].tolist()]
    counts: dict[int, int] = {}
    for one in sets:
        counts[one] = counts.get(one, 0) + 1
    order = sorted(counts, key=lambda one: -counts[one])
    number = {one: min(k, MOST_GROUPS) for k, one in enumerate(order)}
    reasons = np.array([number[one] for one in sets])
    groups = [{"moves": counts[one], "pieces": _pieces(one)} for one in order[:MOST_GROUPS]]
    if len(order) > MOST_GROUPS:
        groups.append({"moves": int(np.count_nonzero(reasons == MOST_GROUPS)), "pieces": []})
    return moves, reasons, groups


def _staying(graph: ArrayGraph, table: BoardTable) -> list[int]:
    """Return the pieces that all boards show which can follow each component, as bits.

    No move leads to a component of a higher number, so those that follow one are done before it.
    """
    component = analysis.components(graph).tolist()
    stay = [-1] * (max(component) + 1)
    order = np.argsort(analysis.components(graph), kind="stable").tolist()
    offsets, targets = graph.offsets.tolist(), graph.targets.tolist()
    first, shown = table.offsets.tolist(), table.shown.tolist()
    for node in order:
        kept = _set_of(shown[first[node] : first[node + 1]])
        for target in targets[offsets[node] : offsets[node + 1]]:
            if component[target] != component[node]:
                kept &= stay[component[target]]
        stay[component[node]] &= kept
    return stay


def _set_of(pieces: list[int]) -> int:
    made = 0
    for piece in pieces:
        made |= 1 << piece
    return made


def _pieces(bits: int) -> list[int]:
    return [k for k in range(bits.bit_length()) if bits >> k & 1]
