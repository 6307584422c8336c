"""Answers in words, for people."""

from __future__ import annotations

import re
from string import Formatter
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.classes import MOST

if TYPE_CHECKING:
    from stategraph.analysis import Assurance, Examination, Way
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.rules import Family

LONG = 60


def moves_in_words(labels: Any) -> str:
    """Return moves as text, long ones cut in the middle with their number."""
    text = " ".join(labels)
    if len(text) <= LONG:
        return text or "nothing"
    return f"{text[: LONG // 2]} … {text[-LONG // 4 :]} ({len(labels)} moves)"


def count(number: int | None, noun: str) -> str:
    """Return a number with its noun: ``1 state``, ``2 states``."""
    if number is None:
        return f"unknown {noun}s"
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def cell(value: object) -> str:
    """Return a value as a cell of a table: large numbers cut in thousands, nothing as a dash.

    >>> cell(1234567), cell(None), cell(True), cell("A")
    ('1,234,567', '-', 'true', 'A')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else str(value)


def analysis_in_words(level: Level, graph: StateGraph, record: dict[str, Any], shown: int) -> str:
    """Return the record of ``analyse`` in words, with witnesses."""
    rows = numbers_in_words(level, graph, record)
    lines = [level.title or level.name, *(f"  {name:<18} {value}" for name, value in rows)]
    lines += [*_traps(graph, shown), *_cycles(graph, shown), *metrics_in_words(record)]
    return "\n".join(lines)


def numbers_in_words(
    level: Level, graph: StateGraph, record: dict[str, Any]
) -> list[tuple[str, str]]:
    """Return (name, value) of the numbers in the record of ``analyse``; parts are indented."""
    known = {
        name: "unknown" if name in record["unknown"] else value for name, value in record.items()
    }
    for name, value in record.get("at_least", {}).items():
        known[name] = f"at least {value:,}" if value else "unknown"
    size = "whole" if record["complete"] else f"incomplete: stopped at the {graph.stopped}"
    rows = [
        (
            "state graph",
            f"{count(record['states'], 'state')}, {count(record['moves'], 'move')} ({size})",
        ),
        ("shortest solution", _solution_in_words(record)),
        ("farthest state", _one(f"{_number(known['max_depth'])} moves from the start")),
        (
            "dead states",
            _number(known["dead_states"]) + _share(record["dead_states"], record["states"]),
        ),
        ("  of them stuck", _number(known["stuck_states"])),
        ("  dead-end cycles", _number(known["dead_end_cycles"])),
        ("trap moves", _number(known["trap_moves"])),
    ]
    if level.family is not None and level.family.runner is not None:
        rows += _play(level, level.family, graph)
    return rows


def _play(level: Level, family: Family, graph: StateGraph) -> list[tuple[str, str]]:
    """Return how it goes for the actor who never stops, whatever the others do."""
    found = analysis.assurance(graph, family.runs)
    if all(map(family.runs, graph.label_names)):
        return [(f"the {family.runner}", _lone_run(level, family, graph, found))]
    can = {True: "yes", False: "no", None: "unknown"}
    trap, trapped = analysis.nearest_trap(graph), can[analysis.can_be_trapped(graph)]
    if trap is not None:
        trapped = f"yes, {_after(trap.way)}"
    return [
        ("can win", can[analysis.solvable(graph)]),
        ("every run wins", _every_run(found, family)),
        ("can be trapped", trapped),
    ]


def _lone_run(level: Level, family: Family, graph: StateGraph, found: Assurance) -> str:
    """Return where he gets when nobody else can move."""
    if found.assured:
        return f"reaches the goal after {count(found.longest, 'move')}"
    if found.assured is None or found.way is None:
        return "unknown"
    if found.cycle is None:
        return f"gets stuck after {count(len(found.way), 'move')}"
    stem, loop = analysis.endless_run(graph, lambda state: family.visible(level.puzzle, state))
    return f"goes for ever, after {count(stem, 'move')}, round by {moves_in_words(loop)}"


def _every_run(found: Assurance, family: Family) -> str:
    if found.assured:
        return f"yes, in at most {count(found.longest, 'move')} of the {family.runner}"
    if found.assured is None or found.way is None:
        return "unknown"
    if found.cycle is None:
        return f"no: {_after(found.way)} it is stuck"
    return (
        f"no: {_after(found.way)} it can go round by {moves_in_words(found.cycle.labels)} for ever"
    )


def _after(way: Way) -> str:
    return f"after {moves_in_words(way.labels)}" if way.labels else "at the start"


def _number(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _share(part: int | None, whole: int) -> str:
    return f" of {whole:,} ({part / whole:.0%})" if part else ""


def _solution_in_words(record: dict[str, Any]) -> str:
    if record["solvable"] is None:
        return "unknown"
    if not record["solvable"]:
        return "none: the goal cannot be reached"
    if record["first_solution"] is None:
        return count(record["shortest"], "move")
    ways = record["shortest_count"]
    rank = "the only one" if ways == 1 else f"first of {ways:,} in {record['order']} order"
    solution = record["first_solution"] or "nothing to do"
    return f"{count(record['shortest'], 'move')}: {solution} ({rank})"


def _traps(graph: StateGraph, shown: int) -> list[str]:
    records = analysis.trap_records(graph, shown)
    total = len(analysis.trap_moves(graph))
    lines = (
        [f"trap moves, nearest to the start{_first_of(len(records), total)}:"] if records else []
    )
    for record in records:
        way = analysis.first_way(graph, analysis.shortest_ways(graph, 0, record["from"]))
        lines.append(f"  {_after(way)}: {record['label']} into {graph.state(record['to'])!r}")
    return lines


def _cycles(graph: StateGraph, shown: int) -> list[str]:
    records = analysis.cycle_records(graph, shown)
    total = len(analysis.dead_end_cycles(graph))
    lines = [f"dead-end cycles, largest{_first_of(len(records), total)}:"] if records else []
    for record in records:
        leave = "nothing leads out" if record["terminal"] else "leads on to other dead states"
        start = graph.state(record["cycle_from"])
        lines.append(
            f"  {count(record['states'], 'state')}: round by {moves_in_words(record['cycle'])} "
            f"from {start!r}; {leave}"
        )
    return lines


def _first_of(shown: int, total: int) -> str:
    return f" ({shown} of {total:,})" if shown < total else ""


def query_in_words(level: Level, graph: StateGraph, found: Examination, state: Any) -> str:
    """Return what is known of a state in words."""
    way = found.way
    reach = (
        f"in {count(len(way), 'move')}: {moves_in_words(way.labels)}"
        if way.labels
        else "it is the start"
    )
    if not found.way_is_first:
        reach += " (another way may come first)"
    lines = [level.describe(state), f"reachable: yes, {reach}"]
    if found.can_win is None:
        return "\n".join([*lines, "can still win: unknown"])
    if found.can_win:
        return "\n".join([*lines, _hope_in_words(found)])
    return "\n".join([*lines, "can still win: no", *_doom_in_words(level, graph, found)])


def _hope_in_words(found: Examination) -> str:
    if found.moves_to_win == 0:
        return "can still win: it is the goal"
    if found.moves_to_win is None:
        return "can still win: yes; in how few moves is unknown"
    best = " or ".join(found.best_moves)
    return f"can still win: yes, in {count(found.moves_to_win, 'move')}; best: {best}"


def _doom_in_words(level: Level, graph: StateGraph, found: Examination) -> list[str]:
    doom = found.doom
    lines = []
    if doom is None:
        lines.append("doomed by: unknown")
    elif doom.last_alive is None:
        lines.append("doomed by: nothing; the start itself cannot win")
    else:
        lines.append(f"doomed by: move {doom.step}, {doom.label}")
        lines.append(
            f"last state that could win: {state_in_words(level, graph.state(doom.last_alive))}"
        )
    lines.append(fate_in_words(found))
    if found.cycle is not None:
        lines.append(_cycle_in_words(level, graph, found.cycle))
    return lines


def fate_in_words(found: Examination) -> str:
    """Return how play goes on from a dead state."""
    if found.stuck_in == 0:
        return "play is stuck: there is no move"
    if found.stuck_in is not None:
        return f"play can get stuck in {count(found.stuck_in, 'move')}"
    return "play can only go round for ever"


def _cycle_in_words(level: Level, graph: StateGraph, cycle: Way) -> str:
    begin = state_in_words(level, graph.state(cycle.nodes[0]))
    return f"cycle: {moves_in_words(cycle.labels)} from {begin}"


def state_in_words(level: Level, state: Any) -> str:
    """Return a state in words where they fit on a line, else by its variables."""
    text = level.describe(state)
    return repr(state) if "\n" in text else text


# -------------------------------------------------------------------------------------- metrics

# Rows by group. A row is shown when all that it names has a value.
ROWS = {
    "shortest solutions": {
        "truly different": "{solution_classes} (the order of moves apart)",
        "forced states": "{forced_states}: every shortest solution passes them",
        "gates": "{gates}: every solution passes them; chapters: {chapters}; states of the "
        "largest: {largest_chapter}",
    },
    "decisions along the first one": {
        "decisions": "{decision_steps} of {shortest} steps; moves at each: {mean_choices}",
        "of those moves": "{productive_share} productive, {neutral_share} neutral, "
        "{regress_share} back, {fatal_share} fatal",
        "only moves": "{only_moves} (at {only_move_share} of decisions): one right move of several",
        "wasted by a move": "{mean_slack} on average, {largest_slack} at most",
        "counterintuitive": "{counterintuitive_steps} of {shortest} steps, {counterintuitive_share}"
        " of decisions: no nearer by the heuristic",
        "switches of actor": "{actor_switches}; in any solution at least {least_switches}",
    },
    "players without a plan": {
        "chance to win": "{win_chance} for one who moves at random",
        "moves to the end": "{expected_moves}; to win, with restarts: "
        "{expected_moves_with_restarts}",
        "information (MUSE)": "{muse} bits in his likeliest solution",
    },
    "dead ends": {
        "trap states": "{trap_states}: one wrong move away from dead",
        "largest cycle": "{largest_dead_end_cycle} of {dead_states} dead states",
        "moves until stuck": "{deepest_trap} at most, from any dead state that gets there",
    },
    "shape of the state space": {
        "largest level": "{largest_level} of {states} states equally far from the start",
        "moves back": "{back_level_moves} of {moves} ({back_level_share}) lead no farther; levels "
        "back: {longest_back_move} at most",
        "moves of a state": "{min_out_degree} to {max_out_degree}, {mean_degree} on average",
        "components": "{components}; to go round in: {nontrivial_components}; states of the "
        "largest: {largest_component}",
        "chain of them": "{quotient_height} at most",
        "diamonds": "{diamonds}: two ways of two moves between the same states",
        "hardest start": "{max_moves_to_goal} from the goal",
    },
}

DIFFICULTY = """\
The number of states says nothing about difficulty. With the time that people need (Sokoban,
Jarušek and Pelánek 2010, as reported by others) correlate: number of states -0.07, length 0.47,
counterintuitive moves 0.69, switches between boxes 0.74, decomposition 0.82."""


def metrics_in_words(record: dict[str, Any]) -> list[str]:
    """Return the lines that tell what the record of all metrics holds."""
    values = {name: _in_words(name, value) for name, value in record.items() if value is not None}
    if record["complete"] and "solution_classes" in record["unknown"]:
        values["solution_classes"] = f"too many to tell: of ways to one state, more than {MOST:,}"
    lines = []
    for group, rows in ROWS.items():
        if group == "dead ends" and not record.get("dead_states"):
            continue
        shown = [
            f"  {label:<18} {_one(template.format_map(values))}"
            for label, template in rows.items()
            if _fields(template) <= values.keys()
        ]
        lines += [f"{group}:", *shown] if shown else []
    if record["left_out"]:
        lines.append(
            "left out, as there are many states: the blind player, who moves at random (--slow)"
        )
    if not record["complete"]:
        lines.append("all other metrics are unknown: the graph is not whole")
    return [*lines, DIFFICULTY]


def _one(text: str) -> str:
    """Return a text with no plural after 1.

    >>> _one("1 moves; 11 moves, 0.1 bits; 1 of 1 dead states")
    '1 move; 11 moves, 0.1 bits; 1 of 1 dead state'
    """
    return re.sub(r"(?<![\w.,])1 ((?:dead )?(?:bit|move|state|step))s\b", r"1 \1", text)


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _in_words(name: str, value: Any) -> str:
    if isinstance(value, float):
        part = name.endswith(("_share", "_chance"))
        if part:
            return f"{100 * value:.3g}%"
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
