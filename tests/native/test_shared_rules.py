"""Levels that share compiled rules: those whose declared constants have the same shape."""

import copy
from random import Random

import numpy as np
import pytest
from effort import sampled

from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.errors import RuleError, TraceError
from stategraph.expand import expand
from stategraph.native import level_proxies
from stategraph.native.level_proxies import tables_of
from stategraph.native.shared_rules import SharedRules
from stategraph.rules import Cells, Grid, LevelRules, One, Puzzle, Set, Table, each

CELLS = 6
ROUND, BACK = [1, 2, 3, 4, 5, 0], [2, 0, 1, 5, 3, 4]
ALL = (0, CELLS - 1)


def puzzle_of(make, *constants):
    return Puzzle(dict(at=0), LevelRules(make, *constants), at=One(CELLS))


def moving(step, ends, label, past):
    def move(s):
        if s.at not in past:
            yield label, s.but(at=step[s.at])

    return [move], lambda s: s.at in ends


def looks_up(step):
    def move(s):
        yield "on", s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


def reads_an_item(step):
    def move(s):
        if step[2] == 3:
            yield "on", s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


def reads_an_item_first(step):
    first = step[2]

    def move(s):
        if first == 3:
            yield "on", s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


def counts_items(step):
    def move(s):
        yield f"of {len(step)}", s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


def hides_an_error(step):
    try:
        label = str(step[0])
    except Exception:
        label = "none"

    def move(s):
        yield label, s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


def reaches(ends):
    def move(s):
        if s.at not in ends:
            yield "on", s.but(at=(s.at + 1) % CELLS)

    return [move], lambda s: s.at == 3


def asks_below_zero(ends):
    def move(s):
        if s.at - 1 in ends:
            yield "on", s.but(at=(s.at + 1) % CELLS)

    return [move], lambda s: s.at == 3


def goes_over_cells(ends):
    def move(s):
        for cell in ends:
            if s.at != cell:
                yield f"to {cell}", s.but(at=cell)

    return [move], lambda s: s.at == 3


def goes_over_a_copy(ends):
    return goes_over_cells(set(ends))


def asks_for_any_cell(ends):
    def move(s):
        if ends:
            yield "on", s.but(at=(s.at + 1) % CELLS)

    return [move], lambda s: s.at == 3


def compares_cells(ends):
    some = ends == frozenset({1})

    def move(s):
        yield f"{some}", s.but(at=(s.at + 1) % CELLS)

    return [move], lambda s: s.at == 3


def names(labels):
    def move(s):
        for label in each(labels):
            yield label, s.but(at=(s.at + 1) % CELLS)

    return [move], lambda s: s.at == 3


def walks(board):
    def move(s):
        for way, to in board.around(s.at):
            yield way, s.but(at=to)

    return [move], lambda s: s.at == 3


def measures(board):
    def move(s):
        if board.width > 3:
            for way, to in board.around(s.at):
                yield way, s.but(at=to)

    return [move], lambda s: s.at == 3


def finds(board):
    ends = board.find("x")

    def move(s):
        if s.at in ends:
            for way, to in board.around(s.at):
                yield way, s.but(at=to)

    return [move], lambda s: s.at == 3


def compares_tables(one, two):
    def move(s):
        if one[s.at] == two[s.at]:
            yield "on", s.but(at=one[s.at])

    return [move], lambda s: s.at == 5


TABLES = Table(ROUND), Table(BACK)
SAME = Table(ROUND), Table(BACK)
WIDE, HIGH = Grid(["x....."], "#"), Grid(["..", "x.", ".."], "#")
STUCK = Grid(["...", "#..", ".##"], "#")


@pytest.mark.parametrize(
    "make, one, other, shared",
    [
        (looks_up, TABLES[:1], TABLES[1:], True),
        (looks_up, TABLES[:1], (Table([1, 1, 1, 1, 1, 0]),), False),  # another interval
        (looks_up, TABLES[:1], (Table([1, 1, 1, 1, 1, 0], within=ALL),), True),
        (counts_items, TABLES[:1], TABLES[1:], True),
        (reads_an_item, TABLES[:1], TABLES[1:], False),
        (reads_an_item_first, TABLES[:1], TABLES[1:], False),
        (hides_an_error, TABLES[:1], TABLES[1:], False),
        (reaches, (Cells([1]),), (Cells([2, 4]),), True),
        (reaches, (Cells([1]),), (Cells(),), True),
        (asks_below_zero, (Cells([1]),), (Cells([0, 4]),), True),
        (asks_below_zero, (Cells([1]),), (Cells([-1, 4]),), False),
        (goes_over_cells, (Cells([1]),), (Cells([4]),), False),
        (goes_over_a_copy, (Cells([1]),), (Cells([4]),), False),
        (asks_for_any_cell, (Cells([1]),), (Cells(),), False),
        (compares_cells, (Cells([1]),), (Cells([2]),), False),
        (names, (("a", "b"),), (("a", "b"),), True),
        (names, (("a", "b"),), (("a", "c"),), False),
        (names, (("a", "b"),), (("a",),), False),
        (moving, (TABLES[0], Cells([1]), "on", ()), (TABLES[1], Cells([4]), "on", ()), True),
        (moving, (TABLES[0], Cells([1]), "on", ()), (TABLES[1], Cells([4]), "off", ()), False),
        (moving, (TABLES[0], Cells([1]), "on", (1,)), (TABLES[1], Cells([4]), "on", (2,)), False),
        (walks, (WIDE,), (HIGH,), True),
        (walks, (WIDE,), (STUCK,), True),
        (measures, (WIDE,), (HIGH,), False),
        (finds, (WIDE,), (HIGH,), False),
        (compares_tables, TABLES, SAME, True),
        (compares_tables, TABLES[:1] * 2, TABLES[1:] * 2, True),
        (compares_tables, TABLES[:1] * 2, TABLES, False),
    ],
)
def test_levels_share_rules_where_these_depend_on_the_shape_alone(make, one, other, shared):
    rules = SharedRules()
    rules.make(puzzle_of(make, *one))
    puzzle = puzzle_of(make, *other)
    found = rules.find(puzzle)
    assert (found is not None) == shared
    if found:
        made = SharedRules().make(puzzle).program
        assert found.program.labels.size == made.labels.size
        assert found.program.text == made.text
        assert np.array_equal(found.program.constants, made.constants)
        assert all(map(np.array_equal, found.program.tables, made.tables))


def test_another_function_or_another_domain_shares_nothing():
    rules = SharedRules()
    rules.make(puzzle_of(looks_up, Table(ROUND)))
    assert rules.find(puzzle_of(looks_up, Table(BACK)))
    assert not rules.find(puzzle_of(counts_items, Table(BACK)))
    larger = Puzzle(dict(at=0), LevelRules(looks_up, Table(BACK)), at=One(CELLS + 1))
    assert not rules.find(larger)
    puzzle = puzzle_of(looks_up, Table(BACK))
    assert not rules.find(puzzle.ruled([lambda s: iter(())], puzzle.goal))


LIMIT, SEEN = 3, [3]


def reads_globals(step):
    def move(s):
        if s.at != LIMIT and s.at != SEEN[0]:
            yield "on", s.but(at=step[s.at])

    return [move], lambda s: s.at == 5


@pytest.mark.parametrize("change", ["LIMIT = 4", "SEEN[0] = 4", "SEEN = [4]"])
def test_a_global_that_changes_ends_the_sharing(change, monkeypatch):
    monkeypatch.setitem(globals(), "LIMIT", 3)
    monkeypatch.setitem(globals(), "SEEN", [3])
    rules = SharedRules()
    rules.make(puzzle_of(reads_globals, Table(ROUND)))
    assert rules.find(puzzle_of(reads_globals, Table(BACK)))
    exec(change, globals())
    assert not rules.find(puzzle_of(reads_globals, Table(BACK)))


class Board(Grid):
    """A board that knows whether it is wide, which a proxy does not."""

    def __init__(self, rows):
        super().__init__(rows, "#")
        self.wide = self.width > 3


class Truth(Board):
    def __bool__(self):
        return self.wide


class Mixin:
    def __len__(self):
        return self.width > 3


class Mixed(Board, Mixin):
    pass


class Walk(Board):
    def around(self, cell):
        return super().around(cell) if self.wide else iter(())


def asks_an_attribute(board):
    def move(s):
        if getattr(board, "wide", True):
            for way, to in board.around(s.at):
                yield way, s.but(at=to)

    return [move], lambda s: s.at == 3


def test_an_attribute_of_a_board_is_no_part_of_its_shape():
    rules, rows = SharedRules(), (["x....."], ["..", "x.", ".."])
    assert rules.make(puzzle_of(asks_an_attribute, Board(rows[0]))).program.most == 4
    assert rules.find(puzzle_of(asks_an_attribute, Board(rows[1]))) is None


@pytest.mark.parametrize(
    "constant", [Truth(["..."]), Mixed(["..."]), Walk(["..."]), [1], {1: 2}, 0.5, object()]
)
def test_a_constant_without_a_shape_is_refused(constant):
    with pytest.raises(RuleError, match="a constant of the rules is a"):
        LevelRules(walks, constant)
    with pytest.raises(RuleError, match="a constant of the rules is a"):
        LevelRules(walks, (1, constant))


def test_a_function_that_knows_more_than_its_arguments_is_refused():
    step = Table(ROUND)
    for make in (lambda: looks_up(step), lambda step=step: looks_up(step), looks_up.__call__):
        with pytest.raises(RuleError, match="closure"):
            LevelRules(make)


def test_rules_that_were_refused_are_not_traced_again():
    shapes, fine = SharedRules(), puzzle_of(looks_up, Table(ROUND))
    other = Puzzle(dict(at=0), [lambda s: {s.at: ()}[0]], lambda s: False, at=One(CELLS))
    assert all(map(shapes.traceable, (fine, other)))
    with pytest.raises(TraceError):
        shapes.make(other)
    assert shapes.traceable(fine)
    assert not shapes.traceable(other)


# Questions that depend on the shape of the declared constants alone, and others.
SYMBOLIC = [
    "step[s.at] == {k}",
    "s.at in ends",
    "number == s.at",
    "number > {k}",
    "words[0] == 'a'",
    "board.step['R'][s.at] == {k}",
    "len(step) > s.at",
]
READS = [
    *SYMBOLIC,
    "step[{k}] > 2",
    "sum(step.flat) > 14",
    "step.flat[{k}] == s.at",
    "{k} in ends",
    "len(ends) > 1",
    "bool(ends & frozenset([{k}]))",
    "ends >= frozenset([{k}])",
    "max(ends, default=0) > s.at",
    "set(ends) == {{{k}}}",
    "board.step['R'][{k}] >= 0",
    "len(board.places) > {k} + number",
    "board.lines[0] > '.'",
    "getattr(board, 'height', 0) > 1",
    "LIMIT == s.at",
    "SEEN[0] > {k}",
]

RULES = """
def made(step, ends, number, words, board):
    early = {early}

    def move(s):
        if {one} or {other}:
            yield words[0], s.but(at=step[s.at])
        elif early:
            yield "late", s.but(at=0)

    return [move], lambda s: s.at == 5 and {goal}
"""


def random_rules(random):
    """Return the function of some rules, whose source the tracer can read."""
    texts = [random.choice(SYMBOLIC) for _ in range(3)]
    texts[random.randrange(3)] = random.choice(READS)
    one, other, goal = (text.format(k=random.randrange(CELLS)) for text in texts)
    early = random.choice([text for text in (one, other, "number") if "s.at" not in text])
    known = {"LIMIT": 3, "SEEN": [3]}
    exec(RULES.format(early=early, one=one, other=other, goal=goal), known)
    return known["made"]


def random_constants(random):
    rows = random.choice([["......"], ["..", "..", ".."], ["...", "..."], ["x.", ".#", "...#"]])
    return (
        Table([random.randrange(CELLS) for _ in range(CELLS)], within=ALL),
        Cells(random.sample(range(CELLS), random.randrange(3))),
        random.randrange(2),
        (random.choice("ab"),),
        Grid(rows, "#"),
    )


@pytest.mark.parametrize("seed", sampled(range(60), 15))
def test_random_families_share_no_wrong_graph(seed, interpreted):
    """No spot check is made here: the shared rules alone must be right."""
    random, rules, budget = Random(seed), SharedRules(), Budget(Limits(), None)
    make = random_rules(random)
    for _ in range(12):
        if random.random() < 0.2:  # a family that hides a constant in its module
            make.__globals__["LIMIT"] = random.randrange(CELLS)
        if random.random() < 0.2:
            make.__globals__["SEEN"][0] = random.randrange(CELLS)
        puzzle = puzzle_of(make, *random_constants(random))
        if puzzle.is_goal(puzzle.start):
            continue
        try:
            found = rules.find(puzzle) or rules.make(puzzle)
        except TraceError:
            return
        native = Native(puzzle, found).expand(budget)
        plain = expand(puzzle, engine="direct")
        assert (native.goal, len(native)) == (plain.goal, len(plain))
        for node in range(len(plain)):
            assert native.state(node) == plain.state(node)
            assert native.moves(node) == plain.moves(node)


def test_random_families_do_share():
    found = 0
    for seed in range(60):
        random, rules = Random(seed), SharedRules()
        make = random_rules(random)
        for _ in range(12):
            puzzle = puzzle_of(make, *random_constants(random))
            try:
                shared = rules.find(puzzle)
                found += shared is not None
                shared or rules.make(puzzle)
            except TraceError:
                break
    assert found > 40


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


class Room(Grid):
    """A named subclass of a grid, as families have them."""


def test_a_copy_of_a_grid_does_not_forbid_its_kind():
    room = Room(["P."], "%")
    copy.copy(room)  # leaves a special name in the class

    graph = expand(Puzzle(dict(at=0), LevelRules(_stepping, room), at=One(room)))
    assert (len(graph), graph.goal) == (2, 1)


def _stepping(board):
    def rule(s):
        for direction, to in board.around(s.at):
            yield direction, s.but(at=to)

    return [rule], lambda s: s.at == 1


def test_the_numbers_of_a_level_go_where_their_table_has_them():
    tables = np.arange(6), np.arange(3)
    made = tables_of(tables, [[7, 8], [5]], [(0, 3, (0, list, ())), (0, 0, (1, list, ()))])
    assert [table.tolist() for table in made] == [[5, 1, 2, 7, 8, 5], [0, 1, 2]]
    assert tables[0].tolist() == list(range(6))


@pytest.mark.parametrize("most, shared", [(CELLS, True), (CELLS - 1, False)])
def test_cells_tested_for_large_numbers_do_not_become_a_table(monkeypatch, most, shared):
    monkeypatch.setattr(level_proxies, "MAX_CELLS", most)
    rules = SharedRules()
    rules.make(puzzle_of(reaches, Cells([1])))
    assert (rules.find(puzzle_of(reaches, Cells([2]))) is not None) == shared
