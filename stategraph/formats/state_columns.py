"""The columns that files store for every state.

====================  ============================================================================
``number``            the state's number, as for ``query --node``; the start is 0
``state``             the state as text
``text``              the family's text of the state, if it is one line and no board
``state.NAME``        the text of each declared variable, as for ``query --state``
``moves_out``         number of its moves
``moves_from_start``  the fewest moves from the start
``moves_to_goal``     the fewest moves to the goal; None: unreachable, or not proven
``role``              start, goal, alive, dead, stuck; open (not expanded) and unknown only in a
                      partial graph
``start``, ``goal``   flags for the start and the goal
``unexpanded``        the reason why its moves are unknown, or None
====================  ============================================================================

A quotient by variables also has, for each class, the number of its ``states``, the number of its
``dead_states``, and the ``moves_inside``; the role of a class may be mixed. ``classes_by`` names
the variables or the symmetry. Such a file is not read back, since a path between classes need not
be playable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis import moves_from_start, proven_distance, roles
from stategraph.analysis.variable_quotient import VariableQuotient, variable_quotient
from stategraph.errors import InputError, install_command
from stategraph.formats.edge_list import CLASSES
from stategraph.graph import ArrayGraph, pieces
from stategraph.rules.family import Family
from stategraph.variables import Variables

if TYPE_CHECKING:
    from pandas import DataFrame

# the columns that are not texts
INTEGERS = (
    *("number", "moves_out", "moves_from_start", "moves_to_goal"),
    *("states", "dead_states", "moves_inside"),
)
FLAGS = ("start", "goal")


def node_columns(graph: ArrayGraph) -> dict[str, list[Any]]:
    """Return the columns, each a list (n,). O(states + moves)."""
    if (classes := variable_quotient(graph)) is not None:
        return _class_columns(graph, classes)
    n, variables = len(graph), variable_texts(graph)
    to_goal = proven_distance(graph)
    stopped = [] if graph.complete else range(min(graph.expanded, n - 1), n)
    return {
        "number": list(range(n)),
        "state": state_texts(graph, variables),
        **({} if (texts := family_texts(graph)) is None else {"text": texts}),
        **{f"state.{name}": texts for name, texts in variables.items()},
        "moves_out": np.diff(graph.offsets).tolist(),
        "moves_from_start": moves_from_start(graph).tolist(),
        "moves_to_goal": [moves if moves >= 0 else None for moves in to_goal.tolist()],
        "role": roles(graph).tolist(),
        "start": [True] + [False] * (n - 1),
        "goal": [node == graph.goal for node in range(n)],
        "unexpanded": [None] * (n - len(stopped)) + [graph.stopped] * len(stopped),
        **({CLASSES: [class_names] * n} if (class_names := classes_of(graph)) else {}),
    }


def classes_of(graph: ArrayGraph) -> str:
    """Return the names of variables or the kind of symmetry of a quotient.

    Empty for graphs of states, and for quotients with playable paths.
    """
    if graph.quotient is None or graph.quotient.in_units:
        return ""
    classes = variable_quotient(graph)
    return graph.quotient.kind if classes is None else ", ".join(classes.names)


def to_frame(graph: ArrayGraph) -> DataFrame:
    """Return a data frame with one row per state: its variables, distances and role.

    Cells are written ``row:col``. Raise ``InputError`` if pandas is not installed.
    """
    try:
        import pandas
    except ModuleNotFoundError:
        raise InputError(f"a data frame needs pandas: {install_command('pandas')}") from None
    columns = {name.removeprefix("state."): texts for name, texts in node_columns(graph).items()}
    if graph.variables is not None:
        del columns["state"]
        for name in graph.variables.kinds:  # cells stay text, numbers become numbers
            if all(text.isdecimal() for text in columns[name]):
                columns[name] = list(map(int, columns[name]))
    frame = pandas.DataFrame(columns).set_index("number")
    return frame.astype({"moves_to_goal": "Int64"})


def _class_columns(graph: ArrayGraph, quotient: VariableQuotient) -> dict[str, list[Any]]:
    """Return the columns of a quotient by variables.

    The distance of a class is the least distance of its states.

    The role of a class is proven for all its states: alive, dead, mixed or unknown.
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
    """Return the least number (k,) of the states of each class; None if no state has a number."""
    has_number = moves >= 0
    least = np.full(len(quotient.sizes), np.iinfo(np.int64).max)
    np.minimum.at(least, quotient.owner[has_number], moves[has_number])
    return [None if number == np.iinfo(np.int64).max else number for number in least.tolist()]


def edge_rows(graph: ArrayGraph, names: list[str]) -> Iterator[tuple[int, int, int, Any]]:
    """Yield the (number, source, target, name) of every move; `names` are indexed by labels.

    The arrays are converted to Python's numbers piece by piece.
    """
    for piece in pieces(graph.number_of_edges()):
        sources, targets = graph.sources[piece].tolist(), graph.targets[piece].tolist()
        labels = graph.labels[piece].tolist()
        rows = zip(sources, targets, labels, strict=True)
        for number, (source, target, label) in enumerate(rows, piece.start):
            yield number, source, target, names[label]


def state_texts(graph: ArrayGraph, variables: dict[str, list[str]]) -> list[str]:
    """Return the text (n,) of every state; `variables` maps variables to their texts."""
    if graph.variables is None:
        return [_text(state, node) for node, state in enumerate(graph.states)]
    assignments = [[f"{name}={text}" for text in texts] for name, texts in variables.items()]
    return [", ".join(parts) for parts in zip(*assignments, strict=True)] or [""] * len(graph)


def family_texts(graph: ArrayGraph) -> list[str] | None:
    """Return the family's text (n,) of every state; None if it has no text, or draws boards."""
    level = graph.level
    if level is None or variable_quotient(graph) is not None:
        return None
    if type(level.family).text is Family.text or "\n" in level.describe(level.puzzle.start):
        return None
    return [level.describe(state) for state in graph.all_states()]


def _text(state: object, node: int) -> str:
    """Return a state as text, the same in every run; its number if it has no stable text."""
    if isinstance(state, str):
        return str(state)
    plain: object = object.__repr__
    return str(node) if type(state).__repr__ is plain else _stable_repr(state)


def _stable_repr(value: Any) -> str:
    """Return the `repr` of a value with sets sorted, since their order differs between runs."""
    if type(value) is tuple:
        parts = [_stable_repr(element) for element in value]
        return f"({', '.join(parts)}{',' * (len(parts) == 1)})"
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}({{{', '.join(sorted(map(_stable_repr, value)))}}})"
    return repr(value)


def variable_texts(graph: ArrayGraph) -> dict[str, list[str]]:
    """Return name -> texts (n,) of every declared variable. O(states log states).

    Every distinct value is converted to text once.
    """
    if graph.variables is None:
        return {}
    variables: Variables = graph.variables
    texts_by_name = {}
    for name, kind in variables.kinds.items():
        values, positions = variables.distinct(graph.states, name)
        texts = list(map(kind.text, values))
        texts_by_name[name] = [texts[k] for k in positions.tolist()]
    return texts_by_name
