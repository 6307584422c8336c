r"""Aldebaran, the format of labelled transition systems for CADP, mCRL2 and LTSmin.

::

    des (0, 3, 3)              first state, transitions, states
    (0, "right", 1)
    (0, "down", 2)
    (2, "goal", 2)             a mark: state 2 is the goal

The format has neither goals nor state texts. Model checkers mark states by self-loops, so the goal
has a self-loop labelled ``goal``, and an unexpanded state one labelled ``unexpanded: WHY``. If no
goal is known, the mark is at an extra, unreachable state. Marks are not read as moves; the first
character of a real self-loop with such a label is escaped. Quotes, line ends and invisible
characters in labels are written as ``\u{HEX}``. A quotient has the mark ``classes of states by
WHAT`` at its first class; such a file is not read. The reader also accepts unquoted labels, extra
blanks and any line ending.
"""

from __future__ import annotations

import re
from typing import IO

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import read_text
from stategraph.formats.edge_list import Collector, Listing
from stategraph.formats.escapes import CONTROL, escape, escape_of, unescape
from stategraph.formats.state_columns import classes_of, edge_rows
from stategraph.graph import ArrayGraph

GOAL, UNEXPANDED, CLASSES = "goal", "unexpanded: ", "classes of states by "

_HEAD = re.compile(r"\s*des\s*\(\s*(\d{1,18})\s*,\s*(\d{1,18})\s*,\s*(\d{1,18})\s*\)\s*")
_EDGE = re.compile(
    r'\s*\(\s*(\d{1,18})\s*,\s*(?:"(.*)"|([^"\s](?:.*[^\s])?|))\s*,\s*(\d{1,18})\s*\)\s*'
)


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    marks = _marks(graph)
    n = len(graph) + (graph.goal is None)
    file.write(f"des (0, {graph.number_of_edges() + len(marks)}, {n})\n".encode())
    names = [escape(name, CONTROL + '"') for name in graph.label_names]
    for _, source, target, name in edge_rows(graph, names):
        if source == target and _is_mark(name):
            name = escape_of(name[0]) + name[1:]
        file.write(f'({source}, "{name}", {target})\n'.encode())
    for node, mark in marks:
        file.write(f'({node}, "{escape(mark, CONTROL + chr(34))}", {node})\n'.encode())


PARTS = {"": write}


def _marks(graph: ArrayGraph) -> list[tuple[int, str]]:
    """Return the marks as (node, label)."""
    n = len(graph)
    unexpanded = range(graph.expanded, n)
    goal = n if graph.goal is None else graph.goal
    class_names = classes_of(graph)
    return [
        *([(0, CLASSES + class_names)] if class_names else ()),
        (goal, GOAL),
        *((node, UNEXPANDED + graph.stopped) for node in unexpanded),
    ]


def _is_mark(label: str) -> bool:
    return label == GOAL or label.startswith((UNEXPANDED, CLASSES))


def read(path: str) -> Listing:
    """Return the content of the file. States are named by their numbers, counted from 0."""
    text = read_text(path, free_memory())
    rows = [row for row in enumerate(re.split(r"\r\n|\n|\r", text), 1) if row[1].strip()]
    head = _HEAD.fullmatch(rows[0][1]) if rows else None
    if head is None:
        raise LevelError(
            "is not an Aldebaran file: it must begin with des (FIRST, TRANSITIONS, STATES)", 1
        )
    first, moves, states = map(int, head.groups())
    if moves != len(rows) - 1:
        raise LevelError(
            f"the first line says {moves} transitions, found {len(rows) - 1}", rows[0][0]
        )
    if states > 2 * moves + 2:  # the first state, and at most two per transition
        raise LevelError(f"{states} states are more than {moves} transitions can name", rows[0][0])
    if first >= states:
        raise LevelError(f"state {first} is not below {states}, the number of states", rows[0][0])
    collector = Collector()
    for number in range(states):
        collector.node(str(number), None, {})
    collector.flag("start", first, True)
    for line, row in rows[1:]:
        _read_edge(collector, states, line, row)
    return collector.listing()


def _read_edge(collector: Collector, states: int, line: int, row: str) -> None:
    """Add the transition, or the mark, of a line."""
    edge = _EDGE.fullmatch(row)
    if edge is None:
        raise LevelError(f'{row.strip()[:40]!r} is not of the form (FROM, "LABEL", TO)', line)
    source, target = int(edge[1]), int(edge[4])
    for state in (source, target):
        if state >= states:
            raise LevelError(f"state {state} is not below {states}, the number of states", line)
    label = edge[3] if edge[2] is None else edge[2]
    if source != target or not _is_mark(label):
        collector.edge(str(source), str(target), unescape(label), line)
    elif label == GOAL:
        collector.flag("goal", source, True)
    elif label.startswith(CLASSES):
        collector.classes(unescape(label.removeprefix(CLASSES)))
    else:
        collector.unexpanded(source, unescape(label.removeprefix(UNEXPANDED)))
