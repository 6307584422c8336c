"""Every analysis against a slow answer on random graphs, and against known answers."""

from __future__ import annotations

from math import comb

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from toys import (
    Case,
    diamonds,
    grid,
    lamps,
    plain,
    repeated_labels,
    ship,
    square,
    unique_labels,
)
from toys import trapdoor as trapdoor_puzzle

from stategraph.analysis import (
    Way,
    components,
    count_paths,
    dead,
    dead_end_cycles,
    doom,
    first_solution,
    first_way,
    largest_dead_end_cycles,
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    moves_to_stuck,
    nearest_cycle,
    nearest_trap_moves,
    query,
    shortest,
    shortest_paths,
    solvable,
    stuck,
    trap_moves,
    witness,
)
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import max_depth, summary

many = settings(max_examples=examples(500))


def names(case: Case, flags) -> set[str]:
    """Return the states that are flagged."""
    return {case.made.states[node] for node in case.made if flags[node]}


def far(case: Case, distances) -> dict[str, int]:
    """Return the distances that are not -1, by state."""
    return {case.made.states[n]: d for n, d in enumerate(distances.tolist()) if d >= 0}


def is_walk(graph: StateGraph, way: Way) -> bool:
    """Return whether a way goes from state to state by the moves that it names."""
    steps = zip(way.nodes, way.nodes[1:], way.labels, way.moves, strict=False)
    return len(way.nodes) == len(way.labels) + 1 == len(way.moves) + 1 and all(
        (graph.sources[e], graph.targets[e], graph.label(e)) == (u, v, label)
        for u, v, label, e in steps
    )


# -------------------------------------------------------------------------------------- distances


@many
@given(repeated_labels())
def test_distances_are_those_of_networkx(case):
    play, made = case.play, case.made
    assert set(made.states) == set(play)
    assert far(case, moves_from_start(made)) == nx.single_source_shortest_path_length(
        play, case.start
    )
    assert max_depth(made) == max(moves_from_start(made))
    expected = {}
    if case.goal in play:
        expected = dict(nx.single_target_shortest_path_length(play, case.goal))
    assert far(case, moves_to_goal(made)) == expected
    for node in made:
        name = made.states[node]
        assert far(case, moves_from(made, node)) == nx.single_source_shortest_path_length(
            play, name
        )
        assert far(case, moves_to(made, node)) == dict(
            nx.single_target_shortest_path_length(play, name)
        )


@given(repeated_labels())
def test_moves_to_several_states_are_those_to_the_nearest(case):
    each = [moves_to(case.made, node) for node in case.made]
    both = moves_to(case.made, 0, len(case.made) - 1)
    for node in case.made:
        known = [int(d[node]) for d in (each[0], each[-1]) if d[node] >= 0]
        assert both[node] == min(known, default=-1)


@pytest.mark.parametrize("ask", [moves_from, moves_to, query, nearest_cycle])
@pytest.mark.parametrize("node", [-1, 4, True, "0", None], ids=repr)
def test_absent_nodes_are_refused(ask, node):
    with pytest.raises(nx.NodeNotFound):
        ask(expand(square()), node)


# ------------------------------------------------------------------------------ shortest solutions


@many
@given(unique_labels())
def test_shortest_solutions_of_puzzles(case):
    made, solutions = case.made, case.solutions
    if not solutions:
        assert shortest(made) is None
        assert solvable(made) is False
        with pytest.raises(nx.NetworkXNoPath):
            shortest_paths(made)
        return
    assert solvable(made) is True
    assert shortest(made) == len(solutions[0])
    assert count_paths(shortest_paths(made)) == len(solutions) == len(set(solutions))
    text, moves = first_solution(made), first_solution(made, "moves")
    assert text.text == min("".join(labels) for labels in solutions)
    assert text.labels in solutions
    assert moves.labels == min(solutions)
    for way in (text, moves):
        assert is_walk(made, way)
        assert (way.nodes[0], way.nodes[-1]) == (0, made.goal)


@many
@given(repeated_labels())
def test_shortest_solutions_of_graphs_that_repeat_labels(case):
    if case.solutions:
        made = case.made
        assert count_paths(shortest_paths(made)) == len(case.solutions)
        text, moves = first_solution(made), first_solution(made, "moves")
        assert text.text == min("".join(labels) for labels in case.solutions)
        assert moves.labels == min(case.solutions)
        assert is_walk(made, text)
        assert is_walk(made, moves)


@many
@given(repeated_labels())
def test_shortest_ways_between_any_two_states(case):
    made = case.made
    for source, target in [(0, len(made) - 1), (len(made) - 1, 0), (len(made) // 2, 0)]:
        expected = case.ways(made.states[source], made.states[target])
        if not expected:
            with pytest.raises(nx.NetworkXNoPath):
                shortest_paths(made, source, target)
            continue
        ways = shortest_paths(made, source, target)
        assert (ways.nodes[0], ways.nodes[-1]) == (source, target)
        assert ways.length == len(expected[0])
        assert count_paths(ways) == len(expected)
        assert first_way(made, ways, "moves").labels == min(expected)
        assert first_way(made, ways).text == min(map("".join, expected))


def graph_of(text: str) -> StateGraph:
    return expand(plain(text[0], text, "g"))


@pytest.mark.parametrize(
    "text, by_text, by_moves",
    [
        # two moves each: R10 R1 and R1 R2
        ("s R1 u, s R10 v, u R2 g, v R1 g", "R10 R1", "R1 R2"),
        # code points, not numbers
        ("s R10 u, s R2 v, u x g, v x g", "R10 x", "R10 x"),
        # capitals before small letters
        ("s b u, s B v, u x g, v x g", "B x", "B x"),
        # a beginning is smaller than what it begins
        ("s R1 g, s R10 g", "R1", "R1"),
        # the text goes on inside the next label
        ("s a u, s ab v, u bc g, v b g", "ab b", "a bc"),
        # the same text cut up in two ways
        ("s a u, s ab v, u bc g, v c g", None, "a bc"),
    ],
)  # fmt: skip
def test_first_solution_in_both_orders(text, by_text, by_moves):
    made = graph_of(text)
    found = " ".join(first_solution(made).labels)
    assert found == by_text or by_text is None
    assert " ".join(first_solution(made, "moves").labels) == by_moves


def test_labels_may_be_empty():
    graph = nx.MultiDiGraph()
    for u, v, label in [("s", "u", ""), ("s", "v", "a"), ("u", "g", "b"), ("v", "g", "")]:
        graph.add_edge(u, v, key=label)
    made = StateGraph.from_networkx(graph, "s", "g")
    assert first_solution(made).text == "a"
    assert first_solution(made, "moves").labels == ("", "b")


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="'words'"):
        first_solution(expand(square()), "words")


def test_the_way_from_a_state_to_itself_has_no_moves():
    made = expand(square())
    ways = shortest_paths(made, 1, 1)
    assert (ways.length, count_paths(ways), first_way(made, ways).nodes) == (0, 1, (1,))


# -------------------------------------------------------------------------------------- dead ends


@many
@given(repeated_labels())
def test_dead_ends(case):
    made = case.made
    assert names(case, dead(made)) == case.dead
    assert names(case, stuck(made)) == case.stuck
    traps = trap_moves(made).tolist()
    assert traps == sorted(traps)
    states = made.states
    found = {(states[made.sources[e]], made.label(e), states[made.targets[e]]) for e in traps}
    assert found == case.traps
    assert len(traps) == len(case.traps)


@many
@given(repeated_labels())
def test_components_are_those_of_networkx_and_no_move_leads_up(case):
    made = case.made
    component = components(made)
    found = {frozenset(names(case, component == k)) for k in range(component.max() + 1)}
    assert found == set(map(frozenset, nx.strongly_connected_components(case.play)))
    assert (component[made.sources] >= component[made.targets]).all()


@many
@given(repeated_labels())
def test_dead_end_cycles_and_their_witnesses(case):
    made = case.made
    cycles = dead_end_cycles(made)
    assert {frozenset(made.states[n] for n in cycle.states) for cycle in cycles} == case.cycles
    assert [cycle.states[0] for cycle in cycles] == sorted(cycle.states.min() for cycle in cycles)
    for cycle in cycles:
        component = frozenset(made.states[n] for n in cycle.states)
        assert len(cycle) == len(component)
        assert cycle.states.tolist() == sorted(cycle.states.tolist())
        assert cycle.terminal == case.is_terminal(component)
        way, shortest_of_all = witness(made, cycle)
        assert shortest_of_all
        assert is_walk(made, way)
        assert way.nodes[0] == way.nodes[-1]
        assert len(set(way.nodes)) == len(way) == case.girth(component)
        assert set(way.nodes) <= set(cycle.states.tolist())


@many
@given(repeated_labels())
def test_moves_to_stuck_and_the_nearest_cycle(case):
    made = case.made
    toward = {}
    for state in case.stuck:
        for name, d in dict(nx.single_target_shortest_path_length(case.play, state)).items():
            toward[name] = min(d, toward.get(name, d))
    assert far(case, moves_to_stuck(made)) == toward
    for node in made:
        reach = nx.single_source_shortest_path_length(case.play, made.states[node])
        away = {c: min((reach[s] for s in c if s in reach), default=None) for c in case.cycles}
        near = [d for d in away.values() if d is not None]
        found = nearest_cycle(made, node)
        assert (found is None) == (not near)
        if found is not None:
            assert away[frozenset(made.states[n] for n in found.states)] == min(near)


# ------------------------------------------------------------------------------------ one state


@many
@given(unique_labels())
def test_examine_tells_the_truth_of_every_state(case):
    made = case.made
    for node in made:
        name = made.states[node]
        found = query(made, node)
        assert found.node == node
        assert is_walk(made, found.way)
        assert found.way.text == min(map("".join, case.ways(case.start, name)))
        assert found.can_win == (name in case.alive)
        if found.can_win:
            left = nx.shortest_path_length(case.play, name, case.goal)
            assert found.moves_to_win == left
            assert (found.doom, found.stuck_in, found.cycle) == (None, None, None)
            best = {ways[0] for ways in case.ways(name, case.goal) if ways}
            assert found.best_moves == tuple(sorted(best))
        else:
            assert (found.moves_to_win, found.best_moves) == (None, ())
            assert found.stuck_in == far(case, moves_to_stuck(made)).get(name)
            assert (found.cycle is None) == (nearest_cycle(made, node) is None)


@many
@given(unique_labels())
def test_doom_is_the_trap_move_of_the_way(case):
    made = case.made
    for node in [n for n in made if made.states[n] in case.dead]:
        way = query(made, node).way
        found = doom(made, way)
        if case.start in case.dead:
            assert (found.step, found.label, found.last_alive) == (0, None, None)
            continue
        assert found.last_alive == way.nodes[found.step - 1]
        fallen = way.nodes[found.step]
        trap = made.states[found.last_alive], found.label, made.states[fallen]
        assert trap in case.traps
        assert all(made.states[n] in case.alive for n in way.nodes[: found.step])


def test_the_way_that_was_played_is_judged():
    # z can be reached in one move, or by way of b
    made = graph_of("a x z, a y b, b w g, b v z")
    z = made.find("z")
    played = Way((0, made.find("b"), z), ("y", "v"), (1, 3), wins=False)
    assert query(made, z).doom.label == "x"
    assert query(made, z, played).doom.label == "v"
    assert query(made, z, played).doom.step == 2


# ---------------------------------------------------------------------------------- known answers


def test_the_ship():
    made = expand(ship())
    assert summary(made) == {
        "complete": True,
        "states": 9,
        "moves": 14,
        "solvable": True,
        "shortest": 3,
        "shortest_count": 1,
        "first_solution": "R3L5L8",
        "first_solution_moves": ["R3", "L5", "L8"],
        "order": "text",
        "dead_states": 2,
        "stuck_states": 0,
        "dead_end_cycles": 1,
        "trap_moves": 1,
        "max_depth": 4,
        "unknown": [],
    }
    assert [moves_from_start(made).tolist().count(k) for k in range(5)] == [1, 2, 2, 3, 1]
    assert moves_to_goal(made).max() == 4
    assert len(set(components(made))) == 4


def test_the_dead_end_of_the_ship():
    made = expand(ship())
    (cycle,) = dead_end_cycles(made)
    assert [repr(made.state(n)) for n in cycle.states] == ["rocket=3, lucky=7", "rocket=6, lucky=7"]
    assert cycle.terminal
    (record,) = largest_dead_end_cycles(made, most=5)
    assert record["cycle"] == ["R6", "R3"]
    assert (record["states"], record["cycle_from"]) == (2, cycle.states[0])
    (trap,) = nearest_trap_moves(made, most=5)
    assert repr(made.state(trap["from"])) == "rocket=3, lucky=4"
    assert trap["label"] == "L7"
    assert trap["to"] == cycle.states[0]


def test_the_trapdoor():
    made = expand(trapdoor_puzzle())
    node = made.find
    assert [node(s) for s in "cdz"] == dead(made).nonzero()[0].tolist()
    assert [node("z")] == stuck(made).nonzero()[0].tolist()
    (cycle,) = dead_end_cycles(made)
    assert not cycle.terminal
    found = query(made, node("c"))
    assert found.way.labels == ("on", "fall")
    assert (found.doom.step, found.doom.label, found.doom.last_alive) == (2, "fall", node("b"))
    assert (found.stuck_in, found.cycle.labels) == (2, ("r", "l"))


def test_all_switches_lead_everywhere():
    record = summary(expand(lamps()))
    assert (record["shortest"], record["shortest_count"], record["dead_states"]) == (3, 6, 0)
    assert record["first_solution_moves"] == ["S0", "S1", "S2"]


def test_parallel_moves_are_counted_apart():
    record = summary(graph_of("a R3 g, a L3 g"))
    assert (record["states"], record["moves"], record["shortest_count"]) == (2, 2, 2)
    assert record["first_solution"] == "L3"


def test_an_unsolvable_puzzle():
    record = summary(graph_of("a x b, b y a"))
    assert (record["solvable"], record["shortest"], record["shortest_count"]) == (False, None, 0)
    assert (record["first_solution"], record["first_solution_moves"]) == (None, None)
    assert (record["dead_states"], record["dead_end_cycles"], record["trap_moves"]) == (2, 1, 0)


def test_the_largest_cycles_and_the_nearest_traps_come_first():
    made = graph_of("a t z, a u b, b v g, b w c, c p d, d q e, e r c, z s z")
    assert [record["states"] for record in largest_dead_end_cycles(made, most=5)] == [3, 1]
    assert len(largest_dead_end_cycles(made, most=1)) == 1
    assert [record["label"] for record in nearest_trap_moves(made, most=5)] == ["t", "w"]
    assert len(nearest_trap_moves(made, most=1)) == 1


# ----------------------------------------------------------------------- more than can be listed


def test_twenty_two_way_diamonds():
    graph = nx.MultiDiGraph(diamonds(20))
    graph.add_edges_from([(v, u, "back") for u, v in diamonds(20).edges()])
    graph.add_edge(60, 61, key="+")
    graph.add_edge(60, 62, key="aside")
    made = StateGraph.from_networkx(graph, 0, 61)
    record = summary(made)
    assert (record["states"], record["shortest"]) == (63, 41)
    assert record["shortest_count"] == 1_048_576
    assert record["first_solution"] == "1+" * 20 + "+"


def test_a_grid_of_40_by_40():
    made = StateGraph.from_networkx(grid(40), (0, 0), (39, 39))
    assert count_paths(shortest_paths(made)) == comb(78, 39)
    for order in ("text", "moves"):
        assert first_solution(made, order).text == "D" * 39 + "R" * 39


@pytest.mark.parametrize("k", [30, 31, 61, 62, 63, 64, 123, 124, 125, 200])
def test_counts_are_exact_beyond_any_word(k):
    made = StateGraph.from_networkx(diamonds(k), 0, 3 * k)
    assert count_paths(shortest_paths(made)) == 2**k


def test_a_long_dead_corridor_does_not_exhaust_the_stack():
    graph = nx.path_graph(5000, nx.DiGraph)
    graph.add_edge(4999, 1)
    made = StateGraph.from_networkx(graph, 0, goal=[])
    (cycle,) = dead_end_cycles(made)
    way, shortest_of_all = witness(made, cycle)
    assert (len(way), shortest_of_all) == (4999, True)


def test_labels_that_can_be_cut_up_in_many_ways():
    graph = nx.MultiDiGraph()
    for k in range(60):
        for label in ("a", "aa", "aaa"):
            graph.add_edge(k, k + 1, key=label)
            graph.add_edge(k, (k + 1, label), key=label)
            graph.add_edge((k + 1, label), k + 2, key="a")
    made = StateGraph.from_networkx(graph, 0, 60)
    assert first_solution(made).text == "a" * 60
    before, count = 0, 1
    for _ in range(60):
        before, count = count, 3 * count + 3 * before
    assert count_paths(shortest_paths(made)) == count


# ------------------------------------------------------------------------- solutions are playable


@many
@given(unique_labels())
def test_solutions_and_witnesses_replay_in_the_puzzle(case):
    puzzle, made = case.puzzle(), case.made
    ways = [witness(made, cycle)[0] for cycle in dead_end_cycles(made)]
    if case.solutions:
        ways += [first_solution(made, order) for order in ("text", "moves")]
    for way in ways:
        state = made.states[way.nodes[0]]
        for label, node in zip(way.labels, way.nodes[1:], strict=True):
            state = dict(puzzle.moves(state))[label]
            assert state == made.states[node]
