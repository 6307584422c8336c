"""The manifest of a store: its level, the extent of its arrays, and their checksums.

The manifest is a JSON text that is written under a temporary name and then renamed. It is written
after the arrays have reached the disk, so the arrays hold at least the data that it describes. If
the writer is killed, the store has the contents that the last manifest describes; later contents of
the arrays are ignored.
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
from stategraph.level_files import Level, StoredGraph, family_version, installed
from stategraph.readable import Record
from stategraph.store.arrays import parts_of
from stategraph.variables import Variables

NAME = "manifest.json"
KIND, VERSION = "stategraph store", 1

# The status of a store: being filled (or its writer was killed), stopped at a limit, or whole
# (complete).
FILLING, STOPPED, WHOLE = "filling", "stopped", "whole"

# The allowed dtypes of each array.
DTYPES = {
    "states": ("<i8",), "offsets": ("<i8",), "targets": ("<i4",), "labels": ("<u2",),
    "degrees": ("<u4",), "raw_labels": ("<u2", "<u4"), "distances": ("<i4",),
}  # fmt: skip

# The arrays of a graph, and the additional array that a complete store may keep. All other arrays
# belong to the writer and are removed when the store is complete.
GRAPH, DISTANCES = ("states", "offsets", "targets", "labels"), "distances"

# The fields that describe the level.
LEVEL = ("family", "family_version", "name", "title", "native", "text", "packing")

# The allowed types of each field.
TYPES = {
    "family": (str,), "family_version": (str,), "name": (str,), "title": (str,), "native": (bool,),
    "text": (str,), "packing": (dict,), "state": (str,), "stopped": (str,), "states": (int,),
    "moves": (int,), "expanded": (int,), "goal": (int, type(None)), "levels": (list,),
    "label_names": (list,), "raw_names": (list,), "arrays": (dict,),
}  # fmt: skip

# Maximal bytes of a manifest.
MAX_MANIFEST_BYTES = 1 << 30


@dataclass(frozen=True)
class Manifest:
    """The contents of a manifest.

    Attributes
    ----------
    family, family_version, name, title, native, text
        the level, as in a saved graph
    packing : dict
        how a state is packed: ``words``, and the kind, the bits and the places (word, shift) of the
        fields of each variable
    state : {"filling", "stopped", "whole"}
    stopped : str
        the reason why it is not whole, for users
    states, moves, expanded, goal
        as in `ArrayGraph`
    levels : list of int
        number of states of each layer, by distance from the start
    label_names : list of str
        the meaning of the numbers in ``labels``
    raw_names : list of [int, str]
        the meaning of the numbers in ``raw_labels``
    arrays : dict
        for each array its ``dtype``, its ``shape``, and the CRC-32 of each of its `parts`
    """

    family: str
    family_version: str
    name: str
    title: str
    native: bool
    text: str
    packing: Record
    state: str = FILLING
    stopped: str = ""
    states: int = 1
    moves: int = 0
    expanded: int = 0
    goal: int | None = None
    levels: list[int] = field(default_factory=lambda: [1])
    label_names: list[str] = field(default_factory=list)
    raw_names: list[list[Any]] = field(default_factory=list)
    arrays: dict[str, Record] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder; raise ``OutputError`` if that fails."""
        files.write(folder / NAME, _spelled(self), follow=False)

    @property
    def kept(self) -> tuple[str, ...]:
        """The names of the graph's arrays, and of the array of distances if the store has one."""
        return (*GRAPH, DISTANCES) if DISTANCES in self.arrays else GRAPH

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the shape of an array."""
        return tuple(self.arrays[name]["shape"])

    def dtype(self, name: str) -> np.dtype:
        """Return the dtype of an array."""
        return np.dtype(self.arrays[name]["dtype"])

    def but(self, **changes: Any) -> Manifest:
        """Return a copy with changed fields."""
        return replace(self, **changes)


def of(level: Level) -> Manifest:
    """Return the manifest of an empty store for a level.

    Raises ``InputError`` if the level cannot be read again from its text.
    """
    variables = level.puzzle.variables
    if isinstance(level, StoredGraph) or not level.text or not installed(level.family):
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


def digest_of_level(manifest: Manifest) -> str:
    """Return a digest that identifies the level of a store."""
    return _digest({name: getattr(manifest, name) for name in LEVEL})


def packing(variables: Variables) -> Record:
    """Return a description of how states are packed."""
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
        if it is damaged, or of another kind or version
    """
    path = folder / NAME
    try:
        fields = strict_json.parse(files.read(path, MAX_MANIFEST_BYTES, follow=False).decode())
        return _checked(fields)
    except LevelError as error:
        raise error if error.file else error.located(str(path)) from None
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
        reason = str(error).split("\n")[0][:80] or type(error).__name__
        raise LevelError(f"is not a manifest, or is damaged ({reason})").located(
            str(path)
        ) from None


def _checked(fields: Any) -> Manifest:
    """Return the manifest with these fields; raise ``ValueError`` or ``LevelError`` on errors."""
    if fields["kind"] != KIND:
        raise LevelError("is not the manifest of a state graph")
    if type(fields["version"]) is not int or fields["version"] != VERSION:
        raise LevelError(f"is of version {fields['version']} of the format; this is {VERSION}")
    digest = fields.pop("sha256")
    if digest != _digest(fields):
        raise ValueError("its content differs from its digest")
    del fields["kind"], fields["version"]
    for name, types in TYPES.items():
        if type(fields[name]) not in types:
            raise ValueError(f"{name!r} is of another type")
    manifest = Manifest(**fields)
    counts = [manifest.states, manifest.moves, manifest.expanded, *manifest.levels]
    sizes = {manifest.states, *manifest.levels}  # never 0
    if any(type(count) is not int or count < 0 for count in counts) or 0 in sizes:
        raise ValueError("a count is invalid")
    _check_counts(manifest)
    if manifest.state not in (FILLING, STOPPED, WHOLE):
        raise ValueError(f"its state is {manifest.state!r}")
    if any([type(part) for part in pair] != [int, str] for pair in manifest.raw_names):
        raise ValueError("the name of a label is malformed")
    for name in manifest.arrays:
        _check_array(manifest, name)
    return manifest


def _check_counts(manifest: Manifest) -> None:
    """Raise ``ValueError`` if the counts contradict each other."""
    if manifest.goal is not None and not 0 <= manifest.goal < manifest.states:
        raise ValueError("its goal is not a state")
    if manifest.expanded > manifest.states or sum(manifest.levels) != manifest.states:
        raise ValueError("its counts contradict each other")
    if manifest.state == WHOLE and manifest.expanded != manifest.states:
        raise ValueError("it is whole, but not expanded")
    if manifest.state != WHOLE and DISTANCES in manifest.arrays:
        raise ValueError("it is not whole, but has distances")


def _check_array(manifest: Manifest, name: str) -> None:
    """Raise ``ValueError`` if the description of an array is invalid."""
    if name not in DTYPES or manifest.arrays[name]["dtype"] not in DTYPES[name]:
        raise ValueError(f"array {name!r} is of another type")
    shape, parts = manifest.shape(name), manifest.arrays[name]["parts"]
    if len(shape) not in (1, 2) or any(type(size) is not int or size < 0 for size in shape):
        raise ValueError(f"array {name!r} has no size")
    if len(parts) != parts_of(shape[0]) or any(type(part) is not int for part in parts):
        raise ValueError(f"array {name!r} is not divided into its parts")


def _spelled(manifest: Manifest) -> bytes:
    fields = {"kind": KIND, "version": VERSION, **asdict(manifest)}
    return _json({**fields, "sha256": _digest(fields)}) + b"\n"


def _digest(fields: Record) -> str:
    return hashlib.sha256(_json(fields)).hexdigest()


def _json(fields: Record) -> bytes:
    return json.dumps(fields, ensure_ascii=True, indent=0).encode()
