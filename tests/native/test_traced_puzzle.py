"""Rules are run once on symbols: a refused operation names its line and the remedy."""

from __future__ import annotations

import itertools
import queue
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest
from random_rules import run_rules
from toys import counter, one_rule

from stategraph.errors import TraceError
from stategraph.expand import expand
from stategraph.native.module_code import write
from stategraph.native.rule_code import _collects
from stategraph.native.surroundings import Surroundings
from stategraph.native.traced_puzzle import trace
from stategraph.native.tracer import RuleTracer
from stategraph.native.tree_nodes import reads
from stategraph.rules import Lists, One, Puzzle, Set, Table, Tuple, each
from stategraph.rules.tracing import traced_by

MISTAKES = {
    "a Python set": (lambda s: s.x in {1, 2}, "use Cells or Table"),
    "a dict": (lambda s: {0: 1}[s.x], "use Cells or Table"),
    "a list index": (lambda s: [1, 2, 3, 4, 5][s.x], "use Table"),
    "a range": (lambda s: list(range(s.x)), "use Table, Lists or each"),
    "int()": (lambda s: int(s.x), "leave int"),
    "a fraction": (lambda s: s.x / 2, "use //"),
    "float()": (lambda s: float(s.x), "use //"),
    "invert": (lambda s: ~s.x, "use not"),
    "abs()": (lambda s: abs(s.x), "use if"),
    "len of a set": (lambda s: len(s.set), "if s.cells"),
    "looping over a set": (lambda s: max(s.set), "if s.cells"),
    "comparing a set": (lambda s: s.set == {1}, "if s.cells"),
    "comparing a tuple": (lambda s: s.row == (1, 2), "ask about its items"),
    "hashing a state": (lambda s: {s}, "ask its variables"),
    "dividing by what may be 0": (lambda s: 7 % s.x, "zero or negative"),
    "a format": (lambda s: f"{s.x:03}", "use {x}"),
    "a huge value": (lambda s: s.x * 10**18, "60 bits"),
    "a text": (lambda s: s.x + "a", "cannot be combined"),
    "changing a state": (lambda s: setattr(s, "x", 3), "s.but"),
    "an unknown variable": (lambda s: s["y"], "unknown variable 'y'"),
}


@pytest.mark.parametrize(("question", "cure"), MISTAKES.values(), ids=MISTAKES)
def test_what_a_symbol_cannot_answer_names_the_line_and_the_cure(question, cure):
    def rule(s):
        question(s)
        yield "x", s

    with pytest.raises(TraceError) as error:
        trace(one_rule(rule))
    assert cure in str(error.value)
    assert __file__ in str(error.value)


@pytest.fixture
def unseen(monkeypatch):
    """Let a rule change objects that outlive it."""
    monkeypatch.setattr(Surroundings, "_object", lambda *_: None)


@pytest.mark.usefixtures("unseen")
def test_a_rule_runs_in_other_threads_while_it_is_traced():
    """Two threads trace it, one runs it on plain values, each during another's rule."""

    pool = ThreadPoolExecutor(1)

    def in_a_thread(work):
        return pool.submit(work).result()

    inside, met = threading.Event(), queue.SimpleQueue()

    def rule(s):
        for step in each([1, 2]):
            if s.x < 5 - step:
                yield f"+{step}", s.but(x=s.x + step)
        if not inside.is_set():
            inside.set()
            met.put(in_a_thread(lambda: list(puzzle.moves(puzzle.start))))
            met.put(in_a_thread(text))

    puzzle = one_rule(rule)

    def text():
        return write(trace(puzzle), width=1).text

    inside.set()
    moves, alone = list(puzzle.moves(puzzle.start)), text()
    inside.clear()
    assert text() == alone
    pool.shutdown()
    assert [met.get(), met.get()] == [moves, alone]


@pytest.mark.usefixtures("unseen")
def test_a_value_of_the_state_that_is_kept_for_later():
    kept = queue.SimpleQueue()

    def rule(s):
        kept.put(s.x)
        yield "x", s.but(x=0)

    trace(one_rule(rule))
    with pytest.raises(TraceError, match="kept and used after the rule had ended"):
        Table(range(5))[kept.get()]


@pytest.mark.long
def test_a_loop_without_end():
    def rule(s):
        at = s.x
        while at < 99:
            at = Table([1, 2, 3, 4, 0])[at]
        yield "x", s

    with pytest.raises(TraceError, match="too many questions|too long"):
        trace(one_rule(rule))


def test_leaving_a_loop_over_alternatives_early():
    def rule(s):
        for k in each(range(3)):
            if s.x == k:
                yield "x", s.but(x=0)
                return

    with pytest.raises(TraceError, match="break or return"):
        trace(one_rule(rule))


WRAPPED = [
    *(
        "enumerate(steps(s))",
        "zip(steps(s), (1, 2))",
        "map(abs, steps(s))",
        "filter(None, steps(s))",
    ),
    *("iter(steps(s))", "islice(steps(s), 1)", "pairwise(steps(s))", "accumulate(steps(s))"),
    *("takewhile(bool, steps(s))", "dropwhile(bool, steps(s))", "groupby(steps(s))"),
    *("tee(steps(s))[0]", "cycle(steps(s))", "zip_longest(steps(s), (1,))"),
]


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_an_iterator_around_a_generator_of_alternatives_is_refused(wrapped):
    text = (
        "def steps(s):\n    for k in each((1, 2)):\n        yield k\n\n"
        f"def rule(s):\n    for k in {wrapped}:\n        yield 'x', s.but(x=0)\n"
    )
    known = {"each": each, **vars(itertools)}
    with pytest.raises(TraceError, match="loop over the generator itself"):
        trace(one_rule(run_rules(text, f"<{wrapped}>", known)["rule"]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Set(5), Set(6)),
        (Set(5), Tuple(2, 5)),
        (Tuple(2, 5), Tuple(2, 4)),
        (Tuple(2, 5), Tuple(3, 5)),
        (Tuple(20, 5), Tuple(40, 5)),
    ],
    ids=["sets", "set and tuple", "items", "lengths", "words"],
)
def test_a_variable_is_not_given_the_value_of_one_of_another_kind(one, other):
    def rule(s):
        yield "x", s.but(one=s.other)

    kinds = {"one": one, "other": other}
    start = {name: [0] * getattr(kind, "length", 1) for name, kind in kinds.items()}
    with pytest.raises(TraceError, match="variable 'one' is given the value of one of another"):
        trace(Puzzle(start, [rule], lambda s: False, **kinds))


def test_most_moves_are_those_of_the_longest_list():
    ways = Lists(3, 1, {(0, 0): [1, 2], (1, 0): [0, 1, 2, 3, 4], (2, 0): [0]})

    def rule(s):
        for to in ways[s.x, 0]:
            yield f"to {to}", s.but(x=to % 3)
        yield "stay", s
        if s.x > 1:
            yield "back", s.but(x=0)

    (tree,) = trace(one_rule(rule, x=One(3))).trees
    assert tree.most_moves() == 5 + 1 + 1


def test_each_constant_cell_is_taken_out_of_a_set(interpreted):
    def rule(s):
        for cell in range(-1, 6):
            yield f"without {cell}", s.but(set=s.set - cell)
        yield "with", s.but(set=s.set + s.x, x=(s.x + 1) % 5)

    puzzle = one_rule(rule, x=One(5), set=Set(5))
    plain, native = (expand(puzzle, engine=engine) for engine in ("direct", "native"))
    assert len(plain) > 100
    for name in ("states", "offsets", "targets", "labels"):
        assert np.array_equal(getattr(plain, name), getattr(native, name))


def test_a_display_with_a_star_collects_nothing_below_it():
    """It appends to a list that each pass begins anew."""

    def rule(s):
        for k in each((1, 2)):
            last = [*(0,), k][-1]
            if s.x < last:
                yield f"{last}", s.but(x=s.x + last)

    (tree,) = trace(one_rule(rule)).trees
    assert tree.most_moves() == 2


def test_an_inner_comprehension_collects_in_a_list_of_its_own():
    """Python 3.12 writes it into the code around it, deeper on the stack by its own loop."""

    def collects(depth):
        steps = [
            SimpleNamespace(offset=0, opname="FOR_ITER", arg=5, argval=12),
            SimpleNamespace(offset=4, opname="FOR_ITER", arg=2, argval=10),
            SimpleNamespace(offset=8, opname="LIST_APPEND", arg=depth, argval=depth),
            SimpleNamespace(offset=10, opname="POP_TOP", arg=None, argval=None),
        ]
        return _collects(steps, 0, len(steps))

    assert [collects(depth) for depth in (2, 3)] == [False, True]


def test_a_tree_reads_the_fields_that_its_conditions_depend_on():
    def rule(s):
        if s.x > 2:
            yield "on", s.but(x=0, set=s.set + 3)

    puzzle = one_rule(rule)
    (tree,) = trace(puzzle).trees
    places = puzzle.variables.places
    assert reads(tree, *places["x"][0])
    assert not reads(tree, *places["set"][0])
    assert not reads(None, *places["x"][0])


def test_only_branches_that_meet_again_choose_a_common_exit():
    def apart(s):
        if s.x > 2:
            yield "back", s.but(x=0)
        if s.x != 1:
            yield "one", s.but(x=1)

    def together(s):
        if s.x == 0 or (s.x > 2 and s.x != 4):
            yield "one", s.but(x=1)

    def exits(rule):
        return re.findall(r"\bg\d+ = 0", write(trace(one_rule(rule)), width=1).text)

    assert not exits(apart)
    assert len(exits(together)) == 1


@pytest.mark.parametrize(
    "alone, beside, same", [(-1, 0, True), (0, 1, True), (1, 2, False), (2, 3, False)]
)
def test_a_board_without_marks_or_neighbours_has_the_code_of_other_boards(alone, beside, same):
    def text(*items):
        table = Table(items)

        def rule(s):
            if table[s.x] > alone:
                yield "on", s.but(x=0)

        return write(trace(one_rule(rule, x=One(2))), width=1).text

    assert (text(alone, alone) == text(alone, beside)) == same


def test_rules_are_not_traced_while_rules_are_traced():
    with traced_by(RuleTracer()), pytest.raises(TraceError, match="are being traced already"):
        trace(counter())
    assert len(trace(counter()).trees) == 1


@pytest.mark.parametrize(("row", "shift"), [(1, -1), (0, 0)])
@pytest.mark.parametrize("form", ["table", "lists"])
def test_a_column_that_is_not_there_is_an_error(interpreted, form, row, shift):
    """The neighbouring row has an item at that place."""
    table = Table([[0, 1, 2], [3, 4, 5]])
    lists = Lists(
        2, 3, {(row, column): [3 * row + column] for row in (0, 1) for column in range(3)}
    )

    def rule(s):
        if form == "table":
            yield "same", s.but(x=table[row, s.x + shift])
        else:
            for item in lists[row, s.x + shift]:
                yield "same", s.but(x=item)
        if s.x < 3:
            yield "next", s.but(x=s.x + 1)

    for engine in ("direct", "native"):
        with pytest.raises(IndexError):
            expand(one_rule(rule, x=One(6)), engine=engine)
    (tree,) = trace(one_rule(rule, x=One(6))).trees
    assert (tree.steps[0].low, tree.steps[0].high) == (0, 2)


def test_the_lists_of_a_row_that_is_not_there_are_an_error(interpreted):
    ways = Lists(3, 1, {(0, 0): [1], (1, 0): [2], (2, 0): [3]})

    def rule(s):
        for to in ways[s.x - 1, 0]:
            yield f"to {to}", s.but(x=(to + 2) % 4)

    for engine in ("direct", "native"):
        with pytest.raises(IndexError, match=r"\(-1, 0\) is outside 3 rows"):
            expand(one_rule(rule, x=One(5)), engine=engine)
    (tree,) = trace(one_rule(rule, x=One(5))).trees
    assert (tree.steps[0].low, tree.steps[0].high) == (0, 2)
