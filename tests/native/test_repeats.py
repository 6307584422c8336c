"""Some rules provably give each label of a state once."""

from __future__ import annotations

import known
import large
import pytest
from toys import one_rule, ship

from stategraph.native.repeats import may_repeat
from stategraph.native.traced_puzzle import trace
from stategraph.rules import Lists, each


def repeats(rule):
    return may_repeat(trace(one_rule(rule)).trees)


@pytest.mark.parametrize("family", ["pacman", "psychopath", "sokoban", "spacewreck", "pledge"])
def test_the_labels_of_a_family_are_proven_distinct(family):
    assert not any(may_repeat(trace(level.puzzle).trees) for level in known.bundled(family)[:3])


@pytest.mark.parametrize("make", [large.rush_hour, large.klotski_of_sets])
def test_labels_of_other_rules_too(make):
    assert not may_repeat(trace(make()).trees)


def test_a_loop_over_a_list_with_a_number_twice():
    assert not may_repeat(trace(ship()).trees)
    ways = Lists(5, 1, {(0, 0): [1, 2, 1]})

    def rule(s):
        for to in ways[s.x, 0]:
            yield f"to{to}", s.but(x=to)

    assert repeats(rule)


def twice(s):
    yield "a", s.but(x=0)
    if s.x == 1:
        yield "a", s.but(x=1)


def one_or_the_other(s):
    if s.x == 1:
        yield "a", s.but(x=1)
    else:
        yield "a", s.but(x=0)


def in_each_pass(s):
    for k in each(range(3)):
        if s.x == k:
            yield "a", s.but(x=0)


def value_like_a_label(s):
    yield f"to{s.x}", s.but(x=0)
    yield "to3", s.but(x=1)


def value_before_different_ends(s):
    yield f"{s.x}L", s.but(x=0)
    yield f"{s.x}R", s.but(x=1)


@pytest.mark.parametrize(
    ("rule", "may"),
    [(twice, True), (one_or_the_other, False), (in_each_pass, True)]
    + [(value_like_a_label, True), (value_before_different_ends, False)],
)  # fmt: skip
def test_rules(rule, may):
    assert repeats(rule) is may
