"""Fixtures of stores."""

from __future__ import annotations

import killed
import pytest

from stategraph.store import distances, numbering


@pytest.fixture
def shared(monkeypatch):
    """Have workers work on small levels too."""
    for module in (numbering, distances):
        for name in killed.SHARING:
            if hasattr(module, name):
                monkeypatch.setattr(module, name, getattr(module, name))
    killed.share()
    return monkeypatch
