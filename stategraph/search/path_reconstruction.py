"""Reconstruction of moves from the states of a search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from operator import eq, itemgetter

from stategraph.errors import RuleError
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.variables import State


def labels_along(puzzle: Puzzle, line: list[State], walker: str | None) -> list[str]:
    """Return the labels of a path through the states of `line` to a goal."""
    labels: list[str] = []
    for source, target in pairwise(line):
        labels += labels_to(puzzle, source, partial(eq, target), walker)
    return labels + labels_to(puzzle, line[-1], puzzle.is_goal, walker)


def labels_to(
    puzzle: Puzzle, start: State, is_target: Callable[[State], bool], walker: str | None
) -> list[str]:
    """Return the labels of a shortest walk and one more move that reach a target state.

    Of several such paths, return the first one in breadth-first order, with the moves of each state
    in the order of labels.
    """
    labels_of: dict[State, list[str]] = {start: []}
    for state in (queue := [start]):
        for label, new in sorted(puzzle.moves(state), key=itemgetter(0)):
            if is_target(new):
                return [*labels_of[state], label]
            walks = walker is not None and new == start.but(**{walker: new[walker]})
            if walks and new not in labels_of and not puzzle.is_goal(new):
                labels_of[new] = [*labels_of[state], label]
                queue.append(new)
    raise AssertionError(f"no walk leads on from ({start!r})")


def play(puzzle: Puzzle, labels: list[str]) -> None:
    """Replay `labels` by the rules; raise ``RuleError`` if they do not win."""
    state = puzzle.start
    for label in labels:
        moves = dict(puzzle.moves(state))
        if label not in moves:
            raise RuleError(f"the search found a move {label!r} that state ({state!r}) has not")
        state = moves[label]
    if not puzzle.is_goal(state):
        raise RuleError(f"the search found a path to state ({state!r}), which is not a goal")


def offer(puzzle: Puzzle, bounds: Bounds, labels: list[str]) -> None:
    """Replay a solution by the rules of a puzzle, and report it to the bounds."""
    play(puzzle, labels)
    bounds.offer(labels)
