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


def members(file: str, given: Family | None = None) -> list[str]:
    """Return the names of the levels in a file; none where it is no pack but a level itself."""
    owner = given or pack_family(file)
    if owner is None or not files.is_file(file):
        return []
    try:
        found = owner.boards(files.read_text(file))
    except InputError:  # told of when it is read as a level
        return []
    if len(found) < 2 and given is not None:
        return []
    return [f"{file}#{k}" for k in range(1, len(found) + 1)]


def member(text: str, file: str, number: int | None, owner: Family) -> Board:
    """Return one level of a text; ``InputError`` where there is no such one, or more than one."""
    found = owner.boards(text)
    if number is None and len(found) < 2:
        return found[0] if found else Board("", 1, text)
    if number is None:
        raise InputError(f"{file} holds {len(found)} levels: name one, {file}#1 to #{len(found)}")
    if not 1 <= number <= len(found):
        raise InputError(f"{file}#{number}: the file holds {len(found) or 'no'} levels")
    return found[number - 1]
