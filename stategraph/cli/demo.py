"""The verb ``demo``: solutions, analyses and pictures of all bundled levels."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stategraph.cli import graphs
from stategraph.cli.outputs import output_option
from stategraph.cli.parsing import Options, option
from stategraph.cli.terminal import DONE, bar, detail, remark, say, say_above
from stategraph.files import make_folder, write

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis
    from stategraph.report.folder import Folder

SUMMARY = "solve, analyse and draw every bundled level"
HELP = """\
Solve, analyse and draw every bundled level; -v prints a line for each. Each level has
DIR/FAMILY/NAME.svg with its state graph, NAME.board.svg with its board, NAME.film.svg with its
solution and NAME.json with its numbers; and in DIR/report the pages of `stategraph report`, each
with a page beside it to play the level on.

  $ stategraph demo -o outputs
"""


# Expected duration for all families on an idle machine, and on a busy one.
DURATION = "1 to 4 minutes"

# Up to this number of states, expanding in Python takes less time than compiling the rules.
MAX_STATES_IN_PYTHON = 32_000


class Request(Options):
    """The options of ``demo``."""

    output: str = output_option("where (default: outputs)", "DIR", default="outputs")
    families: list[str] = option("FAMILY", "only these families", nargs="*", words=True)


def answer(request: Request) -> int:
    """Solve, analyse and draw every bundled level."""
    from stategraph import level_files
    from stategraph.readable import count as counted
    from stategraph.report.folder import Folder

    output = Path(request.output)
    pages = Folder(output / "report")
    families = request.families or level_files.family_names()
    names = {
        family: [f"{family}/{path.stem}" for path in level_files.bundled(family)]
        for family in families
    }
    total = sum(map(len, names.values()))
    say_above(counted(total, "level") + ("" if request.families else f": this takes {DURATION}"))
    count = 0
    for name in bar([name for family_levels in names.values() for name in family_levels]):
        family = name.partition("/")[0]
        if not count:
            make_folder(output / family)
        detail(_drawn(name, output / name, pages).strip())
        count += 1
        if count == len(names[family]):
            say_above(f"{family}: {counted(count, 'level')}")
            count = 0
    pages.finish()
    say(f"pictures and numbers are in {output}/; open {output / 'report' / 'index.html'}")
    return DONE


def _drawn(name: str, target: Path, pages: Folder) -> str:
    """Draw a level, add its page to the report, and return one line of text about the level."""
    from stategraph.expand import expand
    from stategraph.load import load
    from stategraph.studio.share_page import MAX_SHARED_STATES, share
    from stategraph.tell.level import line

    level = load(name)
    is_small = level.expect.get("states", 0) <= MAX_STATES_IN_PYTHON
    facts = graphs.analysed(level, expand(level.puzzle, engine="direct" if is_small else "auto"))
    _write_pictures(facts, target)
    is_shareable = facts.graph.complete and len(facts.graph) <= MAX_SHARED_STATES
    pages.add(facts, share(level, facts.graph) if is_shareable else "")
    return line(facts)


def _write_pictures(facts: Analysis, target: Path) -> None:
    """Write ``target.svg``, ``.board.svg``, ``.film.svg`` and ``.json``.

    The first picture is drawn like the state graph on the page of a report.
    """
    from stategraph import analysis
    from stategraph.pictures.film import film
    from stategraph.pictures.picture import board_picture
    from stategraph.pictures.view_choice import choose_view
    from stategraph.report.pictures import drawn

    level, graph = facts.level, facts.graph
    view, why = choose_view(graph)
    picture = drawn(level, graph, view)
    for note in filter(None, (why, *picture.notes)):
        _remark(level, note)
    numbers = {**facts.numbers, "puzzle": level.name}
    write(target.with_suffix(".json"), (json.dumps(numbers, indent=2) + "\n").encode())
    write(target.with_suffix(".svg"), picture.data)
    board = board_picture(level.draw(level.puzzle.start), "svg")
    write(target.with_suffix(".board.svg"), board)
    if graph.goal is not None:
        solution = analysis.first_solution(graph)
        write(
            target.with_suffix(".film.svg"),
            film(level, graph, solution, "svg", partial(_remark, level)),
        )


def _remark(level: Level, text: str) -> None:
    """Print a remark on drawing a level: once if ``dot`` is missing, and any other only with -v."""
    from stategraph.pictures.layout_choice import NO_DOT

    if text == NO_DOT:
        remark(text)
    else:
        detail(f"{level.name}: {text}")
