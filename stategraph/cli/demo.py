"""The verb ``demo``: the main job, done on every bundled level."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE
from stategraph.cli.outputs import film, remark_on
from stategraph.cli.terminal import bar, say, say_above
from stategraph.files import make_folder, write

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.report.folder import Folder

HELP = """\
Solve, analyse and draw every bundled level: a table on the terminal, and for each level
DIR/FAMILY/NAME.svg with its state graph, NAME.board.svg with its board, NAME.film.svg with its
solution and NAME.json with its numbers; and in DIR/report the pages of `stategraph report`.

  $ stategraph demo -o outputs
"""


# Plain Python goes through so many states in less time than it takes to compile their rules, which
# on a fresh machine nobody has done yet.
PLAIN = 32_000


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "demo", run, "solve, analyse and draw every bundled level", HELP)
    made.add_argument(
        "-o", dest="output", metavar="DIR", default="outputs", help="where (default: outputs)"
    )
    options.add_words(made, "families", "FAMILY", "only these families")


def run(args: argparse.Namespace) -> int:
    """Run the main job on every bundled level."""
    from stategraph import levels
    from stategraph.report.folder import Folder

    output = Path(args.output)
    pages, begun = Folder(output / "report"), ""
    families = args.families or levels.family_names()
    chosen = [(family, path.stem) for family in families for path in levels.bundled(family)]
    for family, name in bar(chosen):
        if family != begun:
            make_folder(output / family)
            say_above(family)
            begun = family
        _demonstrate(f"{family}/{name}", output / family / name, pages)
    pages.finish()
    say(
        f"pictures and numbers are in {output}/; what to open is {output / 'report' / 'index.html'}"
    )
    return DONE


def _demonstrate(name: str, target: Path, pages: Folder) -> None:
    """Solve, analyse and draw one bundled level."""
    from stategraph import analysis
    from stategraph.expand import expand
    from stategraph.load import load
    from stategraph.pictures.boards import board_picture

    level = load(name)
    few = level.expect.get("states", 0) <= PLAIN
    graph = expand(level.puzzle, engine="direct" if few else "auto")
    found = inputs.analysed(level, graph)
    record = {**found.numbers, "puzzle": name}
    solution = "no path" if record["shortest"] is None else f"{record['shortest']} moves"
    short, gone = name.partition("/")[2], record["dead_states"]
    say_above(f"  {short:<28}{len(graph):>9,} states{solution:>11}{gone:>9,} dead")
    write(target.with_suffix(".json"), (json.dumps(record, indent=2) + "\n").encode())
    write(target.with_suffix(".svg"), _picture(level, graph))
    write(target.with_suffix(".board.svg"), board_picture(level.draw(level.puzzle.start), "svg"))
    if graph.goal is not None:
        write(
            target.with_suffix(".film.svg"),
            film(level, graph, analysis.first_solution(graph), "svg"),
        )
    pages.add(found)


def _picture(level: Level, graph: ArrayGraph) -> bytes:
    """Return the picture that suits the graph's size; the page shows the same one."""
    from stategraph.pictures.render import choose_view
    from stategraph.report.pictures import drawn

    view, why = choose_view(graph)
    made = drawn(level, graph, view)
    for note in filter(None, (why, *made.notes)):
        remark_on(level, note)
    return made.data
