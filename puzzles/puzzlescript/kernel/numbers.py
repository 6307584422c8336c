"""Constants of the kernel: offsets in G and S, and codes.

A pattern is ``n, required planes, n, forbidden planes, n, (layer, code), n, (layer, stop, start),
n, layers that a rigid rule marks``; a code below 0 removes object ``-code``.
"""

# the head of G: numbers, then offsets of its parts, then offsets of the parts of S
(
    CELLS, LAYERS, WIDTH, MOVEMENTS, KEYS, FLAGS, OUTCOME_WORD, OUTCOME_SHIFT, MOVED_COUNT, MOVED,
    DIRECTIONS, PLACE, NEXT, BY_ROWS, DERIVED, PACKED, SPOT, SINGLE, TARGET, PLAYER, WINS, EARLY,
    LATE, LAYER_OF, PLANES, COUNTS, AT, MOVING, MARKS, CURRENT, GIVEN, TICK, TRIED, BASE, LAP,
    ORIGIN, BANNED, PUSHED, HERE, FOUND, LISTS, TURNS, MATCHES, QUEUE, BROKEN, MARKED, BEGUN, HEAD,
) = range(48)  # fmt: skip

WORD = 62  # cells per word of a plane
FULL = (1 << 62) - 1
W = 1  # words per plane; replaced for each size of a board

# queued commands, as bits
CANCEL, RESTART, AGAIN, CHECKPOINT, WIN, MESSAGE, OTHER = 1, 2, 4, 8, 16, 32, 64
# flags of the prelude and the rules, as bits
WANTS_MOVEMENT, WHOLE_PLAYER, RIGID, STARTS_WITH_RULES = 1, 2, 4, 8
# results of a turn
SETTLED, WON, WAITS, ENDLESS = 0, 1, 2, 3
MAX_ROUNDS = 200
# in place of a direction: a tick without a player's move
NO_KEY = -1

# Fields of an instruction: rigid, offset between its cells, direction, whether rows are scanned,
# commands, whether it changes anything, number of rows, number of planes it needs. Then these
# planes and the offsets of its rows. A row: number of parts and their offsets. A part: offset of
# the plane of cells with room for it, number of patterns, and their offsets.
(I_RIGID, I_STEP, I_DIRECTION, I_ROWS, I_COMMANDS, I_CHANGES, I_COUNT, I_NEEDS) = range(8)
