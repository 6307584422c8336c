"""The cells that a piece reaches in dead states, compared with following each piece by itself."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stategraph.analysis import dead_states
from stategraph.analysis.piece_moves import GONE
from stategraph.analysis.piece_reach import reach_when_dead
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.rules import Puzzle
from stategraph.rules.board import Grid
from stategraph.variables import One, Set


class Followed:
    """The cells on which one piece can stand, by a separate search in the whole graph."""

    def __init__(self, graph, name: str):
        self.held = [frozenset(graph.state(node)[name]) for node in graph]
        self.targets = [{target for _, target in graph.moves(node)} for node in graph]

    def __call__(self, nodes: Iterable[int], cell: int) -> set[int]:
        """Return all cells on which the piece of a cell can stand after one of the states."""
        queue = [(node, cell) for node in nodes]
        known = set(queue)
        for at, here in queue:
            for target in self.targets[at]:
                held, holds = self.held[at], self.held[target]
                there = here if here in holds else next(iter(holds - held), GONE)
                if (target, there) not in known and there != GONE:
                    queue.append((target, there))
                known.add((target, there))
        return {cell for _, cell in known}


@pytest.mark.parametrize(
    ("level", "name"),
    [("sokoban/first-push", "boxes"), ("sokoban/through-the-door", "boxes"),
     ("psychopath/snake", "blocks")],
)  # fmt: skip
def test_no_piece_reaches_more_cells_than_said(level, name):
    graph = expand(read_level(level).puzzle)
    followed = Followed(graph, name)
    held: dict[int, list[int]] = {}
    for node in dead_states(graph):
        for cell in followed.held[node]:
            held.setdefault(cell, []).append(node)
    assert held
    for cell, nodes in held.items():
        assert followed(nodes, cell) <= reach_when_dead(graph, name, [cell])


def test_a_single_box_reaches_exactly_the_cells_said():
    graph = expand(read_level("sokoban/first-push").puzzle)
    followed = Followed(graph, "boxes")
    first = {next(iter(graph.state(node)["boxes"])): node for node in dead_states(graph)}
    for cell, node in first.items():
        assert followed([node], cell) == reach_when_dead(graph, "boxes", [cell])


def test_an_actor_that_stays_reaches_only_its_room():
    graph = expand(read_level("spacewreck/eight-rooms").puzzle)
    assert reach_when_dead(graph, "lucky", [7]) == {7}
    assert reach_when_dead(graph, "rocket", [3]) == {3, 6}


def row_of_pieces(after):
    """Return the graph of pieces on a row of six cells; nothing can be won after the first move."""
    board = Grid(["......"])

    def moves(state):
        if not state.lost:
            yield "lose", state.but(lost=1)
            yield "win", state.but(won=1)
        elif set(state.pieces) == {1, 2}:
            yield "step", state.but(pieces=after)

    start = dict(pieces={1, 2}, won=0, lost=0)
    kinds = dict(pieces=Set(board), won=One(2), lost=One(2))
    return expand(Puzzle(start, [moves], lambda s: s.won == 1, **kinds), engine="direct")


@pytest.mark.parametrize(
    ("after", "reached"),
    [({1, 3}, {2, 3}), ({1}, {2, GONE}), ({2, 3}, None), ({3, 4}, None), ({1, 4}, None)],
    ids=["one steps", "one is consumed", "a row is pushed", "both move", "one jumps"],
)
def test_pieces_that_cannot_be_told_apart_have_no_reach(after, reached):
    assert reach_when_dead(row_of_pieces(after), "pieces", [2]) == reached
