"""Rules that many levels share: a function of the constants in which the levels differ.

::

    def rules(board, exits):                     a function without closure
        def walk(s): ...
        return [walk], lambda s: s.player in exits

    Puzzle(start, LevelRules(rules, board, exits), ...)

Levels of one family have the same function, but different constants. If their constants have the
same shape, the levels can run the same compiled rules; see `stategraph.native.level_proxies`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from stategraph.errors import RuleError
from stategraph.rules.board import Cells, Grid, Table

# constants that are compared by value
PLAIN = (bool, int, str, type(None))


class LevelRules:
    """Rules and goal as a function of the constants of a level.

    Parameters
    ----------
    make : function
        ``make(*constants)`` returns the rules and the goal. It has neither closure nor defaults, so
        that the rules depend on nothing else of the level
    *constants : Table, Cells, Grid, bool, int, str, None, or tuple of these

    Raises
    ------
    RuleError
        if `make` depends on more than its arguments, or a constant has another type

    Attributes
    ----------
    rules, goal : tuple of function, function
    """

    def __init__(self, make: Callable[..., tuple[object, object]], *constants: object):
        if type(make) is not FunctionType or (
            make.__closure__ or make.__defaults__ or make.__kwdefaults__
        ):
            raise RuleError(
                f"{make!r} must be a function without closure and defaults; "
                "give it all constants of the level as arguments"
            )
        _refuse_unknown(constants)
        self.make, self.constants = make, constants
        rules, self.goal = make(*constants)
        self.rules = tuple(rules)


def _refuse_unknown(constants: tuple[object, ...]) -> None:
    """Raise ``RuleError`` for a constant that cannot be compared between levels."""
    for constant in constants:
        if type(constant) is tuple:
            _refuse_unknown(constant)
        elif type(constant) not in (Table, Cells, *PLAIN) and not is_grid(constant):
            raise RuleError(
                f"a constant of the rules is a {type(constant).__name__}; "
                "use Table, Cells, Grid, bool, int, str, None, or a tuple of these"
            )


def is_grid(value: object) -> bool:
    """Return whether a value is a `Grid` whose walks are those of the base class."""
    return isinstance(value, Grid) and _walks(type(value)) and not _WALK & vars(value).keys()


# The attributes of a `Grid` that a walk reads, and the special methods that a subclass may define.
_WALK = {"WAYS", "around", "_looked_up"}
_USUAL = {"__init__", "__module__", "__doc__", "__qualname__", "__annotations__"}
_USUAL |= {"__firstlineno__", "__static_attributes__"}
_USUAL |= {"__slotnames__"}  # set by `copyreg` when an instance is copied or pickled


def _walks(kind: type) -> bool:
    """Return whether a subclass of `Grid` overrides neither walks nor operators."""
    bases = [base for base in kind.__mro__ if base not in (Grid, object)]
    own = {name for base in bases for name in vars(base)}
    special = {name for name in own if name.startswith("__")}
    return not own & _WALK and special <= _USUAL
