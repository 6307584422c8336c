"""Answers to contrastive questions, such as "why not this move?".

The best solution that begins with the move is compared with the best solution of all, by length, by
the number of pushes of each piece, and by chapters. See Krarup et al., "Contrastive Explanations of
Plans Through Model Restrictions", JAIR 2021.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stategraph.analysis import GraphPath, path_to
from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.partial_states import member
from stategraph.analysis.piece_lines import Cost
from stategraph.analysis.piece_moves import GONE, NO_PIECE
from stategraph.design.story_scene import Fact, Scene
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Readable


@dataclass(frozen=True, repr=False)
class WhyNot(Readable):
    """The consequences of some moves, compared with those of the best moves.

    Attributes
    ----------
    moves : tuple of str
        the moves of the question
    verdict : {"lost", "longer", "best", "unknown"}
        "unknown" if the graph is incomplete or the level cannot be won from the state before
    more : int or None
        the additional moves of the best continuation
    continuation : tuple of str
        the first shortest path to the goal after the moves; empty if lost or unknown
    instead : tuple of str
        the first shortest path to the goal without them
    reasons : tuple of Fact
    """

    moves: tuple[str, ...]
    verdict: str
    more: int | None = None
    continuation: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    reasons: tuple[Fact, ...] = ()


def explain_moves(
    level: Level, graph: ArrayGraph, nodes: Sequence[int], moves: Sequence[str]
) -> WhyNot:
    """Return the reason why some moves are not the best moves.

    O(states + moves), and dead patterns if the moves lose.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the state graph of the level
    nodes : sequence of int
        the state before the moves, and after each
    moves : sequence of str
        their labels
    """
    start, end, labels = nodes[0], nodes[-1], tuple(moves)
    distance = moves_to_goal(graph)
    if not graph.complete or graph.goal is None or distance[start] < 0:
        return WhyNot(labels, "unknown")
    instead = path_to(graph, graph.goal, source=start)
    if dead(graph)[end]:
        causes = [Scene(level, graph).lost(end)] if graph.variables is not None else []
        return WhyNot(labels, "lost", None, (), instead.labels, tuple(causes))
    remainder = path_to(graph, graph.goal, source=end)
    more = len(labels) + len(remainder) - len(instead)
    if more == 0:
        return WhyNot(labels, "best", 0, remainder.labels, instead.labels)
    has_variables = graph.variables is not None
    reasons = _reasons(Scene(level, graph), nodes, remainder, instead) if has_variables else []
    return WhyNot(labels, "longer", more, remainder.labels, instead.labels, tuple(reasons))


def _reasons(
    scene: Scene, nodes: Sequence[int], remainder: GraphPath, instead: GraphPath
) -> list[Fact]:
    """Return facts about the additional moves of the longer solution."""
    if remainder.labels == instead.labels:
        return [Fact("not_needed", {})]
    if nodes[0] in remainder.nodes:
        return [Fact("taken_back", {"after": remainder.nodes.index(nodes[0])})]
    forced = [_move_between(scene, *pair) for pair in zip(nodes, nodes[1:], strict=False)]
    long, short = _counts(scene, [*forced, *remainder.moves]), _counts(scene, instead.moves)
    facts = [
        Fact(
            "moves_more",
            {"piece": _piece(scene, nodes[0], piece), "more": count, "of": long[piece]},
        )
        for piece, count in sorted((long - short).items())
    ]
    cost, best = (
        _cost(scene, forced, nodes),
        scene.lines.remaining_cost(int(scene.lines.owner[nodes[0]])),
    )
    if cost is not None and best is not None and cost.lines > best.lines:
        facts.append(Fact("more_chapters", {"more": cost.lines - best.lines}))
    return facts or [Fact("walks_more", {})]


def _move_between(scene: Scene, source: int, target: int) -> int:
    """Return the first move of the graph from one state to another."""
    graph = scene.graph
    first, last = int(graph.offsets[source]), int(graph.offsets[source + 1])
    return next(move for move in range(first, last) if graph.targets[move] == target)


def _counts(scene: Scene, moves: Sequence[int]) -> Counter[int]:
    """Return the number of moves of each piece, by its cell at the beginning of the path."""
    counts: Counter[int] = Counter()
    first: dict[int, int] = {}
    for move in moves:
        source, target = (int(cells[move]) for cells in scene.pieces[:2])
        if source == NO_PIECE:
            continue
        piece = first.pop(source, source)
        if target != GONE:
            first[target] = piece
        counts[piece] += 1
    return counts


def _cost(scene: Scene, moves: Sequence[int], nodes: Sequence[int]) -> Cost | None:
    """Return the cost of the best solution that begins with some moves, or None if they lose."""
    lines, last = 0, NO_PIECE
    for move in moves:
        source, target = (int(cells[move]) for cells in scene.pieces[:2])
        if source != NO_PIECE:
            lines, last = lines + (source != last), target
    owner = int(scene.lines.owner[nodes[-1]])
    rest_cost = (
        scene.lines.remaining_cost(owner)
        if last == NO_PIECE
        else scene.lines.remaining_cost(owner, last)
    )
    return None if rest_cost is None else Cost(lines + rest_cost.lines, rest_cost.units)


def _piece(scene: Scene, node: int, piece: int) -> str:
    """Return a piece of a state by its kind and cell, or the name of an actor."""
    if not scene.is_cell(piece):
        return scene.pieces.names[piece - scene.pieces.cells]
    state = scene.graph.state(node)
    name = next((name for name in scene.sets if piece in state[name]), "piece")
    return f"{member(name)} on {scene.place(piece)}"
