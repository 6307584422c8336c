"""The chance of a beginner in the evaluation of a play, in a real browser."""

from __future__ import annotations

import browser
import pytest
from studios import solved

from stategraph import analysis
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.metrics.units import in_units
from stategraph.players import PLAYERS
from stategraph.players.exact_win_chance import attempt_chances

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")


def test_the_evaluation_shows_the_chance_of_a_beginner(page):
    level = read_level("sokoban/through-the-door")
    graph = expand(level.puzzle)
    units = in_units(level, graph)
    chances = attempt_chances(level, units, PLAYERS["beginner"])[units.quotient.owner]
    solution = analysis.first_solution(graph)
    page.evaluate("window.studio.open('sokoban/through-the-door')")
    solved(page)
    page.evaluate(
        "labels => stategraph.then(() => stategraph.play.go(labels))", list(solution.labels)
    )
    page.wait_for_function("() => window.stategraph.graph.beginners")
    page.evaluate("stategraph.analysis.show()")
    assert page.locator("#evaluation .row span").all_inner_texts()[-1] == "beginner"
    shown = page.evaluate("stategraph.play.trail.map(step => stategraph.graph.beginner(step.node))")
    assert shown == pytest.approx([float(chances[node]) for node in solution.nodes], rel=2e-3)
    page.evaluate("stategraph.goTo(0)")
    page.wait_for_function("() => stategraph.play.at === 0")
    assert "a beginner wins about 37 in 100" in page.inner_text("#evaluation > p")
    page.click("#evaluation summary")
    page.wait_for_selector("#evaluation tbody tr")
    cells = page.locator("#evaluation tbody tr").first.locator("td").all_inner_texts()
    assert cells[-1] == "37 %"
    assert page.errors == []
