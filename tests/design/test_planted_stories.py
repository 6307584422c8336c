"""Small boards with one planted idea each: a detour, a blocker, a decoy, an order, a meal.

The sentences that must name the idea are written down with each board.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from stategraph import expand, load
from stategraph.design import explain_solution
from stategraph.tell import story as tell

EXAMPLES = {
    "sokoban": "sokoban/first-push",
    "psychopath": "psychopath/first-push",
    "puzzlescript": "puzzlescript/causeway",
    "pacman": "pacman/first-meal",
    "rushhour": "rushhour/first-turns",
}

# of each board: its family, its rows, the number of chapters, and phrases of its story
BOARDS = {
    "a box goes round a wall": (
        "sokoban",
        "########\n#      #\n# .# $@#\n#      #\n#      #\n########",
        1,
        ["Goes home; ends there in every solution.", "A, the box on 2:5, to 2:2 in 5 pushes"],
    ),
    "a box at home in another room is a decoy": (
        "sokoban",
        "##########\n#@$ .#   #\n#    # * #\n#    #   #\n##########",
        1,
        ["Never moved: box 2:7; it is a decoy", "A, the box on 1:2, to 1:4 in 2 pushes: RR."],
    ),
    "the nearer box goes first, over one goal": (
        "sokoban",
        "#########\n#   #   #\n#@$  $ .#\n#   #  .#\n#########",
        2,
        [
            "box A passes the goal 2:7 in chapter 1",
            "clears 2:5 for B",
            "Not B on 2:2 to 2:3 yet: then the level is lost (box 2:3 and box 2:5).",
        ],
    ),
    "two doorways with a block in each": (
        "psychopath",
        "XXXXXXXXXXX\nX___X__X__X\nX_u_p__p_eX\nX___X__X__X\nXXXXXXXXXXX",
        2,
        ["Opens the way to 2:6 and 5 more cells, to push B.", "2:9, where the level is won."],
    ),
    "a block in the doorway and two decoys": (
        "psychopath",
        "XXXXXXXXX\nX_p_X___X\nX_u_p__eX\nX_p_X___X\nXXXXXXXXX",
        1,
        [
            "Never moved: block 1:2, block 3:2; all of them are decoys",
            "2:7, where the level is won",
        ],
    ),
    "a crate goes straight to its target": (
        "puzzlescript",
        "#######\n#p*..o#\n#.....#\n#######",
        1,
        ["the main trap is crate 1:1 (the only trap move)", "1:2, to 1:5 in 3 pushes: RRR."],
    ),
    "a second crate is a decoy": (
        "puzzlescript",
        "#######\n#p*..o#\n#....*#\n#######",
        1,
        ["Never moved: crate 2:5; it is a decoy"],
    ),
    "one meal each, in any order": (
        "pacman",
        "%%%%%%\n%P 1 %\n%%%% %\n%Q  2%\n%%%%%%",
        2,
        ["takes 5 moves, and works.", "no move is a trap"],
    ),
    "one car in the way": (
        "rushhour",
        "...B\nAA.B\n....\n....",
        2,
        ["takes 4 moves, and works.", "Makes A+ possible: B must leave 1:3."],
    ),
    "two cars in the way": (
        "rushhour",
        "..BC\nAABC\n....\n....",
        3,
        ["Makes A+ possible (chapter 3): B must leave 1:2.", "A+ possible: C must leave 1:3."],
    ),
    "the car in the way is blocked itself": (
        "rushhour",
        "...B\nAA.B\n.CCC\n....",
        3,
        [
            "It begins with A+; then A+ is not possible yet: B must leave 1:3; "
            "nor is B+: C must leave 2:3.",
            "Makes B+ possible: C must leave 2:3.",
            "Makes A+ possible: B must leave 1:3.",
        ],
    ),
    "the same beside a car that nothing needs": (
        "rushhour",
        "...B.\nAA.B.\n..CCD\n....D\n.....",
        3,
        ["1. C: C-. Makes B+ possible: C must leave 2:3.", "3. A: A+ A+ A+. Reaches the goal."],
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_story_names_what_was_planted(name):
    family, board, chapters, phrases = BOARDS[name]
    example = load(EXAMPLES[family])
    puzzle = example.family.read(board, example.family.settings(example.puzzle))
    level = replace(example, puzzle=puzzle, name="doctored")
    story = explain_solution(level, expand(puzzle))
    text = "\n".join(tell.summary(story))
    assert len(story.chapters) == chapters
    for phrase in phrases:
        assert phrase in text


def test_a_colour_has_its_article():
    level = load("spacewreck/forty-five-rooms")
    text = "\n".join(tell.summary(explain_solution(level, level.expand())))
    assert "Rocket must be in an amber room" in text and "in a blue room" in text


def test_the_record_has_all_values_of_a_reason_and_the_sentence_the_first():
    level = load("spacewreck/forty-five-rooms")
    story = explain_solution(level, level.expand())
    lost = [c.not_yet for c in story.chapters if c.not_yet is not None and c.not_yet.kind == "lost"]
    told = [
        c["not_yet"].get("parts", []) for c in tell.record(level, story)["chapters"] if c["not_yet"]
    ]
    first = "rocket 3 or 19 or 22 or 25 or 32 or 33 or 35 or 37 or 39"
    assert first in lost[0].values["parts"] and first in told[0]
    text = "\n".join(tell.summary(story))
    assert first not in text and "rocket 3 or 19 or 22 or 6 more" in text
