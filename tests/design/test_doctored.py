"""Levels doctored by a script: the tools name the edited element, with moves that replay.

The effect of each edit was found by brute force (`tests/doctor.py`). These tests compare the output
of the command line with it, and replay every printed move by brute force.
"""

from __future__ import annotations

import functools
import json

import doctor
import pytest
from doctor import Edit
from effort import sampled

from stategraph.design.ablation import SPARED

WANTED = {
    "spacewreck": dict.fromkeys(doctor.KINDS, 3),
    "psychopath": {"shortcut": 3, "dead end": 3, "useless": 3, "second class": 3, "duplicate": 1},
    "pacman": {"shortcut": 3, "useless": 3, "second class": 2},
    "labyrinth": {"shortcut": 3, "useless": 3, "second class": 3},
    "pledge": {"shortcut": 3, "useless": 3, "second class": 3},
}


@functools.cache
def doctored(family: str) -> list[tuple[str, Edit]]:
    """Return the edits of a family; finding them takes a second or two."""
    return doctor.doctored(family, WANTED[family])


def of(kind: str):
    """Parametrize a test by the edits of a kind, each identified by its family and number."""
    chosen = [(family, kind, k) for family in WANTED for k in range(WANTED[family].get(kind, 0))]
    return pytest.mark.parametrize("edit", sampled(chosen, 3), indirect=True)


@pytest.fixture
def edit(request):
    family, kind, number = request.param
    return [found for each, found in doctored(family) if each == kind][number]


class Tools:
    """The command line on the two versions of a level."""

    def __init__(self, run, folder, edit: Edit):
        self.edit, self._run = edit, run
        self.before, self.after = folder / "before.yaml", folder / "after.yaml"
        self.before.write_text(edit.file(edit.before), "utf-8")
        self.after.write_text(edit.file(edit.after), "utf-8")
        self.old, self.new = edit.slow(edit.before), edit.slow(edit.after)

    def json(self, *words, code: int):
        got = self._run(*words, "--json")
        assert (got.code, got.err) == (code, "")
        return json.loads(got.out)

    def diff(self, code: int = 1):
        found = self.json("diff", self.before, self.after, code=code)
        assert found["added" if self.edit.planted else "removed"] == [self.edit.element]
        assert found["removed" if self.edit.planted else "added"] == []
        return found

    def demand(self, demands: str):
        """Return what `check` says of the level after the edit, with these demands."""
        self.after.write_text(self.edit.file(self.edit.after) + f"demand: {demands}\n", "utf-8")
        (record,) = self.json("check", self.after, code=1)
        return {found["demand"]: found for found in record["demands"]}


@pytest.fixture
def tools(run, tmp_path, edit):
    return Tools(run, tmp_path, edit)


@pytest.mark.long
def test_there_are_enough_of_them():
    found = [edit for family in WANTED for edit in doctored(family)]
    assert len(found) >= 40
    assert {edit.family for _, edit in found} == set(doctor.FAMILIES)
    assert {kind for kind, _ in found} == set(doctor.KINDS)


@of("shortcut")
def test_a_shortcut_is_found_with_its_element(tools, edit):
    found = tools.diff()["shortcut"]
    assert edit.element in found["because"]
    solution, step = tuple(found["solution"]), found["step"]
    assert solution in tools.new.solutions
    # up to there the moves begin an old best solution, and with that move no more
    assert found["move"] == solution[step - 1]
    begun = {old[: step - 1] for old in tools.old.solutions}
    assert solution[: step - 1] in begun
    assert solution[:step] not in {old[:step] for old in tools.old.solutions}
    broken = tools.demand(f"{{shortest: {tools.old.shortest}}}")["shortest"]
    assert broken["found"] == tools.new.shortest
    assert tuple(broken["witness"][0]["moves"]) in tools.new.solutions


@of("dead end")
def test_a_dead_end_is_found_with_its_element(tools, edit):
    found = tools.diff()
    assert found["trap_moves_opened"] == len(tools.new.traps - tools.old.traps)
    assert edit.element in found["opened"][0]["because"]
    for opened in found["opened"]:
        states = tools.new.play(opened["moves"])
        assert states[-2] in tools.new.alive
        assert states[-1] not in tools.new.alive
        assert (repr(states[-2]), opened["moves"][-1]) not in tools.old.traps
    allowed = len(tools.old.traps)
    broken = tools.demand(f"{{trap_moves: {{at most: {allowed}}}}}")["trap_moves"]
    assert broken["found"] == len(tools.new.traps)
    assert tools.new.play(broken["witness"][0]["moves"])[-1] not in tools.new.alive


@of("useless")
def test_a_useless_element_is_found(tools, edit):
    record = tools.json("ablate", tools.after, code=0)
    verdicts = {found["element"]: found["verdict"] for found in record["elements"]}
    assert verdicts[edit.element] == "decoration"
    # it may change play far from the solutions
    found = tools.diff(code=0 if isomorphic(tools.old, tools.new) else 1)
    assert (found["shortcut"], found["detour"]) == (None, None)
    assert (found["solutions_lost"], found["solutions_gained"]) == ([], [])
    broken = tools.demand(f"{{needed: ['{edit.element}']}}")["needed"]
    assert broken["found"] == [edit.element]
    (witness,) = broken["witness"]
    assert witness["shows"] == f"without {edit.element}"
    assert tuple(witness["moves"]) in tools.old.solutions & tools.new.solutions


def isomorphic(one: doctor.Slow, two: doctor.Slow) -> bool:
    """Return whether walking both by the same labels finds no difference."""
    place, queue = {one.start: two.start}, [one.start]
    for state in queue:
        mine, theirs = one.follow[state], two.follow[place[state]]
        if set(mine) != set(theirs):
            return False
        for label, to in mine.items():
            if to not in place:
                place[to] = theirs[label]
                queue.append(to)
            elif place[to] != theirs[label]:
                return False
    return True


@of("duplicate")
def test_a_duplicate_is_found_with_its_twin(tools, edit):
    record = tools.json("ablate", tools.after, code=0)
    verdicts = {found["element"]: found["verdict"] for found in record["elements"]}
    assert {verdicts[edit.element], verdicts[edit.twin]} <= set(SPARED)
    # one of the two can go, not both
    assert len({edit.element, edit.twin} & set(record["enough"])) == 1
    broken = tools.demand("{needed: all}")["needed"]
    assert {edit.element, edit.twin} <= set(broken["found"])
    for witness in broken["witness"]:
        assert tuple(witness["moves"]) in tools.new.solutions


@of("second class")
def test_a_second_solution_is_found_with_its_element(tools, edit):
    gained = tools.diff()["solutions_gained"]
    assert gained
    for change in gained:
        assert tuple(change["moves"]) in tools.new.solutions - tools.old.solutions
        assert edit.element in change["because"]
    broken = tools.demand("{unique_up_to_order: true, solution_classes: 1}")
    assert broken["solution_classes"]["found"] == len(tools.new.classes)
    for found in broken.values():
        assert not found["holds"]
        one, two = (tuple(witness["moves"]) for witness in found["witness"])
        (group,) = (group for group in tools.new.classes if one in group)
        assert two in tools.new.solutions - group
