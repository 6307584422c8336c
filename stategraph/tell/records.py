"""Records for JSON, with one rule for values that are unknown."""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.readable import Record


def closed(values: Record, unproven: Iterable[str] = ()) -> Record:
    """Return a record of `values`, with the names of unknown values under "unknown".

    A value is None if it does not exist, or if it is unknown. A None value is unknown if its name
    is in `unproven`, for example after a limit was reached. A name in `unproven` that `values` does
    not have counts as unknown too.

    >>> closed({"moves": None, "trap": None, "states": 9}, ["moves", "states"])
    {'moves': None, 'trap': None, 'states': 9, 'unknown': ['moves']}
    """
    return {**values, "unknown": [name for name in unproven if values.get(name) is None]}
