"""Templates filled in so that a text from a level is always shown, and never interpreted.

Jinja2 escapes whatever a template inserts (`autoescape`), so that forgetting it is not possible.
Two things are left to do here: characters that HTML forbids, and those that turn the direction of
writing, with which a text could make others read wrongly, are shown as what they are. And a page
carries a policy by which the browser itself refuses everything that is not in the page: a second
lock on the same door.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from pathlib import Path
from typing import Any

from stategraph.rules.drawing import printable

FOLDER = Path(__file__).parent


def fill(template: str, **values: Any) -> str:
    """Return the page that a template makes of `values`; all text in them is escaped."""
    return _environment().get_template(template).render(values)


@functools.cache
def _environment() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    def finalize(value: Any) -> Any:
        return printable(value) if type(value) is str else value

    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    scripts = {name: (FOLDER / f"{name}.js").read_text("utf-8") for name in ("sort", "film")}
    style = (FOLDER / "style.css").read_text("utf-8")
    made.globals.update(
        style=Markup(style),
        scripts={name: Markup(text) for name, text in scripts.items()},
        policy=" ".join(map(_digest, scripts.values())),
    )
    return made


def _digest(script: str) -> str:
    """Return by what a browser knows the one script that it may run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
