"""The difficulty of a level, on its page: an estimate, its causes, the hardest decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.analysis.proof import too_large
from stategraph.metrics import Analysis
from stategraph.report.page_boards import Boards
from stategraph.tell.difficulty import (
    MAX_DECISIONS,
    NOT_KNOWN,
    decision_in_words,
    driver_in_words,
    labels_before,
    sentence,
)
from stategraph.tell.plays import wins_in_words

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.difficulty import Difficulty


@dataclass(frozen=True)
class HardDecision:
    """A decision as text, its board, and the moves before it."""

    text: str
    board: Markup
    way: Sequence[str]


@dataclass(frozen=True)
class Estimated:
    """The estimated difficulty of a level for people.

    Attributes
    ----------
    text : str
        the estimate, in a sentence
    drivers : list of str
        its main causes
    hardest : list of HardDecision
    not_known : str
        influences that no estimate can know
    wins : str
        how often simulated players win, in a sentence; "" for large levels
    """

    text: str
    drivers: list[str]
    hardest: list[HardDecision]
    not_known: str
    wins: str


def difficulty_of(analysed: Analysis) -> Difficulty | None:
    """Return the difficulty of a level in its player's units; None if it cannot be estimated.

    The result is cached in the graph.
    """
    from stategraph.difficulty import difficulty

    if too_large(analysed.graph):
        return None
    graph = analysed.graph if analysed.seen_by is None else analysed.seen_by
    found: Difficulty = graph.remember("difficulty", lambda: difficulty(analysed.level, graph))
    return found


def estimated(analysed: Analysis, boards: Boards) -> Estimated | None:
    """Return the difficulty of a level in the form of its page; None without an estimate."""
    found = difficulty_of(analysed)
    if found is None or found.estimate is None:
        return None
    hardest = [
        HardDecision(
            decision_in_words(one),
            boards.board(found.graph.state(one.node), "A hard decision"),
            labels_before(found, one),
        )
        for one in (found.decisions or ())[:MAX_DECISIONS]
    ]
    wins = wins_in_words(analysed.level, analysed.graph)
    drivers = [driver_in_words(one) for one in found.drivers]
    return Estimated(sentence(found), drivers, hardest, NOT_KNOWN, wins)
