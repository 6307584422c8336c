"""Generated modules do not grow with the board, and compile within a second."""

from __future__ import annotations

import large
import numpy as np
import pytest
from effort import sampled

from stategraph.engines.limits import Limits
from stategraph.errors import TraceError
from stategraph.expand import expand
from stategraph.native.module_code import write
from stategraph.native.traced_puzzle import trace
from stategraph.rules import One, Puzzle, Set, Tuple, each
from stategraph.search.compiled_states import Rules


def text_of(puzzle):
    return write(trace(puzzle), puzzle.variables.width).text


def assert_same(puzzle, states):
    """Expand on both engines and compare the graphs."""
    one, two = (expand(puzzle, Limits(states=states), engine=e) for e in ("direct", "native"))
    for name in ("offsets", "targets", "labels", "states"):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    assert (one.label_names, one.goal) == (two.label_names, two.goal)
    return two


def room(size, make, player, block, goal):
    """Return the puzzle of a square room with three blocks and a goal."""
    rows = [["#" if 0 in (r, c) or size in (r, c) else "." for c in range(size + 1)]
            for r in range(size + 1)]  # fmt: skip
    rows[1][1], rows[size - 1][2] = player, goal
    for r, c in ((2, 3), (3, 5), (5, 4)):
        rows[r][c] = block
    return make(["".join(row) for row in rows])


def psychopath(rows):
    from stategraph_puzzles.psychopath.rules import psychopath as make

    return make([row.replace("#", "X").replace(".", "_") for row in rows])


def sokoban(rows):
    from stategraph_puzzles.sokoban.rules import sokoban as make

    return make([row.replace(".", " ").replace("o", ".") for row in rows])


FAMILIES = {"psychopath": (psychopath, "u", "p", "e"), "sokoban": (sokoban, "@", "$", "o")}


@pytest.mark.parametrize("family", FAMILIES)
def test_boards_of_a_family_share_a_module_whatever_their_size(family):
    make, *marks = FAMILIES[family]
    texts = {size: text_of(room(size, make, *marks)) for size in (20, 33, 60)}
    assert len(set(texts.values())) == 1


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_board_of_many_words(family):
    make, *marks = FAMILIES[family]
    graph = assert_same(room(30, make, *marks), states=250)
    assert graph.states.shape[1] > 10


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("make", sampled([
    large.rush_hour, large.klotski_of_constants, large.klotski_of_sets, large.klotski_of_a_tuple,
], 2))  # fmt: skip
def test_rules_that_unfold_to_a_lot(make):
    puzzle = make()
    assert text_of(puzzle).count("\n") < 850
    assert_same(puzzle, states=150)


@pytest.mark.usefixtures("interpreted")
def test_a_guess_beside_a_rule_of_many_parts():
    puzzle = large.rush_hour()
    names = list(puzzle.variables.kinds)[:5]

    def guess(s):
        met = 0
        for name in names:
            if s[name] == puzzle.start[name]:
                met += 1
        return met

    rules = Rules(puzzle, guess)
    assert "part0" in rules.program.text
    states = [puzzle.start]
    for state in states[:20]:
        rules.check(state)
        states += [new for _, new in puzzle.moves(state)]


def test_the_ways_to_write_klotski_tell_the_same_story():
    graphs = [
        expand(make(), Limits(states=200), engine="direct")
        for make in (large.klotski_of_constants, large.klotski_of_a_tuple)
    ]
    assert np.array_equal(graphs[0].targets, graphs[1].targets)


def test_questions_that_double_the_ways_each_time_are_left_to_plain_python(caplog, monkeypatch):
    """Three dozen independent questions, one after the other: the remark names the cure."""

    def switch(s):
        for k in range(36):
            yield f"S{k}", s.but(lit=s.lit - k if k in s.lit else s.lit + k)

    puzzle = Puzzle({"lit": []}, [switch], lambda s: False, lit=Set(36))
    with pytest.raises(TraceError, match=r"test_size.py:\d+: .*each"):
        trace(puzzle)
    monkeypatch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 5)
    with caplog.at_level("INFO", "stategraph"):
        assert len(expand(puzzle, Limits(states=500))) <= 500
    assert "each(...)" in caplog.text


# ------------------------------------------------------------------- sets and tuples of many words


def everything(n, length):
    """Return a puzzle that does all that can be done to two sets and a tuple."""

    def walk(s):
        for step in each([1, -1, 30]):
            to = (s.at + step + n) % n
            if to in s.a - s.at and to not in s.b + s.at:
                yield f"into{step}", s.but(at=to, a=s.a - to + s.at)
            else:
                yield f"by{step}", s.but(at=to)

    def take(s):
        if s.at in s.a:
            yield "take", s.but(a=s.a - s.at, b=s.b + s.at)
        if s.b - s.at - 3 - 65:
            yield "swap", s.but(a=s.b, b=s.a)
        if not s.b - 65 + s.at - s.at:
            yield "fresh", s.but(b=[1, 64, n - 1])

    def put(s):
        row = s.row.put(s.at % length, s.row[(s.at + 1) % length])
        yield "put", s.but(row=row.put(1, s.row[length - 1]))
        if row[2] == row[s.at % length]:
            yield "turn", s.but(row=(*s.row[1:], 2))
        if s.at + 7 in s.a or s.at - 7 in s.a:
            yield "near", s.but(a=s.a - 5 + 64 - s.at)

    return Puzzle(
        {"at": 3, "a": {4, 33, 63, 64, 66}, "b": {65}, "row": [k % 3 for k in range(length)]},
        [walk, take, put],
        lambda s: not s.a - 63 - 64 and s.row[length - 1] == 2 and 65 not in s.b,
        at=One(n), a=Set(n), b=Set(n), row=Tuple(length, 3),
    )  # fmt: skip


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("n", "length"), [(67, 3), (67, 40), (130, 70), (200, 33)])
def test_sets_and_tuples_of_many_words(n, length):
    assert_same(everything(n, length), states=1_500)


@pytest.mark.long
def test_a_change_of_many_words_compiled():
    assert_same(everything(130, 70), states=3_000)
