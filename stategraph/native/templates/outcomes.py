"""Return codes of compiled loops, which name the reason for the return."""

# Its arrays are full, or its share of the work is done: make room, look at the clock, call again.
STOPPED = 0

# A rule breaks its contract in this state: the Python rule raises the error.
FAILED = 1

# There would be more states than the limit; the moves of the last one are undone.
FULL = 2

# A dive: its path leads to the goal; or the bound excludes every solution.
FOUND, NOTHING = 3, 4
