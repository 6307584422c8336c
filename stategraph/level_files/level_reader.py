"""The reader of level files. Every error names the file, the line and the value.

A level file is a YAML mapping that contains the native format of a family unchanged::

    puzzle: spacewreck
    title: Eight rooms
    level: |
      8 12
      ...
    expect: {states: 9, moves: 14, shortest: 3, first_solution: R3L5L8}

It may also have ``demand:``, ``tags:`` (a list of texts) and ``story:`` (a text).

Level files may come from strangers. A level file names a family. It may name code,
``module:family``, only if the caller trusts the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from stategraph import files
from stategraph.errors import InputError, LevelError, did_you_mean
from stategraph.level_files import family_recognition, pack_files
from stategraph.level_files.families import (
    bundled_names,
    bundled_path,
    family,
    family_names,
    family_or_puzzle,
)
from stategraph.level_files.level import Level
from stategraph.level_files.strict_yaml import (
    CONTROL,
    compose,
    is_page,
    is_yaml,
    line_of,
    nodes_of,
    section_of,
    text_of,
    value_of,
)
from stategraph.rules.capabilities.collections import LevelText
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.text_reader import lines

KEYS = ("puzzle", "title", "level", "expect", "demand", "tags", "story")

# The value of ``level:`` if it is a number, which selects one of several levels in a file.
_NUMBER = re.compile("[0-9]+")

# A line like ``Author: ...``, which no family reads as part of a board.
_NOTE = re.compile(r"[\w -]+:")

# A function that returns whether a level file may name this ``module:name`` and so run its code.
Trust = Callable[[str], bool]


def trust_none(word: str) -> bool:
    """Trust no level file, so that none may name code."""
    return False


def read_level(
    name: str,
    native_family: Family | None = None,
    trust: Trust = trust_none,
    level_number: int | None = None,
) -> Level:
    """Return the level of a file, in YAML or in the native format of a family.

    Parameters
    ----------
    name : str
        a file, one level of a pack ``pack.xsb#3``, ``-`` for standard input, or a bundled
        ``family/name``; an existing file has precedence
    native_family : Family, optional
        the family of a file in a native format
    trust : callable, optional
        ``trust(word)`` returns whether a level file may name this ``module:name`` as its puzzle
    level_number : int, optional
        the number of a level in a file with several levels, as its format numbers them

    Raises
    ------
    InputError
        if the level does not exist
    LevelError
        if it cannot be read, with the file and the line
    """
    path, number = pack_files.split(name)
    file, text = _find(path)
    return read_text(text, path, name, native_family, trust, level_number, number=number, file=file)


def read_text(
    text: str,
    path: str,
    name: str,
    native_family: Family | None = None,
    trust: Trust = trust_none,
    level_number: int | None = None,
    *,
    number: int | None = None,
    file: str = "",
) -> Level:
    """Return the level that a text holds, as `read_level` does for a file.

    Parameters
    ----------
    path : str
        the file as the user named it
    number : int, optional
        which level of a pack, as its name says
    file : str, optional
        the file name in messages; its ending may determine the format
    """
    file = file or path
    if is_page(file):
        from stategraph.level_files.shared_pages import level_of_page

        text = level_of_page(text, file)
    owner = None if is_yaml(file) else native_family or family_recognition.text_family(file, text)
    if owner is None:
        if not is_yaml(file) and not family_recognition.KEY.search(text):
            raise LevelError(_not_read(text), 1).located(file)
        if level_number is not None or number is not None:
            suffix = f"#{number}" if level_number is None else f"--level {level_number}"
            raise InputError(f"{file}: {suffix} is for files that hold several levels")
        return parse_level(text, file, name, trust)
    if level_number is not None:
        name, number = f"{file}#{level_number}", level_number
    board = pack_files.member(text, path, number, owner)
    if (number, board.line, board.title) == (None, 1, "") and not _has_notes_below(text, board):
        return read_native(owner, text, file, name)
    label = name if number is None else f"{file}#{number}"
    return read_native(owner, board.text, file, name, label, board)


def _has_notes_below(text: str, board: LevelText) -> bool:
    """Return whether notes follow the first board of a text, with nothing else except comments.

    Any other line may be a row with a mistake, which the reader of the family must report.
    """
    below = lines(text)[len(lines(board.text)) :]
    notes = [bool(_NOTE.match(row)) for row in below if row.strip() and row[0] != ";"]
    return any(notes) and all(notes)


def _not_read(text: str) -> str:
    """Return why a text without a family name is not read, and what to do."""
    head = "not a level file, as 'puzzle:' is missing"
    readers, errors = family_recognition.plain_readers(text)
    if len(readers) == 1:
        return f"{head}; {readers[0].name} can read it: add --puzzle {readers[0].name}"
    if readers:
        names = ", ".join(reader.name for reader in readers)
        return f"{head}, and several families can read it: name one by --puzzle, of {names}"
    if errors:
        reasons = "; ".join(f"read as {name}: {error}" for name, error in errors.items())
        return f"{head}; {reasons}"
    families = ", ".join(family_names())
    return f"{head}, and no family recognises it; --puzzle FAMILY reads it, with one of {families}"


def read_native(
    owner: Family,
    text: str,
    file: str,
    name: str = "",
    label: str = "",
    board: LevelText | None = None,
) -> Level:
    """Return the level of a text in the native format of a family.

    If the text is one `board` of a larger file, error messages use `label` as its name.
    """
    lines_above = 0 if board is None else board.line - 1
    try:
        if control := CONTROL.search(text):
            line = len(lines(text[: control.start()] + "."))
            raise LevelError(f"holds {control[0]!r}, which is a control character", line)
        puzzle = Puzzle.of(owner.read(text, {}))
    except LevelError as error:
        raise error.located(file if error.line else label or file, lines_above) from None
    title = "" if board is None else board.title
    return Level(owner, puzzle, name or file, label or file, title, text=text, native=True)


def parse_level(text: str, file: str, name: str = "", trust: Trust = trust_none) -> Level:
    """Return the level of a YAML `text`.

    Parameters
    ----------
    text, file : str
    name : str
        the name of the level, `file` if empty
    trust : callable
        as for `read_level`

    Raises
    ------
    LevelError
        if the text is not a level, with the line

    Examples
    --------
    >>> parse_level("puzzle: spacewreck", "ship.yaml")
    Traceback (most recent call last):
    stategraph.errors.LevelError: ship.yaml:1: 'level:' is missing
    """
    text = text.removeprefix("\ufeff")
    nodes = level_nodes(text, file)
    owner = _family_of(nodes["puzzle"], file, trust)
    _check_keys(nodes, owner, file)
    return Level(
        owner,
        _puzzle(owner, nodes, file),
        name or file,
        file,
        title=text_of(nodes["title"], file, "the title") if "title" in nodes else "",
        text=text,
        tags=_tags(nodes.get("tags"), file),
        story=text_of(nodes["story"], file, "the story").rstrip("\n") if "story" in nodes else "",
        expect=section_of(nodes.get("expect"), "expect", file),
        demand=section_of(nodes.get("demand"), "demand", file),
    )


# -------------------------------------------------------------------------------------- the file


def _find(name: str) -> tuple[str, str]:
    """Return the (file, text) of a level."""
    if name == "-":
        return "<stdin>", files.text_of(files.read_stdin(), "<stdin>")
    path = Path(name) if files.is_file(name) else bundled_path(name) or Path(name)
    if files.is_missing(path):
        raise InputError(f"{name}: no such file or bundled level{_near(name)}")
    return str(path), files.read_text(path)


def _near(name: str) -> str:
    """Suggest similar families or levels at the end of a message about an unknown name."""
    bundled_levels = bundled_names()
    same_name = [level for level in bundled_levels if level.partition("/")[2] == name]
    if same_name:  # only the family was missing
        return f"; did you mean {' or '.join(same_name)}?"
    owner, slash, stem = name.partition("/")
    if name in family_names():
        first = next(
            (f", as {level} is" for level in bundled_levels if level.startswith(f"{name}/")), ""
        )
        return f"; {name} is a family: name a level of it{first}"
    own_levels = [
        level.partition("/")[2] for level in bundled_levels if level.startswith(f"{owner}/")
    ]
    if slash and own_levels:
        return did_you_mean(stem, own_levels, f"{owner}/")
    files_beside = [path for path in Path(name).parent.glob("*") if is_yaml(path.name)]
    similar = [str(path) for path in files_beside if did_you_mean(Path(name).stem, [path.stem])]
    owners = [] if slash else family_names()
    return did_you_mean(name, owners) or did_you_mean(name, [*bundled_levels, *similar])


# -------------------------------------------------------------------------------------- its keys


def level_nodes(text: str, file: str) -> dict[str, Node]:
    """Return the node of each key of a level file."""
    root = compose(text, file)
    if not isinstance(root, MappingNode) or all(key.value != "puzzle" for key, _ in root.value):
        for key, _ in root.value if isinstance(root, MappingNode) else ():
            if suggestion := did_you_mean(key.value, ["puzzle"]):
                reason = f"unknown key {key.value!r}{suggestion}"
                raise LevelError(reason, line_of(key)).located(file)
        reason = "has no line 'puzzle: FAMILY': add it, or name the family with --puzzle FAMILY"
        raise LevelError(reason, 1).located(file)
    return nodes_of(root, file)


def _tags(node: Node | None, file: str) -> tuple[str, ...]:
    """Return the tags of a level: a list of texts."""
    if node is None:
        return ()
    if not isinstance(node, SequenceNode):
        raise LevelError("'tags' must be a list of texts", line_of(node)).located(file)
    return tuple(text_of(one, file, "a tag") for one in node.value)


def _family_of(node: Node, file: str, trust: Trust) -> Family:
    """Return the family that a node names. The node may name code only if `trust` allows it."""
    word = node.value if isinstance(node, ScalarNode) else ""
    try:
        if re.fullmatch(r"[\w-]+", word):
            return family(word)
        if not re.fullmatch(r"[\w.]+:\w+", word):
            raise InputError("'puzzle' must be the name of a family")
        if not trust(word):
            raise InputError(
                f"'puzzle' must be the name of a family; the code of {word} runs only with --trust"
            )
        owner = family_or_puzzle(word, "puzzle:")
    except InputError as error:
        raise LevelError(str(error), line_of(node)).located(file) from None
    if not isinstance(owner, Family):
        reason = f"'puzzle: {word}' is a puzzle in itself, and no family that reads levels"
        raise LevelError(reason, line_of(node)).located(file)
    return owner


def _check_keys(nodes: dict[str, Node], owner: Family, file: str) -> None:
    allowed = KEYS + owner.options
    for key, node in nodes.items():
        if key not in allowed:
            reason = f"unknown key {key!r}; known: {', '.join(allowed)}"
            raise LevelError(reason, line_of(node)).located(file)
    if "level" not in nodes:
        raise LevelError("'level:' is missing", 1).located(file)
    block: Any = nodes["level"]
    if owner.numbered and isinstance(block, ScalarNode) and _NUMBER.fullmatch(block.value):
        if owner.numbered not in nodes:
            reason = f"'level' is a number, but '{owner.numbered}:' is missing"
            raise LevelError(reason, line_of(block)).located(file)
        return
    if not isinstance(block, ScalarNode) or block.style != "|":
        reason = "'level' must be a literal block: 'level: |'"
        raise LevelError(reason, line_of(block)).located(file)


def _puzzle(owner: Family, nodes: dict[str, Node], file: str) -> Puzzle:
    """Return the puzzle that the family builds from the native text and the options."""
    options = {key: value_of(nodes[key], file) for key in owner.options if key in nodes}
    homes = {}
    for key in owner.beside:
        if (name := options.get(key)) and isinstance(name, str) and "\n" not in name:
            homes[key] = home = _beside(name, key, line_of(nodes[key]), file)
            options[key] = files.read_text(home)
    block: Any = nodes["level"]
    text = block.value
    if block.style != "|":
        options["level"], text = int(text), ""
    try:
        return Puzzle.of(owner.read(text, options))
    except LevelError as error:
        raise _located(error, nodes, file, homes) from None


def _beside(name: str, key: str, line: int, file: str) -> Path:
    """Return the path of `name` in the folder of the level file, and refuse other folders."""
    path = Path(file).parent / name
    if file.startswith("<") or Path(name).name != name or not files.is_file(path):
        raise LevelError(f"{key}: no file {name!r} in the same folder", line).located(file)
    return path


def _located(
    error: LevelError, nodes: dict[str, Node], file: str, homes: dict[str, Path]
) -> LevelError:
    """Return the error with its file and line, also if it lies in the text of an option."""
    lines = {key: line_of(node) for key, node in nodes.items()}
    if error.option and error.line:
        if error.option in homes:
            return LevelError(error.reason, error.line).located(str(homes[error.option]))
        node = nodes.get(error.option)
        if isinstance(node, ScalarNode) and node.style == "|":
            return LevelError(error.reason, error.line).located(file, lines[error.option])
    return error.located(file, skipped=lines["level"], lines=lines)
