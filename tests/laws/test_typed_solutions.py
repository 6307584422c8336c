"""Reading moves: separated or joined, incomplete, or ambiguous."""

from __future__ import annotations

import pytest
from effort import examples
from hypothesis import given, settings
from toys import plain, ship, square, unique_labels

from stategraph.errors import MovesError
from stategraph.laws.typed_solutions import replay, replay_with_verdict


@pytest.mark.parametrize("text", [
    "R3L5L8", "R3 L5 L8", "R3,L5,L8", " R3,  L5\tL8\n", "R3, L5, L8,", "\nR3L5L8 ",
])  # fmt: skip
def test_every_spelling_of_the_solution(text):
    played = replay(ship(), text)
    assert played.labels == ("R3", "L5", "L8")
    assert played.rest == ""
    assert [repr(state) for state in played.states] == [
        "rocket=1, lucky=2",
        "rocket=3, lucky=2",
        "rocket=3, lucky=5",
        "rocket=3, lucky=8",
    ]
    assert played.legal == (), "play is over in a goal state"


@pytest.mark.parametrize("text", ["", "  ", "\n", ",", " , "])
def test_no_moves_at_all(text):
    played = replay(square(), text)
    assert (played.labels, played.rest, played.legal) == ((), "", ("R", "D"))
    assert played.states == (square().start,)


@pytest.mark.parametrize("text", ["R,", ",R", " R , "])
def test_separators_around_a_single_move_are_no_moves(text):
    assert replay(square(), text).labels == ("R",)
    assert replay(square(), text).rest == ""


@pytest.mark.parametrize("text, labels, rest", [
    ("R R D", ("R",), "R D"),
    ("RRD", ("R",), "RD"),
    ("x", (), "x"),
    ("RDx", ("R", "D"), "x"),
    ("R x", ("R",), "x"),
    ("R D R", ("R", "D"), "R"),
    ("rd", (), "rd"),
])  # fmt: skip
def test_moves_are_played_as_far_as_they_are_legal(text, labels, rest):
    played = replay(square(), text)
    assert (played.labels, played.rest) == (labels, rest)
    assert len(played.states) == len(labels) + 1


def test_where_it_breaks_off_the_legal_moves_are_named():
    assert replay(square(), "R x").legal == ("D",)
    assert replay(square(), "x").legal == ("R", "D")


def test_a_goal_state_offers_no_moves_even_where_the_rules_have_some():
    played = replay(plain("a", "a x g, g y a", "g"), "xy")
    assert (played.labels, played.rest, played.legal) == (("x",), "y", ())


@pytest.mark.parametrize("text, wins", [
    ("R D", True), ("RD", True), ("R", False), ("", False), ("R D x", False), ("RDx", False),
    ("R x", False),
])  # fmt: skip
def test_moves_win_when_all_are_played_and_the_last_reaches_the_goal(text, wins):
    played, won = replay_with_verdict(square(), text)
    assert won is wins
    assert played == replay(square(), text)


def test_run_together_is_read_against_the_legal_moves():
    # R1 R0 is not a path; R10 is
    assert replay(plain("a", "a R1 b, a R10 c, c x g", "g"), "R10x").labels == ("R10", "x")
    assert replay(plain("a", "a R1 b, a R10 c, b 0x g", "g"), "R10x").labels == ("R1", "0x")


TWO_WAYS = plain("a", "a R1 b, a R10 c, b 0 g, c 0 g, c x g, b 0x g", "g")


def test_two_readings_are_both_named():
    with pytest.raises(MovesError) as error:
        replay(TWO_WAYS, "R10x")
    assert "'R10x' are ambiguous" in str(error.value)
    assert "'R10 x'" in str(error.value)
    assert "'R1 0x'" in str(error.value)


def test_two_readings_into_one_state_are_two_all_the_same():
    with pytest.raises(MovesError, match="are ambiguous"):
        replay(plain("a", "a R1 b, a R10 c, b 0x g, c x g", "g"), "R10x")


def test_separators_tell_two_readings_apart():
    assert replay(TWO_WAYS, "R10 x").labels == ("R10", "x")
    assert replay(TWO_WAYS, "R1 0x").labels == ("R1", "0x")


def test_a_separator_tells_a_single_move_from_two():
    puzzle = plain("a", "a R10 g, a R1 b, b 0 g", "g")
    with pytest.raises(MovesError, match="are ambiguous"):
        replay(puzzle, "R10")
    assert replay(puzzle, "R1 0").labels == ("R1", "0")
    assert replay(puzzle, "R10,").labels == ("R10",)


def test_a_reading_that_fails_later_is_no_second_reading():
    assert replay(plain("a", "a R1 b, a R10 c, b 0 d, c x g", "g"), "R10x").labels == ("R10", "x")


def test_many_cuts_do_not_take_for_ever():
    loops = ", ".join(f"a {'x' * k} a" for k in range(1, 4))
    with pytest.raises(MovesError, match="are ambiguous"):
        replay(plain("a", loops, "g"), "x" * 400)


def test_a_broken_text_of_many_cuts_is_played_as_far_as_it_goes():
    loops = ", ".join(f"a {'x' * k} a" for k in range(1, 4))
    played = replay(plain("a", loops, "g"), "x" * 400 + "y")
    assert ("".join(played.labels), played.rest) == ("x" * 400, "y")


def readings(puzzle, state, text):
    """Return all readings of a whole text, by brute force."""
    if not text:
        return [()]
    return [
        (label, *rest)
        for label, new in ([] if puzzle.is_goal(state) else puzzle.moves(state))
        if text.startswith(label)
        for rest in readings(puzzle, new, text[len(label) :])
    ]


@settings(max_examples=examples(200))
@given(unique_labels())
def test_whatever_can_be_played_is_read_or_refused_as_ambiguous(case):
    puzzle = case.puzzle()
    for target in case.play:
        for labels in case.ways(case.start, target)[:3]:
            text = "".join(labels)
            known = readings(puzzle, puzzle.start, text)
            assert labels in known
            if len(known) > 1:
                with pytest.raises(MovesError):
                    replay(puzzle, text)
            else:
                assert replay(puzzle, text).labels == labels
            if len(labels) > 1:
                played = replay(puzzle, " ".join(labels))
                assert (played.labels, played.rest) == (labels, "")
                assert played.states[-1] == target
