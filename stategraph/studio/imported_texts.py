"""Levels in texts from outside: files that are dropped or opened, and text that is pasted.

The texts are read by the code that reads the files of the command line.
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.errors import InputError, LevelError, StategraphError
from stategraph.level_files import (
    family,
    family_names,
    is_page,
    is_yaml,
    self_contained,
)
from stategraph.level_files.family_recognition import KEY, plain_readers, text_family
from stategraph.level_files.native_files import as_level_file
from stategraph.level_files.pack_files import boards_in, numbers
from stategraph.level_files.shared_pages import level_of_page
from stategraph.load import parse
from stategraph.readable import Record
from stategraph.rules.capabilities.collections import LevelText

# Maximum number of levels of one text that are listed.
MAX_LISTED = 2_000

# Maximum number of boards that are drawn at once.
MAX_DRAWN = 50


def levels_in(text: str, file: str, owner: str = "", number: int | None = None) -> Record:
    """Return the only level of a text, or the list of its levels to choose from.

    Parameters
    ----------
    text, file : str
        the text, and the name of its file
    owner : str
        the name of its family; empty if it must be found out
    number : int, optional
        the number of the level in a text with several levels

    Returns
    -------
    dict
        ``text``, a level file; or ``levels``, each with ``number`` and ``title``; or
        ``families``, one of which must be named, and the ``error`` that says so
    """
    text = level_of_page(text, file) if is_page(file) else text
    text = text.removeprefix("\ufeff")
    if KEY.search(text):
        return {"text": shown(text, f"<{file}>")}  # it has no folder, and so no files beside it
    native_family = family(owner) if owner else None
    if native_family is None and (is_yaml(file) or text_family(file, text) is None):
        return _unknown(text, file)
    file = _plain(file)
    boards = boards_in(file, text, native_family)
    if number is None and len(boards) > 1:
        return {"levels": listed(boards)}
    if number is None and boards:
        number = numbers(boards)[0]
    return {"text": as_level_file(parse(text, native_family, number=number, file=file))}


def _plain(file: str) -> str:
    """Return the file name, or one without an ending that promises YAML."""
    return f"<{file}>" if is_yaml(file) else file


def _unknown(text: str, file: str) -> Record:
    """Return the families that may read a text, and why none of them is chosen."""
    if not text.strip():
        raise LevelError("is empty; choose a file with a level", 1).located(file)
    readers, errors = plain_readers(text)
    if readers:
        names = [reader.name for reader in readers]
        reason = f"{file}:1: several families can read this text; choose one"
    elif errors:
        names = list(errors)
        reasons = "; ".join(f"read as {name}: {error}" for name, error in errors.items())
        reason = f"{file}: {reasons}"
    else:
        names = family_names()
        reason = f"{file}:1: no family recognises this text; choose one"
    return {"error": reason, "line": None, "families": names}


def listed(boards: Sequence[LevelText]) -> list[Record]:
    """Return the numbers and titles of levels."""
    numbered = zip(numbers(list(boards)), boards, strict=True)
    return [{"number": k, "title": board.title} for k, board in numbered][:MAX_LISTED]


def pictures(text: str, file: str, owner: str, numbers: Sequence[int]) -> list[Record]:
    """Return a ``picture`` of some levels of a text, or the ``error`` of a level."""
    if len(numbers) > MAX_DRAWN:
        raise InputError(f"at most {MAX_DRAWN} levels are drawn at once")
    native_family = family(owner) if owner else None

    def drawn(number: int) -> Record:
        try:
            level = parse(text, native_family, number=number, file=_plain(file))
            return {"number": number, "picture": level.draw(level.puzzle.start).svg()}
        except StategraphError as error:
            return {"number": number, "picture": "", "error": str(error)}

    return [drawn(number) for number in numbers]


def shown(text: str, file: str) -> str:
    """Return the text of a level file for editing; a valid level is made self-contained."""
    try:
        return self_contained(text, file)
    except StategraphError:
        return text
