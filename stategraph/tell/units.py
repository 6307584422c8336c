"""A shortest solution in other units: the record and the words of ``solve --by``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.symmetry import Orbits
from stategraph.analysis.units import Runs
from stategraph.metrics.units import most_turns
from stategraph.tell import symmetry
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, moves_in_words, number, singular

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.metrics import Analysis


def record(level: Level, graph: ArrayGraph, order: str) -> dict[str, Any]:
    """Return what is known of the solutions in the fewest units.

    Of them it is the first of those with the fewest steps, in `order`; its moves replay.
    """
    known, solvable = analysis.solutions_known(graph), analysis.solvable(graph)
    found = solution(graph, order)
    made = {
        "puzzle": puzzle_name(level),
        "by": graph.quotient.kind,
        "solvable": solvable,
        "shortest": analysis.shortest(graph) if known else None,
        "first_solution": None if found is None else found.text,
        "first_solution_moves": None if found is None else list(found.labels),
        "first_solution_units": None if found is None else list(in_units(graph, found)),
        "steps": None if found is None else len(found),
        "fewest_steps": graph.quotient.fewest_steps,
        "order": order,
        "states_seen": graph.quotient.states_seen,
        **(
            {
                "classes": len(graph),
                "symmetries": list(graph.quotient.names) if graph.complete else None,
            }
            if isinstance(graph.quotient, Orbits)
            else {}
        ),
    }
    unknown = [] if graph.complete else [name for name, value in made.items() if value is None]
    return {**made, "unknown": unknown}


def solution(graph: ArrayGraph, order: str = "text") -> Way | None:
    """Return the first shortest way in the fewest units, step by step; None: none is known."""
    if graph.goal is None or not analysis.solutions_known(graph):
        return None
    way: Way = graph.quotient.solution(graph, order)
    return way


def in_units(graph: ArrayGraph, way: Way) -> Sequence[str]:
    """Return the labels of the units that a way makes, which is one step by step."""
    labels: Sequence[str] = graph.quotient.fold(graph, way).labels
    return labels


def words(graph: ArrayGraph, order: str) -> list[str]:
    """Return the moves of a solution in the fewest units; then how many, and which units."""
    found = solution(graph, order)
    if found is None:
        return ["NO-PATH" if analysis.solvable(graph) is False else "UNKNOWN"]
    if isinstance(graph.quotient, Orbits):
        return [found.text, symmetry.words(graph)]
    units = in_units(graph, found)
    told = length(graph.quotient.kind, units, len(found))
    return [found.text, f"{told}: {', '.join(units) or 'nothing to do'}"]


def length(kind: str, units: Sequence[str], steps: int) -> str:
    """Return how long a way is, in units and in steps.

    >>> length("walks", ["push 1:2 left", "push 1:1 left", "walk 3:4"], 41)
    '2 pushes, 1 walk, 41 steps'
    >>> length("turns", ["Rocket to 3", "Lucky to 5"], 3)
    '2 turns, 3 steps'
    """
    if kind != "walks":
        return f"{count(len(units), kind.removesuffix('s'))}, {count(steps, 'step')}"
    verbs = Counter(label.partition(" ")[0] for label in units)
    many = [
        _SOME[verb].format(n) if n > 1 and verb in _SOME else f"{n:,} {verb}"
        for verb, n in verbs.items()
    ]
    return ", ".join([*many, count(steps, "step")])


# Verbs of which there are several words.
_SOME = {"push": "{:,} pushes", "pull": "{:,} pulls", "walk": "{:,} walks"}


NARROW = (
    "{only_moves} only moves in {decision_steps} decisions; "
    "{forced_states} forced states; {gates} gates"
)


def rows(found: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the main numbers of a level in the player's units; none without."""
    units = found.numbers.get("units")
    if units is None and "units" in found.numbers["left_out"]:
        most = number(most_turns(found.graph))
        return [("by turns", f"left out: more than {most} turns; --by turns tells of them")]
    if units is None:
        return []
    known = {
        name: "unknown" if name in units["unknown"] else number(value)
        for name, value in units.items()
    }
    size = f"{known['states']} states, {known['moves']} moves"
    gone = "{dead_states} dead states; {trap_moves} trap moves; {dead_end_cycles} dead-end cycles"
    told = [
        (f"by {units['kind']}", singular(size)),
        ("  length", solution_in_words(units)),
        ("  dead ends", singular(gone.format_map(known))),
    ]
    if units["first_solution"] is not None:
        told.insert(2, ("  narrowness", singular(NARROW.format_map(known))))
        if back := _going_back(units):
            told.insert(3, ("  going back", back))
    return told


def _going_back(units: dict[str, Any]) -> str:
    """Return how often a player must go back, and how far moves back throw them."""
    odd, fall, kind = units["counterintuitive_steps"], units["mean_back_length"], units["kind"]
    parts = []
    if odd is not None:
        what = "pushes or walks" if kind == "walks" else kind
        parts.append(f"{odd:,} of {units['shortest']:,} {what} bring the goal no nearer")
    if fall is not None:
        parts.append(f"a move back falls {fall:.3g} levels on average")
    return "; ".join(parts)


def solution_in_words(units: dict[str, Any]) -> str:
    """Return the first solution of a record of units, with its length and how many there are."""
    if units["first_solution"] is None:
        return "none: the goal cannot be reached" if units["solvable"] is False else "unknown"
    told = length(units["kind"], units["first_solution_units"], units["steps"])
    ways = units["shortest_count"]
    rank = "the only way" if ways == 1 else f"first of {ways:,} ways"
    return f"{told}: {units['first_solution'] or 'nothing to do'} ({rank} by {units['kind']})"


def played(graph: ArrayGraph, way: Way) -> str:
    """Return, of a graph of units, the moves that replay a way from the start, in brackets."""
    if not isinstance(graph.quotient, Runs):
        return ""
    return f" ({moves_in_words(graph.quotient.played(way).way.labels)})"
