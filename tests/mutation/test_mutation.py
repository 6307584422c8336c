"""Mutants: which there are, which tests run on them, and that a survivor is found."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from mutants import OPERATORS, difference, equivalent, mutants, mutated, sample
from reach import Record, statements

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

SMALL = '''"""A module of 3 functions."""

__all__ = ["larger" + "x"]


def larger(one: int | None, two: int) -> int:
    """Return 1 + 1."""
    assert one is not None
    if one < two and two:
        return two
    return one
'''


def test_the_further_tests_of_packages_exist(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # or the module sets it for good
    from mutate import MORE_TESTS

    paths = [ROOT / "tests" / path for some in MORE_TESTS.values() for path in some]
    assert [path for path in paths if not path.exists()] == []


@pytest.fixture
def written(tmp_path):
    def write(text):
        (tmp_path / "small.py").write_text(text)
        return tmp_path

    return write


def changes(root, operator=None):
    """Return the lines that mutants put into the file."""
    found = []
    for mutant in mutants(root, "small.py"):
        if operator in (None, mutant.operator) and mutated(root, mutant):
            found += [line[1:].strip() for line in difference(root, mutant).splitlines()[1:]]
    return found


def test_what_is_mutated(written):
    assert sorted(changes(written(SMALL))) == [
        "if not one < two and two:",
        "if one < two or two:",
        "if one < two:",
        "if one <= two and two:",
        "if two:",
    ]


@pytest.mark.parametrize(
    "line, without",
    [
        ("x = a - b + c", ["x = b + c", "x = a + c", "x = a - b"]),
        ("x = known & all", ["x = all", "x = known"]),
        ("x = a * b", ["x = b", "x = a"]),
    ],
)
def test_each_operand_is_left_out(written, line, without):
    assert [" ".join(it.split()) for it in changes(written(line), "DropOperand")] == without


def test_statements_that_act_are_left_out(written):
    text = "def f(x):\n    x.y = 1\n    x += 1\n    y = x\n    g(y)\n    log.info(y)\n    raise x\n"
    root = written(text)
    dropped = [mutant for mutant in mutants(root, "small.py") if mutant.operator == "DropStatement"]
    assert [mutant.text for mutant in dropped] == ["x.y = 1", "x += 1", "g(y)", "raise x"]
    assert changes(root, "DropStatement") == ["pass"] * 4


def test_a_sample_stays_when_other_lines_change(written):
    text = "\n".join(f"x{i} = {i} + y{i}" for i in range(50))
    before = sample(mutants(written(text), "small.py"), 20, seed=1)
    after = sample(mutants(written("import z\n\n" + text), "small.py"), 30, seed=1)
    assert [it.name for it in before] == [it.name for it in after[:20]]
    assert [it.line + 2 for it in before] == [it.line for it in after[:20]]


def test_a_line_belongs_to_its_statement(written):
    text = (
        "@cache\ndef kept():\n    return 1\n\n\ndef loop():\n    return 2\n\n\n"
        "LOOP = Kernel(loop)\n\n\n"
        "def f(a):\n    if (\n        a\n    ):\n        return (\n            1\n        )\n"
    )
    known = statements(written(text) / "small.py")
    assert [known[line] for line in (3, 7, 10)] == [
        (range(line, line + 1), False) for line in (3, 7, 10)
    ]
    assert known[15] == (range(14, 17), True)
    assert known[18] == (range(17, 20), True)


def test_all_tests_run_on_a_line_that_only_other_processes_run(written):
    root = written("def f():\n    return 1\n\n\ndef g():\n    return 2\n")
    record = Record(root / "record.json")
    record.seconds = {"slow": 2.0, "quick": 1.0}
    record.lines = {"slow": {"small.py": [2]}}
    assert record.tests_of(root, "small.py", 2) == ["slow"]
    assert record.tests_of(root, "small.py", 6) == ["quick", "slow"]


def test_what_is_listed_as_equivalent_is_there():
    for (file, line, operator), reason in equivalent(HERE).items():
        text = (ROOT / file).read_text("utf-8")
        assert line in map(str.strip, text.splitlines()), f"{file} holds no line {line!r}"
        assert operator in OPERATORS
        assert len(reason) > 20


SMALL_LOOP = """\
def count(n):
    k = 0
    while n:
        n -= 1
        k += 1
    return k


def larger(a, b):
    return a if a < b else b
"""

TESTS = """\
from stategraph.analysis.small import count, larger


def test_count():
    assert count(3) == 3


def test_larger():
    assert (larger(2, 1), larger(1, 2)) == (1, 1)
"""


@pytest.fixture
def mutate(tmp_path, monkeypatch):
    """Return a function that starts the script on a small project with the given tests."""
    project, temporary = tmp_path / "project", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))

    def begin(tests, *options):
        for name, text in {
            "stategraph/__init__.py": "",
            "stategraph/analysis/__init__.py": "",
            "stategraph/analysis/small.py": SMALL_LOOP,
            "tests/analysis/test_small.py": tests,
            "setup.cfg": "[tool:pytest]\naddopts = --import-mode=importlib\n",
        }.items():
            (project / name).parent.mkdir(parents=True, exist_ok=True)
            (project / name).write_text(text)
        shutil.copytree(HERE, project / "tests" / "mutation", dirs_exist_ok=True)
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
        script = project / "tests" / "mutation" / "mutate.py"
        return subprocess.Popen(
            [sys.executable, script, "analysis", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    yield begin
    assert not list(temporary.iterdir())


@pytest.mark.long
def test_a_survivor_is_found(mutate, tmp_path):
    """The tests of a small project notice all mutants but one, and a loop without end."""
    file = tmp_path / "project" / "stategraph" / "analysis" / "small.py"
    # the user edits the file while its tests run
    tests = f"{TESTS}\n\ndef test_edit():\n    open({str(file)!r}, 'w').write('edited = (')\n"
    for more in ([], ["--survivors"]):
        process = mutate(tests, *more)
        out, err = process.communicate()
        assert err == ""
        assert out.count("survives") == 1
        assert "small.py:10: ReplaceComparisonOperator_Lt_LtE survives (1 of 1 tests pass)" in out
        assert process.returncode == 1
        assert more or file.read_text() == "edited = ("


@pytest.mark.long
def test_a_killed_run_leaves_nothing(mutate, tmp_path):
    begun = tmp_path / "begun"
    tests = (
        "import os, time\n\n\ndef test_slow():\n"
        f"    os.write(os.open({str(begun)!r}, os.O_CREAT | os.O_WRONLY), b'%d ' % os.getpid())\n"
        "    time.sleep(600)\n"
    )
    with mutate(tests) as process:
        while not (begun.is_file() and begun.read_text().endswith(" ")):
            assert process.poll() is None
            time.sleep(0.1)
        process.kill()
        process.communicate()  # until the last process closes its output
    deadline = time.monotonic() + 60  # a process that was killed may still be ending
    with contextlib.suppress(psutil.NoSuchProcess):
        last = psutil.Process(int(begun.read_text()))
        while last.status() != psutil.STATUS_ZOMBIE:
            assert time.monotonic() < deadline
            time.sleep(0.1)
