"""A level is solved again after each save."""

from __future__ import annotations

import json
import os

import pytest

from stategraph.cli import terminal
from stategraph.files import reading

ROOM = """\
puzzle: psychopath
level: |
  7 3
  3
  XXXXXXX
  Xu___eX
  XXXXXXX
"""


@pytest.fixture
def level(tmp_path):
    path = tmp_path / "room.yaml"
    path.write_text(ROOM)
    return path


@pytest.fixture
def edits(monkeypatch, level):
    """Save the next of the test's texts as the level each time the watch sleeps."""
    texts = []

    def sleep(seconds):
        text = texts.pop(0)
        if text is None:
            level.unlink(missing_ok=True)
        else:
            level.write_text(text)
            os.utime(level, (0, 1000 - len(texts)))  # a clock may be coarse

    monkeypatch.setattr(reading.time, "sleep", sleep)
    return texts


def test_each_save_is_told_with_who_is_to_blame(run, level, edits):
    edits += [ROOM.replace("u__", "u_X"), ROOM.replace("XXX\n  Xu", "X_X\n  Xu")]
    done = run("watch", level, "--saves", 2)
    assert (done.code, done.err, edits) == (0, "", [])
    first, second, third = done.out.split("\n\n")
    assert first == "4 moves to win: R R R R\n5 states, 0 of them dead, 0 trap moves"
    assert "added: wall 1:3" in second
    assert second.endswith("no solution\n2 states, 2 of them dead, 0 trap moves")
    assert "removed: wall 1:3" in third
    assert "4 moves to win" in third


def test_a_level_that_cannot_be_read_is_told_each_time_and_the_next_is_compared(run, level, edits):
    bad = "puzzle: psychopath\nlevel: 3\n"
    edits += [bad, None, bad + " ", ROOM.replace("u__", "u_X")]
    done = run("watch", level, "--saves", 3)
    assert done.code == 0
    assert len(done.err.splitlines()) == 2
    assert all(f"stategraph: {level}:2:" in line for line in done.err.splitlines())
    assert "added: wall 1:3" in done.out


def test_programs_get_a_line_for_each_save(run, level, edits):
    edits += [ROOM.replace("u__", "u_X")]
    done = run("watch", level, "--json", "--saves", 1)
    first, second = map(json.loads, done.out.splitlines())
    assert (first["shortest"], first["diff"], first["unknown"]) == (4, None, [])
    assert (second["shortest"], second["solvable"], second["dead_states"]) == (None, False, 2)
    assert second["diff"]["added"] == ["wall 1:3"]


def test_a_limit_leaves_open_what_is_not_proven(run, level):
    done = run("watch", level, "--json", "--saves", 0, "--max-states", 2)
    told = json.loads(done.out)
    assert told["solvable"] is None
    assert told["unknown"] == ["solvable", "shortest", "dead_states", "trap_moves"]
    assert "unknown whether" in run("watch", level, "--saves", 0, "--max-states", 2).out


@pytest.mark.parametrize(
    "promised, code", [((), terminal.DONE), (("--saves", 2), terminal.INTERRUPTED)]
)
def test_who_ends_a_watch_ends_it_well_unless_it_was_to_go_on(
    run, level, monkeypatch, promised, code
):
    def ended(seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(reading.time, "sleep", ended)
    done = run("watch", level, *promised)
    assert done.code == code
    assert done.err == f"stategraph: {'interrupted' if promised else 'ended'}\n"
    assert "5 states" in done.out


def test_only_files_are_watched(run):
    done = run("watch", "spacewreck/eight-rooms")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "stategraph: watch needs the path of a level file; "
        "there is no file spacewreck/eight-rooms\n"
    )


def test_a_level_that_is_removed_is_told_once(run, level, edits):
    edits += [*[None] * 7, ROOM]
    done = run("watch", level, "--saves", 1)
    assert (done.code, done.err.count("was removed")) == (0, 1)
    assert done.out.count("4 moves to win") == 2
