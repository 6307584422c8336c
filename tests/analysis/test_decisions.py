"""Decisions along a solution: counted by hand, and untouched by a corridor in front."""

from __future__ import annotations

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import plain, repeated_labels, ship, unique_labels

from stategraph.analysis import decisions, first_solution
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import measure

many = settings(max_examples=examples(150))
SHARES = [
    "mean_choices", "productive_share", "neutral_share", "regress_share", "fatal_share",
    "only_move_share", "mean_slack", "largest_slack", "counterintuitive_share",
]  # fmt: skip


@many
@given(repeated_labels())
def test_every_step_is_counted(case):
    if case.goal not in case.play:
        return
    made, play = case.made, case.play
    left = dict(nx.single_target_shortest_path_length(play, case.goal))
    way = first_solution(made)
    found = decisions(made, way)
    assert len(found.choices) == len(way)
    for k, node in enumerate(way.nodes[:-1]):
        u = made.states[node]
        after = [left.get(v) for _, v, _ in play.out_edges(u, keys=True)]
        slacks = [1 + d - left[u] for d in after if d is not None]
        row = [
            found.choices[k], found.productive[k], found.neutral[k], found.regress[k],
            found.fatal[k], found.slack[k], found.largest[k],
        ]  # fmt: skip
        assert row == [
            len(after), slacks.count(0), slacks.count(1), sum(s > 1 for s in slacks),
            after.count(None), sum(slacks), max(slacks),
        ]  # fmt: skip


@many
@given(unique_labels(), st.integers(1, 5))
def test_a_corridor_in_front_changes_no_share(case, length):
    guess = {name: (7 * k) % 5 for k, name in enumerate("abcdefgh")}
    longer = case.graph.copy()
    for k in range(length):
        onto = case.start if k + 1 == length else f"corridor {k + 1}"
        longer.add_edge(f"corridor {k}", onto, key="on")
    with_corridor = StateGraph.from_networkx(longer, "corridor 0", case.goal)
    before, after = (
        measure(graph, heuristic=lambda state: guess.get(state, 0))
        for graph in (case.made, with_corridor)
    )
    assert {name: after[name] for name in SHARES} == {name: before[name] for name in SHARES}
    assert after["decision_steps"] == before["decision_steps"]
    assert after["only_moves"] == before["only_moves"]


def test_known_decisions():
    record = measure(expand(ship()))
    assert record["decision_steps"] == record["only_moves"] == 3
    assert record["productive_share"] == 0.5
    assert record["mean_choices"] == 2
    # a fatal, a neutral, a productive and a backward move; then one that is forced
    made = expand(plain("a", "a f z, a n b, a p c, b q c, a r s, s t e, e u a, c w g", "g"))
    found = decisions(made, first_solution(made))
    assert [list(kind) for kind in (found.choices, found.productive, found.neutral)] == [
        [4, 1], [1, 1], [1, 0],
    ]  # fmt: skip
    assert [list(kind) for kind in (found.regress, found.fatal)] == [[1, 0], [1, 0]]
    assert found.largest[0] == 3
    assert measure(made)["mean_slack"] == pytest.approx(4 / 3)


def test_steps_against_the_heuristic():
    made = expand(plain("a", "a x b, a y a, b x c, c x g, c y a", "g"))
    record = measure(made, heuristic={"a": 2, "b": 2, "c": 3, "g": 0}.get)
    assert record["counterintuitive_steps"] == 2
    assert record["counterintuitive_share"] == 0.5  # of the decisions at a and c, the one at a


def test_a_corridor_has_no_decisions():
    record = measure(expand(plain("a", "a x b, b x g", "g")))
    assert (record["decision_steps"], record["only_moves"]) == (0, 0)
    assert all(record[name] is None for name in SHARES)
    assert record["unknown"] == []
