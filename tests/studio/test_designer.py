"""The studio in a real browser, as a designer uses it: several tabs, new names, broken versions."""

from __future__ import annotations

import browser
import pytest

from stategraph.expand import expand
from stategraph.levels import read_level
from stategraph.metrics import measure

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")


def opened(page, name: str) -> None:
    """Open a level and wait until it is solved."""
    page.evaluate("name => window.studio.open(name)", name)
    page.wait_for_function("() => window.studio.settled() && window.stategraph.idle()")


def found(page, question: str) -> str:
    """Return the answer to a question."""
    page.evaluate("document.getElementById('found').replaceChildren()")
    page.fill("#search", question)
    page.press("#search", "Enter")
    page.wait_for_function("() => document.getElementById('found').innerText !== ''")
    return page.inner_text("#found")


def test_two_tabs_are_answered_about_their_own_levels(page, chromium, running):
    names = "psychopath/carousels", "sokoban/through-the-door"
    dead = [
        measure(expand(read_level(name).puzzle), ["dead_states"])["dead_states"] for name in names
    ]
    assert dead[0] != dead[1]
    with chromium.page() as other:
        other.goto(running.link)
        other.wait_for_selector("body[data-ready]")
        opened(page, names[0])
        opened(other, names[1])
        for tab, count in ((page, dead[0]), (other, dead[1]), (page, dead[0])):
            assert f"holds in {count} states" in found(tab, "dead")


@pytest.mark.long
def test_a_large_level_is_played_while_another_tab_edits(page, chromium, running):
    opened(page, "psychopath/warehouse")
    board = page.inner_text("#left") + page.inner_text("#status")
    with chromium.page() as other:
        other.goto(running.link)
        other.wait_for_selector("body[data-ready]")
        opened(other, "sokoban/corner")
        page.locator("#moves button").first.click()
        page.wait_for_function("() => window.stategraph.play.at === 1 && window.stategraph.idle()")
        assert page.errors == [] and "went wrong" not in page.inner_text("#status")
        assert page.inner_text("#left") + page.inner_text("#status") != board
