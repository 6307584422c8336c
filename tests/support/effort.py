"""How much is tried: all of it with ``pytest --long``, a fifth otherwise."""

from __future__ import annotations

from hypothesis import settings


def examples(most: int) -> int:
    """Return how many random examples to try where `most` are tried with ``--long``."""
    return most if settings.get_current_profile_name() == "all" else max(10, most // 5)
