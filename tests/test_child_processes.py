"""Ctrl-C reaches the process that users have started, and none of those that work for it."""

from __future__ import annotations

import multiprocessing
import signal
import subprocess
import sys

import pytest
from joblib import delayed

from stategraph.child_processes import spared, working

ASKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"


def blocked() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def child() -> str:
    return subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True).stdout


def test_children_are_spared_and_those_after_them_are_not():
    with spared():
        assert child() == "True\n"
    assert child() == "False\n"


def test_ctrl_c_while_children_begin_is_not_lost():
    begun = False
    with pytest.raises(KeyboardInterrupt), spared():
        signal.raise_signal(signal.SIGINT)
        begun = True
    assert begun


NOISY = """
from joblib import delayed
from stategraph.child_processes import working

if __name__ == "__main__":
    with working(2) as pool:
        list(pool([delayed(print)("noise")] * 4))
"""


def test_what_workers_print_goes_to_standard_error():
    # in a separate process: joblib keeps its workers, and a worker keeps its standard error
    done = subprocess.run([sys.executable, "-c", NOISY], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.count("noise") == 4


def test_processes_that_python_starts_are_spared_the_first_ones_too():
    code = (
        "from test_child_processes import spawned\nif __name__ == '__main__':\n    assert spawned()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd="tests", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def spawned() -> bool:
    context = multiprocessing.get_context("spawn")
    with spared(), context.Pool(1) as pool:
        return pool.apply(blocked)


def test_all_processes_that_joblib_starts_are_spared():
    with working(2) as pool:
        assert all(pool(delayed(blocked)() for _ in range(4)))
    assert not blocked()
