"""Every kernel says the same run plain and compiled, and the same as networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from stategraph import kernels
from stategraph.kernels.moves import _distances_in_order


def random_rows(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a random graph of up to 40 nodes in compressed sparse rows."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    rows = [np.sort(rng.integers(0, n, rng.integers(0, 5))) for _ in range(n)]
    offsets = np.zeros(n + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    return offsets, np.concatenate(rows).astype(np.int32)


def graph_of(offsets, targets) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(len(offsets) - 1))
    for u in graph:
        graph.add_edges_from((u, v) for v in targets[offsets[u] : offsets[u + 1]].tolist())
    return graph


SEEDS = range(40)
GRAPHS = [random_rows(seed) for seed in SEEDS]


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
def test_reverse(both, rows):
    offsets, targets = rows
    starts, sources, moves = both(kernels.reverse, offsets, targets, True)
    tails = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    assert (np.diff(starts) == np.bincount(targets, minlength=len(offsets) - 1)).all()
    assert (tails[moves] == sources).all()
    # grouped by target, and within a group in order
    assert moves.tolist() == np.argsort(targets, kind="stable").tolist()


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
@pytest.mark.parametrize("several", [0, 1, 3])
def test_distances(both, rows, several):
    offsets, targets = rows
    roots = np.arange(min(several, len(offsets) - 1), dtype=np.int32)
    far = both(kernels.distances, offsets, targets, roots)
    graph = graph_of(offsets, targets)
    expected = nx.multi_source_dijkstra_path_length(graph, set(roots.tolist())) if several else {}
    assert {v: d for v, d in enumerate(far.tolist()) if d >= 0} == expected


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
def test_distances_where_nodes_are_numbered_breadth_first(both, rows):
    graph = graph_of(*rows)
    found = [0, *(v for _, v in nx.bfs_edges(graph, 0))]
    order = [*found, *sorted(set(graph) - set(found))]
    number = {v: k for k, v in enumerate(order)}
    numbered = [[number[w] for _, w in graph.out_edges(v)] for v in order]
    offsets = np.cumsum([0, *map(len, numbered)])
    targets = np.array(sum(numbered, []), np.int32)
    roots, far = np.zeros(1, np.int32), np.full(len(order), -1, np.int32)
    assert _distances_in_order(offsets, targets, far)
    lengths = nx.single_source_shortest_path_length(graph, 0)
    assert far.tolist() == [lengths.get(v, -1) for v in order]
    assert both(kernels.distances, offsets, targets, roots).tolist() == far.tolist()


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
@pytest.mark.parametrize("several", [0, 1, 3])
def test_explore(both, rows, several):
    offsets, targets = rows
    n = len(offsets) - 1
    start, final = n // 2, np.zeros(n, bool)
    final[np.arange(n)[-several:] if several else []] = True
    number, order = both(kernels.explore, offsets, targets, start, final)
    graph = graph_of(offsets, targets)
    graph.remove_edges_from([(u, v) for u, v in graph.edges() if final[u]])
    found = [start, *(v for _, v in nx.bfs_edges(graph, start))]
    goals = [v for v in found if final[v]]
    expected = [v for v in found if v not in goals[1:]]
    assert order.tolist() == expected
    for v in range(n):
        known = goals[0] if v in goals else v
        assert number[v] == (expected.index(known) if v in found else -1)


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
def test_first_of_each(both, rows):
    offsets, targets = rows
    labels = np.arange(len(targets), dtype=np.int64) % 2
    kept = both(kernels.first_of_each, *kernels.reverse(offsets, targets, True), labels, 2)
    tails = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    moves = list(zip(tails.tolist(), targets.tolist(), labels.tolist(), strict=True))
    assert kept.tolist() == [moves.index(move) == k for k, move in enumerate(moves)]


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
def test_components(both, rows):
    offsets, targets = rows
    component = both(kernels.components, offsets, targets)
    groups = {frozenset(np.flatnonzero(component == k).tolist()) for k in set(component.tolist())}
    graph = graph_of(offsets, targets)
    assert groups == set(map(frozenset, nx.strongly_connected_components(graph)))
    assert all(component[u] >= component[v] for u, v in graph.edges())


@pytest.mark.parametrize("rows", GRAPHS, ids=SEEDS)
def test_shortest_cycle(both, rows):
    offsets, targets = rows
    graph = graph_of(offsets, targets)
    roots = np.arange(len(graph), dtype=np.int32)
    root, length = both(kernels.shortest_cycle, offsets, targets, roots)
    back = {u: nx.single_target_shortest_path_length(graph, u) for u in graph}
    through = {}
    for u in graph:
        if lengths := [1 + dict(back[u])[v] for v in graph[u] if v in dict(back[u])]:
            through[u] = min(lengths)
    if not through:
        assert (root, length) == (-1, 0)
    else:
        assert length == min(through.values())
        assert root == min(u for u in through if through[u] == length)


def test_shortest_cycle_looks_only_through_its_roots(both):
    # 0 -> 1 -> 2 -> 0, and 3 -> 3
    offsets, targets = np.array([0, 1, 2, 3, 4]), np.array([1, 2, 0, 3], np.int32)
    for root, length in ((1, 3), (3, 1)):
        found = both(kernels.shortest_cycle, offsets, targets, np.array([root], np.int32))
        assert found == (root, length)
