"""Shared parts of the tests: number of examples, a private cache, engines, the command line."""

from __future__ import annotations

import gc
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
import threading
from multiprocessing.util import Finalize
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from stategraph.cli import main
from stategraph.machine import deadline

# the same examples every time: a test that fails, fails for everyone
STEADY = settings(
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("all", STEADY)
settings.register_profile("quick", STEADY, max_examples=10)


def pytest_addoption(parser):
    parser.addoption(
        "--long", action="store_true", help="run the tests marked long too, with all examples"
    )


def pytest_configure(config):
    """Choose the number of examples, the folder of compiled rules, and the temporary folders.

    The folders are those of all workers, which inherit the environment, so that no two compile the
    same rules; they are never the user's own, and gone at the end.
    """
    if importlib.util.find_spec("stategraph_puzzles") is None:
        raise pytest.UsageError("the installed stategraph is too old: pip install --no-deps -e .")
    settings.load_profile("all" if config.getoption("--long") else "quick")
    if threading.current_thread() is threading.main_thread():
        # a shell has the programs that it starts in the background ignore Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        folder = Path(tempfile.mkdtemp(prefix="stategraph-"))
        # multiprocessing removes its own folder in it with priority -100, and fails if it is gone
        Finalize(None, shutil.rmtree, (folder, True), exitpriority=-200)
        os.environ["STATEGRAPH_CACHE"] = str(folder / "cache")
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "temporary")
        for name in ("cache", "temporary"):
            (folder / name).mkdir()


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """Let commands of this process overrun their limits a little: the machine may be busy.

    No test leaves a deadline to the next one.
    """
    monkeypatch.setattr(deadline, "GRACE", 5.0)
    monkeypatch.setattr(deadline, "HARD", 8.0)
    yield
    deadline.until(None)


def pytest_collection_modifyitems(config, items):
    """Leave out long tests, unless the user wants them; refuse names that differ between runs."""
    for item in items:
        if " at 0x" in item.nodeid:
            raise pytest.UsageError(f"{item.nodeid}: workers name it otherwise; give it an id")
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_collection_finish():
    """Have the garbage collector leave out what collection made: many tests call it."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Run a file or a test that is named in this process: workers would take longer to start."""
    named = all(".py" in word for word in config.args)
    return 0 if named and len(config.args) < 3 else None


class Run:
    """The outcome of one command line."""

    def __init__(self, code: int, out: str, err: str):
        self.code, self.out, self.err = code, out, err


@pytest.fixture(params=["direct", pytest.param("native", marks=pytest.mark.long)])
def engine(request, monkeypatch):
    """Run the test once on each engine, however small its puzzles are; native ones are compiled."""
    hand_over = {"direct": sys.maxsize, "native": 0}[request.param]
    monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", hand_over)
    return request.param


@pytest.fixture(params=["direct", "native"])
def any_engine(request, monkeypatch):
    """Run the test once on each engine; what native writes is interpreted, not compiled.

    Compiling the rules of each example of a property test would take a second.
    """
    if request.param == "native":
        monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 0)
        request.getfixturevalue("interpreted")


@pytest.fixture
def interpreted(monkeypatch):
    """Run the modules of the native engine as plain Python."""
    monkeypatch.setenv("STATEGRAPH_COMPILE", "plain")


@pytest.fixture
def both(monkeypatch):
    """Call a function twice, its loops plain and compiled; return its result, the same twice."""

    def call(function, *args):
        outcomes = []
        for small in (sys.maxsize, 0):
            monkeypatch.setattr("stategraph.machine.kernel.MIN_ITEMS_TO_COMPILE", small)
            outcomes.append(function(*args))
        plain, fast = outcomes
        pairs = zip(plain, fast, strict=True) if isinstance(plain, tuple) else [(plain, fast)]
        for one, two in pairs:
            if isinstance(one, np.ndarray):
                assert one.dtype == two.dtype
            assert np.array_equal(one, two)
        return plain

    return call


@pytest.fixture
def run(capsys):
    """Run a command line in this process: ``run("solve", "spacewreck/eight-rooms").out``."""

    def call(*argv: object) -> Run:
        capsys.readouterr()
        try:
            code = main([str(word) for word in argv])
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return call
