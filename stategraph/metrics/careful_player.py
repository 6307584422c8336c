"""Metrics of a player who avoids states that look dead and plans whole lines.

These metrics consider only moves to states that do not look dead
(`stategraph.analysis.looks_dead`), and lines, which are runs of moves of one piece
(`stategraph.analysis.piece_lines`). Compute them on the graph of the player's units (pushes or
turns). They predict the results of people better than the same numbers over all moves; see the
README of `stategraph.difficulty`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis import moves_to_goal
from stategraph.analysis.heuristic_check import values_of
from stategraph.analysis.piece_lines import lines as lines_of
from stategraph.analysis.piece_moves import PieceMoves
from stategraph.analysis.solution_shares import line_shares, shares
from stategraph.graph import ArrayGraph
from stategraph.graph.compressed_rows import rows_of

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PartialHeuristic


def careful_only_bits(graph: ArrayGraph, looks_dead: np.ndarray) -> float:
    """Return the bits of choice at states with one right move, ignoring moves that look dead.

    At a state with one productive move among c > 1 moves that do not look dead, the choice has
    log2(c) bits. The bits are summed over each shortest solution, and the sums are averaged over
    all shortest solutions. O(states + moves). Own definition: it counts the decisions that remain
    for a player who knows the dead squares (A. Junghanns, J. Schaeffer, Sokoban: enhancing general
    single-agent search, Artificial Intelligence 129, 2001).

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.analysis.looks_dead import looks_dead
    >>> graph = expand("sokoban/three-in-a-row")
    >>> round(careful_only_bits(graph, looks_dead(graph.level, graph)), 3)
    44.529
    """
    to_goal, share = moves_to_goal(graph), shares(graph)
    ends, moves = rows_of(graph.offsets, share.nodes)
    rows = np.repeat(np.arange(len(share.nodes)), np.diff(ends))
    heads = graph.targets[moves]
    open_ = np.bincount(rows[~looks_dead[heads]], minlength=len(share.nodes))
    productive = (to_goal[heads] >= 0) & (to_goal[heads] == to_goal[share.nodes][rows] - 1)
    right = np.bincount(rows[productive], minlength=len(share.nodes))
    bits = np.where((right == 1) & (open_ > 1), np.log2(np.maximum(open_, 1)), 0.0)
    return float(share.passes @ bits)


def careful_danger(graph: ArrayGraph, looks_dead: np.ndarray) -> float:
    """Return the share of fatal moves among the moves that do not look dead.

    This is the mean over the living states with a move that does not look dead, except the goal.
    The share is 0 without such states. O(states + moves). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.analysis.looks_dead import looks_dead
    >>> graph = expand("sokoban/three-in-a-row")
    >>> round(careful_danger(graph, looks_dead(graph.level, graph)), 3)
    0.041
    """
    alive = moves_to_goal(graph) >= 0
    open_ = ~looks_dead[graph.targets]
    open_before = np.concatenate(([0], np.cumsum(open_)))[graph.offsets]
    fatal = np.concatenate(([0], np.cumsum(open_ & ~alive[graph.targets])))[graph.offsets]
    choices = np.diff(open_before)
    states = alive & (choices > 0)
    return float((np.diff(fatal)[states] / choices[states]).mean()) if states.any() else 0.0


def lines(graph: ArrayGraph, pieces: PieceMoves) -> int:
    """Return the smallest number of lines (runs of moves of one piece) in any solution.

    It is one more than the smallest number of changes of the actor or of the pushed block, and 0 if
    no piece moves. A 0-1 breadth-first search over pairs (state, piece) finds it in O(moves *
    log(moves)). Own definition, after the box changes of P. Jarušek and R. Pelánek (Difficulty
    rating of Sokoban puzzle, 2010), which are counted along one solution.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import arguments_of
    >>> graph = expand("sokoban/three-in-a-row").by("walks")
    >>> known = arguments_of(graph.level, graph)
    >>> lines(graph, known["pieces"])
    4
    """
    return int(lines_of(graph, pieces).to_goal[0])


def tempting_line_bits(
    graph: ArrayGraph,
    pieces: PieceMoves,
    looks_dead: np.ndarray,
    heuristic: PartialHeuristic,
) -> float:
    """Return the bits of choice between lines that look equally good.

    A line from a state is right if fewer lines remain after it. A wrong line is tempting if the
    heuristic after it is at most the heuristic after the best right line. If tempting lines lead to
    t different states, the choice has log2(1 + t) bits. The bits are summed over each solution with
    the fewest lines, and the sums are averaged over all such solutions. Lines never enter states
    that look dead. The cost is O(states + moves), plus the number of moves in the lines of each
    state on such a solution. Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import arguments_of
    >>> graph = expand("sokoban/three-in-a-row").by("walks")
    >>> known = arguments_of(graph.level, graph)
    >>> arguments = [known[name] for name in ("pieces", "looks_dead", "heuristic")]
    >>> round(tempting_line_bits(graph, *arguments), 3)
    5.585
    """
    line_graph = lines_of(graph, pieces, avoided=looks_dead)
    to_goal, share = line_graph.to_goal, line_shares(line_graph)
    values: dict[int, float] = {}

    def valued(nodes: np.ndarray) -> np.ndarray:
        new = np.array([node for node in nodes.tolist() if node not in values], np.int64)
        values.update(zip(new.tolist(), values_of(graph, new, heuristic).tolist(), strict=True))
        return np.array([values[node] for node in nodes.tolist()])

    total = 0.0
    for node, passes, ends in share:
        if to_goal[node] == 0:  # moves of no piece lead to the goal
            continue
        right = to_goal[ends] == to_goal[node] - 1
        looks = valued(ends)
        tempting = ~right & np.isfinite(looks) & (looks <= looks[right].min())
        total += passes * np.log2(1 + np.count_nonzero(tempting))
    return float(total)
