"""Web pages: reports of levels, and a page on which one is played."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.face.given import Levelled, level_of
from stategraph.face.levels import analyse, expand

if TYPE_CHECKING:
    from stategraph.studio.share_page import Page


def report(
    levels: Levelled | list[Levelled] | tuple[Levelled, ...],
    folder: str | os.PathLike = "outputs/report",
) -> Path:
    """Write a web page with all there is to tell of a level, or of many with an index to them.

    Parameters
    ----------
    levels : a level as `expand` takes, or a list of them

    Returns
    -------
    Path
        of the page to open

    Raises
    ------
    OutputError
        when it cannot be written

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     report("spacewreck/eight-rooms", folder).name
    'index.html'
    """
    from stategraph.report.folder import Folder, write_one

    target = Path(folder)
    if isinstance(levels, (list, tuple)):
        made = Folder(target)
        for level in levels:
            made.add(analyse(level))
        made.finish()
    else:
        write_one(analyse(levels), target)
    return target / "index.html"


def play(level: Levelled, height: int = 720) -> Page:
    """Return a page on which a level is played, with its state graph beside it.

    A notebook shows it in a cell, `height` pixels high; ``.save("level.html")`` keeps it as a file
    that needs no network.

    Raises
    ------
    InputError
        when the level has more states than a page can hold

    >>> play("spacewreck/eight-rooms").save("outputs/eight-rooms.html")  # doctest: +SKIP
    >>> play("spacewreck/eight-rooms")._repr_html_()[:32]
    '<iframe title="Eight rooms" srcd'
    """
    from stategraph.studio.share_page import Page

    graph = expand(level)
    return Page(level_of(graph), graph, height)
