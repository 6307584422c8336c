"""Idioms of Python in rules: small puzzles. Plain Python gives the right graph.

A condition is true where ``s.b == STOP``, in plain Python. The board ends there, far from the start
of a board of ``SIZE * SIZE`` states. An idiom is marked by what becomes of it: `native` rules are
compiled, `plain` ones are refused with a `TraceError` and run as plain Python.
"""

import copy
import dataclasses
import enum
import functools
import itertools
import json
import math
import operator
import pickle
import random
import re
import time
from collections import Counter, defaultdict, deque, namedtuple
from types import SimpleNamespace

from stategraph.rules import Cells, Grid, Lists, One, Puzzle, Set, Table, Tuple, each

SIZE, STOP = 12, 9
STOPS = Table([k == STOP for k in range(SIZE)])
CELLS = Cells({STOP})
NEXT = Lists(SIZE, 1, {(k, 0): [k + 1] for k in range(SIZE - 1)})
BOTH = Lists(SIZE, 1, {(k, 0): [k, (k + 1) % SIZE] for k in range(SIZE)})
BOARD = Grid(["." * 4] * 3, "")
LETTERS = "abcdefghijkl"

IDIOMS: dict[str, tuple[str, Puzzle]] = {}


def _board(stops, *others):
    def right(s):
        if s.a < SIZE - 1:
            yield "R", s.but(a=s.a + 1)

    def down(s):
        if s.b < SIZE - 1 and not stops(s):
            yield "D", s.but(b=s.b + 1)

    return _puzzle(right, down)


def _puzzle(*rules):
    return Puzzle(
        {"a": 0, "b": 0, "row": (3, 5), "set": {1, 4}},
        rules,
        lambda s: s.b == SIZE - 1 and s.a == 0,
        a=One(SIZE), b=One(SIZE), row=Tuple(2, SIZE), set=Set(SIZE),
    )  # fmt: skip


def _note(kind, make):
    def note(function):
        assert function.__name__ not in IDIOMS
        IDIOMS[function.__name__] = kind, make(function)
        return function

    return note


native, plain = _note("native", _board), _note("plain", _board)


def _with_right(rule):
    def right(s):
        if s.a < SIZE - 1:
            yield "R", s.but(a=s.a + 1)

    return _puzzle(right, rule)


native_rule, plain_rule = _note("native", _with_right), _note("plain", _with_right)


# ------------------------------------------------------------------ identity and kinds


@plain
def is_a_number(s):
    return s.b is STOP


@plain
def is_not_a_number(s):
    return not (s.b is not STOP)


@plain
def is_another_value(s):
    return s.b == STOP and s.a is s.a


@native
def is_none(s):
    return s.b is not None and s.b == STOP


@plain
def is_true(s):
    return (s.b == STOP) is True


@plain
def by_id(s):
    return id(s.b) == id(STOP)


@plain
def isinstance_of_int(s):
    return isinstance(s.b, int) and s.b == STOP


@plain
def isinstance_in_a_helper(s):
    return _is_stop(s.b)


def _is_stop(value):
    return isinstance(value, int) and value == STOP


@plain
def isinstance_in_a_lambda(s):
    return (lambda x: isinstance(x, int))(s.b) and s.b == STOP


@plain
def isinstance_mapped(s):
    return all(map(functools.partial(_kind, int), [s.b])) and s.b == STOP


def _kind(kind, value):
    return isinstance(value, kind)


@plain
def type_is_int(s):
    return type(s.b) is int and s.b == STOP


@plain
def type_equals_int(s):
    return type(s.b) == int and s.b == STOP  # noqa: E721


@plain
def class_of_a_value(s):
    return s.b.__class__ == int and s.b == STOP  # noqa: E721


@plain
def hasattr_of_int(s):
    return hasattr(s.b, "bit_length") and s.b == STOP


@plain
def getattr_with_default(s):
    return getattr(s.b, "real", 0) == STOP


@plain
def getattr_of_an_expression(s):
    return getattr(s.b, "low", STOP) == STOP == s.b


@native
def getattr_of_the_state(s):
    return getattr(s, "b") == STOP  # noqa: B009


@plain
def getattr_by_a_name(s):
    return getattr(s.b, "__index__")() == STOP  # noqa: B009


@plain
def bit_length(s):
    return s.b.bit_length() == 4 and s.b == STOP


@plain
def real_part(s):
    return s.b.real == STOP


@plain
def operator_is(s):
    return operator.is_(s.b, STOP)


@plain
def callable_value(s):
    return not callable(s.b) and s.b == STOP


@plain
def vars_of_the_state(s):
    return "b" in vars(SimpleNamespace(b=1)) and s.b == STOP


@plain
def by_singledispatch(s):
    return _dispatched(s.b)


@functools.singledispatch
def _dispatched(value):
    return False


@_dispatched.register
def _(value: int):
    return value == STOP


# ------------------------------------------------------------------ errors


@plain
def except_exception(s):
    try:
        return {STOP: True}[s.b]
    except Exception:
        return False


@plain
def except_key_error(s):
    try:
        return {STOP: True}[s.b]
    except KeyError:
        return False


@plain
def except_everything(s):
    try:
        return {STOP: True}[s.b]
    except:  # noqa: E722
        return False


@plain
def except_base_exception(s):
    try:
        return [False] * STOP + [True] + [False] * s.b < [s.b]
    except BaseException:
        return s.b == STOP


@plain
def except_type_error(s):
    try:
        return s.row + (1,) == (3, 5, 1) and s.b == STOP
    except TypeError:
        return False


@plain
def except_in_a_helper(s):
    return _looked_up(s.b)


def _looked_up(value):
    try:
        return {STOP: True}[value]
    except Exception:
        return False


class Board:
    """What a rule may call."""

    ends = {STOP: True}

    def __init__(self):
        self.last = STOP
        self.names = list(LETTERS)

    def looked_up(self, value):
        try:
            return self.ends[value]
        except Exception:
            return False

    def is_last(self, value):
        return value == self.last

    @property
    def end(self):
        return self.last

    @functools.cached_property
    def table(self):
        return Table([k == self.last for k in range(SIZE)])


class Fence:
    """What asks the kind of a value in an operator."""

    def __contains__(self, value):
        return isinstance(value, int) and value == STOP


board, fence = Board(), Fence()


@plain
def except_in_a_method(s):
    return board.looked_up(s.b)


@native
def a_method(s):
    return board.is_last(s.b)


@native
def a_property(s):
    return s.b == board.end


@native
def a_cached_property(s):
    return board.table[s.b]


@plain
def an_operator_of_a_class(s):
    return s.b in fence


@plain
def suppressed(s):
    import contextlib

    with contextlib.suppress(Exception):
        return {STOP: True}[s.b]
    return False


@plain
def finally_returns(s):
    found = False
    try:
        found = {STOP: True}.get(s.b, False)
    finally:
        return found  # noqa: B012, SIM107


# ------------------------------------------------------------------ texts


@plain
def str_equals(s):
    return str(s.b) == str(STOP)


@plain
def repr_equals(s):
    return repr(s.b) == repr(STOP)


@plain
def f_string_in_a_tuple(s):
    return f"{s.b}" in (f"{STOP}", "x")


@plain
def f_string_in_a_set(s):
    return f"b{s.b}" in {f"b{STOP}"}


@plain
def f_string_in_a_dict(s):
    return {f"{STOP}": True}.get(f"{s.b}", False)


@plain
def format_equals(s):
    return "{}".format(s.b) == str(STOP)  # noqa: UP032


@plain
def percent_equals(s):
    return "%s" % s.b == str(STOP)  # noqa: UP031


@plain
def length_of_a_text(s):
    return len(f"{s.b + 1}") == 2 and s.b == STOP


@plain
def text_starts_with(s):
    return f"{s.b}".startswith("9")


@plain
def joined_texts(s):
    return "".join([str(s.b)]) == str(STOP)


@plain
def mapped_texts(s):
    return "".join(map(str, [s.b])) == str(STOP)


@plain
def sorted_texts(s):
    return sorted([s.b, STOP], key=str) == [STOP, STOP]


@plain
def text_as_an_int(s):
    return int(str(s.b)) == STOP


@plain
def text_matches(s):
    return re.match(str(STOP), f"{s.b}") is not None


@plain
def text_kept_in_a_variable(s):
    name = f"{s.b}"
    return name == str(STOP)


@plain
def text_of_a_helper(s):
    return _name(s.b) == _name(STOP)


def _name(value):
    return f"n{value}"


@plain
def text_of_the_state(s):
    return "b=9" in str(s)


@plain
def text_of_a_set(s):
    return str(s.set) == "{1, 4}" and s.b == STOP


@plain
def text_of_a_tuple(s):
    return f"{s.row}" == "(3, 5)" and s.b == STOP


@plain
def json_text(s):
    return json.dumps([s.b]) == f"[{STOP}]"


@plain
def hash_of_a_text(s):
    return hash(str(s.b)) == hash(str(STOP))


@native_rule
def label_of_a_value(s):
    if s.b < SIZE - 1:
        yield f"to{s.b + 1}", s.but(b=s.b + 1)


@native_rule
def label_in_a_variable(s):
    if s.b < SIZE - 1:
        name = f"to{s.b + 1}"
        yield name, s.but(b=s.b + 1)


@native_rule
def label_added_up(s):
    if s.b < SIZE - 1:
        yield "to" + str(s.b) + "!", s.but(b=s.b + 1)


@native_rule
def label_by_format(s):
    if s.b < SIZE - 1:
        yield "to{}".format(s.b), s.but(b=s.b + 1)  # noqa: UP032


@native_rule
def label_by_percent(s):
    if s.b < SIZE - 1:
        yield "to%s" % s.b, s.but(b=s.b + 1)  # noqa: UP031


@native_rule
def label_of_a_helper(s):
    if s.b < SIZE - 1:
        yield _name(s.b), s.but(b=s.b + 1)


@native_rule
def label_from_a_generator(s):
    yield from _down(s)


def _down(s):
    if s.b < SIZE - 1:
        yield f"to{s.b}", s.but(b=s.b + 1)


@native_rule
def label_in_a_list(s):
    return [(f"to{k}{s.b}", s.but(b=s.b + 1)) for k in range(2) if s.b < SIZE - 1]


@plain_rule
def label_looked_at_by_the_caller(s):
    for name, new in _down(s):
        if name != f"to{STOP}":
            yield name, new


@plain_rule
def label_padded(s):
    if s.b < SIZE - 1:
        yield f"to{s.b:3}", s.but(b=s.b + 1)


@plain_rule
def label_padded_by_percent(s):
    if s.b < SIZE - 1:
        yield "to%3s" % s.b, s.but(b=s.b + 1)  # noqa: UP031


@plain_rule
def label_padded_after_str(s):
    if s.b < SIZE - 1:
        yield f"to{str(s.b):>3}", s.but(b=s.b + 1)


@plain_rule
def label_shortened(s):
    if s.b < SIZE - 1:
        yield f"to{s.b + 5}"[:3], s.but(b=s.b + 1)


@plain_rule
def label_in_capitals(s):
    if s.b < SIZE - 1:
        yield f"to{s.b}".upper(), s.but(b=s.b + 1)


@plain_rule
def label_compared_first(s):
    name = f"to{s.b}"
    if s.b < SIZE - 1 and name != f"to{STOP}":
        yield name, s.but(b=s.b + 1)


@native_rule
def label_of_a_condition(s):
    if s.b < SIZE - 1:
        yield f"to{s.b == STOP}", s.but(b=s.b + 1)


@native_rule
def label_of_two_conditions(s):
    if s.b < SIZE - 1:
        yield f"to{(s.b == STOP) | (s.a == 2)}", s.but(b=s.b + 1)


@native_rule
def label_of_a_counted_condition(s):
    if s.b < SIZE - 1:
        yield f"to{1 * (s.b == STOP)}", s.but(b=s.b + 1)


# ------------------------------------------------------------------ look-ups and copies


@plain
def in_a_set(s):
    return s.b in {STOP}


@plain
def in_a_dict(s):
    return {STOP: 1}.get(s.b) == 1


@plain
def in_a_list_index(s):
    return [k == STOP for k in range(SIZE)][s.b]


@native
def in_a_tuple(s):
    return s.b in (STOP, 99)


@native
def in_a_list(s):
    return s.b in [STOP]


@native
def in_a_range(s):
    return s.b in range(STOP, STOP + 1)


@native
def in_cells(s):
    return s.b in CELLS


@native
def in_a_table(s):
    return STOPS[s.b]


@plain
def in_a_counter(s):
    return Counter([STOP])[s.b] == 1


@plain
def in_a_defaultdict(s):
    return defaultdict(int, {STOP: 1})[s.b] == 1


@plain
def in_a_set_of_tuples(s):
    return (s.b, 1) in {(STOP, 1)}


@native
def in_a_list_of_tuples(s):
    return (s.b, 1) in [(STOP, 1)]


@plain
def hash_of_a_value(s):
    return hash(s.b) == STOP


@plain
def set_of_values(s):
    return len({s.b, STOP}) == 1


@plain
def dict_of_values(s):
    return len({s.b: 1, STOP: 2}) == 1


@plain
def pickled(s):
    return pickle.loads(pickle.dumps(s.b)) == STOP


@plain
def copied(s):
    return copy.copy(s.b) == STOP


@plain
def deeply_copied(s):
    return copy.deepcopy([s.b])[0] == STOP


@plain
def cached(s):
    return _cached(s.b)


@functools.lru_cache
def _cached(value):
    return value == STOP


@native
def cached_constants(s):
    return s.b == _cached_stop()


@functools.cache
def _cached_stop():
    return STOP


@plain
def index_of_a_text(s):
    return LETTERS[s.b] == "j"


@plain
def enum_of_a_value(s):
    return _Colour(s.b) == _Colour.STOP


_Colour = enum.Enum("_Colour", {f"C{k}": k for k in range(SIZE) if k != STOP} | {"STOP": STOP})


# ------------------------------------------------------------------ order, sums, conditions


@native
def chained(s):
    return STOP - 1 < s.b < STOP + 1


@native
def chained_equal(s):
    return s.b == STOP == s.b


@native
def walrus(s):
    return (there := s.b + 1) == STOP + 1 and there > 0


@native
def minimum(s):
    return min(s.b, STOP) == STOP and s.b <= STOP


@native
def maximum(s):
    return max([s.b, STOP]) == STOP and s.b >= STOP


@native
def sorted_values(s):
    return sorted([s.b, STOP, 3])[2] == STOP and s.b >= STOP


@native
def sum_of_values(s):
    return sum([s.b, 1, 2]) == STOP + 3


@native
def sum_of_conditions(s):
    return sum(s.b == k for k in (STOP, 99)) == 1


@native
def any_of(s):
    return any(s.b == k for k in (STOP, 99))


@native
def all_of(s):
    return all(s.b != k for k in range(SIZE) if k != STOP)


@native
def filtered(s):
    return len([k for k in range(SIZE) if k == s.b and k == STOP]) == 1


@native
def counted_in_a_list(s):
    return [s.b, 1, STOP].count(STOP) == 2


@native
def conditional(s):
    return (s.b if s.b > 3 else 0) == STOP


@native
def and_or(s):
    return (s.b and s.b - STOP) == 0 and s.b != 0


@native
def arithmetic_of_conditions(s):
    return (s.b > STOP - 1) + (s.b < STOP + 1) == 2


@native
def conditions_by_bits(s):
    return (s.b > STOP - 1) & (s.b < STOP + 1)


@native
def exclusive_or(s):
    return (s.b > STOP - 1) ^ (s.b > STOP)


@native
def floor_division_of_negatives(s):
    return (s.b - 10) // 2 == -1 and s.b < 10 and s.b > STOP - 1


@native
def modulo_of_negatives(s):
    return (s.b - 10) % 7 == 6 and s.b > 5


@plain
def division_by_a_value(s):
    return s.b != 0 and 81 // (s.b or 1) == STOP == s.b


@plain
def negative_divisor(s):
    return s.b // -1 == -STOP


@plain
def divmod_of_a_value(s):
    return divmod(s.b, 4) == (2, 1)


@plain
def shifted(s):
    return s.b << 1 == 2 * STOP


@plain
def one_shifted(s):
    return 1 << s.b == 1 << STOP


@plain
def power(s):
    return s.b**2 == STOP * STOP


@plain
def inverted(s):
    return ~s.b == ~STOP


@plain
def inverted_condition(s):
    return ~(s.b == STOP) == -2


@plain
def absolute(s):
    return abs(s.b - 20) == 11


@native
def negated(s):
    return -s.b == -STOP


@native
def masked(s):
    return s.b & 15 == STOP


@plain
def real_division(s):
    return s.b / 2 == STOP / 2


@plain
def compared_with_a_float(s):
    return s.b == float(STOP)


@plain
def less_than_a_float(s):
    return STOP - 0.5 < s.b < STOP + 0.5


@plain
def multiplied_by_a_float(s):
    return s.b * 1.0 == STOP


@native
def compared_with_a_text(s):
    return s.b != "9" and s.b == STOP


@native
def compared_with_none(s):
    return s.b != None and s.b == STOP  # noqa: E711


@native
def compared_with_a_tuple(s):
    return s.b != (STOP,) and (s.b,) == (STOP,)


@native
def compared_tuples(s):
    return (s.b, 2) == (STOP, 2) and (s.b, 3) < (STOP, 4)


@plain
def compared_with_an_object(s):
    return s.b == _Stop()


class _Stop:
    def __eq__(self, other):
        return other == STOP


@plain
def rounded(s):
    return round(s.b) == STOP


@plain
def square_root(s):
    return math.sqrt(s.b) == 3.0


@plain
def as_an_int(s):
    return int(s.b) == STOP


@plain
def as_a_bool_type(s):
    return bool(s.b - STOP) is False


@native
def as_a_bool(s):
    return not bool(s.b - STOP)


@native
def operator_functions(s):
    return operator.eq(s.b, STOP)


@native
def reduced(s):
    return functools.reduce(operator.add, [s.b, 1, 2]) == STOP + 3


@native
def a_dataclass(s):
    return _Spot(s.b, 1) == _Spot(STOP, 1)


@dataclasses.dataclass
class _Spot:
    x: int
    y: int
    z: list = dataclasses.field(default_factory=list)


@native
def a_named_tuple(s):
    return _Place(s.b, 1)._replace(y=2) == (STOP, 2)


_Place = namedtuple("_Place", "x y")


# ------------------------------------------------------------------ match


@native
def match_a_number(s):
    match s.b:
        case 9:
            return True
    return False


@plain
def match_a_class(s):
    match s.b:
        case int():
            return s.b == STOP
    return False


@plain
def match_a_sequence(s):
    match s.row:
        case [3, 5]:
            return s.b == STOP
    return False


@plain
def match_true(s):
    match s.b == STOP:
        case True:
            return True
    return False


@native
def match_a_guard(s):
    match s.b:
        case other if other == STOP:
            return True
    return False


# ------------------------------------------------------------------ sets and tuples of the state


@native
def in_a_set_of_the_state(s):
    return s.b in s.set + STOP - 1 - 4


@plain
def length_of_a_set(s):
    return len(s.set) == 2 and s.b == STOP


@plain
def set_compared(s):
    return s.set == {1, 4} and s.b == STOP


@plain
def set_joined(s):
    return s.b in s.set | {STOP} - {1, 4}


@native
def items_of_a_tuple(s):
    first, second = s.row
    return s.b - 4 == second and first == 3


@plain
def tuple_compared(s):
    return s.row == (3, 5) and s.b == STOP


@native
def tuple_sliced(s):
    return s.row[1:] == (5,) and s.b == STOP


@native
def in_a_tuple_of_the_state(s):
    return s.b - 4 in s.row[1:]


@plain
def index_in_a_tuple(s):
    return s.row.index(5) == 1 and s.b == STOP


@plain
def tuple_added(s):
    return len(s.row + (1,)) == 3 and s.b == STOP


@native
def tuple_reversed(s):
    return next_of(list(reversed(s.row))) == 5 and s.b == STOP


def next_of(items):
    return items[0]


# ------------------------------------------------------------------ what outlives a call

_calls: list[int] = []
_count = 0


@plain
def a_list_that_grows(s):
    _calls.append(1)
    return s.b == STOP


@plain
def a_global_that_grows(s):
    global _count
    _count += 1
    return s.b == STOP


def _counted():
    count = 0

    def stops(s):
        nonlocal count
        count += 1
        return s.b == STOP

    return stops


plain(_counted())


def _boxed(box):
    def boxed(s):
        box[0] += 1
        return s.b == STOP

    return boxed


plain(_boxed([0]))


@plain
def a_default_that_grows(s, calls=[]):  # noqa: B006
    calls.append(1)
    return s.b == STOP


@plain
def an_attribute_that_grows(s):
    _holder.calls = getattr(_holder, "calls", 0) + 1
    return s.b == STOP


class _Holder:
    pass


_holder = _Holder()


@plain
def a_class_attribute_that_grows(s):
    _Holder.count = getattr(_Holder, "count", 0) + 1
    return s.b == STOP


@plain
def an_attribute_of_the_function(s):
    an_attribute_of_the_function.calls = 1 + getattr(an_attribute_of_the_function, "calls", 0)
    return s.b == STOP


@plain
def a_deque_that_turns(s):
    _turning.rotate(1)
    return s.b == STOP


_turning = deque(range(7))


@plain
def a_set_that_grows(s):
    _met.add(len(_met))
    return s.b == STOP


_met: set[int] = set()


@plain
def a_dict_inside_a_list(s):
    _deep[0]["n"] = _deep[0].get("n", 0) + 1
    return s.b == STOP


_deep: list[dict[str, int]] = [{}]


@plain
def an_iterator(s):
    return next(_steps) >= 0 and s.b == STOP


_steps = itertools.count()


def _endless():
    while True:
        yield 1


@plain
def a_generator(s):
    return next(_running) == 1 and s.b == STOP


_running = _endless()


@plain
def chance(s):
    return random.random() < 2 and s.b == STOP


@plain
def a_generator_of_chance(s):
    return _dice.random() < 2 and s.b == STOP


_dice = random.Random(1)


@plain
def the_clock(s):
    return time.time() > 0 and s.b == STOP


@plain
def evaluated(s):
    return eval("s.b == STOP")


@native
def a_local_list(s):
    found = []
    for k in (STOP, 99):
        if s.b == k:
            found.append(k)
    return len(found) == 1


@native
def a_local_dict(s):
    now = {"b": s.b, "a": s.a}
    now.update(b=now["b"] + 1)
    return now["b"] == STOP + 1


@native
def a_list_that_is_only_read(s):
    return s.b == board.names.index("j")


# ------------------------------------------------------------------ loops over alternatives


@native_rule
def each_in_order(s):
    for name, step in each([("+", 1), ("-", -1)]):
        to = s.b + step
        if 0 <= to < SIZE and s.b != STOP:
            yield name, s.but(b=to)


@native_rule
def two_loops(s):
    for k in each((1, 2)):
        to = s.b + k
        if to < SIZE:
            yield f"a{k}", s.but(b=to)
    for k in each((1, 2)):
        to = s.b - k
        if to >= 0:
            yield f"b{k}", s.but(b=to)


@native_rule
def lists_of_a_board(s):
    for to in NEXT[s.b, 0]:
        if s.b != STOP:
            yield f"to{to}", s.but(b=to)


@native_rule
def around_a_cell(s):
    for way, to in BOARD.around(s.b):
        yield f"go{way}", s.but(b=to)


@native_rule
def chained_rules(s):
    return itertools.chain(_down(s), _up(s))


def _up(s):
    if s.b > 0 and s.b != STOP:
        yield "up", s.but(b=s.b - 1)


@native_rule
def each_from_a_generator(s):
    yield from ((f"to{k}", s.but(b=k)) for k in each((1, STOP)) if s.b != STOP)


@plain_rule
def a_count_of_passes(s):
    count = 0
    for k in each((1, 2, 3)):
        count += 1  # noqa: SIM113
        if s.b != STOP or count < 2:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain_rule
def a_list_of_passes(s):
    found = []
    for k in each((1, 2, 3)):
        found.append(k)
        if s.b != STOP or len(found) < 2:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain_rule
def the_last_pass(s):
    last = 0
    for k in each((1, 2, 3)):
        if s.b != STOP or last == 0:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)
        last = k


@plain_rule
def after_the_passes(s):
    for k in each((1, 2)):
        yield f"k{k}", s.but(b=(s.b + k) % SIZE)
    yield "last", s.but(b=(s.b * k) % SIZE)


@plain_rule
def passes_numbered(s):
    for n, k in enumerate(each((1, 2))):
        if s.b != STOP or n == 0:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain_rule
def passes_paired(s):
    for n, k in zip((0, 1), each((1, 2)), strict=True):
        if s.b != STOP or n == 0:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain_rule
def neighbours_numbered(s):
    for n, (way, to) in enumerate(BOARD.around(s.b)):
        if s.b != STOP or n == 0:
            yield f"go{way}", s.but(b=to)


@plain_rule
def passes_of_a_generator_numbered(s):
    for n, k in enumerate(_steps_of(s)):
        if s.b != STOP or n == 0:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


def _steps_of(s):
    for k in each((1, 2)):
        if s.a != k:
            yield k


@plain_rule
def passes_sliced(s):
    for k in itertools.islice(_steps_of(s), 1):
        yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain
def passes_summed(s):
    return sum(1 for k in each((1, 2)) if s.b + k > STOP) == 2 and s.b == STOP


@plain
def passes_in_any(s):
    return any(s.b + k == STOP + 1 for k in each((1, 99)))


@plain
def passes_in_a_list(s):
    return len([k for k in each((1, 2)) if s.b + k > STOP]) == 2 and s.b == STOP


@plain
def passes_counted_by_a_function(s):
    return _passes(s) == 2 and s.b == STOP


def _passes(s):
    count = 0
    for k in each((1, 2)):
        if s.b + k > STOP:
            count += 1
    return count


@plain
def a_list_has_items(s):
    return not NEXT[s.b, 0] or s.b == STOP


@plain
def a_list_is_sorted(s):
    return sorted(BOTH[s.b, 0])[0] == STOP


@plain
def a_list_contains(s):
    return STOP + 1 in NEXT[s.b, 0]


@plain_rule
def alternatives_of_a_list(s):
    for to in each(tuple(BOTH[s.b, 0])):
        yield f"to{to}", s.but(b=to)


@native_rule
def alternatives_of_lists(s):
    for to in each(BOTH[s.b, 0]):
        yield f"to{to}", s.but(b=to)


@plain_rule
def a_loop_left_early(s):
    for k in each((1, 2)):
        yield f"k{k}", s.but(b=(s.b + k) % SIZE)
        if s.b == STOP:
            return


@plain_rule
def moves_collected(s):
    found = []
    for k in each((1, 2)):
        found.append((f"k{k}", s.but(b=(s.b + k) % SIZE)))
    return found
