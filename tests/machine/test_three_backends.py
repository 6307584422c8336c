"""With a C compiler, with numba alone and with neither: the same answers, and one remark."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from stategraph.machine import backends, cache

SCRIPT = """
import logging, sys
from stategraph import expand, load
from stategraph.engines import engine_choice
from stategraph.machine import backends

logging.basicConfig(level=logging.INFO, format="%(message)s")
if sys.argv[1] == "nothing":
    sys.modules["numba"] = None
    backends.importlib.util.find_spec = lambda name: None
engine_choice.HAND_OVER_STATES, engine_choice.WORTH_COMPILING = 2, {"cc": 4, "numba": 4}
graph = expand(load("spacewreck/eight-rooms").puzzle)
print(backends.backend(), len(graph), graph.number_of_edges(), "numba" in sys.modules)
"""


@pytest.mark.parametrize("there", ["cc", pytest.param("numba", marks=pytest.mark.long), "nothing"])
def test_whatever_is_there_the_answers_are_the_same(tmp_path, there):
    if there == "cc" and backends.backend() != "cc":
        pytest.skip("no C compiler")
    environment = {**os.environ, cache.VARIABLE: str(tmp_path), backends.VARIABLE: ""}
    if there != "cc":
        environment |= {"PATH": str(tmp_path / "empty"), "CC": ""}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, there], capture_output=True, text=True, env=environment
    )
    way, imported = {
        "cc": ("cc", False), "numba": ("numba", True), "nothing": ("None", True),
    }[there]  # fmt: skip
    assert done.stdout == f"{way} 9 14 {imported}\n", done.stderr
    assert done.stderr.count("no C compiler") == (there == "nothing")
