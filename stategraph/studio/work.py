"""What is done with a level for the page, in a process of its own that may be killed at any time.

Each function takes and returns what can be sent between processes. What is wrong with a level is an
answer too, never an error of the process.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from stategraph import design
from stategraph.ask import where
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError, StategraphError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.levels import Level, parse_level
from stategraph.metrics import measure
from stategraph.pictures.plots.weights import weights_drawing
from stategraph.rules.drawing import printable
from stategraph.studio.level_bundle import MOST_STATES, bundle
from stategraph.studio.states import States
from stategraph.tell import ablate, check, diff, watch

# What one expansion may use.
LIMITS = Limits(states=2_000_000, seconds=60.0, analysed=True)

# What all the expansions of a level without its elements, one by one, may use.
WEIGHING = Limits(states=200_000, seconds=60.0)

# Up to so many states, a level is sent whole at once: to draw its boards takes no second.
AT_ONCE = 3_000

NUMBERS = (*watch.NUMBERS, "shortest_count", "stuck_states", "dead_end_cycles")

# So many levels are kept with their graphs: a version, and the one that it is compared with.
KEPT = 2


class Stale(StategraphError):
    """Raised where the level that a page asks about is not the one that was solved last."""


def key_of(text: str, file: str) -> str:
    """Return a name of a level: a hash of its text, and of its file."""
    return hashlib.sha256(f"{file}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()


class Desk:
    """The levels that a process was given last, with their graphs; it answers what is asked."""

    def __init__(self, limits: Limits = LIMITS):
        self.limits = limits
        self._known: dict[str, tuple[Level, ArrayGraph]] = {}
        self._open: tuple[Level, ArrayGraph] | None = None
        self._key = ""
        self._states: States | None = None

    def answer(self, name: str, **given: Any) -> dict[str, Any]:
        """Return the answer of a method, or what is wrong with the level as ``error``, ``line``."""
        try:
            return getattr(self, name)(**given)
        except Stale as error:
            return {**complaint(error), "stale": True}
        except StategraphError as error:
            return complaint(error)

    def solve(self, text: str, file: str) -> dict[str, Any]:
        """Expand a level: its numbers, and what became of its demands."""
        level, graph = self._expanded(text, file)
        self._open, self._key, self._states = (level, graph), key_of(text, file), None
        numbers = measure(graph, NUMBERS)
        judged = [one for one in design.demands_of(level) if not isinstance(one.wanted, tuple)]
        verdicts = design.verdicts(level, graph, judged)
        return {
            "level": self._key,
            "numbers": {name: numbers[name] for name in NUMBERS},
            "unknown": list(numbers["unknown"]),
            "stopped": graph.stopped,
            "words": list(watch.words(graph, None)),
            "demands": check.words(level, verdicts) if verdicts else [],
            "met": all(one.holds for one in verdicts),
        }

    def compare(self, before: str, after: str, file: str) -> dict[str, Any]:
        """Return what an edit changed, in lines."""
        (old, old_graph), (new, new_graph) = (
            self._expanded(text, file) for text in (before, after)
        )

        def between(puzzle: Any, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
            return expand(puzzle, design.bounded(self.limits, bounds.states), until_goal=until_goal)

        found = design.compare(old, new, (old_graph, new_graph), between)
        return {"words": [printable(line) for line in diff.changes(old, found)]}

    def weigh(self, text: str, file: str) -> dict[str, Any]:
        """Return what each element is for: the board with its marks as SVG, and lines."""
        level, graph = self._expanded(text, file)
        if not level.family.elements(level.puzzle):
            return {"picture": "", "lines": [f"levels of {level.family.name} have no elements"]}
        trials = design.Trials(level.family, level.puzzle, WEIGHING, workers=1, graph=graph)
        found = design.ablate(trials)
        drawing = weights_drawing(level.draw(level.puzzle.start), found)
        lines = [printable(line.strip()) for line in ablate.findings(found)]
        return {"picture": drawing.svg(), "lines": lines}

    def whole(self, text: str, file: str) -> dict[str, Any]:
        """Return the bundle of a level with all its states, None where it has too many."""
        level, graph = self._expanded(text, file)
        small = graph.complete and len(graph) <= MOST_STATES
        return {"bundle": bundle(level, graph) if small else None}

    # ------------------------------------- questions about the level at hand, named by its key

    def bundle(self, level: str) -> dict[str, Any]:
        """Return the bundle of the level: whole where that takes no second, or without states."""
        given, graph = self._given(level)
        if graph.complete and len(graph) <= AT_ONCE:
            return {"bundle": bundle(given, graph)}
        self._states = States(given, graph)
        return {"bundle": self._states.bundle()}

    def look(self, level: str, node: int, source: int = -1, label: str = "") -> dict[str, Any]:
        """Return a state; see `States.look`."""
        return self._told(level).look(node, source, label)

    def solution(self, level: str, node: int) -> dict[str, Any]:
        """Return the labels of the first shortest solution from a state."""
        return {"labels": self._told(level).solution(node)}

    def way(self, level: str, node: int) -> dict[str, Any]:
        """Return the labels of a shortest path from the start to a state."""
        return {"labels": self._told(level).way(node)}

    def find(self, level: str, question: str) -> dict[str, Any]:
        """Return in which states something holds: how many, and they, nearest first."""
        given, graph = self._given(level)
        held = np.flatnonzero(where(given, graph, question))
        unknown = "" if graph.complete else "of the states that were found; there are more"
        return {"count": len(held), "nodes": held[:MOST_STATES].tolist(), "unknown": unknown}

    def _given(self, key: str) -> tuple[Level, ArrayGraph]:
        if self._open is None or key != self._key:
            raise Stale("this is not the level that was solved last; it is solved again")
        return self._open

    def _told(self, key: str) -> States:
        given = self._given(key)
        if self._states is None:
            self._states = States(*given)
        return self._states

    def _expanded(self, text: str, file: str) -> tuple[Level, ArrayGraph]:
        """Return a level and its graph, which are kept until others come."""
        found = self._known.pop(text, None)
        if found is None or found[0].file != file:
            level = parse_level(text, file)
            found = level, expand(level.puzzle, self.limits)
        self._known[text] = found
        while len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return found


def complaint(error: StategraphError) -> dict[str, Any]:
    """Return an error as an answer: its words, and the line that is to blame."""
    line = error.line if isinstance(error, LevelError) else None
    return {"error": printable(str(error)), "line": line}
