"""The command line: ``stategraph VERB LEVEL [options]``.

Each verb has a file that parses a request, answers it, prints the answer and returns an exit code.
No other package prints or exits. Standard output carries only the answer. Verbs import the library
inside functions, so that ``--help`` is fast.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from stategraph.cli.failures import failed, settings, versions
from stategraph.cli.graphs import Expansion
from stategraph.cli.levels import Source
from stategraph.cli.limits import TimeLimit, signals_interrupt
from stategraph.cli.option_values import complete, completing
from stategraph.cli.parsing import Options, Verb, VerbsParser, help_about, in_words, part
from stategraph.cli.terminal import DONE, begin, flush, only_answers, say, volume
from stategraph.engines.memory import make_room
from stategraph.machine import deadline

__all__ = ["main", "parser"]

OPTIONS_HELP = """\
Forms of LEVEL:

  spacewreck/eight-rooms      a bundled level (see: stategraph list)
  mine.yaml                   a level file (see: stategraph new --help)
  mine.txt --puzzle FAMILY    a file in a family's own format
  pack.xsb, pack.xsb#3        a pack of Sokoban boards, or its third level
  mine.npz, plan.graphml      a graph in a file (see: stategraph export --help)
  mine/                       a graph in a folder, or a folder of level files
  -                           standard input

Units of --by, where a verb has it:

  walks           pushes, and the walks between them: all cells that the player reaches without a
                  push are one state
  turns           runs of moves of one actor
  moves           single moves
  symmetry        states that a symmetry of the level maps onto each other are one
  "player, keys"  states that agree in these variables, or in expressions such as
                  "boxes_home, dead", are one

Exit codes: 0 done, 1 the answer is no, 2 bad input, 3 stopped at a limit, 4 cannot write.

Options that most verbs share:
"""


class CommonOptions(Options):
    """The options that most verbs share."""

    source: Source = part(Source)
    expansion: Expansion = part(Expansion)


# The modules of the verbs, grouped by task, in the order of --help.
GROUPS = {
    "Solve": ("solve", "verify", "ask", "search"),
    "Look": ("analyse", "explain", "query", "list"),
    "Judge": (
        *("check", "diff", "ablate", "difficulty", "plays", "calibrate"),
        *("audit_heuristic", "check_rules"),
    ),
    "Draw": ("render", "board", "film", "report", "demo"),
    "Make": (*("new", "watch", "studio", "hardest", "invent", "repair", "polish", "expect"),),
    "Exchange": ("export", "share"),
}

# Aliases of verbs. Then, for each old verb, the module that defines it.
ALIASES = {"analyze": "analyse", "expand": "export"}
OTHERS = {**ALIASES, "import": "export", "hints": "export", "table": "list"}

# Bytes of address space that numpy needs to load. With fewer bytes, numpy ends the program.
NUMPY_BYTES = 100 << 20

DESCRIPTION = """\
Expand a puzzle into its complete state graph and analyse it.

  stategraph list                                families, bundled levels, their answers
  stategraph solve spacewreck/eight-rooms        the first shortest solution
  stategraph analyse spacewreck/eight-rooms      dead ends, traps and the main numbers
  stategraph render spacewreck/eight-rooms -o eight.svg
  stategraph report spacewreck/eight-rooms -o eight      all of that as a web page
"""


class _Version(argparse.Action):
    """Print the version; with --verbose, also the versions of dependencies and the settings."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        verbose = isinstance(parser, VerbsParser) and parser.verbose
        lines = [*versions(), *settings()] if verbose else versions()[:1]
        for line in lines:
            say(line)
        parser.exit()


def parser(verb: str = "") -> VerbsParser:
    """Return a parser of all verbs, or of only one verb, since that parser is faster to build."""
    file = OTHERS.get(verb, verb.replace("-", "_"))
    is_verb = any(file in files for files in GROUPS.values())
    groups = {"": (file,)} if is_verb else GROUPS
    verbs_parser = VerbsParser(
        DESCRIPTION, {name: _verbs(files) for name, files in groups.items()}, ALIASES
    )
    verbs_parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        help="print the version and exit; with -v other versions and all settings, too",
    )
    return verbs_parser


def _verbs(files: Iterable[str]) -> Iterable[Verb]:
    for file in files:
        module: Any = import_module(f"stategraph.cli.{file}")
        name = file.replace("_", "-")
        yield Verb(name, module.SUMMARY, module.HELP, module.Request, module.answer)
        yield from vars(module).get("OLD_VERBS", ())


def _run(argv: Sequence[str] | None, began: float, owns_process: bool) -> int:
    words = in_words(sys.argv[1:] if argv is None else argv)
    if words == ["options", "--help"]:
        say(head=help_about(CommonOptions, OPTIONS_HELP).removesuffix("\n"))
        return DONE
    verbs_parser = parser("" if completing() else words[0] if words else "")
    complete(verbs_parser)
    try:
        command = verbs_parser.command(words)
    except SystemExit as stop:  # --help, --version, bad usage
        return int(stop.code or 0)
    try:
        with signals_interrupt(), only_answers():
            volume(command.quiet, command.verbose)
            make_room(NUMPY_BYTES)
            limit = TimeLimit(command.seconds, began, owns_process)
            return limit.run(lambda: command.run(time_limit=limit))
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
        if isinstance(stream, io.TextIOWrapper):  # so that the output is the same in every locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.set_int_max_str_digits(0)  # counts of any length are exact
    # No dense algebra runs here. If memory is short, numpy's threads would end the program.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = _run(argv, began, owns_process)
        flush()
        return code
    except BaseException as error:  # users get one line and an exit code for every error
        return failed(error, argv)
