"""Output is harmless to terminals, and an interrupted run leaves no files or processes."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from types import ModuleType

import psutil
import pytest
from effort import sampled

from stategraph import __main__
from stategraph.cli import limits, terminal
from stategraph.errors import OutputError

EIGHT = "spacewreck/eight-rooms"

HOSTILE = "x\x1b[31mred\u202e\x9b\x7f"


@pytest.fixture(autouse=True)
def default_hangup():
    """Let processes end at SIGHUP even if these tests run under nohup, whose children ignore it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def hostile(tmp_path, monkeypatch):
    """A graph whose labels and nodes contain control characters."""
    monkeypatch.chdir(tmp_path)
    name = "plan\x1b[2J.csv"
    (tmp_path / name).write_text(f"source,target,label\na,b{HOSTILE},{HOSTILE}\n")
    return [name, "--start", "a", "--goal", "b" + HOSTILE]


@pytest.mark.parametrize(
    "line",
    [
        ("solve", "--steps"),
        ("analyse",),
        ("analyse", "--json"),
        ("query",),
        ("query", "--after", "\x1b[5m"),
        ("export", "-o", "made\x1b[2J.aut"),
        ("solve", "--json"),
        ("render", "-o", "x.\x1b[5m"),
    ],
    ids=" ".join,
)
def test_terminals_are_given_no_commands(run, hostile, line):
    got = run(*line, *hostile)
    assert not set("\x1b\x9b\x7f\u202e") & set(got.out + got.err)
    assert "\\x1b" in got.out + got.err or "\\u001b" in got.out


def test_json_keeps_its_values(run, hostile):
    assert json.loads(run("solve", "--json", *hostile).out)["first_solution"] == HOSTILE


def test_a_name_with_a_line_end_makes_no_second_line(run):
    assert run("solve", "a\nstategraph: all is well").err.count("\n") == 1


def test_progress_shows_names_that_are_harmless(capsys, monkeypatch):
    monkeypatch.setattr(terminal, "_watched", lambda: True)
    with terminal.status_line(HOSTILE):
        pass
    said = capsys.readouterr().err
    assert "\\x1b[31mred" in said
    assert "\x1b[31m" not in said


@pytest.mark.parametrize("columns", [12, 20, 40, 80])
def test_progress_fits_the_terminal_and_no_number_is_cut(capsys, monkeypatch, columns):
    monkeypatch.setattr(terminal, "_watched", lambda: True)
    monkeypatch.setattr(terminal, "_columns", lambda: columns)
    text = "75 moves found; 21,429,949 states, 40,734,422 moves, 4,123 states/s"
    with terminal.status_line(text):
        pass
    said = capsys.readouterr().err.split("\r")[1].rstrip()
    assert 0 < len(said) < columns
    parts = ["75 moves found", "21,429,949 states", "40,734,422 moves", "4,123 states/s"]
    told = re.split("[;,] ", said)
    assert told == parts[: len(told)] or (columns == 12 and said == "75 moves f…")


# ---------------------------------------------------------------------------------------- signals

ENDED = """
import os, signal, sys
from stategraph.cli import main
from stategraph.files import writing

def fill(file, data):
    file.write(b"half")
    os.kill(os.getpid(), getattr(signal, sys.argv[1]))

writing._fill = fill
signal.signal(getattr(signal, sys.argv[1]), signal.SIG_DFL)  # nohup would have it ignored
sys.exit(main(["export", "spacewreck/both-arrive", "-o", "x.aut"]))
"""


class Interrupted(ModuleType):
    """A module that is being imported when the user presses Ctrl-C."""

    def __getattr__(self, name):
        raise KeyboardInterrupt


def test_who_presses_ctrl_c_while_python_imports_is_told_in_one_line(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "stategraph.cli", Interrupted("stategraph.cli"))
    assert __main__.main() == __main__.INTERRUPTED == terminal.INTERRUPTED
    assert capsys.readouterr() == ("", "stategraph: interrupted\n")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_who_asks_for_an_end_finds_nothing_left_behind(tmp_path, name):
    done = subprocess.run(
        [sys.executable, "-c", ENDED, name], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "stategraph: interrupted\n")
    assert os.listdir(tmp_path) == []


# A level whose shortest solution is not proven within a minute.
TEN_BOXES = """puzzle: sokoban
level: |
  ##############
  #@           #
  # $ $ $ $ $  #
  #            #
  #  $ $ $ $ $ #
  #   #   #    #
  #. . . . . . #
  #  #    #  # #
  # . . . .    #
  ##############
"""


@pytest.mark.long
@pytest.mark.parametrize("name", sampled(["SIGINT", "SIGTERM", "SIGHUP"]))
def test_a_studio_that_is_ended_while_it_works_has_ended_well(tmp_path, name):
    line = [sys.executable, "-m", "stategraph", "studio", "--no-browser"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    studio = subprocess.Popen(line, cwd=tmp_path, text=True, start_new_session=True, **pipes)
    try:
        link = studio.stdout.readline().strip()
        asked = json.dumps({"session": "a page", "text": TEN_BOXES}).encode()
        kind = {"Content-Type": "application/json"}
        question = urllib.request.Request(link + "search", asked, kind)

        def ask():
            with contextlib.suppress(OSError, http.client.HTTPException):  # cut off by the signal
                urllib.request.urlopen(question).read()

        asking = threading.Thread(target=ask)
        asking.start()
        while asking.is_alive() and not _computes(studio.pid):
            time.sleep(0.1)
        assert asking.is_alive(), "the request must take long"
        os.killpg(studio.pid, getattr(signal, name))  # as a terminal does
        _, told = studio.communicate(timeout=30)
        asking.join()
    finally:
        studio.kill()
        studio.communicate()
    assert studio.returncode == terminal.DONE
    hint = "Ctrl-C ends the studio; the link works on this machine only"
    assert told == f"stategraph: {hint}\nstategraph: ended\n"


def _computes(studio):
    """Return whether a worker of the studio, a child of its fork server, has worked on a level."""
    studio = psutil.Process(studio)
    workers = set(studio.children(recursive=True)) - set(studio.children())
    return any(_seconds(worker) > 0.5 for worker in workers)


def _seconds(process):
    """Return the processor time of a process in seconds, or 0 if it has ended meanwhile."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.cpu_times().user
    return 0.0


def test_signals_that_others_handle_are_theirs():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        with limits.signals_interrupt():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is limits._interrupt
    finally:
        signal.signal(signal.SIGHUP, before)
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_thread_may_run_the_command_line(run):
    found = []
    thread = threading.Thread(target=lambda: found.append(run("solve", "spacewreck/both-arrive")))
    thread.start()
    thread.join()
    assert found[0].code == 0


# ---------------------------------------------------------------------------------------- streams


NOISY = """
from stategraph.rules import One, Puzzle
print("noise of the module")

def step(s):
    print("noise of a rule")
    if s.n < 3:
        yield "+", s.but(n=s.n + 1)

puzzle = Puzzle(dict(n=0), [step], lambda s: print("noise of the goal") or s.n == 3, n=One(4))
"""


def noisy(tmp_path, monkeypatch, text):
    """Write a module of a puzzle that `--puzzle` can name, and return its name."""
    monkeypatch.chdir(tmp_path)
    name = f"noisy_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(text)
    return name


@pytest.mark.parametrize("verb", ["solve", "analyse", "plays"])
def test_what_rules_print_is_no_part_of_the_answer(run, tmp_path, monkeypatch, verb):
    puzzle = f"{noisy(tmp_path, monkeypatch, NOISY)}:puzzle"
    got = run(verb, "--puzzle", puzzle, "--json")
    assert got.code == 0 and "noise of a rule" in got.err and "noise of the goal" in got.err
    json.loads(got.out)
    assert "noise" not in got.out


def test_standard_output_is_there_again_after_threads_have_used_it(run):
    before = sys.stdout
    began, ended = threading.Event(), threading.Event()

    def other():
        with terminal.only_answers():
            began.set()
            ended.wait(10)

    thread = threading.Thread(target=other)
    thread.start()
    assert began.wait(10)
    with terminal.only_answers():
        ended.set()
        thread.join(10)
        assert sys.stdout is sys.stderr and terminal._answer() is before
    assert sys.stdout is before


ASYNC = {
    "rule": "async def step(s):\n    yield '+', s\n",
    "coroutine": "async def step(s):\n    return [('+', s)]\n",
    "goal": "async def step(s):\n    return False\n",
    "moves": "class P:\n    start = 0\n    is_goal = bool\n    async def step(self, n):\n"
    "        yield 'x', n\n    moves = step\n",
    "is_goal": "class P:\n    start = 0\n    def moves(self, n): return []\n"
    "    async def step(self, n):\n        return True\n    is_goal = step\n",
}


@pytest.mark.parametrize("kind", ASYNC)
def test_rules_that_would_have_to_be_awaited_are_refused(run, tmp_path, monkeypatch, kind):
    rules = {"goal": "[], step"}.get(kind, "[step], bool")
    made = "P()" if "class" in ASYNC[kind] else f"Puzzle(dict(n=0), {rules}, n=One(2))"
    text = f"from stategraph.rules import One, Puzzle\n{ASYNC[kind]}puzzle = {made}\n"
    name = noisy(tmp_path, monkeypatch, text)
    got = run("solve", "--puzzle", f"{name}:puzzle")
    line = next(k for k, row in enumerate(text.splitlines(), 1) if "async def" in row)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert f"{name}.py:{line}: step is an 'async def'" in got.err
    assert "write 'def step'" in got.err


@pytest.mark.parametrize("what", ["--all", "--sample"])
@pytest.mark.parametrize("levels", [["pacman/first-meal"], ["pacman/first-meal", "pacman/orchard"]])
def test_solutions_are_printed_as_they_are_found(run, monkeypatch, what, levels):
    from stategraph.analysis import kth_path

    found, find = [], kth_path._Spelling.kth
    monkeypatch.setattr(kth_path._Spelling, "kth", lambda *k: found.append(k) or find(*k))

    def full(text):
        if len(found) == 3:
            raise OutputError("nobody reads any more")

    monkeypatch.setattr("stategraph.cli.terminal.say", full)
    got = run("solve", *levels, what, "100000")
    assert got.err == "stategraph: nobody reads any more\n"
    assert len(found) == 3


def test_interrupted_is_130(run, monkeypatch):
    def stop(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("stategraph.engines.engine_choice.TieredRunner.run", stop)
    got = run("solve", EIGHT)
    assert (got.code, got.err) == (130, "stategraph: interrupted\n")


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


@pytest.mark.parametrize("words", ["help", "help options", "solve --help", "--version"])
def test_help_for_a_closed_stream_is_an_error_of_one_line(words):
    line = f"{sys.executable} -m stategraph {words} >&-"
    done = subprocess.run(["sh", "-c", line], capture_output=True)
    said = b"stategraph: cannot write the answer: standard output is closed\n"
    assert (done.returncode, done.stderr) == (4, said)


def test_a_reader_that_has_seen_enough_is_no_traceback():
    line = f"{sys.executable} -m stategraph list | head -1"
    done = subprocess.run(["sh", "-c", line], capture_output=True)
    assert done.stderr == b""


def test_a_reader_that_has_gone_before_the_answer_is_exit_4(monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)  # Python writes the rest when it ends
    reader, writer = os.pipe()
    os.close(reader)
    line = [sys.executable, "-m", "stategraph", "solve", EIGHT]
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(line, stdout=gone, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (4, b"")
