"""Reading and writing of state graphs, in stategraph's own format and those of other programs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from stategraph.face.level_arguments import Levelled, level_of
from stategraph.face.whole_level import expand
from stategraph.graph.state_graph import StateGraph


def read(
    path: str | os.PathLike[str], start: str | None = None, goals: Sequence[str] = ()
) -> StateGraph:
    """Read a state graph from a file that stategraph or another program wrote.

    Parameters
    ----------
    path : str or path
        a name that ends in .npz, .graphml, .json, .aut, .csv or .parquet
    start, goals : str, list of str, optional
        names of nodes, if the file does not mark the start and the goals

    Raises
    ------
    LevelError
        if the file is damaged
    InputError
        if the file does not exist, or its start or goal is unknown

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (file,) = write("spacewreck/eight-rooms", Path(folder, "eight.graphml"))
    ...     read(file)
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    from stategraph import formats

    return expand(formats.read(os.fspath(path), start, goals))


def write(graph: Levelled, path: str | os.PathLike[str]) -> list[Path]:
    """Write a state graph to a file, or a pair of files, and return the names of the files.

    Parameters
    ----------
    graph : StateGraph, Level or str
        a graph, or a level as for `expand`
    path : str or path
        a name that ends in .npz (the format that `load` reads), .graphml, .gml, .gexf, .json,
        .aut, .csv, .parquet or .dot

    Returns
    -------
    list of Path
        the names of the files

    Raises
    ------
    InputError
        if the name has another ending
    OutputError
        if the file cannot be written; an existing file then stays unchanged

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [file.name for file in write("spacewreck/eight-rooms", Path(folder, "eight.csv"))]
    ['eight.nodes.csv', 'eight.edges.csv']
    """
    from stategraph import files, formats

    graph = expand(graph)
    contents = formats.files(os.fspath(path), level_of(graph), graph)
    files.write_all(contents)
    return [Path(name) for name in contents]
