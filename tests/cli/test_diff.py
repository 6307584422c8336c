"""``diff``: the effects of an edit on play, and their causes."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from stategraph import load
from stategraph.design import Change
from stategraph.tell.diff import _Causes, moves_of_elements

EIGHT = "spacewreck/eight-rooms"
TEXT = load(EIGHT).text


def test_diff_of_the_same_play(run, pack):
    folder = pack(a="{solvable: true}", b="")
    got = run("diff", folder / "a.yaml", folder / "b.yaml")
    assert (got.code, got.out) == (0, "same state graph\n")
    assert json.loads(run("diff", EIGHT, EIGHT, "--json").out)["same_play"] is True


def test_diff_names_the_shortcut(run, tmp_path):
    less = tmp_path / "less.yaml"
    less.write_text(
        TEXT.replace("8 12", "8 13").replace("  1 3 green\n", "  1 3 green\n  3 8 green\n")
    )
    got = run("diff", EIGHT, less)
    assert got.code == 1
    lines = got.out.splitlines()
    assert lines[:3] == [
        "different state graphs",
        "added: corridor 3→8 green",
        "shortcut: R3 R8 leaves the old solutions at move 2, R8, because of corridor 3→8 green",
    ]
    record = json.loads(run("diff", EIGHT, less, "--json").out)
    assert record["metrics"]["shortest"] == {"before": 3, "after": 2}
    assert record["shortcut"]["legal"] is False
    back = run("diff", less, EIGHT)
    assert "lost shortcut: R3 R8 leaves the new solutions at move 2, R8" in back.out


def test_diff_with_a_version_that_cannot_be_won(run, tmp_path):
    closed = tmp_path / "closed.yaml"
    closed.write_text(TEXT.replace("8 12", "8 11").replace("  5 8 blue\n", ""))
    lines = run("diff", EIGHT, closed).out.splitlines()
    fails = "R3 L5 L8 fails at move 3, L8, in the new version, which cannot be won"
    assert lines[2] == f"lost solution: {fails}, because of corridor 5→8 blue"
    back = run("diff", closed, EIGHT).out.splitlines()
    assert back[2].startswith("solution: R3 L5 L8 fails at move 3, L8, in the old version")


def test_diff_does_not_say_that_a_part_of_a_solution_won(run, tmp_path):
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    rows = "puzzle: pacman\nlevel: |\n  %%%%%%%%\n  %P1 1 Q%\n  %%%%%%%%\n"
    before.write_text(rows)
    after.write_text(rows.replace("1 1", "1  "))
    lines = run("diff", before, after).out.splitlines()
    shortcut = "shortcut: PR does not win in the old version"
    assert lines[2] == f"{shortcut}, because of food 1 1:4"
    assert run("verify", before, "PR").code == 1


def test_diff_with_a_version_in_which_the_solution_is_not_enough(run, tmp_path):
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    rows = "puzzle: sokoban\nlevel: |\n  #####\n  #@$.#\n  #  .#\n  #####\n"
    before.write_text(rows)
    after.write_text(rows.replace("#  .", "#$ ."))
    lines = run("diff", before, after).out.splitlines()
    lost = "lost solution: R does not win in the new version"
    assert f"{lost}, because of box 2:1" in lines


def test_diff_at_a_limit_is_unknown(run, tmp_path):
    before = tmp_path / "before.yaml"
    before.write_text(TEXT)
    got = run("diff", before, EIGHT, "--max-states", 4)
    assert (got.code, got.out.splitlines()[0]) == (3, "unknown")
    assert got.err.count("stopped at the limit of 4 states") == 2


def test_diff_says_what_changed_beside_elements(run, tmp_path, monkeypatch):
    start, colour, more = (tmp_path / f"{name}.yaml" for name in ("start", "colour", "more"))
    start.write_text(TEXT.replace("\n  1 2\n", "\n  1 3\n", 1))
    colour.write_text(TEXT.replace("pink green blue green", "pink green blue pink"))
    got = run("diff", EIGHT, start)
    assert got.out.splitlines()[:2] == [
        "different state graphs",
        "start: rocket=1, lucky=2 -> rocket=1, lucky=3",
    ]
    assert "no element changed, but something" in run("diff", EIGHT, colour).out
    more.write_text(
        TEXT.replace("8 12", "8 14").replace(
            "  1 3 green\n", "  1 3 green\n  1 4 green\n  4 8 green\n"
        )
    )
    words = "because of corridor 1→4 green and corridor 4→8 green"
    assert run("diff", EIGHT, more).out.count(words) == 3
    monkeypatch.setattr(sys.modules["stategraph.design.edit_causes"], "MAX_EDITS", 1)
    got = run("diff", EIGHT, more).out
    assert "too many elements changed to find the one" in got
    assert "because" not in got


def test_diff_of_a_bad_file(run, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("puzzle: spacewreck\nlevel: |\n  x\n")
    got = run("diff", EIGHT, bad)
    assert (got.code, got.out) == (2, "")
    assert got.err.startswith(f"stategraph: {bad}:3: ")


# ------------------------------------------------------------------------------- moved elements

BOARD = "  #######\n  # $  .#\n  #@    #\n  ##$   #\n  #    .#\n  #######\n"
CORNER = f"puzzle: sokoban\nlevel: |\n{BOARD}"
MOVED = CORNER.replace("#@    #\n  ##$   #", "#@ $  #\n  ##    #")


@pytest.fixture
def two_files(tmp_path):
    (tmp_path / "old.yaml").write_text(CORNER)
    (tmp_path / "new.yaml").write_text(MOVED)
    return tmp_path / "old.yaml", tmp_path / "new.yaml"


def test_a_moved_element_is_named_once(run, two_files):
    lines = run("diff", *two_files).out.splitlines()
    assert lines[1] == "box 3:2 moved to 2:3"
    assert not [line for line in lines if line.startswith(("removed", "added"))]
    assert "  U R R R L D D L D R R, because of the move of box 3:2" in lines
    record = json.loads(run("diff", *two_files, "--json").out)
    assert (record["removed"], record["added"]) == (["box 3:2"], ["box 2:3"])


ENDS = "box 1:1", "box 1:2", "box 9:9", "box 9:8"


@pytest.mark.parametrize(
    "removed, added, moved",
    [
        (["box 6:5"], ["box 6:4"], {"box 6:5": "box 6:4"}),
        (ENDS[::2], ENDS[:0:-2], {ENDS[0]: ENDS[1], ENDS[2]: ENDS[3]}),
        (["box 1:1"], ["goal 1:2"], {}),
        (["box 1:1", "box 2:2"], ["box 1:2"], {}),  # one was taken out: which is unknown
        (["corridor 1→3 green"], ["corridor 1→4 green"], {}),
    ],
)
def test_elements_move_if_their_number_stays(removed, added, moved):
    assert moves_of_elements(removed, added) == moved


def test_a_cause_of_all_differences_is_named_once():
    one, other = Change(("U",), causes=(("wall 1:1",),)), Change(("D",), causes=(("wall 1:1",),))
    found = SimpleNamespace(shortcut=None, detour=None, closed=(), opened=None)
    found.lost, found.gained = (one, one), (other, other)
    causes = _Causes({})
    assert causes.because(one) == ", because of wall 1:1"
    assert causes.shared(found) == "wall 1:1"
    assert causes.because(one) == ""
    found.lost = (one,)
    assert causes.shared(found) == ""  # few differences name their causes themselves
    found.lost = (one, one)
    found.gained = (other, Change(("D",), causes=(("wall 2:2",),)))
    assert causes.shared(found) == ""
    assert causes.because(one) == ", because of wall 1:1"


def test_a_limit_does_not_call_a_mirrored_solution_a_new_one(run, tmp_path):
    """The versions play the same, with left and right exchanged."""
    for name, row in (("right", "X__u__eX"), ("left", "Xe__u__X")):
        rows = "".join(f"  {line}\n" for line in ("XXXXXXXX", row, "XXXXXXXX"))
        (tmp_path / f"{name}.yaml").write_text(f"puzzle: psychopath\nlevel: |\n{rows}")
    files = [tmp_path / "right.yaml", tmp_path / "left.yaml"]
    whole = json.loads(run("diff", *files, "--json").out)
    assert (whole["same_play"], whole["labels_renamed"]) == (True, {"L": "R", "R": "L"})
    assert (whole["solutions_gained"], whole["unknown"]) == ([], [])
    told = []
    for most in range(1, 7):
        part = json.loads(run("diff", *files, "--json", "--max-states", most).out)
        told.append(part["solutions_gained"])
        if part["same_play"] is None:
            assert {"labels_renamed", "same_play"} <= set(part["unknown"])
            assert part["solutions_lost"] is part["solutions_gained"] is None
    assert None in told and told[-1] == []
