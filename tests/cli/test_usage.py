"""Wrong usage is refused in one line, with its own exit code."""

from __future__ import annotations

import argparse
import re

import pytest

from stategraph.cli import ALIASES, option_values, parser
from stategraph.cli.parsing import Options, Verb, option, switch

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize(
    "argv",
    [
        ("solve", "no/such-level"),
        ("solve", "spacewreck/no-such-level"),
        ("solve",),
        ("solve", EIGHT, "--puzzle", "no-family"),
        ("solve", EIGHT, "--max-states", "0"),
        ("solve", EIGHT, "--max-memory", "lots"),
        ("solve", EIGHT, "--max-seconds", "nan"),
        ("jump", EIGHT),
        ("render", EIGHT, "-o", "x.bmp"),
        ("list", "chess"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(run, argv):
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith("stategraph: ")


@pytest.mark.parametrize(
    "argv",
    [
        ("analyse", EIGHT, "--max-memory", "9" * 400),
        ("render", EIGHT, "-o", "x.svg", "--deadline", "nan"),
        ("render", EIGHT, "-o", "x.svg", "--deadline", "0"),
        ("invent", "spacewreck", "-o", "x", "--minutes", "0"),
        ("check-rules", "--puzzle", "spacewreck", "--max-states", "0"),
        ("query", EIGHT, "--state", "rocket=0,lucky=3"),
    ],
)
def test_odd_values_are_refused_in_one_line(run, argv):
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "argv",
    [
        ("export", EIGHT, "-o", "x.csv", "--cluster", ""),
        ("export", EIGHT, "--store", ""),
        ("report", EIGHT, "-o", ""),
        ("plays", EIGHT, "--simulate", ""),
        ("board", EIGHT, "--of="),
    ],
)
def test_an_option_with_an_empty_value_is_refused(run, tmp_path, monkeypatch, argv):
    monkeypatch.chdir(tmp_path)
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert "its value is empty (see: stategraph" in got.err and not [*tmp_path.iterdir()]


def test_moves_may_be_empty(run):
    assert run("solve", EIGHT, "--after", "").out == run("solve", EIGHT).out


def test_a_word_too_many_is_refused_all_the_same(run):
    for words in (["query", EIGHT, "--json", "R3"], ["verify", EIGHT, "R3", "--jsn", "L5"]):
        got = run(*words)
        assert (got.code, got.out) == (2, "")
        assert got.err.startswith(f"stategraph: unrecognized arguments: {words[3]}")


class _Forms(Options):
    """A request with an argument or an option of each form."""

    maybe: str | None = option("", "an argument that may be missing", nargs="?")
    out: str = option("-o --output FILE", "an option that is required", required=True)
    one: str = option("ONE", "an argument")
    some: list[str] = option("SOME", "one or more", nargs="+")
    many: list[str] = option("MANY", "any number", nargs="*")
    loud: bool = switch("--loud", "an option")


def _usage_by_argparse(verb_parser):
    """Return the words of a usage line by argparse, from a parser without optional options."""
    verb_parser.usage = None
    verb_parser._actions = [
        action for action in verb_parser._actions if not action.option_strings or action.required
    ]
    verb_parser._mutually_exclusive_groups.clear()
    return sorted([*verb_parser.format_usage().split(), "[options]"])


def _verb_parsers(verbs_parser):
    (action,) = verbs_parser._subparsers._group_actions
    return {verb: made for verb, made in action.choices.items() if verb not in ALIASES}


def test_the_usage_of_each_verb_names_its_arguments_as_argparse_does(monkeypatch):
    monkeypatch.setenv("COLUMNS", "1000")
    verb_parsers = _verb_parsers(parser())
    assert len(verb_parsers) > 30
    for name, verb_parser in verb_parsers.items():
        usage = verb_parser.format_usage().split()
        assert usage[:4] == ["usage:", "stategraph", name, "[options]"]
        assert sorted(usage) == _usage_by_argparse(verb_parser)


def test_the_usage_of_each_form_of_argument():
    verbs = argparse.ArgumentParser("tool").add_subparsers()
    Verb("make", "", "text", _Forms, print).add(verbs)
    assert verbs.choices["make"].format_usage() == (
        "usage: tool make [options] [maybe] -o FILE ONE SOME [SOME ...] [MANY ...]\n"
    )


def test_defaults_are_those_that_the_help_tells():
    told = 0
    for name, verb_parser in _verb_parsers(parser()).items():
        for action in verb_parser._actions:
            words = re.search(r"\(default: ([\w.,]+)\)", action.help or "")
            if words and action.default not in (None, argparse.SUPPRESS):
                default = action.default
                spelled = default if isinstance(default, str) else f"{default:.10g}"
                named = words[1] if isinstance(default, str) else words[1].replace(",", "")
                assert spelled == named, (name, action.option_strings)
                told += 1
    assert told > 10


@pytest.mark.parametrize(
    ("text", "count"),
    [("7", 7), ("1.5k", 1536), ("2 GiB", 2**31), ("500MB", 500 * 2**20), ("1t", 2**40)],
)
def test_a_size_is_a_number_of_bytes(text, count):
    assert option_values.size(text) == count


@pytest.mark.parametrize("text", ["", "0", "0.0k", "-1", "5x", "1e3", "lots"])
def test_what_is_not_a_size_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="not a size"):
        option_values.size(text)


def test_the_studio_chooses_its_port_by_default():
    assert parser("studio").parse_args(["studio"]).port == 0
