"""Recognition of the family of a text that names none: by filename extension, or by content."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from stategraph.errors import StategraphError
from stategraph.level_files.families import family, family_names
from stategraph.rules.family import Family

# A key that occurs in every level file, and in no native format.
KEY = re.compile("^puzzle:", re.MULTILINE)


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
