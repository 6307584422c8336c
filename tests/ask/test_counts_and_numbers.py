"""Counts of states that consider every winning state, and numbers of any size."""

import functools
import operator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import stategraph as sg
from stategraph.ask import columns
from stategraph.ask.groups import grouped
from stategraph.errors import QuestionError

EIGHT = "spacewreck/eight-rooms"


expanded = functools.cache(sg.expand)


@functools.cache
def states_of(level):
    """Return all states of a level, and of those which win, by its rules alone."""
    puzzle, found = sg.load(level).puzzle, {}
    ahead = [puzzle.start]
    while ahead:
        state = ahead.pop()
        if state not in found:
            found[state] = puzzle.is_goal(state)
            ahead += [] if found[state] else [after for _, after in puzzle.moves(state)]
    return found


@pytest.mark.parametrize("level", [EIGHT, "spacewreck/minefield", "spacewreck/both-arrive"])
@pytest.mark.parametrize("who", ["rocket", "lucky"])
def test_winning_states_count_once_where_some_of_them_fits(level, who):
    states, graph = states_of(level), sg.expand(level)
    for room in sorted({s[who] for s in states}):
        fits = {s for s in states if s[who] == room}
        open_, won = [s for s in fits if not states[s]], [s for s in fits if states[s]]
        asked = f"{who} = {room}"
        assert sg.ask(graph, asked).holds_in == len(open_) + bool(won)
        assert sg.ask(graph, f"how many states: goal and {asked}").value == bool(won)
        assert sg.ask(graph, f"how many states: goal and {asked}").answer is bool(won)
        assert sg.where(graph, asked).sum() == len(open_) + bool(won)
        assert sg.where(graph, asked)[graph.goal] == bool(won)


@pytest.mark.parametrize("number", range(4))
def test_a_won_game_has_the_variables_of_its_board(number):
    level = "puzzlescript/pack/01-crate-can-be-lost"
    puzzle = sg.load(level).puzzle
    crates = {len(state.crate) for state, won in states_of(level).items() if won}
    found = sg.ask(expanded(level), f"can reach (goal and count(crate) = {number})")
    assert found.answer is (number in crates)
    if found.answer:
        state = sg.replay(puzzle, list(found.witness)).states[-1]
        assert puzzle.is_goal(state) and len(state.crate) == number


def test_a_count_agrees_with_what_can_be_reached(run):
    assert run("ask", EIGHT, "can reach (goal and rocket = 6)").code == 0
    found = run("ask", EIGHT, "how many states: goal and rocket = 6")
    assert (found.code, found.out) == (0, "1 state\n")


# ------------------------------------------------------------------------------ numbers

HOW = {"<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne, ">": operator.gt}
EDGES = [2**k + d for k in (3, 31, 32, 62, 63, 64, 70) for d in (-1, 0, 1)]
LARGE = st.sampled_from(EDGES) | st.integers(0, 9)
SUMS = st.lists(st.tuples(st.sampled_from([1, -1]), LARGE), max_size=4)


@given(SUMS, st.sampled_from(sorted(HOW)), SUMS, st.integers(0, 4))
def test_sums_are_exact(left, how, right, place):
    """`node` is added to one side; the terms are written in any order."""
    terms = [f"{'+' if sign > 0 else '-'} {number}" for sign, number in left]
    terms.insert(min(place, len(terms)), "+ node")
    text = f"0 {' '.join(terms)} {how} 0"
    text += "".join(f" {'+' if sign > 0 else '-'} {number}" for sign, number in right)
    a, b = (sum(sign * number for sign, number in side) for side in (left, right))
    graph = sg.expand(EIGHT)
    expected = [HOW[how](node + a, b) for node in range(len(graph))]
    assert sg.where(graph, text).tolist() == expected


@given(SUMS, st.lists(LARGE, min_size=1, max_size=3))
def test_membership_is_exact(terms, chosen):
    text = "node" + "".join(f" {'+' if sign > 0 else '-'} {number}" for sign, number in terms)
    total, graph = sum(sign * number for sign, number in terms), sg.expand(EIGHT)
    found = sg.where(graph, f"{text} in {{{', '.join(map(str, chosen))}}}")
    assert found.tolist() == [node + total in chosen for node in range(len(graph))]


@pytest.mark.parametrize(
    "text, answer",
    [
        ("rocket + 9223372036854775807 < 0", "no"),
        ("rocket - 9223372036854775807 - 9223372036854775807 > 0", "no"),
        ("rocket + 99999999999999999999 = 3", "no"),
        ("left + 99999999999999999999 > 99999999999999999999", "yes"),
        (f"rocket + {'9' * 9000} > {'9' * 900}", "yes"),
    ],
)
def test_numbers_beyond_64_bits(run, text, answer):
    assert run("ask", EIGHT, text).out.splitlines()[0] == answer


@pytest.mark.parametrize("past", [-1, 0, 1, 2])
def test_the_largest_numbers_of_64_bits_are_in_arrays_of_64_bits(past):
    largest = (1 << 63) - 1
    found = columns.added(np.array([largest - 5, 3]), 1, 5 + past)
    assert found.tolist() == [largest + past, 8 + past]
    assert (found.dtype == np.int64) == (past <= 0)
    assert columns.is_one_of(found, frozenset([largest + past, 9])).tolist() == [True, past == 1]
    assert isinstance(columns.exact(largest + past), np.ndarray) == (past > 0)
    assert isinstance(columns.exact(-largest - past), np.ndarray) == (past > 0)


def test_large_numbers_elsewhere():
    level = "psychopath/first-push"
    assert (
        sg.ask(level, "can reach goal without changes player + 99999999999999999999").answer
        is False
    )
    graph = sg.expand(level)
    made = grouped(graph.level, graph, ["player + 99999999999999999999"])
    assert len(made.sizes) == len(grouped(graph.level, graph, ["player"]).sizes)


@pytest.mark.parametrize("text", ["rocket = {}", "rocket {}", "colour({}) = 3", "x{} = 3"])
def test_a_complaint_does_not_repeat_9000_digits(text):
    with pytest.raises(QuestionError) as error:
        sg.ask(EIGHT, text.format("9" * 9000))
    assert "9999…" in str(error.value) and len(str(error.value)) < 600


@pytest.mark.parametrize("text", ["rocket = ٣", "rocket + ٣ = 4", "rocket in {٣}"])
def test_digits_of_other_scripts_are_refused(text):
    with pytest.raises(QuestionError, match="'٣' does not fit there"):
        sg.ask(EIGHT, text)
