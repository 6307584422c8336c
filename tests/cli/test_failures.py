"""Messages about exceptions: one line, an exit code, and the line in the author's code."""

from __future__ import annotations

import errno
import json
import os
import platform
import re
import subprocess
import sys
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from unittest.mock import Mock

import pytest

from stategraph.cli import failures
from stategraph.level_files import families
from stategraph.rules import Grid

EIGHT = "spacewreck/eight-rooms"

RULES = """\
import sys
from stategraph.rules import One, Puzzle

def made(step, goal=lambda s: s.n == 9):
    return Puzzle(dict(n=0), [step], goal, n=One(10))

def step(s):
    if s.n < 9:
        yield "+", s.but(n=s.n + 1)

def divides(s):
    yield "+", s.but(n=s.n + 1 + 0 // (3 - s.n))

def ends(s):
    sys.exit(0)
    yield

def half(s):
    for _, new in step(s):
        yield "\\ud800", new

raising, ending, halves = made(divides), made(ends), made(half)
goal = made(step, lambda s: {}[s.n])

def waits(s):
    while s.n == 2:
        pass
    yield "+", s.but(n=s.n + 1)

waiting = made(waits)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module of a puzzle's author, in the working folder, and return its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", *sys.path])

    def make(text, name):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
        return name

    yield make
    for file in tmp_path.glob("*.py"):
        sys.modules.pop(file.stem, None)


def one_line(got, code):
    """Return the only line of a run that failed with this code."""
    assert (got.code, got.out, got.err.count("\n")) == (code, "", 1), got.err
    return got.err.removeprefix("stategraph: ").rstrip("\n")


def test_an_error_of_compilation_names_the_place_once(run, module):
    text = """\
from stategraph.rules import One, Puzzle

def step(s):
    yield "+", s.but(n=abs(s.n + 1) % 10)

puzzle = Puzzle(dict(n=0), [step], lambda s: s.n == 9, n=One(10))
"""
    got = run("solve", "--puzzle", f"{module(text, 'sized')}:puzzle", "--engine", "native")
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.count("sized.py") == 1


# ----------------------------------------------------------------------------- the author's code


@pytest.mark.parametrize("verb", [("solve",), ("analyse",), ("solve", "--search", "astar")])
@pytest.mark.parametrize(
    "puzzle, says",
    [
        ("raising", "12: ZeroDivisionError: integer division or modulo by zero"),
        ("goal", "23: KeyError: 0"),
        ("ending", "15: it must not end the program (sys.exit)"),
    ],
)
def test_rules_and_goals_that_raise_are_told_by_their_line(run, module, verb, puzzle, says):
    name = module(RULES, "rules_that_raise")
    line = one_line(run(*verb, "--puzzle", f"{name}:{puzzle}"), 2)
    assert line.startswith(f"{name}.py:{says}")


@pytest.mark.parametrize("typed", [True, False])
def test_rules_of_an_installed_package_are_its_authors(run, module, tmp_path, monkeypatch, typed):
    folder = tmp_path / "lib" / "site-packages"
    folder.mkdir(parents=True)
    (folder / "installed_rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(families, "_typed", set())
    if not typed:  # an entry point names the module
        entry = EntryPoint("theirs", "installed_rules:raising", families.GROUP)
        monkeypatch.setattr(families, "_entry_points", lambda: {"theirs": entry})
    monkeypatch.setattr(families, "import_object", families.import_object if typed else find)
    line = one_line(run("solve", "--puzzle", "installed_rules:raising"), 2)
    assert "installed_rules.py:12: ZeroDivisionError" in line
    sys.modules.pop("installed_rules")


def find(word, option):
    module, _, name = word.partition(":")
    return getattr(import_module(module), name)


@pytest.mark.parametrize(
    "body, says",
    [
        ("raise LookupError('no')", "LookupError: no"),
        # frames of Cython have a path relative to the build folder
        ("numpy.random.default_rng().integers(5, 1)", "ValueError: low >= high"),
    ],
)
def test_an_error_in_a_library_is_no_authors(run, module, tmp_path, monkeypatch, body, says):
    folder = tmp_path / "lib" / "dist-packages"
    folder.mkdir(parents=True)
    (folder / "some_library.py").write_text(f"import numpy\ndef fail(*_, **__):\n    {body}\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr("stategraph.cli.solve.search", import_module("some_library").fail)
    assert one_line(run("solve", EIGHT), 70).startswith(f"crashed: {says} at solve.py:")
    sys.modules.pop("some_library")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
@pytest.mark.parametrize(
    "size, words",
    [(60_000, ("solve",)), (90_000, ("analyse",)), (230_000, ("export", "-o", "x.parquet"))],
)
def test_too_few_addresses_are_told(tmp_path, size, words):
    verb, *rest = words
    told = " ".join([sys.executable, "-m", "stategraph", verb, EIGHT, *rest])
    done = subprocess.run(["sh", "-c", f"ulimit -v {size}; {told}"], capture_output=True, text=True,
                          cwd=tmp_path)  # fmt: skip
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch("stategraph: out of memory; .*\n", done.stderr)
    assert os.listdir(tmp_path) == []


def test_an_expansion_names_the_state_too(run, module):
    name = module(RULES, "rules_with_a_state")
    assert one_line(run("solve", "--puzzle", f"{name}:raising"), 2).endswith("; in state (n=3)")


@pytest.mark.parametrize(
    "text, says",
    [
        ("x = 1\ndef f(:", "2: SyntaxError: invalid syntax"),
        ("1 / 0", "1: ZeroDivisionError: division by zero"),
        ("\nraise ValueError('no')", "2: ValueError: no"),
        ("import sys\nsys.exit(0)", "2: it must not end the program (sys.exit)"),
    ],
)
def test_a_module_that_cannot_be_imported_is_told_by_its_line(run, module, text, says):
    name = module(text, "broken_module")
    assert one_line(run("solve", "--puzzle", f"{name}:x"), 2) == f"{name}.py:{says}"


@pytest.mark.parametrize(
    "puzzle, says",
    [
        ("nowhere_at_all:x", "--puzzle nowhere_at_all:x: No module named 'nowhere_at_all'"),
        ("json:x", "--puzzle json:x: module 'json' has no 'x'"),
        ("json:", "--puzzle json: is not of the form MODULE:NAME"),
        (":x", "--puzzle :x names no module"),
        ("./there:x", "--puzzle ./there:x names no module"),
    ],
)
def test_what_is_not_there_is_told_by_its_name(run, puzzle, says):
    assert one_line(run("solve", "--puzzle", puzzle), 2) == says


PARTS = {
    "n=Tuple(4, One(3))": "6: TypeError: the values are given by a number or a board, not by One",
    "n=3": "6: TypeError: variable 'n' is 3, not One, Set or Tuple",
    "n=One(Lists([[1]]))": "6: TypeError: write Lists(rows, columns, {(row, column): [...], ...})",
    "n=One(4), m=One(2)": "6: variable 'm' has no value; given: n",
    "n=Set(4)": "6: variable 'n': 0 is one value; write several as [0]",
    "rules=step": "6: TypeError: the rules are a list; write [step] instead of step",
    "step=lambda s: [('+', s.but(k=1))]": (
        "6: state (n=0), before any move: unknown variable 'k'; variables: n"
    ),
    "step=lambda s: [('+', s.but(n=s['k']))]": (
        "6: KeyError: unknown variable 'k'; variables: n; in state (n=0)"
    ),
    "goal=lambda s: s.k == 1": (
        "6: AttributeError: unknown variable 'k'; variables: n; in state (n=0)"
    ),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_puzzle_with_a_wrong_part_is_told_by_its_line(run, module, part):
    lines = [
        "from stategraph.rules import *",
        "def step(s): yield '+', s.but(n=1)",
        "def made(step=step, goal=lambda s: s.n == 1, rules=None, **variables):",
        "    variables = variables or {'n': One(4)}",
        "    return {'start': {'n': 0}, 'rules': rules or [step], 'goal': goal, **variables}",
        f"puzzle = Puzzle(**made({part}))",
    ]
    name = module("\n".join(lines), "wrong_part")
    assert one_line(run("solve", "--puzzle", f"{name}:puzzle"), 2) == f"{name}.py:{PARTS[part]}"


def test_a_grid_needs_no_walls():
    assert Grid(["..", ".."]).size == 4


FAMILY = """\
from stategraph.rules import Element, Family, One, Puzzle

def step(s):
    if s.n < 3:
        yield "+", s.but(n=s.n + 1)

class Own(Family):
    name = "own"
    def read(self, text, options):
        return Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4))
"""


@pytest.mark.parametrize(
    "method, verb, says",
    [
        ("def text(self, p, s): return {}[1]", "query", "KeyError: 1"),
        ("def text(self, p): return ''", "query", "Own.text() takes 2 positional arguments"),
        ("def text(self, p, s): return 5", "query", "Own.text gives 5, which is not of type str"),
        ("def draw(self, p, s): return {}[1]", "film", "KeyError: 1"),
        ("def draw(self, p): return ''", "film", "Own.draw() takes 2 positional arguments"),
        (
            "def draw(self, p, s): return 'x'",
            "film",
            "Own.draw gives 'x', which is not of type Drawing",
        ),
        ("def actor(self, label): return {}[1]", "analyse --json", "KeyError: 1"),
        ("def actor(self): return ''", "analyse --json", "Own.actor() takes 1 positional argument"),
        (
            "actor = staticmethod(lambda label: [])",
            "analyse --json",
            "<lambda> gives [], which is not of type str",
        ),
        ("def elements(self, p): return {}[1]", "ablate", "KeyError: 1"),
        ("def elements(self): return []", "ablate", "Own.elements() takes 1 positional argument"),
        (
            "def elements(self, p): return 7",
            "ablate",
            "Own.elements gives 7, which is not of type list",
        ),
        (
            "def elements(self, p): return ['x']",
            "ablate",
            "gives 'x', which is not of type Element",
        ),
        ("def read(self, text): return 7", "solve", "Own.read() takes 2 positional arguments"),
        (
            "def read(self, text, options): return 7",
            "solve",
            "gives 7, which is not a puzzle: it needs start",
        ),
        ("heuristics = {'h': lambda: 0}", "analyse", "<lambda>() takes 0 positional arguments"),
    ],
)
def test_methods_of_a_family_are_their_authors(run, module, tmp_path, method, verb, says):
    name = module(f"{FAMILY}    {method}\nown = Own()\n", "family_of_an_author")
    (tmp_path / "level.txt").write_text("x\n")
    output = ("-o", "x.svg") if verb == "film" else ()
    line = one_line(run(*verb.split(), "level.txt", "--puzzle", f"{name}:own", *output), 2)
    assert line.startswith(f"{name}.py:11: ") and says in line


# ---------------------------------------------------------------------------------- our mistakes


def test_a_crash_has_a_code_of_its_own_and_leaves_the_traceback_in_a_file(run, monkeypatch):
    monkeypatch.setattr(families, "_typed", set())
    monkeypatch.setattr("stategraph.metrics.analyse", Mock(side_effect=LookupError("not to be")))
    line = one_line(run("analyse", EIGHT), 70)
    told = re.fullmatch(
        r"crashed: LookupError: not to be at graphs.py:\d+; "
        r"this is a mistake of stategraph, report it with (.*)",
        line,
    )
    file = Path(told[1])
    text = file.read_text("utf-8")
    assert text.endswith("\nLookupError: not to be\n")
    assert text.startswith(f"command line: stategraph analyse {EIGHT}\nstategraph ")
    for package in ("Python", "numpy", "scipy", "networkx"):
        assert re.search(rf"^{package} \d+\.\d+", text, re.M), package
    assert f"\n{platform.platform()}\n" in text
    file.unlink()


def test_the_files_of_the_last_crashes_are_kept(run, tmp_path, monkeypatch):
    monkeypatch.setattr(failures.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("stategraph.cli.solve.search", Mock(side_effect=LookupError))
    (tmp_path / "stategraph-other.txt").write_text("of another program")
    old = [tmp_path / f"{failures.PREFIX}{k}.txt" for k in range(25)]
    for k, path in enumerate(old):
        path.write_text("old")
        os.utime(path, (k, k))
    line = one_line(run("solve", EIGHT), 70)
    newest = Path(line.rpartition(" ")[2])
    kept = {*old[-failures.MAX_CRASH_FILES + 1 :], newest, tmp_path / "stategraph-other.txt"}
    assert {*tmp_path.iterdir()} == kept


# --------------------------------------------------------------------------- the system's refusals


def test_a_file_may_have_a_name_as_long_as_names_may_be(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "a" * 251 + ".svg"
    assert run("render", EIGHT, "-o", name).code == 0
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_longer_name_cannot_be_written_nor_read(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = "a" * 300
    got = run("render", EIGHT, "-o", f"{name}.svg")
    assert one_line(got, 4) == f"cannot write {name}.svg: File name too long"
    assert one_line(run("solve", f"{name}.yaml"), 2) == f"{name}.yaml: File name too long"


@pytest.mark.parametrize(
    "number, code, says",
    [
        (errno.EROFS, 4, "cannot write {}: Read-only file system"),
        (errno.EACCES, 4, "cannot write {}: Permission denied"),
    ],
)
def test_what_may_not_be_written_is_told(run, tmp_path, monkeypatch, number, code, says):
    target = tmp_path / "eight.svg"
    refuse = Mock(side_effect=OSError(number, os.strerror(number), str(target)))
    monkeypatch.setattr("stategraph.files.writing._fill", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    assert one_line(run("render", EIGHT, "-o", target), code) == says.format(target)


def test_a_folder_that_may_not_be_searched_is_told(run, monkeypatch):
    refused = PermissionError(errno.EACCES, "Permission denied", "closed/level.yaml")
    monkeypatch.setattr(Path, "stat", Mock(side_effect=refused))
    assert one_line(run("solve", "closed/level.yaml"), 2) == "closed/level.yaml: Permission denied"
    assert run("render", EIGHT, "-o", "closed/eight.svg").code in (2, 4)


# ------------------------------------------------------------------- texts outside of Unicode


def test_labels_with_half_a_character_are_reported_by_their_escape(run, module, tmp_path):
    name = module(RULES, "half_a_character")
    assert run("export", "--puzzle", f"{name}:halves", "-o", "half.json").code == 0
    assert run("report", "half.json", "-o", "page").code == 0
    record = json.loads((tmp_path / "page" / "half.json").read_text("utf-8"))
    assert record["first_solution"] == "\ud800" * 9


def test_a_file_name_need_not_be_unicode(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"caf\xe9.yaml")
    text = "puzzle: spacewreck\nlevel: |\n  3 1\n  red red\n  1 2\n  1 3 red\n"
    Path(name).write_text(text, encoding="utf-8")
    for argv in (("report", name, "-o", "page"), ("export", name, "-o", "graph.npz")):
        assert run(*argv).code == 0, argv
    assert run("analyse", name, "--json").code == 0


@pytest.mark.parametrize(
    "error",
    [
        ImportError("libopenblas.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        MemoryError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_whatever_finds_no_memory_says_so(error, run, monkeypatch):
    def fails(args):
        raise error

    monkeypatch.setattr("stategraph.cli.solve.load", lambda *_: fails(None))
    got = run("solve", "spacewreck/eight-rooms")
    assert (got.code, got.err.splitlines()) == (
        3,
        ["stategraph: out of memory; --max-states or --max-memory keeps within it"],
    )


def test_numbers_whose_solvers_find_no_room_are_left_out(run, monkeypatch):
    monkeypatch.setattr("stategraph.analysis.random_play.SOLVER_BYTES", 1 << 60)
    got = run("analyse", "spacewreck/eight-rooms", "--json")
    record = json.loads(got.out)
    assert got.code == 0
    assert record["win_chance"] is record["muse"] is None
    assert {"win_chance", "muse"} <= {*record["unknown"], *record["left_out"]}


def test_an_empty_name_is_no_folder(run):
    got = run("solve", "")
    assert (got.code, got.err) == (2, "stategraph: no LEVEL given\n")


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "+", "+", "+"),
        ("query", "--after", "+ + +"),
        ("solve", "--after", "+ + +"),
        ("film", "--solution", "+ + +", "-o", "it.gif"),
    ],
)
def test_moves_that_never_end_are_not_waited_for_in_a_replay_either(run, module, words):
    verb, *rest = words
    got = run(verb, *rest, "--puzzle", f"{module(RULES, 'waits')}:waiting", "--max-seconds", "0.2")
    assert one_line(got, 3) == "stopped at the limit of 0.2 seconds"


def test_check_rules_takes_seconds(run, module):
    what = f"{module(RULES, 'waits')}:waiting"
    got = run("check-rules", "--puzzle", what, "--max-seconds", "0.2")
    assert got.code == 3
    assert re.fullmatch(f"{what}: the nearest . states?: all laws hold\n", got.out)
    assert "stopped at the limit of 0.2 seconds" in got.err


# ------------------------------------------------------------------------- rules of another form

FORMS = """\
import numpy
from stategraph.rules import Family

class Stairs:
    start = 0

    def moves(self, state):
        return [("+", state + 1)]

    def is_goal(self, state):
        return state == 3

class Mute(Stairs):
    def moves(self):
        return []

class Adds(Stairs):
    def moves(self, state):
        return state + "+"

class Empty(Family):
    name, summary = "empty", "reads nothing"

    def read(self, text, options):
        return None

class Unsure(Stairs):
    def is_goal(self, state):
        return numpy.array([state, state]) == 3

mute, adds, empty, a_class, unsure = Mute(), Adds(), Empty(), Stairs, Unsure()

def words(puzzle):
    return str

def half(puzzle):
    return lambda state: 0.5

def huge(puzzle):
    return lambda state: 10**30

def none():
    return None
"""


@pytest.mark.parametrize(
    "puzzle, says",
    [
        ("mute", "rules cannot be asked: TypeError: Mute.moves() takes 1 positional argument"),
        (
            "a_class",
            "--puzzle forms:a_class is a class; add 'puzzle = Stairs()' to its file, "
            "and use forms:puzzle",
        ),
        ("adds", "forms.py:19: TypeError: unsupported operand type"),
        ("unsure", "rules cannot be asked: ValueError: The truth value of an array"),
        (
            "empty",
            "forms.py:24: Empty.read gives None, which is not a puzzle: "
            "it needs start, moves and is_goal",
        ),
    ],
)
def test_rules_that_cannot_be_asked_are_no_crash(run, module, puzzle, says):
    (Path.cwd() / "level.txt").write_text("x")
    files = ["level.txt"] if puzzle == "empty" else []
    name = module(FORMS, "forms")
    assert one_line(run("solve", *files, "--puzzle", f"{name}:{puzzle}"), 2).startswith(says)


@pytest.mark.parametrize("verb", [("search", "--algorithms", "astar"), ("audit-heuristic",)])
@pytest.mark.parametrize(
    "name, says",
    [
        ("words", r"heuristic forms:words: in state \(.*\) it returns '.*', which is not a whole"),
        (
            "half",
            r"heuristic forms:half: in state \(.*\) it returns 0\.5, which is not a whole number",
        ),
        ("huge", r".* it returns 10*, which is not a whole number of moves$"),
        ("none", "--heuristic forms:none does not return a function of a state"),
    ],
)
def test_heuristics_that_guess_no_number_are_no_crash(run, module, verb, name, says):
    named = f"{module(FORMS, 'forms')}:{name}"
    assert re.match(says, one_line(run(*verb, EIGHT, "--heuristic", named), 2))


def test_a_crash_among_an_authors_rules_names_who_can_judge_them(run, module, monkeypatch):
    monkeypatch.setattr("stategraph.cli.solve.search", Mock(side_effect=LookupError("no")))
    monkeypatch.setattr(families, "_typed", set())
    assert "where check-rules" not in run("solve", EIGHT).err
    got = run("solve", "--puzzle", f"{module(RULES, 'fine')}:goal")
    assert "; where check-rules finds no fault in fine, this is a mistake of" in got.err


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("solve {} --most 3", "--most needs --classes"),
        ("render {} -o x.svg --radius 3", "--radius needs --view around"),
        (
            "render {} -o x.svg --view map --boards",
            "--boards needs a diagram, which --view map is not",
        ),
        (
            "render {} -o x.svg --view profile --layout dot",
            "--layout needs a diagram, which --view profile",
        ),
        ("render {} -o x.svg --view map --draw-goal one", "--draw-goal needs a diagram, which"),
        ("plays {} --bot-seconds 3", "--bot-seconds needs --bot"),
        ("query spacewreck", "spacewreck is a family: name a level of it, as spacewreck/"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(run, tmp_path, monkeypatch, words, complaint):
    monkeypatch.chdir(tmp_path)
    made = run(*words.format("spacewreck/no-way-out").split())
    assert (made.code, made.out, list(tmp_path.iterdir())) == (2, "", [])
    assert complaint in made.err
    assert len(made.err.splitlines()) == 1


@pytest.mark.long
def test_check_rules_takes_a_family_by_its_name(run):
    named, asked = ("spacewreck",), ("--puzzle", "spacewreck")
    one, other = (run("check-rules", *words, "--max-states", 3) for words in (named, asked))
    assert one.code == 0 and one.out == other.out
