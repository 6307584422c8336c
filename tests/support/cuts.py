"""State graphs that are cut short, their completions, and naive answers about whole graphs.

An expansion that stops after `done` states keeps a *part*: these states have all their moves, and
the states behind them have none yet. A *completion* is a whole graph that begins with the part: the
states without moves got some. A claim about a part is proven when it holds in every completion.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property

import numpy as np
from random_levels import MAKERS, random_level
from toys import LABELS

from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, Extent, occurring_labels
from stategraph.level_files import Level, StoredGraph
from stategraph.rules.puzzle import Puzzle

# The label of moves that completions add: it comes before every label of a level.
ADDED = "!"

# States of a level that is cut at every number of them; of larger ones, a few parts suffice.
SMALL = 40


def cut(whole: ArrayGraph, done: int) -> ArrayGraph:
    """Return the part of a whole graph in which the first `done` states have moves."""
    moves = int(whole.offsets[done])
    count = 1 + int(whole.targets[:moves].max(initial=0))
    offsets = np.minimum(whole.offsets[: count + 1], moves)
    goal = whole.goal if whole.goal is not None and whole.goal < count else None
    left = [node for node in range(done, count) if node != goal]
    return ArrayGraph(
        offsets=offsets,
        targets=whole.targets[:moves],
        **occurring_labels(
            whole.labels[:moves].astype(np.int64), dict(enumerate(whole.label_names))
        ),
        states=whole.states[:count],
        variables=whole.variables,
        goal=goal,
        extent=Extent(done, f"limit of {count} states") if left else Extent(),
    )


def parts(whole: ArrayGraph) -> Iterator[ArrayGraph]:
    """Yield parts of a whole graph, and then the graph itself.

    They are all parts of a graph of at most `SMALL` states, and about `SMALL` / 2 of a larger one.
    """
    for done in range(0, len(whole), 1 if len(whole) <= SMALL else 2 * len(whole) // SMALL):
        part = cut(whole, done)
        if not part.complete:
            yield part
    yield whole


def without_variables(whole: ArrayGraph) -> ArrayGraph:
    """Return a graph whose states are texts, so that no rules are asked for the moves of one."""
    return whole.but(variables=None, states=[repr(whole.state(node)) for node in whole])


def completed(part: ArrayGraph, ends: dict[int, list[str | int]]) -> ArrayGraph:
    """Return a completion: `ends` holds the targets of new moves for each frontier state.

    A node, "goal", "start", "itself", "trap" (a new state with a move to itself), or "pit" (a new
    state without moves); the moves have the labels "!", "!!" and so on.
    """
    rows = [part.moves(node) for node in part]
    count, goal = len(part), part.goal
    for node in sorted(ends):
        for k, end in enumerate(ends[node]):
            to = (
                end if isinstance(end, int) else {"goal": goal, "start": 0, "itself": node}.get(end)
            )
            if to is None:
                to, count = count, count + 1
                rows.append([(ADDED, to)] if end == "trap" else [])
                goal = to if end == "goal" else goal
            rows[node].append((ADDED * (k + 1), to))
    names = sorted({label for row in rows for label, _ in row})
    number = {name: k for k, name in enumerate(names)}
    more = count - len(part)
    states = part.states
    if part.variables is None:
        states = [*states, *(("new", k) for k in range(more))]
    else:
        states = np.concatenate([states, np.repeat(states[:1], more, axis=0)])
    return ArrayGraph(
        offsets=np.cumsum([0, *map(len, rows)]),
        targets=np.array([to for row in rows for _, to in row], np.int32),
        labels=np.array([number[label] for row in rows for label, _ in row], np.uint16),
        label_names=names,
        states=states,
        variables=part.variables,
        goal=goal,
    )


def worst(part: ArrayGraph) -> ArrayGraph:
    """Return the completion in which no state of the frontier has a move."""
    return completed(part, {})


def best(part: ArrayGraph) -> ArrayGraph:
    """Return the completion in which each state of the frontier has one move, which wins."""
    return completed(part, {node: ["goal"] for node in part.frontier.tolist()})


def completions(part: ArrayGraph, chance: random.Random, most: int = 3) -> Iterator[ArrayGraph]:
    """Yield the two extreme completions, and `most` random ones."""
    yield worst(part)
    yield best(part)
    for _ in range(most):
        ends = ["goal", "start", "itself", "trap", "pit", chance.randrange(len(part))]
        frontier = part.frontier.tolist()
        yield completed(
            part, {node: chance.sample(ends, chance.choice([0, 1, 1, 2])) for node in frontier}
        )


def small_graphs(count: int) -> Iterator[tuple[str, Puzzle, ArrayGraph]]:
    """Yield the name, puzzle and graph of `count` random puzzles of 2 to `SMALL` states."""
    families, number = [*MAKERS, "table", "table"], 0
    while count:
        family = families[number % len(families)]
        puzzle = _table(number) if family == "table" else random_level(family, number)[1]
        number += 1
        graph = expand(puzzle, Limits(states=SMALL), engine="direct")
        if graph.complete and len(graph) > 1:
            count -= 1
            yield f"{family} {number - 1}", Puzzle.of(puzzle), graph


def _table(number: int):
    """Return a puzzle that is a random table of moves; some labels begin others."""
    from toys import Plain

    chance = random.Random(f"table {number}")
    size = chance.randint(2, 12)
    table = {
        state: [
            (label, chance.randrange(size))
            for label in chance.sample(LABELS, chance.choice([0, 1, 1, 2, 2, 3]))
        ]
        for state in range(size)
    }
    return Plain(0, table, (size - 1,) if chance.random() < 0.8 else ())


def level_of(name: str, puzzle: Puzzle, graph: ArrayGraph | None = None) -> Level:
    """Return a level without a family, which has the given graph, if any."""
    from stategraph.rules.family import NO_FAMILY

    return StoredGraph(NO_FAMILY, puzzle, name=name, file=name, graph=graph)


class Slow:
    """Naive answers about a whole graph, in plain Python."""

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self.rows = [graph.moves(node) for node in graph]

    @cached_property
    def made(self) -> list[int]:
        """The fewest moves from the start to each state."""
        return self._far([0], [[to for _, to in row] for row in self.rows])

    @cached_property
    def left(self) -> list[int]:
        """The fewest moves from each state to the goal, -1 if none lead there."""
        back: list[list[int]] = [[] for _ in self.rows]
        for node, row in enumerate(self.rows):
            for _, to in row:
                back[to].append(node)
        return self._far([] if self.graph.goal is None else [self.graph.goal], back)

    @staticmethod
    def _far(roots: list[int], ahead: list[list[int]]) -> list[int]:
        far, queue = [-1] * len(ahead), list(roots)
        for root in roots:
            far[root] = 0
        for node in queue:
            for to in ahead[node]:
                if far[to] < 0:
                    far[to] = far[node] + 1
                    queue.append(to)
        return far

    @property
    def shortest(self) -> int | None:
        return None if self.left[0] < 0 else self.left[0]

    def ways(self, target: int) -> list[tuple[str, ...]]:
        """Return the labels of every shortest path from the start to a state."""
        walks = {0: [()]}
        for depth in range(self.made[target]):
            after: dict[int, list[tuple[str, ...]]] = {}
            for node, labels in walks.items():
                for label, to in self.rows[node]:
                    if self.made[to] == depth + 1:
                        after.setdefault(to, []).extend((*way, label) for way in labels)
            walks = after
        return walks[target]

    def solutions(self) -> list[tuple[str, ...]]:
        """Return the labels of every shortest solution."""
        return [] if self.graph.goal is None else self.ways(self.graph.goal)

    def dead(self, node: int) -> bool:
        return self.left[node] < 0

    def stuck(self, node: int) -> bool:
        return self.dead(node) and not self.rows[node]

    def best_moves(self, node: int) -> tuple[str, ...] | None:
        """Return the moves that bring the goal nearer; None of a dead state."""
        if self.dead(node):
            return None
        near = self.left[node] - 1
        return tuple(sorted(label for label, to in self.rows[node] if self.left[to] == near))


def provable(claims: list[object]) -> object:
    """Return the common claim of all completions, None if they differ."""
    return claims[0] if all(claim == claims[0] for claim in claims) else None


def small_levels(most: int = 130) -> list[tuple[str, Puzzle, ArrayGraph]]:
    """Return the bundled levels of at most `most` states, and at most as many shortest solutions.

    The naive answers list every solution; `spacewreck/million-ways` has 2^20.
    """
    from known import bundled

    from stategraph.level_files import family_names
    from stategraph.metrics import measure

    found = []
    for family in family_names():
        for level in bundled(family):
            graph = expand(level.puzzle, Limits(states=most), engine="direct")
            if graph.complete and measure(graph, ["shortest_count"])["shortest_count"] <= most:
                found.append((level.name, level.puzzle, graph))
    return found
