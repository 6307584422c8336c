"""Type checks of the results of an author's methods, on each call.

::

    def text(self, puzzle): ...        fam.py:12: Fam.text() takes 2 positional arguments but 3 ...
    def draw(self, puzzle, state):     fam.py:15: Fam.draw gives 'x', which is not of type Drawing
        return "x"
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from stategraph.errors import RuleError
from stategraph.files import relative_path
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

PUZZLE = "not a puzzle: it needs start, moves and is_goal"


def checked(function: Callable, kind: Any, of: type = object) -> Callable:
    """Wrap `function`: raise ``RuleError`` if its result is not of the type `kind`.

    All items of a list or tuple must have the type `of`. The wrapper also raises ``RuleError`` if
    the arguments do not fit the signature of `function`. Errors of the author's own code pass
    through.
    """

    # a structural test against PlainPuzzle is slow, so test for the class first
    kinds: Any = (Puzzle, kind) if kind is PlainPuzzle else kind

    @wraps(function)
    def checker(*args: object, **kwargs: object) -> Any:
        try:
            result: Any = function(*args, **kwargs)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:
                raise  # an error of the author's code
            raise RuleError(f"{_place(function)}: {error}") from None
        if not isinstance(result, kinds):
            raise _type_error(function, result, kind)
        if of is not object:
            for item in result:
                if not isinstance(item, of):
                    raise _type_error(function, item, of)
        return result

    return checker


def _type_error(function: Callable, result: object, kind: type) -> RuleError:
    name = getattr(function, "__qualname__", repr(function))
    expected = PUZZLE if kind is PlainPuzzle else f"not of type {kind.__name__}"
    reason = f"{name} gives {reprlib.repr(result)}, which is {expected}"
    return RuleError(f"{_place(function)}: {reason}")


def _place(function: object) -> str:
    """Return ``file:line`` of a function, the file relative to the working folder."""
    code = getattr(function, "__code__", None)
    if code is None:  # a builtin
        return repr(function)
    return f"{relative_path(code.co_filename)}:{code.co_firstlineno}"
