"""The page, put together: what stands in it, and which scripts it runs.

``share`` makes one file of it. The modules in `static` are joined to one script there, in the order
in which they need each other, and the page's policy lets the browser run that script alone and ask
the network for nothing. The studio's server sends the modules one by one.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from stategraph.rules.drawing import printable

STATIC = Path(__file__).parent / "static"

# The modules of a page that is one file, each after those that it needs.
MODULES = (
    "dom",
    "bundle",
    "graph",
    "words",
    "play",
    "board",
    "keys",
    "chart",
    "profile",
    "spoken",
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
        editor="",
        keep="Keep my plays, to download",
        search="moves, such as R R D",
        **{"when-lost": " selected", "everything": ""},
        scripts=f'<script type="application/octet-stream" id="bundle">{data}</script>\n'
        f'<script type="module">{script}</script>',
    )


def filled(**parts: str) -> str:
    """Return the page with its parts put in, each of them HTML already."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda found: parts[found[1]], text_of("page.html"))


@functools.cache
def text_of(name: str) -> str:
    """Return the text of a file in `static`."""
    return (STATIC / name).read_text("utf-8")


def joined(modules: Sequence[str]) -> str:
    """Return some modules as one: their imports dropped, and what they export known to all.

    Each name that a module declares is so far its own; a test holds that.
    """
    parts = []
    for module in modules:
        text = re.sub(
            r'^import .* from "\./[\w-]+\.js";\n', "", text_of(f"{module}.js"), flags=re.M
        )
        parts.append(re.sub(r"^export (?=(async )?function|class|const)", "", text, flags=re.M))
    return "\n".join(parts)


def digest(text: str) -> str:
    """Return how a policy names a script or a style that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
