"""Values that options take: words, numbers, heuristics and searches, and shell completion.

Shell completion uses argcomplete. This package runs the program itself, which knows all installed
families. Without argcomplete, everything except completion works.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from stategraph.cli.parsing import option
from stategraph.errors import InputError, did_you_mean

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.rules.puzzle import Heuristic, Puzzle
    from stategraph.search.custom_search import Search

_DECIMAL = r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+"
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


class AllowedWords:
    """The words that an option takes: the items or keys of a constant that is imported when needed.

    An option with such words needs a metavar. Otherwise argparse would import the library to list
    the words in the usage.
    """

    def __init__(self, module: str, name: str):
        self._module, self._name = module, name

    def __iter__(self) -> Iterator[str]:
        return iter(getattr(import_module(self._module), self._name))

    def __contains__(self, word: object) -> bool:
        return word in list(self)


ENGINES = AllowedWords("stategraph.engines.engine_choice", "ENGINES")
SEARCHES = AllowedWords("stategraph.search.solve", "SEARCHES")
ALGORITHMS = AllowedWords("stategraph.search.comparison", "ALGORITHMS")
VIEWS = AllowedWords("stategraph.pictures", "VIEWS")
NUMBERS = AllowedWords("stategraph.pictures.options", "NUMBERS")  # colours of states
LAYOUTS = AllowedWords("stategraph.pictures", "LAYOUTS")
GOALS = AllowedWords("stategraph.pictures.diagram", "GOALS")  # how often the goal is drawn
HEATS = AllowedWords("stategraph.analysis.heat", "KINDS")  # numbers on the cells of a board
READERS = AllowedWords(
    "stategraph.formats.hints", "READERS"
)  # languages of programs that read hints


def number(text: str) -> int:
    """Parse a number that is at least 0 and has at most 9 digits."""
    return _whole(text, 0, 9)


def node(text: str) -> int:
    """Parse the number of a state, which has at most 10 digits."""
    return _whole(text, 0, 10)


def count(text: str) -> int:
    """Parse a number that is at least 1 and has at most 18 digits."""
    return _whole(text, 1, 18)


def _whole(text: str, least: int, digits: int) -> int:
    """Parse a number that is at least `least` and has at most `digits` digits."""
    if not re.fullmatch(r"[0-9]+", text) or (len(text) <= digits and int(text) < least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least {least}")
    if len(text) > digits:
        raise argparse.ArgumentTypeError(f"{text!r} has more than {digits} digits")
    return int(text)


def port(text: str) -> int:
    """Parse a port of this machine: 1 to 65535, or 0 for any free port."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: 0 to 65535")
    return int(text)


def size(text: str) -> int:
    """Convert a size such as 500M to a number of bytes."""
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]?)(?:i?b)?", text.lower())
    if not match or float(match[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 2G")
    return int(float(match[1]) * _UNITS[match[2]])


def seconds(text: str) -> float:
    """Return a number of seconds."""
    if not re.fullmatch(_DECIMAL, text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def positive(text: str) -> float:
    """Parse a number above 0, such as a number of minutes."""
    if not re.fullmatch(_DECIMAL, text) or float(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return float(text)


def seed(text: str) -> int:
    """Parse the seed of a random number generator."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of up to 18 digits")
    return int(text)


def costs(text: str) -> list[str]:
    """Split a list of distinct costs, such as ``moves,pushes``."""
    names = [name.strip() for name in re.split(r",(?![^({]*[)}])", text)]
    if not all(names) or len(set(names)) < len(names):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of different costs")
    return names


def words(text: str) -> list[str]:
    """Split a list of distinct words, such as ``pushes,turns``."""
    distinct = [word.strip() for word in text.split(",")]
    if not all(distinct) or len(set(distinct)) < len(distinct):
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of different words")
    return distinct


def weight(text: str) -> float:
    """Parse the weight of a heuristic."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return float(text)


def algorithms(text: str) -> list[str]:
    """Split a list of algorithms, such as ``bfs,astar``."""
    names = list(ALGORITHMS) if text == "all" else list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in ALGORITHMS:
            raise argparse.ArgumentTypeError(
                f"{name!r} is not one of {', '.join(ALGORITHMS)}{did_you_mean(name, ALGORITHMS)}"
            )
    return names


def heuristic_option(where: str = "") -> str | None:
    """Declare --heuristic."""
    return option(
        "--heuristic NAME",
        f"{where}one of the family (default: its first), or MODULE:FUNCTION, which returns a "
        "function of a state for a puzzle",
    )


def own_search_option(more: str, beside: bool = False) -> list[str]:
    """Declare --algorithm, a user-defined search. With `beside`, other searches run too."""
    return option(
        "--algorithm MODULE:FUNCTION",
        f"{'also ' if beside else ''}your own search: a function of a problem with start, "
        "moves(state), is_goal(state) and guess(state), which returns a list of labels, or None"
        + more,
        action="append",
        default=[],
    )


def heuristic(level: Level, name: str | None) -> tuple[str, Heuristic]:
    """Return the name of a heuristic and the heuristic itself; see `heuristic_of_puzzles`."""
    chosen_name, make = heuristic_of_puzzles(level, name)
    return chosen_name, make(level.puzzle)


def heuristic_of_puzzles(
    level: Level, name: str | None
) -> tuple[str, Callable[[Puzzle], Heuristic]]:
    """Return the name of a heuristic, and a function that builds the heuristic for a puzzle.

    `name` is one of the family's heuristics or MODULE:FUNCTION. None selects the family's first
    heuristic. If the family has none, the heuristic is 0 everywhere and its name is empty.

    Raises
    ------
    InputError
        when the family has no heuristic of that name
    """
    heuristics = level.family.heuristics
    if name is not None and ":" in name:
        return name, _imported_heuristic(name)
    if name is None and not heuristics:
        return "", lambda puzzle: lambda state: 0
    if name is not None and name not in heuristics:
        owner_name = level.family.name or level.name
        heuristics_text = f"has {', '.join(heuristics)}" if heuristics else "has none"
        suggestion = did_you_mean(name, heuristics)
        raise InputError(f"unknown heuristic {name!r}; {owner_name} {heuristics_text}{suggestion}")
    chosen_name = name if name is not None else next(iter(heuristics))
    return chosen_name, heuristics[chosen_name]


def _imported_heuristic(name: str) -> Callable[[Puzzle], Heuristic]:
    """Return a function that builds the heuristic MODULE:FUNCTION for a puzzle and checks it."""
    from stategraph.analysis.heuristic_check import whole
    from stategraph.level_files.families import import_object, takes

    make = import_object(name, "--heuristic")

    def of(puzzle: object) -> Heuristic:
        if not takes(make, 1) or not takes(guess := make(puzzle), 1):
            raise InputError(f"--heuristic {name} does not return a function of a state")
        return whole(guess, name)

    return of


def own_searches(names: Sequence[str]) -> dict[str, Search]:
    """Import the user-defined searches of --algorithm, and map their names to the functions."""
    from stategraph.level_files.families import import_object, takes

    searches = {name: import_object(name, "--algorithm") for name in names}
    for name, function in searches.items():
        if not takes(function, 1):
            raise InputError(f"--algorithm {name} is not a function of a problem")
    return searches


def completing() -> bool:
    """Return whether a shell runs the program to complete a command line."""
    return "_ARGCOMPLETE" in os.environ


def complete(parser: argparse.ArgumentParser) -> None:
    """If a shell asks for completions, print them and exit."""
    if completing():
        import argcomplete

        argcomplete.autocomplete(parser)


def levels(prefix: str, **_: object) -> Iterable[str]:
    """Return names of levels, families and files as completions of `prefix`."""
    from argcomplete.completers import FilesCompleter

    from stategraph.level_files.families import bundled_names, family_names

    names = bundled_names() if "/" in prefix else [f"{name}/" for name in family_names()]
    return [*names, *FilesCompleter()(prefix)]


def families(prefix: str, **_: object) -> Iterable[str]:
    """Return the names of the families."""
    from stategraph.level_files import family_names

    return family_names()


def kinds(prefix: str, **_: object) -> Iterable[str]:
    """Return the kinds of quotients that --by accepts."""
    return AllowedWords("stategraph.analysis.quotient_choice", "KINDS")


def metrics(prefix: str, **_: object) -> Iterable[str]:
    """Return the names of the metrics."""
    return AllowedWords("stategraph.metrics", "METRICS")


def explained_words(prefix: str, **_: object) -> Iterable[str]:
    """Return the metrics and the other words that ``explain`` knows."""
    from stategraph.tell import glossary

    return [name for names in glossary.words().values() for name in names]


def columns(prefix: str, **_: object) -> Iterable[str]:
    """Return the names of the columns of a table of levels."""
    return [
        *AllowedWords("stategraph.metrics", "COLUMNS"),
        *AllowedWords("stategraph.design", "PLAYER_METRICS"),
    ]
