"""The index of many reports: a table with a board, the main numbers and a link for each level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.report.html import fill
from stategraph.report.page_boards import thumbnail
from stategraph.tell.main_numbers import COLUMNS, cells

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Entry:
    """A level in the index.

    Attributes
    ----------
    title, name, family : str
    href : str
        the address of its page
    board : Markup
        a small board
    solvable : bool or None
    cells : list of (str, str)
        the numbers of the level, each as text and sort key
    states, traps : int
        number of states; number of trap moves, or 0 if it is unknown
    """

    title: str
    name: str
    family: str
    href: str
    board: Markup
    solvable: bool | None
    cells: list[tuple[str, str]]
    states: int
    traps: int


def entry_of(
    level: Level,
    record: Record,
    href: str,
    extra_cells: Sequence[tuple[str, str]] = (),
    draw: Callable[[Level], Markup] = thumbnail,
) -> Entry:
    """Return the entry of a level whose page is at `href`.

    `record` is the output of ``stategraph analyse --json``. `extra_cells` follow the usual cells.
    `draw` returns the board.
    """
    return Entry(
        title=level.heading,
        name=level.name,
        family=level.family.name,
        href=href,
        board=draw(level),
        solvable=record["solvable"],
        cells=[*cells(record), *extra_cells],
        states=record["states"],
        traps=record.get("trap_moves") or 0,
    )


def index(
    entries: Sequence[Entry],
    broken: Sequence[str] = (),
    above: Markup | str = "",
    extra_columns: Sequence[tuple[str, str]] = (),
    pages: bool = True,
) -> str:
    """Return the index page as HTML; it loads no other files.

    The levels are grouped by family, with unsolvable levels last in each group. The page suggests
    the solvable level with a trap that has the fewest states; the family of this level comes first.

    Parameters
    ----------
    broken : sequence of str
        the errors of levels that could not be read
    above : Markup
        content above the table
    extra_columns : sequence of (name, meaning)
        the headings of the entries' `extra_cells`
    pages : bool
        whether the entries link to pages; otherwise they link to level files
    """
    with_traps = [entry for entry in entries if entry.solvable and entry.traps]
    first = min(with_traps, key=lambda entry: entry.states, default=None)
    names = dict.fromkeys(entry.family for entry in [*filter(None, [first]), *entries])
    groups = {
        name: sorted(
            (entry for entry in entries if entry.family == name),
            key=lambda entry: entry.solvable is False,
        )
        for name in names
    }
    answers = [entry.solvable for entry in entries]
    counts = {
        "solvable": answers.count(True),
        "unsolvable": answers.count(False),
        "unknown": answers.count(None),
    }
    return fill(
        "index.html",
        entries=entries,
        groups=groups,
        first=first if pages and len(entries) > 1 else None,
        pages=pages,
        broken=broken,
        above=above,
        columns=[*COLUMNS[1:], *extra_columns, COLUMNS[0]],
        counts={name: number for name, number in counts.items() if number},
    )
