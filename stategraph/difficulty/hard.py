"""Where is a level hard? The decisions along its first shortest solution, the hardest first.

A decision is hard when few of its moves are right, when the right one looks wrong, and when wrong
ones look right::

    one of six is right, and one of the others is seen to be fatal     log2(5 / 1) = 2.3 bits
    it brings the goal no nearer                                       + 1
    two wrong ones look as good                                        + log2(1 + 2) = 1.6
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis.told import first_shown
from stategraph.analysis.units import Runs
from stategraph.difficulty.level_features import offers_of
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class Decision:
    """A decision along the first shortest solution.

    Attributes
    ----------
    node : int
        the state, of the graph that was asked
    step : int
        which move of the solution it is, from 1, in that graph's units
    move : str
        the right one that the solution makes
    choices, right, wrong, fatal : int
        how many moves there are: right ones, ones that can be made good, and fatal ones
    hidden : int
        fatal ones that do not look it
    tempting : int or None
        wrong ones after which the heuristic guesses no more than after the right one
    away : bool or None
        whether it brings the goal no nearer by the heuristic; None without one
    weight : float
        how hard it is, as above
    """

    node: int
    step: int
    move: str
    choices: int
    right: int
    wrong: int
    fatal: int
    hidden: int
    tempting: int | None
    away: bool | None
    weight: float


def decisions_of(
    graph: ArrayGraph, heuristic: Callable[[Any], int | None] | None = None
) -> list[Decision]:
    """Return the decisions of the first shortest solution of a whole graph, the hardest first.

    Of a graph of units, the solution is the first of those with the fewest steps, as it is told
    everywhere. Where there is one move only, or none is wrong, or a move wins, nobody decides.

    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms").by("turns")
    >>> [(one.step, one.move, one.choices, one.right) for one in decisions_of(graph)]
    [(1, 'Rocket to 3', 2, 1)]
    """
    way = first_shown(graph)
    if isinstance(graph.quotient, Runs):
        way = graph.quotient.fold(graph, graph.quotient.solution(graph))
    nodes = np.array(way.nodes[:-1], np.int64)
    offers = offers_of(graph, nodes, heuristic)
    guesses = np.append(offers.guesses, 0.0)
    found = []
    for k in np.flatnonzero(offers.right[:-1] < offers.choices[:-1]).tolist():
        choices, right = int(offers.choices[k]), int(offers.right[k])
        away = bool(guesses[k + 1] >= guesses[k]) if heuristic else None
        tempting = int(offers.tempting[k]) if heuristic else None
        open_ = choices - int(offers.dead[k] - offers.hidden[k])
        weight = math.log2(open_ / right) + bool(away) + math.log2(1 + (tempting or 0))
        found.append(
            Decision(
                node=int(nodes[k]),
                step=k + 1,
                move=way.labels[k],
                choices=choices,
                right=right,
                wrong=int(offers.wrong[k]),
                fatal=int(offers.dead[k]),
                hidden=int(offers.hidden[k]),
                tempting=tempting,
                away=away,
                weight=weight,
            )
        )
    return sorted(found, key=lambda one: (-one.weight, one.step))
