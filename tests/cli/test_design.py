"""The verbs of a level designer as their user meets them."""

from __future__ import annotations

import csv
import io
import json
import sys
import xml.etree.ElementTree as ElementTree

import child
import joblib
import pytest
from effort import some

from stategraph import levels, load
from stategraph.design import removals as trials_module
from stategraph.metrics import COLUMNS

EIGHT = "spacewreck/eight-rooms"
TEXT = load(EIGHT).text


@pytest.fixture
def pack(tmp_path):
    """Make a folder of levels from pairs (name, demands) of eight rooms each."""

    def make(**demands):
        folder = tmp_path / "pack"
        folder.mkdir()
        for name, demand in demands.items():
            (folder / f"{name}.yaml").write_text(TEXT + (f"demand: {demand}\n" if demand else ""))
        return folder

    return make


# ---------------------------------------------------------------------------------------- check


def test_check_is_one_line_for_each_level_whose_demands_hold(run, pack):
    folder = pack(a="{solvable: true}", b="{shortest: 3, trap_moves: [0, 5]}", c="")
    got = run("check", folder)
    assert (got.code, got.err) == (0, "")
    assert [line.partition(": ")[2] for line in got.out.splitlines()] == [
        *("1 demand met", "2 demands met", "nothing is demanded"),
    ]


def test_check_is_one_line_for_each_broken_demand(run, pack):
    folder = pack(a="{solvable: true}", b="{shortest: {at least: 4}, trap_moves: 0, unique: true}")
    got = run("check", folder)
    path, line = folder / "b.yaml", len(TEXT.splitlines()) + 1
    assert got.code == 1
    assert got.out.splitlines()[1:] == [
        f"{path}: shortest is 3, demanded at least 4 ({path}:{line}); solution: R3 L5 L8",
        f"{path}: trap_moves is 1, demanded 0 ({path}:{line}); trap: L4 R3 L7",
    ]
    records = json.loads(run("check", folder, "--json").out)
    assert [record["holds"] for record in records] == [True, False]
    assert records[1]["demands"][1] == {
        "demand": "trap_moves",
        "wanted": {"at least": 0, "at most": 0},
        "found": 1,
        "holds": False,
        "file": str(path),
        "line": line,
        "witness": [{"shows": "trap", "moves": ["L4", "R3", "L7"]}],
        "at_least": None,
        "undecided": [],
        "unknown": [],
    }


def test_check_with_rules_for_a_folder_that_holds_them(run, pack):
    folder = pack(a="", b="{trap_moves: 1}")
    (folder / "rules.yaml").write_text(
        'demand: {trap_moves: 0}\nlevels: {"*a.yaml": {states: 9}}\n'
    )
    got = run("check", folder, "--rules", folder / "rules.yaml")
    assert got.code == 1
    assert got.out.splitlines() == [
        f"{folder / 'a.yaml'}: trap_moves is 1, demanded 0 ({folder / 'rules.yaml'}:1);"
        " trap: L4 R3 L7",
        f"{folder / 'b.yaml'}: 1 demand met",
    ]


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        ("{shortness: 3}", "demand 'shortness': there is no such metric; did you mean shortest"),
        ("{shortest: yes}", "demand 'shortest': must be a number"),
        ("{needed: [corridor 9→9 red]}", "there is no element 'corridor 9→9 red'"),
    ],
)
def test_a_bad_demand_is_one_line_and_the_others_stand(run, pack, demand, words):
    folder = pack(a=demand, b="{solvable: true}")
    got = run("check", folder)
    line = len(TEXT.splitlines()) + 1
    assert got.code == 2
    assert got.out == f"{folder / 'b.yaml'}: 1 demand met\n"
    assert got.err.startswith(f"stategraph: {folder / 'a.yaml'}:{line}: {words}")
    assert got.err.count("\n") == 1


def test_check_at_a_limit_is_unknown_and_never_broken(run, pack):
    folder = pack(a="{solvable: true, dead_states: 0, needed: all}")
    got = run("check", folder, "--max-states", 4)
    assert got.code == 3
    assert got.out.count("unknown") == 3
    (record,) = json.loads(run("check", folder, "--max-states", 4, "--json").out)
    assert record["holds"] is None
    # what is broken with proof wins over what is unknown
    (folder / "a.yaml").write_text(TEXT + "demand: {shortest: 9, dead_states: 0}\n")
    assert run("check", folder, "--max-states", 8).code == 1


def test_check_takes_families_native_files_and_saved_graphs(run, tmp_path, pack):
    assert len(run("check", "labyrinth").out.splitlines()) == len(levels.bundled("labyrinth"))
    native = tmp_path / "native"
    native.mkdir()
    (native / "a.txt").write_text("2 1\nred\n1 1\n1 2 red\n")
    assert run("check", native, "--puzzle", "spacewreck").code == 0
    level, saved = pack(a="{dead_states: 0}") / "a.yaml", tmp_path / "a.npz"
    assert run("expand", level, "-o", saved).code == 0
    assert run("check", saved).code == 1


def test_check_remarks_on_rules_that_match_no_level(run, pack, monkeypatch):
    folder = pack(a="")
    rules = folder / "rules.yaml"
    rules.write_text('levels: {"./pack/a.yaml": {states: 8}, "pakc/*": {states: 8}}')
    monkeypatch.chdir(folder.parent)
    got = run("check", "pack", "--rules", "pack/rules.yaml")
    assert got.code == 1
    assert got.err == "stategraph: pack/rules.yaml: 'pakc/*' matches none of the levels\n"
    assert run("check", "./pack/a.yaml", "--rules", rules).out.count("states is 9, demanded 8") == 1


def test_check_keeps_a_record_of_what_cannot_be_read(run, pack):
    folder = pack(a="{shortness: 3}", b="{solvable: true}")
    got = run("check", folder, "--json")
    bad, good = json.loads(got.out)
    assert (got.code, good["holds"], bad["holds"]) == (2, True, None)
    assert bad["level"] == str(folder / "a.yaml")
    assert got.err == f"stategraph: {bad['error']}\n"


@pytest.mark.parametrize("name", ["nowhere", "empty", "no.yaml"])
def test_check_of_what_is_not_there(run, tmp_path, monkeypatch, name):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    got = run("check", name)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert run("check", EIGHT, "--rules", "no.yaml").code == 2


# ----------------------------------------------------------------------------------------- diff


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


# --------------------------------------------------------------------------------------- ablate


def test_ablate_writes_a_picture_and_the_smallest_level(run, tmp_path):
    for form in ("svg", "png", "pdf"):
        picture, small = tmp_path / f"w.{form}", tmp_path / "small.yaml"
        got = run("ablate", EIGHT, "-o", picture, "--minimal", small, "--json")
        assert (got.code, got.err) == (0, "")
        data = picture.read_bytes()
        run("ablate", EIGHT, "-o", picture)
        assert picture.read_bytes() == data
    record = json.loads(got.out)
    assert len(record["elements"]) == 12
    assert sum(found["load_bearing"] for found in record["elements"]) == 3
    assert run("solve", small).out == "R3L5L8\n"
    again = json.loads(run("ablate", small, "--json").out)
    assert {found["verdict"] for found in again["elements"]} == {"needed"}
    assert record["enough"] == [found["element"] for found in again["elements"]]
    assert run("diff", EIGHT, small).code == 1


def test_the_smallest_level_in_the_native_format(run, tmp_path):
    small = tmp_path / "small.txt"
    assert run("ablate", EIGHT, "--same", "play", "--minimal", small).code == 0
    assert small.read_text().startswith("8 9\n")
    got = run("solve", "--puzzle", "spacewreck", small)
    assert got.out == "R3L5L8\n"


@pytest.mark.parametrize("verb", [("ablate", "--minimal"), ("hardest", "-o")])
def test_a_native_file_that_would_lose_the_level_s_options_is_refused(run, tmp_path, verb):
    name, option = verb
    bare = tmp_path / "bare.txt"
    got = run(name, "labyrinth/over-the-edge", option, bare)
    assert (got.code, got.out) == (2, "")
    assert "cannot say the level's start and goal" in got.err
    assert not bare.exists()
    # where they are what a reader takes without being told, nothing is lost
    assert run(name, "labyrinth/straight-up", option, bare).code == 0


def test_the_picture_is_well_formed_and_has_a_word_for_each_element(run, tmp_path):
    picture = tmp_path / "w.svg"
    got = json.loads(run("ablate", "psychopath/many-traps", "-o", picture, "--json").out)
    shown = [each.text for each in ElementTree.parse(picture).iter() if each.tag.endswith("text")]
    verdicts = [found["verdict"] for found in got["elements"]]
    words = [text.split()[0] for text in shown if text and "×" not in text]
    assert words.count("traps") == verdicts.count("traps")
    assert words.count("bars") == verdicts.count("bars") == 6
    assert "6 × bars: without it there are other solutions" in shown


def test_ablate_without_elements(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lone.py").write_text(
        "class Lone:\n    start = 0\n"
        "    def moves(self, state):\n        return [('+', state + 1)]\n"
        "    def is_goal(self, state):\n        return state == 3\n"
        "puzzle = Lone()\n"
    )
    got = run("ablate", "--puzzle", "lone:puzzle")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: lone:puzzle: it has no elements that could be taken out\n"
    got = run("hardest", "--puzzle", "lone:puzzle")
    assert (got.code, got.err.count("\n")) == (2, 1)
    got = run("ablate", EIGHT, "-o", "x.gif")
    assert (got.code, got.out) == (2, "")


def test_ablate_at_a_limit(run):
    got = run("ablate", "spacewreck/minefield", "--max-states", 5)
    assert got.code == 3
    assert "unknown: a limit was met" in got.out
    assert "a limit was met; a smaller level may play the same too" in got.err


def test_processes_change_nothing(run, monkeypatch):
    one = run("ablate", "psychopath/first-push", "--jobs", 1)
    monkeypatch.setattr(trials_module, "PARALLEL", 0)
    started = []

    class Pool(joblib.Parallel):
        def __init__(self, jobs, **how):
            started.append(jobs)
            super().__init__(jobs, **how)

    monkeypatch.setattr(joblib, "Parallel", Pool)
    two = run("ablate", "psychopath/first-push", "--jobs", 2)
    assert (two.code, two.out) == (one.code, one.out)
    assert set(started) == {2}


# -------------------------------------------------------------------------------------- hardest


def test_hardest_prints_a_level_and_nothing_else(run, tmp_path):
    got = run("hardest", "psychopath/first-push")
    made = tmp_path / "made.yaml"
    made.write_text(got.out)
    assert len(run("solve", made).out.strip()) == 9
    assert got.err.splitlines()[0] == "stategraph: 9 moves to win; the level itself takes 7"
    told = run("hardest", "psychopath/first-push", "-o", tmp_path / "there.yaml")
    assert (told.err, (tmp_path / "there.yaml").read_text()) == ("", got.out)
    assert told.out.splitlines()[0] == "9 moves to win; the level itself takes 7"
    record = json.loads(run("hardest", "psychopath/first-push", "--json").out)
    assert (record["moves_to_win"], record["level"]) == (9, got.out)
    assert len(record["states_per_distance"]) == 10


def test_hardest_says_what_it_passed_over(run, tmp_path):
    got = run("hardest", "labyrinth/turnstile", "-o", tmp_path / "x.txt")
    assert "passed over: 1 state, up to 13 moves away: the player is inside" in got.out
    assert (tmp_path / "x.txt").read_text().count(";") > 2


@pytest.mark.parametrize(
    ("words", "code"),
    [(("spacewreck/no-way-out",), 1), ((EIGHT, "--max-states", "4"), 3), (("nowhere",), 2)],
)
def test_hardest_without_an_answer(run, words, code):
    got = run("hardest", *words)
    assert (got.code, got.out, got.err.count("\n")) == (code, "", 1)
    if code != 2:
        got = run("hardest", *words, "--json")
        record = json.loads(got.out)
        assert (got.code, record["moves_to_win"], record["level"]) == (code, None, None)


def test_a_family_that_is_not_installed(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ownship.py").write_text(
        "from puzzles.spacewreck import Spacewreck\n\n"
        "class Own(Spacewreck):\n    name = 'ownship'\n\n"
        "family = Own()\n"
    )
    level, puzzle = load(EIGHT), ("--puzzle", "ownship:family")
    (tmp_path / "a.txt").write_text(level.family.write(level.puzzle, level.puzzle.start))
    got = run("hardest", *puzzle, "a.txt")
    assert got.code == 0
    (tmp_path / "hard.txt").write_text(got.out)
    assert json.loads(run("solve", *puzzle, "hard.txt", "--json").out)["shortest"] == 4
    assert run("ablate", *puzzle, "a.txt", "--minimal", "small.txt").code == 0
    assert run("solve", *puzzle, "small.txt").out == "R3L5L8\n"
    for words in (("hardest", "-o"), ("ablate", "--minimal")):
        got = run(words[0], *puzzle, "a.txt", words[1], "x.yaml")
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "x.yaml: a level file can only name an installed family" in got.err
    assert not (tmp_path / "x.yaml").exists()


# ---------------------------------------------------------------------------------------- table


@pytest.mark.parametrize(
    "words", [(), ("-o", "out.csv"), ("--order", "difficulty", "-o", "out.svg")]
)
def test_of_no_level_that_can_be_read_there_is_no_table(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    got = run("table", "nowhere.yaml", *words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


def test_table_in_every_format(run, tmp_path):
    for form in ("csv", "json", "html", "parquet"):
        file = tmp_path / f"t.{form}"
        got = run("table", "spacewreck", "-o", file)
        assert (got.code, got.out, got.err) == (0, "", "")
        data = file.read_bytes()
        assert run("table", "spacewreck", "-o", file).code == 0
        assert file.read_bytes() == data
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    assert tuple(rows[0]) == COLUMNS
    assert [row["level"] for row in rows] == [
        f"spacewreck/{path.stem}" for path in levels.bundled("spacewreck")
    ]
    printed = json.loads(run("table", "spacewreck", "--json").out)
    assert printed == json.loads((tmp_path / "t.json").read_text())
    assert [str(row["states"]) for row in printed] == [row["states"] for row in rows]


def test_a_title_cannot_run_in_a_spreadsheet(run, tmp_path):
    (tmp_path / "x.yaml").write_text(TEXT.replace("title: Eight rooms", 'title: "=1+1"'))
    run("table", tmp_path / "x.yaml", "-o", tmp_path / "t.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text()))
    assert row["title"] == "'=1+1"


def test_a_broken_level_among_many(run, tmp_path):
    (tmp_path / "a.yaml").write_text(TEXT)
    (tmp_path / "b.yaml").write_text("puzzle: spacewreck\nlevel: |\n  x\n")
    (tmp_path / "c.yaml").write_text(TEXT)
    got = run("table", tmp_path)
    assert (got.code, len(got.out.splitlines()), got.err.count("\n")) == (2, 3, 1)
    assert f"{tmp_path / 'b.yaml'}:3: " in got.err
    records = json.loads(run("table", tmp_path, "--json").out)
    assert records[2] == {"level": str(tmp_path / "b.yaml"), "error": got.err[12:-1]}


def test_table_at_a_limit(run):
    got = run("table", EIGHT, "--max-states", 4)
    assert got.code == 3
    assert got.out.splitlines()[1].split() == [EIGHT, "turns"]  # nothing is proven
    got = run("table", EIGHT, "--max-states", 8)
    assert got.out.splitlines()[1].split() == [EIGHT, "3", "1", "turns", "2"]
    (row,) = json.loads(run("table", EIGHT, "--max-states", 8, "--json").out)
    assert (row["states"], row["moves"], row["dead_states"], row["shortest"]) == (*[None] * 3, 3)
    assert {"states", "moves", "dead_states"} <= set(row["unknown"])


def test_the_numbers_that_agree_with_people_are_of_the_players_own_units(run):
    names = ["sokoban/two-to-put-away", "pledge/ferry", "sokoban/corner", EIGHT]
    rows = json.loads(run("table", *names, "--json").out)
    for name, row in zip(names, rows, strict=True):
        record = json.loads(run("analyse", name, "--json").out)
        told = record["units"] or record
        assert row["by"] == told.get("kind")
        assert row["length"] == told["shortest"]
        assert row["narrowness"] == told["only_moves"]
        assert row["going_back"] == told["counterintuitive_steps"]
    part = json.loads(run("table", names[0], "--max-states", 30, "--json").out)[0]
    assert part["length"] is None
    assert {"length", "narrowness", "going_back"} <= set(part["unknown"])


def test_a_table_tells_no_value_from_unknown(run):
    lines = run("table", "spacewreck/no-way-out", "spacewreck/million-ways").out.splitlines()
    assert lines[1].split()[1:] == ["40", "-", "0", "40", "0", "turns", *"---"]
    assert lines[2].split()[1:] == ["62", "41", "1,048,576", "0", "0", "turns", *"110"]


def test_plots(run, tmp_path):
    for form in some(("svg", "png", "pdf")):
        file = tmp_path / f"p.{form}"
        got = run("table", "spacewreck", "labyrinth", "--plot", "states", "muse", "-o", file)
        assert (got.code, got.out) == (0, "")
        assert "3 of 22 levels have no such value" in got.err
        data = file.read_bytes()
        run("table", "spacewreck", "labyrinth", "--plot", "states", "muse", "-o", file)
        assert file.read_bytes() == data
    ElementTree.parse(tmp_path / "p.svg")
    empty = run(
        "table", "spacewreck/no-way-out", "--plot", "muse", "muse", "-o", tmp_path / "p.svg"
    )
    assert empty.code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("-o", "t.xls"),
        ("--plot", "states", "muse"),
        ("--plot", "states", "mouse", "-o", "p.svg"),
        ("--plot", "states", "first_solution", "-o", "p.svg"),
        ("--plot", "states", "muse", "-o", "p.csv"),
    ],
)
def test_table_asked_for_what_is_not_there(run, words):
    got = run("table", EIGHT, *words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


# --------------------------------------------------------------------------------- all of them


def test_the_same_bytes_whatever_the_hash_seed():
    commands = [
        ["check", "spacewreck", "--json"],
        ["diff", EIGHT, "spacewreck/minefield"],
        ["ablate", "spacewreck/minefield"],
        ["hardest", "spacewreck/minefield"],
        ["table", "spacewreck", "--json"],
    ]
    assert len({child.outputs(*some(commands, 3), PYTHONHASHSEED=seed) for seed in ("1", "2")}) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("ablate", EIGHT, "-o", "no/w.svg"),
        ("ablate", EIGHT, "--minimal", "no/x.yaml"),
        ("hardest", EIGHT, "-o", "no/x.txt"),
        ("table", EIGHT, "-o", "no/t.csv"),
        ("expand", EIGHT, "-o", "no/g.npz"),
        ("export", EIGHT, "-o", "no/g.graphml"),
        ("render", EIGHT, "-o", "no/g.svg"),
        ("board", EIGHT, "-o", "no/b.svg"),
        ("film", EIGHT, "-o", "no/f.gif"),
        ("search", EIGHT, "-o", "no/s.csv"),
        ("audit-heuristic", EIGHT, "-o", "no/a.svg"),
    ],
)
def test_a_folder_that_is_not_there_is_seen_before_the_work(run, monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("stategraph.cli.runs.expand", None)  # nothing is expanded
    got = run(*words)
    assert (got.code, got.out) == (4, "")
    assert got.err == f"stategraph: cannot write {words[-1]}: there is no such folder\n"


def test_nothing_half_written(run, tmp_path):
    got = run("ablate", EIGHT, "-o", tmp_path / "no" / "w.svg")
    assert got.code == 4
    got = run("table", EIGHT, "-o", tmp_path / "no" / "t.csv")
    assert (got.code, list(tmp_path.iterdir())) == (4, [])
