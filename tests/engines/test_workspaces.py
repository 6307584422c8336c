"""Arrays that a function returns share no memory with arrays that it writes to again."""

from itertools import combinations
from random import Random

import numpy as np
import pytest
from effort import sampled

from stategraph import load
from stategraph.analysis.symmetry_reduction import symmetry_reduced
from stategraph.analysis.walk_contraction import contracted
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.engines.successors import SuccessorGenerator
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.invent import level_of, maker
from stategraph.invent.expander import Expander
from stategraph.rules import One, Puzzle
from stategraph.rules.tracing import Symbol
from stategraph.search.compiled_states import CompiledEngine
from stategraph.store import fill, read

LEVELS = ["sokoban/first-push", "psychopath/first-push", "pacman/two-gates", "spacewreck/minefield"]
ARRAYS = "offsets", "targets", "labels", "states"


def arrays_of(thing, seen=None):
    """Return all arrays that can be reached through the attributes and items of an object."""
    seen = {} if seen is None else seen
    if issubclass(type(thing), Symbol):  # it answers no question about its type, and has no array
        return []
    if id(thing) in seen or isinstance(thing, str | bytes | int | float | type | None):
        return []
    seen[id(thing)] = thing
    if isinstance(thing, np.ndarray):
        return [thing]
    if isinstance(thing, dict):
        parts = [*thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        parts = [*thing]
    elif type(thing).__module__.startswith("stategraph."):
        parts = [vars(thing)] if hasattr(thing, "__dict__") else []
    else:
        parts = []
    return [array for part in parts for array in arrays_of(part, seen)]


def arrays_of_graph(graph):
    return [getattr(graph, name) for name in ARRAYS]


def assert_apart(*groups):
    """Check that no array of one group shares memory with an array of another group."""
    for one, two in combinations(groups, 2):
        assert not any(np.shares_memory(a, b) for a in one for b in two)


def assert_equal(graph, expected):
    for a, b in zip(arrays_of_graph(graph), arrays_of_graph(expected), strict=True):
        assert a.dtype == b.dtype and np.array_equal(a, b)
    assert graph.label_names == expected.label_names and graph.goal == expected.goal


def made_by_chance(level, count):
    """Return puzzles that differ from a level by one random change each."""
    made, puzzles, seed = maker(load(level)), [], 0
    while len(puzzles) < count:
        random, seed = Random(f"{level} {seed}"), seed + 1
        draft = made.changed(made.like, random)
        try:
            puzzles.append(level_of(made.family, draft).puzzle)
        except LevelError:
            continue
    return puzzles


@pytest.mark.parametrize("level", [*LEVELS[:3], "spacewreck/forty-five-rooms"])
def test_graphs_of_one_expander_live_together(level, interpreted):
    expander, puzzles = Expander(), made_by_chance(level, 8)
    graphs = [expander.expand(puzzle, 3_000, False) for puzzle in puzzles]
    assert expander._last is not None, "no level was expanded natively"
    for graph, puzzle in zip(graphs, puzzles, strict=True):
        assert_equal(graph, expand(puzzle, Limits(states=3_000), engine="direct"))
    expander.close()
    assert_apart(*map(arrays_of_graph, graphs))


def test_a_graph_that_stopped_at_the_goal_stays_when_all_is_expanded(interpreted):
    expander, puzzle = Expander(), load("psychopath/many-traps").puzzle
    near, whole = (expander.expand(puzzle, 10**5, until_goal) for until_goal in (True, False))
    assert expander._last is not None
    assert_apart(arrays_of_graph(near), arrays_of_graph(whole))
    assert_equal(whole, expand(puzzle, engine="direct"))
    n = near.expanded
    assert np.array_equal(near.offsets[:n], whole.offsets[:n])


def test_arrays_of_renumbered_labels_are_fresh_too(interpreted):
    """Labels whose numbers need 32 bits are renumbered into another array."""

    def count(s):
        if s.n + 1 < 300:
            yield f"{s.n} of {s.most}", s.but(n=s.n + 1)

    puzzle = Puzzle(
        dict(n=0, most=299), [count], lambda s: s.n == s.most, n=One(300), most=One(300)
    )
    expander = Expander()
    graphs = [expander.expand(puzzle.starting(puzzle.start), 10**4, False) for _ in range(2)]
    assert expander._last is not None, "no level was expanded natively"
    assert_apart(*map(arrays_of_graph, graphs))
    for graph in graphs:
        assert_equal(graph, expand(puzzle, engine="direct"))


@pytest.mark.parametrize("level", sampled(LEVELS))
def test_graphs_of_an_engine_live_together(level, any_engine):
    puzzle = load(level).puzzle
    graphs = [expand(puzzle), expand(puzzle)]
    if puzzle.walker is not None:
        graphs += [contracted(puzzle), contracted(puzzle)]
    graphs += [symmetry_reduced(puzzle), symmetry_reduced(puzzle)]
    assert_apart(*map(arrays_of_graph, graphs))


@pytest.mark.parametrize("level", LEVELS)
def test_graphs_of_compiled_rules_share_nothing_with_them(level, interpreted):
    native = Native(load(level).puzzle)
    graphs = [native.expand(Budget(Limits(), None)) for _ in range(2)]
    assert_apart(arrays_of(native), *map(arrays_of_graph, graphs))


@pytest.mark.parametrize("engine", ["direct", "native"])
@pytest.mark.parametrize("level", LEVELS)
def test_moves_of_given_states_live_together(level, engine, interpreted, monkeypatch):
    monkeypatch.setattr("stategraph.engines.successors.SAMPLE_STATES", 1)
    puzzle = load(level).puzzle
    graph = expand(puzzle, Limits(states=400), engine="direct")
    after = SuccessorGenerator(puzzle, Budget(Limits(), None), engine)
    states = np.delete(np.asarray(graph.states), [] if graph.goal is None else graph.goal, 0)
    halves = np.array_split(states, 2)
    after.of(states)  # later states are expanded by compiled rules
    found = [after.of(half) for half in halves]
    assert (after._compiled is None) == (engine == "direct")
    assert_apart(arrays_of(after), *map(list, found), [graph.states])
    again = [
        SuccessorGenerator(puzzle, Budget(Limits(), None), "direct").of(half) for half in halves
    ]
    assert [one.states.tolist() for one in found] == [one.states.tolist() for one in again]


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_search_expands_lives_together(level, interpreted):
    puzzle = load(level).puzzle
    space = CompiledEngine().space(puzzle, lambda state: 0)
    nodes, slices = np.zeros(1, np.int32), []
    while len(nodes) and len(space) < 1_000:
        made = list(space.expand(nodes, 10**6, 10**6))
        nodes = np.concatenate([one.changed for one in made])
        slices += made
    assert len(slices) > 4
    assert_apart(arrays_of(space), *([one.changed, one.least] for one in slices))


@pytest.mark.parametrize("engine", ["direct", "native"])
def test_graphs_of_a_store_live_together(engine, interpreted, tmp_path):
    for name in "ab":
        fill(tmp_path / name, load(LEVELS[0]), engine=engine)
    graphs = [read(tmp_path / name).graph for name in "aab"]
    assert_apart(*map(arrays_of_graph, graphs))
    assert all(np.array_equal(graphs[0].targets, graph.targets) for graph in graphs)
