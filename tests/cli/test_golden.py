"""No JSON answer of the command line gains, loses or renames a key, or changes a type."""

from __future__ import annotations

import pytest
from golden import LEVELS, commands, record, recorded, shape

from stategraph.level_files import family_names

QUICK = ("", "spacewreck", "sokoban")


@pytest.mark.parametrize(
    "family",
    [
        pytest.param(family, id=family or "none", marks=[pytest.mark.long] * (family not in QUICK))
        for family in ("", *LEVELS)
    ],
)
def test_answers_keep_their_keys_and_types(family, tmp_path):
    expected = recorded()
    for command in commands(family):
        assert record(command, tmp_path) == expected[command], (
            f"{command}: if this change is intended, run python tests/cli/golden.py"
        )


def test_every_family_and_every_command_is_recorded():
    assert sorted(LEVELS) == sorted(family_names())
    assert list(recorded()) == [text for family in ("", *LEVELS) for text in commands(family)]


def test_only_what_a_family_lacks_has_no_answer():
    """A misspelled command would record nothing; PuzzleScript has no actors, two no heuristic."""
    lacking = {"by turns": ("puzzlescript",), "audit-heuristic": ("pledge", "puzzlescript")}
    silent = {command for command, (_, *shapes) in recorded().items() if not shapes}
    assert silent == {"solve no/such-level"} | {
        command
        for words, families in lacking.items()
        for family in families
        for command in commands(family)
        if words in command
    }


def test_the_record_tells_a_key_and_a_type_apart():
    before = shape({"moves": 3, "first": None, "all": [1, None]})
    assert before["keys"] == {"all": {"list": ["int", "null"]}, "first": "null", "moves": "int"}
    assert shape({"moves": "3", "first": None, "all": [1, None]}) != before
