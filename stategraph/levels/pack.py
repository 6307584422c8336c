"""Packs: one text that holds several levels of a family, each named ``pack.xsb#3``, from 1.

An ending that a family declares, such as ``.xsb``, tells the family; a file with any other ending
is a pack where the family is named and its reader finds several boards in it.
"""

from __future__ import annotations

import re
from pathlib import Path

from stategraph import files
from stategraph.errors import InputError
from stategraph.levels.families import family, family_names
from stategraph.rules.family import Board, Family


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
    return [f"{file}#{k}" for k in range(1, len(found) + 1)]


def member(
    text: str, file: str, number: int | None, owner: Family, called: int | None = None
) -> Board:
    """Return one level of a text; ``InputError`` where there is no such one, or more than one.

    It is that in place `number`, or that which the format calls by a number.
    """
    found = owner.boards(text)
    if called is not None:
        return _called(found, file, called)
    if number is None and len(found) < 2:
        return found[0] if found else Board("", 1, text)
    if number is None:
        last = len(found) - 1
        own = f", or --level {_number(found, 0)} to {_number(found, last)}"
        raise InputError(
            f"{file} holds {len(found)} levels: name one, {file}#1 to #{len(found)}"
            f"{own if found[0].number is not None else ''}"
        )
    if not 1 <= number <= len(found):
        raise InputError(f"{file}#{number}: the file holds {len(found) or 'no'} levels")
    return found[number - 1]


def _number(boards: list[Board], place: int) -> int:
    """Return what a format calls the level in a place, counted from 0."""
    called = boards[place].number
    return place + 1 if called is None else called


def _called(boards: list[Board], file: str, called: int) -> Board:
    """Return the level that a format calls by a number."""
    numbers = [_number(boards, place) for place in range(len(boards))]
    if called not in numbers:
        some = f"levels {', '.join(map(str, numbers))}" if numbers else "no levels"
        raise InputError(f"{file}: there is no level {called}; it holds {some}")
    return boards[numbers.index(called)]
