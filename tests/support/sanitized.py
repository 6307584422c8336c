"""Every family, search and kernel run compiled, in a process that checks their memory.

An access outside of an array, or undefined behaviour, ends the process with a report. It fails,
too, if a kernel was not run, or if loops ran as plain Python.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Tests that run kernels on random input.
TESTS = (
    "tests/test_kernels.py",
    "tests/ask/test_play.py",
    "tests/analysis/test_costs.py",
    "tests/analysis/test_symmetry_reduction.py",
    "tests/formats/test_npz.py",
    "tests/machine/test_records.py",
    "tests/pushing/test_annealing.py",
    "tests/pushing/test_cost_bounded.py",
    "tests/pushing/test_pattern_database.py",
    "tests/pushing/test_shortening.py",
    "tests/pushing/test_subgoal_order.py",
    "tests/store/test_distances.py",
    "tests/analysis/test_walk_contraction.py::test_both_engines_make_the_same",
    "tests/analysis/test_variable_quotient.py::test_pairs_count_each_state_once",
    "tests/pushing/test_box_search.py",
    "tests/pushing/test_fess.py",
    "tests/store/test_cluster.py::test_the_bytes_are_those_of_one_process",
    "tests/store/test_cluster.py::test_a_block_begins_again_when_a_worker_has_lost_its_data",
    "tests/store/test_cluster.py::test_owners_with_either_index_give_the_same_numbers",
)

# Small levels of each family, solvable and not.
LEVELS = (
    *("labyrinth/first-shift", "labyrinth/locked-in"),
    *("pacman/first-meal", "pacman/narrow-corridor"),
    *("pledge/ferry", "pledge/short-memory"),
    *("psychopath/first-push", "psychopath/fill-the-pit"),
    "puzzlescript/tumble",
    *("sokoban/first-push", "sokoban/too-late"),
    *("spacewreck/eight-rooms", "spacewreck/no-way-out"),
)

# Verbs for each level, besides each search: some verbs refuse some families.
ASKED = (
    "analyse --engine native",
    "analyse --by walks",
    "analyse --by turns",
    "analyse --by symmetry",
    "solve --any --max-seconds 5",
    "ablate",
    "search",
    "render --view map -o FOLDER/map.svg",
)

# Messages of a verb that does not apply to a family, or to a level.
REFUSED = ("stategraph: by ", "stategraph: search ", "it has no elements")


def environment(compiler: str = "gcc") -> dict[str, str]:
    """Return an environment in which compiled code is checked.

    The runtime of the sanitizers must be loaded before Python. Python never frees some of its
    memory, which is not a leak of ours.
    """
    libraries = []
    for name in ("libasan.so", "libubsan.so"):
        words = [compiler, f"-print-file-name={name}"]
        found = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
        if not Path(found).is_absolute():
            raise FileNotFoundError(f"{compiler} has no {name}; install the sanitizers of gcc")
        libraries.append(found)
    return {
        **os.environ,
        "CC": f"{compiler} -fsanitize=address,undefined -fno-sanitize-recover=all",
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "STATEGRAPH_COMPILE": "cc",
    }


def checked(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these words, its compiled code checked, and kept in a folder."""
    own = {"STATEGRAPH_CACHE": str(folder / "cache"), "STATEGRAPH_KEEP": str(folder / "kept")}
    return subprocess.run(
        [sys.executable, *words],
        env=environment() | own,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def main() -> str:
    """Run everything; return the errors, or an empty text."""
    del os.environ["LD_PRELOAD"]  # the compiler itself need not be checked
    from kernels import every_kernel

    from stategraph.engines import engine_choice
    from stategraph.machine import c_compiler, kernel
    from stategraph.machine.backends import CLoops

    ran = set()
    compiled = kernel.Kernel.compiled

    def noted(self, *args, work=None):
        found = compiled(self, *args, work=work)
        if any(isinstance(one, CLoops) and one._library for one in self._compiled.values()):
            ran.add(self._function)
        return found

    kernel.Kernel.compiled = noted
    kernel.MIN_ITEMS_TO_COMPILE = engine_choice.HAND_OVER_STATES = engine_choice.WORTH_COMPILING[
        "cc"
    ] = 0
    kernel.USUAL_WAIT = kernel.LONGEST_WAIT = c_compiler.MAX_SECONDS = 200.0
    wrong = [*_ask(), *_test()]
    missing = [name for name, one in every_kernel().items() if one._function not in ran]
    return "\n".join([*wrong, *(f"{name} was not run compiled" for name in missing)])


def _ask() -> Iterator[str]:
    """Run the verbs on the levels; yield the errors."""
    from stategraph.cli import main
    from stategraph.search.solve import SEARCHES

    searches = [f"solve --engine native --max-seconds 20 --search {name}" for name in SEARCHES]
    for level in LEVELS:
        for line in (*ASKED, *searches):
            verb, *options = line.replace("FOLDER", os.environ["STATEGRAPH_KEEP"]).split()
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([verb, level, *options])
            refused = code == 2 and any(words in err.getvalue() for words in REFUSED)
            if code not in (0, 1, 3) and not refused:
                yield f"{verb} {level} {' '.join(options)}: {code}: {err.getvalue()}"


def _test() -> Iterator[str]:
    """Run tests of kernels; yield the errors."""
    import pytest

    if code := pytest.main(["-n0", "-p", "no:cacheprovider", *TESTS]):
        yield f"the tests of kernels end with {code}"


if __name__ == "__main__":
    sys.exit(main() or 0)
