"""Templates: loops without rules, as Python files that are read as text and filled in.

::

    n_moves = 0                                         n_moves = 0
    # [rules]                     ── filled ──►      x1 = (w0 >> c0) & c1
    return n_moves                                      if x1 < 3: ...
                                                     return n_moves

A line that is, or ends in, a comment ``# [name]`` is a *place*. The lines generated from the rules
replace it, with its indentation. An unfilled template is the loop of a puzzle without rules.

A filled module is self-contained: imports from stategraph are replaced by the imported text, except
those of the language of compiled loops.
"""

from __future__ import annotations

import ast
import functools
import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FunctionType

from stategraph.machine.source import source_of

_HEAD = '"""Written by stategraph from the rules of a puzzle; do not edit."""\nimport numpy as np\n'
_PLACE = re.compile(r"^( *)(?:.*  )?# \[(\w+)\](?: or (.*))?$", re.MULTILINE)

# The loops of each template, for its callers.
LOOPS = {
    "expand": ("expand", "add_up", "meet", "finish"),
    "search": ("look", "reach", "dive"),
    "successors": ("successors",),
}

# The line of a rule that breaks its contract; the placeholder holds the reaction: ``or return``.
FAILS = "<fails>"


def fill_template(name: str, places: Mapping[str, Sequence[str] | None]) -> str:
    """Return the text of template `name` with these lines in its places.

    A place that is given None stays as it is.
    """

    def lines_of(place: re.Match[str]) -> str:
        depth, name, otherwise = place.groups()
        lines = places[name]
        if lines is None:
            return place[0].partition("  #")[0]
        lines = lines or (["pass"] if depth else [])
        return "\n".join(depth + line for line in lines).replace(FAILS, otherwise or "")

    tables = places["tables"] or ()
    text = _PLACE.sub(lines_of, self_contained(name))
    for placeholder, replacement in ((", *T: Int64s", ", {}: Int64s"), (", *T", ", {}")):
        text = text.replace(placeholder, "".join(map(replacement.format, tables)))
    return _HEAD + text + "\n"


@functools.cache
def self_contained(name: str) -> str:
    """Return the text of a template with all that it imports of stategraph written out.

    >>> "def find(" in self_contained("expand")
    True
    """
    included: set[str] = set()

    def text_of(name: str) -> str:
        lines = Path(__file__).with_name(f"{name}.py").read_text("utf-8").split("\n")
        for statement in reversed(ast.parse("\n".join(lines)).body):
            line_range = slice(statement.lineno - 1, statement.end_lineno)
            if isinstance(statement, ast.Expr):  # the docstring, and the lines above it
                lines[: line_range.stop] = []
            elif isinstance(statement, ast.ImportFrom) and not _of_machine(statement):
                lines[line_range] = imported(str(statement.module), statement.names)
        return "\n".join(lines).strip("\n")

    def imported(module: str, names: Sequence[ast.alias]) -> list[str]:
        if module.startswith(__name__):
            return once(module, lambda: text_of(module.rpartition(".")[2]))
        home = importlib.import_module(module)
        return sum((text_of_function(getattr(home, alias.name)) for alias in names), [])

    def text_of_function(function: FunctionType) -> list[str]:
        return once(function.__name__, lambda: source_of(function))

    def once(key: str, text: Callable[[], str]) -> list[str]:
        if key in included:
            return []
        included.add(key)
        return [text(), ""]

    return text_of(name)


def _of_machine(statement: ast.ImportFrom) -> bool:
    """Return whether a statement imports what belongs to the language of all compiled loops."""
    return str(statement.module).startswith(("stategraph.machine.", "typing"))
