"""A studio and a browser for the tests of this folder."""

from __future__ import annotations

import functools

import browser
import pytest
from studios import Running, SharedLevel, solved

from stategraph.level_files import read_level


def pytest_itemcollected(item):
    """Leave a test in a browser to the long run, unless it is marked ``quick``."""
    if "chromium" in item.fixturenames and not item.get_closest_marker("quick"):
        item.add_marker(pytest.mark.long)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Add to the report of a failed test what its page shows and has requested."""
    report = yield
    if report.failed and call.when == "call":
        for name in {"page", "window"} & set(item.funcargs):
            report.sections.append((f"the {name}", browser.seen(item.funcargs[name])))
    return report


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


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Return a function that returns a level by name; each is shared once."""
    folder = tmp_path_factory.mktemp("shared")
    return functools.cache(lambda name: SharedLevel(name, folder))


@pytest.fixture
def page(chromium, running):
    with chromium.page() as made:
        made.goto(running.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        yield made
