"""Two versions of a level compared; what single edits do is in test_doctored.py."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
import toys

from stategraph import level_files, load
from stategraph.analysis.same_play import Sameness, same_play
from stategraph.design import compare, departure
from stategraph.design.diff import _settled
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import Level


def without(name: str, *names: str) -> tuple[Level, Level]:
    """Return a bundled level as it is, and without some elements."""
    level = load(name)
    gone = [e for e in level.family.elements(level.puzzle) if e.name in names]
    assert len(gone) == len(names)
    return level, replace(level, puzzle=level.family.without(level.puzzle, gone))


def compared(before: Level, after: Level, limits: Limits | None = None):
    graphs = [expand(level.puzzle, limits) for level in (before, after)]
    return compare(before, after, graphs, expand)


def test_a_level_compared_with_itself():
    level = load("spacewreck/eight-rooms")
    found = compared(level, level)
    assert found.same
    assert (found.added, found.removed, found.metrics, found.unknown) == ((), (), {}, ())
    assert (found.shortcut, found.detour) == (None, None)
    assert (found.lost, found.gained, found.closed, found.opened) == ((), (), (), ())


@pytest.mark.parametrize(
    ("level", "wall"), [("psychopath/snake", "wall 3:5"), ("psychopath/round-about", "wall 3:3")]
)
def test_forth_and_back_are_mirror_images(level, wall):
    before, after = without(level, wall)
    there, back = compared(before, after), compared(after, before)
    assert there.same is back.same is False
    assert there.removed == back.added == (wall,)
    assert (there.gained, there.lost) == (back.lost, back.gained)
    assert there.gained and there.lost
    assert there.opened_count == back.closed_count > 0
    assert there.closed_count == back.opened_count
    assert {n: (b, a) for n, (a, b) in back.metrics.items()} == there.metrics
    assert all(change.because == (wall,) for change in there.gained)


MAZE = """\
puzzle: psychopath
level: |
  7 5
  0
  XXXXXXX
  Xu_X_eX
  X_XXX_X
  X_____X
  XXXXXXX
"""


def test_of_two_edits_the_one_responsible_is_named():
    before = level_files.parse_level(MAZE, "x.yaml")
    walls = [e for e in before.family.elements(before.puzzle) if e.name in ("wall 1:3", "wall 2:3")]
    after = replace(before, puzzle=before.family.without(before.puzzle, walls))
    found = compared(before, after)
    assert found.removed == ("wall 1:3", "wall 2:3")
    assert found.shortcut.because == ("wall 1:3",)
    assert found.shortcut.solution == ("R", "R", "R", "R")
    assert (found.shortcut.step, found.shortcut.move, found.shortcut.legal) == (1, "R", True)


def test_edits_that_only_together_do_something_are_blamed_together():
    text = "puzzle: psychopath\nlevel: |\n  7 4\n  0\n  XXXXXXX\n  XuXX_eX\n  X_____X\n  XXXXXXX\n"
    before = level_files.parse_level(text, "x.yaml")
    walls = [e for e in before.family.elements(before.puzzle) if e.kind == "wall"]
    after = replace(before, puzzle=before.family.without(before.puzzle, walls))
    found = compared(before, after)
    assert found.shortcut.because == tuple(wall.name for wall in walls) == ("wall 1:2", "wall 1:3")
    assert found.shortcut.jointly
    assert found.shortcut.solution == ("R", "R", "R", "R")


def test_a_solution_where_there_was_none():
    before, after = without("spacewreck/eight-rooms", "corridor 1→3 green")
    found = compared(after, before)
    assert found.shortcut.solution == ("R3", "L5", "L8")
    assert found.shortcut.because == ("corridor 1→3 green",)
    # without it play gets nowhere, so that the very first move is not legal
    assert (found.shortcut.step, found.shortcut.move, found.shortcut.legal) == (1, "R3", False)
    lost = compared(before, after)
    assert lost.detour == found.shortcut
    assert [change.moves for change in lost.lost] == [("R3", "L5", "L8")]


@pytest.mark.parametrize(
    ("solution", "step", "legal"),
    [
        (("R3", "L5", "L8"), 4, False),
        (("L4", "R3"), 1, True),
        (("R3", "L8"), 2, False),
        (("R3", "R1", "R3", "L5", "L8"), 2, True),
    ],
)
def test_where_a_solution_leaves_the_best_ones(solution, step, legal):
    found = departure(solution, expand(toys.ship()))
    assert (found.step, found.legal) == (step, legal)
    assert found.move == (solution[step - 1] if step <= len(solution) else "")


def test_what_a_limit_hides_is_not_claimed():
    before, after = without("spacewreck/minefield", "corridor 1→7 red")
    found = compared(before, after, Limits(states=6))
    assert found.same is None
    assert {"dead_states", "states", "moves"} <= set(found.unknown)
    assert (found.closed, found.opened) == (None, None)
    # shortest solutions are proven, and differ: so does play
    before, after = without("psychopath/many-traps", "wall 2:3")
    found = compared(before, after, Limits(states=5_000))
    assert found.same is False
    assert found.metrics["shortest_count"] == (4, 6)
    assert len(found.gained) == 1
    assert "dead_states" in found.unknown


@pytest.mark.parametrize("states", [13, 14, 15])
def test_a_shortcut_may_begin_like_a_solution_that_a_limit_hides(states):
    rows = ["XXXXX", "X__eX", "Xp__X", "Xu__X", "XXXXX"]
    before = level_files.parse_level(psychopath(rows), "before.yaml")
    rows = ["XXXXX", "X___X", "X__eX", "X__uX", "XXXXX"]
    after = level_files.parse_level(psychopath(rows), "after.yaml")
    whole = compared(before, after).shortcut
    assert (whole.solution, whole.step, whole.legal) == (("U",), 2, False)  # URRU is one, too
    part = compared(before, after, Limits(states=states))
    assert part.metrics["shortest"] == (4, 1)
    assert part.shortcut == whole or (part.shortcut is None and "shortcut" in part.open)


def psychopath(rows: list[str]) -> str:
    """Return the text of a level file."""
    lines = [f"{len(rows[0])} {len(rows)}", "0", *rows]
    return "puzzle: psychopath\nlevel: |\n" + "".join(f"  {line}\n" for line in lines)


def test_other_names_of_moves_are_no_difference():
    level = load("psychopath/round-about")
    rows = [row[::-1] for row in level.puzzle.board.lines]
    text = "\n".join([f"{len(rows[0])} {len(rows)}", "0", *rows])
    mirrored = replace(level, puzzle=level.family.read(text, {}))
    found = compared(level, mirrored)
    assert found.same
    assert found.play.labels["L"] == "R"
    assert (found.lost, found.gained, found.shortcut) == ((), (), None)


def test_levels_of_two_families_have_no_elements_in_common():
    found = compared(load("spacewreck/eight-rooms"), load("labyrinth/straight-up"))
    assert (found.same, found.added, found.removed) == (False, (), ())
    assert found.others == {"puzzle": ("spacewreck", "labyrinth")}


EIGHT = load("spacewreck/eight-rooms")


def with_corridors(*rows: str) -> Level:
    """Return eight rooms with more corridors."""
    text = EIGHT.text.replace("8 12", f"8 {12 + len(rows)}")
    more = "".join(f"  {row}\n" for row in rows)
    return level_files.parse_level(text.replace("  1 3 green\n", "  1 3 green\n" + more), "x.yaml")


def test_of_two_shortcuts_as_good_the_one_shown_is_blamed():
    after = with_corridors("1 8 green", "2 8 pink")
    found = compared(EIGHT, after)
    assert found.shortcut.solution == ("L8",)
    assert found.shortcut.because == ("corridor 2→8 pink",)
    # either is enough for the old solution to be none of the shortest
    (lost,) = found.lost
    assert set(lost.because) == {"corridor 1→8 green", "corridor 2→8 pink"}
    assert not lost.jointly
    assert {change.because for change in found.gained} == {(name,) for name in lost.because}


def test_additions_that_only_work_together_are_blamed_together():
    found = compared(EIGHT, with_corridors("1 4 green", "4 8 green"))
    for one in (found.shortcut, *found.lost, *found.gained):
        assert set(one.because) == {"corridor 1→4 green", "corridor 4→8 green"}
        assert one.jointly


def test_what_changed_beside_elements():
    moved = level_files.parse_level(EIGHT.text.replace("\n  1 2\n", "\n  1 3\n", 1), "x.yaml")
    found = compared(EIGHT, moved)
    assert (found.added, found.removed) == ((), ())
    assert found.others == {"start": ("rocket=1, lucky=2", "rocket=1, lucky=3")}
    # an edited element is not an edit of the start
    level, less = without("psychopath/many-traps", "block 3:2")
    assert compared(level, less).others == {}


def test_more_edits_than_can_be_tried_blame_nobody(monkeypatch):
    monkeypatch.setattr(sys.modules["stategraph.design.edit_causes"], "MAX_EDITS", 0)
    found = compared(EIGHT, with_corridors("1 8 green"))
    assert not found.blamed
    assert (found.shortcut.because, found.shortcut.causes) == (None, None)


def test_more_states_seen_than_the_other_has_are_proof():
    large, small = load("psychopath/first-push"), EIGHT
    graphs = expand(large.puzzle, Limits(states=50)), expand(small.puzzle)
    assert same_play(*graphs).same is same_play(*graphs[::-1]).same is False
    part = expand(EIGHT.puzzle, Limits(states=8))
    assert same_play(part, expand(EIGHT.puzzle)).same is None
    assert same_play(part, part).same is None


def test_of_parts_of_graphs_only_what_is_proven_is_told():
    """Either version may have the shorter solution as long as one of them is not known."""
    level = load("spacewreck/eight-rooms")
    whole, part = expand(level.puzzle), expand(level.puzzle, Limits(states=3))
    for graphs in ((whole, part), (part, whole), (part, part)):
        found = compare(level, level, graphs, expand)
        assert found.same is None
        assert (found.closed, found.closed_count) == (found.opened, found.opened_count)
        assert (found.closed, found.closed_count) == (None, None)
        assert (found.lost, found.gained) == (None, None)
    seen = expand(level.puzzle, Limits(states=7))
    assert seen.goal is not None and not seen.complete
    assert compare(level, level, (whole, whole), expand).open == ()
    assert compare(level, level, (part, part), expand).open == ("shortcut", "detour")
    assert "shortcut" in compare(level, level, (whole, part), expand).open
    assert "detour" in compare(level, level, (part, whole), expand).open


def test_a_proven_answer_that_differs_settles_whether_two_levels_play_the_same():
    one = {"solvable": True, "shortest": 3, "shortest_count": 2}
    other = one | {"shortest": 4}
    unknown = Sameness(None)
    assert _settled(unknown, [one, other], set()).same is False
    assert _settled(unknown, [one, other], {"shortest_count"}).same is False
    assert _settled(unknown, [one, other], {"shortest"}).same is None
    assert _settled(unknown, [one, one], set()).same is None
    assert _settled(Sameness(True), [one, other], set()).same is True
