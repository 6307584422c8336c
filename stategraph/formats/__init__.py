"""State graphs in files: stategraph's own archive, and formats of other programs.

There is one module per format, all of the same shape. ``PARTS`` maps each file that it writes to
the function that fills it. ``read`` returns a `Listing`, from which the graph is built in the same
steps for every format::

    ArrayGraph ──► columns ──► PARTS[...](file, graph)      read(path) ──► Listing ──► StoredGraph
                   (columns)       (per format)          (per format)     (imported)

For every state a file holds its number, its text, its variables, the moves from the start and to
the goal, and its role; for every move its source, its target and its label. A module, and the
library that it needs, is imported on first use.
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
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level, StoredGraph

log = logging.getLogger(__name__)

__all__ = ["FORMATS", "Format", "files", "find", "format_of", "read"]


@dataclass(frozen=True)
class Format:
    """A file format.

    Attributes
    ----------
    name : str
        its common name
    module : str
        its module in ``stategraph.formats``
    pair : bool
        whether a graph takes two files, ``X.nodes.csv`` and ``X.edges.csv``
    reads : bool
        whether a graph can be read back
    whole : bool
        whether the whole file is held in memory as objects, which is slow and large
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
    ".gml": Format("GML", "gml", whole=True),
    ".gexf": Format("GEXF", "gexf", reads=False, whole=True),
    ".json": Format("node-link JSON", "nodelink", whole=True),
    ".aut": Format("Aldebaran", "aut"),
    ".csv": Format("CSV", "csv_files", pair=True),
    ".parquet": Format("Parquet", "parquet", pair=True),
    ".dot": Format("DOT", "dot", reads=False),
}

# number of states above which a format with `whole` is discouraged
MANY_STATES = 200_000


def find(path: str) -> Format | None:
    """Return the format of a file by its name, or None.

    Parameters
    ----------
    path : str
        the name of a file

    Returns
    -------
    Format or None

    Examples
    --------
    >>> find("graph.csv").name, find("graph.txt")
    ('CSV', None)
    """
    return FORMATS.get(Path(path).suffix.lower())


def format_of(path: str) -> Format:
    """Return the format of a file by its name; raise ``InputError`` for an unknown ending.

    Parameters
    ----------
    path : str
        the name of a file

    Raises
    ------
    InputError
        if the ending is unknown

    Examples
    --------
    >>> format_of("graph.graphml").name
    'GraphML'
    """
    form = find(path)
    if form is None:
        raise InputError(f"{path}: the name must end in {', '.join(FORMATS)}")
    return form


def files(path: str, level: Level, graph: ArrayGraph) -> dict[str, Callable[[IO[bytes]], None]]:
    """Return the files to write for a state graph under the name `path`.

    Parameters
    ----------
    path : str
        the file name; its ending selects the format
    level : Level
        the level of the graph; only saved graphs (.npz) store it, its family names states
    graph : ArrayGraph

    Returns
    -------
    dict
        file name -> function that fills an open binary file. The same graph gives the same bytes

    Raises
    ------
    InputError
        if the name has an unknown ending

    Notes
    -----
    If another format suits better, a message is logged.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> sorted(files("eight.csv", graph.level, graph))
    ['eight.edges.csv', 'eight.nodes.csv']
    """
    form = format_of(path)
    if graph.level is None:
        graph.level = level  # its family may have a text for each state
    if form.whole and len(graph) > MANY_STATES:
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
    """Return the name of one file of a pair: ``X.csv`` and ``.nodes`` give ``X.nodes.csv``."""
    suffix = Path(path).suffix
    stem = path.removesuffix(suffix)
    for ending in (".nodes", ".edges"):
        if part:
            stem = stem.removesuffix(ending)
    return stem + part + suffix


def read(
    path: str,
    start: str | None = None,
    goals: Sequence[str] = (),
    trust: bool = False,
) -> StoredGraph:
    r"""Return the level of a graph in a file; its ``graph`` is that graph.

    O(size of the file). Omitted nodes and edges are logged by `stategraph.formats.imported_graphs`.

    Parameters
    ----------
    path : str
    start, goals : str, sequence of str
        nodes by their names in the file; by default the file names them
    trust : bool
        whether the level of a saved graph may name its family as ``module:name``, which runs code

    Raises
    ------
    LevelError
        if the file is damaged, or not in the format of its ending
    InputError
        if the file is missing, or the start or a goal is unknown

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "row.aut")
    ...     with open(path, "w") as file:
    ...         _ = file.write('des (0, 1, 2)\n(0, "right", 1)\n')
    ...     read(path, goals=["1"]).graph
    <StateGraph: 2 states, 1 move, goal 1, complete>
    """
    level = _read(path, start, goals, trust)
    level.graph.level = level
    return level


def _read(path: str, start: str | None, goals: Sequence[str], trust: bool) -> StoredGraph:
    form = format_of(path)
    if not form.reads:
        able = ", ".join(suffix for suffix, kind in FORMATS.items() if kind.reads)
        raise InputError(
            f"{path}: {form.name} can be written, but not read; these can be read: {able}"
        )
    if form.module == "npz":
        if start is not None or goals:
            raise InputError(f"{path}: a saved graph has its start and goal already")
        level: StoredGraph = form.load().read(path, trust)
        return level
    from stategraph.formats.imported_graphs import level_of

    listing = _listing(form, path)
    try:
        return level_of(listing, path, start, goals)
    except InputError as error:
        raise LevelError(str(error)).located(path) from None


def _listing(form: Format, path: str) -> Any:
    """Return the content of the file, or of the pair of files."""
    parts: list[str | None] = [path]
    if form.pair:
        parts = [*_pair(path)]
    try:
        return together([part for part in parts if part], lambda: form.load().read(*parts))
    except OSError as error:  # during the read
        raise InputError(f"{path}: {error.strerror or error}") from None
    except LevelError as error:
        raise error if error.file else error.located(path) from None


def _pair(path: str) -> tuple[str | None, str]:
    """Return the files of nodes and of edges; None for the nodes of a single file."""
    stem = Path(path).stem
    is_part = stem.endswith((".nodes", ".edges"))
    if not is_part and not is_missing(path):
        return None, path
    return _part(path, ".nodes"), _part(path, ".edges")
