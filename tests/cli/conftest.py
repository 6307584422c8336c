"""What tests of the command line share."""

from __future__ import annotations

import pytest


@pytest.fixture
def native(tmp_path):
    """Write a text into a file and return it."""

    def make(text, name="level.txt"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return make
