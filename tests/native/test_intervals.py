"""Intervals, narrowing, memberships and packed fields, compared with Python over whole domains."""

from __future__ import annotations

import operator
from itertools import product

import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_rules import run_rules
from same_moves import assert_same_moves, native_moves

from stategraph.errors import TraceError
from stategraph.native.compiled import CompiledRules
from stategraph.native.expressions import is_expr
from stategraph.native.symbols import symbolic_state
from stategraph.native.tracer import RuleTracer
from stategraph.rules import Cells, Lists, One, Puzzle, Set, Table, Tuple
from stategraph.rules.tracing import traced_by
from stategraph.variables import Variables

pytestmark = pytest.mark.usefixtures("interpreted")

# ------------------------------------------------------------------- random expressions, as text

DOMAINS = st.tuples(st.integers(0, 5), st.integers(0, 5)).map(sorted)


@st.composite
def numbers(draw, depth=3):
    """Return the text of an expression over x, y and z that a symbol can compute."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(["x", "y", "z", *map(str, range(-4, 8))]))
    a, b = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    form = draw(st.sampled_from(["+", "-", "-", "*", "neg", "//", "%", "by", "bits"]))
    if form in "+-*":
        return f"({a} {form} {b})"
    if form == "neg":
        return f"(-{a})"
    if form == "bits":
        return f"({a} % {draw(st.integers(1, 9))} {draw(st.sampled_from('&|^'))} {b} % 5)"
    if form == "by":
        return f"({a} {draw(st.sampled_from(['//', '%']))} ({b} % 4 + 1))"
    return f"({a} {form} {draw(st.integers(1, 7))})"


SIGNS = ["<", "<=", ">", ">=", "==", "!="]


@st.composite
def conditions(draw):
    """Return the text of a comparison."""
    return f"{draw(numbers(2))} {draw(st.sampled_from(SIGNS))} {draw(numbers(1))}"


def over(*domains):
    """Return variables x, y and z of given domains, and all states."""
    kinds = {
        name: One(high + 1, least=low) for name, (low, high) in zip("xyz", domains, strict=False)
    }
    variables = Variables(kinds)
    values = product(*(range(low, high + 1) for low, high in domains))
    return variables, [variables.state(dict(zip(kinds, some, strict=True))) for some in values]


def named(state, names="xyz"):
    return {name: state[name] for name in names}


def puzzle_of(variables, start, rule):
    kinds = variables.kinds
    return Puzzle({name: start[name] for name in kinds}, [rule], lambda s: False, **kinds)


@settings(max_examples=examples(300))
@given(st.tuples(DOMAINS, DOMAINS, DOMAINS), numbers())
@example(([0, 5], [2, 4], [0, 0]), "(x - y)")
@example(([3, 5], [0, 4], [0, 0]), "((x - y) % 3)")
@example(([0, 5], [0, 5], [0, 5]), "((x - y) // (z % 4 + 1))")
@example(([1, 3], [2, 5], [0, 0]), "((-x) * (y - 3))")
def test_a_value_lies_in_its_interval_and_equals_that_of_python(domains, text):
    variables, states = over(*domains)
    with traced_by(RuleTracer()):
        value = eval(text, named(symbolic_state(variables)))
    low, high = (value.low, value.high) if is_expr(value) else (value, value)
    assert all(low <= eval(text, named(state)) <= high for state in states)
    source = f"def rule(s):\n    x, y, z = s.x, s.y, s.z\n    yield f'{{{text}}}', s\n"
    rule = run_rules(source, f"<{text}>", {})["rule"]
    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) == len(states)


ALL_DOMAINS = [(low, high) for low in range(4) for high in range(low, 4)]


@pytest.mark.parametrize("sign", ["+", "-", "*", "&", "|", "^"])
@pytest.mark.parametrize("less", [0, 2])
def test_the_interval_of_one_operation_is_exact(sign, less):
    """Intervals of bit operations are wider: they end before a power of two."""
    for one, two in product(ALL_DOMAINS, ALL_DOMAINS):
        variables, states = over(one, two)
        text = f"(x - {less}) {sign} y" if sign in "+-*" else f"x {sign} y"
        with traced_by(RuleTracer()):
            value = eval(text, named(symbolic_state(variables), "xy"))
        met = [eval(text, named(state, "xy")) for state in states]
        bits = (1 << max(one[1], two[1]).bit_length()) - 1
        ends = {"&": (0, min(one[1], two[1])), "|": (0, bits), "^": (0, bits)}
        assert (value.low, value.high) == ends.get(sign, (min(met), max(met)))
        assert value.low <= min(met) <= max(met) <= value.high


@pytest.mark.parametrize("text", ["(x - 2) & y", "y & (x - 2)", "-1 | y", "y ^ -1", "y // x"])
def test_operations_that_have_no_interval_are_refused(text):
    variables, _ = over((0, 3), (0, 3))
    with traced_by(RuleTracer()), pytest.raises(TraceError, match="may be"):
        eval(text, named(symbolic_state(variables), "xy"))


# ------------------------------------------------------------------------------------- narrowing

OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv,
    "%": operator.mod, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "==": operator.eq, "<": operator.lt,
}  # fmt: skip


def worth(value, leaves):
    """Return the value of an expression where the fields have these values, by their numbers."""
    if not is_expr(value):
        return value
    if value.op == "field":
        return leaves[value.number]
    if value.op == "not":
        return not worth(value.args[0], leaves)
    return OPERATORS[value.op](*(worth(arg, leaves) for arg in value.args))


def ways(variables, texts):
    """Trace some conditions.

    Return the bounds of all expressions after each combination of answers, and the fields.
    """
    tracer, met = RuleTracer(), {}
    codes = [compile(text, "<text>", "eval") for text in texts]
    names = "xyz"[: len(variables.kinds)]
    with traced_by(tracer):
        symbols = named(symbolic_state(variables), names)

        def run():
            truths = tuple(bool(eval(code, symbols)) for code in codes)
            made = [e for e in tracer.expressions if e.op not in ("word", "pack")]
            met[truths] = [(e, tracer.bounds(e)) for e in made]

        tracer.explore(run)
    return met, {name: symbols[name].number for name in names}


@settings(max_examples=examples(300))
@given(st.tuples(DOMAINS, DOMAINS, DOMAINS), st.lists(conditions(), min_size=1, max_size=3))
@example(([0, 5], [0, 5], [0, 0]), ["x < y"])
@example(([0, 5], [0, 5], [0, 0]), ["y > x", "y == x + 1"])
@example(([0, 5], [0, 5], [0, 5]), ["x - y < y - z", "x == y"])
def test_bounds_hold_in_all_states_that_give_the_answers(domains, texts):
    variables, states = over(*domains)
    met, fields = ways(variables, texts)
    for state in states:
        values = named(state)
        truths = tuple(eval(text, values.copy()) for text in texts)
        assert truths in met
        leaves = {fields[name]: value for name, value in values.items()}
        for expression, (low, high) in met[truths]:
            assert low <= worth(expression, leaves) <= high, (state, expression.op)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_comparison_narrows_to_exact_bounds(sign):
    """The bounds after an answer are the minimum and maximum over the states that give it."""
    for one, two in product(ALL_DOMAINS, ALL_DOMAINS):
        variables, states = over(one, two)
        met, fields = ways(variables, [f"x {sign} y"])
        for (truth,), known in met.items():
            bounds = {e.number: both for e, both in known}
            there = [s for s in states if eval(f"x {sign} y", named(s, "xy")) == truth]
            if not there or truth == (sign == "!="):  # an inequality narrows little
                continue
            for name, number in fields.items():
                values = [state[name] for state in there]
                assert bounds[number] == (min(values), max(values)), (one, two, truth, name)


@pytest.mark.parametrize(("at", "left"), [(0, (1, 3)), (3, (0, 2)), (1, (0, 3))])
def test_a_value_that_is_not_at_an_end_of_its_domain(at, left):
    variables, _ = over((0, 3))
    met, fields = ways(variables, [f"x == {at}"])
    assert {e.number: both for e, both in met[False,]}[fields["x"]] == left


# ------------------------------------------------------------------------ memberships and look-ups


@settings(max_examples=examples(150))
@given(DOMAINS, st.integers(-8, 8), st.sets(st.integers(-4, 12)))
@example([0, 5], -3, {0, 1})
@example([0, 5], -3, {-2, 4})
@example([0, 5], 4, {0, 5, 7})
@example([0, 5], 0, {0, 4})
@example([0, 5], -1, {0, 5})
@example([0, 5], 0, set())
def test_a_member_of_constant_cells(domain, by, cells):
    variables, states = over(domain)
    constant = Cells(cells)

    def rule(s):
        yield "in" if s.x + by in constant else "out", s

    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) == len(states)


@settings(max_examples=examples(50))
@given(
    st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 3)), st.lists(st.integers(0, 5)))
)
@example({(row, column): [row + 2 * column - 2] for row in range(3) for column in range(1, 4)})
def test_the_items_of_a_list(lists):
    constant = Lists(3, 4, {pair: sorted(set(items)) for pair, items in lists.items()})
    variables, states = over((0, 2), (0, 3), (0, 6))

    def rule(s):
        for item in constant[s.x, s.y]:
            yield f"to {item}", s.but(z=item)
        yield "stay", s

    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) >= len(states)


@pytest.mark.parametrize("n", [1, 5, 63, 64, 65, 128, 130])
@pytest.mark.parametrize("cells", ["none", "all", "ends"])
@pytest.mark.parametrize("outside", [0, 1, 70])
def test_a_member_of_a_set_of_the_state(n, cells, outside):
    """Cells before the first and after the last are looked up too."""
    size = n + 2 * outside
    variables = Variables({"x": One(size), "set": Set(n)})
    content = {"none": [], "all": range(n), "ends": {0, n - 1}}[cells]
    states = [variables.state({"x": x, "set": content}) for x in range(size)]

    def rule(s):
        cell = s.x - outside
        yield "in" if cell in s.set else "out", s.but(set=s.set - cell)
        more = s.set + (s.x % n)
        yield "more" if cell in more else "less", s.but(set=more)
        if cell in s.set:  # this narrows the cell
            yield "first" if cell < 1 else "last" if cell > n - 2 else "between", s

    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) >= 2 * len(states)


@pytest.mark.parametrize("n", [1, 5, 64, 65])
def test_a_cell_outside_is_never_put_into_a_set(n):
    variables = Variables({"x": One(n + 2), "set": Set(n)})
    states = [variables.state({"x": x, "set": []}) for x in range(n + 2)]

    def rule(s):
        yield "add", s.but(set=s.set + (s.x - 1))

    puzzle = puzzle_of(variables, states[1], rule)
    found = native_moves(CompiledRules(puzzle, "successors"), puzzle, states)
    assert [moves is not None for moves in found] == [0 < state.x <= n for state in states]
    assert assert_same_moves(puzzle, states) == n


@settings(max_examples=examples(100))
@given(DOMAINS, st.integers(-8, 3), st.lists(st.integers(-3, 9), min_size=1, max_size=6))
@example([0, 5], -3, [1, 2])
@example([0, 5], 0, [1, 2])
def test_a_look_up_fails_outside_the_table_alone(domain, by, items):
    variables, states = over(domain)
    table = Table(items)

    def rule(s):
        at = s.x + by
        yield f"{table[at]}", s
        yield "first" if at < 1 else "last" if at > len(items) - 2 else "between", s

    puzzle = puzzle_of(variables, states[0], rule)
    found = native_moves(CompiledRules(puzzle, "successors"), puzzle, states)
    inside = [0 <= state.x + by < len(items) for state in states]
    assert [moves is not None for moves in found] == inside
    assert_same_moves(puzzle, states)


# --------------------------------------------------------------------------------- packed fields

KINDS = st.one_of(
    st.builds(One, st.sampled_from([1, 2, 3, 17, 64, 1 << 20, 1 << 40])),
    st.builds(Set, st.sampled_from([1, 9, 31, 63, 64, 65, 130])),
    st.builds(Tuple, st.integers(0, 24), st.sampled_from([1, 2, 3, 8, 300])),
)


def values_of(kind):
    """Return values of a variable, often those at the ends of its domain."""
    items = st.one_of(st.sampled_from([0, kind.n - 1]), st.integers(0, kind.n - 1))
    if isinstance(kind, Tuple):
        return st.lists(items, min_size=kind.length, max_size=kind.length)
    return items if isinstance(kind, One) else st.frozensets(items)


@settings(max_examples=examples(200))
@given(st.data())
def test_changes_of_packed_fields_leave_the_others_alone(data):
    """There are two variables of each kind; one takes the value of the other, or a constant."""
    kinds = {}
    for k, kind in enumerate(data.draw(st.lists(KINDS, min_size=1, max_size=4))):
        kinds[f"a{k}"] = kinds[f"b{k}"] = kind
    variables = Variables(kinds)
    draw_state = st.fixed_dictionaries({name: values_of(kind) for name, kind in kinds.items()})
    states = [variables.state(data.draw(draw_state)) for _ in range(4)]
    moves = []
    for _ in range(3):
        names = data.draw(st.lists(st.sampled_from(sorted(kinds)), min_size=1, unique=True))
        moves.append(
            {
                name: data.draw(st.one_of(values_of(kinds[name]), st.none()), label=name)
                for name in names
            }
        )

    def rule(s):
        for k, changes in enumerate(moves):
            given = {
                name: s["ab"[name[0] == "a"] + name[1:]] if value is None else value
                for name, value in changes.items()
            }
            yield f"{k}", s.but(**given)

    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) == 3 * len(states)


@pytest.mark.parametrize("n", [62, 63, 64])
def test_a_field_of_almost_a_word_and_the_bits_beside_it(n):
    kinds = {"a": Set(n), "b": Set(n), "x": One(2), "y": One(2)}
    variables = Variables(kinds)
    values = product([range(n), [0, n - 1]], [[], [1]], (0, 1), (0, 1))
    states = [variables.state(dict(zip(kinds, some, strict=True))) for some in values]

    def rule(s):
        yield "swap", s.but(a=s.b, b=s.a)
        yield "know", s.but(b={n - 1, 2})
        yield "bits", s.but(x=s.y, y=1 - s.x)

    assert assert_same_moves(puzzle_of(variables, states[0], rule), states) == 3 * len(states)


def test_disjoint_intervals_decide_a_comparison_without_a_branch():
    variables, _ = over((0, 2), (4, 5), (2, 4))
    with traced_by(RuleTracer()):
        state = symbolic_state(variables)
        assert (state.x == state.y) is False
        assert (state.y == state.x) is False
        assert is_expr(state.x == state.z)
        assert is_expr(state.z == state.y)


def test_a_demand_that_no_value_meets_leaves_an_interval_as_it_is():
    variables, _ = over((0, 5))
    tracer = RuleTracer()
    with traced_by(tracer):
        x = symbolic_state(variables).x
        tracer.require(x, 9, 12)
        assert tracer.bounds(x) == (0, 5)
        tracer.require(x, 5, 12)
        assert tracer.bounds(x) == (5, 5)
