"""The verb that writes reports: pages for people, with the numbers for programs beside them."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import numbers, with_witnesses
from stategraph.cli.options import BAD_INPUT, DONE, UNKNOWN
from stategraph.cli.terminal import Progress, folder, remark, say, write, write_all
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.report import Entry

REPORT = """\
Write a web page for each level: the board, the solution as a film strip, all numbers with what
they mean, the profile and other pictures of the state graph, and the traps; the numbers as JSON
beside it. A page needs no network and no other file. LEVEL may also be the name of a family, for
all its bundled levels, or a folder, for all level files in it. Of one level, the page is
DIR/index.html; of several, that is a table of them which can be sorted, and the pages are
DIR/FAMILY/NAME.html. A level that cannot be read is remarked (exit 2), and the others are reported.

  $ stategraph report spacewreck/eight-rooms -o eight-rooms
  $ stategraph report psychopath pacman my-levels/ -o outputs/report
"""


def add_verbs(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(
        verbs, "report", run_report, "write web pages with all there is to tell of levels", REPORT
    )
    options.add_levels(made)
    made.add_argument(
        "-o",
        dest="output",
        metavar="DIR",
        default="outputs/report",
        help="where (default: outputs/report)",
    )
    options.add_limits(made)


def run_report(args: argparse.Namespace) -> int:
    """Report on one level or many."""
    from stategraph import levels
    from stategraph.words import count

    chosen = levels.collect(args.levels, args.puzzle)
    target = Path(args.output)
    if len(chosen) == 1:
        return _report_one(args, chosen[0], target)
    made = Folder(target)
    progress, complete = Progress(), True
    for k, name in enumerate(chosen):
        progress.say(f"{k + 1} of {len(chosen)}: {name}")
        try:
            level, graph = _expanded(args, name)
        except InputError as error:
            remark(str(error))
            made.broken.append(str(error))
        else:
            complete &= graph.complete
            made.add(level, graph, numbers(level, graph))
    progress.clear()
    if not made.entries:
        raise InputError("none of the levels could be read; nothing written")
    made.finish()
    say(f"{target / 'index.html'}: {count(len(made.entries), 'level')}")
    if made.broken:
        return BAD_INPUT
    return DONE if complete else UNKNOWN


def _expanded(args: argparse.Namespace, name: str) -> tuple[Level, StateGraph]:
    level = options.load(args, name)
    graph = options.expand(args, level)
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}; reported as far as known")
    return level, graph


def _report_one(args: argparse.Namespace, name: str, target: Path) -> int:
    level, graph = _expanded(args, name)
    folder(target)
    data = f"{_file_name(level)}.json"
    _write_pair(level, graph, numbers(level, graph), target / "index.html", target / data)
    say(f"{target / 'index.html'}: {level.title or level.name}")
    return DONE if graph.complete else UNKNOWN


def _write_pair(
    level: Level,
    graph: StateGraph,
    record: dict[str, Any],
    page: Path,
    data: Path,
    home: str = "",
) -> None:
    """Write the page of a level, and its numbers."""
    from stategraph import report

    text = report.page(level, graph, record, data=data.name, home=home)
    found = with_witnesses(level, graph, record)
    numbered = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    write_all({data: numbered.encode(), page: text.encode()})


class Folder:
    """A folder of reports, filled level by level and then finished with its index.

    Attributes
    ----------
    entries : list of Entry
    broken : list of str
        the complaints about levels that could not be read
    """

    def __init__(self, target: Path):
        self._target = target
        self._taken: set[str] = set()
        self.entries: list[Entry] = []
        self.broken: list[str] = []

    def add(self, level: Level, graph: StateGraph, record: dict[str, Any]) -> None:
        """Write the page of a level and its numbers."""
        from stategraph.report import entry_of

        place = self._place(level)
        page = self._target / f"{place}.html"
        folder(page.parent)
        _write_pair(level, graph, record, page, page.with_suffix(".json"), home="../index.html")
        self.entries.append(entry_of(level, record, f"{place}.html"))

    def finish(self) -> None:
        """Write the index."""
        from stategraph.report import index

        write(self._target / "index.html", index(self.entries, self.broken).encode())

    def _place(self, level: Level) -> str:
        """Return FAMILY/NAME, with a number behind it where that is taken, in any case of letters.

        Some file systems do not tell capital letters from small ones.
        """
        family = "puzzles" if level.family is None else _slug(level.family.name)
        wanted = f"{family}/{_file_name(level)}"
        place, number = wanted, 1
        while place.casefold() in self._taken:
            number += 1
            place = f"{wanted}-{number}"
        self._taken.add(place.casefold())
        return place


def _file_name(level: Level) -> str:
    """Return a name for a level's files, after the file or bundled level it came from."""
    return _slug("stdin" if level.name == "-" else Path(level.name).stem)


def _slug(text: str) -> str:
    """Return a text as a file name that every system takes."""
    return re.sub(r"[^\w.-]+", "-", text).strip(".-") or "level"
