"""The tests that can notice a mutant: those that run its line, the fastest first.

For some lines it is not known which tests depend on them: lines that run while modules are
imported, functions that keep their results, loops that may run as machine code, and templates of
generated texts. The same holds for lines that only child processes run. For these, all other tests
of the package follow.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import os
from pathlib import Path
from typing import Any

PLAIN = {"property", "staticmethod", "classmethod", "contextmanager", "contextlib.contextmanager"}


# A folder of functions that run as parts of generated texts.
TEXTS = "templates"


class Record:
    """The tests of a package: the seconds of each, and the lines of the package that it runs."""

    def __init__(self, path: Path):
        self._path = path
        known = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        self.digests: dict[str, str] = known.get("digests", {})
        self.seconds: dict[str, float] = known.get("seconds", {})
        self.lines: dict[str, dict[str, list[int]]] = known.get("lines", {})  # test, file, lines

    def outdated(self, root: Path, sources: list[str], tests: list[str]) -> list[str]:
        """Forget what no longer holds; return the files of tests to run."""
        digests = {path: _digest(root / path) for path in {*sources, *tests}}
        if any(self.digests.get(path) != digests[path] for path in sources):
            self.digests = {}
        old = [path for path in tests if self.digests.get(path) != digests[path]]
        for test in [
            test for test in self.seconds if _file(test) in old or _file(test) not in tests
        ]:
            del self.seconds[test]
            self.lines.pop(test, None)
        self.digests = digests
        return old

    def save(self) -> None:
        """Write the record to its file."""
        known = {"digests": self.digests, "seconds": self.seconds, "lines": self.lines}
        self._path.write_text(json.dumps(known), "utf-8")

    def tests_of(self, root: Path, path: str, line: int) -> list[str]:
        """Return the tests that may notice a change of a line, in the order to run them in."""
        lines, sure = statements(root / path).get(line, (range(line, line + 1), False))
        running = self._running(path).get
        known = {test for line in lines for test in running(line, ())}
        at_import = "" in known
        known.discard("")
        ordered = sorted(known, key=self._rank)
        if known and sure and not at_import and TEXTS not in Path(path).parts:
            return ordered
        return ordered + sorted(self.seconds.keys() - known, key=self._rank)

    def _rank(self, test: str) -> tuple[float, str]:
        return self.seconds[test], test

    @functools.lru_cache(maxsize=100)  # noqa: B019  # there is one record
    def _running(self, path: str) -> dict[int, list[str]]:
        """Return the tests that run each line of a file; "" is the import of modules."""
        running: dict[int, list[str]] = {}
        for test, files in self.lines.items():
            for line in files.get(path, ()):
                running.setdefault(line, []).append(test)
        return running


class Recorder:
    """A plugin of pytest that notes the seconds and the lines of each test."""

    def __init__(self, root: Path, package: str):
        import coverage

        self.seconds: dict[str, float] = {}
        self._root = root
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, source=[str(root / "stategraph" / package)]
        )
        self._coverage.start()

    def pytest_runtest_protocol(self, item, nextitem):
        self._coverage.switch_context(item.nodeid)
        self._began = sum(os.times()[:4])

    def pytest_runtest_logfinish(self, nodeid, location):
        self._coverage.switch_context("")
        self.seconds[nodeid] = sum(os.times()[:4]) - self._began

    def lines(self) -> dict[str, dict[str, list[int]]]:
        """Return the lines that each test has run, by file."""
        self._coverage.stop()
        data = self._coverage.get_data()
        found: dict[str, dict[str, list[int]]] = {}
        for path in data.measured_files():
            for line, tests in data.contexts_by_lineno(path).items():
                for test in tests:
                    name = Path(path).relative_to(self._root).as_posix()
                    found.setdefault(test, {}).setdefault(name, []).append(line)
        return found


@functools.lru_cache(maxsize=1)
def statements(path: Path) -> dict[int, tuple[range, bool]]:
    """Return, for each line, the lines of its statement, and whether it is known who runs it.

    The statement of a line is the innermost; of an ``if`` or a loop it is the head alone.
    """
    tree = ast.parse(path.read_text("utf-8"))
    handed_on = {
        node.id
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Name)
    }
    found: dict[int, tuple[range, bool]] = {}

    def visit(node: Any, sure: bool | None) -> None:
        body = getattr(node, "body", None)
        if isinstance(node, ast.stmt):
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
            lines = range(node.lineno, max(node.lineno, last) + 1)
            found.update((line, (lines, bool(sure))) for line in lines)
        if isinstance(node, ast.FunctionDef):
            kept = {ast.unparse(it) for it in node.decorator_list} - PLAIN
            sure = sure is not False and not kept and node.name not in handed_on
        for child in ast.iter_child_nodes(node):
            visit(child, sure)

    visit(tree, None)
    return found


def _file(test: str) -> str:
    return test.partition("::")[0]


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
