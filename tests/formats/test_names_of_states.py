"""A family's text names the states in exported graphs and in pictures."""

from __future__ import annotations

import re

import networkx as nx
import pytest

from stategraph import formats, load
from stategraph.pictures.diagram_builder import MAX_NODE_LETTERS

HANOI = """\
from stategraph.rules import Family, Puzzle, Tuple, each

def move(s):
    for disc in each(range(2)):
        for to in each(range(3)):
            small = disc == 1 and (s.at[0] == s.at[1] or s.at[0] == to)
            if to != s.at[disc] and not small:
                yield f"{disc}{to}", s.but(at=s.at.put(disc, to))

class Hanoi(Family):
    name = "hanoi"
    def read(self, text, options):
        return Puzzle({"at": (0, 0)}, [move], lambda s: min(s.at) == 2, at=Tuple(2, 3))
    def text(self, puzzle, state):
        return " ".join("ABC"[peg] for peg in state.at)

family = Hanoi()
"""


@pytest.fixture
def hanoi(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "named_hanoi.py").write_text(HANOI)
    (tmp_path / "two.txt").write_text("2")
    return ["two.txt", "--puzzle", "named_hanoi:family"]


@pytest.mark.parametrize(
    "suffix, pattern",
    [
        (".dot", 'label="(. .)"'),
        (".gexf", '<node id="." label="(.*?)"'),
        (".graphml", '<data key="text">(.*?)<'),
        (".gml", 'text "(.*?)"'),
        (".json", '"text": "(.*?)"'),
        (".nodes.csv", "\n.,.*?,(. .),"),
    ],
)
def test_every_format_has_the_family_text(run, hanoi, tmp_path, suffix, pattern):
    run("export", *hanoi, "-o", "two" + suffix)
    found = re.findall(pattern, (tmp_path / f"two{suffix}").read_text())
    assert len(found) == 9 and found[:2] == ["A A", "B A"]
    if formats.format_of("two" + suffix).reads:
        assert run("solve", "two" + suffix).out == run("solve", *hanoi).out


def test_a_picture_has_the_family_text(run, hanoi, tmp_path):
    run("render", *hanoi, "-o", "two.svg")
    shown = re.findall(">([ABC] [ABC])</text>", (tmp_path / "two.svg").read_text())
    assert "A A" in shown and len(shown) == 8  # the goal is called so


def test_boards_and_long_texts_name_no_node(run, tmp_path):
    board = load("psychopath/first-push").expand()
    assert "text" not in board.to_frame()
    rooms = load("spacewreck/eight-rooms").expand()
    assert rooms.to_frame().text[0] == "Rocket in room 1 (pink), Lucky in room 2 (green)"
    run("render", "spacewreck/eight-rooms", "-o", str(tmp_path / "eight.svg"))
    texts = re.findall("<text[^>]*>([^<]*)</text>", (tmp_path / "eight.svg").read_text())
    assert "1,2" in texts and len(rooms.to_frame().text[0]) > MAX_NODE_LETTERS


def test_networkx_draws_the_states_as_the_readme_says():
    graph = load("spacewreck/eight-rooms").expand()
    labels = dict(graph.nodes(data="state"))
    nx.draw(graph, nx.circular_layout(graph), labels=labels)
    import matplotlib.pyplot as plt

    assert str(labels[0]) in [text.get_text() for text in plt.gca().texts]
    plt.close("all")
