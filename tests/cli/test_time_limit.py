"""The time limit of a command: partial answers, one line, and no process that outlives it."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import sys
import time

import pytest
from effort import sampled
from sample_texts import PUSH

from stategraph import invent
from stategraph.cli import limits, terminal
from stategraph.design import Trials
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.load import load
from stategraph.machine import deadline

SOKOBAN = """\
##############
#            #
# $  $  $    #
#    $   $   #
# $     $  @ #
#   $  $  $  #
#            #
#..........  #
#            #
##############
"""
PACMAN = (
    "%" * 20
    + "\n"
    + "".join(f"%{row:<18}%\n" for row in ["P 1 2 3 1 2 3", "Q 3 1 2", "  1   2   3"] + [""] * 15)
    + "%" * 20
    + "\n"
)
PUZZLESCRIPT = PUSH + SOKOBAN.replace(".", "O").replace(" ", ".").replace("$", "*").replace(
    "@", "P"
)
# One state, no move, and hundreds of removable elements.
STUCK = (
    PUSH + "#" * 40 + "\n" + "#P##" + "#" * 36 + "\n" + ("#" + "*O" * 19 + "#\n") * 30 + "#" * 40
)

# Rules that catch every exception, forever.
SWALLOWING = """\
class Swallowing:
    start = 0

    def moves(self, state):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass
        yield "a", 1

    def is_goal(self, state):
        return False


level = Swallowing()
"""

VERBS = {
    "solve": "LEVEL",
    "analyse": "LEVEL --json",
    "ask": "LEVEL 'can reach dead'",
    "query": "LEVEL",
    "verify": "LEVEL RRLL",
    "search": "LEVEL --algorithm bfs",
    "audit-heuristic": "LEVEL",
    "render": "LEVEL -o OUT.svg",
    "board": "LEVEL -o OUT.svg --heat solutions",
    "film": "LEVEL -o OUT.svg",
    "report": "LEVEL -o OUT",
    "share": "LEVEL -o OUT.html",
    "check": "LEVEL",
    "diff": "LEVEL LEVEL",
    "ablate": "LEVEL",
    "plays": "LEVEL",
    "hardest": "LEVEL",
    "difficulty": "LEVEL",
    "table": "LEVEL",
    "expand": "LEVEL -o OUT.npz",
    "export": "LEVEL -o OUT.graphml",
    "hints": "LEVEL -o OUT.json",
    "expect": "LEVEL",
    "check-rules": "LEVEL --max-states 100000000",
}
LEVELS = {
    "sokoban": ("level.xsb", SOKOBAN),
    "pacman": ("pacman.txt", PACMAN),
    "puzzlescript": ("game.puzzlescript", PUZZLESCRIPT),
    "stuck": ("stuck.puzzlescript", STUCK),
}
SECONDS = 1

# Each verb with one of the families in turn: each run takes as long as the limit.
RUNS = list(zip(VERBS, itertools.cycle(LEVELS), strict=False))


def timed(command, folder):
    """Return a finished process of the command line, and its time in seconds."""
    began = time.monotonic()
    done = subprocess.run(
        f"{sys.executable} -m stategraph {command}",
        shell=True, cwd=folder, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done, time.monotonic() - began


@pytest.mark.long
@pytest.mark.parametrize(("verb", "family"), RUNS)
def test_every_verb_ends_soon_after_its_limit(tmp_path, verb, family):
    name, text = LEVELS[family]
    (tmp_path / name).write_text(text)
    options = VERBS[verb].replace("LEVEL", name).replace("OUT", "out")
    puzzle = "" if "puzzlescript" in name else f"--puzzle {family}"
    done, took = timed(f"{verb} {options} {puzzle} --max-seconds {SECONDS}", tmp_path)
    # idle: SECONDS + 1 and the start of Python; the machine may be busy
    assert took < SECONDS + 6
    assert done.returncode in (
        terminal.DONE,
        terminal.NO,
        terminal.BAD_INPUT,
        terminal.UNKNOWN,
    )
    assert "Traceback" not in done.stderr and "crashed" not in done.stderr
    assert list(tmp_path.rglob("*.tmp")) == []
    if done.returncode == terminal.UNKNOWN:
        limits = ["limit of 1 second", "time limit: what took longer is unknown"]
        limits += ["limit of 250,000 states"] * (verb == "share")  # its own bound
        said = done.stderr + done.stdout
        assert any(f"stopped at the {limit}" in said for limit in limits)


@pytest.mark.long
@pytest.mark.parametrize("verb", sampled(["solve", "render -o out.svg"]))
def test_rules_that_catch_every_exception_do_not_outlive_the_limit(tmp_path, verb):
    (tmp_path / "swallowing.py").write_text(SWALLOWING)
    done, took = timed(f"{verb} --puzzle swallowing:level --max-seconds 1", tmp_path)
    assert done.returncode == terminal.UNKNOWN
    assert "stopped at the limit of 1 second" in done.stderr.split("\n")[-2]
    assert took < 10


def test_temporary_files_are_removed_when_the_process_is_ended(tmp_path):
    script = """
import time
from stategraph.cli.limits import TimeLimit
from stategraph.files import write
from stategraph.machine import deadline

deadline._raise_in = lambda thread, error: None  # nothing can be interrupted

def fill(file):
    file.write(b"half")
    while True:
        time.sleep(0.01)

limit = TimeLimit(0.2, time.monotonic(), owns_process=True)
limit.run(lambda: write("out.bin", fill))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (
        3,
        "stategraph: stopped at the limit of 0.2 seconds\n",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", sampled(["spacewreck/eight-rooms", "sokoban/corner", "puzzlescript/tumble"])
)
@pytest.mark.parametrize("how", ["", "--json", "report"])
def test_numbers_that_take_too_long_are_unknown(run, tmp_path, monkeypatch, name, how):
    monkeypatch.setattr(deadline, "GRACE", -60.0)
    if how == "report":
        got = run("report", name, "-o", tmp_path / "page", "--max-seconds", 50)
        assert (tmp_path / "page" / "index.html").exists()
    else:
        got = run("analyse", name, *how.split(), "--max-seconds", 50)
        assert got.out
    assert got.code == terminal.UNKNOWN, got.err
    assert "limit" in got.err
    if how == "--json":
        record = json.loads(got.out)
        assert record["states"] and record["complete"]
        assert record["components"] is None and "components" in record["unknown"]


def test_each_of_several_levels_has_the_seconds(run, tmp_path, monkeypatch):
    """One level that takes too long leaves its seconds to the next one."""
    monkeypatch.setattr(deadline, "GRACE", 0.0)
    monkeypatch.setattr(deadline, "HARD", 0.1)
    monkeypatch.setattr("stategraph.cli.list._row", slow_on("slow"))
    for level in ("slow", "quick"):
        (tmp_path / f"{level}.yaml").write_text("")
    got = run(
        "table", tmp_path / "slow.yaml", tmp_path / "quick.yaml", "--max-seconds", 0.5, "--json"
    )
    rows = json.loads(got.out)
    assert [("error" in row) for row in rows] == [False, True]
    assert got.code == terminal.UNKNOWN
    assert "slow.yaml: stopped at the limit of 0.5 seconds" in got.err


def slow_on(word):
    def row(args, name):
        while word in name:
            pass
        return {"level": name, "complete": True}

    return row


def test_a_watch_is_interrupted_at_each_save_alone(tmp_path):
    (tmp_path / "level.yaml").write_text(
        "puzzle: spacewreck\nlevel: |\n  3 2\n  red red\n  1 2\n  1 3 red\n"
    )
    done, _ = timed("watch level.yaml --saves 0 --max-seconds 9", tmp_path)
    assert done.returncode == terminal.DONE, done.stderr


def test_each_save_has_the_whole_time_limit(capsys):
    limit = limits.TimeLimit(60.0, began=time.monotonic() - 61)
    try:
        assert limit.again(0.0, deadline.seconds_left) > 50
        assert limit.moment is None

        def too_long():
            raise deadline.OutOfTime

        assert limit.again("the earlier version", too_long) == "the earlier version"
        assert "stopped at the limit of 60 seconds" in capsys.readouterr().err
    finally:
        deadline.until(None)


def test_trials_end_at_the_limit():
    level = load("sokoban/corner")
    late = Limits(seconds=1.0, since=0.0)
    trials = Trials(level.family, level.puzzle, late, graph=expand(level.puzzle))
    (trial,) = trials.run([(0,)])
    assert (trial.stopped, trial.solvable) == ("limit of 1 second", None)


def test_a_search_for_levels_and_its_decoration_end_in_time(tmp_path, monkeypatch):
    """A level is left unchanged if its expansion or its cleaning does not end."""
    level = load("sokoban/first-push")
    maker, wishes = invent.maker(level), invent.wishes([], ["shortest"], "shortest", 1000)
    began = time.monotonic()
    found = invent.search(maker, wishes, seconds=1.0)
    assert found.levels

    def endless(*_):
        while True:
            pass

    monkeypatch.setattr("stategraph.invent.level_search.looked_at", endless)
    assert invent.search(maker, wishes, seconds=0.2).failures["out of time"] > 0
    monkeypatch.setattr("stategraph.invent.idea_choice._bare", endless)
    monkeypatch.setattr("stategraph.invent.idea_choice.board_of", endless)
    maker = invent.maker(level, size=(5, 5))
    made = invent.delivered(maker, wishes, found.archive, until=time.monotonic() + 0.2)
    assert all(one.spared == 0 for one in made)
    assert time.monotonic() - began < 60


def test_limits_that_count_already_are_kept():
    limits = Limits(seconds=5.0, since=1.0)
    assert limits.begun() is limits and limits.over
    assert not Limits(seconds=5.0).begun().over
    assert not Limits().begun().over


# the exception may reach a callback of the garbage collector, which drops it; it is sent again
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_level_without_moves_is_explained_within_the_limit(run, tmp_path):
    path = tmp_path / "stuck.puzzlescript"
    path.write_text(STUCK)
    began = time.process_time()
    got = run("solve", path, "--max-seconds", 1)
    assert time.process_time() - began < 6
    assert got.code in (terminal.NO, terminal.UNKNOWN)
    shutil.rmtree(tmp_path)


def test_an_interruption_that_hits_a_finalizer_prints_nothing(monkeypatch, capsys):
    monkeypatch.setattr(sys, "unraisablehook", limits.hide_interruptions)

    class Finalized:
        def __init__(self, error):
            self.error = error

        def __del__(self):
            raise self.error

    Finalized(deadline.OutOfTime("late"))
    assert capsys.readouterr().err == ""
    Finalized(OSError("no file"))
    assert "OSError: no file" in capsys.readouterr().err
