"""Replaying moves: from the text a person types to the states it passes.

A text of moves is either the labels separated by blanks or commas, or all of them run together,
``R3L5L8``. Run together it is read against the moves that are legal on the way; when two readings
both replay, neither is guessed.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any

from stategraph.analysis import Way
from stategraph.errors import InputError, MovesError
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import PlainPuzzle


@dataclass(frozen=True)
class Replay:
    """Moves made one after the other, as far as they are legal.

    Attributes
    ----------
    labels : tuple of str
    states : tuple
        the states passed, one more than `labels`
    rest : str
        what could not be played; empty when everything was
    legal : tuple of str
        the labels that the last state offers
    """

    labels: tuple[str, ...]
    states: tuple[Any, ...]
    rest: str
    legal: tuple[str, ...]


def replay(puzzle: PlainPuzzle, text: str) -> Replay:
    """Play the moves that `text` spells from the start of `puzzle`.

    O(length of text * states that its beginnings can lead to), which is one for each position
    unless labels can be cut up in several ways. Goal states have no moves.

    Raises
    ------
    MovesError
        when two different readings of the whole text replay, naming both

    >>> from stategraph.levels import read_level
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


def judged(puzzle: PlainPuzzle, text: str) -> tuple[Replay, bool]:
    """Return the replay of moves, and whether they win.

    >>> from stategraph.levels import read_level
    >>> judged(read_level("spacewreck/eight-rooms").puzzle, "R3L5L8")[1]
    True
    """
    played = replay(puzzle, text)
    return played, not played.rest and bool(puzzle.is_goal(played.states[-1]))


def play(puzzle: PlainPuzzle, text: str) -> Replay:
    """Return the replay of moves that can all be played.

    Raises
    ------
    MovesError
        when they cannot be, naming the first that is not legal and what is; or as `replay` does

    >>> from stategraph.levels import read_level
    >>> play(read_level("spacewreck/eight-rooms").puzzle, "R3L9")
    Traceback (most recent call last):
    stategraph.errors.MovesError: 'L9' cannot be played after 'R3'; legal there: R1 L5
    """
    played = replay(puzzle, text)
    if played.rest:
        where = f"after {' '.join(played.labels)!r}" if played.labels else "at the start"
        raise MovesError(
            f"{played.rest!r} cannot be played {where}; "
            f"legal there: {' '.join(played.legal) or 'nothing'}"
        )
    return played


def node_of(puzzle: PlainPuzzle, graph: ArrayGraph, state: Any) -> int | None:
    """Return the node of a state in the graph of `puzzle`, None where it was not reached.

    Every winning state is the goal node. O(states).
    """
    return graph.goal if puzzle.is_goal(state) else graph.find(state)


def reached(puzzle: PlainPuzzle, graph: ArrayGraph, state: Any) -> int:
    """Return the node of a state; ``InputError`` where it was not reached."""
    node = node_of(puzzle, graph, state)
    if node is None:
        raise InputError(f"the state {state!r} was not reached")
    return node


def states_along(puzzle: PlainPuzzle, graph: ArrayGraph, way: Way) -> list[Any]:
    """Return the states that a way in the graph of `puzzle` passes. O(moves of the way).

    The last is the winning state that is really reached, for the goal node stands for all of them;
    where labels do not tell moves apart, in a graph from elsewhere, it is the node's own. Of a
    quotient they are the states between the units of the way, as it is really played.
    """
    if graph.quotient is not None:
        beneath, played, ends = graph.quotient.played(way)
        passed = states_along(puzzle, beneath, played)
        if len(ends) < len(way):  # turns of one actor, one after the other, are played as one
            return [*(graph.state(node) for node in way.nodes[:-1]), passed[-1]]
        return [passed[k] for k in (0, *ends)]
    states = [graph.state(node) for node in way.nodes]
    if way.labels and way.nodes[-1] == graph.goal:
        with contextlib.suppress(MovesError):
            states[-1] = _moves(puzzle, states[-2])[way.labels[-1]]
    return states


def _moves(puzzle: PlainPuzzle, state: Any) -> dict[str, Any]:
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
    """Read labels run together: every state that can be reached at every position of the text."""
    # came[position][state]: the last move of each reading, (position before, state before, label)
    came: list[dict[Any, list[tuple[int, Any, str]]]] = [{} for _ in range(len(text) + 1)]
    came[0][puzzle.start] = []
    farthest = 0
    for position, here in enumerate(came):
        for state in list(here):
            farthest = position
            for label, new in _moves(puzzle, state).items():
                if label and text.startswith(label, position):
                    came[position + len(label)].setdefault(new, []).append((position, state, label))
    readings = [
        reading for state in came[farthest] for reading in _readings(came, farthest, state, most=2)
    ]
    if farthest == len(text) and len(readings) > 1:
        one, two = (" ".join(labels) for labels, _ in readings[:2])
        raise MovesError(f"moves {text!r} can be read in two ways: {one!r} and {two!r}")
    labels, states = readings[0]
    return Replay(tuple(labels), tuple(states), text[farthest:], tuple(_moves(puzzle, states[-1])))


def _readings(
    came: list, position: int, state: Any, most: int
) -> list[tuple[list[str], list[Any]]]:
    """Return at most `most` ways to have come to `state` at `position`: (labels, states)."""
    found: list[tuple[list[str], list[Any]]] = []
    # the rest of a way as a chain (label, state, rest), which ways that part share
    ways: list[tuple[int, Any, Any]] = [(position, state, None)]
    while ways and len(found) < most:
        position, state, rest = ways.pop()
        if not came[position][state]:
            labels, states = [], [state]
            while rest is not None:
                label, later, rest = rest
                labels.append(label)
                states.append(later)
            found.append((labels, states))
        for before, old, label in came[position][state]:
            ways.append((before, old, (label, state, rest)))
    return found
