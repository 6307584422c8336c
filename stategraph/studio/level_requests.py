"""Work on levels for the page, in a separate process that may be killed at any time.

All arguments and results can be sent between processes. An error in a level is a result too, and
does not end the process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stategraph import design
from stategraph.ask import where
from stategraph.engines.limits import Limits
from stategraph.errors import InputError, StategraphError
from stategraph.expand import expand
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, parse_level
from stategraph.metrics import measure
from stategraph.pictures.plots.weights import weights_drawing
from stategraph.readable import Record
from stategraph.rules.svg import printable
from stategraph.search.solve import solve
from stategraph.studio.complaints import complaint
from stategraph.studio.contraction import contraction, path_to_class
from stategraph.studio.level_bundle import MAX_BUNDLED_STATES, bundle
from stategraph.studio.level_story import level_story
from stategraph.studio.returned_plays import people
from stategraph.studio.share_page import MAX_SHARED_STATES, share
from stategraph.studio.single_states import States
from stategraph.studio.win_chances import beginner_chances
from stategraph.tell import ablate, check, diff, watch
from stategraph.tell.plays import wins_in_words
from stategraph.tell.solve import bounds

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle

# Limits of one expansion.
LIMITS = Limits(states=2_000_000, seconds=60.0, analysed=True)

# Limits of the search for a solution of a level that is too large to expand.
SEARCHING = Limits(seconds=60.0)

# Limits of the expansions for `weigh`, all together; each lacks one element of the level.
WEIGHING = Limits(states=200_000, seconds=60.0)

# Limits of the expansion for `share`.
SHARING = Limits(states=MAX_SHARED_STATES, seconds=60.0, analysed=True)

# Maximum number of states of a level that is sent as a whole at once. Drawing this number of states
# takes less than a second.
MAX_STATES_SENT_AT_ONCE = 3_000

NUMBERS = (*watch.NUMBERS, "shortest_count", "stuck_states", "dead_end_cycles")

# Number of levels that are kept with their graphs. Two suffice: the current version, and the
# version with which it is compared.
MAX_CACHED_LEVELS = 2


class Stale(StategraphError):
    """Raised if a request is not about the level that was solved last."""


def key_of(text: str, file: str) -> str:
    """Return the key of a level: a hash of its text and file name."""
    return hashlib.sha256(f"{file}\0{text}".encode("utf-8", "surrogatepass")).hexdigest()


class LevelRequests:
    """Answers requests about levels; the latest levels are kept with their graphs."""

    def __init__(
        self, limits: Limits = LIMITS, on_progress: Callable[[Record], None] = lambda record: None
    ):
        self.limits, self._on_progress = limits, on_progress
        self._known: dict[str, tuple[Level, ArrayGraph]] = {}
        self._open: tuple[Level, ArrayGraph] | None = None
        self._key = ""
        self._states: States | None = None

    def answer(self, name: str, **arguments: object) -> Record:
        """Return the result of the method `name`, or the ``error`` in a level and its ``line``."""
        try:
            return getattr(self, name)(**arguments)
        except Stale as error:
            return {**complaint(error), "stale": True}
        except StategraphError as error:
            return complaint(error)

    def solve(self, text: str, file: str) -> Record:
        """Return the numbers of a level, and whether its demands hold.

        Demands on elements or other levels are ``unjudged``, since these take an expansion each.
        """
        level, graph = self._expanded(text, file)
        self._open, self._key, self._states = (level, graph), key_of(text, file), None
        numbers = measure(graph, NUMBERS)
        demands = design.demands_of(level)
        judged = [demand for demand in demands if not isinstance(demand.wanted, tuple)]
        verdicts = design.verdicts(level, graph, judged)
        lines = check.words(level, verdicts) if verdicts else []
        return {
            "level": self._key,
            "numbers": {name: numbers[name] for name in NUMBERS},
            "unknown": list(numbers["unknown"]),
            "stopped": graph.stopped,
            "words": list(watch.words(graph, None)),
            "demands": [line.removeprefix(f"{level.name}: ") for line in lines],
            "met": all(verdict.holds for verdict in verdicts),
            "unjudged": [demand.name for demand in demands if demand not in judged],
        }

    def search(self, text: str, file: str) -> Record:
        """Search for a solution, report improving bounds on its length, and return the best result.

        This suits a level whose graph is too large, since a search stores fewer states than an
        expansion.
        """
        level = parse_level(text, file)

        def on_bounds(upper: int | None, lower: int) -> None:
            self._on_progress({"bounds": bounds(upper, lower)})

        solution = solve(level, limits=SEARCHING, tell=on_bounds)
        return {
            "bounds": "" if solution.proven else bounds(solution.found, solution.at_least),
            "proven": solution.proven,
            "shortest": solution.length,
            "labels": [printable(label) for label in solution.moves or ()],
            "stopped": solution.why,
        }

    def compare(self, before: str, after: str, file: str) -> Record:
        """Return the effects of an edit as lines of text."""
        (old, old_graph), (new, new_graph) = (
            self._expanded(text, file) for text in (before, after)
        )

        def between(puzzle: Puzzle, bounds: Limits, /, *, until_goal: bool) -> ArrayGraph:
            return expand(puzzle, design.bounded(self.limits, bounds.states), until_goal=until_goal)

        comparison = design.compare(old, new, (old_graph, new_graph), between)
        return {"words": [printable(line) for line in diff.changes(old, comparison)]}

    def weigh(self, text: str, file: str) -> Record:
        """Return the purpose of each element, as marks on the board (SVG) and as lines of text."""
        level, graph = self._expanded(text, file)
        if not level.family.elements(level.puzzle):
            return {"picture": "", "lines": [f"levels of {level.family.name} have no elements"]}
        trials = design.Trials(level.family, level.puzzle, WEIGHING, workers=1, graph=graph)
        ablation = design.ablate(trials)
        drawing = weights_drawing(level.draw(level.puzzle.start), ablation)
        lines = [printable(line.strip()) for line in ablate.findings(ablation)]
        return {"picture": drawing.svg(), "lines": lines}

    def beginner(self, text: str, file: str) -> Record:
        """Return the codes of the chances of a beginner; see `stategraph.studio.win_chances`."""
        return {"codes": beginner_chances(*self._expanded(text, file)).tolist()}

    def people(self, text: str, file: str, plays: str, versions: list[tuple[str, str]]) -> Record:
        """Return a summary of the plays of people; see `stategraph.studio.returned_plays`."""
        level, graph = self._expanded(text, file)
        return people(level, graph, plays, versions)

    def whole(self, text: str, file: str) -> Record:
        """Return the bundle of a level with all its states, or None if there are too many."""
        level, graph = self._expanded(text, file)
        small = graph.complete and len(graph) <= MAX_BUNDLED_STATES
        return {"bundle": bundle(level, graph) if small else None}

    def share(self, text: str, file: str) -> Record:
        """Return the page of a level as the bytes of one HTML file."""
        level = parse_level(text, file)
        graph = expand(level.puzzle, SHARING)
        if graph.stopped:
            reason = f"the expansion stopped at the {graph.stopped}"
            raise InputError(f"{reason}, and one file holds whole levels only")
        return {"bundle": share(level, graph).encode()}

    # ------------------------------------- requests about the present level, named by its key

    def bundle(self, level: str) -> Record:
        """Return the bundle of the current level, without states if drawing them takes too long."""
        open_level, graph = self._given(level)
        if graph.complete and len(graph) <= MAX_STATES_SENT_AT_ONCE:
            return {"bundle": bundle(open_level, graph)}
        self._states = States(open_level, graph)
        return {"bundle": self._states.bundle()}

    def look(self, level: str, node: int, source: int = -1, label: str = "") -> Record:
        """Return a state; see `States.look`."""
        return self._states_of(level).look(node, source, label)

    def near(self, level: str, node: int) -> Record:
        """Return the states near a state; see `neighbourhood`."""
        return self._states_of(level).near(node)

    def prove(self, level: str, node: int, source: int, trail: list[int]) -> Record:
        """Return a local proof that a state is lost; see `States.prove`."""
        return self._states_of(level).prove(node, source, trail)

    def solution(self, level: str, node: int) -> Record:
        """Return the labels of the first shortest solution from a state."""
        return {"labels": self._states_of(level).solution(node)}

    def way(self, level: str, node: int) -> Record:
        """Return the labels of a shortest path from the start to a state."""
        return {"labels": self._states_of(level).way(node)}

    def contract(self, level: str, kind: str) -> Record:
        """Return the graph with contracted walks or turns; see `contraction`."""
        return {"bundle": contraction(*self._given(level), kind)}

    def lift(self, level: str, kind: str, node: int) -> Record:
        """Return the moves from the start to a node of a contracted graph."""
        return {"labels": path_to_class(*self._given(level), kind, node)}

    def story(self, level: str) -> Record:
        """Return the solution in chapters, and how often simulated players win."""
        open_level, graph = self._given(level)
        return {"story": level_story(open_level, graph), "more": wins_in_words(open_level, graph)}

    def find(self, level: str, question: str) -> Record:
        """Return the number of states in which a condition holds, and the nodes of these states."""
        open_level, graph = self._given(level)
        nodes = np.flatnonzero(where(open_level, graph, question))
        unknown = "" if graph.complete else "of the states that were found; there are more"
        return {
            "count": len(nodes),
            "nodes": nodes[:MAX_BUNDLED_STATES].tolist(),
            "unknown": unknown,
        }

    def _given(self, key: str) -> tuple[Level, ArrayGraph]:
        if self._open is None or key != self._key:
            raise Stale("this is not the level that was solved last; it is solved again")
        return self._open

    def _states_of(self, key: str) -> States:
        open_level = self._given(key)
        if self._states is None:
            self._states = States(*open_level)
        return self._states

    def _expanded(self, text: str, file: str) -> tuple[Level, ArrayGraph]:
        """Return a level and its graph, from the cache if possible."""
        entry = self._known.pop(text, None)
        if entry is None or entry[0].file != file:
            level = parse_level(text, file)
            entry = level, expand(level.puzzle, self.limits)
        self._known[text] = entry
        while len(self._known) > MAX_CACHED_LEVELS:
            del self._known[next(iter(self._known))]
        return entry
