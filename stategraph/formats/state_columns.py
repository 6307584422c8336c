"""What a file tells of every state, column by column.

====================  ============================================================================
``number``            the state's number, which ``query --node`` takes; the start is 0
``state``             the state in text
``state.NAME``        the text of each declared variable, as ``query --state`` takes it
``moves_out``         how many moves it has
``moves_from_start``  the fewest moves that lead to it
``moves_to_goal``     the fewest moves that lead from it to the goal; None: none, or not proven
``role``              start, goal, alive, dead, stuck; open (not expanded) and unknown only in a
                      graph that is not complete
``start``, ``goal``   whether it is the one
``unexpanded``        why its moves are not known; None: they are
====================  ============================================================================

Of classes of states that agree in some variables there is also how many ``states`` each has, how
many of them are ``dead_states``, and the ``moves_inside``; a class may be mixed, too. What classes
they are, by variables or by symmetry, tells ``classes_by``: such a file is not read back, for a way
between classes need not be playable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from stategraph.analysis import moves_from_start, proven_distance, roles
from stategraph.analysis.quotient import VariableQuotient
from stategraph.analysis.symmetry import Orbits
from stategraph.formats.edge_list import CLASSES
from stategraph.graph import ArrayGraph, pieces
from stategraph.variables import Variables

# The columns that are no texts.
INTEGERS = (
    *("number", "moves_out", "moves_from_start", "moves_to_goal"),
    *("states", "dead_states", "moves_inside"),
)
FLAGS = ("start", "goal")


def node_columns(graph: ArrayGraph) -> dict[str, list]:
    """Return the columns, each a list (n,). O(states + moves)."""
    if isinstance(graph.quotient, VariableQuotient):
        return _class_columns(graph, graph.quotient)
    n, variables = len(graph), variable_texts(graph)
    to_goal = proven_distance(graph)
    stopped = [] if graph.complete else range(min(graph.expanded, n - 1), n)
    return {
        "number": list(range(n)),
        "state": state_texts(graph, variables),
        **{f"state.{name}": texts for name, texts in variables.items()},
        "moves_out": np.diff(graph.offsets).tolist(),
        "moves_from_start": moves_from_start(graph).tolist(),
        "moves_to_goal": [moves if moves >= 0 else None for moves in to_goal.tolist()],
        "role": roles(graph).tolist(),
        "start": [True] + [False] * (n - 1),
        "goal": [node == graph.goal for node in range(n)],
        "unexpanded": [None] * (n - len(stopped)) + [graph.stopped] * len(stopped),
        **({CLASSES: [by] * n} if (by := classes_of(graph)) else {}),
    }


def classes_of(graph: ArrayGraph) -> str:
    """Return what the classes of a graph are by, between which ways need not be playable.

    Empty where its nodes are states, or what a player can play between.
    """
    quotient = graph.quotient
    if isinstance(quotient, VariableQuotient):
        return ", ".join(quotient.names)
    return quotient.kind if isinstance(quotient, Orbits) else ""


def _class_columns(graph: ArrayGraph, quotient: VariableQuotient) -> dict[str, list]:
    """Return the columns of classes of states: of their moves, the fewest of any of their states.

    The role of a class is what is proven of all its states: alive, dead, mixed or unknown.
    """
    n, variables = len(graph), variable_texts(graph)
    roles = ["start", *quotient.verdicts[1:]]
    if graph.goal is not None:
        roles[graph.goal] = "goal"
    return {
        "number": list(range(n)),
        "state": state_texts(graph, variables),
        **{f"state.{name}": texts for name, texts in variables.items()},
        "moves_out": np.diff(graph.offsets).tolist(),
        "moves_from_start": _least(quotient, moves_from_start(quotient.real)),
        "moves_to_goal": _least(quotient, proven_distance(quotient.real)),
        "role": roles,
        "start": [True] + [False] * (n - 1),
        "goal": [node == graph.goal for node in range(n)],
        "unexpanded": [None if graph.complete else graph.stopped] * n,
        "states": quotient.sizes.tolist(),
        "dead_states": quotient.dead.tolist(),
        "moves_inside": quotient.inside.tolist(),
        CLASSES: [classes_of(graph)] * n,
    }


def _least(quotient: VariableQuotient, moves: np.ndarray) -> list[int | None]:
    """Return the least number (k,) of the states of each class; None where no state has one."""
    known = moves >= 0
    least = np.full(len(quotient.sizes), np.iinfo(np.int64).max)
    np.minimum.at(least, quotient.owner[known], moves[known])
    return [None if number == np.iinfo(np.int64).max else number for number in least.tolist()]


def edge_rows(graph: ArrayGraph, names: list) -> Iterator[tuple[int, int, int, Any]]:
    """Yield the (number, source, target, name) of every move; `names` are its label's.

    The arrays are turned into Python's numbers piece by piece.
    """
    for some in pieces(graph.number_of_edges()):
        sources, targets = graph.sources[some].tolist(), graph.targets[some].tolist()
        labels = graph.labels[some].tolist()
        rows = zip(sources, targets, labels, strict=True)
        for number, (source, target, label) in enumerate(rows, some.start):
            yield number, source, target, names[label]


def state_texts(graph: ArrayGraph, variables: dict[str, list[str]]) -> list[str]:
    """Return the text (n,) of every state; `variables` are those of its variables."""
    if graph.variables is None:
        return [_text(state, node) for node, state in enumerate(graph.states)]
    named = [[f"{name}={text}" for text in texts] for name, texts in variables.items()]
    return [", ".join(parts) for parts in zip(*named, strict=True)] or [""] * len(graph)


def _text(state: Any, node: int) -> str:
    """Return a state as text, the same in every run; its number where it has none."""
    if isinstance(state, str):
        return str(state)
    return str(node) if type(state).__repr__ is object.__repr__ else _shown(state)


def _shown(value: Any) -> str:
    """Return what `repr` gives, but sets in order: theirs is another one in every run."""
    if type(value) is tuple:
        parts = [_shown(item) for item in value]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}({{{', '.join(sorted(map(_shown, value)))}}})"
    return repr(value)


def variable_texts(graph: ArrayGraph) -> dict[str, list[str]]:
    """Return name -> texts (n,) of every declared variable. O(states log states).

    Every value that occurs is put into words once.
    """
    if graph.variables is None:
        return {}
    variables: Variables = graph.variables
    found = {}
    for name, kind in variables.kinds.items():
        values, which = variables.distinct(graph.states, name)
        texts = list(map(kind.text, values))
        found[name] = [texts[k] for k in which.tolist()]
    return found
