"""The command line as its user meets it: answers, exit codes, one-line errors, files."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import child
import known
import pytest
import yaml
from effort import some
from rooms import ABOUT_VERBS

import stategraph.cli
from stategraph import load
from stategraph.cli import GROUPS, parser
from stategraph.levels import family_names

EIGHT = "spacewreck/eight-rooms"
TEXT = """8 12
pink green blue green pink blue pink
1 2
1 3 green
2 4 pink
2 5 blue
3 6 pink
3 1 green
4 7 blue
4 2 blue
5 8 blue
6 8 green
6 3 pink
7 8 pink
5 2 pink
"""


@pytest.fixture
def native(tmp_path):
    """Write a text into a file and return it."""

    def make(text, name="level.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make


# ------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize("path", known.files("spacewreck"), ids=known.name)
def test_analyse_gives_the_known_numbers(run, native, path):
    level = load(str(path))
    bare = native(yaml.safe_load(level.text)["level"])
    got = run("analyse", "--json", "--puzzle", "spacewreck", bare)
    record = json.loads(got.out)
    assert got.code == 0
    assert {key: record[key] for key in level.expect} == level.expect
    solved = run("solve", "--puzzle", "spacewreck", bare)
    solvable = level.expect["solvable"]
    assert solved.out == (level.expect["first_solution"] if solvable else "NO-PATH") + "\n"
    assert solved.code == (0 if solvable else 1)


@pytest.mark.parametrize("file, blame", known.table("bad").items())
def test_a_bad_file_is_one_line_with_its_place(run, file, blame):
    path = known.CASES / "bad" / file
    got = run("analyse", "--json", "--puzzle", path.parent.name, path)
    place = f"{path}:{blame['line']}: " if blame["line"] else f"{path}: "
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith(f"stategraph: {place}")
    assert blame["says"] in got.err


@pytest.mark.parametrize("file, answers", known.table("odd").items())
def test_an_odd_file_is_accepted(run, file, answers):
    path = known.CASES / "odd" / file
    record = json.loads(run("analyse", "--json", "--puzzle", path.parent.name, path).out)
    assert {key: record[key] for key in answers} == answers


def test_every_bad_and_odd_file_stands_in_its_table():
    for kind in ("bad", "odd"):
        found = {f"{p.parent.name}/{p.name}" for p in (known.CASES / kind).glob("*/*")}
        assert found == set(known.table(kind))


def test_the_order_of_the_corridor_lines_changes_nothing(run, native):
    head, corridors = TEXT.splitlines()[:3], TEXT.splitlines()[3:]
    answers = set()
    for seed in range(6):
        random.Random(seed).shuffle(corridors)
        path = native("\n".join([*head, *corridors]))
        answers.add(run("analyse", "--json", "--puzzle", "spacewreck", path).out)
    assert len(answers) == 1


# ---------------------------------------------------------------------------------------- solve


def test_solve_prints_the_answer_and_nothing_else(run):
    got = run("solve", EIGHT)
    assert (got.code, got.out, got.err) == (0, "R3L5L8\n", "")


def test_solve_without_a_path(run):
    got = run("solve", "spacewreck/no-way-out")
    assert (got.code, got.out) == (1, "NO-PATH\n")


def test_solve_of_a_solved_start_prints_an_empty_line(run):
    got = run("solve", "spacewreck/already-there")
    assert (got.code, got.out) == (0, "\n")


def test_the_two_orders(run):
    assert run("solve", "spacewreck/text-or-moves").out == "R10R4R12\n"
    got = run("solve", "spacewreck/text-or-moves", "--order", "moves")
    assert (got.out, got.err) == ("R1R3R12\n", "")


def test_steps_show_each_state_in_words(run):
    lines = run("solve", EIGHT, "--steps").out.splitlines()
    assert lines[1] == "start: Rocket in room 1 (pink), Lucky in room 2 (green)"
    assert lines[-1] == "3. L8: Rocket in room 3 (blue), Lucky in room 8 (goal)"


def test_steps_are_in_json_too(run):
    steps = json.loads(run("solve", EIGHT, "--steps", "--json").out)["steps"]
    assert steps[:2] == [
        {"move": None, "state": "rocket=1, lucky=2"},
        {"move": "R3", "state": "rocket=3, lucky=2"},
    ]
    assert [one["move"] for one in steps[1:]] == ["R3", "L5", "L8"]
    unsolvable = run("solve", "sokoban/corner", "--steps", "--json")
    assert json.loads(unsolvable.out)["steps"] is None


def test_what_a_plot_has_no_use_for_is_told(run, tmp_path):
    warehouse = "psychopath/warehouse"
    far = run("render", warehouse, "--view", "whole", "--layout", "dot", "-o", tmp_path / "m.svg")
    assert far.err.endswith("layouts, drawn goals and boards are for diagrams\n")


def test_every_level_that_help_names_is_there(run):
    named = re.compile(rf"\b(?:{'|'.join(family_names())})/[\w-]+")
    for verb in (name.replace("_", "-") for names in GROUPS.values() for name in names):
        for line in re.findall(r"^ +\$ (.*)", run(verb, "--help").out, re.MULTILINE):
            assert [load(name).name for name in named.findall(line)] == named.findall(line)


def test_solve_stops_at_a_limit_without_claiming_anything(run):
    got = run("solve", EIGHT, "--max-states", 3)
    assert (got.code, got.out) == (3, "UNKNOWN\n")
    assert got.err.endswith("stopped at the limit of 3 states\n")


def test_solve_expands_no_further_than_it_must(run):
    record = json.loads(run("solve", EIGHT, "--json").out)
    assert record["first_solution_moves"] == ["R3", "L5", "L8"]
    assert record["states_seen"] == 8  # the ninth is farther away than the goal


def test_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert run("solve", "--puzzle", "spacewreck", "-").out == "R3L5L8\n"


def test_an_existing_file_wins_over_a_bundled_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spacewreck").mkdir()
    (tmp_path / "spacewreck" / "eight-rooms").write_text("2 1\nred\n1 1\n1 2 red\n")
    assert run("solve", "--puzzle", "spacewreck", EIGHT).out == "L2\n"


def test_a_puzzle_of_ones_own_by_its_path(run, tmp_path, monkeypatch):
    (tmp_path / "counting.py").write_text(
        "class Count:\n"
        "    start = 0\n"
        "    def moves(self, state):\n"
        "        yield '+', state + 1\n"
        "        yield '2', state * 2\n"
        "    def is_goal(self, state):\n"
        "        return state == 10\n"
        "puzzle = Count()\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run("solve", "--puzzle", "counting:puzzle").out == "++2+2\n"
    got = run("solve", "--puzzle", "counting:nothing")
    assert (got.code, got.err.count("\n")) == (2, 1)


# -------------------------------------------------------------------------------------- analyse


def test_analyse_in_words_names_the_trap_and_the_cycle(run):
    out = run("analyse", EIGHT).out
    assert "shortest solution  3 moves: R3L5L8 (the only one)" in out
    assert "after L4 R3: L7 into Rocket in room 3 (blue), Lucky in room 7 (pink)" in out
    assert "round by R6 R3 from rocket=3, lucky=7; nothing leads out" in out


def test_analyse_stopped_at_a_limit_says_what_it_does_not_know(run):
    got = run("analyse", EIGHT, "--json", "--max-states", 4)
    record = json.loads(got.out)
    assert got.code == 3
    assert record["solvable"] is None
    assert record["dead_states"] is None
    assert set(record["unknown"]) >= {
        "solvable",
        "shortest",
        "first_solution",
        "dead_states",
        "max_depth",
    }
    assert run("analyse", EIGHT, "--max-states", 4).code == 3


def test_a_budget_of_the_true_size_is_no_stop(run):
    assert run("analyse", EIGHT, "--max-states", 9).code == 0
    assert run("analyse", EIGHT, "--max-states", 8).code == 3


def test_counts_are_exact_integers_however_long(run, native):
    diamonds = 300
    rows = [f"{a} {b} s" for k in range(diamonds) for a, b in diamond(3 * k + 1)]
    rooms = 3 * diamonds + 3
    rows.append(f"{3 * diamonds + 1} {rooms} s")
    path = native(
        f"{rooms} {len(rows)}\n{' '.join(['s'] * (rooms - 1))}\n1 {rooms - 1}\n" + "\n".join(rows)
    )
    record = json.loads(run("analyse", "--json", "--puzzle", "spacewreck", path).out)
    assert record["shortest_count"] == 2**diamonds


def diamond(a):
    return [(a, a + 1), (a, a + 2), (a + 1, a + 3), (a + 2, a + 3)]


def test_a_wrong_expect_is_a_remark(run, native):
    path = native(
        f"puzzle: spacewreck\nlevel: |\n{indented(TEXT)}expect: {{states: 10}}\n", "l.yaml"
    )
    got = run("analyse", path)
    assert (got.code, got.err) == (0, f"stategraph: {path}: expect says states: 10, found 9\n")


def indented(text):
    return "".join(f"  {line}\n" for line in text.splitlines())


# ---------------------------------------------------------------------------------------- query


def test_query_of_a_live_state(run):
    record = json.loads(run("query", EIGHT, "--after", "L4", "--json").out)
    assert record["can_win"] and record["moves_to_win"] == 4 and record["best_moves"] == ["R3"]


def test_query_of_a_doomed_state_says_why(run):
    got = run("query", EIGHT, "--after", "L4 R3 L7 R6", "--json")
    record = json.loads(got.out)
    assert got.code == 1
    assert record["first_way"] == ["L4", "R3", "L7", "R6"]
    assert (record["doomed_by"], record["doomed_at_move"]) == ("L7", 3)
    assert record["last_state_that_could_win"] == "rocket=3, lucky=4"
    assert record["only_cycles"] and record["cycle"] == ["R6", "R3"]
    words = run("query", EIGHT, "--after", "L4R3L7R6").out
    assert "doomed by: move 3, L7" in words and "play can only go round for ever" in words


def test_query_by_state_and_by_node_agree(run):
    by_state = run("query", EIGHT, "--state", "rocket=3,lucky=7", "--json")
    node = json.loads(by_state.out)["node"]
    assert run("query", EIGHT, "--node", node, "--json").out == by_state.out


def test_query_of_a_state_out_of_reach(run):
    got = run("query", EIGHT, "--state", "lucky=5, rocket=7", "--json")
    record = json.loads(got.out)
    assert (got.code, record["reachable"]) == (1, False)
    assert (record["can_win"], record["moves_to_win"]) == (True, 1)


def test_every_goal_state_is_the_goal(run):
    record = json.loads(run("query", EIGHT, "--state", "rocket=6,lucky=8", "--json").out)
    assert record["moves_to_win"] == 0


def test_query_at_a_limit_is_unknown(run):
    assert run("query", EIGHT, "--after", "L4", "--max-states", 4).code == 3


@pytest.mark.parametrize(
    "options",
    [
        ("--state", "rocket=3"),
        ("--state", "rocket=3,lucky=99"),
        ("--state", "rocket=3,lucky=x"),
        ("--state", "rocket=3,rocket=3,lucky=1"),
        ("--node", "9"),
        ("--node", "-1"),
        ("--after", "R3R3"),
    ],
)
def test_query_refuses_what_is_no_state(run, options):
    got = run("query", EIGHT, *options)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


# --------------------------------------------------------------------------------------- verify


@pytest.mark.parametrize(
    ("moves", "code", "says"),
    [
        (["R3L5L8"], 0, "wins in 3 moves: that is shortest"),
        (["R3", "L5", "L8"], 0, "wins in 3 moves"),
        (["R3,R1,R3,L5,L8"], 0, "wins in 5 moves: 2 more than the shortest"),
        (["R3L5"], 1, "falls short of the goal after 2 moves"),
        (["R3L5R1"], 1, "breaks at move 3, 'R1': legal there: R6 L8"),
        (["R3L5L8R1"], 1, "breaks at move 4, 'R1': the goal is already reached"),
        ([], 1, "falls short of the goal after 0 moves"),
    ],
)
def test_verify(run, moves, code, says):
    got = run("verify", EIGHT, *moves)
    assert got.code == code
    assert got.out.startswith(says)


def test_a_text_with_two_readings_is_refused_naming_both(run, tmp_path, monkeypatch):
    (tmp_path / "letters.py").write_text(
        "class Letters:\n"
        "    start = ''\n"
        "    def moves(self, state):\n"
        "        yield from ((label, state + '|' + label) for label in ('a', 'b', 'ab'))\n"
        "    def is_goal(self, state):\n"
        "        return len(state) > 4\n"
        "puzzle = Letters()\n"
    )
    monkeypatch.chdir(tmp_path)
    got = run("query", "--puzzle", "letters:puzzle", "--after", "ab")
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert "'a b' and 'ab'" in got.err or "'ab' and 'a b'" in got.err
    assert run("query", "--puzzle", "letters:puzzle", "--after", "a b").code == 0


# ----------------------------------------------------------------------------- list, new, expect


def test_list_shows_every_level_with_its_answer(run):
    assert "spacewreck/eight-rooms" in run("list").out
    record = json.loads(run("list", "spacewreck", "--json").out)
    answers = {level["level"]: level["shortest"] for level in record["spacewreck"]["levels"]}
    assert answers["spacewreck/eight-rooms"] == 3


def test_new_gives_a_level_that_solves(run, tmp_path):
    path = tmp_path / "mine.yaml"
    assert run("new", "spacewreck", "-o", path).code == 0
    assert run("solve", path).code == 0
    assert run("new", "spacewreck", "-o", path).code == 2  # never over an existing file
    assert run("new", "chess").code == 2


@pytest.mark.parametrize(
    "old", ["", "expect: {states: 1}\n", "expect:\n  states: 1\n  moves: 2\n", "expect: {}\n"]
)
@pytest.mark.parametrize("tail", ["", "title: after\n"])
def test_expect_writes_the_answers_and_nothing_else(run, native, old, tail):
    head = f"# mine\npuzzle:   spacewreck\nlevel: |\n{indented(TEXT)}"
    path = native(head + old + tail, "l.yaml")
    assert run("expect", path, "--write").code == 0
    text = path.read_text("utf-8")
    line = "expect: " + run("expect", path).out.removeprefix("expect: ")
    assert text == (head + line + tail if old else head + tail + line)
    assert run("analyse", path).err == ""


# --------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "argv",
    [
        ("solve", "no/such-level"),
        ("solve", "spacewreck/no-such-level"),
        ("solve",),
        ("solve", EIGHT, "--puzzle", "no-family"),
        ("solve", EIGHT, "--max-states", "0"),
        ("solve", EIGHT, "--max-memory", "lots"),
        ("solve", EIGHT, "--max-seconds", "nan"),
        ("jump", EIGHT),
        ("render", EIGHT, "-o", "x.bmp"),
        ("list", "chess"),
    ],
)
def test_bad_usage_is_one_line_and_exit_2(run, argv):
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith("stategraph: ")


def test_what_cannot_be_written_is_exit_4_and_leaves_nothing(run, tmp_path):
    got = run("render", EIGHT, "-o", tmp_path / "nowhere" / "x.dot")
    assert (got.code, got.err.count("\n")) == (4, 1)
    assert list(tmp_path.iterdir()) == []


def test_interrupted_is_130(run, monkeypatch):
    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("stategraph.engines.handover.Ladder.do", stop)
    got = run("solve", EIGHT)
    assert (got.code, got.err) == (130, "stategraph: interrupted\n")


# ------------------------------------------------------------------------------- help and start


def test_every_verb_has_help_with_an_example(run):
    verbs = next(a for a in parser()._actions if hasattr(a, "choices") and a.choices).choices
    assert set(verbs) >= {"solve", "analyse", "render", "query", "verify", "list", "new", "expect"}
    for verb in verbs:
        got = run(verb, "--help")
        assert got.code == 0
        assert f"$ stategraph {verb.replace('analyze', 'analyse')}" in got.out


def test_help_starts_without_heavy_imports():
    code = (
        "import sys; from stategraph.cli import parser; parser();"
        "print(*{'numpy', 'networkx', 'numba', 'matplotlib', 'yaml'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_solving_a_small_level_imports_no_compiler_and_no_plotter():
    code = (
        "import sys; from stategraph.cli import main; main(['solve', 'spacewreck/eight-rooms']);"
        "print(*{'numba', 'scipy', 'matplotlib', 'psutil'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "R3L5L8\n\n"


def test_solving_a_small_level_imports_few_modules():
    code = (
        "import numpy, sys; before = set(sys.modules)\n"
        "from stategraph.cli import main; main(['solve', 'spacewreck/eight-rooms'])\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = done.stdout.split("\n")[1].split()
    ours = [name for name in imported if name.startswith("stategraph.")]
    assert not {"native", "pictures", "store"} & {name.split(".")[1] for name in ours}
    assert (len(ours) <= 95, len(imported) <= 215) == (True, True), imported


def test_diagrams_boards_and_films_are_written_as_svg_without_a_plotter(tmp_path):
    code = (
        "import sys; from stategraph.cli import main; level = 'spacewreck/eight-rooms'\n"
        "for verb, more in dict(render=['--layout', 'layered'], board=[], film=[]).items():\n"
        f"    main([verb, level, *more, '-o', '{tmp_path}/' + verb + '.svg'])\n"
        "print(*{'matplotlib', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
    assert len(list(tmp_path.glob("*.svg"))) == 3


def test_version(run):
    assert run("--version").out.startswith("stategraph 0.")


def test_the_same_bytes_under_any_hash_seed_and_locale(tmp_path):
    seen = set()
    level, files = "spacewreck/merry-go-round", (tmp_path / "x.dot", tmp_path / "x.svg")
    lines = [("render", level, "-o", file, "--layout", "layered") for file in files]
    for seed, locale in some((("0", "C"), ("1", "C.UTF-8"), ("77", "C")), 2):
        environment = {"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONUTF8": "0"}
        said = child.outputs(*lines, ("analyse", "--json", level), **environment)
        seen.add((said, *(file.read_bytes() for file in files)))
    assert len(seen) == 1


# --------------------------------------------------------------------- what users really do to it


@pytest.mark.parametrize(
    "argv",
    [
        ("analyse", EIGHT, "--max-memory", "9" * 400),
        ("render", EIGHT, "-o", "x.svg", "--deadline", "nan"),
        ("render", EIGHT, "-o", "x.svg", "--deadline", "0"),
        ("check-rules", "--puzzle", "spacewreck", "--max-states", "0"),
        ("query", EIGHT, "--state", "rocket=0,lucky=3"),
    ],
)
def test_odd_values_are_refused_in_one_line(run, argv):
    got = run(*argv)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("verb", ["--help", "solve"])
def test_a_full_disk_is_exit_4(verb):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    line = [sys.executable, "-m", "stategraph", verb, *([EIGHT] if verb == "solve" else [])]
    with open("/dev/full", "w") as full:
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 4
    assert done.stderr.count(b"\n") == 1


def test_closed_streams_are_no_tracebacks():
    for closing, code in (("<&-", 2), (">&-", 4), ("2>&-", 0)):
        line = f"{sys.executable} -m stategraph solve {'-' if code == 2 else EIGHT} {closing}"
        done = subprocess.run(["sh", "-c", line], capture_output=True)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


def test_a_reader_that_has_seen_enough_is_no_traceback():
    line = f"{sys.executable} -m stategraph list | head -1"
    done = subprocess.run(["sh", "-c", line], capture_output=True)
    assert done.stderr == b""


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
    head = f"puzzle: spacewreck\nlevel: |\n{indented(TEXT)}"
    path = native(head + tail, "l.yaml")
    assert run("expect", path, "--write").code == 0
    line = run("expect", path).out.rstrip("\n")
    assert path.read_text("utf-8") == head + line + kept


def test_expect_keeps_mark_line_ends_and_mode(run, native):
    text = f"\ufeffpuzzle: spacewreck\nlevel: |\n{indented(TEXT)}".replace("\n", "\r\n")
    path = native(text, "l.yaml")
    path.chmod(0o640)
    assert run("expect", path, "--write").code == 0
    data = path.read_bytes()
    assert data.startswith(text.encode())
    assert data.count(b"\n") == data.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("tail", ["...\n", "? expect\n: {states: 1}\n"])
def test_expect_refuses_what_it_would_damage(run, native, tail):
    text = f"puzzle: spacewreck\nlevel: |\n{indented(TEXT)}{tail}"
    path = native(text, "l.yaml")
    got = run("expect", path, "--write")
    assert path.read_text("utf-8") == text or run("analyse", path).err == ""
    assert got.code in (0, 2)


def test_an_unknown_answer_in_expect_is_a_remark(run, native):
    path = native(
        f"puzzle: spacewreck\nlevel: |\n{indented(TEXT)}expect: {{staets: 3}}\n", "l.yaml"
    )
    assert "expect names 'staets'" in run("analyse", path).err


def test_a_state_beyond_the_limit_is_reachable_by_the_moves_given(run):
    got = run("query", EIGHT, "--after", "R3L5R6", "--max-states", 5, "--json")
    record = json.loads(got.out)
    assert (got.code, record["reachable"], record["can_win"]) == (3, True, None)
    got = run("query", EIGHT, "--after", "R3L5L8", "--max-states", 3, "--json")
    record = json.loads(got.out)
    assert (got.code, record["can_win"], record["moves_to_win"]) == (0, True, 0)


def test_what_is_proven_below_a_limit_is_said(run):
    record = json.loads(run("query", EIGHT, "--max-states", 8, "--json").out)
    assert (record["moves_to_win"], record["best_moves"]) == (3, ["R3"])


def test_verify_takes_moves_for_a_puzzle_that_needs_no_level(run, tmp_path, monkeypatch):
    (tmp_path / "steps.py").write_text(
        "class Steps:\n"
        "    start = 0\n"
        "    def moves(self, state):\n"
        "        yield 'x', state + 1\n"
        "    def is_goal(self, state):\n"
        "        return state == 3\n"
        "puzzle = Steps()\n"
    )
    monkeypatch.chdir(tmp_path)
    assert (
        run("verify", "--puzzle", "steps:puzzle", "xxx").out
        == "wins in 3 moves: that is shortest\n"
    )
    got = run("verify", "x", "--puzzle", "steps:puzzle", "x", "--max-seconds", 9, "x")
    assert got.out == "wins in 3 moves: that is shortest\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "--max-states", 99, EIGHT, "R3", "L5", "L8"],
        [EIGHT, "--json", "R3", "L5", "L8"],
        [EIGHT, "R3", "--json", "L5", "--max-states", 99, "L8"],
        [EIGHT, "R3,L5,L8", "--json"],
    ],
)
def test_words_stand_before_between_and_behind_options(run, words):
    got = run("verify", *words)
    assert (got.code, json.loads(got.out)["moves"], json.loads(got.out)["wins"]) == (0, 3, True)


def test_a_word_too_many_is_refused_all_the_same(run):
    for words in (["query", EIGHT, "--json", "R3"], ["verify", EIGHT, "R3", "--jsn", "L5"]):
        got = run(*words)
        assert (got.code, got.out) == (2, "")
        assert got.err.startswith(f"stategraph: unrecognized arguments: {words[3]}")


def test_both_engines_answer_alike(run):
    answers = [
        run("analyse", EIGHT, "--json", "--engine", engine).out for engine in ("direct", "native")
    ]
    assert answers[0] == answers[1]


def test_what_was_only_seen_is_not_held_against_the_file(run):
    got = run("analyse", "spacewreck/forty-five-rooms", "--max-states", 50)
    assert got.code == 3
    assert "expect says" not in got.err


def test_one_is_no_plural_and_a_limit_is_named(run, tmp_path):
    small = tmp_path / "small.yaml"
    rows = "3 2", "red red", "1 1", "1 2 red", "2 3 red"
    small.write_text("puzzle: spacewreck\nlevel: |\n" + "".join(f"  {row}\n" for row in rows))
    text = run("analyse", small).out
    assert not re.search(r"(?<![\w.,])1 (states|moves|bits|steps)\b", text)
    million = run("analyse", "spacewreck/million-ways").out
    assert "too many to tell: of ways to one state, more than 1,000" in million


VERBS = Path(stategraph.cli.__file__).parent
FILES = {path.stem for path in VERBS.glob("*.py")} - {"__init__", *ABOUT_VERBS}


def test_a_verb_is_a_file_of_its_name():
    verbs = next(a for a in parser()._actions if a.choices).choices
    assert {file.replace("_", "-") for file in FILES} | {"import", "analyze"} == set(verbs)


@pytest.mark.parametrize("file", sorted(FILES))
def test_a_verb_parses_asks_tells_and_exits_in_sixty_lines(file):
    text = (VERBS / f"{file}.py").read_text("utf-8")
    words = re.findall(r'^[A-Z]+ = """.*?^"""\n', text, re.M | re.S)
    assert 20 <= len(text.splitlines()) - sum(len(each.splitlines()) for each in words) <= 60


def test_help_lists_every_verb_but_old_names(run):
    listed = re.findall(r"^    ([a-z-]+)(?: |$)", run("--help").out, re.M)
    assert listed[:3] == ["solve", "analyse", "explain"]
    assert sorted(listed) == sorted(file.replace("_", "-") for file in FILES)


def test_the_same_remark_is_told_once(run):
    words = ["table", "spacewreck/eight-rooms", "spacewreck/eight-rooms", "--max-states", 3]
    assert run(*words).err.count("stopped at the limit of 3 states") == 1
    assert run(*words).err.count("stopped at the limit of 3 states") == 1  # in each run


def test_demo_tells_a_missing_dot_once_and_ends_with_what_to_open(run, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name, **how: None)
    got = run("demo", "spacewreck", "-o", tmp_path)
    assert got.code == 0
    assert got.err.count("'dot' is not installed") == 1
    index = Path(got.out.splitlines()[-1].split()[-1])
    assert index == tmp_path / "report" / "index.html" and index.is_file()
