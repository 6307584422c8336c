"""Idioms of order, sums, conditions, match, and of sets and tuples of the state."""

import dataclasses
import functools
import math
import operator
from collections import namedtuple

from idiom_boards import SIZE, STOP, native, plain

from stategraph.rules import Table

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
def condition_as_an_index(s):
    return _NO_YES[s.b == STOP] == 1


_NO_YES = Table([0, 1])


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
