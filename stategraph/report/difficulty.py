"""The difficulty of a level, as shown on its page: estimate, causes, and hardest decisions."""

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
    driver_in_words,
    hardest_decisions,
    labels_before,
    sentence,
)
from stategraph.tell.plays import wins_in_words

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.difficulty import Difficulty


@dataclass(frozen=True)
class HardDecision:
    """The hardest decision of a reason: its text, its board, and the moves before it."""

    text: str
    board: Markup
    way: Sequence[str]


@dataclass(frozen=True)
class Estimated:
    """The estimated difficulty of a level for people.

    Attributes
    ----------
    text : str
        a sentence with the estimate
    drivers : list of str
        the main causes of the difficulty
    hardest : list of HardDecision
    not_known : str
        text about influences that no estimate can know
    wins : str
        a sentence about how often simulated players win; "" for large levels
    """

    text: str
    drivers: list[str]
    hardest: list[HardDecision]
    not_known: str
    wins: str


def difficulty_of(facts: Analysis) -> Difficulty | None:
    """Return the difficulty of a level, or None if the level is too large.

    It is computed on the graph of the player's units, if there is one. The result is cached in the
    graph.
    """
    from stategraph.difficulty import difficulty

    if too_large(facts.graph):
        return None
    graph = facts.graph if facts.seen_by is None else facts.seen_by
    result: Difficulty = graph.remember("difficulty", lambda: difficulty(facts.level, graph))
    return result


def estimated(facts: Analysis, boards: Boards) -> Estimated | None:
    """Return the difficulty of a level as its page shows it, or None without an estimate."""
    result = difficulty_of(facts)
    if result is None or result.estimate is None:
        return None
    hardest = [
        HardDecision(
            text,
            boards.board(result.graph.state(decision.node), "A hard decision"),
            labels_before(result, decision),
        )
        for decision, text in hardest_decisions(result)[:MAX_DECISIONS]
    ]
    wins = wins_in_words(facts.level, facts.graph)
    drivers = [driver_in_words(driver) for driver in result.drivers]
    return Estimated(sentence(result), drivers, hardest, NOT_KNOWN, wins)
