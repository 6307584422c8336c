"""What is done with a level for the page, in a process of its own that may be killed at any time.

Each function takes and returns what can be sent between processes. What is wrong with a level is an
answer too, never an error of the process.
"""

from __future__ import annotations

from typing import Any

from stategraph import analysis, design
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError, StategraphError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.levels import Level, parse_level
from stategraph.metrics import measure
from stategraph.rules.drawing import Drawing, printable
from stategraph.studio.boards import Cutter, common_floor
from stategraph.studio.bundle import MOST_STATES, bundle, head, middle, packed, svg_of
from stategraph.tell import check, diff, watch

# What one expansion may use.
LIMITS = Limits(states=2_000_000, seconds=60.0, analysed=True)

NUMBERS = (*watch.NUMBERS, "shortest_count", "stuck_states", "dead_end_cycles")


class Desk:
    """The level that a process was given last, with its graph; it answers what is asked of them."""

    def __init__(self, limits: Limits = LIMITS):
        self.limits = limits
        self.level: Level | None = None
        self.graph: ArrayGraph | None = None

    def answer(self, name: str, **given: Any) -> dict[str, Any]:
        """Return the answer of a method, or what is wrong with the level as ``error``, ``line``."""
        try:
            return getattr(self, name)(**given)
        except StategraphError as error:
            return complaint(error)

    def solve(self, text: str, file: str, whole: bool = True) -> dict[str, Any]:
        """Expand a level: its numbers, its demands, and its bundle where it is small enough."""
        self.level = level = parse_level(text, file)
        self.graph = graph = expand(level.puzzle, self.limits)
        numbers = measure(graph, NUMBERS)
        demands = design.demands_of(level)
        judged = [one for one in demands if not isinstance(one.wanted, tuple)]
        verdicts = design.verdicts(level, graph, judged)
        small = graph.complete and len(graph) <= MOST_STATES
        if whole:
            data = bundle(level, graph) if small else self._sparse()
        return {
            "numbers": {name: numbers[name] for name in NUMBERS},
            "unknown": list(numbers["unknown"]),
            "stopped": graph.stopped,
            "words": list(watch.words(graph, None)),
            "demands": check.words(level, verdicts) if verdicts else [],
            "met": all(one.holds for one in verdicts),
            "bundle": data if whole else b"",
        }

    def compare(self, before: str, after: str, file: str) -> dict[str, Any]:
        """Return what an edit changed, in lines."""
        levels = parse_level(before, file), parse_level(after, file)
        graphs = [expand(level.puzzle, self.limits) for level in levels]

        def between(puzzle: Any, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
            return expand(puzzle, design.bounded(self.limits, bounds.states), until_goal=until_goal)

        found = design.compare(*levels, graphs, between)
        return {"words": [printable(line) for line in diff.changes(levels[0], found)]}

    # ------------------------------------------------------------- large levels, state by state

    def _sparse(self) -> bytes:
        """Return a bundle without states: the page asks for each when it is there."""
        level, graph = self._given()
        sample = [level.draw(graph.state(node)) for node in {0, len(graph) // 2, len(graph) - 1}]
        self._cutter = Cutter(common_floor(sample))
        self._told = 0
        self._solvable = analysis.moves_to_goal(graph)
        size = sample[0]
        said = head(level, graph) | {
            "width": size.width,
            "height": size.height,
            "floor": svg_of(tuple(self._cutter.floor)),
            "pieces": [],
            "middles": [],
            "groups": [],
            "remote": True,
            "shortest": int(self._solvable[0]),
        }
        return packed(said, {})

    def look(self, node: int, source: int = -1, label: str = "") -> dict[str, Any]:
        """Return a state: its moves, with the board of each, and the pieces first shown now.

        `source` and `label` say by which move a goal was reached, for the goal stands for many.
        """
        level, graph = self._given()
        node = graph.check(node)
        moves = []
        for name, target in graph.moves(node):
            moves.append(
                {
                    "label": printable(name),
                    "actor": level.family.actor(name) if level.family.actor else "",
                    "target": target,
                    "board": [node, name],
                    "left": int(self._solvable[target]),
                    "fatal": bool(self._solvable[target] < 0 <= self._solvable[node]),
                    "pieces": self._pieces(target, node, name),
                }
            )
        found = {
            "node": node,
            "left": int(self._solvable[node]),
            "moves": moves,
            "pieces": self._pieces(node, source, label),
        }
        fresh = list(self._cutter.pieces)[self._told :]
        found["fresh"] = [[svg_of(piece), list(middle(piece))] for piece in fresh]
        found["first"] = self._told
        self._told = len(self._cutter.pieces)
        return found

    def _pieces(self, node: int, source: int, label: str) -> list[int]:
        """Return the pieces of the board of a state."""
        level, graph = self._given()
        state = graph.state(node)
        if node == graph.goal and source >= 0:
            state = dict(level.puzzle.moves(graph.state(graph.check(source)))).get(label, state)
        drawing = level.draw(state)
        pieces = self._cutter.cut(drawing)
        return self._whole(drawing) if pieces is None else pieces

    def _whole(self, drawing: Drawing) -> list[int]:
        """Return the pieces of a board that lacks the floor of the others: all of it, over them."""
        whole = tuple(drawing.shapes)
        return [self._cutter.pieces.setdefault(whole, len(self._cutter.pieces))]

    def solution(self, node: int) -> dict[str, Any]:
        """Return the labels of the first shortest solution from a state."""
        _, graph = self._given()
        node = graph.check(node)
        if graph.goal is None or self._solvable[node] < 0:
            return {"labels": []}
        ways = analysis.shortest_paths(graph, node)
        return {"labels": list(analysis.first_way(graph, ways).labels)}

    def way(self, node: int) -> dict[str, Any]:
        """Return the labels of a shortest way from the start to a state."""
        _, graph = self._given()
        return {"labels": list(analysis.way_to(graph, graph.check(node)).labels)}

    def _given(self) -> tuple[Level, ArrayGraph]:
        if self.level is None or self.graph is None:
            raise StategraphError("there is no level yet")
        return self.level, self.graph


def complaint(error: StategraphError) -> dict[str, Any]:
    """Return an error as an answer: its words, and the line that is to blame."""
    line = error.line if isinstance(error, LevelError) else None
    return {"error": printable(str(error)), "line": line}
