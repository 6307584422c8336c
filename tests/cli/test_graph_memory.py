"""The memory limit of an analysis of a graph that was read from a file or a store."""

from __future__ import annotations

import pytest

from stategraph.expand import expand
from stategraph.load import load


@pytest.mark.parametrize(
    ("own", "words", "memory"),
    [
        (None, ("--max-memory", "1G"), None),  # the graph is in memory already
        (4096, (), 4096),
        (4096, ("--max-memory", "1G"), 2**30),
    ],
)
def test_the_memory_of_a_graph_on_disk_is_the_limit(run, monkeypatch, own, words, memory):
    level = load("spacewreck/eight-rooms")
    graph = expand(level.puzzle)
    graph.memory = own
    object.__setattr__(level, "graph", graph)
    monkeypatch.setattr("stategraph.cli.levels.LevelRequest.load", lambda request: level)
    assert run("query", "spacewreck/eight-rooms", "--node", 3, *words).code == 0
    assert graph.memory == memory
