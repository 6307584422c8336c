"""Typed texts of moves, replayed: each text is converted to the states on the path.

In a text of moves, labels are separated by blanks or commas, or joined, such as ``R3L5L8``. A
joined text is split into labels that are legal at each point. If there are two such splits, the
text is ambiguous, and an error is raised.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stategraph.analysis import GraphPath
from stategraph.errors import InputError, MovesError
from stategraph.graph import ArrayGraph
from stategraph.readable import Readable, Record
from stategraph.rules.puzzle import PlainPuzzle

if TYPE_CHECKING:
    from stategraph.variables import State


@dataclass(frozen=True, repr=False)
class Replay(Readable):
    """A sequence of moves and its states, up to the first move that is not legal.

    Attributes
    ----------
    labels : tuple of str
    states : tuple
        the states before and after the moves, one more than `labels`
    rest : str
        the part of the text that could not be played; empty if all moves were legal
    legal : tuple of str
        the labels of the moves that are legal in the last state
    """

    labels: tuple[str, ...]
    states: tuple[Any, ...]
    rest: str
    legal: tuple[str, ...]


def replay(puzzle: PlainPuzzle, text: str) -> Replay:
    """Play the moves of a text from the start of `puzzle`.

    Raises
    ------
    MovesError
        if the whole text is ambiguous; the message names two ways to split it into labels

    Notes
    -----
    O(length of text * states that its prefixes reach). A prefix reaches one state, unless it is
    ambiguous. Goal states have no moves.

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> ship = read_level("spacewreck/eight-rooms").puzzle
    >>> played = replay(ship, "R3L5L8")
    >>> played.labels, ship.is_goal(played.states[-1])
    (('R3', 'L5', 'L8'), True)
    >>> replay(ship, "R3 L8 L5").rest
    'L8 L5'
    """
    text = text.strip()
    if re.search(r"[\s,]", text):
        return _play(puzzle, [word for word in re.split(r"[\s,]+", text) if word])
    return _read(puzzle, text)


def replay_with_verdict(puzzle: PlainPuzzle, text: str) -> tuple[Replay, bool]:
    """Replay a text of moves; also return whether all of it is legal and wins.

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> replay_with_verdict(read_level("spacewreck/eight-rooms").puzzle, "R3L5L8")[1]
    True
    """
    result = replay(puzzle, text)
    return result, not result.rest and bool(puzzle.is_goal(result.states[-1]))


def play(puzzle: PlainPuzzle, text: str) -> Replay:
    """Replay a text of moves, all of which must be legal.

    Raises
    ------
    MovesError
        if a move is not legal; the message names it and the legal moves. Also raised where `replay`
        raises it

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> play(read_level("spacewreck/eight-rooms").puzzle, "R3L9")
    Traceback (most recent call last):
    stategraph.errors.MovesError: 'L9' cannot be played after 'R3'; legal there: R1 L5
    """
    result = replay(puzzle, text)
    if result.rest:
        position = f"after {' '.join(result.labels)!r}" if result.labels else "at the start"
        raise MovesError(
            f"{result.rest!r} cannot be played {position}; "
            f"legal there: {' '.join(result.legal) or 'nothing'}"
        )
    return result


def node_of(puzzle: PlainPuzzle, graph: ArrayGraph, state: object) -> int | None:
    """Return the node of a state in the graph of `puzzle`, None if it was not reached.

    Every winning state is the goal node. O(states).
    """
    return graph.goal if puzzle.is_goal(state) else graph.find(state)


def reached_node(puzzle: PlainPuzzle, graph: ArrayGraph, state: object) -> int:
    """Return the node of a state; ``InputError`` if it was not reached."""
    node = node_of(puzzle, graph, state)
    if node is None:
        raise InputError(f"the state {state!r} was not reached")
    return node


def states_along(puzzle: PlainPuzzle, graph: ArrayGraph, path: GraphPath) -> list[State]:
    """Return the states on a path in the graph of `puzzle`. O(moves of the path).

    The goal node represents all winning states. If the path ends there, the last state is the
    winning state that its moves reach. If several moves have the same label, as in some imported
    graphs, the last state is that of the goal node.

    For a quotient graph, such as a graph by pushes, the result has the states before and after each
    of its moves.
    """
    if graph.quotient is not None:
        underlying, lifted, ends = graph.quotient.lift(path)
        states = states_along(puzzle, underlying, lifted)
        if len(ends) < len(path):  # lifting joins consecutive turns of the same actor
            return [*(graph.state(node) for node in path.nodes[:-1]), states[-1]]
        return [states[k] for k in (0, *ends)]
    states = [graph.state(node) for node in path.nodes]
    if path.labels and path.nodes[-1] == graph.goal:
        with contextlib.suppress(MovesError):
            states[-1] = _moves(puzzle, states[-2])[path.labels[-1]]
    return states


def _moves(puzzle: PlainPuzzle, state: object) -> Record:
    return {} if puzzle.is_goal(state) else dict(puzzle.moves(state))


def _play(puzzle: PlainPuzzle, labels: list[str]) -> Replay:
    states = [puzzle.start]
    for k, label in enumerate(labels):
        moves = _moves(puzzle, states[-1])
        if label not in moves:
            return Replay(tuple(labels[:k]), tuple(states), " ".join(labels[k:]), tuple(moves))
        states.append(moves[label])
    return Replay(tuple(labels), tuple(states), "", tuple(_moves(puzzle, states[-1])))


def _read(puzzle: PlainPuzzle, text: str) -> Replay:
    """Split joined labels in all possible ways; replay the split that gets farthest."""
    # last_moves[position][state]: for each split that leads to the state, its last move as
    # (position before, state before, label)
    last_moves: list[dict[object, list[tuple[int, object, str]]]] = [
        {} for _ in range(len(text) + 1)
    ]
    last_moves[0][puzzle.start] = []
    farthest = 0
    for position, states_here in enumerate(last_moves):
        for state in list(states_here):
            farthest = position
            for label, new in _moves(puzzle, state).items():
                if label and text.startswith(label, position):
                    last_moves[position + len(label)].setdefault(new, []).append(
                        (position, state, label)
                    )
    readings = [
        reading
        for state in last_moves[farthest]
        for reading in _readings(last_moves, farthest, state, most=2)
    ]
    if farthest == len(text) and len(readings) > 1:
        first, second = (" ".join(labels) for labels, _ in readings[:2])
        raise MovesError(f"moves {text!r} are ambiguous: {first!r} or {second!r}")
    labels, states = readings[0]
    return Replay(tuple(labels), tuple(states), text[farthest:], tuple(_moves(puzzle, states[-1])))


def _readings(
    last_moves: list, position: int, state: object, most: int
) -> list[tuple[list[str], list[object]]]:
    """Return at most `most` splits (labels, states) of a prefix that lead to `state`.

    The prefix ends at `position`.
    """
    readings: list[tuple[list[str], list[object]]] = []
    # the end of each split, as a linked list (label, state, rest); several splits share lists
    partial: list[tuple[int, Any, Any]] = [(position, state, None)]
    while partial and len(readings) < most:
        position, state, tail = partial.pop()
        if not last_moves[position][state]:
            labels, states = [], [state]
            while tail is not None:
                label, next_state, tail = tail
                labels.append(label)
                states.append(next_state)
            readings.append((labels, states))
        for start, old, label in last_moves[position][state]:
            partial.append((start, old, (label, state, tail)))
    return readings
