"""The verb that holds a family's heuristic against the truth: audit-heuristic."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import asking_verb, puzzle_name
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json, write
from stategraph.errors import InputError

if TYPE_CHECKING:
    from stategraph.analysis import Audit
    from stategraph.graph import StateGraph
    from stategraph.levels import Level

FORMATS = ("svg", "png", "pdf")

# Rows of the histogram, and the length of its longest bar.
ROWS, BAR = 20, 40

AUDIT = """\
Hold a heuristic against the truth, on every state of a level: is it admissible (it never guesses
too many moves), is it consistent (no move makes it fall by more than 1), and how far below the
truth is it. Each fault is shown with the moves that lead there, nearest to the start first. Exit 1
when it is not admissible. On dead states the truth is infinite; they are counted apart.

  $ stategraph audit-heuristic psychopath/first-push
  $ stategraph audit-heuristic labyrinth/first-shift --heuristic wrapped -o gaps.svg
"""


def add_verbs(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = asking_verb(
        verbs, "audit-heuristic", run_audit, "hold a heuristic against the truth", AUDIT
    )
    options.add_heuristic(made)
    made.add_argument(
        "--shown", metavar="N", type=options.number, default=5, help="faults of each kind shown"
    )
    made.add_argument(
        "-o", dest="output", metavar="FILE", help="draw the gaps: FILE.svg, .png or .pdf"
    )


def run_audit(args: argparse.Namespace) -> int:
    """Audit a heuristic."""
    from stategraph import analysis

    form = None if args.output is None else options.output_form(args.output, FORMATS)
    level = options.load(args)
    name, guess = options.heuristic(level, args.heuristic)
    if not name:
        raise InputError(f"{level.file}: {puzzle_name(level)} has no heuristic to audit")
    graph = options.expand(args, level)
    found = analysis.audit(graph, guess)
    title = f"{level.title or level.name}: heuristic {name}"
    if form is not None:
        from stategraph.pictures.plots.gaps import draw_gaps

        write(args.output, draw_gaps(found, form, title))
    if args.json:
        say_json({"puzzle": puzzle_name(level), "heuristic": name}
                 | _record(graph, found, args.shown))  # fmt: skip
    else:
        say("\n".join([title, *_lines(level, graph, found, args.shown)]))
    if not graph.complete:
        remark(f"{level.file}: stopped at the {graph.stopped}")
    if found.admissible is False:
        return NO
    return DONE if graph.complete else UNKNOWN


# ------------------------------------------------------------------------------------- for programs


def _record(graph: StateGraph, found: Audit, shown: int) -> dict[str, Any]:
    gaps = found.gaps
    verdicts = {"admissible": found.admissible, "consistent": found.consistent}
    return {
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
        "unknown": [name for name, verdict in verdicts.items() if verdict is None],
    }


def _state_fault(graph: StateGraph, found: Audit, node: int) -> dict[str, Any]:
    """Return a state whose guess is too high, with the way there."""
    from stategraph import analysis

    way = analysis.first_way(graph, analysis.shortest_ways(graph, 0, node))
    return {
        "node": node,
        "state": repr(graph.state(node)),
        "after": list(way.labels),
        "guess": int(found.guesses[node]),
        "at_most": int(analysis.moves_to_goal(graph)[node]),
    }


def _move_fault(graph: StateGraph, found: Audit, move: int) -> dict[str, Any]:
    """Return a move that makes the guess fall by too much, with the way there."""
    from stategraph import analysis

    u, v = int(graph.sources[move]), int(graph.targets[move])
    way = analysis.first_way(graph, analysis.shortest_ways(graph, 0, u))
    return {
        "node": u,
        "state": repr(graph.state(u)),
        "after": list(way.labels),
        "label": graph.label(move),
        "to": v,
        "guess": int(found.guesses[u]),
        "guess_after": int(found.guesses[v]),
    }


# --------------------------------------------------------------------------------------- for people


def _lines(level: Level, graph: StateGraph, found: Audit, shown: int) -> list[str]:
    from stategraph.words import count

    gaps = found.gaps
    part = "" if graph.complete else "; the truth of the others is not proven"
    lines = [
        f"  states      {count(len(graph), 'state')}, {found.dead:,} of them dead; "
        f"{len(gaps):,} can still win{part}",
        f"  admissible  {_admissible(found)}",
        f"  consistent  {_consistent(graph, found)}",
    ]
    if len(gaps):
        exact = found.histogram.get(0, 0)
        lines += [
            f"  below truth {gaps.mean():.3g} on average, {gaps.max():,} at most; exact in "
            f"{count(exact, 'state')} ({exact / len(gaps):.0%})",
            "gap, states:",
            *_bars(found.histogram),
        ]
    return lines + _faults(level, graph, found, shown)


def _admissible(found: Audit) -> str:
    if found.admissible is None:
        return "unknown: no fault so far"
    if found.admissible:
        return "yes: it never guesses too many"
    return f"no: it guesses too many in {_s(len(found.too_many), 'state')}"


def _consistent(graph: StateGraph, found: Audit) -> str:
    if found.consistent is None:
        return "unknown: no fault so far"
    if found.consistent:
        return "yes: no move makes it fall by more than 1"
    dead = f", {found.dead_falls:,} of them into dead states" if found.dead else ""
    return f"no: {_s(len(found.falls), 'move')} make it fall by more than 1{dead}"


def _s(number: int, noun: str) -> str:
    from stategraph.words import count

    return count(number, noun)


def _bars(histogram: dict[int, int]) -> list[str]:
    """Return the histogram as bars; more gaps than rows are drawn several to a row."""
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


def _faults(level: Level, graph: StateGraph, found: Audit, shown: int) -> list[str]:
    """Return the faults nearest to the start, each with the moves that lead there."""
    from stategraph.words import moves_in_words

    lines = []
    if shown and len(found.too_many):
        lines.append(_head("guesses of too many", len(found.too_many), shown))
        for fault in (_state_fault(graph, found, int(u)) for u in found.too_many[:shown]):
            lines.append(
                f"  {_after(moves_in_words(fault['after']))}: {fault['guess']} where "
                f"{_left(graph, fault['at_most'])} left, {fault['state']}"
            )
    if shown and len(found.falls):
        lines.append(_head("moves that make it fall", len(found.falls), shown))
        for fault in (_move_fault(graph, found, int(e)) for e in found.falls[:shown]):
            lines.append(
                f"  {_after(moves_in_words(fault['after']))}: {fault['label']} from "
                f"{fault['guess']} to {fault['guess_after']}, {fault['state']}"
            )
    return lines


def _head(what: str, total: int, shown: int) -> str:
    return f"{what}, nearest to the start" + (f" ({shown} of {total:,}):" if shown < total else ":")


def _after(moves: str) -> str:
    return "at the start" if moves == "nothing" else f"after {moves}"


def _left(graph: StateGraph, moves: int) -> str:
    most = "" if graph.complete else "at most "
    return f"{most}{moves} {'is' if moves == 1 else 'are'}"
