"""Level -> level file: a new one, or an old one in which one part changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml
from yaml import MappingNode, ScalarNode

from stategraph.errors import InputError, LevelError
from stategraph.levels.families import installed
from stategraph.levels.level import Level
from stategraph.levels.reading import level_nodes, parse_level
from stategraph.levels.strict_yaml import compose, end_of, is_yaml, line_of, nodes_of
from stategraph.rules.family import Family


def written(family: Family, puzzle: Any, state: Any, title: str = "") -> str:
    """Return the level file of the level that starts in `state`.

    ``LevelError`` when the family's format cannot say that state.

    >>> from stategraph.levels import read_level
    >>> ship = read_level("spacewreck/both-arrive")
    >>> written(ship.family, ship.puzzle, ship.puzzle.start).splitlines()[:3]
    ['puzzle: spacewreck', 'level: |', '  5 8']
    """
    text = family.write(puzzle, state)
    head = {"puzzle": family.name, **({"title": title} if title else {})}
    return f"{_keys(head)}level: {_block(text)}{_keys(family.settings(puzzle))}"


def text_for(file: str, family: Family, puzzle: Any, state: Any, title: str = "") -> str:
    """Return the level that starts in `state` in the format that the name of `file` asks for.

    A level file where it ends in .yaml or .yml, else the family's native format. ``LevelError``
    when that cannot say the state.
    """
    if is_yaml(file):
        return written(family, puzzle, state, title)
    return family.write(puzzle, state)


def check_format(file: str, level: Level) -> None:
    """Raise ``InputError`` where the format that the name of `file` asks for cannot say a level."""
    family, puzzle = level.family, level.puzzle
    if is_yaml(file):
        if not installed(family):
            raise InputError(
                f"{file}: a level file can only name an installed family, which {family.name!r} "
                "is not; any other ending means the native format"
            )
        return
    given = family.settings(puzzle)
    if not given:
        return
    kept = family.settings(family.read(family.write(puzzle, puzzle.start), {}))
    lost = [name for name in given if kept.get(name) != given[name]]
    if lost:
        raise InputError(
            f"{file}: the native format cannot say the level's {' and '.join(lost)}; "
            "a file that ends in .yaml can"
        )


def with_expect(level: Level, answers: Mapping[str, Any]) -> str:
    """Return the text of a level file with these answers as its ``expect:``.

    They replace those that are there, or are added at its end; every other byte stays.
    ``InputError`` where the end of the file is no place for them.
    """
    text = level.text
    ends = "\r\n" if "\r\n" in text else "\n"
    line = f"expect: {flow(dict(answers))}"
    span = _expect_span(level)
    if span is None:
        gap = "" if text.endswith(("\n", "\r")) else ends
        made = f"{text}{gap}{line}{ends}"
    else:
        made = text[: span[0]] + line + text[span[1] :]
    try:
        # the puzzle that it names is the one that was read already
        if parse_level(made, level.file, trust=lambda word: True).expect == answers:
            return made
    except LevelError:
        pass
    raise InputError(
        f"{level.file}: cannot see where to put 'expect:'; add an empty 'expect: {{}}'"
    )


def native_text(text: str, file: str) -> str:
    """Return what stands below ``level:`` in a level file, which need not be a level yet.

    >>> native_text("puzzle: sokoban\\nlevel: |\\n  #@#\\n", "new.yaml")
    '#@#\\n'
    """
    return str(_block_node(text, file).value)


def with_native_text(text: str, file: str, native: str) -> str:
    """Return the text of a level file with another level in it; every other byte stays.

    >>> with_native_text("puzzle: sokoban\\nlevel: |\\n  #@#\\ntitle: T\\n", "new.yaml", "#+#")
    'puzzle: sokoban\\nlevel: |\\n  #+#\\ntitle: T\\n'
    """
    node = _block_node(text, file)
    return text[: node.start_mark.index] + _block(native) + text[node.end_mark.index :]


def with_settings(text: str, file: str, settings: Mapping[str, str]) -> str:
    """Return the text of a level file with these options, behind its level; all else stays.

    >>> old = "puzzle: spacewreck\\nplaces: 1 2\\nlevel: |\\n  2 0\\ntitle: T\\n"
    >>> with_settings(old, "new.yaml", {"places": "1\\n 2"})
    'puzzle: spacewreck\\nlevel: |\\n  2 0\\nplaces: |\\n  1\\n   2\\ntitle: T\\n'
    """
    root = compose(text, file)
    pairs = [(key, node) for key, node in getattr(root, "value", []) if key.value in settings]
    for key, node in reversed(pairs):
        end = end_of(node)
        text = text[: key.start_mark.index] + text[end:].removeprefix("\r").removeprefix("\n")
    end = _block_node(text, file).end_mark.index
    made = "".join(
        f"{key}: {_block(value)}" if "\n" in value else _keys({key: value})
        for key, value in settings.items()
    )
    return text[:end] + made + text[end:]


def self_contained(text: str, file: str) -> str:
    """Return the text of a level file with what it reads from a file beside it written into it.

    A level that it names by a number becomes a board. ``LevelError`` where it is no level.
    """
    level = parse_level(text, file)
    nodes, owner = level_nodes(text, file), level.family
    block = nodes["level"]
    named = [key for key in owner.beside if key in nodes and "\n" not in nodes[key].value]
    by_number = not isinstance(block, ScalarNode) or block.style != "|"
    if not by_number and not named:
        return text
    if by_number:
        board = _block(owner.write(level.puzzle, level.puzzle.start))
        rest = text[end_of(block) :].removeprefix("\r").removeprefix("\n")
        text = text[: block.start_mark.index] + board + rest
    return with_settings(text, file, owner.settings(level.puzzle))


def _block_node(text: str, file: str) -> ScalarNode:
    """Return the block that holds the level; ``LevelError`` where there is none."""
    root = compose(text, file)
    node = nodes_of(root, file).get("level") if isinstance(root, MappingNode) else None
    if not isinstance(node, ScalarNode) or node.style != "|":
        line = 1 if node is None else line_of(node)
        raise LevelError("'level' must be a literal block: 'level: |'", line).located(file)
    return node


def _block(text: str) -> str:
    """Return a text as a literal block of YAML."""
    # YAML takes the indent of a block from its first row, unless the header gives it
    mark = "|2" if text.lstrip("\n").startswith(" ") else "|"
    rows = "".join(f"  {row}\n" if row else "\n" for row in text.removesuffix("\n").split("\n"))
    return f"{mark}\n{rows}"


def without_expect(level: Level) -> str:
    """Return the text of a level file without its ``expect:``."""
    span = _expect_span(level)
    if span is None:
        return level.text
    return level.text[: span[0]] + level.text[span[1] :].lstrip("\n")


def flow(value: Any) -> str:
    """Return a value as YAML in one line.

    >>> flow({"shortest": 3, "first_solution": "R3L5L8"})
    '{shortest: 3, first_solution: R3L5L8}'
    """
    return yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**9
    ).strip()


def _keys(values: Mapping[str, Any]) -> str:
    """Return a line for each of the values; a text of several lines becomes a block."""
    return "".join(f"{key}: {_value(value)}\n" for key, value in values.items())


def _value(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        block = _block(value).removesuffix("\n")
        if yaml.safe_load(f"text: {block}\n")["text"] == value:
            return block
    return flow([value])[1:-1]


def _expect_span(level: Level) -> tuple[int, int] | None:
    """Return where in the text of a level file its ``expect:`` begins, and its value ends."""
    root: Any = compose(level.text, level.file)
    for key, value in root.value:
        if key.value == "expect":
            return key.start_mark.index, end_of(value)
    return None
