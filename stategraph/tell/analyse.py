"""Text of ``analyse --all``: all facts about a level. The JSON record is the `Analysis` itself."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

import numpy as np

from stategraph import analysis
from stategraph.analysis.equivalent_solutions import MAX_CLASSES_PER_STATE
from stategraph.analysis.lifting import reported
from stategraph.analysis.proof import too_large
from stategraph.analysis.trap_reasons import reasons_of
from stategraph.machine import deadline
from stategraph.metrics.level_metrics import lone_runner
from stategraph.readable import Record, count
from stategraph.tell import units
from stategraph.tell.board_text import board_in_words, side_by_side
from stategraph.tell.partial_board import partial_board
from stategraph.tell.phrases import (
    after,
    first_of,
    moves_in_words,
    number,
    singular,
    state_in_words,
)
from stategraph.tell.records import extended
from stategraph.tell.symmetry import rows_of_symmetry
from stategraph.tell.trap_reasons import by_reason, cause, cause_of

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.metrics import Analysis

# maximum number of trap moves, dead patterns and dead-end cycles to show
MAX_WITNESSES = 5


def words(facts: Analysis, by_moves: bool = False) -> list[str]:
    """Return all facts about a level as text, in the player's units if the level has them."""
    unit_facts = units.facts_shown(facts, by_moves)
    rows = [*header_rows(facts, unit_facts), *_rows_of_states(unit_facts)]
    title = facts.level.title or facts.name
    lines = [title, *(f"  {name:<18} {value}" for name, value in rows)]
    return [
        *lines,
        *_traps(unit_facts),
        *_patterns(unit_facts),
        *_cycles(unit_facts.graph),
        *_metrics(unit_facts.numbers),
    ]


def header_rows(facts: Analysis, unit_facts: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the sizes of a level's graphs.

    All other rows describe `unit_facts`, which is `facts` itself or the analysis of its graph of
    units.
    """
    rows = [] if _has_units(facts) else [("state graph", _size(facts))]
    rows += _rows_of_the_rest(values_in_words(facts.numbers))
    if _has_units(unit_facts):
        kind = unit_facts.numbers["kind"]
        rows.append((f"by {kind}", f"{_size(unit_facts)}; the rows below are by {kind}"))
    elif "units" in facts.numbers["left_out"]:
        rows += units.rows(facts)
    return rows


def _has_units(facts: Analysis) -> bool:
    return "kind" in facts.numbers


def _size(facts: Analysis) -> str:
    """Return the number of states and moves of a graph as text."""
    record = facts.numbers
    size = "complete" if record["complete"] else f"incomplete: stopped at the {facts.graph.stopped}"
    noun = units.noun(facts.graph, single=record["moves"] == 1)
    return f"{count(record['states'], 'state')}, {record['moves']:,} {noun} ({size})"


def values_in_words(record: Record) -> Record:
    """Return the values of a record, but a lower bound or "unknown" as text for unproven ones."""
    values = {
        name: "unknown" if name in record["unknown"] else value for name, value in record.items()
    }
    for name, value in record.get("at_least", {}).items():
        values[name] = f"at least {value:,}" if value else "unknown"
    return values


def rows_of_numbers(facts: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the main numbers of a level, with subordinate names indented."""
    values = values_in_words(facts.numbers)
    return [("state graph", _size(facts)), *_rows_of_the_rest(values), *_rows_of_states(facts)]


def _rows_of_states(facts: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the numbers that depend on the unit of the graph."""
    graph, record = facts.graph, facts.numbers
    values = values_in_words(record)
    depth = number(values["max_depth"])
    rows = [
        *rows_of_symmetry(graph),
        ("shortest solution", solution_in_words(record)),
        ("farthest state", f"{depth} {units.noun(graph, single=depth == '1')} from the start"),
        (
            "dead states",
            number(values["dead_states"]) + _share(record["dead_states"], record["states"]),
        ),
        ("  of them stuck", number(values["stuck_states"])),
        ("  dead-end cycles", number(values["dead_end_cycles"])),
        ("trap moves", number(values["trap_moves"])),
    ]
    if facts.get("play") is not None:
        rows += play_rows(facts["play"], lone_runner(facts.level, graph))
    return rows


def _rows_of_the_rest(values: Record) -> list[tuple[str, str]]:
    """Return a row with the number of unreachable states if the number of all states is known."""
    if "unreachable_states" not in values:
        return []
    most = values["most_states"]
    return [("not reachable", f"{number(values['unreachable_states'])} of {most:,} states")]


def play_rows(play: Record, alone: bool) -> list[tuple[str, str]]:
    """Return (name, value) rows on whether the actor that never stops wins or can be trapped."""
    each = play.get("each", {})
    if alone:
        several = play["runner"].endswith("s")
        rows = [(f"the {play['runner']}", _lone_run(play, several))]
        return rows + [(f"  {actor}", _lone_run(record, False)) for actor, record in each.items()]
    rows = []
    for name, answer in _PLAY_QUESTIONS.items():
        rows.append((name, answer(play)))
        rows += [(f"  {actor}", answer(record)) for actor, record in each.items()]
    return rows


def _lone_run(play: Record, several: bool) -> str:
    """Return how the run of the actor (or actors, if `several`) ends when nothing else can move."""
    if play["always_wins"]:
        reaches = "reach" if several else "reaches"
        return f"{reaches} the goal after {count(play['longest'], 'move')}"
    if play["always_wins"] is None or play["way"] is None:
        return "unknown"
    run = play["endless_run"]
    if run is None:
        return f"{'get' if several else 'gets'} stuck after {count(len(play['way']), 'move')}"
    stem, loop = count(run["after"], "move"), moves_in_words(run["moves"])
    return f"after {stem}, {'repeat' if several else 'repeats'} {loop} forever"


def _can_win(play: Record) -> str:
    return _CAN[play["can_win"]]


def _trapped(play: Record) -> str:
    if play["trapped_after"] is not None:
        return f"yes, {after(play['trapped_after'])}"
    return _CAN[play["can_be_trapped"]]


def _every_run(play: Record) -> str:
    if play["always_wins"]:
        return f"yes, in at most {count(play['longest'], 'move')} of the {play['runner']}"
    if play["always_wins"] is None or play["way"] is None:
        return "unknown"
    if play["cycle"] is None:
        return f"no: {after(play['way'])} it is stuck"
    return f"no: {after(play['way'])} it can repeat {moves_in_words(play['cycle'])} forever"


_CAN = {True: "yes", False: "no", None: "unknown"}
_PLAY_QUESTIONS = {"can win": _can_win, "every run wins": _every_run, "can be trapped": _trapped}


def _share(number: int | None, total: int) -> str:
    return f" of {total:,} ({number / total:.0%})" if number else ""


def solution_in_words(record: Record) -> str:
    """Return the first solution as text, with its length and the number of equally short ones."""
    if record["solvable"] is None:
        return "unknown"
    if not record["solvable"]:
        return "none: the goal cannot be reached"
    if "first_solution_units" in record:
        return units.solution_in_words(record)
    if record["first_solution"] is None:
        return count(record["shortest"], "move")
    number = record["shortest_count"]
    rank = "the only one" if number == 1 else f"first of {number:,} in {record['order']} order"
    solution = record["first_solution"] or "nothing to do"
    return f"{count(record['shortest'], 'move')}: {solution} ({rank})"


def _traps(facts: Analysis) -> list[str]:
    """Return a line for each of the nearest trap moves, and boards of the states after them."""
    heading, lines, boards, total = trap_lines(facts, MAX_WITNESSES)
    return [*_headed(heading, lines, total), *boards]


def trap_lines(facts: Analysis, most: int) -> tuple[str, list[str], list[str], int]:
    """Return a heading, lines about trap moves, boards for these lines, and how many there are.

    If all trap moves fit, each has a line. Otherwise each reason has a line, which shows its
    nearest move.
    """
    level, graph = facts.level, facts.graph
    lines, trap_boards = [], []
    traps = analysis.trap_moves(graph)
    reasons = reasons_of(level, graph) if most < len(traps) and not too_large(graph) else None
    groups = [] if reasons is None else by_reason(reasons, graph, dict.fromkeys(traps.tolist(), 1))
    depth = analysis.moves_from_start(graph)
    if reasons is None or groups[0][0] < 0:
        heading, total = "trap moves, nearest to the start", len(traps)
        moves = analysis.nearest_first(graph, traps, graph.sources[traps])[:most].tolist()
        heads = [""] * len(moves)
    else:
        heading, total = f"reasons of the {count(len(traps), 'trap move')}", len(groups)
        moves = [min(k, key=lambda move: (depth[graph.sources[move]], move)) for _, k in groups]
        moves = moves[:most]
        heads = [
            f"{k.total():,} by {cause_of(level, reasons, number)}; " for number, k in groups[:most]
        ]
    for head, move in zip(heads, moves, strict=True):
        source, target = int(graph.sources[move]), int(graph.targets[move])
        approach = analysis.path_to(graph, source)
        fatal = analysis.path_along(graph, [source, target], [graph.label(move)])
        path = _joined(approach, fatal)
        state_graph, steps = reported(graph, path)
        (*labels, last), state = steps.labels, state_graph.state(steps.nodes[-1])
        board = board_in_words(level, state)
        trap_boards.append([f"after {last}:", *board])
        result = "" if board else f" into {state_in_words(level, state)}"
        lines.append(f"  {head}{after(labels)}: {last}{result}{units.replay_in_words(graph, path)}")
    board_lines = side_by_side(trap_boards) if any(len(board) > 1 for board in trap_boards) else []
    return heading, lines, [f"  {line}" for line in board_lines], total


def _joined(path: GraphPath, continuation: GraphPath) -> GraphPath:
    """Join two paths, of which the second begins where the first ends."""
    nodes, labels = path.nodes + continuation.nodes[1:], path.labels + continuation.labels
    return analysis.GraphPath(nodes, labels, path.moves + continuation.moves, wins=False)


def _patterns(facts: Analysis) -> list[str]:
    """Return a line for each reason of dead states, with the number of trap moves into them."""
    graph = facts.graph
    reasons = None if too_large(graph) else reasons_of(facts.level, graph)
    lines, boards = [], []
    for reason in [] if reasons is None else reasons.reasons[:MAX_WITNESSES]:
        text = cause(facts.level, reason)
        trap_moves = sum(len(pattern.moves) for pattern in reason.patterns)
        states = len(np.unique(np.concatenate([pattern.nodes for pattern in reason.patterns])))
        moves_text = f", {count(trap_moves, 'trap move')}" if trap_moves else ""
        lines.append(f"  {text}: {count(states, 'dead state')}{moves_text}")
        if board := partial_board(facts.level, graph, reason):
            boards.append([f"{len(lines)}.", *board])
    total = 0 if reasons is None else len(reasons.reasons)
    board_lines = [f"  {line}" for line in side_by_side(boards)]
    return [*_headed("dead pattern" + "s" * (total > 1), lines, total), *board_lines]


def _cycles(graph: ArrayGraph) -> list[str]:
    total = 0 if too_large(graph) else len(analysis.dead_end_cycles(graph))
    return _headed("dead-end cycles, largest", cycle_lines(graph, MAX_WITNESSES), total)


def cycle_lines(graph: ArrayGraph, most: int) -> list[str]:
    """Return a line about each of the largest dead-end cycles."""
    lines: list[str] = []
    if too_large(graph):
        return lines
    for cycle in analysis.largest_dead_end_cycles(graph, most):
        leave = "no way out" if cycle["terminal"] else "leads to other dead states"
        start = graph.state(cycle["cycle_from"])
        lines.append(
            f"  {count(cycle['states'], 'state')}: cycle {moves_in_words(cycle['cycle'])} "
            f"from {start!r}; {leave}"
        )
    return lines


def _headed(heading: str, lines: list[str], total: int) -> list[str]:
    return [f"{heading}{first_of(len(lines), total)}:", *lines] if lines else []


# -------------------------------------------------------------------------------------- metrics

# templates of rows by group; a row is printed only if all its values are known
ROWS = {
    "shortest solutions": {
        "solution classes": "{solution_classes} (up to the order of moves)",
        "forced states": "{forced_states}: every shortest solution passes them",
        "gates": "{gates}: every solution passes them; chapters: {chapters}, the "
        "largest with {largest_chapter} states",
    },
    "decisions along the first one": {
        "decisions": "{decision_steps} of {shortest} steps, with {mean_choices} moves on average",
        "of those moves": "{productive_share} productive, {neutral_share} neutral, "
        "{regress_share} back, {fatal_share} fatal",
        "only moves": "{only_moves} (at {only_move_share} of decisions): one right move of several",
        "wasted by a move": "{mean_slack} on average, {largest_slack} at most",
        "counterintuitive": "{counterintuitive_steps} of {shortest} steps, {counterintuitive_share}"
        " of decisions: the heuristic does not fall",
        "switches of actor": "{actor_switches}; in any solution at least {least_switches}",
        "switches of block": "{block_switches}: another block is pushed",
    },
    "random players": {
        "chance to win": "{win_chance} with random moves",
        "moves to the end": "{expected_moves}; to win, with restarts: "
        "{expected_moves_with_restarts}",
        "information (MUSE)": "{muse} bits in the most likely solution",
    },
    "dead ends": {
        "trap states": "{trap_states}: one wrong move away from dead",
        "largest cycle": "{largest_dead_end_cycle} of {dead_states} dead states",
        "moves until stuck": "{deepest_trap} at most from a dead state",
    },
    "shape of the state space": {
        "largest layer": "{largest_level} of {states} states equally far from the start",
        "moves back": "{back_level_moves} of {moves} ({back_level_share}) lead no farther; at "
        "most {longest_back_move} layers back",
        "moves of a state": "{min_out_degree} to {max_out_degree}, {mean_degree} on average",
        "components": "{components}; {nontrivial_components} with a cycle; the largest with "
        "{largest_component} states",
        "longest chain": "{quotient_height} components",
        "diamonds": "{diamonds}: two paths of two moves between the same states",
        "hardest start": "{max_moves_to_goal} moves from the goal",
    },
}


def _metrics(record: Record) -> list[str]:
    """Return the lines about all metrics."""
    values = {name: _in_words(name, value) for name, value in record.items() if value is not None}
    timed_out = deadline.missed()
    if record["complete"] and "solution_classes" in record["unknown"] and not timed_out:
        values["solution_classes"] = (
            f"unknown: more than {MAX_CLASSES_PER_STATE:,} classes of paths to one state"
        )
    if "least_switches" not in values and "actor_switches" in values:
        values["block_switches"] = values["actor_switches"]
    lines = []
    for group, rows in ROWS.items():
        if group == "dead ends" and not record.get("dead_states"):
            continue
        group_lines = [
            f"  {label:<18} {singular(template.format_map(values))}"
            for label, template in rows.items()
            if _fields(template) <= values.keys()
        ]
        lines += [f"{group}:", *group_lines] if group_lines else []
    if set(record["left_out"]) - {"units"}:  # units have a separate row
        lines.append("left out, as there are many states or little memory: random players (--slow)")
    if not record["complete"]:
        lines.append("all other metrics are unknown: the graph is incomplete")
    return lines


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _in_words(name: str, value: object) -> str:
    if isinstance(value, float):
        part = name.endswith(("_share", "_chance"))
        if part:
            return f"{100 * value:.3g}%"
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def with_costs(record: Record, name: str | None, costs: Record | None) -> Record:
    """Add the shortest-path metrics under another cost than the number of moves to a record."""
    from stategraph.ask.costs import NUMBERS

    if costs is None:
        return record
    unknown = [] if costs else [f"costs.{key}" for key in NUMBERS]
    values = {"cost": name, **(costs or dict.fromkeys(NUMBERS))}
    return extended(record, {"costs": values}, unknown)


def cost_words(name: str | None, costs: Record | None) -> list[str]:
    """Return the shortest-path metrics under another cost as text."""
    if costs is None:
        return []
    if not costs:
        return [f"by {name}: unknown"]
    if costs["cheapest"] is None:
        return [f"by {name}: no solution"]
    moves, solutions = costs["cheapest_moves"], count(costs["cheapest_count"], "solution")
    return [
        f"by {name}: {costs['cheapest']:,} at least, in {count(moves, 'move')}; "
        f"{solutions} as cheap and short, first {moves_in_words(costs['cheapest_solution_moves'])}",
        f"  farthest state from the start {costs['max_cost_from_start']:,}, "
        f"to the goal {costs['max_cost_to_goal']:,}",
    ]
