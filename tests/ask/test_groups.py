"""Classes of states by any expression of the language of questions."""

from __future__ import annotations

import json

import numpy as np
import pytest

import stategraph as sg
from stategraph.analysis.variable_quotient import by_variables
from stategraph.ask.groups import grouped

TWO = "sokoban/two-to-put-away"


def test_states_agree_in_what_is_said_of_them():
    graph = sg.expand(TWO)
    made = grouped(graph.level, graph, ["boxes_home", "dead"])
    dead = sg.where(graph, "dead")
    home = [sg.where(graph, f"boxes_home = {k}") for k in range(3)]
    pairs = {}
    for node in range(len(graph)):
        if node != graph.goal:
            told = int(np.argmax([mask[node] for mask in home])), bool(dead[node])
            assert pairs.setdefault(told, made.owner[node]) == made.owner[node]
    assert len(set(pairs.values())) == len(pairs) == len(made.sizes) - 1
    assert made.sizes.sum() == len(graph)


def test_variables_are_put_together_as_ever():
    graph = sg.expand("spacewreck/eight-rooms")
    plain = by_variables(graph, ["rocket"])
    made = grouped(graph.level, graph, ["rocket", "true"])
    assert np.array_equal(made.owner, plain.owner)


def test_the_option(run, tmp_path):
    got = run("analyse", TWO, "--by", "boxes_home, left <= 3", "--json")
    assert got.code == 0 and json.loads(got.out)["by"] == ["boxes_home", "left <= 3"]
    picture = tmp_path / "by.svg"
    assert run("render", TWO, "--by", "count(boxes in {2:3, 2:4}), dead", "-o", picture).code == 0
    assert "dead=yes" in picture.read_text()
    assert "did you mean walks?" in run("analyse", TWO, "--by", "wlaks").err
    assert run("solve", TWO, "--by", "dead").code == 2
    assert "column" in run("analyse", TWO, "--by", "boxs = 2").err
    assert "unknown in some states" in run("analyse", TWO, "--by", "dead", "--max-states", 9).err


@pytest.mark.parametrize("kind", ["walks", "turns", " turns "])
def test_words_of_a_family_do_not_hide_the_kinds(run, kind):
    for level in ("labyrinth/the-ride", "pledge/straight-home"):
        got = run("solve", level, "--by", kind)
        if got.code == 2:
            assert "no actor can walk" in got.err
        else:
            assert f" {kind.strip()[:-1]}" in got.out


@pytest.mark.parametrize(
    "text, hint",
    [
        ("", "no classes by ''"),
        ("blocks,", "no classes by ''"),
        ("walks, blocks", "--by walks cannot be combined with other classes"),
        ("dead, gaol", "'gaol', column 1: unknown name 'gaol'; did you mean goal?"),
        ("push", "'push', column 1: push is a kind of move"),
    ],
)
def test_what_no_state_agrees_in(run, text, hint):
    got = run("analyse", "psychopath/first-push", "--by", text)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert hint in got.err
