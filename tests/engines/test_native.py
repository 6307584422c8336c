"""The native engine: the same graph as the direct one, array for array; and its refusals."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

import boards
import known
import numpy as np
import pytest
from alike import assert_same
from effort import examples, sampled
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import Plain, one_rule

from stategraph import load
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.engines.successors import SuccessorGenerator
from stategraph.errors import InputError, RuleError, TraceError
from stategraph.expand import expand
from stategraph.machine import cache
from stategraph.machine.backends import MISSING
from stategraph.machine.python_backend import SLOWER
from stategraph.native.compiled import CompiledRules
from stategraph.rules import Cells, Lists, One, Puzzle, Set, Table, Tuple, each

FAMILIES = ("spacewreck", "psychopath", "pacman", "labyrinth", "pledge")


# ---------------------------------------------------------------------------- the same graph


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def most(request):
    """Run the written module plain and compiled; return the largest number of states for it."""
    if request.param == "compiled":
        return 10**9
    request.getfixturevalue("interpreted")
    return 1_000


def no_larger(levels_of, name, most):
    return [level.puzzle for level in levels_of(name) if level.expect["states"] <= most]


@pytest.mark.parametrize("name", sampled((*FAMILIES, "sokoban"), 3))
def test_every_bundled_level(name, most):
    for puzzle in no_larger(known.bundled, name, most):
        assert_same(puzzle)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_known_answer(name, most):
    for puzzle in no_larger(known.cases, name, most):
        assert_same(puzzle)


@pytest.mark.parametrize(
    "level",
    ["labyrinth/turnstile", "pacman/after-you", "pledge/island", "psychopath/notebook-1"]
    + ["sokoban/first-push", "spacewreck/eight-rooms"],
)
def test_compiled(level):
    assert_same(load(level).puzzle)


@pytest.mark.parametrize("name", (*FAMILIES, "sokoban"))
@pytest.mark.parametrize("states", sampled([7, 1, 2, 60, 399]))
def test_stopped_at_a_number_of_states(name, states, most):
    for puzzle in no_larger(known.bundled, name, most):
        assert_same(puzzle, Limits(states=states))


@pytest.mark.parametrize("name", sampled((*FAMILIES, "sokoban"), 3))
def test_expanded_as_far_as_the_goal(name, most):
    for puzzle in no_larger(known.bundled, name, most):
        assert_same(puzzle, until_goal=True)


def corridor_puzzle(words: int):
    """Return a walk that lights lamps, with states of `words` words, and a row of counters."""
    n = 60 * words

    def walk(s):
        for step in each([1, -1]):
            to = s.at + step
            if to >= 0 and to < n:
                yield f"go{to}", s.but(at=to)

    def light(s):
        if s.at not in s.lit and s.row[s.at % 3] < 2:
            row = s.row.put(s.at % 3, s.row[s.at % 3] + 1)
            yield f"light{s.at}/{s.row[0]}", s.but(lit=s.lit + s.at, row=row)
        elif s.at in s.lit:
            yield "dark", s.but(lit=s.lit - s.at)

    def shift(s):
        if s.lit:
            yield "shift", s.but(row=(s.row[2], *s.row[:2]))

    return Puzzle(
        {"at": n // 2, "lit": [], "row": [0, 1, 0]},
        [walk, light, shift],
        lambda s: s.at == 0 and s.row[1] == 2,
        at=One(n), lit=Set(n), row=Tuple(3, 3),
    )  # fmt: skip


@pytest.mark.parametrize("words", sampled([2, 1, 7]))
def test_states_of_several_words(words):
    graph = assert_same(corridor_puzzle(words), Limits(states=6_000))
    assert graph.states.shape[1] >= words
    assert any(name.startswith("light") for name in graph.label_names)


SHADES = 3


@st.composite
def random_puzzles(draw):
    """Return puzzles whose rules use everything a rule can use, on random tables."""
    n = draw(st.integers(2, 9))
    table = Table(draw(st.lists(st.integers(-1, n - 1), min_size=n, max_size=n)))
    grid = Table(draw(st.lists(st.tuples(*[st.integers(0, 1)] * n), min_size=n, max_size=n)))
    some = Cells(draw(st.sets(st.integers(0, n + 3))))
    pairs = st.tuples(st.integers(0, n - 1), st.integers(0, SHADES - 1))
    lists = st.lists(st.integers(0, n - 1), max_size=3, unique=True)
    ways = Lists(n, SHADES, draw(st.dictionaries(pairs, lists)))
    kind = draw(st.integers(0, 4))

    def jump(s):
        to = table[s.a]
        if to >= 0 and (to not in s.set or grid[to, s.b]):
            yield "jump", s.but(a=to)

    def swap(s):
        for k in each(range(3)):
            if s.row[k] != s.b % SHADES and s.a in some:
                yield f"swap{k}{s.row[k]}", s.but(row=s.row.put(k, s.b % SHADES), b=s.a)

    def walk(s):
        for to in ways[s.a, s.row[1]]:
            if to != s.b:
                yield f"w{to}", s.but(a=s.b, b=to)

    def flip(s):
        if (s.a + s.b) // 2 in s.set:
            yield "off", s.but(set=s.set - (s.a + s.b) // 2)
        else:
            yield "on", s.but(set=s.set + (s.a + s.b) // 2)

    def turn(s):
        if kind % 2:
            yield "turn", s.but(row=s.row[1:] + s.row[:1])

    def goal(s):
        return (s.a == n - 1 and s.b == 0) if kind else not s.set

    return Puzzle(
        {"a": 0, "b": n - 1, "set": {0}, "row": [0, 1, 2]},
        draw(st.permutations([jump, swap, walk, flip, turn])),
        goal,
        a=One(n), b=One(n), set=Set(draw(st.sampled_from([n, 70]))), row=Tuple(3, SHADES),
    )  # fmt: skip


@pytest.mark.usefixtures("interpreted")
@settings(max_examples=examples(60))
@given(random_puzzles())
def test_random_rules(puzzle):
    """Interpreted, since compiling each would take a second: the text written is the same."""
    assert_same(puzzle, Limits(states=400))


@pytest.mark.usefixtures("most")
@settings(max_examples=examples(150))
@given(boards.boards("Xpe_", "u"))
def test_random_push_block_boards(rows):
    if any(mark in "eP" for row in rows for mark in row):
        from stategraph_puzzles.psychopath.rules import psychopath

        assert_same(psychopath(rows), Limits(states=2_000))


# --------------------------------------------------------------------------- authors' mistakes


def counter_with_a_set(n):
    def rule(s):
        if s.x not in {n + 1}:  # a set: only plain Python can
            yield "+", s.but(x=s.x + 1)

    return one_rule(rule, goal=lambda s: s.x == n, x=One(n + 1))


def test_such_a_puzzle_still_runs_direct_with_a_remark(monkeypatch, caplog):
    monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 50)
    with caplog.at_level(logging.INFO, "stategraph"):
        graph = expand(counter_with_a_set(200))
    assert len(graph) == 201
    assert len(caplog.messages) == 1
    assert "use Cells or Table" in caplog.messages[0]
    with pytest.raises(TraceError):
        expand(counter_with_a_set(200), engine="native")


@pytest.mark.parametrize("engine", ["direct", "native"])
@pytest.mark.parametrize(("change", "complaint"), [
    (lambda s: {"x": s.x + 1}, r"'x': 5 is not in 0\.\.4"),
    (lambda s: {"x": s.x - 1}, r"'x': -1 is not in 0\.\.4"),
    (lambda s: {"set": s.set + (s.x + 3)}, "outside 0..4"),
    (lambda s: {"row": s.row.put(1, s.x + 3)}, "outside 0..4"),
    (lambda s: {"row": (s.x, 9)}, "outside 0..4"),
])  # fmt: skip
def test_a_value_that_leaves_its_domain_is_an_error(engine, change, complaint):
    def rule(s):
        yield "other", s.but(x=(s.x + 1) % 5)
        if s.x >= 2 or s.x == 0:
            yield "x", s.but(**change(s))

    with pytest.raises(RuleError, match=complaint):
        expand(one_rule(rule), engine=engine)


@pytest.mark.parametrize("engine", ["direct", "native"])
def test_a_look_up_outside_a_table_is_the_authors_own_error(engine):
    table = Table([1, 2])

    def rule(s):
        yield "x", s.but(x=table[s.x])

    with pytest.raises(IndexError):
        expand(one_rule(rule), engine=engine)


@pytest.mark.parametrize("engine", ["direct", "native"])
def test_a_label_met_twice_is_an_error(engine):
    def rule(s):
        yield f"to{s.x}", s.but(x=0)
        if s.x == 3:
            yield "to3", s.but(x=1)
        yield "next", s.but(x=(s.x + 1) % 5)

    with pytest.raises(RuleError, match=r"x=3.*label 'to3' on more than one move"):
        expand(one_rule(rule), engine=engine)


def test_a_label_met_twice_far_from_the_start_is_an_error():
    def rule(s):
        if s.x < 1999:
            yield "on", s.but(x=s.x + 1)
        if s.x == 1501:
            yield "on", s.but(x=0)

    with pytest.raises(RuleError, match=r"x=1501.*label 'on' on more than one move"):
        expand(one_rule(rule, x=One(2000)), engine="native")


def test_a_label_met_twice_is_an_error_of_a_successor_generator(interpreted):
    def rule(s):
        yield "a", s.but(x=0)
        if s.x == 3:
            yield "a", s.but(x=1)

    puzzle = one_rule(rule, x=One(5))
    rows = puzzle.variables.packed([puzzle.variables.state({"x": x}) for x in range(5)])
    after = SuccessorGenerator(puzzle, Budget(Limits()), "native")
    assert len(after.of(np.repeat(rows[:1], 400, axis=0)).labels) == 400
    assert after.of(rows[:3]).labels.tolist() == [0, 0, 0]
    with pytest.raises(RuleError, match=r"x=3.*label 'a' on more than one move"):
        after.of(rows)


def test_rules_that_are_compiled_already_are_used():
    puzzle = one_rule(lambda s: [("o", s)])
    rules = CompiledRules(puzzle, "expand")
    assert Native(puzzle, rules).rules is rules


def test_passes_of_alternatives_that_depend_on_each_other_are_refused():
    def rule(s):
        seen = []
        for k in each(range(3)):
            seen.append(k)
            if len(seen) > 1:
                yield f"{k}", s.but(x=k)

    with pytest.raises(TraceError, match="must not depend on each other"):
        expand(one_rule(rule), engine="native")


def test_more_labels_than_there_are_numbers():
    n = 70_000

    def rule(s):
        if s.x < n - 1:
            yield f"to{s.x + 1}", s.but(x=s.x + 1)

    for engine in ("direct", "native"):
        with pytest.raises(InputError, match="65,535"):
            expand(one_rule(rule, x=One(n)), engine=engine)
    graph = assert_same(one_rule(rule, x=One(n)), Limits(states=500))
    assert len(graph.label_names) == 499


def test_puzzles_without_variables_are_direct_only():
    with pytest.raises(InputError, match="declared variables"):
        expand(Plain("a", {"a": []}), engine="native")


def test_without_a_compiler_everything_runs_direct_with_one_remark(monkeypatch, caplog):
    monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 5)
    monkeypatch.setattr("stategraph.machine.backends.backend", lambda: None)
    with caplog.at_level(logging.INFO, "stategraph"):
        graph = expand(load("spacewreck/eight-rooms").puzzle)
    assert len(graph) == 9
    assert caplog.messages == [SLOWER % MISSING]


@pytest.mark.long
def test_memory_stays_within_sixteen_bytes_a_move(tmp_path):
    environment = {**os.environ, cache.VARIABLE: str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, env=environment, check=True
    )
    assert float(done.stdout) < 16


SCRIPT = """
import resource
from stategraph.expand import Limits, expand
from stategraph.rules import One, Puzzle

def rule(s):
    for dx, dy in ((0, 1), (1, 0), (0, 1023), (1023, 0), (5, 7)):
        yield f"{dx},{dy}", s.but(x=(s.x + dx) % 1024, y=(s.y + dy) % 1024)

puzzle = Puzzle({"x": 0, "y": 0}, [rule], lambda s: False, x=One(1024), y=One(1 << 20))
expand(puzzle, Limits(states=100_000), engine="native")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
graph = expand(puzzle, engine="native")
assert len(graph) == 1 << 20
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(peak * 1024 / graph.number_of_edges())
"""
