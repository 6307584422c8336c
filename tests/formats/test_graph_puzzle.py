"""A graph played as a puzzle."""

from __future__ import annotations

import numpy as np
import pytest
import toys
from written import put, same

from stategraph import expand, formats
from stategraph.errors import InputError
from stategraph.formats.imported_graphs import GraphPuzzle, Text
from stategraph.graph import sorted_labels
from stategraph.graph.state_graph import StateGraph


def test_a_graph_plays_like_its_puzzle():
    puzzle = toys.ship()
    graph = expand(puzzle)
    played = GraphPuzzle(graph)
    assert played.start == puzzle.start
    for node in range(len(graph)):
        state = graph.state(node)
        assert played.is_goal(state) == puzzle.is_goal(state)
        if node != graph.goal:
            assert [label for label, _ in played.moves(state)] == [
                m for m, _ in puzzle.moves(state)
            ]
    with pytest.raises(InputError, match="state 'x' does not exist"):
        played.named("x")


def test_states_of_one_line_are_shown_bare():
    assert [repr(Text(text)) for text in ("a b", "", "a\nb")] == ["a b", "''", "'a\\nb'"]


@pytest.mark.long
def test_a_hundred_thousand_states_take_the_compiled_way(tmp_path):
    """Above some size the kernels are compiled; they must number states as Python does."""
    n = 300
    made = StateGraph.from_networkx(toys.grid(n), (0, 0), (n - 1, n - 1))
    assert len(made) == n * n
    assert sorted_labels(np.array([1, 0]), {0: "b", 1: "a"})["labels"].tolist() == [0, 1]
    name = put(tmp_path, made, ".parquet")
    same(made, formats.read(name).graph)
