"""A level to be given away: one file, with everything that the studio shows but the editing."""

from __future__ import annotations

from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.studio.bundle import bundle
from stategraph.studio.page import one_file


def share(level: Level, graph: ArrayGraph) -> str:
    """Return the page of a level, whose graph must be complete, as HTML that needs no other file.

    The same level gives the same text. O(states + moves), and the time in which the family draws
    each state.

    >>> from stategraph.expand import expand
    >>> from stategraph.levels import read_level
    >>> ship = read_level("spacewreck/eight-rooms")
    >>> page = share(ship, expand(ship.puzzle))
    >>> page.count("<script"), "http" in page.partition("<main>")[2].partition("</main>")[0]
    (2, False)
    """
    return one_file(level.title or level.name, bundle(level, graph))
