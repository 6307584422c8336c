"""Levels: text in the native format of a family, usually inside a YAML file.

::

    families ───┐                     installed families, and their bundled levels
                ├──► reading ──► Level ──► write       text ──► Level ──► text
    strict_yaml ┘                     the values of a YAML text, with their lines

`stategraph.load` also accepts other kinds of levels, such as graphs in files.
"""

from stategraph.level_files.families import (
    bundled,
    bundled_group,
    family,
    family_names,
    family_or_puzzle,
    family_version,
    installed,
)
from stategraph.level_files.level import Level, StoredGraph
from stategraph.level_files.level_reader import parse_level, read_level, read_native, read_text
from stategraph.level_files.level_writer import (
    check_format,
    demand_texts,
    flow,
    native_text,
    self_contained,
    text_for,
    with_demand,
    with_expect,
    with_native_text,
    with_notes,
    with_settings,
    with_title,
    without_expect,
    written,
)
from stategraph.level_files.strict_yaml import Section, is_page, is_yaml, parse_mapping

__all__ = [
    "Level",
    "Section",
    "StoredGraph",
    "bundled",
    "bundled_group",
    "check_format",
    "demand_texts",
    "family",
    "family_names",
    "family_version",
    "flow",
    "installed",
    "is_page",
    "is_yaml",
    "family_or_puzzle",
    "native_text",
    "parse_mapping",
    "parse_level",
    "read_level",
    "read_native",
    "read_text",
    "self_contained",
    "text_for",
    "with_demand",
    "with_expect",
    "with_native_text",
    "with_notes",
    "with_settings",
    "with_title",
    "without_expect",
    "written",
]
