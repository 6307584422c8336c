"""Levels in the native format of their family as level files, and back.

An editor works on the text of a level file. A level of a native file is converted to one, and is
written back into its place. Every other byte of the native file stays.
"""

from __future__ import annotations

from typing import Any

from stategraph.errors import InputError, LevelError, StategraphError
from stategraph.level_files import family_recognition, pack_files
from stategraph.level_files.families import installed
from stategraph.level_files.level import Level
from stategraph.level_files.level_reader import parse_level, read_text
from stategraph.level_files.level_writer import (
    level_file,
    native_text,
    self_contained,
    written,
)
from stategraph.rules.capabilities.collections import LevelText
from stategraph.rules.text_reader import lines


def as_level_file(level: Level) -> str:
    """Return the text of a level file for a level; it needs no other file.

    Comments of a native text are kept, if the family needs no further options to read it.

    Raises
    ------
    InputError
        if a level file cannot express the level
    """
    owner, puzzle = level.family, level.puzzle
    if not installed(owner):
        raise InputError(f"{level.file}: a level file can only name an installed family")
    if not level.native and level.text:
        return self_contained(level.text, level.file)
    if level.text and not owner.numbered:
        text = level_file(owner, "\n".join(lines(level.text)), level.title)
        if _reads(text, level):
            return text
    return written(owner, puzzle, puzzle.start, level.title)


def _reads(text: str, level: Level) -> bool:
    """Return whether a level file says the same as a level."""
    try:
        return same(parse_level(text, level.file), level)
    except StategraphError:
        return False


def same(one: Level, other: Level) -> bool:
    """Return whether two levels have the same puzzle, as their family writes it."""
    return one.family is other.family and _texts(one) == _texts(other)


def _texts(level: Level) -> tuple[str, Any]:
    owner, puzzle = level.family, level.puzzle
    return owner.write(puzzle, puzzle.start), dict(owner.settings(puzzle))


def with_level(text: str, file: str, number: int | None, level: Level) -> str:
    """Return the text of a native file after a level replaces one of its levels.

    Parameters
    ----------
    text : str
        the text of the file; empty for a new file
    file : str
        its name, whose ending may determine its family
    number : int, optional
        the number of the level in a file with several levels
    level : Level
        the new level, from a level file

    Raises
    ------
    InputError
        if the new text would not be read as this level, or if another level of the file would
        change; a file in YAML can hold every level
    """
    owner, native = level.family, native_text(level.text, level.file)
    name = file if number is None else f"{file}#{number}"
    if not text.strip():
        new_text = "".join(f"{row}\n" for row in lines(native))
    else:
        if family_recognition.text_family(file, text) is not owner:
            raise InputError(
                f"{file}: it holds no {owner.name} level; choose a name that ends in .yaml"
            )
        board = pack_files.member(text, file, number, owner)
        new_text = owner.with_board(text, board, native)
    remedy = "save the level under a name that ends in .yaml"
    try:
        read = read_text(new_text, file, name, number=number)
        if not same(read, level):
            raise LevelError("its format cannot hold all of this level")
        if text.strip() and _others(text, number, level) != _others(new_text, number, level):
            raise LevelError("its other levels would change")
    except StategraphError as error:
        reason = error.reason if isinstance(error, LevelError) else str(error)
        raise InputError(f"{name}: {reason}; {remedy}") from None
    return new_text


def _others(text: str, number: int | None, level: Level) -> list[tuple[object, ...]]:
    """Return the other levels of a native file, without blank lines."""
    boards = level.family.boards(text)
    numbered = zip(pack_files.numbers(boards), boards, strict=True)
    return [(k, _content(board)) for k, board in numbered if len(boards) > 1 and k != number]


def _content(board: LevelText) -> tuple[str, tuple[str, ...]]:
    return board.title, tuple(row for row in lines(board.text) if row.strip())


def parts_lost(level: Level, read: Level) -> list[str]:
    """Return the keys of a level file whose values are missing after it was written and read."""
    keys = "title", "demand", "expect", "tags", "story"
    return [key for key in keys if (value := getattr(level, key)) and getattr(read, key) != value]
