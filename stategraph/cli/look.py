"""The verbs that look at single states and moves: query, verify."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import options
from stategraph.cli.ask import asking_verb, puzzle_name
from stategraph.cli.options import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say, say_json
from stategraph.errors import InputError, MovesError

if TYPE_CHECKING:
    from stategraph.analysis import Examination, Way
    from stategraph.graph import StateGraph
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
    query = asking_verb(
        verbs, "query", run_query, "look at one state: can it still win, and if not, why", QUERY
    )
    options.add_order(query)
    options.add_state(query)
    verify = asking_verb(
        verbs, "verify", run_verify, "replay moves: do they win, and how well", VERIFY
    )
    options.add_words(verify, "moves", "MOVES", "R3L5L8, or R3 L5 L8, or R3,L5,L8")


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
    from stategraph.words import query_in_words

    level = options.load(args)
    played, state = _asked_state(args, level)
    graph = options.expand(args, level)
    node = _node_of(level, graph, state) if args.node is None else _numbered(graph, args.node)
    if node is None:
        return _not_found(args, level, graph, state, played)
    state = graph.state(node) if state is None else state
    way = None if played is None else _way_of(level, graph, played)
    found = analysis.examine(graph, node, way, args.order)
    if args.json:
        say_json({"puzzle": puzzle_name(level), **_record(graph, found, state)})
    else:
        say(query_in_words(level, graph, found, state))
        if node == graph.goal and graph.find(state) is None:
            say("(all winning states count as one)")
    if found.can_win is None:
        remark(f"{level.file}: stopped at the {graph.stopped}")
        return UNKNOWN
    return DONE if found.can_win else NO


def _asked_state(args: argparse.Namespace, level: Level) -> tuple[Replay | None, Any]:
    """Return the replay of --after, and the state that is asked for (None: a node is)."""
    from stategraph.formats.imported import GraphPuzzle
    from stategraph.laws import replay
    from stategraph.rules import Puzzle

    if args.node is not None:
        return None, None
    if args.state is not None:
        if isinstance(level.puzzle, GraphPuzzle):
            return None, level.puzzle.named(args.state)
        if not isinstance(level.puzzle, Puzzle):
            raise InputError("--state needs declared variables; use --after or --node")
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


def asked_node(args: argparse.Namespace, level: Level, graph: StateGraph) -> int:
    """Return the node that --after, --state or --node names; ``InputError`` where there is none."""
    if args.node is not None:
        return _numbered(graph, args.node)
    _, state = _asked_state(args, level)
    node = _node_of(level, graph, state)
    if node is None:
        raise InputError(f"the state {state!r} was not reached")
    return node


def _numbered(graph: StateGraph, node: int) -> int:
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node


def _node_of(level: Level, graph: StateGraph, state: Any) -> int | None:
    """Return the node of a state; every winning state is the goal node."""
    return graph.goal if level.puzzle.is_goal(state) else graph.find(state)


def _way_of(level: Level, graph: StateGraph, played: Replay) -> Way | None:
    """Return the nodes that a replay passes; None where the graph does not hold them all."""
    from stategraph.analysis import Way

    nodes = [_node_of(level, graph, state) for state in played.states]
    known = tuple(node for node in nodes if node is not None)
    return Way(known, played.labels, ()) if len(known) == len(nodes) else None


def _record(graph: StateGraph, found: Examination, state: Any) -> dict[str, Any]:
    doom, cycle = found.doom, found.cycle
    last = None if doom is None else doom.last_alive
    return {
        "node": found.node,
        "state": repr(state),
        "reachable": True,
        "moves_from_start": len(found.way),
        "first_way": list(found.way.labels) if found.way_is_first else None,
        "can_win": found.can_win,
        "moves_to_win": found.moves_to_win,
        "best_moves": list(found.best_moves),
        "doomed_by": None if doom is None else doom.label,
        "doomed_at_move": None if doom is None else doom.step,
        "last_state_that_could_win": None if last is None else repr(graph.state(last)),
        "moves_to_stuck": found.stuck_in,
        "only_cycles": found.can_win is False and found.stuck_in is None,
        "cycle": None if cycle is None else list(cycle.labels),
        "cycle_from": None if cycle is None else repr(graph.state(cycle.nodes[0])),
    }


# every key of _record, for a state of which less is known
_NOTHING: dict[str, Any] = {
    "node": None, "state": None, "reachable": None, "moves_from_start": None, "first_way": None,
    "can_win": None, "moves_to_win": None, "best_moves": [], "doomed_by": None,
    "doomed_at_move": None, "last_state_that_could_win": None, "moves_to_stuck": None,
    "only_cycles": None, "cycle": None, "cycle_from": None,
}  # fmt: skip


def _not_found(
    args: argparse.Namespace, level: Level, graph: StateGraph, state: Any, played: Replay | None
) -> int:
    """Answer for a state that the expansion did not find: out of reach, or beyond the limit."""
    record = {"puzzle": puzzle_name(level), **_NOTHING, "state": repr(state)}
    lines = [level.describe(state)]
    if graph.complete:
        record["reachable"] = False
        lines += ["reachable: no", _from_there(args, level, state, record)]
    elif played is None:
        lines.append("reachable: unknown; it was not found before the limit")
    else:
        won = bool(level.puzzle.is_goal(state))
        record.update(reachable=True, can_win=won or None, moves_to_win=0 if won else None)
        hope = "it is the goal" if won else "unknown; it lies beyond the limit"
        lines += ["reachable: yes, by the moves given", f"can still win: {hope}"]
    if args.json:
        say_json(record)
    else:
        say("\n".join(lines))
    if graph.complete:
        return NO
    remark(f"{level.file}: stopped at the {graph.stopped}")
    return DONE if record["can_win"] else UNKNOWN


def _from_there(args: argparse.Namespace, level: Level, state: Any, record: dict[str, Any]) -> str:
    """Return in words whether play could win if it began in a state that cannot be reached."""
    from stategraph import analysis
    from stategraph.rules import Puzzle
    from stategraph.words import count

    assert isinstance(level.puzzle, Puzzle)  # others have no states that can be named
    there = options.expand(args, level, puzzle=level.puzzle.starting(state), until_goal=True)
    record["can_win"] = analysis.solvable(there)
    length = record["moves_to_win"] = analysis.shortest(there)
    answers = {True: f"yes, in {count(length, 'move')}", False: "no", None: "unknown"}
    return f"could win if play began there: {answers[record['can_win']]}"


# --------------------------------------------------------------------------------------- verify

VERIFY = """\
Replay moves from the start: say where they break, or that they win, or that they fall short of
the goal (exit 1); and by how many moves they are longer than the shortest solution.

  $ stategraph verify spacewreck/eight-rooms R3L5L8
"""


def run_verify(args: argparse.Namespace) -> int:
    """Replay moves and judge them."""
    from stategraph import analysis, levels
    from stategraph.laws import replay
    from stategraph.rules import Family

    if args.puzzle and args.level and not isinstance(levels.named(args.puzzle), Family):
        # a puzzle in itself takes no LEVEL, so that the first word is a move
        args.moves, args.level = [args.level, *args.moves], None
    level = options.load(args)
    played = replay(level.puzzle, " ".join(args.moves))
    made = len(played.labels)
    won = not played.rest and bool(level.puzzle.is_goal(played.states[-1]))
    record: dict[str, Any] = {
        "puzzle": puzzle_name(level),
        "wins": won,
        "moves": made,
        "broken_at": made + 1 if played.rest else None,
        "rest": played.rest,
        "legal": list(played.legal),
        "state": repr(played.states[-1]),
        "shortest": None,
        "longer_by": None,
        "unknown": [],
    }
    if won:
        graph = options.expand(args, level, until_goal=True)
        shortest = record["shortest"] = analysis.shortest(graph)
        record["longer_by"] = None if shortest is None else made - shortest
        record["unknown"] = ["shortest", "longer_by"] if shortest is None else []
    if args.json:
        say_json(record)
    else:
        _say_verdict(level, played, record)
    return DONE if won else NO


def _say_verdict(level: Level, played: Replay, record: dict[str, Any]) -> None:
    from stategraph.words import count

    made = record["moves"]
    if record["wins"]:
        longer = record["longer_by"]
        how_well = {None: "whether that is shortest is unknown", 0: "that is shortest"}
        judged = how_well.get(longer, f"{longer} more than the shortest")
        say(f"wins in {count(made, 'move')}: {judged}")
        return
    if played.rest:
        over = level.puzzle.is_goal(played.states[-1])
        legal = f"legal there: {' '.join(played.legal) or 'nothing'}"
        say(
            f"breaks at move {made + 1}, {played.rest!r}: "
            f"{'the goal is already reached' if over else legal}"
        )
    else:
        say(f"falls short of the goal after {count(made, 'move')}")
    say(level.describe(played.states[-1]))
