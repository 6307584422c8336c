"""The numbers that all loops of the kernel know: what stands where in G and S, and what it says.

A pattern is ``n, planes that must, n, planes that must not, n, (layer, code), n, (layer, stop,
start), n, layers that a rigid rule marks``; a code below 0 takes object ``-code`` away.
"""

# the head of G: numbers, then where its parts begin, then where those of S begin
(
    CELLS, LAYERS, WIDTH, MOVEMENTS, KEYS, FLAGS, OUTCOME_WORD, OUTCOME_SHIFT, MOVED_COUNT, MOVED,
    WAYS, PLACE, NEXT, BY_ROWS, DERIVED, PACKED, SPOT, SINGLE, TARGET, PLAYER, WINS, EARLY, LATE,
    LAYER_OF, PLANES, COUNTS, AT, MOVING, MARKS, CURRENT, GIVEN, TICK, TRIED, BASE, LAP, ORIGIN,
    BANNED, PUSHED, HERE, FOUND, LISTS, TURNS, MATCHES, QUEUE, BROKEN, MARKED, BEGUN, HEAD,
) = range(48)  # fmt: skip

WORD = 62  # the cells in a word of a plane
FULL = (1 << 62) - 1
W = 1  # the words of a plane: of each size of a board its own

# what is queued, as bits
CANCEL, RESTART, AGAIN, CHECKPOINT, WIN, MESSAGE, OTHER = 1, 2, 4, 8, 16, 32, 64
# what the prelude and the rules ask for, as bits
WANTS_MOVEMENT, WHOLE_PLAYER, RIGID, STARTS_WITH_RULES = 1, 2, 4, 8
# how a turn ends
SETTLED, WON, WAITS, ENDLESS = 0, 1, 2, 3
MOST_ROUNDS = 200
# in place of a direction: a tick, in which no player is moved
NOBODY = -1

# an instruction: rigid, the step from cell to cell, its direction, whether rows are scanned,
# commands, whether it changes anything, the number of rows, of planes that it needs, these, and
# where its rows are; a row: the number of parts, and where they are; a part: where the plane of
# the cells with room for it is, the number of patterns, and where they are
(I_RIGID, I_STEP, I_WAY, I_ROWS, I_COMMANDS, I_CHANGES, I_COUNT, I_NEEDS) = range(8)
