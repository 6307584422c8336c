"""The index of many reports: a table with a board, the main numbers and a link for each level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stategraph.levels import Level
from stategraph.report.boards import thumbnail
from stategraph.report.html import fill
from stategraph.tell.numbers import COLUMNS, cells

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Entry:
    """A level as the index lists it.

    Attributes
    ----------
    title, name, family : str
    href : str
        the address of its page
    board : Markup
        small
    solvable : bool or None
    cells : list of (str, str)
        its numbers, shown and sorted by
    """

    title: str
    name: str
    family: str
    href: str
    board: Markup
    solvable: bool | None
    cells: list[tuple[str, str]]


def entry_of(
    level: Level, record: dict[str, Any], href: str, more: Sequence[tuple[str, str]] = ()
) -> Entry:
    """Return the entry of a level whose page is at `href`, with `more` cells than those of all.

    `record` is what ``stategraph analyse --json`` says of it.
    """
    return Entry(
        title=level.title or level.name,
        name=level.name,
        family=level.family.name,
        href=href,
        board=thumbnail(level),
        solvable=record["solvable"],
        cells=[*cells(record), *more],
    )


def index(
    entries: Sequence[Entry],
    broken: Sequence[str] = (),
    above: Markup | str = "",
    more: Sequence[tuple[str, str]] = (),
) -> str:
    """Return the index as HTML that needs no file but those that it links to.

    Parameters
    ----------
    broken : sequence of str
        the complaints about levels that could not be read
    above : Markup
        stands over the table
    more : sequence of (name, meaning)
        the columns of the entries' further cells
    """
    answers = [entry.solvable for entry in entries]
    counts = {
        "solvable": answers.count(True),
        "unsolvable": answers.count(False),
        "unknown": answers.count(None),
    }
    return fill(
        "index.html",
        entries=entries,
        broken=broken,
        above=above,
        columns=[*COLUMNS, *more],
        counts={name: number for name, number in counts.items() if number},
    )
