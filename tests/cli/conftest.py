"""Fixtures that tests of the command line share."""

from __future__ import annotations

import pytest

from stategraph import load


@pytest.fixture
def native(tmp_path):
    """Write a text into a file and return it."""

    def make(text, name="level.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make


@pytest.fixture
def pack(tmp_path):
    """Create a folder of levels from pairs (name, demands) of eight rooms each."""

    def make(**demands):
        level = load("spacewreck/eight-rooms").text
        folder = tmp_path / "pack"
        folder.mkdir()
        for name, demand in demands.items():
            (folder / f"{name}.yaml").write_text(level + (f"demand: {demand}\n" if demand else ""))
        return folder

    return make
