"""Mutate a package of stategraph, and print the mutants that its tests do not notice.

Run it with ``make mutate PACKAGE=analysis``; README.md says how it works.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process that forks has one thread

import tree as trees
from mutants import Mutant, difference, equivalent, mutants, mutated, sample
from reach import Record, Recorder

ROOT = Path(__file__).parents[2]

# The tests of a package are those of its folder, its examples, and these.
MORE_TESTS = {
    "native": [
        *("engines", "rules"),
        *(f"search/test_{part}.py" for part in ("textbook", "spaces", "solve")),
    ],
    "machine": ["test_kernels.py"],
    "search": ["cli/test_solve.py"],
    "pushing": ["search/test_solve.py"],
    "ask": ["cli/test_query.py"],
    "design": [f"cli/test_{verb}.py" for verb in ("ablate", "check", "diff", "explain", "hardest")],
    "formats": ["cli/test_written_files.py"],
    "level_files": [
        "cli/test_level_files.py",
        "cli/test_expect.py",
        "cli/test_table.py",
        "test_load.py",
    ],
    "tell": ["cli"],
    "graph": ["test_graph.py", "test_expand.py", "analysis/test_variable_quotient.py"],
    "engines": ["test_expand.py", "native/test_repeats.py", "analysis/test_walk_contraction.py"],
    "metrics": ["cli/test_analyse.py"],
    "rules": [
        *(f"puzzles/test_{part}.py" for part in ("family_methods", "known_answers", "heuristics")),
        *(f"pictures/test_{part}.py" for part in ("scene", "on_the_board")),
        *(
            "test_expand.py",
            "native/test_traced_puzzle.py",
            "native/test_intervals.py",
            "analysis/test_symmetry.py",
            "design/test_board_edits.py",
        ),
    ],
    "difficulty": ["cli/test_difficulty.py"],
    "pictures": ["cli/test_written_files.py"],
    "cli": [
        *(f"invent/test_{part}.py" for part in ("invent", "pack")),
        *(f"pictures/test_{part}.py" for part in ("pictures", "on_the_board")),
        "search/test_custom_search.py",
    ],
}

PACKAGES = sorted(path.parent.name for path in (ROOT / "stategraph").glob("*/__init__.py"))

# Number of tests that run first; the others are collected only if these pass.
FIRST = 40

# The exit code of pytest for a mutant that changes the names of its tests, so that none is found.
NO_TESTS = 5


class Outcome(NamedTuple):
    """A mutant, its verdict (killed, survived or equivalent), and the reason."""

    mutant: Mutant
    verdict: str
    why: str


class Run(NamedTuple):
    """A mutant whose tests run: where, in which process, until when on the clock, and how many."""

    mutant: Mutant
    tree: trees.Tree
    held: contextlib.ExitStack
    log: Path
    child: int
    until: float
    tried: str


class Trial:
    """The mutants of a package, and how they are tried."""

    def __init__(self, package: str, options: argparse.Namespace, folder: Path, guard: trees.Guard):
        self.package, self.options, self.guard = package, options, guard
        # a snapshot: the user may edit the project during the run
        self.project = folder / "project"
        trees.copy_project(ROOT, self.project)
        self.kept = ROOT / "build" / "mutation"
        self.kept.mkdir(parents=True, exist_ok=True)
        cache = self.kept / f"{package}.cache"
        cache.mkdir(mode=0o700, exist_ok=True)
        self.folder = folder
        self.trees = [
            trees.Tree(self.project, folder / str(number), cache, guard)
            for number in range(options.workers)
        ]
        self.record = Record(self.kept / f"{package}.record.json")
        self.sources = self._python(f"stategraph/{package}")
        self.reasons = equivalent(Path(__file__).parent)

    def learn(self) -> None:
        """Run the tests whose lines are not known, on the files as they are."""
        paths = [f"tests/{self.package}", f"stategraph/{self.package}"]
        paths += [f"tests/{more}" for more in MORE_TESTS.get(self.package, [])]
        tests = [path for part in paths for path in self._python(part)]
        tests = [path for path in tests if not path.endswith("conftest.py")]
        old = self.record.outdated(self.project, self.sources, tests)
        if not old:
            return
        print(f"recording the tests of {len(old)} files", flush=True)
        tree, found = self.trees[0], self.folder / "recorded.json"

        def work() -> int:
            recorder = Recorder(tree.root, self.package)
            code = trees.run_tests(tree, old, [recorder])
            found.write_text(json.dumps([recorder.seconds, recorder.lines()]), "utf-8")
            return code

        log = self.folder / "recorded.log"
        child = tree.fork(work, log)
        _, code = trees.wait({child: time.monotonic() + 3600}, self.guard)
        if code not in (0, 5):
            sys.exit(f"{log.read_text('utf-8')}\nthe tests fail without any mutation")
        seconds, lines = json.loads(found.read_text("utf-8"))
        at_import = self.record.lines.get("", {})
        for path, numbers in lines.get("", {}).items():
            lines[""][path] = sorted({*numbers, *at_import.get(path, ())})
        self.record.seconds.update(seconds)
        self.record.lines.update(lines)
        self.record.save()

    def chosen(self) -> list[Mutant]:
        """Return the mutants to try."""
        paths = [path for path in self.sources if self.options.file in path]
        found = [mutant for path in paths for mutant in mutants(self.project, path)]
        if self.options.survivors:
            last = {tuple(it["name"]) for it in self._last() if it["verdict"] == "survived"}
            return [mutant for mutant in found if mutant.name in last]
        return sample(found, self.options.count, self.options.seed)

    def run(self) -> Iterator[Outcome]:
        """Try each of the chosen mutants; yield and keep each outcome once it is known."""
        known = {tuple(it["name"]): it for it in self._last()} if self.options.survivors else {}
        for outcome in self._outcomes():
            mutant, verdict, why = outcome
            known[mutant.name] = {"name": mutant.name, "verdict": verdict, "why": why}
            self._file().write_text(json.dumps(list(known.values()), indent=1), "utf-8")
            yield outcome

    def _outcomes(self) -> Iterator[Outcome]:
        waiting = self.chosen()[::-1]
        free = list(self.trees)
        running: dict[int, Run] = {}
        while waiting or running:
            while waiting and free:
                begun = self._begin(waiting.pop(), free)
                if isinstance(begun, Run):
                    running[begun.child] = begun
                elif begun:
                    yield begun
            if running:
                until = {run.child: run.until for run in running.values()}
                child, code = trees.wait(until, self.guard)
                run = running.pop(child)
                run.held.close()
                free.append(run.tree)
                yield self._outcome(run, code)

    def _begin(self, mutant: Mutant, free: list[trees.Tree]) -> Run | Outcome | None:
        """Start the tests of a mutant in a free tree; return its outcome if no test must run."""
        reason = self.reasons.get((mutant.path, mutant.text, mutant.operator))
        if reason is not None:
            return Outcome(mutant, "equivalent", reason)
        text = mutated(self.project, mutant)
        if text is None:
            return None
        found = self.record.tests_of(self.project, mutant.path, mutant.line)
        if not found:
            return Outcome(mutant, "survived", "no test runs this line")
        totals = accumulate(self.record.seconds[test] for test in found)
        tests = [
            test
            for test, total in zip(found, totals, strict=True)
            if total <= self.options.seconds or test == found[0]
        ]
        tree = free.pop()
        held = contextlib.ExitStack()
        held.enter_context(tree.mutated(mutant.path, text))
        log = tree.root.with_suffix(".log")
        child = tree.fork(self._work(tree, tests), log)
        allowed = trees.PATIENCE * (sum(map(self.record.seconds.__getitem__, tests)) + 30)
        tried = f"{len(tests)} of {len(found)} tests"
        return Run(mutant, tree, held, log, child, time.monotonic() + allowed, tried)

    def _work(self, tree: trees.Tree, tests: list[str]) -> Callable[[], int]:
        """Return what runs some tests of a tree, until one fails."""

        def work() -> int:
            code = 0
            for part in (tests[:FIRST], tests[FIRST:]):
                if part and code in (0, NO_TESTS):
                    limits = {test: self.record.seconds[test] for test in part}
                    files = sorted({test.partition("::")[0] for test in part})
                    code = trees.run_tests(tree, files, [trees.Chosen(limits)])
            return code

        return work

    def _outcome(self, run: Run, code: int | None) -> Outcome:
        mutant = run.mutant
        said = run.log.read_text("utf-8", errors="replace").splitlines()
        if code in (0, NO_TESTS):
            return Outcome(mutant, "survived", f"{run.tried} pass")
        if code is None or code < 0:
            return Outcome(
                mutant, "killed", "time or memory" if code in (None, -27) else f"signal {-code}"
            )
        failed = (line for line in reversed(said) if line.startswith(("FAILED", "ERROR")))
        return Outcome(mutant, "killed", next(failed, f"exit code {code}"))

    def _last(self) -> list[dict[str, Any]]:
        path = self._file()
        return json.loads(path.read_text("utf-8")) if path.is_file() else []

    def _file(self) -> Path:
        """Return the file of the last outcomes."""
        return self.kept / f"{self.package}.json"

    def _python(self, part: str) -> list[str]:
        """Return the Python files of a folder, or the file itself."""
        folder = self.project / part
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
        return [path.relative_to(self.project).as_posix() for path in paths]


def _libraries() -> None:
    """Import what tests import, so that each forked process need not."""
    import hypothesis.strategies
    import jinja2
    import lark
    import matplotlib.pyplot
    import networkx
    import numpy
    import PIL.Image
    import psutil
    import pytest
    import scipy.optimize
    import scipy.sparse.csgraph
    import scipy.stats
    import xdist

    del hypothesis, jinja2, lark, matplotlib, networkx, numpy, PIL, psutil, pytest, scipy, xdist


def main() -> int:
    """Try a sample of mutants; return 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", choices=PACKAGES)
    parser.add_argument("--count", type=int, default=100, help="mutants to try (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default 1)")
    parser.add_argument("--file", default="", help="mutate files whose path contains this text")
    parser.add_argument("--survivors", action="store_true", help="only those of the last run")
    parser.add_argument("--seconds", type=float, default=90, help="of tests for a mutant (90)")
    parser.add_argument("--workers", type=int, default=2, help="mutants at a time (default 2)")
    options = parser.parse_args()
    _libraries()
    folder = Path(tempfile.mkdtemp(prefix="stategraph-mutation-"))
    with trees.Guard(folder) as guard:
        trial = Trial(options.package, options, folder, guard)
        trial.learn()
        counts: Counter[str] = Counter()
        for mutant, verdict, why in trial.run():
            counts[verdict] += 1
            if verdict != "survived":
                print(".", end="", flush=True)
                continue
            print(f"\n{mutant.path}:{mutant.line}: {mutant.operator} survives ({why})")
            print(difference(trial.project, mutant), flush=True)
    listed = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("killed", "equivalent"))
    print(f"\n{options.package}: {counts.total()} mutants, {listed}, {counts['survived']} survived")
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main())
