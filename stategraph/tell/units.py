"""Record and text of ``solve --by``: a shortest solution in pushes and walks, or in turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.lifting import (
    has_units,
    lift,
    project,
    quotient_of,
    state_solution,
    symmetries_of,
)
from stategraph.metrics.level_metrics import Analysis, shown
from stategraph.metrics.units import most_turns
from stategraph.readable import Record, count
from stategraph.tell import symmetry
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves_in_words, number, singular
from stategraph.tell.records import closed, path_record

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level


def record(level: Level, graph: ArrayGraph, order: str) -> Record:
    """Return the record of the solutions with the fewest units.

    Among these solutions, the record has one with the fewest single moves, and of those the first
    in `order`. Its moves can be replayed.
    """
    proven, solvable = analysis.solutions_known(graph), analysis.solvable(graph)
    path, quotient = solution(graph, order), quotient_of(graph)
    values = {
        "puzzle": puzzle_name(level),
        "by": quotient.kind,
        "solvable": solvable,
        "shortest": analysis.shortest(graph) if proven else None,
        **path_record("first_solution", path),
        "first_solution_units": None if path is None else list(in_units(graph, path)),
        "steps": None if path is None else len(path),
        "fewest_steps": quotient.fewest_steps,
        "order": order,
        "states_seen": quotient.states_seen,
    }
    if quotient.symmetries is not None:
        values["classes"] = len(graph)
        values["symmetries"] = list(quotient.symmetries) if graph.complete else None
    return closed(values, () if graph.complete else values)


def solution(graph: ArrayGraph, order: str = "text") -> GraphPath | None:
    """Return the first solution with the fewest units as a path of single moves, or None."""
    if graph.goal is None or not analysis.solutions_known(graph):
        return None
    return state_solution(graph, order).way


def in_units(graph: ArrayGraph, path: GraphPath) -> Sequence[str]:
    """Return the labels of the pushes, walks or turns that make up a path of single moves."""
    return project(graph, path).labels


def words(graph: ArrayGraph, order: str) -> list[str]:
    """Return two lines about a solution with the fewest units: its moves, and its units."""
    path = solution(graph, order)
    if path is None:
        return ["NO-PATH" if analysis.solvable(graph) is False else "UNKNOWN"]
    if symmetries_of(graph) is not None:
        return [path.text, symmetry.words(graph)]
    units = in_units(graph, path)
    size = length(quotient_of(graph).kind, units, len(path))
    return [path.text, f"{size}: {', '.join(units) or 'nothing to do'}"]


def length(kind: str, units: Sequence[str], steps: int) -> str:
    """Return the length of a path, in units and in steps.

    >>> length("walks", ["push 1:2 left", "push 1:1 left", "walk 3:4"], 41)
    '2 pushes, 1 walk, 41 steps'
    >>> length("walks", ["push 1:2 left", "R at 1:1", "D at 3:4"], 8)
    '1 push, 2 other moves, 8 steps'
    >>> length("turns", ["Rocket to 3", "Lucky to 5"], 3)
    '2 turns, 3 steps'
    """
    if kind != "walks":
        return f"{count(len(units), kind.removesuffix('s'))}, {count(steps, 'step')}"
    verbs = [label.partition(" ")[0] for label in units]
    other = "other move" if _PLURALS.keys() & set(verbs) else "move"
    nouns = Counter(verb if verb in _PLURALS else other for verb in verbs)
    amounts = [count(n, noun) for noun, n in nouns.items()]
    return ", ".join([*amounts, count(steps, "step")])


# plurals of units
_PLURALS = {"push": "pushes", "pull": "pulls", "walk": "walks"}


NARROW = (
    "{only_moves} only moves in {decision_steps} decisions; "
    "{forced_states} forced states; {gates} gates"
)


def rows(facts: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the main numbers in the player's units, or [] without units."""
    units = facts.numbers.get("units")
    if units is None and "units" in facts.numbers["left_out"]:
        most = number(most_turns(facts.graph))
        return [("by turns", f"left out: more than {most} turns; --by turns shows them")]
    if units is None:
        return []
    texts = {
        name: "unknown" if name in units["unknown"] else number(value)
        for name, value in units.items()
    }
    moves = noun(facts.seen_by, single=texts["moves"] == "1")
    size = f"{texts['states']} states, {texts['moves']} {moves}"
    dead_ends = (
        "{dead_states} dead states; {trap_moves} trap moves; {dead_end_cycles} dead-end cycles"
    )
    lines = [
        (f"by {units['kind']}", singular(size)),
        ("  length", solution_in_words(units)),
        ("  dead ends", singular(dead_ends.format_map(texts))),
    ]
    if units["first_solution"] is not None:
        lines.insert(2, ("  narrowness", singular(NARROW.format_map(texts))))
        if back := going_back(units, facts.seen_by):
            lines.insert(3, ("  going back", back))
    return lines


def going_back(record: Record, graph: ArrayGraph | None) -> str:
    """Return how many moves of the first solution bring the goal no nearer, or "" if unknown."""
    detours, length = record["counterintuitive_steps"], record["shortest"]
    if detours is None or not length:
        return ""
    if detours == 0:
        return f"every {noun(graph, single=True)} of the solution brings the goal nearer"
    return f"{detours:,} of {length:,} {noun(graph)} do not bring the goal nearer"


def noun(graph: ArrayGraph | None, single: bool = False) -> str:
    """Return the word for the moves of a graph: moves, turns, or pushes and walks."""
    if graph is None or graph.quotient is None or not graph.quotient.in_units:
        return "move" if single else "moves"
    if graph.quotient.kind != "walks":
        return graph.quotient.kind.removesuffix("s") if single else graph.quotient.kind
    verbs = sorted({label.partition(" ")[0] for label in graph.label_names})
    if not verbs or not _PLURALS.keys() >= set(verbs):  # such as the slides of a labyrinth
        return "move" if single else "moves"
    return " or ".join(verbs) if single else " and ".join(_PLURALS[verb] for verb in verbs)


def facts_shown(facts: Analysis, by_moves: bool) -> Analysis:
    """Return the analysis of the graph that a text shows, which may be `facts` itself."""
    graph = shown(facts.graph, facts.seen_by, by_moves)
    if graph is facts.graph:
        return facts
    numbers = {"puzzle": facts.numbers["puzzle"], **facts.numbers["units"]}
    return Analysis(facts.level, graph, numbers)


def solution_in_words(units: Record) -> str:
    """Return the first solution as text: its length in turns or pushes, and how many there are.

    Without a solution, the text says why.
    """
    if units["first_solution"] is None:
        return "none: the goal cannot be reached" if units["solvable"] is False else "unknown"
    size = length(units["kind"], units["first_solution_units"], units["steps"])
    solutions = units["shortest_count"]
    rank = "the only one" if solutions == 1 else f"first of {solutions:,}"
    return f"{size}: {units['first_solution'] or 'nothing to do'} ({rank} by {units['kind']})"


def replay_in_words(graph: ArrayGraph, path: GraphPath) -> str:
    """Return, in brackets, the single moves of a path in a graph of units."""
    if not has_units(graph):
        return ""
    return f" ({moves_in_words(lift(graph, path).way.labels)})"
