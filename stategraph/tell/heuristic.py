"""Record and text of ``audit-heuristic``: a heuristic compared with exact distances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import after, first_of
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.analysis import HeuristicCheck
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# maximum number of rows of the histogram, and the length of its longest bar in characters
MAX_ROWS, MAX_BAR_LENGTH = 20, 40


def record(level: Level, graph: ArrayGraph, name: str, check: HeuristicCheck, limit: int) -> Record:
    """Return the record of the heuristic `name`, with at most `limit` faults of each kind."""
    gaps = check.gaps
    verdicts = record_of(check, "admissible", "consistent")
    values: Record = {
        "puzzle": puzzle_name(level),
        "heuristic": name,
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
        **verdicts,
        "states_with_known_truth": len(gaps),
        "exact_states": check.histogram.get(0, 0),
        "mean_gap": float(gaps.mean()) if len(gaps) else None,
        "largest_gap": int(gaps.max()) if len(gaps) else None,
        "gaps": {str(gap): states for gap, states in check.histogram.items()},
        "dead_states": check.dead,
        "too_many_states": len(check.too_many),
        "falling_moves": len(check.falls),
        "falling_moves_into_dead_states": check.dead_falls,
        "nearest_too_many": [_state_fault(graph, check, int(u)) for u in check.too_many[:limit]],
        "nearest_falling": [_move_fault(graph, check, int(e)) for e in check.falls[:limit]],
    }
    return closed(values, verdicts)


def _state_fault(graph: ArrayGraph, check: HeuristicCheck, node: int) -> Record:
    """Return a state with an overestimate, and the path to it."""
    path = analysis.path_to(graph, node)
    return {
        "node": node,
        "state": repr(graph.state(node)),
        "after": list(path.labels),
        "guess": int(check.values[node]),
        "at_most": int(analysis.moves_to_goal(graph)[node]),
    }


def _move_fault(graph: ArrayGraph, check: HeuristicCheck, move: int) -> Record:
    """Return a move that lowers the estimate by more than 1, and the path to it."""
    u, v = int(graph.sources[move]), int(graph.targets[move])
    path = analysis.path_to(graph, u)
    return {
        "node": u,
        "state": repr(graph.state(u)),
        "after": list(path.labels),
        "label": graph.label(move),
        "to": v,
        "guess": int(check.values[u]),
        "guess_after": int(check.values[v]),
    }


def title(level: Level, name: str) -> str:
    """Return the names of a level and of the audited heuristic."""
    return f"{level.title or level.name}: heuristic {name}"


def words(level: Level, record: Record) -> list[str]:
    """Return the record as text."""
    proven, exact = record["states_with_known_truth"], record["exact_states"]
    part = "" if record["complete"] else "; the truth of the others is not proven"
    lines = [
        title(level, record["heuristic"]),
        f"  states      {count(record['states'], 'state')}, {record['dead_states']:,} of them "
        f"dead; {proven:,} can still win{part}",
        f"  admissible  {_admissible(record)}",
        f"  consistent  {_consistent(record)}",
    ]
    if proven:
        lines += [
            f"  below truth {record['mean_gap']:.3g} on average, {record['largest_gap']:,} at most"
            f"; exact in {count(exact, 'state')} ({exact / proven:.0%})",
            "gap, states:",
            *_bars({int(gap): states for gap, states in record["gaps"].items()}),
        ]
    return lines + _too_many(record) + _falling(record)


def _admissible(record: Record) -> str:
    if record["admissible"] is None:
        return "unknown: no fault so far"
    if record["admissible"]:
        return "yes: it never overestimates"
    return f"no: it overestimates in {count(record['too_many_states'], 'state')}"


def _consistent(record: Record) -> str:
    if record["consistent"] is None:
        return "unknown: no fault so far"
    if record["consistent"]:
        return "yes: no move makes it fall by more than 1"
    dead_text = f", {record['falling_moves_into_dead_states']:,} of them into dead states"
    falls = count(record["falling_moves"], "move")
    return f"no: {falls} make it fall by more than 1{dead_text if record['dead_states'] else ''}"


def _bars(histogram: dict[int, int]) -> list[str]:
    """Draw the histogram as bars. If there are too many gaps, several gaps share a row."""
    low, high = min(histogram), max(histogram)
    step = -(-(high - low + 1) // MAX_ROWS)
    counts: dict[int, int] = {}
    for gap, states in histogram.items():
        row = low + (gap - low) // step * step
        counts[row] = counts.get(row, 0) + states
    names = {row: f"{row}" if step == 1 else f"{row} to {row + step - 1}" for row in counts}
    width, most = max(map(len, names.values())), max(counts.values())
    digits = len(f"{most:,}")

    def line(row: int) -> str:
        bar = "█" * round(MAX_BAR_LENGTH * counts[row] / most)
        return f"  {names[row]:>{width}}  {counts[row]:>{digits},} {bar}".rstrip()

    return [line(row) for row in sorted(counts)]


def _too_many(record: Record) -> list[str]:
    """Return lines about the overestimates nearest to the start, each with a path to the state."""
    most = "" if record["complete"] else "at most "
    lines = [
        f"  {after(fault['after'])}: {fault['guess']} where {most}{fault['at_most']} "
        f"{'is' if fault['at_most'] == 1 else 'are'} left, {fault['state']}"
        for fault in record["nearest_too_many"]
    ]
    return _headed("overestimates", lines, record["too_many_states"])


def _falling(record: Record) -> list[str]:
    """Return lines about the inconsistent moves nearest to the start, each with a path to it."""
    lines = [
        f"  {after(fault['after'])}: {fault['label']} from {fault['guess']} to "
        f"{fault['guess_after']}, {fault['state']}"
        for fault in record["nearest_falling"]
    ]
    return _headed("moves that make it fall by more than 1", lines, record["falling_moves"])


def _headed(title: str, lines: list[str], total: int) -> list[str]:
    return [f"{title}, nearest to the start{first_of(len(lines), total)}:", *lines] if lines else []
