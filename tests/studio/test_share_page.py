"""A shared page is one small file, which inflates its script and runs nothing else."""

from __future__ import annotations

import base64
import re
import zlib

import pytest

from stategraph.studio.page import digest, module_text
from stategraph.studio.script_bundle import bundled

SCRIPT = re.compile(r'(<script type="application/octet-stream" id="script">)([\w+/=]+)(</script>)')


@pytest.fixture(scope="module")
def level(shared):
    return shared("spacewreck/eight-rooms")


def test_a_small_level_takes_less_than_100_kilobytes(level):
    assert level.at.stat().st_size < 90_000


def test_the_policy_names_both_scripts_by_their_hashes(level):
    text = level.at.read_text("utf-8")
    script = zlib.decompress(base64.b64decode(SCRIPT.search(text)[2])).decode()
    assert script == bundled("share", module_text)
    (start,) = re.findall(r'<script type="module">(.*?)</script>', text, re.S)
    (policy,) = re.findall(r'Content-Security-Policy" content="(.*?)"', text)
    directives = dict(part.split(" ", 1) for part in policy.split("; "))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == f"{digest(start)} {digest(script)}"
    assert directives["style-src"].count("'") == 2


@pytest.mark.quick
def test_another_script_is_not_run(chromium, level, tmp_path):
    """A changed page, with another script compressed by the same method."""
    other = base64.b64encode(zlib.compress(b"window.hacked = 1;")).decode()
    at = tmp_path / "changed.html"
    at.write_text(SCRIPT.sub(rf"\g<1>{other}\g<3>", level.at.read_text("utf-8")), "utf-8")
    with chromium.page() as page:
        with page.expect_console_message(lambda message: "Content Security" in message.text):
            page.goto(at.as_uri())
        assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        ("", "", "This browser is too old for this page. Open the page in a browser from 2023"),
        ('id="script">', 'id="script">AAAA', "This page could not be read: "),
    ],
)
def test_a_page_that_cannot_start_says_why(chromium, level, tmp_path, before, after, status):
    at = tmp_path / "page.html"
    at.write_text(level.at.read_text("utf-8").replace(before, after, 1), "utf-8")
    with chromium.page(width=390) as page:
        if not before:
            page.add_init_script("delete window.DecompressionStream")
        page.goto(at.as_uri())
        page.wait_for_function("document.getElementById('status').textContent.startsWith('This')")
        assert page.inner_text("#status").startswith(status)


@pytest.mark.quick
def test_a_page_is_played_in_the_sandbox_of_a_notebook(chromium, level, tmp_path):
    from stategraph.web_page import Page

    at = tmp_path / "notebook.html"
    cell = Page("Eight rooms", level.at.read_text("utf-8"))._repr_html_()
    at.write_text(f"<!doctype html><title>Notebook</title>{cell}", "utf-8")
    with chromium.page() as page:
        page.goto(at.as_uri())
        frame = page.frame_locator("iframe")
        frame.locator("body[data-ready]").wait_for()
        frame.locator("#moves button").first.click()
        assert frame.locator("#trail li").count() == 2
        assert page.errors == []
