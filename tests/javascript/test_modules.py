"""Run the tests of modules that need no page with Node, and check the names of elements."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from stategraph.studio.page import STATIC


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")
def test_modules():
    """Each file of this folder that ends in ``.test.js`` passes."""
    folder = Path(__file__).parent
    done = subprocess.run(["node", "--test"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (count,) = re.findall(r"^\S+ pass (\d+)$", done.stdout, re.M)
    tests = sum(file.read_text("utf-8").count("\ntest(") for file in folder.glob("*.test.js"))
    assert int(count) == tests > 0


def test_every_element_that_a_module_uses_is_on_a_page():
    pages = "".join(file.read_text("utf-8") for file in STATIC.glob("*.html"))
    pages += (STATIC.parent / "server.py").read_text("utf-8")
    pages += (STATIC.parent / "page.py").read_text("utf-8")
    ids = set(re.findall(r'\bid="([\w-]+)"', pages))
    used = {
        name
        for file in STATIC.glob("*.js")
        for name in re.findall(r'\bone\("([\w-]+)"\)', file.read_text("utf-8"))
    }
    assert len(used) > 80 and used <= ids
