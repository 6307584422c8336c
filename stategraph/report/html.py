"""Safe templates: text from a level is always shown, and never interpreted.

Jinja2 escapes every inserted text (`autoescape`), so that no template can forget it. This module
adds two protections. Characters that HTML forbids, and characters that change the direction of
writing and could mislead readers, are made visible. Each page also has a content
security policy, so that the browser rejects everything that is not part of the page.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import Any

from stategraph.rules.svg import printable

FOLDER = Path(__file__).parent


def fill(template: str, **values: object) -> str:
    """Return the page that a template makes from `values`; all text in them is escaped."""
    return _environment().get_template(template).render(values)


@functools.cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: object) -> Any:
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
    """Return the digest of the only script that a browser may run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
