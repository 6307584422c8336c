"""Near-twins: the same board turned, one element moved, or the same outline of the solution."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest
from effort import sampled_rows

from stategraph import load
from stategraph.design import Idea, Outlines, are_twins, board_edits, demand, idea_of, outlines
from stategraph.design.level_distance import level_distance
from stategraph.design.near_plans import PlanForm, are_near_plans
from stategraph.design.solution_outlines import of_moves
from stategraph.design.story_shape import shape
from stategraph.expand import expand
from stategraph.invent import (
    Archive,
    Draft,
    Seen,
    delivered,
    equal_boards,
    level_of,
    maker,
    search,
    wishes,
)
from stategraph.invent.equal_boards import mostly_equal
from stategraph.level_files import parse_level

LEVEL = load("sokoban/three-in-a-row")


def sokoban(*rows):
    board = "\n".join(f"  {row}" for row in rows)
    return parse_level(f"puzzle: sokoban\nlevel: |\n{board}\n", "a.yaml")


def board_of(level):
    return level.family.grid(level.family.write(level.puzzle, level.puzzle.start))


def with_board(level, rows):
    text = level.family.write(level.puzzle, level.puzzle.start)
    return level_of(level.family, Draft(level.family.regrid(text, rows)))


def outline(level):
    forms = outlines(level, expand(level.puzzle))
    return forms and forms.outline


def images(level):
    for board in (board_of(level), board_edits.mirror(board_of(level), level.family)):
        for _ in range(4):
            board = board_edits.turn(board, level.family)
            yield with_board(level, board)


def test_symmetric_boards_have_distance_0_and_the_same_outline():
    square = sokoban("######", "#@   #", "# $  #", "#  $.#", "#   .#", "######")
    first = outline(square)
    assert len(first) >= 2
    for image in images(square):
        assert level_distance(square, image) == 0
        assert outline(image) == first


@pytest.mark.parametrize("name", ["sokoban/three-in-a-row", "psychopath/first-push"])
def test_the_distance_counts_the_elements_that_were_changed(name):
    level, random = load(name), Random(3)
    rows = board_of(level)
    walls = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x in "#X"]
    inner = [(r, c) for r, c in walls if 0 < r < len(rows) - 1 and 0 < c < len(rows[0]) - 1]
    for number in range(1, min(4, len(inner)) + 1):
        made = rows
        for place in random.sample(inner, number):
            made = board_edits.erase(made, level.family, place)
        assert level_distance(level, with_board(level, made)) == number


def test_a_moved_box_is_one_change_even_onto_a_goal():
    first = sokoban("########", "#@ $  .#", "########")
    assert level_distance(first, sokoban("########", "#@  $ .#", "########")) == 1
    assert level_distance(first, sokoban("########", "#@    *#", "########")) == 1
    assert level_distance(first, sokoban("#########", "#@ $   .#", "#########")) is None
    assert level_distance(first, load("psychopath/first-push")) is None


def test_levels_without_a_board_are_compared_by_lines():
    ship = load("spacewreck/eight-rooms")
    assert level_distance(ship, ship) == 0
    assert level_distance(ship, load("spacewreck/both-arrive")) > 1


SHIP = """\
puzzle: spacewreck
level: |
  5 5
  red blue red blue
  1 2
  1 3 blue\n  3 5 red\n  2 4 red\n  4 2 red\n  2 5 blue
"""
# rooms 1 and 3, and all colours, are renamed, and the lines are in another order
RENAMED_SHIP = """\
puzzle: spacewreck
level: |
  5 5
  red green red green
  3 2
  2 5 green\n  4 2 red\n  2 4 red\n  1 5 red\n  3 1 green
"""


def plan_of(text):
    level = parse_level(text, "a.yaml")
    return PlanForm(level.family.plan(level.puzzle))


@pytest.mark.parametrize(
    ("old", "new", "near"),
    [
        ("", "", True),
        ("2 4 red", "2 4 green", True),  # another kind of link
        ("2 4 red", "2 3 red", True),  # another end
        ("  4 2 red\n", "", True),  # one link less
        ("red green red green", "red green red red", True),  # another kind of spot
        ("3 2\n", "3 4\n", True),  # another place of a person
        ("  1 5 red\n", "  1 5 green\n", True),
        ("  2 4 red\n  1 5 red\n", "  2 3 red\n  1 4 red\n", False),
        ("  1 5 red\n  3 1 green", "  1 4 red\n  3 1 red", False),
    ],
)
def test_plans_are_near_up_to_names_if_one_element_differs(old, new, near):
    text = RENAMED_SHIP.replace(old, new) if old else RENAMED_SHIP
    text = text.replace("5 5\n", f"5 {text.count(chr(10)) - 5}\n")
    one, other = plan_of(SHIP), plan_of(text)
    assert (are_near_plans(one, other), are_near_plans(other, one)) == (near, near)
    one, other = (Idea(parse_level(t, "a.yaml"), m, None) for t, m in ((SHIP, "m"), (text, "n")))
    assert are_twins(one, other, lambda a, b: False) is near


def brute_force_near(one, other):
    """Return whether some renaming of spots and kinds leaves at most one different element."""

    def elements(plan, spots, kinds):
        return Counter(
            [
                *(("link", spots[x.tail], spots[x.head], kinds[x.kind]) for x in plan.links),
                *(("spot", spots[k], kinds[s.kind]) for k, s in enumerate(plan.spots) if s.kind),
                *((name, spots[at]) for name, at in plan.people.items()),
            ]
        )

    count = len(one.spots)
    if count != len(other.spots):
        return False
    kinds = sorted({*(x.kind for p in (one, other) for x in (*p.links, *p.spots)), "spare"})
    same = {kind: kind for kind in kinds}
    theirs = elements(other, list(range(count)), same)
    for order in permutations(range(count - 1)):
        for names in permutations(kinds):
            mine = elements(one, [*order, count - 1], dict(zip(kinds, names, strict=True)))
            removed, added = mine - theirs, theirs - mine
            if removed.total() + added.total() == 0:
                return True
            whats = {key[0] for key in (*removed, *added)}
            if max(removed.total(), added.total()) == 1 and len(whats) == 1:
                return True
    return False


def test_near_plans_are_those_of_brute_force():
    ship, answers = load("spacewreck/both-arrive"), Counter()
    made = maker(ship, size=(4,))
    for seed in range(60):
        rng = Random(seed)
        draft = made.fresh(rng)
        mutant = draft
        for _ in range(rng.randint(1, 3)):
            mutant = made.changed(mutant, rng)
        levels = [level_of(made.family, one) for one in (draft, mutant)]
        plans = [level.family.plan(level.puzzle) for level in levels]
        near = brute_force_near(*plans)
        assert are_near_plans(*map(PlanForm, plans)) == near, (draft, mutant)
        answers[near] += 1
    assert min(answers[True], answers[False]) >= 5


def test_an_outline_leaves_walks_out_but_not_the_order_of_the_pieces():
    near = sokoban("########", "#@ $. .#", "#   $  #", "########")
    far = sokoban("########", "#  $. .#", "#@  $  #", "########")
    assert outline(near) == outline(far)
    other = sokoban("########", "#@ $.  #", "########")
    assert outline(other) == ((0, "box", (-1, 0)),)
    unsolvable = sokoban("########", "#@   .$#", "########")
    assert outline(unsolvable) is None


# the second board needs one push more, which opens the way of the player
THREE = ["XXXXXXX", "X_X___X", "XX_XX_X", "XupP_XX", "X_p___X", "X_X___X", "XXXXXXX"]
FOUR = ["XXXXXXX", "X__XXpX", "X__X__X", "X_pP__X", "Xppu__X", "X____pX", "XXXXXXX"]


def push_blocks(rows):
    board = "\n".join(f"  {row}" for row in rows)
    return parse_level(f"puzzle: psychopath\nlevel: |\n  7 7\n  0\n{board}\n", "a.yaml")


def test_levels_whose_solutions_differ_by_one_line_are_near_twins():
    first, second = (push_blocks(rows) for rows in (THREE, FOUR))
    ideas = [idea_of(level, expand(level.puzzle)) for level in (first, second)]
    lines = [idea.outlines.outline for idea in ideas]
    assert list(map(len, lines)) == [3, 4]
    assert are_twins(*ideas, lambda a, b: False) and are_twins(*ideas[::-1], lambda a, b: False)
    for image in images(second):
        assert outlines(image, expand(image.puzzle)).are_near(ideas[0].outlines)


def test_a_block_that_is_moved_before_makes_another_idea():
    rows = ["XXXXXXX", "X_uX__X", "X__X__X", "X__Pp_X", "X_p__pX", "X_X___X", "XXXXXXX"]
    levels = push_blocks(FOUR), push_blocks(rows)
    first, second = (outlines(level, expand(level.puzzle)) for level in levels)
    assert len(second.outline) == len(first.outline) + 1  # the same moves after the first line
    assert not first.are_near(second)


@pytest.mark.parametrize(
    ("moves", "other", "near"),
    [
        ("R2 L1 R6 L4 R1 L5 R4 L2", "L8 R2 L1 R7 L5 R1 L6 R5 L2", True),  # a move before them
        ("R2 L1 R6 L4 R1 L5 R4 L2", "R2 L1 R6 R9 L4 R1 L5 R4 L2", True),
        ("R2 L1 R6 L4 R1 L5 R4 L2", "R2 L1 R6 L4 R1 L7 R4 L2", True),  # another room
        ("R2 L1 R6 L4 R1 L5 R4 L2", "R2 L1 R6 L4 R1 L5 R4 L2 R6 L3", False),  # two moves
        ("R2 L1 R6 L4 R1 L5 R4 L2", "L8 R2 L1 R7 L5 R1 L6 R4 L2", False),  # a move, and a room
        ("R2 L1 R6 L4 R1", "L8 R2 L1 R7 L5 R1", False),  # only one room is entered twice
        ("R2 L2 L3 L4 R3", "R2 L2 L3 L4 R3", True),
        ("R2 L2 L3 L4 R3", "R2 L2 L3 L4 L5 R3", True),
        ("R2 R3 R4 L2 L3", "R2 R3 R4 L2 L3 L6", False),  # too few changes of actor
    ],
)
def test_moves_are_near_up_to_names_if_one_move_is_left_out(moves, other, near):
    forms = [of_moves([(move[0] == "R", move) for move in text.split()]) for text in (moves, other)]
    assert (forms[0].are_near(forms[1]), forms[1].are_near(forms[0])) == (near, near)


def test_unknown_outlines_are_not_equal_and_equal_marks_are_compared():
    other = load("sokoban/two-to-put-away")
    one, two = Idea(LEVEL, "m", None), Idea(other, "m", None)
    assert are_twins(one, two, lambda a, b: True)
    assert not are_twins(one, two, lambda a, b: False)
    assert not are_twins(one, Idea(other, "n", None), lambda a, b: True)
    assert are_twins(
        Idea(LEVEL, "m", Outlines((1,))), Idea(other, "n", Outlines((1,))), lambda a, b: False
    )


def test_a_cell_stores_more_levels_than_its_best_one_but_none_twice():
    archive = Archive(("shortest",), alike=lambda one, other: True)

    def add(text, score, mark, shortest=8):
        archive.add(Draft(text), Seen("", 1, 0.0, {"shortest": shortest}, score, mark), 0)

    for text, score, mark in [("a", 1, "m"), ("b", 3, "n"), ("c", 2, "o"), ("d", 2, "o")]:
        add(text, score, mark)
    add("e", 9, "p", 20)
    stored = [[one.draft.text for one in levels] for levels in archive.choices()]
    assert stored == [["e"], ["b", "c", "a"]]


@pytest.mark.parametrize(
    ("name", "how", "evaluations"),
    sampled_rows(
        [
            (
                "sokoban/two-to-put-away",
                {"size": (6, 6), "counts": {"box": (2, 2), "goal": (2, 2)}},
                384,
            ),
            ("spacewreck/eight-rooms", {"size": (7,)}, 192),
        ]
    ),
)
def test_no_two_delivered_levels_are_near_twins(name, how, evaluations):
    made = maker(load(name), **how)
    asked = wishes([demand("shortest", [2, 80])], ("shortest", "trap_moves"), "shortest", 5_000)
    found = search(made, asked, seed=2, evaluations=evaluations)
    levels = [one.level for one in delivered(made, asked, found.archive)]
    twins = found.archive.near_twins
    assert len(levels) > 3 and twins > 0 and len(levels) + twins == len(found.archive)
    boards = [equal_boards.board_of(level) for level in levels]
    assert not any(mostly_equal(*pair) for pair in combinations(boards, 2))
    shapes = [shape(level, expand(level.puzzle)) for level in levels]
    stories = [known for known in shapes if len(known) > 1]
    assert len(stories) > 1 and len(set(stories)) == len(stories)
    alike = [one.level for one in delivered(made, asked, found.archive, distinct=False)]
    assert len(alike) > len(levels)
    boards = [equal_boards.board_of(level) for level in alike]
    assert any(mostly_equal(*pair) for pair in combinations(boards, 2))
    assert len({outline(level) for level in levels}) == len(levels)
    assert all(level_distance(*pair) != 0 for pair in combinations(levels, 2))
    assert all(level_distance(*pair) != 1 for pair in combinations(levels, 2))


def test_levels_with_stories_of_one_chapter_are_compared_by_other_means():
    made = maker(load("pacman/first-meal"), size=(5, 5))
    asked = wishes([demand("shortest", [3, 80])], ("shortest", "trap_moves"), "shortest", 2_000)
    found = search(made, asked, seed=1, evaluations=256)
    levels = [one.level for one in delivered(made, asked, found.archive)]
    shapes = Counter(shape(level, expand(level.puzzle)) for level in levels)
    assert max(shapes.values()) > 1
    assert all(len(known) < 2 or number == 1 for known, number in shapes.items())


def test_mutations_of_one_level_may_share_its_board():
    made = maker(load("psychopath/first-push"))
    asked = wishes([], ("shortest", "trap_moves"), "shortest", 5_000)
    found = search(made, asked, seed=1, evaluations=64)
    levels = [one.level for one in delivered(made, asked, found.archive)]
    boards = [equal_boards.board_of(level) for level in levels]
    assert any(mostly_equal(*pair) for pair in combinations(boards, 2))


def test_mutations_with_the_solution_of_the_first_level_are_left_out():
    level = load("psychopath/first-push")
    made = maker(level)
    asked = wishes([], ("shortest", "trap_moves"), "shortest", 5_000)
    found = search(made, asked, seed=1, evaluations=128)
    archived = [level_of(made.family, elite.draft) for elite in found.archive]
    assert any(outline(one) == outline(level) for one in archived)
    levels = [one.level for one in delivered(made, asked, found.archive)]
    assert levels and all(outline(one) != outline(level) for one in levels)
