"""Statistics of plays: each figure has its number of plays and a confidence interval.

Shares have Wilson's interval [1]_. The interval of a median lies between two order statistics [2]_,
and assumes nothing about the distribution. Both have a confidence of 95%, and SciPy computes them.

.. [1] E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal
   of the American Statistical Association 22 (1927).
.. [2] W. J. Conover, Practical Nonparametric Statistics (1999), section 3.2.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from stategraph.analysis import dead, gates, moves_to_goal, shortest
from stategraph.graph import ArrayGraph
from stategraph.players.recorded_plays import Line
from stategraph.readable import Record

if TYPE_CHECKING:
    import numpy as np

LEVEL_OF_CONFIDENCE = 0.95

# Maximum number of entries in each list, except for the list of chapters.
MAX_LISTED = 10

# Number of decimal digits of shares, means and interval ends.
DECIMAL_DIGITS = 4


@dataclass(frozen=True)
class Estimate:
    """The share of `count` in `n` plays, with a confidence interval for the true share."""

    count: int
    n: int
    low: float | None
    high: float | None

    @property
    def share(self) -> float | None:
        """The share, or None without plays."""
        return round(self.count / self.n, DECIMAL_DIGITS) if self.n else None

    def record(self) -> Record:
        """Return the numbers and the share."""
        return dict(count=self.count, n=self.n, share=self.share, low=self.low, high=self.high)


@dataclass(frozen=True)
class Median:
    """The median of `n` numbers with its interval; values are None if there are too few numbers."""

    value: float | None
    n: int
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Regret:
    """The cost of the moves before a fatal move: `total` extra moves among `moves` moves.

    For a winning play, `total` is the number of its moves beyond the shortest solution. Moves into
    dead states are not included, since their cost is not a number of moves.
    """

    total: int
    moves: int

    @property
    def per_move(self) -> float | None:
        """The mean number of extra moves per move, or None without moves."""
        return round(self.total / self.moves, DECIMAL_DIGITS) if self.moves else None


@dataclass(frozen=True)
class Outcome:
    """The outcome of one play.

    Attributes
    ----------
    won : bool
    moves : int
    lost_at : int or None
        the number of the fatal move, counted from 1; 0 if the start is dead; None if no move was
        fatal
    went_on : int or None
        the number of moves after the fatal move
    taken_back : int
        the number of moves that undid the previous move
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
    """The statistics of plays of a level.

    Attributes
    ----------
    n, players : int
        the number of plays, and of players with a name
    won, lost, stopped : Estimate
        plays that won; plays that reached a dead state; plays that stopped although they could
        still win
    over : Median
        for winning plays: the number of moves beyond the shortest solution
    went_on : Median
        for lost plays: the number of moves after the fatal move
    taken_back : Median
        the number of moves taken back at once
    seconds : Median
        for plays with times: the duration in seconds
    regret : Regret
        over all plays
    fatal : Counter of (node, label)
        the first fatal moves of plays
    traps : list of (node, label, Estimate)
        the most frequent first fatal moves, with their shares of plays
    ends : list of (node, Estimate)
        the last states of plays that did not win
    visited : list of (node, int, Estimate)
        the states with the most visits: the number of visits, and the share of plays
    back : list of (node, label, int)
        the moves that were taken back most often
    chapters : list of (node, Estimate)
        the states on every solution, in order, and the share of plays that reached them
    visits : Counter
        the number of visits of each state
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
    fatal: Counter[tuple[int, str]]
    traps: list[tuple[int, str, Estimate]]
    ends: list[tuple[int, Estimate]]
    visited: list[tuple[int, int, Estimate]]
    back: list[tuple[int, str, int]]
    chapters: list[tuple[int, Estimate]]
    visits: Counter[int]


def statistics_of(graph: ArrayGraph, lines: Sequence[Line]) -> Judged:
    """Return the statistics of plays on a complete graph. O(states + moves of all plays).

    Examples
    --------
    >>> from stategraph import expand, load
    >>> from stategraph.analysis import first_solution, path_to
    >>> graph = expand(load("spacewreck/eight-rooms"))
    >>> paths = first_solution(graph), path_to(graph, 7)
    >>> statistics = statistics_of(graph, [Line("", path.nodes, path.labels) for path in paths])
    >>> statistics.won.count, statistics.won.n, statistics.won.low, statistics.won.high
    (1, 2, 0.0945, 0.9055)
    """
    is_dead, least, n = dead(graph), shortest(graph), len(lines)
    plays = [outcome_of(graph, is_dead, line) for line in lines]
    lost_plays = [
        (line, outcome)
        for line, outcome in zip(lines, plays, strict=True)
        if outcome.lost_at is not None
    ]
    won = [outcome.moves for outcome in plays if outcome.won]
    open_ = sum(not outcome.won and outcome.lost_at is None for outcome in plays)
    traps = Counter(
        (line.nodes[outcome.lost_at - 1], line.labels[outcome.lost_at - 1])
        for line, outcome in lost_plays
        if outcome.lost_at
    )
    visits = Counter(node for line in lines for node in line.nodes)
    visitors = Counter(node for line in lines for node in set(line.nodes))
    ends = Counter(
        line.nodes[-1] for line, outcome in zip(lines, plays, strict=True) if not outcome.won
    )
    return Judged(
        n,
        len({line.player for line in lines if line.player}),
        estimate(len(won), n),
        estimate(len(lost_plays), n),
        estimate(open_, n),
        median(moves - (least or 0) for moves in won),
        median(outcome.went_on for _, outcome in lost_plays),
        median(outcome.taken_back for outcome in plays),
        median(line.milliseconds / 1000 for line in lines if line.milliseconds is not None),
        Regret(
            sum(outcome.regret.total for outcome in plays),
            sum(outcome.regret.moves for outcome in plays),
        ),
        traps,
        [(node, label, estimate(k, n)) for (node, label), k in _ranked(traps)],
        [(node, estimate(k, n)) for node, k in _ranked(ends)],
        [(node, k, estimate(visitors[node], n)) for node, k in _ranked(visits)],
        [(node, label, k) for (node, label), k in _ranked(_taken_back(lines))],
        _chapters(graph, visitors, n),
        visits,
    )


def outcome_of(graph: ArrayGraph, is_dead: np.ndarray, line: Line) -> Outcome:
    """Return the outcome of a play; `is_dead` (n,) bool is the mask of dead states."""
    moves = len(line.labels)
    won = line.nodes[-1] == graph.goal
    lost_at = next((k for k, node in enumerate(line.nodes) if is_dead[node]), None)
    moves_after = None if lost_at is None else moves - lost_at
    back = sum(a == b for a, b in zip(line.nodes, line.nodes[2:], strict=False))
    return Outcome(won, moves, lost_at, moves_after, back, _regret(graph, line, lost_at))


def _regret(graph: ArrayGraph, line: Line, lost_at: int | None) -> Regret:
    """Return the cost of the moves of a play before its fatal move."""
    count = len(line.labels) if lost_at is None else max(0, lost_at - 1)
    moves_left = moves_to_goal(graph)
    return Regret(
        count + int(moves_left[line.nodes[count]]) - int(moves_left[0]) if count else 0, count
    )


def _taken_back(lines: Iterable[Line]) -> Counter[tuple[int, str]]:
    """Return how often each move, a (state, label) pair, was taken back at once."""
    return Counter(
        (line.nodes[k], line.labels[k])
        for line in lines
        for k in range(len(line.nodes) - 2)
        if line.nodes[k] == line.nodes[k + 2] != line.nodes[k + 1]
    )


def _chapters(graph: ArrayGraph, visitors: Counter[int], n: int) -> list[tuple[int, Estimate]]:
    if graph.goal is None:
        return []
    return [(node, estimate(visitors[node], n)) for node in gates(graph).nodes.tolist()]


Item = TypeVar("Item")


def _ranked(counts: Counter[Item]) -> list[tuple[Item, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_LISTED]


def estimate(count: int, n: int) -> Estimate:
    """Return a share with Wilson's interval."""
    if not n:
        return Estimate(count, n, None, None)
    from scipy.stats import binomtest

    interval = binomtest(count, n).proportion_ci(LEVEL_OF_CONFIDENCE, "wilson")
    return Estimate(
        count,
        n,
        round(float(interval.low), DECIMAL_DIGITS),
        round(float(interval.high), DECIMAL_DIGITS),
    )


def median(numbers: Iterable[Any]) -> Median:
    """Return the median of some numbers with its interval."""
    values = sorted(float(number) for number in numbers)
    if not values:
        return Median(None, 0, None, None)
    from scipy.stats import quantile_test

    interval = quantile_test(values, p=0.5).confidence_interval(LEVEL_OF_CONFIDENCE)
    ends = [None if end != end else float(end) for end in (interval.low, interval.high)]
    return Median(statistics.median(values), len(values), *ends)
