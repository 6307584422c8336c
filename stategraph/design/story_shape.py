"""The shape of a story: its chapters without names, places and numbers of moves.

::

    1. A, the box on 2:2, to 2:4. Steps aside until chapter 3.     (0, "box", "", "steps_aside")
    2. B, the box on 3:2, to 3:4. Goes home. Not A to 1:4 yet:     (1, "box", "lost", "goes_home")
       then the level is lost.
    3. A, the box on 2:4, to 2:5. Returns home.                    (0, "box", "", "returns_home")
"""

from __future__ import annotations

from stategraph.design.story_cut import Cut
from stategraph.design.story_mistakes import Mistakes
from stategraph.design.story_purposes import Purposes
from stategraph.design.story_scene import Fact, Scene
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level

# The piece of each chapter in order of first appearance, its kind, whether a tempting mistake
# loses, and the purposes.
Shape = tuple[tuple[int | str, ...], ...]

# Mistakes that lose, and facts that are not purposes.
LOSING, REMARKS = ("lost", "closes"), ("forced", "always_ends_there")


class _Scene(Scene):
    """A scene whose lost states have no reasons, since shapes contain none."""

    def lost(self, node: int) -> Fact:
        """Return that a state is lost."""
        return Fact("lost")


def shape(level: Level, graph: ArrayGraph) -> Shape:
    """Return the shape of the story of `explain_solution`; empty without a story.

    Levels with equal shapes have the same idea. O(moves * log(moves)).

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/first-push")
    >>> shape(level, expand(level.puzzle))
    ((0, 'box', '', 'goes_home'),)
    """
    graph = graph.real
    if graph.variables is None or not graph.complete or graph.goal is None:
        return ()
    cut, numbers = Cut(_Scene(level, graph)), dict[int, int]()
    purposes, mistakes = Purposes(cut), Mistakes(cut)

    def chapter(k: int) -> tuple[int | str, ...]:
        piece, mistake = cut.drafts[k].piece, mistakes.of(k)
        loses = mistake is not None and mistake.kind in LOSING
        facts = [fact.kind for fact in purposes.of(k) if fact.kind not in REMARKS]
        return (
            numbers.setdefault(piece, len(numbers)),
            cut.noun(piece),
            "lost" if loses else "",
            *facts,
        )

    return tuple(map(chapter, range(len(cut.drafts))))
