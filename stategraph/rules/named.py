"""Words of a family: what players would say of a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Named:
    """A word whose values have names: ``Named(lambda s: colour[s.rocket], ["pink", "green"])``.

    Attributes
    ----------
    function : callable
        of a state, and of whatever else the word is said of; written as a rule is
    names : tuple of str
        what the values 0, 1, ... are called

    >>> parity = Named(lambda s: s % 2, ["even", "odd"])
    >>> parity.names[parity(3)]
    'odd'
    """

    def __init__(self, function: Callable[..., Any], names: Sequence[str]):
        self.function, self.names = function, tuple(names)

    def __call__(self, state: Any, *things: Any) -> Any:
        """Return the value of the word."""
        return self.function(state, *things)
