"""Evaluation of questions: the states in which each part holds, as lower and upper bounds.

Every part of a question has two masks over the states: the states in which it *surely* holds, and
the states in which it *perhaps* holds. On a complete graph the two masks are equal. On a partial
graph, a frontier state may have any moves. The first mask assumes that these unknown moves never
make the part true. The second mask assumes that they always do. A state in the second mask only is
undecided::

    start ──► a ──► goal       EF goal: surely at the start and in a
      └─► b ···?                        perhaps in b too
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from stategraph.ask.nodes import (
    GOAL,
    TRUE,
    Always,
    And,
    Changes,
    Compared,
    Labelled,
    LeadsTo,
    Leaves,
    MadeBy,
    Member,
    MoveWord,
    Name,
    Next,
    Node,
    Not,
    Or,
    Placed,
    Truth,
    Until,
    Word,
    some_run_to,
)
from stategraph.ask.parser import kind_of, parse_formula, parse_moves
from stategraph.ask.play import ENDLESS, Play
from stategraph.ask.temporal import Moves, can_go, keeps, patient, until
from stategraph.ask.values import Values
from stategraph.errors import QuestionError, did_you_mean
from stategraph.variables import One

Masks = tuple[np.ndarray, np.ndarray]

_DEAD = Not(some_run_to(GOAL))

# words about play that every level has, defined by other words
PLAY_WORDS: dict[str, Node] = {
    "dead": _DEAD,
    "stuck": And(_DEAD, Not(Next(TRUE))),
    "trap": And(Not(_DEAD), Next(_DEAD)),
}
STATE_WORDS = ("goal", "start", *PLAY_WORDS, "true", "false")
MOVE_WORDS = ("best",)


class Meaning:
    """The evaluated parts of a question about a graph; each part is computed once.

    Parameters
    ----------
    play : Play
    fair : bool
        whether to ignore runs that circle forever although an exit is open again and again
    """

    def __init__(self, play: Play, fair: bool = False):
        self.play, self.fair = play, fair
        self.values = Values(play)
        self._strict = True
        self._states: dict[Node, Masks] = {}
        self._moves: dict[Node, Masks] = {}
        self._move_pairs: dict[Node | None, tuple[Moves, Moves]] = {None: (play.moves, play.moves)}

    # ------------------------------------------------------------------ states

    def states(self, node: Node) -> Masks:
        """Return masks (n,) bool of the states in which a part surely and perhaps holds."""
        if node not in self._states:
            self._states[node] = _STATES[type(node)](self, node)
        return self._states[node]

    def _truth(self, node: Truth) -> Masks:
        return _twice(np.full(len(self.play), node.holds))

    def _word(self, node: Word) -> Masks:
        if node.text == "goal":
            return _twice(self.play.goal)
        if node.text == "start":
            return _twice(np.arange(len(self.play)) == 0)
        if node.text in PLAY_WORDS:
            return self.states(PLAY_WORDS[node.text])
        word = self.values.words.get(node.text)
        if isinstance(word, str) and kind_of(word) == "state":
            return self.states(parse_formula(word))
        if word is not None and not isinstance(word, str):
            return _twice(self.values.holds(node.text, node.at))
        raise self._no_word(node)

    def _no_word(self, node: Word) -> QuestionError:
        word = self.values.words.get(node.text)
        if isinstance(word, str) and kind_of(word) == "move":
            reason = f"{node.text} is a kind of move: can reach goal without {node.text}"
            return QuestionError(reason).at("", node.at)
        if node.text in self.values.known():
            kind = self.values.kinds.get(node.text)
            instead = (
                f"{node.text} = 3" if kind is None or isinstance(kind, One) else f"3 in {node.text}"
            )
            return QuestionError(f"{node.text} is a value: compare it, {instead}").at("", node.at)
        names = [*STATE_WORDS, *self.values.known()]
        near = did_you_mean(node.text, names) or f"; there is {', '.join(names)}"
        return QuestionError(f"unknown name {node.text!r}{near}").at("", node.at)

    def _compared(self, node: Compared) -> Masks:
        return self.values.compared(node)

    def _member(self, node: Member) -> Masks:
        return _twice(self.values.member(node))

    def _placed(self, node: Placed) -> Masks:
        return _twice(self.values.placed(node))

    def _next(self, node: Next) -> Masks:
        (low, high), (sure, possible) = self.states(node.part), self.moves(node.moves)
        surely = can_go(sure, low)
        if self._exact(low, high, sure, possible):
            return _twice(surely)
        return surely, can_go(possible, high) | self.play.frontier

    def _until(self, node: Until) -> Masks:
        (through, more_through), (destination, more_destinations) = map(
            self.states, (node.left, node.right)
        )
        sure, possible = self.moves(node.moves)
        surely = until(sure, through, destination) >= 0
        if self._exact(destination, more_destinations, sure, possible) and through is more_through:
            return _twice(surely)
        beyond = more_destinations | (self.play.frontier & more_through)
        return surely, until(possible, more_through, beyond) >= 0

    def _always(self, node: Always) -> Masks:
        (low, high), (sure, possible) = self.states(node.part), self.moves(node.moves)
        frontier = self.play.frontier
        if self.fair:
            return self._always_fair(node)
        surely = keeps(sure, low, (possible.degrees == 0) & ~frontier)
        if self._exact(low, high, sure, possible):
            return _twice(surely)
        return surely, keeps(possible, high, (sure.degrees == 0) | frontier)

    def _always_fair(self, node: Always) -> Masks:
        (low, high), (sure, possible) = self.states(node.part), self.moves(node.moves)
        frontier = self.play.frontier
        surely = until(sure, low, self.stays(node)) >= 0
        if self._exact(low, high, sure, possible):
            return _twice(surely)
        stays = patient(sure, high, ~high) | (high & frontier)
        return surely, until(possible, high, stays) >= 0

    def stays(self, node: Always) -> np.ndarray:
        """Return the states (n,) bool in which a patient player surely stays in `node.part`."""
        low, more = self.states(node.part)[0], self.moves(node.moves)[1]
        return patient(more, low, self.play.frontier)

    def _exact(self, low: object, high: object, sure: object, possible: object) -> bool:
        return self.play.whole and low is high and sure is possible

    def _not(self, node: Not) -> Masks:
        low, high = self.states(node.part)
        return _twice(~low) if low is high else (~high, ~low)

    def _and(self, node: And) -> Masks:
        return _both(np.logical_and, self.states(node.left), self.states(node.right))

    def _or(self, node: Or) -> Masks:
        return _both(np.logical_or, self.states(node.left), self.states(node.right))

    # ------------------------------------------------------------------ moves

    def moves(self, node: Node | None) -> tuple[Moves, Moves]:
        """Return the moves that are surely of a kind, and the moves that perhaps are."""
        if node not in self._move_pairs:
            assert node is not None
            low, high = self.moves_that(node)
            sure = self.play.moves.only(low)
            self._move_pairs[node] = sure, sure if low is high else self.play.moves.only(high)
        return self._move_pairs[node]

    def moves_that(self, node: Node) -> Masks:
        """Return masks (m,) bool of the moves that are surely, and perhaps, of a kind."""
        if node not in self._moves:
            if type(node) not in _MOVES:
                raise QuestionError("expected moves, not states")
            self._moves[node] = _MOVES[type(node)](self, node)
        return self._moves[node]

    def _labelled(self, node: Labelled) -> Masks:
        names = self.play.graph.label_names
        fits = np.array([fnmatchcase(name, node.pattern) for name in names], np.bool_)
        if self._strict and not fits.any():
            near = did_you_mean(node.pattern, names)
            raise QuestionError(f"no move is called {node.pattern!r}{near}").at("", node.at)
        return _twice(fits[self.play.graph.labels])

    def _made_by(self, node: MadeBy) -> Masks:
        actor, names = self.play.level.family.actor, self.play.graph.label_names
        if actor is None:
            raise QuestionError("all moves here are made by one player").at("", node.at)
        actors = [actor(name) for name in names]
        fits = np.array([name.casefold() == node.who.casefold() for name in actors], np.bool_)
        if self._strict and not fits.any():
            actor_names = sorted(set(actors))
            near = (
                did_you_mean(node.who, actor_names)
                or f"; moves are made by {', '.join(actor_names)}"
            )
            raise QuestionError(f"unknown actor {node.who!r}{near}").at("", node.at)
        return _twice(fits[self.play.graph.labels])

    def _changes(self, node: Changes) -> Masks:
        moves, variables = self.play.moves, self.values.variables
        name = node.value.text if isinstance(node.value, Name) else ""
        if variables is not None and name in variables.kinds:
            rows, changed = self.play.rows, np.zeros(len(moves.targets), np.bool_)
            assert rows is not None
            for _, column in variables.fields(rows, name):
                changed |= column[moves.sources] != column[moves.targets]
            return _twice(changed)
        low, high = self.values.number(node.value)
        if low is not high:
            raise QuestionError("this number is unknown in some states").at("", node.at)
        column = np.broadcast_to(low, (len(self.play),))
        return _twice(column[moves.sources] != column[moves.targets])

    def _leads_to(self, node: LeadsTo) -> Masks:
        low, high = self.states(node.part)
        targets = self.play.moves.targets
        return _twice(low[targets]) if low is high else (low[targets], high[targets])

    def _leaves(self, node: Leaves) -> Masks:
        low, high = self.states(node.part)
        sources = self.play.moves.sources
        return _twice(low[sources]) if low is high else (low[sources], high[sources])

    def _move_word(self, node: MoveWord) -> Masks:
        if node.text == "best":
            return self._best()
        word = self.values.words.get(node.text)
        if isinstance(word, str) and kind_of(word) == "move":
            return self.lenient().moves_that(parse_moves(word))
        moves = [
            name
            for name, definition in self.values.words.items()
            if isinstance(definition, str) and kind_of(definition) == "move"
        ]
        names = [*MOVE_WORDS, "move", "by", "changes", "to", "from", *moves]
        near = did_you_mean(node.text, names)
        expected = "; moves are: move L*, by NAME, changes NAME, to STATE, from STATE"
        more = f", {', '.join([*MOVE_WORDS, *moves])}"
        raise QuestionError(f"unknown kind of move {node.text!r}{near or expected + more}").at(
            "", node.at
        )

    def lenient(self) -> Meaning:
        """Return a copy for evaluating a family's definitions, which may name absent moves."""
        own = Meaning(self.play, self.fair)
        own._strict = False
        return own

    def _best(self) -> Masks:
        """Return the moves after which the goal is one move nearer."""
        (low, high), moves = self.play.moves_left, self.play.moves
        if low is high:
            target_distance = high[moves.targets]
            return _twice(high[moves.sources] == target_distance + 1)
        a, b, c, d = (part[ends] for part, ends in _ends(low, high, moves))
        exact = (a == b) & (c == d)
        surely = exact & (d < ENDLESS) & (b == d + 1)
        perhaps = (c < ENDLESS) & (a <= d + 1) & (c + 1 <= b)
        return surely, np.where(exact, surely, perhaps)

    def _not_moves(self, node: Not) -> Masks:
        low, high = self.moves_that(node.part)
        return _twice(~low) if low is high else (~high, ~low)

    def _and_moves(self, node: And) -> Masks:
        return _both(np.logical_and, self.moves_that(node.left), self.moves_that(node.right))

    def _or_moves(self, node: Or) -> Masks:
        return _both(np.logical_or, self.moves_that(node.left), self.moves_that(node.right))


def _twice(mask: np.ndarray) -> Masks:
    return mask, mask


def _both(how: Callable[..., np.ndarray], first: Masks, second: Masks) -> Masks:
    low = how(first[0], second[0])
    exact = first[0] is first[1] and second[0] is second[1]
    return (low, low) if exact else (low, how(first[1], second[1]))


def _ends(low: np.ndarray, high: np.ndarray, moves: Moves) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(part, ends) for ends in (moves.sources, moves.targets) for part in (low, high)]


_STATES: dict[type, Callable[[Any, Any], Masks]] = {
    Truth: Meaning._truth,
    Word: Meaning._word,
    Compared: Meaning._compared,
    Member: Meaning._member,
    Placed: Meaning._placed,
    Next: Meaning._next,
    Until: Meaning._until,
    Always: Meaning._always,
    Not: Meaning._not,
    And: Meaning._and,
    Or: Meaning._or,
}

_MOVES: dict[type, Callable[[Any, Any], Masks]] = {
    Labelled: Meaning._labelled,
    MadeBy: Meaning._made_by,
    Changes: Meaning._changes,
    LeadsTo: Meaning._leads_to,
    Leaves: Meaning._leaves,
    MoveWord: Meaning._move_word,
    Not: Meaning._not_moves,
    And: Meaning._and_moves,
    Or: Meaning._or_moves,
}
