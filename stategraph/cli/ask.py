"""The verbs that ask: solve, analyse, query, verify."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.analysis import Examination, Replay, Way
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.rules import Family

__all__ = ["add_verbs"]

# How many trap moves and dead-end cycles are shown with a witness each.
SHOWN = 5
SHOWN_JSON = 100


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    solve = _verb(verbs, "solve", run_solve, "print the first shortest solution", SOLVE)
    options.add_order(solve)
    solve.add_argument("--steps", action="store_true", help="show the state after each move")
    analyse = _verb(
        verbs, "analyse", run_analyse, "print everything: solutions, dead ends, traps", ANALYSE
    )
    options.add_order(analyse)
    query = _verb(
        verbs, "query", run_query, "look at one state: can it still win, and if not, why", QUERY
    )
    options.add_order(query)
    where = query.add_mutually_exclusive_group()
    where.add_argument(
        "--after", metavar="MOVES", help="the state after these moves (default: the start)"
    )
    where.add_argument(
        "--state", metavar="STATE", help="the state with these values: rocket=3,lucky=7"
    )
    where.add_argument("--node", metavar="N", type=int, help="the state with this number")
    verify = _verb(verbs, "verify", run_verify, "replay moves: do they win, and how well", VERIFY)
    verify.add_argument(
        "moves", metavar="MOVES", nargs="*", help="R3L5L8, or R3 L5 L8, or R3,L5,L8"
    )


def _verb(verbs: Any, name: str, run: Any, summary: str, text: str) -> argparse.ArgumentParser:
    made = verbs.add_parser(
        name,
        help=summary,
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(run=run)
    options.add_level(made)
    options.add_json(made)
    options.add_limits(made)
    return made


# ---------------------------------------------------------------------------------------- solve

SOLVE = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
"""


def run_solve(args: argparse.Namespace) -> int:
    """Print the first shortest solution."""
    from stategraph import analysis

    level = options.load(args)
    graph = options.expand(args, level, until_goal=True)
    known = analysis.solutions_known(graph)
    way = analysis.first_solution(graph, args.order) if known and graph.goal is not None else None
    record = _solution_record(level, graph, way, args.order)
    options.compare(level, record)
    if args.json:
        say_json(record)
    elif way is not None:
        say(way.text)
    else:
        say("NO-PATH" if known else "UNKNOWN")
    if args.steps and way is not None and not args.json:
        _say_steps(level, way)
    if not known:
        remark(f"{level.file}: stopped at the {graph.stopped}")
        return UNKNOWN
    return NO if way is None else DONE


def _solution_record(
    level: Level, graph: StateGraph, way: Way | None, order: str
) -> dict[str, Any]:
    from stategraph import analysis

    solvable = analysis.solvable(graph)
    known = analysis.solutions_known(graph)
    shortest = analysis.shortest(graph)
    return {
        "puzzle": _puzzle_name(level),
        "solvable": solvable,
        "shortest": shortest,
        "first_solution": None if way is None else way.text,
        "first_solution_moves": None if way is None else list(way.labels),
        "order": order,
        "states_seen": len(graph),
        "unknown": [
            *(["solvable", "shortest"] if solvable is None else []),
            *([] if known else ["first_solution", "first_solution_moves"]),
        ],
    }


def _say_steps(level: Level, way: Way) -> None:
    from stategraph.analysis import replay

    states = replay(level.puzzle, " ".join(way.labels)).states
    for k, (label, state) in enumerate(zip(("start", *way.labels), states, strict=True)):
        text = level.describe(state)
        head = label if k == 0 else f"{k}. {label}"
        say(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")


# -------------------------------------------------------------------------------------- analyse

ANALYSE = """\
Expand the whole state graph and print what it tells: solutions, dead ends, traps.

  $ stategraph analyse spacewreck/eight-rooms
  $ stategraph analyse --json --puzzle spacewreck my-level.txt
"""


def run_analyse(args: argparse.Namespace) -> int:
    """Print all numbers of a level."""
    from stategraph import analysis
    from stategraph.cli.words import analysis_in_words

    level = options.load(args)
    graph = options.expand(args, level)
    record = {"puzzle": _puzzle_name(level), **analysis.summary(graph, args.order)}
    record["bfs_states_until_first_goal"] = analysis.states_until_goal(graph)
    record.update(getattr(level.puzzle, "facts", {}))
    options.compare(level, record)
    if args.json:
        if level.family is not None and level.family.runner is not None:
            record["play"] = _play_record(level.family, graph)
        cycles = analysis.cycle_records(graph, SHOWN_JSON)
        traps = analysis.trap_records(graph, SHOWN_JSON)
        say_json({**record, "largest_dead_end_cycles": cycles, "nearest_trap_moves": traps})
    else:
        say(analysis_in_words(level, graph, record, SHOWN))
    if graph.complete:
        return DONE
    remark(f"{level.file}: stopped at the {graph.stopped}")
    return UNKNOWN


def _play_record(family: Family, graph: StateGraph) -> dict[str, Any]:
    """Return the record of a puzzle in which one actor never stops."""
    from stategraph import analysis

    assured = analysis.assurance(graph, family.runs)
    trap = analysis.nearest_trap(graph)
    return {
        "runner": family.runner,
        "always_wins": assured.assured,
        "longest": assured.longest,
        "way": None if assured.way is None else list(assured.way.labels),
        "cycle": None if assured.cycle is None else list(assured.cycle.labels),
        "can_be_trapped": analysis.can_be_trapped(graph),
        "trapped_after": None if trap is None else list(trap.way.labels),
    }


def _puzzle_name(level: Level) -> str:
    return level.name if level.family is None else level.family.name


# ---------------------------------------------------------------------------------------- query

QUERY = """\
Look at one state: is it reachable and how, can it still win, in how many moves, which moves are
best; and if it is dead: which move doomed it, and whether play is stuck or can only go round.
Exit 1 when the state is dead or cannot be reached.

  $ stategraph query spacewreck/eight-rooms --after L4L7
  $ stategraph query spacewreck/eight-rooms --state rocket=3,lucky=7
"""


def run_query(args: argparse.Namespace) -> int:
    """Print what is known of one state."""
    from stategraph import analysis
    from stategraph.cli.words import query_in_words

    level = options.load(args)
    played, state = _asked_state(args, level)
    graph = options.expand(args, level)
    node = _numbered(graph, args.node) if args.node is not None else _node_of(level, graph, state)
    if node is None:
        return _unreachable(args, level, graph, state)
    state = graph.state(node) if state is None else state
    way = None if played is None else _way_of(level, graph, played)
    found = analysis.examine(graph, node, way, args.order)
    if args.json:
        say_json({"puzzle": _puzzle_name(level), **_query_record(graph, found, state)})
    else:
        say(query_in_words(level, graph, found, state))
    if found.can_win is None:
        remark(f"{level.file}: stopped at the {graph.stopped}")
        return UNKNOWN
    return DONE if found.can_win else NO


def _asked_state(args: argparse.Namespace, level: Level) -> tuple[Replay | None, Any]:
    """Return the replay of --after, and the state that is asked for (None: a node is)."""
    from stategraph.analysis import replay
    from stategraph.rules import Puzzle

    if args.node is not None:
        return None, None
    if args.state is not None:
        if not isinstance(level.puzzle, Puzzle):
            raise InputError(
                "--state needs a puzzle with declared variables; use --after or --node"
            )
        return None, level.puzzle.variables.parse(args.state)
    if args.after is None:
        return None, level.puzzle.start
    played = replay(level.puzzle, args.after)
    if played.rest:
        raise MovesError(
            f"--after: {played.rest!r} cannot be played after "
            f"{' '.join(played.labels) or 'the start'!r}; "
            f"legal there: {' '.join(played.legal) or 'nothing'}"
        )
    return played, played.states[-1]


def _numbered(graph: StateGraph, node: int) -> int:
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node


def _node_of(level: Level, graph: StateGraph, state: Any) -> int | None:
    """Return the node of a state; every goal state that can be reached is the goal node."""
    if level.puzzle.is_goal(state):
        return graph.find(state) if graph.goal is None else graph.goal
    return graph.find(state)


def _way_of(level: Level, graph: StateGraph, played: Replay) -> Way | None:
    """Return the nodes that a replay passes; None where the graph does not hold them all."""
    from stategraph.analysis import Way

    nodes = [_node_of(level, graph, state) for state in played.states]
    return (
        None if None in nodes else Way(tuple(n for n in nodes if n is not None), played.labels, ())
    )


def _unreachable(args: argparse.Namespace, level: Level, graph: StateGraph, state: Any) -> int:
    """Answer for a state that the expansion did not find."""
    from stategraph import analysis
    from stategraph.rules import Puzzle

    known = graph.complete
    record: dict[str, Any] = {"state": repr(state), "reachable": False if known else None}
    words = "cannot be reached from the start" if known else "was not found before the limit"
    lines = [f"{level.describe(state)}", f"This state {words}."]
    if known and isinstance(level.puzzle, Puzzle):
        there = options.expand(args, level, puzzle=level.puzzle.starting(state), until_goal=True)
        record["can_win"] = analysis.solvable(there)
        record["moves_to_win"] = analysis.shortest(there)
        answer = {True: f"yes, in {record['moves_to_win']} moves", False: "no", None: "unknown"}
        lines.append(f"Started from it, can the goal be reached? {answer[record['can_win']]}.")
    if args.json:
        say_json({"puzzle": _puzzle_name(level), **record})
    else:
        say("\n".join(lines))
    if not known:
        remark(f"{level.file}: stopped at the {graph.stopped}")
    return NO if known else UNKNOWN


def _query_record(graph: StateGraph, found: Examination, state: Any) -> dict[str, Any]:
    doom, cycle = found.doom, found.cycle
    return {
        "node": found.node,
        "state": repr(state),
        "reachable": True,
        "moves_from_start": len(found.way),
        "first_way": list(found.way.labels) if found.way_is_first else None,
        "can_win": found.can_win,
        "moves_to_win": found.moves_to_win,
        "best_moves": list(found.best_moves),
        "doomed_by": None if doom is None or doom.label is None else doom.label,
        "doomed_at_move": None if doom is None else doom.step,
        "last_state_that_could_win": None
        if doom is None or doom.last_alive is None
        else repr(graph.state(doom.last_alive)),
        "moves_to_stuck": found.stuck_in,
        "only_cycles": found.can_win is False and found.stuck_in is None,
        "cycle": None if cycle is None else list(cycle.labels),
        "cycle_from": None if cycle is None else repr(graph.state(cycle.nodes[0])),
    }


# --------------------------------------------------------------------------------------- verify

VERIFY = """\
Replay moves from the start: say where they break, or that they win, or that they fall short of
the goal (exit 1); and by how many moves they are longer than the shortest solution.

  $ stategraph verify spacewreck/eight-rooms R3L5L8
"""


def run_verify(args: argparse.Namespace) -> int:
    """Replay moves and judge them."""
    from stategraph import analysis

    level = options.load(args)
    played = analysis.replay(level.puzzle, " ".join(args.moves))
    made = len(played.labels)
    won = not played.rest and level.puzzle.is_goal(played.states[-1])
    record: dict[str, Any] = {
        "puzzle": _puzzle_name(level),
        "wins": won,
        "moves": made,
        "broken_at": made + 1 if played.rest else None,
        "rest": played.rest,
        "legal": list(played.legal),
        "state": repr(played.states[-1]),
        "shortest": None,
        "longer_by": None,
    }
    if won:
        graph = options.expand(args, level, until_goal=True)
        shortest = record["shortest"] = analysis.shortest(graph)
        record["longer_by"] = None if shortest is None else made - shortest
    say_json(record) if args.json else _say_verdict(level, played, record)
    return DONE if won else NO


def _say_verdict(level: Level, played: Replay, record: dict[str, Any]) -> None:
    made = record["moves"]
    if record["wins"]:
        longer = record["longer_by"]
        how_well = {None: "whether that is shortest is unknown", 0: "that is shortest"}
        say(f"wins in {made} moves: {how_well.get(longer, f'{longer} more than the shortest')}")
        return
    if played.rest:
        over = level.puzzle.is_goal(played.states[-1])
        what = (
            "the goal is already reached"
            if over
            else f"legal there: {' '.join(played.legal) or 'nothing'}"
        )
        say(f"breaks at move {made + 1}, {played.rest!r}: {what}")
    else:
        say(f"falls short of the goal after {made} moves")
    text = level.describe(played.states[-1])
    say(text)
