"""The idea of a level: its solution in chapters, with one board for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.report.page_boards import Boards

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.design import Story

# maximum number of states, and of chapters, of an idea on a page
MAX_STATES, MAX_CHAPTERS = 100_000, 12


@dataclass(frozen=True)
class PageChapter:
    """A chapter: its title, its sentences, and the board at its end."""

    title: str
    sentences: list[str]
    board: Markup


@dataclass(frozen=True)
class Idea:
    """The sentences above the chapters, the chapters, and the sentences below them."""

    opening: list[str]
    chapters: list[PageChapter]
    closing: list[str]


def story_of(level: Level, graph: ArrayGraph) -> Story | None:
    """Return the solution of a level in chapters; None as in `idea`."""
    from stategraph.design import explain_solution

    if graph.quotient is not None or graph.variables is None or len(graph) > MAX_STATES:
        return None
    story = explain_solution(level, graph)
    return story if 2 <= len(story.chapters) <= MAX_CHAPTERS else None


def idea(level: Level, graph: ArrayGraph, boards: Boards) -> Idea | None:
    """Return the idea of a level; None without a solution of two chapters, or if it is large."""
    from stategraph.tell import story as tell

    solution_story = story_of(level, graph)
    if solution_story is None:
        return None
    chapters = [
        PageChapter(
            tell.title(chapter),
            tell.sentences(chapter),
            boards.board(chapter.state, f"The board after chapter {k}"),
        )
        for k, chapter in enumerate(solution_story.chapters, 1)
    ]
    return Idea(tell.opening(solution_story), chapters, tell.closing(solution_story))
