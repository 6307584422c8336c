"""Record and text of ``plays --bot``: the quality of a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from stategraph import analysis
from stategraph.readable import Record
from stategraph.tell.phrases import after, columns
from stategraph.tell.plays import figures, percent, plain
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.players import Judged

HEAD = ("level", "shortest", "won", "over", "lost", "first lost by", "regret per move")


class Scored(NamedTuple):
    """A bot's result on a level. `found` is None if the graph is partial, as values are unknown."""

    level: Level
    graph: ArrayGraph
    found: Judged | None


def record(bot: str, scored: Scored) -> Record:
    """Return the record of a bot's result on a level."""
    level, graph, summary = scored
    values: Record = {"level": level.name, "bot": bot, "shortest": None, "figures": None}
    if summary is None:
        return closed(values, ("shortest", "figures"))
    return closed(
        values | {"shortest": analysis.shortest(graph), "figures": figures(graph, summary)}
    )


def words(scored: Sequence[Scored]) -> list[str]:
    """Return a bot's results on several levels as a table."""
    return columns([HEAD, *map(_row, scored)], left=1)


def _row(scored: Scored) -> tuple[str, ...]:
    level, graph, summary = scored
    if summary is None:
        return (level.name, *["unknown"] * (len(HEAD) - 1))
    least = analysis.shortest(graph)
    first = "-"
    if summary.traps:
        node, label, share = summary.traps[0]
        first = f"{percent(share.share)}: {after(analysis.path_to(graph, node).labels)}: {label}"
    regret = summary.regret.per_move
    return (
        level.name,
        "none" if least is None else str(least),
        f"{summary.won.count} of {summary.n}",
        plain(summary.over),
        f"{summary.lost.count} of {summary.n}",
        first,
        "-" if regret is None else f"{regret:.3g}",
    )
