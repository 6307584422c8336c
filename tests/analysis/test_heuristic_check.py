"""Heuristic audits, compared with exact distances: on random graphs, and through the verb."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import networkx as nx
import numpy as np
import pytest
from effort import examples, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import counter, repeated_labels, ship

from stategraph import load
from stategraph.analysis import check_heuristic, moves_from_start, proven_distance
from stategraph.engines.limits import Limits
from stategraph.expand import expand


@settings(max_examples=examples(150))
@given(repeated_labels(), st.lists(st.integers(0, 6), min_size=8, max_size=8))
def test_every_verdict_is_that_of_the_definition(case, values):
    made, play = case.made, case.play
    guesses = dict(zip(made.states, values, strict=False))
    left = {}
    if case.goal in play:
        left = dict(nx.single_target_shortest_path_length(play, case.goal))
    found = check_heuristic(made, guesses.__getitem__)
    assert found.distances.tolist() == [left.get(state, -1) for state in made.states]
    wrong = {s for s in made.states if s in left and guesses[s] > left[s]}
    assert {made.states[node] for node in found.too_many} == wrong
    assert len(found.too_many) == len(wrong)
    assert found.admissible == (not wrong)
    falls = [
        (u, v) for u, v, _ in play.edges(keys=True)
        if u != case.goal and guesses[u] > 1 + guesses[v]
    ]  # fmt: skip
    ends = [
        (made.states[made.sources[e]], made.states[made.targets[e]]) for e in found.falls.tolist()
    ]
    assert sorted(ends) == sorted(falls)
    assert found.consistent == (not falls)
    assert found.dead == sum(state not in left for state in made.states)
    assert found.dead_falls == sum(v not in left for _, v in falls)
    gaps = [left[state] - guesses[state] for state in made.states if state in left]
    assert found.gaps.tolist() == gaps
    assert found.histogram == {gap: gaps.count(gap) for gap in sorted(set(gaps))}
    near = moves_from_start(made)
    assert (np.diff(near[found.too_many]) >= 0).all()
    assert (np.diff(near[made.sources[found.falls]]) >= 0).all()


@settings(max_examples=examples(200))
@given(repeated_labels(), st.lists(st.integers(0, 6), min_size=8, max_size=8))
def test_a_consistent_guess_that_is_0_at_the_goal_is_admissible(case, values):
    guesses = dict(zip(case.made.states, values, strict=False))
    guesses[case.goal] = 0
    found = check_heuristic(case.made, guesses.get)
    assert found.admissible or not found.consistent


@pytest.mark.parametrize("name", ["pacman/taking-turns", "psychopath/carousels", "pledge/ferry"])
def test_what_is_proven_before_the_end_is_true(name):
    level = load(name)
    whole = expand(level.puzzle)
    right = proven_distance(whole)
    known = 0
    for most in range(2, len(whole), max(1, len(whole) // 40)):
        part = expand(level.puzzle, Limits(states=most))
        claimed = proven_distance(part)  # nodes have the same numbers
        known += np.count_nonzero(claimed >= 0)
        for node in np.flatnonzero(claimed >= 0).tolist():
            assert claimed[node] == right[node]
        found = check_heuristic(part, lambda state: 3)
        assert set(found.too_many.tolist()) <= set(
            check_heuristic(whole, lambda s: 3).too_many.tolist()
        )
        if not part.complete:
            assert found.admissible in (False, None)
            assert found.consistent is None
    assert known > 0


def test_a_fault_is_proven_on_a_part():
    part = expand(counter(50), Limits(states=10))
    assert check_heuristic(part, lambda s: 0).admissible is None
    found = check_heuristic(part, lambda s: 5 * (9 - s.n))
    assert (found.admissible, found.consistent) == (None, False)  # no goal: the truth may be large
    graph = expand(ship(), until_goal=True)
    assert not graph.complete
    assert check_heuristic(graph, lambda s: 4).admissible is False


# ----------------------------------------------------------------------------------------- the verb


def test_in_words(run):
    got = run("audit-heuristic", "spacewreck/eight-rooms")
    assert (got.code, got.err) == (0, "")
    assert got.out.splitlines()[:5] == [
        "Eight rooms: heuristic corridors",
        "  states      9 states, 2 of them dead; 7 can still win",
        "  admissible  yes: it never overestimates",
        "  consistent  yes: no move makes it fall by more than 1",
        "  below truth 0.571 on average, 2 at most; exact in 4 states (57%)",
    ]


def test_faults_with_the_moves_that_lead_there(run):
    words = "audit-heuristic", "labyrinth/turnstile", "--heuristic", "manhattan"
    got = run(*words, "--shown", 2)
    assert got.code == 1
    assert "  admissible  no: it overestimates in " in got.out
    assert "overestimates, nearest to the start (2 of " in got.out
    record = json.loads(run(*words, "--json", "--shown", 3).out)
    level = load("labyrinth/turnstile")
    guess = level.family.heuristics["manhattan"](level.puzzle)
    assert record["too_many_states"] > 3 == len(record["nearest_too_many"])
    for fault in record["nearest_too_many"]:
        state = level.puzzle.start
        for label in fault["after"]:
            state = dict(level.puzzle.moves(state))[label]
        assert repr(state) == fault["state"]
        assert guess(state) == fault["guess"] > fault["at_most"]
        rest = expand(level.puzzle.starting(state), until_goal=True)
        assert moves_from_start(rest)[rest.goal] == fault["at_most"]
    for fault in record["nearest_falling"]:
        state = level.puzzle.start
        for label in fault["after"]:
            state = dict(level.puzzle.moves(state))[label]
        after = dict(level.puzzle.moves(state))[fault["label"]]
        assert (guess(state), guess(after)) == (fault["guess"], fault["guess_after"])
        assert fault["guess"] > fault["guess_after"] + 1


def test_as_json(run):
    record = json.loads(run("audit-heuristic", "psychopath/many-traps", "--json").out)
    assert record["heuristic"] == "walk"
    assert (record["admissible"], record["consistent"]) == (True, True)
    assert (record["states"], record["dead_states"]) == (16768, 11404)
    assert sum(record["gaps"].values()) == record["states_with_known_truth"] == 16768 - 11404
    assert record["gaps"]["0"] == record["exact_states"]
    assert record["unknown"] == record["nearest_too_many"] == []


def test_on_a_part_it_says_unknown(run):
    got = run("audit-heuristic", "pacman/orchard", "--max-states", 500)
    assert got.code == 3
    assert "admissible  unknown: no fault so far" in got.out
    assert "the truth of the others is not proven" in got.out
    assert "stopped at the limit of 500 states" in got.err
    record = json.loads(run("audit-heuristic", "pacman/orchard", "--max-states", 500, "--json").out)
    assert record["unknown"] == ["admissible", "consistent"]
    assert record["mean_gap"] is None


def test_wide_gaps_share_rows(run):
    out = run("audit-heuristic", "pacman/two-gates").out
    rows = out[out.index("gap, states:") :].splitlines()[1:]
    assert len(rows) <= 20
    record = json.loads(run("audit-heuristic", "pacman/two-gates", "--json").out)
    shown = [int(row.split("█")[0].split()[-1].replace(",", "")) for row in rows]
    assert sum(shown) == sum(record["gaps"].values())
    assert record["largest_gap"] > 20


@pytest.mark.parametrize("form", sampled(["svg", "png", "pdf"]))
def test_pictures(run, tmp_path, form):
    for level in ("labyrinth/over-the-edge", "pacman/after-you"):
        path = tmp_path / f"gaps.{form}"
        words = "audit-heuristic", level, "-o"
        assert run(*words, path).code in (0, 1)
        first = path.read_bytes()
        run(*words, path)
        assert path.read_bytes() == first
        if form == "svg":
            ElementTree.fromstring(first)
            text = first.decode()
            assert ("too many" in text) is ("labyrinth" in level)
            assert ("no exact distance is known" in text) is ("pacman" in level)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["pledge/ferry"], "pledge has no heuristic to audit"),
        (["pacman/orchard", "--heuristic", "x"], "unknown heuristic 'x'; pacman has"),
        (["pacman/orchard", "-o", "gaps.gif"], "gaps.gif: the name must end in .svg"),
    ],
)
def test_complaints(run, words, complaint):
    got = run("audit-heuristic", *words)
    assert (got.code, got.out) == (2, "")
    assert complaint in got.err
