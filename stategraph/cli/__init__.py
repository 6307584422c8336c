"""The command line: ``stategraph VERB LEVEL [options]``.

One verb, one file: load, ask, tell, exit code. The only package that prints or exits. stdout
carries the answer and nothing else. Heavy imports stand inside the verbs, so that ``--help`` is
instant.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from stategraph.cli.completion import complete, completing
from stategraph.cli.failures import failed
from stategraph.cli.parsing import VerbsParser, in_words
from stategraph.cli.signals import heeded
from stategraph.cli.terminal import begin, flush, only_answers, volume
from stategraph.cli.time_limit import TimeLimit
from stategraph.engines.memory import make_room
from stategraph.machine import deadline

__all__ = ["main", "parser"]

# The files of the verbs, as --help lists them.
GROUPS = {
    "Ask": ("solve", "analyse", "explain", "ask", "query", "verify", "watch"),
    "Draw": ("render", "board", "film", "report", "share", "studio"),
    "Judge": (
        *("check", "diff", "ablate", "plays", "hardest"),
        *("difficulty", "calibrate", "table", "audit_heuristic", "search"),
    ),
    "Exchange": ("expand", "export", "hints"),
    "Make": ("list", "new", "invent", "repair", "polish", "expect", "check_rules", "demo"),
}

# Verbs that stand in the file of another.
OTHERS = {"analyze": "analyse", "import": "export"}

# Bytes of addresses that numpy takes when it is loaded; where it finds fewer, it ends the program.
NUMPY = 100 << 20

DESCRIPTION = """\
Expand a puzzle into its state graph, whole, and ask it everything.

  stategraph list                                families, bundled levels, their answers
  stategraph solve spacewreck/eight-rooms        the first shortest solution
  stategraph analyse spacewreck/eight-rooms      dead ends, traps and all the numbers
  stategraph render spacewreck/eight-rooms -o eight.svg
  stategraph report spacewreck/eight-rooms -o eight      all of that as a web page
"""


class _Version(argparse.Action):
    """Looks the version up only when asked for; with --verbose, all that a run depends on."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        verbose = isinstance(parser, VerbsParser) and parser.verbose
        from stategraph.cli.environment import settings, versions

        lines = [*versions(), *settings()] if verbose else versions()[:1]
        sys.stdout.write("\n".join(lines) + "\n")
        parser.exit()


def parser(verb: str = "") -> argparse.ArgumentParser:
    """Return the parser of all verbs, or of one alone, which takes a part of the time."""
    file = OTHERS.get(verb, verb.replace("-", "_"))
    known = any(file in files for files in GROUPS.values())
    groups = {"": (file,)} if known else GROUPS
    made = VerbsParser(DESCRIPTION, {name: map(_verb, files) for name, files in groups.items()})
    made.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        help="print the version and exit; with -v other versions and all settings, too",
    )
    return made


def _verb(file: str) -> Any:
    return import_module(f"stategraph.cli.{file}")


def _run(argv: Sequence[str] | None, began: float, owns_process: bool) -> int:
    words = in_words(sys.argv[1:] if argv is None else argv)
    made = parser("" if completing() else words[0] if words else "")
    complete(made)
    try:
        args = made.parse_args(words)
    except SystemExit as stop:  # --help, --version, bad usage
        return int(stop.code or 0)
    try:
        with heeded(), volume(args.quiet, args.verbose), only_answers():
            make_room(NUMPY)
            return TimeLimit(args, began, owns_process).run(lambda: args.run(args))
    finally:
        deadline.until(None)


def main(argv: Sequence[str] | None = None, *, owns_process: bool = False) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    owns_process : bool
        whether a command that cannot be interrupted at its time limit may end the process
    """
    began = time.monotonic()
    begin()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # the same bytes whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.set_int_max_str_digits(0)  # counts are exact, however long
    # nothing here is dense algebra, and where memory is short numpy's threads end the program
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = _run(argv, began, owns_process)
        flush()
        return code
    except BaseException as error:  # whatever it is, users get one line and an exit code
        return failed(error, argv)
