"""``explain``: definitions of metrics and words, and the relation of metrics to people."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stategraph.difficulty.level_features import FEATURES
from stategraph.metrics import COLUMNS, METRICS
from stategraph.studio.page import STATIC
from stategraph.tell import bots, exploration, glossary, main_numbers, plays, searches
from stategraph.tell.ablate import SAYS
from stategraph.tell.analyse import ROWS

TRANSCRIPT = Path(__file__).with_name("transcript.txt")

# verbs whose answers are rows of a label and a value
LABELLED = "analyse", "ask", "query", "audit-heuristic", "plays"


def names(run):
    """Return the words that ``explain`` lists."""
    lines = [line for line in run("explain").out.splitlines() if line.startswith("  ")]
    return [line[2:31].strip() for line in lines]


def test_explain_explains_all_metrics(run):
    assert set(METRICS) <= set(names(run))
    listed = json.loads(run("explain", "--json").out)
    assert list(listed)[: len(METRICS)] == list(METRICS)
    for name in METRICS:
        got, metric = run("explain", name), METRICS[name]
        assert got.code == 0
        assert got.out.startswith(f"{name}: {metric.title}\n\n{metric.definition}\n")
        assert json.loads(run("explain", name, "--json").out)["definition"] in got.out


def test_explain_lists_each_word_once_with_an_explanation(run):
    listed = json.loads(run("explain", "--json").out)
    assert len({glossary.key(name) for name in listed}) == len(listed)
    assert all(len(text) > 3 for text in listed.values())
    for name in names(run):
        metric, terms = glossary.find(name)
        assert metric or terms, name


def test_every_label_of_a_table_or_a_page_is_explained():
    tables = (COLUMNS, plays.TABLE, bots.HEAD, searches.HEAD, searches.COLUMNS, exploration.COLUMNS)
    pages = (
        main_numbers.MEANINGS,
        dict(main_numbers.COLUMNS),
        dict(main_numbers.PEOPLE),
        *ROWS.values(),
    )
    studio = re.search(
        r"const NUMBERS = \{(.*?)\};", (STATIC / "numbers.js").read_text(), re.DOTALL
    )
    labels = [
        name for words in (*tables, *pages, main_numbers.TERMINAL_COLUMNS, SAYS) for name in words
    ]
    labels += re.findall('"(.*?)"', studio[1])
    for label in labels:
        word = main_numbers.about(label, glossary.RUNNER)
        assert glossary.find(word) != ("", []), label


@pytest.mark.parametrize("verb", LABELLED)
def test_every_label_of_an_answer_is_explained(verb):
    """The labels come from recorded answers: "label: value", or columns with two blanks between."""
    blocks = TRANSCRIPT.read_text("utf-8").split("\n$ ")
    answers = [block for block in blocks if block.startswith(f"{verb} ") and "--json" not in block]
    labels = re.findall(r"^ *([a-z][a-z -]{2,27}?)(?:  +\S|: )", "\n".join(answers), re.MULTILINE)
    said = {label for label in labels if not label.startswith("after ")} - {
        "stategraph",
        "by lucky",
    }
    assert len(said) >= 3
    assert not [label for label in said if glossary.find(label) == ("", [])]


def test_case_and_spelling_do_not_matter(run):
    assert run("explain", "MUSE").out == run("explain", "muse").out
    assert run("explain", "Going", "back").out == run("explain", "going_back").out
    assert run("explain", "dead-end cycle").out != ""
    got = run("explain", "Narrowness").out
    assert got.startswith("narrowness: An only move is")
    assert re.search(r"^  only_moves +decision", got, re.MULTILINE)


def test_a_label_of_several_metrics_names_them(run):
    record = json.loads(run("explain", "of those moves", "--json").out)
    shares = ["productive_share", "neutral_share", "regress_share", "fatal_share"]
    assert list(record["metrics"]) == shares
    assert all(name in run("explain", "of", "those", "moves").out for name in shares)


def test_explain_says_what_is_needed_and_what_was_meant(run):
    assert "Needs the family's heuristic." in run("explain", "counterintuitive_steps").out
    got = run("explain", "mouse")
    assert (got.code, got.out) == (2, "")
    assert got.err.startswith("stategraph: 'mouse' is not in the list of words; did you mean muse")
    assert "lists all words" in run("explain", "xyzzy").err


@pytest.mark.parametrize("name", [name for name in FEATURES if name in METRICS])
def test_a_cause_of_difficulty_is_explained_as_its_metric(run, name):
    assert run("explain", FEATURES[name]).out == run("explain", name).out


def test_trap_is_a_move_and_a_level_is_explained_by_another_verb(run):
    assert run("explain", "trap").out.startswith("trap: A move from a state that can still win")
    error = run("explain", "sokoban/first-push").err
    assert error.endswith("for a level, use 'stategraph solve sokoban/first-push --explain'\n")


def test_explain_tells_what_a_metric_says_of_people(run):
    assert "Useless as a measure of difficulty" in run("explain", "states").out
    assert "With length known, it may add nothing: Rush Hour." in run("explain", "muse").out
    narrow = json.loads(run("explain", "only_moves", "--json").out)["people"]
    assert all(one["low"] > 0 for one in narrow)
    assert "wrong sign" not in run("explain", "only_moves").out
    assert json.loads(run("explain", "first_solution", "--json").out)["people"] == []
