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
from collections.abc import Sequence
from typing import Any, NoReturn

from stategraph.cli import (
    ablate,
    analyse,
    audit_heuristic,
    board,
    check,
    check_rules,
    demo,
    diff,
    expand,
    expect,
    explain,
    export,
    film,
    hardest,
    new,
    query,
    render,
    report,
    search,
    solve,
    table,
    verify,
)
from stategraph.cli import list as list_
from stategraph.cli.exits import BAD_INPUT
from stategraph.cli.failures import failed
from stategraph.cli.signals import heeded
from stategraph.cli.terminal import begin, remark

__all__ = ["main", "parser"]

# As --help lists them: ask, draw, judge, exchange, make.
VERBS = (
    *(solve, analyse, explain, query, verify),
    *(render, board, film, report),
    *(check, diff, ablate, hardest, table, audit_heuristic, search),
    *(expand, export),
    *(list_, new, expect, check_rules, demo),
)

DESCRIPTION = """\
Expand a puzzle into its state graph, whole, and ask it everything.

  stategraph list                                families, bundled levels, their answers
  stategraph solve spacewreck/eight-rooms        the first shortest solution
  stategraph analyse spacewreck/eight-rooms      dead ends, traps and all the numbers
  stategraph render spacewreck/eight-rooms -o eight.svg
  stategraph report spacewreck/eight-rooms -o eight      all of that as a web page
"""


class _Parser(argparse.ArgumentParser):
    """Complains in one line, and knows a list of words of which some stand behind an option."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # argparse takes the words up to the next option, and leaves those behind it
        found, rest = super().parse_known_args(args, namespace)
        if name := self.get_default("words"):
            words = [word for word in rest if not word.startswith("-")]
            setattr(found, name, [*getattr(found, name), *words])
            rest = [word for word in rest if word.startswith("-")]
        return found, rest

    def error(self, message: str) -> NoReturn:
        remark(f"{message} (see: {self.prog} --help)")
        self.exit(BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        # argparse would pass over a full disk
        (file or sys.stdout).write(self.format_help())


class _Version(argparse.Action):
    """Looks the version up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"stategraph {version('stategraph')}\n")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """Return the parser of all verbs."""
    made = _Parser(
        prog="stategraph",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    verbs = made.add_subparsers(metavar="VERB", required=True, parser_class=_Parser)
    for verb in VERBS:
        verb.add_verb(verbs)
    return made


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = parser().parse_args(argv)
    except SystemExit as stop:  # --help, --version, bad usage
        return int(stop.code or 0)
    with heeded():
        return args.run(args)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    begin()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # the same bytes whatever the locale
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    sys.set_int_max_str_digits(0)  # counts are exact, however long
    # nothing here is dense algebra, and where memory is short numpy's threads end the program
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        code = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BaseException as error:  # whatever it is, users get one line and an exit code
        return failed(error)
