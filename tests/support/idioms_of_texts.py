"""Idioms that make or use texts, and look-ups and copies."""

import copy
import enum
import functools
import json
import pickle
import re
from collections import Counter, defaultdict

from idiom_boards import CELLS, LETTERS, SIZE, STOP, STOPS, native, native_rule, plain, plain_rule

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
def f_string_first_in_a_tuple(s):
    return (f"{s.b}", 1) == (f"{STOP}", 1)


@plain
def f_string_in_a_set(s):
    return f"b{s.b}" in {f"b{STOP}"}


@plain
def f_string_in_a_dict(s):
    return {f"{STOP}": True}.get(f"{s.b}", False)


@plain
def format_equals(s):
    return "{}".format(s.b) == str(STOP)  # noqa: UP032


@plain_rule
def format_in_ascii(s):
    if s.b < STOP:
        yield "to{!a}".format(s.b), s.but(b=s.b + 1)  # noqa: UP032


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
    yield from steps_down(s)


def steps_down(s):
    if s.b < SIZE - 1:
        yield f"to{s.b}", s.but(b=s.b + 1)


@native_rule
def label_in_a_list(s):
    return [(f"to{k}{s.b}", s.but(b=s.b + 1)) for k in range(2) if s.b < SIZE - 1]


@plain_rule
def label_looked_at_by_the_caller(s):
    for name, new in steps_down(s):
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
