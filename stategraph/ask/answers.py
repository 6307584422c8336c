"""Answers to questions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stategraph.analysis import (
    GraphPath,
    count_paths,
    levels_whole,
    shortest_paths,
    solutions_known,
)
from stategraph.analysis.shortest_solutions import ShortestPaths
from stategraph.ask.meaning import STATE_WORDS, Meaning
from stategraph.ask.nodes import (
    Always,
    Changes,
    Compared,
    Member,
    Node,
    Not,
    Number,
    Placed,
    Question,
    Word,
    some_run_to,
)
from stategraph.ask.parser import parse, parse_formula
from stategraph.ask.play import Play
from stategraph.ask.temporal import Moves, must
from stategraph.ask.witness import Run, Witness, path_of_run
from stategraph.errors import MovesError, QuestionError, UnseenError
from stategraph.graph import ArrayGraph
from stategraph.laws.typed_solutions import node_of
from stategraph.laws.typed_solutions import play as play_moves
from stategraph.level_files import Level
from stategraph.readable import Readable, Record


@dataclass(frozen=True, repr=False)
class Answer(Readable):
    """The answer to a question.

    Attributes
    ----------
    question : str
    answer : bool or None
        yes, no, or unknown; for a number, whether it exists
    holds_in : int or None
        number of states in which it holds. The winning states count as one state, in which it
        holds if it holds in any of them. None: unknown, and for numbers
    of : int
        number of states; on a partial graph, the number of states seen
    witness : tuple of str or None
        moves that show the answer, from the state of the question; without the loop of an endless
        run. None: no moves show it
    loop : tuple of str or None
        the moves of the loop
    value : int or None
        the requested number; None if it is unknown or does not exist
    number : str
        the kind of number, one of `NUMBERS`; empty for other questions
    at_least : int or None
        a lower bound of an unknown count
    endless : bool
        for "most moves": True if a maximum does not exist, though every fair run arrives
    run : GraphPath or None
        all moves of witness and loop, and their states
    """

    question: str
    answer: bool | None
    holds_in: int | None
    of: int
    witness: tuple[str, ...] | None = None
    loop: tuple[str, ...] | None = None
    value: int | None = None
    number: str = ""
    at_least: int | None = None
    endless: bool = False
    run: GraphPath | None = None


def ask(
    level: Level, graph: ArrayGraph, text: str, *, fair: bool = False, order: str = "text"
) -> Answer:
    """Return the answer to a question. O(states + moves) per operator.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        its state graph
    text : str
        the question
    fair : bool
        whether to ignore runs that circle forever although an exit is open again and again
    order : {"text", "moves"}
        the order that selects the first of the shortest witnesses

    Raises
    ------
    QuestionError
        if the question cannot be parsed, or uses unknown names

    Examples
    --------

    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> result = ask(graph.level, graph, "can reach rocket = 3 and lucky = 7")
    Traceback (most recent call last):
    stategraph.errors.QuestionError: 'can reach rocket = 3 and lucky = 7', column 22: this is \
ambiguous; write (can reach ...) and ..., or can reach (... and ...)
    >>> result = ask(graph.level, graph, "can reach (rocket = 3 and lucky = 7)")
    >>> result.answer, result.witness, result.holds_in, result.of
    (True, ('L4', 'R3', 'L7'), 6, 9)
    """
    question = parse(text)
    try:
        evaluation = _Question(level, graph, question, fair, order)
        return (
            evaluation.number(text)
            if isinstance(question.asked, Number)
            else evaluation.answer(text)
        )
    except QuestionError as error:
        raise error.within(text) from None


def where(
    level: Level, graph: ArrayGraph, text: str, *, fair: bool = False, perhaps: bool = False
) -> np.ndarray:
    """Return a mask (n,) bool of the states in which an expression holds.

    Errors are those of `ask`. The winning states are one node, which is in the mask if the
    expression holds in any of them. On a partial graph, the mask contains only states in which the
    expression is proven to hold. With `perhaps`, it also contains the states in which the answer is
    unknown.

    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> where(graph.level, graph, "dead or trap").nonzero()[0].tolist()
    [4, 7, 8]
    """
    node = parse_formula(text)
    try:
        meaning = Meaning(_play(level, graph, node), fair)
        return meaning.play.nodes(meaning.states(node)[perhaps])
    except QuestionError as error:
        raise error.within(text) from None


def _play(level: Level, graph: ArrayGraph, node: Node) -> Play:
    """Return the states and moves for a question; distinguish winning states if necessary."""
    apart = any(_tells_apart(part) for part in _parts(node))
    return graph.remember(("play", apart), lambda: Play(level, graph, apart))


def _parts(node: Node) -> Iterator[Node]:
    """Yield a node and all its descendants."""
    yield node
    for part in node.parts():
        yield from _parts(part)


def _tells_apart(node: Node) -> bool:
    """Return whether the truth of a node may differ between winning states."""
    own = isinstance(node, Word) and node.text not in STATE_WORDS
    return own or isinstance(node, (Compared, Member, Placed, Changes))


class _Question:
    """A question about a graph, ready to be answered."""

    def __init__(self, level: Level, graph: ArrayGraph, question: Question, fair: bool, order: str):
        subject = question.asked
        self._graph, self._level = graph, level
        self._node = subject.part if isinstance(subject, Number) else subject
        self._kind = subject.what if isinstance(subject, Number) else ""
        self._meaning = Meaning(_play(level, graph, self._node), fair)
        self._play = self._meaning.play
        self._state = 0 if question.after is None else self._after(question.after)
        self._witness = Witness(self._meaning, order)
        self._low, self._high = self._meaning.states(self._node)

    def _after(self, moves: str) -> int:
        """Return the node after some moves."""
        try:
            state = play_moves(self._level.puzzle, self._level.family.labels(moves)).states[-1]
        except MovesError as error:
            raise QuestionError(f"after: {error}") from None
        node = node_of(self._level.puzzle, self._graph, state)
        if node is None:
            raise UnseenError(f"after {moves}: that state was not seen before the limit")
        return node

    def answer(self, text: str) -> Answer:
        """Return whether the question holds in its state, with a witness."""
        holds = _verdict(bool(self._low[self._state]), bool(self._high[self._state]))
        run = None if holds is None else self._witness.shows(self._node, self._state, holds)
        return self._result(text, holds, run, holds_in=self._count())

    def number(self, text: str) -> Answer:
        """Return the requested number."""
        return {
            "how many states": self._how_many,
            "fewest moves": self._fewest,
            "most moves": self._most,
            "how many shortest": self._shortest,
        }[self._kind](text)

    def _result(
        self, text: str, answer: bool | None, run: Run | None = None, **more: object
    ) -> Answer:
        run_fields: Record = {}
        if run is not None:
            stem = len(run.moves) - (run.loop or 0)
            paths = [
                path_of_run(self._meaning, run, part) for part in (slice(stem), slice(stem, None))
            ]
            whole_path = path_of_run(self._meaning, run, slice(None))
            run_fields = dict(witness=paths[0].labels, run=whole_path)
            if run.loop is not None:
                run_fields["loop"] = paths[1].labels
        fields = {"holds_in": None, "number": self._kind, **more, **run_fields}
        return Answer(text, answer, of=len(self._graph), **fields)

    def _count(self) -> int | None:
        """Return the number of states in which the question holds, or None if it is unknown."""
        low, high = map(self._nodes, (self._low, self._high))
        return low if low == high and self._graph.complete else None

    def _nodes(self, mask: np.ndarray) -> int:
        """Return the number of nodes of the graph in a set of states."""
        return int(np.count_nonzero(self._play.nodes(mask)))

    def _how_many(self, text: str) -> Answer:
        at_least, count = self._nodes(self._low), self._count()
        answer = True if at_least else None if count is None else False
        return self._result(
            text, answer, value=count, at_least=None if count is not None else at_least
        )

    def _fewest(self, text: str) -> Answer:
        node = some_run_to(self._node)
        low, high = self._meaning.states(node)
        answer = _verdict(bool(low[self._state]), bool(high[self._state]))
        if answer is not True:
            return self._result(text, answer)
        run = self._witness.shows(node, self._state, True)
        assert run is not None
        # the witness may continue after `part` holds
        length = next(k for k, state in enumerate(run.states) if self._low[state])
        run = Run(run.states[: length + 1], run.moves[:length])
        exact = self._graph.complete or self._known_within(length)
        return self._result(text, True, run, value=length if exact else None)

    def _known_within(self, length: int) -> bool:
        """Return whether everything nearer to the start than `length` is known."""
        is_nearer = self._play.moves_made < length
        unknown = bool((self._high & ~self._low & is_nearer).any())
        return self._state == 0 and not unknown and levels_whole(self._graph, max(0, length - 1))

    def _most(self, text: str) -> Answer:
        avoided = Always(Not(self._node))
        low, high = self._meaning.states(avoided)
        may_avoid = _verdict(bool(low[self._state]), bool(high[self._state]))
        if may_avoid is not False:
            run = self._witness.shows(avoided, self._state, True) if may_avoid else None
            return self._result(text, False if may_avoid else None, run)
        far = must(self._play.moves, self._low)
        if far[self._state] < 0:  # --fair: all runs arrive, but none is longest
            return self._result(text, True, endless=True)
        run = self._longest(far)
        exact = bool((self._low == self._high).all())
        return self._result(text, True, run, value=len(run.moves) if exact else None)

    def _longest(self, far: np.ndarray) -> Run:
        """Return the first of the longest runs before the condition holds."""
        moves, states, numbers = self._play.moves, [self._state], []
        while far[states[-1]] > 0:
            state = states[-1]
            slots = range(int(moves.offsets[state]), int(moves.offsets[state + 1]))
            ahead = [slot for slot in slots if far[moves.targets[slot]] == far[state] - 1]
            slot = min(ahead, key=lambda slot: int(self._graph.labels[slot]))
            numbers.append(slot)
            states.append(int(moves.targets[slot]))
        return Run(tuple(states), tuple(numbers))

    def _shortest(self, text: str) -> Answer:
        if self._state or not solutions_known(self._graph):
            return self._result(text, None)
        if self._graph.goal is None:
            return self._result(text, False, value=0)
        paths = shortest_paths(self._graph)
        if (self._low != self._high)[paths.nodes].any():
            return self._result(text, None)
        passing = count_paths(paths)
        if not self._low[0]:
            passing -= count_paths(_avoiding(paths, self._low, self._play.moves))
        return self._result(text, passing > 0, value=passing)


def _avoiding(paths: ShortestPaths, passed: np.ndarray, moves: Moves) -> ShortestPaths:
    """Return the paths without those that pass a state of `passed` (n,) bool after the start.

    The targets of the moves show in which winning state a path ends.
    """
    bad = passed[moves.targets[paths.moves]]
    degrees = np.diff(paths.offsets)
    tails = np.repeat(np.arange(len(degrees)), degrees)
    slots = np.flatnonzero(~bad)
    offsets = np.zeros(len(paths.offsets), np.int64)
    np.cumsum(np.bincount(tails[slots], minlength=len(degrees)), out=offsets[1:])
    return ShortestPaths(
        paths.nodes, offsets, paths.targets[slots], paths.moves[slots], paths.length
    )


def _verdict(surely: bool, perhaps: bool) -> bool | None:
    """Return the proven answer: True, False, or None."""
    return True if surely else None if perhaps else False
