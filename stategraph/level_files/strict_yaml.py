"""A strict YAML reader that knows the line of every value and refuses what no level needs.

A document is composed into nodes, and not loaded into Python objects. The composer refuses aliases,
which can expand a small file enormously, and tags, which can name code. The reader also refuses
repeated keys, octal numbers and lone surrogates (half characters). Each error is a `LevelError`
with the file and, if known, the line.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from yaml import MappingNode, Node, ScalarNode, SequenceNode

from stategraph.errors import LevelError
from stategraph.readable import Record

_ODD_NUMBER = re.compile(r"[-+]?0[0-9_]+|.*[_:].*")  # an octal number, or one in base 60
_KINDS = ("str", "int", "float", "bool", "null")  # other types, such as dates, stay texts

# The blank lines and comments that may follow a value.
_COMMENTS = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n|\Z))*")
_LINE_END = re.compile(r"\r\n|\r|\n")

# Maximum number of digits in a ``%YAML`` directive, as thousands of digits take long to parse.
MAX_DIRECTIVE_DIGITS = 9

# Control characters. YAML refuses most of these characters, but accepts escapes such as ``"\x07"``.
CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


class Section(Record):
    """A mapping in a file.

    Attributes
    ----------
    lines : dict of str to int
        the line of each value
    """

    def __init__(
        self,
        values: Mapping[str, object] | Iterable[tuple[str, object]] = (),
        lines: Mapping[str, int] | None = None,
    ):
        super().__init__(values)
        self.lines = dict(lines or {})


class _Composer(yaml.SafeLoader):
    """A YAML loader that refuses tags, anchors, aliases, and long numbers in directives."""

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        event = self.peek_event()
        construct = "anchors and aliases" if getattr(event, "anchor", None) else None
        if getattr(event, "tag", None) is not None:
            construct = f"tags (here {event.tag!r})"
        if construct:
            raise yaml.MarkedYAMLError(
                problem=f"{construct} are not allowed", problem_mark=event.start_mark
            )
        return super().compose_node(parent, index)

    def scan_yaml_directive_number(self, start_mark: yaml.Mark) -> Any:
        digits = self.prefix(MAX_DIRECTIVE_DIGITS + 1)
        if len(digits) > MAX_DIRECTIVE_DIGITS and digits.isdecimal():
            raise yaml.MarkedYAMLError(
                problem="a number in a directive has too many digits", problem_mark=start_mark
            )
        return super().scan_yaml_directive_number(start_mark)


def is_yaml(file: str) -> bool:
    """Return whether the name of a file is that of a YAML level."""
    return Path(file).suffix.lower() in (".yaml", ".yml")


def is_page(file: str) -> bool:
    """Return whether the name of a file is that of a web page, such as one to play a level."""
    return Path(file).suffix.lower() in (".html", ".htm")


def compose(text: str, file: str) -> Node | None:
    """Return the root node of a YAML text, or None if the text is empty."""
    if match := re.search("[\x85\u2028\u2029]", text):
        # YAML would count these as line ends, so later line numbers would be wrong
        line_number = _line_at(text, match.start())
        raise LevelError(
            f"character {match[0]!r} is not allowed in a level file", line_number
        ).located(file)
    try:
        root = yaml.compose(text, Loader=_Composer)
    except yaml.MarkedYAMLError as error:
        mark, reason = error.problem_mark, str(error.problem)
        row = _LINE_END.split(text)[mark.line] if mark else ""
        odd_row = re.match("expected <block end>|found character", reason)
        if row.startswith("\t"):
            reason += "; indent with blanks, not with tabs"
        elif "|" in text and odd_row and row.startswith(" "):
            reason += "; a 'level: |' whose first row begins with blanks needs 'level: |2'"
        line = mark.line + 1 if mark else None
        hint = "" if is_yaml(file) else " (a native file needs --puzzle FAMILY)"
        raise LevelError(reason + hint, line).located(file) from None
    except yaml.reader.ReaderError as error:
        line_number = _line_at(text, error.position)
        raise LevelError(
            f"character {chr(error.character)!r} is not allowed in YAML", line_number
        ).located(file) from None
    except (OverflowError, ValueError):  # an escape such as "\U00110000"
        escapes = re.finditer(r"\\U([0-9a-fA-F]{8})", text)
        match = next(escape for escape in escapes if int(escape[1], 16) > sys.maxunicode)
        line_number = _line_at(text, match.start())
        raise LevelError("an escape that is not a character", line_number).located(file) from None
    except RecursionError:
        raise LevelError("is nested too deeply").located(file) from None
    _refuse_lost_rows(root, text, file)
    return root


def _refuse_lost_rows(node: Node | None, text: str, file: str) -> None:
    """Raise ``LevelError`` if a comment after a block may have been meant as a row of the block.

    A row with a smaller indent than the first row ends the block. If such a row begins with ``#``,
    YAML takes it for a comment.
    """
    if isinstance(node, SequenceNode):
        for element in node.value:
            _refuse_lost_rows(element, text, file)
    if not isinstance(node, MappingNode):
        return
    for key, value in node.value:
        _refuse_lost_rows(value, text, file)
        if not isinstance(value, ScalarNode) or value.style not in ("|", ">"):
            continue
        column, block_end = key.start_mark.column, value.end_mark
        comments = _COMMENTS.match(text, block_end.index)
        rows = _LINE_END.split(comments[0]) if comments else []
        for line, row in enumerate(rows, block_end.line + 1):
            indent = len(row) - len(row.lstrip(" \t"))
            if row.strip() and indent > column:
                header = f"{key.value}: {value.style}"
                raise LevelError(
                    f"YAML takes this row for a comment, because the first row of '{header}' in "
                    f"line {line_of(value)} is indented more; write '{header}{indent - column}' "
                    "there, or begin a comment in the first column",
                    line,
                ).located(file)


def _line_at(text: str, position: int) -> int:
    return len(_LINE_END.findall(text, 0, position)) + 1


def line_of(node: Node) -> int:
    """Return the first line of a node, counted from 1."""
    return node.start_mark.line + 1


def end_of(node: Node) -> int:
    """Return the index at which a node's text ends, without the comments after a block."""
    if isinstance(node, MappingNode) and not node.flow_style:
        return end_of(node.value[-1][1])
    if isinstance(node, SequenceNode) and not node.flow_style:
        return end_of(node.value[-1])
    return node.end_mark.index


def nodes_of(node: MappingNode, file: str) -> dict[str, Node]:
    """Return the value node of each key of a mapping, whose keys must be unique texts."""
    nodes: dict[str, Node] = {}
    for key, value in node.value:
        name = text_of(key, file, "a key")
        if name in nodes:
            raise LevelError(f"key {name!r} occurs twice", line_of(key)).located(file)
        nodes[name] = value
    return nodes


def value_of(node: Node, file: str) -> Any:
    """Return the Python value of a node: dict, list, str, number, bool or None."""
    if isinstance(node, MappingNode):
        return {key: value_of(value, file) for key, value in nodes_of(node, file).items()}
    if isinstance(node, SequenceNode):
        return [value_of(element, file) for element in node.value]
    kind = node.tag.removeprefix("tag:yaml.org,2002:")
    if kind not in _KINDS:
        return text_of(node, file)
    if kind == "int" and _ODD_NUMBER.fullmatch(node.value):
        raise LevelError(f"{node.value[:40]!r} must be a plain number", line_of(node)).located(file)
    try:
        value = yaml.SafeLoader("").construct_object(node)
    except (ValueError, yaml.YAMLError):
        raise LevelError(f"{node.value[:40]!r} is not of type {kind}", line_of(node)).located(
            file
        ) from None
    if isinstance(value, float) and not math.isfinite(value):
        raise LevelError(f"{node.value[:40]!r} is not a number", line_of(node)).located(file)
    return text_of(node, file) if isinstance(value, str) else value


def text_of(node: Node, file: str, subject: str = "this") -> str:
    """Return the text of a scalar node."""
    if not isinstance(node, ScalarNode):
        raise LevelError(f"{subject} must be a text", line_of(node)).located(file)
    if half := re.search("[\ud800-\udfff]", node.value):
        reason = f"holds {half[0]!r}, which is half a character"
        raise LevelError(reason, line_of(node)).located(file)
    if control := CONTROL.search(node.value):
        reason = f"holds {control[0]!r}, which is a control character"
        raise LevelError(reason, line_of(node)).located(file)
    return node.value


def section_of(node: Node | None, key: str, file: str) -> Section:
    """Return the content of a mapping node, or an empty section if the node is missing."""
    if node is None or node.tag.endswith(":null"):
        return Section()
    if not isinstance(node, MappingNode):
        reason = f"'{key}' must be a mapping, as in '{key}: {{NAME: VALUE}}'"
        raise LevelError(reason, line_of(node)).located(file)
    lines = {name: line_of(value) for name, value in nodes_of(node, file).items()}
    return Section(value_of(node, file), lines)


def parse_mapping(text: str, file: str, depths: Mapping[str, int]) -> dict[str, Section]:
    """Return the content of a YAML text that is a mapping. Its keys must be in `depths`.

    The value of a key of depth 1 is a `Section`. The value of a key of depth 2 is a section of
    sections.

    Raises
    ------
    LevelError
        for any other content, with its line

    Examples
    --------
    >>> section = parse_mapping("demand:\\n  solvable: true\\n", "rules.yaml", {"demand": 1})
    >>> section["demand"], section["demand"].lines
    ({'solvable': True}, {'solvable': 2})
    """
    root = compose(text.removeprefix("\ufeff"), file)
    if not isinstance(root, MappingNode):
        raise LevelError(f"must be a mapping with {', '.join(depths)}", 1).located(file)
    nodes = nodes_of(root, file)
    for key, node in nodes.items():
        if key not in depths:
            reason = f"unknown key {key!r}; known: {', '.join(depths)}"
            raise LevelError(reason, line_of(node)).located(file)
    return {key: _nested(node, key, file, depths[key]) for key, node in nodes.items()}


def _nested(node: Node, key: str, file: str, depth: int) -> Section:
    """Return a section whose values are sections, down to `depth`."""
    section = section_of(node, key, file)
    if depth > 1 and isinstance(node, MappingNode):
        for name, value in nodes_of(node, file).items():
            section[name] = _nested(value, name, file, depth - 1)
    return section
