"""Promises to searches: every breach is reported, and nothing else is."""

from __future__ import annotations

from itertools import product

import networkx as nx
import pytest
from effort import sampled
from hypothesis import given
from hypothesis import strategies as st
from stategraph_puzzles.psychopath.rules import psychopath
from toys import Plain, counter, plain, unique_labels

from stategraph import level_files, load
from stategraph.laws.contract import check_rules
from stategraph.laws.promises import TAKEN_OUT
from stategraph.rules import DEAD, NO_FAMILY, Family, One, Puzzle, Set

LAST = 5
COUNTER = counter(LAST)


def family(**parts):
    """Return a family with these parts, which reads nothing."""
    methods = {name: staticmethod(part) if callable(part) else part for name, part in parts.items()}
    return type("Made", (Family,), {"name": "made", "read": None, **methods})()


def told(puzzle, made=NO_FAMILY, most=2_000):
    """Return the line of each breach, as the verb prints it."""
    found = check_rules(puzzle, made, most).breaches
    return [f"{breach.law}: state ({breach.state}): {breach.detail}" for breach in found]


@pytest.mark.parametrize("name", sampled(level_files.family_names(), 3))
@pytest.mark.parametrize("most", sampled([7, 60]))
def test_nobody_is_accused_of_what_is_not_proven(name, most):
    for path in level_files.bundled(name):
        level = load(f"{name}/{path.stem}")
        assert told(level.puzzle, level.family, most) == []


# --------------------------------------------------------------------------------------- prune


def leaping(puzzle):
    """Return the counter that may also count in twos."""

    def leap(s):
        if s.n < LAST - 1:
            yield "++", s.but(n=s.n + 2)

    return puzzle.ruled([*puzzle.rules, leap], puzzle.goal)


PRUNED = {
    "solvable: True, but False once pruned": lambda puzzle: puzzle.ruled([], puzzle.goal),
    "shortest: 5, but 3 once pruned": leaping,
    "gives None, which is not a puzzle": lambda puzzle: None,
    "KeyError: 'wall'": lambda puzzle: {}["wall"],
}


@pytest.mark.parametrize("detail", PRUNED)
def test_pruning_that_changes_what_is_solved(detail):
    made = family(prune=PRUNED[detail])
    assert told(COUNTER, made) == [f"prune: state (n=0): {detail}"]


def test_pruning_is_not_to_blame_when_only_the_pruned_puzzle_is_small_enough():
    def wander(s):
        if s.far < 99 and s.n == 0:
            yield "away", s.but(far=s.far + 1)

    def step(s):
        if s.far == 0 and s.n < LAST:
            yield "+", s.but(n=s.n + 1)

    start, goal = {"n": 0, "far": 0}, lambda s: s.n == LAST
    puzzle = Puzzle(start, [wander, step], goal, n=One(LAST + 1), far=One(100))
    made = family(prune=lambda puzzle: puzzle.ruled([step], goal))
    for most in (3, 8, 20, 2_000):
        assert told(puzzle, made, most) == []
    made = family(prune=lambda puzzle: puzzle.ruled([], goal))
    assert told(puzzle, made, 8) == []
    assert len(told(puzzle, made, 20)) == 1


def test_pruning_that_loses_a_solution():
    made = family(prune=lambda puzzle: plain("a", "a x b, b y g", "g"))
    fault = "prune: state ('a'): shortest_count: 2, but 1 once pruned"
    assert told(plain("a", "a x b, a y c, b y g, c x g", "g"), made) == [fault]


def test_pruning_that_renames_a_move():
    made = family(prune=lambda puzzle: plain("a", "a y g", "g"))
    fault = "prune: state ('a'): first_solution: 'x', but 'y' once pruned"
    assert told(plain("a", "a x g", "g"), made) == [fault]


def test_pruning_that_forgets_the_obstacles():
    made = family(prune=lambda puzzle: puzzle.ruled(puzzle.rules, puzzle.goal))
    fault = "the pruned puzzle does not say what its obstacles are"
    assert told(psychopath(["up_e"]), made) == [f"prune: state (player=0:0, blocks=0:1): {fault}"]


def test_pruned_puzzles_must_keep_the_other_promises():
    puzzle, less = plain("a", "a x g, a y z", "g"), plain("a", "a x g", "g")
    puzzle.wild, less.wild = 0, 3
    made = family(
        prune=lambda puzzle: less,
        heuristics={"wild": lambda puzzle: lambda state: puzzle.wild * (state == "a")},
        admissible=("wild",),
    )
    fault = "admissible: state ('a'): once pruned, wild estimates 3 moves where 1 win"
    assert told(puzzle, made) == [fault]


def answers(case):
    """Return the answers that pruning must not change."""
    texts = sorted("".join(labels) for labels in case.solutions)
    return len(case.solutions), [*map(len, case.solutions)][:1], texts[:1]


@given(unique_labels(), unique_labels(), st.integers(1, 9))
def test_pruning_is_blamed_when_it_is_to_blame(case, other, most):
    made = family(prune=lambda puzzle: other.puzzle())
    same = answers(case) == answers(other)
    assert (told(case.puzzle(), made) == []) == same
    if same:
        assert told(case.puzzle(), made, most) == []


# ---------------------------------------------------------------------------------- admissible

GUESSES = {
    "many estimates 6 moves where 5 win; too many in 5 states": lambda s: 6 - s.n if s.n < 5 else 0,
    "many estimates that it is dead where 2 win": lambda s: DEAD if s.n == 3 else 0,
}


@pytest.mark.parametrize("detail", GUESSES)
def test_guesses_of_too_many(detail):
    made = family(heuristics={"many": lambda puzzle: GUESSES[detail]}, admissible=("many",))
    (line,) = told(COUNTER, made)
    assert line in (f"admissible: state (n=0): {detail}", f"admissible: state (n=3): {detail}")


def test_guesses_are_only_judged_when_they_are_promised():
    guess = GUESSES["many estimates that it is dead where 2 win"]
    heuristics = {"many": lambda puzzle: guess, "left": lambda puzzle: lambda s: LAST - s.n}
    assert told(COUNTER, family(heuristics=heuristics, admissible=("left",))) == []
    both = family(heuristics=heuristics, admissible=("left", "few", "many"))
    assert told(COUNTER, both) == [
        "admissible: state (n=0): unknown heuristic 'few'; known: many, left",
        "admissible: state (n=3): many estimates that it is dead where 2 win",
    ]


def test_a_heuristic_that_is_not_there():
    fault = "admissible: state (n=0): unknown heuristic 'walk'; known: none"
    assert told(COUNTER, family(admissible=("walk",))) == [fault]
    (fault,) = told(COUNTER, family(admissible="up"))  # a text instead of a tuple
    assert fault.endswith("unknown heuristic 'u', 'p'; known: none")


def test_what_is_proven_of_a_large_puzzle_counts():
    # a goal is near; the other move leads to more states than the limit
    def step(s):
        if s.n == 0:
            yield "win", s.but(n=99)
        if s.n < 98:
            yield "+", s.but(n=s.n + 1)

    puzzle = Puzzle({"n": 0}, [step], lambda s: s.n == 99, n=One(100))

    def guessing(guesses):
        heuristics = {"told": lambda puzzle: lambda s: guesses.get(s.n, 0)}
        return family(heuristics=heuristics, admissible=("told",))

    fault = "admissible: state (n=0): told estimates 2 moves where 1 win"
    assert told(puzzle, guessing({0: 2}), most=9) == [fault]
    assert told(puzzle, guessing({5: 2, 8: 9}), most=9) == []  # unknown at the limit


@given(unique_labels(), st.data(), st.integers(1, 9))
def test_guesses_are_blamed_when_they_are_to_blame(case, data, most):
    guesses = {node: data.draw(st.integers(0, 4)) for node in case.graph} | {case.goal: 0}
    made = family(heuristics={"told": lambda puzzle: guesses.get}, admissible=("told",))
    graph = case.play
    right = all(
        len(case.ways(node, case.goal)[0]) >= guesses[node] for node in graph if node in case.alive
    )
    assert (told(case.puzzle(), made) == []) == right
    if right:
        assert told(case.puzzle(), made, most) == []


# ------------------------------------------------------------------------------------ backward


def undone(goals, least=1, by=1):
    """Return a function that undoes the moves of the counter, correctly or not."""

    def backward(puzzle):
        def step_back(s):
            if s.n >= least:
                yield "-", s.but(n=s.n - by)

        start = puzzle.start
        return [start.but(n=n) for n in goals], puzzle.ruled([step_back], lambda s: False)

    return backward


def other_variables(puzzle):
    return [], counter(LAST + 20)


BACKWARD = {
    "state (n=3): listed as a goal, it does not win": undone([5, 3]),
    "state (n=5): it wins, and is not among the goals that are listed": undone([]),
    "state (n=1): no move back undoes '+' from state (n=0)": undone([5], least=3),
    "state (n=0): RuleError: variable 'n': -1 is not in 0..5": undone([5], least=0),
    "state (n=0): the puzzle that undoes moves has other variables": other_variables,
    "state (n=0): TypeError: 'int' object is not subscriptable": lambda puzzle: 7,
}


@pytest.mark.parametrize("line", BACKWARD)
def test_moves_undone_wrongly(line):
    assert told(COUNTER, family(backward=BACKWARD[line])) == [f"backward: {line}"]


def test_moves_undone_rightly():
    assert told(COUNTER, family(backward=undone([5]))) == []
    assert told(COUNTER, family(backward=lambda puzzle: None)) == []


def test_each_kind_of_fault_is_told_once():
    assert told(COUNTER, family(backward=undone([0, 1, 2], by=2, least=2))) == [
        "backward: state (n=0): listed as a goal, it does not win",
        "backward: state (n=5): it wins, and is not among the goals that are listed",
        "backward: state (n=1): no move back undoes '+' from state (n=0)",
        "backward: state (n=2): a move back leads to state (n=0), from which none leads here",
    ]


def two_ways(back):
    """Return a puzzle of letters whose goals are g and h, of which h cannot be reached."""
    made = family(backward=lambda puzzle: (["g", "h"], plain("-", back)))
    return told(plain("a", "a x b, b x g, z x h, g x g", "gh"), made)


def test_moves_back_may_lead_to_states_that_cannot_be_reached():
    assert two_ways("g - b, b - a, h - z") == []


def test_moves_after_the_goal_need_not_be_undone():
    made = family(backward=lambda puzzle: (["g"], plain("-", "g - a")))
    assert told(plain("a", "a x g, g x c, c x d", "g"), made) == []


class Endless:
    """Count forever; the goal lies on the other side of the start."""

    start, by = 0, 1

    def moves(self, state):
        assert abs(state) < 200, "far more states than were asked for"
        yield f"{self.by:+}", state + self.by

    def is_goal(self, state):
        return state == -9


class EndlessBack(Endless):
    by = -1


def test_only_so_many_states_are_looked_at():
    assert told(Endless(), family(backward=lambda puzzle: ([], EndlessBack())), most=50) == []
    made = family(backward=lambda puzzle: ([-9], EndlessBack()), prune=lambda puzzle: Endless())
    assert told(Endless(), made, most=50) == []


def test_moves_back_to_states_that_win_do_not_matter():
    assert two_ways("g - b, b - a, h - z, h + g") == []


def test_moves_back_from_goals_that_cannot_be_reached_must_be_real():
    fault = "backward: state ('{}'): a move back leads to state ('{}'), from which none leads here"
    assert two_ways("g - b, b - a, h - a") == [fault.format("h", "a")]
    assert two_ways("g - b, b - a, h - z, z - b") == [fault.format("z", "b")]


def undoes(case, back, goals):
    """Return whether `back` undoes exactly the moves of `case`, by brute force."""
    lost = [node for node in case.graph if node != case.goal]
    moves = {(u, v) for u in lost for _, v in case.graph.out_edges(u)}
    moves_back = nx.DiGraph((v, u) for v, u in back.edges() if u != case.goal)
    moves_back.add_nodes_from("abcdefgh")
    ahead = set(case.play)
    behind = {u for v in ahead | goals for u in nx.descendants(moves_back, v) | {v}}
    return (
        ahead & {case.goal} <= goals <= {case.goal}
        and all(back.has_edge(v, u) for u, v in moves if u in ahead)
        and all((u, v) in moves for v, u in moves_back.edges(behind))
    )


@given(unique_labels(), st.data(), st.integers(1, 9))
def test_backward_is_blamed_when_it_is_to_blame(case, data, most):
    back = case.graph.reverse()
    back.add_nodes_from("abcdefgh")
    for u, v in data.draw(st.lists(st.sampled_from(sorted(product("abcdefgh", repeat=2))))):
        if back.has_edge(u, v):
            back.remove_edges_from([(u, v, key) for key in list(back[u][v])])
        else:
            back.add_edge(u, v, key="+")
    goals = data.draw(st.sampled_from([{case.goal}, set(), {case.goal, "b"}]))
    table = {v: [(f"{k}", u) for k, u in enumerate(back[v])] for v in back}
    made = family(backward=lambda puzzle: (sorted(goals), Plain("-", table)))
    right = undoes(case, back, goals)
    assert (told(case.puzzle(), made) == []) == right
    if right:
        assert told(case.puzzle(), made, most) == []


# ----------------------------------------------------------------------------------- obstacles


def river(logs, wide=3, needed=lambda logs: True, around=None):
    """Return a walk over a river, whose last step must be allowed by the logs in it.

    `around` is the number of moves of a path around the river, if there is one.
    """

    def cross(s):
        if s.n < wide - 1 or (s.n == wide - 1 and needed(s.logs)):
            yield "+", s.but(n=s.n + 1)

    def walk(s):
        if around is not None and (s.n == 0 or s.n > wide):
            yield "w", s.but(n=wide if s.n == wide + around - 1 else max(s.n, wide) + 1)

    return Puzzle(
        {"n": 0, "logs": logs},
        [cross, walk],
        lambda s: s.n == wide,
        obstacles="logs",
        n=One(wide + 99),
        logs=Set(40),
    )


def test_an_obstacle_that_is_a_bridge():
    puzzle = river({2, 7, 9}, needed=lambda logs: 7 in logs)
    assert told(puzzle) == [
        "obstacles: state (n=0, logs=2+7+9): "
        "without 7 in logs the goal cannot be reached; with all of them in 3 moves"
    ]
    assert told(puzzle.starting(puzzle.start.but(logs={2, 9}))) == []  # no solution, no promise


def test_obstacles_that_shorten_the_way():
    puzzle = river({2, 7, 9}, needed=lambda logs: 7 in logs, around=4)
    assert [line.partition("7 in ")[2] for line in told(puzzle)] == [
        "logs the goal is reached in 4 moves; with all of them in 3 moves"
    ]
    assert told(river({2, 7, 9}, needed=lambda logs: 7 in logs, around=3)) == []


def test_obstacles_of_which_one_is_enough():
    assert told(river({2, 7}, needed=bool)) == [
        "obstacles: state (n=0, logs=2+7): "
        "with no logs the goal cannot be reached; with all of them in 3 moves"
    ]


def test_obstacles_that_are_in_the_way():
    assert told(river({2, 7}, needed=lambda logs: len(logs) < 3)) == []
    assert told(river(set())) == []


def test_of_many_obstacles_some_are_taken_out(monkeypatch):
    tried = []

    def needed(logs):
        tried.append(40 - len(logs))
        return True

    puzzle = river(range(40), needed=needed)
    assert told(puzzle) == []
    assert tried.count(1) == TAKEN_OUT
    assert tried.count(40) == 1


def branching(gate, sure=(), logs=(1,)):
    """Return a puzzle whose layers double in size, up to a depth that does not matter.

    The state `gate` has a move to the goal if there is a log; those in `sure` have one anyhow, as
    their last.
    """

    def step(s):
        if s.n == gate and 1 in s.logs:
            yield "win", s.but(n=0)
        for k in (2 * s.n, 2 * s.n + 1):
            if k < 1_000:
                yield f"{k}", s.but(n=k)
        if s.n in sure:
            yield "win too", s.but(n=0)

    start = {"n": 1, "logs": logs}
    return Puzzle(start, [step], lambda s: s.n == 0, obstacles="logs", n=One(1_000), logs=Set(3))


def test_what_is_farther_is_known_before_it_is_found():
    fault = (
        "without 1 in logs the goal is reached in more than 2 moves; with all of them in 2 moves"
    )
    line = f"obstacles: state (n=1, logs=1): {fault}"
    assert told(branching(gate=2), most=9) == [line]
    assert told(branching(gate=2, sure=[9]), most=9) == [line]
    assert told(branching(gate=2, sure=[3]), most=9) == []
    assert told(branching(gate=2, sure=[3]), most=6) == []  # state 3 is not expanded


# --------------------------------------------------------------------------------- command line


def test_the_verb_tells_authors(run, tmp_path, monkeypatch):
    (tmp_path / "bridges.py").write_text(BRIDGES)
    (tmp_path / "river.txt").write_text("0 1 0\n")
    monkeypatch.chdir(tmp_path)
    got = run("check-rules", "--puzzle", "bridges:family", "river.txt")
    assert got.code == 1
    assert got.out.splitlines() == [
        "river.txt: all 4 states: laws broken",
        "  prune: state (n=0, logs=1): solvable: True, but False once pruned",
        "  admissible: state (n=0, logs=1): far estimates 4 moves where 3 win; "
        "too many in 3 states",
        "  backward: state (n=3, logs=1): it wins, and is not among the goals that are listed",
        "  obstacles: state (n=0, logs=1): without 1 in logs the goal cannot be reached; "
        "with all of them in 3 moves",
    ]


BRIDGES = """
from stategraph.rules import Family, One, Puzzle, Set, lines


class Bridges(Family):
    name = "bridges"
    heuristics = {"far": lambda puzzle: lambda s: 4 - s.n if s.n < 3 else 0}
    admissible = ("far",)

    def read(self, text, options):
        marks = lines(text)[0].split()

        def step(s):
            if s.n < 3 and (s.n != 1 or s.n in s.logs):
                yield "+", s.but(n=s.n + 1)

        logs = [k for k, mark in enumerate(marks) if mark == "1"]
        return Puzzle({"n": 0, "logs": logs}, [step], lambda s: s.n == 3,
                      obstacles="logs", n=One(4), logs=Set(3))

    def prune(self, puzzle):
        return puzzle.starting(puzzle.start.but(logs=()))

    def backward(self, puzzle):
        def back(s):
            if s.n > 0 and (s.n != 2 or 1 in s.logs):
                yield "-", s.but(n=s.n - 1)

        return [puzzle.start.but(n=3, logs=())], puzzle.ruled([back], lambda s: False)


family = Bridges()
"""
