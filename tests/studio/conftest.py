"""A studio and a browser for the tests of this folder."""

from __future__ import annotations

import browser
import pytest
from studios import Running, solved

from stategraph.level_files import read_level


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    folder = tmp_path_factory.mktemp("levels")
    (folder / "carousels.yaml").write_text(read_level("psychopath/carousels").text)
    made = Running(folder)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chromium():
    with browser.Browser() as started:
        yield started


@pytest.fixture
def page(chromium, running):
    with chromium.page() as made:
        made.goto(running.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        yield made
