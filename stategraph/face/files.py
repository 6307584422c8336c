"""State graphs in files, ours and other people's."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from stategraph.face.given import Levelled, level_of
from stategraph.face.levels import expand
from stategraph.graph.state_graph import StateGraph


def read(
    path: str | os.PathLike, start: str | None = None, goals: Sequence[str] = ()
) -> StateGraph:
    """Return the state graph in a file, by whatever program it was written.

    Parameters
    ----------
    path : str or path
        a name that ends in .npz, .graphml, .json, .aut, .csv or .parquet
    start, goals : str, list of str, optional
        nodes by their names in the file, where the file does not say them

    Raises
    ------
    LevelError
        when the file is damaged
    InputError
        when there is no such file, or its start or goal are not known

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     (file,) = write("spacewreck/eight-rooms", Path(folder, "eight.graphml"))
    ...     read(file)
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    from stategraph import formats

    return expand(formats.read(os.fspath(path), start, goals))


def write(graph: Levelled, path: str | os.PathLike) -> list[Path]:
    """Write a state graph into a file, or a pair of files, and return their names.

    Parameters
    ----------
    path : str or path
        a name that ends in .npz (our own, which `load` reads too), .graphml, .gexf, .json, .aut,
        .csv, .parquet or .dot

    Raises
    ------
    InputError
        when the name ends in none of these
    OutputError
        when the file cannot be written; what was there before is then untouched

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     [file.name for file in write("spacewreck/eight-rooms", Path(folder, "eight.csv"))]
    ['eight.nodes.csv', 'eight.edges.csv']
    """
    from stategraph import files, formats

    graph = expand(graph)
    made = formats.files(os.fspath(path), replace(level_of(graph), graph=graph))
    files.write_all(made)
    return [Path(name) for name in made]
