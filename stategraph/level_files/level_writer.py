"""Writing of level files: new files, and existing files of which one part changes."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import yaml
from yaml import MappingNode, ScalarNode

from stategraph.errors import InputError, LevelError
from stategraph.level_files.families import installed
from stategraph.level_files.level import Level
from stategraph.level_files.level_reader import level_nodes, parse_level
from stategraph.level_files.strict_yaml import compose, end_of, is_yaml, line_of, nodes_of
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.variables import State


def written(family: Family, puzzle: Puzzle, state: State, title: str = "") -> str:
    """Return the level file of the level that starts in `state`.

    Raises
    ------
    LevelError
        if the format of the family cannot express the state

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> ship = read_level("spacewreck/both-arrive")
    >>> written(ship.family, ship.puzzle, ship.puzzle.start).splitlines()[:3]
    ['puzzle: spacewreck', 'level: |2', '  5 8']
    """
    text = family.write(puzzle, state)
    return level_file(family, text, title) + _keys(family.settings(puzzle))


def level_file(family: Family, native: str, title: str = "") -> str:
    """Return the level file of a text in the native format of a family."""
    head = {"puzzle": family.name, **({"title": title} if title else {})}
    return f"{_keys(head)}level: {_block(native)}"


def text_for(file: str, family: Family, puzzle: Puzzle, state: State, title: str = "") -> str:
    """Return the level that starts in `state`, in the format of the file name.

    The text is a level file for .yaml and .yml. For other names it has the native format of the
    family.

    Raises
    ------
    LevelError
        if the format cannot express the state
    """
    if is_yaml(file):
        return written(family, puzzle, state, title)
    return family.native_file(puzzle, state)


def check_format(file: str, level: Level) -> None:
    """Raise ``InputError`` if the format of a file name cannot express a level."""
    family, puzzle = level.family, level.puzzle
    if is_yaml(file):
        if not installed(family):
            raise InputError(
                f"{file}: a level file can only name an installed family, which {family.name!r} "
                "is not; any other ending means the native format"
            )
        return
    settings = family.settings(puzzle)
    if not settings:
        return
    reread = Puzzle.of(family.read(family.native_file(puzzle, puzzle.start), {}))
    settings_after = family.settings(reread)
    lost_settings = [name for name in settings if settings_after.get(name) != settings[name]]
    if lost_settings:
        raise InputError(
            f"{file}: the native format cannot express the level's {' and '.join(lost_settings)}; "
            "a file that ends in .yaml can"
        )


def with_expect(level: Level, answers: Mapping[str, object]) -> str:
    """Return the text of a level file with these known answers as its ``expect:``.

    The answers replace the existing ones, or are added at the end. Every other byte stays.

    Raises
    ------
    InputError
        if the end of the file does not accept them
    """
    text = level.text
    ends = "\r\n" if "\r\n" in text else "\n"
    line = f"expect: {flow(dict(answers))}"
    span = _expect_span(level)
    if span is None:
        gap = "" if text.endswith(("\n", "\r")) else ends
        new_text = f"{text}{gap}{line}{ends}"
    else:
        new_text = text[: span[0]] + line + text[span[1] :]
    try:
        # trusted, as the caller has already loaded this level
        if parse_level(new_text, level.file, trust=lambda word: True).expect == answers:
            return new_text
    except LevelError:
        pass
    raise InputError(
        f"{level.file}: cannot find the place for 'expect:'; add an empty 'expect: {{}}'"
    )


def with_title(text: str, file: str, title: str) -> str:
    """Return the text of a level file with another title, and keep every other byte.

    The level need not be valid.

    Examples
    --------
    >>> with_title("puzzle: sokoban\\nlevel: |\\n  #@#\\n", "new.yaml", "A hall")
    'puzzle: sokoban\\ntitle: A hall\\nlevel: |\\n  #@#\\n'
    """
    nodes = level_nodes(text, file)
    if "title" in nodes:
        span = nodes["title"].start_mark.index, end_of(nodes["title"])
        return f"{text[: span[0]]}{_value(title)}{text[span[1] :]}"
    end = end_of(nodes["puzzle"])
    return f"{text[:end]}\ntitle: {_value(title)}{text[end:]}"


def demand_texts(text: str, file: str) -> dict[str, str]:
    """Return each entry below ``demand:`` in a level file, with its value as text.

    Examples
    --------
    >>> demand_texts("puzzle: sokoban\\ndemand:\\n  shortest: [5, 9]\\n", "new.yaml")
    {'shortest': '[5, 9]'}
    """
    node = level_nodes(text, file).get("demand")
    return {
        name: text[value.start_mark.index : end_of(value)]
        for name, value in (nodes_of(node, file) if isinstance(node, MappingNode) else {}).items()
    }


def with_demand(text: str, file: str, name: str, value: object) -> str:
    """Set a demand in the text of a level file, or remove it if `value` is None.

    Other parts stay unchanged. The level need not be valid.

    Examples
    --------
    >>> old = "puzzle: sokoban\\nlevel: |\\n  #@#\\n"
    >>> new = with_demand(old, "new.yaml", "shortest", [5, 9])
    >>> new
    'puzzle: sokoban\\nlevel: |\\n  #@#\\ndemand:\\n  shortest: [5, 9]\\n'
    >>> with_demand(new, "new.yaml", "shortest", None) == old
    True
    """
    node = level_nodes(text, file).get("demand")
    entries, inline = (
        (node.value, node.flow_style) if isinstance(node, MappingNode) else ([], False)
    )
    if not entries:
        text = _without_keys(text, file, ["demand"])
        gap = "" if text.endswith("\n") else "\n"
        return text if value is None else f"{text}{gap}demand:\n  {name}: {flow(value)}\n"
    names = [key.value for key, _ in entries]
    if name not in names:
        if value is None:
            return text
        start = entries[0][0].start_mark
        gap = ", " if inline else "\n" + " " * start.column
        return f"{text[: start.index]}{name}: {flow(value)}{gap}{text[start.index :]}"
    k = names.index(name)
    key, old = entries[k]
    if value is not None:
        return text[: old.start_mark.index] + flow(value) + text[end_of(old) :]
    if len(entries) == 1:
        return _without_keys(text, file, ["demand"])
    if k + 1 < len(entries):
        return text[: key.start_mark.index] + text[entries[k + 1][0].start_mark.index :]
    return text[: end_of(entries[k - 1][1])] + text[end_of(old) :]


def native_text(text: str, file: str) -> str:
    """Return the text below ``level:`` in a level file, even if the level is not valid yet.

    Examples
    --------
    >>> native_text("puzzle: sokoban\\nlevel: |\\n  #@#\\n", "new.yaml")
    '#@#\\n'
    """
    return str(_block_node(text, file).value)


def with_notes(text: str, tags: Sequence[str], story: str) -> str:
    """Add tags and a story at the end of the text of a level file that has neither.

    Examples
    --------
    >>> with_notes("puzzle: sokoban\\nlevel: |\\n  #@#\\n", ["2 pushes"], "One box.")
    'puzzle: sokoban\\nlevel: |\\n  #@#\\ntags: [2 pushes]\\nstory: |2\\n  One box.\\n'
    """
    text += f"tags: {flow(list(tags))}\n" if tags else ""
    return text + (f"story: {_block(story)}" if story else "")


def with_native_text(text: str, file: str, native: str) -> str:
    """Replace the native text in the text of a level file, and remove its tags and story.

    The tags and the story described the old level. Other parts stay unchanged.

    Examples
    --------
    >>> with_native_text("puzzle: sokoban\\nlevel: |\\n  #@#\\ntitle: T\\n", "new.yaml", "#+#")
    'puzzle: sokoban\\nlevel: |2\\n  #+#\\ntitle: T\\n'
    """
    text = _without_keys(text, file, ("tags", "story"))
    node = _block_node(text, file)
    return text[: node.start_mark.index] + _block(native) + text[node.end_mark.index :]


def with_settings(text: str, file: str, settings: Mapping[str, str]) -> str:
    """Set options of the family in the text of a level file, directly after its level.

    Other parts stay unchanged.

    Examples
    --------
    >>> old = "puzzle: spacewreck\\nplaces: 1 2\\nlevel: |\\n  2 0\\ntitle: T\\n"
    >>> with_settings(old, "new.yaml", {"places": "1\\n 2"})
    'puzzle: spacewreck\\nlevel: |\\n  2 0\\nplaces: |2\\n  1\\n   2\\ntitle: T\\n'
    """
    text = _without_keys(text, file, settings)
    end = _block_node(text, file).end_mark.index
    options = "".join(
        f"{key}: {_block(value)}" if "\n" in value else _keys({key: value})
        for key, value in settings.items()
    )
    return text[:end] + options + text[end:]


def _without_keys(text: str, file: str, names: Collection[str]) -> str:
    """Remove some keys and their values from the text of a level file."""
    root = compose(text, file)
    pairs = root.value if isinstance(root, MappingNode) else []
    pairs = [(key, node) for key, node in pairs if key.value in names]
    for key, node in reversed(pairs):
        end = end_of(node)
        text = text[: key.start_mark.index] + text[end:].removeprefix("\r").removeprefix("\n")
    return text


def self_contained(text: str, file: str) -> str:
    """Return the text of a level file after inserting the content of the files that it refers to.

    If ``level:`` is a number, the board of that level replaces the number.

    Raises
    ------
    LevelError
        if the text is not a level
    """
    level = parse_level(text, file)
    nodes, owner = level_nodes(text, file), level.family
    block = nodes["level"]
    file_keys = [key for key in owner.beside if key in nodes and "\n" not in nodes[key].value]
    by_number = not isinstance(block, ScalarNode) or block.style != "|"
    if not by_number and not file_keys:
        return text
    if by_number:
        board = _block(owner.write(level.puzzle, level.puzzle.start))
        text_after = text[end_of(block) :].removeprefix("\r").removeprefix("\n")
        text = text[: block.start_mark.index] + board + text_after
    return with_settings(text, file, owner.settings(level.puzzle))


def _block_node(text: str, file: str) -> ScalarNode:
    """Return the YAML block of the level, or raise ``LevelError`` if it is missing."""
    root = compose(text, file)
    node = nodes_of(root, file).get("level") if isinstance(root, MappingNode) else None
    if not isinstance(node, ScalarNode) or node.style != "|":
        line = 1 if node is None else line_of(node)
        raise LevelError("'level' must be a literal block: 'level: |'", line).located(file)
    return node


def _block(text: str) -> str:
    """Return a text as a literal block of YAML."""
    # Without a number after ``|``, YAML derives the indent of the block from its first row. A user
    # may later edit the first row so that it begins with a blank.
    rows = "".join(f"  {row}\n" if row else "\n" for row in text.removesuffix("\n").split("\n"))
    return f"|2\n{rows}"


def without_expect(level: Level) -> str:
    """Return the text of a level file without its ``expect:``."""
    span = _expect_span(level)
    if span is None:
        return level.text
    return level.text[: span[0]] + level.text[span[1] :].lstrip("\n")


def flow(value: object) -> str:
    """Return a value as YAML in one line.

    >>> flow({"shortest": 3, "first_solution": "R3L5L8"})
    '{shortest: 3, first_solution: R3L5L8}'
    """
    return yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=math.inf
    ).strip()


def _keys(values: Mapping[str, object]) -> str:
    """Return a line ``key: value`` for each value. A text with several lines becomes a block."""
    return "".join(f"{key}: {_value(value)}\n" for key, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, str) and "\n" in value:
        block = _block(value).removesuffix("\n")
        if yaml.safe_load(f"text: {block}\n")["text"] == value:
            return block
    return flow([value])[1:-1]


def _expect_span(level: Level) -> tuple[int, int] | None:
    """Return the start of ``expect:`` and the end of its value in a level file's text."""
    root: Any = compose(level.text, level.file)
    for key, value in root.value:
        if key.value == "expect":
            return key.start_mark.index, end_of(value)
    return None
