"""The verb ``studio``: a page on which levels are played and changed."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import completion, options, quantities
from stategraph.cli.exits import DONE
from stategraph.cli.signals import until_ended
from stategraph.cli.terminal import flush, remark, say
from stategraph.errors import InputError

HELP = """\
Open a page on this machine on which levels are played, with their state graph beside them, and
changed: every edit is solved again in the background. Levels are opened from and saved into the
folder that is named, that of the LEVEL that is named, or the working folder, and nowhere else. A
level of a game's own file, GAME.txt#2, is opened as a new level, which holds the game. The link
that is printed is the key: nobody without it is served. Ctrl-C ends it.

  $ stategraph studio my-levels/
  $ stategraph studio psychopath/carousels
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "studio", run, "play and change levels on a page", HELP)
    what = "a level file, FAMILY/NAME for a bundled level, FAMILY, or a folder (default: this one)"
    action = made.add_argument("level", metavar="LEVEL", nargs="?", default=".", help=what)
    completion.by(completion.levels, action)
    made.add_argument("--port", metavar="N", type=quantities.port, default=0, help="default: any")
    made.add_argument("--no-browser", action="store_true", help="print the link, and open nothing")


def run(args: argparse.Namespace) -> int:
    """Serve until it is ended."""
    from stategraph.studio.folder import meant

    folder, first = meant(args.level)
    try:
        from stategraph.studio.serve import serve
    except ModuleNotFoundError:
        raise InputError("studio needs starlette and uvicorn: stategraph[studio]") from None

    def told(link: str) -> None:
        say(link)
        flush()  # the program that started it may wait for the link
        remark("Ctrl-C ends the studio; the link works on this machine only")

    with until_ended():
        serve(folder, first, args.port, told, opened=not args.no_browser)
    return DONE
