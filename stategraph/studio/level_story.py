"""The solution of a level in chapters, as data for the page."""

from __future__ import annotations

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.report.idea import story_of
from stategraph.rules.svg import printable
from stategraph.tell import story as tell


def level_story(level: Level, graph: ArrayGraph) -> Record | None:
    """Return the titles, sentences and moves of a level's chapters, or None without a story.

    The page draws the board after each chapter itself, from the moves.

    Examples
    --------
    >>> from stategraph.expand import expand
    >>> from stategraph.level_files import read_level
    >>> level = read_level("sokoban/three-in-a-row")
    >>> found = level_story(level, expand(level.puzzle))
    >>> ["".join(chapter["moves"]) for chapter in found["chapters"]]
    ['DLLLL', 'UR', 'DRRRUULDRDLLL', 'URDRRUULDRDL']
    """
    story = story_of(level, graph)
    if story is None:
        return None
    labels = iter(story.moves)  # labels of chapters may show pushes as capitals
    chapters = [
        {
            "title": printable(tell.title(chapter)),
            "sentences": [printable(text) for text in tell.sentences(story, chapter)],
            "moves": [printable(label) for _, label in zip(chapter.moves, labels, strict=False)],
        }
        for chapter in story.chapters
    ]
    return {
        "opening": [printable(text) for text in (tell.headline(story), *tell.opening(story))],
        "chapters": chapters,
        "closing": [printable(text) for text in tell.closing(story)],
    }
