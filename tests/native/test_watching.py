"""Which levels share what was traced: those that answer all that the rules ask while traced."""

import numpy as np
import pytest

from stategraph.errors import TraceError
from stategraph.expand import expand
from stategraph.native.shapes import Shapes
from stategraph.rules import Cells, Grid, Lists, One, Puzzle, Set, Table, each

CELLS = 6


class Level:
    """What a rule may close over."""

    def __init__(self, step, ends=(5,), number=1, names=("on", "off"), rows=((1,),)):
        self.step, self.ends, self.number = Table(step, within=(-1, CELLS - 1)), Cells(ends), number
        self.names, self.by_name = list(names), {"first": Table(step, within=(-1, CELLS - 1))}
        self.lists = Lists(CELLS, 1, {(k, 0): row for k, row in enumerate(rows)})

    def after(self, cell):
        """Return the cell after one: a method that reads an attribute."""
        return self.step[cell]


def looks_up(s, level):
    if (to := level.step[s.at]) >= 0:
        yield level.names[0], s.but(at=to)


def asks_a_method(s, level):
    if (to := level.after(s.at)) >= 0:
        yield "on", s.but(at=to)


def reads_an_item(s, level):
    if level.step[2] == 3 and (to := level.step[s.at]) >= 0:
        yield "on", s.but(at=to)


def reads_a_number(s, level):
    if level.number and (to := level.by_name["first"][s.at]) >= 0:
        yield "on", s.but(at=to)


def goes_over_cells(s, level):
    for cell in level.ends:
        if s.at != cell and (to := level.step[s.at]) >= 0:
            yield f"past {cell}", s.but(at=to)


def goes_over_a_list(s, level):
    for to in level.lists[s.at, 0]:
        yield f"to {to}", s.but(at=to)


def asks_for_cells(s, level):
    for name in each(level.names):
        if s.at not in level.ends and (to := level.step[s.at]) >= 0:
            yield name, s.but(at=to)


def asks_for_a_cell_below_zero(s, level):
    if s.at - 1 in level.ends and (to := level.step[s.at]) >= 0:
        yield "on", s.but(at=to)


def puzzle_of(rule, level):
    return Puzzle(
        dict(at=0), [lambda s: rule(s, level)], lambda s: s.at in level.ends, at=One(CELLS)
    )


ROUND, BACK = [1, 2, 3, 4, 5, 0], [2, 0, 1, 5, 3, 4]


@pytest.mark.parametrize(
    "rule, other, shared",
    [
        (looks_up, dict(step=BACK), True),
        (looks_up, dict(step=BACK, ends=(1, 4)), True),
        (looks_up, dict(step=BACK, number=9), True),  # which it does not ask for
        (looks_up, dict(step=BACK, names=("x", "off")), False),
        (asks_a_method, dict(step=BACK), True),
        (reads_an_item, dict(step=BACK), False),
        (reads_a_number, dict(step=BACK), True),
        (reads_a_number, dict(step=BACK, number=0), False),
        (reads_a_number, dict(step=BACK, number=True), False),  # another type is another answer
        (goes_over_cells, dict(step=BACK), True),
        (goes_over_cells, dict(step=BACK, ends=(4,)), False),
        (goes_over_a_list, dict(step=BACK), True),
        (goes_over_a_list, dict(step=BACK, rows=((2,),)), False),
        (asks_for_cells, dict(step=BACK, ends=(0, 2, 4)), True),
        (asks_for_cells, dict(step=BACK, names=("on", "of")), False),
        (asks_for_a_cell_below_zero, dict(step=BACK, ends=(0, 2)), True),
        (asks_for_a_cell_below_zero, dict(step=BACK, ends=(-1, 2)), False),
    ],
)
def test_levels_share_rules_where_these_ask_nothing_that_tells_them_apart(rule, other, shared):
    shapes = Shapes()
    shapes.make(puzzle_of(rule, Level(ROUND)))
    puzzle = puzzle_of(rule, Level(**other))
    found = shapes.find(puzzle)
    assert (found is not None) == shared
    if found:
        made = Shapes().make(puzzle).program
        assert found.program.labels.size == made.labels.size
        assert found.program.text == made.text
        assert np.array_equal(found.program.constants, made.constants)
        assert all(map(np.array_equal, found.program.tables, made.tables))


class Pair:
    def __init__(self, one, two):
        self.one, self.two = one, two


def test_two_names_for_one_table_are_two_where_there_are_two():
    def puzzle(one, two):
        level = Pair(one, two)

        def rule(s):
            if level.one[s.at] == level.two[s.at]:
                yield "on", s.but(at=level.one[s.at])

        return Puzzle(dict(at=0), [rule], lambda s: s.at == 5, at=One(CELLS))

    same, shapes = Table(ROUND), Shapes()
    shapes.make(puzzle(same, same))
    assert shapes.find(puzzle(same, same)) and not shapes.find(puzzle(Table(BACK), Table(ROUND)))


def test_another_rule_or_another_domain_is_another_shape():
    shapes = Shapes()
    shapes.make(puzzle_of(looks_up, Level(ROUND)))
    assert shapes.find(puzzle_of(looks_up, Level(BACK)))
    assert not shapes.find(puzzle_of(asks_a_method, Level(BACK)))
    level = Level(BACK)
    larger = Puzzle(dict(at=0), [lambda s: looks_up(s, level)], lambda s: False, at=One(CELLS + 1))
    assert not shapes.find(larger)


def test_what_cannot_be_watched_is_compiled_all_the_same():
    numbers = np.array(ROUND)  # of a class that is not written in Python

    def rule(s):
        for k in each(range(CELLS)):
            if s.at == k:
                yield "on", s.but(at=int(numbers[k]))

    puzzle = Puzzle(dict(at=0), [rule], lambda s: s.at == 5, at=One(CELLS))
    shapes = Shapes()
    assert shapes.make(puzzle).program.most == CELLS and shapes.find(puzzle) is None


class Slotted:
    __slots__ = ("step",)


class Computed:
    def __getattr__(self, name):
        raise AttributeError(name)


class Heir(Computed):
    pass


class Kind(type):
    pass


class OfAKind(metaclass=Kind):
    pass


@pytest.mark.parametrize("kind", [Slotted, Computed, Heir, OfAKind])
def test_instances_of_unusual_classes_are_not_watched(kind):
    def puzzle(step):
        level = kind()
        level.step = Table(step, within=(-1, CELLS - 1))
        return puzzle_of(looks_at_steps, level)

    def looks_at_steps(s, level):
        if (to := level.step[s.at]) >= 0:
            yield "on", s.but(at=to)

    shapes = Shapes()
    for step in (ROUND, BACK):
        wins = Puzzle(dict(at=0), puzzle(step).rules, lambda s: s.at == 5, at=One(CELLS))
        assert shapes.make(wins).program.most == 1
        assert shapes.find(wins) is None


def test_rules_that_were_refused_are_not_traced_again():
    shapes, fine = Shapes(), puzzle_of(looks_up, Level(ROUND))
    other = Puzzle(dict(at=0), [lambda s: {s.at: ()}[0]], lambda s: False, at=One(CELLS))
    assert all(map(shapes.traceable, (fine, other)))
    with pytest.raises(TraceError):
        shapes.make(other)
    assert shapes.traceable(fine)
    assert not shapes.traceable(other)


@pytest.mark.parametrize("cells", [6, 90])
@pytest.mark.parametrize("homes", [(), (0, 1), (3, 5), (5, 63, 64, 89)])
def test_a_set_is_asked_whether_all_of_it_is_among_constant_cells(cells, homes):
    board = Grid([" " * cells], "%")
    home = Cells(homes)

    def rule(s):
        if s.at < 5:
            to = board.step["R"][s.at]
            yield "on", s.but(at=to, left=s.left - s.at + to)

    puzzle = Puzzle(
        dict(at=0, left=[0, 3]), [rule], lambda s: s.left <= home, at=One(board), left=Set(board)
    )
    plain, native = (expand(puzzle, engine=engine) for engine in ("direct", "native"))
    assert (plain.goal, len(plain)) == (native.goal, len(native))
