"""PuzzleScript as in its manual: tiny games, each with results worked out by hand."""

from __future__ import annotations

import pytest
from stategraph_puzzles.puzzlescript import family
from stategraph_puzzles.puzzlescript.game import Game
from stategraph_puzzles.puzzlescript.rules import GameLevel, puzzle

GAME = """{prelude}
OBJECTS
Background .
green

Wall #
brown

Player P
white

Crate * =
orange

Target O
blue

Ghost G
grey

LEGEND
@ = Crate and Target
Solid = Crate or Wall
Rock = Solid
SOUNDS
Crate move 12345
COLLISIONLAYERS
Background
Target
Player, Wall, Crate
Ghost
RULES
{rules}
WINCONDITIONS
{wins}
LEVELS

{level}
"""
PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"
SLIDE = "right [ stationary Crate | no Solid ] -> [ > Crate | ] again"
AT_START, MOVED = "run_rules_on_level_start", "require_player_movement"
WORDS = """debug
verbose_logging
noundo
norestart
scanline
throttle_movement
norepeat_action
zoomscreen 3x3
flickscreen 3x3
again_interval 0.1
key_repeat_interval 0.2
text_color red
youtube a"""


def played(level, rules="", keys="", prelude="", wins=""):
    """Return the board after some keys, in small letters, or ``won``."""
    game = GAME.format(level=level, rules=rules, prelude=prelude, wins=wins)
    made = puzzle(GameLevel(Game(game)))
    state = made.start
    for key in keys:
        state = dict(made.moves(state)).get(key, state)
    return "won" if made.is_goal(state) else family.text(made, state).lower()


@pytest.mark.parametrize(
    ("level", "rules", "keys", "then"),
    [
        ("P..", "(a (b\n) c)\n", "R", ".p."),
        ("#P#\n#", "", "", "#p#\n###"),
        ("#P#\n#.#****", "", "", "#p#\n#.#"),
        ("P*.", "[\t>\tPlayer\t|\tCrate\t]\t->\t[\t>\tPlayer\t|\t>\tCrate\t]", "R", ".p*"),
        ("P*.", "[> Player|Crate]->[> Player|> Crate]", "R", ".p*"),
        ("P=.", PUSH.upper(), "R", ".p*"),
        ("P*.", "[ Wall ] -> [ Wall ]\n+" + PUSH, "R", ".p*"),
        ("P*.", "[ > Player | Rock ] -> [ > Player | > Rock ]", "R", ".p*"),
        ("P*.", "[ > Player | Crate ] -> [ > Player | > Crate ] sfx3", "R", ".p*"),
        ("P*.", "orthogonal " + PUSH, "R", ".p*"),
        ("P*.", "up right " + PUSH, "R", ".p*"),
        ("P*.", "vertical " + PUSH, "R", "p*."),
        ("P\n*\n.", "vertical " + PUSH, "D", ".\np\n*"),
        ("P*.", "[ moving Player | Crate ] -> [ moving Player | moving Crate ]", "R", ".p*"),
        ("P*.", "right [ parallel Player | Crate ] -> [ Player | parallel Crate ]", "R", "p.*"),
        ("G.\nP.", "right [ perpendicular Player | ] -> [ Player | ]", "U", "g.\np."),
        ("P.\n.*", "[ ^ Player | ] -> [ v Player | ]", "D", "..\np*"),
        ("P*.", "[ action Player | Crate ] -> [ Player | > Crate ]", "X", "p.*"),
        ("P..", "[ > Player | ] -> [ | > Crate ]", "R", "..*"),
        ("P.*", "right [ > Player | no Solid | Solid ] -> [ Player | | Solid ]", "R", "p.*"),
        ("P@.", "[ > Player | @ ] -> [ > Player | ]", "R", ".p."),
        ("P*.", "rigid " + PUSH, "R", ".p*"),
        ("P.", "[ Wall ] -> [ Wall ]\n+ late [ Player ] -> [ Target ]", "R", ".o"),
        ("*.P", "[ Player ] [ Crate ] -> [ Player ] [ Ghost ]", "X", "g.p"),
        (
            "G.*.OP",
            "right [ Ghost | ... | Crate | ... | Player ] -> [ | ... | Crate | ... | Player ]",
            "X",
            "..*.op",
        ),
        ("P.*", "[ > Player ] -> cancel", "R", "p.*"),
        ("P*", "[ > Player | Crate ] -> win", "R", "won"),
        ("P*", "[ > Player | Crate ] -> win message hi", "R", "p*"),
        (".P*", "[ > Player | Crate ] -> restart", "LRR", ".p*"),
        (
            "P..*",
            "[ > Player | no Crate ] -> [ > Player | ] checkpoint\n[ > Player | Crate ] -> restart",
            "RRR",
            "..p*",
        ),
        ("P*..", "[ action Player | Crate ] -> [ Player | > Crate ]\n" + SLIDE, "X", "p.*."),
        ("P*..", SLIDE, "L", "p..*"),
        ("P..", "startloop\n[ Ghost ] -> [ ]\n[ Player ] -> [ Player Ghost ]\nendloop", "X", "g.."),
        ("P.", "startloop\nlate [ Player ] -> [ Target ]\nendloop", "R", ".o"),
    ],
)
def test_rules_do_what_they_say(level, rules, keys, then):
    assert played(level, rules, keys) == then


@pytest.mark.parametrize(
    ("wins", "level", "keys", "then"),
    [
        ("all Target on Crate", "P@", "R", "won"),
        ("all Target on Player", "P.O", "RR", "won"),
        ("all Crate", "P..", "L", "won"),
        ("all @ on Ghost", "P*O", "L", "won"),
        ("some Target on Crate", "P@O", "L", "won"),
        ("some Solid on Target", "P@", "L", "won"),
        ("some @", "P@", "L", "won"),
        ("some @", "P*O", "L", "p*o"),
        ("any Target", "P.O", "L", "won"),
        ("any Crate", "P.O", "L", "p.o"),
        ("no Crate", "P.O", "L", "won"),
        ("no Target on Crate", "P@", "L", "p@"),
        ("no Target on Crate", "PO*", "L", "won"),
        ("all Target on Crate\nsome Ghost", "P@.", "L", "p@."),
        ("", "P.", "L", "p."),
    ],
)
def test_win_conditions_hold(wins, level, keys, then):
    assert played(level, "", keys, wins=wins) == then


@pytest.mark.parametrize(
    ("prelude", "wins", "level", "rules", "keys", "then"),
    [
        (WORDS, "", "P.", "", "R", ".p"),
        ("noaction", "", "P.", "[ action Player ] -> [ Ghost ]", "X", "p."),
        (MOVED, "", "P#", "[ > Player ] -> [ > Player Ghost ]", "R", "p#"),
        (MOVED, "no Wall", "P#.", "late [ Wall ] -> [ ]", "RX", "p#."),
        (MOVED, "no Wall", ".P#", "late [ Wall ] -> [ ]", "L", "won"),
        ("", "", "P.*", "[ Crate ] -> [ Target ]", "", "p.*"),
        (AT_START, "", "P.*", "[ Crate ] -> [ Target ]", "", "p.o"),
        (AT_START, "some @", "P*..", SLIDE, "", "p..*"),
        (AT_START, "some @", "P*O", SLIDE, "", "p.@"),
        (AT_START, "some @", "P*.O", SLIDE, "", "won"),
    ],
)
def test_words_of_the_prelude_are_heeded(prelude, wins, level, rules, keys, then):
    assert played(level, rules, keys, prelude, wins) == then


def test_cancel_and_whom_nobody_moved_keep_a_level_from_being_won():
    assert played("P#", "[ > Player | Wall ] -> cancel", "R", wins="no Crate") == "p#"
    assert played("P#", "", "R", wins="no Crate") == "won"
    assert played("P#", "", "R", MOVED, "no Crate") == "p#"
