"""Idioms that ask for the kind of a value, and errors around values."""

import functools
import operator
from types import SimpleNamespace

from idiom_boards import LETTERS, SIZE, STOP, native, plain

from stategraph.rules import Table

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
    """An object with methods that a rule may call."""

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
    """An object whose operators ask for the kind of a value."""

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
