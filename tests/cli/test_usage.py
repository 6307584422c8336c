"""Wrong usage is refused in one line, with its own exit code."""

from __future__ import annotations

import pytest

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
        ("check-rules", "--puzzle", "spacewreck", "--max-states", "0"),
        ("query", EIGHT, "--state", "rocket=0,lucky=3"),
    ],
)
def test_odd_values_are_refused_in_one_line(run, argv):
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


def test_a_word_too_many_is_refused_all_the_same(run):
    for words in (["query", EIGHT, "--json", "R3"], ["verify", EIGHT, "R3", "--jsn", "L5"]):
        got = run(*words)
        assert (got.code, got.out) == (2, "")
        assert got.err.startswith(f"stategraph: unrecognized arguments: {words[3]}")
