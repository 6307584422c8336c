"""Roles of elements, and the smallest level that plays the same."""

from __future__ import annotations

import random
from dataclasses import replace

import doctor
import numpy as np
import pytest
import random_levels
from effort import sampled

from stategraph import level_files, load
from stategraph.analysis import dead
from stategraph.design import (
    LOAD_BEARING,
    VERDICTS,
    Trial,
    Trials,
    ablate,
    judge,
    minimal,
)
from stategraph.design import removal_trials as trials_module
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.rules import Element, Family


def bench(name: str, **more) -> Trials:
    level = load(name)
    return Trials(level.family, level.puzzle, **more)


def verdicts(found) -> dict[str, str]:
    return {finding.element.name: finding.verdict for finding in found.findings}


def test_each_corridor_of_a_ship_has_its_verdict():
    ship = bench("spacewreck/eight-rooms")
    found = ablate(ship)
    called = {verdict: len(found.called(verdict)) for verdict in VERDICTS}
    assert {verdict: n for verdict, n in called.items() if n} == {
        **{"needed": 3, "traps": 2, "dead_ends": 2, "decoration": 5},
    }
    assert {f.element.name for f in found.called("needed")} == {
        *("corridor 1→3 green", "corridor 2→5 blue", "corridor 5→8 blue"),
    }
    assert {f.lost for f in found.called("needed")} == {("R3", "L5", "L8")}
    assert {f.trial.stopped for f in found.findings} == {""}


LEAKY = """\
puzzle: spacewreck
level: |
  8 22
  green green red red red red red
  4 2
  1 1 green\n  1 1 red\n  1 2 green\n  2 1 green\n  2 2 green\n  2 7 green\n  3 3 green
  4 1 green\n  4 5 green\n  4 7 red\n  5 1 green\n  5 3 green\n  5 4 red\n  5 5 red\n  5 8 red
  6 1 green\n  6 2 red\n  6 3 green\n  6 4 red\n  7 1 red\n  7 3 green\n  7 8 green
"""


def test_other_trap_moves_are_no_decoration_however_many():
    level = level_files.parse_level(LEAKY, "x.yaml")
    found = ablate(Trials(level.family, level.puzzle))
    finding = next(f for f in found.findings if f.element.name == "corridor 5→1 green")
    assert finding.trial.trap_moves == found.base.trap_moves == 5
    assert finding.verdict == "dead_ends"
    assert (finding.trial.trap_gained, finding.trial.trap_lost) == (("R5",), None)


def test_an_escape_is_no_decoy_though_without_it_the_trap_is_an_earlier_move():
    found = ablate(bench("spacewreck/eight-rooms"))
    finding = next(f for f in found.findings if f.element.name == "corridor 4→2 blue")
    assert finding.trial.trap_gained == ("L4",)  # then R3 L7 from there is lost already
    assert (finding.verdict, finding.trial.trap_lost) == ("dead_ends", None)


def test_other_dead_states_are_no_decoration():
    found = ablate(bench("spacewreck/eight-rooms"))
    finding = next(f for f in found.findings if f.element.name == "corridor 3→6 pink")
    assert finding.trial.trap_moves == found.base.trap_moves
    assert (finding.trial.dead_states, found.base.dead_states) == (1, 2)
    assert finding.verdict == "dead_ends"


def test_walls_that_only_prevent_traps_are_no_decoys():
    found = verdicts(ablate(bench("psychopath/many-traps")))
    assert [name for name, verdict in found.items() if verdict == "traps"] == [
        *("block 1:4", "block 2:6"),
    ]
    assert [name for name, verdict in found.items() if verdict == "dead_ends"] == [
        *("wall 1:7", "wall 4:1"),
    ]


def slow_verdict(family, puzzle, element) -> str | None:
    """Return the verdict by listing all solutions; None if there are too many."""
    try:
        one = doctor.Slow(puzzle)
        two = doctor.Slow(family.without(puzzle, [element]))
        old, new = one.solutions, two.solutions
    except LevelError:
        return "fixed"
    except ValueError:
        return None
    if bool(old) != bool(new):
        return "bars" if new else "needed"
    if one.shortest != two.shortest:
        return "bars" if two.shortest < one.shortest else "shortens"
    if old != new:
        return "bars" if new - old else "varies"
    if one.loses_a_trap(two):
        return "traps"
    same = len(one.dead) == len(two.dead) and one.same_dead_ends(two) and two.same_dead_ends(one)
    return "decoration" if same else "dead_ends"


@pytest.mark.parametrize("family", sampled(list(doctor.FAMILIES), 2))
def test_verdicts_are_those_of_brute_force(family):
    owner, judged = level_files.family(family), set()
    for seed in range(25 if family != "pledge" else 12):
        edit = next(doctor.FAMILIES[family](random.Random(f"v {seed}")), None)
        if edit is None:
            continue
        puzzle = owner.read(edit.after, {})
        if puzzle.is_goal(puzzle.start) or not small(puzzle):
            continue
        trials = Trials(owner, puzzle)
        found = ablate(trials)
        for finding in found.findings:
            slow = slow_verdict(owner, puzzle, finding.element)
            if slow is not None:
                judged.add(finding.verdict)
                assert finding.verdict == slow, (edit.after, finding.element.name)
                check_witness(owner, puzzle, finding)
    assert len(judged) >= 2


ROUNDABOUT = """\
puzzle: labyrinth
level: |
  ┤
  ─
  ├
  │
"""


def test_traps_that_other_moves_lead_to_are_the_same_traps():
    # without this opening the moves that find some states first are not to be made, others are
    level = level_files.parse_level(ROUNDABOUT, "x.yaml")
    found = ablate(Trials(level.family, level.puzzle, workers=1))
    finding = next(f for f in found.findings if f.element.name == "opening 2:0 D")
    assert (finding.verdict, finding.trial.trap_gained) == ("decoration", None)


@pytest.mark.parametrize("family", ["labyrinth", "pacman", "psychopath", "spacewreck"])
def test_without_a_decoration_the_same_moves_are_traps(family):
    compared = 0
    for seed in range(6):
        owner, puzzle = random_levels.random_level(family, seed)
        for finding in ablate(Trials(owner, puzzle, workers=1)).findings:
            if finding.verdict == "decoration":
                less = owner.without(puzzle, [finding.element])
                assert met_by_the_same_moves_and_dead(expand(puzzle), expand(less)) >= 1
                compared += 1
    assert compared


def met_by_the_same_moves_and_dead(one, two) -> int:
    """Return how many pairs of states the same moves lead to, each of them as dead as the other."""
    moves = [[dict(graph.moves(node)) for node in graph] for graph in (one, two)]
    gone = dead(one), dead(two)
    met, waiting = {(0, 0)}, [(0, 0)]
    for a, b in waiting:
        assert gone[0][a] == gone[1][b]
        both = moves[0][a].keys() & moves[1][b].keys()
        fresh = {(moves[0][a][label], moves[1][b][label]) for label in both} - met
        met |= fresh
        waiting += sorted(fresh)
    assert {a for a, _ in met} >= set(np.flatnonzero(gone[0]).tolist())
    assert {b for _, b in met} >= set(np.flatnonzero(gone[1]).tolist())
    return len(met)


def small(puzzle) -> bool:
    graph = expand(puzzle, Limits(states=doctor.MOST_STATES))
    return graph.complete


def check_witness(owner, puzzle, finding) -> None:
    """Play the solutions that a finding shows, before and after."""
    if finding.gained is not None:
        less = doctor.Slow(owner.without(puzzle, [finding.element]))
        assert less.play(finding.gained)[-1] == doctor.GOAL
        assert len(finding.gained) == less.shortest
    if finding.lost is not None:
        assert doctor.Slow(puzzle).play(finding.lost)[-1] == doctor.GOAL
    if finding.verdict == "bars":
        assert finding.gained is not None
    if finding.verdict in ("needed", "shortens", "varies"):
        assert finding.lost is not None


@pytest.mark.parametrize(
    "name",
    [
        "spacewreck/eight-rooms",
        "psychopath/first-push",
        "pacman/passing-place",
        "labyrinth/first-shift",
        "pledge/about-turn",
        "spacewreck/no-way-out",
    ],
)
@pytest.mark.parametrize("whole_play", [False, True])
def test_nothing_more_can_be_taken_from_the_smallest_level(name, whole_play):
    trials = bench(name)
    kept, sure = minimal(trials, whole_play)
    assert sure
    everything = set(range(len(trials.elements)))

    def plays(left) -> bool:
        (trial,) = trials.run([sorted(everything - set(left))], whole_play, play=whole_play)
        if trial.solvable != trials.base.solvable:
            return False
        if whole_play:
            return trial.play == trials.play
        return trial.fingerprint == trials.base.fingerprint

    assert plays(kept)
    for k in kept:
        assert not plays([other for other in kept if other != k])


def test_all_play_asks_for_more_than_the_same_solutions():
    trials = bench("spacewreck/eight-rooms")
    assert len(minimal(trials)[0]) == 3
    assert len(minimal(trials, whole_play=True)[0]) == 9


@pytest.mark.long
def test_a_level_with_more_states_is_known_to_play_otherwise_at_any_limit():
    # half of these walls block a large number of states, so that not all of them are examined
    trials = bench("psychopath/carousels")
    kept, sure = minimal(trials, whole_play=True)
    assert (len(kept), sure) == (22, True)


def test_processes_give_what_one_process_gives(monkeypatch):
    alone = bench("psychopath/first-push")
    one = ablate(alone), minimal(alone)
    monkeypatch.setattr(trials_module, "MIN_PARALLEL_WORK", 0)
    many = bench("psychopath/first-push", workers=2)
    assert many.workers == 2
    assert (ablate(many), minimal(many)) == one


def test_a_family_that_writes_no_levels_is_tried_in_processes_too(monkeypatch):
    monkeypatch.setattr(trials_module, "MIN_PARALLEL_WORK", 0)
    level = load("spacewreck/eight-rooms")
    refuses = Family.write.__get__(level.family)
    monkeypatch.setattr(type(level.family), "write", lambda self, puzzle, state: refuses(0, 0))
    trials = Trials(level.family, level.puzzle, workers=2)
    assert trials.workers == 2
    assert len(ablate(trials).findings) == 12


def test_a_limit_makes_no_claims():
    trials = bench("spacewreck/minefield", limits=Limits(states=5))
    found = ablate(trials)
    assert trials.base.fingerprint is None
    assert set(verdicts(found).values()) == {"unknown"}
    assert {finding.trial.stopped for finding in found.findings} == {"limit of 5 states"}
    assert minimal(trials) == (list(range(len(trials.elements))), False)


CAGE = """\
puzzle: psychopath
level: |
  11 9
  0
  XXXXXXXXXXX
  XuXp_p_p__X
  X_X__p_p__X
  X_X_p___p_X
  X_X__p_p__X
  X_X_______X
  X_XXXXXXXXX
  XX_______eX
  XXXXXXXXXXX
"""


def test_how_much_is_looked_at_is_up_to_the_caller():
    level = level_files.parse_level(CAGE, "x.yaml")
    answers = []
    for limits in (None, Limits(states=30_000)):
        trials = Trials(level.family, level.puzzle, limits, workers=1)
        names = [element.name for element in trials.elements]
        (finding,) = ablate(trials, [names.index("wall 1:2")]).findings
        answers.append((finding.verdict, finding.trial.states))
    (verdict, few), (_, many) = answers
    assert verdict == "unknown"
    assert few <= 20 * 6 + 10_000 < 20_000 < many


def test_the_verdicts_one_by_one():
    was = Trial(solvable=True, shortest=3, fingerprint="a", same_dead_ends=True)
    none = Trial(solvable=False, fingerprint="", same_dead_ends=True)
    assert judge(was, Trial(reason="no exit")) == "fixed"
    assert judge(was, Trial(stopped="limit")) == "unknown"
    assert judge(was, none) == "needed"
    assert judge(none, was) == "bars"
    assert judge(none, none) == "decoration"
    assert judge(was, Trial(solvable=True, shortest=2, fingerprint="b")) == "bars"
    assert judge(was, Trial(solvable=True, shortest=4)) == "shortens"
    assert judge(was, Trial(solvable=True, shortest=3)) == "unknown"
    more = Trial(solvable=True, shortest=3, fingerprint="c", gained=("x",))
    assert judge(was, more) == "bars"
    assert judge(was, Trial(solvable=True, shortest=3, fingerprint="c", lost=("y",))) == "varies"
    same = Trial(solvable=True, shortest=3, fingerprint="a", same_dead_ends=False)
    assert judge(was, same) == "dead_ends"
    assert judge(was, replace(same, trap_gained=("x",))) == "dead_ends"
    assert judge(was, replace(same, trap_lost=("x",))) == "traps"
    assert judge(was, was) == "decoration"
    assert judge(was, Trial(solvable=True, shortest=3, fingerprint="a")) == "unknown"
    assert set(LOAD_BEARING) < set(VERDICTS)


def test_progress_is_told():
    told, kept = [], []
    trials = bench("spacewreck/eight-rooms")
    ablate(trials, on_progress=lambda k, n: told.append((k, n)))
    minimal(trials, on_progress=lambda k, n: kept.append((k, n)))
    assert told == [(k, 12) for k in range(1, 13)]
    assert kept[-1] == (3, 12)


@pytest.mark.parametrize(
    "name",
    sampled(["spacewreck/eight-rooms", "psychopath/many-traps", "puzzlescript/causeway"], 2),
)
def test_without_examples_the_verdicts_are_the_same(name):
    trials = bench(name, workers=1)
    found, brief = ablate(trials), ablate(trials, examples=False)
    assert verdicts(brief) == verdicts(found)
    assert brief.base == found.base
    differ = [k for k, one in enumerate(found.findings) if one != brief.findings[k]]
    for k in differ:  # only the new traps are missing, and only where the dead states differ
        trial = found.findings[k].trial
        assert trial.dead_states != found.base.dead_states
        cut = replace(trial, trap_gained=None, same_dead_ends=False)
        assert brief.findings[k].trial == cut


def test_each_variant_is_expanded_by_the_given_function():
    sizes = []

    def counted(puzzle, limits, until_goal=False):
        graph = expand(puzzle, limits, until_goal=until_goal)
        sizes.append(len(graph))
        return graph

    level = load("spacewreck/eight-rooms")
    graph = expand(level.puzzle)
    trials = Trials(level.family, level.puzzle, expander=counted, workers=1, graph=graph)
    assert sizes == []
    assert {trial.states for trial in trials.run([[k] for k in range(3)])} <= set(sizes)


def test_chosen_elements_only():
    trials = bench("spacewreck/eight-rooms")
    found = ablate(trials, [2, 0])
    assert list(verdicts(found)) == ["corridor 2→5 blue", "corridor 1→3 green"]
    assert isinstance(found.findings[0].element, Element)


def test_dead_ends_are_compared_only_if_they_are_asked_for_and_solutions_are_the_same(monkeypatch):
    trials = bench("spacewreck/eight-rooms")
    assert trials.workers == 1  # the level is small
    wholes = []

    def counted(*words, until_goal=False, **more):
        wholes.append(not until_goal)
        return expand(*words, until_goal=until_goal, **more)

    monkeypatch.setattr(trials_module, "expand", counted)
    gone = [[k] for k in range(len(trials.elements))]
    for whole in (False, True):
        for trial in trials.run(gone, whole, None):
            same = trial.gained is None and trial.lost is None and trial.fingerprint is not None
            assert whole or trial.same_dead_ends is None
            assert same or not any(wholes)
            assert trial.same_dead_ends is not None or not (whole and same)
            wholes.clear()
