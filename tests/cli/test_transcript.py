"""The commands print the recorded words."""

from __future__ import annotations

import pytest
from transcript import commands, recorded, said, write_files

RECORDED = recorded()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("files")
    write_files(made)
    for command in commands():
        if command.endswith(".npz") and " -o " in command:  # other commands read these graphs
            said(command, made)
    return made


# commands that take seconds, of verbs that another command shows
SLOW = (
    "polish spacewreck/eight-rooms",
    "search spacewreck/eight-rooms --questions",
    "search spacewreck/no-way-out --questions --json",
)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(text, marks=[pytest.mark.long] * (text in SLOW or k % 3 > 0))
        for k, text in enumerate(commands())
    ],
)
def test_a_command_prints_what_was_recorded(command, folder):
    assert said(command, folder) == RECORDED[command], (
        "if this change is intended, run python tests/cli/transcript.py"
    )


def test_every_command_is_recorded():
    assert list(RECORDED) == commands()
