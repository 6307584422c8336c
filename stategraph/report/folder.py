"""A folder of reports: a page and a file of numbers for each level, and an index.

::

    DIR/index.html
        FAMILY/NAME.html, NAME.json        a level
        play/FAMILY/NAME.html              a page to play it on, if requested
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from stategraph.files import make_folder, write, write_all
from stategraph.level_files import Level
from stategraph.level_files.pack_files import split
from stategraph.metrics import Analysis
from stategraph.report.difficulty import difficulty_of
from stategraph.report.index_page import Entry, entry_of, index
from stategraph.report.level_page import page
from stategraph.tell.main_numbers import PEOPLE, people_cells


class Folder:
    """A folder of reports; levels are added one by one, and the index is written last.

    Attributes
    ----------
    entries : list of Entry
    broken : list of str
        the errors of levels that could not be read
    """

    def __init__(self, target: Path):
        self._target = target
        self._taken: set[str] = set()
        self.entries: list[Entry] = []
        self.broken: list[str] = []

    def add(self, facts: Analysis, play: str = "") -> None:
        """Write the page and the numbers of a level; `play` is the text of a page to play it on."""
        place = self._place(facts.level)
        page_file = self._target / f"{place}.html"
        make_folder(page_file.parent)
        if play:
            make_folder((self._target / "play" / place).parent)
            write(self._target / "play" / f"{place}.html", _bytes(play))
        _write_pair(
            facts,
            page_file,
            page_file.with_suffix(".json"),
            home="../index.html",
            play=f"../play/{place}.html" if play else "",
        )
        people = people_cells(facts.row(), difficulty_of(facts))
        self.entries.append(entry_of(facts.level, facts.numbers, f"{place}.html", people))

    def finish(self) -> None:
        """Write the index."""
        write(
            self._target / "index.html",
            _bytes(index(self.entries, self.broken, extra_columns=PEOPLE)),
        )

    def _place(self, level: Level) -> str:
        """Return an unused path FAMILY/NAME for a level; a number is appended if necessary.

        Paths that differ only in case count as equal, since some file systems ignore case.
        """
        family = _slug(level.family.name or "puzzles")
        base = f"{family}/{file_name(level)}"
        place, number = base, 1
        while place.casefold() in self._taken:
            number += 1
            place = f"{base}-{number}"
        self._taken.add(place.casefold())
        return place


def write_one(facts: Analysis, target: Path) -> None:
    """Write the page and the numbers of one level into a separate folder."""
    make_folder(target)
    data_file = target / f"{file_name(facts.level)}.json"
    _write_pair(facts, target / "index.html", data_file)


def _write_pair(
    facts: Analysis, page_file: Path, data_file: Path, home: str = "", play: str = ""
) -> None:
    record = json.dumps(facts.to_dict(), indent=2, ensure_ascii=False) + "\n"
    text = page(facts, data=data_file.name, home=home, play=play)
    write_all({data_file: _bytes(record), page_file: _bytes(text)})


def _bytes(text: str) -> bytes:
    """Encode a text as UTF-8; surrogates, which UTF-8 cannot encode, become escapes."""
    return text.encode("utf-8", "backslashreplace")


def file_name(level: Level) -> str:
    """Return the file name of a level's files without ending, such as pack-3 for ``pack.xsb#3``."""
    if level.name == "-":
        return "stdin"
    file, number = split(level.name)
    stem = Path(file).stem
    return _slug(stem if number is None else f"{stem}-{number}")


def _slug(text: str) -> str:
    """Convert a text to a file name that every system accepts."""
    return re.sub(r"[^\w.-]+", "-", text).strip(".-") or "level"
