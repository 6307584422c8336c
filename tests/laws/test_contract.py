"""The contract of a puzzle: every family keeps it, and each law detects a breach."""

from __future__ import annotations

import pytest
from effort import sampled
from toys import Plain, counter

from stategraph import expand, level_files, load
from stategraph.errors import RuleError
from stategraph.laws.contract import check_rules
from stategraph.rules import NO_FAMILY, Family, One, Puzzle

SIZES = {
    f"{name}/{path.stem}": load(f"{name}/{path.stem}").expect["states"]
    for name in level_files.family_names()
    for path in level_files.bundled(name)
}
SMALL = [
    name if states <= 70 else pytest.param(name, marks=pytest.mark.long)
    for name, states in SIZES.items()
    if states <= 250
]


@pytest.mark.parametrize("name", sampled(SMALL, 9))
def test_every_family_keeps_the_contract_on_every_state(name):
    level = load(name)
    verdict = check_rules(level.puzzle, level.family)
    assert verdict.breaches == []
    assert verdict.whole
    assert verdict.states >= level.expect["states"]


def laws(puzzle, family=NO_FAMILY):
    return {breach.law for breach in check_rules(puzzle, family).breaches}


class Growing(list):
    """A state that can be changed and hashed, which no state should be."""

    def __hash__(self):
        return 7


class Changing:
    start = Growing([0])

    def moves(self, state):
        if len(state) < 3:
            state.append(1)
        yield "x", Growing([0])

    def is_goal(self, state):
        return False


class Moody(Plain):
    calls = 0

    def is_goal(self, state):
        self.calls += 1
        return self.calls % 2 == 0


class Identity:
    """A state that is equal only to itself."""


def test_a_state_changed_in_place():
    assert "unchanged" in laws(Changing())


def test_a_goal_that_changes_its_mind():
    assert "goal" in laws(Moody("a", {"a": [("x", "b")], "b": []}))


def test_states_that_do_not_compare_by_value():
    state = Identity()
    assert "by value" in laws(Plain(state, {state: []}))


def test_states_that_cannot_be_hashed():
    assert laws(Plain([0], {})) == {"by value"}


@pytest.mark.parametrize("labels", [("x", "x"), ("",), (3,)])
def test_labels_that_are_no_good(labels):
    moves = {"a": [(label, "b") for label in labels], "b": []}
    assert laws(Plain("a", moves)) == {"unique labels"}


def test_moves_that_depend_on_the_hour():
    turns = iter(range(99))

    def step(s):
        yield str(next(turns)), s.but(n=0)

    assert "same moves" in laws(Puzzle({"n": 0}, [step], lambda s: False, n=One(2)))


def test_a_family_that_cannot_draw_its_states():
    class Clumsy(Family):
        name = "clumsy"

        def read(self, text, options):
            return counter(3)

        def text(self, puzzle, state):
            return 7

        def draw(self, puzzle, state):
            raise KeyError("no colour")

    assert laws(counter(3), Clumsy()) == {"text", "draw"}


@pytest.mark.parametrize("guess", [-1, 1, "2", None], ids=repr)
def test_a_heuristic_that_guesses_no_number_of_moves(guess):
    class Guessing(Family):
        name = "guessing"
        heuristics = {"wild": lambda puzzle: lambda state: guess}

        def read(self, text, options):
            return counter(3)

    assert laws(counter(3), Guessing()) == {"heuristic"}


def test_large_levels_are_looked_at_near_the_start():
    verdict = check_rules(counter(50), most=10)
    assert (verdict.states, verdict.whole, verdict.breaches) == (10, False, [])


def test_the_verb(run, tmp_path, monkeypatch):
    got = run("check-rules", "--puzzle", "spacewreck")
    assert got.code == 0
    assert "spacewreck/eight-rooms: all 10 states, 2 of them winning: all laws hold" in got.out
    assert got.out.count("all laws hold") == len(level_files.bundled("spacewreck"))
    (tmp_path / "moody.py").write_text(
        "class Twice:\n"
        "    start = 0\n"
        "    def moves(self, state):\n"
        "        yield 'x', 0\n"
        "        yield 'x', 1\n"
        "    def is_goal(self, state):\n"
        "        return state == 1\n"
        "puzzle = Twice()\n"
    )
    monkeypatch.chdir(tmp_path)
    got = run("check-rules", "--puzzle", "moody:puzzle")
    assert got.code == 1
    assert "unique labels: state (0): label 'x' stands on more than one move" in got.out
    assert run("check-rules").code == 2


def test_rules_that_never_end_are_checked_as_far_as_time_allows():
    def step(s):
        while s.n == 2:
            pass
        yield "+", s.but(n=s.n + 1)

    puzzle = Puzzle(dict(n=0), [step], lambda s: s.n == 9, n=One(10))
    found = check_rules(puzzle, seconds=0.2)
    assert found.states <= 2
    assert (found.whole, found.breaches) == (False, [])
    assert found.stopped == "limit of 0.2 seconds"


@pytest.mark.parametrize("moves", [None, 5, [5], ["a"], [("a", 1, 2)], {"a": 1}])
def test_moves_that_are_no_pairs(moves):
    class Odd:
        start = 0

        def moves(self, state):
            return moves

        def is_goal(self, state):
            return False

    assert [breach.law for breach in check_rules(Odd()).breaches] == ["pairs"]
    with pytest.raises(RuleError, match=r"^state \(0\): its moves are not pairs \(label, state\)"):
        expand(Odd())
