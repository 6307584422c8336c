"""Edits of plans: their effects, their refusals, and that files keep the drawn positions."""

from __future__ import annotations

from textwrap import indent

import pytest

from stategraph.design import plan_edits
from stategraph.errors import InputError, LevelError
from stategraph.level_files import parse_level, read_level
from stategraph.level_files.families import bundled_names
from stategraph.studio.editable_board import board_of
from stategraph.studio.editing import edited

SHIPS = [name for name in bundled_names() if name.startswith("spacewreck/")]


def plan_of(name: str):
    level = read_level(name)
    return level, level.family.plan(level.puzzle)


@pytest.mark.parametrize("name", SHIPS)
def test_a_ship_is_the_same_after_a_plan_of_it(name):
    level, plan = plan_of(name)
    family, again = level.family, level.family.replan(level.puzzle, plan)
    assert family.write(again, again.start) == family.write(level.puzzle, level.puzzle.start)
    second = family.plan(again)  # sketched elements keep their positions
    assert family.settings(family.replan(again, second)) == family.settings(again)


def test_rooms_that_lie_slantwise_stay_where_they_are_however_often_they_are_planned():
    text = "4 2\ngreen orange pink\n1 2\n1 2 green\n3 4 pink\n"
    sketch = "1\n\n     2\n\n         3\n\n4\n"
    level = parse_level(
        f"puzzle: spacewreck\nlevel: |\n{indent(text, '  ')}places: |\n{indent(sketch, '  ')}",
        "ship.yaml",
    )
    family, puzzle, seen = level.family, level.puzzle, set()
    for _ in range(8):
        plan = family.plan(puzzle)
        seen.add(tuple(spot.at for spot in plan.spots))
        puzzle = family.replan(puzzle, plan)
    assert len(seen) <= 2  # the first rounding to letters may move them


def test_a_new_room_stands_before_the_last_one():
    level, plan = plan_of("spacewreck/eight-rooms")
    more = plan_edits.add_spot(plan, "orange", (1.0, 20.0))
    assert (
        len(more.spots) == 9 and more.spots[7].kind == "orange" and more.spots[8] == plan.spots[7]
    )
    ends = {(link.tail, link.head) for link in more.links}
    assert (4, 8) in ends and (4, 7) not in ends
    puzzle = level.family.replan(level.puzzle, more)
    assert puzzle.board.rooms == 9 and puzzle.board.colours[-1] == "orange"
    assert plan_edits.erase_spot(more, 7) == plan


def test_names_of_rooms_are_kept_and_new_ones_get_one():
    text = edited(NAMED, "ship.yaml", {"name": "add spot", "kind": "pink", "at": [9, 9]})
    board = parse_level(text, "ship.yaml").puzzle.board
    assert board.names == ("Bridge", "Engine", "Room3", "Out")
    again = edited(text, "ship.yaml", {"name": "erase spot", "number": 2})
    assert parse_level(again, "ship.yaml").puzzle.board.names == ("Bridge", "Engine", "Out")
    assert again.startswith("puzzle: spacewreck\n# kept\n") and again.endswith("title: T\n")


NAMED = (
    "puzzle: spacewreck\n# kept\nnames: Bridge Engine Out\nlevel: |\n  3 2\n  pink green\n  1 2\n"
    "  1 2 green\n  2 3 pink\ntitle: T\n"
)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda plan: plan_edits.add_spot(plan, "pink", plan.spots[0].at), "there already"),
        (lambda plan: plan_edits.add_spot(plan, "mauve", (50, 50)), "not one of"),
        (lambda plan: plan_edits.erase_spot(plan, 7), "play ends"),
        (lambda plan: plan_edits.erase_spot(plan, 0), "Rocket begins here"),
        (lambda plan: plan_edits.paint_spot(plan, 7, "pink"), "play ends"),
        (lambda plan: plan_edits.erase_spot(plan, 8), "no room 9"),
        (lambda plan: plan_edits.erase_link(plan, 12), "no corridor 13"),
        (lambda plan: plan_edits.add_link(plan, 0, 2, "green"), "there already"),
        (lambda plan: plan_edits.add_link(plan, 0, 8, "green"), "no room 9"),
        (lambda plan: plan_edits.add_link(plan, 8, 0, "green"), "no room 9"),
        (lambda plan: plan_edits.add_link(plan, 0, 7, "mauve"), "not one of"),
        (lambda plan: plan_edits.paint_link(plan, 0, "mauve"), "not one of"),
        (lambda plan: plan_edits.paint_link(plan, 12, "green"), "no corridor 13"),
        (lambda plan: plan_edits.put(plan, "Lucky", 8), "no room 9"),
        (lambda plan: plan_edits.move_spot(plan, 8, (99, 99)), "no room 9"),
        (lambda plan: plan_edits.put(plan, "Nobody", 2), "unknown actor 'Nobody'"),
        (lambda plan: plan_edits.move_spot(plan, 0, plan.spots[1].at), "there already"),
    ],
)
def test_what_cannot_be_is_refused(change, reason):
    with pytest.raises(InputError, match=reason):
        change(plan_of("spacewreck/eight-rooms")[1])


EDITS = [
    {"name": "add link", "tail": 0, "head": 7, "kind": "green"},
    {"name": "paint link", "number": 0, "kind": "pink"},
    {"name": "erase link", "number": 0},
    {"name": "paint spot", "number": 2, "kind": "pink"},
    {"name": "move spot", "number": 2, "at": [30, 0.5]},
    {"name": "put", "who": "Lucky", "number": 0},
]


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit["name"])
def test_an_edit_changes_what_it_says_and_nothing_else(edit):
    level, before = plan_of("spacewreck/eight-rooms")
    text = edited(level.text, "ship.yaml", edit)
    after = parse_level(text, "ship.yaml")
    plan = after.family.plan(after.puzzle)
    old, new = (
        (
            [(link.tail, link.head, link.kind) for link in one.links],
            [spot.kind for spot in one.spots],
            one.people,
        )
        for one in (before, plan)
    )
    assert [a != b for a, b in zip(old, new, strict=True)] == [
        "link" in edit["name"],
        edit["name"] == "paint spot",
        edit["name"] == "put",
    ]
    shown = board_of(text, "ship.yaml")["plan"]
    assert len(shown["spots"]) == len(plan.spots) and shown["picture"].startswith("<svg")


@pytest.mark.parametrize(
    "edit",
    [
        {"name": "bake", "number": 1},
        {"name": "erase spot"},
        {"name": "move spot", "number": 1, "at": [1e9, 0]},
        {"name": "move spot", "number": 1, "at": [float("nan"), 0]},
        {"name": "paint spot", "number": "1", "kind": "pink"},
        {"name": "add link", "tail": True, "head": 1, "kind": "pink"},
    ],
)
def test_edits_that_are_none_are_refused(edit):
    with pytest.raises(InputError):
        edited(read_level("spacewreck/eight-rooms").text, "ship.yaml", edit)


def test_a_text_that_is_no_level_has_no_plan():
    broken = NAMED.replace("1 2 green", "1 9 green")
    assert board_of(broken, "ship.yaml")["plan"] is None
    with pytest.raises(LevelError):
        edited(broken, "ship.yaml", EDITS[0])


@pytest.mark.parametrize("number", [0, 5, 11])
def test_a_link_is_erased_and_all_others_stay(number):
    _, plan = plan_of("spacewreck/eight-rooms")
    links = list(plan.links)
    assert len(links) == 12
    del links[number]
    assert list(plan_edits.erase_link(plan, number).links) == links
