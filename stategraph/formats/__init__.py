"""State graphs in files: our own archive, and the formats of other people's programs.

One module for each format, of one shape. ``PARTS`` names the files it writes, each with the
function that fills it; ``read`` gives back a `Listing`, from which every format's graph is built in
the same way::

    ArrayGraph ──► columns ──► PARTS[...](file, graph)      read(path) ──► Listing ──► Level
                   (columns)        (one a format)          (one a format)  (imported)

A file holds of every state its number, its text, its variables, the moves from the start and to the
goal, its role, and of every move its source, its target and its label. A module, and the library
that it needs, is imported when its format is asked for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from stategraph.errors import InputError, LevelError
from stategraph.files import is_missing, together

if TYPE_CHECKING:
    from stategraph.levels import Level

log = logging.getLogger(__name__)

__all__ = ["FORMATS", "Format", "files", "find", "named", "read"]


@dataclass(frozen=True)
class Format:
    """A format.

    Attributes
    ----------
    name : str
        as people call it
    module : str
        where it is read and written, below ``stategraph.formats``
    pair : bool
        whether a graph takes two files, ``X.nodes.csv`` and ``X.edges.csv``
    reads : bool
        whether a graph can be read back
    whole : bool
        whether the file is held whole, as objects, which takes long and much memory
    """

    name: str
    module: str
    pair: bool = False
    reads: bool = True
    whole: bool = False

    def load(self) -> Any:
        """Return its module."""
        return import_module(f"{__name__}.{self.module}")


FORMATS: Mapping[str, Format] = {
    ".npz": Format("saved graph", "npz"),
    ".graphml": Format("GraphML", "graphml", whole=True),
    ".gexf": Format("GEXF", "gexf", reads=False, whole=True),
    ".json": Format("node-link JSON", "nodelink", whole=True),
    ".aut": Format("Aldebaran", "aut"),
    ".csv": Format("CSV", "csv_files", pair=True),
    ".parquet": Format("Parquet", "parquet", pair=True),
    ".dot": Format("DOT", "dot", reads=False),
}

# Of more states than this, a file that is held whole is advised against.
LARGE = 200_000


def find(path: str) -> Format | None:
    """Return the format of a file by its name, None where it is none of them."""
    return FORMATS.get(Path(path).suffix.lower())


def named(path: str) -> Format:
    """Return the format of a file by its name; ``InputError`` where it is none of them."""
    found = find(path)
    if found is None:
        raise InputError(f"{path}: the name must end in {', '.join(FORMATS)}")
    return found


def files(path: str, level: Level) -> dict[str, Callable[[IO[bytes]], None]]:
    """Return the files to be written for ``level.graph`` under the name `path`.

    Each with a function that fills an open binary file. The same graph gives the same bytes.
    Where another format would serve better, the logger of this module is told. Raises
    ``InputError`` where the name ends in no known suffix.
    """
    form, graph = named(path), level.graph
    if graph is None:
        raise ValueError(f"{level.name} has no graph to write: expand it first")
    if form.whole and len(graph) > LARGE:
        log.info(
            "%s states are many for %s, up to 10 kB of memory each; "
            ".parquet, .csv and .aut are for large graphs",
            f"{len(graph):,}",
            form.name,
        )
    if form.module == "npz":
        save = form.load().save
        return {path: lambda file: save(file, level, graph)}

    def filling(fill: Callable[[IO[bytes], Any], None]) -> Callable[[IO[bytes]], None]:
        return lambda file: fill(file, graph)

    return {_part(path, part): filling(fill) for part, fill in form.load().PARTS.items()}


def _part(path: str, part: str) -> str:
    """Return the name of a part of a pair: ``X.csv``, ``.nodes`` -> ``X.nodes.csv``."""
    suffix = Path(path).suffix
    stem = path.removesuffix(suffix)
    for known in (".nodes", ".edges"):
        if part:
            stem = stem.removesuffix(known)
    return stem + part + suffix


def read(
    path: str,
    start: str | None = None,
    goals: Sequence[str] = (),
    trust: bool = False,
) -> Level:
    """Return the level of a graph in a file, with ``level.graph``, which knows it as its level.

    What is left out of it, the logger of `stategraph.formats.imported` is told. O(size of the
    file).

    Parameters
    ----------
    start, goals : str, sequence of str
        nodes by their names in the file; where they are not given, the file says them
    trust : bool
        whether the level of a saved graph may name its family as ``module:name``, and so run code

    Raises
    ------
    LevelError
        when the file is damaged, or of another kind than its name says
    InputError
        when there is no such file, or start or goal are not known
    """
    level = _read(path, start, goals, trust)
    assert level.graph is not None
    level.graph.level = level
    return level


def _read(path: str, start: str | None, goals: Sequence[str], trust: bool) -> Level:
    form = named(path)
    if not form.reads:
        able = ", ".join(suffix for suffix, other in FORMATS.items() if other.reads)
        raise InputError(f"{path}: {form.name} can be written, but not read; read are {able}")
    if form.module == "npz":
        if start is not None or goals:
            raise InputError(f"{path}: a saved graph has its start and goal already")
        return form.load().read(path, trust)
    from stategraph.formats.imported import level_of

    listing = _listing(form, path)
    try:
        return level_of(listing, path, start, goals)
    except InputError as error:
        raise LevelError(str(error)).located(path) from None


def _listing(form: Format, path: str) -> Any:
    """Return what the file, or the pair of files, lists."""
    parts: list[str | None] = [path]
    if form.pair:
        parts = [*_pair(path)]
    try:
        return together([part for part in parts if part], lambda: form.load().read(*parts))
    except OSError as error:  # while it is read
        raise InputError(f"{path}: {error.strerror or error}") from None
    except LevelError as error:
        raise error if error.file else error.located(path) from None


def _pair(path: str) -> tuple[str | None, str]:
    """Return the files of nodes and of edges; no nodes for a file that stands alone."""
    stem = Path(path).stem
    paired = stem.endswith((".nodes", ".edges"))
    if not paired and not is_missing(path):
        return None, path
    return _part(path, ".nodes"), _part(path, ".edges")
