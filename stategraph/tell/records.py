"""Records for JSON: one rule for unknown values."""

from __future__ import annotations

from collections.abc import Iterable

from stategraph.readable import Record


def closed(values: Record, unproven: Iterable[str] = ()) -> Record:
    """Return a record of `values`, with the names of unknown values under "unknown".

    A value is None if it does not exist or is unknown. It is unknown if its name is `unproven`, as
    after a limit. An unproven name without a value is unknown as well.

    >>> closed({"moves": None, "trap": None, "states": 9}, ["moves", "states"])
    {'moves': None, 'trap': None, 'states': 9, 'unknown': ['moves']}
    """
    return {**values, "unknown": [name for name in unproven if values.get(name) is None]}
