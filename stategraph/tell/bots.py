"""What a bot is worth: the record and the words of ``plays --bot``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from stategraph import analysis
from stategraph.tell.phrases import after, columns
from stategraph.tell.plays import figures, percent, plain

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.players import Judged

HEAD = ("level", "shortest", "won", "over", "lost", "first lost by", "regret per move")


class Scored(NamedTuple):
    """How a bot fared on a level; None where its graph is not whole, and so the truth unknown."""

    level: Level
    graph: ArrayGraph
    found: Judged | None


def record(bot: str, one: Scored) -> dict[str, Any]:
    """Return how a bot fared on a level."""
    level, graph, found = one
    if found is None:
        unknown = ["shortest", "figures"]
        return {"level": level.name, "bot": bot, "shortest": None, "figures": None} | {
            "unknown": unknown
        }
    return {
        "level": level.name,
        "bot": bot,
        "shortest": analysis.shortest(graph),
        "figures": figures(graph, found),
        "unknown": [],
    }


def words(scored: Sequence[Scored]) -> list[str]:
    """Return how a bot fared on some levels, as a table."""
    return columns([HEAD, *map(_row, scored)], left=1)


def _row(one: Scored) -> tuple[str, ...]:
    level, graph, found = one
    if found is None:
        return (level.name, *["unknown"] * (len(HEAD) - 1))
    least = analysis.shortest(graph)
    first = "-"
    if found.traps:
        node, label, share = found.traps[0]
        first = f"{percent(share.share)}: {after(analysis.way_to(graph, node).labels)}: {label}"
    regret = found.regret.per_move
    return (
        level.name,
        "none" if least is None else str(least),
        f"{found.won.count} of {found.n}",
        plain(found.over),
        f"{found.lost.count} of {found.n}",
        first,
        "-" if regret is None else f"{regret:.3g}",
    )
