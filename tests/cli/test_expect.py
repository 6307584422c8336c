"""``expect``: known answers in level files, written, preserved and compared with the results."""

from __future__ import annotations

import pytest
from ships import ROOMS, indented


@pytest.mark.parametrize(
    "old", ["", "expect: {states: 1}\n", "expect:\n  states: 1\n  moves: 2\n", "expect: {}\n"]
)
@pytest.mark.parametrize("tail", ["", "title: after\n"])
def test_expect_writes_the_answers_and_nothing_else(run, native, old, tail):
    head = f"# mine\npuzzle:   spacewreck\nlevel: |\n{indented(ROOMS)}"
    path = native(head + old + tail, "l.yaml")
    assert run("expect", path, "--write").code == 0
    text = path.read_text("utf-8")
    line = "expect: " + run("expect", path).out.removeprefix("expect: ")
    assert text == (head + line + tail if old else head + tail + line)
    assert run("analyse", path).err == ""


@pytest.mark.parametrize(
    ("tail", "kept"),
    [
        ("expect:\n  states: 1\n# after\n", "\n# after\n"),
        ("expect:\n  states: 1\n\n# after\ntitle: x\n", "\n\n# after\ntitle: x\n"),
        ("expect:\n", "\n"),
        ("expect: {states: 1} # why\n", " # why\n"),
    ],
)
def test_expect_keeps_comments(run, native, tail, kept):
    head = f"puzzle: spacewreck\nlevel: |\n{indented(ROOMS)}"
    path = native(head + tail, "l.yaml")
    assert run("expect", path, "--write").code == 0
    line = run("expect", path).out.rstrip("\n")
    assert path.read_text("utf-8") == head + line + kept


def test_expect_keeps_mark_line_ends_and_mode(run, native):
    text = f"\ufeffpuzzle: spacewreck\nlevel: |\n{indented(ROOMS)}".replace("\n", "\r\n")
    path = native(text, "l.yaml")
    path.chmod(0o640)
    assert run("expect", path, "--write").code == 0
    data = path.read_bytes()
    assert data.startswith(text.encode())
    assert data.count(b"\n") == data.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("tail", ["...\n", "? expect\n: {states: 1}\n"])
def test_expect_refuses_what_it_would_damage(run, native, tail):
    text = f"puzzle: spacewreck\nlevel: |\n{indented(ROOMS)}{tail}"
    path = native(text, "l.yaml")
    got = run("expect", path, "--write")
    assert path.read_text("utf-8") == text
    assert got.code == 2 and "cannot find the place for 'expect:'" in got.err


# ------------------------------------------------------------------------------------ comparison


def test_a_wrong_expect_is_a_remark(run, native):
    path = native(
        f"puzzle: spacewreck\nlevel: |\n{indented(ROOMS)}expect: {{states: 10}}\n", "l.yaml"
    )
    got = run("analyse", path)
    assert (got.code, got.err) == (0, f"stategraph: {path}: expect says states: 10, found 9\n")


def test_an_unknown_answer_in_expect_is_a_remark(run, native):
    path = native(
        f"puzzle: spacewreck\nlevel: |\n{indented(ROOMS)}expect: {{staets: 3}}\n", "l.yaml"
    )
    assert "expect names 'staets'" in run("analyse", path).err


def test_what_was_only_seen_is_not_held_against_the_file(run):
    got = run("analyse", "spacewreck/forty-five-rooms", "--max-states", 50)
    assert got.code == 3
    assert "expect says" not in got.err


def test_expect_may_state_any_metric(run, tmp_path):
    path = tmp_path / "level.yaml"
    path.write_text(
        "puzzle: spacewreck\nlevel: |\n  3 1\n  a a\n  1 2\n  1 3 a\n"
        "expect: {win_chance: 0.5, gates: 0}\n"
    )
    assert run("analyse", path).err == (
        f"stategraph: {path}: expect says win_chance: 0.5, found 1.0\n"
    )
