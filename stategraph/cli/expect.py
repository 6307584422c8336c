"""The verb ``expect``: the known answers of a level file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE
from stategraph.cli.terminal import say
from stategraph.errors import InputError
from stategraph.files import write

if TYPE_CHECKING:
    from stategraph.levels import Level

HELP = """\
Compute the known answers of a level. With --write they become the level file's `expect:`, and
every other byte of the file stays as it is.

  $ stategraph expect my-level.yaml --write
"""

STATED = (
    "states",
    "moves",
    "shortest",
    "shortest_count",
    "first_solution",
    "dead_states",
    "stuck_states",
    "dead_end_cycles",
    "trap_moves",
)


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "expect", run, "fill in the known answers of a level file", HELP)
    options.add_level(made)
    options.add_limits(made)
    made.add_argument("--write", action="store_true", help="change the level file itself")


def run(args: argparse.Namespace) -> int:
    """Print or write the ``expect:`` of a level."""
    from stategraph import analysis

    level = inputs.load(args)
    graph = inputs.expand(args, level)
    if not graph.complete:
        return inputs.whole_or_stopped(level, graph, "; nothing written")
    record = analysis.summary(graph)
    text = _flow({name: record[name] for name in STATED})
    if not args.write:
        say(f"expect: {text}")
        return DONE
    if level.name == "-" or not level.text or not level.file.endswith((".yaml", ".yml")):
        raise InputError(
            f"{level.file} is no YAML level file: --write has nowhere to put 'expect:'"
        )
    mark = b"\xef\xbb\xbf" if Path(level.file).read_bytes().startswith(b"\xef\xbb\xbf") else b""
    write(level.file, mark + _with_expect(level, text).encode())
    return DONE


def _yaml_value(text: str) -> Any:
    """Return what a YAML text says."""
    import yaml

    return yaml.safe_load(text)


def _flow(values: dict[str, Any]) -> str:
    import yaml

    return yaml.safe_dump(
        values, default_flow_style=True, sort_keys=False, width=10**9, allow_unicode=True
    ).strip()


def _with_expect(level: Level, answers: str) -> str:
    """Return the level file's text with its ``expect:`` replaced, or added at its end."""
    from stategraph import levels
    from stategraph.errors import LevelError

    ends = "\r\n" if "\r\n" in level.text else "\n"
    if level.expect_span is None:
        gap = "" if level.text.endswith(("\n", "\r")) else ends
        text = f"{level.text}{gap}expect: {answers}{ends}"
    else:
        first, last = level.expect_span
        text = f"{level.text[:first]}expect: {answers}{level.text[last:]}"
    try:
        if levels.parse_yaml(text, level.file).expect == _yaml_value(answers):
            return text
    except LevelError:
        pass
    raise InputError(
        f"{level.file}: cannot see where to put 'expect:'; add an empty 'expect: {{}}'"
    )
