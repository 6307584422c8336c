"""Templates: Python files with loops. The code of the rules is inserted into their text.

::

    n_moves = 0                                         n_moves = 0
    # [rules]                     ── filled ──►      x1 = (w0 >> c0) & c1
    return n_moves                                      if x1 < 3: ...
                                                     return n_moves

A line that consists of a comment ``# [name]``, or ends in one, is a *placeholder*. The lines
generated from the rules replace it, with the same indentation. An unfilled template is the loop of
a puzzle without rules.

A filled module is self-contained: imports from stategraph are replaced by the source text of the
imported names. Only the imports from `stategraph.machine` and `typing` remain.
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

# The names of the loops in each template that callers may run.
LOOPS = {
    "expand": ("expand", "add_up", "meet", "finish"),
    "search": ("look", "reach", "dive"),
    "successors": ("successors",),
    "owners": ("send", "sift", "number", "resolve"),
}

# Placeholder of the statement that runs if a rule breaks its contract. It is replaced by the text
# after ``or`` in the placeholder, such as ``return -1``.
FAILS = "<fails>"


def fill_template(name: str, places: Mapping[str, Sequence[str] | None]) -> str:
    """Return the text of template `name` with its placeholders replaced by lines.

    If `places` maps a placeholder to None, only the comment is removed from its line. "tables" maps
    to the annotations of the tables.
    """

    def lines_of(place: re.Match[str]) -> str:
        depth, name, otherwise = place.groups()
        lines = places[name]
        if lines is None:
            return place[0].partition("  #")[0]
        lines = lines or (["pass"] if depth else [])
        return "\n".join(depth + line for line in lines).replace(FAILS, otherwise or "")

    kinds = places["tables"] or ()
    text = _PLACE.sub(lines_of, self_contained(name))
    for placeholder, replacement in ((", *T: Int64s", ", t{}: {}"), (", *T", ", t{}")):
        tables = (replacement.format(k, kind) for k, kind in enumerate(kinds))
        text = text.replace(placeholder, "".join(tables))
    return _HEAD + text + "\n"


@functools.cache
def self_contained(name: str) -> str:
    """Return the text of a template in which imports from stategraph are replaced by source text.

    >>> "def find(" in self_contained("expand")
    True
    """
    included: set[str] = set()

    def text_of(name: str) -> str:
        lines = Path(__file__).with_name(f"{name}.py").read_text("utf-8").split("\n")
        for statement in reversed(ast.parse("\n".join(lines)).body):
            line_range = slice(statement.lineno - 1, statement.end_lineno)
            if isinstance(statement, ast.Expr):  # remove the docstring and the lines above it
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
    """Return whether a statement imports from the language of compiled loops or from `typing`."""
    return str(statement.module).startswith(("stategraph.machine.", "typing"))
