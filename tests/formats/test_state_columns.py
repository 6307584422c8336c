"""The columns that tables and graphs have for each state."""

from __future__ import annotations

import sys

import networkx as nx
import pytest
import toys
from hypothesis import given
from hypothesis import strategies as st

from stategraph import expand
from stategraph.analysis import moves_from_start, moves_to_goal
from stategraph.analysis.variable_quotient import by_variables
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.formats import state_columns as columns
from stategraph.graph.state_graph import StateGraph
from stategraph.rules import One, Puzzle


@pytest.mark.parametrize("puzzle", toys.DECLARED_PUZZLES)
def test_columns_tell_of_every_state(puzzle):
    graph = expand(puzzle)
    made = columns.node_columns(graph)
    assert made["number"] == list(range(len(graph)))
    assert made["state"] == [repr(graph.state(n)) for n in range(len(graph))]
    for name, kind in graph.variables.kinds.items():
        assert made[f"state.{name}"] == [kind.text(graph.state(n)[name]) for n in range(len(graph))]
    assert made["moves_out"] == [len(graph.moves(n)) for n in range(len(graph))]
    left = nx.single_target_shortest_path_length(nx.DiGraph(graph), graph.goal)
    assert made["moves_to_goal"] == [dict(left).get(n) for n in range(len(graph))]
    assert made["start"].index(True) == 0
    assert made["goal"].index(True) == graph.goal


def test_roles_of_the_trap():
    graph = expand(toys.trapdoor())
    found = dict(zip(graph.states, columns.roles(graph).tolist(), strict=True))
    assert found == dict(a="start", b="alive", g="goal", c="dead", d="dead", z="stuck")


@given(case=toys.unique_labels(), most=st.integers(1, 8))
def test_an_incomplete_graph_claims_nothing_that_a_whole_one_denies(case, most):
    whole, part = expand(case.puzzle()), expand(case.puzzle(), Limits(states=most))
    number = {state: n for n, state in enumerate(whole.states)}
    truth = moves_to_goal(whole).tolist()
    made = columns.node_columns(part)
    assert part.complete or made["unexpanded"].count(None) == part.expanded
    for state, moves, role in zip(part.states, made["moves_to_goal"], made["role"], strict=True):
        assert moves is None or moves == truth[number[state]]
        assert role not in ("dead", "stuck") or truth[number[state]] < 0
        assert role not in ("alive", "goal") or truth[number[state]] >= 0


def test_columns_tell_of_every_class_of_states():
    graph = expand(toys.ship())
    made = by_variables(graph, ["rocket"])
    found = columns.node_columns(made.as_graph())
    assert found["number"] == list(range(len(made.graph)))
    assert found["start"] == [True] + [False] * (len(made.graph) - 1)
    assert found["goal"] == [node == made.graph.goal for node in range(len(made.graph))]
    assert sum(found["states"]) == len(graph)
    rooms = [graph.state(node).rocket for node in range(len(graph))]
    owners = made.owner.tolist()
    for node, text in enumerate(found["state"]):
        inside = [k for k, owner in enumerate(owners) if owner == node]
        assert found["states"][node] == len(inside)
        assert found["moves_from_start"][node] == min(
            int(n) for k, n in enumerate(moves_from_start(graph)) if k in inside
        )
        if node != made.graph.goal:
            assert {f"rocket={rooms[k]}" for k in inside} == {text}


def test_a_frame_holds_numbers_as_numbers_and_cells_as_texts():
    frame = columns.to_frame(expand(toys.ship()))
    assert frame["rocket"].tolist()[:2] == [1, 3]
    assert frame.index.tolist() == list(range(9))
    assert frame["moves_to_goal"].isna().sum() == 2
    cells = columns.to_frame(expand("sokoban/next-door"))
    assert cells["player"].iloc[0] == "3:3"


def test_states_of_a_plain_puzzle_read_the_same_in_every_run():
    made = StateGraph.from_networkx(
        nx.DiGraph([(frozenset("ba"), (1, "x")), ((1, "x"), 3)]), frozenset("ab"), 3
    )
    assert columns.state_texts(made, {}) == ["frozenset({'a', 'b'})", "(1, 'x')", "3"]


def test_tuples_of_a_plain_puzzle_read_as_python_writes_them():
    states = [(), (1,), (1, "x"), ((2,), frozenset({3}))]
    made = StateGraph.from_networkx(nx.path_graph(states, nx.DiGraph), (), states[-1])
    assert columns.state_texts(made, {}) == list(map(repr, states))


def test_states_without_variables_have_an_empty_text():
    graph = expand(Puzzle({"lamp": 0}, [], lambda s: False, lamp=One(2)))
    assert columns.state_texts(graph, {"lamp": ["0"]}) == ["lamp=0"]
    assert columns.state_texts(graph, {}) == [""]


def test_without_pandas_a_frame_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"needs pandas: .*install"):
        columns.to_frame(expand("spacewreck/eight-rooms"))
