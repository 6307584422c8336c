"""Displays of stategraph objects in a notebook."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import networkx as nx
import pytest

import stategraph
from stategraph import load, notebook
from stategraph.analysis import first_solution
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.pictures import compose

LEVEL = "spacewreck/eight-rooms"


@pytest.fixture(autouse=True)
def attached():
    notebook.attach()
    notebook.attach()  # twice is once


def shown(thing):
    """Return the picture that a notebook shows of something."""
    bundle = thing._repr_mimebundle_()
    assert sorted(bundle) == ["image/svg+xml", "text/plain"]
    assert bundle["text/plain"] == repr(thing)
    return ElementTree.fromstring(bundle["image/svg+xml"])


def words(thing):
    return " ".join("".join(shown(thing).itertext()).split())


def test_graphs_views_and_solutions_show_themselves():
    graph = expand(load(LEVEL).puzzle)
    for thing, expected in (
        (graph, ["R3", "L5", "L8", "9 states, 14 moves"]),
        (first_solution(graph), ["R3", "L5", "L8", "a solution of 3 moves"]),
        (compose(graph, "dead-ends"), ["L7", "1 trap move into 1 dead region"]),
    ):
        told = words(thing)
        assert all(word in told for word in expected)


def test_levels_boards_and_puzzles_show_the_start():
    level = load(LEVEL)
    board = level.draw(level.puzzle.start)
    assert notebook.picture(level) == notebook.picture(board)
    for thing in (level, board):
        assert float(shown(thing).get("width")) == 320
        assert "8" in words(thing).split()  # a room
    assert "rocket=1, lucky=2" in words(level.puzzle)


def test_a_long_solution_shows_both_its_ends():
    chain = StateGraph.from_networkx(nx.path_graph(3_000, nx.DiGraph), 0, 2_999)
    picture = notebook.picture(first_solution(chain))
    told = "".join(ElementTree.fromstring(picture).itertext())
    assert "2,951 moves" in told and "a solution of 2,999 moves" in told
    assert len(picture) < 150_000


def test_what_a_notebook_shows_is_small():
    chain = StateGraph.from_networkx(nx.path_graph(15, nx.DiGraph), 0, 14)
    assert float(shown(chain).get("width").removesuffix("pt")) <= 720


@pytest.mark.parametrize("first", ["", "sys.modules['IPython'] = None;"])
def test_a_notebook_is_known_by_ipython(first):
    """Elsewhere `import stategraph` stays quick: it draws nothing and loads nothing that does."""
    code = f"import sys; {first} import stategraph; print('stategraph.pictures' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == f"{bool(first)}\n", done.stderr


def test_a_level_is_played_in_a_cell(tmp_path):
    page = stategraph.play(LEVEL, height=500)
    assert repr(page).startswith("<Page to play Eight rooms: ")
    (frame,) = ElementTree.fromstring(f"<cell>{page._repr_html_()}</cell>")
    assert frame.attrib["srcdoc"].replace("\r\n", "\n").split() == page.text.split()
    assert frame.attrib["sandbox"] == "allow-scripts allow-downloads"
    assert "height:500px" in frame.attrib["style"]
    assert page.save(tmp_path / "ship.html").read_text("utf-8") == page.text
    assert load(LEVEL).play().text == page.text
