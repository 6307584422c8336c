"""Scenes: shapes as SVG, PNG and PDF."""

from __future__ import annotations

import base64
import io
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from stategraph.pictures.font import text_width, wrapped
from stategraph.pictures.picture import converted
from stategraph.pictures.scene import Scene, rectangle
from stategraph.rules.drawing import RED, Drawing
from stategraph.rules.shapes import (
    Curve,
    Disc,
    Inset,
    Pen,
    Pixels,
    Polygon,
    Segments,
    Together,
    Words,
)

XLINK = "{http://www.w3.org/1999/xlink}"


def scene():
    """Return a scene with a shape of every kind."""
    board = Drawing(2, 1)
    board.rect(0, 0, 2, 1, RED)
    made = Scene("#ffffff")
    made.add(
        rectangle(-30, 0, 50, 60, "#00ff00", Pen("#000000", 2, "dashed")),
        Polygon([(0, 0), (9, 0), (0, 9)], "#0000ff", opacity=0.5),
        Curve((0, 0), (50, 90), (100, 0), Pen("#000000", 1, "dotted")),
        Segments(np.array([[(0, 0), (10, 120)]]), Pen("#000000")),
        Pixels(np.full((2, 3, 3), 128, np.uint8), (60, 60), 30, 20),
        Inset(board.shapes, 2, 1, (100, 50), 15),
        Together("a <tip>", [Disc((20, 20), 5, "#ffff00"), Words("a & b", (20, 20), 8, "#000000")]),
    )
    return made


def paint(made, form):
    return converted(made.svg().encode(), form)


def test_svg_and_png_show_the_same_at_the_same_place():
    made = scene()
    svg = ElementTree.fromstring(made.svg())
    size = [float(svg.get(side).removesuffix("pt")) for side in ("width", "height")]
    assert size == [130 + 30 + 20, 120 + 20]  # the content, and a margin of 10 on each side
    picture = Image.open(io.BytesIO(paint(made, "png"))).convert("RGB")
    assert picture.size == tuple(round(side * 2) for side in size)
    for point, colour in (
        ((-20, 50), (0, 255, 0)),
        ((20, 23.8), (255, 255, 0)),
        ((75, 70), (128, 128, 128)),
        ((115, 57), (0xD5, 0x5E, 0)),
        ((120, 110), (255, 255, 255)),
    ):
        x, y = ((value + 10 + away) * 2 for value, away in zip(point, (30, 0), strict=True))
        assert picture.getpixel((int(x), int(y))) == colour
    words = "".join(svg.itertext())
    assert "a & b" in words and "a <tip>" in words


@pytest.mark.parametrize("many", [1, 256, 257])
def test_cells_of_few_and_of_many_colours_keep_them(many):
    colours = np.stack(np.unravel_index(np.arange(many) * 5, (11, 11, 11)), axis=-1)
    cells = colours[np.arange(640) % many].reshape(20, 32, 3).astype(np.uint8)
    made = Scene("#ffffff")
    made.add(Pixels(cells, (0, 0), 32, 20))
    href = ElementTree.fromstring(made.svg()).find(".//{*}image").get(f"{XLINK}href")
    drawn = Image.open(io.BytesIO(base64.b64decode(href.partition(",")[2]))).convert("RGB")
    assert drawn.size == (800, 800)
    assert np.array_equal(np.asarray(drawn)[::40, ::25], cells)


@pytest.mark.parametrize("form", ["svg", "png", "pdf"])
def test_a_scene_is_painted_the_same_each_time(form):
    assert paint(scene(), form) == paint(scene(), form)


@pytest.mark.parametrize("wide, tall", [(100.3, 40.2), (100.7, 40.6), (99.26, 77.74)])
def test_a_picture_is_painted_up_to_its_rim(wide, tall):
    made = Scene("#ffffff")
    made.add(rectangle(0, 0, wide, tall, "#00ff00"))
    alpha = Image.open(io.BytesIO(paint(made, "png"))).convert("RGBA").getchannel("A")
    assert alpha.getextrema() == (255, 255)


def test_a_huge_scene_is_shrunk():
    made = Scene("#ffffff")
    made.add(Disc((0, 0), 1, "#000000"), Disc((100_000, 500), 1, "#000000"))
    svg = ElementTree.fromstring(made.svg())
    assert float(svg.get("width").removesuffix("pt")) == 40 * 72


@given(st.text("abcdefgh iWl日\n", max_size=60), st.integers(30, 200))
def test_wrapped_lines_fit_and_lose_nothing(text, width):
    made = wrapped(text, 10, width)
    assert all(text_width(line, 10) <= width for line in made)
    assert "".join(made).replace(" ", "") == "".join(text.split())
