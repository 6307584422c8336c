"""The verb ``expect``: the known answers of a level file."""

from __future__ import annotations

import argparse
from codecs import BOM_UTF8
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say
from stategraph.errors import InputError
from stategraph.files import read, write

HELP = """\
Compute the known answers of a level. With --write they become the level file's `expect:`, and
every other byte of the file stays as it is.

  $ stategraph expect my-level.yaml --write
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "expect", run, "fill in the known answers of a level file", HELP)
    options.add_level(made)
    options.add_limits(made)
    made.add_argument("--write", action="store_true", help="change the level file itself")


def run(args: argparse.Namespace) -> int:
    """Print or write the ``expect:`` of a level."""
    from stategraph import levels
    from stategraph.metrics import STATED, summary

    level = inputs.load(args)
    graph = runs.expand(args, level)
    if not graph.complete:
        return runs.whole_or_stopped(level, graph, "; nothing written")
    record = summary(graph)
    answers = {name: record[name] for name in STATED}
    if not args.write:
        say(f"expect: {levels.flow(answers)}")
        return DONE
    if level.name == "-" or not level.text or not level.file.endswith((".yaml", ".yml")):
        raise InputError(
            f"{level.file} is no YAML level file: --write has nowhere to put 'expect:'"
        )
    mark = BOM_UTF8 if read(level.file).startswith(BOM_UTF8) else b""
    write(level.file, mark + levels.with_expect(level, answers).encode())
    return DONE
