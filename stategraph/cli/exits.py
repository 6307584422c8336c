"""What the exit code says."""

from __future__ import annotations

from collections.abc import Iterable

DONE = 0
NO = 1  # the answer is no
BAD_INPUT = 2  # or bad usage
UNKNOWN = 3  # stopped at a limit, or out of memory
CANNOT_WRITE = 4
CRASHED = 70  # a mistake of stategraph itself: EX_SOFTWARE of sysexits.h
INTERRUPTED = 130

# The exit code of an answer that is yes, no or unknown.
ANSWERED = {True: DONE, False: NO, None: UNKNOWN}


def worst(codes: Iterable[int]) -> int:
    """Return the code of several answers: one that tells most of what went wrong.

    >>> worst([DONE, UNKNOWN, NO]), worst([])
    (1, 0)
    """
    found = set(codes)
    return next((code for code in (INTERRUPTED, BAD_INPUT, NO, UNKNOWN) if code in found), DONE)
