"""Questions of play answered slowly, over sets; and random ones, in symbols and in words."""

from __future__ import annotations

from fnmatch import fnmatchcase

import networkx as nx
from hypothesis import strategies as st

# A question here is a tuple: an atom ("goal",), or an operator and its parts. Moves are one too.
UNARY = ("EX", "AX", "EF", "AF", "EG", "AG")


def atoms() -> st.SearchStrategy[tuple]:
    number = st.integers(0, 7)
    return st.one_of(
        st.sampled_from([("goal",), ("dead",), ("stuck",), ("start",), ("trap",), ("true",)]),
        st.tuples(st.just("node"), number),
        st.tuples(st.just("left"), st.sampled_from(["<=", ">", "="]), st.integers(0, 4)),
        st.tuples(st.just("made"), st.sampled_from(["<", ">="]), st.integers(0, 4)),
    )


def questions(next_too: bool = True, fair: bool = False) -> st.SearchStrategy[tuple]:
    """Return random questions about states."""
    operators = UNARY if next_too else UNARY[2:]

    def more(part: st.SearchStrategy[tuple]) -> st.SearchStrategy[tuple]:
        moves = st.none() | kinds_of_moves(part)
        return st.one_of(
            st.tuples(st.just("not"), part),
            st.tuples(st.sampled_from(["and", "or", "->"]), part, part),
            st.tuples(st.sampled_from(operators), moves, part),
            st.tuples(st.sampled_from(["EU", "AU"]), moves, part, part),
            st.tuples(st.sampled_from(["before", "until"]), part, part),
            st.tuples(st.sampled_from(["every", "some", "every shortest", "some shortest"]), part),
        )

    return st.recursive(atoms(), more, max_leaves=6)


def kinds_of_moves(part: st.SearchStrategy[tuple]) -> st.SearchStrategy[tuple]:
    plain = st.one_of(
        st.sampled_from([("move", "R*"), ("move", "*1"), ("best",)]),
        st.tuples(st.just("to"), part),
        st.tuples(st.just("from"), part),
    )
    return plain | st.tuples(st.just("not"), plain)


# ------------------------------------------------------------------------------------ as text


def text(asked: tuple, words: bool = False) -> str:
    """Return a question as text, its operators in symbols or in words."""
    kind, *parts = asked
    if kind in ("left", "made"):
        return f"{kind} {parts[0]} {parts[1]}"
    if kind == "node":
        return f"node = {parts[0]}"
    if kind in ("move", "to", "from"):
        return f"{kind} {parts[0]}" if kind == "move" else f"{kind} ({text(parts[0], words)})"
    if not parts:
        return kind
    if kind in UNARY or kind in ("EU", "AU"):
        return _play(kind, parts, words)
    said = [f"({text(part, words)})" for part in parts]
    if kind == "not":
        return f"not {said[0]}"
    if len(said) == 2:
        return f"{said[0]} {kind} {said[1]}"
    every, _, shortest = kind.partition(" ")
    return f"{every} {shortest} solution passes {said[0]}"


def _play(kind: str, parts: list, words: bool) -> str:
    moves, *rest = parts
    said = [f"({text(part, words)})" for part in rest]
    only = "" if moves is None else f"{{{text(moves, words)}}}"
    if kind in ("EU", "AU"):
        return f"{kind[0]}{only}[{said[0]} U {said[1]}]"
    if not words or kind in ("EX", "AX", "EG") or (kind == "AG" and moves):
        return f"{kind}{only} {said[0]}"
    if kind == "AG":
        return f"always {said[0]}"
    behind = "" if moves is None else f" with only ({text(moves, words)})"
    return f"{'can' if kind == 'EF' else 'must'} reach {said[0]}{behind}"


# ------------------------------------------------------------------------------------ over sets


class Sets:
    """The meaning of questions in a state graph that is whole, over sets of nodes.

    Every operator is the fixed point that textbooks define it by; with fairness, a run ends in a
    strongly connected component that no move leaves, and passes all of it.
    """

    def __init__(self, graph, fair: bool = False):
        self.graph, self.fair = graph, fair
        self.nodes = set(range(len(graph)))
        self.moves = [(u, label, v) for u in self.nodes for label, v in graph.moves(u)]
        ahead = nx.MultiDiGraph([(u, v) for u, _, v in self.moves])
        ahead.add_nodes_from(self.nodes)
        self.made = nx.single_source_shortest_path_length(ahead, 0)
        back = ahead.reverse()
        goal = graph.goal
        self.left = {} if goal is None else nx.single_source_shortest_path_length(back, goal)

    def holds(self, asked: tuple) -> set[int]:
        kind, *parts = asked
        simple = {
            "goal": lambda: {n for n in self.nodes if n == self.graph.goal},
            "start": lambda: {0},
            "true": lambda: self.nodes,
            "dead": lambda: self.nodes - set(self.left),
            "stuck": lambda: {n for n in self.holds(("dead",)) if not self.graph.moves(n)},
            "trap": lambda: {u for u, _, v in self.moves if u in self.left and v not in self.left},
        }
        if kind in simple:
            return simple[kind]()
        if kind == "node":
            return {n for n in self.nodes if n == parts[0]}
        if kind in ("left", "made"):
            far = getattr(self, kind)
            return {n for n in self.nodes if compare(far.get(n, 10**9), *parts)}
        if kind in UNARY or kind in ("EU", "AU"):
            return self.play(kind, parts[0], *map(self.holds, parts[1:]))
        return self.joined(kind, *map(self.holds, parts))

    def joined(self, kind: str, p: set[int], q: set[int] | None = None) -> set[int]:
        if kind == "not":
            return self.nodes - p
        if q is not None:
            return {
                "and": lambda: p & q,
                "or": lambda: p | q,
                "->": lambda: (self.nodes - p) | q,
                "until": lambda: self.play("AU", None, p, q),
                "before": lambda: self.nodes - self.play("EU", None, self.nodes - p, q),
            }[kind]()
        goal = self.holds(("goal",))
        best = ("best",) if "shortest" in kind else None
        if kind.startswith("every"):
            return self.nodes - self.play("EU", best, self.nodes - p, goal - p)
        wins = self.play("EF", best, goal)
        return self.play("EF", best, p & wins)

    def are(self, kind: tuple | None) -> list[tuple[int, str, int]]:
        """Return the moves of a kind."""
        if kind is None:
            return self.moves
        name, *parts = kind
        if name == "not":
            chosen = self.are(parts[0])
            return [move for move in self.moves if move not in chosen]
        if name == "move":
            return [move for move in self.moves if fnmatchcase(move[1], parts[0])]
        if name == "best":
            far = self.left
            return [(u, a, v) for u, a, v in self.moves if v in far and far[u] == far[v] + 1]
        states = self.holds(parts[0])
        end = 2 if name == "to" else 0
        return [move for move in self.moves if move[end] in states]

    def play(self, kind: str, moves, p: set[int], q: set[int] | None = None) -> set[int]:
        ahead: dict[int, set[int]] = {n: set() for n in self.nodes}
        for u, _, v in self.are(moves):
            ahead[u].add(v)
        some = lambda u, found: bool(ahead[u] & found)  # noqa: E731
        every = lambda u, found: ahead[u] <= found  # noqa: E731
        if kind == "EX":
            return {u for u in self.nodes if some(u, p)}
        if kind == "AX":
            return {u for u in self.nodes if every(u, p)}
        if kind in ("EF", "EU"):
            through, found = (self.nodes, p) if q is None else (p, q)
            return least(lambda z: found | {u for u in through if some(u, z)})
        if kind == "AG":
            return greatest(self.nodes, lambda z: {u for u in p if every(u, z)})
        if self.fair:
            return self.fairly(kind, moves, ahead, p, q)
        if kind == "EG":
            return greatest(self.nodes, lambda z: {u for u in p if not ahead[u] or some(u, z)})
        through, found = (self.nodes, p) if q is None else (p, q)
        return least(lambda z: found | {u for u in through if ahead[u] and every(u, z)})

    def fairly(self, kind, moves, ahead, p, q):
        if kind == "AF":
            return self.nodes - self.play("EG", moves, self.nodes - p)
        if kind == "AU":
            broken = self.play("EU", moves, self.nodes - q, self.nodes - p - q)
            return self.nodes - broken - self.play("EG", moves, self.nodes - q)
        arrows = nx.DiGraph([(u, v) for u in ahead for v in ahead[u]])
        arrows.add_nodes_from(self.nodes)
        last = [c for c in nx.strongly_connected_components(arrows) if c <= p]
        stays = {u for c in last if all(ahead[v] <= c for v in c) for u in c}
        return self.play("EU", moves, p, stays)


def least(step) -> set[int]:
    found: set[int] = set()
    while (more := step(found)) != found:
        found = more
    return found


def greatest(everything: set[int], step) -> set[int]:
    found = set(everything)
    while (fewer := step(found)) != found:
        found = fewer
    return found


def compare(a: int, how: str, b: int) -> bool:
    return {"<=": a <= b, ">": a > b, "=": a == b, "<": a < b, ">=": a >= b}[how]
