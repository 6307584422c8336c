"""Rewards of moves, and of entering dead states.

==========  ======================================================================
reward      of a move
==========  ======================================================================
``won``     1 into the goal, else 0
``step``    -1
``shaped``  -1 + discount * potential after - potential before, where the potential
            of a state is minus its true number of moves left
==========  ======================================================================

Shaping with a potential does not change which policies are best [1]_. Along any play the potentials
cancel, except for the potential of the first state, which no policy can change. For this, states
that end an episode must have potential 0 [2]_. Without discount, a shaped reward is minus the
*regret* of a move: the number of moves that it loses, 0 for every best move.

A dead state counts as one move farther from the goal than any living state. If dead states end an
episode, the reward for entering one is reduced by this distance (except for ``won``). Otherwise
entering a dead state at once would cost less than winning.

.. [1] A. Ng, D. Harada, S. Russell, Policy invariance under reward transformations, ICML (1999),
   theorem 1.
.. [2] M. Grzes, Reward shaping in episodic reinforcement learning, AAMAS (2017).
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis import moves_to_goal
from stategraph.graph import ArrayGraph

REWARDS = ("won", "step", "shaped")


def rewards_of(
    graph: ArrayGraph, reward: str, dead: np.ndarray, ends: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the reward for entering each state without shaping, and the potentials, (n,) float64.

    Parameters
    ----------
    graph : ArrayGraph
    reward : {"won", "step", "shaped"}
    dead, ends : (n,) bool
        the dead states, and the states in which an episode is terminated
    """
    gain = np.full(len(graph), 0.0 if reward == "won" else -1.0)
    potential = np.zeros(len(graph))
    distance = moves_to_goal(graph)
    dead_penalty = float(distance.max(initial=0)) + 1
    if reward == "won":
        gain[[] if graph.goal is None else graph.goal] = 1.0
    else:
        gain[dead & ends] -= dead_penalty
    if reward == "shaped":
        potential = -np.where(dead, dead_penalty, distance)
        potential[ends] = 0.0
    return gain, potential
