"""Operators of play against fixed points over sets; witnesses; proofs from a part of a graph."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from judges import Sets, questions, text
from toys import unique_labels

from stategraph.ask import ask, where
from stategraph.engines.limits import Limits
from stategraph.errors import QuestionError
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY


def level_of(case) -> Level:
    return Level(NO_FAMILY, Puzzle.of(case.puzzle()), name="case", file="case")


def asked_of(case, question, words=False, **how):
    """Return the answer, the states and the sets; None if no move has the label."""
    said = text(question, words)
    level = level_of(case)
    graph = expand(level.puzzle)
    try:
        return ask(level, graph, said, **how), where(
            level, graph, said, fair=how.get("fair", False)
        )
    except QuestionError as error:
        assert "no move is called" in str(error)
        return None


@given(unique_labels(), questions(), st.booleans(), st.booleans())
def test_the_meaning_of_questions(case, question, words, fair):
    got = asked_of(case, question, words, fair=fair)
    assume(got is not None)
    found, mask = got
    graph = expand(level_of(case).puzzle)
    truth = Sets(graph, fair).holds(question)
    assert {n for n in range(len(graph)) if mask[n]} == truth
    assert found.answer == (0 in truth)
    assert (found.holds_in, found.of) == (len(truth), len(graph))


@given(unique_labels(), questions(), st.integers(1, 7), st.booleans())
def test_a_part_of_a_graph_never_says_what_the_whole_denies(case, question, most, fair):
    level = level_of(case)
    whole, part = expand(level.puzzle), expand(level.puzzle, Limits(states=most))
    said = text(question)
    try:
        found = ask(level, part, said, fair=fair)
        surely, never = (where(level, part, t, fair=fair) for t in (said, f"not ({said})"))
    except QuestionError:
        assume(False)
    truth = Sets(whole, fair).holds(question)
    for node in range(len(part)):
        assert not surely[node] or node in truth
        assert not never[node] or node not in truth
    assert found.answer in (None, 0 in truth)
    if part.complete:
        assert found.answer is not None
    if found.run is not None:
        replays(whole, found)


def replays(graph, found) -> list[int]:
    """Return the nodes that the moves of an answer pass, played one by one from the start."""
    nodes = [0]
    for label in (*found.witness, *(found.loop or ())):
        (to,) = [v for name, v in graph.moves(nodes[-1]) if name == label]
        nodes.append(to)
    assert tuple(nodes) == found.run.nodes
    if found.loop is not None:
        assert found.loop and nodes[-1] == nodes[len(found.witness)]
    return nodes


SHOWN_BY_YES, SHOWN_BY_NO = ("EX", "EF", "EU", "EG"), ("AX", "AF", "AG", "AU")


@given(
    unique_labels(),
    st.sampled_from(SHOWN_BY_YES + SHOWN_BY_NO),
    questions(),
    questions(),
    st.none() | st.just(("move", "R*")) | st.just(("not", ("best",))),
    st.booleans(),
)
def test_every_run_shows_what_it_claims(case, kind, p, q, moves, fair):
    question = (kind, moves, p, q) if kind[1] == "U" else (kind, moves, p)
    got = asked_of(case, question, fair=fair)
    assume(got is not None)
    found, _ = got
    shown = found.answer == (kind in SHOWN_BY_YES)
    if not shown:
        return
    assert found.run is not None
    graph = expand(level_of(case).puzzle)
    sets = Sets(graph, fair)
    nodes = replays(graph, found)
    inside, there = sets.holds(p), sets.holds(q)
    everything = sets.nodes
    claims = {
        "EX": lambda: nodes[1] in inside,
        "AX": lambda: nodes[1] not in inside,
        "EF": lambda: comes(nodes, everything, inside),
        "AG": lambda: comes(nodes, everything, everything - inside),
        "EU": lambda: comes(nodes, inside, there),
        "EG": lambda: stays(sets, moves, found, nodes, inside),
        "AF": lambda: stays(sets, moves, found, nodes, everything - inside),
        "AU": lambda: (
            comes(nodes, everything - there, everything - inside - there)
            or stays(sets, moves, found, nodes, everything - there)
        ),
    }
    assert claims[kind]()


def comes(nodes, through, found) -> bool:
    return any(node in found and set(nodes[:k]) <= through for k, node in enumerate(nodes))


def stays(sets, moves, found, nodes, inside) -> bool:
    """Return whether a run stays inside, and ends in a cycle or in a state without such moves."""
    if not set(nodes) <= inside:
        return False
    if found.loop is not None:
        return True
    return nodes[-1] not in {u for u, _, _ in sets.are(moves)}


@given(unique_labels(), questions())
def test_numbers(case, question):
    said = text(question)
    level = level_of(case)
    graph = expand(level.puzzle)
    try:
        number = {
            what: ask(level, graph, f"{what} ({said})")
            for what in (
                "how many states:", "fewest moves to", "most moves before",
                "how many shortest solutions pass",
            )
        }  # fmt: skip
    except QuestionError:
        assume(False)
    sets = Sets(graph)
    truth = sets.holds(question)
    assert number["how many states:"].value == len(truth)
    near = [sets.made[node] for node in truth]
    assert number["fewest moves to"].value == min(near, default=None)
    if near:
        nodes = replays(graph, number["fewest moves to"])
        assert len(nodes) - 1 == min(near) and nodes[-1] in truth
    assert number["most moves before"].value == longest(sets, truth)
    avoided = number["most moves before"]
    if avoided.run is not None:
        stay = replays(graph, avoided)
        assert avoided.value is not None or stays(sets, None, avoided, stay, sets.nodes - truth)
    assert avoided.run is not None or avoided.value is not None
    ways = [] if graph.goal is None else solutions(sets, graph.goal)
    passing = [way for way in ways if truth & set(way)]
    assert number["how many shortest solutions pass"].value == len(passing)


def longest(sets, truth) -> int | None:
    """Return the most moves from the start before `truth`, over all walks; None: no limit."""
    walks, length = {0} - truth, 0
    while walks:
        if length > len(sets.nodes):
            return None
        after = set()
        for u in walks:
            ahead = {v for a, _, v in sets.moves if a == u}
            if not ahead:
                return None
            after |= ahead
        walks, length = after - truth, length + 1
    return length


def solutions(sets, goal) -> list[list[int]]:
    """Return the nodes of every shortest solution."""
    walks = [[0]]
    for _ in range(sets.made[goal]):
        walks = [[*walk, v] for walk in walks for u, _, v in sets.moves if u == walk[-1]]
    return [walk for walk in walks if walk[-1] == goal]


@pytest.mark.long
@settings(max_examples=1000, suppress_health_check=list(HealthCheck))
@given(unique_labels(), questions(), st.booleans(), st.booleans())
def test_the_meaning_of_thousands_of_questions(case, question, words, fair):
    test_the_meaning_of_questions.hypothesis.inner_test(case, question, words, fair)
