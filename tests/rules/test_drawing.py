"""Shapes of drawings: arrows, and the size of the sheet."""

from __future__ import annotations

import math

import pytest

from stategraph.rules.drawing import Drawing
from stategraph.rules.shapes import Line, Polygon


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
