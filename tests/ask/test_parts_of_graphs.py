"""Answers about a part of a graph hold in every completion of it, operator by operator."""

from __future__ import annotations

import random

from cuts import Slow, completions, level_of, parts, small_graphs, without_variables
from effort import everything
from judges import UNARY, Sets, text

from stategraph.ask import ask, where
from stategraph.ask.meaning import Meaning
from stategraph.ask.parser import parse_moves
from stategraph.ask.play import Play
from stategraph.errors import QuestionError

GOAL, START, TRUE = ("goal",), ("start",), ("true",)
ATOMS = (GOAL, ("not", GOAL), ("not", START), TRUE, ("node", 1), ("left", "<=", 2), ("dead",))
MOVES = (None, ("best",), ("not", ("best",)), ("to", ("not", START)))


def asked() -> list[tuple]:
    """Return questions with one or two operators."""
    single = [(kind, moves, atom) for kind in UNARY for moves in MOVES for atom in ATOMS]
    single += [(kind, moves, one, two) for kind in ("EU", "AU") for moves in MOVES[:2]
               for one in ATOMS[1:3] for two in ATOMS[:5:4]]  # fmt: skip
    single += [(kind, atom) for kind in ("every", "some", "every shortest", "some shortest")
               for atom in (("node", 1), ("not", ("node", 1)))]  # fmt: skip
    return [*ATOMS, *single, *(("AG", None, one) for one in single[::7])]


def masks(level, part, question, fair):
    """Return the states with a proven yes, and those with a proven no."""
    said = text(question)
    return [where(level, part, t, fair=fair).tolist() for t in (said, f"not ({said})")]


def test_no_completion_contradicts_an_answer():
    chance, questions = random.Random(2), asked()
    for name, puzzle, whole in small_graphs(60 if everything() else 12):
        for part in [*parts(without_variables(whole))][: -1 : 1 if everything() else 3]:
            level = level_of(name, puzzle, part)
            likely = [*completions(part, chance, 3)]
            for fair in (False, True):
                truths = [Sets(other, fair) for other in likely]
                for question in chance.sample(questions, 12):
                    try:
                        surely, never = masks(level, part, question, fair)
                    except QuestionError:
                        continue
                    for truth in truths:
                        held = truth.holds(question)
                        for node in part:
                            assert not (surely[node] and node not in held), (name, part, question)
                            assert not (never[node] and node in held), (name, part, question)


NUMBERS = (
    "how many states:", "fewest moves to", "most moves before", "how many shortest solutions pass",
)  # fmt: skip


def test_no_completion_has_another_number():
    chance, questions = random.Random(3), asked()
    for name, puzzle, whole in small_graphs(40 if everything() else 8):
        for part in [*parts(without_variables(whole))][: -1 : 1 if everything() else 3]:
            level = level_of(name, puzzle, part)
            likely = [*completions(part, chance, 1)]
            for question in chance.sample(questions, 3):
                for number in NUMBERS:
                    said = f"{number} ({text(question)})"
                    try:
                        found = ask(level, part, said)
                    except QuestionError:
                        continue
                    for other in likely:
                        agrees(found, ask(level, other, said), f"{name}, {part}, {said}")


def agrees(found, true, which):
    """Check that an answer to a question for a number says nothing that another one denies."""
    assert found.answer in (None, true.answer), which
    assert found.value in (None, true.value), which
    assert not found.endless or true.endless, which
    if found.at_least is not None:
        assert true.value >= found.at_least, which


def test_the_best_moves_of_a_part_are_those_of_each_completion():
    """And all that is known where the moves left from a state are proven."""
    chance, best_move = random.Random(4), parse_moves("best")
    for name, puzzle, whole in small_graphs(80 if everything() else 20):
        for part in [*parts(without_variables(whole))][:-1]:
            surely, perhaps = Meaning(Play(level_of(name, puzzle), part, False)).moves_that(
                best_move
            )
            likely = [Slow(other) for other in completions(part, chance, 2)]
            ends = [*zip(part.sources.tolist(), part.targets.tolist(), strict=True)]
            for k, (source, to) in enumerate(ends):
                nearer = [
                    one.left[to] >= 0 and one.left[source] == one.left[to] + 1 for one in likely
                ]
                assert all(nearer) or not surely[k], (name, part, source, to)
                assert perhaps[k] or not any(nearer), (name, part, source, to)
                worst, best = (one.left[source] for one in likely[:2])
                if worst == best:
                    assert surely[k] == nearer[0] and perhaps[k] == any(nearer[:2]), (name, part, k)
