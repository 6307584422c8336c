"""The state graph as a tool: filters, regions, folded clusters, contraction, in a real browser."""

from __future__ import annotations

import browser
import pytest

from stategraph.analysis import dead

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

DRAWN = "() => window.stategraph.chart.drawn && !window.stategraph.chart.waiting"


def visible(page) -> list[int]:
    """Return the states that the graph shows."""
    page.wait_for_function(DRAWN)
    return page.evaluate(
        "(({chart, graph}) => [...Array(graph.size).keys()].filter(node => chart.shown(node)))"
        "(window.stategraph)"
    )


def spread(page, nodes: list[int]) -> float:
    """Return the width on the canvas that some states cover, in pixels."""
    xs = page.evaluate("nodes => nodes.map(node => window.stategraph.spot(node)[0])", nodes)
    return max(xs) - min(xs)


def test_only_living_states_are_shown_and_fill_the_map(chromium, shared):
    one = shared("sokoban/pillars")
    living = (~dead(one.graph)).nonzero()[0].tolist()
    with chromium.page() as page:
        one.open(page)
        page.wait_for_function(DRAWN)
        before = spread(page, living)
        page.check("#only-dead")
        page.check("#only-living")
        assert not page.is_checked("#only-dead")
        assert visible(page) == living
        assert spread(page, living) > before
        page.select_option("#view", "space")
        assert visible(page) == living
        page.uncheck("#only-living")
        assert len(visible(page)) == len(one.graph)
        assert page.errors == []
