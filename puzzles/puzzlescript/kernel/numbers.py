"""Constants of the kernel: offsets in G and S, and codes.

A pattern is ``n, required planes, n, forbidden planes, n, (layer, code), n, (layer, stop, start),
n, layers that a rigid rule marks``; a code below 0 removes object ``-code``.
"""

# indices in the head of G, which holds numbers, then offsets of parts of G, then offsets of parts
# of S
(
    CELLS, LAYERS, WIDTH, MOVEMENTS, KEYS, FLAGS, OUTCOME_WORD, OUTCOME_SHIFT, MOVED_COUNT, MOVED,
    DIRECTIONS, PLACE, NEXT, BY_ROWS, DERIVED, PACKED, SPOT, SINGLE, TARGET, PLAYER, WINS, EARLY,
    LATE, LAYER_OF, PLANES, COUNTS, AT, MOVING, MARKS, CURRENT, GIVEN, TICK, TRIED, BASE, LAP,
    ORIGIN, BANNED, PUSHED, HERE, FOUND, LISTS, TURNS, MATCHES, QUEUE, BROKEN, MARKED, BEGUN, HEAD,
) = range(48)  # fmt: skip

WORD = 62  # number of cells in each word of a plane
FULL = (1 << 62) - 1
W = 1  # number of words of a plane; the compiler replaces it by the number for the board

# queued commands, as bits
CANCEL, RESTART, AGAIN, CHECKPOINT, WIN, MESSAGE, OTHER = 1, 2, 4, 8, 16, 32, 64
# flags of the prelude and the rules, as bits
WANTS_MOVEMENT, WHOLE_PLAYER, RIGID, STARTS_WITH_RULES = 1, 2, 4, 8
# results of a turn
SETTLED, WON, WAITS, ENDLESS = 0, 1, 2, 3
MAX_ROUNDS = 200
# the value of a direction for a tick, in which no key is pressed
NO_KEY = -1

# Fields of an instruction: rigid, offset between its cells, direction, whether cells are scanned by
# rows, commands, whether it changes anything, number of rows, number of planes that must not be
# empty. Then follow these planes and the offsets of the rows. A row consists of the number of its
# parts and their offsets. A part consists of the offset of the plane of cells with room for it, the
# number of its patterns, and their offsets.
(I_RIGID, I_STEP, I_DIRECTION, I_ROWS, I_COMMANDS, I_CHANGES, I_COUNT, I_NEEDS) = range(8)
