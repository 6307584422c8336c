"""Replays of moves: from a typed text to the states on the path.

A text of moves has labels separated by blanks or commas, or joined, such as ``R3L5L8``. A joined
text is split with the moves that are legal at each point. If two splits both replay, the text is
ambiguous, and an error is raised.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any

from stategraph.analysis import GraphPath
from stategraph.errors import InputError, MovesError
from stategraph.graph import ArrayGraph
from stategraph.readable import Readable, Record
from stategraph.rules.puzzle import PlainPuzzle


@dataclass(frozen=True, repr=False)
class Replay(Readable):
    """Moves that were played one after the other, as far as they are legal.

    Attributes
    ----------
    labels : tuple of str
    states : tuple
        the states passed, one more than `labels`
    rest : str
        the part that could not be played; empty if everything was
    legal : tuple of str
        the labels of the moves of the last state
    """

    labels: tuple[str, ...]
    states: tuple[Any, ...]
    rest: str
    legal: tuple[str, ...]


def replay(puzzle: PlainPuzzle, text: str) -> Replay:
    """Play the moves of a text from the start of `puzzle`.

    Parameters
    ----------
    puzzle : PlainPuzzle
    text : str

    Returns
    -------
    Replay

    Raises
    ------
    MovesError
        if the whole text has two different readings; the message names both

    Notes
    -----
    O(length of text * states that its prefixes reach). There is one such state per position unless
    there are several splits into labels. Goal states have no moves.

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
    """Return the replay of moves, and whether they win.

    Examples
    --------
    >>> from stategraph.level_files import read_level
    >>> replay_with_verdict(read_level("spacewreck/eight-rooms").puzzle, "R3L5L8")[1]
    True
    """
    result = replay(puzzle, text)
    return result, not result.rest and bool(puzzle.is_goal(result.states[-1]))


def play(puzzle: PlainPuzzle, text: str) -> Replay:
    """Return the replay of moves that must all be legal.

    Raises
    ------
    MovesError
        if they are not; the message names the first illegal move and the legal ones. Also as
        `replay`

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


def states_along(puzzle: PlainPuzzle, graph: ArrayGraph, path: GraphPath) -> list[Any]:
    """Return the states on a path in the graph of `puzzle`. O(moves of the path).

    The last one is the winning state that the path reaches, since the goal node represents all of
    them. If labels are not unique, as in imported graphs, it is the state of the goal node. For a
    quotient graph, the result has the states between the units of the lifted path.
    """
    if graph.quotient is not None:
        underlying, lifted, ends = graph.quotient.lift(path)
        states = states_along(puzzle, underlying, lifted)
        if len(ends) < len(path):  # consecutive turns of one actor are one turn when lifted
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
    """Read joined labels, keeping every reachable state at every position of the text."""
    # came[position][state]: the last move of each reading, (position before, state before, label)
    last_moves: list[dict[Any, list[tuple[int, Any, str]]]] = [{} for _ in range(len(text) + 1)]
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
        raise MovesError(f"moves {text!r} can be read in two ways: {first!r} and {second!r}")
    labels, states = readings[0]
    return Replay(tuple(labels), tuple(states), text[farthest:], tuple(_moves(puzzle, states[-1])))


def _readings(
    last_moves: list, position: int, state: object, most: int
) -> list[tuple[list[str], list[Any]]]:
    """Return at most `most` readings (labels, states) that reach `state` at `position`."""
    readings: list[tuple[list[str], list[Any]]] = []
    # the rest of a reading as a linked list (label, state, rest), shared between readings
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
