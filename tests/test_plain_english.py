"""The checker of the project's English: phrases, long sentences, and its limits per package."""

from __future__ import annotations

import pytest
from plain_english import MAX_WORDS, Passage, check, findings, passages

PLAIN = "The caller gets a copy of each array. "
HARD = "Whoever calls it gets a copy. "
LONG = " ".join(["word"] * (MAX_WORDS + 1))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PLAIN, []),
        (HARD, ["Whoever"]),
        ("there are so many states that it stops", []),
        ("return so many states", ["so many"]),
        ("there is no file", []),
        ("x is no file", ["is no"]),
        ("it is no longer open", []),
        ("a walk to and\nfro, and none beneath", ["beneath"]),
        ("`whoever` and ``nobody`` are names", []),
        ("```\nnobody\n```\nnobody", ["nobody"]),
        (">>> nobody\nnobody", ["nobody"]),
        ("| nobody | told |", []),
        (f"{LONG}.", ["... word word word word word word."]),
        (LONG.replace(" ", ", ", 5).replace(" ", ". ", 9), []),
        (f"- {LONG[:60]}\n- {LONG[60:]}", []),
        (f"{LONG[:60]}\n\n{LONG[60:]}", []),
        (f"{LONG[:60]}\n    {LONG[60:]}", []),
    ],
)
def test_findings(text, found):
    assert [one.text for one in findings(Passage(1, text))] == found


def test_a_finding_has_its_line_and_advice():
    (one,) = findings(Passage(7, "One.\n```\ncode\n```\nNobody waits."))
    assert (one.line, one.advice) == (11, "write 'no player', 'the caller', 'a user'")


def test_long_messages_are_data():
    assert not findings(Passage(1, LONG, is_message=True))
    assert findings(Passage(1, HARD, is_message=True))


SOURCE = '''\
"""A module with a docstring of
two lines."""

# a comment of
# two lines
X = 1  # and one behind code


def f():
    # before the docstring
    """Return a message of six words."""
    raise ValueError("a message of five words")
'''


def test_the_texts_of_a_module(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(SOURCE)
    assert [*passages(path)] == [
        (1, "A module with a docstring of\ntwo lines.", False),
        (4, "a comment of\ntwo lines\nand one behind code", False),
        (11, "Return a message of six words.", False),
        (12, "a message of five words", True),
        (10, "before the docstring", False),
    ]
    path = tmp_path / "tests" / "module.py"
    path.parent.mkdir()
    path.write_text(SOURCE)
    assert not any(passage.is_message for passage in passages(path))


@pytest.mark.parametrize(
    ("plain", "hard", "other", "complaints"),
    [
        (0, 0, 100, []),
        (0, 1, 100, []),  # one finding is allowed in a package of few words
        (0, 2, 100, ["stategraph/a: 166.7 findings"]),
        (125, 3, 100, []),
        (125, 3, 0, ["all files: 2.9 findings"]),
        (125, 4, 100, ["stategraph/a: 3.9 findings"]),
    ],
)
def test_limits(tmp_path, plain, hard, other, complaints):
    folder = tmp_path / "stategraph" / "a"
    folder.mkdir(parents=True)
    (folder / "README.md").write_text(PLAIN * plain + HARD * hard)
    (tmp_path / "README.md").write_text(PLAIN * other)
    lines = check(tmp_path)
    assert [line.split(" per ")[0] for line in lines if "per 1,000" in line] == complaints
    assert len(lines) == len(complaints) + (hard if lines and "stategraph" in lines[-1] else 0)


def test_what_the_documentation_has_written_is_left_out(tmp_path):
    made = tmp_path / "docs" / "_generated"
    made.mkdir(parents=True)
    (made / "gallery.md").write_text(HARD * 9)
    assert check(tmp_path) == []
    made.rename(made.with_name("written"))
    assert check(tmp_path) != []
