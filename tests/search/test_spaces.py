"""Spaces and dives hold exactly the states within their bound, in Python and compiled."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from random_levels import MAKERS, random_level
from toys import counter

from stategraph.analysis import moves_from_start, shortest
from stategraph.engines.limits import MET, Budget, Limits, Reason, Stop
from stategraph.errors import TraceError
from stategraph.expand import expand
from stategraph.rules import NO_FAMILY, Family, One, Puzzle, Set, each
from stategraph.search import compiled_states
from stategraph.search import run as searching
from stategraph.search.astar import astar
from stategraph.search.bounds import Bounds
from stategraph.search.compiled_states import CompiledEngine, _walker_field
from stategraph.search.custom_search import zero_heuristic
from stategraph.search.ida import ida, within
from stategraph.search.python_states import PlainEngine
from stategraph.search.solve import solve
from stategraph.search.state_space import NEVER

# The size of levels whose states are all compared.
SMALL = 200


@pytest.fixture(params=["direct", "native"])
def make(request):
    """Return the engine of plain rules, or of compiled ones, which are interpreted here."""
    if request.param == "native":
        request.getfixturevalue("interpreted")
    return SimpleNamespace(
        name=request.param, engine={"direct": PlainEngine, "native": CompiledEngine}[request.param]
    )


def small_levels(most):
    """Yield some small random levels of each family: the family, the puzzle and its graph."""
    for name in MAKERS:
        found, number = 0, 0
        while found < most:
            family, puzzle = random_level(name, number)
            number += 1
            graph = expand(puzzle, Limits(states=SMALL), engine="direct")
            if graph.complete and len(graph) > 4:
                found += 1
                yield family, puzzle, graph


# ------------------------------------------------------------------------------------- spaces


def expanded(space, bound):
    """Expand all states within a bound; return the least bound that adds states."""
    waiting, further = [0], NEVER
    while waiting:
        node = np.array([waiting.pop(0)], np.int32)
        for changed, least, done, again, full in space.expand(node, bound, 10**6):
            assert not full
            assert (least <= bound).all()
            waiting += changed.tolist()
            further = min([further, *again.tolist()])
            assert len(done) == len(again)
    return further


def test_a_space_keeps_the_states_within_its_bound(make):
    for _, puzzle, graph in small_levels(2):
        length = shortest(graph)
        far = {
            graph.state(node): moves
            for node, moves in enumerate(moves_from_start(graph).tolist())
            if node != graph.goal
        }
        last = max(far.values()) if length is None else length - 1
        for bound in {0, 1, last // 2, last}:
            if bound > last:
                continue
            space = make.engine().space(puzzle, zero_heuristic)
            further = expanded(space, bound)
            lines = [space.line(node) for node in range(len(space))]
            assert {line[-1]: len(line) - 1 for line in lines} == {
                state: moves for state, moves in far.items() if moves <= bound
            }
            assert space.best == (length if length == bound + 1 else NEVER)
            edge = [state for state, moves in far.items() if moves == bound]
            on = any(not puzzle.is_goal(to) for state in edge for _, to in puzzle.moves(state))
            if bound + 1 != length:  # else the order of the states matters
                assert further == (bound + 1 if on else NEVER)
            if make.name == "direct":
                assert space.looked == len(space)


def test_of_all_moves_of_a_walker_those_are_kept_that_change_something_else(make):
    for _, puzzle, graph in small_levels(2):
        if puzzle.walker is None or shortest(graph) is not None:
            continue
        space = make.engine().space(puzzle, zero_heuristic, puzzle.walker)
        assert expanded(space, NEVER - 1) == NEVER
        rest = puzzle.variables.position
        others = [name for name in rest if name != puzzle.walker]
        kept = [space.line(node)[-1] for node in range(len(space))]
        assert len(set(kept)) == len(kept)
        reached = {tuple(graph.state(node)[name] for name in others) for node in graph}
        assert {tuple(state[name] for name in others) for state in kept} == reached


@pytest.mark.parametrize("before", [0, 7, 50, 59, 60])
def test_the_walker_is_found_in_the_bits_of_a_state(before):
    """Also if the actor has the highest bits of a word, which is then negative."""
    variables = Puzzle(
        dict(blocks=(), who=0), [], lambda s: False, blocks=Set(before or 1), who=One(16)
    ).variables
    still, (word, shift, mask), cells = _walker_field(variables, "who")
    assert cells == 16
    for blocks in ((), range(0, before, 2)):
        for who in range(16):
            row = np.array(variables.pack(variables.state(dict(blocks=blocks, who=who))), np.int64)
            at_0 = np.array(variables.pack(variables.state(dict(blocks=blocks, who=0))), np.int64)
            assert (row[word] >> shift) & mask == who
            assert ((row & still) == (at_0 & still)).all()
            assert (at_0 & still == at_0).all()


def test_only_states_that_were_expanded_are_compared_with_plain_rules(interpreted):
    def rule(s):
        if s.n == 0:
            yield "on", s.but(n=1)
        if s.n == 1:
            yield "astray", s.but(n=3)
            yield "home", s.but(n=2)
        if s.n == 3:
            yield "out", s.but(n=9)

    puzzle = Puzzle(dict(n=0), [rule], lambda s: s.n == 2, n=One(4))
    space = CompiledEngine().space(puzzle, zero_heuristic)
    assert astar(space, Budget(Limits())) is None
    assert (space.best, len(space)) == (2, 3)
    space.check()  # the rule fails in the third, which no solution needs
    checked = []
    space._rules.check = checked.append
    space.check()
    assert {state.n for state in checked} == {0, 1}


# ------------------------------------------------------------------------------------- dives


def literal_dive(puzzle, guess, bound):
    """Return the number of states of a depth-first search, its solution and the next bound."""
    met, stack, looked, further = {}, [[puzzle.start]], 0, NEVER
    while stack:
        way = stack.pop()
        looked, made = looked + 1, len(way)
        moves = sorted(puzzle.moves(way[-1]), key=lambda move: move[0], reverse=True)
        if made <= bound and any(puzzle.is_goal(new) for _, new in moves):
            return looked, way, further
        for _, new in moves:
            left = 0 if puzzle.is_goal(new) else guess(new)
            if left >= NEVER:
                continue
            if made + left > bound:
                further = min(further, made + left)
            elif made < met.get(new, NEVER):
                met[new] = made
                stack.append([*way, new])
    return looked, None, further


def test_a_dive_looks_at_what_its_definition_says(make):
    for family, puzzle, _ in small_levels(2):
        guesses = [zero_heuristic]
        guesses += [family.heuristics[name](puzzle) for name in family.admissible]
        for guess in guesses:
            try:
                dives = make.engine().dives(puzzle, guess, 1 << 16)
            except TraceError:  # the heuristic cannot be compiled
                continue
            looked = 0
            for bound in range(7):
                *_, (over, line, further) = dives.dive(bound)
                count, way, least = literal_dive(puzzle, guess, bound)
                looked += count
                assert (over, line, further) == (True, way, least)
                assert dives.looked == looked


def test_each_round_of_ida_is_counted(make):
    # within 0 moves 1 state, within 1 two, within 2 three, within 3 three: the third sees the goal
    assert solve(counter(3), "ida", engine=make.name).states_seen == 1 + 2 + 3 + 3


def test_a_dive_stops_soon_after_its_limit(make, monkeypatch):
    monkeypatch.setattr(compiled_states, "STATES_PER_DIVE_CHECK", 5)
    monkeypatch.setattr("stategraph.search.python_states.STATES_PER_CHECK", 1)

    def rule(s):
        for k in range(3):
            yield f"{k}", s.but(n=(3 * s.n + k) % 997)

    puzzle = Puzzle(dict(n=1), [rule], lambda s: False, n=One(997))
    found = solve(puzzle, "ida", Limits(states=100), engine=make.name)
    assert found.why == "limit of 100 states"
    assert 100 < found.states_seen <= 105


def test_the_first_within_a_bound_is_given_up_after_so_many_states(monkeypatch):
    monkeypatch.setattr("stategraph.search.python_states.STATES_PER_CHECK", 1)
    shown = []
    budget = Budget(Limits(), lambda *counts: shown.append(counts))
    line, stopped = within(PlainEngine().dives(counter(9), zero_heuristic, 64), 9, 100, budget)
    assert ([state.n for state in line], stopped) == (list(range(9)), None)
    assert within(PlainEngine().dives(counter(9), zero_heuristic, 64), 8, 100, budget) == (
        None,
        None,
    )
    line, stopped = within(PlainEngine().dives(counter(9), zero_heuristic, 64), 9, 4, budget)
    assert (line, stopped) == (None, Stop(Reason.STATES, 4))
    assert {moves for _, moves in shown} == {0}
    assert max(states for states, _ in shown) == 8


# -------------------------------------------------------------------- bounds and progress


def test_a_search_stops_once_what_is_known_is_proven():
    for _, puzzle, graph in small_levels(3):
        length = shortest(graph)
        if not length:
            continue
        told, budget = Bounds(), Budget(Limits())
        told.offer(["?"] * length)
        dives = PlainEngine().dives(puzzle, zero_heuristic, 1 << 16)
        assert ida(dives, budget, bounds=told) == (None, MET)
        assert told.at_least == length
        space = PlainEngine().space(puzzle, zero_heuristic)
        assert astar(space, budget, bounds=told) == MET
        assert space.looked == 1


@pytest.mark.long
def test_each_search_proves_one_move_after_the_other(make):
    tried = 0
    for family, puzzle, graph in small_levels(3):
        length = shortest(graph)
        if not length:
            continue
        chosen = {"ida": NO_FAMILY}
        if puzzle.walker is None:  # otherwise one edge is a walk of several moves
            chosen["astar"] = NO_FAMILY
        if family.backward(puzzle) is not None:
            chosen["bidirectional"] = family
        for search, known in chosen.items():
            told = []
            tell = lambda *bounds, told=told: told.append(bounds)  # noqa: E731
            solve(puzzle, search, engine=make.name, family=known, tell=tell)
            assert told == [*((None, k + 1) for k in range(length)), (length, length)], search
            tried += 1
    assert tried > 12


def test_progress_counts_up_to_the_states_seen(make, monkeypatch):
    monkeypatch.setattr(searching, "_first_of", lambda *given: None)
    for family, puzzle, _ in small_levels(2):
        for search in ("astar", "ida", "bidirectional"):
            if search == "bidirectional" and family.backward(puzzle) is None:
                continue
            shown = []
            progress = lambda *counts, shown=shown: shown.append(counts)  # noqa: E731
            limits = Limits(states=2_000)
            found = solve(
                puzzle, search, limits, engine=make.name, family=family, progress=progress
            )
            states = [one for one, _ in shown]
            if make.name == "direct":
                assert states == sorted(states)
            assert all(0 <= one <= max(found.states_seen, SMALL) for one in states)
            assert all(moves == 0 for _, moves in shown)


def literal_from_both_ends(puzzle, goals, back):
    """Return the states of both sides; the smaller frontier grows, that of the goals first.

    The side of the start does not store winning states.
    """
    kept = [{puzzle.start}, set(goals)]
    edges, turn = [[puzzle.start], list(goals)], 1
    while edges[0] and edges[1]:
        side, new = (puzzle, back)[turn], []
        for state in edges[turn]:
            for _, to in side.moves(state):
                if to not in kept[turn] and not side.is_goal(to):
                    kept[turn].add(to)
                    new.append(to)
        edges[turn] = new
        if set(edges[0]) & set(edges[1]):
            break
        turn = 1 if len(edges[1]) < len(edges[0]) else 0
    return len(kept[0]) + len(kept[1])


def test_from_both_ends_the_smaller_side_grows(make):
    for family, puzzle, _ in small_levels(3):
        if family.backward(puzzle) is None or puzzle.is_goal(puzzle.start):
            continue
        found = solve(puzzle, "bidirectional", engine=make.name, family=family)
        goals, back = family.backward(puzzle)
        assert found.states_seen == literal_from_both_ends(puzzle, goals, back)


@pytest.mark.parametrize("narrow", ["goals", "start"])
def test_a_side_that_stays_narrow_grows_all_the_way(make, narrow):
    """One side is a tree of three branches; the other is the path from a leaf to the root."""

    def down(s):
        if s.n < 121:
            for k in (1, 2, 3):
                yield f"{k}", s.but(n=3 * s.n + k)

    def up(s):
        if s.n > 0:
            yield "u", s.but(n=(s.n - 1) // 3)

    root, leaf, cells = dict(n=0), dict(n=200), One(364)
    if narrow == "goals":
        puzzle = Puzzle(root, [down], lambda s: s.n == 200, n=cells)
        back = Puzzle(leaf, [up], lambda s: False, n=cells)
    else:
        puzzle = Puzzle(leaf, [up], lambda s: s.n == 0, n=cells)
        back = Puzzle(root, [down], lambda s: False, n=cells)

    class Both(Family):
        name = "both"

        def read(self, text, options):
            raise NotImplementedError

        def backward(self, puzzle):
            return [back.start], back

    found = solve(puzzle, "bidirectional", engine=make.name, family=Both())
    assert found.length == 5
    assert found.states_seen == literal_from_both_ends(puzzle, [back.start], back)
    assert found.states_seen < 30  # the tree has 364


# ------------------------------------------------------------------------- searches in turns


@pytest.mark.parametrize(
    ("names", "tired", "asked"),
    [
        (("a",), 0, [("a", searching.MAX_NODES)]),
        (("a", "b"), 0, [("a", searching.FIRST_TURN_STATES)]),
        (("a", "b"), 1, [("a", searching.FIRST_TURN_STATES), ("b", searching.FIRST_TURN_STATES)]),
        (
            ("a", "b"),
            2,
            [
                ("a", searching.FIRST_TURN_STATES),
                ("b", searching.FIRST_TURN_STATES),
                ("a", searching.FIRST_TURN_STATES * searching.TURN_GROWTH),
            ],
        ),
    ],
)
def test_one_search_has_no_turns_and_several_have_longer_ones(monkeypatch, names, tired, asked):
    turns = []

    def stub(name):
        def search(call, puzzle, patience):
            turns.append((name, patience))
            return (None, searching.TIRED) if len(turns) <= tired else (["+"], None)

        return search

    monkeypatch.setattr(searching, "SEARCHES", {name: stub(name) for name in "ab"})
    assert searching._in_turns(None, None, names) == (["+"], None, asked[-1][0])
    assert turns == asked


def test_more_new_states_than_a_buffer_holds(make, monkeypatch):
    """Twenty states are expanded together; each has forty new ones."""
    monkeypatch.setattr(compiled_states, "STATES_PER_CHECK", 20)

    def rule(s):
        for k in each(range(1, 41)):
            if s.b == 0:
                yield f"{k:02}", s.but(**({"a": k} if s.a == 0 else {"b": k}))

    puzzle = Puzzle(dict(a=0, b=0), [rule], lambda s: False, a=One(41), b=One(41))
    space = make.engine().space(puzzle, zero_heuristic)
    for nodes in ([0], range(1, 41)):
        for _ in space.expand(np.array(nodes, np.int32), NEVER - 1, 10**6):
            pass
    assert len(space) == 1 + 40 + 40 * 40
