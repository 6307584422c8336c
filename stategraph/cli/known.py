"""The words that an option may take, where the library knows them; it is asked when it must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


class Known:
    """The choices of an option.

    Such an option has a metavar, since to list them in the usage would import the library.
    """

    def __init__(self, ask: Callable[[], Iterable[str]]):
        self._ask = ask

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask())

    def __contains__(self, word: object) -> bool:
        return word in list(self)


def _engines() -> Iterable[str]:
    from stategraph.engines.handover import ENGINES

    return ENGINES


def _searches() -> Iterable[str]:
    from stategraph.search.solve import SEARCHES

    return SEARCHES


def _algorithms() -> Iterable[str]:
    from stategraph.search.side_by_side import ALGORITHMS

    return ALGORITHMS


def _views() -> Iterable[str]:
    from stategraph.pictures import VIEWS

    return VIEWS


def _numbers() -> Iterable[str]:
    from stategraph.pictures.asked import NUMBERS

    return NUMBERS


def _layouts() -> Iterable[str]:
    from stategraph.pictures import LAYOUTS

    return LAYOUTS


def _goals() -> Iterable[str]:
    from stategraph.pictures.diagram import GOALS

    return GOALS


def _heats() -> Iterable[str]:
    from stategraph.analysis.heat import KINDS

    return KINDS


def _readers() -> Iterable[str]:
    from stategraph.formats.hints import READERS

    return READERS


ENGINES = Known(_engines)
SEARCHES = Known(_searches)
ALGORITHMS = Known(_algorithms)
VIEWS = Known(_views)
NUMBERS = Known(_numbers)  # what states can be coloured by
LAYOUTS = Known(_layouts)
GOALS = Known(_goals)  # ways to draw the goal
HEATS = Known(_heats)  # numbers on the cells of a board
READERS = Known(_readers)  # languages of programs that read hints
