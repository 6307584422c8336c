"""What plays tell of a level: each figure with how many plays it is of, and an interval.

Shares have Wilson's interval [1]_, medians the one between two order statistics [2]_ that needs no
assumption about how numbers are spread; both at 95%, as SciPy computes them.

.. [1] E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal
   of the American Statistical Association 22 (1927).
.. [2] W. J. Conover, Practical Nonparametric Statistics (1999), section 3.2.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from stategraph.analysis import dead, gates, moves_to_goal, shortest
from stategraph.graph import ArrayGraph
from stategraph.players.replays import Line

LEVEL_OF_CONFIDENCE = 0.95

# So many trap moves, states and gates are listed.
LISTED = 10

# Digits of the ends of intervals.
DIGITS = 4


@dataclass(frozen=True)
class Estimate:
    """A share: `count` of `n` plays, and the interval in which the true share likely lies."""

    count: int
    n: int
    low: float | None
    high: float | None

    @property
    def share(self) -> float | None:
        """The share itself; None of no plays."""
        return round(self.count / self.n, DIGITS) if self.n else None


@dataclass(frozen=True)
class Median:
    """The median of `n` numbers, with its interval; None where there are too few for one."""

    value: float | None
    n: int
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Regret:
    """What moves cost: so many more moves than the best ones, of `moves` that kept play winnable.

    Over a play that wins they add up to its moves over the shortest solution. A move into a dead
    state costs no number of moves, and is not among them.
    """

    total: int
    moves: int

    @property
    def per_move(self) -> float | None:
        """The mean; None of no moves."""
        return round(self.total / self.moves, DIGITS) if self.moves else None


@dataclass(frozen=True)
class Played:
    """How one play went.

    Attributes
    ----------
    won : bool
    moves : int
    lost_at : int or None
        the move, from 1, after which it could not be won; 0: never could it; None: it still could
    went_on : int or None
        how many moves were made after that
    taken_back : int
        how often a move led straight back to the state before the last
    regret : Regret
    """

    won: bool
    moves: int
    lost_at: int | None
    went_on: int | None
    taken_back: int
    regret: Regret


@dataclass(frozen=True)
class Judged:
    """What plays tell of a level.

    Attributes
    ----------
    n, players : int
        how many plays, and how many players with a name made them
    won, lost, stopped : Estimate
        plays that won; that could not be won any more; that stopped though they could be
    over : Median
        of those that won: moves over the shortest solution
    went_on : Median
        of those that were lost: moves made without knowing
    taken_back : Median
        moves taken back at once
    seconds : Median
        of the plays with times
    regret : Regret
        of the moves of all plays
    traps : list of (node, label, Estimate)
        which trap move lost plays first, the most frequent first
    ends : list of (node, Estimate)
        where plays ended that did not win
    visited : list of (node, int, Estimate)
        the states visited most: how often, and by how many plays
    back : list of (node, label, int)
        which moves were taken back most
    chapters : list of (node, Estimate)
        the states that every solution passes, in their order, and how many plays got there
    visits : Counter
        how often each state was visited
    """

    n: int
    players: int
    won: Estimate
    lost: Estimate
    stopped: Estimate
    over: Median
    went_on: Median
    taken_back: Median
    seconds: Median
    regret: Regret
    traps: list[tuple[int, str, Estimate]]
    ends: list[tuple[int, Estimate]]
    visited: list[tuple[int, int, Estimate]]
    back: list[tuple[int, str, int]]
    chapters: list[tuple[int, Estimate]]
    visits: Counter[int]


def judged(graph: ArrayGraph, lines: Sequence[Line]) -> Judged:
    """Return what plays on a whole graph tell. O(states + moves of all plays).

    >>> from stategraph import expand, load
    >>> from stategraph.analysis import first_solution, way_to
    >>> graph = expand(load("spacewreck/eight-rooms"))
    >>> ways = first_solution(graph), way_to(graph, 7)
    >>> found = judged(graph, [Line("", way.nodes, way.labels) for way in ways])
    >>> found.won.count, found.won.n, found.won.low, found.won.high
    (1, 2, 0.0945, 0.9055)
    """
    gone, least, n = dead(graph), shortest(graph), len(lines)
    plays = [played(graph, gone, line) for line in lines]
    lost = [(line, one) for line, one in zip(lines, plays, strict=True) if one.lost_at is not None]
    won = [one.moves for one in plays if one.won]
    open_ = sum(not one.won and one.lost_at is None for one in plays)
    traps = Counter(
        (line.nodes[one.lost_at - 1], line.labels[one.lost_at - 1])
        for line, one in lost
        if one.lost_at
    )
    visits = Counter(node for line in lines for node in line.nodes)
    reached = Counter(node for line in lines for node in set(line.nodes))
    ends = Counter(line.nodes[-1] for line, one in zip(lines, plays, strict=True) if not one.won)
    return Judged(
        n,
        len({line.player for line in lines if line.player}),
        estimate(len(won), n),
        estimate(len(lost), n),
        estimate(open_, n),
        median(moves - (least or 0) for moves in won),
        median(one.went_on for _, one in lost),
        median(one.taken_back for one in plays),
        median(line.milliseconds / 1000 for line in lines if line.milliseconds is not None),
        Regret(sum(one.regret.total for one in plays), sum(one.regret.moves for one in plays)),
        [(node, label, estimate(k, n)) for (node, label), k in _ranked(traps)],
        [(node, estimate(k, n)) for node, k in _ranked(ends)],
        [(node, k, estimate(reached[node], n)) for node, k in _ranked(visits)],
        [(node, label, k) for (node, label), k in _ranked(_taken_back(lines))],
        _chapters(graph, reached, n),
        visits,
    )


def played(graph: ArrayGraph, gone: Any, line: Line) -> Played:
    """Return how a play went; `gone` (n,) bool says which states are dead."""
    moves = len(line.labels)
    won = line.nodes[-1] == graph.goal
    lost_at = next((k for k, node in enumerate(line.nodes) if gone[node]), None)
    went_on = None if lost_at is None else moves - lost_at
    back = sum(a == b for a, b in zip(line.nodes, line.nodes[2:], strict=False))
    return Played(won, moves, lost_at, went_on, back, _regret(graph, line, lost_at))


def _regret(graph: ArrayGraph, line: Line, lost_at: int | None) -> Regret:
    """Return what the moves of a play cost, as long as it could be won."""
    kept = len(line.labels) if lost_at is None else max(0, lost_at - 1)
    left = moves_to_goal(graph)
    return Regret(kept + int(left[line.nodes[kept]]) - int(left[0]) if kept else 0, kept)


def _taken_back(lines: Iterable[Line]) -> Counter[tuple[int, str]]:
    """Return how often each move was taken back at once, by the state it leads from."""
    return Counter(
        (line.nodes[k], line.labels[k])
        for line in lines
        for k in range(len(line.nodes) - 2)
        if line.nodes[k] == line.nodes[k + 2] != line.nodes[k + 1]
    )


def _chapters(graph: ArrayGraph, reached: Counter[int], n: int) -> list[tuple[int, Estimate]]:
    if graph.goal is None:
        return []
    return [(node, estimate(reached[node], n)) for node in gates(graph).nodes.tolist()]


def _ranked(counted: Counter[Any]) -> list[tuple[Any, int]]:
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))[:LISTED]


def estimate(count: int, n: int) -> Estimate:
    """Return a share with Wilson's interval."""
    if not n:
        return Estimate(count, n, None, None)
    from scipy.stats import binomtest

    found = binomtest(count, n).proportion_ci(LEVEL_OF_CONFIDENCE, "wilson")
    return Estimate(count, n, round(float(found.low), DIGITS), round(float(found.high), DIGITS))


def median(numbers: Iterable[Any]) -> Median:
    """Return the median of some numbers with its interval."""
    known = sorted(float(number) for number in numbers)
    if not known:
        return Median(None, 0, None, None)
    from scipy.stats import quantile_test

    found = quantile_test(known, p=0.5).confidence_interval(LEVEL_OF_CONFIDENCE)
    ends = [None if end != end else float(end) for end in (found.low, found.high)]
    return Median(statistics.median(known), len(known), *ends)
