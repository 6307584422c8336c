"""Graphs written into files of any format, and compared once they are read."""

from __future__ import annotations

import csv

import networkx as nx
import numpy as np

from stategraph import formats
from stategraph.formats.imported_graphs import GraphPuzzle
from stategraph.level_files import Level
from stategraph.rules import NO_FAMILY, Puzzle


def put(path, graph, suffix):
    """Write a graph and return the name to read it by."""
    level = Level(NO_FAMILY, Puzzle.of(GraphPuzzle(graph)), "toy", "toy")
    name = str(path / f"toy{suffix}")
    for file, fill in formats.files(name, level, graph).items():
        with open(file, "wb") as opened:
            fill(opened)
    return name


def same(one, two):
    """Assert that two graphs are equal except for their states."""
    for name in ("offsets", "targets", "labels"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for name in ("label_names", "goal", "expanded", "stopped", "complete"):
        assert getattr(one, name) == getattr(two, name), name


def city():
    """Return a graph that knows nothing of us: a start, two goals, a trap, a place out of reach."""
    graph = nx.MultiDiGraph()
    graph.add_edge("home", "park", label="walk")
    graph.add_edge("home", "park", label="run")
    graph.add_edge("park", "work", label="bus, line 5")
    graph.add_edge("park", "café", label="walk")
    graph.add_edge("home", "ditch", label="=fall()")
    graph.add_edge("work", "home", label="bus")
    graph.add_edge("moon", "home", label="fly")
    return graph


def as_csv(path, graph):
    """Write a graph as a table of its edges, as other programs do; return its path."""
    with open(path / "city.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(["Source", "Target", "Label"])
        rows.writerows((u, v, name) for u, v, name in graph.edges(data="label"))
    return path / "city.csv"
