"""Answers in Python: the words, the record and the pictures of the command line."""

from __future__ import annotations

import json
import pickle

import pytest

import stategraph as sg
from stategraph.readable import MAX_REPR, Readable, one_line

LEVEL = "spacewreck/eight-rooms"
AFTER = "spacewreck/both-arrive"

# The same question in Python and on the command line.
ANSWERS = {
    "solve": (lambda: sg.solve(LEVEL), ["solve", LEVEL]),
    "solve no path": (
        lambda: sg.solve("spacewreck/no-way-out"),
        ["solve", "spacewreck/no-way-out"],
    ),
    "analyse": (lambda: sg.analyse(LEVEL), ["analyse", LEVEL]),
    "analyse no path": (
        lambda: sg.analyse("spacewreck/no-way-out"),
        ["analyse", "spacewreck/no-way-out"],
    ),
    "query": (lambda: sg.query(LEVEL, after="L4R3L7"), ["query", LEVEL, "--after", "L4R3L7"]),
    "ask": (
        lambda: sg.ask(LEVEL, "always can reach goal"),
        ["ask", LEVEL, "always can reach goal"],
    ),
    "verify": (lambda: sg.replay(LEVEL, "R3L5L8"), ["verify", LEVEL, "R3L5L8"]),
    "verify broken": (lambda: sg.replay(LEVEL, "R3L9"), ["verify", LEVEL, "R3L9"]),
    "compare": (lambda: sg.compare(LEVEL, AFTER), ["diff", LEVEL, AFTER]),
    "ablate": (lambda: sg.ablate(LEVEL, jobs=1), ["ablate", LEVEL, "--jobs", "1"]),
    "check": (lambda: sg.check(LEVEL), ["check", LEVEL]),
    "difficulty": (lambda: sg.difficulty(LEVEL), ["difficulty", LEVEL]),
    "difficulty of walks": (
        lambda: sg.difficulty("sokoban/three-in-a-row"),
        ["difficulty", "sokoban/three-in-a-row"],
    ),
    "explain_solution": (lambda: sg.explain_solution(LEVEL), ["solve", LEVEL, "--explain"]),
    "explain_solution no path": (
        lambda: sg.explain_solution("sokoban/corner"),
        ["solve", "sokoban/corner", "--explain"],
    ),
    "hardest": (lambda: sg.hardest(LEVEL), ["hardest", LEVEL]),
}


@pytest.fixture(params=ANSWERS)
def asked(request):
    answer, words = ANSWERS[request.param]
    return answer(), words


def test_an_answer_prints_the_words_of_the_command_line(asked, run):
    answer, words = asked
    shown = run(*words)
    printed = shown.out.splitlines()
    assert printed
    assert [line for line in str(answer).splitlines() if line in printed] == printed


def test_an_answer_has_the_record_of_the_command_line(asked, run):
    answer, (verb, *words) = asked
    made = json.loads(run(verb, "--json", *words).out)
    made = made[0] if isinstance(made, list) else made
    record = json.loads(json.dumps(answer.to_dict(), default=list))
    assert record == made


def test_the_repr_of_a_query_names_the_state_although_its_text_begins_with_a_board():
    answer = sg.query("sokoban/corner", after="D")
    assert repr(answer) == "<QueryAnswer: dead, player=3:3, boxes=1:1>"


def test_an_answer_has_a_short_repr_and_a_page(asked):
    answer, _ = asked
    assert repr(answer).startswith(f"<{type(answer).__name__}")
    assert len(repr(answer)) < 120
    assert "\n" not in repr(answer)
    page = answer._repr_html_()
    assert page.startswith(("<pre", "<table"))


def test_answers_about_a_state_show_its_board():
    for answer in (sg.query(LEVEL, 7), sg.replay(LEVEL, "R3"), sg.hardest(LEVEL)):
        assert "<svg" in answer._repr_html_()


def test_words_are_escaped_on_a_page():
    answer = Readable().with_words(lambda: ["a < b"], dict)
    assert "a &lt; b" in answer._repr_html_()


def test_verdicts_are_a_list_each_with_its_words():
    found = sg.check(LEVEL, {"shortest": 3, "trap_moves": 0})
    assert [verdict.holds for verdict in found] == [True, False]
    broken = f"{LEVEL}: trap_moves is 1, demanded 0; trap: L4 R3 L7"
    assert (str(found), str(found[1])) == (broken, broken)
    assert found.to_dict()["holds"] is False
    assert found[1].to_dict() in found.to_dict()["demands"]


def test_a_solution_that_is_not_proven_says_why():
    found = sg.solve("psychopath/first-push", max_states=3)
    assert str(found).splitlines()[0] == "UNKNOWN"
    assert "stopped at the limit of 3 states" in str(found)


def test_an_answer_can_be_pickled_and_compared(asked):
    answer, words = asked
    if words[0] in ("query", "ask", "verify", "check", "hardest"):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert repr(again).startswith(type(answer).__name__)
        assert again._repr_html_().startswith("<pre")


def test_an_answer_of_another_package_shows_its_fields():
    from stategraph.ask import ask

    graph = sg.expand(LEVEL)
    found = ask(graph.level, graph, "can reach dead")
    assert repr(found) == str(found)
    assert repr(found).startswith("Answer(question='can reach dead', answer=True")
    assert found.to_dict()["holds_in"] == 6


def test_a_path_prints_its_moves():
    path = sg.first_solution(LEVEL)
    assert (str(path), repr(path)) == ("R3L5L8", "<GraphPath: 3 moves, R3L5L8>")


def test_a_metric_says_what_it_is():
    assert repr(sg.METRICS["shortest"]) == "<Metric shortest: moves of a shortest solution>"


def test_a_long_repr_is_cut():
    assert len(one_line(f"<{'a ' * 1000}>")) == MAX_REPR
