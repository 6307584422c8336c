"""The least repair, against trying everything."""

import json
import time
from dataclasses import replace

import pytest

from stategraph import load
from stategraph.analysis import shortest
from stategraph.cli import main
from stategraph.design import board_edits, demand
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.invent import Draft, level_of, maker, repaired, wishes
from stategraph.invent.repair import edited, single_edits
from stategraph.level_files import family, read_native
from stategraph.machine import deadline
from stategraph.metrics import shortest_count
from stategraph.rules.puzzle import Puzzle
from stategraph.tell.repair import MAX_SHOWN

PSYCHOPATH = family("psychopath")
SHORT = "up_eX\n"


def wished(level, *demands, most=1, states=10_000, keep=()):
    asked = wishes(demands, (), "0", states)
    return repaired(maker(level, keep), asked, most)


def changes_by_trying_all(text, wanted, most):
    """Return the fewest signs that are painted until the shortest solution is as long as wanted."""
    boards = [PSYCHOPATH.grid(text)]
    for count in range(most + 1):
        for rows in boards:
            try:
                puzzle = Puzzle.of(PSYCHOPATH.read(PSYCHOPATH.regrid(text, rows), {}))
            except LevelError:
                continue
            if shortest(expand(puzzle)) == wanted:
                return count
        boards = [
            board_edits.paint(rows, PSYCHOPATH, (0, column), sign.text)
            for rows in boards
            for column in range(len(rows[0]))
            for sign in PSYCHOPATH.signs
        ]
    return None


@pytest.mark.parametrize("wanted", [1, 2, 5])
def test_no_fewer_changes_do_than_are_found(wanted):
    level = read_native(PSYCHOPATH, SHORT, "short.txt")
    found = wished(level, demand("shortest", wanted), most=2)
    assert found.proven
    count = len(found.edits) if found.draft is not None else None
    assert count == changes_by_trying_all(SHORT, wanted, 2)


def test_a_level_that_grants_all_is_not_changed():
    found = wished(load("psychopath/first-push"), demand("shortest", 7))
    assert found.draft is not None and found.edits == () and found.tried == 1


def test_corridors_come_and_go():
    found = wished(load("spacewreck/no-way-out"), demand("solvable", True))
    assert [edit.name for edit in found.edits] == ["with corridor 1→9 red"] and found.proven
    assert "with corridor 1→9 green" in [fix.edits[0].name for fix in found.fixes]
    kept = wished(load("spacewreck/eight-rooms"), demand("solvable", False))
    assert [edit.name for edit in kept.edits] == ["without corridor 5→8 blue"]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("psychopath/round-about", (4, 4)),
        ("psychopath/tight-room", (4, 1)),
        ("psychopath/pack/03-block-steps-aside", (2, 3)),  # others open more shortest solutions
        ("sokoban/two-to-put-away", (2, 2)),
        ("sokoban/next-door", (2, 3)),
    ],
)
def test_a_planted_wall_is_the_first_of_all_smallest_repairs(name, cell):
    given = maker(load(name))
    family, rows = given.family, given.family.grid(given.like.text)
    wall = next(sign.text for sign in family.signs if sign.name.lower() == "wall")
    assert rows[cell[0]][cell[1]] == family.signs[0].text
    planted = family.regrid(given.like.text, board_edits.paint(rows, family, cell, wall))
    broken = replace(given, like=Draft(planted, given.like.settings))
    found = repaired(broken, wishes([demand("solvable", True)], (), "0", 5_000))
    first = found.fixes[0]
    assert (first.edits[0].at, first.edits[0].what) == (cell, family.signs[0].text)
    assert first.play_kept == 1 and found.complete
    assert len(found.fixes) == sum(works(broken, edit) for edit in single_edits(broken))
    severities = [fix.severity for fix in found.fixes]
    assert severities == sorted(severities) and severities[-1] > 0


def test_the_number_of_shortest_solutions_is_shown(run):
    asked = ("repair", "spacewreck/no-way-out", "--want", "solvable: true")
    shown = [line for line in run(*asked).out.splitlines() if "shortest solution" in line]
    assert len(shown) == MAX_SHOWN
    repairs = json.loads(run(*asked, "--json").out)["repairs"]
    fixes = wished(load("spacewreck/no-way-out"), demand("solvable", True)).fixes
    for fix, values in zip(fixes, repairs, strict=True):
        graph = expand(level_of(load("spacewreck/no-way-out").family, fix.draft).puzzle)
        assert values["shortest_count"] == fix.shortest_count == shortest_count(graph)
    assert {values["shortest_count"] for values in repairs} > {1}
    for line, values in zip(shown, repairs, strict=False):
        ways, moves = values["shortest_count"], values["shortest"]
        plural = "solution" if ways == 1 else "solutions"
        assert f"{ways} shortest {plural} of {moves} moves)" in line


def works(given, edit):
    try:
        level = level_of(given.family, edited(given, (edit,)))
    except (LevelError, AttributeError):
        return False
    return expand(level.puzzle).goal is not None


@pytest.mark.parametrize("verb", ["repair", "polish"])
def test_native_files_and_packs_are_changed(verb, tmp_path, run):
    pack, new = tmp_path / "pack.txt", tmp_path / "new.txt"
    pack.write_text("; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n")
    want = ("--want", "shortest: 1") if verb == "repair" else ()
    got = run(verb, f"{pack}#2", "--puzzle", "sokoban", *want, "-o", new)
    assert got.code == 0, got.err
    assert expand(load(str(new), "sokoban").puzzle).goal is not None


def test_the_nearest_miss_is_told_with_its_edits(run):
    found = wished(load("rushhour/rush"), demand("turns", 5))
    assert found.draft is None and found.nearest is not None
    assert (found.nearest.edits[0].name, found.nearest.text) == ("without car D", "turns 4, not 5")
    got = run("repair", "rushhour/rush", "--want", "turns: 5")
    assert got.code == 1
    assert got.out == (
        "no single change is enough; nearest miss: turns 4, not 5 (without car D); "
        "25 levels examined\n"
    )
    assert wished(load("rushhour/rush"), demand("turns", 4)).nearest is None


def test_where_some_levels_are_too_large_nothing_is_proven():
    found = wished(load("psychopath/first-push"), demand("trap_moves", 9999), states=20)
    assert found.draft is None and not found.proven


def test_cells_that_are_kept_stay():
    level = read_native(PSYCHOPATH, SHORT, "short.txt")
    keep = [f"0:{column}" for column in range(5)]
    found = wished(level, demand("solvable", True), keep=keep)
    assert found.draft is None and found.proven and found.tried == 1


def test_the_verb_writes_the_level_and_keeps_its_demands(tmp_path, capsys):
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(load("psychopath/two-in-a-row").text + "demand: {solvable: true}\n")
    assert main(["repair", str(old), "-o", str(new)]) == 0
    assert "1 change, the fewest possible" in capsys.readouterr().out
    assert main(["check", str(new)]) == 0
    capsys.readouterr()
    assert main(["repair", str(new), "--want", "shortest: 999", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["repaired"] is False and found["unknown"] == []
    assert main(["repair", "psychopath/two-in-a-row"]) == 2  # no demands


def test_it_ends_at_the_deadline_without_a_proof(at_most):
    level = read_native(PSYCHOPATH, SHORT, "short.txt")
    asked = wishes([demand("shortest", 9)], (), "0", 10_000)
    found = repaired(maker(level), asked, 2, at_most(3))
    assert (found.draft, found.tried, found.proven) == (None, 3, False)


@pytest.mark.parametrize("verb", ["repair", "polish"])
def test_the_verb_tells_what_it_knows_at_its_limit(run, monkeypatch, verb, at_most):
    monkeypatch.setattr("stategraph.cli.designs.show_tried", lambda progress: at_most(2))
    level = "psychopath/many-traps"
    want = ("--want", "shortest: 50") if verb == "repair" else ()
    got = run(verb, level, *want, "--max-seconds", 1_000)
    assert (got.code, "2 levels examined" in got.out) == (3, True)
    assert "some too large to decide" in got.out


@pytest.fixture
def at_most():
    """A progress callback that has the deadline of the thread pass after some levels."""

    def after(count):
        def told(tried):
            if tried == count:
                deadline.until(time.monotonic() - deadline.GRACE)

        return told

    yield after
    deadline.until(None)
