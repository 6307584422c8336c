"""The manifest of a store: what its arrays are of, how far they are filled, and their checksums.

A JSON text that is renamed into its place. It is written after the arrays have reached the disk, so
that whatever it says of them is so: whenever the writer is killed, the store is what the manifest
says, and what the arrays hold beyond is forgotten.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from stategraph import files
from stategraph.errors import InputError, LevelError
from stategraph.formats import strict_json
from stategraph.levels import Level, family_version, installed
from stategraph.store.arrays import parts_of
from stategraph.variables import Variables

NAME = "manifest.json"
KIND, VERSION = "stategraph store", 1

# Whether it is being filled (or its writer was killed), was stopped at a limit, or is whole.
FILLING, STOPPED, WHOLE = "filling", "stopped", "whole"

# Of which types the items of each array are.
DTYPES = {
    "states": ("<i8",), "offsets": ("<i8",), "targets": ("<i4",), "labels": ("<u2",),
    "degrees": ("<u4",), "raw_labels": ("<u2", "<u4"), "distances": ("<i4",),
}  # fmt: skip

# The arrays of a graph; what follows from it and may be kept beside it, once it is whole. The
# others are its writer's own, and are gone then.
GRAPH, DISTANCES = ("states", "offsets", "targets", "labels"), "distances"

# What is said of the level.
LEVEL = ("family", "family_version", "name", "title", "native", "text", "packing")

# Of which types everything in it is.
TYPES = {
    "family": (str,), "family_version": (str,), "name": (str,), "title": (str,), "native": (bool,),
    "text": (str,), "packing": (dict,), "state": (str,), "stopped": (str,), "states": (int,),
    "moves": (int,), "expanded": (int,), "goal": (int, type(None)), "levels": (list,),
    "label_names": (list,), "raw_names": (list,), "arrays": (dict,),
}  # fmt: skip

# So many bytes may a manifest have.
MOST = 1 << 30


@dataclass(frozen=True)
class Manifest:
    """What a store says of itself.

    Attributes
    ----------
    family, family_version, name, title, native, text
        the level, as a saved graph keeps it
    packing : dict
        how a state is packed: ``words`` and, of each variable, its kind and its fields' bits and
        places (word, shift)
    state : {"filling", "stopped", "whole"}
    stopped : str
        why it is not whole, in words
    states, moves, expanded, goal
        as of an `ArrayGraph`
    levels : list of int
        the states of each level, by their moves from the start
    label_names : list of str
        what the numbers in ``labels`` stand for
    raw_names : list of [int, str]
        what those in ``raw_labels`` do
    arrays : dict
        of each array its ``dtype``, its ``shape``, and the CRC-32 of each of its `parts`
    """

    family: str
    family_version: str
    name: str
    title: str
    native: bool
    text: str
    packing: dict[str, Any]
    state: str = FILLING
    stopped: str = ""
    states: int = 1
    moves: int = 0
    expanded: int = 0
    goal: int | None = None
    levels: list[int] = field(default_factory=lambda: [1])
    label_names: list[str] = field(default_factory=list)
    raw_names: list[list[Any]] = field(default_factory=list)
    arrays: dict[str, dict[str, Any]] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Put it into its place; ``OutputError`` where that is not possible."""
        files.write(folder / NAME, _spelled(self), follow=False)

    @property
    def kept(self) -> tuple[str, ...]:
        """The arrays of its graph, and what is kept beside them."""
        return (*GRAPH, DISTANCES) if DISTANCES in self.arrays else GRAPH

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the shape of an array."""
        return tuple(self.arrays[name]["shape"])

    def dtype(self, name: str) -> np.dtype:
        """Return the type of an array's items."""
        return np.dtype(self.arrays[name]["dtype"])

    def but(self, **changes: Any) -> Manifest:
        """Return it with some of it changed."""
        return replace(self, **changes)


def of(level: Level) -> Manifest:
    """Return the manifest of a store that is to be filled from a level.

    ``InputError`` where none can be: a reader makes the level anew by its text.
    """
    variables = level.puzzle.variables
    if level.graph is not None or not level.text or not installed(level.family):
        raise InputError(f"{level.file}: a store takes a level of an installed family, by its text")
    if variables is None:
        raise InputError(f"{level.file}: a store takes a puzzle with declared variables")
    return Manifest(
        level.family.name,
        family_version(level.family.name),
        level.name,
        level.title,
        level.native,
        level.text,
        packing(variables),
    )


def digest_of_level(told: Manifest) -> str:
    """Return what tells the level of a store from any other."""
    return _digest({name: getattr(told, name) for name in LEVEL})


def packing(variables: Variables) -> dict[str, Any]:
    """Return how states are packed."""
    fields = {
        name: {
            "kind": type(kind).__name__.lower(),
            "bits": list(kind.fields),
            "places": [list(place) for place in variables.places[name]],
        }
        for name, kind in variables.kinds.items()
    }
    return {"words": variables.width, "variables": fields}


def is_store(path: str | Path) -> bool:
    """Return whether a folder is a store."""
    return files.is_file(Path(path) / NAME)


def read(folder: Path) -> Manifest:
    """Return the manifest of a store.

    Raises
    ------
    LevelError
        when it is damaged, of another kind or another version
    """
    path = folder / NAME
    try:
        told = strict_json.parse(files.read(path, MOST, follow=False).decode())
        return _checked(told)
    except LevelError as error:
        raise error if error.file else error.located(str(path)) from None
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        reason = str(error).split("\n")[0][:80] or type(error).__name__
        raise LevelError(f"is no manifest, or a damaged one ({reason})").located(
            str(path)
        ) from None


def _checked(told: Any) -> Manifest:
    """Return the manifest that was told; ``ValueError`` or ``LevelError`` where it is none."""
    if told["kind"] != KIND:
        raise LevelError("is no manifest of a state graph")
    if told["version"] != VERSION:
        raise LevelError(f"is of version {told['version']} of the format; this is {VERSION}")
    digest = told.pop("sha256")
    if digest != _digest(told):
        raise ValueError("it does not hold what was written")
    del told["kind"], told["version"]
    for name, types in TYPES.items():
        if type(told[name]) not in types:
            raise ValueError(f"{name!r} is of another type")
    found = Manifest(**told)
    counts = [found.states, found.moves, found.expanded, *found.levels]
    some = {found.states, *found.levels}  # never 0
    if any(type(count) is not int or count < 0 for count in counts) or 0 in some:
        raise ValueError("a count is none")
    _check_counts(found)
    if found.state not in (FILLING, STOPPED, WHOLE):
        raise ValueError(f"its state is {found.state!r}")
    if any([type(part) for part in one] != [int, str] for one in found.raw_names):
        raise ValueError("the name of a label is none")
    for name in found.arrays:
        _check_array(found, name)
    return found


def _check_counts(found: Manifest) -> None:
    """Raise ``ValueError`` where its counts do not belong together."""
    if found.goal is not None and not 0 <= found.goal < found.states:
        raise ValueError("its goal is none")
    if found.expanded > found.states or sum(found.levels) != found.states:
        raise ValueError("its counts do not belong together")
    if found.state == WHOLE and found.expanded != found.states:
        raise ValueError("it is whole and is not expanded")
    if found.state != WHOLE and DISTANCES in found.arrays:
        raise ValueError("it is not whole and has distances")


def _check_array(found: Manifest, name: str) -> None:
    """Raise ``ValueError`` where what is said of an array makes no sense."""
    if name not in DTYPES or found.arrays[name]["dtype"] not in DTYPES[name]:
        raise ValueError(f"array {name!r} is of another type")
    shape, parts = found.shape(name), found.arrays[name]["parts"]
    if len(shape) not in (1, 2) or any(type(size) is not int or size < 0 for size in shape):
        raise ValueError(f"array {name!r} has no size")
    if len(parts) != parts_of(shape[0]) or any(type(part) is not int for part in parts):
        raise ValueError(f"array {name!r} is not divided into its parts")


def _spelled(manifest: Manifest) -> bytes:
    told = {"kind": KIND, "version": VERSION, **asdict(manifest)}
    return _json({**told, "sha256": _digest(told)}) + b"\n"


def _digest(told: dict[str, Any]) -> str:
    return hashlib.sha256(_json(told)).hexdigest()


def _json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=True, indent=0).encode()
