"""The states around the player, and the local proofs of loss among them."""

from __future__ import annotations

from random import Random

import browser
import pytest
from studios import SIX_BOXES

from stategraph.analysis import dead
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.studio.neighbourhood import MAX_SHOWN
from stategraph.studio.single_states import States


@pytest.mark.parametrize("name", ["psychopath/carousels", "sokoban/pillars"])
def test_every_state_that_is_proven_dead_is_dead_in_the_whole_graph(name):
    level = read_level(name)
    whole = expand(level.puzzle)
    lost, part = dead(whole), expand(level.puzzle, Limits(states=20))
    assert not part.complete
    states, rng, node, proven = States(level, part), Random(1), 0, 0
    for _ in range(40):
        near = states.near(node)
        assert near["states"][0][:2] == [node, 0]
        assert len(near["states"]) <= MAX_SHOWN
        for state, _, left in near["states"]:
            real = whole.find(states._beyond.state(state))
            known = whole.goal if real is None else real
            if left is not None:
                assert (left == -1) == bool(lost[known])
                proven += left == -1
        shown = [state for state, _, _ in near["states"]]
        for source, target, label in near["moves"]:
            assert (label, shown[target]) in states._beyond.moves(shown[source])
        node = rng.choice(shown[1:] or [0])
    assert proven


@pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")
def test_a_level_without_a_map_shows_the_states_around_the_player(page, running):
    (running.folder / "six.yaml").write_text(SIX_BOXES)
    page.evaluate("window.studio.open('six.yaml')")
    page.wait_for_function("() => window.stategraph.chart?.near?.states.length > 20")
    page.wait_for_function("() => window.stategraph.chart.drawn")
    assert page.input_value("#view") == "near"
    node, steps, _ = page.evaluate("window.stategraph.chart.near.states[6]")
    x, y = page.evaluate("node => window.stategraph.spot(node)", node)
    page.locator("#chart").hover(position={"x": x, "y": y})
    page.wait_for_selector("#peek svg")
    page.locator("#chart").click(position={"x": x, "y": y})
    page.wait_for_function("node => window.stategraph.play.here.node === node", arg=node)
    assert page.evaluate("window.stategraph.play.at") == steps
    page.wait_for_function("node => window.stategraph.chart.near.states[0][0] === node", arg=node)
    page.select_option("#view", "profile")
    page.wait_for_function("() => window.stategraph.chart.depths?.length > 1")
    page.select_option("#view", "near")
    page.wait_for_function("() => window.stategraph.chart.near?.states.length > 20")
    assert page.errors == []
