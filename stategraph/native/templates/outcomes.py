"""Why a compiled loop returns: the numbers by which it tells whoever called it."""

# Its arrays are full, or its share of the work is done: make room, look at the clock, call again.
STOPPED = 0

# A rule breaks its contract in the state it is at: let the rule itself, as plain Python, complain.
FAILED = 1

# There would be more states than the limit; what was made of the last one is taken back.
FULL = 2

# A dive: its path leads to the goal; or there is no solution within the bound.
FOUND, NOTHING = 3, 4
