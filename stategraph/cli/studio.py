"""The verb ``studio``: a web page for playing and editing levels."""

from __future__ import annotations

from stategraph.cli import option_values
from stategraph.cli.limits import until_ended
from stategraph.cli.parsing import Options, option, switch
from stategraph.cli.terminal import DONE, flush, remark, say

SUMMARY = "play and edit levels on a local page"
HELP = """\
Open a page on this machine for playing and editing levels, with their state graph beside them.
Every edit is solved again in the background. The studio reads and writes levels only in the named
folder, in the folder of the named LEVEL, or else in the working folder. A level of a game file,
GAME.txt#2, is opened as a new level that contains the game. The printed link contains the key;
requests without it are refused. Ctrl-C ends the studio.

  $ stategraph studio my-levels/
  $ stategraph studio psychopath/carousels
"""


class Request(Options):
    """The options of ``studio``."""

    level: str = option(
        "LEVEL",
        "a level file, FAMILY/NAME for a bundled level, FAMILY, or a folder (default: this one)",
        nargs="?",
        default=".",
        complete=option_values.levels,
    )
    port: int = option("--port N", "default: one for the folder", option_values.port, default=0)
    no_browser: bool = switch("--no-browser", "print the link, and open nothing")


def answer(request: Request) -> int:
    """Serve the page until the user ends the program."""
    from stategraph.studio.workers import preload

    preload()  # before the imports below, which take as long

    from stategraph.studio.folder import folder_and_level
    from stategraph.studio.serve import serve

    folder, first = folder_and_level(request.level)

    def show_link(link: str) -> None:
        say(link)
        flush()  # a parent process may be waiting for the link
        remark("Ctrl-C ends the studio; the link works on this machine only")

    with until_ended():
        serve(folder, first, request.port, show_link, opened=not request.no_browser)
        remark("ended")  # a background process ignores Ctrl-C, so KeyboardInterrupt never arrives
    return DONE
