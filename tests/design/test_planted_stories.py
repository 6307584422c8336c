"""Small boards with one planted idea each, such as a detour, a decoy or a crate to spend.

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
    "labyrinth": "labyrinth/straight-up",
    "pledge": "pledge/straight-home",
    "spacewreck": "spacewreck/eight-rooms",
}

# family, rows, number of chapters and phrases of the story, by the idea of the board
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
    "a box at home that is a decoy and the only source of traps": (
        "sokoban",
        "#########\n#  ######\n# *@$ .##\n#  ######\n#########",
        1,
        [
            "the main trap is a box on any cell of the left column (all 2 trap moves)",
            "1. A, the box on 2:4, to 2:6 in 2 pushes: RR.",
            "Never moved: box 2:2; it is a decoy",
        ],
    ),
    "the same without the decoy": (
        "sokoban",
        "#########\n#  ######\n#  @$ .##\n#  ######\n#########",
        1,
        ["Special: no move is a trap.", "1. A, the box on 2:4, to 2:6 in 2 pushes: RR."],
    ),
    "two ditches take a crate each": (
        "puzzlescript",
        "#############\n#p*~..*~..*o#\n#############",
        3,
        [
            "crates A and B are spent in chapters 1 and 2",
            "Is spent and removes water 1:3",
            "Is spent and removes water 1:7",
            "3. C, the crate on 1:10, to 1:11 in 1 push",
            "Resources: 3 crates; this solution spends 2.",
        ],
    ),
    "of two ditches one is worth a crate": (
        "puzzlescript",
        "#######\n#...~o#\n#.*.###\n#p*.~.#\n#...###\n#######",
        2,
        [
            "crate A is spent in chapter 1",
            "to 1:4 in 4 pushes: RDRUUDLLUURR. Is spent and removes water 1:4",
            "to 1:5 in 4 pushes: DDLULURRR. Goes home.",
            "Resources: 2 crates; this solution spends 1.",
        ],
    ),
    "a box in a doorway that leaves its goal and comes back": (
        "sokoban",
        "########\n#  #   #\n#@ *   #\n#  # $.#\n########",
        2,
        [
            "Special: box A leaves the goal 2:3 in chapter 1.",
            "1. A, the box on 2:3, to 2:3 in 4 pushes: rRRurrdLL. Returns and goes home; "
            "turns back at 2:5; ends there in every solution; opens the way to 3:4",
            "2. B, the box on 3:5, to 3:6 in 1 push: dR. Goes home",
        ],
    ),
    "food that is poison to the other agent": (
        "pacman",
        "%%%%%%%%\n%P 2 1 %\n%%% %%%%\n%%%Q%%%%\n%%%%%%%%",
        2,
        [
            "then PR is not possible yet: Q must leave 1:3.",
            "Makes PR possible: Q must eat the food on 1:3. "
            "Do not stop Q after QU QU QL: then P cannot move.",
        ],
    ),
    "a row of tiles carries the player to the exit": (
        "labyrinth",
        "8;9\n8;9\n9",
        3,
        [
            "1. player: E U. Goes from outside to 0:0.",
            "2. S: S. Brings player from 0:0 to 0:1; makes X possible for player: "
            "the player must be on 0:1.",
        ],
    ),
    "the exit has no opening until two tiles have moved on": (
        "labyrinth",
        "0;1\n8;9\n3",
        3,
        [
            "then X is not possible yet: the tile on 0:1 must be open at the top.",
            "2. S: S S. Makes X possible for player: the tile on 0:1 must be open at the top.",
        ],
    ),
    "the entrance has no opening until a tile has moved": (
        "labyrinth",
        "9\n8",
        1,
        [
            "It fails at once: E is not possible yet: the tile on 0:0 must be open at the bottom.",
            "1. player: S E X.",
        ],
    ),
    "a tile carries the knight across the gap": (
        "pledge",
        "3 1\n8\n_\n8\nstart -1 1 D\nhome 9 1",
        3,
        ["2. player: SD. Brings knight from 2:1 to 5:1; makes F possible for knight: 3:1 must be"],
    ),
    "a tile closes the gap before the knight comes": (
        "pledge",
        "2 2\n9_\n#9\nstart 1 -1 R\nhome 1 6",
        2,
        ["1. player: SU. Makes F possible for knight: 1:3 must be path.", "2. knight: F F F"],
    ),
    "of two rooms as near, one is a dead end": (
        "spacewreck",
        "6 4\nred blue green red red\n1 2\n1 3 blue\n1 4 blue\n2 6 green\n4 6 green",
        2,
        [
            "1. Rocket: R3. Makes L6 possible for Lucky: Rocket must be in a green room. "
            "Not Rocket by R4 yet: then the level is lost (rocket 4).",
        ],
    ),
    "Rocket opens a door for Lucky and goes back for the next one": (
        "spacewreck",
        "5 4\nred blue green pink\n1 2\n1 3 blue\n3 1 pink\n2 4 green\n4 5 red",
        4,
        [
            "1. Rocket: R3. Makes L4 possible for Lucky: Rocket must be in a green room",
            "2. Lucky: L4. Makes R1 possible for Rocket: Lucky must be in a pink room",
            "3. Rocket: R1. Makes L5 possible for Lucky: Rocket must be in a red room",
        ],
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_story_names_what_was_planted(name):
    family, board, chapters, phrases = BOARDS[name]
    example = load(EXAMPLES[family])
    settings = example.family.settings(example.puzzle) if family != "labyrinth" else {}
    puzzle = example.family.read(board, settings)
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
