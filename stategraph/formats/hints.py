r"""Hints for a game: the moves left and the best move of every state, in a searchable file.

A game asks before each move whether the player can still win, and which move is best. The file is a
text header, which ends with an empty line, followed by two tables of bytes::

    stategraph hints 1
    level   Eight rooms            columns are separated by tabs
    states  53                     rows of either table
    bytes   1  1  1                of a key, of the moves left, of the best move
    moves   L2  L4  ...            labels; the best move is an index into them
    variable  rocket  one  0  3    its name and kind, its first bit in the key, bits per value,
    variable  lucky   one  3  3    and the texts of its values, unless they are plain numbers

    keys    ascending, one per row   a state as a big-endian number, made of its variables
    hints   one per row              moves left, best move: big-endian numbers

The bits of a key hold the variables one after the other: a ``one`` its value, a ``tuple`` its items
from the lowest bits on, a ``set`` one bit per element: bit c for element c. If all bits of *moves
left* are 1, the state is dead; if all except the lowest are 1, the moves left are unknown. All bits
of *best move* are 1 in a state without a best move. Won states are not in the file, since the game
knows them, and neither are unreachable states.

`READERS` names short programs that look a state up, in about log2(states) short reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import IO

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.proof import proven_distance
from stategraph.errors import InputError
from stategraph.files import Data
from stategraph.formats.escapes import CONTROL, escape
from stategraph.graph import ArrayGraph
from stategraph.variables import Set, Tuple, Variable, Variables, bits, put_bits

VERSION = "stategraph hints 1"

# values without a number of moves: the state is dead, or the distance is not proven
DEAD, UNKNOWN = -1, -2

_FOLDER = Path(__file__).with_name("readers")
READERS = {"python": "hints.py", "javascript": "hints.js", "c": "hints.c"}


def reader(language: str) -> str:
    """Return the text of the program of one of `READERS`."""
    return (_FOLDER / READERS[language]).read_text("utf-8")


def advice(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray]:
    """Return the moves left and the best move of each state. O(states + moves).

    Returns
    -------
    moves_left : (n,) int64
        `DEAD` or `UNKNOWN` for states without a proven distance
    labels : (n,) int64
        index of the label of the best move, -1 without one; the least index of several best moves

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab"]), "s", "g")
    >>> [list(map(int, column)) for column in advice(graph)]
    [[2, 1, 0, -1], [0, 2, -1, -1]]
    """
    distance, moves_left = moves_to_goal(graph), proven_distance(graph).astype(np.int64)
    sources = graph.sources[: len(graph.targets)]
    good = np.flatnonzero(
        (moves_left[sources] > 0) & (distance[graph.targets] == moves_left[sources] - 1)
    )
    best_moves = np.full(len(graph), len(graph.label_names), np.int64)
    np.minimum.at(best_moves, sources[good], graph.labels[good])
    moves_left[moves_left < 0] = UNKNOWN
    moves_left[dead(graph)] = DEAD
    return moves_left, np.where(best_moves < len(graph.label_names), best_moves, -1)


def files(path: str, graph: ArrayGraph, title: str) -> Mapping[str, Data]:
    """Return the file to write: binary, or JSON if the name ends in ``.json``.

    Raises
    ------
    InputError
        if the states of the graph are only texts
    """
    if graph.variables is None:
        raise InputError(f"{path}: the states of this graph have no variables to look them up by")
    form = _write_json if path.endswith(".json") else _write
    return {path: partial(form, graph=graph, title=title)}


def _write_json(file: IO[bytes], graph: ArrayGraph, title: str) -> None:
    """Write one line per state: its text, moves left (null: unknown), the best move (or null)."""
    moves_left, best_moves = advice(graph)
    words = {DEAD: "dead", UNKNOWN: None}
    head = {"format": VERSION, "level": title, "states": _rows(graph).size}
    file.write(_json(head).encode()[:-1] + b', "hints": {')
    for k, node in enumerate(_rows(graph).tolist()):
        move = None if best_moves[node] < 0 else graph.label_names[best_moves[node]]
        hint = [words.get(int(moves_left[node]), int(moves_left[node])), move]
        line = f"{_json(repr(graph.state(node)))}: {_json(hint)}"
        file.write((",\n" if k else "\n").encode() + line.encode())
    file.write(b"\n}}\n")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write(file: IO[bytes], graph: ArrayGraph, title: str) -> None:
    moves_left, best_moves = (column[_rows(graph)] for column in advice(graph))
    assert graph.variables is not None  # checked in `files`
    keys = _keys(graph, graph.variables)
    order = np.lexsort(keys.T[::-1])
    sizes = _bytes(int(moves_left.max(initial=0)) + 3), _bytes(len(graph.label_names) + 1)
    head: list[list[object]] = [
        [VERSION],
        ["level", title],
        ["states", len(order)],
        ["bytes", keys.shape[1], *sizes],
        ["moves", *graph.label_names],
        *_variable_rows(graph.variables),
    ]
    for row in head:
        file.write(("\t".join(escape(str(cell), CONTROL) for cell in row) + "\n").encode())
    file.write(b"\n" + keys[order].tobytes())
    hints = [
        _big_endian(column[order], size)
        for column, size in zip((moves_left, best_moves), sizes, strict=True)
    ]
    file.write(np.hstack(hints).tobytes())


def _rows(graph: ArrayGraph) -> np.ndarray:
    """Return the nodes in the file: all except the goal."""
    nodes = np.arange(len(graph))
    return nodes[nodes != graph.goal] if graph.goal is not None else nodes


def _bytes(n: int) -> int:
    """Return the number of bytes for a number below `n`."""
    return -(-bits(n) // 8)


def _big_endian(column: np.ndarray, size: int) -> np.ndarray:
    """Return the lowest bytes of numbers (n,) as big-endian bytes (n, size) uint8."""
    return column.astype(">i8").view(np.uint8).reshape(-1, 8)[:, 8 - size :]


def _kind(kind: Variable) -> tuple[str, int, int]:
    """Return, for a kind of variable, its name, its bits per item and its number of items."""
    if isinstance(kind, Set):
        return "set", 1, kind.n
    return (
        ("tuple", kind.bits, kind.length) if isinstance(kind, Tuple) else ("one", bits(kind.n), 1)
    )


def _variable_rows(variables: Variables) -> list[list[object]]:
    rows, first = [], 0
    for name, variable in variables.kinds.items():
        kind, width, numbers = _kind(variable)
        has_texts = variable.board is not None or variable.names
        texts = map(variable.show, range(variable.n)) if has_texts else ()
        rows.append(["variable", name, kind, first, width, *texts])
        first += width * numbers
    return rows


def _keys(graph: ArrayGraph, variables: Variables) -> np.ndarray:
    """Return the keys (rows, bytes) uint8 of the states in the file, in their order."""
    states = graph.states[_rows(graph)]
    words = np.zeros((len(states), -(-variables.bits // 64)), np.uint64)
    first = 0
    for name in variables.kinds:
        for width, column in variables.fields(states, name):
            put_bits(words, first, width, column)
            first += width
    size = max(1, -(-first // 8))
    as_bytes = words[:, ::-1].astype(">u8").view(np.uint8)
    return np.ascontiguousarray(as_bytes[:, as_bytes.shape[1] - size :])
