"""Packs: one text that holds several levels of a family, each named ``pack.xsb#3``.

They are counted from 1, or as the format itself counts them.

An ending that a family declares, such as ``.xsb``, tells the family; a file with any other ending
is a pack where the family is named and its reader finds several boards in it.
"""

from __future__ import annotations

import re
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError, LevelError
from stategraph.levels.families import family, family_names
from stategraph.rules.board_texts import Board
from stategraph.rules.family import Family


def split(name: str) -> tuple[str, int | None]:
    """Return the file and the number of a level's name; a file of just that name has no number.

    >>> split("pack.xsb#3"), split("pack.xsb")
    (('pack.xsb', 3), ('pack.xsb', None))
    """
    found = re.fullmatch(r"(.+)#([0-9]{1,9})", name)
    if found is None or files.is_file(name):
        return name, None
    return found[1], int(found[2])


def pack_family(file: str) -> Family | None:
    """Return the family whose packs have such an ending; None where there is none."""
    suffix = Path(file).suffix.lower()
    if suffix in ("", ".yaml", ".yml", ".npz", ".txt"):  # none that a family could claim
        return None
    return next((one for one in map(family, family_names()) if suffix in one.packs), None)


def text_family(file: str, text: str) -> Family | None:
    """Return the family of a file, by its ending or by what it holds; None where nobody knows."""
    if found := pack_family(file):
        return found
    if Path(file).suffix.lower() not in (".txt", "") and file != "<stdin>":
        return None
    return next((one for one in map(family, family_names()) if one.recognises(text)), None)


def members(file: str, given: Family | None = None) -> list[str]:
    """Return the names of the levels in a file; none where it is no pack but a level itself."""
    known = given or pack_family(file) or Path(file).suffix.lower() == ".txt"
    if not known or not files.is_file(file):
        return []
    try:
        text = files.read_text(file)
        owner = given or text_family(file, text)
        found = owner.boards(text) if owner else []
    except InputError:  # told of when it is read as a level
        return []
    if len(found) < 2 and given is not None:
        return []
    return [f"{file}#{k}" for k in numbers(found)]


def numbers(boards: list[Board]) -> list[int]:
    """Return the number of each level of a text: that which its format gives it, or its place."""
    return [
        place if board.number is None else board.number for place, board in enumerate(boards, 1)
    ]


def member(text: str, file: str, number: int | None, owner: Family) -> Board:
    """Return the level of a text that has a number; ``InputError`` where none has it.

    Without a number the text must hold a single level.
    """
    try:
        found = owner.boards(text)
    except LevelError as error:
        raise error.located(file) from None
    known = numbers(found)
    if number in known:
        return found[known.index(number)]
    if number is None and len(found) < 2:
        return next(iter(found), Board("", 1, text))
    if number is None:
        raise InputError(
            f"{file} holds {len(found)} levels: name one, {file}#{known[0]} to #{known[-1]}"
        )
    some = f"levels {', '.join(map(str, known))}" if known else "no levels"
    raise InputError(f"{file}#{number}: there is no level {number}; the file holds {some}")
