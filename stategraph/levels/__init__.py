"""Levels: text in a family's native format, in a YAML file that adds what is known of it.

::

    families ───┐                     which families there are, and their bundled levels
                ├──► reading ──► Level ──► write       text ──► Level ──► text
    strict_yaml ┘                     every value of a YAML text, with its line

What else a user may call a level, a graph in a file among it, `stategraph.load` knows.
"""

from stategraph.levels.families import (
    bundled,
    family,
    family_names,
    family_version,
    installed,
    named,
)
from stategraph.levels.level import Level
from stategraph.levels.reading import parse_level, read_level, read_native
from stategraph.levels.strict_yaml import Section, is_yaml, parse_mapping
from stategraph.levels.write import (
    check_format,
    flow,
    native_text,
    self_contained,
    text_for,
    with_expect,
    with_native_text,
    with_settings,
    without_expect,
    written,
)

__all__ = [
    "Level",
    "Section",
    "bundled",
    "check_format",
    "family",
    "family_names",
    "family_version",
    "flow",
    "installed",
    "is_yaml",
    "named",
    "native_text",
    "parse_mapping",
    "parse_level",
    "read_level",
    "read_native",
    "self_contained",
    "text_for",
    "with_expect",
    "with_native_text",
    "with_settings",
    "without_expect",
    "written",
]
