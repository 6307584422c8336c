"""Idioms that hide a question or a change: other names, own operators, numpy, foreign objects."""

import array
import collections
import contextvars
import functools
import gc
import io
import itertools
import operator
import queue
import sys
import threading
import types

import numpy as np
from idiom_boards import SIZE, STOP, native_rule, plain, plain_rule

from stategraph.rules import Grid, each

# ------------------------------------------------------------------ questions under other names


@plain
def isinstance_as_a_default(s, is_a=isinstance):
    return is_a(s.b, int) and s.b == STOP


_is_a, _is, _fields = isinstance, operator.is_, "{0.__class__.__name__}"
_CHECKS = {"int": isinstance}
_partly = functools.partial(isinstance)


@plain
def isinstance_by_another_name(s):
    return _is_a(s.b, int) and s.b == STOP


@plain
def isinstance_in_a_dict(s):
    return _CHECKS["int"](s.b, int) and s.b == STOP


@plain
def isinstance_in_a_partial(s):
    return _partly(s.b, int) and s.b == STOP


@plain
def isinstance_of_builtins(s):
    return __builtins__["isinstance"](s.b, int) and s.b == STOP


@plain
def method_of_an_operator(s):
    return int.__add__(1, s.b) == STOP + 1


_equals, _is_stop = int.__eq__, STOP.__eq__


@plain
def method_of_an_operator_by_another_name(s):
    return _equals(STOP, s.b)


@plain
def bound_method_of_an_operator(s):
    return _is_stop(s.b)


@plain
def identity_by_another_name(s):
    return _is(s.b, STOP)


@plain
def class_by_getattr(s):
    return getattr(s.b, "__class__") == int and s.b == STOP  # noqa: B009, E721


@plain
def class_by_a_computed_name(s):
    return getattr(s.b, "__cla" + "ss__".strip()) == int and s.b == STOP  # noqa: E721


@plain
def class_by_attrgetter(s):
    return operator.attrgetter("__class__")(s.b) == int and s.b == STOP  # noqa: E721


@plain
def class_by_format(s):
    return "{.__class__.__name__}".format(s.b) == "int" and s.b == STOP  # noqa: UP032


@plain
def class_by_a_kept_format(s):
    return _fields.format(s.b) == "int" and s.b == STOP


@plain
def class_by_format_map(s):
    return "{b.__class__.__name__}".format_map({"b": s.b}) == "int" and s.b == STOP


class _Holder:
    n = 0

    def stops(self, s):
        return s.b is STOP

    def __call__(self, s):
        self.n += 1
        return s.b == STOP and self.n > 300


_holder = _Holder()


@plain
def method_by_a_computed_name(s):
    return getattr(_holder, "sto" + "ps".strip())(s)


@plain
def method_by_methodcaller(s):
    return operator.methodcaller("stops", s)(_holder)


class _Pair(collections.namedtuple("_Pair", "x y")):
    def near(self, s):
        return isinstance(s.b, int) and s.b == self.x


_pair = _Pair(STOP, 0)


@plain
def method_of_a_named_tuple(s):
    return _pair.near(s)


@plain
def references(s):
    return sys.getrefcount(s.b) > 20 and s.b == STOP


@plain
def an_import(s):
    import random

    return random.random() < 2 and s.b == STOP


# ------------------------------------------------------------------ operators of other objects


class _Index:
    def __index__(self):
        return STOP


@plain
def equal_to_an_index(s):
    return s.b == _Index()


class _Odd(int):
    def __eq__(self, other):
        return other == STOP - 1

    def __radd__(self, other):
        return STOP

    __hash__ = None


@plain
def equal_to_an_odd_number(s):
    return s.b == _Odd(STOP)


@plain
def plus_an_odd_number(s):
    return s.b + _Odd(1) == STOP and s.b > 3


class _First(tuple):
    __slots__ = ()

    def __eq__(self, other):
        return other == self[0]

    __hash__ = None


@plain
def equal_to_a_tuple_of_its_own(s):
    return s.b == _First((STOP, 1))


class _Word(str):
    __slots__ = ()

    def __eq__(self, other):
        return other == STOP

    def __radd__(self, other):
        return f"L{len(other)}"

    __hash__ = None


@plain
def equal_to_a_text_of_its_own(s):
    return s.b == _Word("x")


@plain_rule
def label_plus_a_text_of_its_own(s):
    if s.b < SIZE - 1:
        yield f"to{s.b + 5}" + _Word("x"), s.but(b=s.b + 1)


_WORDS = [_Word(letter) for letter in "abc"]


@plain_rule
def label_plus_an_item_of_its_own(s):
    if s.b < SIZE - 1:
        for k in (1,):
            yield f"to{s.b + 5}" + _WORDS[k], s.but(b=s.b + 1)


def _word():
    return _WORDS[0]


@plain_rule
def label_plus_what_a_function_returns(s):
    if s.b < SIZE - 1:
        yield f"to{s.b + 5}" + _word(), s.but(b=s.b + 1)


@plain
def not_implemented(s):
    return s.b.__eq__(None) not in (0, 1) and s.b == STOP


@plain
def beyond_a_word(s):
    return (1 << 70) % (s.b + 1) == (1 << 70) % (STOP + 1) and s.b == STOP


@plain
def a_mask_beyond_a_word(s):
    return s.b & ((1 << 64) + 15) == STOP


@plain
def a_small_number_of_numpy(s):
    return s.b == np.uint8(STOP)


@plain
def truths_of_numpy(s):
    return (s.b > np.int64(STOP - 1)) + (s.b < np.int64(STOP + 1)) == 2


@plain
def arrays_of_truths(s):
    return (np.array([s.b > STOP - 1]) + np.array([s.b < STOP + 1]))[0] == 2


@plain
def truths_added_by_numpy(s):
    return np.add(s.b > STOP - 1, s.b < STOP + 1) == 2


@native_rule
def a_set_from_a_generator(s):
    if s.b < SIZE - 1:
        yield "x", s.but(b=s.b + 1, set=(k for k in (1, 2)))


# ------------------------------------------------------------------ who reads the labels


def _steps(s):
    if s.b < SIZE - 1:
        yield f"to{s.b}", s.but(b=s.b + 1)
        yield f"at{s.a}", s.but(b=s.b + 1, a=0)


def _other(move):
    return move[0] != f"to{STOP}"


def _constant(move):
    return move[0] != "to9"


@plain_rule
def moves_sorted(s):
    yield from sorted(_steps(s), key=lambda move: move[0])


@plain_rule
def sorted_moves_returned(s):
    return sorted(_steps(s), key=lambda move: move[0])


@plain_rule
def filtered_moves_returned(s):
    return filter(_constant, _steps(s))


@plain_rule
def moves_filtered_by_a_text(s):
    return filter(_other, _steps(s))


@plain_rule
def moves_filtered(s):
    yield from filter(_constant, _steps(s))


@plain_rule
def moves_filtered_in_a_variable(s):
    moves = filter(_constant, _steps(s))
    yield from moves


@native_rule
def moves_in_a_variable(s):
    moves = _steps(s)
    yield from moves


@plain_rule
def moves_taken(s):
    yield from itertools.takewhile(_constant, _steps(s))


def _longer(move):
    return move[0] + str(len(move[0])), move[1]


@plain_rule
def moves_mapped(s):
    yield from map(_longer, _steps(s))


@plain_rule
def chained_filters(s):
    return itertools.chain(filter(_constant, _steps(s)), ())


@plain_rule
def chained_from_a_list(s):
    return itertools.chain.from_iterable([filter(_constant, _steps(s))])


@native_rule
def chained_twice(s):
    return itertools.chain(itertools.chain(_steps(s)), [])


class _Cut:
    def __init__(self, moves):
        self._moves = moves

    def __iter__(self):
        return self

    def __next__(self):
        label, new = next(self._moves)
        return label[:3], new


@plain_rule
def an_iterator_of_its_own(s):
    return _Cut(_steps(s))


def _text(value):
    return f"n{value}"


@plain_rule
def least_text(s):
    if s.b < SIZE - 1:
        yield min(map(_text, (s.b, s.a))), s.but(b=s.b + 1)


@plain_rule
def largest_by_a_text(s):
    if s.b < SIZE - 1:
        yield max("ba", key=lambda k: f"{s.b if k == 'a' else s.a}"), s.but(b=s.b + 1)


# ------------------------------------------------------------------ changes of other objects

_space = types.SimpleNamespace(n=0)
_array, _queue, _text_file = array.array("i", [0]), queue.Queue(), io.StringIO()
_view, _context = memoryview(bytearray(8)).cast("q"), contextvars.ContextVar("n", default=0)
_thread, _user, _grid = threading.local(), collections.UserDict(n=0), Grid(["..."], "")
_thread.n = _grid.n = 0
_deque: collections.deque[int] = collections.deque()
_push = _deque.append


class _Bag(dict):
    n = 0


class _Array(array.array):
    pass


class _Kind(type):
    n = 0

    def __getattr__(cls, name):
        _Kind.n += 1
        return _Kind.n


class _OfKind(metaclass=_Kind):
    pass


def _count(*, n=0):
    return n


def _next_count(n=0):
    return n


@functools.lru_cache(None)
def _known(n):
    return n


_bag, _own_array = _Bag(a=1), _Array("i", [0])
_bag.n, _objects = 0, np.empty(1, object)
_objects[0] = [0]
_turn = [False]


@plain
def a_namespace_that_counts(s):
    _space.n += 1
    return s.b == STOP


@plain
def a_metaclass_that_counts(s):
    return _OfKind.more % 3 > 0 and s.b == STOP


@plain
def a_keyword_default_that_counts(s):
    _count.__kwdefaults__ = {"n": _count() + 1}
    return _count() % 3 > 0 and s.b == STOP


@plain
def a_default_that_is_replaced(s):
    _next_count.__defaults__ = (_next_count() + 1,)
    return _next_count() % 3 > 0 and s.b == STOP


@plain
def a_cache_that_is_measured(s):
    _known(_known.cache_info().currsize)
    return _known.cache_info().currsize % 3 > 0 and s.b == STOP


@plain
def the_garbage_collector(s):
    return gc.get_count()[0] % 3 >= 0 and s.b == STOP


@plain
def an_array_that_counts(s):
    _array[0] += 1
    return s.b == STOP


@plain
def an_array_of_its_own_that_counts(s):
    _own_array[0] += 1
    return s.b == STOP


@plain
def an_array_of_objects_that_count(s):
    _objects[0][0] += 1
    return s.b == STOP


@plain
def a_queue_that_grows(s):
    _queue.put(1)
    return s.b == STOP


@plain
def a_text_file_that_grows(s):
    _text_file.write("x")
    return s.b == STOP


@plain
def a_view_that_counts(s):
    _view[0] += 1
    return s.b == STOP


@plain
def a_context_that_counts(s):
    _context.set(_context.get() + 1)
    return s.b == STOP


@plain
def a_thread_that_counts(s):
    _thread.n += 1
    return s.b == STOP


@plain
def a_user_dict_that_counts(s):
    _user["n"] += 1
    return s.b == STOP


@plain
def a_board_that_counts(s):
    _grid.n += 1
    return s.b == STOP


@plain
def a_module_that_counts(s):
    operator.n = operator.n + 1
    return s.b == STOP


operator.n = 0


@plain
def a_dict_of_its_own_that_counts(s):
    _bag.n += 1
    return s.b == STOP


@plain
def a_bound_method_that_grows(s):
    _push(1)
    return s.b == STOP


@plain
def an_object_that_is_called(s):
    return _holder(s)


def _turned(s):
    if s.b == STOP:
        _turn[0] = not _turn[0]
    return s


@plain_rule
def a_truth_that_turns_twice(s):
    if s.b < SIZE - 1:
        yield "down", _turned(s).but(b=s.b + 1)
        if s.a == 2:
            yield "two", _turned(s).but(b=s.b)


@plain_rule
def a_namespace_of_passes(s):
    count = types.SimpleNamespace(n=0)
    for k in each((1, 2)):
        count.n += 1
        if count.n < 2 or s.b != STOP:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)


@plain_rule
def an_array_of_passes(s):
    count = array.array("i", [0])
    for k in each((1, 2)):
        count[0] += 1
        if count[0] < 2 or s.b != STOP:
            yield f"k{k}", s.but(b=(s.b + k) % SIZE)
