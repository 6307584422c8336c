"""Small levels as texts in the native formats of their families."""

# Two levels of Sokoban in one file.
PACK = """; one
#####
#@$.#
#####

; two
######
#@$ .#
######
"""

# A level of Spacewreck, which no family recognises.
SHIP = "3 2\nred red\n1 2\n1 3 red\n2 3 red\n"

# A game of PuzzleScript without rules. Its levels follow.
WALLS = """OBJECTS

Background .
green

Player P
white

Wall #
grey

LEGEND
SOUNDS
COLLISIONLAYERS
Background
Player, Wall
RULES
WINCONDITIONS
LEVELS

"""

# A game of PuzzleScript like Sokoban. Its levels follow.
PUSH = """title Push
OBJECTS

Background .
green

Player P
white

Wall #
grey

Crate *
orange

Target O
blue

LEGEND
@ = Crate and Target
SOUNDS
COLLISIONLAYERS
Background
Target
Player, Wall, Crate
RULES
[ > Player | Crate ] -> [ > Player | > Crate ]
WINCONDITIONS
All Target on Crate
LEVELS

"""
