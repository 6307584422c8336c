"""``explain``: what each metric is, what it needs, and what it says of people."""

from __future__ import annotations

import json

from stategraph.metrics import METRICS


def test_explain_names_and_explains_all(run):
    out = run("explain").out
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert names == list(METRICS)
    assert list(json.loads(run("explain", "--json").out)) == names
    for name in names:
        got, metric = run("explain", name), METRICS[name]
        assert got.code == 0
        assert got.out.startswith(f"{name}: {metric.title}\n\n{metric.definition}\n")
        assert json.loads(run("explain", name, "--json").out)["definition"] in got.out


def test_explain_says_what_is_needed_and_what_was_meant(run):
    assert "Needs the family's heuristic." in run("explain", "counterintuitive_steps").out
    got = run("explain", "mouse")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: there is no metric 'mouse'; did you mean muse or moves?\n"
    assert "names all" in run("explain", "xyzzy").err


def test_explain_tells_what_a_metric_says_of_people(run):
    assert "Useless as a measure of difficulty" in run("explain", "states").out
    assert "Beside length it may tell nothing: Rush Hour." in run("explain", "muse").out
    narrow = json.loads(run("explain", "only_moves", "--json").out)["people"]
    assert all(one["low"] > 0 for one in narrow)
    assert "wrong sign" not in run("explain", "only_moves").out
    assert json.loads(run("explain", "first_solution", "--json").out)["people"] == []
