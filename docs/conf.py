"""Sphinx configuration of the site: READMEs, notebooks, a gallery, and the reference.

The source folder of the build is the project itself, so each README is a page of the site. Links
and pictures of a README work in the repository and on the site. `make docs` builds the site without
a network.
"""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import drawn_pages  # noqa: E402  (this folder is on the path only now)
from sphinx.util.nodes import make_refnode  # noqa: E402

project = "stategraph"
copyright = "the authors of stategraph"  # noqa: A001  (Sphinx's name for it)
root_doc = "README"

extensions = ["myst_nb", "numpydoc", "sphinx.ext.autodoc"]
include_patterns = [
    "README.md",
    "puzzles/**README.md",
    "stategraph/**README.md",
    "tests/README.md",
    "tests/benchmarks/README.md",
    "tests/javascript/README.md",
    "tests/mutation/README.md",
    "docs/documents.md",
    "docs/glossary.md",
    "docs/install.md",
    "docs/notes/*.md",
    "docs/recipes.md",
    "docs/tutorial.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/notebooks/*.ipynb",
    "docs/_generated/**",
]
exclude_patterns = [".*", "build", "outputs", "docs/_build", "**/__pycache__", "**/.*"]

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]

nb_execution_mode = "force"
# this notebook trains for minutes, so only `make test-all` executes it
nb_execution_excludepatterns = ["*which-reward-learns*"]
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
default_role = "py:obj"
numpydoc_show_class_members = False
# links to names of other projects would need the network
nitpick_ignore_regex = [(r"py:.*", r"(?!(stategraph|stategraph_puzzles)\.).*|.*\._\w+")]

html_theme = "furo"
html_title = "stategraph"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

# annotations contain only class names, and several packages may use one name
suppress_warnings = ["ref.python"]

REMOTE = re.compile(r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=["']https?://[^"']+""")


def add_contents(app: Any, docname: str, source: list[str]) -> None:
    """Add the table of contents to the front page; the README itself does not need it."""
    if docname == root_doc:
        source[0] += "\n" + (HERE / "contents.md").read_text("utf-8")


def title_examples(
    app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Add the title "Examples" to doctests that would otherwise belong to the section before."""
    underlined = [n for n, line in enumerate(lines) if re.fullmatch("-{3,}", line)]
    examples = [n for n, line in enumerate(lines) if line.startswith(">>> ")]
    after = [n for n in examples if underlined and n > underlined[-1]]
    if after and lines[underlined[-1] - 1] != "Examples":
        lines[after[0] : after[0]] = ["Examples", "--------"]


def find(package: str, name: str) -> Any:
    """Return the object with a given name in a module, or the submodule; None if neither exists."""
    for module in (package, f"{package}.{name}"):
        try:
            found = importlib.import_module(module)
        except ImportError:
            continue
        if module != package or hasattr(found, name):
            return getattr(found, name, found)
    return None


def find_home(app: Any, env: Any, node: Any, contnode: Any) -> Any:
    """Link a name to its entry in the reference; a name without an entry gets no link."""
    package, _, name = node.get("reftarget", "").rpartition(".")
    package = package or node.get("py:module") or ""
    if not package.startswith("stategraph"):
        return None
    thing = find(package, name)
    if thing is None:
        return None
    found = env.domains["py"].objects.get(drawn_pages.home_of(thing, f"{package}.{name}"))
    if found is None:  # a part of the program
        return contnode
    return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, contnode)


def finish(app: Any, error: Exception | None) -> None:
    """Make the front page the index; fail if a page would use the network."""
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    shutil.copyfile(folder / "README.html", folder / "index.html")
    for page in folder.rglob("*.html"):
        asked = REMOTE.search(page.read_text("utf-8"))
        if asked:
            raise RuntimeError(f"{page}: {asked[0]}")


def setup(app: Any) -> None:
    """Register the hooks of this file."""
    drawn_pages.write(HERE / "_generated")
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", title_examples, priority=400)  # before numpydoc
    app.connect("missing-reference", find_home)
    app.connect("build-finished", finish)
