"""Decision trees -> the text of a module that makes moves at machine speed.

What is written for push-block, shortened::

    w0 = states[head, 0]                               the packed state
    x1 = (w0 >> c0) & c1                               its player
    x2 = t0[x1]                                        the cell below
    if x2 >= 0:
        x3 = (w0 >> x2) & 1                            a block there?
        if not x3:
            new[made, 0] = (w0 & c2) | (x2 << c0)      the player moves
            label[made] = c3; won[made] = 0; made += 1
    ...                                                the other ways

Every expression is computed once, where it is first needed, and never where a question on the way
forbids it. Numbers that differ between levels are parameters (``c0``, ``t0``), so that the levels
of a family share a module whenever their rules unfold alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stategraph.native.labels import Labels
from stategraph.native.own import call_of, text_of
from stategraph.native.repeats import may_repeat
from stategraph.native.templates import FAILS, filled
from stategraph.native.trace import Traced
from stategraph.native.watching import Source
from stategraph.native.writer import WORDS, Writer
from stategraph.rules.guesses import DEAD
from stategraph.rules.own_moves import OwnMoves

# States of so few words have loops over them unrolled.
MOST_WIDTH = 2


@dataclass(frozen=True)
class Program:
    """A module's text and what it is called with.

    Attributes
    ----------
    text : str
    constants : (k,) int64
    tables : tuple of (m,) int64
    labels : Labels
    repeats : bool
        whether a state may have a label twice, for all that is known
    most : int
        the most moves that a state can have
    sources : list of (int, int, source)
        what stands in the tables of a level that was watched; see `Parameters`
    """

    text: str
    constants: np.ndarray
    tables: tuple[np.ndarray, ...]
    labels: Labels
    repeats: bool
    most: int
    sources: Sequence[tuple[int, int, Source]] = ()


def write(traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module that runs a loop on states of `width` words by the rules in `traced`.

    `loop` names one of `stategraph.native.templates`: "expand" or "search".
    """
    writer = Writer(traced, width)
    for tree in traced.trees:
        writer.rule(tree)
    most = sum(tree.most_moves() for tree in traced.trees)
    return _program(writer, traced, loop, writer.lines, [], most)


def write_own(own: OwnMoves, traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module that runs a loop by moves that a family brings itself.

    In `traced` there are no rules, but perhaps a guess.
    """
    writer = Writer(traced, width)
    for label in own.labels:
        writer.labels.block(label)
    given = [writer.given.table(table) for table in own.tables()]
    call = call_of(own, "states", "head", "new", "label", "won", "made", *given)
    lines = [f"made = {call}", "if made < 0:", f"    {FAILS}"]
    return _program(writer, traced, loop, lines, text_of(own).split("\n"), len(own.labels))


def _program(
    writer: Writer, traced: Traced, loop: str, rules: list[str], functions: list[str], most: int
) -> Program:
    """Return the module in which `rules` make the moves, with the functions that they need."""
    width, bounds = writer.width, writer.apart(traced.bounds)
    writer.pool.fill()
    given = writer.given
    places = {
        "sizes": [f"DEAD = {DEAD}"],
        "labels": [f"Labels = {'UInt16s' if writer.labels.size <= 1 << 16 else 'UInt32s'}"],
        "width": [f"width = {width}"] if width <= MOST_WIDTH else None,
        "tables": [f"t{k}" for k in range(len(given.tables))],
        "constants": [f"c{k} = C[{k}]" for k in range(len(given.constants))],
        "words": WORDS if width == 1 else [],
        "parts": [*writer.functions(), *functions],
        "rules": rules,
        "bounds": bounds,
    }
    return Program(
        filled(loop, places),
        np.array(given.constants or [0], np.int64),
        tuple(given.tables),
        writer.labels,
        may_repeat(traced.trees),
        max(1, most),
        given.sources,
    )
