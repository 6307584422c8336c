"""Codes that the kernel and its tables share."""

WORD = 62  # number of cells in each word of a plane
FULL = (1 << 62) - 1
W = 1  # number of words of a plane; the compiler replaces it by the number for the board

# queued commands, as bits
CANCEL, RESTART, AGAIN, CHECKPOINT, WIN, MESSAGE, OTHER = 1, 2, 4, 8, 16, 32, 64
# kinds of win conditions
ALL, SOME, NO = 0, 1, 2
# results of a turn
SETTLED, WON, WAITS, ENDLESS = 0, 1, 2, 3
MAX_ROUNDS = 200
# the value of a direction for a tick, in which no key is pressed
NO_KEY = -1
