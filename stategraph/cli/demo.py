"""The verb ``demo``: the main job, done on every bundled level."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from stategraph.cli import options, runs
from stategraph.cli.drawn import remark_on
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import bar, say, say_above
from stategraph.files import make_folder

HELP = """\
Solve, analyse and draw every bundled level: a table on the terminal, and for each level
DIR/FAMILY/NAME.svg with its state graph, NAME.board.svg with its board, NAME.film.svg with its
solution and NAME.json with its numbers; and in DIR/report the pages of `stategraph report`, each
with a page beside it to play the level on.

  $ stategraph demo -o outputs
"""


# Plain Python goes through so many states in less time than it takes to compile their rules, which
# on a fresh machine nobody has done yet.
PLAIN = 32_000


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "demo", run, "solve, analyse and draw every bundled level", HELP)
    options.add_output(made, "where (default: outputs)", "DIR", default="outputs")
    options.add_words(made, "families", "FAMILY", "only these families")


def run(args: argparse.Namespace) -> int:
    """Solve, analyse and draw every bundled level."""
    from stategraph import levels
    from stategraph.expand import expand
    from stategraph.load import load
    from stategraph.report.folder import Folder
    from stategraph.report.gallery import write_gallery
    from stategraph.studio import MOST_SHARED, share
    from stategraph.tell.level import line

    output = Path(args.output)
    pages, begun = Folder(output / "report"), ""
    families = args.families or levels.family_names()
    for name in bar([f"{one}/{path.stem}" for one in families for path in levels.bundled(one)]):
        family = name.partition("/")[0]
        if family != begun:
            make_folder(output / family)
            say_above(family)
            begun = family
        level = load(name)
        few = level.expect.get("states", 0) <= PLAIN
        found = runs.analysed(level, expand(level.puzzle, engine="direct" if few else "auto"))
        say_above(line(found))
        write_gallery(found, output / name, partial(remark_on, level))
        small = found.graph.complete and len(found.graph) <= MOST_SHARED
        pages.add(found, share(level, found.graph) if small else "")
    pages.finish()
    say(
        f"pictures and numbers are in {output}/; what to open is {output / 'report' / 'index.html'}"
    )
    return DONE
