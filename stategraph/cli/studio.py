"""The verb ``studio``: a page on which levels are played and changed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from stategraph.cli import completion, options
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import remark, say
from stategraph.errors import InputError
from stategraph.files import is_file, is_folder

HELP = """\
Open a page on this machine on which levels are played, with their state graph beside them, and
changed: every edit is solved again in the background. Levels are opened from and saved into the
folder that is named, that of the LEVEL that is named, or the working folder, and nowhere else. The
link that is printed is the key: nobody without it is served. Ctrl-C ends it.

  $ stategraph studio my-levels/
  $ stategraph studio psychopath/carousels
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "studio", run, "play and change levels on a page", HELP)
    what = "a level file, FAMILY/NAME for a bundled level, FAMILY, or a folder (default: this one)"
    action = made.add_argument("level", metavar="LEVEL", nargs="?", default=".", help=what)
    completion.by(completion.levels, action)
    made.add_argument("--port", metavar="N", type=options.number, default=0, help="default: any")
    made.add_argument("--no-browser", action="store_true", help="print the link, and open nothing")


def run(args: argparse.Namespace) -> int:
    """Serve until it is ended."""
    import socket
    import webbrowser

    try:
        import uvicorn

        from stategraph.studio.server import Studio
    except ImportError:
        raise InputError("studio needs starlette and uvicorn: stategraph[studio]") from None
    from stategraph.studio.folder import Folder

    root, first = _meant(args.level)
    listening = socket.create_server(("127.0.0.1", args.port))
    studio = Studio(Folder(root), first)
    link = f"http://127.0.0.1:{listening.getsockname()[1]}/{studio.token}/"
    say(link)
    sys.stdout.flush()  # whoever started it may wait for the link
    remark("Ctrl-C ends the studio; the link works on this machine only")
    if not args.no_browser:
        webbrowser.open(link)
    config = uvicorn.Config(studio.app(), log_level="error", access_log=False, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])
    return DONE


def _meant(name: str) -> tuple[Path, str]:
    """Return the folder that may be written into, and the level to begin with."""
    from stategraph.levels.families import bundled_names, bundled_path, family_names

    path = Path(name)
    if is_folder(path):
        return path, ""
    if is_file(path):
        return path.parent, path.name
    if bundled_path(name) is not None:
        return Path(), name
    if name in family_names():
        return Path(), next(one for one in bundled_names() if one.startswith(f"{name}/"))
    raise InputError(f"{name}: there is no such level, family or folder")
