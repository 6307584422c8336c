"""``diff``: what an edit did to play, and because of what."""

from __future__ import annotations

import json
import sys

from stategraph import load

EIGHT = "spacewreck/eight-rooms"
TEXT = load(EIGHT).text


def test_diff_of_the_same_play(run, pack):
    folder = pack(a="{solvable: true}", b="")
    got = run("diff", folder / "a.yaml", folder / "b.yaml")
    assert (got.code, got.out) == (0, "play the same\n")
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
        "play differently",
        "added: corridor 3→8 green",
        "shortcut: R3 R8 leaves the old solutions at move 2, R8, because of corridor 3→8 green",
    ]
    record = json.loads(run("diff", EIGHT, less, "--json").out)
    assert record["metrics"]["shortest"] == {"before": 3, "after": 2}
    assert record["shortcut"]["legal"] is False
    back = run("diff", less, EIGHT)
    assert "lost shortcut: R3 R8 leaves the new solutions at move 2, R8" in back.out


def test_diff_does_not_say_that_a_part_of_a_solution_won(run, tmp_path):
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    rows = "puzzle: pacman\nlevel: |\n  %%%%%%%%\n  %P1 1 Q%\n  %%%%%%%%\n"
    before.write_text(rows)
    after.write_text(rows.replace("1 1", "1  "))
    lines = run("diff", before, after).out.splitlines()
    shortcut = "shortcut: PR wins; in the other version the same moves do not"
    assert lines[2] == f"{shortcut}, because of food 1 1:4"
    assert run("verify", before, "PR").code == 1


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
        "play differently",
        "start: rocket=1, lucky=2 -> rocket=1, lucky=3",
    ]
    assert "nothing among the elements changed; something" in run("diff", EIGHT, colour).out
    more.write_text(
        TEXT.replace("8 12", "8 14").replace(
            "  1 3 green\n", "  1 3 green\n  1 4 green\n  4 8 green\n"
        )
    )
    words = "because of corridor 1→4 green and corridor 4→8 green"
    assert run("diff", EIGHT, more).out.count(words) == 3
    monkeypatch.setattr(sys.modules["stategraph.design.blame"], "EDITS", 1)
    got = run("diff", EIGHT, more).out
    assert "none of so many elements is held responsible" in got
    assert "because" not in got


def test_diff_of_a_bad_file(run, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("puzzle: spacewreck\nlevel: |\n  x\n")
    got = run("diff", EIGHT, bad)
    assert (got.code, got.out) == (2, "")
    assert got.err.startswith(f"stategraph: {bad}:3: ")
