"""Puzzles of 4 to 9 states, random labelled graphs, and slow answers to hold the fast ones to."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import networkx as nx
from hypothesis import strategies as st

from stategraph.analysis import ShortestPaths, shortest_paths
from stategraph.graph.state_graph import StateGraph
from stategraph.rules import Lists, One, Puzzle, Set, Table, Tuple

# ------------------------------------------------------------------------- with declared variables


def counter(last: int = 3) -> Puzzle:
    """Count from 0 to `last`: one state after the other."""

    def step(s):
        if s.n < last:
            yield "+", s.but(n=s.n + 1)

    return Puzzle({"n": 0}, [step], lambda s: s.n == last, n=One(last + 1))


def square() -> Puzzle:
    """Go right and down once each, in either order: 4 states, 2 solutions, both of 2 moves."""

    def right(s):
        if s.x == 0:
            yield "R", s.but(x=1)

    def down(s):
        if s.y == 0:
            yield "D", s.but(y=1)

    goal = lambda s: (s.x == 1) & (s.y == 1)  # noqa: E731
    return Puzzle({"x": 0, "y": 0}, [right, down], goal, x=One(2), y=One(2))


def lamps() -> Puzzle:
    """Light three lamps, each by its own switch, which also puts it out again: 8 states."""

    def switch(s):
        for k in range(3):
            yield f"S{k}", s.but(lit=s.lit - k if k in s.lit else s.lit + k)

    return Puzzle({"lit": []}, [switch], lambda s: len(s.lit) == 3, lit=Set(3))


def ship() -> Puzzle:
    """Two who walk corridors of the colour of the other one's room: the usual test vector.

    9 states, 14 moves, one solution ``R3L5L8``, one dead-end cycle of 2 states, one trap move.
    """
    colours = ["pink", "green", "blue", "green", "pink", "blue", "pink"]
    corridors = """1 3 green, 2 4 pink, 2 5 blue, 3 6 pink, 3 1 green, 4 7 blue, 4 2 blue,
        5 8 blue, 6 8 green, 6 3 pink, 7 8 pink, 5 2 pink"""
    shades = sorted(set(colours))
    colour = Table([0, *map(shades.index, colours), 0])
    leading: dict[tuple[int, int], list[int]] = {}
    for corridor in corridors.split(","):
        here, to, shade = corridor.split()
        leading.setdefault((int(here), shades.index(shade)), []).append(int(to))
    ways = Lists(9, 3, {pair: sorted(found) for pair, found in leading.items()})

    def rocket(s):
        for to in ways[s.rocket, colour[s.lucky]]:
            yield f"R{to}", s.but(rocket=to)

    def lucky(s):
        for to in ways[s.lucky, colour[s.rocket]]:
            yield f"L{to}", s.but(lucky=to)

    goal = lambda s: (s.rocket == 8) | (s.lucky == 8)  # noqa: E731
    return Puzzle({"rocket": 1, "lucky": 2}, [rocket, lucky], goal, rocket=One(9), lucky=One(9))


# ------------------------------------------------------------------------------ as a plain object


@dataclass
class Plain:
    """A puzzle given by a table: ``{state: [(label, next state)]}``."""

    start: object
    table: dict = field(default_factory=dict)
    goals: tuple = ()

    def moves(self, state):
        return iter(self.table.get(state, ()))

    def is_goal(self, state):
        return state in self.goals


def plain(start: str, text: str, goals: str = "") -> Plain:
    """Return the puzzle that `text` draws: ``a x b, a y c`` has two moves, x to b and y to c."""
    table: dict[str, list] = {}
    for move in filter(None, text.split(", ")):
        here, label, to = move.split()
        table.setdefault(here, []).append((label, to))
    return Plain(start, table, tuple(goals))


def trapdoor() -> Plain:
    """6 states: the goal g, a state z that is stuck, and a dead-end cycle c-d that leads to z."""
    return plain("a", "a on b, b win g, b fall c, c r d, d l c, d out z", "g")


PLAIN_PUZZLES = [trapdoor()]
DECLARED_PUZZLES = [counter(), square(), lamps(), ship()]


# ---------------------------------------------------------------------------------- random graphs

NAMES = "abcdefgh"
# some begin others, and some end others
LABELS = ("R1", "R10", "R11", "R2", "L", "L1", "1", "0")


class Case:
    """A labelled graph with a start and a goal, and all its properties by brute force."""

    def __init__(self, graph: nx.MultiDiGraph, start: str, goal: str):
        self.graph, self.start, self.goal = graph, start, goal

    def __repr__(self) -> str:
        moves = ", ".join(f"{u} {label} {v}" for u, v, label in self.graph.edges(keys=True))
        return f"<{self.start} to {self.goal}: {moves}>"

    @cached_property
    def made(self) -> StateGraph:
        return StateGraph.from_networkx(self.graph, self.start, self.goal)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of every state of `made`."""
        return {state: node for node, state in enumerate(self.made.states)}

    def puzzle(self) -> Plain:
        table = {
            u: [(label, v) for _, v, label in self.graph.edges(u, keys=True)] for u in self.graph
        }
        return Plain(self.start, table, (self.goal,))

    # Slow answers. Nodes here are the names of the graph.

    @cached_property
    def play(self) -> nx.MultiDiGraph:
        """The graph of all reachable states, the goal without moves."""
        play = self.graph.copy()
        play.remove_edges_from(list(play.out_edges(self.goal, keys=True)))
        return play.subgraph({self.start} | nx.descendants(play, self.start)).copy()

    def ways(self, source: str, target: str) -> list[tuple[str, ...]]:
        """Return the labels of every shortest path, in no order."""
        if target not in self.play or not nx.has_path(self.play, source, target):
            return []
        length = nx.shortest_path_length(self.play, source, target)
        walks = [(source, ())]
        for _ in range(length):
            walks = [
                (v, (*labels, label))
                for u, labels in walks
                for _, v, label in self.play.edges(u, keys=True)
            ]
        return [labels for node, labels in walks if node == target]

    @cached_property
    def solutions(self) -> list[tuple[str, ...]]:
        return self.ways(self.start, self.goal)

    @cached_property
    def alive(self) -> set[str]:
        if self.goal not in self.play:
            return set()
        return nx.ancestors(self.play, self.goal) | {self.goal}

    @cached_property
    def dead(self) -> set[str]:
        return set(self.play) - self.alive

    @cached_property
    def stuck(self) -> set[str]:
        return {node for node in self.dead if not self.play.out_degree(node)}

    @cached_property
    def traps(self) -> set[tuple[str, str, str]]:
        moves = self.play.edges(keys=True)
        return {(u, label, v) for u, v, label in moves if u in self.alive and v in self.dead}

    @cached_property
    def cycles(self) -> set[frozenset[str]]:
        found = map(frozenset, nx.strongly_connected_components(self.play.subgraph(self.dead)))
        return {c for c in found if len(c) > 1 or self.play.has_edge(*c, *c)}

    def is_terminal(self, component: frozenset[str]) -> bool:
        return all(v in component for _, v in self.play.out_edges(component))

    def girth(self, component: frozenset[str]) -> int:
        """Return the length of a shortest cycle of a component."""
        part = self.play.subgraph(component)
        return min(1 + nx.shortest_path_length(part, v, u) for u, v in part.edges())


_cases = st.builds(
    lambda n, moves, start, goal: _case(n, moves, start % n, goal % n),
    st.integers(1, 8),
    st.lists(st.integers(0, 8**3 - 1), max_size=30)
    | st.lists(st.integers(0, 8**3 - 1), min_size=12, max_size=30),
    st.integers(0, 7),
    st.integers(0, 7),
)


def _case(n: int, moves: list[int], start: int, goal: int) -> Case:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(NAMES[:n])
    for code in moves:
        u, v, label = code // 64 % n, code // 8 % 8 % n, LABELS[code % 8]
        graph.add_edge(NAMES[u], NAMES[v], key=label)
    return Case(graph, NAMES[start], NAMES[goal])


def _once_per_state(case: Case) -> Case:
    """Drop every move whose label the state has already."""
    seen = set()
    for u, v, label in list(case.graph.edges(keys=True)):
        if (u, label) in seen:
            case.graph.remove_edge(u, v, key=label)
        seen.add((u, label))
    return case


def repeated_labels() -> st.SearchStrategy[Case]:
    """Graphs of up to 8 nodes; a state may have a label more than once."""
    return _cases


def unique_labels() -> st.SearchStrategy[Case]:
    """Graphs of up to 8 nodes that could be a puzzle's: no label twice in a state."""
    return _cases.map(_once_per_state)


# --------------------------------------------------------------------------------- larger patterns


def diamonds(k: int) -> nx.MultiDiGraph:
    """Return a chain of `k` diamonds from 0: 3k + 1 nodes, 2^k shortest ways to the last, 3k."""
    graph = nx.MultiDiGraph()
    for a in range(0, 3 * k, 3):
        for side in (1, 2):
            graph.add_edge(a, a + side, key=f"{side}")
            graph.add_edge(a + side, a + 3, key="+")
    return graph


def grid(size: int) -> nx.DiGraph:
    """Return the walks right and down over a grid of size x size from (0, 0)."""
    graph = nx.DiGraph()
    for r in range(size):
        for c in range(size):
            if c + 1 < size:
                graph.add_edge((r, c), (r, c + 1), label="R")
            if r + 1 < size:
                graph.add_edge((r, c), (r + 1, c), label="D")
    return graph


# --------------------------------------------------------------------------- every shortest path


def listed(graph: StateGraph) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return (labels, moves) of every shortest solution, in no order."""
    return listed_ways(graph, shortest_paths(graph))


def listed_ways(
    graph: StateGraph, ways: ShortestPaths
) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return (labels, moves) of every one of the `ways`, in no order."""
    walks = [((), 0)]
    for _ in range(ways.length):
        walks = [
            ((*moves, slot), int(ways.targets[slot]))
            for moves, place in walks
            for slot in range(int(ways.offsets[place]), int(ways.offsets[place + 1]))
        ]
    made = [tuple(int(ways.moves[slot]) for slot in slots) for slots, _ in walks]
    return [(tuple(map(graph.label, moves)), moves) for moves in made]


def one_rule(rule, n=5, goal=lambda s: False, **variables):
    """Return a puzzle of one rule over a number, a set and a row, or over other variables."""
    kinds = variables or {"x": One(n), "set": Set(n), "row": Tuple(2, n)}
    start = {"x": 0, "set": [1], "row": [0, 1]}
    return Puzzle({name: start[name] for name in kinds}, [rule], goal, **kinds)
