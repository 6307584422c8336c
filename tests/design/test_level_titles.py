"""Titles and tags of levels: deterministic, short, and true."""

import re

import pytest

from stategraph import load
from stategraph.design import explain_solution
from stategraph.design.level_titles import distinct_titles, length, tags, tags_of, title
from stategraph.design.player_metrics import measure_all
from stategraph.expand import expand
from stategraph.level_files import parse_level


def story_of(name):
    level = load(name)
    return explain_solution(level, expand(level.puzzle))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sokoban/three-in-a-row", "A box passes a goal, another steps aside"),
        ("sokoban/invented/seventeen-cells", "A box steps aside and makes way"),
        ("sokoban/too-late", "Two boxes in turn"),
        ("sokoban/pack/06-wrong-order-takes-longer", "A box turns back and makes way"),
        ("psychopath/first-push", "A block opens the way"),
        ("psychopath/behind-the-door", "A block opens the way, two others make way"),
        ("puzzlescript/causeway", "A crate is spent and makes way"),
        ("rushhour/first-turns", "D, then E, in 4 turns"),
        ("psychopath/two-in-a-row", ""),  # it has no solution
    ],
)
def test_a_title_names_the_most_special_features(name, said):
    assert title(story_of(name)) == said


def test_equal_titles_get_the_details_that_differ_then_a_number():
    details = [["1 push", "3 moves"], ["1 push"], [], ["1 push", "5 moves"], ["1 push", "3 moves"]]
    assert distinct_titles(["a", "b", "a", "a", "a"], details) == [
        "a, 1 push, 3 moves",
        "b",
        "a",
        "a, 1 push, 5 moves",
        "a, 1 push, 3 moves (2)",
    ]
    assert distinct_titles(["a", "a"], [["1 push", "a trap"], ["1 push", "2 traps"]]) == [
        "a, a trap",
        "a, 2 traps",
    ]
    assert length(story_of("sokoban/three-in-a-row")) == "12 pushes"
    assert length(story_of("spacewreck/eight-rooms")) == "3 moves"
    assert length(story_of("psychopath/two-in-a-row")) == ""


def test_the_length_of_a_walk_is_that_of_its_title():
    rows = ["XXXXXXX", "X__p__X", "XXX_uXX", "X___peX", "X_____X", "XXXXXXX"]
    text = "".join(f"\n  {row}" for row in ["7 6", "0", *rows])
    level = parse_level(f"puzzle: psychopath\nlevel: |{text}\n", "a.yaml")
    story = explain_solution(level, expand(level.puzzle))
    assert title(story) == "A walk of 6 moves"
    assert length(story) == "6 moves"  # two moves with a push are shorter


@pytest.mark.parametrize(
    ("name", "one_solution"),
    [
        ("sokoban/too-late", []),
        ("psychopath/behind-the-door", ["one solution up to order"]),
        ("spacewreck/eight-rooms", ["one solution"]),
    ],
)
def test_tags_are_the_metrics(name, one_solution):
    level = load(name)
    graph = expand(level.puzzle)
    values = measure_all(level, graph, ["shortest", "trap_moves", "hidden_traps"])
    found = tags(level, graph, ["trap_moves"])
    numbers = {tuple(re.sub("^no ", "0 ", tag).split(" ", 1)) for tag in found}
    for metric, noun in [
        ("shortest", "move"),
        ("trap_moves", "trap move"),
        ("hidden_traps", "hidden trap"),
    ]:
        value = values[metric]
        assert (str(value), noun + ("s" if value != 1 else "")) in numbers
    assert [tag for tag in found if "one solution" in tag] == one_solution


def test_unknown_values_have_no_tag():
    assert tags_of({"pushes": None, "shortest": 1, "difficulty": None}) == ["1 move"]
