"""Environments compared with the rules, with each other, and with Gymnasium's checker."""

from __future__ import annotations

import random
import sys

import gymnasium
import numpy as np
import pytest
from doctor import Slow
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import stategraph as sg
from stategraph.analysis import moves_to_goal
from stategraph.gym import DEAD, REWARDS, Model
from stategraph.variables import One, Set

NAME = "stategraph.gym:stategraph/Level-v0"
LEVELS = (
    "spacewreck/eight-rooms",
    "psychopath/first-push",
    "psychopath/carousels",
    "pacman/one-for-both",
    "labyrinth/straight-up",
    "pledge/ferry",
    "sokoban/two-to-put-away",
)


# ------------------------------------------------------------------------------ Gymnasium's checker


@pytest.mark.parametrize(
    "level, observe",
    [*((level, "variables") for level in LEVELS), (LEVELS[0], "number"), (LEVELS[1], "board")],
)
def test_gymnasium_finds_no_fault(level, observe):
    how = dict(level=level, observe=observe, disable_env_checker=True)
    check_env(gymnasium.make(NAME, **how).unwrapped)


def test_gymnasium_makes_many():
    ours = gymnasium.make_vec(NAME, 3, level=LEVELS[0])
    theirs = gymnasium.make_vec(NAME, 3, vectorization_mode="sync", level=LEVELS[0])
    assert type(ours).__name__ == "LevelVectorEnv"
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]


# ---------------------------------------------------------------------------------- the rules alone


def moves_left(slow):
    """Return the fewest moves to the goal from each state that can win, by Bellman and Ford."""
    left, before = {"goal": 0}, None
    while left != before:
        before = dict(left)
        for state, moves in slow.follow.items():
            found = [1 + before[to] for to in moves.values() if to in before]
            if found and state != "goal":
                left[state] = min(found)
    return left


def seen(state, kinds):
    """Return the observation of a state, computed from its values."""
    found = {}
    for name, kind in kinds.items():
        value = state[name]
        if isinstance(kind, Set):
            value = [int(cell in value) for cell in range(kind.n)]
        found[name] = value if isinstance(kind, One) else list(value)
    return found


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("level", LEVELS)
def test_play_is_that_of_the_rules(level, reward):
    level, draw = sg.load(level), random.Random(reward)
    slow, env = Slow(level.puzzle), sg.env(level, reward=reward, max_moves=30, dead="info")
    left = moves_left(slow)
    beyond = max(left.values()) + 1
    for _ in range(5):
        state, (obs, info) = slow.start, env.reset()
        for turn in range(1, 31):
            legal = sorted(slow.follow[state])
            assert [env.labels[k] for k in np.flatnonzero(info["action_mask"])] == legal
            assert env.observation_space.contains(obs)
            shown = {name: np.asarray(value).tolist() for name, value in obs.items()}
            assert shown == seen(state, level.puzzle.variables.kinds)
            assert bool(info["dead"]) == (state not in left)
            label = draw.choice(env.labels if draw.random() < 0.3 or not legal else legal)
            after = slow.follow[state].get(label, state)
            obs, got, won, cut, info = env.step(env.labels.index(label))
            far = [left.get(one, beyond) for one in (state, after)]
            wanted = {"won": after == "goal", "step": -1, "shaped": -1 + far[0] - far[1]}
            assert got == wanted[reward]
            assert (won, cut) == (after == "goal", after != "goal" and turn == 30)
            state = after
            if won or cut:
                break


# ------------------------------------------------------------------------------ one copy and many

HOW = (
    dict(reward="shaped", discount=0.9),
    dict(reward="step", dead="terminated"),
    dict(reward="won", dead="truncated", begin="start"),
    dict(observe="number", max_moves=5),
    dict(observe="board", pixels=24, max_moves=3),
)
PAIRS = [(level, how) for level in LEVELS for how in HOW[:-1]] + [("pledge/ferry", HOW[-1])]


@pytest.mark.parametrize(
    "level, how", PAIRS, ids=lambda one: one if isinstance(one, str) else "-".join(one)
)
def test_many_copies_are_as_single_ones(level, how):
    draw, copies = np.random.default_rng(7), 4
    many, single = sg.env(level, copies=copies, **how), [sg.env(level, **how) for _ in range(4)]
    obs, info = many.reset(seed=3)
    for k, env in enumerate(single):
        same(obs, info, k, *env.reset())
    over = [False] * copies
    for _ in range(24):
        actions = draw.integers(len(many.labels), size=copies)
        obs, rewards, ended, cut, info = many.step(actions)
        for k, env in enumerate(single):
            if over[k]:
                one, told, got = *env.reset(), (0.0, False, False)
            else:
                one, *got, told = env.step(actions[k])
            assert (rewards[k], ended[k], cut[k]) == tuple(got)
            same(obs, info, k, one, told)
            over[k] = got[1] or got[2]


def same(obs, info, k, one, told):
    """Hold the k-th of many observations against a single one."""
    if isinstance(obs, dict):
        assert all(np.array_equal(obs[name][k], one[name]) for name in one)
    else:
        assert np.array_equal(obs[k], one)
    assert {name for name in info if name[0] != "_"} == set(told)
    assert all(np.array_equal(info[name][k], told[name]) for name in told)


def test_a_seed_draws_the_same_beginnings():
    def begun(seed, **how):
        env = sg.env("psychopath/carousels", begin="anywhere", **how)
        first = env.reset(seed=seed)[1]["node"]
        return np.append(first, [env.reset()[1]["node"] for _ in range(5)]).tolist()

    assert begun(1) == begun(1) != begun(2)
    assert begun(1, copies=3) == begun(1, copies=3) != begun(2, copies=3)
    assert not set(begun(3, copies=50)) & set(sg.dead_states("psychopath/carousels"))


# --------------------------------------------------------------------------------- the best policy


def best(model, discount):
    """Return the value of each action (n, a), illegal ones -inf, by value iteration."""
    nodes = np.arange(len(model.next))
    values = np.zeros(len(nodes))
    while True:
        actions = np.full(model.next.shape, -np.inf)
        for action in range(len(model.labels)):
            after, got = model.step(nodes, np.full(len(nodes), action))
            actions[:, action] = got + discount * np.where(model.ends[after], 0, values[after])
        actions[model.legal == 0] = -np.inf
        stuck = model.legal.sum(axis=1) == 0
        new = np.where(stuck | model.ends, 0, actions.max(axis=1, initial=-1e9))
        if np.abs(new - values).max() < 1e-12:
            return actions
        values = new


@pytest.mark.parametrize("discount", [0.8, 1.0])
@pytest.mark.parametrize("level", LEVELS)
def test_shaping_keeps_the_best_policies(level, discount):
    graph, slow = sg.expand(level), Slow(sg.load(level).puzzle)
    told = "terminated" if discount == 1 else "untold"
    greedy = []
    for reward in ("step", "shaped"):
        found = best(Model(graph, reward=reward, discount=discount, dead=told), discount)
        greedy.append(found >= found.max(axis=1, keepdims=True) - 1e-9)
    left = moves_left(slow)
    for node in range(len(graph)):
        if node == graph.goal or graph.state(node) not in left:
            continue
        assert greedy[0][node].tolist() == greedy[1][node].tolist()
        state = graph.state(node)
        nearer = {
            label for label, to in slow.follow[state].items() if left.get(to) == left[state] - 1
        }
        assert {graph.label_names[k] for k in np.flatnonzero(greedy[0][node])} == nearer


def test_a_shaped_reward_is_minus_the_regret():
    graph = sg.expand("psychopath/covered-exits")
    model, left = Model(graph, reward="shaped"), moves_to_goal(graph)
    for node in range(len(graph)):
        for label, to in graph.moves(node):
            _, got = model.step(np.array([node]), np.array([model.labels.index(label)]))
            assert got[0] == left[node] - 1 - left[to]


def test_to_die_at_once_is_never_best():
    """Without the penalty it would be best: a trap lies nearer than the goal."""
    model = Model(sg.expand("psychopath/carousels"), reward="step", dead="terminated")
    chosen = best(model, 1.0).argmax(axis=1)
    alive = np.flatnonzero(~model.ends)
    assert not model.dead[model.next[alive, chosen[alive]]].any()
    model.gain[:] = -1
    chosen = best(model, 1.0).argmax(axis=1)
    assert model.dead[model.next[alive, chosen[alive]]].any()


# ------------------------------------------------------------------------------- pictures, refusals


def test_it_is_shown():
    env = sg.env("psychopath/first-push", render_mode="ansi")
    env.reset()
    assert env.render().splitlines()[2] == "X_u_p__eX"
    env = sg.env("psychopath/first-push", render_mode="rgb_array", pixels=90)
    env.reset()
    assert (env.render().shape, env.render().dtype) == ((50, 90, 3), np.uint8)
    many = sg.env("psychopath/first-push", copies=2, render_mode="ansi")
    many.reset()
    assert [text.splitlines()[2] for text in many.render()] == ["X_u_p__eX"] * 2


def test_actions_that_are_none():
    env = sg.env(LEVELS[0], illegal="error")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(InvalidAction, match="actions are 0 to 7"):
        env.step(9)
    many = sg.env(LEVELS[0], copies=2)
    many.reset()
    for wrong in ([0], [0, 0, 0], [0.5, 0], ["R3", "R3"]):
        with pytest.raises(InvalidAction, match="whole numbers, one for each copy"):
            many.step(wrong)
    for wrong in (0.5, "R3", None):
        with pytest.raises(InvalidAction, match="whole numbers"):
            env.step(wrong)
    with pytest.raises(InvalidAction, match="L2 is not a move of state 0"):
        env.step(0)
    for label in ("R3", "L5", "L8"):
        ended = env.step(env.labels.index(label))[2]
    assert ended
    with pytest.raises(ResetNeeded):
        env.step(0)


@pytest.mark.parametrize(
    "how, complaint",
    [
        (dict(reward="wonn"), "reward 'wonn' is not one of won, step, shaped; did you mean won"),
        (dict(observe="all"), "observe 'all' is not one of variables, number, board"),
        (dict(dead="yes"), f"dead 'yes' is not one of {', '.join(DEAD)}"),
        (dict(begin="end"), "begin 'end' is not one of start, anywhere"),
        (dict(illegal="no"), "illegal 'no' is not one of stay, error"),
        (dict(render_mode="human"), "render_mode 'human' is not one of rgb_array, ansi"),
        (dict(discount=0), "discount 0 is not above 0"),
        (dict(max_moves=0), "max_moves 0 is less than 1"),
        (dict(copies=0), "copies and pixels are at least 1"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_makes_no_environment(how, complaint):
    with pytest.raises(sg.InputError, match=complaint):
        sg.env(LEVELS[0], **how)


def test_no_solution_no_shaping():
    with pytest.raises(sg.InputError, match="no state can win"):
        sg.env("spacewreck/no-way-out", reward="shaped")
    with pytest.raises(sg.InputError, match="no state can win"):
        sg.env("spacewreck/no-way-out", begin="anywhere")
    assert sg.env("spacewreck/no-way-out").reset()[1]["node"] == 0


def test_without_gymnasium_one_line_says_so(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("stategraph.gym")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(sg.InputError, match="-m pip install gymnasium"):
        sg.env(LEVELS[0])
