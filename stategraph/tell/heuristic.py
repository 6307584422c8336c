"""Record and text of ``audit-heuristic``: a heuristic compared with exact distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import after, count, first_of
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis import HeuristicCheck
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# rows of the histogram, and the length of its longest bar
ROWS, BAR = 20, 40


def record(level: Level, graph: ArrayGraph, name: str, found: HeuristicCheck, shown: int) -> Record:
    """Return the record of a named heuristic, with at most `shown` faults of each kind."""
    gaps = found.gaps
    verdicts = {"admissible": found.admissible, "consistent": found.consistent}
    made: Record = {
        "puzzle": puzzle_name(level),
        "heuristic": name,
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
        **verdicts,
        "states_with_known_truth": len(gaps),
        "exact_states": found.histogram.get(0, 0),
        "mean_gap": float(gaps.mean()) if len(gaps) else None,
        "largest_gap": int(gaps.max()) if len(gaps) else None,
        "gaps": {str(gap): states for gap, states in found.histogram.items()},
        "dead_states": found.dead,
        "too_many_states": len(found.too_many),
        "falling_moves": len(found.falls),
        "falling_moves_into_dead_states": found.dead_falls,
        "nearest_too_many": [_state_fault(graph, found, int(u)) for u in found.too_many[:shown]],
        "nearest_falling": [_move_fault(graph, found, int(e)) for e in found.falls[:shown]],
    }
    return closed(made, verdicts)


def _state_fault(graph: ArrayGraph, found: HeuristicCheck, node: int) -> Record:
    """Return a state with an overestimate, and the path to it."""
    way = analysis.way_to(graph, node)
    return {
        "node": node,
        "state": repr(graph.state(node)),
        "after": list(way.labels),
        "guess": int(found.values[node]),
        "at_most": int(analysis.moves_to_goal(graph)[node]),
    }


def _move_fault(graph: ArrayGraph, found: HeuristicCheck, move: int) -> Record:
    """Return a move that lowers the estimate by more than 1, and the path to it."""
    u, v = int(graph.sources[move]), int(graph.targets[move])
    way = analysis.way_to(graph, u)
    return {
        "node": u,
        "state": repr(graph.state(u)),
        "after": list(way.labels),
        "label": graph.label(move),
        "to": v,
        "guess": int(found.values[u]),
        "guess_after": int(found.values[v]),
    }


def title(level: Level, name: str) -> str:
    """Return the names of a level and of the audited heuristic."""
    return f"{level.title or level.name}: heuristic {name}"


def words(level: Level, found: Record) -> list[str]:
    """Return the record as text."""
    proven, exact = found["states_with_known_truth"], found["exact_states"]
    part = "" if found["complete"] else "; the truth of the others is not proven"
    lines = [
        title(level, found["heuristic"]),
        f"  states      {count(found['states'], 'state')}, {found['dead_states']:,} of them dead; "
        f"{proven:,} can still win{part}",
        f"  admissible  {_admissible(found)}",
        f"  consistent  {_consistent(found)}",
    ]
    if proven:
        lines += [
            f"  below truth {found['mean_gap']:.3g} on average, {found['largest_gap']:,} at most; "
            f"exact in {count(exact, 'state')} ({exact / proven:.0%})",
            "gap, states:",
            *_bars({int(gap): states for gap, states in found["gaps"].items()}),
        ]
    return lines + _too_many(found) + _falling(found)


def _admissible(found: Record) -> str:
    if found["admissible"] is None:
        return "unknown: no fault so far"
    if found["admissible"]:
        return "yes: it never overestimates"
    return f"no: it overestimates in {count(found['too_many_states'], 'state')}"


def _consistent(found: Record) -> str:
    if found["consistent"] is None:
        return "unknown: no fault so far"
    if found["consistent"]:
        return "yes: no move makes it fall by more than 1"
    into = f", {found['falling_moves_into_dead_states']:,} of them into dead states"
    falls = count(found["falling_moves"], "move")
    return f"no: {falls} make it fall by more than 1{into if found['dead_states'] else ''}"


def _bars(histogram: dict[int, int]) -> list[str]:
    """Return the histogram as bars; several gaps share a row if necessary."""
    low, high = min(histogram), max(histogram)
    step = -(-(high - low + 1) // ROWS)
    counts: dict[int, int] = {}
    for gap, states in histogram.items():
        row = low + (gap - low) // step * step
        counts[row] = counts.get(row, 0) + states
    names = {row: f"{row}" if step == 1 else f"{row} to {row + step - 1}" for row in counts}
    width, most = max(map(len, names.values())), max(counts.values())
    digits = len(f"{most:,}")
    return [
        f"  {names[row]:>{width}}  {counts[row]:>{digits},} {'█' * round(BAR * counts[row] / most)}"
        .rstrip()
        for row in sorted(counts)
    ]  # fmt: skip


def _too_many(found: Record) -> list[str]:
    """Return the overestimates nearest to the start, each with the path to its state."""
    most = "" if found["complete"] else "at most "
    lines = [
        f"  {after(fault['after'])}: {fault['guess']} where {most}{fault['at_most']} "
        f"{'is' if fault['at_most'] == 1 else 'are'} left, {fault['state']}"
        for fault in found["nearest_too_many"]
    ]
    return _headed("overestimates", lines, found["too_many_states"])


def _falling(found: Record) -> list[str]:
    """Return the inconsistent moves nearest to the start, each with the path to its state."""
    lines = [
        f"  {after(fault['after'])}: {fault['label']} from {fault['guess']} to "
        f"{fault['guess_after']}, {fault['state']}"
        for fault in found["nearest_falling"]
    ]
    return _headed("moves that make it fall by more than 1", lines, found["falling_moves"])


def _headed(what: str, lines: list[str], total: int) -> list[str]:
    return [f"{what}, nearest to the start{first_of(len(lines), total)}:", *lines] if lines else []
