"""The page: its HTML template, scripts, and security policy.

``share`` writes the page as one file. `script_bundle.py` joins the modules in `static` to one
script, which the page holds compressed: that makes it a third as large. A short script, `start.js`,
inflates and runs it. The security policy of the page allows only these two scripts, by their
hashes, and no network access. The studio's server sends its script joined too, since a page with
dozens of modules opens slowly.

The same level gives the same bytes with the same build of zlib. Another build, such as zlib-ng, may
compress the same script and data to other bytes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
import zlib
from html import escape
from pathlib import Path

from stategraph.level_files.shared_pages import level_element
from stategraph.rules.svg import printable
from stategraph.studio.script_bundle import bundled

STATIC = Path(__file__).parent / "static"

# The highest level; the script is compressed once per process.
ZLIB_LEVEL = 9


def one_file(title: str, bundle: bytes, level: str = "") -> str:
    """Return the page of a level as HTML that needs no other file and no network.

    `level` is the text of its level file, which the page holds without showing it.
    """
    script, packed_script = _share_script()
    start, style = bundled("start", module_text), text_of("style.css")
    policy = (
        f"default-src 'none'; script-src {digest(start)} {digest(script)}; "
        f"style-src {digest(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    return filled(
        policy=f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        title=f"{escape(printable(title))} – stategraph",
        heading=escape(printable(title)),
        level=level_element(level),
        style=f"<style>{style}</style>",
        numbers="",
        editor="",
        canvas="",
        editing="",
        keep=text_of("kept_here.html"),
        people="",
        search="moves, such as R R D",
        **{"when-lost": " selected", "everything": ""},
        scripts=f'<script type="application/octet-stream" id="bundle">{_base64(bundle)}</script>\n'
        f'<script type="application/octet-stream" id="script">{_base64(packed_script)}</script>\n'
        f'<script type="module">{start}</script>',
    )


@functools.cache
def _share_script() -> tuple[str, bytes]:
    """Return the script of a shared page, and the script compressed."""
    script = bundled("share", module_text)
    return script, zlib.compress(script.encode(), ZLIB_LEVEL)


@functools.cache
def studio_script() -> str:
    """Return the script of the studio's page."""
    return bundled("studio", module_text)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


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
    return text_of("glossary.html").replace("{{words}}", "\n".join(parts))


def filled(**parts: str) -> str:
    """Return the page template with its placeholders replaced by `parts`, which must be HTML."""
    return re.sub(r"\{\{([\w-]+)\}\}", lambda match: parts[match[1]], text_of("page.html"))


@functools.cache
def text_of(name: str) -> str:
    """Return the text of a file in `static`."""
    return (STATIC / name).read_text("utf-8")


def module_text(name: str) -> str:
    """Return the source of a module in `static`, by its name without ``.js``."""
    return text_of(f"{name}.js")


def digest(text: str) -> str:
    """Return the hash that names an inline script or style in a content security policy."""
    return f"'sha256-{_base64(hashlib.sha256(text.encode()).digest())}'"
