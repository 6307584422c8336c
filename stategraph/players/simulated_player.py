"""A simulated player with limits: it plans one line ahead, learns, and restarts when lost.

A line is a run of moves of one piece, such as all pushes of one box. In levels without pieces, a
line is one unit or one move. The player has an estimate for each state: at first the family's
heuristic, or 0 without one. In each state, the player

1. ignores lines into states that look dead, or that it knows to be lost;
2. chooses one of the other lines, with probability proportional to ``exp(-attention * estimate)``
of the state after the line (softmax);
3. learns: the estimate of the current state rises to one more than the lowest estimate after a
line;
4. restarts the level if no line is left, and learns why it lost: which parts of the state make the
state dead. From then on, it knows that all states with these parts are lost.

::

    estimates   4 ──► 3 ──► 3 ──► dead      the player remembers that two boxes side by side at
                                            that wall are lost, for all cells of the others

This is learning real-time A* [1]_, with a softmax instead of the best move, as in models of bounded
rationality [2]_. In Sokoban, people notice dead squares first [3]_. The player learns larger
patterns from failures [4]_, as constraint solvers do [5]_. The play of a player without memory is a
Markov chain, so `win_chance` computes the chance to win exactly.

.. [1] R. Korf, Real-time heuristic search, Artificial Intelligence 42 (1990).
.. [2] R. D. Luce, Individual Choice Behavior (1959); F. Callaway and others, Rational use of
   cognitive resources in human planning, Nature Human Behaviour 6 (2022).
.. [3] P. Jarušek, R. Pelánek, Difficulty rating of Sokoban puzzle (2010).
.. [4] A. Junghanns, J. Schaeffer, Sokoban: enhancing general single-agent search methods using
   domain knowledge, Artificial Intelligence 129 (2001): deadlock patterns.
.. [5] R. Dechter, Enhancement schemes for constraint processing: backjumping, learning and cutset
   decomposition, Artificial Intelligence 41 (1990).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from stategraph.analysis import path_along, shortest
from stategraph.analysis.dead_parts import DeadParts
from stategraph.analysis.lifting import has_units, lift
from stategraph.analysis.piece_lines import Lines, lines
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.metrics.measuring import arguments_of
from stategraph.players.recorded_plays import Line
from stategraph.rules.combined_heuristics import DEAD

# Bots, and agents in environments, give up after MOVES_PER_SHORTEST times the length of a shortest
# solution, plus SPARE_MOVES moves.
MOVES_PER_SHORTEST, SPARE_MOVES = 10, 50

# Default number of plays of a simulated player.
DEFAULT_PLAYS = 200

# Maximum length of a play, as a multiple of the fewest lines of a solution.
MAX_PATIENCE = 1_000

# An attempt has at most LINES_PER_FEWEST times the fewest lines of a solution, plus SPARE_LINES
# lines.
LINES_PER_FEWEST, SPARE_LINES = 3, 10


class Player(NamedTuple):
    """The parameters of a simulated player.

    Attributes
    ----------
    attention : float
        the weight of estimates: 0 chooses at random, large values choose the best estimate
    memory : float
        the chance, from 0 to 1, that the player remembers a lesson: a new estimate, or why a state
        is lost
    patience : float
        a multiple of the fewest lines of a solution. The player is ready to make more lines than
        that, over all attempts, in half of all plays. The share of plays in which it is ready to
        make more than x times the fewest lines is ``patience / (patience + x)``, for x up to
        `MAX_PATIENCE`. So a few players are very patient
    """

    attention: float
    memory: float
    patience: float


# Patience is fitted so that the mean shares of won plays equal those of people: of novices in a
# laboratory (0.34 on 24 boards), and of plays on a public site (0.69 on 175 boards).
PLAYERS = {
    "beginner": Player(0.5, 0.5, 15.0),
    "expert": Player(2.0, 1.0, 55.0),
    "forgetful": Player(2.0, 0.0, 55.0),
}

ABOUT = {
    "beginner": "follows the heuristic loosely, learns from half of the mistakes, and gives up "
    "soon; it wins about as often as novices in a laboratory",
    "expert": "follows the heuristic, remembers why it lost, and restarts often; it wins about as "
    "often as players of a public site",
    "forgetful": "plays like the expert, but remembers nothing",
}


class Attempts(NamedTuple):
    """A simulated play: its last attempt, the number of attempts, and the number of all lines."""

    line: Line
    attempts: int
    lines: int


def patience(graph: ArrayGraph) -> int:
    """Return the number of moves after which a bot gives up."""
    return MOVES_PER_SHORTEST * (shortest(graph) or 0) + SPARE_MOVES


def simulated(
    level: Level, graph: ArrayGraph, player: Player, plays: int, seed: int
) -> list[Attempts]:
    """Return plays of a simulated player, which are the same on every machine for the same seed.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph; in the player's units if the level has such units
    player : Player
    plays : int
    seed : int

    Returns
    -------
    list of Attempts
        the plays, with their last attempts as paths through `graph`

    Notes
    -----
    O(moves of all lines that are offered in the plays), and one call of the heuristic for each
    state that these lines reach.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("sokoban/three-in-a-row")
    >>> plays = simulated(graph.level, graph.by("walks"), PLAYERS["expert"], 5, seed=0)
    >>> [play.line.nodes[-1] == graph.by("walks").goal for play in plays]
    [True, True, True, True, True]
    """
    offers = Offers(level, graph)
    draws = (random.Random(f"{seed} {number}") for number in range(plays))
    return [_Play(offers, player, draw).run() for draw in draws]


class Offers:
    """The lines and heuristic estimates of states, shared by all plays.

    Attributes
    ----------
    graph : ArrayGraph
    shortest : int
        the fewest lines of a solution; 0 without a solution
    parts : DeadParts
        the reasons why states are lost
    """

    def __init__(self, level: Level, graph: ArrayGraph):
        self.graph, self.parts = graph, DeadParts(level, graph)
        level_arguments = arguments_of(level, graph)
        mask = level_arguments.get("looks_dead")
        self._dead = np.zeros(len(graph), bool) if mask is None else mask
        self._heuristic = level_arguments.get("heuristic")
        self._lines: Lines | None = None
        pieces = level_arguments.get("pieces") if has_units(graph) else None
        if pieces and graph.goal is not None:
            self._lines = lines(graph, pieces, avoided=self._dead)
            self.shortest = int(self._lines.to_goal[0])
        else:
            self.shortest = shortest(graph) or 0
        self._ends: dict[int, list[int]] = {}
        self._estimates: dict[int, float] = {}

    def ends(self, node: int) -> list[int]:
        """Return the states that the lines from a state lead to, without those that look dead."""
        if node not in self._ends:
            if self._lines is not None:
                self._ends[node] = self._lines.results(node).tolist()
            else:
                heads = np.unique(self.graph.targets[slice(*self.graph.offsets[node : node + 2])])
                self._ends[node] = heads[~self._dead[heads]].tolist()
        return self._ends[node]

    def estimate(self, node: int) -> float:
        """Return the heuristic estimate of a state; it is infinite for states it knows as dead."""
        if node not in self._estimates:
            value: float | None = 0.0
            if node != self.graph.goal and self._heuristic is not None:
                value = self._heuristic(self.graph.state(node))
            self._estimates[node] = math.inf if value is None or value >= DEAD else float(value)
        return self._estimates[node]

    def path(self, ends: Sequence[int]) -> Line:
        """Return the path through the graph that joins the states `ends` by lines."""
        nodes, labels = [ends[0]], list[str]()
        for node in ends[1:]:
            moves = self._line(nodes[-1], node)
            labels += [self.graph.label(move) for move in moves]
            nodes += [int(self.graph.targets[move]) for move in moves]
        return Line("", tuple(nodes), tuple(labels))

    def _line(self, start: int, end: int) -> Sequence[int]:
        """Return the moves of the shortest line between two states."""
        if self._lines is not None:
            return self._lines.line(start, end)
        moves = range(*self.graph.offsets[start : start + 2].tolist())
        return [next(move for move in moves if self.graph.targets[move] == end)]


def longest_attempt(offers: Offers) -> int:
    """Return the maximum number of lines of an attempt."""
    return LINES_PER_FEWEST * offers.shortest + SPARE_LINES


class _Play:
    """One play: attempts from the start until the player wins or gives up."""

    def __init__(self, offers: Offers, player: Player, draw: random.Random):
        self._offers, self._player, self._draw = offers, player, draw
        self._learned: dict[int, float] = {}
        self._lost = np.zeros(len(offers.graph), bool)

    def run(self) -> Attempts:
        """Return the play."""
        offers = self._offers
        draw = 1 - self._draw.random()  # above 0
        times = min(self._player.patience * (1 - draw) / draw, MAX_PATIENCE)
        lines_left, longest = int(times * offers.shortest) + SPARE_LINES, longest_attempt(offers)
        attempts = lines_made = 0
        while True:
            ends = self._attempt(min(longest, lines_left - lines_made))
            attempts += 1
            lines_made += len(ends) - 1
            if ends[-1] == offers.graph.goal or lines_made >= lines_left or len(ends) == 1:
                return Attempts(offers.path(ends), attempts, lines_made)

    def _attempt(self, most: int) -> list[int]:
        """Return the start and the state after each line of an attempt of at most `most` lines."""
        ends = [0]
        while ends[-1] != self._offers.graph.goal and len(ends) <= most:
            target = self._choice(ends[-1])
            if target is None:
                break
            ends.append(target)
        return ends

    def _value(self, node: int) -> float:
        if self._lost[node]:
            return math.inf
        return self._learned.get(node, self._offers.estimate(node))

    def _choice(self, node: int) -> int | None:
        """Learn about a state, choose a line, and return its end; None if the state is lost."""
        ends = self._offers.ends(node)
        values = [self._value(end) for end in ends]
        least = min(values, default=math.inf)
        if 1 + least > self._value(node) and self._draw.random() < self._player.memory:
            self._learned[node] = 1 + least
            if math.isinf(least):
                self._lost[self._offers.parts.states_like(node)] = True
        if math.isinf(least):
            return None
        weights = [math.exp(-self._player.attention * (value - least)) for value in values]
        return self._draw.choices(ends, weights)[0]


def in_moves(graph: ArrayGraph, line: Line) -> Line:
    """Convert a path through a graph of units to a path through the states of the level."""
    if graph.quotient is None:
        return line
    lifted_path = lift(graph, path_along(graph, line.nodes, line.labels))
    return Line(line.player, lifted_path.way.nodes, lifted_path.way.labels)


def play_out(
    graph: ArrayGraph,
    choose: Callable[[list[tuple[str, int]], Sequence[int], random.Random], tuple[str, int]],
    draw: random.Random,
) -> Line:
    """Return a play that ends at the goal, in a state without moves, or after `patience` moves.

    ``choose(moves, nodes, draw)`` returns one of `moves`, as (label, node). `nodes` are the states
    passed so far.
    """
    most = patience(graph)
    nodes, labels = [0], list[str]()
    while nodes[-1] != graph.goal and len(labels) < most:
        moves = list(graph.moves(nodes[-1]))
        if not moves:
            break
        label, target = choose(moves, nodes, draw)
        labels.append(label)
        nodes.append(target)
    return Line("", tuple(nodes), tuple(labels))
