"""Two sides: whether every play reaches the goal, against trying out all plays."""

from __future__ import annotations

import known
import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from stategraph.analysis import dead
from stategraph.analysis.two_players import always_wins, can_be_trapped, nearest_trap
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.rules import One, Puzzle

runs = str.isupper  # the runner's moves bear capitals


def graph_of(*moves: str) -> StateGraph:
    """Return the graph of moves such as ``"sAa"``, from s by A to a; s is the start, g the goal."""
    graph = nx.MultiDiGraph()
    graph.add_nodes_from("sg")
    for u, label, v in moves:
        graph.add_edge(u, v, key=label)
    return StateGraph.from_networkx(graph, "s", "g")


def test_the_other_side_may_dally_but_not_for_ever():
    graph = graph_of("sAa", "abb", "bba", "aAg")
    assert always_wins(graph, runs).holds is True
    assert always_wins(graph, runs).longest == 2


def test_with_a_move_of_the_runner_in_it_the_cycle_is_for_ever():
    found = always_wins(graph_of("sAa", "aBb", "bba", "aAg"), runs)
    assert found.holds is False
    assert (found.way.labels, found.cycle.labels) == (("A",), ("B", "b"))


def test_a_stuck_state_avoids_the_goal():
    found = always_wins(graph_of("sAg", "sbx"), runs)
    assert (found.holds, found.way.labels, found.cycle) == (False, ("b",), None)


def test_the_nearer_witness_is_given():
    near_cycle = always_wins(graph_of("sAs", "sbx", "sCg"), runs)
    assert (near_cycle.way.labels, near_cycle.cycle.labels) == ((), ("A",))
    near_end = always_wins(graph_of("sbx", "sCy", "yAy"), runs)
    assert (near_end.way.labels, near_end.cycle) == (("b",), None)


def test_a_start_that_is_the_goal():
    graph = StateGraph.from_networkx(nx.path_graph(2, nx.DiGraph), 0, 0)
    assert always_wins(graph, runs).longest == 0
    assert (can_be_trapped(graph), nearest_trap(graph)) == (False, None)


def test_the_nearest_trap():
    graph = graph_of("sAa", "sbc", "aAg", "abx", "xby", "yBx", "cAs")
    found = nearest_trap(graph)
    assert can_be_trapped(graph) is True
    assert found.way.labels == ("A", "b")
    assert (found.doom.step, found.doom.label) == (2, "b")
    assert found.cycle.labels == ("b", "B")


def count(end: int) -> Puzzle:
    """Return a puzzle that counts to 9, and from `end` may go round."""

    def step(s):
        if s.n < 9:
            yield "A", s.but(n=s.n + 1)
        if s.n == end:
            yield "B", s.but(n=s.n)

    return Puzzle({"n": 0}, [step], lambda s: s.n == 9, n=One(10))


def test_what_an_incomplete_graph_tells():
    unknown = expand(count(end=6), Limits(states=4))
    assert always_wins(unknown, runs).holds is None
    assert can_be_trapped(unknown) is None
    known_no = expand(count(end=2), Limits(states=4))
    assert always_wins(known_no, runs).cycle.labels == ("B",)
    assert can_be_trapped(known_no) is None
    assert always_wins(expand(count(end=9)), runs).longest == 9


# ----------------------------------------------------------------------------- against all plays


@st.composite
def graphs(draw):
    """Draw a graph of at most six states; some are acyclic."""
    n = draw(st.integers(1, 6))
    acyclic = draw(st.booleans())
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(n))
    for u in range(n):
        for k, v in enumerate(draw(st.lists(st.integers(0, n - 1), max_size=3))):
            runner = draw(st.booleans())
            back = v <= u
            graph.add_edge(u, v, key=("a" if not runner or acyclic and back else "A") + str(k))
    return StateGraph.from_networkx(graph, 0, draw(st.integers(0, n - 1)))


def naive(graph: StateGraph) -> tuple[bool, int | None]:
    """Try every walk of runner's moves, cut off when longer than the number of states.

    A walk with as many of the runner's moves as there are states passes one state twice.
    """
    best = np.full(len(graph), -1)
    work = [(0, 0)]
    best[0] = 0
    while work:
        node, made = work.pop()
        if node != graph.goal and not graph.moves(node):
            return False, None
        for label, target in graph.moves(node):
            more = made + runs(label)
            if more > len(graph):
                return False, None
            if more > best[target]:
                best[target] = more
                work.append((target, more))
    return True, int(best.max())


@settings(max_examples=examples(150))
@given(graphs())
def test_agrees_with_trying_out_all_plays(graph):
    found = always_wins(graph, runs)
    assert (found.holds, found.longest) == naive(graph)


def replays(graph, way):
    """Return whether each move leads from one of the nodes to the next and bears the label."""
    return all(
        (graph.sources[move], graph.targets[move], graph.label(move)) == (u, v, label)
        for u, v, label, move in zip(way.nodes, way.nodes[1:], way.labels, way.moves, strict=False)
    )


@settings(max_examples=examples(150))
@given(graphs())
def test_witnesses_replay(graph):
    found = always_wins(graph, runs)
    if found.holds:
        assert (found.way, found.cycle) == (None, None)
        return
    assert found.way.nodes[0] == 0
    assert replays(graph, found.way)
    end = found.way.nodes[-1]
    if found.cycle is None:
        assert end != graph.goal
        assert not graph.moves(end)
        return
    cycle = found.cycle
    assert replays(graph, cycle)
    assert cycle.nodes[0] == cycle.nodes[-1] == end
    assert len(set(cycle.nodes)) == len(cycle) >= 1
    assert runs(cycle.labels[0])


@settings(max_examples=examples(200))
@given(graphs())
def test_traps_are_the_nearest_dead_states(graph):
    found = nearest_trap(graph)
    assert can_be_trapped(graph) is bool(dead(graph).any()) is (found is not None)
    if found is not None:
        lengths = nx.single_source_shortest_path_length(graph, 0)
        assert len(found.way) == min(lengths[node] for node in graph if dead(graph)[node])
        assert found.can_win is False


LOOPS = {
    name: verdict
    for name, verdict in known.table("pledge").items()
    if verdict.get("outcome") == "loop"
}


@pytest.mark.parametrize("name, verdict", LOOPS.items(), ids=LOOPS)
def test_an_endless_run_begins_where_it_looks_the_same(name, verdict):
    from stategraph_puzzles.pledge import family

    from stategraph.analysis import endless_run

    puzzle = known.case("pledge", name).puzzle
    stem, moves = endless_run(expand(puzzle), lambda state: family.visible(puzzle, state))
    assert (stem, len(moves)) == (verdict["stem"], verdict["period"])
    assert moves.count("R") - moves.count("L") == verdict["counter_per_loop"]
