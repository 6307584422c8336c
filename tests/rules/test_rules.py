"""Tools of a puzzle's author: variables, constants, and the helpers of readers."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stategraph.errors import InputError, LevelError, RuleError
from stategraph.rules import (
    Cells,
    Grid,
    Lists,
    One,
    PlainPuzzle,
    Puzzle,
    Set,
    Table,
    Tuple,
    each,
    lines,
    number,
    words,
)
from stategraph.variables import Variables

BOARD = Grid(["%%%%%%", "%P Q.%", "%%. %"], "%")

# ---------------------------------------------------------------------------------------- packing


def round_trip(variables: Variables, **values):
    """Return the words of a state, once it was found again in them and in its text."""
    state = variables.state(values)
    packed = variables.pack(state)
    assert len(packed) == variables.width
    assert variables.unpack(packed) == state
    assert variables.unpack(np.array(packed, np.int64).tolist()) == state
    assert variables.parse(variables.text(state)) == state
    return packed


SIZES = [1, 2, 3, 63, 64, 65, 2**31, 2**32 + 1, 2**63 - 1, 2**63, 2**64]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("where", ["first", "last"])
def test_one_at_both_ends_of_its_range(n, where):
    value = 0 if where == "first" else n - 1
    variables = Variables({"x": One(n)})
    state = variables.state({"x": value})
    packed = variables.pack(state)
    assert variables.width == 1
    assert variables.unpack(packed) == state
    assert -(2**63) <= packed[0] < 2**63


@pytest.mark.parametrize("n", [1, 5, 63, 64, 65, 127, 128, 129, 200])
@pytest.mark.parametrize("which", ["none", "all", "first", "last", "every other"])
def test_set_at_the_edges_of_words(n, which):
    cells = {
        "none": [],
        "all": range(n),
        "first": [0],
        "last": [n - 1],
        "every other": range(n % 2, n, 2),
    }[which]
    packed = round_trip(Variables({"cells": Set(n)}), cells=cells)
    assert len(packed) == -(-n // 64)


@pytest.mark.parametrize("length", [0, 1, 2, 9, 10, 11, 64, 65])
@pytest.mark.parametrize("n", [1, 2, 100, 2**32, 2**33])
def test_tuple_at_the_edges_of_words(length, n):
    n = min(n, 10**9)  # a text has at most nine digits
    for row in ([0] * length, [n - 1] * length, [k % n for k in range(length)]):
        round_trip(Variables({"row": Tuple(length, n)}), row=row)


def test_a_full_word_is_negative_and_comes_back():
    assert round_trip(Variables({"cells": Set(64)}), cells=range(64)) == (-1,)
    assert round_trip(Variables({"cells": Set(64)}), cells=[63]) == (-(2**63),)


def test_several_variables_share_words_and_none_straddles_two():
    variables = Variables({"a": One(2**20), "b": Set(60), "c": Tuple(3, 1000), "d": One(2)})
    assert variables.width == 2
    round_trip(variables, a=2**20 - 1, b=range(60), c=(999, 0, 999), d=1)
    round_trip(variables, a=0, b=[], c=(0, 0, 0), d=0)


def test_no_variables_at_all():
    assert round_trip(Variables({})) == (0,)


kinds = st.one_of(
    st.integers(1, 10**9).map(One),
    st.integers(1, 150).map(Set),
    st.builds(Tuple, st.integers(0, 30), st.integers(1, 5000)),
)


def values_of(kind):
    one = st.integers(0, kind.n - 1) | st.sampled_from([0, kind.n - 1])
    if isinstance(kind, Tuple):
        return st.lists(one, min_size=kind.length, max_size=kind.length)
    return st.sets(one) if isinstance(kind, Set) else one


@given(st.data(), st.lists(kinds, max_size=6))
def test_states_of_any_variables_round_trip(data, some):
    named = {f"v{k}": kind for k, kind in enumerate(some)}
    variables = Variables(named)
    values = {name: data.draw(values_of(kind)) for name, kind in named.items()}
    round_trip(variables, **values)


@given(st.data(), st.lists(kinds, min_size=1, max_size=4))
def test_different_states_have_different_words(data, some):
    named = {f"v{k}": kind for k, kind in enumerate(some)}
    variables = Variables(named)
    one, two = (
        variables.state({name: data.draw(values_of(kind)) for name, kind in named.items()})
        for _ in range(2)
    )
    assert (one == two) == (variables.pack(one) == variables.pack(two))
    assert variables.packed([one, two]).tolist() == [[*variables.pack(s)] for s in (one, two)]


@pytest.mark.parametrize("value", [np.int64(70), np.int32(70), np.uint8(70)], ids=repr)
def test_values_out_of_arrays_are_values(value):
    """A level is often read with numpy: its integers pack as Python's do."""
    round_trip(Variables({"x": One(100)}), x=value)
    assert Variables({"s": Set(100)}).pack((frozenset({70}),)) == round_trip(
        Variables({"s": Set(100)}), s=[value]
    )
    assert round_trip(Variables({"t": Tuple(10, 100)}), t=[value] * 10) == round_trip(
        Variables({"t": Tuple(10, 100)}), t=[70] * 10
    )


# ----------------------------------------------------------------------------------------- ranges

TRIO = Variables({"x": One(3), "cells": Set(70), "row": Tuple(2, 3)})
BLANK = TRIO.state({"x": 0, "cells": [], "row": (0, 0)})


@pytest.mark.parametrize("change, reason", [
    ({"x": 3}, "'x': 3 is not in 0..2"),
    ({"x": -1}, "'x': -1 is not in 0..2"),
    ({"x": np.int64(3)}, "'x': 3 is not in 0..2"),
    ({"cells": [70]}, "outside 0..69"),
    ({"cells": [-1]}, "outside 0..69"),
    ({"cells": [0, 69, 70]}, "outside 0..69"),
    ({"row": (0, 3)}, "'row': (0, 3) holds a value outside 0..2"),
    ({"row": (-1, 0)}, "outside 0..2"),
    ({"row": (0,)}, "'row': 1 values instead of 2"),
    ({"row": (0, 0, 0)}, "'row': 3 values instead of 2"),
    ({"y": 1}, "unknown variable 'y'"),
], ids=str)  # fmt: skip
def test_values_outside_a_domain_are_refused(change, reason):
    with pytest.raises(RuleError) as error:
        BLANK.but(**change)
    assert reason in str(error.value)


@pytest.mark.parametrize("change", [
    {"x": 1.5}, {"x": "1"}, {"x": None}, {"cells": [1.5]}, {"row": (0, 0.5)},
], ids=str)  # fmt: skip
def test_values_that_are_no_whole_numbers_are_refused(change):
    with pytest.raises(RuleError):
        BLANK.but(**change)


def test_a_missing_value_is_named():
    with pytest.raises(RuleError, match="'cells' has no value"):
        TRIO.state({"x": 0, "row": (0, 0)})


@pytest.mark.parametrize("kind", [One, Set, lambda n: Tuple(2, n)])
def test_a_domain_holds_something(kind):
    with pytest.raises(ValueError, match="at least one value"):
        kind(0)


@pytest.mark.parametrize("name", ["but", "_x", "two words", "1x", ""])
def test_names_that_no_state_can_have(name):
    with pytest.raises(ValueError, match="cannot be called"):
        Variables({name: One(2)})


@pytest.mark.parametrize("name", ["count", "index", "x", "state", "parse"])
def test_names_that_tuples_have_too(name):
    variables = Variables({name: One(9)})
    state = variables.state({name: 7})
    assert getattr(state, name) == state[name] == state[0] == 7


# ----------------------------------------------------------------------------------------- states


@pytest.mark.parametrize("name", ["board", "walker", "obstacles", "claims", "facts"])
@pytest.mark.parametrize("kind, first", [(One(3), 1), (Set(3), {1}), (Tuple(2, 3), (1, 2))])
def test_a_variable_may_have_the_name_of_a_parameter(name, kind, first):
    puzzle = Puzzle({"n": 0, name: first}, [], lambda s: False, n=One(2), **{name: kind})
    assert puzzle.variables.kinds == {"n": puzzle.variables.kinds["n"], name: kind}
    assert getattr(puzzle.start, name) == kind.plain(first)
    assert not getattr(puzzle, name)


def test_a_parameter_beside_a_variable_of_another_name():
    puzzle = Puzzle(
        dict(board=0), [], lambda s: False, board=One(2), walker="board", facts={"a": 1}
    )
    assert (puzzle.walker, puzzle.facts, puzzle.board) == ("board", {"a": 1}, None)


def test_but_leaves_the_state_itself_alone():
    other = BLANK.but(x=2, cells=[5])
    assert (BLANK.x, BLANK.cells, BLANK.row) == (0, set(), (0, 0))
    assert (other.x, other.cells, other.row) == (2, {5}, (0, 0))


def test_equal_values_are_equal_states():
    one, two = BLANK.but(cells=[3, 1]), BLANK.but(cells={1, 3})
    assert one == two
    assert hash(one) == hash(two)


def test_sets_gain_and_lose_cells():
    cells = BLANK.but(cells=[1, 2]).cells
    assert cells - 1 + 5 == {2, 5}
    assert cells - 7 == cells + 1 == {1, 2}
    assert repr(cells + 0) == "{0, 1, 2}"


def test_rows_change_one_value():
    row = BLANK.row.put(1, 2)
    assert row == (0, 2)
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"index {index}"):
            row.put(index, 0)


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))],
    ids=["copy.copy", "copy.deepcopy", "pickle"],
)  # fmt: skip
def test_twins_of_a_state_are_states(twin):
    state = BLANK.but(x=1, cells=[69], row=(2, 1))
    other = twin(state)
    assert other == state
    assert (other.x, other.cells, other.row, repr(other)) == (1, {69}, (2, 1), repr(state))


# ------------------------------------------------------------------------------------------- text


def test_a_state_is_shown_by_its_variables():
    assert repr(BLANK.but(cells=[3, 17])) == "x=0, cells=3+17, row=0+0"
    assert repr(BLANK) == "x=0, cells=-, row=0+0"


ON_BOARD = Variables({"at": One(BOARD, "outside"), "blocks": Set(BOARD)})


@pytest.mark.parametrize("text, shown", [
    ("at=0,blocks=-", "at=1:1, blocks=-"),
    ("at=1:1, blocks=", "at=1:1, blocks=-"),
    ("blocks=2:3+0 , at=outside", "at=outside, blocks=1:1+2:3"),
    ("at=6,blocks=2+1:3", "at=outside, blocks=1:3"),
])  # fmt: skip
def test_cells_are_places_or_numbers(text, shown):
    state = ON_BOARD.parse(text)
    assert repr(state) == shown
    assert ON_BOARD.parse(shown) == state


@pytest.mark.parametrize("text, reason", [
    ("at=0", "has no value for blocks"),
    ("", "has no value for at, blocks"),
    ("at=0,at=1,blocks=-", "gives 'at' twice"),
    ("at=0,boxes=-", "with one of at, blocks"),
    ("at 0,blocks=-", "expected NAME=VALUE"),
    ("at=9,blocks=-", "9 is not in 0..6"),
    ("at=-1,blocks=-", "'-1' is not a value"),
    ("at=x,blocks=-", "'x' is not a value"),
    ("at=,blocks=-", "'' is not a value"),
    ("at=1:1:1,blocks=-", "'1:1:1' is not a value"),
    ("at=0:0,blocks=-", "no cell at 0:0"),
    ("at=\u0663,blocks=-", "is not a value"),
    ("at=0,blocks=1++2", "'' is not a value"),
])  # fmt: skip
def test_texts_that_spell_no_state(text, reason):
    with pytest.raises(InputError) as error:
        ON_BOARD.parse(text)
    assert reason in str(error.value)


def test_places_need_a_board():
    with pytest.raises(InputError, match="not a place on a board"):
        TRIO.parse("x=1:1, cells=-, row=0+0")


# -------------------------------------------------------------------------------------- constants


def test_tables_have_one_index_or_two():
    assert [Table([5, 6, 7])[k] for k in range(3)] == [5, 6, 7]
    table = Table([[1, 2, 3], [4, 5, 6]])
    assert [table[r, c] for r in range(2) for c in range(3)] == [1, 2, 3, 4, 5, 6]
    assert (len(Table([5, 6, 7])), len(table)) == (3, 2)


@pytest.mark.parametrize("index", [-1, 3])
def test_an_index_outside_a_table_is_refused(index):
    with pytest.raises(IndexError):
        Table([5, 6, 7])[index]


@pytest.mark.parametrize("index", [(-1, 0), (-1, 2), (2, 0), (0, -1), (0, 3), (1, 3)])
def test_a_pair_outside_a_table_is_refused(index):
    with pytest.raises(IndexError):
        Table([[1, 2, 3], [4, 5, 6]])[index]


@pytest.mark.parametrize("rows", [[[1, 2], [3]], [[1], [2, 3]]])
def test_the_rows_of_a_table_are_of_one_length(rows):
    with pytest.raises(ValueError, match="."):
        Table(rows)


@pytest.mark.parametrize("column", [-1, 3])
def test_the_error_of_a_column_tells_the_columns_of_the_table(column):
    with pytest.raises(IndexError, match=rf"^column {column} is not in 0\.\.2$"):
        Table([[0, 1, 2], [3, 4, 5]])[0, column]


def test_lists_are_empty_where_nothing_is_given():
    lists = Lists(2, 3, {(0, 1): [7, 8], (1, 2): iter([9])})
    assert [lists[0, 1], lists[1, 2], lists[0, 0]] == [(7, 8), (9,), ()]
    assert [lists[np.int64(0), True], lists[True, np.int8(2)]] == [(7, 8), (9,)]


@pytest.mark.parametrize("pair", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_pairs_outside_lists_are_refused(pair):
    with pytest.raises(IndexError, match="2 rows and 3 columns"):
        Lists(2, 3, {})[pair]
    with pytest.raises(IndexError, match="2 rows and 3 columns"):
        Lists(2, 3, {})[np.array(pair)]
    with pytest.raises(IndexError, match="2 rows and 3 columns"):
        Lists(2, 3, {pair: [1]})


def test_each_is_a_loop():
    assert list(each("DLRU")) == list(each(each("DLRU"))) == ["D", "L", "R", "U"]


def test_a_grid_numbers_the_cells_that_are_no_walls():
    #   %%%%%%
    #   %0123%
    #   %%45%     the end of a short line is wall
    assert (BOARD.size, BOARD.height, BOARD.width) == (6, 3, 6)
    assert [BOARD.place(cell) for cell in range(6)] == [
        (1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (2, 3),
    ]  # fmt: skip
    assert all(BOARD.cell(*BOARD.place(cell)) == cell for cell in range(6))


def test_a_grid_steps_from_cell_to_cell():
    assert [BOARD.step["R"][cell] for cell in range(6)] == [1, 2, 3, -1, 5, -1]
    assert [BOARD.step["D"][cell] for cell in range(6)] == [-1, 4, 5, -1, -1, -1]
    assert list(BOARD.around(1)) == [("D", 4), ("L", 0), ("R", 2)]
    for way, back in ("RL", "DU", "LR", "UD"):
        for cell in range(6):
            to = BOARD.step[way][cell]
            assert to < 0 or BOARD.step[back][to] == cell


@pytest.mark.parametrize("rows", [[], ["%"], ["."], ["...", "..."]])
def test_the_steps_of_a_grid_are_bounded_by_its_cells_in_all_directions(rows):
    """The bounds are the same even on a board of one row, so that levels share compiled rules."""
    grid = Grid(rows, "%")
    bounds = {(table.low, table.high) for table in grid.step.values()}
    assert bounds == {(-1, max(0, grid.size - 1))}


def test_a_grid_finds_marks():
    assert BOARD.find("P") == {0}
    assert BOARD.find(".Q") == {2, 3, 4}
    assert BOARD.find("?") == set()
    assert isinstance(BOARD.find("P"), Cells)


@pytest.mark.parametrize("place", [(0, 0), (-1, 0), (2, 4), (9, 9), (1, 0)])
def test_walls_and_outside_are_no_cells(place):
    with pytest.raises(ValueError, match=f"no cell at {place[0]}:{place[1]}"):
        BOARD.cell(*place)


@pytest.mark.parametrize("cell", [-1, 6])
def test_no_step_from_no_cell(cell):
    with pytest.raises(IndexError):
        BOARD.step["U"][cell]
    with pytest.raises(IndexError):
        list(BOARD.around(cell))


def test_an_open_grid_ends_at_its_edges():
    grid = Grid(["ab", "cd"], "#")
    assert list(grid.around(0)) == [("D", 2), ("R", 1)]
    assert list(grid.around(3)) == [("L", 2), ("U", 1)]
    assert (Grid([], "#").size, Grid([], "#").width) == (0, 0)


# ---------------------------------------------------------------------------------------- puzzles


def step(s):
    if s.n < 2:
        yield "+", s.but(n=s.n + 1)


def reset(s):
    yield "0", s.but(n=0)


COUNT = Puzzle({"n": 0}, [step, reset], lambda s: s.n == 2, n=One(3), claims={"shortest": 2})


def test_moves_come_in_the_order_of_the_rules():
    assert [(label, new.n) for label, new in COUNT.moves(COUNT.start)] == [("+", 1), ("0", 0)]


def test_a_goal_is_told_as_a_bool():
    puzzle = Puzzle({"n": 0}, [], lambda s: (s.n == 0) & 1, n=One(3))
    assert puzzle.is_goal(puzzle.start) is True


def test_the_same_puzzle_from_another_start():
    other = COUNT.starting(COUNT.start.but(n=1))
    assert (other.start.n, COUNT.start.n) == (1, 0)
    assert (other.claims, COUNT.claims) == ({}, {"shortest": 2})
    assert other.variables is COUNT.variables


def test_a_start_out_of_range_is_refused():
    with pytest.raises(RuleError, match="5 is not in 0..2"):
        Puzzle({"n": 5}, [step], lambda s: False, n=One(3))


def test_both_kinds_are_puzzles():
    assert isinstance(COUNT, PlainPuzzle)
    assert not isinstance("text", PlainPuzzle)


# ------------------------------------------------------------------------------- reading level text


@pytest.mark.parametrize("text, rows", [
    ("", []),
    ("\n \n\t\n", []),
    ("a", ["a"]),
    ("a\nb\n", ["a", "b"]),
    ("a\r\nb\rc\n", ["a", "b", "c"]),
    ("\n\na", ["", "", "a"]),
    ("a  \n  b\n\n \n", ["a  ", "  b"]),
    ("\ufeffa", ["a"]),
    ("a\x0cb\x0bc\x85d\u2028e", ["a\x0cb\x0bc\x85d\u2028e"]),
    ("a\n\x0c", ["a", "\x0c"]),
])  # fmt: skip
def test_lines_end_at_line_ends_and_nowhere_else(text, rows):
    assert lines(text) == rows


def test_words_are_separated_by_blanks_and_tabs():
    assert words("") == words(" \t") == []
    assert words(" a\tb  c\u00a0d ") == ["a", "b", "c\u00a0d"]


@pytest.mark.parametrize("word, least, most, value", [
    ("0", 0, None, 0), ("007", 0, 7, 7), ("999999999", 0, None, 999_999_999), ("-3", -3, 3, -3),
    ("-0", -1, None, 0),
])  # fmt: skip
def test_numbers(word, least, most, value):
    assert number(word, "n", 1, least, most) == value


@pytest.mark.parametrize("word, least, most", [
    ("", 0, None), ("-1", 0, None), ("-0", 0, None), ("+1", 0, None), ("1.0", 0, None),
    ("1e3", 0, None), ("1_0", 0, None), (" 1", 0, None), ("1\n", 0, None), ("--1", -5, None),
    ("\u0663", 0, None), ("\u00b2", 0, None), ("1234567890", 0, None), ("4", 0, 3), ("0", 1, None),
    ("-4", -3, 3),
])  # fmt: skip
def test_what_is_no_number_is_named_with_its_line(word, least, most):
    with pytest.raises(LevelError) as error:
        number(word, "the room", 7, least, most)
    assert error.value.line == 7
    assert "the room must be" in str(error.value)
    assert word in str(error.value) or repr(word) in str(error.value)


def test_bounds_are_named():
    with pytest.raises(LevelError, match="between 1 and 3, not 4"):
        number("4", "room", 1, 1, 3)
    with pytest.raises(LevelError, match="at least 1, not 0"):
        number("0", "room", 1, 1)


def test_an_empty_table_has_the_bounds_of_other_levels():
    assert (Table([], within=(1, 5)).low, Table([], within=(1, 5)).high) == (1, 5)
    with pytest.raises(ValueError, match="holds 0 to 2"):
        Table([0, 2], within=(1, 5))
