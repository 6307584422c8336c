"""What the exit code says."""

DONE = 0
NO = 1  # the answer is no
BAD_INPUT = 2  # or bad usage
UNKNOWN = 3  # stopped at a limit, or out of memory
CANNOT_WRITE = 4
INTERRUPTED = 130
