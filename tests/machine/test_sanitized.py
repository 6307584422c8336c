"""Compiled code stays within its arrays: it runs once with the sanitizers of gcc."""

from __future__ import annotations

import shutil
import sys

import pytest
import sanitized
from sanitized import checked

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or shutil.which("gcc") is None, reason="no gcc"
    ),
]

BEYOND = """
import os
import numpy as np
del os.environ["LD_PRELOAD"]
from stategraph.machine.backends import loops_of

TEXT = '''
from stategraph.machine.language import Int64s


def item(items: Int64s, at):
    return items[at]
'''
print(loops_of(TEXT, ["item"]).run("item", np.arange(10), {at}))
"""

DIVIDES = """
import ctypes, os, pathlib
del os.environ["LD_PRELOAD"]
from stategraph.machine.c_compiler import Compilation, find_compiler

made = pathlib.Path(os.environ["STATEGRAPH_CACHE"] + ".so")
made.write_bytes(Compilation(find_compiler(), "int divide(int a) {{ return 7 / a; }}").result())
print(ctypes.CDLL(str(made)).divide({by}))
"""


@pytest.mark.parametrize(
    ("program", "says"),
    [
        (BEYOND.format(at=10), "heap-buffer-overflow"),
        (BEYOND.format(at=-1), "heap-buffer-overflow"),
        (DIVIDES.format(by=0), "runtime error: division by zero"),
    ],
)
def test_what_is_wrong_ends_the_process_with_a_report(tmp_path, program, says):
    done = checked(tmp_path, "-c", program)
    assert done.returncode != 0
    assert says in done.stderr
    if says == "heap-buffer-overflow":  # and the report names the line of the C
        assert f"{next((tmp_path / 'kept').glob('*.c')).name}:" in done.stderr


@pytest.mark.parametrize(
    ("program", "says"), [(BEYOND.format(at=9), "9\n"), (DIVIDES.format(by=2), "3\n")]
)
def test_what_is_right_is_not_reported(tmp_path, program, says):
    done = checked(tmp_path, "-c", program)
    assert (done.returncode, done.stdout) == (0, says), done.stderr


def test_all_families_searches_and_kernels(tmp_path):
    done = checked(tmp_path, sanitized.__file__)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-9000:]
