"""``check``: demands that hold, are broken, or are unknown."""

from __future__ import annotations

import json

import pytest

from stategraph import level_files, load

EIGHT = "spacewreck/eight-rooms"
TEXT = load(EIGHT).text


def test_check_is_one_line_for_each_level_whose_demands_hold(run, pack):
    folder = pack(a="{solvable: true}", b="{shortest: 3, trap_moves: [0, 5]}", c="")
    got = run("check", folder)
    assert (got.code, got.err) == (0, "")
    assert [line.partition(": ")[2] for line in got.out.splitlines()] == [
        *("1 demand met", "2 demands met", "no demands"),
    ]


def test_a_file_without_demands_says_how_to_write_them(run, pack):
    got = run("check", pack(a=""))
    assert got.code == 0 and got.out.endswith("no demands\n")
    assert "'demand: {shortest: {at most: 15}}'" in got.err


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
        ("{shortness: 3}", "demand 'shortness': unknown metric; did you mean shortest"),
        ("{shortest: yes}", "demand 'shortest': must be a number"),
        ("{needed: [corridor 9→9 red]}", "unknown element 'corridor 9→9 red'"),
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
    # a proven failure takes precedence over an unknown answer
    (folder / "a.yaml").write_text(TEXT + "demand: {shortest: 9, dead_states: 0}\n")
    assert run("check", folder, "--max-states", 8).code == 1


def test_check_takes_families_native_files_and_saved_graphs(run, tmp_path, pack):
    assert len(run("check", "labyrinth").out.splitlines()) == len(level_files.bundled("labyrinth"))
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


def rules_file(tmp_path, text):
    """Return a file of demands on all levels."""
    path = tmp_path / "rules.yaml"
    path.write_text(f"demand: {{{text}}}\n", "utf-8")
    return path


def witnesses(run, *words):
    """Return the moves that `check` shows for each broken demand, by its name."""
    (record,) = json.loads(run("check", *words, "--json").out)
    return {
        demand["demand"]: ["".join(shown["moves"]) for shown in demand["witness"]]
        for demand in record["demands"]
    }


def test_pushes_turns_and_difficulty_can_be_demanded(run, tmp_path):
    two = "sokoban/two-to-put-away"
    got = run("check", two, "--rules", rules_file(tmp_path, "pushes: 2, difficulty: [0, 100]"))
    assert (got.code, got.out) == (0, f"{two}: 2 demands met\n")
    rules = rules_file(tmp_path, "pushes: {at most: 1}, turns: {at most: 9}")
    got = run("check", two, "--rules", rules)
    assert got.code == 1
    assert got.out.splitlines() == [
        f"{two}: pushes is 2, demanded at most 1 ({rules}:1); solution: L L U R U R",
        f"{two}: turns has no value (sokoban has no turns; use pushes), "
        f"demanded at most 9 ({rules}:1)",
    ]
    rules = rules_file(tmp_path, "difficulty: {at least: 100}")
    (record,) = json.loads(run("check", two, "--rules", rules, "--json").out)
    percentile = json.loads(run("difficulty", two, "--json").out)[0]["percentile"]
    assert record["demands"][0]["found"] == pytest.approx(percentile, rel=1e-3)


@pytest.mark.long
def test_the_wins_of_simulated_players_can_be_demanded(run, tmp_path):
    row = "sokoban/three-in-a-row"
    rules = rules_file(tmp_path, "beginner_wins: 100, expert_wins: 100, forgetful_wins: 100")
    (record,) = json.loads(run("check", row, "--rules", rules, "--json").out)
    found = {one["demand"].split()[0].rstrip(":"): one["found"] for one in record["demands"]}
    simulated = json.loads(run("plays", row, "--json").out)["simulated"]
    for name in ("beginner", "expert"):
        assert found[f"{name}_wins"] == pytest.approx(100 * simulated[name]["won"]["share"])
    chance = simulated["forgetful"]["win_chance"]
    assert found["forgetful_wins"] == pytest.approx(100 * chance)
    assert 0 < found["forgetful_wins"] < found["beginner_wins"] < found["expert_wins"] < 100
    lost = run("table", "sokoban/corner", "--metrics", "expert_wins,forgetful_wins")
    assert lost.out.splitlines()[1].split() == ["sokoban/corner", "0", "0"]


def test_the_witness_of_a_demand_is_the_solution_that_solve_prints(run, tmp_path):
    crates, corridor = "psychopath/one-way-crates", "pacman/passing-place"
    rules = "--rules", rules_file(tmp_path, "shortest: 0, shortest_count: 0, pushes: 0")
    shown = witnesses(run, crates, "--by", "walks", *rules)
    first = run("solve", crates, "--by", "walks").out.split("\n")[0]
    assert (shown["shortest"], shown["pushes"]) == ([first], [first])
    assert shown["shortest_count"][0] == first
    cheapest = run("solve", crates, "--minimise", "pushes,moves").out.split("\n")[0]
    assert witnesses(run, crates, *rules)["pushes"] == [cheapest]
    rules = "--rules", rules_file(tmp_path, "turns: 0, shortest_count: 0")
    first = run("solve", corridor, "--by", "turns").out.split("\n")[0]
    assert witnesses(run, corridor, *rules)["turns"] == [first]
    both = witnesses(run, corridor, "--by", "turns", *rules)
    assert both["turns"] == [first]
    assert both["shortest_count"][0] == first != both["shortest_count"][1]


def test_pushes_of_an_incomplete_graph_are_unknown(run, tmp_path):
    rules = rules_file(tmp_path, "pushes: 2")
    got = run("check", "sokoban/two-to-put-away", "--rules", rules, "--max-states", 20)
    assert got.code == 3
    assert "pushes is unknown (stopped at the limit of 20 states)" in got.out


def test_a_misspelt_metric_of_the_player_is_corrected(run, tmp_path):
    got = run("check", EIGHT, "--rules", rules_file(tmp_path, "push: 3"))
    assert got.code == 2
    assert "did you mean pushes" in got.err


def test_a_decimal_is_short_unless_that_hides_why_a_demand_is_broken(run, tmp_path):
    level = "spacewreck/eight-rooms"
    exact = json.loads(run("analyse", level, "--json").out)["muse"]
    for wanted, shown in ((exact + 1, f"is {round(exact, 2)},"), (exact + 1e-6, f"is {exact},")):
        path = tmp_path / "rules.yaml"
        path.write_text(f"demand:\n  muse: {{at least: {wanted}}}\n")
        assert shown in run("check", level, "--rules", path).out
