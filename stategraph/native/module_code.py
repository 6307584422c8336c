"""Translation of decision trees to the text of a module that generates moves.

The text for push-block, shortened::

    w0 = states[head, 0]                               the packed state
    x1 = (w0 >> c0) & c1                               its player
    x2 = t0[x1]                                        the cell below
    if x2 >= 0:
        x3 = (w0 >> x2) & 1                            a block there?
        if not x3:
            new[n_moves, 0] = (w0 & c2) | (x2 << c0)      the player moves
            label[n_moves] = c3; won[n_moves] = 0; n_moves += 1
    ...                                                the other directions

Every expression is computed once, before its first use, and only on paths that use it. Numbers that
differ between levels are parameters (``c0``, ``t0``). So levels whose rules have the same decision
trees share a module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stategraph.machine.backends import types_of
from stategraph.native.custom_moves import annotation_of, call_of, classes_of, text_of
from stategraph.native.label_numbers import Labels
from stategraph.native.level_proxies import Source
from stategraph.native.repeats import may_repeat
from stategraph.native.templates import FAILS, fill_template
from stategraph.native.traced_puzzle import Traced
from stategraph.native.tree_code import WORDS, Writer
from stategraph.rules.combined_heuristics import DEAD
from stategraph.rules.custom_moves import OwnMoves

# Maximum number of words of a state for which the loops over words are unrolled.
MAX_UNROLLED_WIDTH = 2


@dataclass(frozen=True)
class Program:
    """The text of a generated module and the arguments for its functions.

    Attributes
    ----------
    text : str
    constants : (k,) int64
    tables : tuple of (m,) int64, or of the tables of `OwnMoves`
    labels : Labels
    repeats : bool
        False if it is proven that no state has two moves with the same label
    most : int
        maximal number of moves of a state
    sources : list of (int, int, source)
        the contents of declared constants in the tables; see `Parameters`
    """

    text: str
    constants: np.ndarray
    tables: tuple[np.ndarray, ...]
    labels: Labels
    repeats: bool
    most: int
    sources: Sequence[tuple[int, int, Source]] = ()


def write(traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module in which a loop runs the rules in `traced` on states of `width` words.

    `loop` is the name of a template in `stategraph.native.templates`, such as "expand" or "search".
    """
    writer = Writer(traced, width)
    for tree in traced.trees:
        writer.rule(tree)
    most = sum(tree.most_moves() for tree in traced.trees)
    return _program(writer, traced, loop, writer.lines, [], most)


def write_own(own: OwnMoves, traced: Traced, width: int, loop: str = "expand") -> Program:
    """Return the module in which a loop runs a family's own compiled moves.

    `traced` has no rules, but may have a heuristic.
    """
    writer = Writer(traced, width)
    for label in own.labels:
        writer.labels.block(label)
    tables = own.tables()
    names = [writer.parameters.table(table) for table in tables]
    call = call_of(own, "states", "head", "new", "label", "won", "n_moves", *names)
    lines = [f"n_moves = {call}", "if n_moves < 0:", f"    {FAILS}"]
    functions = [*classes_of(types_of(tables)), *text_of(own).split("\n")]
    return _program(writer, traced, loop, lines, functions, len(own.labels))


def _program(
    writer: Writer, traced: Traced, loop: str, rules: list[str], functions: list[str], most: int
) -> Program:
    """Return the module with the lines `rules`, which generate the moves, and their `functions`."""
    width, bounds = writer.width, writer.apart(traced.bounds)
    writer.pool.fill()
    parameters = writer.parameters
    places = {
        "sizes": [f"DEAD = {DEAD}"],
        "labels": ["Labels = UInt16s" if writer.labels.dtype == np.uint16 else "Labels = UInt32s"],
        "width": [f"width = {width}"] if width <= MAX_UNROLLED_WIDTH else None,
        "tables": [annotation_of(kind) for kind in types_of(parameters.tables)],
        "constants": [f"c{k} = C[{k}]" for k in range(len(parameters.constants))],
        "words": WORDS if width == 1 else [],
        "parts": [*writer.functions(), *functions],
        "rules": rules,
        "bounds": bounds,
    }
    return Program(
        fill_template(loop, places),
        np.array(parameters.constants or [0], np.int64),
        tuple(parameters.tables),
        writer.labels,
        may_repeat(traced.trees),
        max(1, most),
        parameters.sources,
    )
