"""Web pages: reports of levels, and a page to play a level."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.face.level_arguments import Levelled, level_of
from stategraph.face.whole_level import analyse, expand

if TYPE_CHECKING:
    from stategraph.web_page import Page


def report(
    levels: Levelled | list[Levelled] | tuple[Levelled, ...],
    folder: str | os.PathLike[str] = "outputs/report",
) -> Path:
    """Write a web page about one level, or one page per level and an index for several levels.

    Parameters
    ----------
    levels : a level as `expand` takes, or a list of them

    Returns
    -------
    Path
        the page to open

    Raises
    ------
    OutputError
        if it cannot be written

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report("spacewreck/eight-rooms", folder).name
    'index.html'
    """
    from stategraph.report.folder import Folder, write_one

    target = Path(folder)
    if isinstance(levels, (list, tuple)):
        report_folder = Folder(target)
        for level in levels:
            report_folder.add(analyse(level))
        report_folder.finish()
    else:
        write_one(analyse(levels), target)
    return target / "index.html"


def play(level: Levelled, height: int = 720) -> Page:
    """Return a page for playing a level next to its state graph.

    A notebook shows the page in a cell, `height` pixels high. ``.save("level.html")`` writes a file
    that works offline.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    height : int
        height of the page in a notebook, in pixels

    Raises
    ------
    InputError
        if the level has too many states for a page

    Examples
    --------
    >>> play("spacewreck/eight-rooms").save("outputs/eight-rooms.html")  # doctest: +SKIP
    >>> play("spacewreck/eight-rooms")._repr_html_()[:32]
    '<iframe title="Eight rooms" srcd'
    """
    from stategraph.studio.share_page import share
    from stategraph.web_page import Page

    graph = expand(level)
    whole_level = level_of(graph)
    return Page(whole_level.heading, share(whole_level, graph), height)
