"""Packs do not repeat a story, a solution or a board, and contain no decoration."""

from pathlib import Path

import pytest
from effort import sampled

from stategraph import load
from stategraph.design import ablate, demand
from stategraph.design.removal_trials import Trials
from stategraph.expand import expand
from stategraph.invent import Delivered, Draft, level_of, maker, packed, wishes
from stategraph.invent.decoration import without_decoration
from stategraph.invent.equal_boards import board_of, mostly_equal
from stategraph.invent.lessons import Lessons
from stategraph.invent.pack import chosen
from stategraph.invent.pack_rivals import Candidate, candidate, has_decoration, rivals
from stategraph.level_files import bundled_group, parse_level
from stategraph.machine.deadline import OutOfTime

ROOM = """\
puzzle: psychopath
level: |
  7 6
  0
"""


def delivered(*rows, header=ROOM):
    text = header + "".join(f"  {row}\n" for row in rows)
    level = parse_level(text, "psychopath-01.yaml")
    return Delivered(level, text, {}, {}, (), 0)


FIRST = delivered("XXXXXXX", "XupX__X", "XX_pX_X", "X_pX__X", "X_X_peX", "XXXXXXX")


def made(level, shape=(), moves=()):
    return Candidate(level, Lessons(("push",), shape, 1.0), moves)


def test_levels_with_the_same_story_or_the_same_moves_are_rivals():
    other = delivered("XXXXXXX", "Xe_pX_X", "X__pXXX", "X_XX__X", "X_pup_X", "XXXXXXX")
    assert rivals([made(FIRST, ("a",), (1,)), made(other, ("b",), (2,))]) == [{0}, {1}]
    assert rivals([made(FIRST, ("a",), (1,)), made(other, ("a",), (2,))]) == [{0, 1}] * 2
    assert rivals([made(FIRST, ("a",), (1,)), made(other, ("b",), (1,))]) == [{0, 1}] * 2


@pytest.mark.parametrize(
    ("rows", "are_rivals"),
    [
        (["XXXXXXX", "XX_X__X", "Xe_pX_X", "XpXX__X", "X__XupX", "XXXXXXX"], False),
        (["XXXXXXX", "X_X_peX", "X_pX__X", "XX_pX_X", "XupX__X", "XXXXXXX"], True),
        (["XXXXXXX", "XupX__X", "XX__X_X", "X_pXp_X", "X_Xp_eX", "XXXXXXX"], True),
    ],
)
def test_levels_whose_boards_are_mostly_equal_are_rivals(rows, are_rivals):
    pair = [made(FIRST, ("a",), (1,)), made(delivered(*rows), ("b",), (2,))]
    assert (rivals(pair) == [{0, 1}] * 2) is are_rivals


def test_a_tile_and_its_openings_are_one_element_of_a_board():
    def board(rows):
        spare = "\n  ┐\n"
        level = "".join(f"\n  {row}" for row in rows)
        return board_of(parse_level(f"puzzle: labyrinth\nlevel: |{level}{spare}", "a.yaml"))

    one = board(["└;┌;│", "└;│;│"])
    assert not mostly_equal(one, board(["┐;┐;│", "┘;─;┌"]))
    assert mostly_equal(one, board(["└;┌;│", "└;┐;─"]))


def test_solutions_are_compared_up_to_the_names_of_directions():
    rows = ["XXXXXXX", "XXp___X", "X__p_XX", "Xp_X_eX", "XuX___X", "X__X__X", "XXXXXXX"]
    level, mirrored = (
        delivered(*some, header=ROOM.replace("7 6", "7 7"))
        for some in (rows, [row[::-1] for row in rows])
    )
    other = candidate(delivered("XXXXXXX", "X__pe_X", "X_uXXXX", "X_pX__X", "X__X__X", "XXXXXXX"))
    assert candidate(level).moves == candidate(mirrored).moves != other.moves


def test_no_two_rivals_are_chosen():
    levels = [Lessons((name,), (name,), float(k)) for k, name in enumerate("abcd")]
    sets = [{0, 1}, {0, 1, 2}, {1, 2}, {3}]
    assert chosen(levels, 4) == [0, 1, 2, 3]
    assert chosen(levels, 4, sets) == [0, 2, 3]
    assert chosen(levels, 2, sets) == [0, 2]


def test_a_level_with_decoration_is_not_part_of_a_pack():
    level = load("spacewreck/eight-rooms")
    decorated = Delivered(level, Path(level.file).read_text(), {}, {}, (), 0)
    assert has_decoration(decorated)
    assert packed([decorated], 1).levels == ()
    bare = load("spacewreck/pack/02-another-must-be-in-place-first")
    plain = Delivered(bare, Path(bare.file).read_text(), {}, {}, (), 0)
    assert not has_decoration(plain)
    assert [one.made.level.title[:3] for one in packed([decorated, plain], 2).levels] == ["1. "]


def test_elements_that_become_decoration_are_removed_too():
    text = """\
6 10
pink green blue pink green
5 1
2 3 green
3 5 blue
5 3 pink
3 6 pink
1 3 blue
5 1 blue
4 3 pink
1 3 pink
4 1 blue
2 3 blue
"""
    start = maker(load("spacewreck/eight-rooms"))
    asked = wishes([demand("solvable", True)], ("shortest",), "shortest", 800)
    *_, (_, draft, _) = without_decoration(start, asked, Draft(text))
    level = level_of(start.family, draft)
    purposes = ablate(Trials(level.family, level.puzzle, workers=1, graph=expand(level.puzzle)))
    assert not purposes.called("decoration") and len(purposes.findings) == 2


@pytest.mark.parametrize(
    "family", sampled(["sokoban", "spacewreck", "psychopath", "pacman", "puzzlescript"])
)
def test_bundled_packs_have_no_rivals(family):
    levels = [load(name) for name in bundled_group(f"{family}/pack")]
    entries = [
        candidate(Delivered(level, Path(level.file).read_text(), {}, {}, (), 0)) for level in levels
    ]
    assert rivals(entries) == [{number} for number in range(10)]


def test_a_pack_is_chosen_from_easy_and_hard_levels_if_the_time_is_over(monkeypatch):
    seen = []

    def timed(delivered):
        if len(seen) == 4:
            raise OutOfTime
        seen.append(delivered)

    monkeypatch.setattr("stategraph.invent.pack.candidate", timed)
    assert packed(range(16), 4).left_out == 12
    assert seen == [0, 8, 4, 12]
