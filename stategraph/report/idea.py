"""The idea of a level: its solution in chapters, with one board per chapter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.report.page_boards import Boards

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.design import Story

# maximum number of states of the graph, and of chapters, for a page that shows the idea
MAX_STATES, MAX_CHAPTERS = 100_000, 12


@dataclass(frozen=True)
class PageChapter:
    """A chapter: its title, its sentences, and the board at the end of the chapter."""

    title: str
    sentences: list[str]
    board: Markup


@dataclass(frozen=True)
class Idea:
    """The idea on a page: sentences above the chapters, the chapters, and sentences below."""

    opening: list[str]
    chapters: list[PageChapter]
    closing: list[str]


def story_of(level: Level, graph: ArrayGraph) -> Story | None:
    """Return the solution of a level in chapters, or None in the same cases as `idea`."""
    from stategraph.design import explain_solution

    if graph.quotient is not None or graph.variables is None or len(graph) > MAX_STATES:
        return None
    story = explain_solution(level, graph)
    return story if 2 <= len(story.chapters) <= MAX_CHAPTERS else None


def idea(level: Level, graph: ArrayGraph, boards: Boards) -> Idea | None:
    """Return the idea of a level, or None if the level has no suitable solution.

    The solution must have 2 to `MAX_CHAPTERS` chapters, and the graph at most `MAX_STATES` states.
    """
    from stategraph.tell import story as tell

    solution_story = story_of(level, graph)
    if solution_story is None:
        return None
    chapters = [
        PageChapter(
            tell.title(chapter),
            tell.sentences(solution_story, chapter),
            boards.board(chapter.state, f"The board after chapter {k}"),
        )
        for k, chapter in enumerate(solution_story.chapters, 1)
    ]
    opening = [tell.headline(solution_story), *tell.opening(solution_story)]
    return Idea(opening, chapters, tell.closing(solution_story))
