"""Repeated writing and reading of graphs loses no information."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from effort import sampled

import stategraph as sg
from stategraph import formats, load
from stategraph.formats import state_columns as columns

READ = [suffix for suffix, form in formats.FORMATS.items() if form.reads]
TEXTLESS = ".aut"  # stores no texts of states

NATIVE = "2 1\nred\n1 1\n1 2 red\n"
OWN = """
from stategraph.rules import One, Puzzle
from stategraph.level_files import family

class Steps:
    start = frozenset("a")
    def moves(self, state):
        yield "x", state | {"b", "c", "d"}
        yield "y", frozenset({(len(state), "z")})
    def is_goal(self, state):
        return len(state) == 4

def step(s):
    if s.n < 3:
        yield "+", s.but(n=s.n + 1)

plain = Steps()
declared = Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))

class Mine(type(family("spacewreck"))):
    name = "mine"

mine = Mine()
"""


@pytest.fixture
def given(tmp_path, monkeypatch):
    """A folder with a level of every kind; return their names for the command line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "own", raising=False)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "ship.txt").write_text(NATIVE)
    indented = NATIVE.replace("\n", "\n  ").rstrip()
    (tmp_path / "ship.yaml").write_text(
        f"puzzle: spacewreck\ntitle: Two rooms\nlevel: |\n  {indented}\nexpect: {{states: 2}}\n"
    )
    road = nx.MultiDiGraph([("home", "shop", {"label": "walk"}), ("shop", "work", {"label": "run"}),
                            ("home", "moon", {"label": "fly"})])  # fmt: skip
    nx.write_graphml_xml(road, tmp_path / "road.graphml")
    return {
        "bundled": ["spacewreck/eight-rooms"],
        "board": ["psychopath/carousels"],
        "yaml": ["ship.yaml"],
        "native": ["--puzzle", "spacewreck", "ship.txt"],
        "plain": ["--puzzle", "own:plain"],
        "declared": ["--puzzle", "own:declared"],
        "own family": ["--puzzle", "own:mine", "ship.txt"],
        "foreign": ["road.graphml", "--start", "home", "--goal", "work"],
        "stopped": ["psychopath/carousels", "--max-states", "20"],
    }


KINDS = ["bundled", "board", "yaml", "native", "plain", "declared", "own family", "foreign",
         "stopped"]  # fmt: skip
SURE = {"solvable", "first_solution", "states", "moves", "dead_states", "best_moves", "can_win"}


def same(one, two, texts=True):
    """Assert that two graphs are equal, except for the types of their states."""
    for name in ("offsets", "targets", "labels"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    for name in ("label_names", "start", "goal", "expanded", "stopped"):
        assert getattr(one, name) == getattr(two, name), name
    if texts:
        ours, theirs = (columns.state_texts(g, columns.variable_texts(g)) for g in (one, two))
        assert ours == theirs


def contents(name):
    """Return the bytes of a file, or of a pair."""
    path = Path(name)
    pair = sorted(path.parent.glob(f"{path.stem}.*{path.suffix}")) or [path]
    return [part.read_bytes() for part in pair]


@pytest.mark.parametrize("suffix", READ)
@pytest.mark.parametrize("kind", sampled(KINDS))
def test_a_graph_is_written_and_read_any_number_of_times(run, given, kind, suffix):
    names = [f"{k}{suffix}" for k in "abcd"]
    whole = 3 if kind == "stopped" else 0
    assert run("export", *given[kind], "-o", names[0]).code == whole
    for old, new in zip(names, names[1:], strict=False):
        assert run("export", old, "-o", new).code == whole
    graphs = [load(name).graph for name in names]
    for graph in graphs[1:]:
        same(graphs[0], graph)
    assert contents(names[1]) == contents(names[2]) == contents(names[3])
    assert run("export", names[3], "-o", names[3]).code == whole  # over itself
    assert contents(names[3]) == contents(names[2])


# metrics of moves that do not look dead: the parts of a state show that
CAREFUL = ("careful_only_bits", "careful_danger")


@pytest.mark.parametrize("kind", sampled(KINDS))
def test_an_archive_is_the_same_from_the_first_time(run, given, kind):
    run("expand", *given[kind], "-o", "a.npz")
    for _ in range(3):
        sg.load("a.npz").graph.save("b.npz")
        sg.expand("a.npz").save("a.npz")
        assert contents("a.npz") == contents("b.npz")
    one, two = load("a.npz"), load("b.npz")
    for name in ("family", "name", "title", "text", "native", "expect"):
        assert getattr(one, name) == getattr(two, name), name
    for verb, *words in [["solve"], ["analyse"], ["query", "--node", "0"]]:
        first = run(verb, *given[kind], *words, "--json")
        again = run(verb, "b.npz", *words, "--json")
        ours, theirs = (json.loads(got.out) for got in (first, again))
        for record in (ours, theirs):
            record.pop("states_seen", None)
            if kind == "declared":  # an archive stores states as text, without variables
                for name in ("units", "patterns", "lost_for", *CAREFUL):
                    record.pop(name, None)
        if kind == "own family":  # no file can name this family, so actors are unknown
            ours = {name: ours[name] for name in theirs if name in SURE}
            theirs = {name: theirs[name] for name in ours}
        assert (again.code, theirs) == (first.code, ours), verb
    assert run("check-rules", "b.npz").code == run("check-rules", *given[kind]).code


@pytest.mark.parametrize("suffix", [suffix for suffix in READ if suffix != TEXTLESS])
@pytest.mark.parametrize("kind", ["board", "declared", "foreign"])
def test_states_keep_their_texts_through_every_format(run, given, kind, suffix):
    assert run("expand", *given[kind], "-o", "a.npz").code == 0
    assert run("export", "a.npz", "-o", f"b{suffix}").code == 0
    assert run("export", f"b{suffix}", "-o", "c.npz").code == 0
    same(load("a.npz").graph, load("c.npz").graph)


def test_graphs_of_a_program_are_saved_again_too(given):
    own = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    graph = sg.StateGraph.from_networkx(own, "a", "d")
    graph.save("a.npz")
    for old, new in (("a", "b"), ("b", "c")):
        load(f"{old}.npz").graph.save(f"{new}.npz")
    same(load("a.npz").graph, load("c.npz").graph)
    assert contents("a.npz") == contents("c.npz")


def test_where_a_bundled_level_lies_is_not_written(run, given):
    run("expand", "spacewreck/eight-rooms", "-o", "a.npz")
    folder = load("spacewreck/eight-rooms").file.split("spacewreck")[0]
    assert folder.encode() not in Path("a.npz").read_bytes()
    assert load("a.npz").name == "spacewreck/eight-rooms"


def test_a_yaml_level_of_any_name_stays_one(run, given):
    Path("ship.yaml").rename("ship.level")
    assert run("expand", "ship.level", "-o", "a.npz").code == 0
    assert run("export", "a.npz", "-o", "b.npz").code == 0
    assert run("solve", "b.npz").out == "L2\n"
