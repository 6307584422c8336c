"""Shapes of drawings: arrows, and the size of the sheet."""

from __future__ import annotations

import base64
import io
import math
import re

import numpy as np
import pytest
from PIL import Image

from stategraph.rules import Grid
from stategraph.rules.drawing import (
    EDGE,
    SHORT,
    Drawing,
    add_arrow,
    text_drawing,
    with_arrows,
    with_rim,
)
from stategraph.rules.shapes import Curve, Disc, Dots, Line, Pen, Pixels, Polygon, Words
from stategraph.rules.svg import coordinate, element


def corners(drawing):
    """Return the top left and the bottom right corner of the first shape."""
    xs, ys = zip(*drawing.shapes[0].points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def words(drawing):
    """Return the middle of each text of a drawing."""
    return {shape.text: shape.points[0] for shape in drawing.shapes if isinstance(shape, Words)}


@pytest.mark.parametrize("end", [(3, 0), (-3, 0), (0, 5), (3, 4), (-2, 1)])
def test_an_arrow_head_is_symmetric_and_ends_at_the_tip(end):
    drawing = Drawing(9, 9)
    drawing.arrow((0, 0), end, "#000", head=0.5)
    line, head = drawing.shapes
    assert isinstance(line, Line) and isinstance(head, Polygon)
    tip, left, right = head.points
    assert line.points[0] == (0, 0) and tip == end
    neck = line.points[1]
    assert math.dist(neck, tip) == pytest.approx(0.5)
    assert math.dist((0, 0), neck) == pytest.approx(math.dist((0, 0), end) - 0.5)
    assert math.dist(left, right) == pytest.approx(0.5)
    assert math.dist(left, tip) == pytest.approx(math.dist(right, tip))
    assert [(a + b) / 2 for a, b in zip(left, right, strict=True)] == pytest.approx(list(neck))


def test_an_arrow_to_its_own_start_is_nothing():
    drawing = Drawing(1, 1)
    drawing.arrow((1, 1), (1, 1), "#000")
    assert drawing.shapes == []


@pytest.mark.parametrize(
    ("pixels", "size"), [(None, 'width="128" height="96"'), (200, 'width="200" height="150"')]
)
def test_the_longer_side_has_the_given_length(pixels, size):
    assert f'{size} viewBox="0 0 4 3"' in Drawing(4, 3).svg(pixels)


def test_dashes_are_three_times_as_long_as_their_line_is_thick():
    drawing = Drawing(2, 2)
    drawing.line([(0, 0), (1, 1)], "#000", width=0.5, dashed=True)
    drawing.line([(0, 0), (1, 1)], "#000", width=0.25)
    dashed, solid = drawing.svg_shapes().splitlines()
    assert 'stroke-dasharray="1.5"' in dashed
    assert "dash" not in solid


def test_lines_are_thin_and_solid_unless_told_otherwise():
    drawing = Drawing(2, 2)
    drawing.line([(0, 0), (1, 1)], "#000")
    drawing.arrow((0, 0), (1, 1), "#000")
    assert [shape.pen for shape in drawing.shapes[:2]] == [Pen("#000", 0.06)] * 2


@pytest.mark.parametrize("width", [0.5, 1.0, 3.0])
def test_dashes_are_longer_than_their_gaps_and_dots_as_long_as_their_line_is_thick(width):
    svgs = {
        style: element(Curve((0, 0), (1, 2), (2, 0), Pen("#000", width, style)))
        for style in ("solid", "dashed", "dotted")
    }
    assert "dash" not in svgs["solid"]
    (dash, gap), (dot, space) = (
        map(float, re.findall('stroke-dasharray="(.*?) (.*?)"', svgs[style])[0])
        for style in ("dashed", "dotted")
    )
    assert dash > 2 * gap > dot == width < space


@pytest.mark.parametrize("text", ["", "a", "one\ntwo", "a line of more than seven letters\nb"])
def test_a_text_is_in_the_middle_of_its_sheet(text):
    drawing = text_drawing(text)
    assert corners(drawing) == ((0, 0), (drawing.width, drawing.height))
    for row, (x, y) in words(drawing).items():
        assert x == drawing.width / 2
        assert 0.55 * len(row) < drawing.width
        assert y == text.split("\n").index(row) + 1


def test_a_rim_numbers_the_middle_of_each_row_and_column():
    board = Grid(["...", ".#."], "#")
    drawing = Drawing.of(board)
    assert corners(drawing) == ((0, 0), (3, 2))
    floors = {shape.points[0] for shape in drawing.shapes[1:]}
    assert floors == {(x, y) for y in range(2) for x in range(3)} - {(1, 1)}
    framed = with_rim(drawing, board, (0, 0))
    assert corners(framed) == ((0, 0), (3 + EDGE, 2 + EDGE))
    above = [EDGE + x + 0.5 for x in range(3)]
    at_the_left = [EDGE + y + 0.5 for y in range(2)]
    middles = [shape.points[0] for shape in framed.shapes if isinstance(shape, Words)]
    assert middles == [(x, EDGE / 2) for x in above] + [(EDGE / 2, y) for y in at_the_left]


def test_a_disc_holds_its_text_in_its_middle():
    drawing = Drawing(4, 4)
    drawing.disc(1, 2, 0.5, "#fff", "A")
    drawing.disc(3, 2, 0.5, "#fff")
    disc, text, plain = drawing.shapes
    assert (disc.points, plain.points) == (((1, 2),), ((3, 2),))
    assert text.text == "A" and text.points == ((1, 2),)
    assert text.size < 2 * disc.radius
    assert not text.bold and "bold" not in drawing.svg_shapes()


@pytest.mark.parametrize("font", ["", "serif"])
def test_a_text_names_its_anchor_unless_it_is_the_default_of_svg(font):
    drawing = Drawing(1, 1)
    anchors = ("start", "middle", "end")
    drawing.shapes = [Words("x", (0, 0), 1, "#000", anchor, font=font) for anchor in anchors]
    found = [re.findall('text-anchor="(.*?)"', row) for row in drawing.svg_shapes().splitlines()]
    assert found == [[], ["middle"], ["end"]]


def test_a_drawing_may_be_placed_on_another_one():
    inner, outer = Drawing(2, 2), Drawing(9, 9)
    inner.disc(1, 2, 0.5, "#fff", "A")
    inner.rect(0, 0, 2, 2, "#000")
    outer.place(inner, 3, 4, 2.0)
    disc, text, square = outer.shapes
    assert (disc.points, disc.radius, text.points) == (((5, 8),), 1.0, ((5, 8),))
    assert square.points == ((3, 4), (7, 4), (7, 8), (3, 8))
    outer.place(inner, 0, 0)
    assert outer.shapes[3:] == inner.shapes


@pytest.mark.parametrize("end", [(4, 0), (0, -4), (3, 4), (0.3, 0)])
def test_an_arrow_between_two_spots_ends_before_the_second(end):
    drawing = Drawing(9, 9)
    add_arrow(drawing, (0, 0), end)
    halo, line, head = drawing.shapes
    tip = head.points[0]
    assert halo.points == ((0, 0), tip) and halo.pen.width > line.pen.width
    length = math.dist((0, 0), end)
    assert math.dist(tip, end) == pytest.approx(min(SHORT, length / 2))
    assert math.dist((0, 0), tip) + math.dist(tip, end) == pytest.approx(length)


def test_an_arrow_from_a_spot_to_itself_is_nothing():
    drawing = Drawing(9, 9)
    add_arrow(drawing, (1, 1), (1, 1))
    assert drawing.shapes == []


def test_a_cross_is_two_slanted_strokes_through_its_place():
    svg = element(Dots(np.array([[3.0, 4.0], [0.0, 10.0]]), 1, "#f00", "cross"))
    number = r"(-?[\d.]+)"
    marks = re.findall(rf"M{number},{number}l{number},{number}m{number},0l{number},{number}", svg)
    for (x, y), mark in zip([(3, 4), (0, 10)], marks, strict=True):
        left, top, right, down, back, right_again, up = map(float, mark)
        assert 0 < right == down == right_again == -up == -back
        assert (left + right / 2, top + down / 2) == (x, y)


def test_what_moved_together_has_one_arrow_from_its_old_to_its_new_middle():
    """Two squares go right together, a disc goes down, and another disc stays."""
    before, after = Drawing(9, 9), Drawing(9, 9)
    for drawing, right, down in (before, 0, 0), (after, 3, 4):
        drawing.disc(8.5, 8.5, 0.5, "#000")
        drawing.rect(right, 0, 1, 1, "#fff")
        drawing.rect(1 + right, 0, 1, 1, "#eee")
        drawing.disc(0.5, 4.5 + down, 0.5, "#fff")
    arrows = with_arrows(before, after).shapes[len(after.shapes) :]
    halos, tips = arrows[::3], [head.points[0] for head in arrows[2::3]]
    assert [halo.points for halo in halos] == [((1, 0.5), tips[0]), ((0.5, 4.5), tips[1])]
    assert tips == [pytest.approx((4 - SHORT, 0.5)), pytest.approx((0.5, 8.5 - SHORT))]
    assert with_arrows(after, after).shapes == after.shapes


def test_coordinates_have_three_digits():
    assert [coordinate(x) for x in (0.1234, 0.0006, -0.0001, 2 / 3)] == [
        *("0.123", "0.001", "0", "0.667")
    ]


def test_an_arrow_has_a_white_outline_wider_than_itself():
    drawing = Drawing(9, 9)
    add_arrow(drawing, (1, 1), (5, 1))
    outline, line, _ = drawing.shapes
    assert (outline.pen.width, line.pen.width) == (0.16, 0.08)
    assert outline.points == ((1, 1), (pytest.approx(5 - SHORT), 1))


def test_a_disc_at_another_point_keeps_its_size():
    disc = Disc((1, 2), 0.3, "#000")
    assert disc.at(((4, 5),)) == Disc((4, 5), 0.3, "#000")
    assert disc.at(((4, 5),), 2).radius == 0.6


@pytest.mark.parametrize("radius, width", [(10, 4.5), (0.5, 0.4)])
def test_the_strokes_of_a_cross_are_as_wide_as_it_is_large(radius, width):
    cross = element(Dots(np.zeros((1, 2)), radius, "#000", "cross"))
    assert f'stroke-width="{coordinate(width)}"' in cross


@pytest.mark.parametrize(
    "rows, columns, size", [(1, 900, (900, 800)), (900, 1, (800, 900)), (3, 500, (500, 798))]
)
def test_small_fields_of_colours_are_enlarged_and_large_ones_kept(rows, columns, size):
    field = element(Pixels(np.zeros((rows, columns, 3), np.uint8), (0, 0), 1, 1))
    data = re.search('base64,([^"]*)"', field)[1]
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == size
