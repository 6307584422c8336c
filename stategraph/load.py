"""Loading of levels by name, from files and texts, one at a time or all levels of a folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from stategraph import files, formats
from stategraph.errors import InputError, LevelError, did_you_mean
from stategraph.level_files import (
    Level,
    bundled_group,
    family_names,
    family_or_puzzle,
    is_yaml,
    parse_level,
    read_level,
    read_text,
)
from stategraph.level_files.family_recognition import pack_family, plain_family
from stategraph.level_files.pack_files import members
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.puzzle import Puzzle


def load(
    name: str | os.PathLike[str] | TextIO | None,
    puzzle: str | Family | None = None,
    *,
    start: str | None = None,
    goals: Sequence[str] = (),
    trust: bool = False,
    number: int | None = None,
) -> Level:
    """Load one level by its name, from a file, or from an open file.

    ==========================  ===================================================================
    `name`                      level
    ==========================  ===================================================================
    ``spacewreck/eight-rooms``  a bundled level, unless there is a file with this name
    ``ship.yaml``               a level file, which names its family
    ``ship.txt``                a file in the native format of the family that `puzzle` names
    ``-``                       either of them, from standard input
    ``pack.xsb#3``              the third level of a pack
    ``game.txt``                a game, or a board that only one family can read
    ``ship.html``               a page that ``share`` wrote
    ``ship.npz``                a saved state graph, with its level
    ``ship/``                   the same in a folder: a store, see `stategraph.store`
    ``ship.graphml``, ...       a graph from another program: its level is a walk on the graph
    an open text file           the same as its name, read from its current position
    ==========================  ===================================================================

    Parameters
    ----------
    name : str, path, text file or None
        one of these forms; None for a `puzzle` that takes no level
    puzzle : str or Family, optional
        the family whose native format the file has, its name, or ``MODULE:NAME``, which runs the
        code of that module
    start, goals : str, sequence of str
        the nodes of a graph from a file that does not state them
    trust : bool
        whether a level file may name ``MODULE:NAME``. Without it, and with a `puzzle`, a level file
        may name only that `puzzle`
    number : int, optional
        the number of a level in a file with several levels, as its format numbers them

    Returns
    -------
    Level
        its ``name``, ``title``, ``family`` and ``puzzle``; ``level.expand()`` returns its graph

    Raises
    ------
    InputError
        if the level or family is unknown or cannot be read; `LevelError` for errors at a line of a
        file

    Examples
    --------
    >>> load("spacewreck/eight-rooms").title
    'Eight rooms'
    """
    if name is not None and not isinstance(name, (str, os.PathLike)):
        _refuse_ends(start, goals)
        return _read_open(name, puzzle, trust, number)
    name = None if name is None else os.fspath(name)
    if name and puzzle is None and is_store(name):
        from stategraph.store import read

        _refuse_ends(start, goals)
        return read(name, trust)
    if name is not None and puzzle is None and formats.find(name):
        return formats.read(name, start, goals, trust)
    _refuse_ends(start, goals)
    owner = family_or_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    if owner is not None and not isinstance(owner, Family):
        if name is not None:
            raise InputError(f"--puzzle {puzzle} is a puzzle in itself and takes no level")
        word = str(puzzle)
        title = _title(owner, word.partition(":")[0])
        return Level(NO_FAMILY, Puzzle.of(owner), name=word, file=word, title=title)
    if not name:
        raise InputError("no LEVEL given")
    level = read_level(
        name, owner, lambda word: trust if puzzle is None else word == puzzle, number
    )
    return _of_family(level, owner, puzzle)


def _of_family(level: Level, owner: Family | None, puzzle: str | Family | None) -> Level:
    """Return the level, or raise ``LevelError`` if its family is not `owner`."""
    if owner is not None and level.family is not owner:
        name = puzzle if isinstance(puzzle, str) else owner.name
        raise LevelError(f"is a level of another family than {name}", 1).located(level.file)
    return level


def _read_open(file: TextIO, puzzle: str | Family | None, trust: bool, number: int | None) -> Level:
    """Read a level from an open text file."""
    text = file.read() if hasattr(file, "read") else None
    name = getattr(file, "name", "<file>")
    name = name if isinstance(name, str) else "<file>"
    if not isinstance(text, str):
        kind = "bytes" if isinstance(text, bytes) else type(file).__name__
        raise InputError(f"a level is a name, a path or an open text file, not of type {kind}")
    return parse(text, puzzle, trust=trust, number=number, file=name)


def parse(
    text: str,
    puzzle: str | Family | None = None,
    *,
    trust: bool = False,
    number: int | None = None,
    file: str = "<text>",
) -> Level:
    """Read a level from a text.

    Parameters
    ----------
    text : str
        a level file, or a level in the native format of a family
    puzzle : str or Family, optional
        the family of the native format, its name, or ``MODULE:NAME``; see `load`
    trust, number
        as for `load`
    file : str
        the name of the text in messages

    Raises
    ------
    LevelError
        when the text cannot be read, with the line
    InputError
        if the family is unknown

    Examples
    --------
    >>> parse("#####\\n#@$.#\\n#####", "sokoban").solve().text
    'R'
    """
    owner = family_or_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    if owner is not None and not isinstance(owner, Family):
        raise InputError(f"{puzzle} is a puzzle in itself and takes no level")

    def may(word: str) -> bool:
        return trust if puzzle is None else word == puzzle

    if re.search("^puzzle:", text, re.MULTILINE):  # no text in a native format has such a line
        return _of_family(parse_level(text, file, file, may), owner, puzzle)
    return _of_family(read_text(text, file, file, owner, may, number), owner, puzzle)


def levels(family: str | None = None) -> list[str]:
    """Return the names of the bundled levels of all families, or of one.

    Parameters
    ----------
    family : str, optional
        the name of a family; all families by default

    Raises
    ------
    InputError
        if the family is unknown

    Examples
    --------
    >>> levels("spacewreck")[:2]
    ['spacewreck/already-there', 'spacewreck/both-arrive']
    """
    if family is not None and family not in family_names():
        suggestion = did_you_mean(family, family_names())
        raise InputError(f"unknown family {family!r}{suggestion}")
    names = family_names() if family is None else [family]
    return [level for name in names for level in _expanded(name, None)]


def load_all(
    names: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    puzzle: str | Family | None = None,
) -> list[Level]:
    """Load all given levels, and all levels of the given folders, packs and families.

    Parameters
    ----------
    names : str, path or iterable of them
    puzzle : str or Family, optional
        as for `load`

    Returns
    -------
    list of Level

    Examples
    --------
    >>> len(load_all("spacewreck")) == len(levels("spacewreck"))
    True
    """
    all_names = [names] if isinstance(names, (str, os.PathLike)) else names
    return [load(name, puzzle) for name in collect(all_names, puzzle)]


def _title(puzzle: object, module: str) -> str:
    """Return the first docstring line of the class if `module` defines it, else of `module`."""
    owner = type(puzzle) if type(puzzle).__module__ == module else sys.modules.get(module)
    return (owner.__doc__ or "").strip().partition("\n")[0].rstrip(".") if owner else ""


def _refuse_ends(start: str | None, goals: Sequence[str]) -> None:
    """Raise ``InputError`` if a start or a goal is given, as the level already has them."""
    if start is not None or goals:
        raise InputError("--start and --goal are for graphs in files; a level has its own")


def collect(
    names: Iterable[str | os.PathLike[str]], puzzle: str | Family | None = None
) -> list[str]:
    """Return the names of all levels of folders, packs and families, in the given order.

    A folder contributes all level files, packs and saved graphs in it and its subfolders, sorted.
    With `puzzle`, it contributes all its files, which must have the native format of that family. A
    pack contributes its levels, and the name of a family its bundled levels. Any other name is
    returned unchanged.

    Raises
    ------
    InputError
        if a folder or a family has no levels

    Examples
    --------
    >>> collect(["spacewreck"])[:2]
    ['spacewreck/already-there', 'spacewreck/both-arrive']
    """
    collected: list[str] = []
    owner = family_or_puzzle(puzzle) if isinstance(puzzle, str) else puzzle
    native_family = owner if isinstance(owner, Family) else None
    for level_name in names:
        name = os.fspath(level_name)
        levels = _expanded(name, native_family)
        if not levels:
            raise InputError(f"{name} holds no level file")
        collected += levels
    return collected


def _expanded(name: str, native_family: Family | None) -> list[str]:
    """Return the names of the levels of a folder, pack or family; other names are unchanged."""
    path = Path(name)
    if name and files.is_folder(path) and not is_store(name):
        files_inside = sorted(file for file in path.rglob("*") if files.is_file(file))
        level_files = [
            str(file) for file in files_inside if _is_level(file, native_family is not None)
        ]
        return [level for file in level_files for level in members(file, native_family) or [file]]
    return bundled_group(name) or members(name, native_family) or [name]


def is_store(name: str) -> bool:
    """Return whether a folder is a store, and import `stategraph.store` only for folders."""
    if not files.is_folder(name):
        return False
    from stategraph import store

    return store.is_store(name)


def _is_level(file: Path, native: bool) -> bool:
    """Return whether a file in a folder counts as a level or a pack."""
    if file.name.startswith("."):
        return False
    if native or is_yaml(file.name) or file.suffix == ".npz" or pack_family(file.name):
        return True
    return file.suffix == ".txt" and bool(members(str(file)) or _is_plain(file))


def _is_plain(file: Path) -> bool:
    """Return whether exactly one family can read a text file."""
    try:
        return plain_family(files.read_text(str(file))) is not None
    except InputError:
        return False
