"""Record and text of ``query``: one state in detail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.partial_states import MAX_LISTED_VALUES
from stategraph.readable import Record, count
from stategraph.tell.board_text import state_lines
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves_in_words, state_in_words
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath, QueryAnswer
    from stategraph.analysis.dead_patterns import Pattern
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.variables import State, Variables


def record(level: Level, graph: ArrayGraph, answer: QueryAnswer, state: State) -> Record:
    """Return the facts about a state of the graph."""
    doom, cycle = answer.doom, answer.cycle
    last = None if doom is None else doom.last_alive
    has_best = answer.can_win is False or answer.best_known
    values = {
        "puzzle": puzzle_name(level),
        "node": answer.node,
        "state": repr(state),
        "reachable": True,
        "moves_from_start": len(answer.way),
        "first_way": list(answer.way.labels) if answer.way_is_first else None,
        "can_win": answer.can_win,
        "moves_to_win": answer.moves_to_win,
        "best_moves": list(answer.best_moves) if has_best else None,
        "doomed_by": None if doom is None else doom.label,
        "doomed_at_move": None if doom is None else doom.step,
        "last_state_that_could_win": None if last is None else repr(graph.state(last)),
        "moves_to_stuck": answer.stuck_in,
        "only_cycles": None
        if answer.can_win is None
        else not answer.can_win and answer.stuck_in is None,
        "cycle": None if cycle is None else list(cycle.labels),
        "cycle_from": None if cycle is None else repr(graph.state(cycle.nodes[0])),
        "lost_for": lost_for(level, graph, answer),
    }
    return closed(values, _unproven(values, graph.complete))


def lost_for(level: Level, graph: ArrayGraph, answer: QueryAnswer) -> list[str] | None:
    """Return the parts of a state that make it dead, or None if it is alive or they are unknown.

    If several dead patterns match the state, use the one that explains the most dead states.
    """
    pattern = _pattern(level, graph, answer)
    if pattern is None or graph.variables is None:
        return None
    return [part.text(graph.variables) for part in pattern.parts]


def _pattern(level: Level, graph: ArrayGraph, answer: QueryAnswer) -> Pattern | None:
    """Return the dead pattern that explains most dead states among those that match a state."""
    why = patterns_of(level, graph) if answer.can_win is False and graph.quotient is None else None
    return None if why is None or why.of[answer.node] < 0 else why.patterns[why.of[answer.node]]


def _why(pattern: Pattern, variables: Variables) -> str:
    """Return a line with the parts that make a state dead, and how many states they explain."""
    parts = [part.text(variables, MAX_LISTED_VALUES) for part in pattern.parts]
    text = f"dead pattern: {' and '.join(parts)}"
    if len(pattern.nodes) < 2:
        return text
    trap_moves = f", {count(len(pattern.moves), 'trap move')}" if len(pattern.moves) else ""
    return f"{text} (one of {count(len(pattern.nodes), 'dead state')}{trap_moves})"


def _unproven(record: Record, complete: bool) -> list[str]:
    """Return the names of the values that are not proven if they are null, in the record's order.

    An alive state has no last state that could win; a dead state has no move that wins.
    """
    unproven = {"first_way", "can_win"}
    if record["can_win"] is not False:
        unproven |= {*_OF_HOPE}
    if record["can_win"] is None:
        unproven |= {*_OF_DOOM, *_OF_THE_DEAD}
    elif not record["can_win"]:
        unproven |= {*_OF_DOOM} if record["doomed_at_move"] is None else set()
        unproven |= set() if complete else {"lost_for"}
    return [name for name in record if name in unproven]


_OF_HOPE = "moves_to_win", "best_moves"
_OF_DOOM = "doomed_by", "doomed_at_move", "last_state_that_could_win"
_OF_THE_DEAD = "moves_to_stuck", "only_cycles", "cycle", "cycle_from", "lost_for"


# the keys of `record` after "puzzle"
_FACTS = (
    *("node", "state", "reachable", "moves_from_start", "first_way", "can_win"),
    *(*_OF_HOPE, *_OF_DOOM, *_OF_THE_DEAD),
)


def record_of_unseen(
    level: Level, state: State, *, complete: bool, reached: bool, graph: ArrayGraph | None
) -> Record:
    """Return the facts about a state outside the graph.

    Parameters
    ----------
    complete : bool
        whether the graph is complete, so that the state cannot be reached
    reached : bool
        whether the given moves lead to the state
    graph : ArrayGraph or None
        the graph from that state, if it cannot be reached
    """
    values = {"puzzle": puzzle_name(level), **dict.fromkeys(_FACTS), "state": repr(state)}
    if complete:
        values.update(reachable=False, best_moves=[])
        if graph is not None:
            can_win, moves_to_win = analysis.solvable(graph), analysis.shortest(graph)
            values.update(can_win=can_win, moves_to_win=moves_to_win)
        return closed(values, ("can_win", "moves_to_win") if values["can_win"] is None else ())
    if reached:
        won = bool(level.puzzle.is_goal(state))
        values.update(reachable=True, can_win=won or None, moves_to_win=0 if won else None)
    return closed(values, values)


def words_of_unseen(level: Level, state: State, record: Record) -> list[str]:
    """Return the record of a state outside the graph as text."""
    can_win, lines = record["can_win"], state_lines(level, state)
    if record["reachable"] is None:
        return [*lines, "reachable: unknown; it was not found before the limit"]
    if record["reachable"]:
        hope = "it is the goal" if can_win else "unknown; it lies beyond the limit"
        return [*lines, "reachable: yes, by the moves given", f"can still win: {hope}"]
    win_text = f"yes, in {count(record['moves_to_win'], 'move')}"
    answer = {True: win_text, False: "no", None: "unknown"}[can_win]
    return [*lines, "reachable: no", f"could win if play began there: {answer}"]


def words(level: Level, graph: ArrayGraph, answer: QueryAnswer, state: State) -> list[str]:
    """Return the facts about a state of the graph as text."""
    path = answer.way
    reach = (
        f"in {count(len(path), 'move')}: {moves_in_words(path.labels)}"
        if path.labels
        else "it is the start"
    )
    if not answer.way_is_first:
        reach += " (another path may come first)"
    lines = [*state_lines(level, state), f"reachable: yes, {reach}"]
    if answer.can_win is None:
        return [*lines, "can still win: unknown"]
    if answer.can_win:
        lines.append(_hope(answer))
    else:
        pattern, variables = _pattern(level, graph, answer), graph.variables
        why = [] if pattern is None or variables is None else [_why(pattern, variables)]
        lines += ["can still win: no", *why, *_doom(level, graph, answer)]
    if answer.node == graph.goal and graph.find(state) is None:
        lines.append("(all winning states count as one)")
    return lines


def _hope(answer: QueryAnswer) -> str:
    if answer.moves_to_win == 0:
        return "can still win: it is the goal"
    best_moves = " or ".join(answer.best_moves) if answer.best_known else "unknown"
    if answer.moves_to_win is None:
        return f"can still win: yes; in how few moves is unknown; best: {best_moves}"
    return f"can still win: yes, in {count(answer.moves_to_win, 'move')}; best: {best_moves}"


def _doom(level: Level, graph: ArrayGraph, answer: QueryAnswer) -> list[str]:
    doom = answer.doom
    lines = []
    if doom is None:
        lines.append("point of no return: unknown")
    elif doom.last_alive is None:
        lines.append("point of no return: none; the start itself cannot win")
    else:
        lines.append(f"point of no return: move {doom.step}, {doom.label}")
        lines.append(
            f"last state that could win: {state_in_words(level, graph.state(doom.last_alive))}"
        )
    lines.append(fate(answer))
    if answer.cycle is not None:
        lines.append(_cycle(level, graph, answer.cycle))
    return lines


def fate(answer: QueryAnswer) -> str:
    """Return lines about how play can continue from a dead state."""
    if answer.stuck_in == 0:
        return "play is stuck: no move is left"
    if answer.stuck_in is not None:
        return f"play can get stuck in {count(answer.stuck_in, 'move')}"
    return "the player can only move in circles"


def _cycle(level: Level, graph: ArrayGraph, cycle: GraphPath) -> str:
    begin = state_in_words(level, graph.state(cycle.nodes[0]))
    return f"cycle: {moves_in_words(cycle.labels)} from {begin}"
