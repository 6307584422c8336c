"""Reasons why a level cannot be won: they name the planted elements that brute force finds."""

from __future__ import annotations

import itertools
import json
import random
import sys
from dataclasses import replace

import pytest
from random_levels import random_level

from stategraph import load
from stategraph.analysis import shortest, solvable
from stategraph.design import why
from stategraph.design.lone_reach import lone_reach
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files import read_native
from stategraph.level_files.families import family
from stategraph.tell.unsolvable_reason import record, sentence

ROOM = """\
XXXXXXXXX
X__X____X
Xu__p__eX
X__X____X
XXXXXXXXX"""


def level_of(name, text):
    return read_native(family(name), text, "a text")


def asked(level, **limits):
    return why(level, expand(level.puzzle), Limits(**limits))


def winnable(level, size):
    """Return the sets of `size` elements without which the level can be won, one by one."""
    elements, known = level.family.elements(level.puzzle), level.family
    found = []
    for some in itertools.combinations(elements, size):
        try:
            puzzle = known.without(level.puzzle, some)
        except LevelError:
            continue
        if solvable(expand(puzzle)):
            found.append(tuple(element.name for element in some))
    return tuple(found)


PLANTED = {
    "a second block, too heavy with the first": (ROOM.replace("__p_", "__pp"), "block 2:5"),
    "a wall across": (ROOM.replace("u__p", "u_Xp"), "wall 2:3"),
}


def test_a_game_that_says_nothing_of_winning_is_told_so():
    level = load("puzzlescript/causeway")
    wins = level.family.settings(level.puzzle)["game"].replace("all Target on Crate", "")
    other = replace(level, puzzle=level.family.read("P*O", {"game": wins}))
    assert "no win conditions" in sentence(other, why(other, expand(other.puzzle)))
    assert level.family.goalless(level.puzzle) == ""


@pytest.mark.parametrize("case", PLANTED)
def test_what_was_planted_is_blamed(case):
    after, planted = PLANTED[case]
    assert solvable(expand(level_of("psychopath", ROOM).puzzle))
    found = asked(level_of("psychopath", after))
    assert (found.kind, found.proven) == ("removal", True)
    assert (planted,) in found.blame


def test_a_box_that_is_planted_in_a_corner_is_blamed():
    found = asked(level_of("sokoban", "#######\n#@ $ .#\n#$   .#\n#######"))
    assert found.blame == (("box 2:1",),)
    assert found.closed


def test_a_corridor_that_is_missing_is_named():
    level = load("spacewreck/eight-rooms")
    planted = 0
    for element in level.family.elements(level.puzzle):
        less = level.family.without(level.puzzle, [element])
        if not solvable(expand(less)):
            made = level.family.write(less, less.start)
            found = asked(level_of("spacewreck", made))
            assert found.kind == "addition"
            assert (element.name,) in found.blame
            planted += 1
    assert planted


@pytest.mark.parametrize("name", ["psychopath", "sokoban"])
def test_all_smallest_sets_are_found(name):
    draw, tried = random.Random(name), 0
    marks, agents, wall = {
        "psychopath": ("XX___ppp", "ue", "X"),
        "sokoban": ("##   $.", "@$.", "#"),
    }[name]
    while tried < 8:
        cells = [draw.choice(marks) for _ in range(16)]
        for place, agent in zip(draw.sample(range(16), len(agents)), agents, strict=True):
            cells[place] = agent
        rows = ["".join(cells[k : k + 4]) for k in range(0, 16, 4)]
        board = "\n".join([wall * 6, *(wall + row + wall for row in rows), wall * 6])
        try:
            level = level_of(name, board)
        except LevelError:
            continue
        graph = expand(level.puzzle, Limits(states=2000))
        if not graph.complete or solvable(graph):
            continue
        found = why(level, graph)
        tried += 1
        one = winnable(level, 1)
        assert sorted(found.blame) == sorted(one or winnable(level, 2))
        assert found.kind == ("removal" if found.blame else found.kind)


def test_a_level_that_can_be_won_or_may_be_needs_no_reason():
    level = load("psychopath/many-traps")
    assert asked(level) is None
    assert why(level, expand(level.puzzle, Limits(states=50))) is None


def test_what_a_limit_leaves_open_is_not_called_proven(monkeypatch):
    level = load("psychopath/two-in-a-row")
    assert asked(level).proven
    assert not asked(level, states=7).proven
    room = sys.modules["stategraph.design.obstacles"]
    monkeypatch.setattr(room, "SPARE_STATES", 5)
    monkeypatch.setattr(room, "MAX_GROWTH", 0)
    found = asked(level)
    assert (found.kind, found.proven) == ("open", False)
    assert (
        sentence(level, found)
        == "a limit was reached before the elements that prevent a solution were found"
    )


def ships():
    for name in ("eight-rooms", "no-way-out", "minefield"):
        level = load(f"spacewreck/{name}")
        yield level.family, level.puzzle
    yield from (random_level("spacewreck", number) for number in range(20))


def test_what_is_called_a_way_only_makes_moves_possible():
    for known, puzzle in ships():
        graph = expand(puzzle)
        for element in known.elements(puzzle):
            assert element.kind in known.ways
            less = known.without(puzzle, [element])
            for node in range(len(graph)):
                state = graph.state(node)
                assert set(less.moves(state)) <= set(puzzle.moves(state))
                assert puzzle.is_goal(state) or not less.is_goal(state)


def test_a_long_ship_without_a_corridor_is_told_in_few_tries(monkeypatch):
    """It has 12,720 pairs of corridors; none of them is tried."""
    level = load("spacewreck/million-ways")
    *_, last = level.family.elements(level.puzzle)
    less = level.family.without(level.puzzle, [last])
    made = level_of("spacewreck", level.family.write(less, less.start))
    tries, room = [], sys.modules["stategraph.design.obstacles"]
    monkeypatch.setattr(room, "SPARE_STATES", 20_000)
    monkeypatch.setattr(room, "expand", lambda *a, **k: tries.append(a) or expand(*a, **k))
    found = asked(made)
    assert (found.kind, found.closed, found.proven) == ("addition", True, False)
    assert len(tries) < 200


def test_analyse_and_solve_say_it(run):
    said = run("analyse", "psychopath/two-in-a-row").out
    assert "why there is no solution: it could be won without block 2:3 and block 2:4\n" in said
    assert "nearest to winning, if no block stood in the way: 1 state, 5 moves left\n" in said
    assert "  2 X_upp__eX\n" in said
    done = run("solve", "spacewreck/no-way-out")
    assert (done.code, done.out) == (1, "NO-PATH\n")
    assert "the goal is out of reach even if colours did not matter" in done.err
    told = json.loads(run("analyse", "sokoban/corner", "--json").out)["why"]
    assert (told["kind"], told["blame"], told["proven"]) == ("removal", [["box 1:1"]], True)
    assert json.loads(run("analyse", "spacewreck/eight-rooms", "--json").out)["why"] is None


WALLED = """\
########
#  #   #
#@ #$. #
#  #   #
########"""


def without(level, names):
    """Return the state graph of a level without some elements."""
    elements = [e for e in level.family.elements(level.puzzle) if e.name in names]
    return expand(level.family.without(level.puzzle, elements))


def test_walls_are_named_before_the_task_itself():
    found = level_of("sokoban", WALLED)
    text = sentence(found, asked(found))
    assert text.endswith("it could be won without wall 2:3, or box 2:4")


def test_of_equal_play_the_longer_solution_comes_first():
    """Without the wall in the middle, the solution is longer than without the box."""
    found = level_of("sokoban", WALLED)
    reason = asked(found)
    for names, length in zip(reason.blame, reason.lengths, strict=True):
        assert shortest(without(found, names)) == length
    walls = [k for k, (name,) in enumerate(reason.blame) if name.startswith("wall")]
    assert {reason.play_kept[k] for k in walls} == {1.0}
    lengths = [reason.lengths[k] for k in walls]
    assert lengths == sorted(lengths, reverse=True)


DITCHES = """\
#######
#..#~~#
#P..*.#
#~**~O#
#~.*.*#
#######"""


def replayable(graph, other):
    """Return the number of states of a graph that the same moves reach in another one."""
    pairs, queue = {(0, 0)}, [(0, 0)]
    for mine, theirs in queue:  # the queue grows
        there = dict(other.moves(theirs))
        for label, to in graph.moves(mine):
            if label in there and (to, there[label]) not in pairs:
                pairs.add((to, there[label]))
                queue.append((to, there[label]))
    return len({mine for mine, _ in pairs})


def test_alternatives_are_ranked_by_the_play_that_stays():
    """They are sorted by the share of old states that stay, not by their place or their kind."""
    known = load("puzzlescript/causeway")
    settings = {"game": known.family.settings(known.puzzle)["game"]}
    level = replace(known, puzzle=known.family.read(DITCHES, settings))
    graph, reason = expand(level.puzzle), asked(level)
    for names, kept in zip(reason.blame, reason.play_kept, strict=True):
        assert kept == replayable(graph, without(level, names)) / len(graph)
    assert sorted(reason.play_kept, reverse=True) == list(reason.play_kept)
    assert len(set(reason.play_kept)) == 3
    text = sentence(level, reason)
    assert text.endswith("without water 3:1, or wall 1:3, or water 3:4, or target 3:5")


def test_the_ranking_ends_at_a_limit(monkeypatch):
    """Without comparisons with the old play, the longest solution is the best one."""
    level = level_of("sokoban", WALLED)
    best = asked(level)
    room = sys.modules["stategraph.design.obstacles"]
    monkeypatch.setattr(room._Tries, "_kept", lambda *_: None)
    plain = asked(level)
    assert set(plain.play_kept) == {None}
    assert record(expand(level.puzzle), best)["proven"]
    assert not record(expand(level.puzzle), plain)["proven"]
    assert "limit" not in sentence(level, plain)  # all sets are known, only their order is not
    assert sorted(plain.blame) == sorted(best.blame)
    walls = [n for (name,), n in zip(plain.blame, plain.lengths, strict=True) if "wall" in name]
    assert walls == sorted(walls, reverse=True)


def test_a_box_that_cannot_arrive_alone_is_shown_with_its_reach(run):
    alone = lone_reach(load("sokoban/corner"))
    assert (alone.piece, len(alone.cells)) == ("box 1:1", 1)
    assert lone_reach(load("sokoban/three-in-a-row")) is None
    out = run("analyse", "sokoban/corner").out
    assert (
        "box 1:1 reaches no goal even alone, only 1:1:\n    012345\n  0 ######\n  1 #$   #" in out
    )
