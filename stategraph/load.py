"""LEVEL -> Level: everything that a user may mean by a level, told apart here and nowhere else.

==========================  ===================================================================
``spacewreck/eight-rooms``  a bundled level, where there is no file of that name
``ship.yaml``               a level file, which names its family
``ship.txt``                a file in the native format of the family that `puzzle` names
``-``                       either of them, from standard input
``pack.xsb#3``              the third level of a pack
``game.txt``                a file that a family recognises by what it holds
``ship.npz``                a saved state graph, with its level
``ship/``                   the same in a folder: a store, see `stategraph.store`
``ship.graphml``, ...       a graph from another program: its level is to walk on it
==========================  ===================================================================
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from stategraph import files, formats
from stategraph.errors import InputError, LevelError
from stategraph.levels import (
    Level,
    bundled,
    family_names,
    is_yaml,
    named,
    read_level,
)
from stategraph.levels.families import INVENTED, invented
from stategraph.levels.pack import members, pack_family
from stategraph.rules.family import NO_FAMILY, Family
from stategraph.rules.puzzle import Puzzle


def load(
    name: str | os.PathLike[str] | None,
    puzzle: str | Family | None = None,
    *,
    start: str | None = None,
    goals: Sequence[str] = (),
    trust: bool = False,
    number: int | None = None,
) -> Level:
    """Return the level that a user names.

    Parameters
    ----------
    name : str, path or None
        a level in any of the forms above; None goes with a `puzzle` that takes no level
    puzzle : str or Family, optional
        the family in whose native format the file is, its name, or ``MODULE:NAME``, which runs the
        code of that module
    start, goals : str, sequence of str
        nodes of a graph in a file, which does not say them itself
    trust : bool
        whether a level file may name ``MODULE:NAME``; without it, and with a `puzzle`, a level file
        may name that `puzzle` only
    number : int, optional
        which level of a file that holds several, as its format counts them

    Raises
    ------
    InputError
        when there is no such level or family, or it cannot be read; `LevelError` with its file and
        line where these are to blame

    >>> load("spacewreck/eight-rooms").title
    'Eight rooms'
    """
    name = None if name is None else os.fspath(name)
    if name and puzzle is None and is_store(name):
        from stategraph.store import read

        _refuse_ends(start, goals)
        return read(name, trust)
    if name is not None and puzzle is None and formats.find(name):
        return formats.read(name, start, goals, trust)
    _refuse_ends(start, goals)
    given = named(puzzle) if isinstance(puzzle, str) else puzzle
    if given is not None and not isinstance(given, Family):
        if name is not None:
            raise InputError(f"--puzzle {puzzle} is a puzzle in itself and takes no level")
        return Level(NO_FAMILY, Puzzle.of(given), name=str(puzzle), file=str(puzzle))
    if not name:
        raise InputError("no LEVEL given")
    made = read_level(name, given, lambda word: trust if puzzle is None else word == puzzle, number)
    if given is not None and made.family is not given:
        asked = puzzle if isinstance(puzzle, str) else given.name
        raise LevelError(f"is a level of another family than {asked}", 1).located(made.file)
    return made


def _refuse_ends(start: str | None, goals: Sequence[str]) -> None:
    """Complain of a start or a goal that is given of what has its own."""
    if start is not None or goals:
        raise InputError("--start and --goal are for graphs in files; a level has its own")


def collect(
    names: Iterable[str | os.PathLike[str]], puzzle: str | Family | None = None
) -> list[str]:
    """Return the levels that several names stand for, in order.

    A folder stands for the level files, packs and saved graphs in it and below it, sorted (for all
    its files, where they are in the native format of a family, `puzzle`); a pack for its levels; a
    family's name for its bundled levels; anything else for itself. ``InputError`` where a folder or
    a family holds none.

    >>> collect(["spacewreck"])[:2]
    ['spacewreck/already-there', 'spacewreck/both-arrive']
    """
    found: list[str] = []
    owner = named(puzzle) if isinstance(puzzle, str) else puzzle
    given = owner if isinstance(owner, Family) else None
    for each in names:
        name = os.fspath(each)
        levels = _stands_for(name, given)
        if not levels:
            raise InputError(f"{name} holds no level file")
        found += levels
    return found


def _stands_for(name: str, given: Family | None) -> list[str]:
    """Return the levels that a name stands for."""
    path = Path(name)
    if name and files.is_folder(path) and not is_store(name):
        inside = sorted(file for file in path.rglob("*") if files.is_file(file))
        chosen = [str(file) for file in inside if _is_level(file, given is not None)]
        return [level for file in chosen for level in members(file, given) or [file]]
    if name in family_names() and files.is_missing(path):
        return [f"{name}/{file.stem}" for file in bundled(name)]
    owner, _, folder = name.partition("/")
    if folder == INVENTED and owner in family_names() and files.is_missing(path):
        return [f"{name}/{file.stem}" for file in invented(owner)]
    return members(name, given) or [name]


def is_store(name: str) -> bool:
    """Return whether a folder is a store; what knows them is imported for folders only."""
    if not files.is_folder(name):
        return False
    from stategraph import store

    return store.is_store(name)


def _is_level(file: Path, native: bool) -> bool:
    """Return whether a file of a folder is taken for a level."""
    if file.name.startswith("."):
        return False
    if native or is_yaml(file.name) or file.suffix == ".npz" or pack_family(file.name):
        return True
    return file.suffix == ".txt" and members(str(file)) != []
