"""The amount of tests: all of them with ``pytest --long``, otherwise a part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import settings


def everything() -> bool:
    """Return whether the run includes all tests."""
    return settings.get_current_profile_name() == "all"


def examples(most: int) -> int:
    """Return how many random examples to try: `most` of them, or a fifth."""
    return most if everything() else max(10, most // 5)


def some(items: Sequence[Any], count: int = 1) -> Sequence[Any]:
    """Return the items to go through: all of them, or the first `count`."""
    return items if everything() else items[:count]


def spread(items: Sequence[Any], step: int) -> list[Any]:
    """Return the values of a test's one parameter; only each `step`-th is not long."""
    return [item if k % step == 0 else _long(item, (item,)) for k, item in enumerate(items)]


def sampled(items: Sequence[Any], count: int = 1) -> list[Any]:
    """Return the values of a test's one parameter: those after the first `count` are long.

    An item may be the result of `pytest.param`.
    """
    return [item if k < count else _long(item, (item,)) for k, item in enumerate(items)]


def sampled_rows(rows: Sequence[Any], count: int = 1) -> list[Any]:
    """Return the values of a test's several parameters: those after the first `count` are long.

    A row may be the result of `pytest.param`.
    """
    return [row if k < count else _long(row, row) for k, row in enumerate(rows)]


def _long(item: Any, values: Sequence[Any]) -> Any:
    if isinstance(item, type(pytest.param())):
        marks = [*item.marks, pytest.mark.long]
        return pytest.param(*item.values, id=item.id, marks=marks)
    return pytest.param(*values, marks=pytest.mark.long)
