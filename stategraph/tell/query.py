"""One state, looked at closely: the record and the words of ``query``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.patterns import patterns_of
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, moves_in_words, state_in_words

if TYPE_CHECKING:
    from stategraph.analysis import QueryAnswer, Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def record(level: Level, graph: ArrayGraph, found: QueryAnswer, state: Any) -> dict[str, Any]:
    """Return what is known of a state that the graph holds."""
    doom, cycle = found.doom, found.cycle
    last = None if doom is None else doom.last_alive
    judged = found.can_win is False or found.best_known
    made = {
        "puzzle": puzzle_name(level),
        "node": found.node,
        "state": repr(state),
        "reachable": True,
        "moves_from_start": len(found.way),
        "first_way": list(found.way.labels) if found.way_is_first else None,
        "can_win": found.can_win,
        "moves_to_win": found.moves_to_win,
        "best_moves": list(found.best_moves) if judged else None,
        "doomed_by": None if doom is None else doom.label,
        "doomed_at_move": None if doom is None else doom.step,
        "last_state_that_could_win": None if last is None else repr(graph.state(last)),
        "moves_to_stuck": found.stuck_in,
        "only_cycles": None
        if found.can_win is None
        else not found.can_win and found.stuck_in is None,
        "cycle": None if cycle is None else list(cycle.labels),
        "cycle_from": None if cycle is None else repr(graph.state(cycle.nodes[0])),
        "lost_for": lost_for(level, graph, found),
    }
    return {**made, "unknown": _unknown(made, graph.complete)}


def lost_for(level: Level, graph: ArrayGraph, found: QueryAnswer) -> list[str] | None:
    """Return the parts of a dead state that no continuation can mend; None: it can win, or else.

    They are those of the pattern that explains most dead states of the level, among its own.
    """
    why = patterns_of(level, graph) if found.can_win is False and graph.quotient is None else None
    if why is None or why.of[found.node] < 0 or graph.variables is None:
        return None
    return [part.text(graph.variables) for part in why.patterns[why.of[found.node]].parts]


def _why(level: Level, graph: ArrayGraph, found: QueryAnswer, lost: list[str]) -> str:
    """Return the parts that are to blame, how many states they explain, how many ways lead in."""
    text = f"lost, whatever else is where: {' and '.join(lost)}"
    why = patterns_of(level, graph)
    pattern = None if why is None else why.patterns[why.of[found.node]]
    if pattern is None or len(pattern.nodes) < 2:
        return text
    ways = f", {count(len(pattern.moves), 'way')} in" if len(pattern.moves) else ""
    return f"{text} (one of {count(len(pattern.nodes), 'dead state')}{ways})"


def _unknown(found: dict[str, Any], complete: bool) -> list[str]:
    """Return the names of what is null in a record since it is not proven."""
    unproven: tuple[str, ...] = () if found["first_way"] is not None else ("first_way",)
    if found["can_win"] is None:
        unproven = (*unproven, "can_win", *_OF_HOPE, *_OF_DOOM, *_OF_THE_DEAD)
    elif found["can_win"]:
        unproven = (*unproven, *(name for name in _OF_HOPE if found[name] is None))
    elif found["doomed_at_move"] is None:
        unproven = (*unproven, *_OF_DOOM)
    if found["can_win"] is False and not complete:
        unproven = (*unproven, "lost_for")
    return [name for name in found if name in unproven]


_OF_HOPE = "moves_to_win", "best_moves"
_OF_DOOM = "doomed_by", "doomed_at_move", "last_state_that_could_win"
_OF_THE_DEAD = "moves_to_stuck", "only_cycles", "cycle", "cycle_from", "lost_for"


# every key of `record` behind the first, for a state of which less is known
_NOTHING: dict[str, Any] = {
    "node": None, "state": None, "reachable": None, "moves_from_start": None, "first_way": None,
    "can_win": None, "moves_to_win": None, "best_moves": None, "doomed_by": None,
    "doomed_at_move": None, "last_state_that_could_win": None, "moves_to_stuck": None,
    "only_cycles": None, "cycle": None, "cycle_from": None, "lost_for": None,
}  # fmt: skip


def record_of_unseen(
    level: Level, state: Any, *, complete: bool, played: bool, there: ArrayGraph | None
) -> dict[str, Any]:
    """Return what is known of a state that the graph does not hold.

    Parameters
    ----------
    complete : bool
        whether the graph is whole, so that the state cannot be reached
    played : bool
        whether moves that were given lead there
    there : ArrayGraph or None
        how play goes on from that state, where it cannot be reached
    """
    found = {"puzzle": puzzle_name(level), **_NOTHING, "state": repr(state)}
    if complete:
        found.update(reachable=False, best_moves=[])
        if there is not None:
            can_win, left = analysis.solvable(there), analysis.shortest(there)
            found.update(can_win=can_win, moves_to_win=left)
        unknown = [] if found["can_win"] is not None else ["can_win", "moves_to_win"]
        return {**found, "unknown": unknown}
    if played:
        won = bool(level.puzzle.is_goal(state))
        found.update(reachable=True, can_win=won or None, moves_to_win=0 if won else None)
    return {**found, "unknown": [name for name, value in found.items() if value is None]}


def words_of_unseen(level: Level, state: Any, found: dict[str, Any]) -> list[str]:
    """Return the record of a state that the graph does not hold in words."""
    can_win, lines = found["can_win"], [level.describe(state)]
    if found["reachable"] is None:
        return [*lines, "reachable: unknown; it was not found before the limit"]
    if found["reachable"]:
        hope = "it is the goal" if can_win else "unknown; it lies beyond the limit"
        return [*lines, "reachable: yes, by the moves given", f"can still win: {hope}"]
    left = f"yes, in {count(found['moves_to_win'], 'move')}"
    answer = {True: left, False: "no", None: "unknown"}[can_win]
    return [*lines, "reachable: no", f"could win if play began there: {answer}"]


def words(level: Level, graph: ArrayGraph, found: QueryAnswer, state: Any) -> list[str]:
    """Return what is known of a state that the graph holds."""
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
        return [*lines, "can still win: unknown"]
    if found.can_win:
        lines.append(_hope(found))
    else:
        lost = lost_for(level, graph, found)
        why = [_why(level, graph, found, lost)] if lost else []
        lines += ["can still win: no", *why, *_doom(level, graph, found)]
    if found.node == graph.goal and graph.find(state) is None:
        lines.append("(all winning states count as one)")
    return lines


def _hope(found: QueryAnswer) -> str:
    if found.moves_to_win == 0:
        return "can still win: it is the goal"
    best = " or ".join(found.best_moves) if found.best_known else "unknown"
    if found.moves_to_win is None:
        return f"can still win: yes; in how few moves is unknown; best: {best}"
    return f"can still win: yes, in {count(found.moves_to_win, 'move')}; best: {best}"


def _doom(level: Level, graph: ArrayGraph, found: QueryAnswer) -> list[str]:
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
    lines.append(fate(found))
    if found.cycle is not None:
        lines.append(_cycle(level, graph, found.cycle))
    return lines


def fate(found: QueryAnswer) -> str:
    """Return how play goes on from a dead state."""
    if found.stuck_in == 0:
        return "play is stuck: there is no move"
    if found.stuck_in is not None:
        return f"play can get stuck in {count(found.stuck_in, 'move')}"
    return "play can only go round for ever"


def _cycle(level: Level, graph: ArrayGraph, cycle: Way) -> str:
    begin = state_in_words(level, graph.state(cycle.nodes[0]))
    return f"cycle: {moves_in_words(cycle.labels)} from {begin}"
