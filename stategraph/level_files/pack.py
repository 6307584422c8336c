"""Packs: texts with several levels of one family. ``pack.xsb#3`` names the third level.

Levels are numbered from 1, unless the format itself numbers them.

A family may declare filename extensions, such as ``.xsb``. A file with that extension is a pack of
the family. Any other file is a pack if the caller names the family, and the family's reader finds
several boards in the file.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, LevelError, StategraphError
from stategraph.level_files.families import family, family_names
from stategraph.rules.board_texts import LevelText
from stategraph.rules.family import Family

# A key that occurs in every level file, and in no native format.
KEY = re.compile("^puzzle:", re.MULTILINE)


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


def pack_family(file: str) -> Family | None:
    """Return the family that declares the extension of a file for its packs, or None."""
    suffix = Path(file).suffix.lower()
    if suffix in ("", ".yaml", ".yml", ".npz", ".txt"):  # reserved endings
        return None
    return next((owner for owner in map(family, family_names()) if suffix in owner.packs), None)


def text_family(file: str, text: str) -> Family | None:
    """Return the family of a file by its extension or its content, or None if it is unknown."""
    if by_ending := pack_family(file):
        return by_ending
    if Path(file).suffix.lower() not in (".txt", "") and not file.startswith("<"):
        return None
    by_content = next(
        (owner for owner in map(family, family_names()) if owner.recognises(text)), None
    )
    return by_content or plain_family(text)


def plain_family(text: str) -> Family | None:
    """Return the only family that can read a board, or None if no family or several can read it."""
    readers, _ = plain_readers(text)
    return readers[0] if len(readers) == 1 else None


@functools.lru_cache(maxsize=16)
def plain_readers(text: str) -> tuple[tuple[Family, ...], dict[str, str]]:
    """Return the families that can read a board, and the errors of others that know its characters.

    A family that declares no characters is never tried, since its reader may accept any text. A
    level file is not tried either, since it names its family. For a text with several boards, only
    the first board is tried.
    """
    readers: list[Family] = []
    errors: dict[str, str] = {}
    if KEY.search(text):
        return (), errors
    for name in family_names():
        owner = family(name)
        if not _has_its_signs(owner, text):
            continue
        try:
            boards = owner.boards(text)
            owner.read(boards[0].text if boards else text, {})
        except StategraphError as error:
            errors[name] = str(error)
        else:
            readers.append(owner)
    return tuple(readers), errors


def _has_its_signs(owner: Family, text: str) -> bool:
    """Return whether a text is a board, valid or not, in the characters of a family."""
    try:
        return any(any(owner.grid(board.text)) for board in owner.boards(text)[:1])
    except StategraphError:
        return False


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
            f"{file} holds {len(boards)} levels: name one, {file}#{board_numbers[0]} to "
            f"#{board_numbers[-1]}"
        )
    summary = f"levels {', '.join(map(str, board_numbers))}" if board_numbers else "no levels"
    raise InputError(f"{file}#{number}: there is no level {number}; the file holds {summary}")
