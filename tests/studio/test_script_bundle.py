"""ES modules become one script in the order of their imports."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from stategraph.studio.page import STATIC, module_text
from stategraph.studio.script_bundle import bundled

SOURCES = {
    "entry": """// The entry.

import {double, LIMIT} from "./numbers.js";
import {
  shown,
} from "./words.js";

const label = "entry";
console.log(shown(double(LIMIT)), label);
""",
    "numbers": """const label = "numbers";
/**
 * Double a number.
 */
export const SMALL = 1, LIMIT = 21;
export function double(number) { return label && 2 * number; }
""",
    "words": """import {LIMIT} from "./numbers.js";

const label = "words";
export const shown = number => `${label} ${number} ${LIMIT}`;
""",
}


def test_each_module_runs_once_after_the_modules_that_it_imports():
    reads = []
    script = bundled("entry", lambda name: reads.append(name) or SOURCES[name])
    assert reads == ["entry", "numbers", "words"]
    assert re.findall(r"^const (\w+)_js = ", script, re.M) == ["numbers", "words"]
    assert "The entry" not in script and "Double" not in script
    assert script.index("return {LIMIT, double}") < script.index("return {shown}")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on PATH")
def test_modules_may_use_the_same_names(tmp_path):
    (tmp_path / "script.mjs").write_text(bundled("entry", SOURCES.__getitem__))
    done = subprocess.run(["node", "script.mjs"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stderr, done.stdout) == ("", "words 42 21 entry\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('import {shown} from "./entry.js";\n', "modules import each other: entry → words → entry"),
        ('import all from "./numbers.js";\n', "words.js: cannot bundle 'import all from"),
        ('const later = () => import("./numbers.js");\n', "words.js: cannot bundle 'import("),
        ("const shown = 1;\nexport {shown};\n", "words.js: cannot bundle 'export {shown};'"),
    ],
)
def test_what_cannot_be_joined_is_refused(words, message):
    sources = {"entry": 'import {shown} from "./words.js";\n', "numbers": "", "words": words}
    with pytest.raises(ValueError, match=re.escape(message)):
        bundled("entry", sources.__getitem__)


@pytest.mark.parametrize("entry", ["start", "share", "studio"])
def test_the_pages_can_be_joined(entry):
    script = bundled(entry, module_text)
    assert not re.search(r"^(import|export)\b", script, re.M)
    assert "</script" not in script


def test_every_module_belongs_to_a_page():
    reads: set[str] = set()
    for entry in ("start", "share", "studio"):
        bundled(entry, lambda name: reads.add(name) or module_text(name))
    assert reads == {path.stem for path in STATIC.glob("*.js")}
