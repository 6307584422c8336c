"""Bots: their scores compared with the rules; messages about faulty bots."""

from __future__ import annotations

import json
import random

import pytest
from doctor import Slow

from stategraph import load
from stategraph.expand import expand
from stategraph.gym import learners
from stategraph.players import bot_plays, statistics_of

LEVELS = (
    "spacewreck/eight-rooms",
    "psychopath/carousels",
    "psychopath/covered-exits",
    "pacman/passing-place",
    "sokoban/corner",
)

BOTS = """
import random
from stategraph.errors import InputError

def at_random(level):
    return lambda state, labels, draw: draw.choice(labels)

def raises(level):
    return lambda state, labels, draw: [][1]

def raises_at_once(level):
    raise KeyError("training failed")

def nonsense(level):
    return lambda state, labels, draw: "north"

def nothing(level):
    return lambda state, labels, draw: None

def endless(level):
    def choose(state, labels, draw):
        while True:
            pass
    return choose

def never_made(level):
    while True:
        pass

def of_one(level):
    return lambda state: "R3"

def no_function(level):
    return 7

number = 7
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "somebots.py").write_text(BOTS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def moves_left(slow):
    """Return the fewest moves to the goal, from the states that can win, level by level."""
    left, edge = {"goal": 0}, {"goal"}
    while edge:
        far = max(left.values()) + 1
        edge = {s for s, moves in slow.follow.items() if s not in left and edge & {*moves.values()}}
        left |= dict.fromkeys(edge, far)
    return left


@pytest.mark.parametrize("name", LEVELS)
def test_figures_are_those_of_the_rules(name):
    """A bot records its moves; the test replays them by the rules and counts."""
    level, diary = load(name), []
    graph, slow = expand(level.puzzle), Slow(level.puzzle)
    left = moves_left(slow)

    def bot(state, labels, draw):
        assert list(labels) == list(slow.follow[state])
        diary.append((state, draw.choice(labels)))
        return diary[-1][1]

    plays = []
    for seed in range(12):
        diary.clear()
        (line,) = bot_plays(level, graph, "x:y", bot, 1, seed, 60)
        assert line.labels == tuple(label for _, label in diary)
        states = [state for state, _ in diary]
        states.append(slow.follow[states[-1]][diary[-1][1]])
        lost = next((k for k, state in enumerate(states) if state not in left), None)
        kept = len(diary) if lost is None else max(0, lost - 1)
        costs = [1 + left[states[k + 1]] - left[states[k]] for k in range(kept)]
        plays.append((line, states[-1] == "goal", lost, costs))
    found = statistics_of(graph, [line for line, *_ in plays])
    assert found.won.count == sum(won for _, won, _, _ in plays)
    assert found.lost.count == sum(lost is not None for _, _, lost, _ in plays)
    costs = [cost for *_, each in plays for cost in each]
    assert (found.regret.total, found.regret.moves) == (sum(costs), len(costs))
    over = sorted(len(line.labels) - left[slow.start] for line, won, _, _ in plays if won)
    assert found.over.n == len(over)
    for line, won, _, each in plays:
        assert not won or sum(each) == len(line.labels) - left[slow.start]


def test_the_same_seed_the_same_plays(run, bots):
    line = ["plays", "spacewreck/eight-rooms", "--bot", "somebots:at_random", "--json", "--seed"]
    assert run(*line, 1).out == run(*line, 1).out != run(*line, 2).out


def test_levels_are_scored_one_by_one(run, bots):
    names = ["spacewreck/eight-rooms", "psychopath/first-push"]
    made = run("plays", *names, "--bot", "somebots:at_random", "--plays", 3)
    assert made.code == 0
    assert [line.split()[0] for line in made.out.splitlines()] == ["level", *names]
    rows = json.loads(run("plays", *names, "--bot", "somebots:at_random", "--json").out)
    assert [(row["level"], row["shortest"]) for row in rows] == [(names[0], 3), (names[1], 7)]
    assert [row["figures"]["plays"] for row in rows] == [20, 20]


def test_beyond_a_limit_the_truth_is_unknown(run, bots):
    line = ["plays", "psychopath/carousels", "--bot", "somebots:at_random", "--max-states", 50]
    assert run(*line).code == 3
    (row,) = json.loads(run(*line, "--json").out)
    assert (row["shortest"], row["unknown"]) == (None, ["shortest", "figures"])


@pytest.mark.parametrize(
    "bot, complaint",
    [
        ("somebots:raises", "somebots.py:9: IndexError: list index out of range"),
        ("somebots:raises_at_once", "somebots.py:12: KeyError: training failed"),
        ("somebots:nonsense", "'north' is not one of R3, L4 in state (rocket=1, lucky=2) of space"),
        ("somebots:nothing", "None is not one of R3, L4"),
        ("somebots:endless", "longer than 0.2 seconds to play spacewreck/eight-rooms"),
        ("somebots:never_made", "longer than 0.2 seconds to make spacewreck/eight-rooms"),
        ("somebots:of_one", "does not return a function of a state, its labels and a Random"),
        ("somebots:no_function", "does not return a function of a state, its labels and a Random"),
        ("somebots:number", "is not a function of a level"),
        ("somebots:nobody", "has no 'nobody'"),
        ("nosuchmodule:bot", "No module named 'nosuchmodule'"),
    ],
)
def test_a_bad_bot_is_told_in_one_line(run, bots, bot, complaint):
    late = ["--bot-seconds", 0.2] if "longer" in complaint else []
    made = run("plays", "spacewreck/eight-rooms", "--bot", bot, *late)
    assert (made.code, made.out) == (2, "")
    assert complaint in made.err
    assert len(made.err.splitlines()) == 1


def test_what_does_not_go_with_a_bot(run, bots):
    for more in (["--simulate", "all"], ["--names"]):
        made = run("plays", "spacewreck/eight-rooms", "--bot", "somebots:at_random", *more)
        assert (made.code, made.err.count("\n")) == (2, 1)
    two = ["spacewreck/eight-rooms", "psychopath/first-push"]
    made = run("plays", *two, "--bot", "somebots:at_random", "-o", "x.svg")
    assert (made.code, "draw the plays on one LEVEL" in made.err) == (2, True)


def test_plays_of_a_bot_are_painted(run, bots, tmp_path):
    line = ["plays", "psychopath/first-push", "--bot", "somebots:at_random", "-o", "heat.svg"]
    assert run(*line, "--graph", "graph.svg").code == 0
    assert b"in the states of all plays" in (tmp_path / "heat.svg").read_bytes()
    assert (tmp_path / "graph.svg").exists()


# ----------------------------------------------------------------------------------------- learners


@pytest.mark.parametrize("reward", ["step", "won", "shaped"])
@pytest.mark.parametrize("name", LEVELS[:4])
def test_value_iteration_plays_without_regret(name, reward):
    level = load(name)
    graph = expand(level.puzzle)
    bot = learners.value_iteration(level, reward)
    (line,) = bot_plays(level, graph, "x:y", bot, 1, 0, 60)
    found = statistics_of(graph, [line])
    assert (found.won.count, found.regret.total) == (1, 0)


def test_q_learning_learns_a_small_level():
    level = load("spacewreck/eight-rooms")
    bot, lengths = None, []
    bot = learners.q_learning(level, episodes=60, ended=lambda moves, q: lengths.append(moves))
    (line,) = bot_plays(level, expand(level.puzzle), "x:y", bot, 1, 0, 60)
    assert line.labels == ("R3", "L5", "L8")
    assert len(lengths) == 60
    state = level.puzzle.start
    assert bot(state, ("R3", "L4"), random.Random(0)) == "R3"
