"""A rectangular plot area with two axes, as shapes.

::

    8 ┤ ▒▓                y: upwards
    4 ┤ ░▒▓               ticks at round numbers
    0 ┼─┬──┬──┬
      0  5  10  moves
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.pictures.scene import Scene, rectangle
from stategraph.pictures.themes import Theme
from stategraph.rules.shapes import Pen, Point, Segments, Words

# text size of axis names, text size of numbers at ticks, length of a tick
NAME, NUMBER, TICK = 9.0, 8.0, 3.5


@dataclass(frozen=True)
class Axes:
    """A plot area whose x axis covers the range `across`, and whose y axis covers `up`."""

    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    up: tuple[float, float]

    def point(self, x: float, y: float) -> Point:
        """Return the position of a pair of values."""
        (x0, x1), (y0, y1) = self.across, self.up
        return (
            self.left + (x - x0) / (x1 - x0) * self.width,
            self.top + (y1 - y) / (y1 - y0) * self.height,
        )

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The bottom edge."""
        return self.top + self.height

    def draw_frame(self, scene: Scene, theme: Theme) -> None:
        """Add the outline."""
        scene.add(rectangle(self.left, self.top, self.right, self.bottom, "", Pen(theme.faint)))

    def draw_across(self, scene: Scene, theme: Theme, name: str = "") -> None:
        """Add the ticks of the x axis; with a `name`, also their numbers and the axis name."""
        for value in ticks(*self.across, most=8):
            x, _ = self.point(value, 0)
            ends = np.array([[(x, self.bottom), (x, self.bottom + TICK)]])
            scene.add(Segments(ends, Pen(theme.faint)))
            if name:
                scene.add(Words(f"{value:,}", (x, self.bottom + 10), NUMBER, theme.ink))
        if name:
            middle = self.left + self.width / 2
            scene.add(Words(name, (middle, self.bottom + 24), NAME, theme.ink))

    def draw_up(self, scene: Scene, theme: Theme, name: str) -> None:
        """Add the ticks of the y axis with their numbers, and the axis name above."""
        for value in ticks(*self.up, most=6):
            _, y = self.point(0, value)
            ends = np.array([[(self.left - TICK, y), (self.left, y)]])
            scene.add(Segments(ends, Pen(theme.faint)))
            scene.add(Words(f"{value:,}", (self.left - 6, y), NUMBER, theme.ink, "end"))
        scene.add(Words(name, (self.left, self.top - 8), NAME, theme.ink, "start"))


def ticks(low: float, high: float, most: int) -> list[int]:
    """Return evenly spaced round integers between two values, at most ``most + 1`` of them.

    >>> ticks(-0.5, 37.5, 5), ticks(0, 1, 5)
    ([0, 10, 20, 30], [0, 1])
    """
    step, factors = 1, (2, 2.5, 2)
    for k in range(60):
        if (high - low) / step <= most:
            break
        step = round(step * factors[k % 3])
    return list(range(-int(-low // step) * step, int(high // step) * step + 1, step))
