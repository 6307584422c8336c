"""The shape of a story: its chapters without names, places and numbers of moves.

::

    1. A, the box on 2:2, to 2:4. Steps aside until chapter 3.     (0, "box", "", "steps_aside")
    2. B, the box on 3:2, to 3:4. Goes home. Not A to 1:4 yet:     (1, "box", "lost", "goes_home")
       then the level is lost.
    3. A, the box on 2:4, to 2:5. Returns home.                    (0, "box", "", "returns_home")
"""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.design.story import Chapter

# The piece of each chapter in order of first appearance, its kind, whether a tempting mistake
# loses, and the purposes.
Shape = tuple[tuple[int | str, ...], ...]

# Mistakes that lose, and facts that are no purposes.
LOSING, REMARKS = ("lost", "closes"), ("forced", "always_ends_there")


def shape(chapters: Iterable[Chapter]) -> Shape:
    """Return the shape of a story. Levels with equal shapes have the same idea.

    Examples
    --------
    >>> from stategraph import expand, load
    >>> from stategraph.design.story import chapters_of
    >>> level = load("sokoban/first-push")
    >>> shape(chapters_of(level, expand(level.puzzle)))
    ((0, 'box', '', 'goes_home'),)
    """
    numbers: dict[str, int] = {}
    return tuple(
        (
            numbers.setdefault(chapter.piece, len(numbers)),
            chapter.noun,
            "lost" if chapter.not_yet is not None and chapter.not_yet.kind in LOSING else "",
            *(fact.kind for fact in chapter.purpose if fact.kind not in REMARKS),
        )
        for chapter in chapters
    )
