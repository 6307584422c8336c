"""The verbs for those who make levels and families: list, new, expect, check-rules."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json, write
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.levels import Level


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    shown = options.add_verb(
        verbs, "list", run_list, "families, bundled levels, their answers", LIST
    )
    shown.add_argument("family", metavar="FAMILY", nargs="?", help="list only this family")
    options.add_json(shown)
    new = options.add_verb(verbs, "new", run_new, "print a level file to start from", NEW)
    new.add_argument("family", metavar="FAMILY", help="the family of the level")
    new.add_argument(
        "-o", dest="output", metavar="FILE", help="write it there (never over an existing file)"
    )
    expect = options.add_verb(
        verbs, "expect", run_expect, "fill in the known answers of a level file", EXPECT
    )
    options.add_level(expect)
    options.add_limits(expect)
    rules = options.add_verb(
        verbs,
        "check-rules",
        run_check_rules,
        "check a family's rules on every state of its levels",
        RULES,
    )
    options.add_level(rules)
    rules.add_argument(
        "--max-states",
        metavar="N",
        type=options.count,
        default=2_000,
        help="look at the N states nearest to each start (default: 2000)",
    )
    expect.add_argument("--write", action="store_true", help="change the level file itself")


# ----------------------------------------------------------------------------------------- list

LIST = """\
List the installed families and their bundled levels with the answers they state.

  $ stategraph list
  $ stategraph list spacewreck --json
"""


def run_list(args: argparse.Namespace) -> int:
    """Print the families and their levels."""
    from stategraph import levels

    names = [args.family] if args.family else levels.families()
    found = {name: [_read(path, name) for path in levels.bundled(name)] for name in names}
    if args.json:
        say_json(
            {
                name: {
                    "summary": levels.family(name).summary,
                    "levels": [
                        {"level": level.name, "title": level.title, **level.expect}
                        for level in group
                    ],
                }
                for name, group in found.items()
            }
        )
        return DONE
    for name, group in found.items():
        say(f"{name}: {levels.family(name).summary}")
        width = max((len(level.name) for level in group), default=0)
        for level in group:
            say(f"  {level.name:<{width}}  {_answers(level)}")
    return DONE


def _read(path: Any, name: str) -> Level:
    from stategraph import levels

    return levels.parse_yaml(path.read_text("utf-8"), str(path), f"{name}/{path.stem}")


def _answers(level: Level) -> str:
    expect = level.expect
    if not expect:
        return level.title
    solution = "no path" if expect.get("shortest") is None else f"{expect['shortest']} moves"
    return f"{expect.get('states', '?'):>9,} states  {solution:>10}  {level.title}"


# ------------------------------------------------------------------------------------------ new

NEW = """\
Print a small level of the family, to change into your own.

  $ stategraph new spacewreck -o my-level.yaml
  $ stategraph solve my-level.yaml
"""


def run_new(args: argparse.Namespace) -> int:
    """Print or write a level to start from."""
    from stategraph import levels

    bundled = levels.bundled(args.family)
    if not bundled:
        raise InputError(f"family {args.family!r} brings no level to start from")
    text = _starter(args.family)
    if args.output is None:
        say(text.rstrip("\n"))
    elif Path(args.output).exists():
        raise InputError(f"{args.output} exists already")
    else:
        write(args.output, text.encode())
    return DONE


def _starter(family: str) -> str:
    """Return the smallest level that takes some moves, without its answers."""
    from stategraph import levels

    found = [_read(path, family) for path in levels.bundled(family)]
    worth = [level for level in found if (level.expect.get("shortest") or 0) > 2] or found
    level = min(worth, key=lambda level: (len(level.text), level.name))
    if level.expect_span is None:
        return level.text
    first, last = level.expect_span
    return level.text[:first] + level.text[last:].lstrip("\n")


# --------------------------------------------------------------------------------------- expect

EXPECT = """\
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


def run_expect(args: argparse.Namespace) -> int:
    """Print or write the ``expect:`` of a level."""
    from stategraph import analysis

    level = options.load(args)
    graph = options.expand(args, level)
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}; nothing written")
        return UNKNOWN
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


# ---------------------------------------------------------------------------------- check-rules

RULES = """\
Check the contract of a family on every state of its levels (the nearest ones of large levels):
same moves each time, unique labels, no state changed in place, an absorbing goal, packing, text
and drawings. Every winning state is looked at, though a state graph has one node for them all.
Then what searches trust, where a family has it: that its admissible heuristics never guess too
many, that pruning changes no solution, that moves back undo moves, and that fewer obstacles never
make the goal farther. Exit 1 when a law is broken, with a line for each breach.

  $ stategraph check-rules --puzzle spacewreck
  $ stategraph check-rules --puzzle mymodule:family my-level.txt
"""


def run_check_rules(args: argparse.Namespace) -> int:
    """Check the contract of a family, level by level."""
    from stategraph import levels
    from stategraph.laws.contract import check_contract
    from stategraph.rules import Family

    if args.level is None and args.puzzle is None:
        raise InputError("check-rules needs --puzzle FAMILY, or a LEVEL")
    if args.level is not None or not isinstance(levels.named(args.puzzle), Family):
        chosen = [options.load(args)]
    else:
        chosen = [_read(path, args.puzzle) for path in levels.bundled(args.puzzle)]
    if not chosen:
        raise InputError(f"family {args.puzzle!r} brings no levels: name one")
    broken = 0
    for level in chosen:
        verdict = check_contract(level.puzzle, level.family, args.max_states)
        broken += len(verdict.breaches)
        share = "all" if verdict.whole else "the nearest"
        outcome = "laws broken" if verdict.breaches else "all laws hold"
        say(f"{level.name}: {share} {verdict.states:,} states: {outcome}")
        for breach in verdict.breaches:
            say(f"  {breach.law}: state ({breach.state}): {breach.detail}")
    return NO if broken else DONE
