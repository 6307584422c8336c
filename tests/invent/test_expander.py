"""Levels that share compiled rules and arrays: their graphs are those of the plain rules."""

from random import Random

import numpy as np
import pytest

from stategraph.analysis import moves_from_start, solutions_known
from stategraph.analysis.shortest_solutions import shortest
from stategraph.engines.engine_choice import beginning
from stategraph.engines.limits import Limits
from stategraph.engines.native_checks import MAX_SPREAD_STATES
from stategraph.errors import LevelError, MisreadError
from stategraph.expand import expand
from stategraph.invent import level_of, maker
from stategraph.invent.expander import SAMPLE_STATES, SPREAD_STATES, STATES_BEFORE_TRACING, Expander
from stategraph.level_files.contents import starter
from stategraph.load import load
from stategraph.rules import One, Puzzle

SIZES = {
    "psychopath": (7, 7),
    "sokoban": (6, 7),
    "pacman": (4, 5),
    "pledge": (2, 3),
    "spacewreck": (12,),
}

# Levels looked at by the long test: some seconds of each.
COUNTS = {"psychopath": 120, "sokoban": 200, "pacman": 300, "pledge": 80}


def levels(family, count, size=None):
    """Yield puzzles made by chance, most of them changes of the ones before."""
    made = maker(starter(family), size=size or SIZES[family])
    draft = made.fresh(Random(0))
    for seed in range(count):
        random = Random(f"{family} {seed}")
        draft = made.fresh(random) if seed % 4 == 0 else made.changed(draft, random)
        try:
            yield level_of(made.family, draft).puzzle
        except LevelError:
            continue


def compare(expander, puzzle, states):
    """Hold the graphs of one level against those of the plain rules; return how large it is."""
    ours = expander.expand(puzzle, states, True)
    whole = expander.expand(puzzle, states, False)
    plain = expand(puzzle, Limits(states=states), engine="direct")
    assert whole.complete == plain.complete and whole.goal == plain.goal
    if plain.complete:
        assert beginning(whole, len(plain)) == beginning(plain, len(plain))
        assert np.array_equal(whole.states, plain.states) and len(whole) == len(plain)
    nodes = min(ours.expanded, plain.expanded)
    assert beginning(ours, nodes) == beginning(plain, nodes)
    if plain.complete and plain.goal is not None:
        assert solutions_known(ours) and shortest(ours) == shortest(plain)
    return len(plain)


@pytest.mark.parametrize("family", ["psychopath", "sokoban", "pacman", "spacewreck"])
def test_levels_of_one_shape_have_the_graphs_of_the_plain_rules(family):
    expander = Expander()
    try:
        sizes = [compare(expander, puzzle, 300) for puzzle in levels(family, 30)]
    finally:
        expander.close()
    assert max(sizes) > 30


def boards(count):
    """Yield levels of a game, whose moves are compiled by its family."""
    made = maker(load("puzzlescript/causeway"), counts={"crate": (1, 2)})
    draft = made.like
    for seed in range(count):
        draft = made.changed(draft, Random(seed))
        yield level_of(made.family, draft).puzzle


@pytest.mark.long
def test_levels_of_a_game_have_the_graphs_of_its_plain_rules():
    expander = Expander()
    try:
        assert max(compare(expander, puzzle, 150) for puzzle in boards(12)) > 30
    finally:
        expander.close()


def test_levels_of_a_game_are_compared_with_its_plain_rules(monkeypatch):
    compared = []

    def compare_moves(puzzle, plain, native):
        compared.append(plain.expanded)
        raise MisreadError("a state has other moves")

    monkeypatch.setattr("stategraph.engines.engine_choice._compare", compare_moves)
    monkeypatch.setattr(Expander, "_is_there", lambda self, rules: True)
    (puzzle,) = boards(1)
    assert compare(Expander(), puzzle, 150) > SAMPLE_STATES
    assert compared == [SAMPLE_STATES]


def test_compiled_moves_are_compared_in_fewer_states_than_of_a_single_level(monkeypatch):
    compared = []
    monkeypatch.setattr(
        "stategraph.engines.native_checks._agree",
        lambda puzzle, graph, nodes: compared.append((len(graph), len(nodes))) or True,
    )
    monkeypatch.setattr(Expander, "_is_there", lambda self, rules: True)
    puzzle = load("sokoban/too-late").puzzle
    graph = Expander().expand(puzzle, 100_000, False)
    ((states, count),) = compared
    layers = int(moves_from_start(graph).max()) + 1
    assert states == len(graph) and SPREAD_STATES <= count + 1 <= SPREAD_STATES + layers + 1
    assert count < MAX_SPREAD_STATES < states


def count_to(last, step):
    """Return a puzzle of more states than plain Python is asked for."""

    def count(s):
        if s.n < last:
            yield "+", s.but(n=step(s.n))

    return Puzzle(dict(n=0), [count], lambda s: s.n == last, n=One(last + 1))


def test_rules_that_cannot_be_traced_keep_no_others_from_being_compiled(monkeypatch):
    expander, traced, compiled = Expander(), [], []
    make = expander._shared.make
    monkeypatch.setattr(expander._shared, "make", lambda it: traced.append(it) or make(it))
    monkeypatch.setattr(expander, "_is_there", compiled.append)
    looked_up = [
        count_to(
            2 * STATES_BEFORE_TRACING, {n: n + 1 for n in range(2 * STATES_BEFORE_TRACING)}.get
        )
        for _ in range(2)
    ]
    added = count_to(3 * STATES_BEFORE_TRACING, lambda n: n + 1)
    sizes = [len(expander.expand(puzzle, 1000, False)) for puzzle in (*looked_up, added)]
    assert sizes == [
        2 * STATES_BEFORE_TRACING + 1,
        2 * STATES_BEFORE_TRACING + 1,
        3 * STATES_BEFORE_TRACING + 1,
    ]
    assert traced == [looked_up[0], added]  # the second one has the same rules as the first
    assert len(compiled) == 1


def test_rules_that_were_misread_are_not_used_again(monkeypatch):
    tried = []

    def misread(self, rules, checked):
        tried.append(rules)
        raise MisreadError("a state has other moves")

    monkeypatch.setattr("stategraph.invent.expander._Job.by_rules", misread)
    monkeypatch.setattr(Expander, "_is_there", lambda self, rules: True)
    expander, puzzle = Expander(), count_to(3 * STATES_BEFORE_TRACING, lambda n: n + 1)
    for _ in range(2):
        assert len(expander.expand(puzzle, 1000, False)) == 3 * STATES_BEFORE_TRACING + 1
    assert len(tried) == 1


@pytest.mark.long
@pytest.mark.parametrize("family", ["psychopath", "sokoban", "pacman", "pledge"])
def test_hundreds_of_levels_have_the_graphs_of_the_plain_rules(family):
    expander = Expander()
    try:
        sizes = [compare(expander, puzzle, 300) for puzzle in levels(family, COUNTS[family])]
    finally:
        expander.close()
    assert sum(size > STATES_BEFORE_TRACING for size in sizes) > 20
