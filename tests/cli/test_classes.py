"""A level seen by symmetry, and by variables: verbs, records, files, and refusals."""

from __future__ import annotations

import json
import re

import pytest

import stategraph
from stategraph.cli import main
from stategraph.laws.typed_solutions import play
from stategraph.load import load


def run(capsys, *argv):
    code = main([str(word) for word in argv])
    told = capsys.readouterr()
    return code, told.out, told.err


def record(capsys, *argv):
    return json.loads(run(capsys, *argv, "--json")[1])


def test_a_solution_by_symmetry_is_one_of_the_level(capsys):
    code, out, _ = run(capsys, "solve", "pacman/first-meal", "--by", "symmetry")
    solution, classes = out.splitlines()
    puzzle = load("pacman/first-meal").puzzle
    assert code == 0 and puzzle.is_goal(play(puzzle, solution).states[-1])
    assert classes.startswith("288 classes of 1,051 states: mirrored left to right; ")


def test_analyse_by_symmetry_says_what_is_counted(capsys):
    found = record(capsys, "analyse", "sokoban/too-late", "--by", "symmetry")
    plain = record(capsys, "analyse", "sokoban/too-late")
    assert (found["by"], found["states"], found["states_seen"]) == ("symmetry", 3_896, 7_769)
    assert found["symmetries"] == ["mirrored left to right"]
    for name in found["unchanged"]:
        assert found[name] == plain[name], name
    assert found["counterintuitive_steps"] is None  # a heuristic differs within a class


def test_traps_and_cycles_by_symmetry_replay(capsys):
    _, out, _ = run(capsys, "analyse", "spacewreck/merry-go-round", "--by", "symmetry", "--all")
    level = load("spacewreck/merry-go-round")
    puzzle = level.puzzle
    traps = re.findall(r"  (?:after (.*)|at the start): (\S+) into (.*)\n", out)
    assert len(traps) == 5
    for before, last, state in traps:
        assert level.describe(play(puzzle, f"{before} {last}").states[-1]) == state
    rounds = re.findall(r"cycle (.*) from (.*); ", out)
    assert len(rounds) == 5
    for labels, state in rounds:
        begun = puzzle.starting(puzzle.named(state))
        assert play(begun, labels).states[-1] == begun.start


def test_nothing_is_proven_by_symmetry_on_a_part_of_a_graph(capsys):
    code, out, _ = run(
        capsys, "analyse", "psychopath/first-push", "--by", "symmetry", "--max-states", 60
    )
    assert code == 3 and "no symmetry is proven because the graph is incomplete" in out


def test_analyse_by_variables(capsys):
    found = record(capsys, "analyse", "spacewreck/minefield", "--by", "rocket")
    expected = {
        "classes": 7,
        "arrows": 14,
        "must_arrows": 2,
        "mixed_classes": 4,
        "least_changes": 2,
    }
    assert {name: found[name] for name in expected} == expected
    assert found["first_solution"] == "L4R3L12" and found["unknown"] == []
    code, out, _ = run(capsys, "analyse", "spacewreck/minefield", "--by", "rocket, lucky")
    assert code == 0 and "28, which agree in rocket and lucky" in out


def test_by_variables_on_a_part_of_a_graph(capsys):
    args = "analyse", "psychopath/first-push", "--by", "blocks", "--max-states", 60
    found = record(capsys, *args)
    assert found["unknown"] == [
        "must_arrows",
        "alive_classes",
        "dead_classes",
        "mixed_classes",
        "least_changes",
        "most_moves",
    ]
    assert found["shortest"] == 7  # of the states
    assert {each["verdict"] for each in found["largest_classes"] if not each["goal"]} == {None}
    assert run(capsys, *args)[0] == 3


REFUSED = {
    ("solve", "--by", "blocks"): "--by blocks works with analyse, render and export",
    ("table", "--by", "blocks"): "--by blocks works with analyse, render and export",
    (
        "query",
        "--by",
        "symmetry",
    ): "--by symmetry works with solve, analyse, render, export and list",
    ("analyse", "--by", "blok"): "no classes by 'blok'.*did you mean blocks",
    ("analyse", "--by", ""): "no classes by ''",
    ("render", "--by", "blocks", "--view", "profile", "-o", "x.svg"): "classes of states have none",
    ("export", "--by", "blocks", "-o", "x.npz"): "x.npz: .npz cannot store classes",
    ("export", "--by", "symmetry", "-o", "x.npz"): "x.npz: .npz cannot store classes",
    (
        "expand",
        "--by",
        "walks",
        "--symmetry",
        "-o",
        "x.npz",
    ): "--symmetry cannot be combined with --by",
    ("expand", "--symmetry", "--store", "x"): "--store keeps every state",
    ("verify", "R", "--by", "blocks"): "--by blocks works with analyse, render and export",
    ("ask", "goal", "--by", "walks"): "--by: a question is about single states",
    ("hints", "--by", "walks", "-o", "x.hints"): "--by: a game looks single states up",
    ("search", "--by", "turns"): "--by: searches go from state to state",
    ("watch", "--by", "walks"): "--by: .*diff --by compares them in units",
}


@pytest.mark.parametrize("words", REFUSED)
def test_refused_in_one_line(capsys, monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    verb, *options = words
    code, _, err = run(capsys, verb, "psychopath/first-push", *options)
    assert code == 2 and err.count("\n") == 1
    assert re.search(REFUSED[words], err) and not list(tmp_path.iterdir())


def test_a_way_between_classes_is_never_told():
    classes = stategraph.expand("spacewreck/minefield").by("rocket")
    for ask in (classes.solution, lambda: classes.quotient.as_graph().by("walks")):
        with pytest.raises(stategraph.InputError):
            ask()
    assert "need not be playable" in str(classes.draw(layout="layered")._repr_mimebundle_())


def test_pictures_of_classes(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    how = "--layout", "layered", "-o", "classes.svg"
    assert run(capsys, "render", "spacewreck/minefield", "--by", "rocket", *how)[0] == 0
    drawn = (tmp_path / "classes.svg").read_text("utf-8")
    for words in (
        "3 of them dead",
        "mixed: some of its states are dead",
        "every state of the class has such a move",
        "only some of its states have one (dashed)",
        "1 of 6",
        "need not be playable",
        "stroke-dasharray",
    ):
        assert words in drawn, words
    run(capsys, "render", "spacewreck/minefield", "--by", "rocket", "-o", "classes.dot")
    text = (tmp_path / "classes.dot").read_text("utf-8")
    assert text.count("style=dashed") == 12  # of 14 arrows


def test_tables_of_classes(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "export", "spacewreck/minefield", "--by", "rocket", "-o", "x.csv")[0] == 0
    head, first, *_ = (tmp_path / "x.nodes.csv").read_text("utf-8").splitlines()
    row = dict(zip(head.split(","), first.split(","), strict=True))
    assert (row["states"], row["dead_states"], row["role"]) == ("5", "0", "start")
    edges = (tmp_path / "x.edges.csv").read_text("utf-8")
    assert edges.count("must R") == 2 and edges.count("may ") == 12
    for form in ("graphml", "gexf", "json", "aut", "dot"):
        name = f"x.{form}"
        assert run(capsys, "export", "spacewreck/minefield", "--by", "rocket", "-o", name)[0] == 0


@pytest.mark.parametrize("form", ["graphml", "json", "csv", "aut", "parquet"])
@pytest.mark.parametrize("kind", ["blocks", "blocks, dead", "symmetry"])
def test_classes_in_a_file_are_not_taken_for_states(run, tmp_path, form, kind):
    file = tmp_path / f"classes.{form}"
    assert run("export", "psychopath/first-push", "--by", kind, "-o", file).code == 0
    got = run("solve", file)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert f"its nodes are classes of states by {kind!r}" in got.err


@pytest.mark.parametrize("form", ["graphml", "json", "csv", "aut", "parquet"])
def test_walks_in_a_file_can_be_played(run, tmp_path, form):
    file = tmp_path / f"walks.{form}"
    assert run("export", "psychopath/first-push", "--by", "walks", "-o", file).code == 0
    assert run("solve", file).out == "push 2:4 right, push 2:5 right, walk 2:7\n"


# ---------------------------------------------------------------------- one state of each class


@pytest.mark.long
def test_one_state_of_each_class_is_kept_in_a_file(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "expand", "sokoban/too-late", "--symmetry", "-o", "half.npz")
    assert code == 0 and out.splitlines() == [
        "half.npz: 3,896 states, 11,352 moves",
        "one state of each class is kept: mirrored left to right",
    ]
    assert run(capsys, "solve", "half.npz")[1].startswith("LULULDRRRRRURD\n")
    half, classes = (
        record(capsys, "analyse", *what)
        for what in (["half.npz"], ["sokoban/too-late", "--by", "symmetry"])
    )
    assert (half.pop("states_seen"), classes.pop("states_seen")) == (3_896, 7_769)
    looks = "why", "patterns", "unknown", "heuristic"  # about single states
    told = {name: value for name, value in classes.items() if name not in looks}
    assert {name: half[name] for name in told} == told
    for words in (["query", "--node", "3"], ["ask", "goal"], ["solve", "--all", "2"], ["ablate"]):
        code, out, err = run(capsys, words[0], "half.npz", *words[1:])
        assert (code, out, err.count("\n")) == (2, "", 1) and "one state of each" in err
    assert stategraph.solve("half.npz").text == "LULULDRRRRRURD"


def test_where_there_is_no_symmetry_all_states_are_kept(capsys, tmp_path):
    _, out, _ = run(capsys, "expand", "psychopath/snake", "--symmetry", "-o", tmp_path / "x.npz")
    assert "1,819 states" in out and "no symmetry is proven: every state is kept" in out


# ---------------------------------------------------------------------- verbs that take units


def test_moves_are_verified_in_units(capsys):
    found = record(capsys, "verify", "psychopath/first-push", "RRRDRRU", "--by", "walks")
    units = ["push 2:4 right", "push 2:5 right", "walk 2:7"]
    assert (found["units"], found["fewest_units"], found["longer_by_units"]) == (units, 3, 0)
    detour = run(capsys, "verify", "psychopath/first-push", "RRLRRDRRU", "--by", "walks")
    assert detour[0] == 0 and "2 more than the shortest" in detour[1] and "the fewest" in detour[1]
    short = record(capsys, "verify", "psychopath/first-push", "RRR", "--by", "walks")
    assert (short["wins"], short["units"], short["unknown"]) == (False, units[:2], [])


def test_the_hardest_start_by_walks_has_the_most_units_left(capsys):
    found = record(capsys, "hardest", "sokoban/two-to-put-away", "--by", "walks")
    graph = stategraph.expand("sokoban/two-to-put-away").by("walks")
    assert found["moves_to_win"] == stategraph.analyse(graph)["max_moves_to_goal"] == 2


def test_elements_and_versions_are_compared_by_walks(capsys, tmp_path):
    _, out, _ = run(capsys, "ablate", "psychopath/first-push", "--by", "walks")
    assert "block 2:4, wall 1:4, wall 3:4: 3 moves -> 1; new: walk 2:7" in out
    same = "psychopath/first-push", "psychopath/first-push"
    assert run(capsys, "diff", *same, "--by", "walks")[0] == 0
    other = tmp_path / "other.yaml"
    text = load("psychopath/first-push").text
    other.write_text(text.replace("X___X___X", "X_______X", 1))
    code, out, _ = run(capsys, "diff", same[0], other, "--by", "walks")
    assert code == 1 and "wall 1:4" in out and "walk 2:7" in out


def test_demands_are_of_units(capsys, tmp_path):
    level = tmp_path / "level.yaml"
    text = load("psychopath/first-push").text
    head = text[: text.index("expect:")] if "expect:" in text else text
    level.write_text(head + "\ndemand: {shortest: 2, ask: [can reach goal]}\n")
    code, out, _ = run(capsys, "check", level, "--by", "walks")
    assert code == 1 and "shortest" in out and "is 3" in out
    assert "RRRDRRU" in out.replace(" ", "")  # the witness is played step by step


@pytest.mark.long
def test_turns_that_are_too_many_are_said_to_be_left_out(capsys):
    """The README of the family shows the answer in words."""
    assert "units" in record(capsys, "analyse", "pledge/for-ever")["left_out"]
