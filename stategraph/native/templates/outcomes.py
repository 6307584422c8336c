"""Return codes of compiled loops, which name the reason for the return."""

# The arrays are full, or the requested work is done. The caller makes room, checks the clock and
# calls the loop again.
STOPPED = 0

# A rule breaks its contract in the current state. The caller runs the Python rule, which raises the
# error.
FAILED = 1

# The limit of states would be exceeded; the moves of the last expanded state are undone.
FULL = 2

# Results of a dive. FOUND: the path on the stack reaches the goal. NOTHING: no solution is within
# the bound.
FOUND, NOTHING = 3, 4
