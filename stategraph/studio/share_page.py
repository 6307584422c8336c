"""A level as one HTML file, which shows everything that the studio shows, except the editor."""

from __future__ import annotations

from stategraph.errors import StategraphError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.level_files.native_files import as_level_file
from stategraph.studio.level_bundle import bundle
from stategraph.studio.level_story import level_story
from stategraph.studio.page import one_file

# Maximum number of states of a level in one file.
MAX_SHARED_STATES = 250_000


def share(level: Level, graph: ArrayGraph) -> str:
    """Return the page of a level as HTML that needs no other file.

    The page also holds the text of the level, which `stategraph.load` and the studio read. The
    graph must be complete. The same level gives the same text. O(states + moves), plus the time
    for drawing the boards of all states.

    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> ship = read_level("spacewreck/eight-rooms")
    >>> page = share(ship, expand(ship.puzzle))
    >>> page.count("<script"), "http" in page.partition("<main>")[2].partition("</main>")[0]
    (4, False)
    """
    story = level_story(level, graph)
    packed = bundle(level, graph, story=story)
    return one_file(level.heading, packed, _text_of(level))


def _text_of(level: Level) -> str:
    """Return the level file of a level; empty if a level file cannot express it."""
    try:
        return as_level_file(level)
    except StategraphError:
        return ""
