"""Packs: texts with several levels of one family. ``pack.xsb#3`` names the third level.

Levels are numbered from 1, unless the format itself numbers them.

A family may declare filename extensions, such as ``.xsb``. A file with that extension is a pack of
the family. Any other file is a pack if the caller names the family, and the family's reader finds
several boards in the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, LevelError
from stategraph.level_files.family_recognition import pack_family, text_family
from stategraph.rules.capabilities.collections import LevelText
from stategraph.rules.family import Family


def split(name: str) -> tuple[str, int | None]:
    """Split a level's name into file and number. The name of an existing file has no number.

    Examples
    --------
    >>> split("pack.xsb#3"), split("pack.xsb")
    (('pack.xsb', 3), ('pack.xsb', None))
    """
    match = re.fullmatch(r"(.+)#([0-9]{1,9})", name)
    if match is None or files.is_file(name):
        return name, None
    return match[1], int(match[2])


def members(file: str, native_family: Family | None = None) -> list[str]:
    """Return the names of the levels in a pack, or [] if the file is not a pack."""
    may_be_pack = native_family or pack_family(file) or Path(file).suffix.lower() == ".txt"
    if not may_be_pack or not files.is_file(file):
        return []
    try:
        boards = boards_in(file, files.read_text(file), native_family)
    except InputError:  # reported when the file is read as a level
        return []
    return [f"{file}#{k}" for k in numbers(boards)]


def boards_in(file: str, text: str, native_family: Family | None = None) -> list[LevelText]:
    """Return the boards of a pack, or [] if the text of the file is not a pack.

    Raises
    ------
    LevelError
        if the family cannot split the text
    """
    owner = native_family or text_family(file, text)
    try:
        boards = owner.boards(text) if owner else []
    except LevelError as error:
        raise error.located(file) from None
    lone = native_family is not None or not (pack_family(file) or owner and owner.recognises(text))
    return [] if len(boards) < 2 and lone else boards


def numbers(boards: list[LevelText]) -> list[int]:
    """Return the number of each level of a text: as the format states it, or else its position."""
    return [
        place if board.number is None else board.number for place, board in enumerate(boards, 1)
    ]


def member(text: str, file: str, number: int | None, owner: Family) -> LevelText:
    """Return the level of a text that has this number, or raise ``InputError`` without one.

    Without a number the text must contain a single level.
    """
    try:
        boards = owner.boards(text)
    except LevelError as error:
        raise error.located(file) from None
    board_numbers = numbers(boards)
    if number in board_numbers:
        return boards[board_numbers.index(number)]
    if number is None and len(boards) < 2:
        return next(iter(boards), LevelText("", 1, text))
    if number is None:
        raise InputError(
            f"{file} holds {len(boards)} levels: name one, such as {file}#{board_numbers[0]}"
        )
    summary = f"levels {', '.join(map(str, board_numbers))}" if board_numbers else "no levels"
    raise InputError(f"{file}#{number}: there is no level {number}; the file holds {summary}")
