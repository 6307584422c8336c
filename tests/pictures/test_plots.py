"""Plots: names within their axes, panels that compare, cells without gaps."""

from __future__ import annotations

import math
import random
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from stategraph import load
from stategraph.design import Trials, ablate
from stategraph.expand import expand
from stategraph.pictures import render
from stategraph.pictures.font import text_width
from stategraph.pictures.options import Options
from stategraph.pictures.plots import profile, scatter
from stategraph.pictures.plots.searches import draw_comparison
from stategraph.pictures.plots.weights import weights_drawing
from stategraph.rules.shapes import Line, Words
from stategraph.search.comparison import compare
from stategraph.tell.ablate import SAYS

SVG = "{http://www.w3.org/2000/svg}"


def named_points(monkeypatch, points, missing=()):
    """Return the axes and the boxes of the names of a scatter plot."""
    made = []

    def kept(figure, form):
        made.append(figure)
        return b""

    monkeypatch.setattr(scatter, "save", kept)
    scatter.scatter_picture(points, "x", "y", "svg", missing)
    figure: Figure = made[0]
    figure.canvas.draw()
    return figure.axes[0], [text.get_window_extent() for text in figure.axes[0].texts]


def test_names_stand_within_the_axes_and_few_on_each_other(monkeypatch):
    rng = random.Random(3)
    points = [(f"a family/level {k}", "abc"[k % 3], rng.random() * 9, 10 ** (rng.random() * 4))
              for k in range(24)]  # fmt: skip
    axes, boxes = named_points(monkeypatch, points)
    inside = axes.bbox
    assert len(boxes) == 24
    assert all(inside.x0 <= box.x0 and box.x1 <= inside.x1 for box in boxes)
    assert all(inside.y0 <= box.y0 and box.y1 <= inside.y1 for box in boxes)
    pairs = [(a, b) for k, a in enumerate(boxes) for b in boxes[:k]]
    assert sum(a.overlaps(b) for a, b in pairs) <= 3
    legend = axes.get_legend().get_window_extent()
    assert legend.x0 >= inside.x1


def test_levels_without_a_value_are_named(monkeypatch):
    axes, _ = named_points(monkeypatch, [("one", "a", 1.0, 2.0)], ["lost", "gone"])
    assert axes.get_xlabel() == "x\nwithout such a value: lost, gone"


@pytest.mark.long
def test_one_panel_compares_all_searches():
    names = "pacman/passing-place", "pacman/narrow-corridor", "labyrinth/straight-up"
    rows = [
        row
        for name in names
        for row in compare(name, load(name).puzzle, ["bfs", "astar"], repeat=1)
    ]
    words = "".join(ElementTree.fromstring(draw_comparison(rows, "svg")).itertext())
    assert "all of them" in words and words.count("breadth-first search") == 2
    alone = draw_comparison([row for row in rows if row.algorithm == "bfs"], "svg")
    assert "all of them" not in "".join(ElementTree.fromstring(alone).itertext())


def test_cells_have_no_gaps_where_every_move_changes_a_parity():
    level = load("psychopath/first-push")
    graph = expand(level.puzzle)
    words = "".join(
        ElementTree.fromstring(render(graph, "svg", Options(view="profile"))).itertext()
    )
    assert "a cell is two moves wide" in words
    counts = np.array([[1.0, 0], [0, 2], [3, 0], [0, 0]])
    assert profile._widened(counts).tolist() == [[1, 0], [1, 2], [3, 2], [3, 0]]
    assert not profile._in_bands(np.array([0, 1, 1]), np.array([2, 1, 2]))


def test_elements_are_marked_along_bends_and_no_word_lies_on_another():
    level = load("spacewreck/minefield")
    found = ablate(Trials(level.family, level.puzzle))
    bent = [one.element for one in found.findings if len(set(one.element.path)) > 2]
    assert bent and all(one.path[0] == one.outline[0] for one in bent)
    made = weights_drawing(level.draw(level.puzzle.start), found)
    lines = [shape.points for shape in made.shapes if isinstance(shape, Line)]
    for one in bent:  # as far as the head of its arrow, which is still seen
        marks = [line for line in lines if line[:-1] == one.path[: len(line) - 1]]
        assert any(0.3 < math.dist(line[-1], one.path[-1]) < 0.45 for line in marks)
    board = level.draw(level.puzzle.start)
    signs = {shape.text for shape in board.shapes if isinstance(shape, Words)}
    first = next(k for k, shape in enumerate(made.shapes) if getattr(shape, "text", None) in signs)
    below = [shape for shape in made.shapes[:first] if isinstance(shape, Line)]
    marks = [shape for shape in below if shape.points in lines and shape.pen.style == "dashed"]
    assert marks  # below the letters of corridors
    assert not [s for s in made.shapes[first:] if isinstance(s, Line) and len(s.points) > 2]
    size = text_width("decoration", 0.22) + 0.6 * 0.22, 1.24 * 0.22
    words = [s.place for s in made.shapes if isinstance(s, Words) and s.text == "decoration"]
    assert words
    for k, one in enumerate(words):
        for other in words[:k]:
            assert any(
                abs(a - b) >= wide - 1e-9 for a, b, wide in zip(one, other, size, strict=True)
            )


@pytest.mark.parametrize("name", ["eight-rooms", "long-way"])
def test_no_word_covers_the_letter_of_a_room_or_corridor(name):
    level = load(f"spacewreck/{name}")
    board = level.draw(level.puzzle.start)
    made = weights_drawing(board, ablate(Trials(level.family, level.puzzle)))
    letters = [shape for shape in board.shapes if isinstance(shape, Words)]
    words = [s for s in made.shapes if isinstance(s, Words) and s.text in SAYS and s.size < 0.3]
    assert len(words) > 6
    for word in words:
        wide = text_width(word.text, word.size) / 2
        for letter in letters:
            (x, y), (a, b) = word.place, letter.place
            apart = abs(x - a) >= wide + text_width(letter.text, letter.size) / 2
            assert apart or abs(y - b) >= (word.size + 0.7 * letter.size) / 2
