"""The registry of families: those of installed packages, by the entry points they declare.

A family is found by its name, and so is each of its bundled levels, ``family/name``. What a level
file names is looked up here and nowhere else: it is data from strangers, and names no code. Only a
caller who trusts a text may have it name code, ``module:name``.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from stategraph.errors import InputError, did_you_mean
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle

GROUP = "stategraph.puzzles"

# Among a family's bundled levels a folder of those that `stategraph invent` found.
INVENTED = "invented"


@functools.cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, entry)
    return found


def family_names() -> list[str]:
    """Return the names of the installed families, sorted."""
    return list(_entry_points())


# The packages of what users have typed as ``module:name``.
_typed: set[str] = set()


def authors() -> set[str]:
    """Return the packages of puzzles' authors: of families of others, and what users have typed."""
    ours = __name__.partition(".")[0]
    others = (e for e in _entry_points().values() if e.dist is None or e.dist.name != ours)
    return {entry.module.partition(".")[0] for entry in others} | _typed


def entry_point(name: str) -> EntryPoint:
    """Return what names an installed family; ``InputError`` when there is none of that name."""
    if name not in _entry_points():
        raise InputError(
            f"there is no puzzle family {name!r}; installed: {', '.join(family_names()) or 'none'}"
            f"{did_you_mean(name, family_names())}"
        )
    return _entry_points()[name]


def family(name: str) -> Family:
    """Return an installed family; ``InputError`` when there is none of that name.

    >>> family("spacewreck").summary
    "coloured corridors: one walks through the colour of the other one's room"
    """
    return entry_point(name).load()


def family_version(name: str) -> str:
    """Return the version of the package that an installed family comes with.

    >>> family_version("spacewreck") == family_version("sokoban")
    True
    """
    package = entry_point(name).dist
    return "" if package is None else package.version


def installed(given: Family) -> bool:
    """Return whether a level file can name this very family."""
    return given.name in family_names() and family(given.name) is given


def bundled(given: str | Family) -> list[Path]:
    """Return the bundled level files of a family, or of the installed one of that name, sorted."""
    folder = (family(given) if isinstance(given, str) else given).levels
    return [] if folder is None else sorted(folder.glob("*.yaml"))


def invented(given: str | Family) -> list[Path]:
    """Return the level files of a family that were found by search, sorted."""
    folder = (family(given) if isinstance(given, str) else given).levels
    return [] if folder is None else sorted((folder / INVENTED).glob("*.yaml"))


def bundled_path(level: str) -> Path | None:
    """Return the file of a bundled level ``family/name``, None where there is none.

    >>> bundled_path("spacewreck/eight-rooms").name
    'eight-rooms.yaml'
    """
    name, _, rest = level.partition("/")
    if not re.fullmatch(rf"({INVENTED}/)?[\w.-]+", rest) or name not in family_names():
        return None
    paths = invented(name) if "/" in rest else bundled(name)
    return next((path for path in paths if path.stem == rest.rpartition("/")[2]), None)


def bundled_names(given: str | None = None) -> list[str]:
    """Return the names of all bundled levels, or of those of a family; invented ones come last."""
    return [
        each
        for name in ([given] if given else family_names())
        for each in (
            *(f"{name}/{path.stem}" for path in bundled(name)),
            *(f"{name}/{INVENTED}/{path.stem}" for path in invented(name)),
        )
    ]


def named(puzzle: str, option: str = "--puzzle") -> Family | PlainPuzzle:
    """Return the installed family of that name, or what ``module:name`` names: a family or puzzle.

    The module is imported, from the working folder too, and so its code runs: this is for texts
    that the user has typed, never for those of a file.
    """
    if ":" not in puzzle:
        return family(puzzle)
    found = imported(puzzle, option)
    if not isinstance(found, (Family, PlainPuzzle)):
        raise InputError(f"{option} {puzzle} is neither a Family nor has start, moves and is_goal")
    return found


def imported(word: str, option: str) -> Any:
    """Return what ``module:name`` names, as a user typed it behind an option; its code runs.

    Modules of the working folder are found too.
    """
    module_name, _, name = word.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise InputError(f"{option} {word} names no module")
    _typed.add(module_name.partition(".")[0])
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise InputError(f"{option} {word}: {error}") from error
    if not name:
        raise InputError(f"{option} {word} names nothing of the module: {module_name}:NAME")
    if not hasattr(module, name):
        raise InputError(f"{option} {word}: module {module_name!r} has no {name!r}")
    return getattr(module, name)


def takes(function: Any, things: int) -> bool:
    """Return whether so many things can be handed to a function; True where nobody knows.

    >>> takes(len, 1), takes(lambda state: 0, 2), takes("len", 1)
    (True, False, False)
    """
    if not callable(function):
        return False
    try:
        inspect.signature(function).bind(*[None] * things)
    except TypeError:
        return False
    except ValueError:  # one of Python's own
        return True
    return True
