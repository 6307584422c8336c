"""Exit codes of the command line, and the most severe of several."""

from __future__ import annotations

from collections.abc import Iterable

DONE = 0
NO = 1  # a negative answer
BAD_INPUT = 2  # or bad usage
UNKNOWN = 3  # stopped at a limit, or out of memory
CANNOT_WRITE = 4
CRASHED = 70  # an error of stategraph itself: EX_SOFTWARE of sysexits.h
INTERRUPTED = 130

# The exit code of an answer that is yes, no or unknown.
ANSWERED = {True: DONE, False: NO, None: UNKNOWN}


def worst(codes: Iterable[int]) -> int:
    """Return the most severe of the exit codes of several answers.

    >>> worst([DONE, UNKNOWN, NO]), worst([])
    (1, 0)
    """
    distinct_codes = set(codes)
    return next(
        (code for code in (INTERRUPTED, BAD_INPUT, NO, UNKNOWN) if code in distinct_codes), DONE
    )
