"""All there is to tell of a level: the words of ``analyse``, whose record is an `Analysis`."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.classes import MOST
from stategraph.analysis.proof import too_large
from stategraph.analysis.told import told
from stategraph.machine import deadline
from stategraph.metrics.level_metrics import lone_runner
from stategraph.tell import units
from stategraph.tell.boards import board_in_words, side_by_side
from stategraph.tell.phrases import (
    after,
    count,
    first_of,
    moves_in_words,
    number,
    singular,
    state_in_words,
)
from stategraph.tell.symmetry import rows_of_symmetry

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.metrics import Analysis

# How many trap moves and dead-end cycles are shown with a witness each.
SHOWN = 5


def words(found: Analysis) -> list[str]:
    """Return what there is to tell of a level in words."""
    rows = [*units.rows(found), *rows_of_numbers(found)]
    title = found.level.title or found.name
    lines = [title, *(f"  {name:<18} {value}" for name, value in rows)]
    return [
        *lines,
        *_traps(found.level, found.graph),
        *_patterns(found),
        *_cycles(found.graph),
        *_metrics(found.numbers),
    ]


def rows_of_numbers(found: Analysis) -> list[tuple[str, str]]:
    """Return (name, value) of the main numbers of a level; parts are indented."""
    graph, record = found.graph, found.numbers
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
        *rows_of_symmetry(graph),
        *_rows_of_the_rest(known),
        ("shortest solution", _solution_in_words(record)),
        ("farthest state", singular(f"{number(known['max_depth'])} moves from the start")),
        (
            "dead states",
            number(known["dead_states"]) + _share(record["dead_states"], record["states"]),
        ),
        ("  of them stuck", number(known["stuck_states"])),
        ("  dead-end cycles", number(known["dead_end_cycles"])),
        ("trap moves", number(known["trap_moves"])),
    ]
    if found.get("play") is not None:
        rows += _rows_of_play(found["play"], lone_runner(found.level, graph))
    return rows


def _rows_of_the_rest(known: dict[str, Any]) -> list[tuple[str, str]]:
    """Return how many states play never reaches, where a puzzle says how many there can be."""
    if "unreachable_states" not in known:
        return []
    most = known["most_states"]
    return [("not reachable", f"{number(known['unreachable_states'])} of {most:,} states")]


def _rows_of_play(play: dict[str, Any], alone: bool) -> list[tuple[str, str]]:
    """Return how it goes for the actor who never stops, whatever the others do."""
    each = play.get("each", {})
    if alone:
        several = play["runner"].endswith("s")
        rows = [(f"the {play['runner']}", _lone_run(play, several))]
        return rows + [(f"  {who}", _lone_run(one, False)) for who, one in each.items()]
    rows = []
    for name, answer in _ASKED.items():
        rows.append((name, answer(play)))
        rows += [(f"  {who}", answer(one)) for who, one in each.items()]
    return rows


def _lone_run(play: dict[str, Any], several: bool) -> str:
    """Return where the actor gets, or `several` do, when nobody else can move."""
    if play["always_wins"]:
        reaches = "reach" if several else "reaches"
        return f"{reaches} the goal after {count(play['longest'], 'move')}"
    if play["always_wins"] is None or play["way"] is None:
        return "unknown"
    run = play["endless_run"]
    if run is None:
        return f"{'get' if several else 'gets'} stuck after {count(len(play['way']), 'move')}"
    stem, loop = count(run["after"], "move"), moves_in_words(run["moves"])
    return f"{'go' if several else 'goes'} for ever, after {stem}, round by {loop}"


def _can_win(play: dict[str, Any]) -> str:
    return _CAN[play["can_win"]]


def _trapped(play: dict[str, Any]) -> str:
    if play["trapped_after"] is not None:
        return f"yes, {after(play['trapped_after'])}"
    return _CAN[play["can_be_trapped"]]


def _every_run(play: dict[str, Any]) -> str:
    if play["always_wins"]:
        return f"yes, in at most {count(play['longest'], 'move')} of the {play['runner']}"
    if play["always_wins"] is None or play["way"] is None:
        return "unknown"
    if play["cycle"] is None:
        return f"no: {after(play['way'])} it is stuck"
    return f"no: {after(play['way'])} it can go round by {moves_in_words(play['cycle'])} for ever"


_CAN = {True: "yes", False: "no", None: "unknown"}
_ASKED = {"can win": _can_win, "every run wins": _every_run, "can be trapped": _trapped}


def _share(part: int | None, whole: int) -> str:
    return f" of {whole:,} ({part / whole:.0%})" if part else ""


def _solution_in_words(record: dict[str, Any]) -> str:
    if record["solvable"] is None:
        return "unknown"
    if not record["solvable"]:
        return "none: the goal cannot be reached"
    if "first_solution_units" in record:
        return units.solution_in_words(record)
    if record["first_solution"] is None:
        return count(record["shortest"], "move")
    ways = record["shortest_count"]
    rank = "the only one" if ways == 1 else f"first of {ways:,} in {record['order']} order"
    solution = record["first_solution"] or "nothing to do"
    return f"{count(record['shortest'], 'move')}: {solution} ({rank})"


def _traps(level: Level, graph: ArrayGraph) -> list[str]:
    """Return the nearest trap moves: a line each, and boards of what they lead to, if any."""
    lines, lost = [], []
    for trap in analysis.nearest_trap_moves(graph, SHOWN):
        way = analysis.way_to(graph, trap["from"])
        fatal = analysis.way_along(graph, [trap["from"], trap["to"]], [trap["label"]])
        whole = _joined(way, fatal)
        where, played = told(graph, whole)
        (*labels, last), state = played.labels, where.state(played.nodes[-1])
        board = board_in_words(level, state)
        lost.append([f"after {last}:", *board])
        into = "" if board else f" into {state_in_words(level, state)}"
        lines.append(f"  {after(labels)}: {last}{into}{units.played(graph, whole)}")
    drawn = side_by_side(lost) if any(len(board) > 1 for board in lost) else []
    named = _headed("trap moves, nearest to the start", lines, len(analysis.trap_moves(graph)))
    return [*named, *(f"  {line}" for line in drawn)]


def _joined(way: Way, then: Way) -> Way:
    """Return a way and then another that begins where it ends."""
    nodes, labels = way.nodes + then.nodes[1:], way.labels + then.labels
    return analysis.Way(nodes, labels, way.moves + then.moves, wins=False)


def _patterns(found: Analysis) -> list[str]:
    """Return what dead states have in common, and how many ways lead into each trap."""
    patterns = found["patterns"] or []
    lines = []
    for pattern in patterns[:SHOWN]:
        ways = f", {count(pattern['trap_moves'], 'way')} in" if pattern["trap_moves"] else ""
        states = count(pattern["dead_states"], "dead state")
        lines.append(f"  {' and '.join(pattern['parts'])}: {states}{ways}")
    return _headed("lost, whatever else is where", lines, len(patterns))


def _cycles(graph: ArrayGraph) -> list[str]:
    lines: list[str] = []
    if too_large(graph):
        return lines
    for cycle in analysis.largest_dead_end_cycles(graph, SHOWN):
        leave = "nothing leads out" if cycle["terminal"] else "leads on to other dead states"
        start = graph.state(cycle["cycle_from"])
        lines.append(
            f"  {count(cycle['states'], 'state')}: round by {moves_in_words(cycle['cycle'])} "
            f"from {start!r}; {leave}"
        )
    return _headed("dead-end cycles, largest", lines, len(analysis.dead_end_cycles(graph)))


def _headed(what: str, lines: list[str], total: int) -> list[str]:
    return [f"{what}{first_of(len(lines), total)}:", *lines] if lines else []


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
        "switches of block": "{block_switches} from one that is pushed to another",
    },
    "players without a plan": {
        "chance to win": "{win_chance} for one who moves at random",
        "moves to the end": "{expected_moves}; to win, with restarts: "
        "{expected_moves_with_restarts}",
        "information (MUSE)": "{muse} bits in their likeliest solution",
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


def _metrics(record: dict[str, Any]) -> list[str]:
    """Return the lines that tell what the record of all metrics holds."""
    values = {name: _in_words(name, value) for name, value in record.items() if value is not None}
    late = deadline.missed()
    if record["complete"] and "solution_classes" in record["unknown"] and not late:
        values["solution_classes"] = f"too many to tell: of ways to one state, more than {MOST:,}"
    if "least_switches" not in values and "actor_switches" in values:
        values["block_switches"] = values["actor_switches"]
    lines = []
    for group, rows in ROWS.items():
        if group == "dead ends" and not record.get("dead_states"):
            continue
        shown = [
            f"  {label:<18} {singular(template.format_map(values))}"
            for label, template in rows.items()
            if _fields(template) <= values.keys()
        ]
        lines += [f"{group}:", *shown] if shown else []
    if set(record["left_out"]) - {"units"}:  # of which there is a row
        lines.append(
            "left out, as there are many states or little memory: who moves at random (--slow)"
        )
    if not record["complete"]:
        lines.append("all other metrics are unknown: the graph is not whole")
    return lines


def _fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _in_words(name: str, value: Any) -> str:
    if isinstance(value, float):
        part = name.endswith(("_share", "_chance"))
        if part:
            return f"{100 * value:.3g}%"
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def with_costs(
    record: dict[str, Any], name: str | None, costs: dict[str, Any] | None
) -> dict[str, Any]:
    """Return a record with what shortest paths tell when moves cost something else."""
    from stategraph.ask.costs import NUMBERS

    if costs is None:
        return record
    unknown = [] if costs else [f"costs.{key}" for key in NUMBERS]
    told = {"cost": name, **(costs or dict.fromkeys(NUMBERS))}
    return {**record, "costs": told, "unknown": [*record["unknown"], *unknown]}


def cost_words(name: str | None, costs: dict[str, Any] | None) -> list[str]:
    """Return the same in words."""
    if costs is None:
        return []
    if not costs:
        return [f"by {name}: unknown"]
    if costs["cheapest"] is None:
        return [f"by {name}: no solution"]
    few, ways = costs["cheapest_moves"], count(costs["cheapest_count"], "solution")
    return [
        f"by {name}: {costs['cheapest']:,} at least, in {count(few, 'move')}; {ways} as cheap and "
        f"short, first {moves_in_words(costs['cheapest_solution_moves'])}",
        f"  farthest state from the start {costs['max_cost_from_start']:,}, "
        f"to the goal {costs['max_cost_to_goal']:,}",
    ]
