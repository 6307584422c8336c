"""Named values of a family's words, for questions about states."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stategraph.variables import State


class Named:
    """A word whose values have names: ``Named(lambda s: colour[s.rocket], ["pink", "green"])``.

    Attributes
    ----------
    function : callable
        a function of a state, and of further arguments; written like a rule
    names : tuple of str
        the names of the values 0, 1, ...

    >>> parity = Named(lambda s: s % 2, ["even", "odd"])
    >>> parity.names[parity(3)]
    'odd'
    """

    def __init__(self, function: Callable[..., object], names: Sequence[str]):
        self.function, self.names = function, tuple(names)

    def __call__(self, state: State, *things: object) -> object:
        """Return the value of the word."""
        return self.function(state, *things)
