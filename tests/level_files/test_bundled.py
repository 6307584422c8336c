"""Every bundled level states its answers, and they are right."""

from __future__ import annotations

import pytest

from stategraph import level_files, load
from stategraph.expand import expand
from stategraph.metrics import summary

STATED = {"states", "moves", "shortest", "shortest_count", "first_solution"}
LARGE = ("two-storeys", "warehouse")  # more than 100,000 states
PATHS = [
    pytest.param(
        name,
        path,
        id=f"{name}/{path.stem}",
        marks=[pytest.mark.long] * (path.stem in LARGE or k > 1),
    )
    for name in level_files.family_names()
    for k, path in enumerate(level_files.bundled(name))
]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("name", "path"), PATHS)
def test_the_stated_answers_are_right(name, path):
    level = load(f"{name}/{path.stem}")
    record = summary(expand(level.puzzle))
    fill_in = f"fill in: stategraph expect {path} --write"
    assert set(level.expect) >= STATED, fill_in
    assert {key: record[key] for key in level.expect} == dict(level.expect), fill_in
    claims = level.puzzle.claims
    assert {key: record[key] for key in claims} == claims


@pytest.mark.parametrize("name", level_files.family_names())
def test_a_family_brings_levels_that_differ_in_kind(name):
    records = [load(f"{name}/{path.stem}").expect for path in level_files.bundled(name)]
    assert len(records) >= 8
    assert any(record["shortest"] is None for record in records)
    assert any(record["dead_end_cycles"] or record["dead_states"] for record in records)
    assert len({record["states"] for record in records}) >= 7


@pytest.mark.parametrize("name", level_files.family_names())
def test_a_family_says_what_it_is(name):
    family = level_files.family(name)
    assert family.name == name
    assert family.summary
    assert (family.levels.parent / "README.md").read_text("utf-8").startswith("# ")
