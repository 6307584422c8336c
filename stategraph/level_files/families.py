"""The registry of families: entry points of installed packages.

A family is found by its name, and each of its bundled levels by ``family/name``. Level files may
come from strangers, so a level file should only name a family. Only this module looks up families.
A level file may name code, such as ``module:name``, only if the caller trusts the file.
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
from stategraph.files import is_file, is_missing
from stategraph.rules.family import Family
from stategraph.rules.puzzle import PlainPuzzle

GROUP = "stategraph.puzzles"

# The folders of levels that `stategraph invent` found, inside the folder of a family's bundled
# levels. One folder holds single levels, the other a pack in order of increasing difficulty.
INVENTED, PACK = "invented", "pack"
FOLDERS = (INVENTED, PACK)


@functools.cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    first_entries: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        first_entries.setdefault(entry.name, entry)
    return first_entries


def family_names() -> list[str]:
    """Return the names of the installed families, sorted."""
    return list(_entry_points())


# The top-level packages of modules that the user typed as ``module:name``.
_typed: set[str] = set()


def authors() -> set[str]:
    """Return the packages of puzzle authors: those of other families and of typed modules."""
    own_package = __name__.partition(".")[0]
    other_entries = (
        e for e in _entry_points().values() if e.dist is None or e.dist.name != own_package
    )
    return {entry.module.partition(".")[0] for entry in other_entries} | _typed


def entry_point(name: str) -> EntryPoint:
    """Return the entry point of an installed family, or raise ``InputError`` if it is unknown."""
    if name not in _entry_points():
        raise InputError(
            f"unknown puzzle family {name!r}; installed: {', '.join(family_names()) or 'none'}"
            f"{_module_hint(name) or did_you_mean(name, family_names())}"
        )
    return _entry_points()[name]


def _module_hint(name: str) -> str:
    """Return a hint how to name a puzzle in the file ``name.py``, or "" without such a file.

    >>> _module_hint("no-such-file")
    ''
    """
    module = name.removesuffix(".py")
    if not is_file(f"{module}.py"):
        return ""
    return f"; for a puzzle in {module}.py: --puzzle {module}:NAME, NAME as in the file"


def family(name: str) -> Family:
    """Return an installed family, or raise ``InputError`` if it is unknown.

    Examples
    --------
    >>> family("spacewreck").summary
    "coloured corridors: one walks through the colour of the other one's room"
    """
    return entry_point(name).load()


def family_version(name: str) -> str:
    """Return the version of the package that installs a family.

    Examples
    --------
    >>> family_version("spacewreck") == family_version("sokoban")
    True
    """
    package = entry_point(name).dist
    return "" if package is None else package.version


def installed(owner: Family) -> bool:
    """Return whether a level file can name exactly this family."""
    return owner.name in family_names() and family(owner.name) is owner


def bundled(owner: str | Family, folder: str = "") -> list[Path]:
    """Return the sorted bundled level files of a family, which is given as an object or by name.

    `folder` is one of `FOLDERS`. Without it, the result has no levels that a search invented.
    """
    levels = (family(owner) if isinstance(owner, str) else owner).levels
    return [] if levels is None else sorted((levels / folder).glob("*.yaml"))


def bundled_group(name: str) -> list[str]:
    """Return the names of the levels of a family, or of a folder of it; [] for other names.

    An existing file has precedence.

    Examples
    --------
    >>> bundled_group("spacewreck/pack")[0]
    'spacewreck/pack/01-goal-is-reached'
    >>> bundled_group("spacewreck/eight-rooms")
    []
    """
    owner, _, folder = name.partition("/")
    known = owner in family_names() and (name == owner or folder in FOLDERS)
    if not known or not is_missing(Path(name)):
        return []
    return [f"{name}/{file.stem}" for file in bundled(owner, folder)]


def bundled_path(level: str) -> Path | None:
    """Return the file of a bundled level ``family/name``, or None if the level is unknown.

    Examples
    --------
    >>> bundled_path("spacewreck/eight-rooms").name
    'eight-rooms.yaml'
    """
    name, _, rest = level.partition("/")
    folder, _, stem = rest.rpartition("/")
    known = folder in ("", *FOLDERS) and name in family_names()
    if not known or not re.fullmatch(r"[\w.-]+", stem) or rest.startswith("/"):
        return None
    return next((path for path in bundled(name, folder) if path.stem == stem), None)


def bundled_names(only: str | None = None) -> list[str]:
    """Return the names of the bundled levels of all families, or of one, with `FOLDERS` last."""
    return [
        f"{prefix}/{path.stem}"
        for name in ([only] if only else family_names())
        for folder, prefix in folders(name).items()
        for path in bundled(name, folder)
    ]


def folders(name: str) -> dict[str, str]:
    """Map each folder of a family's bundled levels to the prefix of the level names.

    Examples
    --------
    >>> folders("sokoban")
    {'': 'sokoban', 'invented': 'sokoban/invented', 'pack': 'sokoban/pack'}
    """
    return {"": name, **{folder: f"{name}/{folder}" for folder in FOLDERS}}


def family_or_puzzle(puzzle: str, option: str = "--puzzle") -> Family | PlainPuzzle:
    """Return an installed family by its name, or import the object ``module:name``.

    The object must be a family or a puzzle. The module may also lie in the working folder. It is
    imported, so its code runs. Use this only for texts that the user typed, never for texts from a
    file.
    """
    if ":" not in puzzle:
        return family(puzzle)
    target = import_object(puzzle, option)
    if inspect.isclass(target):
        raise InputError(
            f"{option} {puzzle} is a class; add 'puzzle = {target.__name__}()' to its file, "
            f"and use {puzzle.partition(':')[0]}:puzzle"
        )
    if not isinstance(target, (Family, PlainPuzzle)):
        raise InputError(f"{option} {puzzle} is neither a Family nor has start, moves and is_goal")
    return target


def import_object(word: str, option: str) -> Any:
    """Import the object ``module:name``, which the user typed as the value of an option.

    The code of the module runs. Modules of the working folder are found too.
    """
    module_name, _, name = word.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise InputError(f"{option} {word} names no module")
    if not name:
        raise InputError(f"{option} {word} is not of the form MODULE:NAME")
    _typed.add(module_name.partition(".")[0])
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise InputError(f"{option} {word}: {error}") from error
    if not hasattr(module, name):
        raise InputError(f"{option} {word}: module {module_name!r} has no {name!r}")
    return getattr(module, name)


def takes(function: object, count: int) -> bool:
    """Return whether a function accepts `count` arguments, or True if this is unknown.

    Examples
    --------
    >>> takes(len, 1), takes(lambda state: 0, 2), takes("len", 1)
    (True, False, False)
    """
    if not callable(function):
        return False
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # a built-in function without a signature
        return True
    return True
