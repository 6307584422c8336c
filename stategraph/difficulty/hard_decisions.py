"""The decisions along the first shortest solution, hardest first.

A decision is hard if few of its moves are right, if the right one looks wrong, and if wrong ones
look right::

    one of six is right, and one of the others is visibly fatal        log2(5 / 1) = 2.3 bits
    it brings the goal no nearer                                       + 1
    two wrong ones look as good                                        + log2(1 + 2) = 1.6
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis.lifting import project, state_solution
from stategraph.difficulty.level_features import offers_of
from stategraph.graph import ArrayGraph

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PartialHeuristic


@dataclass(frozen=True)
class Decision:
    """A decision along the first shortest solution.

    Attributes
    ----------
    node : int
        the state, in the given graph
    step : int
        the number of the move in the solution, from 1, in units of the graph
    move : str
        the right move that the solution makes
    choices, right, wrong, fatal : int
        the number of moves: all, right ones, ones that can be corrected, and fatal ones
    hidden : int
        fatal moves that do not look fatal
    tempting : int or None
        wrong moves after which the heuristic is at most that after the right one
    away : bool or None
        whether the move does not decrease the heuristic; None without a heuristic
    weight : float
        the difficulty, as defined above
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
    graph: ArrayGraph,
    heuristic: PartialHeuristic | None = None,
    looks_dead: np.ndarray | None = None,
) -> list[Decision]:
    """Return the decisions of the first shortest solution, hardest first.

    The graph must be complete. In a graph of units, several solutions may have the fewest units. As
    in all reports, those with the fewest single steps are considered, and the first of these is
    used. States without a wrong move are not decisions.

    Parameters
    ----------
    graph : ArrayGraph
    heuristic : callable, optional
    looks_dead : (n,) bool, optional
        the states that look dead

    Returns
    -------
    list of Decision

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms").by("turns")
    >>> [(hard.step, hard.move, hard.choices, hard.right) for hard in decisions_of(graph)]
    [(1, 'Rocket to 3', 2, 1)]
    """
    path = project(graph, state_solution(graph).way)
    nodes = np.array(path.nodes[:-1], np.int64)
    offers = offers_of(graph, nodes, heuristic, looks_dead)
    estimates = np.append(offers.estimates, 0.0)
    hard = []
    for k in np.flatnonzero(offers.right[:-1] < offers.choices[:-1]).tolist():
        choices, right = int(offers.choices[k]), int(offers.right[k])
        away = bool(estimates[k + 1] >= estimates[k]) if heuristic else None
        tempting = int(offers.tempting[k]) if heuristic else None
        open_ = choices - int(offers.dead[k] - offers.hidden[k])
        weight = math.log2(open_ / right) + bool(away) + math.log2(1 + (tempting or 0))
        hard.append(
            Decision(
                node=int(nodes[k]),
                step=k + 1,
                move=path.labels[k],
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
    return sorted(hard, key=lambda decision: (-decision.weight, decision.step))
