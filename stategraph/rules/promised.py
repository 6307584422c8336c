"""What an author's methods promise to give, held against what they give wherever they are called.

::

    def text(self, puzzle): ...        fam.py:12: Fam.text() takes 2 positional arguments but 3 ...
    def draw(self, puzzle, state):     fam.py:15: Fam.draw gives 'x', which is no Drawing
        return "x"
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from stategraph.errors import RuleError
from stategraph.files import shown
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

PUZZLE = "puzzle: it has not start, moves and is_goal"


def promised(function: Callable, kind: Any, of: Any = object) -> Callable:
    """Return a function that raises ``RuleError`` where `function` gives nothing of that `kind`.

    Of a list or tuple, all items are `of` a kind. It raises too where it cannot be called with
    what it is given; what the author's own code raises comes through.
    """

    # whether a thing is a puzzle of whatever class takes long to find out
    kinds: Any = (Puzzle, kind) if kind is PlainPuzzle else kind

    @wraps(function)
    def asked(*given: Any, **named: Any) -> Any:
        try:
            made = function(*given, **named)
        except TypeError as error:
            trace = error.__traceback__
            if trace is None or trace.tb_next is not None:
                raise  # the author's own
            raise RuleError(f"{_place(function)}: {error}") from None
        if not isinstance(made, kinds):
            raise _broken(function, made, kind)
        if of is not object:
            for item in made:
                if not isinstance(item, of):
                    raise _broken(function, item, of)
        return made

    return asked


def _broken(function: Callable, made: object, kind: Any) -> RuleError:
    name = getattr(function, "__qualname__", repr(function))
    wanted = PUZZLE if kind is PlainPuzzle else kind.__name__
    told = f"{name} gives {reprlib.repr(made)}, which is no {wanted}"
    return RuleError(f"{_place(function)}: {told}")


def _place(function: Any) -> str:
    """Return ``file:line`` of a function, its file as seen from the working folder."""
    code = getattr(function, "__code__", None)
    if code is None:  # one of Python's own
        return repr(function)
    return f"{shown(code.co_filename)}:{code.co_firstlineno}"
