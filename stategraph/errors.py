"""The exceptions of stategraph: one class per situation that a caller handles.

::

    StategraphError
    ├── InputError          an argument cannot be used
    │   ├── CompileError    kernels that cannot be compiled, here or at all
    │   ├── LevelError      a level file; names the file, the line and the value
    │   ├── MovesError      a text of moves that cannot be read, or is ambiguous
    │   ├── QuestionError   a question that cannot be read; names the column and a remedy
    │   ├── TooLargeError   a question about a graph on disk that needs too much memory
    │   ├── UnseenError     a state that was not reached before a limit, so nothing is known of it
    │   └── RuleError       rules that break the contract of a puzzle; names the state
    │       ├── TraceError    rules that cannot be compiled; names the line and the remedy
    │       └── MisreadError  compiled rules that differ from the Python rules; names the state
    └── OutputError         a result that could not be written

Functions on graphs raise networkx's own ``NodeNotFound`` and ``NetworkXNoPath``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


class StategraphError(Exception):
    """Any error that stategraph itself raises.

    >>> from stategraph import load
    >>> try:
    ...     load("spacewreck/nowhere")
    ... except StategraphError as error:
    ...     print(type(error).__name__)
    InputError
    """


class InputError(StategraphError):
    """An argument that cannot be used, such as an option, a name or a file.

    >>> from stategraph import solve
    >>> solve("spacewreck/eight-rooms", "lazy")
    Traceback (most recent call last):
    stategraph.errors.InputError: search lazy: the puzzle declares no obstacles to leave out
    """


class LevelError(InputError):
    """A level that cannot be read.

    The reader of a family raises this error with `line`, counted from 1 in the given text, or with
    the name of the wrong `option`. The reader passes neither of them if no single line is wrong.
    ``stategraph.level_files`` then adds the file, and converts the line number to that of the file.

    >>> print(LevelError("two players", line=4).located("maze.yaml", 10))
    maze.yaml:14: two players
    """

    def __init__(self, reason: str, line: int | None = None, option: str | None = None):
        super().__init__(reason)
        self.reason, self.line, self.option, self.file = reason, line, option, ""

    def located(
        self, file: str, skipped: int = 0, lines: dict[str, int] | None = None
    ) -> LevelError:
        """Return the error with its line in `file`, in which `skipped` lines precede the text.

        `lines` maps each option to its line in the file.
        """
        line = None if self.line is None else self.line + skipped
        if self.option is not None and lines is not None:
            line = lines.get(self.option)
        error = type(self)(self.reason, line)
        error.file = file
        return error

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line) if part]
        return ":".join([*place, " " + self.reason]) if place else self.reason


class MovesError(InputError):
    """A text of moves that cannot be read, or is ambiguous.

    >>> from stategraph import query
    >>> query("spacewreck/eight-rooms", after="R9")
    Traceback (most recent call last):
    stategraph.errors.MovesError: 'R9' cannot be played at the start; legal there: R3 L4
    """


class QuestionError(InputError):
    """A question that cannot be read, or refers to something the level lacks.

    >>> print(QuestionError("unknown name 'rockt'").at("rockt = 3", 1))
    'rockt = 3', column 1: unknown name 'rockt'
    """

    def __init__(self, reason: str, text: str = "", column: int = 0):
        # shorten words such as a number of 9,000 digits
        reason = re.sub(r"(\w{40})\w{40,}", r"\1…", reason)
        super().__init__(reason)
        self.reason, self.text, self.column = reason, text, column

    def at(self, text: str, column: int) -> QuestionError:
        """Return the error with its position: the column, counted from 1, in a text."""
        return type(self)(self.reason, text, column)

    def within(self, text: str) -> QuestionError:
        """Return the error with the same column, but with `text` as the text of the question."""
        return type(self)(self.reason, text, self.column)

    def __str__(self) -> str:
        if not self.column:
            return self.reason
        return f"{_shortened(self.text)}, column {self.column}: {self.reason}"


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 200 else text[:199] + "…")


class TooLargeError(InputError):
    """A question about a graph on disk that needs more memory than allowed.

    This error is raised before the computation starts, so the answer is unknown.
    """


class UnseenError(InputError):
    """A question about a state that was not reached before a limit.

    >>> from stategraph import expand
    >>> from stategraph.engines.limits import Limits
    >>> graph = expand("spacewreck/eight-rooms", Limits(states=4))
    >>> graph.ask("after L4 R3 L7 R6: can reach goal")
    Traceback (most recent call last):
    stategraph.errors.UnseenError: after L4 R3 L7 R6: that state was not seen before the limit
    """


class RuleError(InputError):
    """Rules that break the contract of a puzzle, such as a repeated label.

    >>> from stategraph import expand
    >>> from stategraph.rules import One, Puzzle
    >>> expand(Puzzle(dict(n=0), [lambda s: [("+", s.but(n=4))]], lambda s: False, n=One(4)))
    Traceback (most recent call last):
    stategraph.errors.RuleError: state (n=0), before any move: variable 'n': 4 is not in 0..3
    """


class TraceError(RuleError):
    """Rules that cannot be traced with symbolic values, and so cannot be compiled.

    >>> from stategraph import expand
    >>> from stategraph.rules import One, Puzzle
    >>> known = {0: 1}
    >>> rule = lambda s: [("+", s.but(n=known[s.n]))]
    >>> try:
    ...     expand(Puzzle(dict(n=0), [rule], lambda s: s.n == 1, n=One(2)), engine="native")
    ... except TraceError as error:
    ...     print(str(error).partition(": ")[2])
    a value of the state cannot be looked up in a Python set or dict; use Cells or Table
    """


class MisreadError(RuleError):
    """Compiled rules whose moves differ from the Python rules: a bug of stategraph.

    The message names the state and both sets of moves. With ``engine="auto"`` a warning is logged,
    and the run continues in Python.

    >>> issubclass(MisreadError, RuleError)
    True
    """


class CompileError(InputError):
    """Kernels that cannot be compiled: the compiler is missing or fails.

    >>> from stategraph.machine.c_translator import translate
    >>> translate("def half(a): return a / 2", {"half": None})
    Traceback (most recent call last):
    stategraph.errors.CompileError: line 1: no operation that is translated: a / 2
    """


class OutputError(StategraphError):
    """A result that could not be written.

    >>> from stategraph import write
    >>> write("spacewreck/eight-rooms", "no/such/folder/eight.npz")
    Traceback (most recent call last):
    stategraph.errors.OutputError: cannot write no/such/folder/eight.npz: No such file or directory
    """


def no_path(message: str) -> Exception:
    """Return networkx's ``NetworkXNoPath``, and import networkx only when this is called."""
    from networkx import NetworkXNoPath

    return NetworkXNoPath(message)


def node_not_found(node: object) -> Exception:
    """Return networkx's ``NodeNotFound`` for `node`."""
    from networkx import NodeNotFound

    return NodeNotFound(f"Node {node!r} is not in the graph")


def did_you_mean(word: object, candidates: Iterable[str], prefix: str = "") -> str:
    """Suggest similar known words at the end of a message about an unknown word.

    `prefix` is written in front of each suggestion.

    >>> did_you_mean("spacewrek", ["pacman", "spacewreck"]), did_you_mean("chess", ["pacman"])
    ('; did you mean spacewreck?', '')
    >>> did_you_mean("SOLVE", ["solve"])
    '; did you mean solve?'
    """
    from difflib import get_close_matches

    names = list(candidates)
    matches = get_close_matches(str(word), names, 3) or get_close_matches(
        str(word).lower(), names, 3
    )
    return f"; did you mean {' or '.join(prefix + match for match in matches)}?" if matches else ""


def install_command(package: str) -> str:
    """Return the command that installs a package for the running Python interpreter.

    >>> install_command("pandas").endswith(" -m pip install pandas")
    True
    """
    import shlex
    import sys

    return f"{shlex.quote(sys.executable)} -m pip install {package}"
