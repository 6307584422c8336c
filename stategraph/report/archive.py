"""The page of an archive: boards of its levels, placed on the axes, and a table of the levels.

::

    trap moves 4 to 5   ┌──┐ ┌──┐
                        └──┘ └──┘
    trap moves 0        ┌──┐      ┌──┐
                        └──┘      └──┘
                         8    12   16   shortest
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from stategraph.invent import Delivered, span_of
from stategraph.invent.idea_choice import Clock
from stategraph.level_files import Level
from stategraph.report.html import fill
from stategraph.report.index_page import entry_of, index
from stategraph.report.page_boards import thumbnail

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Shown:
    """A level in the picture of an archive: a small board, the title, and the link's address."""

    board: Markup
    title: str
    href: str


def archive_page(
    deliveries: Sequence[Delivered], axes: Sequence[str], until: float | None = None
) -> str:
    """Return the page of some levels; each level links to its level file beside the page.

    The first axis points right and the second up. Levels that differ only on further axes share one
    cell of the picture. `until` is a deadline in ``time.monotonic()``. After it, or after Ctrl-C,
    the names of level files replace their boards.
    """
    from markupsafe import Markup

    clock = Clock(until)

    def draw(level: Level) -> Markup:
        return clock.within(partial(thumbnail, level), Markup.escape(level.name))

    entries = [
        entry_of(delivery.level, dict(delivery.numbers), delivery.level.name, draw=draw)
        for delivery in deliveries
    ]
    boards = {entry.href: entry.board for entry in entries}
    columns = sorted({delivery.cell[0] for delivery in deliveries})
    rows = sorted({delivery.cell[1:2] for delivery in deliveries}, reverse=True)
    places = [
        [
            [
                Shown(boards[delivery.level.name], delivery.level.title, delivery.level.name)
                for delivery in deliveries
                if delivery.cell[:2] == (column, *row)
            ]
            for column in columns
        ]
        for row in rows
    ]
    picture = fill(
        "archive.html",
        axes=[name.replace("_", " ") for name in axes[:2]],
        across=list(map(span_of, columns)),
        rows=list(zip(["".join(map(span_of, row)) for row in rows], places, strict=True)),
    )
    return index(entries, above=Markup(picture), pages=False)
