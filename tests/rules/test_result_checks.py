"""Results of an author's methods that have the wrong type, and calls that do not fit."""

from __future__ import annotations

import pytest

from stategraph.errors import RuleError
from stategraph.rules import One, PlainPuzzle, Puzzle
from stategraph.rules.result_checks import PUZZLE, checked


class Plain:
    start = 0

    def moves(self, state):
        return iter(())

    def is_goal(self, state):
        return False


DECLARED = Puzzle({"n": 0}, [lambda s: iter(())], lambda s: False, n=One(2))


@pytest.mark.parametrize(
    ("result", "kind", "of", "complaint"),
    [
        ("x", int, object, "gives 'x', which is not of type int"),
        ([1, "x"], list, int, "gives 'x', which is not of type int"),
        (7, PlainPuzzle, object, f"gives 7, which is {PUZZLE}"),
        ([Plain(), 7], list, PlainPuzzle, f"gives 7, which is {PUZZLE}"),
    ],
)
def test_results_of_another_type_are_refused(result, kind, of, complaint):
    def method():
        return result

    with pytest.raises(RuleError) as caught:
        checked(method, kind, of)()
    place = f"test_result_checks.py:{method.__code__.co_firstlineno}: "
    assert place in str(caught.value) and str(caught.value).endswith(complaint)


@pytest.mark.parametrize(
    ("result", "kind", "of"),
    [
        (7, int, object),
        ([], list, int),
        ((1, 2), tuple, int),
        (Plain(), PlainPuzzle, object),
        (DECLARED, PlainPuzzle, object),
    ],
)
def test_results_of_the_right_type_pass(result, kind, of):
    assert checked(lambda: result, kind, of)() is result


def test_arguments_that_do_not_fit_are_told_and_errors_of_the_author_pass():
    def method(one):
        return one + 1

    check = checked(method, int)
    assert check(1) == 2
    with pytest.raises(
        RuleError, match=r"method\(\) missing 1 required positional argument: 'one'"
    ):
        check()
    with pytest.raises(TypeError, match="can only concatenate str"):
        check("x")
    with pytest.raises(RuleError, match="<built-in function abs>: abs"):
        checked(abs, int)()
