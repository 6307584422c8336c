"""The lessons of a level: reasons for losing, purposes in its story, and tempting mistakes.

Lessons name kinds of pieces, so the lessons of different levels can be compared::

    box 1:1 and box 1:2 are in no living state    two boxes can be lost together
    chapter 1: A steps aside until chapter 3      a box steps aside
    not A to 1:5 yet: then the level is lost      a tempting move loses

Each lesson is true of the whole level: reasons are dead patterns of the complete graph, and the
story is that of `stategraph.design.explain_solution`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

from stategraph.analysis import moves_to_goal
from stategraph.analysis.partial_states import Condition, member
from stategraph.analysis.trap_reasons import Reason, reasons_of
from stategraph.design import Chapter, Fact, Story, explain_solution
from stategraph.design.element_counts import seen_by_player
from stategraph.difficulty import difficulty
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import plural, with_article
from stategraph.variables import Set

# Wordings of purposes that are lessons. A piece, such as "a box", is inserted for {one}. A piece
# that returns has stepped aside before, so both purposes are one lesson.
PURPOSES = {
    "goes_home": "{one} goes home",
    "reaches_goal": "the goal is reached",
    "opens_goal": "{one} opens the way to the goal",
    "opens": "{one} opens the way for another",
    "clears": "{one} makes room for another",
    "steps_aside": "{one} steps aside",
    "waits": "{one} waits twice",
    "passes": "{one} passes a goal",
    "is_spent": "{one} is spent",
    "removes": "a move removes pieces",
    "enables": "{one} makes a move possible",
    "prepares": "{one} gets ready early",
    "carries": "{one} carries another",
    "steers": "{one} changes where moves lead",
}

# Tempting mistakes, and other facts of a story.
MISTAKES = {
    "lost": "a tempting move loses",
    "closes": "a tempting move leaves only losing moves",
    "blocks": "a tempting move shuts a way",
    "longer": "the wrong order takes longer",
}
SPECIAL = {
    "leaves_goal": "{one} leaves a goal",
    "walks_away": "the first walk leads away from the goal",
}

# The verb for what another actor must do first. A position follows the verb "be".
NEEDED = re.compile(r"\bmust (\w+)")
VERBS = {"be": "be in place"}

# Names of pieces by the names of the variables that hold them, if the two names differ.
ACTORS = {"player": "the player"}

# If at least this many pieces lose together, they are called "several".
SEVERAL = 3

# The smaller numbers of pieces in words.
TWO = "two"


@dataclass(frozen=True)
class Lessons:
    """The lessons of a level, and its difficulty.

    Attributes
    ----------
    taught : tuple of str
        its lessons in words: reasons for losing first, then purposes, then mistakes
    shape : tuple
        the chapters of its story by kind; levels of one shape have the same story
    difficulty : float
        its percentile among the reference levels
    """

    taught: tuple[str, ...]
    shape: tuple[Hashable, ...]
    difficulty: float

    @property
    def chapters(self) -> int:
        """The number of chapters of its story."""
        return len(self.shape)


def lessons_of(level: Level, graph: ArrayGraph) -> Lessons | None:
    """Return the lessons of a level with a complete graph, or None if the level has no story.

    O(moves * log(moves)), and the dead patterns.

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("sokoban/first-push")
    >>> lessons_of(level, expand(level)).taught
    ('a box can be lost', 'a box goes home')
    """
    player_graph = seen_by_player(level, graph)
    story, percentile = explain_solution(level, graph), difficulty(level, player_graph).percentile
    if percentile is None or not story.chapters:
        return None
    taught = [*_losses(level, player_graph), *_in_story(story)]
    shape = tuple(_shape(chapter) for chapter in story.chapters)
    return Lessons(tuple(dict.fromkeys(taught)), shape, percentile)


def _losses(level: Level, graph: ArrayGraph) -> Iterator[str]:
    """Yield the reasons why trap moves of a level lose, with kinds instead of pieces."""
    trap_reasons = reasons_of(level, graph)
    if trap_reasons is not None:
        for reason in trap_reasons.reasons:
            if any(len(pattern.moves) for pattern in reason.patterns):
                yield _loss(level, reason)
    if (moves_to_goal(graph) < 0).any() and (trap_reasons is None or not trap_reasons.reasons):
        yield "the level can be lost"


def _loss(level: Level, reason: Reason) -> str:
    """Return a reason for losing, named by the kinds of its parts.

    A part without a place on the board, such as the outcome of a game, is left out.
    """
    assert level.puzzle.variables is not None, "its states have parts"
    kinds = level.puzzle.variables.kinds
    placed = [part for part in reason.parts if getattr(kinds[part.variable], "board", None)]
    placed = placed or list(reason.parts)
    for part in placed:
        if part.most is not None:
            return f"{'too few' if part.most else 'no'} {plural(member(part.variable))} can be left"
    for part in placed:
        if part.lacks:
            return f"{with_article(member(part.variable))} can be missing"
    pieces = Counter(_piece(level, part) for part in placed)
    parts = [_counted(name, number) for name, number in sorted(pieces.items())]
    return f"{' and '.join(parts)} can be lost{' together' * (pieces.total() > 1)}"


def _piece(level: Level, part: Condition) -> str:
    """Return the kind of piece in a part of a dead pattern, such as ``box`` for ``boxes``."""
    variables = level.puzzle.variables
    assert variables is not None, "its states have parts"
    is_set = isinstance(variables.kinds[part.variable], Set)
    return member(part.variable) if is_set else ACTORS.get(part.variable, part.variable.title())


def _counted(name: str, number: int) -> str:
    """Return a piece with its number in words.

    >>> _counted("box", 1), _counted("box", 2), _counted("block", 4), _counted("Lucky", 1)
    ('a box', 'two boxes', 'several blocks', 'Lucky')
    """
    if " " in name or name.istitle():
        return name
    if number == 1:
        return with_article(name)
    return f"{'several' if number >= SEVERAL else TWO} {plural(name)}"


def _in_story(story: Story) -> Iterator[str]:
    """Yield the purposes and the mistakes of a story."""
    nouns = {chapter.piece: chapter.noun for chapter in story.chapters}
    for chapter in story.chapters:
        for fact in chapter.purpose:
            if fact.kind in PURPOSES:
                yield _purpose(fact, chapter)
    for chapter in story.chapters:
        if chapter.not_yet is not None:
            yield MISTAKES[chapter.not_yet.kind]
    for fact in story.special:
        if fact.kind in SPECIAL:
            yield SPECIAL[fact.kind].format(one=_who(nouns.get(fact.values.get("piece", ""), "")))


def _purpose(fact: Fact, chapter: Chapter) -> str:
    """Return the kind of a purpose; if it makes a move possible, add what another actor must do."""
    if fact.kind == "enables" and (needed := NEEDED.search(fact.values["needs"])):
        return f"another must {VERBS.get(needed[1], needed[1])} first"
    return PURPOSES[fact.kind].format(one=_who(chapter.noun))


def _who(noun: str) -> str:
    return with_article(noun) if noun else "an actor"


def _shape(chapter: Chapter) -> tuple[str, ...]:
    """Describe a chapter by the kinds of its piece, its purposes and its mistake."""
    wrong = "" if chapter.not_yet is None else chapter.not_yet.kind
    return chapter.noun, wrong, *(fact.kind for fact in chapter.purpose)
