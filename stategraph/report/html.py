"""Safe templates: text from a level is displayed, but never interpreted as HTML.

Jinja2 escapes every inserted text (`autoescape`), so that no template can forget to do so. This
module adds two protections. First, it makes some characters visible: those that HTML forbids, and
those that change the direction of writing and could mislead readers. Second, each page has a
content security policy, so that the browser rejects everything that is not part of the page.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.rules.svg import printable

if TYPE_CHECKING:
    from jinja2 import Environment

FOLDER = Path(__file__).parent


def fill(template: str, **values: object) -> str:
    """Return the page that a template makes from `values`, with all text in them escaped."""
    return _environment().get_template(template).render(values)


@functools.cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: object) -> object:
        return printable(value) if type(value) is str else value

    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    scripts = {name: (FOLDER / f"{name}.js").read_text("utf-8") for name in ("sort", "film")}
    style = (FOLDER / "style.css").read_text("utf-8")
    environment.globals.update(
        style=Markup(style),
        scripts={name: Markup(text) for name, text in scripts.items()},
        policy=" ".join(map(_digest, scripts.values())),
    )
    return environment


def _digest(script: str) -> str:
    """Return the digest of a script, which allows the browser to run it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
