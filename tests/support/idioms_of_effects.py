"""Idioms of what outlives a call, and loops over alternatives."""

import itertools
import random
import time
from collections import deque

from idiom_boards import BOARD, BOTH, NEXT, SIZE, STOP, native, native_rule, plain, plain_rule
from idioms_of_texts import steps_down
from idioms_of_values import board

from stategraph.rules import each

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
    return itertools.chain(steps_down(s), _up(s))


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
