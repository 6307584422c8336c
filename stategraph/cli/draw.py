"""The verbs that draw: render, demo."""

from __future__ import annotations

from typing import Any

__all__ = ["add_verbs"]


def add_verbs(verbs: Any) -> None:
    """Add the verbs to the parser."""
