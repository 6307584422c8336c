"""Legible pictures: text is large enough, fits its box, and crosses no line."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import matplotlib
import networkx as nx
import numpy as np
import pytest
from PIL import ImageFont

from stategraph import load
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.pictures import THEMES, render
from stategraph.pictures.builtin_diagram import draw_diagram
from stategraph.pictures.dot import dot_text
from stategraph.pictures.dot_svg import improved
from stategraph.pictures.font import text_width
from stategraph.pictures.highlighted_path import default_highlight
from stategraph.pictures.legend import add_scale
from stategraph.pictures.node_geometry import STRIP, laid_out
from stategraph.pictures.options import Options
from stategraph.pictures.scene import Scene, rectangle
from stategraph.pictures.themes import shades
from stategraph.pictures.views import chapters, whole
from stategraph.rules.shapes import Curve, Disc, Pen, Pixels, Polygon, Together, Words

SVG = "{http://www.w3.org/2000/svg}"
LEVELS = ["labyrinth/locked-in", "puzzlescript/too-few", "labyrinth/the-tower"]

# Points that a letter needs, to be read on paper.
LEAST = 9.0


def diagram_of(name):
    graph = expand(load(name).puzzle)
    return whole(graph, describe=str, highlight=default_highlight(graph))


def flat(shapes):
    for shape in shapes:
        yield from flat(shape.shapes) if isinstance(shape, Together) else [shape]


# ------------------------------------------------------------------------------------------ dot


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", LEVELS)
def test_no_line_of_dots_strikes_a_label_or_a_title_through(name):
    level = load(name)
    graph = expand(level.puzzle)
    tree = ElementTree.fromstring(render(graph, "svg", Options(layout="dot")))
    order = list(tree.iter())
    lines = max(k for k, part in enumerate(order) if part.tag in (f"{SVG}path", f"{SVG}polygon"))
    above = [part for part in order[lines:] if part.tag == f"{SVG}text"]
    papers = [part for part in order[lines:] if part.tag == f"{SVG}rect"]
    labels = sorted(graph.label(move) for move in range(graph.number_of_edges()))
    titles = [part for part in above if part.text.startswith("dead-end cycle")]
    assert sorted(part.text for part in above if part not in titles) == labels
    assert len(titles) == len({edge.box for edge in diagram_of(name).nodes if edge.box >= 0})
    for paper, text in zip(papers, above, strict=True):
        left, wide = float(paper.get("x")), float(paper.get("width"))
        assert left + wide / 2 == pytest.approx(float(text.get("x")), abs=0.01)
        assert float(paper.get("y")) < float(text.get("y"))
    assert len({(text.get("x"), text.get("y")) for text in above}) == len(above)


def test_labels_that_dot_writes_onto_one_place_stand_side_by_side():
    label = (
        '<g id="a_edge%d&#45;label"><a xlink:title="t">\n'
        '<text text-anchor="middle" x="40" y="7" font-size="10.00">%s</text>\n</a>\n</g>\n'
    )
    edges = "".join(f'<g class="edge">\n<path/>\n{label % (k, name)}</g>\n' for k, name in [
        (1, "L"), (2, "R &amp; L"), (3, "R")])  # fmt: skip
    made = improved(f"<svg>\n<g>\n{edges}</g>\n</svg>\n".encode(), "#fff").decode()
    assert made.rindex("<path/>") < made.index("<rect") < made.index("<text")
    places = [float(x) for x in re.findall(r'<text [^>]*x="([\d.]+)"', made)]
    texts = re.findall(r">([^<]+)</text>", made)
    assert texts == ["L", "R &amp; L", "R"] and places[0] == 40
    widths = [text_width(text.replace("&amp;", "&"), 10) for text in texts]
    ends = [(x - wide / 2, x + wide / 2) for x, wide in zip(places, widths, strict=True)]
    gaps = [two[0] - one[1] for one, two in zip(ends, ends[1:], strict=False)]
    assert gaps == pytest.approx([2, 2], abs=0.02)


def test_texts_are_as_wide_as_in_the_font():
    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    font = ImageFont.truetype(str(file), 1000)
    for letter in map(chr, range(ord(" "), ord("~") + 1)):
        assert text_width(letter, 100) == pytest.approx(font.getlength(letter) / 10, abs=0.6)


def test_a_scale_shows_all_its_colours_in_equal_steps():
    scene, theme = Scene("#ffffff"), THEMES["light"]
    scene.add(rectangle(0, 0, 200, 100, "#ffffff", Pen("#000000")))
    add_scale(scene, (0, 7.5), theme)
    (pixels,) = (shape for shape in scene.shapes if isinstance(shape, Pixels))
    steps = np.linspace(0, 1, pixels.colours.shape[1])
    assert np.array_equal(pixels.colours[0], shades(theme.ramp, steps))


def test_the_words_below_a_picture_of_many_columns_are_larger():
    small, large = (
        float(re.search(r"graph \[fontsize=([\d.]+)", dot_text(diagram_of(name)))[1])
        for name in ("labyrinth/the-tower", "psychopath/notebook-7")
    )
    assert (small, large) == (11, 16)


# ----------------------------------------------------------------------------------- our layout


def test_letters_of_our_own_layout_are_large_enough():
    for name in [*LEVELS, "spacewreck/eight-rooms"]:
        scene = draw_diagram(diagram_of(name))
        assert min(shape.size for shape in flat(scene.shapes) if isinstance(shape, Words)) >= LEAST


def test_nodes_are_as_wide_as_their_texts():
    graph = nx.MultiDiGraph([("s", "mmmmmmmmm"), ("mmmmmmmmm", "i"), ("i", "mmmmmmmmw")])
    for one, two, key in list(graph.edges):
        graph.edges[one, two, key]["label"] = "go"
    made = StateGraph.from_networkx(graph, "s", "i")
    scene = draw_diagram(whole(made, describe=str, highlight=default_highlight(made)))
    for shape in scene.shapes:
        words = [each for each in flat([shape]) if isinstance(each, Words)]
        discs = [each for each in flat([shape]) if isinstance(each, Disc)]
        for word in words if discs and isinstance(shape, Together) else []:
            assert text_width(word.text, word.size) < 2 * min(disc.radius for disc in discs)


def test_no_label_hides_the_text_of_a_node():
    graph = expand(load("sokoban/invented/away-first").puzzle)
    diagram = chapters(graph, describe=str, highlight=default_highlight(graph))
    sheet = laid_out(diagram, THEMES["light"], {})
    below = (sheet.place + sheet.size)[:, 1].max()  # the caption
    shapes = draw_diagram(diagram).shapes
    labels = [shape for shape in shapes if isinstance(shape, Words) and shape.place[1] < below]
    assert len(labels) > 150
    for label in labels:
        reach = (sheet.size - 14 + (text_width(label.text, label.size), label.size)) / 2
        assert not (np.abs(sheet.place - label.place) < reach).all(axis=1).any(), label


@pytest.fixture
def strip(tmp_path):
    """Return a diagram whose built-in layout has two rows."""
    file = tmp_path / "pod.yaml"
    file.write_text(
        "puzzle: spacewreck\nlevel: |2\n  6 9\n  pink blue pink green blue\n  3 5\n"
        "  1 2 blue\n  1 2 pink\n  1 5 green\n  2 4 pink\n  3 2 green\n  4 1 blue\n  4 3 pink\n"
        "  5 1 pink\n  5 6 blue\n"
    )
    level = load(str(file))
    graph = expand(level.puzzle)
    return whole(graph, describe=str, highlight=default_highlight(graph))


def test_no_label_hides_another_label(strip):
    sheet = laid_out(strip, THEMES["light"], {})
    below = (sheet.place + sheet.size)[:, 1].max()  # the caption
    shapes = draw_diagram(strip).shapes
    labels = [shape for shape in shapes if isinstance(shape, Words) and shape.place[1] < below]
    assert len(labels) >= 29
    for k, one in enumerate(labels):
        for other in labels[:k]:
            near = np.abs(np.subtract(one.place, other.place))
            wide = text_width(one.text + other.text, 9) / 2
            assert near[0] >= wide or near[1] >= 7, (one, other)


def test_a_move_into_another_row_names_its_target(strip):
    words = [shape.text for shape in draw_diagram(strip).shapes if isinstance(shape, Words)]
    assert [text for text in words if " to " in text] == ["R2 to 2,1", "R2 to 2,2", "R3 to 3,3"]


def test_no_arrow_strikes_the_title_of_a_frame_through():
    shapes = draw_diagram(diagram_of("labyrinth/locked-in")).shapes
    title = next(k for k, shape in enumerate(shapes) if "cycle" in getattr(shape, "text", ""))
    assert isinstance(shapes[title - 1], Polygon) and shapes[title - 1].opacity < 1
    assert not any(isinstance(shape, Curve) for shape in shapes[title:])


@pytest.mark.parametrize("name", ["labyrinth/over-the-edge", "pledge/archipelago"])
def test_rows_of_a_strip_stand_close_and_none_reaches_into_the_next(name):
    diagram = diagram_of(name)
    sheet = laid_out(diagram, THEMES["light"], {})
    curves = [shape for shape in draw_diagram(diagram).shapes if isinstance(shape, Curve)]
    ends = []
    for k in range(sheet.row.max() + 1):
        y = sheet.place[sheet.row == k, 1]
        top, foot = float(y.min()) - 20, float(y.max()) + 20
        for curve in curves:
            ups = [curve.start[1], curve.knee[1], curve.end[1]]
            if top <= min(ups[0], ups[2]) and max(ups[0], ups[2]) <= foot:
                crest = (ups[0] + 2 * ups[1] + ups[2]) / 4
                top, foot = min(top, crest), max(foot, crest)
        ends.append((top, foot))
    assert len(ends) > 1
    for above, below in zip(ends, ends[1:], strict=False):
        assert below[0] - above[1] == pytest.approx(STRIP, abs=10)
