"""Idioms of local functions and generators, of unpacking and sorting, and of large numbers."""

import functools
import itertools
import operator

from idiom_boards import SIZE, STOP, native, native_rule, plain, plain_rule

# ------------------------------------------------------------------ local functions and generators


@native
def closures_over_the_last_value(s):
    tests = [lambda: s.b == k for k in (1, 5, STOP)]  # noqa: B023
    return tests[0]()


@native
def closures_over_each_value(s):
    tests = [lambda k=k: s.b == k for k in (STOP, 5, 1)]
    return tests[0]()


@native
def a_chain_that_stops_early(s):
    calls = []

    def noted(value):
        calls.append(value)
        return value

    is_before = noted(s.b) < noted(STOP) < noted(99)
    return not is_before and len(calls) == 2 and s.b == STOP


@plain
def a_local_count(s):
    count = 0

    def add(value):
        nonlocal count
        count += value
        return count

    return add(s.b) + add(1) == 2 * STOP + 1


@native
def a_generator_that_receives(s):
    def answers():
        value = yield
        yield value == STOP

    running = answers()
    next(running)
    return running.send(s.b)


@plain
def a_local_cache(s):
    @functools.cache
    def is_stop(value):
        return value == STOP

    return is_stop(s.b)


@native
def a_walrus_that_outlives_a_loop(s):
    return any((last := k) == s.b for k in (STOP, 99)) and last == STOP


@plain
def an_error_that_ends_a_loop(s):
    try:
        for k in (1, 5, STOP):
            if s.b == k:
                raise StopIteration(k)
    except StopIteration as found:
        return found.value == STOP
    return False


# ------------------------------------------------------------------ unpacking and sorting


@native
def the_rest_of_a_tuple(s):
    first, *rest = s.b, *s.row
    return first == STOP and rest[-1] == 5


@native
def two_names_of_a_list(s):
    one = two = [s.b]
    one += [1]
    return len(two) == 2 and two[0] == STOP


@native
def two_names_of_a_tuple(s):
    one = two = (s.b,)
    one += (1,)
    return len(two) == 1 and two[0] == STOP


@native
def ties_of_a_sort(s):
    pairs = ("x", s.b), ("y", STOP)
    return sorted(pairs, key=operator.itemgetter(1))[0][0] == "x" and s.b == STOP


@native
def ties_of_a_reversed_sort(s):
    pairs = sorted((("x", s.b), ("y", STOP)), key=operator.itemgetter(1), reverse=True)
    return pairs[1][0] == "y" and s.b == STOP


@native
def taken_while(s):
    return len(list(itertools.takewhile(lambda k: k < s.b, range(SIZE)))) == STOP


@native
def every_second_item_backwards(s):
    return (*s.row, s.b)[::-2] == (STOP, 3)


@native
def an_item_from_the_end(s):
    return STOP <= s.b <= STOP + 1 and s.row[s.b - STOP - 2] == 3


# ------------------------------------------------------------------ large numbers and conditions


@plain
def a_hash_beyond_a_word(s):
    return functools.reduce(lambda sum_, _: sum_ * 31 + s.b, range(40), 1) % 997 == _HASH


_HASH = functools.reduce(lambda sum_, _: sum_ * 31 + STOP, range(40), 1) % 997


@plain
def shifted_below_zero(s):
    return (s.b - STOP - 1) >> 1 == -1 and s.b == STOP


@plain
def rounded_to_tens(s):
    return round(s.b, -1) == 10 and s.b == STOP


@native_rule
def labels_of_mixed_conditions(s):
    low, left = s.b > 3, s.a > 3
    label = f"{low ^ left}|{low ^ 1}|{low & left}|{low * left}|{-low}|{low or s.a}|{max(low, left)}"
    yield label, s.but(b=(s.b + 1) % SIZE)


@plain_rule
def a_slide_without_an_end(s):
    size, steps = s.b, 0
    while size > 1:
        size = size // 2 if size % 2 == 0 else 3 * size + 1
        steps += 1
    yield "slide", s.but(b=steps % SIZE)


@native_rule
def a_slide_up_to_another_value(s):
    to = s.b
    while to > 0 and to - 1 != s.a:
        to -= 1
    yield "slide", s.but(b=to)
