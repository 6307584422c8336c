"""The piece that moves under a label, if each move changes a single piece."""

from __future__ import annotations

import pytest
import toys

from stategraph.analysis.label_owners import owners_of_labels
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.rules import One, Puzzle


def two_pieces(labels, goal=lambda s: False):
    """Two pieces on a line of 3 cells each; `labels` are those of the moves of each."""

    def step(s):
        for name, label in zip("ab", labels, strict=True):
            if s[name] < 2:
                yield label, s.but(**{name: s[name] + 1})

    return Puzzle({"a": 0, "b": 0}, [step], goal, a=One(3), b=One(3))


def test_each_label_is_of_the_piece_that_its_moves_change():
    assert owners_of_labels(expand(two_pieces("xy"))) == {"x": "a", "y": "b"}
    ship = owners_of_labels(expand(toys.ship()))
    assert {label: who for label, who in ship.items() if label != "L8"} == {
        label: {"R": "rocket", "L": "lucky"}[label[0]] for label in ship if label != "L8"
    }


def test_a_label_of_two_pieces_is_nobodys():
    def one_after_the_other(s):
        if s.a < 2:
            yield "x", s.but(a=s.a + 1)
        elif s.b < 2:
            yield "x", s.but(b=s.b + 1)

    kinds = {"a": One(3), "b": One(3)}
    puzzle = Puzzle({"a": 0, "b": 0}, [one_after_the_other], lambda s: False, **kinds)
    assert owners_of_labels(expand(puzzle)) is None


def test_moves_into_the_goal_tell_nothing():
    """The goal node represents many states, so that its variables are unknown."""
    graph = expand(two_pieces("xy", lambda s: (s.a == 2) | (s.b == 2)))
    assert owners_of_labels(graph) == {"x": "a", "y": "b"}


def test_a_move_of_two_pieces_is_nobodys():
    def both(s):
        if s.a < 2:
            yield "x", s.but(a=s.a + 1, b=s.b + 1)

    puzzle = Puzzle({"a": 0, "b": 0}, [both], lambda s: False, a=One(3), b=One(3))
    assert owners_of_labels(expand(puzzle)) is None


@pytest.mark.parametrize("puzzle", [toys.lamps(), toys.trapdoor()])
def test_pieces_are_variables_of_one_value(puzzle):
    assert owners_of_labels(expand(puzzle)) is None


def test_a_part_of_a_graph_tells_nothing():
    assert owners_of_labels(expand(two_pieces("xy"), Limits(states=4))) is None
