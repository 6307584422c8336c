"""Quotients by arbitrary expressions: ``--by boxes_home, dead``.

A variable keeps its values. Any expression that is not a variable becomes one. Its values are
numbers, or no and yes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from stategraph.analysis.quotient_choice import KINDS
from stategraph.analysis.variable_quotient import VariableQuotient, by_rows, projected
from stategraph.ask.meaning import STATE_WORDS, Meaning
from stategraph.ask.parser import parse_formula, parse_value
from stategraph.ask.play import ENDLESS, Play
from stategraph.ask.values import NUMBERS
from stategraph.errors import InputError, QuestionError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import One, Variable, Variables

# an expression with more values would merge hardly any states
MAX_VALUES = 10_000


def parts_of(text: str) -> list[str]:
    """Return the expressions of a text, separated by commas outside brackets.

    >>> parts_of("boxes_home, count(boxes in {1:2, 1:3})")
    ['boxes_home', 'count(boxes in {1:2, 1:3})']
    """
    return [part.strip() for part in re.split(r",(?![^({]*[)}])", text)]


def is_expression(level: Level, text: str) -> bool:
    """Return whether a text contains an expression that is not a variable."""
    kinds = level.puzzle.variables.kinds if level.puzzle.variables is not None else {}
    words = {*(level.family.words(level.puzzle) if kinds else ()), *STATE_WORDS, *NUMBERS}
    parts = [part for part in parts_of(text) if part not in kinds]
    if text.strip() in KINDS or not all(parts):
        return False
    return any(not part.isidentifier() or part in words for part in parts)


def grouped(level: Level, graph: ArrayGraph, texts: Sequence[str]) -> VariableQuotient:
    """Return the quotient of a graph by expressions: states with equal values are merged.

    The winning states form a separate class. Its values are those of the winning state found first.

    Raises
    ------
    InputError
        if an expression cannot be parsed, is unknown in some state, or has too many values

    >>> from stategraph import expand
    >>> graph = expand("sokoban/two-to-put-away")
    >>> quotient = grouped(graph.level, graph, ["boxes_home", "dead"])
    >>> quotient.names, len(quotient.sizes), str(quotient.graph.state(0))
    (('boxes_home', 'dead'), 5, 'boxes_home=0, dead=no')
    """
    own = {} if graph.variables is None else graph.variables.kinds
    meaning = Meaning(Play(level, graph, False))
    kinds: dict[str, Variable] = {}
    columns: dict[str, np.ndarray] = {}
    for text in texts:
        if text in own:
            kinds[text] = own[text]
            continue
        values, names = _values(meaning, text)
        name = re.sub(r"\W+", "_", text).strip("_") or "value"
        name = name if name.isidentifier() else f"by_{name}"
        kinds[name], columns[name] = One(0, *names), values
    variables = Variables(kinds)
    rows = projected(graph, variables).view(np.uint64).copy()
    for name, values in columns.items():
        ((word, shift),) = variables.places[name]
        rows[:, word] |= values.astype(np.uint64) << np.uint64(shift)
    return by_rows(graph, tuple(texts), variables, rows.view(np.int64))


def _values(meaning: Meaning, text: str) -> tuple[np.ndarray, list[str]]:
    """Return an expression's value in each state, as numbers (n,) int64, and the value names."""
    try:
        low, high = meaning.values.number(parse_value(text))
    except QuestionError:
        try:
            low, high = meaning.states(parse_formula(text))
        except QuestionError as error:
            raise error.within(text) from None
    if low is not high:
        raise InputError(f"{text}: its value is unknown in some states")
    column = np.broadcast_to(low, (len(meaning.play),))
    if column.dtype == np.bool_:
        return column.astype(np.int64), ["no", "yes"]
    distinct, places = np.unique(column, return_inverse=True)
    if len(distinct) > MAX_VALUES:
        raise InputError(
            f"{text}: it has {len(distinct):,} values; at most {MAX_VALUES:,} can be listed"
        )
    return places.ravel(), ["endless" if n == ENDLESS else str(n) for n in distinct.tolist()]
