"""The page: its HTML template, scripts, and security policy.

``share`` writes the page as one file. The modules in `static` are joined to one script, in which
each module follows the modules that it imports. The security policy of the page allows only this
script, and no network access. The studio's server instead sends the modules one by one.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from stategraph.rules.svg import printable

STATIC = Path(__file__).parent / "static"

# The modules of the one-file page; each module follows the modules that it imports.
MODULES = (
    "dom",
    "packed",
    "bundle",
    "graph",
    "words",
    "variations",
    "play",
    "board",
    "keeping",
    "stored_plays",
    "keys",
    "paths",
    "clusters",
    "marks",
    "chart",
    "profile",
    "neighbourhood",
    "spoken",
    "story",
    "verdicts",
    "evaluation",
    "loss",
    "comments",
    "analysis",
    "traps",
    "common",
    "region",
    "pointer",
    "search",
    "graph_view",
    "page",
    "share",
)


def one_file(title: str, bundle: bytes) -> str:
    """Return the page of a level as HTML that needs no other file and no network."""
    script, style = joined(MODULES), text_of("style.css")
    policy = (
        f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    data = base64.b64encode(bundle).decode()
    return filled(
        policy=f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        title=f"{escape(printable(title))} – stategraph",
        heading=escape(printable(title)),
        style=f"<style>{style}</style>",
        numbers="",
        editor="",
        canvas="",
        editing="",
        keep=text_of("kept_here.html"),
        people="",
        search="moves, such as R R D",
        **{"when-lost": " selected", "everything": ""},
        scripts=f'<script type="application/octet-stream" id="bundle">{data}</script>\n'
        f'<script type="module">{script}</script>',
    )


def words_page() -> str:
    """Return the page of all words that ``explain`` knows; each word has an anchor."""
    from stategraph.tell.explain import one_line
    from stategraph.tell.glossary import key, words

    parts = []
    for group, names in words().items():
        rows = (
            f'<dt id="{key(name).replace(" ", "-")}">{escape(name.replace("_", " "))}</dt>'
            f"<dd>{escape(one_line(name))}</dd>"
            for name in names
        )
        parts += [f"<h2>{escape(group.capitalize())}</h2>", "<dl>", *rows, "</dl>"]
    return text_of("words.html").replace("{{words}}", "\n".join(parts))


def filled(**parts: str) -> str:
    """Return the page template with its placeholders replaced by `parts`, which must be HTML."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda found: parts[found[1]], text_of("page.html"))


@functools.cache
def text_of(name: str) -> str:
    """Return the text of a file in `static`."""
    return (STATIC / name).read_text("utf-8")


def joined(modules: Sequence[str]) -> str:
    """Return some modules as one script, without imports and exports.

    All modules then share one namespace. A test ensures that each name is declared only once.
    """
    parts = []
    for module in modules:
        text = re.sub(
            r'^import .* from "\./[\w-]+\.js";\n', "", text_of(f"{module}.js"), flags=re.M
        )
        parts.append(re.sub(r"^export (?=(async )?function|class|const)", "", text, flags=re.M))
    return "\n".join(parts)


def digest(text: str) -> str:
    """Return the hash that names an inline script or style in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
